"""All card numbers of a run, each worked out when first asked for."""

from __future__ import annotations

from functools import cached_property

import polars as pl

from balance.analysis.cards.choices import choice_numbers
from balance.analysis.cards.facts import CardFacts
from balance.analysis.cards.metrics import LIFTS, WIN_RATES
from balance.analysis.cards.numbers import Compared, alike_effects, by_first_turn, card_effects, win_shares
from balance.analysis.cards.pairs import card_pairs
from balance.analysis.cards.peers import against_peers, with_lift

COMPARED = {
    "taken": "taken or not",
    "played": "played or not",
    "used": "used or not",
}
"""What the two sides of a comparison did, in words."""
NOTHING_TO_COMPARE = "nothing: all do the same"


class CardSummary:
    """What is linked to winning, card by card, in one run."""

    def __init__(self, facts: CardFacts, rates: pl.DataFrame, names: pl.DataFrame):
        """``rates``: the rows of cards.sql. ``names``: id, name, kind, set of every card."""
        self.facts, self.rates, self.names = facts, rates, names

    @cached_property
    def compared(self) -> Compared:
        """The two sides of every card's comparison."""
        return Compared.of(self.facts)

    @cached_property
    def effects(self) -> pl.DataFrame:
        """One row per card: its comparison (see ``card_effects``), less what is usual for its kind."""
        by_card = self._with_kind(card_effects(self.compared))
        alike = by_card.select("card", *(pl.col(f"effect{end}").alias(f"alike{end}") for end in ("", "_low", "_high")))
        by_card = against_peers(by_card).join(alike, on="card")
        return with_lift(by_card, self.facts.players)

    @cached_property
    def improvements(self) -> pl.DataFrame:
        """One row per card: card, event, effect, effect_se, did, didnt; as ``effects``, without all the rest."""
        return against_peers(self._with_kind(alike_effects(self.compared)))

    def _with_kind(self, frame: pl.DataFrame) -> pl.DataFrame:
        kinds = self.names.select(pl.col("id").alias("card"), "kind", "set")
        return frame.cast({"card": pl.String}).join(kinds, on="card", how="left")

    @cached_property
    def choices(self) -> pl.DataFrame | None:
        """One row per card that could be picked; None where the log holds no choices."""
        return choice_numbers(self.facts)

    @cached_property
    def first_turns(self) -> pl.DataFrame:
        """One row per card and turn of its first play."""
        return by_first_turn(self.facts).cast({"card": pl.String})

    @cached_property
    def pairs(self) -> pl.DataFrame:
        """One row per pair of cards with enough seats, with both names."""
        names = dict(self.names.select("id", "name").iter_rows())
        by_pair = card_pairs(self.compared, dict(self.names.select("id", "kind").iter_rows()))
        return by_pair.with_columns(
            pl.col("card").replace_strict(names, default=pl.col("card")).alias("name"),
            pl.col("other").replace_strict(names, default=pl.col("other")).alias("other_name"),
        )

    @cached_property
    def table(self) -> pl.DataFrame:
        """One row per card of the card table that was met: id, name, kind, set and every metric of ``metrics.ALL``."""
        frame = self.rates.join(self.effects.drop("kind", "set"), on="card", how="left")
        frame = frame.join(
            _lifts(win_shares(self.facts).cast({"card": pl.String}), self.facts.players), on="card", how="left"
        )
        frame = frame.join(self.choices, on="card", how="left") if self.choices is not None else frame
        words = pl.col("event").replace_strict(COMPARED, default=NOTHING_TO_COMPARE, return_dtype=pl.String)
        frame = frame.with_columns(words.alias("compared"))
        return self.names.join(frame, left_on="id", right_on="card", how="inner", maintain_order="left")


def _lifts(shares: pl.DataFrame, players: int) -> pl.DataFrame:
    pairs = zip(WIN_RATES, LIFTS, strict=True)
    return shares.with_columns((pl.col(rate.name) * players).alias(lift.name) for rate, lift in pairs)
