"""The texts of the answers: what they may leave unsaid, and which names they may use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from jinja2 import nodes

from balance.analysis.results import Results
from balance.engine.game import find_game, game_ids
from balance.engine.game.questions import Question
from balance.engine.playing.threads import Ahead
from balance.report import answers
from balance.report.page import Answered
from balance.report.phrases import amount, gain, more, num, pct, share
from balance.report.sentences import SENTENCES, Said, say
from helpers.tiny_database import Tiny

ROWS = pl.DataFrame({"name": ["greedy", "cautious"], "win": [0.5, 0.25]})
TEXTS = [
    find_game(game).folder / "sql" / f"{question.sql}.txt"
    for game in game_ids()
    for question in find_game(game).questions
]
WITH_COLUMN = {"selectattr", "rejectattr"}
"""Filters whose first argument is a column."""


WINS = Question(1, "Who wins?", "wins", None)


def asked(folder: Path, text: str, *questions: Question) -> Results:
    """The results of a game whose query ``wins`` gives ``ROWS`` and has this text."""
    (folder / "sql").mkdir()
    (folder / "sql" / "wins.sql").write_text("SELECT * FROM seats ORDER BY win DESC")
    (folder / "sql" / "wins.txt").write_text(text)
    database = Tiny(seats=ROWS)
    game = SimpleNamespace(id="tiny", name="Tiny", folder=folder, questions=questions)
    database.plan = SimpleNamespace(log_every=1, logs_turns=True, game=game)  # type: ignore
    return Results(database)


def told(folder: Path, text: str) -> Answered:
    """The answer with this text over ``ROWS``."""
    return answers.answer(asked(folder, text), WINS)


def test_an_answer_is_its_text_over_the_rows_of_its_query(tmp_path: Path):
    answered = told(tmp_path, "{{ rows[1].name }} wins\n{{ rows[1].win|pct }}.")
    assert (answered.answer, list(answered.points), answered.rest) == ("Cautious wins 25.0\xa0%.", [], "")


def test_queries_that_were_asked_ahead_are_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    broken, later = Question(2, "?", "broken", None), Question(3, "?", "wins", None, experiments=("arms",))
    results = asked(tmp_path, "{{ first.name }}.", WINS, broken, later)
    (tmp_path / "sql" / "broken.sql").write_text("SELECT count(*) FROM nowhere")
    Ahead(lambda: answers.ask_ahead(results, played_beside=False)).result()
    monkeypatch.setattr(results.database, "frame", lambda sql: pytest.fail(f"asked again: {sql}"))
    assert answers.answer(results, WINS).answer == "Greedy."
    monkeypatch.undo()
    assert "nowhere does not exist" in answers.answer(results, broken).answer  # what is wrong is told where it is read


@pytest.mark.parametrize(("games", "few"), [(1, 1), (36, 9), (37, 0)])
def test_few_games_beside_a_run_answer_nothing(games: int, few: int, tmp_path: Path):
    results = asked(tmp_path, "{{ first.name }}.")
    results.plan.games = games  # type: ignore[misc]
    results.plan.game.arm_games = 2000  # type: ignore[misc]
    said = answers.answer(results, Question(1, "Who wins?", "wins", None, experiments=("arms",))).answer
    too_few = f"Too few games beside this run, {few} of each kind: play 40 or more to answer it."
    assert said == (too_few if few else "Greedy.")
    assert answers.answer(results, WINS).answer == "Greedy."


TEXT = """
{% set best = rows[0] %}
{{ best.name }} wins {{ best.win|share }}.
- {{ rows[1].name }} wins {{ more(rows[1].win - best.win) }} points
  less.
{% if best.win > 1 %}- never{% endif %}
- a gap of -2
---
and {{ rows|length }} more.
"""


def test_a_text_has_a_verdict_points_and_a_rest(tmp_path: Path):
    answered = told(tmp_path, TEXT)
    assert answered.answer == "Greedy wins 50\xa0%."
    assert list(answered.points) == ["Cautious wins −25.0 points less.", "A gap of −2"]
    assert answered.rest == "And 2 more."


def test_without_a_verdict_the_first_point_is_one_and_nothing_is_said_so(tmp_path: Path):
    assert say("{% if false %}No.{% endif %}\n- one.\n- two.", [{}]) == Said("One.", ("Two.",))
    assert told(tmp_path, "{% if first.win > 1 %}never{% endif %}").answer == answers.NOTHING


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (share(0.377, 0.36, 0.395), "38\xa0% (36 to 40)"),
        (share(0.377, 0.375, 0.379), "37.7\xa0% (37.5 to 37.9)"),
        (share(0.062), "6.2\xa0%"),
        (share(0.9), "90\xa0%"),
        (share(1.0, 1.0, 1.0), "100\xa0%"),
        (share(0.00002), "0.002\xa0%"),
        (gain(0.0512, 0.03, 0.07), "+5 points of win rate (+3 to +7)"),
        (more(-0.004, -0.02, 0.012), "−0.4 (−2.0 to +1.2)"),
        (more(-0.0001), "0.0"),
        (amount(85.23, 84.9, 85.5), "85.2 (84.9 to 85.5)"),
        (amount(1234.0, 1200.0, 1260.0), "1,234 (1,200 to 1,260)"),
        (amount(-0.5, None, None, "+"), "−0.50"),
        (amount(1.812, 1.811, 1.813), "1.81"),
        (num(-3.25), "−3.25"),
        (num(-1234.5), "−1,234"),
        (num(20.0), "20"),
        (num(0.001), "0"),
        (pct(-0.034), "−3.4\xa0%"),
        (pct(-0.0004), "−0.04\xa0%"),
        (pct(0.00002), "0.002\xa0%"),
    ],
)
def test_numbers_have_the_digits_that_their_intervals_allow(said: str, text: str):
    assert said == text


@pytest.mark.parametrize(
    "sentence",
    [
        "{{ rows[2].win|pct }}",
        "{{ (rows|selectattr('name', 'eq', 'novice')|first).win }}",
        "{% set arm = rows|selectattr('win', 'gt', 1)|first %}{{ 'more' if arm.win > 0 else 'less' }}",
        "{{ (rows|rejectattr('name')|list|last).win }}",
    ],
)
def test_without_the_row_of_an_arm_there_is_no_comparison(tmp_path: Path, sentence: str):
    assert told(tmp_path, sentence).answer == "This card table does not allow the comparison."


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("{{ first.wins|pct }}", "wins"),
        ("{{ rows[0].wins }}", "wins"),
        ("{{ firts.win }}", "firts"),
        ("{% for row in rows if row.part == 'arm' %}{% endfor %}", "part"),
        ("{{ rows|selectattr('prat', 'eq', 'arm')|list|length }}", "prat"),
        ("{{ rows|sort(attribute='share')|length }}", "share"),
        ("{{ between(first.low, 1) }}", "low"),
        ("{% macro two(x) %}{{ x }}{% endmacro %}{{ two() }}", "x"),
    ],
)
def test_a_misspelt_name_is_an_error_that_says_where(tmp_path: Path, sentence: str, name: str):
    with pytest.raises(ValueError, match=rf"^tiny/sql/wins[.]txt: .*'{name}'.*wins[.]sql"):
        told(tmp_path, sentence)


def columns_named(text: str) -> Iterator[str]:
    """The columns of rows that a text asks for."""
    tree = SENTENCES.parse(text)
    for attribute in tree.find_all(nodes.Getattr):
        if not (isinstance(attribute.node, nodes.Name) and attribute.node.name in ("loop", "ns")):
            yield attribute.attr
    for used in tree.find_all(nodes.Filter):
        named: list[Any] = [keyword.value for keyword in used.kwargs if keyword.key == "attribute"]
        named += used.args[:1] if used.name in WITH_COLUMN else []
        yield from (value.as_const() for value in named if isinstance(value, nodes.Const))


def test_a_text_asks_for_names_of_its_query_alone():
    """Also where no run of a test comes: a word of the query, if not surely a column."""
    for file in TEXTS:
        words = set(re.findall(r"\w+", file.with_suffix(".sql").read_text(encoding="utf-8")))
        named = set(columns_named(file.read_text(encoding="utf-8")))
        assert named, file
        assert named <= words, file
