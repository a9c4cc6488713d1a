"""The edit that changed a number: what `balance bisect` and ``balance.bisect`` do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from balance.api.history import check_figures, every_version, figures_of_versions, past_of, tables_played
from balance.api.options import File, file
from balance.api.shown import InWords, ShownTable
from balance.engine.game import find_game
from balance.judging import bisect as judged
from balance.judging.history import versions
from balance.report.bisected import text


def bisect(
    game: str,
    figure: str,
    *,
    good: str | None = None,
    bad: str | None = None,
    games: int | None = None,
    players: int | None = None,
    variant: str | None = None,
    seed: int = 1,
    cards: File = None,
    workers: int | None = None,
    quiet: bool = False,
) -> Culprit:
    """Find the edit of the card table that changed ``figure`` ("turns_mean", "seat_win_share:seat 1").

    The options are those of `balance bisect`. ``good``, ``bad``: git revisions before and after the change; default:
    the oldest with the figure, and the working copy. What was played once is remembered.

    Raises BalanceError: InputError for what cannot be, Interrupted when it was stopped (what was played is kept).
    """
    asked = every_version(find_game(game).id, games, players, variant, seed)
    past = past_of([find_game(game)], file(cards))
    between = judged.versions_between(past, versions(asked, past), good, bad)
    check_figures([figure], [find_game(game).id])
    cache = figures_of_versions(workers, quiet)
    return Culprit(judged.bisect(figure, between, cache), cache.played, cache.known)


@dataclass(frozen=True, repr=False)
class Culprit(InWords):
    """The version of a card table that changed a figure, and which of its edits did."""

    bisection: judged.Bisection
    played: int
    """Versions that were played now."""
    known: int
    """Versions that were played before."""

    @property
    def is_clear(self) -> bool:
        """Whether one version clearly changed the figure."""
        return self.bisection.is_clear

    def as_json(self) -> dict[str, Any]:
        """What `balance bisect --json` prints."""
        return judged.as_json(self.bisection, self.played, self.known)

    def in_full(self) -> Iterator[str | ShownTable]:
        """All that `balance bisect` prints."""
        yield str(self)
        yield tables_played(self.played, self.known)

    def __str__(self) -> str:
        return text(self.bisection)
