"""Whole games of the slow implementation of Fairies of Alfheim: the invariants of section 7, and the log."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from alfheim.box import ICONS, box, odd_box, tiles
from alfheim.reference.checks import check
from alfheim.reference.log import card_rows, differences, tables
from alfheim.reference.players import Chance, Choices, FollowedPlayer, RandomPlayer, followed, placements_of
from alfheim.reference.scripted import Arranged, pile, played, table, three_nisse
from alfheim.reference.whole import Game
from balance.games.alfheim.cards.box import AFTER, START, TYPES, Reveal
from balance.games.alfheim.state import CENTRE_STREAM

MODES = ("segment", "contains")

# ---------------------------------------------------------------- whole games


def settings_for(number: int) -> dict[str, Any]:
    """Some settings; number 0 has the usual ones."""
    rng = random.Random(number)
    some = {
        "line_match": rng.choice(MODES),
        "process_order": rng.choice(["random", "lead_first"]),
        "swap": rng.random() < 0.7,
        "second_reveal": rng.random() < 0.7,
        "footprint_point": rng.randrange(4),
        "footprint_cap": rng.randrange(7),
    }
    return some if number else {}


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_random_games_keep_the_invariants(players):
    for number in range(9):
        cards = odd_box(number, short=number % 2 > 0) if number % 3 else box()
        game = played(players, number, cards, **settings_for(number))
        check(cards, game.settings, tables(game))


def test_an_area_may_be_closed_for_good():
    """Eight fairies around four tiles."""
    around = [(0, -1), (1, -1), (0, 2), (1, 2), (-1, 0), (-1, 1), (2, 0), (2, 1)]
    cards = box(costs=dict.fromkeys(TYPES, ["??"] * 5), reveal=dict.fromkeys(TYPES[:-1], Reveal(START)))
    fairies = tuple(zip(TYPES, around, strict=False))
    told = {1: Choices(clue=(0, 1)), 2: Choices(clue=(1, 1), fairies=fairies)}
    game = Game(cards, 1, [FollowedPlayer(dict.fromkeys(range(3, 12), Choices()) | told)], chance=Chance(1, 1)).play()
    assert [row["n_cells"] for row in game.seats[0].rows] == [6, 7, *[0] * 9]
    check(cards, game.settings, tables(game))


@pytest.mark.parametrize("players", [1, 3, 5])
def test_a_game_that_is_followed_is_the_same_game(players):
    cards = odd_box(players, short=True)
    first = tables(played(players, 3, cards))
    agents = [followed(first["turns"], seat) for seat in range(players)]
    again = tables(Game(cards, players, agents, chance=Chance(1, 3)).play())
    assert list(differences(first, again)) == []


def test_differences_are_found_cell_by_cell():
    one, other = tables(played(2)), tables(played(2))
    other["turns"][5]["kept"] = "X"
    other["cards"].pop()
    assert [line.split(":")[0] for line in differences(one, other)] == ["turns, turn, seat, card (3, 1, None)", "cards"]


def test_points_change_nothing_but_scores():
    """Paid by everybody who can: the Queen asks for any three tiles."""
    costs = {"queen": ["???"] * 5}
    for number in range(6):
        few, many = (tables(played(4, number, box(costs, points={"queen": points}))) for points in (5, 12))
        wrong = {line.rsplit(": ", 1)[1].split()[0] for line in differences(few, many)}
        assert wrong <= {"score", "score_after", "pts_queen", "fairy_points", "rank", "win_share",
                         "winners", "margin", "lead_changes", "lead_turn"}  # fmt: skip
        for one, other in zip(few["seats"], many["seats"], strict=True):
            assert other["score"] - one["score"] == (7 if one["pts_queen"] else 0)


def test_other_letters_make_the_same_games():
    turned = str.maketrans(ICONS, "PMJHCB")
    cards = box()
    renamed = replace(
        cards,
        icons=cards.icons.translate(turned),
        player=tuple(replace(clue, icon=clue.icon.translate(turned)) for clue in cards.player),
        centre=tuple(replace(clue, icon=clue.icon.translate(turned)) for clue in cards.centre),
        fairies=tuple(
            replace(tile, cost=replace(tile.cost, icons="".join(sorted(tile.cost.icons.translate(turned)))))
            for tile in cards.fairies
        ),
        footprints=tuple(replace(tile, icons=tile.icons.translate(turned)) for tile in cards.footprints),
    )
    letters = {"start_icons", "drawn", "kept", "fp_icons", "draw_order", "removed", "centre_start"}
    for number in range(4):
        one, other = tables(played(4, number, cards)), tables(played(4, number, renamed))
        assert list(differences(one, other, letters)) == []
        assert one["games"][0]["draw_order"].translate(turned) == other["games"][0]["draw_order"]


def test_a_game_depends_on_its_number_alone():
    assert tables(played(3, 5)) == tables(played(3, 5))
    assert tables(played(3, 5)) != tables(played(3, 6))


def test_random_seats_ask_for_no_luck_where_there_is_nothing_to_choose():
    game = Game(box(), 1, chance=Chance(1, 1))
    assert RandomPlayer().choose("clue", game, game.seats[0], ["only"]) == "only"
    assert game.chance.streams == {}


# ---------------------------------------------------------------- the log


def test_a_double_start_pair_is_held_twice():
    game = Game(box(), 1, chance=Arranged({CENTRE_STREAM: [pile("BB")]}))
    game.set_up()
    row = next(row for row in card_rows(game) if row["card"] == "centre_b")
    assert (row["held"], row["taken"], row["kept"], row["played"], row["first_turn"]) == (2, 2, 2, 0, 0)


def test_a_secret_tile_is_held_and_never_revealed():
    game, _ = three_nisse(("nisse_3", (0, 1)), ("tomte", (3, 1)))
    (own,) = (row for row in card_rows(game) if row["card"] == "tomte_a")
    assert (own["held"], own["revealed"], own["paid"], own["kept"], own["first_turn"]) == (1, 0, 1, 1, 5)
    assert own["used_by_others"] == 0


def test_tied_experts_are_claimed_by_the_tile_whose_value_they_get():
    game = table(3)
    for seat in game.seats[1:]:
        seat.fairies = {"tomte": tiles("tomte", "CHJ")[0]}
    game.claim_experts()
    found = [(row["seat"], row["card"]) for row in card_rows(game) if row["claimed"]]
    assert found == [(1, "expert_tomte_1"), (2, "expert_tomte_1")]


def test_a_footprint_is_first_played_in_round_seven():
    rows = tables(played(2))["cards"]
    first = [row["first_turn"] for row in rows if row["card"].startswith("footprint")]
    assert first == [7, 7]


def test_placements_are_read_as_they_are_written():
    text = "nisse_1@2,-1:nisse_1_c;queen@0,1:queen_a"
    assert placements_of(text) == [(("nisse_1", (2, -1)), "nisse_1_c"), (("queen", (0, 1)), "queen_a")]


def test_the_secret_type_is_the_one_that_comes_after_others():
    secret = {"king": Reveal(AFTER, ("queen",)), "tomte": Reveal(START)}
    costs = {"queen": ["??"] * 5, "king": ["??"] * 5}
    rows = tables(played(2, 1, box(costs, reveal=secret)))["turns"]
    assert {row["tomte_drawn"][:4] for row in rows if row["tomte_drawn"]} == {"king"}
