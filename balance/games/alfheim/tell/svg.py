"""Drawing primitives: SVG elements with numbers and texts as a file may hold them, and how wide texts are."""

from __future__ import annotations

from unicodedata import east_asian_width
from xml.etree.ElementTree import Element, SubElement

from balance.common.errors import plain

FONT = "Verdana, 'DejaVu Sans', Arial, sans-serif"
INK, MUTED, RULE, PAPER = "#1c1f24", "#5b606a", "#d8d3ca", "#ffffff"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b9598f", "#bf8600", "#767b85")
"""One for each icon: five of the Okabe-Ito palette, a shade deeper on white as in the reports, and grey."""

LETTER, WIDE_LETTER = 0.62, 1.05  # widths, of the size of the font; the widest usual fonts fit
ELLIPSIS = "…"


def draw(parent: Element, tag: str, text: str = "", **attributes: object) -> Element:
    """Append an element. ``stroke_width=2`` becomes stroke-width="2"."""
    element = SubElement(parent, tag, {key.replace("_", "-"): _value(value) for key, value in attributes.items()})
    if text:
        element.text = plain(text)
    return element


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def write(parent: Element, text: str, x: float, y: float, size: float, **attributes: object) -> None:
    """A line of text with its baseline at ``y``."""
    draw(parent, "text", text, x=x, y=y, **{"font_size": size, **attributes})


def width(text: str, size: float) -> float:
    """About how wide a line of text is, rather too wide than too narrow."""
    return size * sum(WIDE_LETTER if east_asian_width(letter) in "WF" else LETTER for letter in text)


def fit(text: str, size: float, room: float) -> str:
    """The text, shortened to the room."""
    if width(text, size) <= room:
        return text
    while text and width(text + ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def tint(colour: str, share: float) -> str:
    """The colour mixed with white; ``share``: of the colour."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 - share * (255 - part)):02x}" for part in parts)
