"""`balance runs`: what has been played here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.app import app
from balance.cli.options import JsonOption

if TYPE_CHECKING:
    from balance.engine.runs.run import Run

MOST_NAMED = 20
"""Damaged parts of a run that are named on the terminal."""


@app.command()
def runs(
    verify: Annotated[bool, typer.Option("--verify", help="Verify every file; exit code 1 if one is damaged.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List the runs under runs/."""
    from balance.cli.console import print_json, say, show_table
    from balance.common.places import RUNS
    from balance.engine.runs.run import all_runs

    found = [described(run, verify) for run in all_runs(RUNS)]
    broken = any(one.get("damaged") for one in found)
    if as_json:
        print_json(found)
        raise typer.Exit(int(broken))
    if not found:
        say("No runs under runs/ yet. `balance simulate` plays one.")
        return
    columns = ("run", "games", "state", "players", "variant", "agents", "seed", "log")
    show_table("runs", columns, [cells(one) for one in found], right=("games", "players", "seed"))
    if verify:
        say_verdict(found)
    raise typer.Exit(int(broken))


def described(run: Run, verify: bool) -> dict[str, Any]:
    """What was asked for and how far it is; with ``verify`` also which of its files are damaged."""
    from balance.engine.runs.checksums import damaged, unrecorded
    from balance.engine.runs.run import is_locked

    manifest = run.manifest
    found = {
        "run": str(run.path),
        "game": manifest["game"],
        "games": manifest["games"],
        "games_done": run.games_done(),
        "state": "complete" if run.complete else "being played" if is_locked(run.path) else "unfinished",
        "complete": run.complete,
        "players": manifest["players"],
        "variant": manifest["variant"],
        "agents": manifest["agents"],
        "seed": manifest["seed"],
        "log": manifest["log"],
        "log_every": manifest.get("log_every", 1),
        "created": manifest["created"],
    }
    if verify:
        found["damaged"] = list(damaged(run, run.done_chunks()).values())
        found["unrecorded"] = unrecorded(run)
    return found


def cells(one: dict[str, Any]) -> tuple[Any, ...]:
    """The row of a run in the table."""
    from balance.engine.game.agents import lineup_text

    agents = one["agents"] if isinstance(one["agents"], str) else lineup_text(one["agents"])
    games = f"{one['games']:,}" if one["complete"] else f"{one['games_done']:,} of {one['games']:,}"
    log = one["log"] if one["log_every"] == 1 else f"{one['log']} (1 in {one['log_every']})"
    return one["run"], games, one["state"], one["players"], one["variant"], agents, one["seed"], log


def say_verdict(found: list[dict[str, Any]]) -> None:
    """What is damaged, and what nobody can tell."""
    from balance.cli.console import say

    for one in found:
        for what in one["damaged"][:MOST_NAMED]:
            say(f"{one['run']}: {what}")
        if len(one["damaged"]) > MOST_NAMED:
            say(f"{one['run']}: ... and {len(one['damaged']) - MOST_NAMED:,} more (--json names all)")
    old = [one for one in found if one["unrecorded"]]
    for one in old:
        parts = f"{one['unrecorded']:,} part{'' if one['unrecorded'] == 1 else 's'}"
        say(f"{one['run']}: written before checksums were recorded, so changes in {parts} go unnoticed")
    if not any(one["damaged"] for one in found):
        say("All other files are intact." if old else "All files are intact.")
