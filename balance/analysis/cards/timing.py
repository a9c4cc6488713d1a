"""The same comparison turn by turn, so that a card is not praised for games that lasted.

Whoever plays a card late was still in a game that lasted: comparing all who played it with all who never did
favours late cards (survival bias). Here every first play on turn t is compared only with the seats that had met the
card and had not played it before turn t ("at risk", as in survival analysis). The estimator is that of
``effects``, with the turns as cells; a seat counts in every turn in which it is at risk.
"""

from __future__ import annotations

import polars as pl

from balance.analysis.cards.effects import clustered


def effects_by_turn(turns: pl.DataFrame, cases: pl.DataFrame) -> pl.DataFrame:
    """One row per card: effect of playing it on a turn rather than not yet, se, did (seats that played it).

    ``turns``: card, first_turn (0: never), met_turn, turns (length of the game), n, w. ``cases``: the same with
    game_no and the single ``win_share``, of a sample of whole games.
    """
    overall = _effect(_at_risk(_spans(turns)))
    # Not all columns: the rows are millions.
    cases = cases.select("card", "game_no", "first_turn", "met_turn", "turns", "win_share")
    some = _at_risk(_spans(cases.with_columns(n=pl.lit(1), w=pl.col("win_share"))))
    measured = _effect(some).rename({"effect": "effect_here", "weight": "weight_here"}).drop("did")
    residuals = _residuals(_spans(cases), some, measured)
    errors = clustered(residuals, ["card"]).join(measured, on="card")
    errors = errors.with_columns(
        se=(pl.col("uu") * pl.col("games") / (pl.col("games") - 1)).sqrt() / pl.col("weight_here")
    ).filter(pl.col("games") > 1)
    return (
        overall.join(errors.select("card", "se", "weight_here"), on="card", how="left")
        .with_columns(se=pl.col("se") * (pl.col("weight_here") / pl.col("weight")).sqrt())
        .select("card", "effect", "se", "did")
        .sort("card")
    )


def _spans(rows: pl.DataFrame) -> pl.DataFrame:
    """With the turns a seat is at risk: from ``enter`` to ``leave``, both included."""
    played = pl.col("first_turn") > 0
    return rows.with_columns(
        played=played,
        leave=pl.when(played).then("first_turn").otherwise("turns").cast(pl.Int64),
    ).with_columns(enter=pl.min_horizontal(pl.max_horizontal(pl.col("met_turn").cast(pl.Int64), 1), "leave"))


def _at_risk(spans: pl.DataFrame) -> pl.DataFrame:
    """One row per card and turn: at risk n with win shares w, of whom did played it on that turn, with did_w."""
    entries = spans.select("card", pl.col("enter").alias("turn"), "n", "w")
    exits = spans.select("card", (pl.col("leave") + 1).alias("turn"), -pl.col("n"), -pl.col("w"))
    plays = spans.filter("played").group_by("card", pl.col("leave").alias("turn"))
    steps = pl.concat([entries, exits]).group_by("card", "turn").agg(pl.col("n", "w").sum()).sort("card", "turn")
    last = spans.group_by("card").agg(pl.col("leave").max())
    every = last.with_columns(turn=pl.int_ranges(1, pl.col("leave") + 1)).explode("turn").drop("leave")
    return (
        every.join(steps, on=["card", "turn"], how="left")
        .join(
            plays.agg(pl.col("n").sum().alias("did"), pl.col("w").sum().alias("did_w")), on=["card", "turn"], how="left"
        )
        .fill_null(0)
        .sort("card", "turn")
        .with_columns(pl.col("n", "w").cum_sum().over("card"))
        .with_columns(
            pl.when(pl.col("n") > 0).then(pl.col(each) / pl.col("n")).otherwise(0).alias(name)
            for name, each in (("p", "did"), ("mean", "w"))
        )
    )


def _effect(risk: pl.DataFrame) -> pl.DataFrame:
    by_card = risk.group_by("card").agg(
        (pl.col("did_w") - pl.col("p") * pl.col("w")).sum().alias("moment"),
        (pl.col("n") * pl.col("p") * (1 - pl.col("p"))).sum().alias("weight"),
        pl.col("did").sum(),
    )
    by_card = by_card.filter(pl.col("weight") > 1e-9)
    return by_card.select("card", "weight", "did", (pl.col("moment") / pl.col("weight")).alias("effect"))


def _residuals(spans: pl.DataFrame, risk: pl.DataFrame, measured: pl.DataFrame) -> pl.DataFrame:
    """What every case adds to its card's effect, ``u``: sums over its turns at risk, from running sums over turns.

    A turn without a play adds -p (w - mean + effect p), the turn of its play (1 - p) (w - mean - effect (1 - p)).
    """
    running = risk.sort("card", "turn").select(
        "card",
        "turn",
        "p",
        "mean",
        *(
            term.cum_sum().over("card").alias(name)
            for name, term in (("p1", pl.col("p")), ("pm", pl.col("p") * pl.col("mean")), ("pp", pl.col("p") ** 2))
        ),
    )
    before = running.select(
        "card", (pl.col("turn") + 1).alias("enter"), *(pl.col(n).alias(f"{n}_before") for n in ("p1", "pm", "pp"))
    )
    w, effect = pl.col("win_share"), pl.col("effect_here")
    p1, pm, pp = (pl.col(name) - pl.col(f"{name}_before").fill_null(0) for name in ("p1", "pm", "pp"))
    waited = -w * p1 + pm - effect * pp
    on_play = pl.when("played").then(w - pl.col("mean") - effect * (1 - 2 * pl.col("p"))).otherwise(0)
    return (
        spans.join(running.rename({"turn": "leave"}), on=["card", "leave"], how="left")
        .join(before, on=["card", "enter"], how="left")
        .join(measured, on="card", how="inner")
        .with_columns(u=waited + on_play)
    )
