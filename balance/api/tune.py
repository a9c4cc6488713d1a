"""A stronger play style, and what it does: what `balance tune` and ``balance.tune`` do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from balance.api.options import File, Words, check_file_out, file, number, request, seconds, threads, words
from balance.api.progress import ProgressWatcher, kept_when_stopped
from balance.api.shown import Framed, ShownTable
from balance.common.errors import InputError, Problem
from balance.common.files import write_file
from balance.engine.game import Plan
from balance.engine.game.plan import make_plan
from balance.judging.tune import GENERATIONS, AskedTune, Tuned, check, named
from balance.judging.tune_cache import cached_tune
from balance.report.recipes import COLUMNS, NUMBERS, explained, recipe, rows, sentences, toml
from balance.report.recipes import as_json as recipe_as_json

MOST_LIKES, MOST_GENERATIONS, MOST_GAMES = 100, 10_000, 1_000_000


def tune(
    game: str,
    *,
    against: Words = None,
    agents: Words = None,
    likes: int = 0,
    max_time: float | None = None,
    out: File = None,
    generations: int | None = None,
    games: int | None = None,
    players: int | None = None,
    variant: str | None = None,
    set: Mapping[str, object] | None = None,
    styles: File = None,
    cards: File = None,
    seed: int = 1,
    workers: int | None = None,
    quiet: bool = False,
) -> TunedStyle:
    """Find a play style that wins more than those that are there, confirmed on games it never saw.

    The options are those of `balance tune`. ``against``: the styles of the other players; ``agents``: those that are
    searched from; ``likes``: so many of the others play the style that is tried, too; ``max_time``: in seconds;
    ``out``: a file (TOML) that the style is written to, refused before the search where it cannot be. What was played
    once is remembered.

    Raises BalanceError: InputError for what cannot be, Interrupted when it was stopped (what was played is kept).
    """
    asked = AskedTune(
        likes=number("--likes", likes, 0, MOST_LIKES),
        generations=number("--generations", GENERATIONS if generations is None else generations, 1, MOST_GENERATIONS),
        seconds=seconds("--max-time", max_time),
        games=None if games is None else number("--games", games, 1, MOST_GAMES),
    )
    options: dict[str, Any] = {"players": players, "variant": variant, "set": set, "seed": seed}
    plan = make_plan(request(game, games=1, styles=styles, cards=cards, **options))
    asked = replace(asked, against=named(plan, words(against)), starts=named(plan, words(agents)))
    check(plan, asked)
    check_out(file(out), file(styles))
    with kept_when_stopped():
        tuned = TunedStyle(cached_tune(plan, asked, threads(workers), ProgressWatcher(quiet)), plan, file(out))
    if tuned.file is not None:
        tuned.write(tuned.file)
    return tuned


def check_out(out: Path | None, styles: Path | None) -> None:
    """Raise InputError where the style cannot be written there: said now, not after the search."""
    if out is None:
        return
    check_file_out(out)
    if styles is not None and styles.resolve() == out.resolve():
        raise InputError([Problem("--out would replace the styles of --styles", file=str(out), allowed="another file")])


@dataclass(frozen=True, repr=False)
class TunedStyle(Framed):
    """A play style that was found, and what is known of it."""

    tuned: Tuned
    plan: Plan
    file: Path | None = None
    """Where it was written."""

    @property
    def is_stronger(self) -> bool:
        """Whether it clearly wins more than the strongest styles that were there, and than an even share."""
        return self.tuned.is_stronger

    @property
    def frame(self) -> pl.DataFrame:
        """A row per style of the others: style, win_share (what a player with the style found wins), low, high.

        Shares: 0.01 is one point of win rate.
        """
        return pl.DataFrame(self.as_json()["among"], infer_schema_length=None)

    def as_json(self) -> dict[str, Any]:
        """What `balance tune --json` prints."""
        return recipe_as_json(self.tuned, self.plan)

    def text(self) -> str:
        """The style as a file for ``styles=``: TOML, with what it does as comments."""
        return toml(self.tuned, self.plan)

    def write(self, file: str | Path) -> None:
        """Write that file. Raises InputError where it cannot be written."""
        write_file(Path(file), self.text())

    def in_full(self) -> Iterator[str | ShownTable]:
        """The verdict, how it plays, what it wins against whom, and the style where it is not written to a file."""
        tuned, plan = self.tuned, self.plan
        yield str(self)
        if how := recipe(tuned, plan):
            yield "\n".join([f"How it plays, compared with {tuned.start.name}:", *(f"  {line}" for line in how)])
        yield ShownTable(f"{tuned.style.name} against each style", COLUMNS, rows(tuned), NUMBERS)
        yield explained(tuned)
        if self.file is not None:
            name = tuned.style.name
            yield f"Play with it: balance simulate {plan.game.typed} --styles {self.file} --agents {name},mixed"
        else:
            weights = [line for line in self.text().splitlines() if not line.startswith("#")]
            yield "\n".join(["", *weights, "", "Keep it: the same command with --out FILE."])

    def __str__(self) -> str:
        return "\n".join(sentences(self.tuned, self.plan))
