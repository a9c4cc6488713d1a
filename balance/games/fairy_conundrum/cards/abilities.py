"""What an ability is once it is read, and its standard spelling (section 5.2).

Everything here is normal: parts that say the same are equal. A selector is None where none is written in standard
spelling; tests of a filter stand in the order of the grammar.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from balance.games.fairy_conundrum.cards.operations import BY_WORD, PICKS_SPELT, SIGNED

TRIGGERS = ("CALL", "ACT", "ALWAYS", "IN", "OUT", "LEAVE", "REAPED", "ENDVOL", "AT", "WHEN", "TRAP")
MOMENTS = (
    "destiny", "volatility", "renewal", "gathering", "narration", "conspiracy", "joust", "maturation", "dream",
    "awakening",
)  # fmt: skip
EVENTS = (
    "call", "shard", "place", "joust", "hit", "life", "in", "out", "reaped", "act", "set", "stage", "free",
)  # fmt: skip
SIDES = ("own", "foe", "any")
KINDS = ("card", "fairy", "token", "shard", "shelter", "avatar", "trap")  # of a selector
ZONES = ("x", "in", "v", "hand", "rest", "fallow", "memory", "prison", "deck", "canvas", "stored")
CARD_WORDS = ("self", "host", "it", "linked", "guests", "spouse")
PLAYER_WORDS = ("me", "foe", "foes", "all")
NUMBERS = ("cost", "ray", "mat", "vol", "dmg")  # that a test may bound
FLAGS = ("actioned", "restored", "other", "married", "single", "widow", "fused", "linked")
COSTS = ("sp", "life", "vol", "abandon", "morph", "reap")
CONDITIONS = ("stage", "guests", "life", "sparks", "turn", "count", "first")
COMPARISONS = ("<=", ">=", "=")

ALL, CHOSEN, RANDOM, BY_FOE = "all", "", "r", "f"  # ways to pick, as written behind the #
FOREVER, TURN, STAY = "", "~turn", "~stay"

MAX_COSTS = 2
MAX_CONDITIONS = 2
MAX_STEPS = 8
MAX_ABILITIES = 6


@dataclass(frozen=True)
class Range:
    """Bounds of a number; None: no bound."""

    name: str  # one of NUMBERS
    low: int | None = None
    high: int | None = None

    @property
    def tests(self) -> list[str]:
        """In standard spelling: one test or two."""
        if self.low == self.high:
            return [f"{self.name}={self.low}"]
        low = [] if self.low is None else [f"{self.name}>={self.low}"]
        return low if self.high is None else [*low, f"{self.name}<={self.high}"]


@dataclass(frozen=True)
class Filter:
    """What a card must be like, all of it; the empty one asks for nothing."""

    radiance: str = ""
    morphs: tuple[str, ...] = ()  # in the order of the palette
    letter: str = ""
    ranges: tuple[Range, ...] = ()  # in the order of NUMBERS
    flags: tuple[str, ...] = ()  # in the order of FLAGS
    word: str = ""  # of the name

    @property
    def text(self) -> str:
        """In standard spelling; "" for the empty one."""
        tests = [f"rad={self.radiance}"] if self.radiance else []
        tests += [f"mor={code}" for code in self.morphs]
        tests += [f"ast={self.letter}"] if self.letter else []
        tests += [test for range in self.ranges for test in range.tests]
        tests += [*self.flags, *([f"name={self.word}"] if self.word else [])]
        return f"[{'&'.join(tests)}]" if tests else ""


NO_FILTER = Filter()


@dataclass(frozen=True)
class Selector:
    """Players, or cards: a word, or cards of a side and a kind."""

    word: str = ""  # of CARD_WORDS or PLAYER_WORDS; then nothing else counts
    side: str = ""
    kind: str = ""
    zone: str = ""  # "": the whole game (FC-3)
    filter: Filter = NO_FILTER
    pick: str = ALL  # ALL, CHOSEN, RANDOM, BY_FOE
    n: int = 0  # 0 with ALL

    @property
    def of_players(self) -> bool:
        """Whether it names players."""
        return self.word in PLAYER_WORDS

    @property
    def own_avatar(self) -> bool:
        """There is only one: nothing to pick."""
        return (self.side, self.kind) == ("own", "avatar")

    @property
    def text(self) -> str:
        """In standard spelling, without the pick."""
        zone = f".{self.zone}" if self.zone else ""
        return self.word or f"{self.side}.{self.kind}{zone}{self.filter.text}"

    def text_of_step(self, spelt: bool) -> str:
        """The same with the pick; ``spelt``: even where one card is chosen."""
        if self.word or self.own_avatar or (not spelt and (self.pick, self.n) == (CHOSEN, 1)):
            return self.text
        return f"{self.text}#{self.pick}{self.n or ''}"


@dataclass(frozen=True)
class Amount:
    """A number; one for each stage; or a number times a count."""

    numbers: tuple[int, ...]  # one or three
    count: Selector | None = None  # with one number
    per: int = 1

    def text(self, signed: bool) -> str:
        """In standard spelling."""
        numbers = "/".join(f"{number:+d}" if signed else str(number) for number in self.numbers)
        if self.count is None:
            return numbers
        return f"{numbers}xcount({self.count.text})" + (f" per {self.per}" if self.per > 1 else "")


@dataclass(frozen=True)
class Step:
    """One thing that an ability does."""

    op: str
    amount: Amount | None = None
    arg: str = ""  # radiance, letter, token id, morpheme with its sign
    selector: Selector | None = None
    until: str = FOREVER

    @property
    def text(self) -> str:
        """In standard spelling."""
        parts = [self.op]
        if self.amount:
            parts.append(self.amount.text(BY_WORD[self.op].amount == SIGNED))
        if self.selector:
            parts += [self.arg, self.selector.text_of_step(self.op in PICKS_SPELT), self.until]
        else:
            parts += [self.arg, self.until]
        return " ".join(part for part in parts if part)


@dataclass(frozen=True)
class Cost:
    """What must be paid before the steps."""

    kind: str  # one of COSTS
    n: int = 0  # 0 with a morpheme's code and with reap
    code: str = ""  # of a morpheme
    self_only: bool = False  # morphemes of this card

    @property
    def text(self) -> str:
        """In standard spelling."""
        if self.kind == "reap":
            return "[reap self]"
        return f"[{self.kind} {self.code or self.n}{' self' if self.self_only else ''}]"


@dataclass(frozen=True)
class Condition:
    """What must hold."""

    kind: str  # one of CONDITIONS
    compare: str = ""  # of COMPARISONS; "" with first
    n: int = 0
    count: Selector | None = None  # of a count

    @property
    def text(self) -> str:
        """In standard spelling."""
        if self.kind == "first":
            return "{first}"
        name = self.kind if self.count is None else f"count({self.count.text})"
        return f"{{{name}{self.compare}{self.n}}}"


@dataclass(frozen=True)
class Ability:
    """When it happens, what it costs, what must hold, and what it does."""

    trigger: str  # one of TRIGGERS
    steps: tuple[Step, ...]
    optional: bool = False
    costs: tuple[Cost, ...] = ()
    conditions: tuple[Condition, ...] = ()
    moment: str = ""  # of AT
    side: str = ""  # of WHEN and TRAP, here and below
    event: str = ""
    filter: Filter = field(default=NO_FILTER)

    @property
    def text(self) -> str:
        """In standard spelling."""
        trigger = self.trigger
        if self.trigger == "AT":
            trigger += f" {self.moment}"
        if self.event:
            trigger += f" {self.side}.{self.event}{self.filter.text}"
        parts = [trigger + ("?" if self.optional else "")]
        parts += [cost.text for cost in self.costs]
        parts += [condition.text for condition in self.conditions]
        return f"{' '.join(parts)}: {' then '.join(step.text for step in self.steps)}"

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """All of them: of conditions, amounts and steps."""
        parts = [condition.count for condition in self.conditions]
        for step in self.steps:
            parts += [step.amount.count if step.amount else None, step.selector]
        return tuple(selector for selector in parts if selector)


def effect_text(abilities: tuple[Ability, ...]) -> str:
    """The abilities of a card in standard spelling: its cell ``effect``."""
    return "; ".join(ability.text for ability in abilities)
