"""How strong the styles of a game are: against one another, and against a player that looks ahead."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import permutations

import numpy as np
import polars as pl

from balance.analysis.ratings import Meeting, Rating, ratings
from balance.analysis.stats import joint_z, mean_interval, mean_stderr
from balance.common.errors import InputError, Problem, unknown
from balance.engine.game import Game, Plan
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.pool import Pool
from balance.engine.playing.runner import Watcher, compile_rules
from balance.judging.answers import NoParts, Parts, part_name
from balance.judging.look_ahead import LookAhead, play_ahead
from balance.judging.tournament import WinShare, one_among, play_tables, seat_styles, win_share

MEASURE = "greedy"
"""The style that every game keeps as it is, so that ratings can be compared over years."""
LONGEST_CYCLE = 4
AT_ONCE = 4
"""Games of the look-ahead player that are one task, and one part of what is kept."""


@dataclass(frozen=True)
class AskedStrength:
    """What is to be known."""

    games: int = 4_000
    """Of every pair of styles and either way round."""
    playouts: int = 256
    """Games that the look-ahead player plays for a decision; also half and a quarter of them, to see what they are
    worth."""
    options: int | None = None
    """Options that it thinks about, at most."""
    ahead: int = 48
    """Games that it plays against a style, with so many playouts."""
    base: str | None = None
    """The style by which it believes to play on; None: that of the others."""


@dataclass(frozen=True)
class Pair:
    """One player with a style among others who all have another."""

    style: str
    others: str
    won: WinShare
    others_won: WinShare
    """What one of the others wins."""

    def meeting(self, rivals: int) -> Meeting:
        """For ratings: games that nobody wins say nothing of who is stronger."""
        wins = (self.won.share + rivals * self.others_won.share) or 1.0
        return Meeting(self.style, self.others, rivals, self.won.share / wins, self.won.stderr / wins, self.won.cases)


@dataclass(frozen=True)
class Rung:
    """What the look-ahead player wins with so many playouts a decision."""

    playouts: int
    """0: it sees all that is hidden, and all luck to come."""
    won: WinShare
    by_case: tuple[float, ...]
    decisions: float
    """That it thought about, a game."""
    seconds: float
    """A decision took, beside what else the machine did."""


@dataclass(frozen=True)
class Yardstick:
    """A look-ahead player among players of one style."""

    against: str
    base: str
    rungs: tuple[Rung, ...]
    """By rising playouts; the last sees all."""

    @property
    def best(self) -> Rung:
        """With the most playouts, and no cheat."""
        return self.rungs[-2]

    @property
    def sees_all(self) -> Rung:
        """What is about the most there is to win: one choice at a time, in the one future that comes."""
        return self.rungs[-1]

    @property
    def rise(self) -> tuple[float, float, float]:
        """What twice the playouts add to its win share, in the same games, at the last step: value, low, high."""
        before, after = (np.array(rung.by_case) for rung in self.rungs[-3:-1])
        more, stderr = mean_stderr(after - before)
        return more, *mean_interval(more, stderr)

    @property
    def is_flat(self) -> bool:
        """Whether it is not known that more playouts help."""
        return self.rise[1] <= 0


@dataclass(frozen=True)
class Strength:
    """How strong the styles are at a table of so many players."""

    players: int
    pairs: tuple[Pair, ...]
    ratings: tuple[Rating, ...]
    """The strongest first."""
    yardsticks: tuple[Yardstick, ...]
    """Against the strongest style, and against the measure where that is another."""

    @property
    def neutral(self) -> float:
        """What a player won on average in the games of the ladder."""
        return float(np.mean([pair.won.even for pair in self.pairs]))

    @property
    def uncontested(self) -> str:
        """Why who wins says nothing of the styles, or ""."""
        if self.neutral == 0:
            return "nobody wins a game"
        alike = all(math.isclose(pair.won.share, pair.won.even) for pair in self.pairs)
        return "each player wins exactly what the others at the table win" if alike else ""

    @property
    def anchor(self) -> str:
        """The style whose rating is 1,000."""
        return anchor_of([pair.style for pair in self.pairs])

    @property
    def strongest(self) -> str:
        """The style of the highest rating."""
        return self.ratings[0].style

    @cached_property
    def by_styles(self) -> dict[tuple[str, str], Pair]:
        """The pairs by (the one, the others)."""
        return {(pair.style, pair.others): pair for pair in self.pairs}

    def side(self, style: str, others: str) -> int:
        """1: one player with the style clearly wins more than an even share among the others; -1: less; 0: unknown.

        All of these verdicts hold together in 95 of 100 ladders.
        """
        won = self.by_styles[style, others].won
        low, high = won.interval_at(joint_z(len(self.pairs)))
        return int(low > won.even) - int(high < won.even)

    def beats(self, style: str, other: str) -> bool:
        """Whether a style wins clearly more than its share among the other, and is not to be had by it itself."""
        return self.side(style, other) > 0 and self.side(other, style) < 0

    @cached_property
    def cycles(self) -> list[tuple[str, ...]]:
        """Styles of which each beats the next, and the last the first: the shortest there are."""
        names = [rating.style for rating in self.ratings]
        for length in range(3, LONGEST_CYCLE + 1):
            shortest = [
                some
                for some in permutations(names, length)
                if some[0] == min(some) and all(map(self.beats, some, (*some[1:], some[0])))
            ]
            if shortest:
                return shortest
        return []

    @property
    def invading(self) -> list[tuple[str, str]]:
        """Pairs of styles of which each wins more than its share where the others all play the other one."""
        return self._both(1)

    @property
    def defending(self) -> list[tuple[str, str]]:
        """Pairs of which each wins less: whatever most players do, it is best to do the same."""
        return self._both(-1)

    def _both(self, side: int) -> list[tuple[str, str]]:
        names = sorted(rating.style for rating in self.ratings)
        pairs = [(a, b) for a in names for b in names if a < b]
        return [(a, b) for a, b in pairs if self.side(a, b) == self.side(b, a) == side]


def strength(
    plan: Plan, asked: AskedStrength, workers: int = 1, watcher: Watcher | None = None, parts: Parts | None = None
) -> Strength:
    """Play the ladder and the yardstick at the tables of a plan. Same plan, same answer, but for the seconds.

    ``parts``: where what was played once is kept. Raises InputError as ``check_asked``.
    """
    watcher, parts = watcher or Watcher(), parts or NoParts()
    styles = check_asked(plan, asked)
    compile_rules(replace(plan, log="seats"), watcher)
    with Pool(partial(GameBatch, replace(plan, log="seats")), workers) as pool:
        pairs = _play_pairs(pool, plan, styles, asked.games, watcher, parts)
        meetings = [pair.meeting(plan.players - 1) for pair in pairs]
        rated = ratings(styles, meetings, anchor_of(styles))
        against = dict.fromkeys([rated[0].style, *([MEASURE] if MEASURE in styles else [])])
        ladder = Strength(plan.players, tuple(pairs), tuple(rated), ())
        if not asked.ahead:
            return ladder
        sticks = [_yardstick(pool, plan, style, asked, watcher, parts) for style in against]
    return replace(ladder, yardsticks=tuple(sticks))


def check_asked(plan: Plan, asked: AskedStrength, regret: int = 0) -> list[str]:
    """The styles that meet. ``regret``: games whose decisions shall be looked at.

    Raises InputError for one player alone, for a base style that there is not, for fewer than two styles, and for a
    game in which nobody can look ahead.
    """
    if plan.players < 2:
        raise InputError([Problem("styles are rated by what they win against others", allowed="--players 2 or more")])
    styles = styles_of_ladder(plan)
    if asked.base is not None and asked.base not in styles:
        raise unknown("play style", asked.base, styles)
    if (asked.ahead or regret) and (why := not_looked_ahead_in(plan.game)):
        raise InputError([Problem(why, allowed="--ahead 0 --regret 0, for the ladder alone")])
    if len(styles) < 2:
        raise InputError([Problem(f"a ladder of {len(styles)} style", allowed="two or more: --agents 'mixed(a,b)'")])
    return styles


def not_looked_ahead_in(game: Game) -> str:
    """Why nobody can look ahead in a game; "" where somebody can."""
    if game.wording is not None and not game.is_plain:
        return ""
    why = "plain Python is too slow for it" if game.is_plain else "its decisions are not listed"
    return f"{game.name} cannot be looked ahead in: {why}"


def anchor_of(styles: Sequence[str]) -> str:
    """The style by which these are measured: the usual one, or the first where that is not among them."""
    return MEASURE if MEASURE in styles else styles[0]


def styles_of_ladder(plan: Plan) -> list[str]:
    """The styles that meet: those of the line-up, or all but scripts and slow ones where every seat draws."""
    if plan.lineup:
        return list(dict.fromkeys(name for names in plan.seated for name in names))
    return [style.name for style in plan.styles if not style.script and not style.looks_ahead]


def _play_pairs(
    pool: Pool[GameBatch], plan: Plan, styles: Sequence[str], games: int, watcher: Watcher, parts: Parts
) -> list[Pair]:
    """Every style alone among every other."""
    pairs = list(permutations(styles, 2))
    count = plan.game.rounded_up(games, plan.settings)
    names = [part_name("pair", *pair, count) for pair in pairs]
    kept = {pair: part for pair, name in zip(pairs, names, strict=True) if (part := parts.load(name)) is not None}
    todo = [pair for pair in pairs if pair not in kept]
    plans = [replace(seat_styles(plan, one_among(plan, *pair)), games=count) for pair in todo]
    watcher.started(count * len(kept), count * len(pairs))
    try:
        for pair, wins in zip(todo, play_tables(pool, plans, watcher), strict=True):
            alone, others = (wins.by_style[:, plan.style_names.index(style)] for style in pair)
            kept[pair] = pl.DataFrame({"won": alone, "others": others, "even": wins.even})
            parts.store(names[pairs.index(pair)], kept[pair])
    finally:
        watcher.finished()
    return [_pair(*pair, kept[pair]) for pair in pairs]


def _pair(style: str, others: str, cases: pl.DataFrame) -> Pair:
    won, others_won, even = (cases[name].to_numpy() for name in ("won", "others", "even"))
    return Pair(style, others, win_share(won, even), win_share(others_won, even))


def _yardstick(
    pool: Pool[GameBatch], plan: Plan, against: str, asked: AskedStrength, watcher: Watcher, parts: Parts
) -> Yardstick:
    base = asked.base or against
    most = asked.playouts
    players = [LookAhead(playouts, asked.options) for playouts in (most // 4, most // 2, most)]
    players.append(LookAhead(0, asked.options, sees_all=True))
    plans = [
        replace(
            seat_styles(plan, [base if seat == mine else against for seat in range(plan.players)]), fixed_seats=True
        )
        for mine in range(plan.players)
    ]
    watcher.started(0, len(players) * asked.ahead)
    try:
        rungs = [_rung(pool, plans, player, asked.ahead, watcher, parts) for player in players]
    finally:
        watcher.finished()
    return Yardstick(against, base, tuple(rungs))


def _rung(
    pool: Pool[GameBatch], plans: Sequence[Plan], player: LookAhead, games: int, watcher: Watcher, parts: Parts
) -> Rung:
    """``plans``: by seat of the look-ahead player. Only the first game of every match: whether there is another hangs
    on it, and the games of a match are no cases of their own."""

    def play(batch: GameBatch, first: int) -> pl.DataFrame:
        numbers = range(first, min(games, first + AT_ONCE))
        base, against = plans[0].lineup[0], plans[0].lineup[-1]
        name = part_name("ahead", base, against, player.playouts, player.options, first, len(numbers))
        part = parts.load(name)
        if part is None:
            cases = [_play_ahead(batch, plans, number, player, pool.go_on) for number in numbers]
            part = pl.DataFrame(cases, orient="row")
            parts.store(name, part)
        watcher.played(part.height)
        return part

    games_ahead = pl.concat(pool.each(play, range(0, games, AT_ONCE)))
    won, even = (games_ahead[name].to_numpy() for name in ("won", "even"))
    decisions, seconds = float(games_ahead["decisions"].mean()), float(games_ahead["seconds"].sum())  # type: ignore[arg-type]
    return Rung(player.playouts, win_share(won, even), tuple(won), decisions, seconds / max(1.0, decisions * len(won)))


def _play_ahead(
    batch: GameBatch, plans: Sequence[Plan], number: int, player: LookAhead, before: Callable[[], None]
) -> dict[str, float]:
    """The first game of a match, in which the player looks ahead whose turn it is; ``before`` as of ``play_ahead``."""
    begun, seat = time.perf_counter(), number % len(plans)
    plan = plans[seat]
    game_no = number * plan.match_games
    batch.clear()
    batch.take(plan)
    made = play_ahead(batch, game_no, [seat], player, before)
    shares = batch.standing()["win_share"].to_numpy()
    batch.clear()
    thought = sum(decision.seat == seat and player.thinks_about(decision) for decision in made)
    return {
        "won": float(shares[seat]),
        "even": float(shares.mean()),
        "decisions": float(thought),
        "seconds": time.perf_counter() - begun,
    }
