"""Where tests keep parts that were played: in memory."""

from __future__ import annotations

import polars as pl


class Shelf:
    """Parts in memory; after ``most`` that were stored, the user stops."""

    def __init__(self, most: float = float("inf")):
        self.parts: dict[str, pl.DataFrame] = {}
        self.most = most
        self.loaded = 0

    def load(self, name: str) -> pl.DataFrame | None:
        """The part of this name; None: there is none."""
        self.loaded += name in self.parts
        return self.parts.get(name)

    def store(self, name: str, part: pl.DataFrame) -> None:
        """Keep a part."""
        if len(self.parts) >= self.most:
            raise KeyboardInterrupt
        self.parts[name] = part
