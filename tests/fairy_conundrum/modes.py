"""Play the same games of several kinds and store every table: run once per way of compiling, see test_modes.

python conundrum_modes.py FOLDER
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from balance.engine.plan import Plan
from balance.games.fairy_conundrum.play import play_games
from fairy_conundrum.any_table import NAMES, drawn_from
from fairy_conundrum.invariants.log import make, own_style, reference_table
from helpers.modes import store

SLIPPING = own_style("slipping", dict.fromkeys(NAMES, 0.5), slip=0.25, noise=1.0)
STEEP = own_style("steep", dict.fromkeys(NAMES, -1.0) | {"ray": 3.0, "kill": 100.0}, nest=2.0)


def plans() -> Iterator[tuple[str, Plan, int]]:
    """Name, plan and number of games."""
    cards = reference_table()
    short = {"narration_cap": "8"}
    yield "mixed", make(cards, [SLIPPING], agents="slipping,greedy", seed=11, settings=short), 1
    yield "scripts", make(cards, agents="passive,curve", seed=12), 1
    odd = {
        "deck_mode": "random_legal",
        "narration_mode": "alternate",
        "conspiracy": "on",
        "joust_mode": "simultaneous",
        "joust_assign": "split",
        "order_after_first": "initiative",
        "shard_maturation": "both",
        "maturation_timing": "continuous",
        "opposite_regresses": "off",
        "narration_cap": "6",
    }
    yield "odd", make(cards, [STEEP], players=3, agents="steep,random,random", seed=2**63 - 1, settings=odd), 1
    match = {"match_games": "3", "narration_cap": "5"}
    yield "match", make(cards, agents="random", seed=88, settings=match), 3
    for seed in (3, 4):
        yield f"any {seed}", drawn_from(seed).plan, 1


if __name__ == "__main__":
    store(plans(), play_games, Path(sys.argv[1]))
