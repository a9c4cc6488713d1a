"""Side plays for questions that one run cannot answer: other payoffs, other player counts, other rules.

All arms play on the seed of the run they stand beside, so that they differ by what was changed and as
little else as possible.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import polars as pl

from balance.common.errors import InputError
from balance.engine.game import Plan
from balance.engine.game.agents import for_seats, read_lineup
from balance.engine.game.plan import with_cards
from balance.engine.game.questions import Arm, Experiment
from balance.engine.game.settings import read_settings, settings_at
from balance.engine.game.styles import styles_at
from balance.engine.playing.runner import Watcher, compile_rules
from balance.engine.playing.threads import PLAYING
from balance.judging.answers import NoParts, Parts, part_name
from balance.judging.results_of import results_of

RUN_TO_ARM = 4
"""A run has at least so many times the games of an arm: a first look at few games does not wait for many beside it."""


def play_experiments(
    plan: Plan,
    experiments: Sequence[Experiment],
    games: int | None = None,
    on_stage: Callable[[str], None] = lambda _: None,
    workers: int | None = None,
    parts: Parts | None = None,
) -> pl.DataFrame:
    """The headline figures of every arm: (experiment, arm, place, players, figure, subject, value, low, high, n).

    Every arm plays ``games`` games, by default ``games_of_an_arm``; arms that play the same are played once.
    ``workers``: arms that are played at a time, by default one per processor. ``parts``: where arms are kept.
    """
    count, kept = games or games_of_an_arm(plan), parts or NoParts()
    arms = [(experiment, place, arm) for experiment in experiments for place, arm in enumerate(experiment.arms)]
    if not arms:
        return pl.DataFrame()
    compile_rules(plan, Watcher())
    pool = ThreadPoolExecutor(workers or os.cpu_count(), PLAYING)
    begun: dict[str, Future[pl.DataFrame]] = {}
    coming = []
    try:
        for experiment, place, arm in arms:
            other = allowed_change(plan, arm, count)
            if other is not None:
                part = part_name("arm", other.identity())
                if part not in begun:
                    name = f"{experiment.name}, {arm.name}"
                    begun[part] = pool.submit(_figures_of, other, name, part, kept, on_stage)
                labels = {"experiment": experiment.name, "arm": arm.name, "place": place, "players": other.players}
                coming.append((labels, begun[part]))
        frames = [figures.result().select(*as_columns(labels), pl.all()) for labels, figures in coming]
    except BaseException:  # after Ctrl-C nobody waits for the arms in play
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
    return pl.concat(frames) if frames else pl.DataFrame()


def _figures_of(plan: Plan, name: str, part: str, kept: Parts, on_stage: Callable[[str], None]) -> pl.DataFrame:
    """The headline figures of an arm, as they are kept, else from its games."""
    figures = kept.load(part)
    if figures is None:
        on_stage(f"playing the experiments: {name}")
        with results_of(plan) as results:
            figures = results.figures()
        kept.store(part, figures)
    return figures


def games_of_an_arm(plan: Plan) -> int:
    """How many games every arm plays beside a run: as many as the game says, and fewer where the run is short."""
    return min(plan.game.arm_games, -(-plan.games // RUN_TO_ARM))


def as_columns(labels: Mapping[str, Any]) -> list[pl.Expr]:
    """A column of each label, the same in every row."""
    return [pl.lit(value).alias(name) for name, value in labels.items()]


def allowed_change(plan: Plan, arm: Arm, games: int) -> Plan | None:
    """The plan of an arm; None where this card table does not allow it (no such card, not so many score cards)."""
    try:
        other = change(plan, arm, games)
        other.table()
    except InputError:
        return None
    return other


def change(plan: Plan, arm: Arm, games: int) -> Plan:
    """The plan of an arm: ``plan`` with the arm's changes, without turns."""
    game = plan.game
    edited = with_cards(plan, plan.card_table.with_cells(arm.cells)) if arm.cells else plan
    players = arm.players or plan.players
    settings = settings_at(players, game.settings, plan.settings) | read_settings_of(plan, arm)
    lineup = read_lineup(",".join(arm.agents), plan.styles, players) if arm.agents else ()
    if not arm.agents and plan.lineup:
        lineup = for_seats(plan.lineup, players)
    return replace(
        edited,
        players=players,
        styles=styles_at(players, plan.styles),
        variant=arm.variant or plan.variant,
        settings=settings,
        lineup=lineup,
        fixed_seats=plan.fixed_seats and not arm.agents,
        games=game.rounded_up(games, settings),
        log="seats",
        log_every=1,
    )


def read_settings_of(plan: Plan, arm: Arm) -> dict:
    """The settings an arm changes, read like those of the command line."""
    given = read_settings(plan.game.settings, arm.settings)
    return {name: given[name] for name in arm.settings}
