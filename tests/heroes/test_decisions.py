"""Each of the thirteen decision points is met with every legal kind of choice in 10,000 games of mixed styles."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from balance.engine.game import Plan
from balance.games.heroes.cards.box import DICE, RANKS
from helpers.play import parts, play
from heroes.decisions import (
    COLUMNS,
    KINDS,
    adversaries_taken,
    dice_chosen,
    healing,
    heroes_let_go,
    missions_chosen,
    numbers_fought,
    opponents_chosen,
    options,
    picks,
    sides,
    subsets,
    tiles_drawn,
    tiles_from_reserve,
    untyped_damage,
)
from heroes.play import make
from heroes.played import Played
from heroes.table import card_table

pytestmark = pytest.mark.nightly

GAMES = 10_000

Table = dict[str, Counter[str]]
"""By decision: how often each kind of choice was made."""

SENSIBLE = "four seats of mixed styles"
ONE_RANDOM = "one seat of style random, three sensible ones"
FEW_TILES = "four seats of mixed styles, five tiles and many heroes that take them"

FEW = card_table(
    {f"T{n}": {"copies": 1 if n in (1, 2, 3, 6, 7) else 0} for n in range(1, 10)}
    | {f"H{n}": {"effect": "tile"} for n in (4, 11, 12)}
)
PLANS: Mapping[str, Callable[[], Plan]] = {
    SENSIBLE: lambda: make(seed=4),
    ONE_RANDOM: lambda: make(agents="random,greedy,rival,star", seed=4),
    FEW_TILES: lambda: make(FEW, seed=4),
}
HOW_MANY = {SENSIBLE: GAMES, ONE_RANDOM: 3000, FEW_TILES: 200}

# What the sensible styles never do in these games, because something else is always better: seen with a random seat.
ONLY_AT_RANDOM = {"D6": {"yellow", "red", "yellow+red", "yellow (red added)"}}


def names_of(dice: int) -> str:
    return "+".join(color for bit, color in enumerate(DICE) if dice >> bit & 1)


def count(p: Played) -> Table:
    """The choices of some games."""
    taken, sizes = adversaries_taken(p)
    free, used = untyped_damage(p)
    covered, healed = healing(p)
    assert (used <= free).all()
    assert (healed <= covered).all()
    games = p.game_table
    table: dict[str, Mapping[str, int]] = {
        "D1": {f"card {place} of {size}": n for (size, place), n in picks(p).items()},
        "D2": sides(p),
        "D3": tiles_from_reserve(p),
        "D4": {f"option {chosen + 1} of {n_options}": n for (n_options, chosen), n in options(p).items()},
        "D5": {f"{k} of {offered}": n for (offered, k), n in numbers_fought(p).items()},
        "D6": {
            names_of(chosen) + (f" ({names_of(added)} added)" if added else ""): n
            for (added, chosen), n in dice_chosen(p).items()
        },
        "D7": dict(zip(KINDS, used.sum(axis=0).tolist(), strict=True)),
        "D8": {f"places {','.join(map(str, places))} of {size}": n for (size, places), n in taken.items()},
        "D9": missions_chosen(p),
        "D10": tiles_drawn(p),
        "D11": dict(zip(KINDS, healed.sum(axis=0).tolist(), strict=True)),
        "D12": {
            f"{what} {n_left} to the left": n
            for what, column in (("hit", "victim"), ("gift", "gift_seat"))
            for n_left, n in opponents_chosen(p, column).items()
        },
        "D13": {f"{','.join(map(str, places))} of {size}": n for (size, places), n in heroes_let_go(p).items()},
        "circumstances": {
            **{f"{size} adversaries in the row": n for size, n in sizes.items()},
            "more than 24 counters": int((games["max_counters"] > 24).sum()),
            "supply of tiles renewed": int((games["supply_emptied"] > 0).sum()),
        },
    }
    return {decision: Counter({name: n for name, n in chosen.items() if n}) for decision, chosen in table.items()}


@functools.cache
def counters(plan: str = SENSIBLE) -> Table:
    """By decision point: how often each kind of choice was made."""
    total: Table = {}
    for first, games in parts(PLANS[plan](), HOW_MANY[plan]):
        for decision, chosen in count(Played(play(PLANS[plan](), first, games, COLUMNS), PLANS[plan]())).items():
            total.setdefault(decision, Counter()).update(chosen)
    return total


def wanted() -> dict[str, set[str]]:
    """Every kind of choice there is."""
    dice = [names_of(bits) for bits in range(1, 8)]
    return {
        "D1": {f"card {place} of {size}" for size in (5, 4, 3, 2) for place in range(1, size + 1)},
        "D2": {"left", "right"},
        "D3": {"keep", "place"},
        "D4": {"option 1 of 1", "option 1 of 2", "option 2 of 2"},
        "D5": {f"{k} of {offered}" for offered in range(4) for k in range(offered + 1)},
        "D6": {*dice, "green (red added)", "yellow (red added)", "green+yellow (red added)"},
        "D7": set(KINDS),
        "D8": {
            f"places {','.join(map(str, places))} of {size}"
            for size in (1, 2, 3)
            for k in range(1, size + 1)
            for places in subsets(size, k)
        },
        "D9": {*RANKS, "decline"},
        "D10": {"own", "opponent", "kept"},
        "D11": set(KINDS),
        "D12": {f"{what} {n} to the left" for what in ("hit", "gift") for n in (1, 2, 3)},
        "D13": {f"{','.join(map(str, places))} of {size}" for size in (4, 5, 6) for places in subsets(size, 3)},
        "circumstances": {*(f"{n} adversaries in the row" for n in range(4)), "more than 24 counters"},
    }


def test_every_kind_of_choice_is_made():
    """By sensible styles, but for four kinds that perhaps only a random seat comes to."""
    chosen, at_random = counters(), counters(ONE_RANDOM)
    for decision, choices in wanted().items():
        rare = ONLY_AT_RANDOM.get(decision, set())
        assert choices - rare <= set(chosen[decision]) <= choices
        assert rare <= set(at_random[decision])


def test_the_supply_of_tiles_is_renewed():
    """Never with the frozen cards: the seats would have to take all 18 tiles."""
    assert counters(FEW_TILES)["circumstances"]["supply of tiles renewed"] > 0


def report(table: Mapping[str, Mapping[Any, int]]) -> str:
    """The counters in words."""
    lines = []
    for decision, chosen in table.items():
        lines.append(decision)
        lines += [f"  {name:30} {n:>10,}" for name, n in sorted(chosen.items())]
    return "\n".join(lines)


if __name__ == "__main__":
    for plan in PLANS:
        print(f"{HOW_MANY[plan]:,} games: {plan}\n{report(counters(plan))}\n")
