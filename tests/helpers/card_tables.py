"""Card tables of one game for tests: rows, the tables they make, and what the game's reader makes of those."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

from balance.cards.check import COLUMNS, CardTable
from balance.cards.read import parse_cards
from balance.common.errors import Problem, Problems

Row = dict[str, str]
Cards = TypeVar("Cards")


def game_row(game: str, /, id: str, kind: str, **cells: object) -> Row:
    """A row with these cells; the name is the id, there is one copy, all else is blank."""
    start = dict.fromkeys(COLUMNS, "") | {"game": game, "id": id, "name": id, "kind": kind, "copies": "1"}
    assert set(cells) <= set(COLUMNS)
    return start | {"source": "assumed"} | {column: str(text) for column, text in cells.items()}


def text_of(rows: Iterable[Row]) -> str:
    """Rows as the text of a card table; the columns of one game alone stand after the common ones."""
    rows = list(rows)
    columns = list(dict.fromkeys([*COLUMNS, *(column for cells in rows for column in cells)]))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def where(problem: Problem) -> tuple[int | None, str]:
    """Line and column of a problem."""
    return problem.line, problem.column


class CardTables(Generic[Cards]):
    """The card tables of a game: its default one, and others that differ from it.

    ``default_rows`` gives the rows of the default table, new ones at every call; ``read`` is the game's reader.
    """

    def __init__(
        self, game: str, default_rows: Callable[[], list[Row]], read: Callable[[CardTable, Problems], Cards | None]
    ):
        self.game = game
        self.default_rows = default_rows
        self.read = read

    def changed_rows(
        self,
        changes: Mapping[str, Mapping[str, object]] | None = None,
        without: Iterable[str] = (),
        more: Iterable[Row] = (),
    ) -> list[Row]:
        """The default rows with the cells of some ids changed, without some ids, and with more rows at the end.

        ``changes`` maps an id to column -> text; ids and columns must be there.
        """
        rows = self.default_rows()
        at = {row["id"]: row for row in rows}
        for id, cells in (changes or {}).items():
            assert set(cells) <= set(at[id])
            at[id].update({column: str(text) for column, text in cells.items()})
        gone = [at[id] for id in without]
        return [*(row for row in rows if row not in gone), *more]

    def table_of(self, rows: Iterable[Row]) -> CardTable:
        """Rows as a card table; its file is cards.csv."""
        return parse_cards(text_of(rows), "cards.csv", [self.game]).tables[self.game]

    def card_table(
        self,
        changes: Mapping[str, Mapping[str, object]] | None = None,
        without: Iterable[str] = (),
        more: Iterable[Row] = (),
    ) -> CardTable:
        """The default card table, changed as by ``changed_rows``."""
        return self.table_of(self.changed_rows(changes, without, more))

    def reading(self, table: CardTable) -> tuple[Cards | None, Problems]:
        """What the reader makes of a table: cards or errors, never both."""
        problems = Problems()
        cards = self.read(table, problems)
        assert (cards is None) == bool(problems.errors)
        return cards, problems

    def cards_of(self, table: CardTable | None = None) -> Cards:
        """The cards of a table without errors; by default of the default table."""
        cards, problems = self.reading(self.card_table() if table is None else table)
        assert problems.errors == []
        assert cards is not None
        return cards

    def errors(self, table: CardTable) -> list[Problem]:
        """Everything refused in a table."""
        return self.reading(table)[1].errors

    def only_error(self, table: CardTable) -> Problem:
        """The one error of a table: it tells what is allowed."""
        (problem,) = self.errors(table)
        assert problem.allowed
        return problem

    def error_of(self, id: str, /, **cells: object) -> Problem:
        """The one error when these cells of a row are changed: it names the row and the first of the columns."""
        problem = self.only_error(self.card_table({id: cells}))
        assert where(problem) == (self.line_of(id), next(iter(cells)))
        return problem

    def notices(self, table: CardTable) -> list[Problem]:
        """Everything odd in a table without errors."""
        cards, problems = self.reading(table)
        assert cards is not None
        return problems.notices

    def only_notice(self, table: CardTable) -> Problem:
        """The one notice of a table without errors."""
        (notice,) = self.notices(table)
        return notice

    def line_of(self, id: str) -> int:
        """The line of the default table with this id."""
        return next(line for line, row in enumerate(self.default_rows(), start=2) if row["id"] == id)
