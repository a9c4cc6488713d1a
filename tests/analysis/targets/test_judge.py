"""Verdicts on targets: given a figure and a band, when it is judged, then it passes, fails, or is open."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.analysis.stats import joint_z, round_number
from balance.analysis.targets.judge import FAIL, INCONCLUSIVE, PASS, judge, judge_all, judge_one
from balance.analysis.targets.measures import MEASURES, Estimate, Goal

GAMES = 1000
FOUR_PLAYERS = SimpleNamespace(plan=SimpleNamespace(players=4))


def goal(at_least: float | None, at_most: float | None, margin: float, measure: str = "length", **options) -> Goal:
    """What is wanted."""
    return Goal(MEASURES[measure], "", at_least, at_most, margin, options)


def mean(value: float | None, se: float | None, subject: str = "", n: int = GAMES, reason: str = "") -> Estimate:
    """A mean that was found."""
    return Estimate(subject, value, se, n, reason=reason)


@pytest.mark.parametrize(
    ("value", "se", "at_least", "at_most", "margin", "verdict"),
    [
        (15.0, 0.1, 12, 20, 0.5, PASS),  # inside
        (20.0, 0.1, 12, 20, 0.5, PASS),  # on the edge, surely inside the widened band
        (20.2, 0.1, 12, 20, 0.5, PASS),  # a little outside, but surely within the margin
        (20.4, 0.1, 12, 20, 0.5, INCONCLUSIVE),  # perhaps beyond the margin
        (20.6, 0.1, 12, 20, 0.5, FAIL),  # beyond the margin, and surely outside the band
        (20.6, 0.4, 12, 20, 0.5, INCONCLUSIVE),  # beyond the margin, but the band may hold it
        (11.4, 0.1, 12, 20, 0.5, FAIL),
        (11.6, 0.1, 12, 20, 0.5, INCONCLUSIVE),
        (16.0, 9.0, 12, 20, 0.5, INCONCLUSIVE),  # nothing is known
        (16.0, 0.1, None, 20, 0.0, PASS),
        (16.0, 0.1, 20, None, 0.0, FAIL),
        (20.0, 0.0, 12, 20, 0.0, PASS),  # no margin, no error
        (20.1, 0.0, 12, 20, 0.0, FAIL),
        (-99.0, 0.1, None, 20, 0.5, PASS),
    ],
)
def test_a_verdict_needs_size_and_certainty(value, se, at_least, at_most, margin, verdict):
    assert judge_one(goal(at_least, at_most, margin), mean(value, se), GAMES).verdict == verdict


@pytest.mark.parametrize("value", [None, float("nan"), float("inf"), -math.inf])
@pytest.mark.parametrize("place", ["value", "se"])
def test_what_cannot_be_computed_fails_and_says_why(value, place):
    figure = mean(value, 0.1) if place == "value" else mean(15.0, value)
    judged = judge_all(goal(12, 20, 1), [figure], GAMES)
    assert (judged.verdict, judged.value, judged.reason) == (FAIL, None, "is not a number")
    told = judge_all(goal(12, 20, 1), [mean(None, None, reason="nobody sat there")], GAMES)
    assert (told.verdict, told.reason) == (FAIL, "nobody sat there")


def test_nothing_to_judge_fails():
    assert judge_all(goal(0, 1, 1), [], GAMES).verdict == FAIL


def test_few_cases_are_no_certainty():
    """Thirty seats at least: below, even a value without any spread says nothing."""
    judged = judge_one(goal(12, 20, 0.5), mean(15.0, 0.0, n=10), GAMES)
    assert (judged.verdict, judged.games_needed) == (INCONCLUSIVE, 3000)
    assert judge_one(goal(12, 20, 0.5), mean(15.0, 0.0, n=30), GAMES).verdict == PASS


@pytest.mark.parametrize(
    ("value", "se", "margin"),
    [(20.8, 1, 0.5), (20.3, 1, 0.5), (19.0, 2, 0.5), (20.0, 1, 0.2), (25.0, 4, 1.0), (16.0, 3, 0.5)],
)
def test_the_games_needed_would_decide_it(value, se, margin):
    judged = judge_one(goal(12, 20, margin), mean(value, se), GAMES)
    assert judged.verdict == INCONCLUSIVE
    enough = se * math.sqrt(GAMES / judged.games_needed)
    assert judge_one(goal(12, 20, margin), mean(value, enough), GAMES).verdict != INCONCLUSIVE
    some = se * math.sqrt(GAMES / (judged.games_needed / 3))
    assert judge_one(goal(12, 20, margin), mean(value, some), GAMES).verdict == INCONCLUSIVE


def test_on_the_edge_no_number_of_games_is_named():
    judged = judge_all(goal(12, 20, 0.5), [mean(20.5, 0.1)], GAMES)
    assert (judged.verdict, judged.games_needed) == (INCONCLUSIVE, None)


def test_more_games_are_not_asked_for_where_they_do_not_help():
    figure = Estimate("", 0.1, 0.02, 10_000, share=True, grows=False)
    judged = judge_all(goal(0.12, None, 0.01, "comeback"), [figure], GAMES)
    assert (judged.verdict, judged.games_needed) == (INCONCLUSIVE, None)
    assert judged.reason == "more games do not help here: widen the margin"


@pytest.mark.parametrize(("games", "rounded"), [(7, 7), (99, 99), (100.2, 110), (1234, 1300), (20_001, 21_000)])
def test_games_are_named_in_round_numbers(games, rounded):
    assert round_number(games) == rounded


@pytest.mark.parametrize(
    ("hits", "games", "at_least", "at_most", "verdict"),
    [
        (0, 2_000, None, 0.0, PASS),
        (0, 2_000, None, 0.0005, PASS),
        (0, 10, None, 0.0, INCONCLUSIVE),
        (1, 2_000, None, 0.0, INCONCLUSIVE),
        (1, 200_000, None, 0.0, PASS),
        (40, 2_000, None, 0.0, FAIL),
        (0, 2_000, 0.1, 0.3, FAIL),
    ],
)
def test_what_is_wanted_never_and_was_never_seen_is_as_wanted(hits, games, at_least, at_most, verdict):
    share = hits / games
    seen = Estimate("", share, (share * (1 - share) / games) ** 0.5, games, share=True)
    assert judge_one(goal(at_least, at_most, 0.001, "unfinished"), seen, games).verdict == verdict


# ---------------------------------------------------------------- families


def share(subject: str, gap: float, se: float = 0.002) -> Estimate:
    """The distance of a seat's win share from a quarter."""
    return Estimate(subject, gap, se, 1_000_000, share=True, even=0.25)


def test_a_family_is_as_good_as_its_worst_and_names_it():
    limit = goal(None, 0.02, 0.01, "seat_gap")
    judged = judge_all(limit, [share("seat 1", 0.001), share("seat 2", -0.06), share("seat 3", 0.05)], GAMES)
    assert (judged.verdict, judged.subject, judged.culprits) == (FAIL, "seat 2", ("seat 2", "seat 3"))
    assert judged.value == pytest.approx(-0.06)
    fine = judge_all(limit, [share("seat 1", 0.001), share("seat 2", -0.015)], GAMES)
    assert (fine.verdict, fine.subject, fine.culprits) == (PASS, "seat 2", ())


def test_an_open_member_keeps_a_family_from_passing():
    limit = goal(None, 0.02, 0.01, "seat_gap")
    judged = judge_all(limit, [share("seat 1", 0.0), share("seat 2", 0.03, 0.01)], GAMES)
    assert (judged.verdict, judged.culprits) == (INCONCLUSIVE, ("seat 2",))
    assert judged.games_needed is None  # on the edge
    both = [share("seat 1", 0.0, 0.03), share("seat 2", 0.02, 0.01)]
    needed = [judge_one(limit, figure, GAMES, joint_z(2)).games_needed for figure in both]
    assert judge_all(limit, both, GAMES).games_needed == max(needed)


def test_a_missing_member_fails_the_family():
    limit = goal(None, 0.9, 0.01, "seat_gap")
    judged = judge_all(limit, [share("seat 1", 0.0), mean(None, None, "seat 2", reason="nobody sat there")], GAMES)
    assert (judged.verdict, judged.subject, judged.reason) == (FAIL, "seat 2", "nobody sat there")


def test_intervals_of_a_family_hold_together():
    """One of twenty cards is out by chance sooner than one alone: its interval must be wider."""
    limit = goal(-0.1, 0.1, 0.0, "card_improvement")
    alone = judge_all(limit, [mean(0.14, 0.018, "A")], GAMES)
    among = judge_all(limit, [mean(0.14, 0.018, "A"), *(mean(0.0, 0.01, str(n)) for n in range(19))], GAMES)
    assert (alone.verdict, among.verdict) == (FAIL, INCONCLUSIVE)
    assert joint_z(20) == pytest.approx(3.0233, abs=1e-4)


def test_cards_without_a_figure_are_told_only_where_that_is_wanted():
    figures = [mean(0.0, 0.01, "A"), mean(None, None, "B", reason="no player encountered it")]
    measure = SimpleNamespace(estimates=lambda *_: figures, name="card_improvement", unit="lift")
    for word, verdict, without_figure in (("fail", FAIL, ()), ("tell", PASS, ("B",))):
        asked = Goal(measure, "", -0.1, 0.1, 0.05, {"without_figure": word})
        judged = judge(asked, FOUR_PLAYERS, (asked,), GAMES)
        assert (judged.verdict, judged.without_figure) == (verdict, without_figure)
        assert judged.as_json()["untold"] == without_figure


def test_telling_of_nothing_but_gaps_fails():
    measure = SimpleNamespace(
        estimates=lambda *_: [mean(None, None, "B", reason="no player encountered it")],
        name="card_improvement",
        unit="lift",
    )
    asked = Goal(measure, "", -0.1, 0.1, 0.05, {"without_figure": "tell"})
    assert judge(asked, FOUR_PLAYERS, (asked,), GAMES).verdict == FAIL


# ---------------------------------------------------------------- whatever the numbers

numbers = st.floats(-50, 50)
members = st.lists(st.tuples(numbers, st.floats(0, 20), st.integers(0, 5000)), min_size=1, max_size=5)


@given(members, numbers, st.floats(0, 30), st.floats(0, 5), st.floats(0, 20), st.floats(0, 20), st.floats(0, 5))
def test_a_wider_band_is_never_harder(family, low, width, margin, below, above, more):
    """Neither from pass to fail, nor from open to fail, nor from pass to open."""
    figures = [mean(value, se, str(at), n) for at, (value, se, n) in enumerate(family)]
    narrow = judge_all(goal(low, low + width, margin), figures, GAMES).verdict
    wide = judge_all(goal(low - below, low + width + above, margin), figures, GAMES).verdict
    order = (FAIL, INCONCLUSIVE, PASS)
    assert not (narrow == PASS and wide != PASS)
    assert not (wide == FAIL and narrow != FAIL)
    lenient = judge_all(goal(low, low + width, margin + more), figures, GAMES).verdict
    assert order.index(lenient) >= order.index(narrow)


@given(members, numbers, st.floats(0, 30), st.floats(0, 5))
def test_an_open_target_names_more_games_than_were_played_or_none(family, low, width, margin):
    figures = [mean(value, se, str(at), n) for at, (value, se, n) in enumerate(family)]
    judged = judge_all(goal(low, low + width, margin), figures, GAMES)
    assert judged.games_needed is None or (judged.verdict == INCONCLUSIVE and judged.games_needed > GAMES)
