"""`balance baseline`: play and store the reference figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from balance.cli.app import app
from balance.cli.options import (
    CardsOption,
    CheckedPowerOption,
    GamesArgument,
    QuietOption,
    WorkersOption,
    threads,
    whole_number,
)
from balance.common.places import BASELINES

FolderOption = Annotated[Path, typer.Option("--folder", metavar="DIR", help="Where the reference figures are kept.")]


@app.command()
def baseline(
    game: GamesArgument = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-n", metavar="N", parser=whole_number, help="Games to play; default: the game's own number."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", "-s", metavar="S", parser=whole_number, help="Same seed, same games; default: 1."),
    ] = None,
    cards: CardsOption = None,
    folder: FolderOption = BASELINES,
    power: CheckedPowerOption = "quick",
    update: Annotated[
        bool, typer.Option("--update", help="List changes first; same games and seed as before.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="List changes without storing them.")] = False,
    workers: WorkersOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play and store reference figures for `balance check`."""
    from balance.api.progress import ProgressWatcher
    from balance.cli.console import say
    from balance.engine.game import find_game, working_games
    from balance.judging.power_cache import power_of
    from balance.judging.reference import baseline_plan, cards_beside, make_baseline

    workers = threads(workers)
    names = list(dict.fromkeys(game or [one.id for one in working_games()]))
    tables = {name: cards_beside(folder, name, cards) for name in names}
    for name in names:
        file = folder / f"{find_game(name).id}.json"
        before, trouble = stored_figures(file) if update or dry_run else (None, "")
        as_stored = before or {"seed": 1, "games": None}
        plan = baseline_plan(
            name,
            tables[name],
            as_stored["seed"] if seed is None else seed,
            as_stored["games"] if games is None else games,
        )
        measured = power_of(plan, power, workers, ProgressWatcher(quiet))
        fresh = make_baseline(plan, workers, ProgressWatcher(quiet), measured)
        if update or dry_run:
            say("\n".join(told(before, trouble, fresh, plan)), quiet)
        if dry_run:
            say(f"{plan.game.name}: nothing stored (--dry-run)", quiet)
            continue
        store(file, fresh)
        say(f"{plan.game.name}: {len(fresh['figures'])} reference figures of {plan.games:,} games: {file}", quiet)
        say(f"  cards: {plan.card_table.label}", quiet)


def stored_figures(file: Path) -> tuple[dict[str, Any] | None, str]:
    """The reference figures in ``file``, or None and why there are none that can be used."""
    from balance.analysis.baseline_file import BaselineError, load_baseline

    try:
        return load_baseline(file), ""
    except BaselineError as error:
        return None, str(error).partition("\n")[0]


def store(file: Path, figures: dict[str, Any]) -> None:
    """Write reference figures. Raises InputError where that is impossible, or where nobody could read them again."""
    from balance.analysis.baseline_file import damage
    from balance.common.errors import InputError, Problem
    from balance.common.files import write_text

    if says := next(damage(figures), ""):
        raise InputError([Problem(f"the reference figures would be damaged: {says}", file=str(file))])
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    except OSError as error:
        raise InputError([Problem(says=f"cannot be written: {error.strerror}", file=str(file))]) from None


def told(before: dict[str, Any] | None, trouble: str, fresh: dict[str, Any], plan: Any) -> list[str]:
    """What the new figures change, in lines."""
    from balance.analysis.comparison import SAME
    from balance.judging.baseline_update import GONE, NEW, baseline_update
    from balance.report.checks.words import VERDICTS, sentence

    game = plan.game.id
    if before is None:
        return [f"{game}: {len(fresh['figures'])} new", f"  {trouble}"]
    found = baseline_update(before, fresh, plan)
    kinds = [(found.count(verdict), verdict) for verdict in (*VERDICTS, NEW, GONE)]
    lines = [f"{game}: " + ", ".join(f"{count} {verdict}" for count, verdict in kinds if count)]
    if found.others:
        lines.append(f"  these are figures of {', '.join(found.others)}")
    lines += [f"  card {line}" for line in found.cards]
    changed = [one for one in found.comparisons if one.verdict != SAME]
    changed.sort(key=lambda one: [verdict for _, verdict in kinds].index(one.verdict))
    return lines + [f"  {one.verdict}: {sentence(one)}" for one in changed]
