"""A run's frames: the shared queries and the game's own, run once each, with their intervals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import duckdb
import polars as pl

from balance.analysis import sheets, win_probability
from balance.analysis.cards.facts import EVENTS, card_facts
from balance.analysis.cards.peers import roles
from balance.analysis.cards.summary import CardSummary
from balance.analysis.database import Database, card_frame, case_of, identifier
from balance.analysis.figures import (
    FIGURES,
    SHAPE,
    SPREADS,
    SQL,
    UNFINISHED,
    as_figures,
    counting,
    figure_interval,
    figure_rows,
    own_file,
    sums_of,
    undeclared,
)
from balance.analysis.luck import LuckAndSkill
from balance.analysis.ratings import Gap
from balance.analysis.robust import Robust
from balance.analysis.stats import with_interval
from balance.analysis.trial_edits import Sensitivity
from balance.analysis.verdicts import Power, as_frame
from balance.analysis.win_probability_cache import kept_games, kept_model
from balance.common.errors import plain
from balance.common.faults import LONGEST, GameFault

NEARLY_ALL = 0.95
"""A card is a deck's own where so many of those who did something with it had that deck: others steal a few."""
FIRST = "first"
"""The query of what going first is worth: a game's own, or the shared one."""
ON_ARRAYS = ("gains", "comeback", "runaway")
"""Queries that ``sheets`` answers faster, with the same rows, all at one reading."""


class Results:
    """The answers of one run, computed when first asked for."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.power: Power | None = None
        """The power of its cards, where somebody measured it."""
        self.edits: Sensitivity | None = None
        """What a step of the numbers of its strongest and weakest cards does, where somebody tried it."""
        self.luck: LuckAndSkill | None = None
        """What decides who wins, where somebody measured it."""
        self.gap: Gap | None = None
        """How much better its players could be, where somebody measured it."""
        self.robust: Robust | None = None
        """How verdicts fare among other players, where somebody tried."""
        self.plan = database.plan
        self._frames: dict[str, pl.DataFrame] = {}
        self._asked: dict[str, Lock] = {}  # of queries of the game, which two threads may ask for
        self.queries: dict[str, str] = {}

    def __getitem__(self, name: str) -> pl.DataFrame:
        """The rows of the shared query ``sql/<name>.sql``."""
        if name not in self._frames:
            file = SQL / f"{name}.sql"
            if name in ON_ARRAYS:
                self.queries[name] = file.read_text(encoding="utf-8")
                self._frames |= sheets.by_turn(self.database)
            else:
                self._frames[name] = self._run(name, file)
        return self._frames[name]

    def own(self, name: str, ahead: bool = False) -> pl.DataFrame:
        """The rows of a query of the game: ``<game>/sql/<name>.sql``. Raises GameFault where that cannot be run.

        ``ahead``: asked in another thread than all else, which waits where both want the same.
        """
        key, file = f"{self.plan.game.id}/{name}", self.plan.game.folder / "sql" / f"{name}.sql"
        with self._asked.setdefault(key, Lock()):
            if key not in self._frames:
                with self._asking_the_game(file):
                    self._frames[key] = self._run(key, file, ahead)
            return self._frames[key]

    @contextmanager
    def _asking_the_game(self, file: Path) -> Iterator[None]:
        """Tell what is wrong with a query of the game as a fault of the game."""
        try:
            yield
        except (duckdb.Error, OSError) as error:
            words = plain(" ".join(str(error).split()))[:LONGEST]
            raise GameFault(f"Internal error in game '{self.plan.game.id}' ({file}): {words}") from error

    def _run(self, key: str, file: Path, ahead: bool = False) -> pl.DataFrame:
        sql = self.queries[key] = file.read_text(encoding="utf-8")
        return self.database.frame_ahead(sql) if ahead else self.database.frame(sql)

    @cached_property
    def even(self) -> float:
        """The win share of every seat if all were equal: see ``database.EVEN_SHARE``."""
        share = self.database.frame("SELECT even_share() AS even").item()
        return 1 / self.plan.players if share is None else float(share)

    @property
    def uncontested(self) -> str:
        """Why who wins says nothing, or "": one player alone wins every game, or nobody wins any."""
        return {1.0: "every game is won", 0.0: "no game is won"}.get(self.even, "")

    @property
    def other_rules(self) -> str:
        """Why the games cannot be played again, or "": they are of another version of the rules than is played now."""
        game, run = self.plan.game, self.database.run
        if run.has_rules_of(game):
            return ""
        played = run.manifest["rules_version"]
        return (
            f"This run is of version {played} of the rules, and {game.rules_version} is played now: its games cannot "
            "be played again, so nobody knows what its cards do. "
            f"`balance simulate {game.typed}` plays by today's rules."
        )

    @property
    def nobody(self) -> float:
        """The share of the games that nobody wins."""
        ends = self["ends"]
        return int(ends.filter(pl.col("winners") == 0)["games"].sum()) / max(1, int(ends["games"].sum()))

    @property
    def unfinished(self) -> tuple[int, int]:
        """How many games did not end by their rules, and how many there are."""
        ends = self["ends"]
        stuck = ends.filter(pl.col("end_reason").cast(pl.String).is_in(UNFINISHED))
        return int(stuck["games"].sum()), int(ends["games"].sum())

    @property
    def styles(self) -> pl.DataFrame:
        """One row per style, with lift (seats x win share) and intervals."""
        players = self.plan.players
        frame = with_interval(self["styles"], "win_share", "win_share_se", "seats", True, players)
        frame = with_interval(frame, "score", "score_se")
        return frame.with_columns(
            (pl.col("win_share") * players).alias("lift"),
            (pl.col("win_share_low") * players).alias("lift_low"),
            (pl.col("win_share_high") * players).alias("lift_high"),
        )

    @cached_property
    def strata(self) -> pl.DataFrame:
        """One row per deck, or of whatever the game names beside seat and style, the best first, with intervals.

        of (the column of `seats`), name, seats, win_share, win_share_low, win_share_high.
        """
        styles, frames = (SQL / "styles.sql").read_text(encoding="utf-8"), []
        for column in self.plan.game.strata:  # the question of styles, asked of another column
            frame = self.database.frame(re.sub(r"\bagent\b", identifier(column), styles))
            kept = pl.lit(column).alias("of"), pl.col(column).cast(pl.String).alias("name")
            frames.append(frame.select(*kept, "seats", "win_share", "win_share_se"))
        if not frames:
            return pl.DataFrame()
        return with_interval(pl.concat(frames), "win_share", "win_share_se", "seats", True, self.plan.players)

    @cached_property
    def only_in(self) -> dict[str, str]:
        """By card: the name in ``strata`` of nearly all who did something with it; without cards of several."""
        if not self.plan.game.strata:
            return {}
        cells = self.card_summary.facts.cells.filter(pl.any_horizontal(EVENTS))
        of_card = cells.group_by("card", "stratum").agg(part=pl.col("n").sum())
        of_card = of_card.with_columns(
            pl.col("part") / pl.col("part").sum().over("card"), pl.col("card").cast(pl.String)
        )
        return dict(of_card.filter(pl.col("part") >= NEARLY_ALL).select("card", "stratum").rows())

    @property
    def seats(self) -> pl.DataFrame:
        """One row per seat, with intervals."""
        return with_interval(self["seats"], "win_share", "win_share_se", "games", share=True)

    @cached_property
    def first(self) -> pl.DataFrame:
        """One row per place in the order of play: what it is worth in win share, with intervals.

        Without a row where nobody goes first, and where the run kept no turns and only they tell.
        """
        game = self.plan.game
        own = game.folder / "sql" / f"{FIRST}.sql"
        if game.first.nobody or (
            own.exists() and not self.plan.logs_turns and "_turns" in own.read_text(encoding="utf-8")
        ):
            return pl.DataFrame()
        if own.exists():
            # All cases alike, as where a place won no game: that tells no interval, not one without width.
            frame = self.own(FIRST).with_columns(pl.col("gain_se").replace(0.0, None))
            return with_interval(frame, "gain", "gain_se")
        frame = with_interval(self[FIRST], "share", "gain_se", "games", share=True)
        known = pl.when(pl.col("gain_se").is_not_null())  # of one case alone it is not
        ends = [known.then(pl.col(f"share_{end}") - pl.col("even")).alias(f"gain_{end}") for end in ("low", "high")]
        return frame.with_columns(ends).drop("share_low", "share_high")

    @cached_property
    def card_summary(self) -> CardSummary:
        """All card numbers, for a run that kept its cards."""
        facts = card_facts(self.database)
        self.queries |= facts.queries
        names = card_frame(self.plan.card_table).select("id", "name", "kind", "set")
        return CardSummary(facts, self["cards"], names)

    @cached_property
    def improvements(self) -> dict[str, dict[str, Any]]:
        """By card: its comparison with seats alike (see ``CardSummary.improvements``)."""
        return {row["card"]: row for row in self.card_summary.improvements.iter_rows(named=True)}

    @cached_property
    def win_model(self) -> win_probability.WinModel | None:
        """The model of every seat's chance to win; None where there is nothing to learn it from."""
        return kept_model(self.database.run, lambda: win_probability.fit_win_model(self.database))

    @cached_property
    def _tested(self) -> dict[str, pl.DataFrame]:
        return win_probability.put_to_the_test(self.database) or {}

    @cached_property
    def reliability(self) -> pl.DataFrame:
        """One row per tenth of the chance: what the model said and what happened, with intervals; maybe no row."""
        frame = self._with_model(self._tested.get("reliability"), "reliability")
        return with_interval(frame, "win_share", "win_share_se", "n", share=True) if frame.width else frame

    @cached_property
    def chances_by_style(self) -> pl.DataFrame:
        """One row per style and part of the game: how far chances are off, with intervals; maybe no row."""
        frame = self._with_model(self._tested.get("by_style"), "by_style")
        return with_interval(frame, "off", "off_se") if frame.width else frame

    @cached_property
    def chances_skill(self) -> pl.DataFrame:
        """One row per part of the game: how much more the chances know than the styles; maybe no row."""
        frame = self._with_model(self._tested.get("skill"), "skill")
        return with_interval(frame, "skill", "skill_se") if frame.width else frame

    @cached_property
    def _by_model(self) -> dict[str, pl.DataFrame]:
        if not self.win_model:
            return {}
        frames = win_probability.frames_of_games(self.database, self.win_model)
        kept_games(self.database.run, lambda: win_probability.numbers_of(frames["worth"]))  # for the replays to come
        return frames

    @property
    def worth_reading(self) -> pl.DataFrame:
        """One row per game worth reading; without a model none."""
        return self._with_model(self._by_model.get("worth"), "worth")

    @property
    def lowest_of_winners(self) -> pl.DataFrame:
        """One row per tenth of the winner's lowest chance; without a model none."""
        return self._with_model(self._by_model.get("comebacks"), "comebacks")

    @property
    def winner_chances(self) -> pl.DataFrame:
        """One row per turn: how the winners' chances were spread then; without a model none."""
        return self._with_model(self._by_model.get("winners"), "winners")

    def _with_model(self, frame: pl.DataFrame | None, name: str) -> pl.DataFrame:
        self.queries[f"chances/{name}"] = (win_probability.SQL / f"{name}.sql").read_text(encoding="utf-8")
        return pl.DataFrame() if frame is None else frame

    @property
    def gains(self) -> pl.DataFrame:
        """One row per turn, third and game: points gained and turns that changed nothing, with intervals."""
        frame = with_interval(self["gains"], "gain", "gain_se")
        for name in ("unchanged", "dead"):
            frame = with_interval(frame, name, f"{name}_se", "n", share=True)
        return frame

    @property
    def rounds(self) -> list[tuple[int, str]]:
        """(first turn, name) of every round, where rounds begin on the same turn in every game; else nothing.

        Nothing, too, where a round is but one turn: then every turn would be marked.
        """
        if not self.plan.logs_turns or "round" not in {column.name for column in self.database.shown["turns"].columns}:
            return []
        frame = self["rounds"]
        if not (frame["last"] > frame["turn"]).any():
            return []
        return [(turn, f"Round {number}") for number, turn in frame.select("round", "turn").iter_rows()]

    @property
    def race(self) -> pl.DataFrame:
        """One row per turn and final place (1 winner, 2 second, 3 last): the mean score then, with its interval."""
        return with_interval(self["race"], "score", "score_se")

    @property
    def runaway(self) -> pl.DataFrame:
        """One row per moment of the game: what the seat alone in the lead then won, with intervals."""
        frame = self["runaway"].with_columns((pl.col("games") * pl.col("led")).alias("led_games"))
        frame = with_interval(frame, "win_share", "win_share_se", "led_games", share=True)
        return with_interval(frame, "runaway", "runaway_se", "games", share=True)

    @property
    def places(self) -> pl.DataFrame:
        """One row per score component: points of winners and of the last, with intervals."""
        frame = self["places"]
        for name in ("winners", "last", "gap"):
            frame = with_interval(frame, name, f"{name}_se")
        return frame

    @property
    def cards(self) -> pl.DataFrame:
        """One row per card that was met, with its name, kind and every card metric; its power where it was measured."""
        table = self.card_summary.table
        if self.power is None:
            return table
        table = table.join(as_frame(self.power).drop("kind"), left_on="id", right_on="card", how="left")
        return table.with_columns(roles(table)) if self.card_summary.choices is not None else table

    def figures(self) -> pl.DataFrame:
        """The headline figures: (figure, subject, value, se, n, low, high), the same for every game and run.

        Without those that had nothing to count: how often a guess is right that nobody made.
        """
        parts = [self.shared_figures, *self._own_figures()]
        if self.plan.logs_turns:
            parts.append(self._counted("counted/cards"))
        if self.power is not None:
            parts.append(_power_figures(self.power))
        return self._with_ends(pl.concat(part.select(*SHAPE) for part in parts))

    @cached_property
    def shared_figures(self) -> pl.DataFrame:
        """Those of them that every game has, without those of single cards."""
        return self._with_ends(pl.concat([self._counted("counted/figures"), as_figures(self[SPREADS])]))

    def _own_figures(self) -> list[pl.DataFrame]:
        """The game's own figures: those that are counted, and those that are no ratio."""
        figures = []
        if file := own_file(self.plan, FIGURES):
            with self._asking_the_game(file):
                figures.append(self._counted(f"{self.plan.game.id}/{FIGURES}"))
        if own_file(self.plan, SPREADS):
            figures.append(as_figures(self.own(SPREADS)))
        for frame in figures:
            undeclared(frame, self.plan)
        return figures

    def _counted(self, name: str) -> pl.DataFrame:
        """The figures that a query counts case by case."""
        self.queries[name] = counting(self.plan, case_of(self.plan), cards=True)[name]
        return figure_rows(sums_of(self.database, [self.queries[name]]), self.plan.game.figures)

    def _with_ends(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The figures that have a value, with their intervals."""
        frame, known = frame.drop_nulls("value"), self.plan.game.figures
        ends = [
            figure_interval(known[figure], value, se, n, self.plan.players)
            for figure, value, se, n in frame.select("figure", "value", "se", "n").iter_rows()
        ]
        low, high = zip(*ends, strict=True)
        return frame.with_columns(pl.Series("low", low), pl.Series("high", high))

    @property
    def components(self) -> pl.DataFrame:
        """One row per score component over all styles: component, points (mean per seat and game), seats."""
        return (
            self["components"]
            .group_by("component", maintain_order=True)
            .agg(
                ((pl.col("points") * pl.col("seats")).sum() / pl.col("seats").sum()).alias("points"),
                pl.col("seats").sum(),
            )
        )


def _power_figures(power: Power) -> pl.DataFrame:
    rows = [("card_power", card.card, card.power, card.se, max(1, card.games)) for card in power.cards]
    return pl.DataFrame(rows, SHAPE, orient="row")
