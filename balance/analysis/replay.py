"""One game of a run, told in plain words and drawn."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from balance.analysis.database import Database
from balance.engine.errors import InputError, Problem
from balance.engine.log import TABLES
from balance.engine.run import Run
from balance.engine.runner import play_in_memory
from balance.engine.story import LoggedGame


def tell_game(run: Run, game_no: int) -> list[str]:
    """The story of game ``game_no``, a line each. Raises InputError for a game the run does not have.

    Where the run kept no turns, the game is played again: the same number gives the same game.
    """
    logged = load_game(run, game_no)
    return logged.plan.game.tell(logged)


def draw_game(run: Run, game_no: int) -> str:
    """The final position of game ``game_no`` as an SVG document, from the same rows as its story.

    Raises InputError for a game the run does not have, and where the game has no picture.
    """
    logged = load_game(run, game_no)
    if logged.plan.game.picture is None:
        raise InputError([Problem(says=f"{logged.plan.game.name} has no picture")])
    return logged.plan.game.picture(logged)


def load_game(run: Run, game_no: int) -> LoggedGame:
    """All rows of one game. Raises InputError for a game the run does not have."""
    games = int(run.manifest["games"])
    if not 0 <= game_no < games:
        raise InputError([Problem(says=f"there is no game {game_no}", allowed=f"0 to {games - 1}")])
    chunk = game_no // run.games_per_part
    if chunk not in run.done_chunks():
        raise InputError([Problem(says=f"game {game_no} is not on disk yet: the run is unfinished")])
    with Database(run, chunks=[chunk]) as database:
        if len(run.tables()) < len(TABLES):
            database.show_frames(_played_again(database, game_no))
        rows = {name: database.frame(f"SELECT * FROM {name} WHERE game_no = {game_no}").to_dicts() for name in TABLES}
    return LoggedGame(database.plan, rows["games"][0], rows["seats"], rows["turns"], rows["cards"])


def _played_again(database: Database, game_no: int) -> dict[str, pl.DataFrame]:
    game = database.plan.game
    if database.run.manifest["rules_version"] != game.rules_version:
        says = f"the run kept no turns, and the rules of {game.name} have changed since it was played"
        raise InputError([Problem(says=says, file=str(database.run.path))])
    return play_in_memory(replace(database.plan, log="turns"), game_no, 1)
