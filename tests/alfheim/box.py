"""The box of Fairies of Alfheim made in code, for tests: the reference set of section 5.4, and odd ones."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

from balance.games.alfheim.cards.box import (
    AFTER,
    EXPERTS,
    PREPARATION,
    START,
    TYPES,
    Cards,
    Clue,
    Cost,
    Expert,
    Fairy,
    Footprint,
    Reveal,
)

NAMES = {"B": "Bread", "C": "Cheese", "H": "Honey", "J": "Juice", "M": "Milk", "P": "Porridge"}
ICONS = "".join(NAMES)

COSTS = {
    "king": "#1+1+1+1+1+1 #2+2 #3+1 #3+1+1 #3+2+1",
    "queen": "BBCHM CCHJP CJJMP BHMMP BCJPP",
    "nisse_1": "CHJ HJM JMP BMP BCP",
    "nisse_2": "BBH CCJ HHM JJP BMM",
    "nisse_3": "BCJ CHM HJP CMP BHP",
    "fairy_1": "CHJM HJMP BJMP BCMP BCHP",
    "fairy_2": "BCHM BHJM CJMP BHMP BCJP",
    "fairy_3": "BBCJ CCHM HHJP BJJM BHPP",
    "tomte": "BCM CHP BHJ CJM HMP",
}
POINTS = dict(zip(TYPES, (6, 5, 2, 2, 2, 3, 3, 4, 4), strict=True))
FOOTPRINTS = ("BC", "CH", "HJ", "JM", "MP", "BP")
NISSE = ("nisse_1", "nisse_2", "nisse_3")
REVEAL = {name: Reveal(START) for name in TYPES} | {"king": Reveal(PREPARATION), "tomte": Reveal(AFTER, NISSE)}
NEEDS = {"king_queen": ("king", "queen"), "tomte": ("tomte",), "fairy": ("fairy_1", "fairy_2", "fairy_3")}
VALUES = {"king_queen": (6, 5, 4, 3, 2), "tomte": (5, 4, 3, 2, 1), "fairy": (5, 4, 3, 2, 1)}


def cost(text: str) -> Cost:
    """A cost as it is written (5.2)."""
    if text.startswith("#"):
        return Cost(parts=tuple(int(part) for part in text[1:].split("+")))
    return Cost("".join(sorted(text.replace("?", ""))), text.count("?"))


def tiles(kind: str, costs: str | Sequence[str], copies: Sequence[int] = (1, 1, 1, 1, 1)) -> list[Fairy]:
    """The fairy rows of a type, named a, b, and so on; rows without copies are left out."""
    texts = costs.split() if isinstance(costs, str) else costs
    rows = zip("abcde", texts, copies, strict=False)
    return [Fairy(f"{kind}_{letter}", kind, kind, n, cost(text)) for letter, text, n in rows if n]


def box(
    costs: Mapping[str, str | Sequence[str]] | None = None,
    points: Mapping[str, int] | None = None,
    reveal: Mapping[str, Reveal] | None = None,
    footprints: Sequence[str] = FOOTPRINTS,
    needs: Mapping[str, tuple[str, ...]] | None = None,
    values: Mapping[str, Sequence[int]] | None = None,
    copies: Mapping[str, Sequence[int]] | None = None,
) -> Cards:
    """The reference set, or what is said here instead of parts of it.

    ``copies``: by type, how many tiles each of its rows has; "player" and "centre": of each icon; "footprint".
    """
    all_costs, copies = COSTS | dict(costs or {}), copies or {}
    all_needs, all_values = NEEDS | dict(needs or {}), VALUES | dict(values or {})
    of_icon = {"player": copies.get("player", (2,) * 6), "centre": copies.get("centre", (3,) * 6)}
    clues = {
        name: tuple(
            Clue(f"{id}_{icon.lower()}", NAMES[icon], name, n, icon)
            for icon, n in zip(ICONS, of_icon[name], strict=True)
        )
        for name, id in (("player", "clue"), ("centre", "centre"))
    }
    of_footprint = copies.get("footprint", (1,) * len(footprints))
    numbered = enumerate(zip(footprints, of_footprint, strict=True), 1)
    return Cards(
        icons=ICONS,
        player=clues["player"],
        centre=clues["centre"],
        fairies=tuple(
            tile for kind in TYPES for tile in tiles(kind, all_costs[kind], copies.get(kind, (1, 1, 1, 1, 1)))
        ),
        points=POINTS | dict(points or {}),
        reveal=REVEAL | dict(reveal or {}),
        footprints=tuple(Footprint(f"footprint_{n}", icons, count, icons) for n, (icons, count) in numbered if count),
        experts=tuple(
            Expert(f"expert_{row}_{rank}", row, row, rank, all_needs[row], points)
            for row in EXPERTS
            for rank, points in enumerate(all_values[row], 1)
        ),
    )


PATTERNS = ("#2", "#1+1", "#3", "#2+1", "#1+1+1", "#2+2", "#2+1+1", "#3+2", "#2+2+1", "#2+1+1+1")


def odd_box(number: int, short: bool = False) -> Cards:
    """A box with all that the notation can say: wild icons and patterns everywhere, other secrets, several copies.

    ``short``: costs of two and three tiles, so that many fairies are placed and areas are blocked.
    """
    rng = random.Random(number)

    def any_cost() -> str:
        longest = 3 if short else 5
        if rng.random() < 0.3:
            return rng.choice([text for text in PATTERNS if cost(text).length <= longest])
        length = rng.randint(2, longest)
        wild = rng.choice([0, 0, 1, length])
        return "".join(rng.choices(ICONS, k=length - wild)) + "?" * wild

    def some(types: Sequence[str], most: int) -> tuple[str, ...]:
        chosen = rng.sample(types, rng.randint(1, most))
        return tuple(name for name in TYPES if name in chosen)

    secret = rng.choice(TYPES)
    others = [name for name in TYPES if name != secret]
    reveal = {name: Reveal(PREPARATION if rng.random() < 0.2 else START) for name in others}
    values = {row: sorted(rng.choices(range(9), k=5), reverse=True) for row in EXPERTS}
    pairs = ["".join(pair) for pair in combinations(ICONS, 2)]
    return box(
        costs={name: [any_cost() for _ in range(5)] for name in TYPES},
        points={name: rng.randint(0, 9) for name in TYPES},
        reveal=reveal | {secret: Reveal(AFTER, some(others, 3))},
        footprints=rng.sample(pairs, 5),
        needs={row: some(TYPES, 3) for row in EXPERTS},
        values=values,
        copies={
            **{name: rng.choice([(1, 1, 1, 1, 1), (2, 1, 2, 0, 0), (0, 5, 0, 0, 0)]) for name in TYPES},
            "player": rng.choice([(2,) * 6, (3, 1, 2, 2, 3, 1), (5, 1, 2, 2, 1, 1)]),
            "centre": rng.choice([(3,) * 6, (5, 1, 3, 4, 2, 3), (8, 2, 2, 2, 2, 2)]),
            "footprint": rng.choice([(1,) * 5, (3, 1, 1, 2, 1)]),
        },
    )
