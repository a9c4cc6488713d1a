"""Mistakes in a game's code, as its author needs them: which game, which file and line, what is wrong there."""

from __future__ import annotations

import ast
import linecache
import os
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, Protocol

from balance.common.errors import DEBUG_VARIABLE, BalanceError, nearest, plain
from balance.common.modules import line_of

PACKAGE = Path(__file__).resolve().parents[1]
COMPILER = "numba."
PLACES = re.compile(
    r"\bat (?P<file>\S.*?\.py) \((?P<line>\d+)\)|^File \"(?P<named>[^\"]+)\", line (?P<there>\d+):", re.MULTILINE
)
"""Where the compiler says that it was: the innermost place comes first."""
LONGEST = 200
"""Characters of a message, or of a line of code, that are shown."""
Place = tuple[str, int]


class Blamed(Protocol):
    """What may be to blame: a game."""

    @property
    def id(self) -> str:
        """What it is called on the command line."""

    @property
    def folder(self) -> Path:
        """Where its code stands: a folder, or its file."""

    @property
    def source(self) -> str:
        """The text of that file; "" of a folder."""


class GameFault(BalanceError):  # noqa: N818 (somebody's mistake, reported to whoever can mend it)
    """What keeps one game back while others go on: a mistake in its code, or that it is not there any more."""

    def and_so(self, result: str) -> str:
        """What is wrong and what comes of it, on one line."""
        first, _, _ = str(self).partition("\n")
        return f"{first.removesuffix('.')}. {result}"


def raised(fault: GameFault) -> NoReturn:
    """What hears of a mistake where nobody else does: whoever called."""
    raise fault


@contextmanager
def blamed(game: Blamed) -> Iterator[None]:
    """Tell what goes wrong in the code of ``game`` as a GameFault; with BALANCE_DEBUG as it is."""
    try:
        yield
    except (BalanceError, MemoryError):
        raise
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        if isinstance(error, AuthorError):
            raise broken(error, game.folder, game.source) from None
        raise fault(error, game.id, game.folder) from error


def fault(error: BaseException, game: str, folder: Path | None) -> GameFault:
    """What to say of a mistake in a game: where in its ``folder``, what, and the line itself."""
    place = place_of(error, folder)
    more = BEYOND if isinstance(error, IndexError) else MORE
    if place and folder and folder.is_file() and isinstance(error, IndexError):
        more = BEYOND_STATE
        if Path(place[0]) != folder and (called := _call_of(place, folder)):
            place = called
    where = f" ({shown(place)})" if place else ""
    return GameFault("\n".join([f"Internal error in game '{game}'{where}: {words_of(error)}", *_code(place), more]))


EXIT = "this ends the whole program: a game ends where play returns"


class AuthorError(Exception):
    """A mistake in a game in a file of its own, in words for its author, who sees them with the line."""

    def __init__(self, message: str, at: str = "", word: str = ""):
        super().__init__(message)
        self.at, self.word = at, word
        """The function or class, or what is assigned, that it is about, and a word in that; "": whatever called."""


def broken(error: BaseException, file: Path, source: str, when: str = "") -> GameFault:
    """What to say of a mistake in a game in a file of its own, in at most two lines: where, what, the line itself.

    ``when``: in which game and turn.
    """
    own = error if isinstance(error, AuthorError) else None
    place = (str(file), line_of(source, own.at, own.word)) if own and own.at else place_of(error, file)
    inside = place is not None and Path(place[0]) == file
    where = shown(place) if place and inside else shown((str(file), 1)).rpartition(":")[0]
    message = str(error) if own else words_of(error)
    if not own and not isinstance(error, SystemExit) and message != type(error).__name__:
        message = f"{type(error).__name__}: {message}"
    message = message.removeprefix(f"{type(error).__name__}: ") if isinstance(error, SyntaxError) else message
    message = message.replace(f"{type(error).__name__}: " * 2, f"{type(error).__name__}: ")
    lines = source.splitlines()
    code = [f"  {plain(lines[place[1] - 1].strip())[:LONGEST]}"] if place and inside and place[1] <= len(lines) else []
    return GameFault("\n".join([f"{where}: {message}{f' ({when})' if when else ''}", *code]))


MORE = f"{DEBUG_VARIABLE}=1 shows the traceback."
BEYOND = "If a row is written there, the game does not end, or its rows_per_game is too small."
BEYOND_STATE = "Is an array of its STATE too small, or rows_per_game? Or does the game not end?"


def fault_within(error: BaseException, folders: Mapping[str, Path]) -> GameFault | None:
    """What to say of an error that came from the code of a game, by the ``folders`` of the games; None: of none."""
    for game, folder in folders.items():
        if _innermost(error, folder):
            return fault(error, game, folder)
    return None


def internal_error(error: BaseException, folders: Mapping[str, Path]) -> str:
    """An error that nobody expected, in words: whose mistake it is by the ``folders`` of the games, and where."""
    if fault := fault_within(error, folders):
        return str(fault)
    place = _innermost(error, PACKAGE)
    where = f" ({shown(place)})" if place else ""
    return f"Internal error in balance{where}, not in your input: {words_of(error)}\n{MORE}"


def place_of(error: BaseException, folder: Path | None) -> Place | None:
    """File and line of the mistake: inside ``folder`` where that can be, else where balance called for it."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 1
    if _by_compiler(error) and (match := PLACES.search(str(error))):
        return match["file"] or match["named"], int(match["line"] or match["there"])
    return (_innermost(error, folder) or _innermost(error, PACKAGE)) if folder else None


def _by_compiler(error: BaseException) -> bool:
    return type(error).__module__.startswith(COMPILER)


def _call_of(place: Place, file: Path) -> Place | None:
    """The line of ``file`` that leads to a place in a function of ours; compiled code does not say who called it."""
    functions = [node for node in ast.walk(ast.parse(Path(place[0]).read_bytes())) if isinstance(node, ast.FunctionDef)]
    there = {function.name for function in functions if function.lineno <= place[1] <= (function.end_lineno or 0)}
    for _ in functions:  # who calls those that are there, until nobody else does
        there |= {function.name for function in functions if _lines_that_call(function, there)}
    lines = _lines_that_call(ast.parse(file.read_bytes()), there)
    return (str(file), min(lines)) if lines else None


def _lines_that_call(tree: ast.AST, names: Collection[str]) -> list[int]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return [call.lineno for call in calls if ast.unparse(call.func) in names]


def _innermost(error: BaseException, folder: Path) -> Place | None:
    """The last call on the way to the error that stands in a file of ``folder``."""
    place, step = None, error.__traceback__
    while step is not None:
        file = Path(step.tb_frame.f_code.co_filename)
        if file.is_relative_to(folder) or file.resolve().is_relative_to(folder.resolve()):
            place = str(file), step.tb_lineno
        step = step.tb_next
    return place


def _meant(error: AttributeError) -> str | None:
    """The attribute most like the one that is not there."""
    if not error.name:
        return None
    return nearest(error.name, (name for name in dir(error.obj) if not name.startswith("_")))


def words_of(error: BaseException) -> str:
    """What is wrong, on one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if _by_compiler(error):
        lines = [line for line in lines if not line.startswith("Failed in nopython mode")]
        reason = re.search(r"due to \"(?:\w+: )?(.+)\"\.?$", lines[0]) if lines else None
        message = reason[1] if reason else " ".join(lines[:2] if lines and lines[0].endswith(":") else lines[:1])
        message = re.sub(r": (?:%|i8\*).*", "", message)  # the machine's own words
    elif isinstance(error, SystemExit):
        message = EXIT
    elif isinstance(error, MemoryError):
        message = "there is not so much memory"
    elif isinstance(error, AttributeError) and lines and (near := _meant(error)):
        message = f"{type(error).__name__}: {lines[0]}: did you mean {near}?"
    elif isinstance(error, NameError | IndexError | SyntaxError | ImportError):
        message = getattr(error, "msg", None) or (lines[0] if lines else type(error).__name__)
    else:
        message = f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
    return plain(message)[:LONGEST]


def shown(place: Place) -> str:
    """``rules.py:91``, from here or in full."""
    file = Path(place[0])
    here = Path.cwd()
    return plain(f"{file.relative_to(here) if file.is_relative_to(here) else file}:{place[1]}")


def _code(place: Place | None) -> list[str]:
    line = linecache.getline(*place).strip() if place else ""
    return [f"  {plain(line)[:LONGEST]}"] if line else []
