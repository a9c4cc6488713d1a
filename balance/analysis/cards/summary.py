"""All card numbers of a run, each worked out when first asked for."""

from __future__ import annotations

from functools import cached_property

import polars as pl

from balance.analysis.cards.choices import choice_numbers
from balance.analysis.cards.facts import CardFacts
from balance.analysis.cards.metrics import WIN_SHARES
from balance.analysis.cards.numbers import (
    Compared,
    alike_effects,
    by_first_turn,
    card_effects,
    effects_among,
    win_shares,
)
from balance.analysis.cards.pairs import card_pairs
from balance.analysis.cards.verdicts import MARGIN, against_peers, roles, survival, verdicts

COMPARED = {
    "taken": "taken or not",
    "played": "played or not",
    "used": "used or not",
}
"""What the two sides of a comparison did, in words."""
NOTHING_TO_COMPARE = "nothing: all do the same"


class CardSummary:
    """The card numbers of one run, judged with ``margin`` (in lift)."""

    def __init__(self, facts: CardFacts, rates: pl.DataFrame, names: pl.DataFrame, margin: float = MARGIN):
        """``rates``: the rows of cards.sql. ``names``: id, name, kind, set of every card."""
        self.facts, self.rates, self.names, self.margin = facts, rates, names, margin

    @cached_property
    def compared(self) -> Compared:
        """The two sides of every card's comparison."""
        return Compared.of(self.facts)

    @cached_property
    def effects(self) -> pl.DataFrame:
        """One row per card: its comparison and verdict (see ``card_effects`` and ``verdicts``)."""
        found = self._with_kind(card_effects(self.compared))
        alike = found.select("card", *(pl.col(f"effect{end}").alias(f"alike{end}") for end in ("", "_low", "_high")))
        found = against_peers(found).join(alike, on="card")
        return verdicts(found, self.facts.players, self.facts.games, self.margin)

    @cached_property
    def improvements(self) -> pl.DataFrame:
        """One row per card: card, event, effect, effect_se, did, didnt; as ``effects``, without all the rest."""
        return against_peers(self._with_kind(alike_effects(self.compared)))

    @cached_property
    def among_styles(self) -> pl.DataFrame:
        """One row per card and style: the same comparison inside the style."""
        return self._among("agent")

    @cached_property
    def among_companies(self) -> pl.DataFrame:
        """One row per card and company: the same comparison at weak, mixed and strong tables."""
        return self._among("company")

    def _among(self, by: str) -> pl.DataFrame:
        whole = self.effects.select("card", "event", overall="usual")
        found = self._with_kind(effects_among(self.compared, by)).join(whole, on="card")
        return against_peers(found, by=("group",), lacking="overall").drop("overall")

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
        found = card_pairs(self.compared, dict(self.names.select("id", "kind").iter_rows()))
        return found.with_columns(
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
        frame = frame.join(self._survival(), on="card", how="left")
        frame = frame.join(self.choices, on="card", how="left") if self.choices is not None else frame
        frame = frame.with_columns(role=roles(frame) if self.choices is not None else pl.lit(""))
        words = pl.col("event").replace_strict(COMPARED, default=NOTHING_TO_COMPARE, return_dtype=pl.String)
        frame = frame.with_columns(words.alias("compared"), pl.col("verdict").fill_null("undecided"))
        return self.names.join(frame, left_on="id", right_on="card", how="inner", maintain_order="left")

    def _survival(self) -> pl.DataFrame:
        """One row per card: in_styles, in_company and flips in words; styles_hold, styles_of, company_hold, ..._of."""
        frame = self.effects.select("card", "verdict")
        flips = []
        for name, by, among in (
            ("styles", "agent", self.among_styles),
            ("company", "company", self.among_companies),
        ):
            found = survival(self.effects, among, self.facts.players, self.margin)
            found = found.rename({"holds": f"{name}_hold", "groups": f"{name}_of"})
            flips.append(
                found.select(
                    "card",
                    pl.col("against").alias("where")
                    if by == "agent"
                    else pl.col("against").list.eval(pl.element() + " tables").alias("where"),
                )
            )
            frame = frame.join(found.drop("against"), on="card", how="left")
        turned = pl.concat(flips).group_by("card").agg(pl.col("where").list.explode().drop_nulls().sort())
        return frame.join(turned, on="card", how="left").select(
            "card",
            *(pl.col(f"{name}_{part}").fill_null(0) for name in ("styles", "company") for part in ("hold", "of")),
            *(
                pl.when((pl.col("verdict") != "undecided") & (pl.col(f"{name}_of") > 0))
                .then(pl.format("{} of {}", f"{name}_hold", f"{name}_of"))
                .alias(f"in_{name}")
                for name in ("styles", "company")
            ),
            pl.col("where").list.join(", ").alias("flips"),
        )


def _lifts(shares: pl.DataFrame, players: int) -> pl.DataFrame:
    groups = [metric.name.removeprefix("lift_") for metric in WIN_SHARES if metric.name.startswith("lift_")]
    return shares.with_columns((pl.col(f"win_{group}") * players).alias(f"lift_{group}") for group in groups)
