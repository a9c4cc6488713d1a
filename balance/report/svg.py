"""A chart as inline SVG that takes its colours, its font and its width from the page around it.

Matplotlib writes fixed colours. Charts are therefore drawn in stand-in colours, and every stand-in is replaced
by a CSS variable of the page: the same drawing then works in light and dark mode and on paper.
"""

from __future__ import annotations

import io
import re
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from markupsafe import escape
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas

from balance.report.cards.links import NO_CARDS, CardLinks, anchor
from balance.report.page import Figure

INK, MUTED, RULE, PAPER = "#010101", "#020202", "#030303", "#040404"
GROUPS = tuple(f"#1000{number:02x}" for number in range(1, 9))
"""Colours of groups in lines and areas: the Okabe-Ito palette, a shade deeper on white (see report.css)."""
GROUP_TEXTS = tuple(f"#2000{number:02x}" for number in range(1, 9))
"""The same colours for words, dark (or light) enough to be read."""

VARIABLES = {
    INK: "currentColor",
    MUTED: "var(--muted)",
    RULE: "var(--rule)",
    PAPER: "var(--paper)",
    **{colour: f"var(--g{number})" for number, colour in enumerate(GROUPS, start=1)},
    **{colour: f"var(--t{number})" for number, colour in enumerate(GROUP_TEXTS, start=1)},
}

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 8.2,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.facecolor": "none",
    "axes.labelcolor": MUTED,
    "axes.labelsize": 8.2,
    "axes.linewidth": 0.7,
    "axes.titlecolor": MUTED,
    "axes.titlelocation": "left",
    "axes.titlesize": 8.2,
    "axes.titlepad": 7,
    "axes.spines.left": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.xmargin": 0.02,
    "figure.constrained_layout.h_pad": 0.06,
    "figure.constrained_layout.w_pad": 0.03,
    "figure.facecolor": "none",
    "grid.color": RULE,
    "grid.linewidth": 0.7,
    "hatch.linewidth": 0.8,
    "legend.frameon": False,
    "legend.fontsize": 8.2,
    "legend.handlelength": 2.2,
    "legend.borderpad": 0,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
}

WIDE, NARROW = 7.0, 3.5
"""Inches. The page shows the wide drawing on a screen or paper, the narrow one on a phone; letters stay legible."""

SVG = "{http://www.w3.org/2000/svg}"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONG_NUMBER = re.compile(r"-?\d*\.\d{3,}")
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_LOCK = threading.Lock()


def svg_of(figure: Figure, cards: CardLinks = NO_CARDS) -> str:
    """The chart as markup to put into a page: a wide and a narrow drawing, of which the page shows one.

    Labels that name one of the ``cards`` lead to it by pointer: what is in a picture is nothing to a keyboard.
    """
    return "\n".join(_drawing(figure, name, width, cards) for name, width in (("wide", WIDE), ("narrow", NARROW)))


@dataclass(frozen=True)
class _Names:
    """The ids of one drawing, different from those of every other drawing on the page."""

    prefix: str

    cards: CardLinks = NO_CARDS

    def __call__(self, name: str) -> str:
        return f"{self.prefix}-{name}"


def _drawing(figure: Figure, name: str, width: float, cards: CardLinks) -> str:
    """One drawing at one width."""
    names = _Names(f"{figure.id}-{name}", cards)
    root = ElementTree.fromstring(_NOT_XML.sub("\ufffd", _drawn(figure, names.prefix, width)))
    body = "".join(_markup(child, names) for child in root)
    return (
        f'<svg class="{name}" role="img" viewBox="{root.attrib["viewBox"]}" '
        f'aria-labelledby="{names("title")}" aria-describedby="{names("alt")}">'
        f'<title id="{names("title")}">{escape(figure.title)}</title>'
        f'<desc id="{names("alt")}">{escape(figure.alt)}</desc>{body}</svg>'
    )


def _drawn(figure: Figure, salt: str, width: float) -> str:
    """What Matplotlib writes. Its settings are global, hence the lock: several reports may be made at once."""
    text = io.StringIO()
    with _LOCK, warnings.catch_warnings(), mpl.rc_context({**STYLE, "svg.hashsalt": salt}):
        # Words are drawn by the reader's own fonts; those that only measure them here may lack a letter.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        canvas = Canvas(figsize=(width, figure.height), layout="constrained")
        figure.draw(canvas.add_subplot())
        FigureCanvasSVG(canvas).print_svg(text, metadata={"Date": None})
    return text.getvalue()


def _markup(node: ElementTree.Element, names: _Names) -> str:
    """An element as compact markup, without metadata, empty groups and style rules that would reach the whole page."""
    tag = node.tag.removeprefix(SVG)
    if tag in ("metadata", "style"):
        return ""
    inside = escape(node.text or "") if tag == "text" else ""
    inside += "".join(_markup(child, names) for child in node)
    attributes = "".join(_attributes(tag, node.attrib, names))
    if tag in ("g", "defs") and not (inside and attributes):
        return str(inside) if tag == "g" or not inside else f"<defs>{inside}</defs>"
    if tag == "text" and (card := names.cards.labelled(node.text or "")):
        attributes += f' data-card="{anchor(card)}"'
    return f"<{tag}{attributes}>{inside}</{tag}>" if inside else f"<{tag}{attributes}/>"


def _attributes(tag: str, attributes: dict[str, str], names: _Names) -> Iterator[str]:
    """The attributes of an element as markup: short numbers, colours of the page, ids of this drawing."""
    for key, value in attributes.items():
        key = key.rpartition("}")[2]
        if (key == "id" and tag == "g") or value.startswith("rotate(-0 "):
            continue
        if key == "id":
            value = names(value)
        elif key == "href":
            value = "#" + names(value[1:])
        elif key == "style":
            value = _style(value)
        elif key in ("fill", "stroke"):
            value = VARIABLES.get(value, value)
        value = _LONG_NUMBER.sub(lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip("."), value)
        value = value.replace("url(#", f"url(#{names.prefix}-")
        yield f' {key}="{escape(" ".join(value.split()))}"'


def _style(style: str) -> str:
    """A style attribute with the page's colours, without the font, which is the page's own."""
    kept = [part for part in style.split("; ") if not part.startswith("font-family")]
    return _COLOUR.sub(lambda match: VARIABLES.get(match[0], match[0]), ";".join(kept))
