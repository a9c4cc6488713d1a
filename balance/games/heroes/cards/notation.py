"""The notation of Heroes' cells, such as ``fight 1 / mission`` (section 5.2 of the rules page).

Actions, requirements and conditions are read piece by piece, one function per line of the grammar. The ``text`` of
what was read is its standard spelling. Capitals do not matter, nor do blanks around a sign.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from balance.cards.check import WHOLE_NUMBER, NotationError
from balance.cards.pieces import PieceReader, check_length
from balance.common.errors import nearest, quoted
from balance.games.heroes.cards.box import ALL, COLORS, DICE, TYPES, Action, Condition, Damage, Option, Step
from balance.games.heroes.state import MAX_OPTIONS, MAX_SLOTS, MAX_SPACES, MAX_STEPS

LONGEST = 1000  # characters of a cell
MAX_TERMS = 8  # of a requirement
MAX_POSITIONS = 16  # of an edge
MOST_STRENGTH = 100  # of a hero
MOST = 1000  # every other number: points, counters, cards
MOST_TYPED = 12  # letters in one damage
MOST_DICE = 3  # of a fight
MOST_DICE_WITH = 2  # of a fight with a given die: that one is no choice (HF-56)
FACES = 6

WORDS = ("none", "mission", "tile", "fight", "heal", "shine", "gift", "roll", "hit", "hitroll")
TERMS = ("wounds", "roll", "have")
HEADS = ("set", "most", "strongest", "count", "each")

PIECE = re.compile(r"\s*(?:(?P<word>-?[^\W_]+(?:\.[^\W_]+)?)|(?P<sign>\S))")
DAMAGE = re.compile(r"(?=.)([0-9]?)([lfi]*)", re.IGNORECASE)

HABITS = {"and": "+", "&": "+", ";": "+", ",": "+", "or": "/", "|": "/", "\\": "/", ":": "="}
"""Signs and words that people write out of habit, and the sign of this notation."""

DASHES = {"\N{MINUS SIGN}": "-", "\N{HYPHEN}": "-", "\N{EN DASH}": "-", "\N{EM DASH}": "--", "_": "-", ".": "-"}
"""What spreadsheets and people make of the - of an empty edge position."""

NO_WOUNDS = Damage()

DAMAGE_ALLOWED = (
    f"damage: 0, or one digit for untyped points, up to {MOST_TYPED} letters L, F, I for typed ones, or both (1FF)"
)


@dataclass(frozen=True)
class Requirement:
    """What a mission takes (HF-61): wounds, dice in the order of DICE, adversaries held (0: none)."""

    wounds: Damage = NO_WOUNDS
    dice: tuple[str, ...] = ()
    have: int = 0

    @property
    def text(self) -> str:
        """In standard spelling. Wounds that one digit or 12 letters cannot tell take several terms."""
        untyped = self.wounds.untyped
        letters = "".join(letter * count for letter, count in zip(TYPES, self.wounds.typed, strict=True))
        terms = []
        while untyped or letters:
            terms.append(f"wounds {min(untyped, 9) or ''}{letters[:MOST_TYPED]}")
            untyped, letters = untyped - min(untyped, 9), letters[MOST_TYPED:]
        if self.dice:
            terms.append(f"roll {','.join(self.dice)}")
        if self.have:
            terms.append(f"have {self.have}")
        return " + ".join(terms) or "wounds 0"


# Actions, requirements, conditions


def parse_action(text: str) -> Action:
    """Read an action, such as ``heal 1 + mission / shine 2``. Raises NotationError."""
    reader = _Reader(text, "action")
    options = [reader.option()]
    while reader.take("/"):
        reader.room(len(options), MAX_OPTIONS, "options")
        options.append(reader.option())
    reader.end(("/", "+"))
    return Action(tuple(options))


def parse_requirement(text: str) -> Requirement:
    """Read what a mission takes, such as ``wounds I + roll green,yellow``. Raises NotationError.

    Wounds add up, of several ``have`` the largest counts, and no die may stand there twice.
    """
    reader = _Reader(text, "requirement")
    requirement = reader.term(Requirement())
    terms = 1
    while reader.take("+"):
        reader.room(terms, MAX_TERMS, "terms")
        requirement = reader.term(requirement)
        terms += 1
    reader.end(("+",))
    return requirement


def parse_condition(text: str) -> Condition:
    """Read when an adversary pays its bonus, such as ``most blue = 3``. Raises NotationError."""
    reader = _Reader(text, "condition")
    head, colors, number = reader.head()
    if not reader.take("="):
        raise reader.stop("'=' and the bonus, such as strongest = 4", ("=",))
    bonus = reader.number(1, MOST)
    reader.end(())
    return Condition(head, bonus, colors, number)


class _Reader(PieceReader):
    """One function per line of the grammar; each reads on from ``self.place``."""

    pattern = PIECE
    capitals_matter = False
    longest = LONGEST

    def like(self, words: Sequence[str]) -> str | None:
        """Which of ``words`` may be meant by the piece that is here."""
        piece = self.piece
        sign = HABITS.get(piece.text)
        if sign in words:
            return sign
        return nearest(piece.text, words) if piece.kind == "word" and piece.text not in words else None

    def option(self) -> Option:
        steps = [self.step()]
        while self.take("+"):
            self.room(len(steps), MAX_STEPS, "steps in one option")
            steps.append(self.step())
        return Option(tuple(steps), " + ".join(step.text for step in steps))

    def step(self) -> Step:
        word = self.take(*WORDS)
        match word:
            case "":
                raise self.stop(f"a step: {', '.join(WORDS)}", WORDS)
            case "fight":
                return self.fight()
            case "heal":
                if self.take("all"):
                    return Step("heal", ALL)
                return Step("heal", self.number(1, MOST, " or 'all'", ("all",)))
            case "shine" | "gift":
                return Step(word, self.number(1, MOST))
            case "roll" | "hitroll":
                return Step(word, dice=self.dice())
            case "hit":
                return Step(word, damage=self.damage())
        return Step(word)

    def fight(self) -> Step:
        at = self.piece.at
        number = self.number(1, MOST_DICE)
        if not self.take("with"):
            if self.piece.text in DICE:
                message = f"the word with is missing before the die, at character {self.piece.at}"
                raise NotationError(message, f"fight 1 to fight {MOST_DICE_WITH} with a die", f"with {self.piece.text}")
            if nearest(self.piece.text, ["with"]):
                raise self.stop("'with' and a die, '+', '/' or the end", ("with",))
            return Step("fight", number)
        die = self.die()
        if number > MOST_DICE_WITH:
            message = f"this fight leaves too few dice to choose from, at character {at}: {number} with {die}"
            raise NotationError(message, f"fight 1 to fight {MOST_DICE_WITH} with a die")
        return Step("fight", number, with_die=die)

    def term(self, before: Requirement) -> Requirement:
        """One more term of a requirement, put together with those ``before``."""
        word = self.take(*TERMS)
        match word:
            case "wounds":
                return Requirement(_sum(before.wounds, self.damage()), before.dice, before.have)
            case "roll":
                return Requirement(before.wounds, self.dice(before.dice), before.have)
            case "have":
                return Requirement(before.wounds, before.dice, max(before.have, self.number(1, MOST)))
        raise self.stop("'wounds' and damage, 'roll' and dice, or 'have' and a number of adversaries", TERMS)

    def head(self) -> tuple[str, tuple[str, ...], int]:
        """Head, colours and number of a condition."""
        head = self.take(*HEADS)
        match head:
            case "set":
                return head, self.three_colors(), 0
            case "most":
                return head, (self.color(),), 0
            case "strongest":
                return head, (), 0
            case "count":
                return head, (), self.number(1, MOST)
            case "each":
                if self.take("tile"):
                    return "tile", (), 0
                return head, (self.color(" or 'tile'", ("tile",)),), 0
        raise self.stop("'set', 'most', 'strongest', 'count' or 'each', such as most blue = 3", HEADS)

    def three_colors(self) -> tuple[str, ...]:
        at = self.piece.at
        colors = [self.color()]
        while self.take("+"):
            colors.append(self.color())
        if self.piece.text in COLORS or (len(colors) < 3 and self.piece.text in HABITS):
            raise self.stop("'+' between two colours", ("+",))
        if len(colors) != 3:
            message = f"a set is made of 3 colours; from character {at} on this one names {len(colors)}"
            raise NotationError(message, "three colours, such as set red+green+blue = 4")
        return tuple(sorted(colors, key=COLORS.index))

    def color(self, more: str = "", words: Sequence[str] = ()) -> str:
        color = self.take(*COLORS)
        if not color:
            raise self.stop(f"a colour ({', '.join(COLORS)}){more}", (*COLORS, *words))
        return color

    def dice(self, before: Sequence[str] = ()) -> tuple[str, ...]:
        """Dice with commas between them, none twice or among those ``before``; all of them in the order of DICE."""
        dice = [*before]
        while True:
            at = self.piece.at
            die = self.die()
            if die in dice:
                message = f"the {die} die stands here twice, at character {at}"
                raise NotationError(message, f"every die once: {', '.join(DICE)}")
            dice.append(die)
            if self.piece.text in DICE:
                raise NotationError(
                    f"a comma is missing between two dice, before character {self.piece.at}",
                    "dice such as green,yellow",
                )
            if not self.take(","):
                return tuple(sorted(dice, key=DICE.index))

    def die(self) -> str:
        die = self.take(*DICE)
        if not die:
            raise self.stop(f"a die ({', '.join(DICE)})", DICE)
        return die

    def damage(self) -> Damage:
        damage = _damage_of(self.piece.text)
        if damage is None:
            raise self.stop(DAMAGE_ALLOWED)
        self.place += 1
        return damage


# Damage, faces, spaces


def _damage_of(text: str) -> Damage | None:
    match = DAMAGE.fullmatch(text)
    if match is None or len(match[2]) > MOST_TYPED:
        return None
    letters = match[2].upper()
    lightning, fire, ice = (letters.count(letter) for letter in TYPES)
    return Damage(int(match[1] or 0), (lightning, fire, ice))


def _sum(damage: Damage, other: Damage) -> Damage:
    lightning, fire, ice = (a + b for a, b in zip(damage.typed, other.typed, strict=True))
    return Damage(damage.untyped + other.untyped, (lightning, fire, ice))


def parse_faces(text: str) -> tuple[Damage, ...]:
    """Read the six faces of a die, such as ``1 2 2 L LF FF``. Raises NotationError."""
    check_length(text, "die", LONGEST)
    faces = []
    for place, face in enumerate(text.split(), start=1):
        damage = _damage_of(face)
        if damage is None:
            raise NotationError(f"face {place} is not damage: {quoted(face)}", DAMAGE_ALLOWED)
        faces.append(damage)
    if len(faces) != FACES:
        message = f"a die has {FACES} faces; this one has {len(faces)}"
        raise NotationError(message, "six damages with blanks between them, such as 0 0 1 1 1 2")
    return tuple(faces)


def parse_spaces(text: str) -> tuple[int, ...]:
    """Read the spaces of a mission in points, such as ``8;6``. Raises NotationError."""
    check_length(text, "list of spaces", LONGEST)
    return _numbers(text.split(";"), "space", 1, MAX_SPACES, "with semicolons between them, such as 8;6")


def _numbers(parts: Sequence[str], what: str, low: int, most: int, example: str) -> tuple[int, ...]:
    """At most ``most`` whole numbers from ``low`` on. Accepts ``7.0``, as some spreadsheets write 7."""
    allowed = f"1 to {most} whole numbers from {low} to {MOST} {example}"
    numbers = []
    for place, part in enumerate(parts, start=1):
        match = WHOLE_NUMBER.fullmatch(part.strip())
        if match is None:
            wrong = f"no whole number: {quoted(part.strip())}" if part.strip() else "empty"
            raise NotationError(f"{what} {place} is {wrong}", allowed)
        number = int(match[1])
        if not low <= number <= MOST:
            raise NotationError(f"{what} {place} is too {'small' if number < low else 'large'}: {number}", allowed)
        numbers.append(number)
    if len(numbers) > most:
        raise NotationError(f"there are {len(numbers)} {what}s", allowed)
    return tuple(numbers)


# Traits


def parse_strength(text: str) -> int:
    """Read a Strength, in symbols. Raises NotationError."""
    match = WHOLE_NUMBER.fullmatch(text)
    if match is None or not 0 <= int(match[1]) <= MOST_STRENGTH:
        raise NotationError(
            f"this is not a usable Strength: {quoted(text)}", f"a whole number from 0 to {MOST_STRENGTH}"
        )
    return int(match[1])


def parse_edge(text: str) -> str:
    """Read an edge, top to bottom, such as ``LF-``: one of L, F, I, - per position. Raises NotationError."""
    allowed = f"1 to {MAX_POSITIONS} of the letters L, F, I, and - for an empty position, such as LF-"
    for place, letter in enumerate(text, start=1):
        if letter.upper() not in (*TYPES, "-"):
            meant = "".join(DASHES.get(other, other) for other in text.upper() if not other.isspace())
            like = meant if set(meant) <= {*TYPES, "-"} else None
            raise NotationError(f"position {place} of the edge is {quoted(letter)}", allowed, like)
    if not 1 <= len(text) <= MAX_POSITIONS:
        raise NotationError(f"this edge has {len(text)} positions", allowed)
    return text.upper()


def parse_slots(text: str) -> tuple[int, ...]:
    """Read damage slots, such as ``0,2``: 0 is a plain slot, v a slot worth v points. Raises NotationError."""
    if not text.strip():
        return ()
    return _numbers(text.split(","), "slot", 0, MAX_SLOTS, "with commas between them (0: a plain slot), or nothing")
