"""Ability texts of Fairy Conundrum (section 5.2) as plain objects, for the slow implementation.

It reads the text once more by itself: a text that the card reader writes must mean the same here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PALETTE = ("RO", "RE", "OR", "YE", "GR", "TU", "BL", "VI", "WH", "BK", "GY", "BR")
SPECIAL = ("self", "host", "it", "linked", "guests", "spouse", "me", "foe", "foes", "all")
SELF_TRIGGERS = ("CALL", "ACT", "ALWAYS", "IN", "OUT", "LEAVE", "REAPED", "ENDVOL")


@dataclass(frozen=True)
class Test:
    """One test of a filter: ``rad=L``, ``cost<=3``, ``other``."""

    name: str
    cmp: str = ""
    value: str | int = ""


@dataclass(frozen=True)
class Selector:
    """A special word, or cards of a side."""

    special: str = ""
    side: str = ""
    kind: str = ""
    zone: str = ""  # "": the whole game
    tests: tuple[Test, ...] = ()
    pick: str = "chosen"  # chosen, random, foe, all
    n: int = 1


@dataclass(frozen=True)
class Amount:
    """One number, or three by stage, or a number for every ``per`` cards counted."""

    numbers: tuple[int, ...]
    count: Selector | None = None
    per: int = 1


@dataclass(frozen=True)
class Step:
    op: str
    amount: Amount | None = None
    arg: str = ""
    selector: Selector | None = None
    until: str = ""  # "", "turn", "stay"


@dataclass(frozen=True)
class Cost:
    kind: str  # sp, life, vol, abandon, morph, reap
    n: int = 0
    code: str = ""
    own: bool = False  # from this card only


@dataclass(frozen=True)
class Cond:
    kind: str  # stage, guests, life, sparks, turn, count, first
    cmp: str = ""
    n: int = 0
    count: Selector | None = None


@dataclass(frozen=True)
class Ability:
    trigger: str  # one of SELF_TRIGGERS, AT, WHEN, TRAP
    steps: tuple[Step, ...]
    moment: str = ""
    side: str = ""
    event: str = ""
    tests: tuple[Test, ...] = ()
    optional: bool = False
    costs: tuple[Cost, ...] = ()
    conds: tuple[Cond, ...] = ()
    text: str = ""


def abilities(text: str) -> tuple[Ability, ...]:
    """All abilities of an effect, top to bottom."""
    return tuple(ability(part.strip()) for part in text.split(";") if part.strip())


def ability(text: str) -> Ability:
    head, steps = text.split(":", 1)
    costs = tuple(cost(part) for part in re.findall(r"\[((?:sp|life|vol|abandon|morph|reap) [^]]*)\]", head))
    conds = tuple(cond(part) for part in re.findall(r"\{([^}]*)\}", head))
    start = re.sub(r"\s*\[(?:sp|life|vol|abandon|morph|reap) [^]]*\]|\s*\{[^}]*\}", "", head).strip()
    optional, start = start.endswith("?"), start.removesuffix("?")
    trigger, _, rest = start.partition(" ")
    moment = side = event = ""
    tests: tuple[Test, ...] = ()
    if trigger == "AT":
        moment = rest
    elif trigger in ("WHEN", "TRAP"):
        match = re.fullmatch(r"(own|foe|any)\.(\w+)(?:\[(.*)\])?", rest)
        assert match, text
        side, event, tests = match[1], match[2], filter_tests(match[3])
    else:
        assert trigger in SELF_TRIGGERS, text
        assert not rest, text
    done = tuple(step(part.strip()) for part in re.split(r"\bthen\b", steps))
    return Ability(trigger, done, moment, side, event, tests, optional, costs, conds, text)


def cost(text: str) -> Cost:
    kind, *rest = text.split()
    if kind == "reap":
        return Cost("reap", own=True)
    if rest[0] in PALETTE:
        return Cost(kind, 1, rest[0], "self" in rest)
    return Cost(kind, int(rest[0]), own="self" in rest)


def cond(text: str) -> Cond:
    if text == "first":
        return Cond("first")
    counted = re.fullmatch(r"count\((.*)\)(<=|>=|=)([+-]?\d+)", text)
    if counted:
        return Cond("count", counted[2], int(counted[3]), selector(counted[1]))
    match = re.fullmatch(r"(\w+)(<=|>=|=)([+-]?\d+)", text)
    assert match, text
    return Cond(match[1], match[2], int(match[3]))


def filter_tests(text: str | None) -> tuple[Test, ...]:
    return tuple(one_test(part) for part in text.split("&")) if text else ()


def one_test(text: str) -> Test:
    match = re.fullmatch(r"(\w+)(<=|>=|=)(.+)", text)
    if not match:
        return Test(text)
    name, cmp, value = match.groups()
    return Test(name, cmp, value if name in ("rad", "mor", "ast", "name") else int(value))


def selector(text: str) -> Selector:
    if text in SPECIAL:
        return Selector(special=text)
    match = re.fullmatch(r"(own|foe|any)\.(\w+)(?:\.(\w+))?(?:\[(.*)\])?(?:#(all|[rf]?\d+))?", text)
    assert match, text
    side, kind, zone, tests, pick = match.groups()
    mode = {"all": "all", "r": "random", "f": "foe"}.get("all" if pick == "all" else (pick or "1")[0], "chosen")
    n = 0 if mode == "all" else int((pick or "1").lstrip("rf"))
    return Selector("", side, kind, zone or "", filter_tests(tests), mode, n)


def step(text: str) -> Step:
    op, *words = text.split()
    until, amount, arg, chosen = "", None, "", None
    if words and words[-1] in ("~turn", "~stay"):
        until = words.pop()[1:]
    while words:
        word = words.pop(0)
        if match := re.fullmatch(r"([+-]?\d+)xcount\((.*)\)", word):
            per = 1
            if words and words[0] == "per":
                per = int(words[1])
                del words[:2]
            amount = Amount((int(match[1]),), selector(match[2]), per)
        elif re.fullmatch(r"[+-]?\d+(/[+-]?\d+){0,2}", word):
            amount = Amount(tuple(int(part) for part in word.split("/")))
        elif word in SPECIAL or re.match(r"(own|foe|any)\.", word):
            chosen = selector(word)
        else:
            arg = word
    return Step(op, amount, arg, chosen, until)


def compare(left: int, cmp: str, right: int) -> bool:
    return {"<=": left <= right, ">=": left >= right, "=": left == right}[cmp]
