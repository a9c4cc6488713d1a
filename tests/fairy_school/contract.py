"""What Fairy School says about itself to the tests of every game."""

from __future__ import annotations

from fairy_school.box import card_table, default_rows
from fairy_school.modes import assert_worth_comparing, plans
from helpers.contract import Contract

CONTRACT = Contract(
    tables={
        "three greedy": {"players": 3, "agents": "greedy"},
        "short": {"settings": {"length": "short", "sharing": "insensitive"}},
    },
    seats_alone=frozenset({3, 5, 7, 10}),
    rows=default_rows,
    odd_cells=(
        "Fx2>4E/A", "E>take1", "E/P|F", "E>", "40E", "creature=ent; place=discard", "creature=elf; deck=A", "SX",
    ),
    other_cards=card_table,
    plans=plans,
    worth_comparing=assert_worth_comparing,
)  # fmt: skip
