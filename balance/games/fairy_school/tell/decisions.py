"""What the decisions are called."""

from __future__ import annotations

from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Option, Wording
from balance.engine.game.story import listed, places_of
from balance.games.fairy_school.cards.box import ELEMENTS, Cards
from balance.games.fairy_school.state import COLUMNS, STEP, Point, Verb
from balance.games.fairy_school.tell.words import NAMES, name_column

POINTS: dict[int, str] = {
    Point.INITIAL: "which starting card to keep",
    Point.LAYOUT: "which two cards to lay out, and in which columns",
    Point.PROJECT: "which project to keep",
    Point.KEPT: "which three projects to keep, of those drafted and those unfinished",
    Point.COMMON: "which project of the common discard to take",
    Point.SLOTS: "where in the forest a card goes",
    Point.COLUMNS: "which columns to play",
    Point.ORDER: "which column to play first",
    Point.ACTIVATION: "which card to activate",
    Point.TIMES: "how often to do it",
    Point.OUTCOME: "which outcome to take",
    Point.COUNT: "how many cards to take back",
    Point.TAKEN: "which card to take back",
    Point.SPARES: "which of the cards drawn to place",
    Point.REMOVED: "which card of the forest leaves the game",
    Point.STUDY: "which creature to study",
    Point.AGAIN: "which card to activate again",
    Point.CORNER: "which creature of the study slots to study",
    Point.REALIZATION: "which project to realize",
    Point.FINAL: "which final project to take",
    Point.ELEMENT: "which element to take",
}
NOTHING: dict[int, str] = {
    Point.COLUMNS: "no column",
    Point.ACTIVATION: "activate no more",
    Point.AGAIN: "activate nothing again",
    Point.REMOVED: "remove nothing",
    Point.CORNER: "study none",
    Point.REALIZATION: "realize no more",
}
"""What it is called to do nothing."""
ASIDE = (Point.INITIAL, Point.LAYOUT, Point.PROJECT, Point.KEPT)
"""In a draft nobody sees what others put aside; of what they keep the table shows the cards."""


def wording(plan: Plan) -> Wording:
    """The words for a plan."""
    cards = plan.cards
    names = [*(card.name for card in cards.cards), *(final.name for final in cards.finals)]
    names += [cards.stand_in.name] if cards.stand_in else []

    def option(decision: Decision, option: Option) -> str:
        return _say(cards, names, decision, option)

    def openly(decision: Decision, chosen: Option) -> str:
        return "" if decision.point in ASIDE else option(decision, chosen)

    return Wording(POINTS, option, openly)


def _say(cards: Cards, names: list[str], decision: Decision, option: Option) -> str:
    target = option.target
    card = names[option.card] if option.card >= 0 else ""
    match Verb(option.verb):
        case Verb.STOP:
            return NOTHING[decision.point]
        case Verb.TAKE | Verb.REMOVE:
            return card + _number(decision, option, 1)
        case Verb.REALIZE:
            return f"the next step of {card}" if target == STEP else card + _number(decision, option, 1)
        case Verb.LAY_OUT:
            first, second, a, b = (target >> 3 * part & 7 for part in range(4))
            return f"card {first + 1} in {name_column(a)}, card {second + 1} in {name_column(b)}"
        case Verb.KEEP:
            return f"cards {places_of(target)}"
        case Verb.PLACE if decision.point == Point.SPARES:
            return f"cards {places_of(target)}"
        case Verb.PLACE:
            row = "top" if target < COLUMNS else "bottom"
            return f"{card} on the {row} row of {name_column(target % COLUMNS)}"
        case Verb.PLAY if decision.point == Point.ORDER:
            return f"{name_column(target)} first"
        case Verb.PLAY:
            return listed([name_column(column) for column in range(COLUMNS) if target >> column & 1])
        case Verb.ACTIVATE:
            line = cards.small[option.card].effect.lines[target % 2].text
            return f"{card}: {line}{_number(decision, option, 2)}"
        case Verb.STUDY:
            return cards.creatures[target].name
        case Verb.DO if decision.point == Point.ELEMENT:
            return NAMES[ELEMENTS[target]]
        case Verb.DO if decision.point == Point.TIMES:
            return "once" if target == 1 else f"{target} times"
        case Verb.DO if decision.point == Point.OUTCOME:
            return f"outcome {target + 1}"
        case Verb.DO:
            return str(target)
    raise ValueError(option)


def _number(decision: Decision, option: Option, lines: int) -> str:
    """Which of several options with the same card, and the same of its ``lines``; nothing where it is the only one."""
    alike = [
        other for other in decision.options if other.card == option.card and (other.target - option.target) % lines == 0
    ]
    return f" ({alike.index(option) + 1})" if len(alike) > 1 else ""
