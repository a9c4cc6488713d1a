"""Who is compared with whom: companies, strata, the seats that saw nothing, and the 2 x 2 of a pair."""

from __future__ import annotations

import math

import polars as pl
import pytest

from balance.analysis.cards.facts import card_facts
from balance.analysis.cards.numbers import Compared
from balance.analysis.cards.pairs import FEW, PEERS, card_pairs
from helpers.card_runs import HandRun, by_card, table_of
from helpers.card_worlds import played, world


def companies(line_ups: list[str], wins: list[int]) -> list[str]:
    """The company of every game, from the styles at its two seats (a letter each) and the seat that won."""
    shares = [[float(seat == winner) for seat in range(2)] for winner in wins]
    games, seats = table_of(shares, [list(line_up) for line_up in line_ups])
    run = HandRun(games, seats, [{"game_no": 0, "seat": 0, "card": "A", "seen": 1}])
    card_facts(run)
    rows = run.frame("SELECT DISTINCT game_no, company FROM seat_facts ORDER BY game_no")
    assert rows.height == len(line_ups), "one company per table"
    return rows["company"].to_list()


def test_thirds_of_the_tables_by_the_styles_at_them():
    """a won 4 of 4, b 2 of 4 (twice each against the other), c none of 4: levels 1, 1/2, 0."""
    line_ups = ["ac", "ac", "ab", "ab", "bc", "bc"]
    # means of the levels: 1/2, 1/2, 3/4, 3/4, 1/4, 1/4
    assert companies(line_ups, [0, 0, 0, 0, 0, 0]) == ["mixed", "mixed", "strong", "strong", "weak", "weak"]


def test_one_company_is_mixed():
    assert companies(["ab", "ba", "ab"], [0, 0, 1]) == ["mixed"] * 3
    assert companies(["aa", "aa"], [0, 1]) == ["mixed"] * 2


def test_a_large_middle_leaves_both_ends():
    """Most tables are alike: those below are weak, as those above are strong."""
    line_ups = ["cc", *["ac"] * 6, "aa"]
    assert companies(line_ups, [0] * 8) == ["weak", *["mixed"] * 6, "strong"]


def test_seats_are_only_compared_within_their_stratum():
    """Deck x holds A and wins less. There, who took A won 1/2 more; in deck y everybody took it and won."""
    games, seats = table_of([[1, 0], [0, 0], [1, 1], [1, 1]], [["s", "s"]] * 4)
    for row in seats:
        row["deck"] = "x" if row["game_no"] < 2 else "y"
    took = {(0, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)}
    cards = [
        {"game_no": game, "seat": seat, "card": "A", "seen": 1, "taken": int((game, seat) in took)}
        for game in range(4)
        for seat in range(2)
    ]
    row = by_card(HandRun(games, seats, cards, strata=("deck",)).summary().table)["A"]
    assert row["plain"] == pytest.approx((1 + 0 + 1 + 1 + 1 + 1) / 6 - (0 + 0) / 2)
    # deck x, seat 0: 1 took (won), 1 did not (lost); seat 1: 1 took (lost), 1 did not (lost); deck y compares nothing
    assert row["alike"] == pytest.approx(((1 - 0) + (0 - 0)) / 2)


def test_unseen_are_the_other_seats_of_the_strata_where_it_was_met():
    """A is of deck x only: that deck y always wins says nothing of A."""
    games, seats = table_of([[1, 0], [0.5, 0.5], [1, 1]], [["s", "s"]] * 3)
    for row in seats:
        row["deck"] = "x" if row["game_no"] < 2 else "y"
    cards = [
        {"game_no": 0, "seat": 0, "card": "A", "seen": 1},
        {"game_no": 1, "seat": 0, "card": "A", "seen": 0, "used_by_others": 1},
        {"game_no": 2, "seat": 0, "card": "B", "seen": 2},
    ]
    rows = by_card(HandRun(games, seats, cards, strata=("deck",)).summary().table)
    assert rows["A"]["win_unseen"] == pytest.approx((0 + 0.5 + 0.5) / 3)
    assert rows["B"]["win_unseen"] == pytest.approx(1 / 1)


def test_several_strata_are_one():
    games, seats = table_of([[1, 0]], [["s", "s"]])
    seats = [row | {"deck": f"d{row['seat']}", "side": "w"} for row in seats]
    run = HandRun(games, seats, [{"game_no": 0, "seat": 0, "card": "A", "seen": 1}], strata=("deck", "side"))
    assert card_facts(run).seats["stratum"].to_list() == ["d0/w", "d1/w"]


def test_only_the_first_cases_are_looked_at_one_by_one():
    games, seats = table_of([[1, 0]] * 10, [["s", "t"]] * 10)
    cards = [{"game_no": game, "seat": seat, "card": "A", "seen": 1} for game in range(10) for seat in range(2)]
    facts = card_facts(HandRun(games, seats, cards), limit=6)
    assert (facts.games, facts.cases_games) == (10, 3)
    assert facts.cells["n"].sum() == 20
    assert sorted(facts.cases["game_no"]) == [0, 0, 1, 1, 2, 2]


def test_the_made_up_worlds_have_the_facts_that_the_queries_find():
    """The other tests of this folder trust them."""
    made = played(world(cards=8, hand=2, picks=1), 60, seed=4)
    rows = made.cases.with_columns(pl.col("card", "agent", "company").cast(pl.String)).to_dicts()
    games = list({row["game_no"]: {"game_no": row["game_no"], "turns": row["turns"]} for row in rows}.values())
    places = made.seats.select("cell", "seat").unique()
    seats = made.cases.drop("seat").join(places, on="cell").unique(["game_no", "seat"])
    cards = [row | {name: int(row[name]) for name in ("seen", "taken", "played", "used")} for row in rows]
    facts = card_facts(HandRun(games, seats.cast({"agent": pl.String}).to_dicts(), cards))
    keys = ["card", "agent", "seen", "taken", "played", "used"]

    def summed(frame: pl.DataFrame) -> list[tuple]:
        names = frame.with_columns(pl.col("card", "agent").cast(pl.String))
        return names.group_by(keys).agg(pl.col("n", "w").sum().round(6)).sort(keys).rows()

    assert summed(facts.cells) == summed(made.cells)
    turns = ["card", "first_turn", "met_turn", "turns", "n", "w"]
    assert facts.turns.cast({"card": pl.String}).select(turns).sort(turns).rows() == [
        tuple(row) for row in made.turns.cast({"card": pl.String}).select(turns).sort(turns).rows()
    ]


# ---------------------------------------------------------------- pairs


def pair_run(wins: dict[str, int], times: int | dict[str, int]) -> HandRun:
    """Seats that saw A and B and took what the keys say, of which so many of ``times`` won against nobody in sight."""
    shares, cards = [], []
    for taken, won in wins.items():
        for number in range(times if isinstance(times, int) else times[taken]):
            game = len(shares)
            shares.append([float(number < won), float(number >= won)])
            cards += [{"game_no": game, "seat": 0, "card": card, "seen": 1, "taken": card in taken} for card in "AB"]
    games, seats = table_of(shares, [["s", "t"]] * len(shares))
    return HandRun(games, seats, cards)


def test_synergy_is_what_both_win_beyond_their_parts():
    """Of 60 each: both won 48, only A 30, only B 24, neither 12."""
    pair = pair_run({"AB": 48, "A": 30, "B": 24, "": 12}, 60).summary().pairs.row(0, named=True)
    assert (pair["card"], pair["other"], pair["together"]) == ("A", "B", 60)
    assert pair["synergy"] == pytest.approx(48 / 60 - 30 / 60 - 24 / 60 + 12 / 60)
    error = math.sqrt(sum(won / 60 * (1 - won / 60) / 59 for won in (48, 30, 24, 12)))
    assert pair["synergy_se"] == pytest.approx(error)
    assert pair["synergy_high"] - pair["synergy"] == pytest.approx(1.959964 * error)
    assert not pair["sure"]


def test_a_large_synergy_is_sure():
    pair = pair_run({"AB": 58, "A": 10, "B": 10, "": 12}, 60).summary().pairs.row(0, named=True)
    assert pair["synergy"] == pytest.approx((58 - 10 - 10 + 12) / 60)
    assert pair["sure"]


def test_a_small_group_that_happens_to_be_alike_makes_nothing_sure():
    """The only 50 with both all lost, where 8 % win: that may be luck, and says nothing of how sure it is."""
    run = pair_run({"AB": 0, "A": 40, "B": 40, "": 40}, {"AB": FEW, "A": 500, "B": 500, "": 500})
    pair = run.summary().pairs.row(0, named=True)
    assert pair["synergy"] == pytest.approx(-0.08)
    assert pair["synergy_high"] < 0
    assert not pair["sure"]


def test_pairs_of_which_one_group_is_small_are_not_looked_at():
    assert pair_run({"AB": 9, "A": 9, "B": 9, "": 9}, FEW - 1).summary().pairs.height == 0


def test_what_all_pairs_of_two_kinds_have_in_common_is_no_synergy():
    facts = played(world(cards=8, hand=6, picks=3, own_decks=True), 1500, seed=3)
    compared = Compared.of(facts)
    assert set(compared.events["event"]) == {"taken"}
    names = [f"card-{n:02}" for n in range(8)]
    plain = card_pairs(compared, dict(zip(names, names, strict=True)))
    usual = card_pairs(compared, dict.fromkeys(names, "card"))
    both = plain.join(usual, on=["card", "other"], suffix="_rest")
    mean = (both["synergy"] / both["synergy_se"] ** 2).sum() / (1 / both["synergy_se"] ** 2).sum()
    assert both.height == 28
    assert (both["synergy"] - both["synergy_rest"]).to_list() == pytest.approx([mean] * 28)


def test_what_pairs_have_in_common_is_known_from_ten_on():
    """Five cards of a kind make ten pairs, the other three make three."""
    compared = Compared.of(played(world(cards=8, hand=6, picks=3, own_decks=True), 1500, seed=3))
    kinds = {f"card-{n:02}": "five" if n < 5 else "three" for n in range(8)}
    plain = card_pairs(compared, {name: name for name in kinds})
    both = plain.join(card_pairs(compared, kinds), on=["card", "other"], suffix="_rest")
    kind, other = (pl.col(name).replace_strict(kinds) for name in ("card", "other"))
    of_five, of_three = (both.filter(kind == name, other == name) for name in ("five", "three"))
    assert (of_five.height, of_three.height) == (PEERS, 3)
    assert (of_five["synergy"] - of_five["synergy_rest"]).abs().min() > 1e-6
    assert of_three["synergy"].equals(of_three["synergy_rest"].alias("synergy"))


def test_good_players_who_take_both_make_no_synergy():
    """The style that wins takes both, the other neither; inside each style the cards do nothing."""
    shares, cards = [], []
    for game in range(800):
        good = game % 2
        # by turns both, one, other and none; the good take both mostly
        kind = (game // 2) % 10
        taken = ("AB" if kind < 7 else "A" if kind < 8 else "B" if kind < 9 else "") if good else (
            "" if kind < 7 else "A" if kind < 8 else "B" if kind < 9 else "AB"
        )  # fmt: skip
        won = float((game // 20) % 4 < (3 if good else 1))
        shares.append([won, 1 - won])
        cards += [{"game_no": game, "seat": 0, "card": card, "seen": 1, "taken": card in taken} for card in "AB"]
    games, seats = table_of(shares, [["good" if game % 2 else "bad", "other"] for game in range(800)])
    pair = HandRun(games, seats, cards).summary().pairs.row(0, named=True)
    assert pair["synergy"] == pytest.approx(0, abs=1e-9)
