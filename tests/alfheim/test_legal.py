"""Legal cells, for fairies and for clues, against a slow obvious search, on thousands of random areas.

An area grows as in play: every tile next to a clue or the footprint, fairies and the footprint in between. Lines are
made longer than chance would make them, and of few icons, so that many costs are paid.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from alfheim import lines as alfheim_lines
from alfheim.box import ICONS, box, odd_box
from alfheim.lines import ACROSS, DOWNWARDS, FOOTPRINT, Cell, fairy_cells, is_clue, legal_cells, neighbours, step
from alfheim.table import Sheet
from balance.games.alfheim.cards.box import TYPES
from helpers.marks import games

pytestmark = pytest.mark.slow

AREAS = games(3_000, 10_000)
BOXES = 20  # costs differ from one to the next
LOOKED_AT = 5  # times while an area grows
COSTS = 3  # in force
MODES = ("segment", "contains")


def sheets(line_match: str) -> list[Sheet]:
    """A game for each box: the reference set, and odd ones with wild icons and patterns everywhere."""
    cards = [box(), *(odd_box(number, short=number % 3 == 1) for number in range(1, BOXES))]
    return [Sheet(cards=contents, line_match=line_match) for contents in cards]


def in_line(area: dict[Cell, str], cell: Cell) -> int:
    """How many clues the longest line through this cell would have."""

    def reach(dx: int, dy: int) -> int:
        far = 0
        while is_clue(area.get((cell[0] + (far + 1) * dx, cell[1] + (far + 1) * dy))):
            far += 1
        return far

    return 1 + max(reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1))


def grow(game: Sheet, rng: random.Random) -> Iterator[dict[Cell, str]]:
    """Tile by tile an area of the seat, as a copy of what lies where; it is stopped at random."""
    icons = rng.sample(ICONS, rng.choice([2, 3, 4, 6]))
    game.lay_out({(0, 0): rng.choice(icons), (1, 0): rng.choice(icons)})
    area = game.area()
    tiles = [*rng.choices(icons, k=11), FOOTPRINT, *rng.sample(TYPES, rng.randrange(9))]
    rng.shuffle(tiles)
    straight = rng.random()
    for tile in tiles:
        cells = sorted(legal_cells(area))
        if tile in TYPES:
            cells = [cell for cell in cells if any(is_clue(area.get(beside)) for beside in neighbours(cell))]
        if not cells:
            return
        if is_clue(tile) and rng.random() < straight:
            longest = max(in_line(area, cell) for cell in cells)
            cells = [cell for cell in cells if in_line(area, cell) == longest]
        area[cell := rng.choice(cells)] = tile
        game.put(tile, cell)
        yield area


def areas(line_match: str, seed: int, count: int) -> Iterator[tuple[Sheet, dict[Cell, str], random.Random]]:
    """So many random areas, each with the game in which it lies."""
    rng = random.Random(seed)
    boxes = sheets(line_match)
    while True:
        game = rng.choice(boxes)
        looks = set(rng.sample(range(19), LOOKED_AT))
        for number, area in enumerate(grow(game, rng)):
            if number in looks:
                yield game, area, rng
                count -= 1
                if count == 0:
                    return


def lines(area: dict[Cell, str]) -> Iterator[tuple[list[Cell], Cell]]:
    """All lines of clues that cannot be made longer, each with its direction: the quick way to find them."""
    for cell, tile in area.items():
        for along in (ACROSS, DOWNWARDS):
            if is_clue(tile) and not is_clue(area.get(step(cell, along, -1))):
                cells = [cell]
                while is_clue(area.get(step(cells[-1], along, 1))):
                    cells.append(step(cells[-1], along, 1))
                yield cells, along


def test_lines_are_found_quickly_as_slowly():
    for _, area, _ in areas("segment", 4, 500):
        assert sorted(lines(area)) == sorted(alfheim_lines.runs(area))


@pytest.fixture
def quick(monkeypatch):
    """The slow search finds lines quickly."""
    monkeypatch.setattr(alfheim_lines, "runs", lines)


@pytest.mark.parametrize("line_match", MODES)
@pytest.mark.usefixtures("quick")
def test_fa_25_fairies_may_go_where_a_slow_search_finds_that_they_may(line_match):
    """And of several costs that pay there the first one is named."""
    somewhere = 0
    for game, area, rng in areas(line_match, 1, AREAS // 3):
        chosen = sorted(rng.sample(range(len(game.cards.fairies)), COSTS))
        fairies = [game.cards.fairies[number] for number in chosen]
        game.force_ids(*(fairy.id for fairy in fairies))
        wanted: dict[tuple[str, Cell], str] = {}
        for fairy in fairies:
            if fairy.type not in area.values():
                for cell in fairy_cells(area, fairy.cost, line_match):
                    wanted.setdefault((fairy.type, cell), fairy.id)
        assert game.payers() == wanted, (area, [fairy.cost.text for fairy in fairies])
        somewhere += len(wanted) > 0
    assert somewhere > AREAS / 15


@pytest.mark.parametrize("line_match", MODES)
@pytest.mark.usefixtures("quick")
def test_fa_25_the_costs_of_the_reference_set_all_at_once(line_match):
    rng = random.Random(2)
    game = Sheet(line_match=line_match)
    game.force_ids(*(fairy.id for fairy in game.cards.fairies))
    paid = set()
    for _ in range(60):
        *_, area = grow(game, rng)
        wanted: dict[tuple[str, Cell], str] = {}
        for fairy in game.cards.fairies:
            if fairy.type not in area.values():
                for cell in fairy_cells(area, fairy.cost, line_match):
                    wanted.setdefault((fairy.type, cell), fairy.id)
        assert game.payers() == wanted, area
        paid |= set(wanted.values())
    assert len(paid) > len(game.cards.fairies) / 2


def test_fa_21_clues_may_go_beside_clues_and_the_footprint():
    for game, area, _ in areas("segment", 3, AREAS):
        edge = game.edge()
        assert len(edge) == len(set(edge))
        assert set(edge) == legal_cells(area), area
