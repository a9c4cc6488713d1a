"""Numbers and names as tables and charts write them: everywhere alike, and short enough to fit."""

from __future__ import annotations

import math
import re
import textwrap

from balance.engine.game.headlines import GAIN, SHARE, Headline
from balance.engine.game.questions import POINTS

MISSING = "–"
MINUS = "\N{MINUS SIGN}"
SHARES = ("percent", POINTS)
"""The units of numbers that are shown times a hundred."""
SPARE = 3
"""Letters by which one of several lines may be longer than a name in one line: better than one line more."""


def number_text(number: float | None, unit: str = "", decimals: int = 0, signed: bool = False) -> str:
    """A number for the eye: 1,234 or, of a share, 52.1 %; with a true minus sign, and never -0.

    A difference of shares (POINTS) has no sign of percent, because it is none.

    >>> number_text(0.5213, "percent", 1)
    '52.1 %'
    """
    if number is None or not math.isfinite(number):
        return MISSING
    text = f"{number * 100 if unit in SHARES else number:{'+' if signed else ''},.{decimals}f}"
    if not text.strip("+-0."):
        text = text.lstrip("+-")
    return true_minus(text) + (" %" if unit == "percent" else "")


def true_minus(text: str) -> str:
    """A number with a minus sign, not a hyphen."""
    return text.replace("-", MINUS)


def short_number(number: float, unit: str = "") -> str:
    """A number with no more decimals than it needs, at most two: 33.3 %, 1, 0.25.

    >>> short_number(0.5, "percent")
    '50 %'
    """
    decimals = 1 if unit in SHARES else 2
    while decimals and number_text(number, unit, decimals).removesuffix(" %").endswith("0"):
        decimals -= 1
    return number_text(number, unit, decimals)


def form_of(of: Headline) -> str:
    """The format in which a table shows a figure: percent, points (a difference of shares), or number."""
    return {SHARE: "percent", GAIN: "points"}.get(of.unit, "number")


def words(column: str) -> str:
    """A column's name as words."""
    return column.replace("_", " ")


def as_player(subject: str) -> str:
    """What a figure is of, as people say it: player 2 sits in what data and options call seat 2.

    >>> as_player("seat 2"), as_player("greedy")
    ('player 2', 'greedy')
    """
    return re.sub(r"^seat (?=\d+$)", "player ", subject)


def short(name: object, letters: int) -> str:
    """A name on one line, cut with an ellipsis where it is too long."""
    text = on_one_line(name)
    return text if len(text) <= letters else text[: letters - 1].rstrip() + "…"


def on_one_line(name: object) -> str:
    """A name as a chart writes it where it has room."""
    return "(none)" if name is None else " ".join(str(name).split())


def in_lines(name: object, room: int) -> list[str]:
    """A name in as few lines as fit into so many letters, all of about one length; only a longer word is cut short.

    Of two lines or more each may be SPARE letters longer.

    >>> in_lines("pound and treasure", 11), in_lines("a b", 9), in_lines("unpronounceable", 5)
    (['pound and', 'treasure'], ['a b'], ['unprono…'])
    """
    text = on_one_line(name)
    if len(text) <= room:
        return [text]
    few = max(len(_wrapped(text, room + SPARE)), min(2, len(text.split())))
    lines = next(lines for width in range(1, len(text) + 1) if len(lines := _wrapped(text, width)) <= few)
    return [short(line, room + SPARE) for line in lines]


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
