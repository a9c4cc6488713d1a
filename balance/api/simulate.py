"""Playing games into a run: what `balance simulate` and ``balance.simulate`` do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.analysis.stats import games_text
from balance.api.options import File, Words, listed, request, threads, whole_number
from balance.api.progress import ProgressWatcher
from balance.api.runs import Run
from balance.cards.check import CardTable
from balance.common.errors import InputError, Problem, plain
from balance.common.faults import GameFault
from balance.common.units import counted, duration, size
from balance.engine.game import Plan, find_game, loaded_games, others_go_on
from balance.engine.game.agents import among, who
from balance.engine.game.plan import make_plan
from balance.engine.playing.forecast import forecast
from balance.engine.playing.runner import compile_rules, default_out, remove_unbegun
from balance.engine.playing.runner import simulate as play_run
from balance.engine.runs import run as runs
from balance.engine.runs.run import MANIFEST, open_run
from balance.engine.runs.store import Place, place
from balance.engine.runs.stores import open_store
from balance.judging.until import Until, Wish, read_wishes

DEFAULT_GAMES = 100_000
MOST_UNTIL = 10_000_000
"""Games of a run with --until that is never sharp enough."""
MOST_NOTES = 3
"""Notes about a card table that are shown after every run."""


def simulate(
    game: str,
    *,
    games: int | None = None,
    until: Words | float = None,
    players: int | None = None,
    variant: str | None = None,
    set: Mapping[str, object] | None = None,
    agents: Words = None,
    decks: Words = None,
    fixed_seats: bool = False,
    seed: int = 1,
    cards: File = None,
    styles: File = None,
    workers: int | None = None,
    scheduler: str | None = None,
    log: str = "turns",
    log_every: int = 1,
    out: str | Path | None = None,
    quiet: bool = False,
) -> Run:
    """Play games of ``game`` with heuristic styles, every turn to Parquet; gives the finished run.

    The options are those of `balance simulate`, with the same words and defaults. ``games``: how many, default 100,000;
    with ``until`` how many at most. ``until``: until win rates are known to this precision ("0.3pp", or 0.003 as a
    share), or a list of "FIGURE=WIDTH". ``set``: settings of the rules, {"feast": True}. ``agents``: play styles, one
    per player, as "a,b" or ["a", "b"]. ``out``: folder or URL, default runs/<game>/<UTC time>; a run that was stopped
    is finished by the same call.

    Raises BalanceError: InputError for what cannot be played, RunError where the run cannot be written, Interrupted
    when it was stopped (what was played is kept).
    """
    executor, workers = who_plays(scheduler, workers)
    wishes = wished(until, [game])
    plan = planned(
        game,
        wishes,
        games=games,
        players=players,
        variant=variant,
        set=set,
        agents=agents,
        decks=decks,
        fixed_seats=fixed_seats,
        seed=seed,
        cards=cards,
        styles=styles,
        log=log,
        log_every=log_every,
    )
    return Run(play(plan, None if out is None else place(out), workers, quiet, wishes, executor).run)


def simulate_each(
    names: Sequence[str],
    *,
    until: Words = None,
    workers: int | None = None,
    scheduler: str | None = None,
    out: Place | None = None,
    quiet: bool = False,
    played: Callable[[Played], None],
    failed: Callable[[GameFault], object],
    **asked: Any,
) -> None:
    """Play these games one after the other.

    ``asked``: as of ``options.request``. ``out``: the run's folder; of several games the one with a folder for each.
    ``failed`` hears of mistakes in the code of a game, and the others are played.
    """
    executor, hands = who_plays(scheduler, workers)
    loaded = [game.id for game in loaded_games(names, failed)]
    wishes = wished(until, loaded) if loaded else ()
    plans = []
    for name in loaded:
        with others_go_on(failed):
            plans.append(planned(name, wishes, **asked))
    for plan in plans:
        folder = out if out is None or len(names) == 1 else out / plan.game.id
        with others_go_on(failed):
            played(play(plan, folder, hands, quiet, wishes, executor))


def who_plays(scheduler: str | None, workers: int | None) -> tuple[Any, int]:
    """(what makes those who play on a cluster, the threads of this machine). Raises InputError where both are named."""
    if scheduler is None:
        return None, threads(workers)
    if workers is not None:
        message = "--workers is for this machine, and --scheduler for others"
        raise InputError([Problem(message, allowed="one of the two")])
    from balance.engine.playing.cluster import cluster

    return cluster(scheduler), threads(None)


def wished(until: Words | float, games: Iterable[str]) -> tuple[Wish, ...]:
    """The wishes of ``until``, about figures of these games. Raises InputError."""
    said = [str(until)] if isinstance(until, int | float) else listed(until)
    known = {name: figure for each in games if said for name, figure in find_game(each).figures.items()}
    return read_wishes(said, known)


def planned(game: str, wishes: Sequence[Wish] = (), *, games: int | None = None, **asked: Any) -> Plan:
    """The plan of these games, checked. ``asked``: as of ``options.request``. Raises InputError."""
    most = games if games is not None else MOST_UNTIL if wishes else DEFAULT_GAMES
    return make_plan(request(game, games=whole_number("--games", most), **asked))


@dataclass(frozen=True)
class Played:
    """A finished run, and how it went."""

    run: runs.Run
    plan: Plan
    games: int
    """Played now."""
    seconds: float
    before: bool
    """It was complete before."""
    resumed: bool = False
    """Some of its games were there before."""
    missed: int | None = None
    """About how many games would be as sharp as wished; None: it is, or nobody wished anything."""

    @property
    def lines(self) -> list[str]:
        """How it went, in words."""
        name, path = self.plan.game.name, self.run.path
        if self.before:
            state = f"complete again after {self.games:,} games" if self.games else "already complete"
            return [f"{name}: this run is {state}: {path}"]
        speed = f"{self.games / max(self.seconds, 1e-9):,.0f} games/s"
        games = counted(self.games, "more game") if self.resumed else counted(self.run.manifest["games"], "game")
        lines = [f"{name}: {games} in {duration(self.seconds)} ({speed}): {path}"]
        if self.plan.lineup:  # of a short list, too, which is repeated
            lines.append(f"  {among(who(self.plan.lineup, self.plan.styles))}")
        if self.plan.card_table.rows:
            lines += [f"  cards: {self.plan.card_table.label}", *_odd(self.plan.card_table)]
        if self.missed is not None:
            state = f"not yet as sharp as --until asks; {games_text(self.missed)} would be"
            lines.append(f"{name}: {state} (--games says how many at most).")
        return lines


def _odd(table: CardTable) -> list[str]:
    """What may have been read otherwise than it was meant, a line each; of many the first."""
    lines = [f"  note: {notice}".replace("\n", "\n  ") for notice in table.notices[:MOST_NOTES]]
    more = len(table.notices) - MOST_NOTES
    return [*lines, f"  and {more:,} more: `balance cards check` lists them"] if more > 0 else lines


def play(
    plan: Plan,
    out: Place | None,
    workers: int,
    quiet: bool = False,
    wishes: Sequence[Wish] = (),
    executor: Callable[..., Any] | None = None,
) -> Played:
    """Play one plan to its end. Raises RunError and Interrupted as ``engine.playing.runner.simulate`` does."""
    watcher = ProgressWatcher(quiet)
    goal = None
    if wishes:
        compile_rules(plan, watcher)
        goal = Until(wishes, plan)
        watcher.most = goal.games()
    folder = out or default_out(plan, until=goal.words if goal else None)
    before = open_run(folder).complete if open_store(folder).exists(MANIFEST) else False
    if executor is None:
        watcher.foresee = lambda run: expected(run, plan, goal, workers)
    loop = f"No game is over yet. `balance doctor {plan.game.typed}` names the line of a loop that never ends."
    try:
        with watcher.wondering(loop) if plan.game.is_plain else nullcontext():
            run = play_run(plan, folder, workers, watcher, goal, executor)
    except GameFault as fault:
        if not plan.card_table.notices:
            raise
        reason = str(plan.card_table.notices[0]).partition("\n")[0]
        raise GameFault(f"{fault}\nPerhaps because of {reason}") from None
    finally:
        if out is None:
            remove_unbegun(folder)
    missed = None if goal is None or goal.fulfilled else goal.games()
    seconds = 0.0 if before else watcher.seconds
    return Played(run, plan, watcher.games, seconds, before, watcher.done > 0, missed)


def expected(run: runs.Run, plan: Plan, goal: Until | None, workers: int) -> str:
    """How many games will be played, how long it will take and how much room it needs; "" for a short run."""
    costs = forecast(plan)
    if costs is None:
        return ""
    done = run.games_done()
    games = max(0, min(plan.games, goal.games() if goal else plan.games) - done)
    room = costs.bytes(games)
    text = f"about {duration(costs.seconds(games, min(workers, os.cpu_count() or 1)))} and {size(room)} in {run.path}"
    lines = [f"{plan.game.name}: {'about ' if goal else ''}{games:,} games{' more' if done else ''}, {plain(text)}"]
    if isinstance(run.path, Path) and (free := free_room(run.path)) < room:
        lines.append(f"There are only {size(free)} free: make room, choose another --out, or take --log seats.")
    return "\n".join(lines)


def free_room(folder: Path) -> int:
    """Bytes that are free where ``folder`` is, or will be."""
    there = next(ancestor for ancestor in (folder.resolve(), *folder.resolve().parents) if ancestor.exists())
    return shutil.disk_usage(there).free
