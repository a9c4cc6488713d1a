"""The table in the middle of a game, as the player in one seat sees it."""

from __future__ import annotations

from typing import Any

from balance.common.units import counted
from balance.engine.game import Plan
from balance.engine.game.story import listed, whose
from balance.games.heroes.cards.box import ENERGY, RANKS, Mission
from balance.games.heroes.face import requirement
from balance.games.heroes.state import ENERGIES, ROUNDS, Point
from balance.games.heroes.tell.words import describe_adversary, describe_hero


def look(plan: Plan, s: Any, t: Any, seat: int) -> list[str]:
    """The row, the missions, and what lies before every player."""
    cards = plan.cards
    there = enumerate(s.row[: s.in_row].tolist(), start=1)
    row = [f"{number} {describe_adversary(cards.adversaries[card])}" for number, card in there]
    lines = [f"Round {int(s.stage) + 1} of {ROUNDS}. In the row: {'; '.join(row) or 'nobody'}."]
    for rank, name in enumerate(RANKS):
        mission = cards.missions[int(s.pile[rank, 0])]
        lines.append(f"Mission {name}: {describe_mission(mission, int(s.covered[rank]))}.")
    for other in range(plan.players):
        agent = plan.style_names[s.style[other]]
        lines += _before(plan, s, other, whose(other, seat, agent), other == seat)
    return lines


def describe_mission(mission: Mission, covered: int = 0) -> str:
    """A mission with what it asks for and the spaces that are left."""
    points = ", then ".join(map(str, mission.spaces[covered:]))
    return f"{mission.name} ({requirement(mission) or 'nothing asked'}; pays {points})"


def _before(plan: Plan, s: Any, seat: int, name: str, own: bool) -> list[str]:
    """What lies before a player; of reserves others know how many tiles there are. Slots count in the adventure."""
    cards, me = plan.cards, s.seat[seat]
    recruiting = s.decision.point in (Point.HERO, Point.SIDE)
    heroes = []
    for place in range(me.heroes):
        tile = int(me.tile[place])
        under = f" under {cards.tiles[tile].name}" if tile >= 0 else ""
        heroes.append(f"{place + 1} {describe_hero(cards.heroes[int(me.lineup[place])])}{under}")
    held = [cards.adversaries[card].name for card in me.holds[: me.held].tolist()]
    reserve = [cards.tiles[tile].name for tile in me.reserve[: me.reserved].tolist()]
    kept = listed(reserve) if own else counted(len(reserve), "tile")
    verb = "have" if own else "has"
    points = f"{int(s.score[seat])} points, {int(me.track)} of them on the track"
    lines = [f"{name} {verb} {points}. Line-up: {', '.join(heroes) or 'nobody yet'}."]
    more = [] if recruiting else [f"free slots: {_free(me.slots)}"]
    more += [f"adversaries: {listed(held)}"] if held else []
    more += [f"in reserve: {kept}"] if reserve else []
    return [*lines, *([f"  {'; '.join(more)}."] if more else [])]


def _free(slots: Any) -> str:
    """The slots that are not covered: 1 lightning, 2 plain, prestige 2 and 3."""
    words = [f"{int(slots.free_energy[e])} {list(ENERGY.values())[e]}" for e in ENERGIES if slots.free_energy[e]]
    words += [f"{int(slots.free_plain)} plain"] if slots.free_plain else []
    prestige = [str(int(slots.value[i])) for i in range(slots.prestige) if int(slots.free_prestige) >> i & 1]
    words += [f"prestige {listed(prestige)}"] if prestige else []
    return ", ".join(words) or "none"
