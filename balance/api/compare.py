"""What an edit changes, or what differs between two runs: what `balance compare` and ``balance.compare`` do."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from balance.analysis.targets.read import margin_for
from balance.api.defaults import COMPARED_GAMES, HOW
from balance.api.find_run import find_run
from balance.api.options import (
    File,
    Words,
    file,
    one_of,
    option,
    request,
    seconds,
    settings,
    threads,
    typed,
    whole_number,
    words,
)
from balance.api.progress import ProgressWatcher
from balance.api.runs import Run
from balance.api.shown import InWords
from balance.common.errors import InputError, Problem, aside, unknown
from balance.common.files import writing_into
from balance.common.places import REPORTS
from balance.engine.game import find_game, game_ids, game_name
from balance.engine.game.agents import among, who
from balance.engine.game.plan import Request, cards_for, check_number, committed_for, make_plan
from balance.engine.runs.run import MANIFEST
from balance.engine.runs.store import place
from balance.judging.compare import Outcome, compare_plans, compare_runs
from balance.judging.compare import as_json as outcome_as_json
from balance.judging.edited import EditedCard, edited_cards, not_judged
from balance.judging.edited import as_json as cards_as_json
from balance.report.comparison.opening import text
from balance.report.comparison.page import write_comparison
from balance.report.differences import figure_text

OTHER_SIDE = ("cards_b", "against", "set_b", "variant_b", "agents_b")
"""Options that make two sides of one game."""
BOTH_SIDES = ("cards", "set", "variant", "agents", "fixed_seats", "players", "styles")
"""Options that say what both sides play, beside seed and number of games."""
USUAL_SEED = ("seed", 1)
"""Given or not, it is the same."""


def compare(
    *what: str | Path | Run,
    cards: File = None,
    cards_b: File = None,
    against: str | None = None,
    set: Mapping[str, object] | None = None,
    set_b: Mapping[str, object] | None = None,
    variant: str | None = None,
    variant_b: str | None = None,
    agents: Words = None,
    agents_b: Words = None,
    fixed_seats: bool = False,
    players: int | None = None,
    styles: File = None,
    seed: int = 1,
    max_games: int | None = None,
    max_time: float | None = None,
    power: str = "quick",
    workers: int | None = None,
    quiet: bool = False,
) -> Comparison:
    """A game played in two ways (``compare("heroes", cards_b="mine.csv")``), or two runs, game by game.

    The options are those of `balance compare`. Both sides play the same games with the same luck until players, styles,
    length and the edited cards are decided. With ``max_games`` (of each side) or ``max_time`` (in seconds) they go on
    until every figure is, unedited cards too, or the limit is reached.

    Raises BalanceError: InputError for what cannot be, CompareError for runs that cannot be compared. Ctrl-C ends it
    with what was found so far (``stopped``).
    """
    names = [str(side.path) if isinstance(side, Run) else str(side) for side in what]
    most = None if max_games is None else whole_number("--max-games", max_games)
    given = {
        "cards": file(cards), "cards_b": file(cards_b), "against": against,
        "set": settings(set), "set_b": settings(set_b),
        "variant": variant, "variant_b": variant_b,
        "agents": words(agents), "agents_b": words(agents_b),
        "fixed_seats": fixed_seats, "players": players, "styles": file(styles), "seed": 1 if seed is None else seed,
        "max_games": most, "max_time": seconds("--max-time", max_time),
    }  # fmt: skip
    given = {name: value for name, value in given.items() if value is not None and value is not False and value != {}}
    if len(what) == 1:
        both = two_sides(game_name(names[0]), given)
        outcome = compare_sides(*both, given, threads(workers), quiet)
    else:
        outcome = compare_two(what, given, quiet)
    how = "off" if max_time else one_of("--power", power, HOW)
    judged = judge_cards(outcome, how, threads(workers), quiet)
    return Comparison(outcome, judged, command_of(names, given, how, outcome))


@dataclass(frozen=True, repr=False)
class Comparison(InWords):
    """What differs, by how much, with intervals; and what edited cards are worth before and after."""

    outcome: Outcome
    cards: Sequence[EditedCard]
    """The edited cards of both sides: their power before and after; none where nobody asked."""
    command: str
    """What finds the same again, on any machine."""

    @property
    def differs(self) -> bool:
        """Whether a figure moved, or only one side has it."""
        return self.outcome.differs

    @property
    def settled(self) -> bool:
        """Whether more games would tell little more about any figure that every game has."""
        return self.outcome.settled

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C ended it."""
        return self.outcome.stopped

    @property
    def figures(self) -> pl.DataFrame:
        """A row per figure: figure, subject, before, after, difference, low, high, margin, verdict, ...

        Shares: 0.01 is a point; null: not known; no rows: no game was played.
        """
        return pl.DataFrame([figure.as_json() for figure in self.outcome.differences], infer_schema_length=None)

    def as_json(self) -> dict[str, Any]:
        """What `balance compare --json` prints."""
        left_out = {"cards_not_judged": not_judged(self.outcome.plans, self.cards)}
        return outcome_as_json(self.outcome) | {"cards_edited": cards_as_json(self.cards)} | left_out

    def text(self, all: bool = False) -> str:
        """What `balance compare` prints; ``all``: every change, not just the largest."""
        labels = dict.fromkeys(plan.card_table.label for plan in self.outcome.plans)
        lines = [text(self.outcome, self.cards, all), f"cards: {' -> '.join(labels)}"]
        if self.cards or any(plan.lineup for plan in self.outcome.plans):
            played = dict.fromkeys(among(who(plan.lineup, plan.styles)) for plan in self.outcome.plans)
            lines.append(f"{'verdicts hold' if self.cards else 'played'} {' -> '.join(played)}")
        return "\n".join(lines)

    def report(self, out: str | Path = REPORTS, *, brief: bool = False) -> Path | None:
        """Write the page, or a page in brief, into the folder ``out``; None where no game was played.

        Raises InputError.
        """
        if self.outcome.proved:
            return None
        with writing_into(Path(out)):
            return write_comparison(self.outcome, Path(out), self.command, self.cards, in_brief=brief)

    def __str__(self) -> str:
        return self.text()


def judge_cards(outcome: Outcome, how: str, workers: int, quiet: bool) -> Sequence[EditedCard]:
    """What the edited cards are worth before and after, as ``--power`` asks; () where nothing can be said.

    Ctrl-C leaves it out: what was compared stands.
    """
    if how == "off" or outcome.proved or outcome.stopped:
        return ()
    game = outcome.plans[0].game
    if not all(run.has_rules_of(game) for run in outcome.runs or ()):
        now = f"version {game.rules_version}, which is played now"
        aside(f"The runs are of other rules than {now}: no power of edited cards.")
        return ()
    try:
        return edited_cards(outcome.plans, margin_for, how == "full", workers, ProgressWatcher(quiet))
    except KeyboardInterrupt:
        return ()


def command_of(what: Sequence[str], given: Mapping[str, Any], power: str, outcome: Outcome) -> str:
    """The command that finds the same again, on any machine: as many games, whatever stopped it."""
    command = ["balance", "compare", *what]
    for name in given:
        command += typed(name, given[name]) if name in OTHER_SIDE + BOTH_SIDES else []
    command += [] if power == "quick" else typed("power", power)
    if len(what) == 1:
        early = outcome.stopped or "max_time" in given
        games = outcome.games[0] if early else given.get("max_games")
        command += typed("seed", given["seed"]) if given["seed"] != 1 else []
        command += [] if games is None else typed("max_games", games)
    return shlex.join(command)


def compare_two(what: Sequence[str | Path | Run], given: Mapping[str, Any], quiet: bool) -> Outcome:
    """The outcome for two runs on disk."""
    allowed = "GAME with --cards-b FILE or the like, or two runs"
    if len(what) != 2:
        raise InputError([Problem(f"cannot compare {len(what)} things", allowed=allowed)])
    playing = (*OTHER_SIDE, *BOTH_SIDES, "seed", "max_games", "max_time")
    stray = [option(name) for name, value in given.items() if name in playing and (name, value) != USUAL_SEED]
    if stray:
        message = f"{stray[0]}: two runs are compared as they were played"
        raise InputError([Problem(message, allowed=f"{stray[0]} together with the name of a game")])
    before, after = (side.run if isinstance(side, Run) else find_run(place(side)) for side in what)
    return compare_runs(before, after, ProgressWatcher(quiet))


def two_sides(game: str, given: Mapping[str, Any]) -> tuple[Request, Request]:
    """What is asked for of each side. Raises InputError where there is no such game, or nothing makes two sides."""
    if game not in game_ids() and (Path(game) / MANIFEST).exists():
        raise InputError([Problem(f"{game} is a run: name the run to compare it with, too")])
    if game not in game_ids():
        raise unknown("game", game, game_ids())
    if not any(name in given for name in OTHER_SIDE):
        message, allowed = f"nothing to compare {game} with", ", ".join(map(option, OTHER_SIDE))
        raise InputError([Problem(message, allowed=f"one or more of {allowed}; or two runs")])
    if "cards_b" in given and "against" in given:
        message = "--cards-b and --against both name the other card table"
        raise InputError([Problem(message, allowed="one of them")])
    both = {name: given[name] for name in BOTH_SIDES if name in given}
    first = request(game, games=given.get("max_games", COMPARED_GAMES), seed=given["seed"], **both)
    other = replace(
        first,
        variant=given.get("variant_b") or first.variant,
        settings={**(first.settings or {}), **given.get("set_b", {})},
        agents=given.get("agents_b") or first.agents,
        cards=given.get("cards_b") or first.cards,
    )
    return first, other


def compare_sides(asked: Request, other: Request, given: Mapping[str, Any], workers: int, quiet: bool) -> Outcome:
    """The outcome for a game played in two ways, as the two requests say."""
    check_number("--max-games", asked.games, 1, 10**9)
    # Before and after: a committed table is what was, the working copy what is; a second file is what may come.
    game, against = find_game(asked.game), given.get("against")
    old = committed_for(game, against, asked.cards) if against else cards_for(game, asked.cards)
    new = cards_for(game, other.cards or asked.cards)
    watcher = ProgressWatcher(quiet)

    def aim_at(outcome: Outcome) -> None:
        left = sorted(outcome.pressing if quick else outcome.unsettled, key=lambda figure: figure.games_needed or 0)
        if left:
            watcher.aim(min(asked.games, max(left[-1].games_needed or 0, outcome.pairs)), figure_text(left[-1], plans))

    quick = not given.keys() & {"max_games", "max_time"}
    plans = make_plan(asked, old), make_plan(other, new)
    return compare_plans(*plans, workers, given.get("max_time", math.inf), watcher, aim_at, quick)
