"""The designer's questions about every game: each answer is a whole sentence, at any table and in the shortest run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import polars as pl
import pytest
from rule_tests import rules_of

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.engine.game import find_game, game_ids
from balance.engine.game.questions import Question
from balance.engine.playing.runner import simulate, simulated
from balance.judging.experiments import play_experiments
from balance.report.page import DataTable
from helpers.answered import UNSAID, answer, check_evidence, check_intervals, check_page, check_short, check_told
from helpers.contract import FROZEN, all_tables, contract_of
from helpers.frozen import FrozenRuns
from helpers.marks import by_day, one_by_day
from helpers.play import make

pytestmark = pytest.mark.slow

MOST_ARMS = 30
"""So many arms of experiments a report may play."""
NO_TURNS = "This run kept no turns (--log seats): play one with --log turns to answer it."

every_game = pytest.mark.parametrize("game", game_ids())
USUAL = [(game, FROZEN) for game in game_ids()]
OTHER_CARDS = [game for game in game_ids() if contract_of(game).other_cards]


def check_text(game: str, text: str) -> None:
    """See ``answered.check_told``; no rule numbers of the game."""
    check_told(text, never=rf"[.][.]|;[.]|\b{rules_of(game)[0][0]}[A-Z]?-?\d")


def of_each(questions: Iterable[Question], check: Callable[[Question], None]) -> None:
    """Check every question; a failure names its question."""
    for question in questions:
        try:
            check(question)
        except BaseException as error:
            error.add_note(f"Question {question.number}, {question.sql}.sql")
            raise


@every_game
def test_questions_are_numbered_and_their_experiments_are_few(game: str):
    known = find_game(game)
    assert [question.number for question in known.questions] == list(range(1, len(known.questions) + 1))
    used = {name for question in known.questions for name in question.experiments}
    assert used == {experiment.name for experiment in known.experiments}
    assert sum(len(experiment.arms) for experiment in known.experiments) <= MOST_ARMS


@pytest.mark.nightly
@every_game
def test_every_arm_of_the_experiments_can_be_played(game: str, frozen: FrozenRuns):
    played = set(frozen.side_plays(game).select("experiment", "arm").unique().rows())
    experiments = find_game(game).experiments
    assert played == {(experiment.name, arm.name) for experiment in experiments for arm in experiment.arms}


@every_game
def test_every_component_of_the_score_has_a_word(game: str, frozen: FrozenRuns):
    words = find_game(game).words
    seats = frozen.results(game).database.frame("SELECT * FROM seats LIMIT 0")
    assert {word for word in words if word.startswith("pts_")} == {
        name for name in seats.columns if name.startswith("pts_")
    }
    ends = {word for name, word in words.items() if not name.startswith("pts_")}
    assert len(ends) == sum(not name.startswith("pts_") for name in words), "no two ends have one word"


@pytest.mark.parametrize(("game", "table"), by_day(USUAL, [table for table in all_tables() if table not in USUAL]))
def test_every_question_is_answered_at_every_table(game: str, table: str, frozen: FrozenRuns):
    results = frozen.results(game, table)

    def check(question: Question) -> None:
        answered = answer(results, question.number)
        check_short(answered)
        if answered.answer != UNSAID:
            check_text(game, answered.full_text)
        check_intervals(results, question)

    of_each(results.plan.game.questions, check)
    figures = results.figures()
    assert figures["value"].is_not_null().all()
    assert (figures["se"] >= 0).all()
    assert figures.filter(pl.col("figure").str.ends_with("_share"))["value"].is_between(0, 1).all()
    assert not figures.select("figure", "subject").is_duplicated().any()


@every_game
def test_every_answer_has_its_numbers_and_its_chart(game: str, frozen: FrozenRuns):
    results = frozen.results(game)

    def check(question: Question) -> None:
        answered = answer(results, question.number)
        check_text(game, answered.full_text)
        assert "_" not in answered.full_text, "there is no id in it"
        assert re.search(r"\d\s%|points|\d turns", answered.full_text), "it says how much"
        check_evidence(results, question, answered, least=3)
        (table,) = (block for block in answered.evidence if isinstance(block, DataTable))
        assert not question.table_part or set(table.frame["part"]) == {question.table_part}
        assert len(table.frame)
        empty = [column for column, *_ in question.table if table.frame[column].is_null().all()]
        assert empty == [], "every column has something in it"

    of_each(results.plan.game.questions, check)


@pytest.mark.parametrize("game", one_by_day(game_ids(), "fairy_conundrum"))
def test_the_answers_of_one_game_make_a_page(game: str, frozen: FrozenRuns):
    """Those of many games are on the page of ``test_pages``."""
    check_page(frozen.results(game, "one game"), find_game(game).name)


@every_game
def test_a_run_without_turns_answers_what_seats_can_tell(game: str, frozen: FrozenRuns, tmp_path):
    run = simulate(make(game, games=200, seed=11, log="seats"), tmp_path / "run", workers=2)
    with Database(run) as database:
        database.add("experiments", frozen.side_plays(game))
        results = Results(database)
        told = {question.number: answer(results, question.number).full_text for question in find_game(game).questions}
        assert results.figures()["value"].is_not_null().all()
    answered = {number for number, text in told.items() if text != NO_TURNS}
    assert answered == contract_of(game).seats_alone
    for number in answered:
        check_text(game, told[number])


@pytest.mark.nightly
@pytest.mark.parametrize("game", OTHER_CARDS)
def test_other_cards_are_understood(game: str):
    """Names, numbers and copies that the frozen table does not have; what cannot be compared is left out."""
    other = contract_of(game).other_cards
    assert other
    plan = make(game, other(), games=120, seed=3)
    with simulated(plan, workers=2) as run, Database(run) as database:
        database.add("experiments", play_experiments(plan, plan.game.experiments, games=20))
        results = Results(database)

        def check(question: Question) -> None:
            text = answer(results, question.number).full_text
            assert text == UNSAID or re.fullmatch(r"[A-Z0-9].*[.]", text), text

        of_each(plan.game.questions, check)
