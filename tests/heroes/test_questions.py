"""The designer's questions: every answer is a whole sentence, at any table and in the shortest run."""

from __future__ import annotations

import re
from functools import partial

import pytest

from balance.analysis.database import Database
from balance.analysis.experiments import play_experiments
from balance.analysis.results import Results
from balance.engine.game import find_game
from balance.engine.runner import simulated
from balance.report import findings, sections
from helpers.answered import UNSAID, answer, check_evidence, check_intervals, check_page, check_told
from heroes.play import make
from heroes.runs import LINEUPS, heroes_run
from heroes.table import card_table

GAME = find_game("heroes")
QUESTIONS = GAME.questions

check_text = partial(check_told, never=r"\bHF[A-Z]?\d")
"""See ``answered.check_told``; no rule numbers of the game."""


@pytest.fixture(scope="module", params=LINEUPS)
def results(request, heroes_runs, side_plays):
    """The queries over each of the runs."""
    with Database(heroes_runs[request.param]) as database:
        database.add("experiments", side_plays)
        yield Results(database)


def test_there_are_ten_questions():
    assert [question.number for question in QUESTIONS] == list(range(1, 11))


def test_every_experiment_belongs_to_a_question_and_they_are_few():
    used = {name for question in QUESTIONS for name in question.experiments}
    assert used == {experiment.name for experiment in GAME.experiments}
    assert sum(len(experiment.arms) for experiment in GAME.experiments) <= 12


def test_every_component_of_the_score_has_a_word(heroes):
    parts = {name for name in heroes.database.frame("SELECT * FROM seats LIMIT 0").columns if name.startswith("pts_")}
    assert {word for word in GAME.words if word.startswith("pts_")} == parts
    assert len(set(GAME.words.values())) == len(GAME.words)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_every_question_is_answered_at_every_table(results, question):
    found = answer(results, question.number)
    if found.answer != UNSAID:
        check_text(found.answer)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_every_answer_has_its_numbers_and_its_chart(heroes, question):
    found = answer(heroes, question.number)
    check_text(found.answer)
    assert re.search(r"\d\s%|percentage points", found.answer), "there is a share in it"
    assert re.search(r"\(-?\+?[\d.]+ to [-+]?[\d.]+", found.answer), "there is an interval in it"
    check_evidence(heroes, question, found, least=6)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.sql)
def test_intervals_hold_their_values(results, question):
    check_intervals(results, question)


def test_all_answers_make_a_page(results):
    check_page(results, "Heroes")


def test_a_game_of_fixed_length_is_told_in_one_sentence_without_a_chart(heroes):
    found = findings.length(heroes)
    assert found.text == "Every game lasts 30 turns."
    assert "length-distribution" not in [getattr(block, "id", "") for block in sections.length(heroes).blocks]


def test_a_run_without_turns_answers_what_seats_can_tell(tmp_path, side_plays):
    run = heroes_run(tmp_path / "run", games=200, log="seats")
    with Database(run) as database:
        database.add("experiments", side_plays)
        results = Results(database)
        told = {question.number: answer(results, question.number).answer for question in QUESTIONS}
        figures = results.figures()
    check_text(told.pop(9))
    assert set(told.values()) == {"This run kept no turns (--log seats): play one with --log turns to answer it."}
    assert figures["value"].is_not_null().all()


def test_other_cards_are_understood():
    """A table of other cards, with several copies of each: what cannot be compared is left out."""
    plan = make(card_table(), games=120, seed=3, players=2)
    with simulated(plan, workers=2) as run, Database(run) as database:
        database.add("experiments", play_experiments(plan, GAME.experiments, games=20))
        results = Results(database)
        for question in QUESTIONS:
            check_text(answer(results, question.number).answer)
        arms = set(database.frame("SELECT arm FROM experiments WHERE experiment = 'tiles'")["arm"])
        assert arms == {"as it is"}
        assert results.own("tiles")["score_2"].is_null().all()
        assert results.own("power_budget")["heroes"].sum() == 15


def test_the_arms_without_effect_are_played_with_as_many_tiles(side_plays):
    arms = {row["arm"] for row in side_plays.filter(experiment="tiles").to_dicts()}
    assert arms == {"as it is", "interaction tiles without effect", "hits without effect too"}
    scores = side_plays.filter(experiment="tiles", figure="score_mean").sort("place")["value"].to_list()
    assert scores[0] < scores[2], "who is never hit scores more"
