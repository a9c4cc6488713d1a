"""What all card numbers are worked out from: sums over the whole run, and the single cases of its first games.

A run has hundreds of card rows per game. DuckDB adds them up by card and by *cell*: all seats that sat in the same
place, with the same style, the same stratum (the game says what: a deck, say) and in equally strong company. Points
are estimated from these sums over all games. How sure they are depends on how alike the seats of one game are, and
is measured on the cases of the first games.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from balance.analysis.database import Database, identifier

SQL = Path(__file__).parent / "sql"
CASES = 500_000
"""Card rows of the first games that are looked at one by one. With four times as many, errors differ by 2 %."""
EVENTS = ("taken", "played", "used")
"""What a seat can do with a card it has seen, in the order in which a decision about the card is looked for."""
CHOICES = ("options_in", "chosen_in")
"""The columns that say in which choices a card was an option, and in which it was chosen."""


@dataclass(frozen=True)
class CardFacts:
    """The sums and the cases of one run.

    ``seats``: cell, seat, agent, stratum, company, n (seats), w (sum of win shares).
    ``cells``: card, cell, seen, taken, played, used, n, w, s (sum of scores); agent, stratum, company of the cell.
    ``turns``: card, first_turn, met_turn, turns, n, w; of the first games.
    ``cases``: a row per game, seat and card met, of the first ``cases_games`` games; a match counts as one game, with
    the seats of all its games.
    """

    players: int
    games: int
    cases_games: int
    seats: pl.DataFrame
    cells: pl.DataFrame
    turns: pl.DataFrame
    cases: pl.DataFrame
    queries: dict[str, str]


def card_facts(database: Database, limit: int = CASES) -> CardFacts:
    """Read the facts of a run that kept its cards; at most about ``limit`` cases."""
    games, rows = database.frame("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM cards)").row(0)
    first = database.frame("SELECT count(*) FROM first_games").item()
    cases_games = min(first, max(1, limit * games // max(1, rows)))
    known = database.frame("SELECT * FROM cards LIMIT 0").columns
    words = {
        "stratum": _joined(database.plan.game.strata),
        "met_turn": "met_turn" if "met_turn" in known else "1",
        "choices": "".join(f", {name}" for name in CHOICES if name in known),
        "games": str(cases_games),
        "seat": _seat_of_case(database.plan.match_games, database.plan.players),
    }
    queries = {file.stem: _filled(file.read_text(encoding="utf-8"), words) for file in SQL.glob("*.sql")}
    for name in ("seat_facts", "seat_cells"):
        database.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS {queries[name]}")
    seats = database.frame("SELECT * FROM seat_cells ORDER BY cell")
    kinds = seats.select("cell", "agent", "stratum", "company")
    cells, turns, cases = (database.frame(queries[f"card_{name}"]) for name in ("cells", "turns", "cases"))
    ids = pl.Enum(cells["card"].unique().sort())  # numbers in memory: joins of millions of cases are quick
    return CardFacts(
        players=database.plan.players,
        games=games,
        cases_games=cases_games,
        seats=seats,
        cells=cells.cast({"card": ids}).join(kinds, on="cell", how="left"),
        turns=turns.cast({"card": ids}),
        cases=cases.cast({"card": ids}).join(kinds.drop("stratum"), on="cell", how="left"),
        queries=queries,
    )


def _seat_of_case(match_games: int, players: int) -> str:
    """What tells the seats of a case apart: of a match, those of all its games."""
    return "seat" if match_games == 1 else f"game_no % {match_games} * {players} + seat"


def _joined(columns: tuple[str, ...]) -> str:
    """One text column of several."""
    return f"concat_ws('/', {', '.join(map(identifier, columns))})" if columns else "''"


def _filled(sql: str, words: dict[str, str]) -> str:
    for name, word in words.items():
        sql = sql.replace(f"{{{name}}}", word)
    return sql
