"""Worked examples of the rules page (7.1) as data: the kernels and the slow implementation must both meet them.

Free slots are (lightning, fire, ice, generic). What takes several steps (X1, X6, X7, X10 to X12, X14, X15, X19) is told
in test_examples.py.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fight:
    """These dice fall: how many points are placed, and is the fight won?"""

    says: str
    dice: dict[str, str]
    free: tuple[int, int, int, int]
    then: tuple[int, bool]


@dataclass(frozen=True)
class Icons:
    """The right edge of a hero meets the left edge of the next one: which icons are complete?"""

    says: str
    right: str
    left: str
    then: str


@dataclass(frozen=True)
class Start:
    """The strengths of every player's line-up, and the players from the youngest on: who starts?"""

    says: str
    strengths: tuple[tuple[int, ...], ...]
    then: int
    age: tuple[int, ...] = (0, 1, 2)


@dataclass(frozen=True)
class Place:
    """A tile, and an opponent's hero with this action: may the tile be laid there?"""

    says: str
    tile: str
    action: str
    then: bool
    covered: bool = False  # another tile lies there


@dataclass(frozen=True)
class Bonus:
    """What conditions pay a player who holds these adversaries: color, or color and condition."""

    says: str
    held: tuple[str, ...]
    then: int
    others: tuple[str, ...] = ()  # what the opponent holds
    mode: str = "exclusive"


@dataclass(frozen=True)
class Tie:
    """Both players have the same score and so many adversaries: which share of the win has each?"""

    says: str
    adversaries: tuple[int, int]
    then: tuple[float, float]


RED, GREEN = "red set red+green+blue = 4", "green set red+green+blue = 4"
TRAP = ("red set red+green+blue = 5", "green set green+red+brown = 4", "blue set blue+brown+red = 4")

EXAMPLES = [
    Fight("X2: one point fills the slot", {"green": "1"}, (0, 0, 0, 1), (1, True)),
    Fight("X2: the second point finds none", {"green": "2"}, (0, 0, 0, 1), (1, False)),
    Fight("X2: no point is always placed", {"green": "0"}, (0, 0, 0, 1), (0, True)),
    Fight("X3: lightning asks for a slot of lightning", {"yellow": "L"}, (0, 1, 1, 2), (0, False)),
    Fight("X3: lightning is placed on its own", {"yellow": "L"}, (1, 0, 0, 0), (1, True)),
    Fight("X3: ice asks for a slot of ice", {"yellow": "I"}, (1, 1, 0, 2), (0, False)),
    Fight("X3: ice is placed on its own", {"yellow": "I"}, (0, 0, 1, 0), (1, True)),
    Fight("X4: both energies must be there", {"red": "LF"}, (1, 0, 0, 3), (1, False)),
    Fight("X4: one fire is not enough for two", {"red": "FF"}, (0, 1, 0, 5), (1, False)),
    Fight("X4: two are", {"red": "FF"}, (0, 2, 0, 0), (2, True)),
    Fight("X5: typed points first", {"green": "2", "red": "LI"}, (1, 1, 1, 1), (4, True)),
    Fight("X5: nothing is left for the untyped point", {"green": "1", "red": "FF"}, (0, 2, 0, 0), (2, False)),
    Fight("X5: an untyped point goes anywhere", {"green": "1", "red": "FF"}, (0, 2, 1, 0), (3, True)),
    Icons("X8: halves meet at the same height", "LFI", "LIF", "L"),
    Icons("X8: only the first height has any", "F--", "F--", "F"),
    Start("X9: the strongest line-up, ties from the left", ((2, 3, 1, 4), (3, 1, 2, 4), (3, 1, 4, 2)), 2),
    *(
        Start(f"X9: of equal ones the youngest, {age}", ((2, 1), (1, 1), (2, 1)), then, age)
        for age, then in (((0, 1, 2), 0), ((2, 0, 1), 2), ((1, 2, 0), 2))
    ),
    Place("X13: a tile for tiles on a hero with tiles", "tile + roll yellow on tile", "tile / shine 1", True),
    Place("X13: not on a hero that shines", "tile + roll yellow on tile", "shine 2", False),
    Place("X13: a tile for shine on a hero with both", "shine 1 + gift 1 on shine", "tile / shine 1", True),
    Place("X13: and on one that shines", "shine 1 + gift 1 on shine", "shine 2", True),
    Place("X13: not on another tile", "tile + roll yellow on tile", "tile / shine 1", False, covered=True),
    Place("X13: whatever the action below", "shine 1 + gift 1 on shine", "shine 2", False, covered=True),
    Bonus("X16: a tie is no majority", ("red most red = 4", "red", "red"), 0, ("red", "red", "red")),
    Bonus("X16: a card counts itself for the majority", ("red most red = 4", "red", "red"), 4, ("red", "red")),
    Bonus("X16: and for the number", ("blue count 5 = 2", *["green"] * 4), 2),
    Bonus("X16: four are not five", ("blue count 5 = 2", *["green"] * 3), 0),
    Bonus("X16: and for its color", ("red each red = 1", "red", "red"), 3),
    *(
        Bonus(f"X17: two cards of one picture and {', '.join(more)}, {mode}", (RED, GREEN, *more), then, mode=mode)
        for more, exclusive in ((["blue"], 4), (["blue", "blue"], 4), (["blue", "blue", "red", "green"], 8))
        for mode, then in (("exclusive", exclusive), ("shared", 8))
    ),
    Bonus("X18: the most valuable set first is a trap", (*TRAP, "brown", "brown", "red"), 8),
    Tie("X20: the most adversaries win a tie", (8, 7), (1, 0)),
    Tie("X20: with equally many it is shared", (8, 8), (0.5, 0.5)),
]
