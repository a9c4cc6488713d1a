"""The first game in which A and B part: what both share, then the two ways it goes on, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import polars as pl

from balance.common.errors import BalanceError
from balance.engine.game.story import TurnEnd, seat_name
from balance.judging.compare import Outcome
from balance.judging.divergence import Continuation, Divergence, first_divergence
from balance.report.page import DIVERGE, Block, ColumnView, DataTable, Paragraph, Section, Stories, Story

BEFORE = 3
"""Lines shown before the games diverge, besides the heading of their turn."""
LINES, ENDING = 24, 16
"""Lines of each continuation, and of each end, that are shown at once."""
UNPAIRED = (
    "There is no such game: A and B were played with other luck (other seeds), so that no game of A is a game of B. "
    "Runs with one seed are compared game by game."
)


def divergence_section(outcome: Outcome, labels: tuple[str, str]) -> Section:
    """The chapter, whether or not there is such a game."""
    ident, title = "divergence", "First game that diverges"
    if not outcome.pairs:
        return Section(ident, title, "", [Paragraph(UNPAIRED)], DIVERGE)
    if outcome.first_different is None:
        text = f"There is none: all {outcome.pairs:,} games are alike, cell by cell."
        return Section(ident, title, "", [Paragraph(text)], DIVERGE)
    different = outcome.pairs - (outcome.alike or 0)
    intro = (
        f"In {different:,} of {outcome.pairs:,} games something is different, be it one choice or one point. "
        f"Game {outcome.first_different} is the first of them, with the same luck in both."
    )
    try:
        divergence = first_divergence(outcome)
    except BalanceError as error:
        return Section(ident, title, intro, [Paragraph(f"It cannot be shown: {error}")], DIVERGE)
    assert divergence is not None
    return Section(ident, title, intro, [stories(divergence, labels), *_scores(divergence)], DIVERGE)


def stories(divergence: Divergence, labels: tuple[str, str]) -> Stories:
    """Both continuations, side by side."""
    return Stories(
        "divergence-story",
        f"Game {divergence.game_no}, as both played it",
        _note(divergence),
        before_divergence(divergence.shared) or [line for line in divergence.opening[0][:BEFORE] if line],
        [_story(label, arm) for label, arm in zip(labels, divergence.arms, strict=True)],
    )


def _note(divergence: Divergence) -> str:
    lines = sum(1 for line in divergence.shared if line)
    differs = any(arm.lines for arm in divergence.arms)
    if not differs and divergence.arms[0].ending == divergence.arms[1].ending:
        text = "In words both are the same: what differs is in columns of the log that a story leaves out."
    elif not lines:
        text = "They diverge at the first line after the opening."
    elif differs:
        text = f"Both go the same way for {lines} {'line' if lines == 1 else 'lines'}; these are the last of them:"
    else:
        text = "All turns are the same; only the end differs. The last lines of the last turn:"
    if divergence.opening[0] != divergence.opening[1]:
        text += " (The opening names cards or rules that are not the same; that is not counted.)"
    return text


def before_divergence(shared: Sequence[str]) -> list[str]:
    """The last lines before the games diverge, below the heading of their turn."""
    if not any(shared):
        return []
    last = max(place for place, line in enumerate(shared) if line)
    begin = max((place + 1 for place, line in enumerate(shared[:last]) if not line), default=0)
    paragraph = list(shared[begin : last + 1])
    if len(paragraph) <= BEFORE + 1:
        return paragraph
    return [paragraph[0], "  …", *paragraph[-BEFORE:]]


def _story(label: str, arm: Continuation) -> Story:
    lines, ending = list(arm.lines), list(arm.ending)
    # Cut where a turn ends, if one does.
    ends = [place + 1 for place, line in enumerate(lines[:LINES]) if isinstance(line, TurnEnd)]
    cut = len(lines) if len(lines) <= LINES else ends[-1] if ends else LINES
    shown, more = _trimmed(lines[:cut]), _trimmed(lines[cut:])
    return Story(label, shown, more, ending[:ENDING], ending[ENDING:])


def _trimmed(lines: Sequence[str]) -> list[str]:
    """Without empty lines at the ends and two in a row."""
    kept = [line for before, line in pairwise(["", *lines]) if before or line]
    return kept[:-1] if kept and not kept[-1] else kept


def _scores(divergence: Divergence) -> list[Block]:
    """How it ended for every seat."""
    rows = []
    for before, after in zip(divergence.arms[0].seats, divergence.arms[1].seats, strict=True):
        name, other = (seat_name(row["seat"], row["agent"]) for row in (before, after))
        rows.append(
            {
                "seat": name if name == other else f"{name}; in B {other}",
                **{f"{arm} score": row["score"] for arm, row in (("A", before), ("B", after))},
                **{f"{arm} won": _won(row["win_share"]) for arm, row in (("A", before), ("B", after))},
            }
        )
    columns = [ColumnView("seat", "Seat", "text", "Place at the table and play style.")]
    for arm in ("A", "B"):
        help = f"Points at the end of this game in {arm}."
        columns.append(ColumnView(f"{arm} score", f"Score in {arm}", "int", help, mark=f"{arm} won"))
    return [DataTable("divergence-scores", "How this game ended", pl.DataFrame(rows), columns)]


def _won(share: float) -> str:
    return "wins" if share == 1 else "shares the win" if share > 0 else ""
