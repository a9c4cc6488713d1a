"""The questions about fairies and their costs, over hand-made tables."""

from __future__ import annotations

import re

import pytest

from alfheim.questions import CARDS, ask
from balance.games.alfheim.cards.box import TYPES
from balance.report.sentences import Said
from helpers.asked import Row, one, said_of


def seat(game_no: int, seat: int, win: float, **cells: object) -> Row:
    return {"game_no": game_no, "seat": seat, "win_share": win} | cells


def met(game_no: int, seat: int, card: str, paid: int = 0, turn: int = 0, **cells: int) -> Row:
    return {"game_no": game_no, "seat": seat, "card": card, "paid": paid, "first_turn": turn} | cells


TWO_GAMES = ({"game_no": 0, "reveal_start": "queen_a"}, {"game_no": 1, "reveal_start": "queen_b"})
SEATS = (seat(0, 0, 1, score=30), seat(0, 1, 0, score=20), seat(1, 0, 1, score=24), seat(1, 1, 0, score=22))


# ---- which fairy is worth its cost


def fairies(cards: tuple[Row, ...] = CARDS) -> list[Row]:
    paid = (met(0, 0, "queen_a", 1, 5), met(0, 1, "queen_c", 1, 9), met(1, 0, "queen_b", 1, 7))
    return ask("fairies", seats=SEATS, games=TWO_GAMES, met=paid, cards=cards)


def test_fairies_come_in_the_order_of_the_rulebook_under_their_common_name():
    expected = ["The King", "The Queen", *(f"The {kind} no. {n}" for kind in ("Nisse", "Fairy") for n in (1, 2, 3))]
    assert [row["name"] for row in fairies()] == [*expected, "The Tomte"]


def test_types_of_the_same_name_are_told_apart():
    cards = tuple(card | {"name": "Nisse"} if card["id"].startswith("nisse") else card for card in CARDS)
    assert [row["name"] for row in fairies(cards)][2:5] == ["Nisse (nisse 1)", "Nisse (nisse 2)", "Nisse (nisse 3)"]


def test_names_that_share_half_a_word_share_nothing():
    names = {"queen_a": "Queenie", "queen_b": "Queen B"}
    cards = tuple(card | {"name": names.get(card["id"], card["name"])} for card in CARDS)
    assert fairies(cards)[1]["name"] == "queen"


def test_how_often_and_when_a_fairy_is_placed():
    row = fairies()[1]
    assert (row["placed"], row["round"], row["seats"]) == (3 / 4, 7, 3)


def test_what_placing_goes_with():
    row = fairies()[1]
    assert (row["win"], row["gain"]) == (pytest.approx(2 / 3), pytest.approx(2 / 3 - 1 / 2))
    assert row["per_point"] == pytest.approx((2 / 3 - 1 / 2) / 5)


def test_what_placing_is_linked_to_is_not_told_as_what_it_does():
    known = [
        row
        | {"gain": gain, "low": gain - 0.02, "high": gain + 0.02, "per_point": gain / 4, "early": gain, "late": 0.01}
        for row, gain in zip(fairies(), (0.2, 0.1, *[0.05] * 7), strict=True)
    ]
    said = said_of("alfheim", "fairies", known)
    assert said.verdict == (
        "Placing The King is linked to most wins: +20 points of win rate (+18 to +22) vs. the same styles."
    )
    assert "The Tomte is linked to fewest: +5 (+3 to +7) points." in said.points[0]
    assert not re.search(r"\b(pays|brings|worth)\b", " ".join([said.verdict, *said.points, said.rest]))


def test_few_seats_have_no_interval():
    assert fairies()[1]["low"] is None


def test_a_pattern_is_as_long_as_its_parts():
    tiles = {row["name"]: row["tiles"] for row in fairies()}
    assert tiles["The King"] == (6 + 4 + 4 + 5 + 6) / 5
    assert tiles["The Queen"] == 5


def test_fairies_nobody_places_are_there_all_the_same():
    row = fairies()[0]
    assert (row["placed"], row["seats"], row["round"]) == (0, 0, None)


# ---- the five costs of a type


def costs() -> list[Row]:
    shown = [met(0, place, "queen_a", revealed=1) for place in (0, 1)]
    shown[0] |= {"paid": 1, "first_turn": 4}
    shown += [met(0, place, "queen_b", revealed=1) for place in (0, 1)]
    shown += [met(1, place, "queen_b", revealed=1, paid=1, turn=8) for place in (0, 1)]
    shown += [met(0, 1, "tomte_a", held=1), met(0, 0, "tomte_a")]
    arms = [
        {"experiment": "rules", "arm": arm, "figure": "score_mean", "value": value}
        for arm, value in (("as it is", 25.0), ("lines with gaps", 44.0))
    ]
    return ask("costs", seats=SEATS, games=TWO_GAMES, met=shown, experiments=arms)


def test_a_cost_is_in_force_for_seats_that_see_it_revealed():
    row = one(costs(), cost="BBCHM")
    assert (row["force"], row["paid"], row["round"]) == (2 / 2, 1 / 2, 4)


def test_a_secret_cost_is_in_force_for_its_owner_alone():
    assert one(costs(), name="The Tomte a")["force"] == 1 / 2


def test_a_cost_is_compared_with_those_of_its_type():
    rows = costs()
    assert one(rows, cost="BBCHM")["more"] == pytest.approx(0)
    assert one(rows, cost="CCHJP")["paid"] == 1 / 2


def test_the_score_is_that_of_the_seats_for_which_it_is_in_force():
    rows = costs()
    assert one(rows, cost="BBCHM")["score"] == 25
    assert one(rows, cost="CCHJP")["score"] == (30 + 20 + 24 + 22) / 4


def test_costs_that_are_part_of_one_another_are_nested():
    """CHM is part of BBCHM, CHJM, BCHM and CCHM; patterns are left out."""
    rows = costs()
    assert one(rows, cost="CHM")["nested"] == 4
    assert one(rows, cost="#3+1")["nested"] is None


@pytest.mark.parametrize(
    ("sure", "point"),
    [
        (2, "2 of 10 costs clearly differ from the average of their type."),
        (1, "1 of 10 costs clearly differs from the average of its type."),
    ],
)
def test_how_many_costs_differ(sure: int, point: str):
    assert compared(sure).points[0] == point


def test_that_no_cost_differs_is_said_once():
    said = compared(0)
    assert said.verdict.startswith("Costs of a type are not clearly different: ")
    assert not said.points


def compared(sure: int) -> Said:
    """What is said of ten costs of the king of which so many are sure to differ."""
    cost = {"type": "king", "cost": "BBC", "paid": 0.3, "low": 0.2, "high": 0.4, "spread": 0.1}
    cost |= {"goes_with": None, "base": None, "gaps": None}
    return said_of("alfheim", "costs", [cost | {"sure": place < sure} for place in range(10)])


def test_gaps_are_compared_with_the_rules_as_they_are():
    assert costs()[0]["change"] == 19


def test_every_type_is_of_a_kind():
    kinds = {row["kind"] for row in costs()}
    assert kinds == {"King", "Queen", "Nisse", "Fairy", "Tomte"}
    assert len(costs()) == 5 * len(TYPES)


# ---- the King


def test_a_king_tile_is_that_of_its_games():
    games = (
        {"game_no": 0, "reveal_prep": "king_b;queen_c", "margin": 10},
        {"game_no": 1, "reveal_prep": "king_e", "margin": 2},
    )
    rows = ask("king", seats=SEATS, games=games, met=[met(0, 0, "king_b", 1, 8), met(0, 1, "queen_c", 1, 9)])
    assert [(row["label"], row["placed"], row["score"], row["margin"]) for row in rows] == [
        ("#2+2", 1 / 2, 25, 10),
        ("#3+2+1", 0, 23, 2),
    ]
    assert rows[0]["round"] == 8
    assert rows[0]["all_placed"] == 1 / 4


# ---- second costs


def test_what_is_paid_by_a_second_cost():
    games = ({"game_no": 0, "reveal_start": "queen_a;nisse_1_a", "reveal_prep": "queen_b;nisse_1_b;king_a"},)
    paid = (
        met(0, 0, "queen_b", 1, 8),
        met(0, 1, "queen_a", 1, 11),
        met(0, 0, "nisse_1_a", 1, 3),
        met(0, 1, "king_a", 1, 9),
    )
    rows = ask("second_costs", seats=SEATS[:2], games=games, met=paid)
    queen = one(rows, name="The Queen")
    assert (queen["placed"], queen["before"], queen["late"], queen["second"]) == (2, 0, 1 / 2, 1 / 2)
    assert one(rows, name="The Nisse no. 1")["late"] is None
    assert one(rows, part="all")["second"] == pytest.approx(1 / 3), "the King has one cost"
    assert rows[-1]["part"] == "all"
