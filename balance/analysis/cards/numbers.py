"""How much those win who took, played or used a card, and how much more than those who did not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import sparse

from balance.analysis.cards.effects import by_game, clustered, effects, numbered
from balance.analysis.cards.facts import EVENTS, CardFacts
from balance.analysis.cards.timing import effects_by_turn
from balance.analysis.stats import with_interval

GROUPS: dict[str, pl.Expr] = {
    "seen": pl.col("seen"),
    **{event: pl.col(event) for event in EVENTS},
    **{f"not_{event}": pl.col("seen") & ~pl.col(event) for event in EVENTS},
}
"""The seats whose win share is shown: those that saw the card, did something with it, or saw it and did not."""
LEAST_SHARE = 0.05
"""A comparison needs this share of its seats on either side: of a card that nearly all use there is none."""


def win_shares(facts: CardFacts) -> pl.DataFrame:
    """One row per card, and for every group g of GROUPS and ``unseen``: seats_g, win_g, win_g_low and win_g_high.

    ``unseen``: the seats of the card's strata that did not see it (of all strata where it was ever met).
    """
    frame = facts.cells.select("card").unique().sort("card")
    for name, group in GROUPS.items():
        frame = frame.join(_level(facts, name, group), on="card", how="left")
    frame = frame.join(_unseen(facts), on="card", how="left")
    for name in (*GROUPS, "unseen"):
        frame = frame.with_columns(pl.col(f"seats_{name}").fill_null(0))
        together = facts.players if name == "unseen" else 1  # nearly all of a table, of which one wins
        frame = with_interval(frame, f"win_{name}", f"win_{name}_se", f"seats_{name}", True, together)
    return frame


def _level(facts: CardFacts, name: str, group: pl.Expr) -> pl.DataFrame:
    """A group's seats and win share, with the standard error clustered by game."""
    overall = facts.cells.filter(group).group_by("card").agg(pl.col("n").sum(), pl.col("w").sum())
    some = facts.cases.filter(group).select("card", "game_no", "win_share")
    mean = some.group_by("card").agg(pl.col("win_share").mean().alias("mean"))
    cases = some.join(mean, on="card").with_columns(u=pl.col("win_share") - pl.col("mean"))
    errors = clustered(cases, ["card"]).with_columns(se=pl.col("uu").sqrt() / pl.col("cases"))
    return overall.join(errors, on="card", how="left").select(
        "card",
        pl.col("n").alias(f"seats_{name}"),
        (pl.col("w") / pl.col("n")).alias(f"win_{name}"),
        (pl.col("se") * (pl.col("cases") / pl.col("n")).sqrt()).alias(f"win_{name}_se"),
    )


def _unseen(facts: CardFacts) -> pl.DataFrame:
    """The rest of the seats of a card's strata, with the standard error clustered by game."""
    strata = facts.cells.select("card", "stratum").unique()
    overall = _rest(strata.join(facts.seats, on="stratum"), facts.cells.filter(pl.col("seen")))
    errors = _unseen_errors(facts, strata)
    return overall.join(errors, on="card", how="left").select(
        "card",
        pl.col("n").alias("seats_unseen"),
        (pl.col("w") / pl.col("n")).alias("win_unseen"),
        (pl.col("root") / (pl.col("cases") * pl.col("n")).sqrt()).alias("win_unseen_se"),
    )


def _unseen_errors(facts: CardFacts, strata: pl.DataFrame) -> pl.DataFrame:
    """One row per card: ``cases``, the seats of its strata that did not see it, and their error as a ``root``."""
    (cards, card), (levels, level) = numbered(strata, ["card"]), numbered(strata, ["stratum"])
    rows = facts.cases.select("card", "game_no", "seat", "cell", "seen", "win_share")
    seats = rows.unique(["game_no", "seat"]).join(facts.seats.select("cell", "stratum"), on="cell")
    room = _seats_and_wins(seats.join(levels.with_row_index("at"), on="stratum"), levels.height)
    seen = _seats_and_wins(rows.filter("seen").join(cards.with_row_index("at"), on="card"), cards.height)
    errors = []
    for at in range(cards.height):
        n, w = (all_of_them[level[card == at]].sum(axis=0) for all_of_them in room)
        for left, gone in zip((n, w), seen, strict=True):
            mine = gone[[at]]
            left[mine.indices] -= mine.data
        w = np.where(n > 0, w, 0)
        errors.append((float(np.sqrt(((w - w.sum() / max(1, n.sum()) * n) ** 2).sum())), int(n.sum())))
    numbers = pl.DataFrame(errors, {"root": pl.Float64, "cases": pl.Int64}, orient="row")
    return cards.with_columns(numbers).filter(pl.col("cases") > 0)


def _seats_and_wins(rows: pl.DataFrame, groups: int) -> tuple[sparse.csr_array, sparse.csr_array]:
    """(groups, games), of the rows with their group ``at``: how many there are, and their win shares."""
    group, game, wins = (rows[name].to_numpy() for name in ("at", "game_no", "win_share"))
    return by_game(group, game, np.ones(len(wins)), groups), by_game(group, game, wins, groups)


def _rest(room: pl.DataFrame, seen: pl.DataFrame) -> pl.DataFrame:
    """By card: the seats n and wins w of ``room`` less those of ``seen``, where seats are left."""
    all_seats, those = (rows.group_by("card").agg(pl.col("n", "w").sum()) for rows in (room, seen))
    left = all_seats.join(those, on="card", how="left", suffix="_seen").fill_null(0)
    n, w = (pl.col(name) - pl.col(f"{name}_seen") for name in ("n", "w"))
    return left.select("card", n.cast(pl.Int64).alias("n"), w.alias("w")).filter(pl.col("n") > 0)


def comparisons(facts: CardFacts) -> pl.DataFrame:
    """What every card is judged by: card, event (of EVENTS: the first with enough seats on both sides, else null)."""
    counts = facts.cells.group_by("card").agg(
        *(pl.col("n").filter(GROUPS[group]).sum().alias(group) for group in GROUPS if group != "seen")
    )
    event = pl.coalesce(
        pl.when(pl.min_horizontal(event, f"not_{event}") > LEAST_SHARE * (pl.col(event) + pl.col(f"not_{event}"))).then(
            pl.lit(event)
        )
        for event in EVENTS
    )
    return counts.select("card", event.alias("event")).sort("card")


def sides(rows: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """The rows (cells or cases) that stand on one of the sides of their card's comparison, with ``x``: did it."""
    did = pl.coalesce(pl.when(pl.col("event") == event).then(pl.col(event)) for event in EVENTS)
    compared = rows.join(events.filter(pl.col("event").is_not_null()), on="card", how="inner").with_columns(x=did)
    return compared.filter(pl.col("x") | pl.col("seen"))


@dataclass(frozen=True)
class Compared:
    """The seats of a run that stand on one of the two sides of their card's comparison; see ``sides``.

    ``events``: see ``comparisons``. ``cells`` and ``cases``: the rows of CardFacts with x, w, s (win share and score).
    """

    facts: CardFacts
    events: pl.DataFrame
    cells: pl.DataFrame
    cases: pl.DataFrame

    @staticmethod
    def of(facts: CardFacts) -> Compared:
        """The comparisons of all cards."""
        events = comparisons(facts)
        cases = sides(facts.cases, events).with_columns(w=pl.col("win_share"), s=pl.col("score"))
        return Compared(facts, events, sides(facts.cells, events), cases)


def alike_effects(compared: Compared) -> pl.DataFrame:
    """One row per card: event, and ``effect`` (in win share, seats alike) with effect_se, did and didnt (seats)."""
    measured = effects(compared.cells, compared.cases).rename({"se": "effect_se"})
    return compared.events.join(measured, on="card", how="left")


def card_effects(compared: Compared) -> pl.DataFrame:
    """One row per card: event, and what doing it is linked to: effect, plain, timed (in win share), points (in score).

    ``effect`` compares seats alike in seat, style, stratum and company; ``plain`` all seats; ``timed`` turn by turn
    (first plays only); ``points`` is the score of seats alike. Each with _se, _low and _high; did, didnt: seats.
    """
    facts, cells, cases = compared.facts, compared.cells, compared.cases
    everybody = pl.lit(0).alias("one")
    frame = compared.events
    for name, measured in (
        ("effect", effects(cells, cases)),
        (
            "plain",
            effects(cells.with_columns(everybody), cases.with_columns(everybody), cell="one").drop("did", "didnt"),
        ),
        ("points", effects(cells, cases, y="s").drop("did", "didnt")),
        (
            "timed",
            effects_by_turn(facts.turns, facts.cases.filter(pl.col("seen") | (pl.col("first_turn") > 0))).drop("did"),
        ),
    ):
        measured = measured.rename({"effect": name, "se": f"{name}_se"})
        frame = with_interval(frame.join(measured, on="card", how="left"), name, f"{name}_se")
    return frame


def by_first_turn(facts: CardFacts) -> pl.DataFrame:
    """One row per card and turn of its first play: n (seats), w, win_share (interval: seats taken as independent)."""
    frame = facts.turns.filter(pl.col("first_turn") > 0).group_by("card", "first_turn").agg(pl.col("n", "w").sum())
    share = pl.col("w") / pl.col("n")
    frame = frame.with_columns(win_share=share, se=(share * (1 - share) / pl.col("n")).clip(0).sqrt())
    return with_interval(frame, "win_share", "se", "n", share=True).sort("card", "first_turn")
