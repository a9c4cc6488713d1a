"""The designer's questions: every answer is a whole sentence, at any table and in the shortest run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from alfheim.cards import card_table
from balance.analysis.database import Database
from balance.analysis.experiments import play_experiments
from balance.analysis.results import Results
from balance.cards.read import CardFile, CardTable, default_cards
from balance.engine.game import find_game
from balance.engine.plan import Plan
from balance.engine.run import Run
from balance.engine.runner import simulate, simulated
from balance.report.page import DataTable
from helpers.answered import UNSAID, answer, check_evidence, check_intervals, check_page, check_told
from helpers.cards import frozen_table
from helpers.own_plans import plan_with

GAME = find_game("alfheim")
QUESTIONS = GAME.questions
TABLES_ALONE = {11}
"""The questions that games and seats can answer."""
LINEUPS: dict[str, dict[str, Any]] = {
    "mixed": {"games": 1000},
    "alone": {"games": 60, "players": 1},
    "two greedy": {"games": 60, "players": 2, "agents": "greedy"},
    "five": {"games": 60, "players": 5},
    "other rules": {
        "games": 60,
        "settings": {"line_match": "contains", "swap": "off", "second_reveal": "off", "footprint_point": 0},
    },
    "random": {"games": 60, "agents": "random"},
    "one game": {"games": 1, "players": 2},
    "one game alone": {"games": 1, "players": 1, "agents": "random"},
}
"""What is played: a name, and what differs from a table of four mixed styles."""


def make(table: CardTable | None = None, **request: Any) -> Plan:
    """A plan for ``table`` (default: the frozen cards)."""
    table = table or frozen_table("alfheim")
    cards = CardFile(default_cards(), {"alfheim": table}, [])
    return plan_with((), "alfheim", cards, {"seed": 11} | request)


check_text = partial(check_told, never=r"[.][.]|;[.]|\bFA-?\d")
"""See ``answered.check_told``; no rule numbers of the game."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """Runs of several line-ups, every turn logged."""
    folder = tmp_path_factory.mktemp("alfheim")
    plans = {name: make(**dict(request)) for name, request in LINEUPS.items()}
    return {name: simulate(plan, folder / name.replace(" ", "-"), workers=2) for name, plan in plans.items()}


@pytest.fixture(scope="module")
def side_plays(runs: dict[str, Run]) -> pl.DataFrame:
    """The experiments of the questions, few games each."""
    with Database(runs["mixed"]) as database:
        return play_experiments(database.plan, GAME.experiments, games=60)


@pytest.fixture(scope="module", params=LINEUPS)
def results(request: pytest.FixtureRequest, runs: dict[str, Run], side_plays: pl.DataFrame) -> Iterator[Results]:
    """The queries over each of the runs."""
    with Database(runs[request.param]) as database:
        database.add("experiments", side_plays)
        yield Results(database)


@pytest.fixture(scope="module")
def alfheim(runs: dict[str, Run], side_plays: pl.DataFrame) -> Iterator[Results]:
    """The queries over 1,000 games of four mixed styles."""
    with Database(runs["mixed"]) as database:
        database.add("experiments", side_plays)
        yield Results(database)


def test_there_are_twelve_questions():
    assert [question.number for question in QUESTIONS] == list(range(1, 13))


def test_every_experiment_belongs_to_a_question_and_they_are_few():
    used = {name for question in QUESTIONS for name in question.experiments}
    assert used == {experiment.name for experiment in GAME.experiments}
    assert sum(len(experiment.arms) for experiment in GAME.experiments) <= 20


def test_every_competent_style_has_its_duel_with_greedy():
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "duels")
    assert {arm.agents for arm in arms} == {
        (style.name, style.name, "greedy", "greedy")
        for style in GAME.styles
        if style.name not in ("random", "greedy") and style.in_mixed
    }
    assert all(arm.players == 4 for arm in arms)


def test_every_setting_has_its_arm():
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "rules")
    changed = {name for arm in arms for name in arm.settings}
    assert changed == {setting.name for setting in GAME.settings} - {"footprint_cap"}


def test_every_arm_can_be_played(side_plays: pl.DataFrame):
    played = set(side_plays.select("experiment", "arm").unique().rows())
    assert played == {(experiment.name, arm.name) for experiment in GAME.experiments for arm in experiment.arms}


def test_an_arm_changes_one_setting(side_plays: pl.DataFrame):
    rules = side_plays.filter(pl.col("experiment") == "rules", pl.col("figure") == "swaps_mean")
    swaps = dict(rules.select("arm", "value").iter_rows())
    assert swaps.pop("no swaps") == 0
    assert min(swaps.values()) > 1


def test_every_component_and_every_end_has_a_word(alfheim: Results):
    parts = {name for name in alfheim.database.frame("SELECT * FROM seats LIMIT 0").columns if name.startswith("pts_")}
    assert set(GAME.words) == parts | {"rounds"}
    assert len(set(GAME.words.values())) == len(GAME.words)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_every_question_is_answered_at_every_table(results: Results, question: Any):
    found = answer(results, question.number)
    if found.answer != UNSAID:
        check_text(found.answer)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_every_answer_has_its_numbers_and_its_chart(alfheim: Results, question: Any):
    found = answer(alfheim, question.number)
    check_text(found.answer)
    assert "_" not in found.answer, "there is no id in it"
    assert re.search(r"\d\s%|percentage points", found.answer), "there is a share in it"
    assert re.search(r"[-+]?[\d.]+ to [-+]?[\d.]+", found.answer), "there is an interval in it"
    check_evidence(alfheim, question, found, least=5)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_every_column_of_a_table_has_something_in_it(alfheim: Results, question: Any):
    frame = alfheim.own(question.sql)
    rows = frame.filter(pl.col("part") == question.table_part) if question.table_part else frame
    assert len(rows)
    for column, *_ in question.table:
        assert rows[column].is_not_null().any(), column


def test_a_table_shows_its_part_of_the_rows(alfheim: Results):
    for question in QUESTIONS:
        (table,) = (block for block in answer(alfheim, question.number).evidence if isinstance(block, DataTable))
        assert not question.table_part or set(table.frame["part"]) == {question.table_part}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_intervals_hold_their_values(results: Results, question: Any):
    check_intervals(results, question)


@pytest.mark.parametrize("name", ["mixed", "alone", "one game"])
def test_all_answers_make_a_page(runs: dict[str, Run], side_plays: pl.DataFrame, name: str):
    with Database(runs[name]) as database:
        database.add("experiments", side_plays)
        check_page(Results(database), "Fairies of Alfheim")


def test_alone_nothing_is_said_about_winning(runs: dict[str, Run], side_plays: pl.DataFrame):
    with Database(runs["alone"]) as database:
        database.add("experiments", side_plays)
        told = {
            question.number: answer(Results(database), question.number).answer
            for question in QUESTIONS
            if question.sql != "duels"
        }
    for text in told.values():
        assert not re.search(r"\bwins?\b|\btie\b|\bleads\b", text), text


def test_a_run_without_turns_answers_what_seats_can_tell(tmp_path: Path, side_plays: pl.DataFrame):
    run = simulate(make(games=200, log="seats"), tmp_path / "run", workers=2)
    with Database(run) as database:
        database.add("experiments", side_plays)
        results = Results(database)
        told = {question.number: answer(results, question.number).answer for question in QUESTIONS}
        figures = results.figures()
    for number in TABLES_ALONE:
        check_text(told.pop(number))
    assert set(told.values()) == {"This run kept no turns (--log seats): play one with --log turns to answer it."}
    assert figures["value"].is_not_null().all()


def test_other_cards_are_understood():
    """Names without a common word, wild icons, patterns that are not the King's, a King who asks for icons."""
    changes = {"fairy_1_a": {"cost": "BC??"}, "fairy_1_b": {"cost": "#2+2"}, "king_a": {"cost": "BCHJMP"}}
    names = {f"queen_{letter}": {"name": name} for letter, name in zip("abcde", ("Q", "1", "x", "y", "z"), strict=True)}
    plan = make(card_table(changes | names), games=120, seed=3)
    with simulated(plan, workers=2) as run, Database(run) as database:
        database.add("experiments", play_experiments(plan, GAME.experiments, games=40))
        results = Results(database)
        for question in QUESTIONS:
            check_text(answer(results, question.number).answer)
