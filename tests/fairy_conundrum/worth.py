"""What a card of Fairy Conundrum is worth on paper: the value curve of section 5.5, worked out from the card's text.

V = ray + 0.9 mat + value of the abilities, in points; one sparkle or one card is 1.9 points. Counted from the text of
the cells, so that no reader of the game stands between the rows and the tests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

Row = Mapping[str, str]

SPARKLE = 1.9
PER_LIFE = 0.5
PREMIUM = {"B": 0.3, "C": 0.6, "D": 1.0, "E": 1.6, "F": 1.6, "L": 0.3, "M": 0.7, "N": 1.0}  # A and K have none
TOLERANCE = 0.6
LASTING = {"": 1.0, "1": 0.4, "2": 0.65, "3": 0.8}  # what is left of a value that lasts, by volatility

ONCE = {"CALL": 1.0, "REAPED": 0.7, "LEAVE": 0.8, "ENDVOL": 0.8}
REPEATED = {"ALWAYS": 1.0, "ACT": 2.0, "AT": 2.5, "WHEN": 1.5, "IN": 1.0, "OUT": 1.0}
CONDITION = 0.7

PLAYER_VALUES = {"gather": 5.0, "dream": 5.0, "contrib": -3.0, "vision": 0.5, "handmax": 0.5, "mature": 0.7}
FOR_A_TURN = 0.4  # of what a lasting change of a player's value is worth
GAIN_PER_POINT = {"draw": SPARKLE, "canvas": SPARKLE, "wish": SPARKLE, "spark": SPARKLE, "life": PER_LIFE}
LOSS_PER_POINT = {"discard": SPARKLE, "mill": 0.3, "siphon": 2.5}
HARM = {"reap": 4.0, "dissipate": 4.5, "bounce": 2.0, "todeck": 3.0, "imprison": 3.5, "bewitch": 5.0}
HARM |= {"hush": 2.0, "steala": 2.5, "stealm": 1.0, "action": 0.3}
HELP = {"restore": 0.8, "shelter": 0.8, "lodge": 0.8, "exit": 0.8, "free": 1.5, "purify": 0.5, "fetch": SPARKLE}
HELP |= {"summon": 5.0, "marry": 1.0, "fuse": 1.0, "link": 0.0, "teleport": 0.5, "entry": 1.0, "radiance": 0.5}
HELP |= {"store": 0.3, "unstore": 0.5, "peek": 0.8, "astralae": 0.5, "morph": 0.5, "vol": 1.0}
ELSEWHERE = {"rest": 0.2, "hand": 0.5, "shard": 0.75}  # harm to a card that is no fairy of the valley
NAMED = 1.5  # cards that an #all with a name= reaches
SOME = 2.5  # with any other filter
ALL = 3.0  # without
BACK_IN_HAND = 0.3  # bouncing a card of one's own
SELF_SUMMONED = 2.0  # a trap that comes up as a fairy
TELEPORTER = 0.3  # the trait

ABILITY = re.compile(r"(?P<head>[^:]+): (?P<steps>.+)")
AMOUNT = re.compile(r"[+-]?\d+(?:/[+-]?\d+/[+-]?\d+|xcount\(.+?\)(?: per \d+)?)?")


@dataclass(frozen=True)
class Step:
    """One step of an ability, as written: ``dmg 2 foe.fairy.x ~turn`` has op, amount, selector and until."""

    op: str
    amount: str
    rest: str  # argument and selector
    until: str

    @property
    def number(self) -> float:
        """The amount: at stage II where it grows with the avatar, as if two were counted, 1 where there is none."""
        if "/" in self.amount:
            return float(self.amount.split("/")[1])
        if "xcount" in self.amount:
            return 2.0 * float(self.amount.split("x")[0])
        return float(self.amount or 1)

    @property
    def foes(self) -> bool:
        return self.rest.startswith("foe") or " foe" in self.rest

    @property
    def cards(self) -> float:
        """How many cards or players it reaches."""
        if "#all" in self.rest:
            narrow = re.search(r"\[(.*)\]", self.rest)
            return ALL if not narrow else NAMED if "name=" in narrow[1] else SOME
        picked = re.search(r"#[rf]?(\d+)", self.rest)
        return float(picked[1]) if picked else NAMED if self.rest == "guests" else 1.0


@dataclass(frozen=True)
class Ability:
    """One ability as written, taken apart."""

    head: str  # trigger, costs and conditions
    steps: tuple[Step, ...]

    @property
    def trigger(self) -> str:
        return re.match(r"[A-Z]+", self.head)[0]  # type: ignore[index]

    @property
    def costs(self) -> list[str]:
        return re.findall(r"\[(?:sp|life|vol|abandon|morph|reap) [^\]]+\]", self.head)

    @property
    def conditions(self) -> int:
        return self.head.count("{")


def step_of(text: str) -> Step:
    op, _, rest = text.partition(" ")
    rest, _, until = rest.partition("~")
    found = AMOUNT.match(rest)
    amount = found[0] if found else ""
    return Step(op, amount, rest[len(amount) :].strip(), until)


def abilities(effect: str) -> list[Ability]:
    """The abilities of a cell ``effect``, from top to bottom."""
    found = []
    for text in filter(None, effect.split("; ")):
        match = ABILITY.fullmatch(text)
        assert match, text
        found.append(Ability(match["head"], tuple(step_of(step) for step in match["steps"].split(" then "))))
    return found


def worth_of_numbers(step: Step) -> float:
    """Changes of ray, mat and cost: for the better on the own side, for the worse on the other."""
    if step.rest == "linked":  # whoever's card it is, the link is meant well
        return abs(step.number) * 1.2
    good = -1.0 if step.foes else 1.0
    if step.op == "cost":
        return -good * step.number * step.cards * 0.8
    if step.op in ("stab", "slots"):
        return good * step.number * step.cards
    alone = step.rest in ("", "self")
    point = PER_LIFE if step.until == "turn" else (1.0 if step.op == "ray" else 0.9) if alone else 1.2
    return good * step.number * step.cards * point


def worth_of_harm(step: Step) -> float:
    value = step.cards * (HARM[step.op] if step.op in HARM else 0.9 * step.number)
    if step.op == "dmg" and "avatar" in step.rest:
        value = PER_LIFE * step.number
    for place, factor in ELSEWHERE.items():
        if f".{place}" in step.rest:
            value *= factor
    if step.op == "bounce" and step.rest.startswith("own"):
        return BACK_IN_HAND
    return value


def worth_of_step(step: Step, tokens: Mapping[str, float]) -> float:
    """What a step is worth when it is carried out once, in points."""
    if step.op in ("ray", "mat", "cost", "stab", "slots"):
        return worth_of_numbers(step)
    if step.op in PLAYER_VALUES:
        side = -1.0 if step.foes else 1.0
        return side * step.number * PLAYER_VALUES[step.op] * (FOR_A_TURN if step.until == "turn" else 1.0)
    if step.op == "life" and "." in step.rest:
        return HARM["reap"] * step.cards
    if step.op in GAIN_PER_POINT:
        return (-1.0 if step.foes else 1.0) * step.number * GAIN_PER_POINT[step.op]
    if step.op in LOSS_PER_POINT:
        against = step.foes or step.op == "siphon"
        return (1.0 if against else -1.0) * step.number * LOSS_PER_POINT[step.op]
    if step.op in HARM or step.op == "dmg":
        return worth_of_harm(step)
    if step.op == "token":
        return step.number * tokens[step.rest]
    if step.op == "copy":
        cheapest = re.search(r"cost<=(\d)", step.rest)
        return curve(int(cheapest[1]) if cheapest else 3)
    if step.op == "summon" and step.rest == "self":
        return SELF_SUMMONED
    if step.op == "morph" and step.number < 0:
        return -2 * HELP["morph"] * step.number * step.cards
    return HELP[step.op] * (1.0 if step.op == "peek" else step.cards)


def worth_of_ability(ability: Ability, row: Row, tokens: Mapping[str, float]) -> float:
    """What an ability is worth over the life of its card."""
    once = sum(worth_of_step(step, tokens) for step in ability.steps if step.op != "cancel")
    if any(step.op == "cancel" for step in ability.steps):
        once += 2.0 if ".call" in ability.head else 4.0
    if ability.trigger == "TRAP":
        return once / 2 - PER_LIFE * int(row["mes"])
    for cost in ability.costs:
        once -= price(cost)
    if ability.trigger in ONCE or "[reap self]" in ability.head:
        often = ONCE.get(ability.trigger, 1.0)
    else:
        often = REPEATED[ability.trigger] * (LASTING[row["vol"]] if row["kind"] == "shard" else 1.0)
    return once * often * CONDITION**ability.conditions


def price(cost: str) -> float:
    """What paying a cost such as ``[sp 1]`` takes away; ``[reap self]`` takes nothing beyond the card's end."""
    kind, _, number = cost.strip("[]").partition(" ")
    each = {"sp": SPARKLE, "abandon": SPARKLE, "life": PER_LIFE, "vol": 0.5, "morph": 0.5, "reap": 0.0}[kind]
    digits = re.match(r"\d+", number)
    return each * (int(digits[0]) if digits else 1)


def worth(row: Row, tokens: Mapping[str, float]) -> float:
    """V of a fairy, shard or token, in points; ``tokens`` is what each token is worth, by id."""
    own = sum(worth_of_ability(ability, row, tokens) for ability in abilities(row["effect"]))
    own += TELEPORTER if "teleport" in row["traits"].split() else 0.0
    if row["kind"] == "shard":
        return own
    body = int(row["ray"]) + 0.9 * int(row["mat"])
    return (body + own) * LASTING[row["vol"]]


def curve(cost: int) -> float:
    """V that a card of this cost should have, before its premium."""
    return 0.95 * (2 * cost + 1)


def wanted(row: Row) -> float:
    """V that a card should have: by cost and astralae."""
    return curve(int(row["cost"])) + PREMIUM.get(row["astralae"], 0.0)
