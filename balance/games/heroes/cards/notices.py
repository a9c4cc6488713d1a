"""What is odd about Heroes' cards although it can be played: reported as notices (section 7.4 of the rules page)."""

from __future__ import annotations

from collections.abc import Mapping

from balance.cards.check import CardRow, CardTable
from balance.common.errors import Problem, Problems, quoted
from balance.games.heroes.cards.box import Cards

UNUSED = {
    "hero": ("set", "cost", "points"),
    "adversary": ("cost", "traits"),
    "mission": ("effect",),
    "tile": ("cost", "points"),
    "die": ("cost", "points", "traits"),
}
"""Columns that mean nothing for a kind; text in them is reported as a notice."""

USUAL_SIZES = {"heroes": 60, "adversaries": 42, "tiles": 18, "missions": 15}  # of the printed game (section 2)


def notice_missions(
    cards: Cards, rows: Mapping[str, CardRow], fewest_seats: int, most_seats: int, problems: Problems
) -> None:
    """A seat has one token at most on a mission, so one with more spaces than players never leaves (HF-66)."""
    for mission in cards.missions:
        spaces = len(mission.spaces)
        if spaces <= fewest_seats:
            continue
        when = f"with fewer than {spaces} players" if spaces <= most_seats else f"with {most_seats} players or fewer"
        message = f"this mission has {spaces} spaces: {when} it is never full and never makes room for the next one"
        problems.notices.append(rows[mission.id].problem("points", message))


def notice_icons(cards: Cards, rows: Mapping[str, CardRow], problems: Problems) -> None:
    """An interaction tile goes only on heroes with its icon (HF-73)."""
    for tile in cards.tiles:
        if tile.icon and not any(hero.action.has(tile.icon) for hero in cards.heroes):
            message = f"no hero has the icon {quoted(tile.icon)}, so this tile can never be placed"
            problems.notices.append(rows[tile.id].problem("traits", message))


def notice_sizes(table: CardTable, cards: Cards, problems: Problems) -> None:
    """More or fewer cards than in the printed game."""
    for name, usual in USUAL_SIZES.items():
        size = sum(card.copies for card in getattr(cards, name))
        if size != usual:
            message = f"the number of {name} in play is {size}; the printed game has {usual}"
            problems.notices.append(Problem(message, table.file, column="copies"))
