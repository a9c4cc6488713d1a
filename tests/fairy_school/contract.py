"""What Fairy School says about itself to the tests of every game."""

from __future__ import annotations

from balance.engine.game import Plan
from fairy_school.box import card_table, default_rows
from fairy_school.modes import assert_worth_comparing, plans
from helpers.contract import Contract

SETS = 4
"""Starting sets, among which the copies of a card of all sets are divided; every player has one of them."""


def ends(plan: Plan) -> set[str]:
    """FS-69, FS-71: chance gives its cubes away, and its games are ended; nobody else's are."""
    return {"finished", "capped"} if "random" in plan.lineup else {"finished"}


CONTRACT = Contract(
    tables={
        "three greedy": {"players": 3, "agents": "greedy"},
        "short": {"settings": {"length": "short", "sharing": "insensitive"}},
    },
    frozen={"games": 600, "seed": 11},  # hardly anybody studies fewer than nine creatures, or more than ten
    ends=ends,
    shared={
        "initial": ("taken", "kept"),
        "project": ("picked", "realized", "kept", "kept + removed"),
        "final": ("chosen",),
    },
    own={"start": (f"{SETS} * taken", f"{SETS} * kept")},
    seats_alone=frozenset({3, 5, 7, 10}),
    rows=default_rows,
    odd_cells=(
        "Fx2>4E/A", "E>take1", "E/P|F", "E>", "40E", "creature=ent; place=discard", "creature=elf; deck=A", "SX",
    ),
    other_cards=card_table,
    plans=plans,
    worth_comparing=assert_worth_comparing,
)  # fmt: skip
