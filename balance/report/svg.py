"""A chart as inline SVG that takes its colours, its font and its width from the page around it.

Matplotlib writes fixed colours. Charts are therefore drawn in stand-in colours, and every stand-in is replaced
by a CSS variable of the page: the same drawing then works in light and dark mode and on paper.
"""

from __future__ import annotations

import io
import itertools
import re
import threading
import warnings
from collections.abc import Sequence
from html import unescape
from typing import Any
from xml.etree import ElementTree
from zlib import crc32

import matplotlib as mpl
from markupsafe import escape
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas

from balance.report.cards.links import CardLinks
from balance.report.compact import ROOT, Drawing
from balance.report.page import PageChart
from balance.report.snug import Snug

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

LINES = 3
"""Lines of a chart that may hold one name."""

_LABEL = re.compile(r"<text[^>]*>([^<]*)</text>")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_LOCK = threading.Lock()


def svg_of(chart: PageChart) -> str:
    """The chart as markup to put into a page: a wide and a narrow drawing, of which the page shows one.

    What it shows is written in words once, in the wide drawing; the narrow one refers to it.
    """
    title, alt = f"{chart.id}-title", f"{chart.id}-alt"
    said = f'<title id="{title}">{escape(chart.title)}</title><desc id="{alt}">{escape(chart.alt)}</desc>'
    named = f'role="img" aria-labelledby="{title}" aria-describedby="{alt}"'
    return _drawing(chart, "wide", WIDE, named, said) + "\n" + _drawing(chart, "narrow", NARROW, named, "")


def _drawing(chart: PageChart, name: str, width: float, named: str, said: str) -> str:
    """One drawing at one width."""
    prefix = f"{name[0]}{crc32(chart.id.encode()):08x}"  # short: hundreds of marks refer to it
    root = ElementTree.fromstring(_NOT_XML.sub("\ufffd", _drawn(chart, prefix, width)))
    body = Drawing(root, prefix, _of_the_page).markup()
    return f'<svg class="{name}" viewBox="{root.attrib["viewBox"]}" {named} {ROOT}>{said}{body}</svg>'


def _of_the_page(text: str) -> str:
    """The text with the variables of the page in place of the stand-ins for its colours."""
    return _COLOUR.sub(lambda match: VARIABLES.get(match[0], match[0]), text)


def _drawn(chart: PageChart, salt: str, width: float) -> str:
    """What Matplotlib writes. Its settings are global, hence the lock: several reports may be made at once."""
    text = io.StringIO()
    with _LOCK, warnings.catch_warnings(), mpl.rc_context({**STYLE, "svg.hashsalt": salt}):
        # Words are drawn by the reader's own fonts; those that only measure them here may lack a letter.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        canvas = Canvas(figsize=(width, chart.height), layout=Snug())
        chart.draw(canvas.add_subplot())
        FigureCanvasSVG(canvas).print_svg(text, metadata={"Date": None})
    return text.getvalue()


def with_links(markup: str, cards: CardLinks) -> str:
    """The chart with every label that names one of the ``cards`` leading to it.

    By pointer alone: what is in a picture is nothing to a keyboard, and the tables say the same.
    """

    if not cards.names:
        return markup
    labels = [unescape(text) for text in _LABEL.findall(markup)]
    named_cards = iter(_cards_of(labels, cards))

    def linked(text: re.Match[str]) -> str:
        card = next(named_cards)
        return f'<text data-card="{cards.place(card)}"{text[0].removeprefix("<text")}' if card else text[0]

    return _LABEL.sub(linked, markup)


def _cards_of(labels: Sequence[str], cards: CardLinks) -> list[str]:
    """The card that each label names, alone or with the next ones, where a name has several lines; "": none."""
    named = [cards.labelled(label) for label in labels]
    for place, many in itertools.product(range(len(labels)), range(2, LINES + 1)):
        if not named[place] and (card := cards.labelled(" ".join(labels[place : place + many]))):
            named[place : place + many] = [card] * len(labels[place : place + many])
    return named
