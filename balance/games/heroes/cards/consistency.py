"""What Heroes' rows must be together: enough of them, edges of one length, one start card per rank (section 7.3).

Nothing is called missing while a row that cannot be read may be it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import prod

from balance.cards.check import CardRow, CardTable, NotationError
from balance.cards.rows import KindRows
from balance.cards.traits import parse_traits
from balance.common.errors import Problem, Problems, quoted
from balance.games.heroes.cards.box import DICE, RANKS, Adversary, Tile
from balance.games.heroes.cards.notation import parse_edge
from balance.games.heroes.state import MAX_COLLECTIONS

MAX_CHAIN = 200  # tiles that one `tile` step may bring, by immediate tiles that set each other off (HF-71)


def check_total(rows: KindRows, cards: str, fewest: int, most: int, why: str, problems: Problems) -> None:
    """From ``fewest`` to ``most`` cards, copies counted, and at most so many rows."""
    total = sum(count or 0 for count in rows.copies)
    readable = rows.readable
    allowed = f"{fewest} to {most} {cards}, copies counted{why}"
    if total > most or (total < fewest and readable):
        message = f"the number of {cards} in play is {total}"
        problems.errors.append(Problem(message, rows.table.file, column="copies", allowed=allowed))
    if len(rows.rows) > most:
        message = f"there are {len(rows.rows)} rows of {cards}"
        problems.errors.append(Problem(message, rows.table.file, column="kind", allowed=f"at most {most} rows"))


def check_edges(rows: Sequence[CardRow], problems: Problems) -> None:
    """All edges of all heroes have the same number of positions (HF-20): that of most edges here."""
    edges = [(row, name, edge) for row in rows for name, edge in _edges(row).items()]
    if not edges:
        return
    lengths = Counter(len(edge) for _, _, edge in edges)
    usual = lengths.most_common(1)[0][0]
    example = next(row for row, _, edge in edges if len(edge) == usual)
    for row, name, edge in edges:
        if len(edge) != usual:
            message = (
                f"the {name} edge {quoted(edge)} has {len(edge)} positions instead of {usual} as on line {example.line}"
            )
            problems.errors.append(row.problem("traits", message, "edges of one length on all heroes, such as LF-"))


def _edges(row: CardRow) -> dict[str, str]:
    """The edges of a hero that can be read; what is wrong with the others is reported elsewhere."""
    edges = {}
    for name in ("left", "right"):
        try:
            edges[name] = parse_edge(parse_traits(row.traits, "")[name])
        except (NotationError, KeyError):
            continue
    return edges


def check_collectors(table: CardTable, adversaries: Sequence[Adversary | None], problems: Problems) -> None:
    """At most 16 collection cards, copies counted."""
    total = sum(
        adversary.copies
        for adversary in adversaries
        if adversary and adversary.condition and adversary.condition.head == "set"
    )
    if total > MAX_COLLECTIONS:
        message = f"the number of adversaries with a set is {total}"
        allowed = f"at most {MAX_COLLECTIONS}, copies counted"
        problems.errors.append(Problem(message, table.file, column="effect", allowed=allowed))


def check_chains(table: CardTable, tiles: Sequence[Tile | None], problems: Problems) -> None:
    """One `tile` step may bring at most 200 tiles: else a turn would hardly ever end.

    An immediate tile that draws k tiles takes part in a chain once at a time, and may set off all the others
    each time: in the worst case the chain is as long as the product of all k, times the tiles that draw none.
    """
    instant = [tile for tile in tiles if tile and tile.set == "immediate"]
    chain = prod(max(1, _draws(tile)) ** tile.copies for tile in instant) * (1 + sum(tile.copies for tile in instant))
    if chain > MAX_CHAIN:
        message = f"immediate tiles that draw tiles can set each other off, up to {chain} times in one turn"
        allowed = f"at most {MAX_CHAIN}: fewer immediate tiles that draw two or more tiles, copies counted"
        problems.errors.append(Problem(message, table.file, column="effect", allowed=allowed))


def _draws(tile: Tile) -> int:
    """Tiles that an option of the tile draws, at most."""
    return max(sum(step.word == "tile" for step in option.steps) for option in tile.action.options)


def check_missions(rows: KindRows, starts: Sequence[bool | None], problems: Problems) -> None:
    """Every rank has missions, and exactly one start card (HF-2). ``starts``, per row: None cannot be read."""
    start_of = dict(zip((row.id for row in rows.rows), starts, strict=True))
    strange = [row for row in rows.rows if row.set not in RANKS]
    for rank in RANKS:
        pile = [row for row in rows.in_play if row.set == rank]
        marked = [row for row in rows.rows if row.set == rank and start_of[row.id]]
        _check_double(marked, "traits", f"start card of rank {rank}", "one start card in every rank", problems)
        if not rows.complete or marked:
            continue
        if not pile and not strange:
            message, allowed = f"there are no missions of rank {rank}", f"missions of every rank: {', '.join(RANKS)}"
            problems.errors.append(Problem(message, rows.table.file, column="set", allowed=allowed))
        elif pile and all(start_of[row.id] is False for row in (*pile, *strange)):
            message, allowed = f"no mission of rank {rank} is its start card", "start on one mission of every rank"
            problems.errors.append(Problem(message, rows.table.file, column="traits", allowed=allowed))


def check_dice(rows: KindRows, problems: Problems) -> None:
    """One die of each colour in play."""
    strange = any(row.set not in DICE for row in rows.rows)
    sure = [row for row, copies in zip(rows.rows, rows.copies, strict=True) if copies == 1]
    for color in DICE:
        same = [row for row in sure if row.set == color]
        _check_double(same, "set", f"{color} die", "one die of each colour with copies 1", problems)
        if rows.complete and not strange and not any(row.set == color for row in rows.in_play):
            message, allowed = f"there is no {color} die", "one die of each colour with copies 1"
            problems.errors.append(Problem(message, rows.table.file, column="set", allowed=allowed))


def _check_double(rows: Sequence[CardRow], column: str, what: str, allowed: str, problems: Problems) -> None:
    for row in rows[1:]:
        message = f"this is a second {what}; the first one is on line {rows[0].line}"
        problems.errors.append(row.problem(column, message, allowed))
