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
    from balance.engine.runs.run import runs_and_others

    readable, others = runs_and_others(RUNS)
    rows = [described(run, verify) for run in readable]
    broken = verify and bool(others or any(row["damaged"] for row in rows))
    if as_json:
        print_json([*rows, *({"run": path, "state": "damaged", "problem": why} for path, why in others.items())])
        raise typer.Exit(int(broken))
    if rows:
        show_table("runs", ("run", "games", "state", "how"), [cells(row) for row in rows], right=("games",))
    elif not others:
        say("No runs under runs/ yet. `balance simulate` plays one.")
    for why in others.values():
        say(why)
    if verify and rows:
        say_verdict(rows, damaged=bool(others))
    raise typer.Exit(int(broken))


def described(run: Run, verify: bool) -> dict[str, Any]:
    """What was asked for and how far it is; with ``verify`` also which of its files are damaged."""
    from balance.engine.runs.checksums import damaged, unrecorded
    from balance.engine.runs.run import is_locked

    manifest = run.manifest
    row = {
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
        row["damaged"] = list(damaged(run, run.done_chunks()).values())
        row["unrecorded"] = unrecorded(run)
    return row


def cells(row: dict[str, Any]) -> tuple[Any, ...]:
    """The row of a run in the table, with one cell for all that a narrow terminal may break."""
    from balance.common.units import counted
    from balance.engine.game.agents import lineup_text

    agents = row["agents"] if isinstance(row["agents"], str) else lineup_text(row["agents"])
    games = f"{row['games']:,}" if row["complete"] else f"{row['games_done']:,} of {row['games']:,}"
    how = [counted(row["players"], "player"), row["variant"], agents, f"seed {row['seed']}"]
    if row["log_every"] > 1:
        how.append(f"turns of 1 game in {row['log_every']}")
    elif row["log"] != "turns":
        how.append(f"{row['log']} only")
    return row["run"], games, row["state"], ", ".join(how)


def say_verdict(rows: list[dict[str, Any]], damaged: bool) -> None:
    """What is damaged, and what nobody can tell. ``damaged``: other runs are so that they cannot be opened."""
    from balance.cli.console import say
    from balance.common.units import counted

    for row in rows:
        for what in row["damaged"][:MOST_NAMED]:
            say(f"{row['run']}: {what}")
        if len(row["damaged"]) > MOST_NAMED:
            say(f"{row['run']}: ... and {len(row['damaged']) - MOST_NAMED:,} more (--json names all)")
    old = [row for row in rows if row["unrecorded"]]
    for row in old:
        parts = counted(row["unrecorded"], "part")
        say(f"{row['run']}: written before checksums were recorded, so changes in {parts} go unnoticed")
    if not any(row["damaged"] for row in rows):
        say("All other files are intact." if old or damaged else "All files are intact.")
