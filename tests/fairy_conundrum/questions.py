"""The questions of Fairy Conundrum asked of hand-made tables, in which every answer can be reckoned by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import polars as pl

from balance.games.fairy_conundrum.log.columns import EVENTS, PARTS
from helpers.asked import Row, ask_of, frame_of

SEAT: Row = {"game_no": 0, "seat": 0, "agent": "greedy", "score": 0, "rank": 1, "win_share": 0.0}
SEAT |= {"deck": "dawn_rush", "avatar": "Luminelle"} | {f"pts_{name}": 0 for name, _ in PARTS}
GAME: Row = {"game_no": 0, "match_id": None, "match_game": 0, "match_games": "1", "players": 2, "turns": 8, "winner": 0}
GAME |= {"end_reason": "life", "first_player_t1": 0, "deck_mode": "prebuilt", "mes_set_cost": 2}
TURN: Row = {"game_no": 0, "match_id": None, "turn": 1, "seat": 0, "agent": "greedy", "deck": "dawn_rush"}
TURN |= {"avatar": "Luminelle", "destiny_pos": 0, "chose_first": 0, "life_start": 30, "stage": 1, "guests": 0}
TURN |= {
    "gathered": 1,
    "explorers": 0,
    "ray_total": 0,
    "joust_life_taken": 0,
    "spent_opposite": 0,
    "shared_received": 0,
}
MET: Row = {"game_no": 0, "seat": 0, "card": "", "seen": 0, "taken": 0, "played": 0, "first_turn": 0, "called_turn": 0}
MET |= {name: 0 for name, *_ in EVENTS}
CARD: Row = dict.fromkeys(("id", "name", "kind", "set", "cost", "effect", "traits", "radiance", "astralae"), "")
FIGURE: Row = {"experiment": "", "figure": "", "value": 0.0, "place": 0, "arm": "", "players": 2, "subject": ""}
FIGURE |= {"low": 0.0, "high": 0.0, "n": 100}
OWN = ("radiance", "astralae")
"""Columns of the card table that a card file may lack."""


def ask(query: str, lacking: Iterable[str] = (), **tables: Iterable[Row]) -> list[Row]:
    """The rows of a query of the game over these tables: seats, games, turns, met, experiments, cards (the card table).

    Cells that are not given are as in the constants above; a game is a match of its own if nothing is said. ``met`` is
    the table cards of a run. ``lacking``: columns that the card table does not have.
    """
    shown = {
        "card_table": frame_of(CARD, tables.pop("cards", ()), {"match_id": pl.Int64}).drop(lacking),
        "experiments": frame_of(FIGURE, tables.pop("experiments", ()), {"match_id": pl.Int64}),
        "cards": frame_of(MET, tables.pop("met", ()), {"match_id": pl.Int64}),
    }
    for name, cells in (("seats", SEAT), ("games", GAME), ("turns", TURN)):
        shown[name] = frame_of(cells, [_in_match(cells, row) for row in tables.pop(name, ())], {"match_id": pl.Int64})
    assert not tables, f"no tables {tables}"
    return ask_of("fairy_conundrum", query, shown)


def _in_match(cells: Row, row: Row) -> Row:
    """The row with its match: that of its game's number, if it has one and names none."""
    return {"match_id": row.get("game_no", 0)} | row if "match_id" in cells else row


def duel(game_no: int, first: str, second: str, winner: int = 0, **cells: Any) -> tuple[list[Row], Row]:
    """The seats and the game of a duel between two decks; the winner ends with 10 life, the loser with -2."""
    seats = [
        {"game_no": game_no, "seat": seat, "deck": deck, "avatar": deck}
        | {
            "win_share": float(winner == seat),
            "score": 10 if winner == seat else -2,
            "rank": 1 if winner == seat else 2,
        }
        for seat, deck in enumerate((first, second))
    ]
    return seats, {"game_no": game_no, "winner": winner} | cells


def duels(*played: tuple[list[Row], Row]) -> dict[str, list[Row]]:
    """The tables seats and games of some duels."""
    return {"seats": [seat for seats, _ in played for seat in seats], "games": [game for _, game in played]}
