"""The end of a game as a picture: the area of every seat, what it scores and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from xml.etree.ElementTree import Element, tostring

from balance.common.units import counted
from balance.engine.game.story import LoggedGame, Row, listed
from balance.games.alfheim.tell.area import Area, Clue, Footprint, final_areas
from balance.games.alfheim.tell.drawing import bounds
from balance.games.alfheim.tell.pieces import (
    BOLD,
    CELL,
    START_BORDER,
    draw_clue,
    draw_fairy,
    draw_footprint,
    draw_match,
    draw_square,
    draw_tiles,
)
from balance.games.alfheim.tell.svg import FONT, INK, MUTED, PAPER, RULE, draw, fit, width, write
from balance.games.alfheim.tell.words import Book, open_book, tell_winners

MARGIN = 28
GAP = 40  # between areas
HEAD = 44  # from the top of a seat to its area
TITLE, HEADING, TEXT = 22, 17, 12.5
STEP = 19  # from line to line
NARROWEST, WIDEST = 440, 760  # of what is written below an area
SAMPLE = 42  # side of a piece in the legend
THREE = 5  # seats from which on three areas stand side by side


@dataclass(frozen=True)
class Entry:
    """A line below an area: a fairy's number, what there is, its points."""

    number: str
    text: str
    points: int


@dataclass(frozen=True)
class Panel:
    """A seat's area and what is written below it."""

    heading: str
    best: bool
    area: Area
    entries: list[Entry]

    @property
    def columns(self) -> int:
        """Cells from left to right."""
        left, right, _, _ = bounds(self.area)
        return right - left + 1

    @property
    def rows(self) -> int:
        """Cells from top to bottom."""
        _, _, top, bottom = bounds(self.area)
        return bottom - top + 1


def picture(game: LoggedGame) -> str:
    """The final areas as an SVG document."""
    book = open_book(game)
    areas = final_areas(game, book)
    panels = [_panel(row, areas[row["seat"]], book) for row in game.seats]
    across = 1 if len(panels) == 1 else 3 if len(panels) >= THREE else 2
    texts = [width(entry.text, TEXT) + 80 for panel in panels for entry in panel.entries]
    texts += [width(panel.heading, HEADING) for panel in panels]
    room = max(NARROWEST, min(WIDEST, max(texts)), *(panel.columns * CELL for panel in panels))
    wide = 2 * MARGIN + across * room + (across - 1) * GAP
    svg = _begin(game, panels, book)
    y = _draw_title(svg, game, book, wide)
    for first in range(0, len(panels), across):
        row = panels[first : first + across]
        area_height = max(panel.rows for panel in row) * CELL
        for place, panel in enumerate(row):
            _draw_panel(svg, panel, book, MARGIN + place * (room + GAP), y, room, area_height)
        y += HEAD + area_height + STEP * (1 + max(len(panel.entries) for panel in row)) + GAP
    high = _draw_legend(svg, book, y, wide)
    svg.set("viewBox", f"0 0 {wide:g} {high:g}")
    svg.set("width", f"{wide:g}")
    svg.set("height", f"{high:g}")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(svg, encoding="unicode") + "\n"


def _panel(row: Row, area: Area, book: Book) -> Panel:
    """What the seat scores: fairies one by one, then the other parts."""
    entries = [
        Entry(
            str(placed.number),
            f"{book.types[placed.fairy.type]}, round {placed.turn}: {placed.fairy.cost.text}"
            f" with {area.letters(placed.paid_by)}",
            book.cards.points[placed.fairy.type],
        )
        for placed in area.fairies()
    ]
    entries += [Entry("", expert.name, row[f"pts_expert_{name}"]) for name, expert in book.experts[row["seat"]].items()]
    matches = len(area.matching())
    entries.append(Entry("", f"Footprint: {matches} {'match' if matches == 1 else 'matches'}", row["pts_footprint"]))
    if row["tomte_left"]:
        left = book.secrets[row["seat"]]
        entries.append(Entry("", f"{book.types[left.type]} {left.cost.text}: received, never placed", 0))
    best = row["rank"] == 1 and len(book.seats) > 1
    heading = f"{book.seats[row['seat']]}: {counted(row['score'], 'point')}{', wins' if best else ''}"
    return Panel(heading, best, area, entries)


# The page


def _begin(game: LoggedGame, panels: list[Panel], book: Book) -> Element:
    """The document, and what it is called where it cannot be seen."""
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    svg.set("aria-labelledby", "title")
    svg.set("aria-describedby", "desc")
    svg.set("font-family", FONT)
    svg.set("fill", INK)
    draw(svg, "title", _title(game), id="title")
    seats = "; ".join(_describe(panel, book) for panel in panels)
    draw(svg, "desc", f"The final area of every player. {seats}. {tell_winners(game, book)}", id="desc")
    draw(svg, "rect", width="100%", height="100%", fill=PAPER)
    return svg


def _describe(panel: Panel, book: Book) -> str:
    fairies = [book.types[placed.fairy.type] for placed in panel.area.fairies()]
    return f"{panel.heading}, with {listed(fairies) or 'no fairy'}"


def _title(game: LoggedGame) -> str:
    return f"{game.plan.game.name}, game {game.game['game_no']}: the end"


def _draw_title(svg: Element, game: LoggedGame, book: Book, room: float) -> float:
    """Title and winner. Returns where the areas begin."""
    write(svg, _title(game), MARGIN, MARGIN + TITLE, TITLE, **BOLD)
    write(svg, fit(tell_winners(game, book), TEXT + 2, room), MARGIN, MARGIN + TITLE + 24, TEXT + 2, fill=MUTED)
    return MARGIN + TITLE + 24 + GAP / 2


def _draw_panel(svg: Element, panel: Panel, book: Book, x: float, y: float, room: float, high: float) -> None:
    """A seat: heading, area, what it scores. ``high``: of the highest area beside it."""
    group = draw(svg, "g", **{"class": "seat"})
    draw(group, "line", x1=x, y1=y, x2=x + room, y2=y, stroke=INK if panel.best else RULE,
         stroke_width=5 if panel.best else 2)  # fmt: skip
    write(group, fit(panel.heading, HEADING, room), x, y + 26, HEADING, **BOLD)
    draw_tiles(group, panel.area, book, x + (room - panel.columns * CELL) / 2, y + HEAD)
    line = y + HEAD + high + STEP
    for entry in panel.entries:
        write(group, entry.number, x + 14, line, TEXT, text_anchor="end", **BOLD)
        write(group, fit(entry.text, TEXT, room - 60), x + 24, line, TEXT)
        write(group, str(entry.points), x + room, line, TEXT, text_anchor="end")
        line += STEP


# The legend


def _draw_legend(svg: Element, book: Book, y: float, room: float) -> float:
    """What tiles and signs mean, in as many lines as it takes. Returns where the page ends."""
    draw(svg, "line", x1=MARGIN, y1=y, x2=room - MARGIN, y2=y, stroke=RULE, stroke_width=2)
    x, y = float(MARGIN), y + SAMPLE / 2 + 14
    for sample, text in _samples(book):
        text = fit(text, TEXT, room - 2 * MARGIN - SAMPLE - 8)
        wide = SAMPLE + 8 + width(text, TEXT)
        if x > MARGIN and x + wide > room - MARGIN:
            x, y = float(MARGIN), y + SAMPLE + 8
        group = draw(svg, "g", **{"class": "sample"})
        group.set("transform", f"translate({x + SAMPLE / 2:g} {y:g}) scale({SAMPLE / CELL:.2f})")
        sample(group)
        write(svg, text, x + SAMPLE + 8, y + 4, TEXT)
        x += wide + 20
    return y + SAMPLE / 2 + MARGIN


def _samples(book: Book) -> list[tuple[Callable[[Element], object], str]]:
    """Pieces around (0, 0), and what they are."""
    icon = book.cards.icons[0]
    pair = book.cards.icons[:2]
    return [
        *((partial(draw_square, icon=letter, book=book), name) for letter, name in book.icons.items()),
        (partial(draw_square, icon=icon, book=book, border=START_BORDER), "start tile"),
        (partial(draw_clue, clue=Clue(icon, 4), book=book), "laid in round 4"),
        (partial(draw_clue, clue=Clue(icon, 4, True), book=book), "swapped in"),
        (partial(draw_clue, clue=Clue(icon, 4), book=book, paid=(1, 2)), "paid for fairies 1 and 2"),
        (partial(draw_footprint, footprint=Footprint(pair, 7)), f"footprint for {book.spelled(pair)}"),
        (draw_match, "a clue that matches it"),
        (
            partial(draw_fairy, name="", number=1, turn=4),
            "fairy 1, round 4; the bar leads to the line that paid",
        ),
    ]
