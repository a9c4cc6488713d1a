"""Logged games, and stories that are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.analysis.database import Database
from balance.engine.game import Plan
from balance.engine.game.story import LoggedGame
from balance.engine.playing.runner import simulated
from balance.engine.runs.run import Run
from balance.judging.replay import load_story


def logged_games(plan: Plan) -> list[LoggedGame]:
    """All games of a small plan."""
    with simulated(plan) as run:
        with Database(run) as database:
            numbers = database.frame("SELECT game_no FROM games")["game_no"]
        return [load_story(run, game_no) for game_no in numbers]


def tell_game(run: Run, game_no: int) -> list[str]:
    """The story of a game, a line each, without chances. Raises InputError for a game the run does not have."""
    logged = load_story(run, game_no)
    return logged.plan.game.tell(logged)


def assert_told_as_kept(plan: Plan, game_no: int, file: Path) -> None:
    """A game is told as it is kept in ``file``.

    Where the rules or the words have changed, delete the file and run the test: it is written anew. Read it before it
    is kept.
    """
    with simulated(plan) as run:
        story = "\n".join(tell_game(run, game_no)) + "\n"
    assert_kept(story, file)


def assert_kept(text: str, file: Path) -> None:
    """The text is that of the ``file``; where there is none, it is written, and the test fails."""
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        pytest.fail(f"{file.name} was missing and has been written")
    assert text == file.read_text()
