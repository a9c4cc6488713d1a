"""What the story and the picture call seats, icons, fairies, costs and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

from balance.common.units import counted
from balance.engine.game.story import LoggedGame, Row, listed, seat_name
from balance.games.alfheim.cards.box import ANY, EXPERTS, RANKS, TYPES, Cards, Cost, Expert, Fairy

Cell = tuple[int, int]
"""Column, to the right, and row, downwards; the start tiles lie on (0, 0) and (1, 0)."""


@dataclass(frozen=True)
class Book:
    """The cards and the seats of one game, by what the log calls them."""

    cards: Cards
    contains: bool  # any tiles of an uninterrupted line pay (FA-25)
    seats: Mapping[int, str]
    icons: Mapping[str, str]  # names
    types: Mapping[str, str]  # names
    fairies: Mapping[str, Fairy]  # cost tiles, by id
    experts: Mapping[int, Mapping[str, Expert]]  # by seat and row: the tile whose value the seat got
    secrets: Mapping[int, Fairy]  # by seat: the secret cost tile it received

    def prices(self, tiles: list[str]) -> list[str]:
        """Cost tiles as the type and what it asks for: Stable Nisse JMP."""
        fairies = [self.fairies[tile] for tile in tiles]
        return [f"{self.types[fairy.type]} {describe_cost(fairy.cost)}" for fairy in fairies]

    def spelled(self, icons: str) -> str:
        """The names of two icons: Bread and Milk; 2 Bread."""
        return f"2 {self.icons[icons[0]]}" if icons[0] == icons[1] else listed([self.icons[icon] for icon in icons])


def open_book(game: LoggedGame) -> Book:
    """The words of one game."""
    cards = game.plan.cards
    fairies = {fairy.id: fairy for fairy in cards.tiles}
    return Book(
        cards=cards,
        contains=game.game["line_match"] == "contains",
        seats={row["seat"]: seat_name(row["seat"], row["agent"]) for row in game.seats},
        icons={clue.icon: clue.name for clue in cards.player},
        types=name_types(cards),
        fairies=fairies,
        experts=_find_experts(game),
        secrets={row["seat"]: fairies[row["tomte_drawn"]] for row in game.turns if row["tomte_drawn"]},
    )


def name_types(cards: Cards) -> dict[str, str]:
    """What the types are called: the words with which the names of all their tiles begin.

    A type without such words, or with those of another one, is called as in the rules.
    """
    names = {}
    for kind in TYPES:
        tiles = [fairy.name.split() for fairy in cards.fairies if fairy.type == kind]
        common = takewhile(lambda same: len(set(same)) == 1, zip(*tiles, strict=False))
        names[kind] = " ".join(same[0] for same in common)
    given = list(names.values())
    plain = {kind: kind.replace("_", " ").capitalize() for kind in TYPES}
    return {kind: name if name and given.count(name) == 1 else plain[kind] for kind, name in names.items()}


def _find_experts(game: LoggedGame) -> dict[int, dict[str, Expert]]:
    """All who claim a row in the same round get the value of its highest tile left (FA-35)."""
    tiles = {(expert.row, expert.rank): expert for expert in game.plan.cards.experts}
    experts: dict[int, dict[str, Expert]] = {row["seat"]: {} for row in game.seats}
    taken = dict.fromkeys(EXPERTS, 0)
    for _, rows in game.by_turn():
        claims = [(row["seat"], name) for row in rows for name in read_claims(row)]
        for seat, name in claims:
            experts[seat][name] = tiles[name, min(RANKS, taken[name] + 1)]
        for _, name in claims:
            taken[name] += 1
    return experts


def name_needed(expert: Expert, types: Mapping[str, str]) -> str:
    """What one must have placed for an expert tile: Fairy King and Fairy Queen."""
    return listed([types[kind] for kind in expert.need])


def describe_cost(cost: Cost) -> str:
    """What a fairy asks of a line: BBCHM; BC?? (? is any clue); #3+1 (3 alike and 1 other)."""
    if not cost.parts:
        return f"{cost.text} ({ANY} is any clue)" if cost.wild else cost.text
    alike = [part for part in cost.parts if part > 1]
    single = len(cost.parts) - len(alike)
    words = [f"{part} {'others ' if place else ''}alike" for place, part in enumerate(alike)]
    if not alike:
        words.append(f"{single} different")
    elif single:
        words.append("1 other" if single == 1 else f"{single} different others")
    return f"{cost.text} ({listed(words)})"


def at(cell: Cell) -> str:
    """A cell as it is written."""
    return f"({cell[0]}, {cell[1]})"


# Cells of the log that hold several words


def split(joined: str | None) -> list[str]:
    """The words that a column joins by semicolons."""
    return joined.split(";") if joined else []


def read_placements(row: Row) -> list[tuple[Cell, str]]:
    """The fairies of a round, in order: cell and cost tile."""
    placements = []
    for word in split(row["placements"]):
        where, _, tile = word.partition("@")[2].partition(":")
        x, y = where.split(",")
        placements.append(((int(x), int(y)), tile))
    return placements


def read_claims(row: Row) -> dict[str, int]:
    """The rows of expert tiles claimed in a round, and the values."""
    claims = (word.partition("=") for word in split(row["experts"]))
    return {name: int(value.removesuffix("*")) for name, _, value in claims}


# The end


def name_parts(row: Row, book: Book) -> dict[str, int]:
    """What the points of a seat come from, in the order of the log, without what brought none."""
    names = {kind: book.types[kind] for kind in ("king", "queen", "tomte")} | {"nisse": "Nisse", "fairy": "Fairies"}
    names |= {f"expert_{name}": expert.name for name, expert in book.experts[row["seat"]].items()}
    names["footprint"] = "footprint"
    points = {word.removeprefix("pts_"): number for word, number in row.items() if word.startswith("pts_")}
    return {names[word]: number for word, number in points.items() if number}


def tell_winners(game: LoggedGame, book: Book) -> str:
    """Who wins, and by how much."""
    best = [row for row in game.seats if row["rank"] == 1]
    names = listed([book.seats[row["seat"]] for row in best])
    if len(game.seats) == 1:
        return f"{names} plays alone and has {counted(best[0]['score'], 'point')}."
    if len(best) > 1:
        return f"{names} share the victory with {counted(best[0]['score'], 'point')} each."
    return f"{names} wins by {game.game['margin']}."
