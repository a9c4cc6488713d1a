"""Any legal abilities and cards of Fairy Conundrum: every operation, trigger, selector, test, pick, cost, condition.

A ``Maker`` makes them from a source of numbers: Hypothesis (``abilities``, ``effects``) or a seed (``cards_from``).
What it makes is normal, as the notation reads it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

from balance.games.fairy_conundrum.cards.abilities import (
    ALL,
    BY_FOE,
    CHOSEN,
    CONDITIONS,
    COSTS,
    EVENTS,
    FLAGS,
    FOREVER,
    KINDS,
    MOMENTS,
    NUMBERS,
    PLAYER_WORDS,
    RANDOM,
    SIDES,
    STAY,
    TRIGGERS,
    TURN,
    ZONES,
    Ability,
    Amount,
    Condition,
    Cost,
    Filter,
    Range,
    Selector,
    Step,
)
from balance.games.fairy_conundrum.cards.box import (
    ASTRALAE,
    AVATAR,
    FAIRY,
    MORPHEMES,
    RADIANCES,
    SHARD,
    SHELTER,
    TOKEN,
    Card,
    Cards,
    Deck,
    Maturation,
)
from balance.games.fairy_conundrum.cards.operations import (
    BOTH,
    COUNT,
    NOTHING,
    OPERATIONS,
    PLAYERS,
    STAY_BY_ITSELF,
    Operation,
)

Any = TypeVar("Any")

TOKENS = ("T1", "T2")
NAME_WORDS = ("Fern", "Moss", "01")

LIKELY = {
    "fetch": "own.card.rest own.fairy.deck own.shelter.fallow own.card.memory own.shard.rest",
    "summon": "own.fairy.rest own.fairy.hand own.card.hand own.fairy.deck own.shelter.canvas own.trap.v",
    "peek": "foe.card.hand foe.trap.v own.card.deck any.card.stored",
    "free": "own.card.prison any.card.prison own.fairy.v any.shelter.v",
    "exit": "own.fairy.in any.fairy.in",
    "shelter": "own.fairy.x foe.fairy.x",
    "lodge": "own.fairy.x any.fairy.x",
    "copy": "own.fairy.x foe.fairy.x own.fairy.v",
    "fuse": "own.fairy.x own.fairy.v",
    "marry": "own.fairy.x own.fairy.in any.fairy.x",
    "stab": "own.shelter.x foe.shelter.x own.card.x",
    "slots": "own.shelter.x foe.shelter.x any.shelter.v",
    "cost": "own.fairy. own.card. own.card.hand foe.card.hand own.fairy.v",
    "vol": "own.shard.x foe.shard.x own.fairy.x any.card.v",
    "dmg": "foe.fairy.x foe.avatar. foe.shelter.x any.fairy.v own.avatar.",
    "life": "foe.fairy.x foe.avatar. own.avatar. foe.shelter.x",
    "mature": "own.fairy.x own.fairy.v own.avatar.",
    "morph": "own.fairy.x foe.fairy.x own.avatar. own.shelter.x own.card.v",
    "discard": "foe.card.hand own.card.hand foe.fairy.hand any.card.hand",
    "abandon": "own.card.hand own.card.deck foe.fairy.x own.trap.v",
    "dissipate": "foe.fairy.x any.card.rest foe.card.hand foe.avatar. own.fairy.v foe.trap.v",
    "reap": "foe.fairy.x foe.shelter.x foe.shard.x own.fairy.x any.fairy.v foe.avatar. own.token.x",
    "imprison": "foe.fairy.x foe.shelter.x foe.shard.x any.fairy.v own.fairy.x",
    "bewitch": "foe.fairy.x foe.shelter.x foe.shard.x foe.fairy.in",
    "steala": "foe.fairy.x foe.shelter.x foe.avatar. own.fairy.x",
    "stealm": "foe.fairy.x foe.avatar. foe.shelter.x",
}
"""Cards that an operation is likely to be about: side, kind, zone."""

LIKELY_ELSE = (
    "own.fairy.x foe.fairy.x any.fairy.x own.fairy.v foe.card.x own.shard.x own.token.x own.card.v own.fairy.in"
)
WORDS_OF = {
    AVATAR: (), SHARD: (), SHELTER: ("guests",), FAIRY: ("host", "spouse", "guests"), TOKEN: ("host", "guests"),
}  # fmt: skip
LETTERS = ASTRALAE + "AABBCCDKL"


class Maker:
    """Makes things by choices; ``below(n)`` gives a number from 0 to n - 1."""

    def __init__(self, below: Callable[[int], int], tokens: Sequence[str] = TOKENS) -> None:
        self.below = below
        self.tokens = tokens
        self.kind = FAIRY  # of the card whose abilities are made
        self.linking = False  # whether it has a link step
        self.trigger = ""
        self.about_cards = False

    def pick_of(self, things: Sequence[Any]) -> Any:
        return things[self.below(len(things))]

    def often(self, percent: int) -> bool:
        """True in so many of a hundred cases."""
        return self.below(100) >= 100 - percent

    # Selectors

    def filter(self) -> Filter:
        if not self.often(35):
            return Filter()
        return self.some_filter()

    def some_filter(self) -> Filter:
        """One to three tests."""
        tests = {self.pick_of(("rad", "mor", "ast", "number", "flag", "word")) for _ in range(1 + self.below(3))}
        morphs = {self.pick_of(MORPHEMES) for _ in range(1 + self.below(2))} if "mor" in tests else set()
        return Filter(
            self.pick_of(RADIANCES) if "rad" in tests else "",
            tuple(code for code in MORPHEMES if code in morphs),
            self.pick_of(ASTRALAE) if "ast" in tests else "",
            self.ranges() if "number" in tests else (),
            (self.pick_of(FLAGS),) if "flag" in tests else (),
            self.pick_of(NAME_WORDS) if "word" in tests else "",
        )

    def ranges(self) -> tuple[Range, ...]:
        names = {self.pick_of(NUMBERS) for _ in range(1 + self.below(2))}
        return tuple(self.range(name) for name in NUMBERS if name in names)

    def range(self, name: str) -> Range:
        low = self.below(4)
        high = low + self.below(3)
        return self.pick_of((Range(name, low), Range(name, None, high), Range(name, low, high)))

    def pick(self, zone: str, kind: str) -> tuple[str, int]:
        if self.trigger == "ALWAYS":
            return ALL, 0
        n = 1 + self.below(3)
        free = (ALL, 0), (RANDOM, n)
        if not zone and kind != "avatar":
            return self.pick_of(free)
        return self.pick_of(((CHOSEN, 1), (CHOSEN, 1), (CHOSEN, 1), (CHOSEN, n), (BY_FOE, n), *free))

    def cards(self, likely: str, counted: bool = False) -> Selector:
        """Cards of a side; mostly some that the operation is likely to be about."""
        side, kind, zone = self.pick_of(likely.split()).split(".")
        if self.often(20):
            side, kind, zone = self.pick_of(SIDES), self.pick_of(KINDS), self.pick_of(("", *ZONES))
        zone = {"avatar": "", "trap": "v"}.get(kind, zone)
        filter = self.filter()
        if counted or (side, kind) == ("own", "avatar"):
            return Selector("", side, kind, zone, filter)
        return Selector("", side, kind, zone, filter, *self.pick(zone, kind))

    def words(self) -> list[str]:
        """Words that mean cards at this place."""
        words = ["self", *WORDS_OF[self.kind], *(["linked"] * 3 if self.linking else [])]
        caused = self.trigger not in ("CALL", "ACT", "AT", "ALWAYS")
        picked = self.trigger != "ALWAYS" and self.about_cards
        return [*words, *(["it"] * 3 if caused or picked else [])]

    def card_selector(self, likely: str, counted: bool = False) -> Selector:
        if self.often(25):
            return Selector(self.pick_of(self.words()))
        return self.cards(likely, counted)

    def player_selector(self) -> Selector:
        words = [word for word in PLAYER_WORDS if (self.trigger, word) != ("ALWAYS", "foe")]
        return Selector(self.pick_of(words))

    def count(self) -> Selector:
        return self.card_selector(
            "own.fairy.x own.fairy.in foe.fairy.x own.shelter.v own.card.hand own.card.rest", True
        )

    # Steps

    def amount(self, operation: Operation, losing: bool) -> Amount | None:
        if not operation.amount:
            return None
        if operation.amount == COUNT:
            numbers: tuple[int, ...] = (1, 2, 3, 1, 4, 2, 0)
        else:
            numbers = (1, -1, 2, -2, 3, 1, -3, 5, -8)
        if losing:
            numbers = tuple(-abs(number) for number in numbers)
        if self.often(15):
            return Amount(tuple(self.pick_of(numbers) for _ in range(3)))
        if self.often(12):
            return Amount((self.pick_of(numbers),), self.count(), 1 + self.below(2))
        return Amount((self.pick_of(numbers),))

    def selector(self, operation: Operation, of_players: bool) -> Selector | None:
        """As standard spelling has it."""
        if operation.target == NOTHING:
            return None
        optional = bool(operation.default) and not operation.spelt and (of_players or operation.word != "discard")
        if of_players:
            selector = self.player_selector()
        else:
            selector = self.card_selector(LIKELY.get(operation.word, LIKELY_ELSE))
        default = operation.default if of_players or operation.default == "self" else ""
        if optional and (selector.word == default or (default and self.often(30))):
            return None
        return selector

    def step(self, operation: Operation) -> Step:
        of_players = operation.target == PLAYERS or (operation.target == BOTH and self.often(60))
        selector = self.selector(operation, of_players)
        named = selector is not None and not selector.of_players
        losing = operation.word == "life" and named and selector is not None and never_avatar(selector)
        amount = self.amount(operation, losing)
        if operation.word == "discard" and not of_players:
            amount = None
        arg = ""
        match operation.arg:
            case "radiance":
                arg = self.pick_of(RADIANCES)
            case "letter":
                arg = self.pick_of(ASTRALAE)
            case "token":
                arg = self.pick_of(self.tokens)
            case "morpheme" if self.often(60):
                arg, amount = self.pick_of("+-") + self.pick_of(MORPHEMES), None
        self.about_cards = self.about_cards or named
        return Step(operation.word, amount, arg, selector, self.until(operation))

    def until(self, operation: Operation) -> str:
        lasting = (TURN, STAY) if operation.word in STAY_BY_ITSELF else (FOREVER, FOREVER, TURN, STAY)
        return self.pick_of(lasting) if operation.lasts and self.trigger != "ALWAYS" else FOREVER

    # Abilities

    def operations(self) -> list[Operation]:
        return [
            each
            for each in OPERATIONS
            if (each.word != "cancel" or self.trigger == "TRAP")
            and (each.always or self.trigger != "ALWAYS")
            and (each.word != "token" or self.tokens)
            for _ in range(5 if each.word == "cancel" else 1)
        ]

    def cost(self) -> Cost:
        kind = self.pick_of(COSTS)
        if kind == "reap":
            return Cost("reap", self_only=True)
        if kind == "morph":
            code = self.pick_of(("", *MORPHEMES))
            return Cost("morph", 0 if code else 1 + self.below(2), code, self.often(40))
        return Cost(kind, 1 + self.below(3))

    def condition(self) -> Condition:
        kinds = [kind for kind in CONDITIONS if (kind, self.trigger) != ("first", "ALWAYS")]
        if self.kind in (AVATAR, SHARD):
            kinds.remove("guests")
        kind = self.pick_of(kinds)
        if kind == "first":
            return Condition(kind)
        compare = self.pick_of((">=", "<=", "="))
        n = 1 + self.below(3) if kind in ("stage", "guests", "count") else self.below(12)
        return Condition(kind, compare, n, self.count() if kind == "count" else None)

    def ability(self, trigger: str = "") -> Ability:
        """One ability of the present kind of card."""
        triggers = [word for word in TRIGGERS if word != "TRAP"]
        self.trigger = trigger or self.pick_of([*triggers, "CALL", "CALL", "ACT", "ACT", "ALWAYS", "WHEN"])
        self.about_cards = False
        always, with_event = self.trigger == "ALWAYS", self.trigger in ("WHEN", "TRAP")
        costs = () if always or not self.often(30) else tuple(self.cost() for _ in range(1 + self.below(2)))
        conditions = tuple(self.condition() for _ in range(1 + self.below(2))) if self.often(25) else ()
        optional = self.trigger not in ("ACT", "ALWAYS", "TRAP") and self.often(30)
        moment = self.pick_of(MOMENTS) if self.trigger == "AT" else ""
        side, event = (self.pick_of(SIDES), self.pick_of(EVENTS)) if with_event else ("", "")
        filter = self.filter() if with_event else Filter()
        steps = []
        if self.trigger == "TRAP" and self.often(40):
            steps = [Step("summon", selector=Selector("self"))]
            self.about_cards = True
        steps += [self.step(self.pick_of(self.operations())) for _ in range(self.pick_of((1, 1, 1, 2, 2, 3)))]
        return Ability(self.trigger, tuple(steps), optional, costs, conditions, moment, side, event, filter)

    def link(self) -> Ability:
        """An ability that links its card."""
        self.trigger, self.about_cards = "CALL", False
        return Ability("CALL", (Step("link", selector=self.cards("own.fairy.x foe.fairy.x any.shelter.x")),))

    def effect(self, kind: str, trap: bool = False) -> tuple[Ability, ...]:
        """The abilities of a card of a kind; with ``trap`` it is a mesangette."""
        self.kind, self.linking = kind, self.often(10)
        drawn = [self.ability("TRAP")] if trap else []
        drawn += [self.link()] if self.linking else []
        drawn += [self.ability() for _ in range(self.pick_of((1, 1, 1, 2, 0, 2, 3)))]
        if self.linking and drawn[0].trigger == "TRAP":
            drawn.reverse()
        return tuple(drawn)

    # Cards

    def card(self, id: str, kind: str, **fields: object) -> Card:
        trap = kind in (FAIRY, SHARD) and self.often(20)
        letter = self.pick_of(LETTERS)
        morphs = dict.fromkeys(self.pick_of(MORPHEMES) for _ in range(self.below(5)))
        values: dict[str, object] = {
            "name": f"{self.pick_of(NAME_WORDS)} {id}", "set": "", "copies": 1, "radiance": self.pick_of(RADIANCES),
            "morphs": tuple(morphs), "abilities": self.effect(kind, trap),
        }  # fmt: skip
        if kind in (FAIRY, TOKEN):
            values |= {"ray": self.below(5) - self.below(2), "mat": self.below(5) - self.below(2)}
            values["teleport"] = self.often(10)
        if kind in (FAIRY, TOKEN, SHARD):
            values |= {"astralae": letter, "cost": self.below(5), "vol": self.pick_of((0, 0, 0, 1, 2))}
        if trap:
            values["mes"] = 1 + self.below(3)
        card = Card(id=id, kind=kind, **(values | fields))  # type: ignore[arg-type]
        return Card(**(vars(card) | {"copies": card.limit})) if card.limit else card

    def avatar(self, name: str) -> list[Card]:
        radiance = self.pick_of(RADIANCES)
        bounds = ((None, 5), (self.pick_of((4, 6)), 12), (self.pick_of((10, 13)), None))
        sums = [Maturation(*bound, self.pick_of(((1, -1, 0), (-1, 1, 0), (0, 0, 1), (1, 1, 1)))) for bound in bounds]
        return [
            self.card(
                f"{name}{stage}", AVATAR, set=name, rank=stage, radiance=radiance, mature=sums[stage - 1],
                life=12 + self.below(20) if stage == 1 else 0, handmax=5 + self.below(4),
            )
            for stage in (1, 2, 3)
        ]  # fmt: skip

    def canvas(self, name: str) -> list[Card]:
        return [
            self.card(
                f"{name}{order:02}", SHELTER, set=name, rank=order, slots=self.pick_of((2, 1, 3, 0)),
                mat=self.below(6), entry=order == 1 or self.often(10), passage=self.often(15),
            )
            for order in range(1, 4 + self.below(6))
        ]  # fmt: skip

    def box(self) -> Cards:
        """Two avatars, two canvases, tokens, enough cards for a deck, and two decks of all that may be in one."""
        avatars, canvases = [self.avatar("AV"), self.avatar("AW")], [self.canvas("CV"), self.canvas("CW")]
        cards = [card for group in (*avatars, *canvases) for card in group]
        cards += [self.card(id, TOKEN) for id in self.tokens]
        start, finals, copies = len(cards), 0, 0
        listed: list[tuple[int, int]] = []
        while copies < 40:
            kind = self.pick_of((FAIRY, FAIRY, SHARD))
            cards.append(self.card(f"{kind[0].upper()}{len(cards) - start:02}", kind))
            finals += cards[-1].astralae == "F"
            if cards[-1].astralae != "F" or finals == 1:
                listed.append((len(cards) - 1, cards[-1].limit))
                copies += cards[-1].limit
        numbers = {card.id: number for number, card in enumerate(cards)}
        of_avatars = tuple(tuple(numbers[card.id] for card in group) for group in avatars)
        of_canvases = tuple(tuple(numbers[card.id] for card in group) for group in canvases)
        decks = tuple(Deck(name, i, i, tuple(listed), ()) for i, name in enumerate(("dawn", "dusk")))
        return Cards(tuple(cards), of_avatars, of_canvases, decks)  # type: ignore[arg-type]


def never_avatar(selector: Selector) -> bool:
    """Whether life that it loses can only be a card's."""
    return selector.word in ("host", "guests", "linked", "spouse") or (not selector.word and selector.kind != "avatar")


@st.composite
def abilities(draw: st.DrawFn, kind: str = FAIRY, trigger: str = "") -> Ability:
    """Any ability of a card of a kind; its text is ``.text``. It never speaks of `linked`."""
    maker = Maker(lambda n: draw(st.integers(0, n - 1)))
    maker.kind = kind
    return maker.ability(trigger)


@st.composite
def effects(draw: st.DrawFn, kind: str = FAIRY, trap: bool = False) -> tuple[Ability, ...]:
    """The abilities of any card of a kind: its cell ``effect`` is ``effect_text`` of them."""
    return Maker(lambda n: draw(st.integers(0, n - 1))).effect(kind, trap)


def cards_from(seed: int) -> Cards:
    """Any legal box; the same for the same seed."""
    return Maker(random.Random(seed).randrange).box()


def cards() -> st.SearchStrategy[Cards]:
    """Any legal box, with two decks."""
    return st.integers(0, 2**32 - 1).map(cards_from)
