"""The rows of a game's card table by their kind: what the readers of all games begin with."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from balance.cards.check import CardRow, CardTable, integer, one_of
from balance.common.errors import Problem, Problems, quoted

MOST_ALIKE, CUTOFF, LETTERS = 3, 0.6, 3
"""Cards that are proposed for a name nobody knows, how much alike they are, and the shortest part of a name."""
LEADING_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")


def cards_like(word: str, names: Mapping[str, str]) -> list[str]:
    """The ids most like a word, or of the cards whose names are: an id is often mistaken for a name.

    ``names``: by id. First stands an id that differs by leading zeros alone: FS010 for FS10.
    """
    same = [id for id in names if LEADING_ZEROS.sub("", id.lower()) == LEADING_ZEROS.sub("", word.lower())]
    spoken = {id.lower(): id for id in names} | {name.lower(): id for id, name in names.items()}
    parts = {part: id for name, id in spoken.items() for part in name.split() if len(part) >= LETTERS}
    similar = get_close_matches(word.lower(), [*spoken, *parts], n=MOST_ALIKE, cutoff=CUTOFF)
    return list(dict.fromkeys([*same, *((spoken | parts)[name] for name in similar)]))[:MOST_ALIKE]


def known_rows(table: CardTable, kinds: Sequence[str], problems: Problems) -> list[CardRow]:
    """The rows of these kinds; an error for every other row, and for a table without rows."""
    if not table.rows:
        message = f"there are no rows for the game {quoted(table.game)}"
        problems.errors.append(Problem(message, table.file, allowed=f"rows of the kinds {', '.join(kinds)}"))
    return [row for row in table.rows if one_of(row, "kind", problems, kinds)]


@dataclass(frozen=True)
class KindRows:
    """The rows of one kind, withdrawn ones (copies 0) too."""

    table: CardTable
    rows: tuple[CardRow, ...]
    copies: tuple[int | None, ...]  # of each row; None: the cell cannot be read
    complete: bool  # these are all, as no kind is misspelt, and all their sets can be read

    @classmethod
    def of(
        cls,
        table: CardTable,
        kind: str,
        known: Sequence[CardRow],
        most_copies: int,
        sets: Collection[str] | None = None,
    ) -> KindRows:
        """Those among the ``known`` rows of the table, with at most so many copies; ``sets``: those they may be of.

        Says nothing of cells that cannot be read: their row's reader does.
        """
        rows = tuple(row for row in known if row.kind == kind)
        copies = tuple(integer(row, "copies", Problems(), 0, most_copies) for row in rows)
        placed = sets is None or all(row.set in sets for row in rows)
        return cls(table, rows, copies, complete=placed and len(known) == len(table.rows))

    @property
    def in_play(self) -> list[CardRow]:
        """The rows that are in play, or may be: their copies cannot be read."""
        return [row for row, copies in zip(self.rows, self.copies, strict=True) if copies != 0]

    @property
    def readable(self) -> bool:
        """Whether their cards can be counted."""
        return self.complete and None not in self.copies

    def cards(self, set: str) -> list[CardRow]:
        """The row of every card of this set, copies counted. Asked only when they are readable."""
        pairs = zip(self.rows, self.copies, strict=True)
        return [row for row, copies in pairs if row.set == set for _ in range(copies or 0)]
