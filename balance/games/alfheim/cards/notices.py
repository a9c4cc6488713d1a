"""What is odd about Fairies of Alfheim's cards although it can be played: reported as notices (section 5.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from balance.cards.check import CardRow, CardTable
from balance.common.errors import Problem, Problems
from balance.games.alfheim.cards.box import SHORTEST_COST, TYPES, Cards, Cost, Fairy

UNUSED = {"clue": ("cost", "points"), "footprint": ("set", "cost", "points"), "expert": ("cost",)}
"""Columns that mean nothing for a kind; text in them is reported as a notice."""

START_TILES = 2  # of a seat
USUAL_FOOTPRINTS = 6  # of the printed game (section 2)


def notice_odd(table: CardTable, cards: Cards, problems: Problems) -> None:
    """Everything else; the table has no errors."""
    rows = {row.id: row for row in table.rows}
    notice_costs(cards, rows, problems)
    for type in TYPES:
        own = [fairy for fairy in cards.fairies if fairy.type == type]
        notice_equal(own, rows, problems)
        notice_lengths(own, rows, problems)
    notice_uneven(table, cards, problems)
    notice_unnamed(cards, rows, problems)
    notice_sizes(table, cards, problems)


def notice_costs(cards: Cards, rows: Mapping[str, CardRow], problems: Problems) -> None:
    """Costs of two tiles, with which an area can be blocked (FA-22), and costs that cannot do without swaps."""
    for fairy in cards.fairies:
        row = rows[fairy.id]
        if fairy.cost.length == SHORTEST_COST:
            message = "with a cost of 2 tiles an area can be closed on all sides, so that no clue tile can be placed"
            problems.notices.append(row.problem("cost", message))
        if _short(fairy.cost, cards) > START_TILES:
            message = "this cost asks for more equal icons than a colour set and the start tiles have: it needs a swap"
            problems.notices.append(row.problem("cost", message))


def _short(cost: Cost, cards: Cards) -> int:
    """How many tiles of its icons a colour set lacks."""
    own = {clue.icon: clue.copies for clue in cards.player}
    if cost.parts:
        most = sorted(own.values(), reverse=True)
        return sum(max(0, part - tiles) for part, tiles in zip(cost.parts, most, strict=False))
    return sum(max(0, cost.icons.count(icon) - tiles) for icon, tiles in own.items())


def notice_equal(own: Sequence[Fairy], rows: Mapping[str, CardRow], problems: Problems) -> None:
    """Equal costs in one type: the second one to be revealed may be no alternative (FA-16)."""
    first: dict[Cost, Fairy] = {}
    for fairy in own:
        earlier = first.setdefault(fairy.cost, fairy)
        if earlier is not fairy:
            message = f"the type {fairy.type} has this cost already, on line {rows[earlier.id].line}"
            problems.notices.append(rows[fairy.id].problem("cost", message))
        if fairy.copies > 1:
            message = f"the type {fairy.type} has this cost {fairy.copies} times"
            problems.notices.append(rows[fairy.id].problem("copies", message))


def notice_lengths(own: Sequence[Fairy], rows: Mapping[str, CardRow], problems: Problems) -> None:
    """Costs of one type that name icons are as hard as each other only if they are equally long.

    Patterns are not judged: how hard they are hardly depends on their length.
    """
    named = [fairy for fairy in own if not fairy.cost.parts]
    lengths = sorted({fairy.cost.length for fairy in named})
    if len(lengths) > 1:
        other = next(fairy for fairy in named if fairy.cost.length != named[0].cost.length)
        message = f"the costs of the type {other.type} differ in length: {', '.join(map(str, lengths))} tiles"
        problems.notices.append(rows[other.id].problem("cost", message))


def notice_uneven(table: CardTable, cards: Cards, problems: Problems) -> None:
    """Icons that come more often than others."""
    for clues in (cards.player, cards.centre):
        if len({clue.copies for clue in clues}) > 1:
            counts = ", ".join(f"{clue.icon} {clue.copies}" for clue in clues)
            message = f"the icons are not equally frequent in the set {clues[0].set}: {counts}"
            problems.notices.append(Problem(message, table.file, column="copies"))


def notice_unnamed(cards: Cards, rows: Mapping[str, CardRow], problems: Problems) -> None:
    """Icons that no cost names."""
    named = {icon for fairy in cards.fairies for icon in fairy.cost.icons}
    for clue in cards.player:
        if clue.icon not in named:
            message = f"no cost names the icon {clue.icon}: it pays only where any icon does, or in a pattern"
            problems.notices.append(rows[clue.id].problem("effect", message))


def notice_sizes(table: CardTable, cards: Cards, problems: Problems) -> None:
    """More or fewer footprints than in the printed game; all else is fixed."""
    size = sum(footprint.copies for footprint in cards.footprints)
    if size != USUAL_FOOTPRINTS:
        message = f"the number of footprints in play is {size}; the printed game has {USUAL_FOOTPRINTS}"
        problems.notices.append(Problem(message, table.file, column="copies"))
