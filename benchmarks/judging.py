"""How often a comparison cries wolf, and how often it finds what is there.

    python benchmarks/judging.py [GAME ...] [--comparisons 200] [--length 5000] [--pool 20000]

*False alarms*: comparisons of a game with itself. Every one plays games of its own, never seen before: both arms have
the same plan and other luck, are judged at every look as `balance compare` does, and anything ever called moved is a
false alarm.

*Power*: comparisons in which every figure of arm B has been moved by a known amount, LARGE_ENOUGH times its margin, up
or down. The cases are drawn from a pool of played games. Arm B has those of arm A but for one in LUCK, which has other
luck, so that pairs are as alike as an edit of one card leaves them. They go on until all is settled.

Printed, by game: comparisons with a false alarm, with Wilson's interval; the share of planted differences called
moved; the figures found least often; and the games that it took.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter as Tally
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import polars as pl

from balance.analysis.comparison import MOVED
from balance.analysis.paired import TOO_RARE, Difference, judge
from balance.analysis.stats import wilson
from balance.analysis.sums import Sums, figures_of, numbers_of
from balance.analysis.tally import Counter
from balance.engine.game import Plan, game_ids
from balance.engine.game.log import kept_tables
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.batches import games_of_a_batch, games_of_a_case
from balance.engine.playing.runner import GameBatch, Watcher, compile_rules

LARGE_ENOUGH = 1.25
"""A change of so many margins is promised to be found in nine of ten comparisons."""
LUCK = 20
MOST_GAMES = 200_000
THREADS = 2


class Arm:
    """One thread's place to play and count in."""

    def __init__(self, plan: Plan):
        self.case_games, self.batch = games_of_a_case(plan), games_of_a_batch(plan)
        self.player, self.counter = GameBatch(plan), Counter(plan)

    def rows(self, first: int, games: int):
        """(figure, subject, pair, x, m) of these games."""
        self.player.clear()
        self.player.play(first, games)
        tables = {name: self.player.frame(name) for name in kept_tables(self.player.plan.log)}
        return self.counter.rows(tables, first, self.case_games)

    def pool(self, games: int):
        """The same of many games, batch by batch."""
        parts = [
            self.rows(first, min(self.batch, games - first)).with_columns(pl.col("pair") + first // self.case_games)
            for first in range(0, games, self.batch)
        ]
        return pl.concat(parts)


# ---------------------------------------------------------------- false alarms


def false_alarms(plan: Plan, comparisons: int, games: int) -> list[set[str]]:
    """By comparison of the game with itself: the figures that were called moved at any look."""
    compile_rules(plan, Watcher())

    def work(thread: int) -> list[set[str]]:
        arms = Arm(plan), Arm(plan)
        return [_cries(arms, 2 * games * number, games) for number in range(thread, comparisons, THREADS)]

    with ThreadPoolExecutor(THREADS) as executor:
        return [cries for part in executor.map(work, range(THREADS)) for cries in part]


def _cries(arms: tuple[Arm, Arm], first: int, games: int) -> set[str]:
    case_games, batch = arms[0].case_games, arms[0].batch
    sums, cried, known = None, set(), arms[0].player.plan.game.figures
    for done in range(0, games, batch):
        rows = [arm.rows(first + part * games + done, batch) for part, arm in enumerate(arms)]
        batch_sums = Sums.of(rows, batch // case_games, case_games)
        sums = batch_sums if sums is None else sums + batch_sums
        cried |= {
            f"{difference.figure} {difference.subject}"
            for difference in judge(sums, known)
            if difference.verdict == MOVED
        }
    return cried


# ---------------------------------------------------------------- power


class Pool:
    """Played cases, and what they count of every figure."""

    def __init__(self, plan: Plan, games: int):
        arm = Arm(plan)
        self.case_games, self.batch, self.cases = arm.case_games, arm.batch, games // arm.case_games
        rows = arm.pool(self.cases * self.case_games)
        self.known = figures_of([rows])
        self.headlines = plan.game.figures
        self.games = np.full(self.cases, float(self.case_games))
        self.numbers = numbers_of(rows, self.known, self.games)
        itself = np.concatenate([self.numbers, self.numbers])
        differences = judge(self.sums(itself), self.headlines)
        self.margins = np.array([difference.margin for difference in differences])
        self.judged = {
            (difference.figure, difference.subject): difference.verdict != TOO_RARE for difference in differences
        }

    def sums(self, numbers: np.ndarray) -> Sums:
        """``numbers`` (4, cases, K) of both arms, added up."""
        games = np.full((2, numbers.shape[1]), float(self.case_games))
        return Sums.over(self.known, numbers, games, self.case_games)

    def batches(self, random: np.random.Generator, shift: np.ndarray) -> Iterator[Sums]:
        """Batches of a comparison in which every figure of arm B is ``shift`` more."""
        for _ in range(0, MOST_GAMES, self.batch):
            cases = random.integers(0, self.cases, self.batch // self.case_games)
            others = np.where(random.random(len(cases)) < 1 / LUCK, random.permutation(cases), cases)
            before, after = self.numbers[:, cases], self.numbers[:, others].copy()
            after[0] += shift * after[1]
            yield self.sums(np.concatenate([before, after]))


def found_differences(pool: Pool, comparisons: int) -> list[tuple[int, list[Difference]]]:
    """By comparison: the games it took, and all its figures, each moved by LARGE_ENOUGH margins."""

    def work(number: int) -> tuple[int, list[Difference]]:
        random = np.random.default_rng(number)
        shift = LARGE_ENOUGH * pool.margins * random.choice([-1.0, 1.0], len(pool.judged))
        sums, differences = None, []
        for batch in pool.batches(random, shift):
            sums = batch if sums is None else sums + batch
            differences = judge(sums, pool.headlines)
            if all(difference.settled for difference in differences):
                break
        return sums.pairs * sums.case_games, differences

    with ThreadPoolExecutor(THREADS) as executor:
        return list(executor.map(work, range(comparisons)))


# ---------------------------------------------------------------- what is printed


def tell_alarms(plan: Plan, comparisons: int, games: int) -> None:
    begun = time.perf_counter()
    cries = false_alarms(plan, comparisons, games)
    wolves = [cried for cried in cries if cried]
    low, high = wilson(len(wolves) / comparisons, comparisons)
    says = f"{len(wolves)} of {comparisons} comparisons with itself, {games:,} games in each arm, say that it moved"
    print(f"{plan.game.name}: {says} ({100 * low:.1f} to {100 * high:.1f} %), {time.perf_counter() - begun:.0f} s")
    for name in sorted(set().union(*wolves)):
        print(f"  {name}")


def tell_power(plan: Plan, comparisons: int, games: int) -> None:
    pool = Pool(plan, games)
    ends = found_differences(pool, comparisons)
    moved: Tally[str] = Tally()
    for _, differences in ends:
        moved.update(
            f"{difference.figure} {difference.subject}" for difference in differences if difference.verdict == MOVED
        )
    names = [f"{figure} {subject}" for (figure, subject), kept in pool.judged.items() if kept]
    shares = {name: moved[name] / comparisons for name in names}
    took = statistics.median(number for number, _ in ends)
    says = f"{100 * statistics.mean(shares.values()):.1f} % of the planted differences are found"
    print(f"{plan.game.name}: {says} ({len(names)} figures), {took:,.0f} games in each arm (median)")
    for name in sorted(names, key=lambda name: shares[name])[:3]:
        print(f"  {100 * shares[name]:.1f} % of those of {name}")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    words.add_argument("--comparisons", type=int, default=200)
    words.add_argument("--length", type=int, default=5000, help="games in each arm of one with itself; 0: none")
    words.add_argument("--pool", type=int, default=20_000, help="games that planted differences are drawn from")
    given = words.parse_args()
    for game in given.games or game_ids():
        plan = make_plan(Request(game=game, games=max(1, 2 * given.length * given.comparisons)))
        if given.length:
            tell_alarms(plan, given.comparisons, given.length)
        tell_power(replace(plan, games=given.pool), given.comparisons, given.pool)


if __name__ == "__main__":
    main()
