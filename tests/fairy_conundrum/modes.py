"""Games of several kinds that are played in every way of compiling, see contract/test_modes.py."""

from __future__ import annotations

from collections.abc import Iterator

from balance.engine.game import Plan
from fairy_conundrum.any_table import NAMES, drawn_from
from fairy_conundrum.invariants.log import make, own_style, reference_table
from helpers.contract import Column

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


def assert_worth_comparing(column: Column) -> None:
    """Tolls, traps, guests, exits, jousts that take life, abilities and stages come up in them."""
    for name in ("spent_toll", "traps_set", "guests", "exits", "joust_life_taken", "abilities_used", "reaped_own"):
        assert column("turns", name).cast(int).max() > 0
    assert column("turns", "stage").cast(int).max() > 1
    assert column("turns", "shards_called").cast(int).sum() > 10
