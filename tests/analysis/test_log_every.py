"""A run that kept the turns of each fifth game says the same as one that kept all, wherever no turn is asked.

Where turns are asked, it says what a run says that has these games and no others.
"""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.analysis.database import Database
from balance.analysis.figures import FIGURES, SQL
from balance.analysis.results import Results
from balance.engine.game import game_ids
from balance.engine.runs.run import Run, part_name, write_part
from balance.engine.runs.store import Folder
from balance.judging.compare import compare_runs
from balance.judging.experiments import play_experiments
from balance.report.answers import questions
from balance.report.build import build_report
from helpers.marks import one_by_day
from helpers.run_tools import played, tables

EVERY = 5
GAMES = 700
ARM_GAMES = 40
OF_ALL_GAMES = re.compile(r"\bfirst_(games|seats|cards)\b|(?<!kept_no\()\bgame_no < \d")
OF_ALL_TOO = {"own/trailing": "run"}
"""Of queries that read turns, the part that asks the games table alone."""
pytestmark = pytest.mark.slow


def renumbered(run: Run, folder: Path) -> Run:
    """A run of each fifth game of ``run`` alone, numbered 0, 1, 2 ..., with all its turns."""
    for name, frame in tables(run).items():
        write = frame.filter(pl.col("game_no") % EVERY == 0).with_columns(pl.col("game_no") // EVERY)
        (folder / name).mkdir(parents=True)
        write_part(write, Folder(folder), f"{name}/{part_name(0)}")
    games = -(-run.manifest["games"] // EVERY)
    kept = {name: value for name, value in run.manifest.items() if name != "checksums"}
    return Run(folder, {**kept, "games": games, "games_per_part": games})


@pytest.fixture(scope="module", params=one_by_day(game_ids(), "fairy_conundrum"))
def runs(request, tmp_path_factory) -> dict[str, Run]:
    """The complete run, the one that kept each fifth game's turns, and the one that is these games."""
    folder = tmp_path_factory.mktemp(request.param)
    base = {"game": request.param, "games": GAMES}
    complete = played(folder / "complete", **base)
    kept = played(folder / "kept", log_every=EVERY, **base)
    return {"complete": complete, "kept": kept, "fifth": renumbered(complete, folder / "fifth")}


@pytest.fixture(scope="module")
def results(runs):
    """The results of the three runs, the same experiments beside each."""
    opened = {name: Database(run, threads=1) for name, run in runs.items()}
    plan = opened["complete"].plan
    experiments = play_experiments(plan, plan.game.experiments, ARM_GAMES)
    for database in opened.values():
        if experiments.height:
            database.add("experiments", experiments)
    yield {name: Results(database) for name, database in opened.items()}
    for database in opened.values():
        database.close()


def reads_turns(sql: str, results: Results) -> bool:
    """Whether a query reads the turns of games, not those of the games that have turns."""
    return "turns" in results.database.tables_read(sql)


def queries(results: Results) -> dict[str, tuple[str, pl.DataFrame]]:
    """Every query of a game and its rows, by name."""
    shared = {file.stem: (file.read_text(), results[file.stem]) for file in sorted(SQL.glob("*.sql"))}
    folder = results.plan.game.folder / "sql"
    files = [file for file in sorted(folder.glob("*.sql")) if file.stem != FIGURES]  # counted case by case: see below
    return shared | {f"own/{file.stem}": (file.read_text(), results.own(file.stem)) for file in files}


def test_other_tables_are_the_same_and_the_turns_are_those_of_a_complete_run(runs):
    complete, kept = tables(runs["complete"]), tables(runs["kept"])
    for name in ("games", "seats", "cards"):
        assert_frame_equal(kept[name], complete[name])
    assert_frame_equal(kept["turns"], complete["turns"].filter(pl.col("game_no") % EVERY == 0))
    assert kept["turns"]["game_no"].n_unique() == GAMES // EVERY


@pytest.mark.nightly
def test_every_query_says_the_same_or_what_these_games_say(results):
    complete, kept, fifth = (queries(results[name]) for name in ("complete", "kept", "fifth"))
    asked = [name for name, (sql, _) in kept.items() if reads_turns(sql, results["kept"])]
    assert len(asked) >= 5
    assert len(asked) < len(kept)
    for name, (_, frame) in kept.items():
        expected = (fifth if name in asked else complete)[name][1]
        if name in OF_ALL_TOO:
            of_all = pl.col("part") == OF_ALL_TOO[name]
            expected = pl.concat([complete[name][1].filter(of_all), expected.filter(~of_all)])
            frame = pl.concat([frame.filter(of_all), frame.filter(~of_all)])
        assert_frame_equal(frame, expected, rel_tol=1e-9, abs_tol=1e-12)


def test_what_does_not_speak_of_turns_is_the_same(results):
    for name in ("styles", "seats", "components", "places", "cards"):
        assert_frame_equal(getattr(results["kept"], name), getattr(results["complete"], name), rel_tol=1e-9)
    assert_frame_equal(results["kept"].figures(), results["complete"].figures(), rel_tol=1e-9)


def test_chances_are_learned_from_the_games_with_turns(results):
    kept, fifth = results["kept"], results["fifth"]
    assert kept.win_model is not None
    assert kept.win_model.games == fifth.win_model.games <= GAMES // EVERY
    assert (abs(kept.win_model.weights - fifth.win_model.weights) < 1e-6).all()
    for name in ("reliability", "lowest_of_winners"):
        assert_frame_equal(getattr(kept, name), getattr(fifth, name), rel_tol=1e-6)
    named = fifth.worth_reading.with_columns(pl.col("game_no") * EVERY)
    assert_frame_equal(kept.worth_reading, named, rel_tol=1e-6)


def test_every_question_has_its_answer(results):
    kept, complete = (questions(results[name]).blocks for name in ("kept", "complete"))
    for block, other in zip(kept, complete, strict=True):
        assert bool(block.sql) == bool(other.sql)
        thinned = bool(block.sql) and reads_turns(block.sql, results["kept"])
        if not thinned:
            assert block.full_text == other.full_text
        assert any("turns of every 5th game" in evidence.note for evidence in block.evidence) == thinned


def test_no_query_relates_turns_to_games_that_have_none(results):
    for name, (sql, _) in queries(results["kept"]).items():
        if reads_turns(sql, results["kept"]):
            assert not OF_ALL_GAMES.search(sql), name


def test_two_runs_that_kept_other_turns_are_compared_in_what_both_have(runs):
    outcome = compare_runs(runs["complete"], runs["kept"])
    assert outcome.alike == outcome.pairs == GAMES


def test_the_page_says_whose_turns_it_saw(runs):
    if runs["kept"].manifest["game"] != "fairy":
        return
    page = build_report(runs["kept"], first=False).page
    assert ", base rules, mixed styles (greedy, " in page.subtitle
    assert page.subtitle.endswith("), turns of every 5th game")
    notes = [block.note for section in page.sections for block in section.blocks if hasattr(block, "note")]
    assert sum("the first 140 games with turns (every 5th game)" in note for note in notes) == 4
