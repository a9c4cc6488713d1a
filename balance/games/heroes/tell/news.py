"""What happens at the table while nobody decides, as the player in one seat sees it."""

from __future__ import annotations

from typing import Any

from balance.engine.game import Plan
from balance.engine.game.decisions import News
from balance.engine.game.story import listed, news_of, places_in
from balance.games.heroes.cards.box import ENERGY
from balance.games.heroes.state import ENERGIES, IMMEDIATE, UNTYPED, Said
from balance.games.heroes.tell.words import name_adversaries, name_heroes


def news(plan: Plan, s: Any, t: Any, seat: int, said: tuple[int, ...]) -> News:
    """What the seat sees of it. Of a tile drawn others see what becomes of it, not the tile."""
    what, who, number, points = said
    return news_of(who, seat, _words(plan, s, t, Said(what), who, seat, number, points))


def _words(plan: Plan, s: Any, t: Any, what: Said, who: int, seat: int, number: int, points: int) -> str:
    own = who == seat
    match what:
        case Said.DAMAGE:
            return f"takes {_damage(s.hit)}"
        case Said.FIGHT:
            return "wins the fight" if number else "loses the fight: there is no room for all of it"
        case Said.MISSION:
            name = plan.cards.missions[number].name
            return (
                f"achieves {name} for {points} points" if points else f"fails at {name}: there is no room for all of it"
            )
        case Said.TILE:
            name = plan.cards.tiles[number].name
            return f"draws the tile {name}" if own or t.tile[number].kind == IMMEDIATE else "draws a tile"
        case Said.SPOILS:
            return f"takes {name_adversaries(plan.cards, s, places_in(number))}"
        case Said.DISCARDS:
            return f"discards {name_heroes(plan.cards, s.seat[who], s.seat[who].discard)}"
    raise ValueError(what)


def _damage(hit: Any) -> str:
    """Points of damage: 2 damage and 1 fire."""
    words = [f"{int(hit[UNTYPED])} damage"] if hit[UNTYPED] else []
    words += [f"{int(hit[e])} {list(ENERGY.values())[e]}" for e in ENERGIES if hit[e]]
    return listed(words) or "no damage"
