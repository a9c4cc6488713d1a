"""Two arms side by side: the figures of a report, honest verdicts, the same outcome on any number of threads."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from balance.analysis.changes import changes
from balance.analysis.comparison import MOVED, NOT_COMPARABLE, SAME, UNDECIDED
from balance.analysis.database import Database
from balance.analysis.paired import FIRST_LOOK, judge
from balance.analysis.results import Results
from balance.analysis.sums import Sums, figures_of, numbers_of
from balance.analysis.tally import Counter, unlike
from balance.engine.game import Plan, find_game, game_ids
from balance.engine.game.headlines import CARD
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.batches import BATCH
from balance.engine.playing.runner import play_in_memory, simulate, simulated
from balance.judging.compare import CompareError, as_json, compare_plans, compare_runs
from balance.report.comparison.opening import text
from helpers.cards import frozen_file
from helpers.edited_plans import edited
from helpers.marks import one_by_day
from helpers.run_tools import small_plan

LOOK = 500
CATCH = ("FYG4", "points", "9")
FIGURES = find_game("fairy").figures


def plan_of(game: str, games: int, **more) -> Plan:
    return make_plan(Request(game, games=games, **more), frozen_file())


# ---------------------------------------------------------------- figures


def reported(plan: Plan) -> dict[tuple[str, str], float]:
    """The figures that the report of a plan's games has, but for those that are no ratio."""
    with simulated(plan) as run, Database(run) as database:
        return {
            (row["figure"], row["subject"]): row["value"]
            for row in Results(database).figures().iter_rows(named=True)
            if not row["figure"].endswith(("_sd", "_p5", "_p95"))
        }


@pytest.mark.slow
@pytest.mark.parametrize("game", one_by_day(game_ids(), "heroes"))
def test_the_figures_are_those_of_the_report(game):
    plan = plan_of(game, 90)
    rows = Counter(plan).rows(play_in_memory(plan), 0, 1)
    differences = {
        (figure.figure, figure.subject): figure for figure in judge(Sums.of([rows, rows], 90, 1), plan.game.figures)
    }
    figures = reported(plan)
    assert differences.keys() == figures.keys()
    assert {key: figure.before for key, figure in differences.items()} == pytest.approx(figures, rel=1e-5, abs=1e-9)


@pytest.mark.slow
def test_games_that_a_match_leaves_out_are_not_counted():
    plan = plan_of("fairy_conundrum", 90, agents="greedy", settings={"match_games": "3"})
    assert play_in_memory(plan)["games"].height < 90
    outcome = compare_plans(plan, replace(plan, seed=2))
    counted = {
        (figure.figure, figure.subject): figure.before for figure in outcome.differences if figure.before is not None
    }
    assert counted == pytest.approx(reported(plan), rel=1e-5, abs=1e-9)


@pytest.mark.slow
def test_games_of_a_match_are_one_case():
    plan = plan_of("fairy_conundrum", 30, settings={"match_games": "3"})
    outcome = compare_plans(plan, replace(plan, seed=2))
    assert (outcome.games, outcome.pairs) == ((30, 30), 30)
    fives = plan_of("fairy_conundrum", 30, settings={"match_games": "5"})
    assert compare_plans(replace(plan, games=3), fives).games == (15, 15)  # whole matches of both
    rows = Counter(plan).rows(play_in_memory(plan), 0, 3)
    assert rows["pair"].max() == 9
    sums = Sums.of([rows, rows], 10, 3)
    assert (sums.pairs, sums.case_games) == (10, 3)


# ---------------------------------------------------------------- an edit


@pytest.mark.slow
def test_a_planted_edit_is_found_and_the_comparison_stops_in_time():
    plan = plan_of("fairy", 3000)
    told = []
    outcome = compare_plans(plan, edited(plan, CATCH), on_look=told.append)
    moved = {(figure.figure, figure.subject): figure for figure in outcome.differences if figure.verdict == MOVED}
    assert moved["component_mean", "pts_catch"].difference > 1
    assert moved["card_used_share", "FYG4"].low > 0.05
    assert outcome.differs
    assert [look.games for look in told] == [(BATCH, BATCH), (3000, 3000)]
    assert 0 < outcome.alike < 3000
    assert outcome.unpaired_games > 2 * 3000
    said = text(outcome, every=True)
    assert "  Catch (FYG4): points 9 instead of 7" in said
    assert re.search(r"Points of a player, Catch: \S+ instead of \d", said)


def test_an_edit_without_effect_stops_at_once():
    """The fifteen-point target means nothing in the base game, though the rules' code can see it."""
    plan = plan_of("fairy", 50_000)
    outcome = compare_plans(plan, plan_of("fairy", 50_000, settings={"fifteen_target": "14"}))
    if not outcome.proved:
        assert outcome.games == (BATCH, BATCH)
        assert outcome.alike == BATCH
    assert outcome.settled
    assert not outcome.differs
    assert "he same: " in text(outcome)


def test_an_edit_that_the_rules_do_not_see_is_proved_without_a_game():
    plan = plan_of("fairy", 5000)
    outcome = compare_plans(plan, edited(plan, ("FY01", "name", "Charmed")))
    assert outcome.proved
    assert outcome.games == (0, 0)
    assert changes(*outcome.plans) == ["FY01: name Charmed instead of Charm 1"]
    assert "Provably the same" in text(outcome)


@pytest.mark.slow
def test_a_card_that_only_one_side_has():
    plan = plan_of("fairy", 1000)
    outcome = compare_plans(plan, edited(plan, ("FY01", "copies", "0")))
    alone = {(figure.figure, figure.subject) for figure in outcome.differences if figure.verdict == NOT_COMPARABLE}
    assert alone == {("card_used_share", "FY01")}
    assert "Only one of the two has: Charm 1 (FY01)." in text(outcome, every=True)


@pytest.mark.slow
@pytest.mark.parametrize(("card", "looks"), [("FY01", 1), ("FYG4", 2)])
def test_a_quick_answer_waits_for_edited_cards_and_for_no_others(monkeypatch, card, looks):
    def all_but_one(sums, known):
        told = {"verdict": SAME, "games_needed": None}, {"verdict": UNDECIDED, "games_needed": 7000}
        return [replace(figure, **told[figure.subject == card]) for figure in judge(sums, known)]

    monkeypatch.setattr("balance.judging.compare.judge", all_but_one)
    plan = plan_of("fairy", 2 * BATCH)
    outcome = compare_plans(plan, edited(plan, CATCH), quick=True)
    assert outcome.games[0] == looks * BATCH
    assert not outcome.settled
    assert [figure.subject for figure in outcome.pressing] == [card for _ in outcome.unsettled if card == "FYG4"]
    assert "(about 7,000 games would: --max-games 7000; slowest: " in text(outcome)


@pytest.mark.slow
def test_figures_of_one_game_alone_are_not_waited_for(monkeypatch):
    own = {headline.name for headline in find_game("fairy").headlines}

    def all_but_its_own(sums, known):
        told = {True: {"verdict": UNDECIDED, "games_needed": 7000}, False: {"verdict": SAME, "games_needed": None}}
        return [replace(figure, **told[figure.figure in own]) for figure in judge(sums, known)]

    monkeypatch.setattr("balance.judging.compare.judge", all_but_its_own)
    plan = plan_of("fairy", 2 * BATCH)
    outcome = compare_plans(plan, edited(plan, CATCH))
    assert any(not figure.settled for figure in outcome.differences)
    assert outcome.settled
    assert outcome.games[0] == BATCH


@pytest.mark.nightly
def test_one_and_two_threads_say_the_same():
    plan = plan_of("fairy", 4500)
    other = edited(plan, CATCH)
    once = compare_plans(plan, other, workers=1)
    assert once.games == (4500, 4500)  # the last batch is a small one
    twice = compare_plans(plan, other, workers=2)
    assert as_json(once) == as_json(twice)
    assert text(once) == text(twice)


@pytest.mark.slow
def test_time_is_up_at_the_end_of_a_batch():
    plan = plan_of("fairy", 50_000)
    outcome = compare_plans(plan, edited(plan, CATCH), max_seconds=0.0)
    assert outcome.games == (BATCH, BATCH)
    assert not outcome.settled


@pytest.mark.nightly
def test_whoever_stops_it_gets_what_was_found():
    def stop(outcome) -> None:
        if outcome.pairs == BATCH:
            raise KeyboardInterrupt

    plan = plan_of("fairy", 50_000)
    outcome = compare_plans(plan, edited(plan, CATCH), workers=2, on_look=stop)
    assert (outcome.games, outcome.stopped, outcome.differs) == ((BATCH, BATCH), True, True)
    assert as_json(outcome) == as_json(compare_plans(replace(plan, games=2000), edited(plan, CATCH)))


# ---------------------------------------------------------------- games that came out alike


def test_alike_means_every_cell():
    plan = small_plan(games=50)
    tables = play_in_memory(plan)
    assert not unlike(tables, tables, 0, 50).any()
    changed = tables["turns"].with_columns(
        score=pl.when(pl.col("game_no").is_in([7, 30])).then(99).otherwise("score").cast(pl.Int32)
    )
    assert np.flatnonzero(unlike(tables, tables | {"turns": changed}, 0, 50)).tolist() == [7, 30]
    shorter = tables["cards"].filter(~((pl.col("game_no") == 20) & (pl.col("seat") == 1)))
    assert np.flatnonzero(unlike(tables, tables | {"cards": shorter, "turns": changed}, 0, 50)).tolist() == [7, 20, 30]
    assert unlike(tables, tables | {"games": tables["games"].drop("margin")}, 0, 50).all()


# ---------------------------------------------------------------- a game against itself


def false_alarms(plan: Plan, splits: int, seed: int) -> int:
    """How many of so many comparisons of a game with itself ever call a figure moved, looked at every LOOK games."""
    rows = Counter(plan).rows(pl_tables(plan), 0, 1)
    known = figures_of([rows])
    numbers = numbers_of(rows, known, np.ones(plan.games))
    rng = np.random.default_rng(seed)
    return sum(cries(known, numbers[:, rng.permutation(plan.games)]) for _ in range(splits))


def pl_tables(plan: Plan) -> dict[str, pl.DataFrame]:
    """All games of a plan, played in small pieces; the tables are copies."""
    pieces = [play_in_memory(plan, first, min(500, plan.games - first)) for first in range(0, plan.games, 500)]
    return {name: pl.concat([piece[name] for piece in pieces]) for name in ("games", "seats", "cards")}


def cries(known: pl.DataFrame, numbers: np.ndarray) -> bool:
    """Whether a comparison of the first half of these games with the second ever calls a figure moved."""
    half, sums = numbers.shape[1] // 2, None
    for first in range(0, half, LOOK):
        arms = np.concatenate([numbers[:, start : start + LOOK] for start in (first, half + first)])
        part = Sums.over(known, arms, np.ones((2, LOOK)), 1)
        sums = part if sums is None else sums + part
        if sums.pairs >= FIRST_LOOK and any(figure.verdict == MOVED for figure in judge(sums, FIGURES)):
            return True
    return False


@pytest.mark.slow
def test_a_game_hardly_ever_differs_from_itself():
    """With other luck in both arms: at most 5 % of the comparisons may ever call a figure moved."""
    assert false_alarms(plan_of("fairy", 4000), 20, 1) <= 2  # 3 or more: less than one time in ten if it were 5 %


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_no_game_differs_from_itself(game):
    assert false_alarms(plan_of(game, 6000), 200, 2) <= 10


@pytest.mark.slow
def test_the_same_luck_in_both_arms_is_no_difference():
    plan = plan_of("fairy", 2000)
    outcome = compare_plans(plan, replace(plan, seed=2))
    assert outcome.alike == 0
    assert abs(outcome.correlation) < 0.05
    assert not outcome.differs


# ---------------------------------------------------------------- two runs


@pytest.mark.slow
def test_two_runs_of_one_seed_are_what_the_arms_are(tmp_path):
    plan = plan_of("fairy", 3000)
    other = edited(plan, CATCH)
    runs = simulate(plan, tmp_path / "a"), simulate(other, tmp_path / "b")
    read, played = as_json(compare_runs(*runs)), as_json(compare_plans(plan, other))
    assert read["paired"] is True
    for one, two in zip(read.pop("figures"), played.pop("figures"), strict=True):
        assert one.keys() == two.keys()
        for name in one:
            same = pytest.approx(two[name], rel=1e-6, abs=1e-9) if isinstance(two[name], float) else two[name]
            assert one[name] == same or name in ("games_needed", "unpaired_games")  # rounded
    assert read.pop("unpaired_games") == pytest.approx(played.pop("unpaired_games"), rel=1e-3)
    assert read.pop("correlation") == pytest.approx(played.pop("correlation"))
    hashes = [[table["sha256"] for table in arms.pop("cards")] for arms in (read, played)]
    assert hashes[0] == hashes[1]
    assert read == played


@pytest.mark.slow
def test_runs_of_other_length_share_their_first_games(tmp_path, monkeypatch):
    monkeypatch.setattr("balance.engine.runs.run.MOST_GAMES_PER_PART", 700)
    plan = plan_of("fairy", 1500)
    runs = simulate(plan, tmp_path / "a"), simulate(replace(plan, games=2000), tmp_path / "b")
    outcome = compare_runs(*runs)
    assert (outcome.games, outcome.pairs, outcome.alike) == ((1500, 1500), 1500, 1500)


@pytest.mark.slow
def test_runs_of_other_seeds_are_compared_unpaired(tmp_path):
    plan = plan_of("fairy", 1500)
    other = replace(plan, seed=2, games=1100, log="seats")
    runs = simulate(plan, tmp_path / "a"), simulate(other, tmp_path / "b")
    outcome = compare_runs(*runs)
    assert (outcome.games, outcome.pairs, outcome.alike) == ((1500, 1100), 0, None)
    assert not outcome.differs
    assert not [figure for figure in outcome.differences if figure.headline.of == CARD]  # B kept no cards
    with Database(runs[1]) as database:
        turns = Results(database).figures().filter(pl.col("figure") == "turns_mean")["value"].item()
    assert next(figure for figure in outcome.differences if figure.figure == "turns_mean").after == pytest.approx(turns)
    assert "1,500 games against 1,100 with other luck" in text(outcome)


def test_runs_that_cannot_be_compared(tmp_path):
    fairy = simulate(plan_of("fairy", 20), tmp_path / "a")
    three = simulate(plan_of("fairy", 20, players=3), tmp_path / "b")
    other = simulate(plan_of("alfheim", 20), tmp_path / "c")
    with pytest.raises(CompareError, match=r"4 players, .* has 3"):
        compare_runs(fairy, three)
    with pytest.raises(CompareError, match=r"a run of Fairy, .* of Fairies of Alfheim"):
        compare_runs(fairy, other)
    with pytest.raises(CompareError, match="not finished"):
        compare_runs(fairy, replace(three, manifest={**three.manifest, "complete": False}))
