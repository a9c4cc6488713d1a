"""What the decisions of section 4 are called."""

from __future__ import annotations

from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Option, Wording
from balance.games.fairy_conundrum.cards import MORPHEMES, RADIANCES, Cards
from balance.games.fairy_conundrum.rules.options import PIECE
from balance.games.fairy_conundrum.state import CANVAS_PLACE, NOBODY, PIECE_BITS, PIECES_PER_SEAT, Point, Verb
from balance.games.fairy_conundrum.tell import words

POINTS: dict[int, str] = {
    Point.S1: "which cards of the first hand to discard",
    Point.S2: "whether to buy a card of the haversack",
    Point.S3: "whether to buy a card of the canvas",
    Point.FIRST: "who plays first",
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
    Point.S1: "no more",
    Point.S2: "no more",
    Point.S3: "no",
    Point.EXIT: "nobody more",
    Point.NAR: "end",
    Point.CON: "pass",
    Point.MES: "none",
    Point.MAY: "no",
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
DECKS = ("the haversack", "the canvas")


def wording(plan: Plan) -> Wording:
    """The words for a plan."""
    cards: Cards = plan.cards
    names = [card.name for card in cards.cards]
    if cards.stand_in is not None:
        names.append(cards.stand_in.name)

    def option(decision: Decision, option: Option) -> str:
        """What the option is; of several that are called the same, such as copies of a card, also which."""
        said = _say(names, decision, option)
        alike = {one[:3] for one in decision.options if one != option and _say(names, decision, one) == said}
        if not alike:
            return said
        return f"{said} ({1 + sorted({*alike, option[:3]}).index(option[:3])})"

    return Wording(POINTS, option)


def _say(names: list[str], decision: Decision, option: Option) -> str:
    point, verb = Point(decision.point), Verb(option.verb)
    if verb == Verb.PASS:
        return NOTHING[point]
    other = option.target >> PIECE_BITS
    match point:
        case Point.S2 | Point.S3:
            return "yes"
        case Point.FIRST | Point.FOE:
            return f"seat {option.target + 1}"
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
        return f"{card} into {_shelter(decision.seat, other)}"
    return DEEDS.get(verb, "{}").format(card)


def _shelter(seat: int, piece: int) -> str:
    """A shelter by its number in its canvas."""
    return f"{_whose(seat, piece)}shelter {piece % PIECES_PER_SEAT - CANVAS_PLACE + 1}"


def _whose(seat: int, piece: int) -> str:
    """The owner of a piece where that is another player."""
    owner = piece // PIECES_PER_SEAT
    return "" if owner == seat else f"seat {owner + 1}'s "


def _card(names: list[str], seat: int, option: Option) -> str:
    """The card of an option, with its owner where that is another player."""
    name = "hidden card" if option.card == NOBODY else names[option.card]
    return _whose(seat, option.target & PIECE) + name
