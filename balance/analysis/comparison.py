"""Figures then and now, and whether they differ.

A verdict needs size and certainty. moved: the difference is larger than the margin and its interval
leaves zero out, clearly enough for the number of figures that are compared. same: the interval of the
difference lies inside the margin (or the figure is the same to the last digit, as it is when nothing
changed: the same seeds are played). Otherwise undecided, as is all that differs among few cases.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from balance.analysis.baseline_file import Figures
from balance.analysis.stats import Z, benjamini_hochberg, joint_z, normal_below
from balance.engine.game.headlines import Headline, Headlines, find_headline

MOVED, SAME, UNDECIDED = "moved", "same", "undecided"
NOT_COMPARABLE, NOT_COMPUTABLE = "not comparable", "not computable"
FAILING = (MOVED, NOT_COMPARABLE, NOT_COMPUTABLE)

ROUNDING = 1e-9
"""Sums of the same numbers in another order, as by several threads, differ by less than this share of them."""

MOST_TIMES = 2.0
"""A stored standard error above so many times the one of the same games played again is not believed."""

NEVER = ("end_share",)
"""Shares among all games of what may occur in none of them: then there is no row."""

FEWEST = 30
"""Cases. What was counted among fewer has not moved: sums of so few are not yet normal."""


@dataclass(frozen=True)
class Comparison:
    """One figure, then and now."""

    headline: Headline
    subject: str
    before: float | None
    after: float | None
    difference: float | None
    low: float | None
    high: float | None
    margin: float
    verdict: str
    games_needed: int | None = None
    """About how many games would decide it (undecided figures only); of a figure of games played again, of these."""
    reason: str = field(default="", kw_only=True)
    """Why the stored figure is not believed, if so."""

    @property
    def figure(self) -> str:
        """The figure's name."""
        return self.headline.name

    def as_json(self) -> dict[str, Any]:
        """Everything, with the figure by its name."""
        rest = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "headline"}
        return {"figure": self.figure, **rest}


def compare(before: Figures, after: Figures, known: Headlines, *, games: int = 0) -> list[Comparison]:
    """Every figure of either side with its verdict. ``known``: the figures of the game.

    ``games``: how many were played for ``after``. Forecasts are in such games; without, in cases, as players or fights.
    """
    return _compare(*with_what_never_was(before, after), known, games, hold=False)[0]


def hold_against(before: Figures, after: Figures, known: Headlines, *, games: int = 0) -> tuple[list[Comparison], str]:
    """The same, where ``after`` are as many games on the same seed and ``before`` may have been changed since.

    A figure whose standard error was more than MOST_TIMES that of ``after`` is not comparable: it would hide a change.
    The second answer is why all this proves nothing, in a line; empty where it does.
    """
    before, after = with_what_never_was(before, after)
    comparisons, clear = _compare(before, after, known, games, hold=True)
    return comparisons, _doubts(before, after, comparisons, clear, games)


def with_what_never_was(before: Figures, after: Figures) -> tuple[Figures, Figures]:
    """Both sides, with a share of 0 where one saw among all its games nothing of what the other saw."""
    return before + _never(before, after), after + _never(after, before)


def _never(rows: Figures, other: Figures) -> Figures:
    """What one side saw and the other did not, as figures of this other one."""
    own = {row["subject"]: row["n"] for row in rows if row["figure"] in NEVER}
    games = max(own.values(), default=0)
    missing = [row for row in other if row["figure"] in NEVER and row["subject"] not in own] if games else []
    return [{**row, "value": 0.0, "se": 0.0, "n": games} for row in missing]


def _compare(
    before: Figures, after: Figures, known: Headlines, games: int, hold: bool
) -> tuple[list[Comparison], float]:
    """The verdicts, and the standard errors from which on a difference is clear among all these."""
    old, new = (_by_key(rows, known) for rows in (before, after))
    keys = sorted(old.keys() | new.keys())
    figures = [_difference(find_headline(key[0], known), key[1], old.get(key), new.get(key)) for key in keys]
    clear = _clear_z(
        [
            figure
            for key, figure in zip(keys, figures, strict=True)
            if figure.difference is not None and not _few(old[key], new[key], hold)
        ]
    )
    judged = [
        figure if figure.difference is None else _judge(figure, old[key], new[key], clear, games, hold)
        for key, figure in zip(keys, figures, strict=True)
    ]
    return judged, clear


def _by_key(rows: Figures, known: Headlines) -> dict[tuple[str, str], dict[str, Any]]:
    """By figure and subject; a share is never known better than as if one case more had come out otherwise."""
    return {
        (row["figure"], row["subject"]): {**row, "se": max(row["se"], 1 / row["n"])}
        if find_headline(row["figure"], known).is_share and _value(row) is not None
        else row
        for row in rows
    }


def _difference(figure: Headline, subject: str, old: dict[str, Any] | None, new: dict[str, Any] | None) -> Comparison:
    """How much one figure differs, not judged yet."""
    before, after = _value(old), _value(new)
    margin = figure.margin(before or 0.0)
    if old is None or before is None:
        return Comparison(figure, subject, before, after, None, None, None, margin, NOT_COMPARABLE)
    if new is None or after is None:
        return Comparison(figure, subject, before, after, None, None, None, margin, NOT_COMPUTABLE)
    difference = after - before
    half_width = Z * math.hypot(old["se"], new["se"])
    if abs(difference) <= ROUNDING * max(1.0, abs(before)):
        difference = 0.0
    low, high = difference - half_width, difference + half_width
    return Comparison(figure, subject, before, after, difference, low, high, margin, UNDECIDED)


def _clear_z(figures: Sequence[Comparison]) -> float:
    """The standard errors from which on a difference is clear among so many: Z of one figure alone, more of many.

    So much that at most 5 % of what is larger than its margin and clear is luck (Benjamini and Hochberg).
    """
    differences = [(abs(figure.difference), figure) for figure in figures if figure.difference is not None]
    chances = [
        2 * normal_below(-size / max(_half_width(figure) / Z, 1e-12)) if size > figure.margin else 1.0
        for size, figure in differences
    ]
    return joint_z(len(chances) / max(1, sum(benjamini_hochberg(chances))))


def _half_width(figure: Comparison) -> float:
    return ((figure.high or 0.0) - (figure.low or 0.0)) / 2


def _judge(
    figure: Comparison, old: dict[str, Any], new: dict[str, Any], clear: float, games: int, hold: bool
) -> Comparison:
    difference, half_width = figure.difference or 0.0, _half_width(figure)
    played = new["n"] if figure.headline.again else games or new["n"]
    verdict, needed = _verdict(difference, half_width, figure.margin, played, clear)
    if difference != 0.0 and _few(old, new, hold):
        return replace(figure, games_needed=max(needed or 0, math.ceil(played * FEWEST / new["n"])))
    inside = difference != 0.0 and abs(difference) + half_width < figure.margin  # the same, even with that error
    if hold and verdict != MOVED and not inside and _too_wide(old, new):
        message = f"the stored standard error {old['se']:.3g} is more than twice the {new['se']:.3g} played again"
        return replace(figure, difference=None, low=None, high=None, verdict=NOT_COMPARABLE, reason=message)
    return replace(figure, verdict=verdict, games_needed=needed)


def _few(old: dict[str, Any], new: dict[str, Any], hold: bool) -> bool:
    """Whether the cases are too few; of a figure that may have been changed those that were played again count."""
    return (new["n"] if hold else min(old["n"], new["n"])) < FEWEST


def _too_wide(old: dict[str, Any], new: dict[str, Any]) -> bool:
    return old["se"] > MOST_TIMES * new["se"] + ROUNDING * max(1.0, abs(old["value"]))


def _doubts(before: Figures, after: Figures, comparisons: Sequence[Comparison], clear: float, games: int) -> str:
    """Why ``comparisons`` prove nothing, in a line; empty where they do. ``clear``: see ``_compare``.

    Errors that were not believed; or most of the figures are undecided that so many games decide, by the smaller one
    of their two errors: then what is stored is not of the games it names.
    """
    wide = [figure for figure in comparisons if figure.reason]
    if wide:
        first = f"{wide[0].figure} ({wide[0].subject})" if wide[0].subject else wide[0].figure
        many = "standard errors are" if len(wide) > 1 else "standard error is"
        message = f"{len(wide)} stored {many} more than twice as large as the same games give when played again"
        return f"{message}, as of {first}: this reference cannot tell what moved"
    old, new = ({(row["figure"], row["subject"]): row for row in rows} for rows in (before, after))
    decidable, undecided = 0, 0
    for figure in comparisons:
        key = figure.figure, figure.subject
        if figure.difference is None or max(old[key]["se"], new[key]["se"]) == 0 or _few(old[key], new[key], True):
            continue
        half_width = Z * math.sqrt(2) * min(old[key]["se"], new[key]["se"])
        if _verdict(figure.difference, half_width, figure.margin, 1, clear)[0] != UNDECIDED:
            decidable += 1
            undecided += figure.verdict == UNDECIDED
    if 2 * undecided <= decidable:
        return ""
    message = f"{undecided} of {decidable} figures that this reference is sharp enough to decide are undecided"
    return f"{message}: it is not of the {games:,} games that it names"


def _value(row: dict[str, Any] | None) -> float | None:
    """The value of a figure; None where there is none, or it or its standard error is not a number."""
    known = row is not None and all(isinstance(row[x], int | float) and math.isfinite(row[x]) for x in ("value", "se"))
    return row["value"] if row is not None and known else None


def _verdict(difference: float, half_width: float, margin: float, n: int, clear: float) -> tuple[str, int | None]:
    size, enough = abs(difference), half_width * clear / Z
    if size > margin and size > enough:
        return MOVED, None
    if size == 0.0 or size + half_width < margin:
        return SAME, None
    needed = enough / size if size > margin else half_width / max(margin - size, 1e-12)
    return UNDECIDED, math.ceil(n * needed**2)
