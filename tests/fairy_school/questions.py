"""The questions of Fairy School asked of hand-made tables, in which every answer can be reckoned by hand."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from balance.games.fairy_school.state import Event
from helpers.asked import Row, ask_of, frame_of

CARD: Row = {"id": "", "name": "", "kind": "project", "set": "I", "cost": "", "effect": "", "traits": ""}
COUNTS = (
    "game_no seat score pts_kindness pts_projects pts_steps pts_study pts_resources steps realized removed_projects "
    "idle_picks studied bonuses cubes_left left_over"
)
SEAT: Row = dict.fromkeys(COUNTS.split(), 0) | {"agent": "greedy", "win_share": 0.0, "s_deck": None, "final_id": None}
SEAT |= dict.fromkeys(("passed", "honors", "finished"), False)
GAME: Row = {
    "game_no": 0,
    "players": 2,
    "length": "long",
    "activation_cubes": "usual",
    "final_turns": 3,
    "finishers": 1,
}
GAME |= {"end_reason": "finished"}
TURN: Row = {
    "game_no": 0,
    "turn": 1,
    "trimester": 1,
    "is_final": False,
    "seat": 0,
    "agent": "greedy",
    "cubes_supply": 37,
}
TURN |= {"studied_corner": None, "studied_effect": "", "steps_total": 0, "idle_pick": None, "leader_bonus": None}
TURN |= {f"{element}_{what}": 0 for element in "EPFWA" for what in ("gain", "end")}
MET: Row = {"game_no": 0, "seat": 0, "card": "", "realized_turn": 0, **{event.name.lower(): 0 for event in Event}}
FIGURE: Row = {
    "experiment": "",
    "figure": "",
    "value": 0.0,
    "place": 0,
    "arm": "",
    "players": 4,
    "subject": "",
    "low": 0.0,
    "high": 0.0,
    "n": 100,
}
WORDS = pl.Schema(
    dict.fromkeys(("s_deck", "final_id", "studied_corner", "idle_pick", "leader_bonus"), pl.String)
)  # columns that may be empty everywhere


def ask(query: str, **tables: Iterable[Row]) -> list[Row]:
    """The rows of a query of the game over these tables: cards (the card table), seats, games, turns, met, experiments.

    Cells that are not given are as in the constants above. ``met`` is the table cards of a run.
    """
    shown = {
        "card_table": frame_of(CARD, tables.pop("cards", ()), WORDS),
        "experiments": frame_of(FIGURE, tables.pop("experiments", ()), WORDS),
        "cards": frame_of(MET, tables.pop("met", ()), WORDS),
    }
    for name, cells in (("seats", SEAT), ("games", GAME), ("turns", TURN)):
        shown[name] = frame_of(cells, tables.pop(name, ()), WORDS)
    assert not tables, f"no tables {tables}"
    return ask_of("fairy_school", query, shown)
