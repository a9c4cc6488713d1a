"""Luck and skill: what decides who wins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial

import polars as pl

from balance.analysis.luck import CHOICES, OTHERS, SEAT, STYLE, LuckAndSkill
from balance.analysis.results import Results
from balance.engine.game.styles import CARELESSLY
from balance.report import charts
from balance.report.page import Block, PageChart, Paragraph, Section
from balance.report.phrases import pct, share, some_names

TITLE = "Luck and skill"
TENTHS = 3
"""Digits of a share that are worth telling: tenths of a percent. Of less nobody can tell whether it is anything."""
HOW = (
    "The same games were played again, with the same players in the same seats and other luck in one part after"
    " another. The more differently they end, the more that part decides. Choices left to chance are slips, and options"
    " that a style likes equally: small things that send a game another way. It holds for players of these styles."
)
EVEN = 0.5
SKILL = (
    "The style that wins most, with two players, against the styles by which others are measured, and against itself"
    f" when careless: {CARELESSLY}. Near 50 %, playing well is worth little."
)


def luck(results: Results) -> Section:
    """What decides who wins: styles, seats, the deal, draws, choices left to chance."""
    measured = results.luck
    if measured is None:
        return Section("luck", TITLE, "", [])
    chosen = [part.name for part in results.plan.game.luck if part.chosen]
    return Section(
        "luck", TITLE, f"{_verdict(measured, chosen)} {_skill(measured)}".rstrip(), _blocks(results, measured)
    )


def _verdict(measured: LuckAndSkill, chosen: Sequence[str]) -> str:
    """What the game's own chance decides, apart from choices that were as good as level: those are no game of luck.

    ``chosen``: the parts that people choose before a game; here they are drawn.
    """
    parts = {part.name: part.share for part in measured.win}
    skill = sum(parts.pop(name) for name in (STYLE, SEAT, OTHERS))
    level = parts.pop(CHOICES)
    before = "".join(f"{name}, which people may choose, {share(parts.pop(name))}, " for name in chosen)
    game, chance = some_names([*parts], len(parts)), share(sum(parts.values()))
    return (
        f"Chance in the game ({game}) decides {chance} of who wins, {before}choices left to chance {share(level)}, "
        f"styles and seats {share(skill)}."
    )


def _skill(measured: LuckAndSkill) -> str:
    """What players less alike leave to luck."""
    if not measured.duels:
        return ""
    wins = [f"{share(duel.share)} against {duel.name}" for duel in measured.duels]
    skilled = any(duel.low > EVEN for duel in measured.duels)
    head = "Players less alike leave less to luck" if skilled else "Players less alike leave as much to luck"
    return f"{head}: one against one, {measured.best} wins {', '.join(wins)}."


def _duels(measured: LuckAndSkill) -> PageChart:
    """What the best wins against weaker players."""
    frame = pl.DataFrame(map(asdict, measured.duels))
    said = ", ".join(f"{duel.name} {share(duel.share, duel.low, duel.high)}" for duel in measured.duels)
    draw = partial(
        charts.bars, frame=frame, x="name", y="share", low="low", high="high", unit="percent", reference=EVEN,
        x_label="against", y_label=f"won by {measured.best}, one against one",
    )  # fmt: skip
    return PageChart("duels", "What skill can do", draw, f"{measured.best} wins against {said}.", SKILL, height=3.0)


def _blocks(results: Results, measured: LuckAndSkill) -> list[Block]:
    parts = {"who wins": measured.win, "the score": measured.score}
    rows = [{**asdict(part), "of": of} for of, all_of in parts.items() for part in all_of]
    name = pl.col("name")
    frame = pl.DataFrame(rows).with_columns(part=name.str.head(1).str.to_uppercase() + name.str.slice(1))
    said = ", ".join(f"{part.name} {share(round(part.share, TENTHS), part.low, part.high)}" for part in measured.win)
    chance = share(measured.luck.share, measured.luck.low, measured.luck.high)
    draw = partial(
        charts.bars, frame=frame, x="part", y="share", low="low", high="high", by="of", unit="percent",
        x_label="part", y_label="of all differences between players",
    )  # fmt: skip
    blocks: list[Block] = [
        PageChart(
            "luck-parts",
            "What decides who wins",
            draw,
            f"Of who wins: {said}; all chance together {chance}.",
            HOW,
            height=4.2,
        )
    ]
    if measured.duels:
        blocks.append(_duels(measured))
    better = better_style(results["head_to_head"])
    if better is not None:
        three = better**2 * (3 - 2 * better)
        sentence = f"The better of two styles typically does better in {pct(better)} of the games in which they meet"
        blocks.append(Paragraph(f"{sentence}; in two of three games in {pct(three)}."))
    return blocks


def better_style(pairs: pl.DataFrame) -> float | None:
    """How often the better of two styles does better, typically; None: there is one style, or no difference is known.

    ``pairs``: the rows of the query of that name. The root mean square over all pairs, less what chance adds to it:
    the better of two equal ones, chosen by the same games, would always seem better.
    """
    once = pairs.filter((pl.col("agent") < pl.col("rival")) & pl.col("ahead_se").is_not_null())
    square = (pl.col("ahead") - EVEN) ** 2 - pl.col("ahead_se") ** 2
    mean = once.select(square.dot("games") / pl.col("games").sum()).item() if once.height else None
    return EVEN + math.sqrt(mean) if mean is not None and mean > 0 else None
