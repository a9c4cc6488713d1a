"""Figures by version of the card table: what `balance history`, `balance bisect` and their functions do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from balance.api.defaults import VERSIONS
from balance.api.options import File, Words, file, listed, number, request, threads
from balance.api.progress import ProgressWatcher
from balance.api.shown import Answers, Framed, ShownTable
from balance.cards.read import default_cards
from balance.common.errors import InputError, Problem, plain, unknown
from balance.common.faults import GameFault, raised
from balance.common.files import writing_into
from balance.common.places import REPORTS
from balance.common.units import counted
from balance.engine.game import Game, find_game, game_ids, loaded_games, others_go_on
from balance.engine.game.plan import Request, card_file
from balance.judging import history as judged
from balance.judging.figure_cache import FigureCache
from balance.judging.history import Past, Version, games_in, usual_games, version_json, versions
from balance.report.history import headline, marks_text, notes, table, write_history


def history(
    *game: str,
    figure: Words = None,
    card: Words = None,
    since: str | None = None,
    last: int = VERSIONS,
    games: int | None = None,
    players: int | None = None,
    variant: str | None = None,
    seed: int = 1,
    cards: File = None,
    workers: int | None = None,
    quiet: bool = False,
    measured: Callable[[CardHistory], None] = lambda history: None,
    failed: Callable[[GameFault], object] = raised,
) -> Answers[CardHistory]:
    """The headline figures of these games by version of the card table, from its git repository.

    The options are those of `balance history`. No game: all whose cards were changed. ``figure``: those to show, as
    "turns_mean" or "seat_win_share:seat 1"; ``card``: ids of cards to show, too; ``since``: a git revision.
    ``measured`` gets the history of every game as soon as it is known; ``failed`` hears of mistakes in the code of a
    game, and the others are played (default: the mistake is raised). What was played once is remembered.

    Raises BalanceError: InputError for what cannot be, Interrupted when it was stopped (what was played is kept).
    """
    most = number("--last", last, 1, 10_000)
    named = _loaded(game, failed)
    past = past_of(named, file(cards), since)
    names = list(dict.fromkeys(each.id for each in named or _loaded(games_in(past), failed)))
    check_figures(listed(figure), names)
    requests = [every_version(name, games, players, variant, seed) for name in names]
    histories = []
    for several in _worth_showing(past, requests, most, bool(game), failed):
        with others_go_on(failed):
            cache = figures_of_versions(workers, quiet)
            past_versions = judged.history(several, cache, listed(figure), listed(card), past.shallow)
            histories.append(CardHistory(past_versions, cache.played, cache.known))
            measured(histories[-1])
    return Answers(tuple(histories))


def _loaded(words: Sequence[str], failed: Callable[[GameFault], object]) -> list[Game]:
    """The games of these names; ``failed`` hears of those that cannot be loaded. Raises GameFault where none can."""
    faults: list[GameFault] = []
    games = loaded_games(words, faults.append)
    if faults and not games:
        raise GameFault("\n".join(map(str, faults)))
    for fault in faults:
        failed(fault)
    return games


def check_figures(words: Sequence[str], games: Sequence[str]) -> None:
    """Raise InputError for a figure that none of these games has: said now, not after they were played."""
    known = sorted({name for game in games for name in find_game(game).figures})
    for word in words:
        if known and (name := word.partition(":")[0]) not in known:
            raise unknown("figure", name, known)


def past_of(games: Sequence[Game], cards: Path | None, since: str | None = None) -> Past:
    """The past of the card table of these games: the usual one, or that of the one game which brings its own."""
    own = [game for game in games if game.file is not None]
    if not own:
        return Past(cards or default_cards(), game_ids(), since)
    if len({game.id for game in games}) > 1:
        raise InputError([Problem(f"{own[0].name} has a card table of its own", allowed="this game alone")])
    return Past(cards or card_file(own[0]), game_ids(), since, own[0].id)


def every_version(game: str, games: int | None, players: int | None, variant: str | None, seed: int) -> Request:
    """What is played of every version."""
    count = usual_games(find_game(game).baseline_games) if games is None else games
    return request(game, games=count, players=players, variant=variant, seed=seed)


def figures_of_versions(workers: int | None, quiet: bool) -> FigureCache:
    """What plays the versions, and shows on a terminal that it does."""

    def show(text: str) -> None:
        ProgressWatcher(quiet).console.print(plain(text), markup=False)

    return FigureCache(threads(workers), lambda: ProgressWatcher(quiet), show)


def tables_played(played: int, known: int) -> str:
    """How many versions were played now, and how many before."""
    return f"{counted(played, 'card table')} played, {known} already known."


def _worth_showing(
    past: Past, requests: list[Request], most: int, named: bool, failed: Callable[[GameFault], object]
) -> list[list[Version]]:
    """The versions of every game: of those that were named, else of those with several, else of all."""
    histories = []
    for asked in requests:
        with others_go_on(failed):
            histories.append(versions(asked, past, most))
    return histories if named else [several for several in histories if len(several) > 1] or histories


@dataclass(frozen=True, repr=False)
class CardHistory(Framed):
    """The figures of a game by version of its cards."""

    history: judged.History
    played: int
    """Versions that were played now."""
    known: int
    """Versions that were played before."""

    @property
    def frame(self) -> pl.DataFrame:
        """A row per version and figure, the oldest first: game, version, commit, date, figure, subject, value, se, n.

        ``version`` counts from 1; the working copy has no commit. Shares: 0.01 is a point; null: not known.
        """
        shown = ("commit", "date")
        rows = [
            {"game": self.history.plan.game.id, "version": row.number}
            | {name: version_json(row.version)[name] for name in shown}
            | row.figures[key]
            for row in self.history.rows
            for key in self.history.keys
            if key in row.figures
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def as_json(self) -> dict[str, Any]:
        """What `balance history --json` prints of a game."""
        return judged.as_json(self.history, self.played, self.known)

    def in_full(self) -> Iterator[str | ShownTable]:
        """All that `balance history` prints of a game."""
        yield ShownTable(headline(self.history), *table(self.history))
        yield "\n".join([marks_text(self.history), *notes(self.history)])
        yield tables_played(self.played, self.known)

    def report(self, out: str | Path = REPORTS) -> Path:
        """Write the page into the folder ``out``. Raises InputError."""
        with writing_into(Path(out)):
            return write_history(self.history, Path(out))

    def __str__(self) -> str:
        return "\n".join([f"{headline(self.history)}.", marks_text(self.history), *notes(self.history)])
