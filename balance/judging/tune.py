"""A stronger play style: searched from several starts, chosen on deals of its own, confirmed on deals nobody saw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from balance.analysis.stats import joint_z
from balance.common.errors import InputError, Problem, unknown
from balance.engine.game import Plan
from balance.engine.game.agents import MIXED, drawn_from, words_of
from balance.engine.game.styles import Style
from balance.engine.playing.runner import Watcher
from balance.judging.answers import NoParts, Parts
from balance.judging.effects import Estimate
from balance.judging.exploits import STAND_INS, TRIED, Exploit, exploits
from balance.judging.habits import Habit, habits
from balance.judging.search import Direction, Search, Space, number, with_number
from balance.judging.sittings import Sitting, Sittings, difference, drawing, fresh_seed
from balance.judging.tournament import WinShare, win_share

STARTS = 3
"""Runs of the search, each from a start of its own."""
FIELD = 2
"""So many styles that are there are the field: the usual one, and the strongest of the others."""
GENERATIONS = 40
CANDIDATE_GAMES = 8
"""A candidate plays one in so many of the games that an arm of an experiment of its game plays."""
CONFIRMING = 2
"""A style is confirmed by so many times as many games as such an arm."""
FEWEST, FEWEST_OF_CANDIDATE = 400, 50
"""Games that confirm a style, and those of a candidate, however little time there is."""
HURRIED = 4
"""So many generations at least are to fit into half of the time."""
USUAL = "greedy"
"""The style of every game that others are measured by."""
NAME = "tuned"


@dataclass(frozen=True)
class AskedTune:
    """What is to be found."""

    against: tuple[str, ...] = ()
    """The styles of the others, who each draw one in every game; none: the usual one and the strongest other."""
    starts: tuple[str, ...] = ()
    """The styles that are searched from; none: the usual one and the strongest others."""
    likes: int = 0
    """So many of the others play the style that is tried, too: it cannot live by what the field does for it."""
    runs: int = STARTS
    """Runs of the search, at least; more where more starts are named."""
    generations: int = GENERATIONS
    seconds: float | None = None
    """Where it is given: as many generations as fit, with all that follows them, into so much time.

    Where a game takes too long for that, a candidate and what follows the search get fewer games than usual.
    """
    games: int | None = None
    """Games of every candidate in a generation; None: as fits the game."""
    confirm: int | None = None
    """Games by which the style is confirmed; None: as fits the game."""

    def candidate_games(self, plan: Plan) -> int:
        """Games of every candidate in a generation."""
        return self.games or max(1, plan.game.arm_games // CANDIDATE_GAMES)

    def confirming_games(self, plan: Plan) -> int:
        """Games by which the style is confirmed."""
        return self.confirm or int(plan.game.arm_games * CONFIRMING)


@dataclass(frozen=True)
class Among:
    """What a player with the style wins among others who all play one style."""

    others: str
    won: WinShare


@dataclass(frozen=True)
class RunResult:
    """What one run of the search found, measured on the deals on which the best was chosen."""

    start: str
    won: WinShare
    start_won: WinShare


@dataclass(frozen=True)
class Known:
    """A style that was there, on the deals by which the style that was found is confirmed."""

    style: str
    won: WinShare
    gain: Estimate
    """What the style that was found wins more, on the same deals."""


@dataclass(frozen=True)
class Adjustment:
    """A number of the style that is not as in its start."""

    direction: Direction
    before: float
    after: float
    worth: Estimate
    """Win share with it, less the win share with the number as before, on the same deals."""
    clear: bool
    """Whether that is clearly more than nothing, though every change is looked at."""


@dataclass(frozen=True)
class Tuned:
    """A style that was found, and what is known of it."""

    style: Style
    start: Style
    field: tuple[str, ...]
    """What every other player draws from."""
    won: WinShare
    """Of a player with the style, among the field, on deals that nobody saw before; ``start_won``: of its start."""
    start_won: WinShare
    gain: Estimate
    among: tuple[Among, ...]
    """Against every style that is there."""
    runs: tuple[RunResult, ...]
    generations: int
    likes: int = 0
    """So many of the others played the same style in all that is told here, but where likes are what is tried."""
    rivals: tuple[Known, ...] = ()
    """The strongest start and the strongest style that is there, as they looked on other deals: those that are not the
    start of this one."""
    games: int = 0
    changes: tuple[Adjustment, ...] = ()
    """The dearest first. These and ``habits`` of a style that beats its start, ``exploits`` of a stronger one only."""
    habits: tuple[Habit, ...] = ()
    exploits: tuple[Exploit, ...] = ()

    @property
    def neutral(self) -> float:
        """What a player won on average in the games by which the style is confirmed."""
        return self.won.even

    @property
    def known(self) -> tuple[Known, ...]:
        """The styles that it is compared with: its start first."""
        return (Known(self.start.name, self.start_won, self.gain), *self.rivals)

    @property
    def best_start(self) -> Known:
        """The start that wins most."""
        starts = {run.start for run in self.runs}
        return max((style for style in self.known if style.style in starts), key=lambda style: style.won.share)

    @property
    def strongest(self) -> Known:
        """The style that wins most of those that were there."""
        return max(self.known, key=lambda style: style.won.share)

    @property
    def beats_start(self) -> bool:
        """Whether it clearly wins more than its start: what it does otherwise is then no chance."""
        return self.gain.low > 0

    @property
    def beats_all(self) -> bool:
        """Whether it clearly wins more than its start, the strongest start and the strongest style that was there."""
        return all(style.gain.low > 0 for style in self.known)

    @property
    def is_stronger(self) -> bool:
        """Whether it beats them all, and clearly wins more than an even share."""
        return self.beats_all and self.won.interval[0] > self.neutral


def tune(
    plan: Plan, asked: AskedTune, workers: int = 1, watcher: Watcher | None = None, parts: Parts | None = None
) -> Tuned:
    """A style that wins more than the strongest that is there, as far as one is found.

    Follows from the plan (its seed included) and what is asked, unless ``asked.seconds`` says how long. Raises
    InputError for a style that is not there, and for a game with nothing to turn.
    """
    plan = replace(plan, lineup=(), fixed_seats=False, log="seats", log_every=1)
    check(plan, asked)
    with Sittings(plan, workers, watcher or Watcher(), parts or NoParts()) as sittings:
        return _Tuning(plan, asked, sittings).result()


def named(plan: Plan, text: str | None) -> tuple[str, ...]:
    """The styles of a comma-separated list, each once; `mixed` and `mixed(a,b)` stand for those that draw."""
    words = filter(None, words_of(text or ""))
    return tuple(dict.fromkeys(name.strip() for word in words for name in drawn_from(word, plan.styles)))


def check(plan: Plan, asked: AskedTune) -> None:
    """Raise InputError for what cannot be tuned."""
    names = plan.style_names
    for name in (*asked.against, *asked.starts):
        if name not in names:
            raise unknown("play style", name, names)
    if plan.players < 2:
        raise InputError([Problem("a style is tuned against others", allowed="--players 2 or more")])
    if asked.likes > plan.players - 2:
        most = f"at most {plan.players - 2} with {plan.players} players: somebody else is to be won against"
        raise InputError([Problem(f"--likes {asked.likes}", allowed=most)])
    if not Space(plan, _style(plan, (asked.starts or names)[0])).directions:
        raise InputError([Problem(f"the styles of {plan.game.name} weigh nothing: there is nothing to tune")])


class _Tuning:
    """One request, step by step."""

    def __init__(self, plan: Plan, asked: AskedTune, sittings: Sittings):
        self.plan, self.asked, self.sittings = plan, asked, sittings
        self.name = free_name(plan, NAME)
        self.start_name = free_name(plan, "start")
        self.confirming = asked.confirming_games(plan)
        self.candidate_games = asked.candidate_games(plan)
        self.copies = 1 + asked.likes
        self.shipped = list(drawn_from(MIXED, plan.styles)) or list(plan.style_names)

    def result(self) -> Tuned:
        """All of it."""
        self.sittings.total = self._games(self.asked.generations)
        self._hurry()
        ranked = self._ranked("rank", drawing(self.shipped))
        strongest = tuple(dict.fromkeys([_usual(self.plan), *ranked]))
        field = self.asked.against or strongest[:FIELD]
        others = drawing(field)
        names = self.asked.starts or strongest[:STARTS]
        # A run for each; where there are fewer, more than one from some of them.
        many = max(self.asked.runs, len(self.asked.starts))
        starts = [_style(self.plan, names[run % len(names)]) for run in range(many)]
        spaces = [Space(self.plan, start) for start in starts]
        means, generations = self._search(spaces, others)
        runs, best = self._chosen(means, starts, others)
        # Who wins most among all need not win most among the field, where the style that was found is tried.
        strong = [max(runs, key=lambda run: run.start_won.share).start, self._ranked("rank-field", others)[0]]
        return self._confirmed(means[best], spaces[best], strong, field, runs, generations)

    def _hurry(self) -> None:
        """Where there is little time, be content with fewer games, unless somebody said how many."""
        if self.asked.seconds is None:
            return
        trial = self._known(self.shipped[0], drawing(self.shipped))
        games = max(FEWEST, self.confirming // 4)
        _, used = self.sittings.means("speed", [trial], games)
        fit = self.asked.seconds / 2 * games / used  # games in half of the time
        if self.asked.confirm is None:
            self.confirming = max(FEWEST, int(self.confirming * min(1, fit / self._games(0))))
        if self.asked.games is None:
            once = (self._games(1) - self._games(0)) * HURRIED
            self.candidate_games = max(FEWEST_OF_CANDIDATE, int(self.candidate_games * min(1, fit / once)))

    def _sitting(self, style: Style, others: str) -> Sitting:
        """A style and as many of its likes as are asked for, seated among the ``others``."""
        return Sitting(style, others, self.copies)

    def _known(self, name: str, others: str) -> Sitting:
        """The same with a style that is there, which the ``others`` may have, too."""
        return self._sitting(replace(_style(self.plan, name), name=self.start_name), others)

    def _ranked(self, purpose: str, others: str) -> list[str]:
        """The styles that are there, the strongest first: by what each wins among the ``others``."""
        sittings = [self._known(name, others) for name in self.shipped]
        shares = [won.mean() for won in self.sittings.won(purpose, sittings, self.confirming // 4)]
        return [self.shipped[place] for place in sorted(range(len(shares)), key=lambda place: -shares[place])]

    def _search(self, spaces: Sequence[Space], others: str) -> tuple[list[Style], int]:
        """The middle of what every run of the search arrived at, and after how many generations.

        The runs take turns, so that all are equally far whenever it ends.
        """
        runs = [Search(space, fresh_seed(self.plan.seed, f"run {n}")) for n, space in enumerate(spaces)]
        used, games = 0.0, self.candidate_games
        for generation in count():
            if self._enough(generation, used, sum(run.size for run in runs) * games):
                return [run.mean(self.name) for run in runs], generation
            asked = [run.suggest(self.name) for run in runs]
            sittings = [self._sitting(style, others) for styles in asked for style in styles]
            won, seconds = self.sittings.means(f"generation-{generation}", sittings, games)
            used += seconds
            ends = np.cumsum([len(styles) for styles in asked])[:-1]
            for run, shares in zip(runs, np.split(won, ends), strict=True):
                run.observe(shares.tolist())
        raise AssertionError("counting never ends")

    def _enough(self, generation: int, used: float, games: int) -> bool:
        """Whether the search ends here, after so many generations of so many games, and seconds."""
        if self.asked.seconds is None:
            return generation >= self.asked.generations
        if generation == 0:
            return False
        each = used / generation
        rest = min(each * self._games(0) / games, self.asked.seconds / 2)  # the search has half of it at least
        left = self.asked.seconds - used - rest
        self.sittings.aim(self._games(0) + round(games * (generation + max(0.0, left / each))))
        return left < each

    def _games(self, generations: int) -> int:
        """About how many games it takes."""
        turned = len(Space(self.plan, _style(self.plan, self.plan.style_names[-1])).directions)
        search = generations * self.asked.runs * population(turned) * self.candidate_games
        ranked, chosen = len(self.shipped) / 2, self.asked.runs
        confirmed = 3 + (len(self.shipped) + turned) / 2
        seen = 1 + 3 / 4 + 2 * TRIED * (1 + STAND_INS) / 4
        return search + round((ranked + chosen + confirmed + seen) * self.confirming)

    def _chosen(
        self, means: Sequence[Style], starts: Sequence[Style], others: str
    ) -> tuple[tuple[RunResult, ...], int]:
        """What every run found, and which of them is the best, on deals that are for this alone."""
        sittings = [self._sitting(style, others) for style in means]
        sittings += [self._sitting(replace(start, name=self.start_name), others) for start in starts]
        won = [win_share(*table) for table in self.sittings.won_and_even("choose", sittings, self.confirming // 2)]
        after, before = won[: len(means)], won[len(means) :]
        runs = tuple(RunResult(start.name, *both) for start, *both in zip(starts, after, before, strict=True))
        return runs, max(range(len(runs)), key=lambda place: runs[place].won.share)

    def _confirmed(
        self,
        style: Style,
        space: Space,
        strong: Sequence[str],
        field: tuple[str, ...],
        runs: tuple[RunResult, ...],
        generations: int,
    ) -> Tuned:
        """The style on deals that nobody saw, beside its start and the ``strong`` styles, and what it does."""
        start, others = replace(space.start, name=self.start_name), drawing(field)
        sittings = [self._sitting(played, others) for played in (style, start)]
        now, before = self.sittings.won_and_even("confirm", sittings, self.confirming)
        known = [name for name in dict.fromkeys(strong) if name != space.start.name]
        seated = [self._known(name, others) for name in known]
        known_won = self.sittings.won_and_even("confirm", seated, self.confirming) if known else []
        rivals = list(dict.fromkeys([*field, *self.shipped]))
        tables = [self._sitting(style, rival) for rival in rivals]
        won = self.sittings.won_and_even("among", tables, self.confirming // 2)
        among = tuple(Among(rival, win_share(*table)) for rival, table in zip(rivals, won, strict=True))
        about = f"tuned from {space.start.name} against {' and '.join(field)}"
        tuned = Tuned(
            style=replace(style, about=about),
            start=space.start,
            field=field,
            won=win_share(*now),
            start_won=win_share(*before),
            gain=difference(now[0], before[0]),
            among=among,
            runs=runs,
            generations=generations,
            likes=self.asked.likes,
            rivals=tuple(
                Known(name, win_share(*table), difference(now[0], table[0]))
                for name, table in zip(known, known_won, strict=True)
            ),
        )
        if tuned.beats_start:  # else there is nothing to explain
            seen = habits(self.sittings, style, start, others, self.confirming // 2, self.copies)
            tuned = replace(tuned, habits=seen, changes=self._changes(style, space, others))
        if tuned.is_stronger:
            signs = exploits(self.sittings, style, start, others, tuned.habits, self.confirming // 4, self.copies)
            tuned = replace(tuned, exploits=signs)
        return replace(tuned, games=self.sittings.games)

    def _changes(self, style: Style, space: Space, others: str) -> tuple[Adjustment, ...]:
        """What every number that is not as in the start is worth: taken back, one at a time, on the same deals."""
        turned = space.changed(style)
        without = [with_number(style, direction, number(space.start, direction)) for direction in turned]
        sittings = [self._sitting(seated, others) for seated in (style, *without)]
        changed, *rest = self.sittings.won("changes", sittings, self.confirming // 2)
        changes = []
        for direction, won in zip(turned, rest, strict=True):
            worth = difference(changed, won)
            clear = worth.value > joint_z(len(turned)) * worth.se
            changes.append(
                Adjustment(direction, number(space.start, direction), number(style, direction), worth, clear)
            )
        return tuple(sorted(changes, key=lambda change: -change.worth.value))


def population(directions: int) -> int:
    """How many candidates a generation of the search has: as the strategy's author advises."""
    return 4 + int(3 * math.log(max(2, directions)))


def free_name(plan: Plan, name: str) -> str:
    """The name, or with a number behind it where a style has it."""
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(free for free in names if free not in plan.style_names)


def _style(plan: Plan, name: str) -> Style:
    return next(style for style in plan.styles if style.name == name)


def _usual(plan: Plan) -> str:
    """The style that others are measured by."""
    names = drawn_from(MIXED, plan.styles) or list(plan.style_names)
    return USUAL if USUAL in plan.style_names else names[0]
