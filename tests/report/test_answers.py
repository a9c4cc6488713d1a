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
from balance.engine.questions import Question
from balance.report import answers
from helpers.tiny_database import Tiny

ROWS = pl.DataFrame({"name": ["greedy", "cautious"], "win": [0.5, 0.25]})
TEXTS = [
    find_game(game).folder / "sql" / f"{question.sql}.txt"
    for game in game_ids()
    for question in find_game(game).questions
]
NOT_COLUMNS = {"first", "last", "index", "index0", "length"}
"""Attributes of a loop."""
WITH_COLUMN = {"selectattr", "rejectattr"}
"""Filters whose first argument is a column."""


def told(folder: Path, sentence: str) -> str:
    """The answer with this text over ``ROWS``."""
    (folder / "sql").mkdir()
    (folder / "sql" / "wins.sql").write_text("SELECT * FROM seats ORDER BY win DESC")
    (folder / "sql" / "wins.txt").write_text(sentence)
    database = Tiny(seats=ROWS)
    database.plan = SimpleNamespace(log_every=1, whole=True, game=SimpleNamespace(id="tiny", folder=folder))  # type: ignore
    return answers.answer(Results(database), Question(1, "Who wins?", "wins", None)).answer


def test_an_answer_is_its_text_over_the_rows_of_its_query(tmp_path: Path):
    assert told(tmp_path, "{{ rows[1].name }} wins\n{{ rows[1].win|pct }}.") == "Cautious wins 25.0\xa0%."


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
    assert told(tmp_path, sentence) == "This card table does not allow the comparison."


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
    tree = answers.SENTENCES.parse(text)
    for attribute in tree.find_all(nodes.Getattr):
        if not (isinstance(attribute.node, nodes.Name) and attribute.node.name == "loop"):
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
