"""Games in a file of their own: a path that ends in ``.py``, wherever the name of a game is accepted.

The file holds a class in plain Python (``engine.plain``), or a ``GAME`` as packages have it. Its cards are in the
``cards.csv`` beside it.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
from dataclasses import replace
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType
from typing import Any

from balance.cards.check import COLUMNS
from balance.cards.read import columns_of
from balance.common.cache import cache_root, make_private
from balance.common.errors import DEBUG_VARIABLE, BalanceError, InputError, Problem
from balance.common.faults import broken
from balance.common.modules import code_checksum, code_fingerprint, last_class, read_source, run_source
from balance.common.places import OWN_CARDS
from balance.engine.game.game import Game

ENDING = ".py"
ID = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")


def read_game(path: Path) -> Game:
    """The game in a file as it stands there now. Raises InputError and GameFault, with file and line."""
    if not ID.fullmatch(path.stem):
        message = f"{path.stem} cannot be the name of a game"
        raise InputError(
            [Problem(message, file=str(path), allowed="a letter, then letters, digits and _, as in pig.py")]
        )
    cards = path.parent / OWN_CARDS
    return _read_game(path, read_source(path), cards if cards.exists() else None, columns_of(cards))


@functools.cache
def _read_game(path: Path, source: str, cards: Path | None, columns: tuple[str, ...]) -> Game:
    """The same of its text, and of the columns of its card table: the same object for the same."""
    try:
        rules = code_checksum(path, source)
        game = _find(run_source(path, source))
    except BalanceError:
        raise
    except (Exception, SystemExit) as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        raise broken(error, path, source) from None
    if game is None:
        allowed = "from balance import Game, and a class: `class Pig(Game):`"
        raise InputError([Problem("there is no game in this file", file=str(path), allowed=allowed)])
    return replace(
        game,
        id=path.stem,
        file=path,
        source=source,
        rules_version=rules,
        code=code_fingerprint(path, game.folder / "sql"),
        own_cards=cards,
        card_columns=game.card_columns or tuple(column for column in columns if column not in COLUMNS),
    )


def remember(path: Path) -> None:
    """Remember that somebody named this file: it is code, and she wants it to be run."""
    mark = _mark(path)
    make_private(mark.parent)
    mark.touch()


def see_that_it_is_known(path: Path) -> None:
    """Raise InputError for a file that nobody has named here: whoever made a run must not choose what is run."""
    if not is_known(path):
        message = "the run was played by this file, which nobody has opened here"
        allowed = f"look at it, then name it once: balance games {path}"
        raise InputError([Problem(message, file=str(path), allowed=allowed)])


def is_known(path: Path) -> bool:
    """Whether somebody has named this file here."""
    return _mark(path).exists()


def _mark(path: Path) -> Path:
    return cache_root() / "opened" / hashlib.sha256(str(path).encode()).hexdigest()[:32]


def _find(module: ModuleType) -> Game | None:
    """The game of a module: GAME, else its last class that says what makes a game of it."""
    if isinstance(game := getattr(module, "GAME", None), Game):
        return game
    kind: Any = last_class(module, lambda member: hasattr(member, "contract"))
    return resolve_name(kind.contract)(kind) if kind else None
