"""The style `random` chooses as section 4 of the rules page says: evenly among all legal choices, at every decision.

The choices are read back from the log. Every test asks some questions of a chi-square or a normal test; the line for
a single answer is so low that all of them together raise a false alarm once in a thousand seeds.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import polars as pl
import pytest
from scipy.stats import chi2_contingency, chisquare, norm

from helpers.play import parts, play
from heroes.decisions import (
    COLUMNS,
    KINDS,
    adversaries_taken,
    dice_chosen,
    first_tiles,
    healing,
    heroes_let_go,
    missions_open,
    numbers_fought,
    opponents_chosen,
    options,
    picks,
    second_thoughts,
    sides,
    subsets,
    untyped_damage,
)
from heroes.play import make
from heroes.played import Array, Played
from heroes.table import card_table

pytestmark = pytest.mark.slow

LINE = 1e-3 / 200
"""There are fewer than 200 answers."""

ROLLED_MISSIONS = {f"M-{rank}{n}": {"cost": "roll green"} for rank in "BAS" for n in (1, 2, 3)}
TAKERS = {f"H{n}": {"effect": "tile"} for n in (1, 4, 6)}

TABLES = {
    "packaged": lambda: (None, {}),
    "declining forbidden": lambda: (None, {"allow_decline": "off"}),
    "rolled missions": lambda: (card_table(ROLLED_MISSIONS), {}),
    "rolled missions, no declining": lambda: (card_table(ROLLED_MISSIONS), {"allow_decline": "off"}),
    "nobody is hit": lambda: (card_table(without=["T1", "T2"]), {}),
    "many tiles": lambda: (card_table(TAKERS), {}),
    "many tiles, placed when drawn": lambda: (card_table(TAKERS), {"tile_timing": "on_draw"}),
    "activation tiles": lambda: (card_table(TAKERS, without=["T1", "T2", "T7", "T8", "T9"]), {}),
}


@functools.lru_cache(maxsize=2)
def played(table: str) -> tuple[Played, ...]:
    """Games of four random seats."""
    cards, settings = TABLES[table]()
    plan = make(cards, agents="random", settings=settings, seed=len(table))
    games = 3800 if table == "packaged" else 1900
    return tuple(Played(play(plan, first, count, COLUMNS), plan) for first, count in parts(plan, games))


def total(ask, table: str, *more) -> Counter:
    """The same question of all parts."""
    counts: Counter = Counter()
    for part in played(table):
        counts.update(ask(part, *more))
    return counts


def assert_even(counts: Mapping, choices: Iterable, of: int = 500) -> None:
    """All of these choices, and no others, equally often; ``of``: there are so many cases at least."""
    choices = list(choices)
    assert set(counts) == set(choices)
    times = [counts[choice] for choice in choices]
    assert sum(times) >= of
    assert len(times) == 1 or chisquare(times).pvalue > LINE, dict(counts)


def only(counts: Mapping, *first) -> dict:
    """The entries whose key begins like this."""
    return {key: n for key, n in counts.items() if key[: len(first)] == first}


def test_d1_any_card_of_the_hand():
    counts = total(picks, "packaged")
    for size in (5, 4, 3, 2):
        assert_even(only(counts, size), [(size, place) for place in range(1, size + 1)])


def test_d2_either_side():
    assert_even(total(sides, "packaged"), ["left", "right"])


def test_d4_any_option():
    counts = total(options, "packaged")
    assert set(counts) == {(1, 0), (2, 0), (2, 1)}
    assert_even(only(counts, 2), [(2, 0), (2, 1)])


@pytest.mark.parametrize(("table", "least"), [("packaged", 0), ("declining forbidden", 1)])
def test_d5_any_number_of_adversaries(table, least):
    counts = total(numbers_fought, table)
    for most in (1, 2, 3):
        assert_even(only(counts, most), [(most, k) for k in range(least, most + 1)])


def test_d6_any_dice():
    counts = total(dice_chosen, "packaged")
    for added in (0, 4):
        for k in (1, 2):
            dice = [bits for bits in range(1, 8) if bits.bit_count() == k and not bits & added]
            some = {(added, bits): n for (more, bits), n in counts.items() if more == added and bits.bit_count() == k}
            assert_even(some, [(added, bits) for bits in dice])


def even_by_kind(before: Array, chosen: Array) -> Sequence[float]:
    """The p-value of every kind of slot, when single slots are chosen evenly and none twice."""
    slots, n = before.sum(axis=1), chosen.sum(axis=1)
    share = before / slots[:, None]
    expected = n[:, None] * share
    spread = (n * (slots - n) / np.maximum(1, slots - 1))[:, None] * share * (1 - share)
    z = (chosen - expected).sum(axis=0) / np.sqrt(spread.sum(axis=0))
    return 2 * norm.sf(abs(z))


@pytest.mark.parametrize("ask", [untyped_damage, healing])
def test_d7_and_d11_any_slot(ask):
    before, chosen = (np.concatenate(rows) for rows in zip(*map(ask, played("nobody is hit")), strict=True))
    assert (chosen.sum(axis=0) > 100).all()
    assert dict(zip(KINDS, even_by_kind(before, chosen) > LINE, strict=True)) == dict.fromkeys(KINDS, True)


def test_d8_any_cards_of_the_row():
    counts: Counter = Counter()
    for part in played("packaged"):
        counts.update(adversaries_taken(part)[0])
    for k in (1, 2):
        some = {key: n for key, n in counts.items() if key[0] == 3 and len(key[1]) == k}
        assert_even(some, [(3, places) for places in subsets(3, k)])


@pytest.mark.parametrize("table", ["rolled missions", "rolled missions, no declining"])
def test_d9_any_mission_or_none(table):
    counts = total(missions_open, table)
    for ranks in range(1, 8):
        choices = [(ranks, rank) for rank in range(3) if ranks >> rank & 1]
        assert_even(only(counts, ranks), choices + ([] if "no" in table else [(ranks, 3)]), of=100)


@pytest.mark.parametrize("table", ["many tiles", "many tiles, placed when drawn"])
def test_d10_any_place_for_a_tile(table):
    counts = total(first_tiles, table)
    for kind, legal in {key[:2] for key in counts}:
        some = only(counts, kind, legal)
        places = legal + (0 if "placed" in table and legal else 1)  # the last one: kept
        if sum(some.values()) > 20 * places:
            assert_even(some, [(kind, legal, place) for place in range(places)], of=1)
    assert_even(only(counts, "activation", 4), [("activation", 4, n) for n in range(4 if "placed" in table else 5)])


def test_d3_any_place_or_none_later():
    counts = total(second_thoughts, "activation tiles")
    assert counts.total() > 500
    assert chisquare([counts[True], counts[False]], [0.8 * counts.total(), 0.2 * counts.total()]).pvalue > LINE


@pytest.mark.parametrize("column", ["victim", "gift_seat"])
def test_d12_any_opponent(column):
    assert_even(total(opponents_chosen, "packaged", column), [1, 2, 3])


def test_d13_any_three_heroes():
    counts = total(heroes_let_go, "packaged")
    for size in (4, 5, 6):
        assert_even(only(counts, size), [(size, places) for places in subsets(size, 3)])


def test_no_hero_is_picked_earlier_than_others():
    """Every hero is dealt in every game, and picked first, second, third, fourth or never, one as often as another."""
    log = play(make(agents="random"), 0, 1900)
    when = pl.when(pl.col("picked") > 0).then("pick").otherwise(5)
    rows = log.cards.filter(pl.col("picked") + pl.col("left_over") > 0).group_by("card", when.alias("when")).len()
    counts = rows.sort("card", "when")["len"].to_numpy().reshape(60, 5)
    assert (counts.sum(axis=1) == 1900).all()
    assert chi2_contingency(counts).pvalue > LINE
