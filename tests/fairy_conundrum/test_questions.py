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
from balance.report.page import DataTable
from fairy_conundrum.box import card_table, fairy
from helpers.answered import UNSAID, answer, check_evidence, check_intervals, check_page, check_told
from helpers.cards import frozen_table
from helpers.own_plans import plan_with

GAME = find_game("fairy_conundrum")
QUESTIONS = GAME.questions
TABLES_ALONE = {1, 5, 9, 10}
"""The questions that games and seats can answer."""
LINEUPS: dict[str, dict[str, Any]] = {
    "mixed": {"games": 1000},
    "greedy": {"games": 60, "agents": "greedy"},
    "three": {"games": 60, "players": 3},
    "four": {"games": 60, "players": 4},
    "matches": {"games": 60, "settings": {"match_games": 3}},
    "random decks": {"games": 60, "settings": {"deck_mode": "random_legal"}},
    "one deck": {"games": 60, "settings": {"decks": "dawn_rush"}},
    "other rules": {"games": 60, "settings": {"joust_assign": "split", "conspiracy": "on", "gather_base": 0}},
    "random": {"games": 60, "agents": "random"},
    "passive": {"games": 40, "agents": "passive"},
    "one game": {"games": 1},
}
"""What is played: a name, and what differs from a table of two mixed styles."""


def make(table: CardTable | None = None, **request: Any) -> Plan:
    """A plan for ``table`` (default: the frozen cards)."""
    table = table or frozen_table("fairy_conundrum")
    cards = CardFile(default_cards(), {"fairy_conundrum": table}, [])
    return plan_with((), "fairy_conundrum", cards, {"seed": 11} | request)


check_text = partial(check_told, never=r"[.][.]|;[.]|\bFC-?\d")
"""See ``answered.check_told``; no rule numbers of the game."""


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """Runs of several line-ups, every turn logged."""
    folder = tmp_path_factory.mktemp("conundrum")
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
def conundrum(runs: dict[str, Run], side_plays: pl.DataFrame) -> Iterator[Results]:
    """The queries over 1,000 games of two mixed styles."""
    with Database(runs["mixed"]) as database:
        database.add("experiments", side_plays)
        yield Results(database)


def test_there_are_ten_questions():
    assert [question.number for question in QUESTIONS] == list(range(1, 11))


def test_every_experiment_belongs_to_a_question_and_they_are_few():
    used = {name for question in QUESTIONS for name in question.experiments}
    assert used == {experiment.name for experiment in GAME.experiments}
    assert sum(len(experiment.arms) for experiment in GAME.experiments) <= 20


def test_every_setting_that_the_rulebook_leaves_open_has_its_arm():
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "rules")
    open_settings = {
        "shard_maturation", "maturation_timing", "opposite_regresses", "joust_mode", "joust_assign",
        "order_after_first", "narration_mode", "conspiracy", "gather_base",
    }  # fmt: skip
    assert {name for arm in arms for name in arm.settings} == open_settings
    assert all(len(arm.settings) <= 1 for arm in arms)


def test_the_answer_about_rules_names_arms_that_are_played():
    text = (GAME.folder / "sql" / "rules.txt").read_text(encoding="utf-8")
    (named,) = re.findall(r"words = {(.*?)}", text)
    arms = next(experiment.arms for experiment in GAME.experiments if experiment.name == "rules")
    assert set(re.findall(r"'([^']+)':", named)) <= {arm.name for arm in arms}


def test_every_arm_can_be_played(side_plays: pl.DataFrame):
    played = set(side_plays.select("experiment", "arm").unique().rows())
    assert played == {(experiment.name, arm.name) for experiment in GAME.experiments for arm in experiment.arms}


def test_a_match_has_more_than_one_game(side_plays: pl.DataFrame):
    length = side_plays.filter(pl.col("arm") == "match of 3", pl.col("figure") == "match_length_mean")
    assert 2 <= length["value"].item() <= 3


def test_every_component_and_every_end_has_a_word(conundrum: Results):
    parts = {
        name for name in conundrum.database.frame("SELECT * FROM seats LIMIT 0").columns if name.startswith("pts_")
    }
    assert set(GAME.words) == parts | {"life", "deckout", "effect", "no_winner", "stalemate"}
    assert len(set(GAME.words.values())) == len(GAME.words)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_every_question_is_answered_at_every_table(results: Results, question: Any):
    found = answer(results, question.number)
    if found.answer != UNSAID:
        check_text(found.answer)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_every_answer_has_its_numbers_and_its_chart(conundrum: Results, question: Any):
    found = answer(conundrum, question.number)
    check_text(found.answer)
    assert "_" not in found.answer, "there is no id in it"
    assert re.search(r"\d\s%|percentage points", found.answer), "there is a share in it"
    assert re.search(r"[-+]?[\d.]+ to [-+]?[\d.]+", found.answer), "there is an interval in it"
    check_evidence(conundrum, question, found, least=5)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_every_column_of_a_table_has_something_in_it(conundrum: Results, question: Any):
    frame = conundrum.own(question.sql)
    rows = frame.filter(pl.col("part") == question.table_part) if question.table_part else frame
    assert len(rows)
    for column, *_ in question.table:
        assert rows[column].is_not_null().any(), column


def test_a_table_shows_its_part_of_the_rows(conundrum: Results):
    for question in QUESTIONS:
        (table,) = (block for block in answer(conundrum, question.number).evidence if isinstance(block, DataTable))
        assert not question.table_part or set(table.frame["part"]) == {question.table_part}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_intervals_hold_their_values(results: Results, question: Any):
    check_intervals(results, question)


@pytest.mark.parametrize("name", ["mixed", "random decks", "one deck", "passive", "one game"])
def test_all_answers_make_a_page(runs: dict[str, Run], side_plays: pl.DataFrame, name: str):
    with Database(runs[name]) as database:
        database.add("experiments", side_plays)
        check_page(Results(database), "Fairy Conundrum")


def test_random_decks_are_told_by_their_avatars(runs: dict[str, Run], side_plays: pl.DataFrame):
    with Database(runs["random decks"]) as database:
        database.add("experiments", side_plays)
        results = Results(database)
        for query in ("decks", "stages"):
            avatars = set(database.frame("SELECT DISTINCT avatar FROM seats")["avatar"])
            assert set(results.own(query)["deck"]) - {"all"} == avatars


def test_the_figures_of_every_run_have_values(results: Results):
    figures = results.figures()
    assert figures["value"].is_not_null().all()
    assert (figures["se"] >= 0).all()
    shares = figures.filter(pl.col("figure").str.ends_with("_share"))
    assert shares["value"].is_between(0, 1).all()


def test_no_figure_is_told_twice(results: Results):
    figures = results.figures()
    assert not figures.select("figure", "subject").is_duplicated().any()


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


def test_decks_that_cannot_sit_at_other_tables_are_told_without_them(tmp_path: Path):
    """Four named decks do not fit three players; all else is played."""
    decks = "dawn_rush,dusk_snare,haven_engine,ember_storm"
    plan = make(games=40, players=4, settings={"decks": decks})
    with simulated(plan, workers=2) as run, Database(run) as database:
        side = play_experiments(plan, GAME.experiments, games=12)
        assert "3 players" not in set(side["arm"])
        database.add("experiments", side)
        check_text(answer(Results(database), 10).answer)


def test_other_cards_and_decks_are_understood():
    """One deck of another name, with odd characters in the names of its cards."""
    cards = card_table({"FA1": {"name": "100 % {fairy} & <co>"}}, more=[fairy("FZ1", name="Dew")])
    plan = make(cards, games=120, seed=3)
    with simulated(plan, workers=2) as run, Database(run) as database:
        database.add("experiments", play_experiments(plan, GAME.experiments, games=20))
        results = Results(database)
        for question in QUESTIONS:
            found = answer(results, question.number).answer
            assert found == UNSAID or re.fullmatch(r"[A-Z0-9].*[.]", found), found
