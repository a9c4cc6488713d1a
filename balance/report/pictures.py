"""The small pictures of a scorecard: a few marks each, in the colours of the page, without words.

Shapes and places tell what colours tell, too: what matters is filled, the rest is hollow or faint, an even share is a
dashed line. The coordinates are those of a box of WIDTH x HEIGHT.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from balance.report.page import Picture

WIDTH, HEIGHT = 160, 48
EDGE = 6
"""Marks keep this distance from the sides."""
BARS = 24
"""Bars at most."""
FEW = 30
"""So many dots at most are drawn larger."""


def levels(values: Sequence[tuple[float, float, float]], even: float, alt: str, marked: int = 0) -> Picture:
    """Dots with their intervals (value, low, high) side by side, around the line of an even share."""
    scale = max([0.02, *(abs(end - even) for value in values for end in value)])
    places = _places(len(values))
    marks = [_line(0, HEIGHT / 2, WIDTH, HEIGHT / 2, "even")]
    for at, (x, (value, low, high)) in enumerate(zip(places, values, strict=True)):
        y, top, bottom = (_y((number - even) / scale) for number in (value, high, low))
        marks += [_line(x, top, x, bottom, "whisker"), _dot(x, y, 4.5 if at == marked else 3.5, at == marked)]
    return _picture(marks, alt)


def ranked(values: Sequence[float], even: float, alt: str) -> Picture:
    """Dots from the smallest to the largest value on a line, the best one filled; the dashed line is an even share."""
    low, high = min([0.0, *values]), max([2 * even, *values])
    at = [EDGE + (WIDTH - 2 * EDGE) * (value - low) / (high - low) for value in (even, *values)]
    marks = [_line(0, HEIGHT / 2, WIDTH, HEIGHT / 2, "axis"), _line(at[0], 4, at[0], HEIGHT - 4, "even")]
    marks += [_dot(x, HEIGHT / 2, 4, False) for x in at[2:]]
    return _picture([*marks, _dot(at[1], HEIGHT / 2, 5.5, True)], alt)


def zones(values: Sequence[tuple[float, bool]], margin: float, alt: str, below_only: bool = False) -> Picture:
    """Numbers (value, whether it matters) as dots around 0; what lies between two dashed lines is fair.

    Those that do not matter are small, and one mark together. ``below_only``: whatever is above is fair, too.
    """
    scale = max([2 * margin, *(abs(value) for value, _ in values)])
    across = [WIDTH / 2 + (WIDTH / 2 - EDGE) * value / scale for value, _ in values]
    places = list(zip(across, _stacked(across), (matters for _, matters in values), strict=True))
    kind = "small" if len(values) > FEW else "small few"
    small = "".join(f"M{_n(x)} {_n(y)}h0" for x, y, matters in places if not matters)
    ends = (WIDTH / 2 + side * (WIDTH / 2 - EDGE) * margin / scale for side in ((-1,) if below_only else (-1, 1)))
    marks = [f'<path class="{kind}" d="{small}"/>'] if small else []
    marks += [_line(x, 0, x, HEIGHT, "even") for x in ends]
    return _picture([*marks, *(_dot(x, y, 4, True) for x, y, matters in places if matters)], alt)


def histogram(shares: Sequence[float], marked: Sequence[bool], alt: str) -> Picture:
    """Bars from left to right; the marked ones are filled, the others pale."""
    most = max([*shares, 1e-9])
    step = (WIDTH - 2 * EDGE) / len(shares)
    wide = min(24.0, step - min(2.0, step / 4))
    marks = [_line(0, HEIGHT - 1, WIDTH, HEIGHT - 1, "axis")]
    for at, (share, filled) in enumerate(zip(shares, marked, strict=True)):
        tall = (HEIGHT - 5) * share / most
        x = EDGE + step * at + (step - wide) / 2
        box = f'x="{_n(x)}" y="{_n(HEIGHT - 1 - tall)}" width="{_n(wide)}" height="{_n(tall)}"'
        marks.append(f'<rect class="bar{"" if filled else " pale"}" {box}/>')
    return _picture(marks, alt)


def in_bars(counts: Sequence[tuple[int, float]], most: int = BARS) -> list[tuple[int, float]]:
    """Counts by a whole number as at most so many bars: (the least number of a bar, all that lies in it)."""
    if not counts:
        return []
    first, last = min(x for x, _ in counts), max(x for x, _ in counts)
    width = -(-(last - first + 1) // most)
    bars = [(first + width * at, 0.0) for at in range((last - first) // width + 1)]
    for x, count in counts:
        at = (x - first) // width
        bars[at] = (bars[at][0], bars[at][1] + count)
    return bars


# ---- marks


def _places(many: int) -> list[float]:
    """Places from left to right, around the middle."""
    step = min(44.0, (WIDTH - 4 * EDGE) / max(1, many - 1))
    return [WIDTH / 2 + step * (at - (many - 1) / 2) for at in range(many)]


def _y(part: float) -> float:
    """The height of a part of the reach, from -1 to 1."""
    return HEIGHT / 2 - part * (HEIGHT / 2 - 3)


def _stacked(places: Sequence[float], size: float = 4.5) -> list[float]:
    """Heights by which dots at these places lie beside each other rather than over each other, as far as there is room.

    They lie at the middle, then above and below it by turns.
    """
    seen: dict[int, int] = {}
    heights = []
    for x in places:
        column = round(x / size)
        many = seen[column] = seen.get(column, 0) + 1
        step = (many // 2) * (1 if many % 2 else -1)
        heights.append(HEIGHT / 2 + max(-1.0, min(1.0, step * size / (HEIGHT / 2 - 5))) * (HEIGHT / 2 - 5))
    return heights


def _picture(marks: Sequence[str], alt: str) -> Picture:
    return Picture(Markup("".join(marks)), alt)


def _line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    return f'<path class="{kind}" d="M{_n(x)} {_n(y)}L{_n(to_x)} {_n(to_y)}"/>'


def _dot(x: float, y: float, size: float, filled: bool) -> str:
    return f'<circle class="dot{" filled" if filled else ""}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}"/>'


def _n(number: float) -> str:
    """A coordinate with a digit after the point at most."""
    return f"{number:.1f}".removesuffix(".0")
