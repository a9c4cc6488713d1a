"""A run that goes on until some figures are known as well as one wishes.

The intervals hold at all times at once (see ``paired``), so that one may look after every part of the run and stop as
soon as they are narrow enough. A look reads the parts from disk; only sums are kept. Looks are made after fixed numbers
of parts, and a look knows the parts before it and nothing else: where a run ends depends neither on the threads nor
on interruptions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from balance.analysis.database import Database, case_of
from balance.analysis.figures import sums_of
from balance.analysis.paired import FALSE_ALARM_RATE, anytime_z, half_widths
from balance.analysis.stats import FORESEEABLE, round_number
from balance.analysis.sums import Key, Sums
from balance.analysis.tally import Counter, games_of_cases
from balance.common.errors import InputError, Problem, unknown
from balance.common.widths import read_width
from balance.engine.game import Plan
from balance.engine.game.headlines import CARD, Headline, Headlines, find_headline
from balance.engine.game.log import kept_tables
from balance.engine.playing.game_batch import GameBatch
from balance.engine.runs.run import Run, games_per_part

WIN_SHARES = ("seat_win_share", "style_win_share")
"""What a width without a figure is about: the win share of every seat and of every play style."""
MORE = 1.1
"""Between two looks the run grows to so many times its length, and by one part at least."""
TRIED = 1000
LARGEST_SHARE = 0.5


@dataclass(frozen=True)
class Wish:
    """How well a figure is to be known: its interval reaches no further than ``width`` to either side."""

    figure: str
    subject: str | None
    """None: every subject of the figure."""
    width: float

    @property
    def words(self) -> str:
        """As it is stored in the manifest."""
        return f"{self.figure}{'' if self.subject is None else f':{self.subject}'}={self.width:.10g}"


def read_wishes(words: Sequence[str], known: Headlines) -> tuple[Wish, ...]:
    """The wishes of ``--until``: WIDTH for all win shares, or FIGURE=WIDTH, or FIGURE:SUBJECT=WIDTH.

    WIDTH is a number in the unit of the figure, or percentage points as in 0.3pp. ``known``: the figures there are.
    Raises InputError.
    """
    wishes: dict[tuple[str, str | None], Wish] = {}
    for word in words:
        name, equals, text = word.rpartition("=")
        figure, colon, subject = name.partition(":")
        for figure_name in [figure] if equals else WIN_SHARES:
            if figure_name not in known:
                raise unknown("figure", figure_name, sorted(known))
            wish = Wish(figure_name, subject if colon else None, _width(word, known[figure_name], text))
            if wishes.setdefault((wish.figure, wish.subject), wish) is not wish:
                raise _wrong(word, "each figure once")
    return tuple(wishes.values())


def _width(word: str, figure: Headline, text: str) -> float:
    try:
        width, points = read_width(text)
    except ValueError:
        width, points = math.nan, False
    if points and not figure.is_share:
        raise _wrong(word, f"{figure.name} is not a share: a plain number, as in {figure.name}=0.05")
    if not 0 < width < (LARGEST_SHARE if figure.is_share else math.inf):
        raise _wrong(word, "0.3pp, FIGURE=0.3pp, FIGURE=0.05 or FIGURE:SUBJECT=0.05")
    return width


def _wrong(word: str, allowed: str) -> InputError:
    return InputError([Problem(f"--until {word}", allowed=allowed)])


class Until:
    """The wishes for one run, and how far they are fulfilled."""

    def __init__(self, wishes: Sequence[Wish], plan: Plan):
        """Tries some games. Raises InputError for a figure that the run will not have."""
        self.wishes = wishes
        self.case_games = plan.match_games
        self.known = plan.game.figures
        self.counter = Counter(plan, any(find_headline(wish.figure, self.known).of == CARD for wish in wishes))
        self.sums: Sums | None = None
        self.fulfilled = False
        self.looked, self.next_look = 0, 1
        self.tried = self._try(plan)
        for wish in wishes:
            self._check(wish)

    @property
    def words(self) -> list[str]:
        """The wishes as they are stored in the manifest."""
        return sorted(wish.words for wish in self.wishes)

    def enough(self, run: Run) -> int | None:
        """How many of the run's first parts are enough; None: not known yet, or all there will be."""
        sealed = set(run.done_chunks())
        while self.looked in sealed:
            last = min(self.next_look, len(run.chunks()))
            parts = range(self.looked, last)
            if not sealed.issuperset(parts):
                return None
            sums = self._read(run, parts)
            self.sums = sums if self.sums is None else self.sums + sums
            self.looked, self.next_look = last, max(last + 1, math.ceil(last * MORE))
            self.fulfilled = self.wide(self.sums) <= 1
            if self.fulfilled:
                return last
        return None

    def wide(self, sums: Sums) -> float:
        """By how much the widest interval is wider than wished; 1 or less: all are narrow enough."""
        wanted = {key: width for wish in self.wishes for key, width in _of(wish, sums.keys).items()}
        halves = half_widths(sums, FALSE_ALARM_RATE / max(1, len(wanted)), self.known)
        return max((halves[key] / width for key, width in wanted.items()), default=math.inf)

    def games(self) -> int:
        """About how many games it will take, rounded up to two digits; more than FORESEEABLE where nothing is known."""
        tried, wide = self.tried.cases[0], self.wide(self.tried)
        need = tried * wide**2
        if need > FORESEEABLE:
            return FORESEEABLE + 1
        # How many standard errors an interval reaches depends a little on the number of cases.
        for _ in range(2):
            wider = anytime_z(max(1, math.ceil(need)), FALSE_ALARM_RATE) / anytime_z(tried, FALSE_ALARM_RATE)
            need = tried * (wide * wider) ** 2
        return round_number(math.ceil(need) * self.case_games)

    def _try(self, plan: Plan) -> Sums:
        games = max(1, min(TRIED, plan.games, games_per_part(plan)) // self.case_games) * self.case_games
        batch = GameBatch(plan)
        batch.play(0, games)
        tables = {name: batch.frame(name) for name in kept_tables(plan.log)}
        rows, cases = self.counter.rows(tables, 0, self.case_games), games // self.case_games
        played = games_of_cases(tables, 0, cases, self.case_games)
        return Sums.of((rows, None), cases, self.case_games, (played, np.zeros(cases)))

    def _read(self, run: Run, parts: range) -> Sums:
        """The sums of these parts."""
        with Database(run, parts) as database:
            return sums_of(database, self.counter.queries(run.tables(), case_of(database.plan)))

    def _check(self, wish: Wish) -> None:
        figures = sorted({figure for figure, _ in self.tried.keys})
        if wish.figure not in figures:
            raise unknown("figure", wish.figure, figures)
        subjects = sorted(subject for figure, subject in self.tried.keys if figure == wish.figure)
        if wish.subject is not None and wish.subject not in subjects:
            raise unknown(f"subject of {wish.figure}", wish.subject, subjects)


def _of(wish: Wish, keys: Sequence[Key]) -> Mapping[Key, float]:
    return {key: wish.width for key in keys if key[0] == wish.figure and wish.subject in (None, key[1])}
