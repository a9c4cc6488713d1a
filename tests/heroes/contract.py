"""What Heroes says about itself to the tests of every game."""

from __future__ import annotations

from helpers.contract import Contract
from heroes.modes import assert_worth_comparing, plans
from heroes.table import card_table, default_rows

CONTRACT = Contract(
    frozen={"games": 600, "seed": 11},  # some missions are tried in one game of twenty
    tables={
        "three greedy": {"players": 3, "agents": "greedy"},
        "two random": {"games": 40, "players": 2, "agents": "random"},
    },
    ends=lambda plan: {"rounds"},
    shared={
        "hero": ("dealt", "taken + left_over", "kept"),
        "adversary": ("taken", "kept"),
        "mission": ("achieved_first",),
        "tile": ("drawn", "placed_own + placed_opponent + resolved", "kept"),
    },
    seats_alone=frozenset({9}),
    rows=default_rows,
    odd_cells=(
        "fight 2 with red", "hit 3", "tile + tile", "most red = 1", "wounds 1FF", "have 2", "on=fight", "on=moon",
        "strength=1; left=L; right=; slots=0",
    ),
    other_cards=card_table,
    plans=plans,
    worth_comparing=assert_worth_comparing,
)  # fmt: skip
