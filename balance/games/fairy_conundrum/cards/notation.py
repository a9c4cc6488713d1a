"""The notation of Fairy Conundrum's cells, such as ``CALL: dmg 2/3/4 foe.fairy.x`` (section 5.2).

An effect is read piece by piece, one function per line of the grammar; blanks between pieces do not matter, capitals
do. What is read is normal: its ``text`` is the standard spelling, and two spellings of the same are equal.
"""

from __future__ import annotations

import functools
import re
from dataclasses import replace

from balance.cards.check import NotationError
from balance.cards.pieces import Piece
from balance.games.fairy_conundrum.cards.abilities import (
    COMPARISONS,
    CONDITIONS,
    COSTS,
    EVENTS,
    FOREVER,
    MAX_ABILITIES,
    MAX_CONDITIONS,
    MAX_COSTS,
    MAX_STEPS,
    MOMENTS,
    NO_FILTER,
    SIDES,
    STAY,
    TRIGGERS,
    Ability,
    Amount,
    Condition,
    Cost,
    Selector,
    Step,
)
from balance.games.fairy_conundrum.cards.box import ASTRALAE, MORPHEMES, RADIANCES, STAGES, Maturation
from balance.games.fairy_conundrum.cards.operations import (
    BY_WORD,
    CARDS,
    COUNT,
    NOTHING,
    PLAYERS,
    STAY_BY_ITSELF,
    WORDS,
    Operation,
)
from balance.games.fairy_conundrum.cards.selectors import MOST, SELECTOR_WORDS, TOKEN_ID, SelectorReader

LONGEST = 2000  # characters of a cell
ASKED = {"stage": (1, STAGES), "life": (-99, 999)}
ASKED_ELSE = (0, 999)  # of a condition
MATURE_BOUND = (-98, 998)

MATURE = re.compile(r"(-?[0-9]{1,4})?\.\.(-?[0-9]{1,4})?;([+-]?[0-9]{1,2})/([+-]?[0-9]{1,2})/([+-]?[0-9]{1,2})")
MATURE_ALLOWED = (
    "bounds and the coefficients of light, dark and neutral costs, such as ..9;1/-1/0, 10..21;1/-1/0 or 22..;1/-1/0"
)

NEVER_AVATARS = ("host", "guests", "linked", "spouse")


@functools.lru_cache(maxsize=1024)  # a trial edit reads the whole table again, and one cell of it is another
def parse_effect(text: str) -> tuple[Ability, ...]:
    """Read the abilities of a card; none when the text is blank. Raises NotationError."""
    return _Reader(text, "effect").effect() if text.strip() else ()


def parse_mature(text: str) -> Maturation:
    """Read how a stage of an avatar matures. Raises NotationError."""
    match = MATURE.fullmatch(text.replace(" ", ""))
    if not match:
        raise NotationError("this maturation cannot be read", MATURE_ALLOWED)
    low, high = (int(bound) if bound else None for bound in match.groups()[:2])
    least, most = MATURE_BOUND
    if any(bound is not None and not least <= bound <= most for bound in (low, high)):
        raise NotationError("a bound of this maturation is too small or too large", f"from {least} to {most}")
    if low is not None and high is not None and low > high:
        raise NotationError(f"this stage ends at {high}, before it begins at {low}", "the smaller bound first")
    of_light, of_dark, of_neutral = map(int, match.groups()[2:])
    return Maturation(low, high, (of_light, of_dark, of_neutral))


class _Reader(SelectorReader):
    """Abilities and their parts, above selectors."""

    longest = LONGEST

    def effect(self) -> tuple[Ability, ...]:
        abilities = [self.ability()]
        while self.take(";"):
            self.room(len(abilities), MAX_ABILITIES, "abilities")
            abilities.append(self.ability())
        self.end((";", "then"))
        linking = any(step.op == "link" for ability in abilities for step in ability.steps)
        if self.linked_at and not linking:
            message = "no ability links this card to another, so that 'linked' means none"
            raise self.refuse(message, "'linked' on a card with a link step", self.linked_at)
        return tuple(abilities)

    def ability(self) -> Ability:
        head = self.head()
        costs = self.costs()
        conditions = self.conditions()
        if not self.take(":"):
            raise self.stop("':' and what the ability does, or a cost [..] or a condition {..} before it", (":",))
        self.about_cards = False
        steps = [self.step()]
        while self.take("then"):
            self.room(len(steps), MAX_STEPS, "steps in one ability")
            steps.append(self.step())
        return replace(head, steps=tuple(steps), costs=costs, conditions=conditions)

    def head(self) -> Ability:
        """The trigger, with its question mark; an ability without steps yet."""
        self.trigger = self.one_of("a trigger", TRIGGERS)
        moment = side = event = ""
        filter = NO_FILTER
        if self.trigger == "AT":
            moment = self.one_of("a moment", MOMENTS)
        elif self.trigger in ("WHEN", "TRAP"):
            side = self.one_of("a side", SIDES)
            self.sign(".")
            event = self.one_of("an event", EVENTS)
            filter = NO_FILTER if self.at_cost() else self.filter()
        start = self.piece
        optional = bool(self.take("?"))
        if optional and self.trigger == "ALWAYS":
            raise self.refuse("ALWAYS cannot be optional", "ALWAYS without a question mark", start)
        # Using an ability and activating a mesangette are free choices without it.
        optional = optional and self.trigger not in ("ACT", "TRAP")
        return Ability(self.trigger, (), optional, moment=moment, side=side, event=event, filter=filter)

    def at_cost(self) -> bool:
        """Whether the square bracket that may be here is a cost: a filter would compare the number."""
        bracket, word, number = (self.pieces[min(self.place + i, len(self.pieces) - 1)].text for i in range(3))
        return bracket == "[" and word in COSTS and number not in COMPARISONS

    # Costs and conditions

    def costs(self) -> tuple[Cost, ...]:
        costs: list[Cost] = []
        while self.piece.text == "[":
            if self.trigger == "ALWAYS":
                raise self.refuse("ALWAYS takes no cost", "conditions {..} or ':'", self.piece)
            self.room(len(costs), MAX_COSTS, "costs in one ability")
            self.sign("[")
            costs.append(self.cost())
            self.sign("]")
        return tuple(costs)

    def cost(self) -> Cost:
        kind = self.one_of("a cost", COSTS)
        if kind == "reap":
            self.one_of("the card itself", ("self",))
            return Cost(kind, self_only=True)
        if kind != "morph":
            return Cost(kind, self.integer(1, MOST))
        if self.piece.kind == "word":
            code, n = self.one_of("a number or a morpheme", MORPHEMES), 0
        else:
            code, n = "", self.integer(1, MOST, f" or a morpheme ({', '.join(MORPHEMES)})")
        return Cost(kind, n, code, bool(self.take("self")))

    def conditions(self) -> tuple[Condition, ...]:
        conditions: list[Condition] = []
        while self.piece.text == "{":
            self.room(len(conditions), MAX_CONDITIONS, "conditions in one ability")
            self.sign("{")
            conditions.append(self.condition())
            self.sign("}")
        return tuple(conditions)

    def condition(self) -> Condition:
        start = self.piece
        kind = self.one_of("a condition", CONDITIONS)
        if kind == "first":
            if self.trigger == "ALWAYS":
                raise self.refuse("ALWAYS has no first time", "other conditions", start)
            return Condition(kind)
        count = self.count() if kind == "count" else None
        compare = self.sign(*COMPARISONS)
        return Condition(kind, compare, self.integer(*ASKED.get(kind, ASKED_ELSE)), count)

    # Steps

    def step(self) -> Step:
        start = self.piece
        operation = BY_WORD[self.one_of("an operation", WORDS)]
        self.check_operation(operation, start)
        amount, arg = self.amount_and_arg(operation)
        word, target = operation.word, operation.target
        if word == "discard":
            target = PLAYERS if amount else CARDS
        selector = self.target(operation, target)
        if selector is None and target == CARDS and (word == "discard" or not operation.default):
            raise self.stop(
                "the cards, such as foe.fairy.x"
                if not operation.amount
                else "a number, or the cards, such as foe.card.hand#r1",
                SELECTOR_WORDS,
            )
        until = self.until(operation)
        if self.piece.kind != "end" and self.piece.text not in (";", "then"):
            raise self.after_step(operation, selector)
        if selector and not selector.of_players:
            self.about_cards = True
        return _normal(operation, Step(operation.word, amount, arg, selector, until))

    def check_operation(self, operation: Operation, start: Piece) -> None:
        """Refuse what the trigger does not take."""
        if self.trigger == "ALWAYS" and not operation.always:
            words = [each.word for each in BY_WORD.values() if each.always]
            raise self.refuse(f"ALWAYS does not take {operation.word}", ", ".join(words), start)
        if operation.word == "cancel" and self.trigger != "TRAP":
            raise self.refuse("cancel stands in TRAP abilities only", "other operations", start)

    def amount_and_arg(self, operation: Operation) -> tuple[Amount | None, str]:
        """The number of a step, and its radiance, letter, morpheme or token id."""
        numeric = self.piece.kind == "number" or self.piece.text in ("+", "-")
        if operation.arg == "morpheme" and self.pieces[min(self.place + 1, len(self.pieces) - 1)].kind == "word":
            return None, self.sign("+", "-") + self.one_of("a morpheme", MORPHEMES)
        optional = operation.word == "discard"
        amount = self.amount(operation) if operation.amount and (numeric or not optional) else None
        match operation.arg:
            case "radiance":
                return amount, self.one_of("a radiance", RADIANCES)
            case "letter":
                return amount, self.one_of("a letter", ASTRALAE)
            case "token":
                return amount, self.raw(TOKEN_ID, "the id of a token")
        return amount, ""

    def amount(self, operation: Operation) -> Amount:
        low = 0 if operation.amount == COUNT else -MOST
        first = self.integer(low, MOST)
        if self.take("/"):
            second = self.integer(low, MOST)
            self.sign("/")
            return Amount((first, second, self.integer(low, MOST)))
        if not self.take("xcount"):
            return Amount((first,))
        count = self.count()
        return Amount((first,), count, self.integer(1, MOST) if self.take("per") else 1)

    def target(self, operation: Operation, target: str) -> Selector | None:
        """The selector of a step, if there is one, checked against what the step works on."""
        start = self.piece
        if not self.at_selector() or target == NOTHING:
            return None
        selector = self.selector()
        if target == PLAYERS and not selector.of_players:
            message = f"{operation.word} works on players here, not on cards"
            raise self.refuse(message, "me, foe, foes or all", start)
        if target == CARDS and selector.of_players:
            message = f"{operation.word} works on cards here, not on players"
            raise self.refuse(message, "cards, such as foe.fairy.x, self or foe.avatar", start)
        return selector

    def until(self, operation: Operation) -> str:
        start = self.piece
        if not self.take("~"):
            return STAY if operation.word in STAY_BY_ITSELF else FOREVER
        until = "~" + self.one_of("how long it lasts", ("turn", "stay"))
        if self.trigger == "ALWAYS":
            raise self.refuse("ALWAYS lasts by itself", "no ~turn and no ~stay", start)
        if not operation.lasts:
            words = [each.word for each in BY_WORD.values() if each.lasts]
            raise self.refuse(f"{operation.word} does not last", f"{until} behind {', '.join(words)}", start)
        return until

    def after_step(self, operation: Operation, selector: Selector | None) -> NotationError:
        """The error for a piece where a step ends."""
        signs = ["then", ";"]
        if operation.target != NOTHING and selector is None:
            what = "cards" if operation.target == CARDS else operation.target
            return self.stop(f"{what}, 'then', ';' or the end", [*SELECTOR_WORDS, *signs])
        return self.stop("'then', ';' or the end", signs)


def _normal(operation: Operation, step: Step) -> Step:
    """The step with its selector only where standard spelling has one, and life lost by cards as a loss."""
    default = Selector(operation.default) if operation.default else None
    selector = step.selector
    if operation.spelt:
        selector = selector or default
    elif selector == default or operation.target == NOTHING:
        selector = None
    step = replace(step, selector=selector)
    if operation.word == "life" and step.amount and selector and _never_avatars(selector):
        losses = tuple(-abs(number) for number in step.amount.numbers)
        return replace(step, amount=replace(step.amount, numbers=losses))
    return step


def _never_avatars(selector: Selector) -> bool:
    return selector.word in NEVER_AVATARS or (not selector.word and selector.kind != "avatar")
