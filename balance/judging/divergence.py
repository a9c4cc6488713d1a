"""The first game in which two arms part: what is told alike in both, and how each goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from balance.engine.game.story import LoggedGame, Row, TurnEnd
from balance.judging.compare import Outcome
from balance.judging.replay import load_story, play_game


@dataclass(frozen=True)
class Continuation:
    """How the game goes on in one arm from the line on that is told otherwise."""

    lines: Sequence[str]
    ending: Sequence[str]
    """What is told after the last turn: how it ended."""
    seats: Sequence[Row]
    """The rows of the table ``seats``: the scores and who won."""


@dataclass(frozen=True)
class Divergence:
    """One game, told in both arms."""

    game_no: int
    opening: tuple[Sequence[str], Sequence[str]]
    """What is told of each arm before the first turn."""
    shared: Sequence[str]
    """The lines after that, up to where the arms part; all of them where the same is told of both."""
    arms: tuple[Continuation, Continuation]


def first_divergence(outcome: Outcome) -> Divergence | None:
    """The first game that did not come out alike, told in both arms; None where there is none, or nothing is paired.

    Raises InputError where a run cannot tell it.
    """
    if outcome.first_different is None:
        return None
    if outcome.runs:
        games = [load_story(run, outcome.first_different) for run in outcome.runs]
    else:
        games = [play_game(plan, outcome.first_different) for plan in outcome.plans]
    return divergence_of(games[0], games[1])


def divergence_of(before: LoggedGame, after: LoggedGame) -> Divergence:
    """Where the stories of one game in two arms part.

    What comes before the first turn names cards and rules of the arm, and so may differ in a game that goes on alike:
    that is not counted.
    """
    (opening, story), (other_opening, other_story) = (_opened(game.plan.game.tell(game)) for game in (before, after))
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(story, other_story, strict=False))
    same = len(list(alike))
    return Divergence(
        before.game["game_no"],
        (opening, other_opening),
        story[:same],
        (_continued(before, story, same), _continued(after, other_story, same)),
    )


def _opened(lines: list[str]) -> tuple[list[str], list[str]]:
    """The lines before the first turn, up to the first empty one, and the rest."""
    end = lines.index("") + 1 if "" in lines else 0
    return lines[:end], lines[end:]


def _continued(game: LoggedGame, lines: Sequence[str], same: int) -> Continuation:
    """What is told behind the ``same`` lines that both arms have."""
    last = max((place for place, line in enumerate(lines) if isinstance(line, TurnEnd)), default=-1)
    end = max(last + 1, same)
    return Continuation(lines[same:end], [line for line in lines[end:] if line], game.seats)
