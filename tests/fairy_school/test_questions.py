"""The designer's questions: every answer is a whole sentence, at any table and in the shortest run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from balance.analysis.database import Database
from balance.analysis.experiments import play_experiments
from balance.analysis.results import Results
from balance.cards.read import CardFile, CardTable, default_cards
from balance.engine.game import find_game
from balance.engine.plan import Plan
from balance.engine.run import Run
from balance.engine.runner import simulate, simulated
from fairy_school.box import card_table
from helpers.answered import UNSAID, answer, check_evidence, check_intervals, check_page, check_told
from helpers.cards import frozen_table
from helpers.own_plans import plan_with

GAME = find_game("fairy_school")
QUESTIONS = GAME.questions
TABLES_ALONE = {3, 5, 7, 10}
"""The questions that games and seats can answer."""
LINEUPS: dict[str, dict[str, Any]] = {
    "mixed": {"games": 300},
    "two": {"games": 100, "players": 2},
    "three greedy": {"games": 60, "players": 3, "agents": "greedy"},
    "six": {"games": 60, "players": 6},
    "short": {"games": 60, "settings": {"length": "short", "sharing": "insensitive"}},
    "random": {"games": 60, "agents": "random"},
    "one game": {"games": 1, "players": 2},
}
"""What is played: a name, and what differs from a table of four mixed styles."""


def make(table: CardTable | None = None, **request: Any) -> Plan:
    """A plan for ``table`` (default: the frozen cards)."""
    table = table or frozen_table("fairy_school")
    cards = CardFile(default_cards(), {"fairy_school": table}, [])
    return plan_with((), "fairy_school", cards, {"seed": 11} | request)


check_text = partial(check_told, never=r"[.][.]|;[.]|\bFS[A-Z]?\d")
"""See ``answered.check_told``; no rule numbers of the game."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """Runs of several line-ups, every turn logged."""
    folder = tmp_path_factory.mktemp("school")
    plans = {name: make(**request) for name, request in LINEUPS.items()}
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
def school(runs: dict[str, Run], side_plays: pl.DataFrame) -> Iterator[Results]:
    """The queries over 300 games of four mixed styles."""
    with Database(runs["mixed"]) as database:
        database.add("experiments", side_plays)
        yield Results(database)


def test_there_are_ten_questions():
    assert [question.number for question in QUESTIONS] == list(range(1, 11))


def test_every_experiment_belongs_to_a_question_and_they_are_few():
    used = {name for question in QUESTIONS for name in question.experiments}
    assert used == {experiment.name for experiment in GAME.experiments}
    assert sum(len(experiment.arms) for experiment in GAME.experiments) <= 20


def test_every_mixture_of_generous_and_miser_is_played():
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "generosity")
    assert [arm.agents.count("generous") for arm in arms] == [0, 1, 2, 3, 4]
    assert all(arm.players == len(arm.agents) == 4 and set(arm.agents) <= {"generous", "miser"} for arm in arms)


def test_six_players_use_the_expert_setup():
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "tables")
    assert [arm.variant for arm in arms if arm.players == 6] == ["expert"]


def test_every_arm_can_be_played(side_plays: pl.DataFrame):
    played = set(side_plays.select("experiment", "arm").unique().rows())
    assert played == {(experiment.name, arm.name) for experiment in GAME.experiments for arm in experiment.arms}


def test_every_component_and_every_end_has_a_word(school: Results):
    parts = {name for name in school.database.frame("SELECT * FROM seats LIMIT 0").columns if name.startswith("pts_")}
    assert set(GAME.words) == parts | {"finished", "capped"}
    assert len(set(GAME.words.values())) == len(GAME.words)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_every_question_is_answered_at_every_table(results: Results, question: Any):
    found = answer(results, question.number)
    if found.answer != UNSAID:
        check_text(found.answer)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_every_answer_has_its_numbers_and_its_chart(school: Results, question: Any):
    found = answer(school, question.number)
    check_text(found.answer)
    assert re.search(r"\d\s%|percentage points", found.answer), "there is a share in it"
    assert re.search(r"[-+]?[\d.]+ to [-+]?[\d.]+", found.answer), "there is an interval in it"
    check_evidence(school, question, found, least=5)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_intervals_hold_their_values(results: Results, question: Any):
    check_intervals(results, question)


def test_all_answers_make_a_page(results: Results):
    check_page(results, "Fairy School")


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
    """A table of other cards, with several copies of each."""
    plan = make(card_table(), games=120, seed=3)
    with simulated(plan, workers=2) as run, Database(run) as database:
        database.add("experiments", play_experiments(plan, GAME.experiments, games=40))
        results = Results(database)
        for question in QUESTIONS:
            check_text(answer(results, question.number).answer)
