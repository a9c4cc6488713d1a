"""Cards of Heroes made in code: single ones from short texts, and a whole box that any number of players may use."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from balance.games.heroes.cards.box import (
    ALL,
    COLORS,
    DICE,
    Action,
    Adversary,
    Cards,
    Condition,
    Damage,
    Die,
    Hero,
    Mission,
    Option,
    Step,
    Tile,
)

STANDARD = {"green": "0 0 1 1 1 2", "yellow": "1 1 2 2 L I", "red": "1 2 2 L LF FF"}

ACTIONS = {  # how many of the 60 heroes have which action
    "fight 1": 7,
    "fight 2": 6,
    "fight 3": 3,
    "mission": 9,
    "fight 1 / mission": 3,
    "fight 2 / shine 1": 2,
    "fight 1 / heal 2": 3,
    "heal 2": 3,
    "mission / heal 2": 2,
    "tile": 6,
    "tile / shine 1": 2,
    "heal 3": 2,
    "shine 1": 2,
    "shine 2": 4,
    "shine 3": 2,
    "none": 4,
}
STRENGTHS = {0: 6, 1: 15, 2: 18, 3: 15, 4: 6}
SLOTS = {(): 20, (0,): 12, (1,): 8, (2,): 6, (0, 0): 4, (3,): 4, (0, 2): 4, (0, 1, 3): 2}

MISSIONS = (  # rank, requirement, spaces; the first of a rank is its starting card
    *(("B", "wounds L", "3;1"), ("B", "wounds 1", "3;2"), ("B", "roll green", "3;1"), ("B", "have 3", "4;2")),
    *(("B", "wounds F", "3;2"), ("B", "wounds 2", "4;2")),
    *(("A", "wounds LI", "6;4"), ("A", "roll green,yellow", "5;3"), ("A", "have 5", "6;4")),
    *(("A", "wounds 3", "5;3"), ("A", "wounds F + roll green", "6;3")),
    *(("S", "roll green,yellow,red", "8;6"), ("S", "have 7", "9;6"), ("S", "wounds 1FF", "8;5")),
    ("S", "wounds I + roll green,yellow", "9;5"),
)

TILES = (  # set, action, icon
    *(("immediate", "hit 3", ""), ("immediate", "hitroll green,yellow", "")),
    *(("activation", "heal all", ""), ("activation", "heal 1 + mission", "")),
    *(("activation", "fight 3", ""), ("activation", "shine 3", "")),
    *(("interaction", "tile + roll yellow", "tile"), ("interaction", "shine 1 + gift 1", "shine")),
    ("interaction", "fight 2 with red", "fight"),
)


# ---------------------------------------------------------------- one card


def damage(text: str) -> Damage:
    """ "0", "2", "LF", "1FF"."""
    untyped = sum(int(letter) for letter in text if letter.isdigit())
    return Damage(untyped, (text.count("L"), text.count("F"), text.count("I")))


def step(text: str) -> Step:
    word, _, rest = text.partition(" ")
    if word in ("roll", "hitroll"):
        return Step(word, dice=tuple(color for color in DICE if color in rest))
    if word == "hit":
        return Step(word, damage=damage(rest))
    number, _, die = rest.partition(" with ")
    return Step(word, number=ALL if number == "all" else int(number or 0), with_die=die)


def action(text: str) -> Action:
    options = [option.split(" + ") for option in text.split(" / ")]
    return Action(tuple(Option(tuple(map(step, steps)), " + ".join(steps)) for steps in options))


def hero(
    does: str = "none",
    *,
    strength: int = 1,
    left: str = "---",
    right: str = "---",
    slots: tuple[int, ...] = (),
    id: str = "hero",
    copies: int = 1,
) -> Hero:
    return Hero(id, id, copies, action(does), strength, left, right, slots)


def adversary(color: str, condition: str = "", points: int = 1, id: str = "", copies: int = 1) -> Adversary:
    """The condition as written: "set red+green+blue = 4", "each tile = 1"."""
    id = id or f"{color} {condition or points}"
    if not condition:
        return Adversary(id, id, copies, color, points, None)
    left, _, bonus = condition.partition(" = ")
    head, _, rest = left.partition(" ")
    number = int(rest) if head == "count" else 0
    if rest == "tile":
        head = "tile"
    colors = tuple(part for part in rest.split("+") if part in COLORS)
    return Adversary(id, id, copies, color, points, Condition(head, int(bonus), colors, number))


def mission(
    requirement: str, spaces: str = "8;6", rank: str = "S", *, start: bool = False, id: str = "mission", copies: int = 1
) -> Mission:
    """The requirement as written: "wounds I + roll green,yellow", "have 5"."""
    values = tuple(int(value) for value in spaces.split(";"))
    wounds, dice, have = Damage(), (), 0
    for term in requirement.split(" + "):
        word, rest = term.split(" ")
        if word == "wounds":
            wounds = damage(rest)
        elif word == "roll":
            dice = tuple(color for color in DICE if color in rest)
        else:
            have = int(rest)
    return Mission(id, id, copies, rank, values, wounds, dice, have, start)


def tile(does: str, set: str = "activation", icon: str = "", id: str = "", copies: int = 1) -> Tile:
    id = id or does
    return Tile(id, id, copies, set, icon, action(does))


def die(color: str, faces: str) -> Die:
    return Die(color, color, color, tuple(damage(face) for face in faces.split()))


# ---------------------------------------------------------------- the whole box


def standard_dice() -> tuple[Die, ...]:
    return tuple(die(color, STANDARD[color]) for color in DICE)


def sixty_heroes() -> tuple[Hero, ...]:
    """The actions, Strengths and slots above, dealt out the same way every time; edges at random."""
    rng = random.Random(60)
    strengths = [strength for strength, n in STRENGTHS.items() for _ in range(n)]
    slots = [slots for slots, n in SLOTS.items() for _ in range(n)]
    rng.shuffle(strengths)
    rng.shuffle(slots)
    actions = [does for does, n in ACTIONS.items() for _ in range(n)]
    return tuple(
        hero(
            does,
            strength=strengths[number],
            left="".join(rng.choices("LFI-", (2, 2, 2, 5), k=3)),
            right="".join(rng.choices("LFI-", (2, 2, 2, 5), k=3)),
            slots=slots[number],
            id=f"hero_{number + 1:02}",
        )
        for number, does in enumerate(actions)
    )


def forty_two_adversaries() -> tuple[Adversary, ...]:
    """24 with a condition, the others plain."""
    cards = []
    for number, color in enumerate(COLORS):
        following = [COLORS[(number + ahead) % 4] for ahead in (1, 2, 3)]
        for others in (following[:2], following[1:]):
            cards.append(adversary(color, f"set {'+'.join((color, *others))} = 4"))
        cards += [adversary(color, f"most {color} = 4"), adversary(color, f"each {color} = 1")]
        cards.append(adversary(color, "count 5 = 2" if number % 2 else "count 7 = 4"))
        cards.append(adversary(color, "strongest = 4" if number % 2 else "each tile = 1"))
        plain = (2, 2, 3, 3, 4) if color in ("brown", "green") else (2, 3, 3, 4)
        cards += [adversary(color, points=points, id=f"{color} plain {n}") for n, points in enumerate(plain, start=1)]
    return tuple(cards)


def fifteen_missions() -> tuple[Mission, ...]:
    """6 B, 5 A, 4 S."""
    seen: set[str] = set()
    cards = []
    for number, (rank, requirement, spaces) in enumerate(MISSIONS, start=1):
        cards.append(mission(requirement, spaces, rank, start=rank not in seen, id=f"mission_{number:02}"))
        seen.add(rank)
    return tuple(cards)


def eighteen_tiles() -> tuple[Tile, ...]:
    """T1 to T9, two of each."""
    return tuple(
        tile(does, set, icon, id=f"T{number}", copies=2) for number, (set, does, icon) in enumerate(TILES, start=1)
    )


def box(**changes: Any) -> Cards:
    """A legal box; parts of it may be changed."""
    cards = Cards(sixty_heroes(), forty_two_adversaries(), fifteen_missions(), eighteen_tiles(), standard_dice())
    return replace(cards, **changes)
