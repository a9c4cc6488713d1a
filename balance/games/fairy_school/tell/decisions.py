"""What the decisions of section 4 are called."""

from __future__ import annotations

from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Option, Wording
from balance.engine.game.story import listed
from balance.games.fairy_school.cards.box import ELEMENTS
from balance.games.fairy_school.play.choosing import layout_of
from balance.games.fairy_school.state import COLUMNS, STEP, Point, Verb
from balance.games.fairy_school.tell.words import NAMES, counted

POINTS: dict[int, str] = {
    Point.INITIAL: "which starting card to keep",
    Point.LAYOUT: "which starting cards begin in the forest, and where",
    Point.PROJECT: "which project to put aside",
    Point.KEPT: "which three projects to keep",
    Point.COMMON: "which project to take from the common discard",
    Point.SLOTS: "where a card goes",
    Point.COLUMNS: "which columns to play",
    Point.ACTIVATION: "which card to activate",
    Point.TIMES: "how often to do it",
    Point.OUTCOME: "which alternative to choose",
    Point.COUNT: "how many cards to take back",
    Point.TAKEN: "which card to take back",
    Point.SPARES: "which of the cards drawn to place",
    Point.REMOVED: "which card to remove",
    Point.STUDY: "which creature to study by an effect",
    Point.AGAIN: "which card to activate again",
    Point.CORNER: "which creature to study",
    Point.REALIZATION: "what to realize",
    Point.FINAL: "which final project to choose",
    Point.ELEMENT: "which element to gain",
    Point.ORDER: "which column to play first",
}
NONE: dict[int, str] = {
    Point.COLUMNS: "no column",
    Point.ACTIVATION: "activate no more",
    Point.REMOVED: "remove nothing",
    Point.AGAIN: "activate nothing again",
    Point.CORNER: "study none",
    Point.REALIZATION: "realize no more",
}
WHERE: dict[int, str] = {
    Point.COMMON: "of those on offer",
    Point.FINAL: "of those on offer",
    Point.TAKEN: "of the discard pile",
}
ROWS = ("top", "bottom")


def wording(plan: Plan) -> Wording:
    """The words for a plan. Cards of one name are told apart by their places, columns are numbered as in the rules."""
    cards = plan.cards
    names = {cards.ids[number]: card.name or cards.ids[number] for number, card in cards.small.items()}
    names |= {final.id: final.name or final.id for final in cards.finals}
    elements = [NAMES[letter] for letter in ELEMENTS]

    def option(decision: Decision, option: Option) -> str:
        point, target = decision.point, option.target
        card = names[cards.ids[option.card]] if option.card >= 0 else ""
        match Verb(option.verb):
            case Verb.STOP:
                return NONE[point]
            case Verb.TAKE:
                return f"{card}, number {target + 1} {WHERE.get(point, 'of the hand')}"
            case Verb.LAY_OUT:
                first, second, a, b = layout_of(target)
                return f"cards {first + 1} and {second + 1} in columns {a} and {b}"
            case Verb.KEEP:
                return f"keep {_numbers(target)}"
            case Verb.PLACE if point == Point.SLOTS:
                return f"{card} in the {ROWS[target // COLUMNS]} row, column {target % COLUMNS}"
            case Verb.PLACE:
                return f"place {_numbers(target)}"
            case Verb.PLAY if point == Point.ORDER:
                return f"column {target} first"
            case Verb.PLAY:
                return f"play {listed([f'column {column}' for column in range(COLUMNS) if target >> column & 1])}"
            case Verb.ACTIVATE:
                return f"{card}, number {target // 2 + 1} in reach, line {target % 2 + 1}"
            case Verb.REMOVE:
                return f"remove {card} in the {ROWS[target // COLUMNS]} row, column {target % COLUMNS}"
            case Verb.STUDY:
                return f"study the {cards.creatures[target].name}"
            case Verb.REALIZE:
                return f"the next step of {card}" if target == STEP else f"{card}, project {target + 1}"
        match Point(point):
            case Point.ELEMENT:
                return elements[target]
            case Point.TIMES:
                return counted(target, "time")
            case Point.COUNT:
                return f"take {counted(target, 'card')}"
            case _:
                return f"alternative {target + 1}"

    return Wording(POINTS, option)


def _numbers(mask: int) -> str:
    """Places as a person counts them: 1, 2 and 4."""
    return listed([str(place + 1) for place in range(mask.bit_length()) if mask >> place & 1])
