"""What Fairy says about itself to the tests of every game."""

from __future__ import annotations

from fairy.modes import assert_worth_comparing, plans
from helpers.contract import Contract

CONTRACT = Contract(
    frozen={"games": 1500, "seed": 7},
    odd_cells=(
        "floor 1; top 0; start 5", "next mod 0 = 0", "suit = Z", "gap <= 99999999", "number=4; x=y", "key=wrong",
    ),
    plans=plans,
    worth_comparing=assert_worth_comparing,
    seats_alone=frozenset({2, 3, 4, 5, 7, 8, 10}),
)  # fmt: skip
