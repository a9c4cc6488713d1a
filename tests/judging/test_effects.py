"""Means of differences: their values and their uncertainty, against what can be counted or simulated."""

from __future__ import annotations

import math
import statistics

import numpy as np
import polars as pl
import pytest

from balance.judging.effects import FEWEST, UNSEEN, Effect, effect, less_their_mean


def rows(case: list[int], before: list[float], after: list[float]) -> pl.DataFrame:
    return pl.DataFrame({"case": case, "before": before, "after": after, "weight": 1})


def test_the_mean_is_over_players_and_its_error_that_of_independent_games():
    change = [0.5, 0.0, -0.5, 1.0, 0.25] * 8
    measured = effect(rows(list(range(40)), change, [0.0] * 40), "before", "after")
    assert measured.value == pytest.approx(statistics.fmean(change))
    seen = statistics.stdev(change) / math.sqrt(40)
    assert measured.se == pytest.approx(math.hypot(seen, UNSEEN / 40))
    assert measured.known


def test_players_of_one_game_who_change_together_count_as_one():
    change = [1.0, 0.0] * 20
    alone = effect(rows(list(range(40)), change, [0.0] * 40), "before", "after")
    twice = effect(rows([*range(40), *range(40)], change * 2, [0.0] * 80), "before", "after")
    assert twice.value == alone.value
    assert twice.se == pytest.approx(alone.se)


def test_the_order_of_rows_is_nothing_to_the_effect():
    chance = np.random.default_rng(5)
    case, change = chance.integers(0, 60, 200), chance.normal(0.1, 1.0, 200)
    there = rows(case.tolist(), change.tolist(), [0.0] * 200)
    given, sorted_ = effect(there), effect(there.sort("case", maintain_order=True))
    assert (given.value, given.se, given.cases.tolist()) == (sorted_.value, sorted_.se, sorted(set(case.tolist())))


def test_a_row_that_stands_for_several_counts_as_often():
    """Of games without a user one in four is played: neither mean nor its error is other than should be on average."""
    chance = np.random.default_rng(3)
    effects = []
    for _ in range(400):
        used, idle = chance.normal(0.1, 1.0, 300), chance.normal(-0.2, 1.0, 300)
        kept = idle[chance.random(300) < 1 / 4]
        change = [*used, *kept]
        frame = rows(list(range(len(change))), change, [0.0] * len(change))
        effects.append(effect(frame.with_columns(weight=pl.Series([1] * 300 + [4] * len(kept))), unseen=0.0))
    values = [measured.value for measured in effects]
    assert statistics.fmean(values) == pytest.approx(-0.05, abs=4 * statistics.stdev(values) / math.sqrt(400))
    assert statistics.fmean(measured.se for measured in effects) == pytest.approx(statistics.stdev(values), rel=0.15)


def test_where_nothing_changes_the_effect_is_exactly_nothing_and_not_quite_certain():
    still = effect(rows(list(range(400)), [0.25] * 400, [0.25] * 400), "before", "after")
    assert (still.value, still.low, still.high) == (0.0, -still.high, pytest.approx(1.96 * UNSEEN / 400, rel=0.01))


@pytest.mark.parametrize("games", [0, 1, FEWEST - 1])
def test_few_games_say_nothing(games):
    assert not effect(rows(list(range(games)), [1.0] * games, [0.0] * games), "before", "after").known


def paired(chance: np.random.Generator, games: int) -> pl.DataFrame:
    """A card worth 5 points. Of who wins with it, four in ten win because of what they are and do without it."""
    steady, luck, other_luck = chance.random((3, games))
    won = np.where(steady < 0.4, luck < 0.5, luck < 0.3)
    wins_without = np.where(other_luck < 0.4, won, chance.random(games) < 0.33)
    return rows(list(range(games)), won.astype(float).tolist(), wins_without.astype(float).tolist())


def test_where_all_were_played_again_it_is_nothing_new_how_all_fared():
    frame = paired(np.random.default_rng(2), 300)
    alone, with_all = effect(frame), effect(frame, everybody=frame.drop("after"))
    assert (with_all.value, with_all.se, with_all.seen) == (pytest.approx(alone.value), pytest.approx(alone.se), 300)


def test_who_were_luckier_than_all_are_put_right():
    """300 of 900 players: their win share is far above that of all, and so is what they seem to owe to the card."""
    all_rows = paired(np.random.default_rng(4), 900)
    lucky = pl.concat([all_rows.filter(before=1.0)[:150], all_rows.filter(before=0.0)[:150]]).sort("case")
    truth, some = effect(all_rows), effect(lucky)
    corrected = effect(lucky, everybody=all_rows)
    assert some.value > truth.value + 3 * truth.se
    assert corrected.value == pytest.approx(truth.value, abs=2 * corrected.se)
    assert (corrected.seen, len(corrected.cases)) == (300, 900)


def test_what_changes_for_nobody_changes_for_nobody_however_all_fared():
    frame = paired(np.random.default_rng(3), 200).with_columns(after="before")
    still = effect(frame[:60], everybody=frame)
    assert still.value == 0.0
    assert still.se == pytest.approx(UNSEEN / 60)


def test_of_few_games_played_again_nothing_is_put_right():
    frame = paired(np.random.default_rng(3), 200)
    few = frame[: FEWEST - 1]
    assert effect(few, everybody=frame).value == effect(few).value


@pytest.mark.slow
@pytest.mark.parametrize(("some", "games"), [(90, 900), (300, 900), (FEWEST, 150)])
def test_the_error_is_right_and_smaller_where_it_is_known_how_all_fared(some, games):
    chance = np.random.default_rng(11)
    plain, with_all = [], []
    for _ in range(500):
        frame = paired(chance, games)
        plain.append(effect(frame[:some], unseen=0.0))
        with_all.append(effect(frame[:some], unseen=0.0, everybody=frame))
    values = [measured.value for measured in with_all]
    spread = statistics.stdev(values)
    assert statistics.fmean(measured.se for measured in with_all) == pytest.approx(spread, rel=0.1)
    assert statistics.fmean(values) == pytest.approx(
        statistics.fmean(measured.value for measured in plain), abs=4 * spread / math.sqrt(500)
    )
    assert spread < 0.95 * statistics.stdev(measured.value for measured in plain)


def test_less_their_mean_sums_to_nothing():
    effects = [Effect(value, 0.1, np.arange(5), np.full(5, 0.1 / math.sqrt(5)), 5) for value in (0.3, -0.1, 0.4)]
    assert sum(left.value for left in less_their_mean(effects)) == pytest.approx(0.0)


@pytest.mark.slow
def test_the_error_of_power_knows_that_cards_share_games():
    """Three cards in the same games: what moves all alike is no error of their differences."""
    chance = np.random.default_rng(7)
    values, errors = [], []
    for _ in range(300):
        shared = chance.normal(size=200)
        frames = [rows(list(range(200)), list(shared + chance.normal(size=200) / 4), [0.0] * 200) for _ in range(3)]
        first = less_their_mean([effect(frame, "before", "after") for frame in frames])[0]
        values.append(first.value)
        errors.append(first.se)
    assert statistics.fmean(errors) == pytest.approx(statistics.stdev(values), rel=0.1)
    assert statistics.fmean(errors) < 0.5 / math.sqrt(200)
