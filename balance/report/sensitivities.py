"""What a step of every number does, in sentences, as a table and as a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import polars as pl

from balance.analysis.changes import cell_changes
from balance.analysis.trial_edits import Sensitivity, Shift, Tried
from balance.common.units import counted
from balance.engine.game import Plan
from balance.report import charts
from balance.report.commands import cards_option, options
from balance.report.labels import POINTS, short, true_minus
from balance.report.page import Block, ColumnView, DataTable, Definition, Finding, Page, PageChart, Paragraph, Section
from balance.report.phrases import asked, card_names, card_text, game_line, made_by, plain_number, seats_text
from balance.report.render import write_page

MOST_SHOWN = 5
"""Edits that are described in sentences."""
MOST_ROWS = 20
"""Numbers in the chart, and in the table of the terminal."""
LETTERS = 28
"""Of a card's name in the chart, where the column must have room, too."""
NUMBERS = ("win rate", "points", "gained", "length", "seat gap")
COLUMNS = ("card", "edit", *NUMBERS)
ALONE = "A card that all players have was edited for one of them alone: edited for all, it changes less. "
DOWN, UP = "a step down", "a step up"
MEANS = {
    "win_share": "Change of the win rate of players who gain the card: the same players, games and luck.",
    "points": "Change of their score.",
    "pick_rate": "Change of the share of players who gain the card, in games in which somebody could.",
    "length": "Change of the length of such a game, in turns.",
    "seat_gap": "Change of the gap between the seats that win most and least in such games, with the edit and without.",
}


def sentences(sensitivity: Sensitivity, plan: Plan) -> list[str]:
    """What moves the win share of its users most clearly, as far as it is clear."""
    if not sensitivity.edits:
        return ["No number to try."]
    sure = [edit for edit in sensitivity.ranked if edit.win_share and edit.win_share.sure]
    lines = [sentence(edit, plan) for edit in sure[:MOST_SHOWN]]
    if not sure:
        lines = ["No step clearly changes the win rate of players who gain the card."]
    elif len(sure) > MOST_SHOWN:
        lines.append(f"And {counted(len(sure) - MOST_SHOWN, 'more clear change')}.")
    return [f"Clearest changes, of {counted(len(sensitivity.edits), 'edit')} tried:", *(f"  {line}" for line in lines)]


def sentence(edit: Tried, plan: Plan) -> str:
    """One edit: "Odo (HF24), strength 5 instead of 4: its users win 42.4 % instead of 40.2 % (+2.2, +1.0 to +3.3)."."""
    head = f"{card_text(edit.card, [plan])}, {edit_text(edit)}: "
    if edit.win_share is None:
        return f"{head}too few players gain it to say more."
    now, was = (f"{100 * number:.1f} %" for number in (edit.win_share.after, edit.win_share.before))
    who = "that player wins" if edit.alone else "its users win"
    return f"{head}{who} {now} instead of {was} ({points_change(edit.win_share)})."


def edit_text(edit: Tried) -> str:
    """The edit, and of what beside the card: "strength 5 instead of 4 for one player alone"."""
    changes = cell_changes(edit.column, edit.before, edit.after)
    text = ", ".join(f"{what} {_number(after)} instead of {_number(before)}" for what, before, after in changes)
    return f"{text}{' in all rows of its set' * edit.whole_set}{' for one player alone' * edit.alone}"


def _number(cell: str) -> str:
    """A cell as a reader reads it: a number below 0 with a true minus sign, all else as it is typed."""
    return true_minus(cell) if re.fullmatch(r"-[\d.]+", cell) else cell


def points_change(change: Shift) -> str:
    """A change of a share in points, with its interval: "+2.2 points, +1.0 to +3.3"."""
    value, low, high = (plain_number(100 * number, 1, "+") for number in (change.change, change.low, change.high))
    return f"{value} points, {low} to {high}"


def rows(sensitivity: Sensitivity, plan: Plan) -> list[tuple[str, ...]]:
    """COLUMNS of the edits that move most; every number with its interval, as on the page."""
    return [
        (
            card_text(edit.card, [plan]),
            edit_text(edit),
            _shown(edit.win_share, 1, 100),
            _shown(edit.points, 2),
            _shown(edit.pick_rate, 1, 100),
            _shown(edit.length, 2),
            _shown(edit.seat_gap, 1, 100),
        )
        for edit in sensitivity.ranked[:MOST_ROWS]
    ]


def _shown(change: Shift | None, digits: int, times: float = 1) -> str:
    """A change with its interval: "+2.2 (+1.0 to +3.3)"; without one that is narrower than the digits shown."""
    if change is None:
        return "-"
    value, low, high = (plain_number(times * end, digits, "+") for end in (change.change, change.low, change.high))
    return value if low == high else f"{value} ({low} to {high})"


def explained(sensitivity: Sensitivity, plan: Plan) -> str:
    """What the numbers mean, who played, and what was not tried."""
    left = "".join(
        f" Edits that {why}: {number:,}."
        for number, why in ((sensitivity.refused, "the rules refuse"), (sensitivity.unseen, "the rules do not see"))
        if number
    )
    return (
        f"{counted(sensitivity.players, 'player')}, {seats_text(plan)}. Win rate, gained, seat gap: points; the "
        f"same players or games as they are and with the edit. Points: of the score. Length: turns. In brackets: 95 % "
        f"intervals. At most {sensitivity.games:,} games were played, "
        f"until the interval of a win rate is ±{100 * sensitivity.until:.3g} points.{left}"
    )


# ---------------------------------------------------------------- the page


def write_sensitivity(sensitivity: Sensitivity, plan: Plan, out: Path) -> Path:
    """Write the page ``sensitivity-<game>.html`` into the folder ``out``. Raises OSError."""
    return write_page(sensitivity_page(sensitivity, plan), out / f"sensitivity-{plan.game.id}.html")


def sensitivity_page(sensitivity: Sensitivity, plan: Plan) -> Page:
    """The page: what moves most, every number, and how it was made."""
    findings = [
        Finding(sentence(edit, plan), "tornado", "note")
        for edit in sensitivity.ranked[:MOST_SHOWN]
        if edit.win_share and edit.win_share.sure
    ]
    if not findings:
        findings = [Finding(sentences(sensitivity, plan)[-1].strip(), "edits", "good")]
    return Page(
        title=f"{plan.game.name}: one step up or down",
        subtitle=f"{counted(len(sensitivity.edits), 'edit')}, each on the same games with the same luck",
        findings=findings,
        sections=[Section("numbers", "Every number", "", blocks(sensitivity, plan))],
        made=[
            ("command", command(sensitivity, plan)),
            game_line(plan),
            *asked(plan),
            *made_by(),
        ],
        definitions=(
            Definition(
                "win rate",
                "Share of games won; players who share a win share its credit.",
                r"\b[Ww]in share\b|\bwin\b",
            ),
            Definition("points", "Of a share: percentage points. Of a score: points of the game."),
            Definition("interval", "The range in brackets holds the true change with 95 % confidence."),
        ),
        biases=(
            "Players here are heuristic styles, not people. Their weights stay the same: where a choice depends on a "
            "threshold, one step may change everything or nothing.",
        ),
    )


def command(sensitivity: Sensitivity, plan: Plan) -> str:
    """The command that finds the same again; own play styles and named cards are not in it."""
    words = ["balance sensitivity", plan.game.typed, *options(plan), *cards_option(plan)]
    words += [f"--seed {plan.seed}"] if plan.seed != 1 else []
    words += [f"--step {sensitivity.step}"] if sensitivity.step != 1 else []
    return " ".join([*words, f"--until {100 * sensitivity.until:g}pp", f"--max-games {sensitivity.games}"])


def blocks(sensitivity: Sensitivity, plan: Plan) -> list[Block]:
    """What was tried, the chart of the numbers that move most, and the table of all."""
    return [Paragraph(explained(sensitivity, plan)), *charted(sensitivity, plan)]


def charted(sensitivity: Sensitivity, plan: Plan, note: str = "") -> list[Block]:
    """The chart of the numbers that move most, and the table of all."""
    drawn = [edit for edit in sensitivity.ranked if edit.win_share]
    return [
        *([_tornado(drawn, plan)] if drawn else []),
        *([_table(sensitivity, plan, note)] if sensitivity.edits else []),
    ]


def _tornado(edits: Sequence[Tried], plan: Plan) -> PageChart:
    """Both steps of the numbers that move the win rate most clearly, side by side."""
    numbers = list(dict.fromkeys((edit.card, edit.column, edit.place) for edit in edits))[:MOST_ROWS]
    by_step = {(edit.card, edit.column, edit.place, edit.up): edit for edit in edits}
    shown = [
        {"number": _number_text(number, by_step, plan), "step": UP if up else DOWN, **_ends(by_step.get((*number, up)))}
        for number in numbers
        for up in (False, True)
    ]
    first = edits[0]
    draw = partial(
        charts.bars, frame=pl.DataFrame(shown), x="number", y="change", low="low", high="high", by="step", unit=POINTS,
        reference=0.0, x_label="", y_label="change of win rate, in points",
    )  # fmt: skip
    return PageChart(
        "tornado",
        "The numbers that move most",
        draw,
        f"Change of the win rate of players who gain the card, down and up. Clearest: {sentence(first, plan)}",
        f"Clearest change: {sentence(first, plan)} {ALONE if any(edit.alone for edit in edits) else ''}Same "
        "players, same games; lines: 95 % intervals. A number after the column: which number of the cell. All edits of "
        "a card are compared with the same games as they were: where up and down point to one side, that may be luck.",
        height=4.2,
    )


def _number_text(number: tuple[str, str, int], by_step: dict[tuple[str, str, int, bool], Tried], plan: Plan) -> str:
    """A number of a card in few words: "Odo: strength", and where a cell has several: "Odo: cost, number 2"."""
    card, column, place = number
    of_cell = [key for key in by_step if key[:2] == (card, column)]
    step = next(by_step[key] for key in of_cell if key[2] == place)
    what = ", ".join(what for what, _, _ in cell_changes(column, step.before, step.after))
    several = column != "traits" and len({key[2] for key in of_cell}) > 1
    return f"{short(_name(card, plan), LETTERS)}: {what}" + (f", {place + 1}" if several else "")


def _ends(edit: Tried | None) -> dict[str, float | None]:
    change = edit.win_share if edit else None
    return {name: getattr(change, name) if change else None for name in ("change", "low", "high")}


def _table(sensitivity: Sensitivity, plan: Plan, note: str) -> DataTable:
    table = pl.DataFrame([_row(edit, plan) for edit in sensitivity.ranked], infer_schema_length=None)
    columns = [
        ColumnView("name", "Card", "text", "The card's name in cards.csv.", link="id"),
        ColumnView("edit", "Edit", "text", "The edited cell and the original."),
        _column("win_share", "Win rate", "points"),
        _column("points", "Score", "signed"),
        _column("pick_rate", "Gained by", "points"),
        _column("length", "Length", "signed"),
        _column("seat_gap", "Seat gap", "points"),
        ColumnView("games", "Games", "int", "Games replayed."),
        ColumnView("id", "Id", "text", "The card's id in cards.csv."),
    ]
    notes = " ".join(part for part in (note, ALONE if any(edit.alone for edit in sensitivity.edits) else "") if part)
    return DataTable(
        "edits", "Every number a step up and down", table, columns, notes.strip(), searchable=True, stacked=True
    )


def _column(name: str, label: str, form: str) -> ColumnView:
    return ColumnView(name, label, form, MEANS[name], f"{name}_low", f"{name}_high")


def _row(edit: Tried, plan: Plan) -> dict[str, object]:
    row: dict[str, object] = {
        "name": _name(edit.card, plan),
        "edit": edit_text(edit),
    }
    for name in MEANS:
        change: Shift | None = getattr(edit, name)
        ends = (change.change, change.low, change.high) if change else (None, None, None)
        row |= dict(zip((name, f"{name}_low", f"{name}_high"), ends, strict=True))
    return row | {"games": edit.games, "id": edit.card}


def _name(card: str, plan: Plan) -> str:
    return card_names(plan).get(card, card)
