"""A logged game in words, and what is said of its decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from balance.analysis.win_probability import WinModel
from balance.api.defaults import WORTH_READING
from balance.api.options import number
from balance.api.progress import ProgressWatcher
from balance.common.errors import InputError, Problem, nearest, quoted
from balance.engine.game.plan import MOST_GAMES
from balance.engine.runs.run import Run
from balance.judging.decisions import decisions_of, reasons_of
from balance.judging.replay import find_worth_reading, tell_game_with_chances
from balance.report.decisions import tell_decisions


def replay(run: Run, game: int | str, why: bool = False) -> Iterator[str]:
    """The lines of a game, by its number or a word; with ``why`` also its decisions. Raises InputError."""
    return tell(run, *number_of(run, read_game(game)), why)


def read_game(text: int | str) -> int | str:
    """The number of a game, or a word for one. Raises InputError, with the nearest word, for what is neither."""
    if text in WORTH_READING:
        return text
    try:
        return int(text) if isinstance(text, str) else number("GAME_NO", text, 0, MOST_GAMES)
    except ValueError:
        message = f"there is no game {quoted(str(text))}"
        allowed = f"a whole number from 0, {', '.join(WORTH_READING)}"
        raise InputError([Problem(message, allowed=allowed, nearest=nearest(str(text), WORTH_READING))]) from None


def number_of(run: Run, game: int | str) -> tuple[int, WinModel | None]:
    """The number of a game, and the model of the run's chances where a word was looked up with it."""
    return find_worth_reading(run, game) if isinstance(game, str) else (game, None)


def tell(run: Run, number: int, model: WinModel | None, why: bool) -> Iterator[str]:
    """The lines of a game with every player's chances, and ``why`` it went so: its decisions."""
    told = tell_game_with_chances(run, number, model, ProgressWatcher(quiet=False))
    if not why:
        yield from told
        return
    decided = decisions_of(run, number, ProgressWatcher(quiet=False))
    yield from _with_decisions(told, tell_decisions(decided, reasons_of(decided)))


def _with_decisions(told: Iterable[str], decided: dict[int, list[str]]) -> Iterator[str]:
    """The lines of a story, and after those of each turn what is said of its decisions."""
    for line in told:
        turn = getattr(line, "turn", None)
        yield line
        for earlier in [earlier for earlier in decided if turn is not None and earlier <= turn]:
            yield from decided.pop(earlier)
