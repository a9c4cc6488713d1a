"""What is printed on the cards of Fairy, in words."""

from __future__ import annotations

from typing import Any

from balance.engine.game.faces import Face, sentence
from balance.engine.game.story import signed
from balance.games.fairy.cards.box import Cards
from balance.games.fairy.cards.notation import And, Compare, Condition, Not, Number, Or, Quantity, SameSuit, ShowsFairy

NAMES = {"next": "the next number", "pile": "the number on the pile", "gap": "the gap between the two numbers"}
SIGNS = {
    ">": "is higher than",
    "<": "is lower than",
    ">=": "is at least",
    "<=": "is at most",
    "=": "is",
    "!=": "is not",
}


def face(row: Any, cards: Cards) -> Face:
    """The face of a card in play."""
    for charm in cards.charms:
        if charm.id == row.id:
            facts = (("Number", str(charm.number)), ("Suit", charm.suit))
            return Face(effect=("Shows a fairy.",) if charm.fairy else (), facts=facts)
    for guess in cards.guesses:
        if guess.id == row.id:
            right = sentence(f"right when {_condition(guess.condition)}")
            return Face(effect=(right,), points=f"+{guess.gain} right, −{guess.loss} wrong")
    track = cards.track
    ends = (("Start", track.start), ("Lowest score", track.floor), ("Ends the game at", track.top))
    return Face(facts=tuple((what, signed(number)) for what, number in ends))


def _condition(test: Condition) -> str:
    match test:
        case Or():
            return " or ".join(_condition(part) for part in test.parts)
        case And():
            return " and ".join(_inside(part) for part in test.parts)
        case Not(part=SameSuit()):
            return "the suits differ"
        case Not():
            return f"it is not so that {_inside(test.part)}"
        case Compare():
            return f"{_value(test.left)} {SIGNS[test.sign]} {_value(test.right)}"
        case SameSuit():
            return "the next card has the suit of the pile"
        case ShowsFairy():
            return f"{'the pile' if test.pile else 'the next card'} shows a fairy"
    return f"the next card's suit {'is' if test.equal else 'is not'} {test.name}"


def _inside(test: Condition) -> str:
    """A part of a longer condition, in brackets where it could be misread."""
    return f"({_condition(test)})" if isinstance(test, And | Or) else _condition(test)


def _value(value: Number | Quantity) -> str:
    if isinstance(value, Number):
        return signed(value.value)
    return NAMES[value.name] + (f" divided by {value.mod} leaves a rest that" if value.mod else "")
