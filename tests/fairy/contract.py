"""What Fairy says about itself to the tests of every game."""

from __future__ import annotations

from helpers.contract import Contract

CONTRACT = Contract(
    frozen={"games": 1500, "seed": 7},
    odd_cells=("floor 1; top 0; start 5", "next mod 0 = 0", "suit = Z", "gap <= 99999999", "number=4; x=y", "key=wrong"),
)
