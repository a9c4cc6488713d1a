"""What happens at the table while nobody decides, as the player in one seat sees it."""

from __future__ import annotations

from typing import Any

from balance.engine.game import Plan
from balance.engine.game.decisions import News
from balance.engine.game.story import listed, news_of
from balance.games.heroes.state import ENERGIES, IMMEDIATE, UNTYPED, Said
from balance.games.heroes.tell.words import ENERGY


def news(plan: Plan, s: Any, t: Any, seat: int, said: tuple[int, ...]) -> News:
    """What the seat sees of it. Of a tile drawn others see what becomes of it, not the tile."""
    what, who, one, two = said
    return news_of(who, seat, _words(plan, s, t, Said(what), who == seat, one, two))


def _words(plan: Plan, s: Any, t: Any, what: Said, own: bool, one: int, two: int) -> str:
    match what:
        case Said.DAMAGE:
            return f"takes {_damage(s.hit)}"
        case Said.FIGHT:
            return "wins the fight" if one else "loses the fight: there is no room for all of it"
        case Said.MISSION:
            name = plan.cards.missions[one].name
            return f"achieves {name} for {two} points" if two else f"fails at {name}: there is no room for all of it"
        case Said.TILE:
            name = plan.cards.tiles[one].name
            return f"draws the tile {name}" if own or t.tile[one].kind == IMMEDIATE else "draws a tile"
    raise ValueError(what)


def _damage(hit: Any) -> str:
    """Points of damage: 2 damage and 1 fire."""
    words = [f"{int(hit[UNTYPED])} damage"] if hit[UNTYPED] else []
    words += [f"{int(hit[e])} {list(ENERGY.values())[e]}" for e in ENERGIES if hit[e]]
    return listed(words) or "no damage"
