"""What the four decisions are called."""

from __future__ import annotations

from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Option, Wording
from balance.games.alfheim.state import HOME, SIDE, Point, Verb
from balance.games.alfheim.tell.words import Cell, at, describe_cost, name_types

POINTS: dict[int, str] = {
    Point.SWAP: "whether to keep the clue drawn or swap it",
    Point.CLUE: "where the clue goes",
    Point.FAIRY: "which fairy to place, and where",
    Point.FOOTPRINT: "where the footprint goes",
}


def wording(plan: Plan) -> Wording:
    """The words for a plan."""
    cards = plan.cards
    types = name_types(cards)
    names = {clue.id: clue.name for clue in cards.player} | {
        footprint.id: "the footprint" for footprint in cards.footprints
    }
    names |= {fairy.id: f"{types[fairy.type]} for {describe_cost(fairy.cost)}" for fairy in cards.tiles}

    def option(decision: Decision, option: Option) -> str:
        card = names[cards.ids[option.card]] if option.card >= 0 else ""
        match Verb(option.verb):
            case Verb.KEEP:
                return f"keep {card}"
            case Verb.SWAP:
                return "swap it for the top of the centre stack"
            case Verb.STOP:
                return "place no more fairies"
            case _:
                return f"{card} on {at(cell_of(option.target))}"

    return Wording(POINTS, option)


def cell_of(place: int) -> Cell:
    """A cell as the rules count them, (0, 0) where the first start tile lies."""
    return place % SIDE - HOME % SIDE, place // SIDE - HOME // SIDE
