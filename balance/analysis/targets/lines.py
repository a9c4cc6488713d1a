"""Where in a TOML file an entry stands: the reader of the standard library does not say."""

from __future__ import annotations

import re


class Lines:
    """The lines of a TOML file with a list of tables ``[[name]]``, to point at what is wrong.

    A search by eye, not by grammar: it may take a word in a text for a key. Then a message points at a wrong line.
    """

    def __init__(self, text: str, name: str):
        self.lines = text.splitlines()
        header = re.compile(rf"\s*\[\[\s*{name}\s*\]\]")
        self.starts = [number for number, line in enumerate(self.lines) if header.match(line)]

    def of(self, table: int | None, *keys: str) -> int | None:
        """The line (from 1) of a key in one of the tables (None: anywhere), of a nested one by its path.

        The line of the nearest thing around it that is found; None where not even that is.
        """
        if table is not None and table >= len(self.starts):
            return None
        at = 0 if table is None else self.starts[table]
        end = len(self.lines)
        if table is not None and table + 1 < len(self.starts):
            end = self.starts[table + 1]
        line = None if table is None else at
        for key in keys:
            place = self._find(key, at, end)
            if place is None:
                break
            line = at = place
        return None if line is None else line + 1

    def _find(self, key: str, first: int, end: int) -> int | None:
        word = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")
        for number in range(first, end):
            if word.search(self.lines[number].partition("#")[0]):
                return number
        return None
