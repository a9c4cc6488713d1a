"""Runs written by hand: a few games as rows, for the tests of the card numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import polars as pl

from balance.analysis.cards.facts import card_facts
from balance.analysis.cards.summary import CardSummary
from balance.analysis.figures import SQL
from helpers.tiny_database import Tiny

GAMES = {"game_no": pl.Int32, "turns": pl.Int16}
SEATS = {"game_no": pl.Int32, "seat": pl.Int8, "agent": pl.String, "win_share": pl.Float32, "score": pl.Int32}
COUNTS = ("seen", "taken", "played", "used", "used_by_others", "kept", "first_turn")
CARDS = {"game_no": pl.Int32, "seat": pl.Int8, "card": pl.String, **dict.fromkeys(COUNTS, pl.Int16)}
MORE = {"met_turn": pl.Int16, "options_in": pl.Int64, "chosen_in": pl.Int64}
"""Columns of cards that a game may lack."""


class HandRun(Tiny):
    """The tables, and how many sat at the table."""

    def __init__(self, games: list[dict], seats: list[dict], cards: list[dict], strata: tuple[str, ...] = ()):
        """Rows with what matters: what is left out is 0."""
        more = {name: kind for name, kind in MORE.items() if any(name in row for row in cards)}
        super().__init__(
            games=_frame(games, GAMES),
            seats=_frame(seats, SEATS | dict.fromkeys(strata, pl.String)),
            cards=_frame(cards, CARDS | more),
        )
        players = len({row["seat"] for row in seats})
        self.plan = SimpleNamespace(players=players, match_games=1, game=SimpleNamespace(strata=strata))  # type: ignore[assignment]

    def change(self, table: str, change: str) -> None:
        """Change rows of a table: ``SET column = value WHERE ...``."""
        for name in (table, f"first_{table}", f"turn_{table}"):
            self.connection.execute(f"UPDATE {name} {change}")

    def summary(self) -> CardSummary:
        """All card numbers; all cards are of one kind."""
        rates = self.frame((SQL / "cards.sql").read_text(encoding="utf-8"))
        words = {"kind": pl.lit("card"), "set": pl.lit("base")}
        names = rates.select(id="card", name=pl.lit("Card ") + pl.col("card"), **words)
        return CardSummary(card_facts(self), rates, names)


def _frame(rows: list[dict], schema: dict[str, Any]) -> pl.DataFrame:
    return pl.DataFrame([{column: row.get(column, 0) for column in schema} for row in rows], schema=schema)


def by_card(frame: pl.DataFrame) -> dict[str, dict[str, Any]]:
    """The rows of a frame by card."""
    key = "id" if "id" in frame.columns else "card"
    return {row[key]: row for row in frame.to_dicts()}


def table_of(wins: list[list[float]], agents: list[list[str]], turns: int = 3) -> tuple[list[dict], list[dict]]:
    """The rows of games and seats from the win shares and styles of every game. A win is worth 10 points."""
    games = [{"game_no": game, "turns": turns} for game in range(len(wins))]
    seats = [
        {"game_no": game, "seat": seat, "agent": agent, "win_share": win, "score": round(10 * win)}
        for game, (shares, styles) in enumerate(zip(wins, agents, strict=True))
        for seat, (win, agent) in enumerate(zip(shares, styles, strict=True))
    ]
    return games, seats
