"""A database of a few frames, without a run: for numbers worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace

import duckdb
import polars as pl

from balance.analysis.database import EVEN_SHARE, Database
from balance.analysis.stats import SQL_MACROS


def fewer(view: str) -> str:
    """The statement after which ``view(50_000)`` are the rows of its first games."""
    return f"CREATE MACRO {view}(those) AS TABLE SELECT * FROM {view} WHERE kept_no(game_no) < those"


class Tiny(Database):
    """These frames as tables, and as those of the first games, all of which have turns."""

    def __init__(self, **frames: pl.DataFrame) -> None:
        self.run = SimpleNamespace(has_rules_of=lambda game: True)  # type: ignore[assignment]
        self.connection = duckdb.connect()
        self.chunks, self.threads, self._copies = [0], None, None
        self._waiting = {}
        self.plan = SimpleNamespace(game=None, logs_turns=True, players=3, match_games=1)  # type: ignore[assignment]
        self.connection.execute(SQL_MACROS)
        self.connection.execute("CREATE MACRO kept_no(game_no) AS game_no; CREATE MACRO case_no(game_no) AS game_no")
        for name, frame in frames.items():
            self.add(name, frame)
            for some in (f"first_{name}", f"turn_{name}"):
                self.add(some, frame)
                if "game_no" in frame.columns:
                    self.connection.execute(fewer(some))
        if "win_share" in frames.get("seats", pl.DataFrame()).columns:
            self.connection.execute(EVEN_SHARE)
