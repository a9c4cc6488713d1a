"""The figures of a game by version of its card table, and the edit that moved one: for the terminal and as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from balance.analysis.sums import Key
from balance.common.errors import plain
from balance.common.units import counted
from balance.engine.game import Plan
from balance.engine.game.headlines import GAIN, SHARE, Headline, find_headline
from balance.judging.history import History, Row, Version, interval, text_of
from balance.report.build import DEFINITIONS
from balance.report.differences import report_order, sentence, subject_text
from balance.report.labels import MISSING, POINTS, form_of, number_text, short
from balance.report.multiples import Panel, small_lines
from balance.report.page import Block, ColumnView, DataTable, Finding, Page, PageChart, Paragraph, Section
from balance.report.phrases import game_line, made_by, seats_text
from balance.report.render import write_page

MOST_FINDINGS = 6
FEW = 3
"""What is more than so many stands in a table, not in sentences."""
MARKS = (
    "up, down: moved since the version before, by more than the margin, and the interval leaves 0 out; "
    "?: more games would tell (--games)."
)
WORDS = ("win rate", "interval")
"""The words that this page explains."""


def headline_of(key: Key, plan: Plan) -> Headline:
    """What a figure is."""
    return find_headline(key[0], plan.game.figures)


def figure_name(key: Key, plan: Plan) -> str:
    """A figure as a heading."""
    of = headline_of(key, plan)
    return of.named(subject_text(of, key[1], [plan]))


def figure_text(key: Key, row: dict[str, Any] | None, plan: Plan) -> str:
    """A figure's value."""
    return MISSING if row is None else _text(row["value"], unit_of(headline_of(key, plan)))


def unit_of(of: Headline) -> str:
    """The unit in which a figure is shown: the distance from the worst to the best share is in points."""
    return {GAIN: POINTS, SHARE: "percent"}.get(of.unit, "")


def _text(value: float | None, unit: str) -> str:
    return number_text(value, unit, 2) + (" points" if unit == POINTS and value is not None else "")


def with_interval(row: dict[str, Any], plan: Plan) -> str:
    """A figure's value and its interval."""
    unit = unit_of(headline_of((row["figure"], row["subject"]), plan))
    low, high = (number_text(number, unit, 2) for number in interval(row, plan))
    return f"{_text(row['value'], unit)} ({low.removesuffix(' %')} to {high})"


def who(version: Version) -> str:
    """Hash, date, author and subject."""
    commit = version.commit
    return plain(f"{commit.short}, {commit.date}, {commit.author}: {commit.subject}") if commit else version.name


# ---------------------------------------------------------------- terminal


def headline(history: History) -> str:
    """What was played."""
    plan, count = history.plan, len(history.rows)
    said = f"{count} versions" if count != 1 else "one version"
    return f"{plan.game.name}: {said} of its cards, {plan.games:,} games of each, {counted(plan.players, 'player')}"


def table(history: History) -> tuple[list[str], list[list[str]], list[str]]:
    """Columns, rows, and the columns of numbers."""
    numbers = ["edits", "moved", *map(text_of, history.keys)]
    rows = []
    for row in history.rows:
        version, first = row.version, not row.compared
        counts = [MISSING, MISSING] if first else [str(len(version.edits)), str(len(row.moved))]
        shown = ((row.mark(key), figure_text(key, row.figures.get(key), history.plan)) for key in history.keys)
        figures = [" ".join(part for part in parts if part) for parts in shown]
        words = [str(row.number), version.name, version.date, short(version.subject, 40)]
        rows.append([*words, *counts, *figures])
    return ["#", "version", "date", "subject", *numbers], rows, ["#", *numbers]


def marks_text(history: History) -> str:
    """What the words before the numbers mean."""
    return MARKS if len(history.rows) > 1 else "There is nothing to compare with: the cards have this one version."


def notes(history: History, most: int = 3) -> list[str]:
    """What was edited in every version, and which versions cannot be read."""
    lines = []
    for row in history.rows:
        version = row.version
        if version.problem:
            lines.append(f"{row.number} {version.name} cannot be read: {version.problem}")
        elif version.edits:
            more = f"; and {len(version.edits) - most} more" if len(version.edits) > most else ""
            lines.append(f"{row.number} {version.name}: {'; '.join(version.edits[:most])}{more}")
    if history.shallow:
        lines.append("The repository does not have its whole past: `git fetch --unshallow` brings older versions.")
    return lines


# ---------------------------------------------------------------- page


def write_history(history: History, out: Path) -> Path:
    """Write the page ``history-<game>.html`` into the folder ``out``. Raises OSError."""
    return write_page(page(history), out / f"history-{history.plan.game.id}.html")


def page(history: History) -> Page:
    """The whole history as a page."""
    plan = history.plan
    return Page(
        title=f"{plan.game.name}: history",
        subtitle=headline(history).partition(": ")[2],
        findings=_findings(history),
        sections=[_figures(history), *(_version(history, row) for row in history.rows)],
        made=_made(history),
        definitions=[definition for definition in DEFINITIONS if definition.word in WORDS],
    )


def _findings(history: History) -> list[Finding]:
    """The versions that moved one of the chosen figures, the newest first."""
    findings = []
    for row in reversed(history.rows):
        chosen = (figure for figure in row.moved if (figure.figure, figure.subject) in history.keys)
        moved = sorted(chosen, key=report_order(history.plan))
        if moved:
            more = f" {len(row.moved) - 1} figures more moved." if len(row.moved) > 2 else ""
            said = f"Version {row.number}: {sentence(moved[0], _plans(history, row))}{more}"
            findings.append(Finding(said, f"version-{row.number}", "warn"))
    if not findings and len(history.rows) > 1:
        return [Finding("None of these figures clearly changed from one version to the next.", "by-version", "good")]
    older = len(findings) - MOST_FINDINGS
    rest = [Finding(f"{older} older versions moved these figures, too.", "by-version")] if older > 0 else []
    return [*findings[:MOST_FINDINGS], *rest]


def _plans(history: History, row: Row) -> tuple[Plan, Plan]:
    """The plans before and after: cards may have a name in one of them only."""
    before = [earlier.version.plan for earlier in history.rows[: row.number - 1] if earlier.version.plan]
    after = row.version.plan or history.plan
    return (before[-1] if before else after), after


def _figures(history: History) -> Section:
    panels = [_panel(history, key) for key in history.keys]
    chart = PageChart(
        "by-version",
        "Every figure by version",
        lambda ax: small_lines(ax, panels, "version"),
        " ".join(_alt(panel) for panel in panels),
        "Upright lines: 95 % intervals. Diamonds: moved since the version before, by more than the margin, and the "
        "interval of the difference leaves 0 out. Every figure has its own scale.",
    )
    blocks: list[Block] = [chart] if panels else []
    intro = "All versions play the same games with the same luck under the rules of now: only the cards differ."
    return Section("figures", "Figures by version", intro, [*blocks, _table(history)])


def _panel(history: History, key: Key) -> Panel:
    rows = [row.figures.get(key) for row in history.rows]
    ends = [interval(row, history.plan) if row else (None, None) for row in rows]
    return Panel(
        title=figure_name(key, history.plan),
        values=[row["value"] if row else None for row in rows],
        lows=[low for low, _ in ends],
        highs=[high for _, high in ends],
        moved=[row.mark(key) in ("up", "down") for row in history.rows],
        unit=unit_of(headline_of(key, history.plan)),
    )


def _alt(panel: Panel) -> str:
    known = [value for value in panel.values if value is not None]
    if not known:
        return f"{panel.title}: no values."
    first, last = (_text(value, panel.unit) for value in (known[0], known[-1]))
    moved = [str(place) for place, yes in enumerate(panel.moved, 1) if yes]
    return f"{panel.title}: from {first} to {last}" + (f"; moved in version {', '.join(moved)}." if moved else ".")


def _table(history: History) -> DataTable:
    rows = [_cells(history, row) for row in history.rows]
    columns = [
        ColumnView("number", "Version", "int", "From the oldest on; commits that left these cards alone are none."),
        ColumnView("commit", "Commit"),
        ColumnView("date", "Date"),
        ColumnView("subject", "Subject"),
        ColumnView("edits", "Edits", "int", "Cells of this game's cards that differ from the version before."),
        ColumnView("moved", "Moved", "int", "Figures, shown here or not, that moved since the version before."),
        *(_column(key, history.plan) for key in history.keys),
    ]
    texts = dict.fromkeys(("commit", "date", "subject"), pl.String)
    shape: dict[str, Any] = {"number": pl.Int64, **texts, "edits": pl.Int64, "moved": pl.Int64}
    for key in history.keys:
        name = text_of(key)
        shape |= {name: pl.Float64, f"{name} low": pl.Float64, f"{name} high": pl.Float64, f"{name} mark": pl.String}
    frame = pl.DataFrame(rows, shape, orient="row")
    return DataTable("versions", "The same in numbers", frame, columns, MARKS if len(rows) > 1 else "")


def _column(key: Key, plan: Plan) -> ColumnView:
    name = text_of(key)
    low, high, mark = f"{name} low", f"{name} high", f"{name} mark"
    said = f"{headline_of(key, plan).description} On the command line: {name}.".strip()
    return ColumnView(name, figure_name(key, plan), form_of(headline_of(key, plan)), said, low, high, mark=mark)


def _cells(history: History, row: Row) -> list[Any]:
    version, counts = row.version, [len(row.version.edits), len(row.moved)] if row.compared else [None, None]
    subject = f"{version.subject} (cannot be read)" if version.problem else version.subject
    cells: list[Any] = [row.number, version.name, version.date, plain(subject), *counts]
    for key in history.keys:
        figure = row.figures.get(key)
        cells += [figure["value"], *interval(figure, history.plan), row.mark(key)] if figure else [None, None, None, ""]
    return cells


def _version(history: History, row: Row) -> Section:
    """The chapter of a version: what was edited, what moved."""
    version = row.version
    title = f"Version {row.number}: {short(plain(version.subject), 90)}"
    blocks: list[Block] = []
    if version.problem:
        blocks.append(Paragraph(f"It cannot be read: {plain(version.problem)}"))
    elif row.compared:
        blocks += [*_edited(row), *_moved(history, row)]
    else:
        blocks.append(Paragraph("The first of these versions: there is nothing to compare it with."))
    by = f"{version.name}, {version.date}, by {plain(version.commit.author)}." if version.commit else "Not committed."
    return Section(f"version-{row.number}", title, by, blocks)


def _edited(row: Row) -> list[Block]:
    """The edits: in a sentence, or in a table where they are many."""
    edits = [plain(edit) for edit in row.version.edits]
    if not edits:
        return [Paragraph("No cell that is compared was edited.")]
    if len(edits) <= FEW:
        return [Paragraph(f"{'Edited: ' if len(edits) > 1 else ''}{'; '.join(edits)}.")]
    frame = pl.DataFrame({"edit": edits})
    title = f"{counted(len(edits), 'cell')} {'was' if len(edits) == 1 else 'were'} edited"
    return [DataTable(f"edits-{row.number}", title, frame, [ColumnView("edit", "Edit")], folded=True)]


def _moved(history: History, row: Row) -> list[Block]:
    """What moved: the first in sentences, all in a table where they are many."""
    moved, plans = sorted(row.moved, key=report_order(history.plan)), _plans(history, row)
    if not moved:
        return [Paragraph("No figure clearly changed.")]
    blocks: list[Block] = [Paragraph(" ".join(sentence(figure, plans) for figure in moved[:FEW]))]
    if len(moved) <= FEW:
        return blocks
    numbers = ("before", "after", "difference", "low", "high")
    names = [(figure.figure, figure.subject) for figure in moved]
    columns_of = {name: [getattr(figure, name) for figure in moved] for name in numbers}
    texts = {
        "figure": [figure_name(key, plans[1]) for key in names],
        "form": [form_of(figure.headline) for figure in moved],
    }
    frame = pl.DataFrame(texts | columns_of)
    columns = [
        ColumnView("figure", "Figure"),
        ColumnView("before", "Before", "number", format_from="form"),
        ColumnView("after", "After", "number", format_from="form"),
        ColumnView("difference", "Difference", "number", "", "low", "high", "form"),
    ]
    title = f"All {len(moved)} figures that moved"
    return [*blocks, DataTable(f"moved-{row.number}", title, frame, columns, folded=True)]


def _made(history: History) -> list[tuple[str, str]]:
    plan = history.plan
    settings = ", ".join(
        f"{setting.name} {setting.show(plan.settings[setting.name])}" for setting in plan.game.settings
    )
    return [
        game_line(plan),
        ("games", f"{plan.games:,} of every version"),
        ("players", str(plan.players)),
        ("variant", plan.variant),
        ("settings", settings),
        ("play styles", seats_text(plan)),
        ("seed", f"{plan.seed}, of every version"),
        ("intervals", "as if the luck of two versions were not the same: rather too wide than too narrow"),
        ("past", "not whole: the repository is a shallow clone" if history.shallow else "whole"),
        *made_by(),
    ]
