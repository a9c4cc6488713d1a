"""Games of several kinds that are played in every way of compiling, see contract/test_modes.py."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, cycle

from alfheim.box import ICONS
from alfheim.cards import card_table, default_rows, row, table_of
from alfheim.invariants.log import make, own_style
from balance.cards.check import CardTable
from balance.engine.game import Plan
from balance.games.alfheim.cards.box import EXPERTS, RANKS, TYPES
from balance.games.alfheim.cards.notation import rank_text
from balance.games.alfheim.cards.read import MOST_POINTS
from balance.games.alfheim.state import LONGEST, MAX_FOOTPRINTS
from balance.games.alfheim.styles.weights import FEATURES
from helpers.contract import Column

SLIPPING = own_style("slipping", {feature.name: 0.5 for feature in FEATURES}, slip=0.25, reckon=1.0, ponder=3.0)
STEEP = own_style(
    "steep", {feature.name: -1.0 for feature in FEATURES} | {"w_queen": 3.0, "eager": 4.0, "close_q": -2.0}
)

ANY_TWO = {cells["id"]: {"cost": "??"} for cells in default_rows() if cells["kind"] == "fairy"}
ANY_TWO |= {id: cells | {"effect": "reveal:start"} for id, cells in ANY_TWO.items() if id.startswith("king")}
"""Changes of the table: any two tiles pay for any fairy, so that some areas are closed (FA-22)."""


def full_table() -> CardTable:
    """As many cards, tiles and points as a table may have; every form of cost, the longest ones too."""
    rows = []
    for name, copies in (("player", (7, 1, 1, 1, 1, 1)), ("centre", (11, 2, 2, 1, 1, 1))):
        clues = zip(ICONS, copies, strict=True)
        rows += [row(f"{name}_{icon}", "clue", set=name, copies=n, effect=f"icon:{icon}") for icon, n in clues]
    costs = cycle(
        ["??????", "BB", "BBBB??", "#2", "#1+1", "#6", "#1+1+1+1+1+1", "#3+2+1", "BBB", "BC????", "B?", "#4+1", "??"]
    )
    for type in TYPES:
        effect = f"after:{','.join(TYPES[:-1])}" if type == TYPES[-1] else "reveal:start"
        cells = {"set": type, "effect": effect, "points": MOST_POINTS}
        rows += [row(f"{type}_{letter}", "fairy", cost=next(costs), **cells) for letter in "abcde"]
    pairs = cycle("".join(pair) for pair in combinations(ICONS, 2))
    rows += [row(f"foot_{n}", "footprint", effect=f"match:{next(pairs)}") for n in range(MAX_FOOTPRINTS)]
    for name in EXPERTS:
        for rank in range(1, RANKS + 1):
            cells = {"set": name, "effect": rank_text(rank, TYPES[:2]), "points": MOST_POINTS}
            rows.append(row(f"expert_{name}_{rank}", "expert", **cells))
    assert len("??????") == LONGEST
    return table_of(rows)


def plans() -> Iterator[tuple[str, Plan, int]]:
    """Name, plan and number of games."""
    usual, closed, full = card_table(), card_table(ANY_TWO), full_table()
    yield "mixed", make(usual, seed=11), 1
    yield "alone", make(usual, [SLIPPING], players=1, agents="slipping"), 1
    lead = {"line_match": "contains", "process_order": "lead_first"}
    yield "two", make(usual, [SLIPPING], players=2, agents="slipping,tracker", settings=lead), 1
    few = {"swap": "off", "second_reveal": "off", "footprint_cap": "0"}
    yield "random", make(closed, players=5, agents="random", seed=1, settings=few), 10
    most = {"footprint_point": "9", "footprint_cap": "36"}
    agents = "steep,random,slipping,random,random"
    yield "full", make(full, [SLIPPING, STEEP], players=5, agents=agents, seed=2**63 - 1, settings=most), 1
    lines = most | {"line_match": "contains"}
    yield "full lines", make(full, players=3, agents="courtier,random,random", seed=3, settings=lines), 1


def assert_worth_comparing(column: Column) -> None:
    """Blocked clues and footprints, swaps, experts alone and tied, secret tiles and nine fairies come up in them."""
    assert column("turns", "n_cells").cast(int).min() == 0
    assert column("turns", "clue_cell").cast(int).min() < 0
    assert len({*column("turns", "tomte_drawn")}) > 2
    for name in ("swapped", "n_payable", "n_declined", "claims"):
        assert column("turns", name).cast(int).max() > 0
    assert column("seats", "n_fairies").cast(int).max() == 9
    assert {*column("seats", "tomte_left")} == {"0", "1"}
    assert column("turns", "fp_cell").filter(column("turns", "turn") == "7").cast(int).min() < 0
