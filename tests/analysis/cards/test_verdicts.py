"""What is said of cards, from numbers made up for it."""

from __future__ import annotations

import math

import polars as pl
import pytest

from balance.analysis.cards.verdicts import (
    FAIR,
    FEW,
    MOST_GAMES,
    STRONG,
    UNDECIDED,
    WEAK,
    against_peers,
    roles,
    survival,
    verdicts,
)

ROW = {"card": "A", "effect": 0.0, "effect_se": 0.01, "did": 1000, "didnt": 1000}
KINDS = {
    "card": pl.String,
    "effect": pl.Float64,
    "effect_se": pl.Float64,
    "effect_low": pl.Float64,
    "effect_high": pl.Float64,
    "did": pl.Int64,
    "didnt": pl.Int64,
    "kind": pl.String,
    "set": pl.String,
    "event": pl.String,
    "group": pl.String,
    "verdict": pl.String,
}


def frame(*rows: dict) -> pl.DataFrame:
    """These rows, with what is usual where they say nothing."""
    full = [ROW | row for row in rows]
    for row in full:
        if row["effect"] is not None and row["effect_se"] is not None:
            row.setdefault("effect_low", row["effect"] - 1.96 * row["effect_se"])
            row.setdefault("effect_high", row["effect"] + 1.96 * row["effect_se"])
    return pl.DataFrame([{name: row.get(name) for name in KINDS} for row in full], schema=KINDS)


def said(*rows: dict, players: int = 4, games: int = 1000, margin: float = 0.10) -> list[tuple[str, int | None]]:
    """The verdict and the games needed of each."""
    return verdicts(frame(*rows), players, games, margin).select("verdict", "games_needed").rows()


# ---------------------------------------------------------------- verdicts


@pytest.mark.parametrize(
    ("effect", "se", "verdict"),
    [
        (0.10, 0.010, STRONG),  # 0.40 lift, of which 0.08 are luck
        (-0.10, 0.010, WEAK),
        (0.0, 0.010, FAIR),  # 0 +- 0.08 lift
        (0.02, 0.002, FAIR),
        (0.02, 0.010, UNDECIDED),  # 0.08 +- 0.08 lift
        (0.03, 0.010, UNDECIDED),  # 0.12 +- 0.08
        (0.0, 0.100, UNDECIDED),
    ],
)
def test_size_and_certainty(effect, se, verdict):
    assert said({"effect": effect, "effect_se": se})[0][0] == verdict


def test_lift_is_players_times_win_share():
    row = verdicts(frame({"effect": 0.1}), 3, 100).row(0, named=True)
    assert row["lift"] == pytest.approx(0.3)
    assert (row["lift_low"], row["lift_high"]) == pytest.approx((0.3 - 3 * 0.0196, 0.3 + 3 * 0.0196))


def test_cards_without_a_figure_are_not_among_the_many():
    alone = {"effect": 0.05, "effect_se": 0.011}
    unknown = {"effect": None, "effect_se": None, "did": None, "didnt": None}
    few = {"effect": 0.0, "effect_se": 0.01, "did": FEW - 1}
    assert said(alone, *[unknown] * 99)[0][0] == STRONG
    assert said(alone, *[few] * 99)[0][0] == STRONG


def test_among_many_cards_one_must_stand_out_more():
    """0.05 win share, error 0.011: beyond the margin of 0.025 by 2.3 errors, which one card of a hundred is by luck."""
    alone = {"effect": 0.05, "effect_se": 0.011}
    assert said(alone)[0][0] == STRONG
    assert said(alone, *[{"effect_se": 0.004}] * 99)[0][0] == UNDECIDED
    assert said(*[alone] * 100)[0][0] == STRONG, "when all do, it is no luck"


def test_too_few_seats_say_nothing():
    few = {"effect": 0.4, "effect_se": 0.001, "didnt": FEW - 1}
    assert said(few) == [(UNDECIDED, math.ceil(1000 * FEW / (FEW - 1)))]
    assert said(few | {"didnt": FEW})[0][0] == STRONG


def test_nothing_to_compare_is_undecided():
    assert said({"effect": None, "effect_se": None, "did": None, "didnt": None}) == [(UNDECIDED, None)]
    assert said({"effect": 0.2, "effect_se": None}) == [(UNDECIDED, None)]
    assert verdicts(frame().clear(), 4, 100).height == 0


def test_a_card_with_which_all_win_is_not_undecided_for_want_of_an_error():
    assert said({"effect": 1.0, "effect_se": 0.0}) == [(STRONG, None)]
    assert said({"effect": 0.0, "effect_se": 0.0}) == [(FAIR, None)]
    assert said({"effect": 0.0, "effect_se": 0.0, "did": FEW}, margin=0.05)[0][0] == UNDECIDED


def test_no_margin_and_a_huge_one():
    rows = [{"effect": 0.1}, {"effect": 0.01}, {"effect": 0.0}, {"effect": -0.1}]
    assert [word for word, _ in said(*rows, margin=0.0)] == [STRONG, UNDECIDED, UNDECIDED, WEAK]
    assert [word for word, _ in said(*rows, margin=100.0)] == [FAIR] * 4


def test_games_needed_grow_as_the_distance_shrinks():
    needed = [said({"effect": lift / 4, "effect_se": 0.05})[0][1] for lift in (0.4, 0.3, 0.2, 0.15)]
    assert needed == sorted(needed)
    assert None not in needed
    assert said({"effect": 0.1 / 4, "effect_se": 0.05}) == [(UNDECIDED, None)], "on the margin: no number would do"
    far, near = (said({"effect": lift / 4, "effect_se": 0.05})[0][1] for lift in (0.30, 0.20))
    assert near / far == pytest.approx(4, rel=0.01), "half the distance, four times the games"
    assert max(needed) < 1000 * MOST_GAMES


def test_a_card_that_would_need_millions_of_games_is_given_no_forecast():
    row = {"effect": 0.2 / 4, "effect_se": 0.05}
    ((_, needed),) = said(row)
    assert said(row, games=1000 * 10_000_000 // needed) == [(UNDECIDED, pytest.approx(10_000_000, rel=0.01))]
    assert said(row, games=1001 * 10_000_000 // needed) == [(UNDECIDED, None)]


def test_games_needed_are_enough_and_not_absurd():
    """After so many games the error is smaller; then a card that is what it seems is decided, with room for luck."""
    for lift in (0.0, 0.02, 0.2, -0.3):
        row = {"effect": lift / 4, "effect_se": 0.04}
        ((word, needed),) = said(row)
        assert word == UNDECIDED
        later = row | {"effect_se": 0.04 * math.sqrt(1000 / needed)}
        assert said(later, games=needed)[0][0] == (FAIR if abs(lift) < 0.1 else STRONG if lift > 0 else WEAK)
        third = row | {"effect_se": 0.04 * math.sqrt(1000 / (0.3 * needed))}
        assert said(third)[0][0] == UNDECIDED


def test_games_needed_leave_room_for_luck():
    """0.30 lift, error 0.20, margin 0.10: clear by 1.96 errors, and by 0.84 more, so that four of five are decided."""
    assert said({"effect": 0.3 / 4, "effect_se": 0.05}) == [(UNDECIDED, math.ceil(1000 * (1.959964 + 0.841621) ** 2))]
    inside = said({"effect": 0.02 / 4, "effect_se": 0.05})
    assert inside == [(UNDECIDED, math.ceil(1000 * ((1.959964 + 1.281552) * 0.20 / 0.08) ** 2))]


# ---------------------------------------------------------------- peers


def test_usual_is_the_mean_of_the_others_of_its_kind_and_set_weighed_by_seats():
    base = [{"card": name, "kind": "spell", "set": "one", "event": "taken", "did": 100} for name in "ABCD"]
    effects = (0.1, 0.2, 0.3, 0.4)
    rows = [row | {"effect": effect} for row, effect in zip(base, effects, strict=True)]
    rows[3]["did"] = 700
    usual = [(20 + 30 + 280) / 900, (10 + 30 + 280) / 900, (10 + 20 + 280) / 900, (10 + 20 + 30) / 300]
    stranger = {"card": "E", "kind": "spell", "set": "two", "event": "taken", "effect": 0.9, "did": 1000}
    other = {"card": "F", "kind": "tool", "set": "one", "event": "taken", "effect": 0.9, "did": 1000}
    nothing = {"card": "G", "kind": "spell", "set": "one", "event": None, "effect": None, "did": None}
    found = against_peers(frame(*rows, stranger, other, nothing))
    assert found["usual"].to_list()[:4] == pytest.approx(usual)
    assert found["effect"].to_list()[:4] == pytest.approx([e - u for e, u in zip(effects, usual, strict=True)])
    others = math.sqrt(100**2 + 100**2 + 700**2) / 900  # of their errors, 0.01 each
    error = 0.01 * math.sqrt(1 + others**2)
    assert found["effect_se"][0] == pytest.approx(error), "its own error and that of the mean it is measured by"
    assert found["effect_low"][0] == pytest.approx(0.1 - usual[0] - 1.959964 * error)
    assert found["usual"][4] == pytest.approx((10 + 20 + 30 + 280) / 1000), "of its set alone: then its kind"
    assert found["usual"][5] == 0, "of its kind alone"
    assert found["effect"][6] is None


def test_where_a_group_lacks_peers_those_of_all_seats_stand_in():
    rows = [{"card": name, "kind": "k", "set": "s", "event": "taken", "effect": 0.2, "group": "bold"} for name in "AB"]
    found = against_peers(frame(*rows).with_columns(overall=pl.lit(0.15)), by=("group",), lacking="overall")
    assert found["effect"].to_list() == pytest.approx([0.05, 0.05])


# ---------------------------------------------------------------- roles


def role(*rows: tuple[float | None, float | None, float | None, float | None]) -> list[str]:
    """Of desire, its error, effect and its error."""
    names = ("desire", "desire_se", "effect", "effect_se")
    return roles(pl.DataFrame(rows, schema=dict.fromkeys(names, pl.Float64), orient="row")).to_list()


def test_traps_and_sleepers():
    assert role((1, 0.1, -0.1, 0.01), (-1, 0.1, 0.1, 0.01)) == ["trap", "sleeper"]
    assert role((1, 0.1, 0.1, 0.01), (-1, 0.1, -0.1, 0.01)) == ["", ""], "wanted and good, or neither"
    assert role((1, 0.1, -0.01, 0.01), (0.1, 0.1, -0.1, 0.01)) == ["", ""], "one of the two may be luck"
    assert role((None, None, -0.1, 0.01), (1, 0.1, None, None), (1, None, -1, 0.1)) == ["", "", ""]


def test_among_many_cards_a_trap_must_be_surer():
    trap, other = (1, 0.1, -0.0220, 0.01), (1, 0.1, 0.0, 0.01)
    assert role(trap) == ["trap"]
    assert role(trap, *[other] * 99)[0] == ""


# ---------------------------------------------------------------- survival


def test_in_how_many_groups_a_verdict_holds():
    cards = frame({"card": "A", "verdict": STRONG}, {"card": "B", "verdict": FAIR}, {"card": "C", "verdict": UNDECIDED})
    among = frame(
        {"card": "A", "group": "u", "effect": 0.1},  # 0.4 lift: holds
        {"card": "A", "group": "v", "effect": 0.02},  # 0.08: does not
        {"card": "A", "group": "w", "effect": -0.1},  # turns round
        {"card": "A", "group": "x", "effect": -0.01},  # may be luck
        {"card": "A", "group": "y", "effect": 0.5, "did": FEW - 1},  # too few to count
        {"card": "B", "group": "u", "effect": 0.0},
        {"card": "B", "group": "v", "effect": -0.1},  # beyond the margin
        {"card": "C", "group": "u", "effect": 0.1},
    )
    found = {row["card"]: row for row in survival(cards, among.drop("verdict"), 4).to_dicts()}
    assert (found["A"]["holds"], found["A"]["groups"], found["A"]["against"]) == (1, 4, ["w"])
    assert (found["B"]["holds"], found["B"]["groups"], found["B"]["against"]) == (1, 2, ["v"])
    assert (found["C"]["holds"], found["C"]["groups"], found["C"]["against"]) == (0, 1, [])


def test_a_card_of_no_group():
    found = survival(frame({"card": "A", "verdict": FAIR}), frame().drop("verdict").clear(), 4).row(0, named=True)
    assert (found["holds"], found["groups"], found["against"]) == (0, 0, None)
