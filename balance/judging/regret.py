"""Where better choices were to be had: what the best option of a decision wins more than the one that was chosen."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
import polars as pl

from balance.analysis.stats import mean_interval, mean_stderr
from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Wording
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.pool import Pool
from balance.engine.playing.runner import Watcher, compile_rules
from balance.engine.playing.what_if import play_scripted
from balance.judging.answers import NoParts, Parts, part_name
from balance.judging.look_ahead import LookAhead, Playouts
from balance.judging.trials import logged_cards

A_GAME = 8
"""Decisions that are looked at in a game, drawn from all that had different options."""
JUDGED_FROM = 1_000_000
"""The number of the first future by which a choice is judged: it was made in others."""
TOLD_FROM = 2_000_000
"""That of the first by which the worst are judged again: they were chosen for how they looked."""
WORST = 10


@dataclass(frozen=True)
class AskedRegret:
    """What is to be known."""

    games: int = 60
    playouts: int = 256
    """Games that are played to find the best option of a decision."""
    futures: int = 64
    """In which it is compared with the one that was chosen; the worst decisions in eight times as many."""


@dataclass(frozen=True)
class Regretted:
    """A decision, and what a look-ahead player would have chosen."""

    game_no: int
    number: int
    point: int
    seat: int
    agent: str
    chosen: int
    """Place of the option."""
    best: int
    chosen_card: str
    """Its id; "": it names no card. ``best_card`` likewise."""
    best_card: str
    more: float
    """Share of the win that the best option brings beyond the chosen one; 0 where they are the same."""
    stderr: float
    of: int
    """Decisions of that game that had different options."""

    @property
    def interval(self) -> tuple[float, float]:
        """95 %."""
        return mean_interval(self.more, self.stderr)


@dataclass(frozen=True)
class Lost:
    """What decisions of a kind cost, on average, with the interval of the mean, and how many were looked at."""

    cost: float
    """Share of the win that the best option brings beyond the chosen one, a decision."""
    low: float
    high: float
    better: float
    """In this share of them a look-ahead player chooses otherwise."""
    a_game: float
    """So many of them a player makes in a game."""
    looked_at: int

    @property
    def known(self) -> bool:
        """Whether there were games enough to say how sure that is."""
        return math.isfinite(self.high)


@dataclass(frozen=True)
class Regret:
    """Decisions of many games, and the worst of them."""

    plan: Plan
    decisions: tuple[Regretted, ...]
    worst: tuple[tuple[Regretted, Decision], ...]
    """The most costly first, judged by futures of their own; each with the decision as it was made."""

    @cached_property
    def wording(self) -> Wording:
        """What decisions are called."""
        return self.plan.wording()

    def by(self, group: Callable[[Regretted], str]) -> dict[str, Lost]:
        """What decisions cost by group; first the group that costs a player of a game most.

        The costs of a game's decisions do not add up to what better play would win: who chooses better once has less to
        win later.
        """
        groups: dict[str, list[Regretted]] = {}
        for decision in self.decisions:
            groups.setdefault(group(decision), []).append(decision)
        lost = {name: self._lost(own) for name, own in groups.items()}
        return dict(sorted(lost.items(), key=lambda item: -item[1].cost * item[1].a_game))

    @property
    def by_point(self) -> dict[str, Lost]:
        """By what was to be decided, in words."""
        return self.by(lambda decision: self.wording.points[decision.point])

    @property
    def by_style(self) -> dict[str, Lost]:
        """By the style of who decided, the most costly first."""
        return dict(sorted(self.by(lambda decision: decision.agent).items(), key=lambda item: -item[1].cost))

    @property
    def passed_over(self) -> Counter[str]:
        """By card: how often a look-ahead player would have chosen it, and it was not."""
        return Counter(
            decision.best_card for decision in self.decisions if decision.best != decision.chosen and decision.best_card
        )

    @cached_property
    def _looked_at(self) -> Counter[int]:
        """By game: how many decisions were looked at."""
        return Counter(decision.game_no for decision in self.decisions)

    def _lost(self, own: Sequence[Regretted]) -> Lost:
        """Every decision looked at stands for as many as its game has for each; a game with any is one case.

        One game alone does not tell how much games differ: the error is infinite.
        """
        weights = {decision: decision.of / self._looked_at[decision.game_no] for decision in own}
        total = sum(weights.values())
        cost = sum(decision.more * weight for decision, weight in weights.items()) / total
        errors = dict.fromkeys((decision.game_no for decision in own), 0.0)
        for decision, weight in weights.items():
            errors[decision.game_no] += weight * (decision.more - cost)
        stderr, cases = math.inf, len(errors)
        if cases > 1:  # of a ratio: Cochran 1977, 6.4
            stderr = math.sqrt(sum(error**2 for error in errors.values()) * cases / (cases - 1)) / total
        better = sum(weight for decision, weight in weights.items() if decision.best != decision.chosen) / total
        a_game = total / len(self._looked_at) / self.plan.players
        return Lost(cost, *mean_interval(cost, stderr), better, a_game, len(own))


def regret(
    plan: Plan, asked: AskedRegret, workers: int = 1, watcher: Watcher | None = None, parts: Parts | None = None
) -> Regret:
    """Look at some decisions of the first games of a plan. Same plan, same answer."""
    watcher, parts = watcher or Watcher(), parts or NoParts()
    plan = replace(plan, log="seats")
    compile_rules(plan, watcher)
    watcher.started(0, asked.games)

    def look(batch: GameBatch, game_no: int) -> pl.DataFrame:
        name = part_name("regret", asked.playouts, asked.futures, game_no)
        part = parts.load(name)
        if part is None:
            part = _frame(_decisions_of(batch, game_no, asked, pool.go_on))
            parts.store(name, part)
        watcher.played(1)
        return part

    def look_again(batch: GameBatch, regretted: Regretted) -> tuple[Regretted, Decision]:
        made = play_scripted(batch, regretted.game_no)[: regretted.number + 1]
        batch.clear()
        return _judged(batch, made, regretted, range(TOLD_FROM, TOLD_FROM + 8 * asked.futures)), made[-1]

    try:
        with Pool(partial(GameBatch, plan), workers) as pool:
            rows = pl.concat(pool.each(look, range(asked.games))).rows(named=True)
            decisions = tuple(Regretted(**row) for row in rows)
            costly = sorted(decisions, key=lambda decision: -decision.interval[0])[:WORST]
            worst = pool.map(look_again, [decision for decision in costly if decision.more > 0])
    finally:
        watcher.finished()
    return Regret(plan, decisions, tuple(sorted(worst, key=lambda judged: -judged[0].more)))


def _decisions_of(batch: GameBatch, game_no: int, asked: AskedRegret, before: Callable[[], None]) -> list[Regretted]:
    """Some decisions of a game, drawn by seed and number. ``before`` is called before each, as of ``play_ahead``."""
    batch.clear()
    made = play_scripted(batch, game_no)
    agents = batch.frame("seats")["agent"].to_list()
    batch.clear()
    all_cards = logged_cards(batch.plan)
    thought = [decision.number for decision in made if len(decision.different) > 1 and decision.weighed]
    draw = np.random.default_rng([batch.plan.seed, game_no])
    numbers = sorted(draw.choice(thought, min(A_GAME, len(thought)), replace=False).tolist())
    regretted = []
    for number in numbers:
        before()
        decision = made[number]
        best = LookAhead(asked.playouts).choose(batch, game_no, made[: number + 1])
        chosen_card, best_card = (
            all_cards[card] if card >= 0 else "" for card in (decision.chosen.card, decision.options[best].card)
        )
        entry = Regretted(
            game_no=game_no,
            number=number,
            point=decision.point,
            seat=decision.seat,
            agent=agents[decision.seat],
            chosen=decision.place,
            best=best,
            chosen_card=chosen_card,
            best_card=best_card,
            more=0.0,
            stderr=0.0,
            of=len(thought),
        )
        futures = range(JUDGED_FROM, JUDGED_FROM + asked.futures)
        regretted.append(entry if best == decision.place else _judged(batch, made[: number + 1], entry, futures))
    return regretted


def _judged(batch: GameBatch, made: Sequence[Decision], regretted: Regretted, futures: range) -> Regretted:
    """The decision with what the best option wins more in these futures."""
    played = Playouts(batch, regretted.game_no, made)
    played.play([regretted.best, regretted.chosen], futures)
    more, stderr = mean_stderr(played.won[regretted.best] - played.won[regretted.chosen])
    return replace(regretted, more=more, stderr=stderr)


def _frame(decisions: Iterable[Regretted]) -> pl.DataFrame:
    text, real = {"agent", "chosen_card", "best_card"}, {"more", "stderr"}
    types = {
        name: pl.String if name in text else pl.Float64 if name in real else pl.Int64
        for name in Regretted.__dataclass_fields__
    }
    return pl.DataFrame([vars(decision) for decision in decisions], types)
