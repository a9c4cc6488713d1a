"""Games of Fairy Conundrum in DuckDB for the invariants: the four tables of the log, and what is in the box."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import polars as pl

from balance.engine.game import Plan
from balance.games.fairy_conundrum.cards import Cards
from helpers import play
from helpers.cards import frozen_table
from helpers.logged_sql import LoggedGames

VIEWS = """
    CREATE OR REPLACE VIEW start AS SELECT * FROM turn WHERE turn = 1;

    CREATE OR REPLACE VIEW last AS
    SELECT * FROM turn QUALIFY turn = max(turn) OVER (PARTITION BY game_no, seat);
"""
"""``start``: the rows of turn 1. ``last``: the last row of every seat."""


make = partial(play.make, "fairy_conundrum")
own_style = partial(play.own_style, "fairy_conundrum")
compile_once = partial(play.compile_once, "fairy_conundrum")
reference_table = partial(frozen_table, "fairy_conundrum")


class Logged(LoggedGames):
    """Games of one plan: the tables ``game``, ``seat``, ``turn`` and ``met``, and what VIEWS make of them.

    ``box``: every card, with its kind, letter and the copies a haversack may have. ``words``: all that the abilities
    of the box do, so that an invariant knows what cannot have happened.
    """

    def __init__(self, plan: Plan, rows: Mapping[str, pl.DataFrame]):
        super().__init__(plan, rows)
        self.words = words_of(plan.cards)
        self._open_box()
        self.connection.execute(VIEWS)

    @property
    def turn_cap(self) -> int:
        """FC-102: never below half the largest haversack and 20."""
        return max(int(self.settings["turn_cap"]), self.largest_deck // 2 + 20)

    @property
    def largest_deck(self) -> int:
        """Cards of the largest haversack that may be played."""
        if self.settings["deck_mode"] == "random_legal":
            return 40
        return max(sum(copies for _, copies in deck.cards) for deck in self.cards.decks)

    def _open_box(self) -> None:
        box = [
            {
                "card": card.id, "kind": card.kind, "letter": card.astralae, "copies": card.limit or 0,
                "of": card.set, "life": card.life, "handmax": card.handmax, "stage": card.rank,
            }
            for card in self.cards.cards
        ]  # fmt: skip
        self.add("box", box)


def words_of(cards: Cards) -> frozenset[str]:
    """Triggers and operations that some ability of the box has."""
    abilities = [ability for card in cards.cards for ability in card.abilities]
    return frozenset(
        [ability.trigger for ability in abilities] + [step.op for ability in abilities for step in ability.steps]
    )


logged = Logged.of
