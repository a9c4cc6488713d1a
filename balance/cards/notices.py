"""Notices that every game gives: what stands in a card table and means nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from balance.cards.check import CardRow
from balance.common.errors import Problems


def notice_unused(rows: Sequence[CardRow], unused: Mapping[str, Sequence[str]], problems: Problems) -> None:
    """Text in columns that mean nothing for the kind (``unused``: from kinds to columns): one notice for each."""
    for kind, columns in unused.items():
        for column in columns:
            filled = [row for row in rows if row.kind == kind and row.cell(column)]
            notice_first(filled, column, f"rows of the kind {kind} do not use this column; its text", problems)


def notice_first(rows: Sequence[CardRow], column: str, what: str, problems: Problems) -> None:
    """One notice for all these rows, if any, on the cell of the first: ``what`` is ignored."""
    if rows:
        more = f", here and on {len(rows) - 1} more lines" if len(rows) > 1 else ""
        problems.notices.append(rows[0].problem(column, f"{what} is ignored{more}"))
