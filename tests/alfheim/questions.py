"""The questions of Fairies of Alfheim asked of hand-made tables, in which every answer can be reckoned by hand."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from alfheim.box import COSTS, FOOTPRINTS, NAMES, POINTS, REVEAL
from balance.games.alfheim.log.columns import EVENT_DESCRIPTIONS, PARTS
from helpers.asked import Row, ask_of, frame_of

SEAT: Row = {"game_no": 0, "seat": 0, "agent": "greedy", "score": 0, "win_share": 0.0}
SEAT |= dict.fromkeys((*(f"pts_{name}" for name, _ in PARTS), "n_fairies", "tomte_left", "n_swaps"), 0)
GAME: Row = {"game_no": 0, "players": 2, "lead": 0, "margin": 0, "reveal_start": "", "reveal_prep": ""}
TURN: Row = {"game_no": 0, "turn": 1, "seat": 0, "agent": "greedy", "score": 0, "start_icons": "BC", "swapped": 0}
TURN |= {"x": 2, "y": 0, "fp_x": None, "fp_y": None, "placements": "", "tomte_drawn": None, "experts": ""}
TURN |= {"n_payable": 0, "n_declined": 0}
MET: Row = {
    "game_no": 0,
    "seat": 0,
    "card": "",
    "first_turn": 0,
    **{event.name.lower(): 0 for event in EVENT_DESCRIPTIONS},
}
CARD: Row = dict.fromkeys(("id", "name", "kind", "set", "cost", "effect", "points"), "")
FIGURE: Row = {"experiment": "", "figure": "", "value": 0.0, "place": 0, "arm": "", "players": 4, "subject": ""}
FIGURE |= {"low": 0.0, "high": 0.0, "n": 100}
BLANK = pl.Schema({"fp_x": pl.Int64, "fp_y": pl.Int64, "tomte_drawn": pl.String})  # may be empty everywhere

CARDS: tuple[Row, ...] = (
    *(
        {"id": f"own_{icon}", "name": name, "kind": "clue", "set": "player", "effect": f"icon:{icon}"}
        for icon, name in NAMES.items()
    ),
    *(
        {
            "id": f"{type}_{letter}",
            "name": f"The {type.title().replace('_', ' no. ')} {letter}",
            "kind": "fairy",
            "set": type,
            "cost": cost,
            "effect": REVEAL[type].text,
            "points": str(POINTS[type]),
        }
        for type, costs in COSTS.items()
        for letter, cost in zip("abcde", costs.split(), strict=True)
    ),
    *(
        {"id": f"foot_{n}", "name": f"Feet {pair}", "kind": "footprint", "effect": f"match:{pair}"}
        for n, pair in enumerate(FOOTPRINTS, start=1)
    ),
)
"""The reference set, as the table of cards."""


def ask(query: str, **tables: Iterable[Row]) -> list[Row]:
    """The rows of a query of the game over these tables: seats, games, turns, met, experiments, cards (the card table).

    Cells that are not given are as in the constants above. ``met`` is the table cards of a run.
    """
    shown = {
        "card_table": frame_of(CARD, tables.pop("cards", CARDS), BLANK),
        "experiments": frame_of(FIGURE, tables.pop("experiments", ()), BLANK),
        "cards": frame_of(MET, tables.pop("met", ()), BLANK),
    }
    for name, cells in (("seats", SEAT), ("games", GAME), ("turns", TURN)):
        shown[name] = frame_of(cells, tables.pop(name, ()), BLANK)
    assert not tables, f"no tables {tables}"
    return ask_of("alfheim", query, shown)
