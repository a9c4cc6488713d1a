"""A game that a person plays, as a file: what was asked for, and every choice made so far.

It is a scenario like any other (`balance scenario`): in the person's seat her adviser plays on where the script ends.
"""

from __future__ import annotations

from pathlib import Path

from balance.common.errors import InputError, Problem
from balance.engine.game import Plan
from balance.engine.game.game_file import GameFile
from balance.engine.game.read_game_file import check_names, plan_of, read_game_file
from balance.engine.game.scenario import game_of_file, read_json


def load(path: Path) -> GameFile:
    """Read the game. Raises InputError, which names what is wrong in the file."""
    data = read_json(path)
    return read_game_file(path, data, game_of_file(path, data))


def plan_to_play(file: GameFile, path: Path) -> Plan:
    """The plan of a game with a person in one seat.

    Raises InputError for what cannot be, and where the rules have changed since the game was begun.
    """
    if file.script and file.of_other_rules():
        says = "the rules have changed since this game was begun"
        raise InputError([Problem(says, file=str(path), allowed="a new game")])
    if len(file.persons) != 1:
        says = f"{len(file.persons)} persons sit at the table"
        raise InputError([Problem(says, file=str(path), allowed='one player with "person": true')])
    plan = plan_of(file, path)
    if plan.game.look is None or plan.game.wording is None:
        raise InputError([Problem(f"nobody can sit down at {plan.game.name} yet", allowed="another game")])
    check_names(file, plan, path)
    return plan
