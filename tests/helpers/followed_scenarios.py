"""Scenarios played twice: by the kernels as plain Python, and by a slow implementation that makes the same choices."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from balance.engine.game.game_file import GameFile
from balance.engine.game.story import LoggedGame
from balance.engine.playing.by_hand import Unmet
from balance.judging.saved_game import load
from balance.judging.scenarios import PlayedFile, check_expectations, play_file

Slow = Callable[[GameFile, PlayedFile], LoggedGame]
"""(file, its game as the kernels played it) -> what the slow implementation logs of it."""


def play_both(slow: Slow, files: Sequence[str] = ()) -> None:
    """Play every file (by default those of the command line): what it expects must come of both. Raises SystemExit."""
    wrong = []
    for path in map(Path, files or sys.argv[1:]):
        file = load(path)
        try:
            played = play_file(file, path)
            check_expectations(file.expect, played.rows)
            check_expectations(file.expect, slow(file, played))
        except Unmet as failure:
            wrong.append(f"{path.stem}: {failure}")
    if wrong:
        raise SystemExit("\n".join(wrong))
