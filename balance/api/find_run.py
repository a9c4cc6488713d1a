"""Which run a RUN on the command line is: a folder or URL, `latest`, or a game."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from balance.common.places import RUNS

if TYPE_CHECKING:
    from balance.engine.runs.run import Run
    from balance.engine.runs.store import Place

LATEST = "latest"
ALIKE = 0.75
"""So alike (``difflib``) is a game's name to what was typed in its place; other folders may be called anything."""


def find_run(where: Place) -> Run:
    """The run in a folder or store; where there is none, `latest` and a game's id or file are the newest finished run.

    Raises RunError or InputError where there is no such run.
    """
    from balance.common.errors import InputError, Problem, quoted
    from balance.engine.game import find_game, game_ids, game_name
    from balance.engine.runs.run import MANIFEST, RunError, all_runs, open_run
    from balance.engine.runs.stores import open_store

    word = game_name(str(where))
    named = word == LATEST or word in game_ids()
    if not named and word == Path(word).name:  # a game of one's own
        named = (RUNS / word).is_dir() or word in newest(all_runs(RUNS))
    if not named or open_store(where).exists(MANIFEST):
        try:
            return open_run(where)
        except RunError as error:
            meant = get_close_matches(word, [*game_ids(), LATEST], n=1, cutoff=ALIKE)
            if named or not meant:
                raise
            raise RunError(f"{error}\n  did you mean {quoted(meant[0])}?") from None
    runs = newest(all_runs(RUNS))
    if word == LATEST and runs:
        return max(runs.values(), key=lambda run: str(run.manifest["created"]))
    if word in runs:
        return runs[word]
    of, game = ("", "") if word == LATEST else (f" of {word}", f" {word}")
    game = f" {find_game(word).typed}" if word in game_ids() else game
    message = f"there is no finished run{of} under {RUNS}/: play one with `balance simulate{game}`"
    raise InputError([Problem(message)])


def newest(runs: list[Run]) -> dict[str, Run]:
    """The newest finished run of every game, from runs with the oldest first."""
    return {run.manifest["game"]: run for run in runs if run.complete}
