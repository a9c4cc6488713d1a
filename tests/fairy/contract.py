"""What Fairy says about itself to the tests of every game."""

from __future__ import annotations

from balance.engine.game import Plan
from fairy.modes import assert_worth_comparing, plans
from helpers.contract import Contract


def ends(plan: Plan) -> set[str]:
    """FY-19 to FY-21, FY-29: the deck runs out in the variant alone, where there are no fairies to count."""
    return {"target", "deck_out"} if plan.variant == "fifteen" else {"target", "fairies"}


CONTRACT = Contract(
    frozen={"games": 1500, "seed": 7},
    ends=ends,
    own={"charm": ("seen", "faced", "hit + missed", "ended"), "guess": ()},
    odd_cells=(
        "floor 1; top 0; start 5", "next mod 0 = 0", "suit = Z", "gap <= 99999999", "number=4; x=y", "key=wrong",
    ),
    plans=plans,
    worth_comparing=assert_worth_comparing,
    seats_alone=frozenset({2, 3, 4, 5, 7, 8, 10}),
)  # fmt: skip
