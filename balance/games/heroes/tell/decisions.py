"""What the thirteen decisions are called."""

from __future__ import annotations

from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Option, Wording
from balance.engine.game.story import listed, places_of
from balance.games.heroes.cards.box import DICE, ENERGY
from balance.games.heroes.state import LONGEST, PLAIN_SLOT, PRESTIGE_SLOT, Point, Verb
from balance.games.heroes.tell.words import describe_hero

POINTS: dict[int, str] = {
    Point.HERO: "which hero to keep",
    Point.SIDE: "at which end of the line-up it goes",
    Point.RESERVE: "whether to put a tile of the reserve on a hero",
    Point.OPTION: "which action to perform",
    Point.COUNT: "how many adversaries to fight",
    Point.DICE: "which dice to roll",
    Point.SLOT: "which slot takes the damage",
    Point.SPOILS: "which adversaries to take",
    Point.MISSION: "which mission to attempt",
    Point.PLACE: "where the tile drawn goes",
    Point.HEALING: "which slot to heal",
    Point.OPPONENT: "which opponent",
    Point.DISCARDS: "which three heroes to discard",
}
NAMED = (Point.SPOILS, Point.DISCARDS)
"""Of a place in a row that closes up nobody can tell later what lay there: others hear the cards as they go (news)."""
SLOTS = (*(f"{'an' if word[0] == 'i' else 'a'} {word} slot" for word in ENERGY.values()), "a plain slot")


def wording(plan: Plan) -> Wording:
    """The words for a plan."""
    cards = plan.cards
    heroes = {card.id: describe_hero(card) for card in cards.heroes}
    names = {card.id: card.name for card in (*cards.heroes, *cards.missions, *cards.tiles)}
    actions = {card.id: card.action.options for card in (*cards.heroes, *cards.tiles)}

    def option(decision: Decision, option: Option) -> str:
        card, target = cards.ids[option.card] if option.card >= 0 else "", option.target
        match Point(decision.point):
            case Point.HERO:
                return heroes[card]
            case Point.SIDE:
                return f"{names[card]} on the {('left', 'right')[target]}"
            case Point.OPTION:
                return f"{names[card]}: {actions[card][target].text}"
            case Point.COUNT:
                return f"fight {target}" if target else "fight nobody"
            case Point.DICE:
                return f"roll {listed(_of_set(DICE, target))}"
            case Point.SLOT:
                return f"cover {name_slot(target)}"
            case Point.HEALING:
                return f"heal {name_slot(target)}"
            case Point.SPOILS:
                return f"take {places_of(target)} of the row"
            case Point.MISSION:
                return "no mission" if option.verb == Verb.LEAVE else f"go on {names[card]}"
            case Point.RESERVE | Point.PLACE:
                if option.verb == Verb.LEAVE:
                    return "keep the tile"
                owner, position = divmod(target, LONGEST)
                whose = "the own" if owner == decision.seat else f"player {owner + 1}'s"
                return f"{names[card]} on {whose} hero {position + 1}"
            case Point.OPPONENT:
                return f"choose player {target + 1}"
            case Point.DISCARDS:
                return f"discard {places_of(target)} of the line-up"

    def openly(decision: Decision, chosen: Option) -> str:
        return "" if decision.point in NAMED else option(decision, chosen)

    return Wording(POINTS, option, openly)


def name_slot(slot: int) -> str:
    """A slot as the rules count them: energy slots, plain ones, then each prestige slot."""
    return SLOTS[slot] if slot <= PLAIN_SLOT else f"prestige slot {slot - PRESTIGE_SLOT + 1}"


def _of_set(names: tuple[str, ...], mask: int) -> list[str]:
    return [name for i, name in enumerate(names) if mask >> i & 1]
