"""The designer's own questions: each asked of the run by its query, answered by its text, shown by its chart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import polars as pl
from jinja2 import UndefinedError

from balance.analysis.results import Results
from balance.common.faults import GameFault
from balance.engine.game.questions import Bars, Grid, Question, Scatter, Slopes
from balance.judging.experiments import RUN_TO_ARM, games_of_an_arm
from balance.report import charts
from balance.report.captions import AnyChart, caption, drawn_numbers, drawn_unit
from balance.report.page import Answered, Block, ColumnView, DataTable, PageChart, Section
from balance.report.phrases import log_text
from balance.report.sentences import MissingRowError, say

FIRST_RUN_ONLY = "Answered from games with other rules or tables, which are played beside the first run of a page only."
NOTHING = "No game of this run has anything to say about it."
LEAST_BESIDE = 10
"""Fewer games of each kind beside a run answer nothing: one long game moves all that is said."""


def questions(results: Results, played_beside: bool = True) -> Section:
    """All questions of the game, one block each.

    Without games ``played_beside`` this run, those that need them lead to the answer of the page's first run.
    """
    blocks: list[Block] = [
        answer(results, question) if played_beside or not question.experiments else _see_first(question)
        for question in results.plan.game.questions
    ]
    intro = "What the designer of this game asks, each answered in a sentence, with the chart and the query behind it."
    return Section("questions", "The designer's questions", intro, blocks)


def ask_ahead(results: Results, played_beside: bool = True) -> None:
    """Run the queries of the questions in a thread of its own, for ``questions`` to find their rows.

    What is wrong with a query is told there: it is asked again.
    """
    for question in results.plan.game.questions:
        with suppress(GameFault):
            if (played_beside or not question.experiments) and not _missing(results, question):
                results.own(question.sql, ahead=True)


def _ident(question: Question) -> str:
    return f"question-{question.number}"


def _see_first(question: Question) -> Answered:
    return Answered(_ident(question), question.number, question.text, FIRST_RUN_ONLY, see=_ident(question))


def answer(results: Results, question: Question) -> Answered:
    """One question answered, or the reason why this run cannot."""
    ident = _ident(question)
    try:
        missing = _missing(results, question)
        if missing:
            return Answered(ident, question.number, question.text, missing)
        frame = results.own(question.sql)
    except GameFault as error:
        return Answered(ident, question.number, question.text, str(error))
    rows = frame.to_dicts()
    if not rows:
        return Answered(ident, question.number, question.text, NOTHING)
    template = (results.plan.game.folder / "sql" / f"{question.sql}.txt").read_text(encoding="utf-8")
    try:
        said = say(template, rows)
    except MissingRowError:  # an experiment that this card table does not allow left its rows out
        return Answered(ident, question.number, question.text, "This card table does not allow the comparison.")
    except UndefinedError as error:
        file = f"{results.plan.game.id}/sql/{question.sql}.txt"
        raise ValueError(f"{file}: {error.message}. Use a column of {question.sql}.sql, or correct the name.") from None
    sql = results.queries[f"{results.plan.game.id}/{question.sql}"]
    some = results.plan.log_every > 1 and "turns" in results.database.tables_read(sql)
    note = f"From {log_text(results.plan)}." if some else ""
    answered = Answered(ident, question.number, question.text, said.verdict or NOTHING, (), sql)
    answered = replace(answered, points=said.points, rest=said.rest)
    return replace(answered, evidence=_evidence(question, frame, answered, note))


def _evidence(question: Question, frame: pl.DataFrame, answered: Answered, note: str) -> list[PageChart | DataTable]:
    """The chart and the numbers of an answer."""
    evidence: list[PageChart | DataTable] = []
    if question.chart:
        evidence.append(_figure(answered, question.chart, frame, note))
    table = f"{answered.id}-table"
    if question.table:
        columns = [_column(*column) for column in question.table]
        evidence.append(DataTable(table, "In numbers", _part(frame, question.table_part), columns, note))
    elif question.chart:
        evidence.append(drawn_numbers(table, question.chart, _part(frame, question.chart.part)))
    return evidence


def _column(name: str, label: str, form: str, help: str, low: str = "", high: str = "") -> ColumnView:
    return ColumnView(name, label, form, help, low, high)


def _missing(results: Results, question: Question) -> str:
    """What the question needs and this run does not have; "": nothing."""
    beside = games_of_an_arm(results.plan) if question.experiments else LEAST_BESIDE
    if beside < LEAST_BESIDE:
        enough = LEAST_BESIDE * RUN_TO_ARM
        return f"Too few games beside this run, {beside} of each kind: play {enough} or more to answer it."
    sql = (results.plan.game.folder / "sql" / f"{question.sql}.sql").read_text(encoding="utf-8")
    if not results.plan.logs_turns and {"turns", "cards"} & {*results.database.tables_read(sql)}:
        return "This run kept no turns (--log seats): play one with --log turns to answer it."
    return ""


def _part(frame: pl.DataFrame, part: str) -> pl.DataFrame:
    """The rows of this part, or all."""
    return frame.filter(pl.col("part") == part) if part else frame


def _figure(answered: Answered, chart: AnyChart, frame: pl.DataFrame, note: str) -> PageChart:
    part = _part(frame, chart.part)
    draw = partial(_draw, chart=chart, frame=part)
    alt = f"{chart.title}. {answered.full_text}"
    return PageChart(f"{answered.id}-chart", chart.title, draw, alt, f"{caption(chart, part)} {note}".strip())


def _draw(ax: Any, chart: AnyChart, frame: pl.DataFrame) -> None:
    words: dict[str, Any] = {"unit": drawn_unit(chart, frame), "x_label": chart.x_label, "y_label": chart.y_label}
    if isinstance(chart, Slopes):
        charts.slopes(ax, frame, chart.x, chart.y, chart.low or None, chart.high or None, **words)
        return
    if isinstance(chart, Grid):
        charts.grid(ax, frame, chart.x, chart.y, chart.value, centre=chart.centre, **words)
        return
    draw: Callable[..., None] = charts.lines
    if isinstance(chart, Bars):
        draw = charts.bars
    elif isinstance(chart, Scatter):
        draw = charts.scatter
    draw(ax, frame, chart.x, chart.y, by=chart.by or None, low=chart.low or None, high=chart.high or None, **words)
