"""What the decisions of section 4 are called."""

from __future__ import annotations

from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Option, Wording
from balance.games.fairy_conundrum.cards import MORPHEMES, RADIANCES, Cards
from balance.games.fairy_conundrum.codes import CANVAS_PLACE, NOBODY, PIECE_BITS, PIECES_PER_SEAT, Point, Verb
from balance.games.fairy_conundrum.rules.options import PIECE
from balance.games.fairy_conundrum.tell import words
from balance.games.fairy_conundrum.tell.printed import ability_words

POINTS: dict[int, str] = {
    Point.S1: "which cards of the first hand to discard",
    Point.S2: "whether to buy a card of the haversack",
    Point.S3: "whether to buy a card of the canvas",
    Point.FIRST: "who plays first in this turn",
    Point.EXIT: "who leaves a shelter",
    Point.NAR: "what to do in the Narration",
    Point.CON: "what to do in the Conspiracy",
    Point.FOE: "which opponent",
    Point.MES: "which mésangette to activate",
    Point.MAY: "whether to use an ability",
    Point.TARGET: "on which card it works",
    Point.UNIQUE: "which copy is reaped",
    Point.RADIANCE: "which radiance the fusion has",
    Point.MORPH: "which morpheme",
    Point.PRINCIPAL: "which morpheme is the principal",
    Point.ABILITY: "which ability to steal",
    Point.SURPLUS: "which guest has to leave",
    Point.HOST: "into which shelter",
    Point.SPLIT: "which fairy takes one damage of the attack",
    Point.DREAM: "from which deck to draw",
    Point.DISCARD: "which card of the hand to abandon",
    Point.DECKOUT: "which card pays for the empty haversack",
    Point.SWAP: "which card to swap with the reserve",
}
NOTHING: dict[int, str] = {
    Point.S1: "discard no more",
    Point.S2: "buy no more",
    Point.S3: "buy none",
    Point.EXIT: "nobody more leaves",
    Point.NAR: "end the Narration",
    Point.CON: "pass",
    Point.MES: "none: those that could be activated lapse",
    Point.MAY: "do not use it",
    Point.SPLIT: "none: the rest strikes the avatar",
    Point.SWAP: "no more",
}
"""What it is called to do nothing."""

DEEDS: dict[int, str] = {
    Verb.CALL: "call {}",
    Verb.PLACE: "place {}",
    Verb.SET: "set {} face down",
    Verb.ACT: "use {}",
    Verb.EXIT: "bring out {}",
    Verb.FREE: "free {}",
}
TAKEN: dict[int, str] = {
    Point.S1: "discard {}",
    Point.MES: "activate {}",
}
"""What it is called to take a card; elsewhere its name says it."""
DECKS = ("the haversack", "the canvas")


def wording(plan: Plan) -> Wording:
    """The words for a plan."""
    cards: Cards = plan.cards
    abilities = ability_words(cards)
    names = [card.name for card in cards.cards]
    if cards.stand_in is not None:
        names.append(cards.stand_in.name)

    def say(decision: Decision, option: Option) -> str:
        if decision.point == Point.MAY and option.verb != Verb.PASS:
            row = option.target >> PIECE_BITS
            ability = f": {abilities[row].removesuffix('.')}" if row < len(abilities) else ""
            return f"use {_card(names, decision.seat, option)}{ability}"
        return _say(names, decision, option)

    def option(decision: Decision, option: Option) -> str:
        """What the option is; of several that are called the same, such as copies of a card, also which."""
        said = say(decision, option)
        alike = {other[:3] for other in decision.options if other != option and say(decision, other) == said}
        if not alike:
            return said
        return f"{said} ({1 + sorted({*alike, option[:3]}).index(option[:3])})"

    return Wording(POINTS, option, openly=lambda *_: "")  # all that others see is told as it happens


def _say(names: list[str], decision: Decision, option: Option) -> str:
    point, verb = Point(decision.point), Verb(option.verb)
    if verb == Verb.PASS:
        return NOTHING[point]
    other = option.target >> PIECE_BITS
    match point:
        case Point.S2:
            return "buy a card"
        case Point.S3:
            return "buy the next shelter"
        case Point.FIRST:
            own = option.target == decision.seat
            return "play first" if own else f"let player {option.target + 1} play first"
        case Point.FOE:
            return f"player {option.target + 1}"
        case Point.DREAM:
            return DECKS[option.target]
        case Point.SWAP:
            return f"{names[option.card]} out, {names[option.target]} in"
        case Point.RADIANCE:
            return words.RADIANCES[RADIANCES[other]]
        case Point.PRINCIPAL:
            return words.MORPHEMES[MORPHEMES[other]]
    card = _card(names, decision.seat, option)
    if point == Point.MORPH:
        return f"{words.MORPHEMES[MORPHEMES[other]]} of {card}"
    if point == Point.ABILITY:
        return f"ability {other + 1} of {card}"
    if verb in (Verb.SHELTER, Verb.PASSAGE):
        return f"put {card} into {_shelter(decision.seat, other)}"
    return (DEEDS.get(verb) or TAKEN.get(point, "{}")).format(card)


def _shelter(seat: int, piece: int) -> str:
    """A shelter by its number in its canvas."""
    return f"{_whose(seat, piece)}shelter {piece % PIECES_PER_SEAT - CANVAS_PLACE + 1}"


def _whose(seat: int, piece: int) -> str:
    """The owner of a piece where that is another player."""
    owner = piece // PIECES_PER_SEAT
    return "" if owner == seat else f"player {owner + 1}'s "


def _card(names: list[str], seat: int, option: Option) -> str:
    """The card of an option, with its owner where that is another player."""
    name = "hidden card" if option.card == NOBODY else names[option.card]
    return _whose(seat, option.target & PIECE) + name
