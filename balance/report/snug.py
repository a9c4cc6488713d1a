"""The layout of a drawing of one chart: as large as its words leave room for."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

SIDES, ENDS = 0.03, 0.06
"""Inches left free around everything: at the sides, above and below."""
GUESS = (0.1, 0.12, 0.86, 0.78)
"""Where the axes stand while their words are measured: left, bottom, width, height, as shares of the drawing."""


class Snug(ConstrainedLayoutEngine):
    """Constrained layout, but a single chart is measured once instead of twice: half the time of a drawing.

    That comes to the same, because the words around a chart do not change with its size.
    """

    def __init__(self) -> None:
        super().__init__(w_pad=SIDES, h_pad=ENDS)

    def execute(self, fig: Any) -> None:
        if len(fig.axes) == 1:
            _fit(fig, fig.axes[0])
        else:
            super().execute(fig)


def _fit(fig: Figure, ax: Axes) -> None:
    ax.set_position(GUESS, which="both")
    renderer = fig._get_renderer()  # type: ignore[attr-defined]  # as Matplotlib's own layouts do
    width, height = fig.get_size_inches()
    across, up = SIDES / width, ENDS / height
    top = 1 - up
    for legend in fig.legends:  # all stand above the chart
        box = legend.get_tightbbox(renderer)
        top -= (box.height if box else 0) / fig.bbox.height + up
    tight = ax.get_tightbbox(renderer, for_layout_only=True)
    place = ax.get_position(original=True)
    words = tight.transformed(fig.transFigure.inverted()) if tight is not None else place
    left, bottom = across + max(0, place.x0 - words.x0), up + max(0, place.y0 - words.y0)
    right, top = 1 - across - max(0, words.x1 - place.x1), top - max(0, words.y1 - place.y1)
    ax.set_position((left, bottom, max(0.05, right - left), max(0.05, top - bottom)), which="both")
