"""Did my edit work? Which cards were edited since the reference figures, and the command that judges the edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from balance.engine.game import Plan
from balance.report.commands import options
from balance.report.phrases import some_names

DETAILED = 2
"""Edited cards of which the cells are named, and cells of one card; of more only the names."""
NAMED = 5
"""Edited cards that are named."""
AVERAGES = "The line above sets this run beside averages that were stored, so it sees large changes only. "
WHY = (
    "The command plays the same games twice, with the same luck: once with the card table as it was last committed to "
    "git (HEAD), once as it is now. What differs is the edit. It says what each edited card is worth before and after. "
    "Without git, keep the old table: `{}`."
)
KEEP = " Happy with the edit? `balance baseline {}` makes it the new baseline."


def edited_text(edited: Mapping[str, Sequence[tuple[str, str, str]]], plan: Plan) -> str:
    """The cards that were edited, with their cells where they are few: "Catch (points 9 instead of 7)"."""
    names = {row.id: row.name or row.id for row in plan.card_table.rows}
    if len(edited) > DETAILED:
        return some_names([names[card] for card in edited], NAMED)
    return " and ".join(f"{names[card]}{_cells(cells)}" for card, cells in edited.items())


def _cells(cells: Sequence[tuple[str, str, str]]) -> str:
    edits = [f"{what} {after or 'empty'} instead of {before or 'empty'}" for what, before, after in cells[:DETAILED]]
    more = [f"{len(cells) - DETAILED} more"] if len(cells) > DETAILED else []
    return f" ({', '.join([*edits, *more])})" if edits else ""


def judging(plan: Plan) -> str:
    """The command that judges an edit in games like these."""
    return _compare(plan, "--against HEAD")


def why(plan: Plan, compared: bool) -> str:
    """What the command does, and what to type where there is no git; ``compared``: what it does that a page cannot."""
    said = WHY.format(_compare(plan, "--cards old.csv --cards-b cards.csv"))
    return f"{AVERAGES}{said}{KEEP.format(plan.game.typed)}" if compared else said


def _compare(plan: Plan, tables: str) -> str:
    return " ".join(["balance compare", plan.game.typed, *options(plan), tables])
