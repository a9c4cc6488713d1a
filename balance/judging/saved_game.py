"""A game that a person plays, as a file: what was asked for, and every choice made so far.

It is a scenario like any other (`balance scenario`): in the person's seat her adviser plays on where the script ends.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from balance.common.errors import InputError, Problem
from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Force, Wording
from balance.engine.game.game_file import GameFile, find_option
from balance.engine.game.installed import ENDING, game_ids
from balance.engine.game.read_game_file import check_names, plan_of, read_game_file
from balance.engine.game.scenario import game_of_file, read_json
from balance.engine.playing.game_batch import GameBatch, ScriptError
from balance.engine.playing.what_if import play_scripted


def is_saved_game(word: str) -> bool:
    """Whether a word on the command line means the file of a game that was begun, and not a game itself."""
    return not is_game(word) and (word.endswith(".json") or Path(word).is_file())


def is_game(word: str) -> bool:
    """Whether a word on the command line means a game: its id, or the file in which its rules stand."""
    return word.endswith(ENDING) or word in game_ids()


def how_to_play_on(path: Path) -> str:
    """The command that goes on with the game in a file, as a shell reads it."""
    return f"balance play {shlex.quote(str(path))}"


def load(path: Path) -> GameFile:
    """Read the game. Raises InputError, which names what is wrong in the file."""
    data = read_json(path)
    return read_game_file(path, data, game_of_file(path, data))


def plan_to_play(file: GameFile, path: Path) -> Plan:
    """The plan of a game with a person in one seat.

    Raises InputError for what cannot be, and where the rules have changed since the game was begun.
    """
    if file.script and file.of_other_rules():
        message = "the rules have changed since this game was begun"
        raise InputError([Problem(message, file=str(path), allowed="a new game")])
    if len(file.persons) != 1:
        message = f"{len(file.persons)} persons sit at the table"
        raise InputError([Problem(message, file=str(path), allowed='one player with "person": true')])
    plan = plan_of(file, path)
    if plan.game.look is None or plan.game.wording is None:
        raise InputError([Problem(f"nobody can sit down at {plan.game.name} yet", allowed="another game")])
    check_names(file, plan, path)
    return plan


def decisions_in(file: GameFile, plan: Plan) -> Sequence[Decision]:
    """All decisions of the game in a file whose script numbers its choices, where it ends the styles' too.

    Rules may be compiled. Raises InputError where piles, dice or a position are set by hand, or choices not numbered,
    and ScriptError where one is not offered.
    """
    by_hand = file.piles or file.dice or file.position or any("decision" not in entry for entry in file.script)
    if by_hand or plan.game.wording is None:
        raise InputError([Problem("a game that was set up by hand is not looked back on", allowed="a game as dealt")])
    wording, ids = plan.game.wording(plan), tuple(plan.cards.ids)
    batch = GameBatch(replace(plan, log="turns"))
    forced: list[Force] = []
    while True:
        made = play_scripted(batch, file.game_no, forced)
        batch.clear()
        other = _first_other(file, made, wording, ids)
        if other is None:
            return made
        forced.append(other)


def _first_other(file: GameFile, made: Sequence[Decision], wording: Wording, ids: tuple[str, ...]) -> Force | None:
    """The first choice of the script that is not the one made; None: there is none."""
    for entry in file.script:
        number = entry["decision"]
        if number >= len(made):
            raise ScriptError(f"The script wants a choice at decision {number}, and there are {len(made)}, from 0 on.")
        decision = made[number]
        places = find_option(entry["choose"], decision, wording, ids)
        if not places:
            raise ScriptError(f"Decision {number}: {entry['choose']!r} is not offered.")
        if decision.place not in places and decision.chosen[:3] not in [
            decision.options[place][:3] for place in places
        ]:
            return Force(number, *decision.options[places[0]][:3])
    return None
