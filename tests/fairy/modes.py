"""Games of several kinds that are played in every way of compiling, see contract/test_modes.py."""

from __future__ import annotations

from collections.abc import Iterator

from balance.engine.game import Plan
from fairy.table import REFERENCE_CHARMS, REFERENCE_GUESSES, card_table, make, own_style
from helpers.contract import Column

NOISY = own_style("noisy", {"ev": 1.0, "risk": 0.1, "reach": 2.0, "protect": 1.0}, retention=0.7, noise=0.25)
EIGHT_GUESSES = [
    *REFERENCE_GUESSES,
    ("near", "gap <= 3", 3, 1),
    ("even", "next mod 2 = 0", 1, 1),
    ("dawn", "suit = D", 2, 0),
    ("far", "gap >= 30 or fairy and not pile fairy", 5, 2),
]
ENDLESS = "floor -4; top 9999; start 0"


def plans() -> Iterator[tuple[str, Plan, int]]:
    """Name, plan and number of games."""
    yield "mixed", make(seed=11), 8
    yield "ties", make(players=10, agents="greedy,chaser", settings={"top_rule": "clamp"}), 3
    share = {"top_rule": "share"}
    yield "variant", make(own=[NOISY], variant="fifteen", agents="noisy,cautious,random", settings=share), 8
    yield "two", make(players=2, agents="noisy,dreamer", own=[NOISY], settings={"initial_fairy_counts": "off"}), 6
    copies = card_table([(number, suit, fairy, 2) for number, suit, fairy, _ in REFERENCE_CHARMS], track=ENDLESS)
    yield "copies", make(copies, players=3, variant="fifteen", settings={"fifteen_target": 9999}), 2
    full = card_table([(n, "ABCD"[n % 4], n % 16 == 15, 1) for n in range(64)], EIGHT_GUESSES, ENDLESS)
    yield "full", make(full, players=3, agents="greedy,forgetful,random", settings={"end_fairies": "3"}), 2
    yield "large", make(seed=2**63 - 1, players=3), 1


def assert_worth_comparing(column: Column) -> None:
    """Every end, every way to win, and scores at the top come up in them."""
    assert set(column("games", "end_reason")) == {"fairies", "target", "deck_out"}
    assert set(column("games", "decided")) == {"outright", "tiebreak", "shared"}
    assert column("seats", "clamped").cast(int).sum() > 0
