"""What differs between two arms, by how much, and how sure that is at every moment of a comparison.

Two arms A and B are two ways to play one game: two card tables, rules, line-ups, or two runs. Both play the same
*cases* with the same luck. A case is a game, or a match of several, for games of a match are not independent. Every
figure is a ratio: what is counted over among how many, both summed over the cases. Only sums over the cases are kept.

**How sure.** The difference of two ratios is, for many cases, the mean of one number per case (its influence, by
linearisation), so that pairing is in the numbers: cases that come out alike in both arms add nothing to the spread. Its
interval is an *asymptotic confidence sequence*: it holds at all times at once, so that one may look after every
batch and stop when one likes (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas: Time-uniform central limit theory and
asymptotic confidence sequences, Annals of Statistics 2024, theorem 2.2). An interval that is only right at one look
would, looked at often enough, call every game changed.

**Many figures.** Half of FALSE_ALARM_RATE is shared equally among the figures of single cards, half among all others,
which are fewer and matter more. So of comparisons of a game with itself (other luck in the arms), at most the share
FALSE_ALARM_RATE ever calls any figure moved.

**Verdicts** need size and certainty, as in ``comparison``. moved: the difference is larger than the margin and the
interval leaves zero out. same: the interval lies inside the margin. Otherwise undecided, with the games that would
decide.
Margins are those of the figures; of a mean near zero, of which 2 % are nothing, the margin is DEVIATION_MARGIN of how
much it differs from case to case. A difference about as large as its margin would stay undecided for ever: a figure is
*settled* when it is decided, or known to two thirds of its margin. What is met too rarely to be known is not judged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from balance.analysis.comparison import MOVED, NOT_COMPARABLE, SAME, UNDECIDED, Comparison
from balance.analysis.sums import MA, MB, Key, Sums
from balance.engine.game.headlines import CARD, Headline, Headlines, find_headline

FALSE_ALARM_RATE = 0.05
"""The chance that a comparison of a game with itself ever calls any figure moved."""
SHARPEST_AT = 20_000
"""Cases at which the intervals are as narrow as they can be; before and after they are a little wider."""
DEVIATION_MARGIN = 0.025
"""The least margin of a mean, in standard deviations of a case: about what one percentage point is for a win share."""
KNOWN = 2 / 3
"""A figure whose interval reaches no further than this share of its margin is known well enough."""
RARE = 0.02
"""A figure that is counted among fewer than so many in a case (seats that meet a card) is too rare to be judged."""
TOO_RARE = "too rare"
FIRST_LOOK = 1000
"""Cases before anything is judged: sums of fewer are not yet normal."""


@dataclass(frozen=True)
class Difference(Comparison):
    """One figure in both arms. A value is None where the arm had nothing to count.

    ``games_needed`` is about how many games of each arm would settle it.
    """

    correlation: float | None = None
    """How alike the pairs are: 1 as if nothing had changed, 0 as with other luck."""
    unpaired_games: int | None = None
    """How many games of each arm with other luck would be as sharp; None where no pair differs."""

    @property
    def settled(self) -> bool:
        """Whether more games would tell little more."""
        return self.verdict != UNDECIDED or self.games_needed is None


def anytime_z(cases: int, alarm: float) -> float:
    """The interval's half width in standard errors, for one figure whose false alarms may have the chance ``alarm``.

    >>> round(anytime_z(20_000, 0.05), 2), round(anytime_z(20_000, 0.05 / 300), 2)
    (3.04, 4.63)
    """
    rho = (2 * math.log(1 / alarm) + math.log(1 + 2 * math.log(1 / alarm))) / SHARPEST_AT
    grown = cases * rho
    return math.sqrt(2 * (grown + 1) / grown * math.log(math.sqrt(grown + 1) / alarm))


def judge(sums: Sums, known: Headlines) -> list[Difference]:
    """Every figure of either arm with its interval and verdict, in the order of the keys. ``known``: the game's."""
    cases = min(sums.cases)
    of = [find_headline(figure, known) for figure, _ in sums.keys]
    shares = [figure.is_share for figure in of]
    times = _interval_z([figure.of == CARD for figure in of], cases)
    with np.errstate(divide="ignore", invalid="ignore"):
        before, after, variance_a, variance_b, shared = sums.moments()
        floor = np.where(shares, _one_case(sums), 0.0)
        alone = variance_a / sums.cases[0] + variance_b / sums.cases[1]
        square = alone - 2 * shared * sums.pairs / sums.cases[0] / sums.cases[1]
        # What was never seen to differ is not thereby impossible: as if one more pair had come out as unlike as two
        # games with other luck do, or, of a share, had changed sides.
        seen = np.maximum(square, 0.0)
        square = seen + np.maximum(variance_a + variance_b, floor) / cases**2
        half_width = times * np.sqrt(square)
        correlation = np.where(variance_a * variance_b > 0, shared / np.sqrt(variance_a * variance_b), np.nan)
        saved = np.where(seen > 1e-12 * alone, alone / seen, np.nan)
        least = np.where(shares, 0.0, DEVIATION_MARGIN * np.sqrt(variance_a))
        rare = np.maximum(sums.total[MA] / sums.cases[0], sums.total[MB] / sums.cases[1]) < RARE
    columns = (before, after, half_width, least, correlation, saved)
    numbers = [_Numbers(*(float(column[k]) for column in columns)) for k in range(len(sums.keys))]
    differences = [
        _difference(figure, subject, sums_of, cases, sums.case_games)
        for figure, (_, subject), sums_of in zip(of, sums.keys, numbers, strict=True)
    ]
    return [
        replace(figure, verdict=TOO_RARE, games_needed=None) if too_rare else figure
        for figure, too_rare in zip(differences, rare, strict=True)
    ]


def half_widths(sums: Sums, alarm: float, known: Headlines) -> dict[Key, float]:
    """Of arm A alone: by figure, half the width of an interval that is ever wrong with the chance ``alarm``."""
    shares = [find_headline(figure, known).is_share for figure, _ in sums.keys]
    cases = sums.cases[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        _, _, variance, _, _ = sums.moments()
        floor = np.where(shares, _one_case(sums), 0.0)
        half_width = anytime_z(cases, alarm) * np.sqrt(variance / cases + np.maximum(variance, floor) / cases**2)
    return {
        key: float(width) if math.isfinite(width) else math.inf
        for key, width in zip(sums.keys, half_width, strict=True)
    }


class _Numbers(NamedTuple):
    """One figure: its values, half the width of its interval, its least margin, and how alike its pairs are."""

    before: float
    after: float
    half_width: float
    least: float
    correlation: float
    saved: float


def _interval_z(of_cards: Sequence[bool], cases: int) -> np.ndarray:
    """By figure, of a card or not: the half width of its interval in standard errors."""
    many = {True: sum(of_cards), False: len(of_cards) - sum(of_cards)}
    return np.array([anytime_z(cases, FALSE_ALARM_RATE / 2 / many[of_card]) for of_card in of_cards])


def _one_case(sums: Sums) -> np.ndarray:
    """By figure: the squared influence of one case that changes sides altogether."""
    typical = sums.products[MA, MA] / sums.total[MA]
    return (typical / (sums.total[MA] / sums.cases[0])) ** 2


def _difference(figure: Headline, subject: str, numbers: _Numbers, cases: int, case_games: int) -> Difference:
    a, b, half_width = _known(numbers.before), _known(numbers.after), numbers.half_width
    margin = max(figure.margin(a or 0.0), _known(numbers.least) or 0.0)
    if a is None or b is None:  # of a few games one may miss it by luck
        early = cases < FIRST_LOOK
        verdict, needed = (UNDECIDED, FIRST_LOOK * case_games) if early else (NOT_COMPARABLE, None)
        return Difference(figure, subject, a, b, None, None, None, margin, verdict, needed)
    change = 0.0 if abs(b - a) <= 1e-9 * max(1.0, abs(a)) else b - a
    verdict, needed = _verdict(change, half_width, margin, cases)
    return Difference(
        *(figure, subject, a, b, change, change - half_width, change + half_width, margin, verdict),
        None if needed is None else needed * case_games,
        _known(numbers.correlation),
        round(numbers.saved * cases * case_games) if math.isfinite(numbers.saved) else None,
    )


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _verdict(change: float, half_width: float, margin: float, cases: int) -> tuple[str, int | None]:
    size = abs(change)
    if cases >= FIRST_LOOK and size > margin and size > half_width:
        return MOVED, None
    if cases >= FIRST_LOOK and size + half_width < margin:
        return SAME, None
    if cases >= FIRST_LOOK and half_width <= KNOWN * margin:
        return UNDECIDED, None
    distance = size if size > margin else max(margin - size, KNOWN * margin)
    return UNDECIDED, max(FIRST_LOOK, math.ceil(cases * (half_width / distance) ** 2))


def count(differences: Iterable[Difference], verdict: str) -> int:
    """How many have this verdict."""
    return sum(figure.verdict == verdict for figure in differences)
