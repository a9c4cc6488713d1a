"""The tables of a game without rows, to ask for types and for what a query needs."""

from __future__ import annotations

import re

import duckdb
import polars as pl
from page_text import ROOT

from balance.analysis.database import EVEN_SHARE, card_frame
from balance.analysis.stats import SQL_MACROS
from balance.engine.game import Plan
from balance.engine.game.log import TABLES, Table
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.runner import GameBatch

CARDS = ROOT / "tests" / "data" / "cards.csv"
TINY_RUN = 400
"""Games of the run that the report's chapters are read from; none of their numbers gets into a page."""


def plan_of(game: str, games: int = TINY_RUN) -> Plan:
    """The plan the pages speak of: everything as it comes; a card edited in cards.csv makes no page stale."""
    return make_plan(Request(game=game, games=games, cards=CARDS))


EXPERIMENT_ROWS = pl.DataFrame(
    schema={
        **dict.fromkeys(("experiment", "arm"), pl.String),
        **dict.fromkeys(("place", "players"), pl.Int32),
        **dict.fromkeys(("figure", "subject"), pl.String),
        **dict.fromkeys(("value", "se"), pl.Float64),
        "n": pl.Int64,
        **dict.fromkeys(("low", "high"), pl.Float64),
    }
)
"""The table `experiments` that the report adds for the questions that need side plays."""


class Columns:
    """The tables of a game without rows, to ask for types and for what a query needs."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.tables: dict[str, Table] = plan.log_tables
        self.connection = duckdb.connect(":memory:")
        player = GameBatch(plan)
        for name, table in self.tables.items():
            self._add(f"stored_{name}", player.frame(name))
            self.connection.execute(f"CREATE TABLE all_{name} AS {table.view(f'stored_{name}')}")
        self._add("all_card_table", card_frame(plan.card_table).clear())
        self._add("all_experiments", EXPERIMENT_ROWS)
        self.types = {name: self._described(f"all_{name}") for name in (*TABLES, "card_table", "experiments")}
        self.types |= {f"{first}_{name}": self.types[name] for first in ("first", "turn") for name in TABLES}
        self.connection.execute("CREATE MACRO kept_no(game_no) AS game_no; CREATE MACRO case_no(game_no) AS game_no")
        for relation in self.types:
            self._show(relation)
            if relation.startswith(("first_", "turn_")):
                few = f"SELECT * FROM {relation} WHERE kept_no(game_no) < those"
                self.connection.execute(f"CREATE MACRO {relation}(those) AS TABLE {few}")
        self.connection.execute(f"{SQL_MACROS}{EVEN_SHARE}")

    def needed_by(self, sql: str) -> dict[str, list[str]]:
        """The columns of every table without which ``sql`` would not run; n_* stands for all that begin so."""
        body = re.sub(r"--[^\n]*", "", sql)
        patterns = re.findall(r"COLUMNS\('([^']+)'\)", body)
        (prepare,) = self.connection.extract_statements(f"PREPARE asked AS {sql}")  # parsed once, bound time and again
        needed = {}
        for relation, columns in self.types.items():
            if not re.search(rf"(\b(FROM|JOIN)\s+|,\s*){relation}\b", body):
                continue
            matched = [c for c in columns if any(re.search(pattern, c) for pattern in patterns)]
            stars = dict.fromkeys(f"{c.partition('_')[0]}_*" for c in matched)
            named = (c for c in columns if c not in matched and re.search(rf"\b{c}\b", body))
            needed[relation] = [*(c for c in named if self._fails_without(relation, c, prepare)), *stars]
            self._show(relation)
        return needed

    def _fails_without(self, relation: str, column: str, prepare: duckdb.Statement) -> bool:
        self._show(relation, without=column)
        try:
            self.connection.execute(prepare)
        except duckdb.Error:
            return True
        return False

    def _add(self, name: str, frame: pl.DataFrame) -> None:
        self.connection.register("incoming", frame.to_arrow())
        self.connection.execute(f"CREATE TABLE {name} AS SELECT * FROM incoming")
        self.connection.unregister("incoming")

    def _show(self, relation: str, without: str = "") -> None:
        left_out = f' EXCLUDE ("{without}")' if without else ""
        source = f"all_{relation.removeprefix('first_').removeprefix('turn_')}"
        self.connection.execute(f"CREATE OR REPLACE VIEW {relation} AS SELECT *{left_out} FROM {source}")

    def _described(self, name: str) -> dict[str, str]:
        columns = self.connection.execute(f"DESCRIBE {name}").fetchall()
        return {row[0]: "text" if row[1].startswith(("ENUM", "VARCHAR")) else row[1].lower() for row in columns}
