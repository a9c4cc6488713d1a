"""Scenarios played twice: by the kernels as plain Python, and by a slow implementation that makes the same choices."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from balance.engine.game.game_file import GameFile
from balance.engine.game.scenario import Position, ScenarioFile, play_position, position_of, read_json
from balance.engine.game.story import LoggedGame
from balance.engine.playing.by_hand import Unmet
from balance.judging.saved_game import load
from balance.judging.scenarios import PlayedFile, check_expectations, play_file

Slow = Callable[[GameFile, PlayedFile], LoggedGame]
"""(file, its game as the kernels played it) -> what the slow implementation logs of it."""


def play_both(slow: Slow, files: Sequence[str] = ()) -> None:
    """Play every file (by default those of the command line): what it expects must come of both. Raises SystemExit."""

    def failure(path: Path) -> str:
        file = load(path)
        try:
            played = play_file(file, path)
            check_expectations(file.expect, played.rows)
            check_expectations(file.expect, slow(file, played))
        except Unmet as unmet:
            return str(unmet)
        return ""

    _report(failure, files)


def play_both_positions(slow: Callable[[ScenarioFile], Position], files: Sequence[str] = ()) -> None:
    """The same for positions, which say themselves what is chosen: no seat has to listen to another.

    ``slow``: the position on the table of the slow implementation.
    """

    def failure(path: Path) -> str:
        file = position_of(path, read_json(path))
        kernels = file.plan.game.scenario
        assert kernels is not None
        return play_position(kernels(file), file) or play_position(slow(file), file)

    _report(failure, files)


def _report(failure: Callable[[Path], str], files: Sequence[str]) -> None:
    failures = {path.stem: failure(path) for path in map(Path, files or sys.argv[1:])}
    wrong = [f"{name}: {why}" for name, why in failures.items() if why]
    if wrong:
        raise SystemExit("\n".join(wrong))
