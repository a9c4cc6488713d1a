"""What must hold of the answers to the questions of any game."""

from __future__ import annotations

import re
from typing import Any

from balance.analysis.results import Results
from balance.report import answers
from balance.report.page import Answered, DataTable, Page, PageChart
from balance.report.render import render_page

UNSAID = "No game of this run has anything to say about it."
TOO_FEW = "Too few games beside this run"
"""What a short run may say of a question about something that hardly ever happens."""


def answer(results: Results, number: int) -> Answered:
    """The answer to a question of the game that was played."""
    return answers.answer(results, results.plan.game.questions[number - 1])


def check_told(text: str, never: str) -> None:
    """A sentence that a reader can read: whole, without ids, holes or words of the program, or what ``never`` matches.

    ``never`` is a regular expression, for the rule numbers of the game.
    """
    assert re.fullmatch(r"[A-Z0-9].*[.]", text), text
    assert not re.search(r"(?<![\w-])-\d", text), f"a true minus sign: {text}"
    assert not re.search(rf"None|nan|inf\b|[{{}}]|\( | \)|\(\)| [.,;:]|,,|{never}", text), text
    assert "card table" not in text
    assert "kept no turns" not in text


def check_short(answered: Answered, words: int = 20, points: int = 3) -> None:
    """The verdict is one short sentence, few points follow it, and each is a sentence."""
    assert len(answered.answer.split(" ")) <= words, answered.answer  # a no-break space does not part words
    assert not re.search(r"[.!?] [A-Z]", answered.answer), answered.answer
    assert len(answered.points) <= points, answered.points
    for part in filter(None, (*answered.points, answered.rest)):
        assert re.fullmatch(r"[A-Z0-9“].*[.]", part), part


def check_evidence(results: Results, question: Any, answered: Answered, least: int) -> None:
    """A chart of at least so many rows, most with an interval, and a table without an empty column."""
    assert [type(block) for block in answered.evidence] == [PageChart, DataTable]
    frame = results.own(question.sql)
    drawn = frame.filter(frame["part"] == question.chart.part) if question.chart.part else frame
    assert len(drawn) >= least
    for name in ("low", "high"):
        column = getattr(question.chart, name, "")
        assert not column or drawn[column].is_not_null().mean() > 0.6
    for column, _, kind, *_ in question.table:
        values = frame[column].drop_nulls()
        assert len(values)
        if kind == "percent":
            assert values.is_between(0, 1).all()


def check_intervals(results: Results, question: Any) -> None:
    """Every interval that a chart draws holds its value."""
    frame = results.own(question.sql)
    chart = question.chart
    if not getattr(chart, "low", ""):
        return
    known = frame.drop_nulls([chart.low, chart.high, chart.y])
    assert (known[chart.low] <= known[chart.y] + 1e-12).all()
    assert (known[chart.y] <= known[chart.high] + 1e-12).all()


def check_page(results: Results, title: str) -> None:
    """All answers make a page, where each has its anchor and, unless it says nothing, two drawings."""
    section = answers.questions(results)
    html = render_page(Page(title, "a run", (), (section,), ()))
    questions = results.plan.game.questions
    assert all(f'id="question-{question.number}"' in html for question in questions)
    assert html.count("<svg") >= 2 * len(questions) - 2 * sum(
        block.answer.startswith((UNSAID, TOO_FEW)) for block in section.blocks
    )
