"""`balance compare`: what an edit changes, game by game, or what differs between two runs."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli.app import app
from balance.cli.console import REPORTS, complete_games, complete_runs
from balance.cli.options import (
    CardsOption,
    JsonOption,
    PowerOption,
    QuietOption,
    SeedOption,
    StylesOption,
    WorkersOption,
    game_name,
    positive_number,
    threads,
    typed,
    whole_number,
)

MOST_GAMES = 200_000
OTHER_SIDE = ("--cards-b", "--against", "--set-b", "--variant-b", "--agents-b")
"""Options that make two sides of one game."""
PLAYED = (*OTHER_SIDE, "--cards", "--set", "--variant", "--agents", "--fixed-seats", "--players", "--styles")
"""Options that say what is played, beside seed and number of games."""


def complete_either(incomplete: str) -> list[str]:
    """Games and runs for shell completion."""
    return [*complete_games(incomplete), *complete_runs(incomplete)]


@app.command()
def compare(
    ctx: typer.Context,
    what: Annotated[
        list[str],
        typer.Argument(metavar="GAME | RUN_A RUN_B", help="A game, or two runs.", autocompletion=complete_either),
    ],
    cards: CardsOption = None,
    cards_b: Annotated[Path | None, typer.Option("--cards-b", metavar="FILE", help="The other card table.")] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="GIT_REV", help="Compare with cards.csv at this git revision."),
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change a setting on both sides; repeatable.")
    ] = None,
    settings_b: Annotated[
        list[str] | None,
        typer.Option("--set-b", metavar="KEY=VALUE", help="Change a setting on the other side; repeatable."),
    ] = None,
    variant: Annotated[str | None, typer.Option("--variant", metavar="NAME", help="Rules variant of both.")] = None,
    variant_b: Annotated[
        str | None, typer.Option("--variant-b", metavar="NAME", help="Rules variant of the other side.")
    ] = None,
    agents: Annotated[
        str | None, typer.Option("--agents", metavar="LIST", help="Styles of both, as in `balance simulate`.")
    ] = None,
    agents_b: Annotated[
        str | None, typer.Option("--agents-b", metavar="LIST", help="Styles of the other side.")
    ] = None,
    fixed_seats: Annotated[
        bool, typer.Option("--fixed-seats", help="Keep styles in the listed order instead of shuffling.")
    ] = False,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", metavar="P", parser=whole_number, help="Players; default: the usual number."),
    ] = None,
    styles: StylesOption = None,
    seed: SeedOption = 1,
    max_games: Annotated[
        int, typer.Option("--max-games", metavar="N", parser=whole_number, help="Play at most this many games of each.")
    ] = MOST_GAMES,
    max_time: Annotated[
        float | None,
        typer.Option("--max-time", metavar="SECONDS", parser=positive_number, help="Time limit (seconds)."),
    ] = None,
    fail: Annotated[bool, typer.Option("--fail-on-difference", help="Exit code 1 if something differs.")] = False,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the page.")] = REPORTS,
    no_report: Annotated[bool, typer.Option("--no-report", help="Write no page.")] = False,
    every: Annotated[bool, typer.Option("--all", help="List every change, not just the largest.")] = False,
    power: PowerOption = "quick",
    workers: WorkersOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Did my edit work? Compare two card tables, settings or runs.

    Both sides play the same games with the same luck, until every headline figure is decided: moved, or the same within
    its margin. First comes every edited card: its power before and after, and what the same players win. The page shows
    the rest.
    """
    from balance.cli.console import print_json, say
    from balance.cli.simulate import read_pairs
    from balance.engine.game.agents import among, who
    from balance.engine.game.plan import Request
    from balance.judging.compare import as_json as to_json
    from balance.judging.edited import as_json as cards_as_json
    from balance.report.comparison.opening import text

    given = typed(ctx)
    if len(what) == 1:
        game = game_name(what[0])
        asked = Request(
            game=game,
            games=max_games,
            players=players,
            variant=variant,
            settings=read_pairs(settings or []),
            agents=agents,
            fixed_seats=fixed_seats,
            seed=seed,
            cards=cards,
            styles=styles,
        )
        other = replace(
            asked,
            variant=variant_b or variant,
            settings=read_pairs(settings or []) | read_pairs(settings_b or []),
            agents=agents_b or agents,
            cards=cards_b or cards,
        )
        see_two_sides(game, given)
        outcome = compare_game(asked, other, against, max_time, threads(workers), quiet)
    else:
        outcome = compare_two(what, given, quiet)
    power = "off" if max_time else power
    judged = judge_cards(outcome, power, threads(workers), quiet)
    if as_json:
        print_json(to_json(outcome) | {"cards_edited": cards_as_json(judged)})
    else:
        say(text(outcome, judged, every), quiet)
        labels = dict.fromkeys(plan.card_table.label for plan in outcome.plans)
        say(f"cards: {' -> '.join(labels)}", quiet)
        played = dict.fromkeys(among(who(plan.lineup, plan.styles)) for plan in outcome.plans)
        say(f"verdicts hold {' -> '.join(played)}", quiet or not judged)
    if not no_report:
        told = write_page(outcome, judged, out, command_of(what, given, power, outcome))
        say(told, quiet or as_json)
    if outcome.stopped:
        raise typer.Exit(130)
    if fail and outcome.differs:
        raise typer.Exit(1)


def judge_cards(outcome, how: str, workers: int, quiet: bool):
    """What the edited cards are worth before and after, as ``--power`` asks; () where nothing can be said.

    Ctrl-C leaves it out: what was compared stands.
    """
    from balance.analysis.targets.read import margin_for
    from balance.cli.progress import ProgressWatcher
    from balance.common.errors import aside
    from balance.judging.edited import edited_cards

    if how == "off" or outcome.proved or outcome.stopped:
        return ()
    rules = outcome.plans[0].game.rules_version
    if any(run.manifest["rules_version"] != rules for run in outcome.runs or ()):
        aside(f"The runs are of other rules than version {rules}, which is played now: no power of edited cards.")
        return ()
    try:
        return edited_cards(outcome.plans, margin_for, how == "full", workers, ProgressWatcher(quiet))
    except KeyboardInterrupt:
        return ()


def write_page(outcome, judged, out: Path, command: str) -> str:
    """Write the page, and say where it is; or why there is none."""
    from balance.cli.console import pages_into
    from balance.report.comparison.page import write_comparison

    if outcome.proved:
        return "No report: no game was played."
    with pages_into(out):
        return f"Report: {write_comparison(outcome, out, command, judged)}"


def command_of(what: list[str], given: Mapping[str, Any], power: str, outcome) -> str:
    """The command that finds the same again, on any machine: as many games, whatever stopped it."""
    words = ["balance", "compare", *what]
    for name, value in given.items():
        if value is True and name in PLAYED:
            words.append(name)
        elif name in PLAYED:
            words += [word for one in (value if isinstance(value, list) else [value]) for word in (name, str(one))]
    words += [] if power == "quick" else ["--power", power]
    if len(what) == 1:
        early = outcome.stopped or "--max-time" in given
        games = outcome.games[0] if early else given.get("--max-games", MOST_GAMES)
        words += ["--seed", str(given["--seed"])] if given.get("--seed", 1) != 1 else []
        words += ["--max-games", str(games)] if games != MOST_GAMES else []
    return shlex.join(words)


def compare_two(what: list[str], given: Mapping[str, Any], quiet: bool):
    """The outcome for two runs on disk."""
    from balance.cli.find_run import find_run
    from balance.cli.progress import ProgressWatcher
    from balance.common.errors import InputError, Problem
    from balance.engine.runs.store import place
    from balance.judging.compare import compare_runs

    allowed = "GAME with --cards-b FILE or the like, or two runs"
    if len(what) > 2:
        raise InputError([Problem(says=f"cannot compare {len(what)} things", allowed=allowed)])
    stray = [name for name in given if name in PLAYED or name == "--max-time"]
    if stray:
        says = f"{stray[0]}: two runs are compared as they were played"
        raise InputError([Problem(says=says, allowed=f"{stray[0]} together with the name of a game")])
    before, after = (find_run(place(word)) for word in what)
    return compare_runs(before, after, ProgressWatcher(quiet))


def see_two_sides(game: str, given: Mapping[str, Any]) -> None:
    """Raises InputError where there is no such game, or nothing makes two sides of it."""
    from balance.common.errors import InputError, Problem, unknown
    from balance.engine.game import game_ids
    from balance.engine.runs.run import MANIFEST

    if game not in game_ids() and (Path(game) / MANIFEST).exists():
        raise InputError([Problem(says=f"{game} is a run: name the run to compare it with, too")])
    if game not in game_ids():
        raise unknown("game", game, game_ids())
    if not any(name in given for name in OTHER_SIDE):
        says = f"nothing to compare {game} with"
        raise InputError([Problem(says=says, allowed=f"one or more of {', '.join(OTHER_SIDE)}; or two runs")])
    if "--cards-b" in given and "--against" in given:
        raise InputError(
            [Problem(says="--cards-b and --against both name the other card table", allowed="one of them")]
        )


def compare_game(asked, other, against: str | None, max_time: float | None, workers: int, quiet: bool):
    """The outcome for a game played in two ways, as the two requests say.

    ``against``: the revision whose card table the first one has.
    """
    from balance.cli.progress import ProgressWatcher
    from balance.engine.game import find_game
    from balance.engine.game.plan import cards_for, check_number, committed_for, make_plan
    from balance.judging.compare import compare_plans

    check_number("--max-games", asked.games, 1, 10**9)
    # Before and after: a committed table is what was, the working copy what is; a second file is what may come.
    game = find_game(asked.game)
    old = committed_for(game, against, asked.cards) if against else cards_for(game, asked.cards)
    new = cards_for(game, other.cards or asked.cards)
    watcher = ProgressWatcher(quiet)

    def tell(outcome) -> None:
        needed = max((one.games_needed or 0 for one in outcome.differences), default=0)
        watcher.aim(min(asked.games, max(needed, outcome.pairs)))

    plans = make_plan(asked, old), make_plan(other, new)
    return compare_plans(*plans, workers, max_time or float("inf"), watcher, tell)
