"""Cards of Fairy School made in code, for the tests of school_reference: single ones, and a whole box."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import Any

from balance.games.fairy_school.cards.box import (
    DECKS,
    DISCARD,
    ELEMENTS,
    PLACES,
    TRIMESTERS,
    Alternative,
    Bundle,
    Card,
    Cards,
    Creature,
    Effect,
    Final,
    Line,
    Special,
)

PAIRS = (  # 2.3
    ("unicorn", "gnome", "E"),
    ("mermaid", "sea_dragon", "W"),
    ("ent", "elf", "P"),
    ("dragon", "phoenix", "F"),
    ("sphinx", "salamander", "N"),
    ("griffin", "cockatrice", "A"),
)
CREATURES = tuple(
    Creature(f"FSC{number:02}", name, pair, bonus, 2)
    for number, (name, pair, bonus) in enumerate(
        ((name, pair, bonus) for pair, (*names, bonus) in enumerate(PAIRS, start=1) for name in names), start=1
    )
)
NAMES = [creature.name for creature in CREATURES]
BEGINNING = (  # 5.4: the starting cards
    *("unicorn E", "gnome E", "mermaid W", "sea_dragon W", "ent P", "phoenix P|F", "dragon F", "sea_dragon E|W"),
    *("sphinx F|E>take1", "mermaid P|W>react", "elf F|P>draw2.1", "unicorn P|F>trash+E"),
)
EFFECTS = (  # 5.2, and some that are not on any card so far
    *("5F", "2F+W", "E/P/F/W", "W>2F", "Fx2>4E/4W/A", "Wx2>2E+F", "Ax2>E+2P+F+W", "E>take1+W", "E>take2"),
    *("P>draw3.1", "P>draw3.2", "W>react+F", "F>trash+P", "P+A+F+W>study", "4F|A", "F|P>draw2.1", "Ex5>P/F"),
    *("2N", "W>react", "P>trash", "E>study", "E>take2+2W", "F>react/take1", "react+N", "3E/A+W", "draw4.2|take3"),
    *("E+P", "2E", "2W", "2P", "E+F", "P+W", "N", "A"),
)
REACTING = (  # effects among which it is often in doubt whether a re-activation has a target
    *("W>react", "F>react/take1", "react", "2P>react", "A>react/draw2.2", "react+N|2E>react", "W>2F", "F>2W", "Ex2>A"),
    *("E>take1", "P>draw2.1", "W>trash", "P>study", "Fx3>2W", "2W+F", "3E", "N"),
)


def bundle(text: str) -> Bundle:
    """Such as "3F+P+2W"; "" for nothing."""
    counts = [0] * 5
    for term in text.split("+") if text else []:
        counts[ELEMENTS.index(term[-1])] += int(term[:-1] or 1)
    return Bundle(tuple(counts))


def alternative(text: str) -> Alternative:
    gains, free, special = [], 0, None
    for item in text.split("+"):
        if match := re.fullmatch(r"(take|draw|react|trash|study)(?:(\d+)(?:\.(\d+))?)?", item):
            special = Special(match[1], int(match[2] or 0), int(match[3] or 0))
        elif item.endswith("N"):
            free += int(item[:-1] or 1)
        else:
            gains.append(item)
    return Alternative(bundle("+".join(gains)), free, special)


def line(text: str) -> Line:
    """Such as "Fx2>4E/4W/A"."""
    cost, _, outcome = text.rpartition(">")
    cost, _, times = cost.partition("x")
    return Line(bundle(cost), int(times or 1), tuple(alternative(part) for part in outcome.split("/")))


def effect(text: str) -> Effect:
    return Effect(tuple(line(part) for part in text.split("|")))


def card(text: str = "E", **changes: Any) -> Card:
    """A small card; ``text``: its effect. ``creature`` is a name, ``cost`` a text."""
    values = {"id": text, "name": "", "kind": "start", "set": "all", "copies": 1, "cost": "", "points": 0}
    values |= {"creature": "unicorn"} | changes
    values |= {"cost": bundle(values["cost"]), "creature": NAMES.index(values["creature"])}
    return Card(**values, effect=effect(text))


def project(cost: str, text: str = "E", **changes: Any) -> Card:
    return card(text, **({"kind": "project", "set": "I", "points": 3, "cost": cost, "id": f"{cost} {text}"} | changes))


def final(steps: str, **changes: Any) -> Final:
    """Costs of the steps, separated by ";"."""
    values = {"id": steps, "name": "", "copies": 1, "points": 3, "steps": tuple(map(bundle, steps.split(";")))}
    values |= {"length": "long" if len(values["steps"]) == 5 else "short"} | changes
    return Final(**values)


@lru_cache
def box(seed: int = 0, cheap: bool = False, effects: tuple[str, ...] = EFFECTS) -> Cards:
    """A whole box with random projects and finals. ``cheap``: so that random seats finish them as well."""
    rng = random.Random(seed)
    cards = [start_card(number, text) for number, text in enumerate(BEGINNING, start=1)]
    for letter in DECKS:
        columns = rng.sample(PLACES, 2)
        for place in (*columns, DISCARD, DISCARD):
            cards.append(small(rng, effects, len(cards) + 37, "initial", f"S{letter}", place=place))
    cards += [small(rng, effects, 69 + number, "initial", "S") for number in range(8)]
    letters = [letter for letter in DECKS for _ in range(3)] + [""] * 13
    rng.shuffle(letters)
    numbers = iter(range(77, 164))
    for trimester, size in zip(TRIMESTERS, (28, 29, 30), strict=True):
        for place in range(size):
            cost = some_cost(rng, 1, 3) if cheap else some_cost(rng, 6, 12)
            deck = letters[place] if trimester == "I" else ""
            cells = {"cost": cost, "points": 3, "deck": deck}
            cards.append(small(rng, effects, next(numbers), "project", trimester, **cells))
    finals = [some_final(rng, 5, f"FSL{number:02}", cheap) for number in range(1, 11)]
    finals += [some_final(rng, 4, f"FSS{number:02}", cheap) for number in range(1, 7)]
    return Cards(CREATURES, tuple(cards), tuple(finals))


def start_card(number: int, text: str) -> Card:
    creature, words = text.split(" ", 1)
    return card(words, id=f"FS{number:03}", copies=4, creature=creature)


def small(rng: random.Random, effects: tuple[str, ...], number: int, kind: str, name: str, **changes: Any) -> Card:
    """A card with one of these effects and a creature, both at random."""
    text, creature = rng.choice(effects), rng.choice(NAMES)
    return card(text, **{"id": f"FS{number:03}", "kind": kind, "set": name, "creature": creature, **changes})


def some_cost(rng: random.Random, least: int, most: int, kinds: str = "EPFW") -> str:
    chosen = rng.choices(kinds, k=rng.randint(least, most))
    return "+".join(f"{chosen.count(letter)}{letter}" for letter in ELEMENTS if letter in chosen)


def some_final(rng: random.Random, steps: int, id: str, cheap: bool) -> Final:
    costs = [some_cost(rng, 1, 2) if cheap else some_cost(rng, 5, 14) + "+A" for _ in range(steps)]
    return final(";".join(costs), id=id)
