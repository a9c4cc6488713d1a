"""Every measure worked out by hand, on tables of a few games."""

from __future__ import annotations

import math
from types import SimpleNamespace

import polars as pl
import pytest

from balance.analysis.results import Results
from balance.analysis.targets.measures import MEASURES, Estimate, Goal
from helpers.tiny_database import Tiny

END = pl.Enum(["done", "cap", "stalemate"])


def games(turns: list[int], winners: list[int], ends: list[str] | None = None) -> pl.DataFrame:
    """The table games."""
    reasons = pl.Series("end_reason", ends or ["done"] * len(turns), dtype=END)
    return pl.DataFrame({"game_no": range(len(turns)), "turns": turns, "winners": winners}).with_columns(reasons)


def seats(*shares: tuple[float, ...], agents: str = "abc", points: tuple[int, int] = (1, 1)) -> pl.DataFrame:
    """The table seats: the win shares of each game's seats; every seat has so many points of two components."""
    rows = [
        {"game_no": game, "seat": seat, "agent": agents[seat], "win_share": share, "score": sum(points)}
        for game, row in enumerate(shares)
        for seat, share in enumerate(row)
    ]
    return pl.DataFrame(rows).with_columns(pts_one=pl.lit(points[0]), pts_two=pl.lit(points[1]))


def estimates(name: str, subject: str = "", plan: dict | None = None, goals: tuple = (), **frames: pl.DataFrame):
    """What a measure finds in these tables."""
    options = frames.pop("options", {})
    database = Tiny(**frames)
    database.plan = SimpleNamespace(
        **{
            "whole": True,
            "players": 3,
            "games": 4,
            "match_games": 1,
            "lineup": ("a", "b", "c"),
            "styles": (),
            **(plan or {}),
        }
    )
    goal = Goal(MEASURES[name], subject, None, 1.0, 0.0, options)
    return MEASURES[name].estimates(Results(database), goal, goals)


def only(family: list[Estimate]) -> Estimate:
    (estimate,) = family
    return estimate


def test_mean_length():
    estimate = only(estimates("length", games=games([4, 6, 6, 8], [1, 1, 1, 1])))
    assert (estimate.value, estimate.n, estimate.share) == (6.0, 4, False)
    assert estimate.se == pytest.approx(math.sqrt(8 / 3 / 4))
    low, high = estimate.interval()
    assert (low + high) / 2 == pytest.approx(6.0)
    assert high - low == pytest.approx(2 * 1.959964 * estimate.se, rel=1e-6)


@pytest.mark.parametrize(
    ("options", "share"),
    [
        ({"from": 6, "to": 8}, 0.75),
        ({"from": 7}, 0.25),
        ({"to": 4}, 0.25),
        ({"to": 3}, 0.0),
        ({"from": 4, "to": 8}, 1.0),
    ],
)
def test_share_of_games_that_last_so_long(options, share):
    estimate = only(estimates("length_band", options=options, games=games([4, 6, 6, 8], [1] * 4)))
    assert (estimate.value, estimate.n, estimate.share) == (share, 4, True)
    assert estimate.se == pytest.approx(math.sqrt(share * (1 - share) / 4))


def test_tie_rate_counts_shared_wins_and_not_those_of_nobody():
    assert only(estimates("tie_rate", games=games([5] * 5, [1, 2, 3, 0, 1]))).value == pytest.approx(0.4)


def test_unfinished_counts_caps_and_stalemates():
    ends = ["done", "cap", "stalemate", "done", "done"]
    assert only(estimates("unfinished", games=games([5] * 5, [1] * 5, ends))).value == pytest.approx(0.4)


def test_seat_gap_is_the_distance_from_an_even_share_of_every_seat():
    table = seats((1, 0, 0), (1, 0, 0), (0, 1, 0), (0.5, 0.5, 0))
    gaps = estimates("seat_gap", seats=table)
    assert [gap.subject for gap in gaps] == ["seat 1", "seat 2", "seat 3"]
    assert [gap.value for gap in gaps] == pytest.approx([2.5 / 4 - 1 / 3, 1.5 / 4 - 1 / 3, -1 / 3])
    assert gaps[0].se == pytest.approx(math.sqrt(((3 / 8) ** 2 * 2 + (5 / 8) ** 2 + (1 / 8) ** 2) / 3 / 4))
    low, high = gaps[2].interval()
    assert low == pytest.approx(-1 / 3)  # no share is below 0
    assert high > -1 / 3


def test_a_seat_nobody_sat_in_has_no_figure():
    gaps = estimates("seat_gap", plan={"players": 4}, seats=seats((1, 0, 0)))
    assert [gap.value is None for gap in gaps] == [False, False, False, True]
    assert gaps[3].reason == "nobody sat there"


def test_style_spread_judges_every_style_at_the_table_or_those_that_are_named():
    table = seats((1, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    distances = {estimate.subject: estimate.value for estimate in estimates("style_spread", seats=table)}
    assert distances == {"a": pytest.approx(1 / 6), "b": pytest.approx(-1 / 12), "c": pytest.approx(-1 / 12)}
    named = estimates("style_spread", options={"styles": ["b", "x"]}, seats=table)
    assert [(estimate.subject, estimate.value is None) for estimate in named] == [("b", False), ("x", True)]
    assert named[1].reason == "nobody played it"


def test_points_are_shares_of_what_is_gained():
    """Component two costs 1 for each 4 that one brings: all gains come from one, and a quarter of them is lost."""
    table = seats((1, 0, 0), (1, 0, 0), points=(4, -1))
    one, two = (only(estimates("points", name, seats=table)) for name in ("one", "two"))
    assert (one.value, two.value) == (pytest.approx(1.0), pytest.approx(-0.25))
    assert (one.se, two.se) == (pytest.approx(0.0), pytest.approx(0.0))


def test_the_error_of_a_share_of_points_is_that_of_a_ratio():
    table = seats((1, 0, 0), (1, 0, 0)).with_columns(pts_one=pl.Series([3, 0, 0, 1, 0, 0]), pts_two=pl.lit(1))
    estimate = only(estimates("points", "one", seats=table))
    assert estimate.value == pytest.approx(4 / 10)  # 3 of 6 points in one game, 1 of 4 in the other
    assert estimate.se == pytest.approx(math.sqrt((3 - 0.4 * 6) ** 2 + (1 - 0.4 * 4) ** 2) / 10)


def test_no_such_points_and_no_points_at_all():
    assert only(estimates("points", "three", seats=seats((1, 0, 0)))).value is None
    none = only(estimates("points", "one", seats=seats((1, 0, 0), points=(0, 0))))
    assert (none.value, none.reason) == (None, "no player has such points in the score, or nobody gained any points")


@pytest.mark.parametrize("name", ["length", "length_band", "tie_rate", "unfinished"])
def test_no_games_no_figure(name):
    estimate = only(estimates(name, games=games([], [])))
    assert (estimate.value, estimate.reason) == (None, "no game was played")


# ---------------------------------------------------------------- what asks the model or the cards


def results(**more) -> SimpleNamespace:
    """Results of which only these are asked."""
    kinds = {"A": "x", "B": "x", "C": "y"}
    rows = [SimpleNamespace(id=name, cell=lambda _, kind=kind: kind) for name, kind in kinds.items()]
    cards = SimpleNamespace(rows=rows)
    return SimpleNamespace(**{"plan": SimpleNamespace(players=2, games=500, card_table=cards), **more})


def test_a_comeback_is_a_winner_whose_chance_was_once_below_a_tenth():
    frame = pl.DataFrame({"tenth": [0, 3, 9], "games": [20, 30, 50]})
    measure = MEASURES["comeback"]
    estimate = only(measure.estimates(results(lowest_of_winners=frame), Goal(measure, "", 0.1, None, 0.0), ()))
    assert (estimate.value, estimate.n, estimate.grows) == (0.2, 100, True)
    none = only(measure.estimates(results(lowest_of_winners=pl.DataFrame()), Goal(measure, "", 0.1, None, 0.0), ()))
    assert none.value is None


def card(event: str | None = "taken", effect: float | None = 0.1, did: int = 400) -> dict:
    """A card's comparison."""
    return {"event": event, "effect": effect, "effect_se": None if effect is None else 0.02, "did": did, "didnt": 900}


def test_cards_are_judged_by_their_improvement_in_lift():
    made_up = results(improvements={"A": card(), "B": card(effect=-0.05, did=12), "C": card()})
    measure = MEASURES["card_improvement"]
    goal = Goal(measure, "", -0.2, 0.2, 0.05, {"kinds": ["x"]})
    a, b = measure.estimates(made_up, goal, (goal,))
    assert (a.subject, a.value, a.se, a.n) == ("A", pytest.approx(0.2), pytest.approx(0.04), 400)
    assert (b.subject, b.value, b.n) == ("B", pytest.approx(-0.1), 12)
    assert b.se == pytest.approx(2 / 12)  # never surer than one seat more or less


def test_cards_with_a_goal_of_their_own_or_left_out_are_not_in_the_family():
    made_up = results(improvements={"A": card(), "B": card(), "C": card()})
    family = Goal(MEASURES["card_improvement"], "", -0.2, 0.2, 0.05, {"leave_out": ["C"]})
    own = Goal(MEASURES["card"], "B", None, 0.5, 0.05)
    assert [estimate.subject for estimate in family.measure.estimates(made_up, family, (family, own))] == ["A"]
    assert [estimate.subject for estimate in own.measure.estimates(made_up, own, (family, own))] == ["B"]


@pytest.mark.parametrize(
    ("known", "reason"),
    [
        ({}, "no player encountered it"),
        ({"A": card(event=None)}, "nearly all players who encountered it did the same with it"),
        ({"A": card(effect=None)}, "no players alike both did it and left it"),
    ],
)
def test_a_card_that_cannot_be_judged_says_why(known, reason):
    estimate = only(MEASURES["card"].estimates(results(improvements=known), Goal(MEASURES["card"], "A", 0, 1, 0), ()))
    assert estimate.value is None
    assert estimate.reason.startswith(reason)
