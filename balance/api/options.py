"""Options as a program gives them: the words of the command line, or plain values that mean the same."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Iterable, Mapping
from numbers import Number
from pathlib import Path
from typing import Any

from balance.common.errors import InputError, Problem, quoted, unknown
from balance.common.widths import WIN_RATES, read_win_rate
from balance.engine.game import find_game, working_games
from balance.engine.game.plan import Request, check_number

ALL = "all"
"""The word for every number of players of a game."""
DECKS = "decks"
"""The setting that the option of this name stands for."""

Words = str | Iterable[str] | None
"""Words with commas between them, or a list of words."""
File = str | Path | None


def option(keyword: str) -> str:
    """The option of the command line that means the same."""
    return f"--{keyword.replace('_', '-')}"


def typed(keyword: str, value: Any) -> list[str]:
    """The words of an option on the command line."""
    if value is True:
        return [option(keyword)]
    values = [f"{key}={item}" for key, item in value.items()] if isinstance(value, dict) else [value]
    return [word for item in values for word in (option(keyword), str(item))]


def words(value: Words) -> str | None:
    """The words of a list with commas between them, as an option takes them. Raises InputError for other things."""
    if value is None or isinstance(value, str):
        return value
    said = list(value) if isinstance(value, Iterable) else [value]
    if not all(isinstance(word, str) for word in said):
        raise InputError([Problem(f"{quoted(str(value))} are no words", allowed='"a,b" or ["a", "b"]')])
    return ",".join(said)


def listed(value: Words) -> list[str]:
    """The words that an option which may be repeated was given."""
    if value is None or isinstance(value, str):
        return [] if value is None else [value]
    if not isinstance(value, Iterable):
        raise InputError([Problem(f"{quoted(str(value))} is no word", allowed='"a" or ["a", "b"]')])
    return [str(item) for item in value]


def file(value: File) -> Path | None:
    """The file of this name."""
    return None if value is None else Path(value)


def check_file_out(out: Path) -> None:
    """Raise InputError where no file can be written there: said before the work, not after it."""
    if out.is_dir() or not out.resolve().parent.is_dir():
        message = "is a folder" if out.is_dir() else "there is no such folder"
        raise InputError([Problem(message, file=str(out), allowed="the name of a file in a folder that is there")])


def whole_number(option: str, value: Any) -> Any:
    """A whole number, 1e6 included; None: as it comes. Raises InputError, which names the option, for all else."""
    if value is None:
        return None
    try:
        if isinstance(value, bool):
            raise TypeError
        integral = isinstance(value, float) and value.is_integer()
        return int(value) if integral else operator.index(value)  # as NumPy's whole numbers are
    except TypeError:
        raise InputError([Problem(f"{option}: {quoted(str(value))} is not a whole number")]) from None


def number(option: str, value: Any, low: int, high: int) -> int:
    """A whole number in this range. Raises InputError, which names the option, for all else."""
    read = whole_number(option, value)
    if read is None:
        raise InputError([Problem(f"{option}: a whole number is wanted")])
    check_number(option, read, low, high)
    return read


def seconds(option: str, value: Any) -> float | None:
    """A time in seconds; None: as it comes. Raises InputError, which names the option, for all else."""
    if value is None:
        return None
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 < value < math.inf:
        raise InputError([Problem(f"{option} {value}", allowed="seconds, more than 0")])
    return float(value)


def win_rate(option: str, value: str | float) -> float:
    """A width: "1pp" (points of win rate) or 0.01, as a share. Raises InputError."""
    try:
        return read_win_rate(str(value))
    except ValueError:
        raise InputError([Problem(f"{option} {value}", allowed=WIN_RATES)]) from None


def one_of(option: str, value: str, known: tuple[str, ...]) -> str:
    """A word that the option takes. Raises InputError, with the nearest, for another."""
    if value not in known:
        raise unknown(f"word for {option}", str(value), known)
    return value


def threads(workers: int | None) -> int:
    """How many threads ``--workers`` asks for. Raises InputError for a number that cannot be."""
    return number("--workers", (os.cpu_count() or 1) if workers is None else workers, 1, 1024)


def player_counts(value: Any) -> Any:
    """Of ``players``: one number or None; those of a list or of "2,4", each once and rising; () for "all"."""
    if value is None or isinstance(value, Number):
        return whole_number("--players", value)
    if isinstance(value, str | tuple) and value in (ALL, ()):
        return ()
    if not isinstance(value, Iterable):
        raise InputError([Problem(f"--players {value!r}", allowed=f"a number, some numbers, or {ALL}")])
    counts = value.split(",") if isinstance(value, str) else list(value)
    if not counts:
        raise InputError([Problem("--players: an empty list", allowed=f"a number, some numbers, or {ALL}")])
    numbers = {whole_number("--players", int(count) if str(count).strip().isdecimal() else count) for count in counts}
    return next(iter(numbers)) if isinstance(value, str) and len(numbers) == 1 else tuple(sorted(numbers))


def settings(given: Mapping[str, object] | None) -> dict[str, str]:
    """Settings of the rules as text: {"feast": True, "weights": [1, 1, 0]} as ``--set`` would have them.

    Raises InputError for what is no mapping.
    """
    if given is not None and not isinstance(given, Mapping):
        raise InputError([Problem(f"settings: {quoted(str(given))}", allowed='{"name": value}')])
    return {name: _setting(value) for name, value in (given or {}).items()}


def _setting(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | tuple):
        return ",".join(str(part) for part in value)
    return str(value)


def with_decks(given: dict[str, str], decks: str | None, game: str) -> dict[str, str]:
    """The settings, and the list of ``--decks`` as one of them. Raises InputError for a game without decks."""
    if decks is None:
        return given
    if not any(setting.name == DECKS for setting in find_game(game).settings):
        played = [known.id for known in working_games() if any(setting.name == DECKS for setting in known.settings)]
        message = f"--decks {decks}: {find_game(game).name} has no decks"
        raise InputError([Problem(message, allowed=f"games with decks: {', '.join(played)}")])
    if DECKS in given:
        raise InputError([Problem(f"--decks {decks}: --set {DECKS} says it too", allowed="one of the two")])
    return given | {DECKS: decks}


def request(
    game: str,
    *,
    games: int,
    players: int | None = None,
    variant: str | None = None,
    set: Mapping[str, object] | None = None,
    agents: Words = None,
    decks: Words = None,
    fixed_seats: bool = False,
    seed: int = 1,
    cards: File = None,
    styles: File = None,
    log: str = "turns",
    log_every: int = 1,
) -> Request:
    """What these options ask for, not checked yet. Raises InputError for values that no option can have."""
    if not isinstance(game, str | Path | type):  # of a class, it is said which file it needs
        raise InputError([Problem(f"{quoted(str(game))} is no game", allowed='a name, or a file as "pig.py"')])
    return Request(
        game=game,
        games=whole_number("--games", games),
        players=whole_number("--players", players),
        variant=variant,
        settings=with_decks(settings(set), words(decks), game),
        agents=words(agents),
        fixed_seats=fixed_seats,
        seed=1 if seed is None else whole_number("--seed", seed),
        cards=file(cards),
        styles=file(styles),
        log=log,
        log_every=whole_number("--log-every", log_every),
    )
