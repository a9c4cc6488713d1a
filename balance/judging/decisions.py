"""The decisions of a logged game, and what would have come of others: the game is played again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from balance.analysis.stats import joint_z, mean_interval, mean_stderr, share_interval
from balance.common.errors import InputError, Problem
from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Wording
from balance.engine.game.styles import Style
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.runner import Watcher, compile_rules
from balance.engine.playing.what_if import play_on, play_scripted, weigh_again
from balance.engine.runs.run import Run
from balance.judging.replay import check_same, load_game, told_game

Interval = tuple[float, float]

NEXT_TO_NOTHING = 0.005
"""What a weight brings less than this is not worth a word."""
AT_ONCE = 50
"""Futures of every option that are played between two looks at the clock."""


@dataclass(frozen=True)
class DecidedGame:
    """A game with its decisions."""

    plan: Plan
    game_no: int
    agents: tuple[str, ...]
    """By seat: its style."""
    decisions: Sequence[Decision]
    seats: tuple[Mapping[str, Any], ...]
    """By seat: its row of the log."""

    @cached_property
    def wording(self) -> Wording:
        """What its decisions are called."""
        return self.plan.wording()


@dataclass(frozen=True)
class OptionValue:
    """What came of an option over many futures, for the seat that decides. All intervals: 95 %."""

    place: int
    """Of the option."""
    win: float
    """Share of the win."""
    win_interval: Interval
    score: float
    more: float
    """Share of the win beyond that of the option that was chosen, in the same futures."""
    more_interval: Interval
    """Those of all options hold together."""


def decisions_of(run: Run, game_no: int, watcher: Watcher | None = None) -> DecidedGame:
    """All decisions of a game of a run.

    Raises InputError for a game the run does not have, and where it cannot be played again as it was.
    """
    logged = load_game(run, game_no)
    plan = replace(logged.plan, log="turns", log_every=1)
    game = plan.game
    if game.wording is None:
        raise InputError([Problem(f"the decisions of {game.name} are not listed yet", allowed="a run of another game")])
    if not run.has_rules_of(game):
        message = f"the rules of {game.name} have changed since this run: its games cannot be played again"
        raise InputError([Problem(message, file=str(run.path))])
    compile_rules(plan, watcher or Watcher())
    batch = GameBatch(plan)
    decisions = play_scripted(batch, game_no)
    check_same(run, logged, told_game(batch))
    agents = tuple(row["agent"] for row in logged.seats)
    return DecidedGame(plan, game_no, agents, decisions, tuple(logged.seats))


@dataclass(frozen=True)
class Reasons:
    """What the weights of the styles bring to the options of a game's decisions."""

    features: tuple[str, ...]
    first: np.ndarray
    """By decision: where its options begin."""
    brought: np.ndarray
    """By feature and option: what the weight brings, the mean of what goes without it and of what it brings alone; NaN
    where nobody knows, for without it the game would offer other things by then.

    So two weights that bring something only together, such as a price and the share of it that counts, have half of it
    each, and all add up to the option's worth: Shapley values (1953) where no three depend on each other. Knobs that
    override weights come first, and bring what goes without them: of an option that one of these puts before others,
    the weights would else bring what the others are worth.
    """

    def of(self, decision: Decision, place: int) -> list[tuple[str, float]]:
        """What the weights bring to an option, those first that bring or take most; none where they do not say."""
        worths = sorted(option.worth for option in decision.options if option.worth is not None)
        if not worths or (worths[-1] == 1 and not any(worths[:-1])):  # the style just says what it wants
            return []
        brought = self.brought[:, self.first[decision.number] + place]
        order = np.argsort(-np.abs(brought), kind="stable")
        return [(self.features[i], float(brought[i])) for i in order if abs(brought[i]) > NEXT_TO_NOTHING]


def reasons_of(decided: DecidedGame) -> Reasons:
    """Why the styles wanted what they wanted: all is weighed again without each of their weights, and with it alone."""
    plan, made, game = decided.plan, decided.decisions, decided.plan.game
    idle = {feature.name: feature.idle for feature in game.features(plan.cards)}
    idle |= {knob.name: knob.default if knob.idle is None else knob.idle for knob in game.knobs}
    styles = [style for style in plan.styles if style.name in decided.agents]
    features = [name for name in idle if any(_has(style).get(name, idle[name]) != idle[name] for style in styles)]
    overriding = [knob.name for knob in game.knobs if knob.overrides and knob.name in features]
    others = [name for name in features if name not in overriding]
    batch = GameBatch(plan)
    before = weigh_again(batch, decided.game_no, made)

    def worth(*kept: str) -> np.ndarray:
        """Of every option, to styles that care for these features and no others; NaN from where they are offered other
        things."""
        again = weigh_again(batch, decided.game_no, made, [_caring_for(style, kept, idle) for style in plan.styles])
        known, worths = before.alike(again), np.full(len(before.worth), np.nan)
        worths[:known] = again.worth[:known]
        return worths

    everything, nothing = before.worth, worth()
    brought = np.zeros((len(features), len(nothing)))
    with np.errstate(invalid="ignore"):  # what is never done stays infinitely bad without any of them
        for i in range(len(overriding)):
            without = worth(*overriding[i + 1 :], *others)
            brought[i] = everything - without
            everything = np.where(np.isnan(without), everything, without)
        for i, name in enumerate(others, len(overriding)):
            without, alone = worth(*(other for other in others if other != name)), worth(name)
            brought[i] = (everything - without + alone - nothing) / 2
    return Reasons((*overriding, *others), before.first_options, brought)


def _has(style: Style) -> dict[str, float]:
    """The weights and knobs of a style."""
    return {**style.weights, **style.knobs}


def _caring_for(style: Style, kept: Collection[str], idle: Mapping[str, float]) -> Style:
    """The style as it were with these weights and knobs and no others of its own."""
    weights, knobs = (
        {name: value if name in kept else idle.get(name, 0.0) for name, value in those.items()}
        for those in (style.weights, style.knobs)
    )
    return replace(style, weights=weights, knobs=knobs)


def what_if(
    decided: DecidedGame, number: int, futures: int, progress: Callable[[int, int], None] | None = None
) -> list[OptionValue]:
    """What comes of every option of a decision, over so many futures; the best first.

    What the seat cannot know is redealt in every future; after the option all play on by their styles. Options meet
    the same futures. ``progress``: hears how many games are played, of how many. Raises InputError for a decision
    that there is not.
    """
    game = decided.plan.game
    if game.closed:
        raise InputError([Problem(f"{game.name} cannot be played on from a decision: {game.closed}")])
    if not 0 <= number < len(decided.decisions):
        allowed = f"0 to {len(decided.decisions) - 1}"
        raise InputError([Problem(f"game {decided.game_no} has no decision {number}", allowed=allowed)])
    batch = GameBatch(replace(decided.plan, log="seats"))
    made = decided.decisions[: number + 1]
    places, seat = made[-1].different, made[-1].seat
    won, scored = np.empty((len(places), futures)), np.empty((len(places), futures))
    for first in range(0, futures, AT_ONCE):
        some = range(first, min(first + AT_ONCE, futures))
        each = [place for place in places for _ in some]
        shares, scores = play_on(batch, decided.game_no, made, each, [1 + future for future in some] * len(places))
        won[:, some.start : some.stop] = shares[:, seat].reshape(len(places), len(some))
        scored[:, some.start : some.stop] = scores[:, seat].reshape(len(places), len(some))
        if progress is not None:
            progress(len(places) * some.stop, len(places) * futures)
    chosen = won[places.index(made[-1].place)]
    z = joint_z(max(1, len(places) - 1))
    outcomes = [_outcome(place, won[i], scored[i], won[i] - chosen, z) for i, place in enumerate(places)]
    return sorted(outcomes, key=lambda outcome: (-outcome.win, -outcome.score))


def _outcome(place: int, won: np.ndarray, scored: np.ndarray, more: np.ndarray, z: float) -> OptionValue:
    win, win_stderr = mean_stderr(won)
    difference, stderr = mean_stderr(more)
    return OptionValue(
        place,
        win,
        share_interval(win, win_stderr, len(won)),
        float(scored.mean()),
        difference,
        mean_interval(difference, stderr, z),
    )
