"""A run on disk as a notebook sees it: its tables as frames, its pages, its games in words."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from balance.analysis.database import Database, QueryError
from balance.analysis.lazy import lazy_frame
from balance.analysis.targets.read import margin_for
from balance.analysis.verdicts import SCHEMA, as_frame
from balance.api.defaults import USUAL
from balance.api.find_run import find_run
from balance.api.options import whole_number
from balance.api.shown import Picture, Text, cell
from balance.common.errors import plain
from balance.common.places import REPORTS
from balance.engine.game import Plan
from balance.engine.game.agents import lineup_text
from balance.engine.game.plan import plan_from_manifest
from balance.engine.runs import run as runs
from balance.engine.runs.store import Place, Url, place
from balance.judging.power_cache import finest_in_run

Where = str | Path | Url
"""A run's folder or URL; `latest` or a game: its newest finished run."""


def open(run: Where) -> Run:
    """The run at a folder or URL; ``"latest"`` or a game's id: its newest finished run under runs/.

    Raises RunError or InputError where there is no such run.
    """
    return Run(find_run(run if isinstance(run, Url) else place(run)))


class Run:
    """A run on disk. Nothing of it is read before it is asked for, and nothing is ever changed."""

    def __init__(self, run: runs.Run):
        self.run = run
        """Its folder, its parts and its manifest."""
        self._database: Database | None = None
        self._opening = threading.Lock()

    @property
    def path(self) -> Place:
        """Where it lies."""
        return self.run.path

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What was asked for, and how far it has come."""
        return self.run.manifest

    @property
    def complete(self) -> bool:
        """Whether every game is on disk."""
        return self.run.complete

    @property
    def plan(self) -> Plan:
        """What was played. Raises InputError where this version knows no such game."""
        return plan_from_manifest(self.manifest)

    # ------------------------------------------------------------ rows

    @property
    def games(self) -> pl.LazyFrame:
        """A row per game. Raises QueryError where the run cannot be read."""
        return self._table("games")

    @property
    def seats(self) -> pl.LazyFrame:
        """A row per game and seat: agent, score, rank, win_share, ..."""
        return self._table("seats")

    @property
    def turns(self) -> pl.LazyFrame:
        """A row per game, turn and seat. Raises QueryError where the run kept none (log="seats")."""
        return self._table("turns")

    @property
    def cards(self) -> pl.LazyFrame:
        """A row per game, seat and card that the seat met. Raises QueryError where the run kept none (log="seats")."""
        return self._table("cards")

    def sql(self, query: str) -> pl.DataFrame:
        """The rows of one SELECT (DuckDB) over games, seats, turns, cards, power and card_table.

        Raises QueryError for anything else.
        """
        return self._opened().query(query)

    def rows(self, query: str) -> Iterator[pl.DataFrame]:
        """The same, some rows at a time, however many there are. The first frame has none."""
        return self._opened().stream(query)

    def close(self) -> None:
        """Let go of the files; whatever reads again opens them again."""
        with self._opening:
            database, self._database = self._database, None
        if database is not None:
            database.close()

    def _table(self, name: str) -> pl.LazyFrame:
        if name not in self.run.tables():
            raise QueryError(f"This run has no table {name}: it was made with --log seats.")
        return lazy_frame(self._opened, name)

    def _opened(self) -> Database:
        with self._opening:
            if self._database is None:
                database = Database(self.run)
                weakref.finalize(self, database.close)
                known = finest_in_run(self.path, database.plan)
                judged = known and known.judged_with(margin_for(database.plan))
                database.add("power", as_frame(judged) if judged else pl.DataFrame(schema=SCHEMA))
                database.lock()
                self._database = database
            return self._database

    # ------------------------------------------------------------ words and pages

    def replay(self, game: int | str, why: bool = False) -> Text:
        """A game turn by turn, with every player's chance to win.

        ``game``: its number, or "comeback", "closest", "typical" or "lopsided". ``why``: with every decision. Raises
        InputError for a game the run does not have.
        """
        from balance.api.replay import replay

        return Text("\n".join(replay(self.run, game, why)))

    def picture(self, game: int) -> Picture:
        """The final position of a game as SVG. Raises InputError where there is no such game, or no picture."""
        from balance.judging.replay import draw_game

        return Picture(draw_game(self.run, whole_number("GAME_NO", game)))

    def report(
        self,
        out: str | Path = REPORTS,
        *,
        power: str = "quick",
        margin: str | float | None = None,
        players: str = USUAL,
        workers: int | None = None,
        cards_out: str | Path | None = None,
        brief: bool = False,
        quiet: bool = False,
    ) -> Path:
        """Write the page of the run, and ``index.html``, into the folder ``out``; gives the page.

        The options are those of `balance report`. Raises InputError where the run is unfinished, or a file cannot be
        written.
        """
        from balance.api.report import report

        written = report(
            [self.run],
            out,
            power=power,
            margin=margin,
            players=players,
            workers=workers,
            cards_out=cards_out,
            brief=brief,
            quiet=quiet,
        )
        self.close()  # its power may be known better now
        return written.pages[0]

    # ------------------------------------------------------------ how it shows itself

    def _facts(self) -> dict[str, Any]:
        manifest = self.manifest
        done, games = self.run.games_done(), manifest["games"]
        agents = manifest["agents"] if isinstance(manifest["agents"], str) else lineup_text(manifest["agents"])
        return {
            "game": manifest["game"],
            "games": f"{games:,}" if self.complete else f"{done:,} of {games:,}",
            "players": manifest["players"],
            "agents": agents,
            "seed": manifest["seed"],
            "path": self.path,
        }

    def __repr__(self) -> str:
        facts = self._facts()
        said = f"{facts['games']} games, {facts['players']} players, {facts['agents']}, seed {facts['seed']}"
        return plain(f"<Run of {facts['game']}: {said}: {facts['path']}>")

    def _repr_html_(self) -> str:
        rows = (f"<tr><th>{name}</th><td>{cell(value)}</td></tr>" for name, value in self._facts().items())
        return f"<table>{''.join(rows)}</table>"
