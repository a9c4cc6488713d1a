"""The games there are: found by their entry points, loaded when asked for."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from balance.common.errors import DEBUG_VARIABLE, BalanceError, InputError, Problem, aside, unknown
from balance.common.faults import GameFault, fault, fault_within
from balance.common.modules import code_fingerprint
from balance.engine.game.game import Game
from balance.engine.game.own_game import ENDING, read_game, remember, see_that_it_is_known

ENTRY_POINTS = "balance.games"


_opened: dict[str, Game] = {}
"""By id, the games that this process has opened from files of their own."""


def game_ids() -> list[str]:
    """The ids of the installed games, and of those opened from files (see ``open_game``).

    Other packages bring games through the entry point ``balance.games``.
    """
    return sorted({*_entries(), *_opened})


def open_game(path: Path) -> Game:
    """The game in a file, which is known by its id from now on. Raises as ``own_game.read_game`` does."""
    path = path.resolve()
    game = read_game(path)
    remember(path)
    if game.id in _entries():
        message = f"{game.id} is the name of an installed game: rename the file"
        raise InputError([Problem(message, file=str(path))])
    other = _opened.get(game.id)
    if other is not None and other.file != path:
        raise InputError([Problem(f"{other.file} has the same name: rename one of them", file=str(path))])
    _opened[game.id] = game
    return game


def game_name(text: str) -> str:
    """The id of a game, as people name it; of a file (``pig.py``) the game in it, which is known from now on."""
    return open_game(Path(text)).id if text.endswith(ENDING) else text


def saved_word(game: Game, folder: Path) -> str:
    """What a file in ``folder`` calls a game: its id, or the way to the file in which it stands."""
    return game.id if game.file is None else Path(os.path.relpath(game.file, folder)).as_posix()


def saved_game(word: str, folder: Path) -> Game:
    """The game that a file in ``folder`` calls so (``saved_word``).

    Raises as ``find_game`` does, and InputError for a file of a game that nobody has opened here.
    """
    if not word.endswith(ENDING):
        return find_game(word)
    path = (folder / word).resolve()
    see_that_it_is_known(path)
    return open_game(path)


def game_of(manifest: Mapping[str, Any]) -> Game:
    """The game of a run, by its manifest. Raises as ``find_game`` and ``open_game`` do."""
    file = manifest.get("file")
    if file is None:
        return find_game(str(manifest["game"]))
    see_that_it_is_known(Path(str(file)).resolve())
    return open_game(Path(str(file)))


def working_games(names: Sequence[str] | None = None) -> list[Game]:
    """The games of these ids, by default all. Those that cannot be loaded are named in a line, and left out."""
    return loaded_games(game_ids() if names is None else names, _leave_out)


def loaded_games(words: Iterable[str], failed: Callable[[GameFault], object]) -> list[Game]:
    """The games that ``find_game`` finds by these words; ``failed`` hears of those that cannot be loaded."""
    games = []
    for word in words:
        with others_go_on(failed):
            games.append(find_game(word))
    return games


def _leave_out(fault: GameFault) -> None:
    aside(fault.and_so("This game is left out."))


@contextmanager
def others_go_on(failed: Callable[[GameFault], object]) -> Iterator[None]:
    """Where games take their turns: ``failed`` hears of a mistake in the code of one, and the next can have its turn.

    With BALANCE_DEBUG a mistake that nobody foresaw is raised as it is.
    """
    try:
        yield
    except GameFault as error:
        failed(error)
    except (BalanceError, MemoryError):
        raise
    except Exception as error:
        fault = None if os.environ.get(DEBUG_VARIABLE) else fault_within(error, game_folders())
        if fault is None:
            raise
        failed(fault)


def find_game(word: str) -> Game:
    """The game of this id, or in the file of this name (``pig.py``).

    Raises an error with the nearest known one, and GameFault where it cannot be loaded.
    """
    if isinstance(word, type):  # a class where Python is written
        file = getattr(sys.modules.get(word.__module__), "__file__", None)
        raise InputError([Problem(f"{word.__name__} is a class", allowed=f"the file it stands in: {str(file)!r}")])
    word = os.fspath(word)
    if word.endswith(ENDING):
        return open_game(Path(word))
    return _opened.get(word) or _installed(word)


@functools.cache
def _installed(word: str) -> Game:
    entries = _entries()
    if word not in entries:
        file = f"{word}{ENDING}"
        raise unknown("game", word, [*game_ids(), *([file] if os.path.isfile(file) else [])])
    entry = entries[word]
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        raise fault(error, word, _folder(entry)) from error
    if not isinstance(game, Game) or game.id != word:
        trouble = f"has the id {game.id!r}" if isinstance(game, Game) else "is not a Game"
        raise GameFault(f"Internal error in game '{word}': {entry.value} {trouble}")
    return replace(game, code=code_fingerprint(game.folder))


def game_folders() -> dict[str, Path]:
    """Where the installed games stand, by their ids, as far as that is known without loading them."""
    own = {name: game.folder for name, game in _opened.items()}
    return own | {name: folder for name, entry in _entries().items() if (folder := _folder(entry)) is not None}


def _folder(entry: EntryPoint) -> Path | None:
    """The folder of the package that brings the game, or the file where it is a module."""
    module = entry.value.partition(":")[0].strip()
    try:
        spec = find_spec(module)
    except Exception:  # a package above it does not load, or this is no name of a module
        spec = find_spec(module.partition(".")[0]) if module.partition(".")[0] else None
    file = spec.origin if spec else None
    return None if file is None else Path(file).parent if Path(file).name == "__init__.py" else Path(file)


@functools.cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
