"""Whether the chances of a replay can be believed, and which games are worth reading."""

from __future__ import annotations

import shlex
from functools import partial

import polars as pl

from balance.analysis.results import Results
from balance.analysis.win_probability import MODEL_GAMES, calibration_error
from balance.common.errors import plain
from balance.engine.game.story import listed
from balance.report import charts
from balance.report.page import Block, ColumnView, DataTable, PageChart, Paragraph, Section
from balance.report.phrases import between, first_with_turns, pct, points, signed_points

WORTH = {
    "comeback": "biggest comeback",
    "closest": "closest finish",
    "typical": "most typical",
    "lopsided": "most lopsided",
}
PARTS = ("whole game", "1st quarter", "2nd quarter", "3rd quarter", "4th quarter")
QUARTER = "Quarters are those of a game of the usual (median) length; later turns count to the last."
NOTICED = 0.0005
"""Chances whose error is larger than that of the styles by less, which no table shows, are not called worse."""
OFF = 0.01
"""A style whose chances are off by more than this, a point, is named, where that is certain."""
SELDOM = 0.02
"""A turn that so few of the games reach is left out of a chart by turn."""
SAID = 7
"""The tenth of the chance that the text speaks of: 70 to 80 %."""


def chances(results: Results) -> Section:
    """Reliability of the win-chance model, how low winners were, games worth reading."""
    blocks: list[Block] = []
    if results.win_model is not None:
        blocks = [*_worth(results), *_lowest(results), *_reliability(results), *_trust(results)]
    return Section(
        "chances",
        "Win chances and games worth reading",
        "After every turn a model gives each player a chance to win, from the turn, the scores, the play styles and "
        "who sits where. A replay shows these chances.",
        blocks,
    )


def _worth(results: Results) -> list[Block]:
    frame = results.worth_reading
    if not frame.height:
        return []
    run = shlex.quote(plain(str(results.database.run.path)))
    rows = frame.with_columns(
        pl.col("word").replace_strict(WORTH, return_dtype=pl.String).alias("what"),
        pl.format("balance replay {} {}", pl.lit(run), "game_no").alias("command"),
    )
    return [
        DataTable(
            "worth-reading",
            "Games worth reading",
            rows,
            (
                ColumnView("what", "Game", "text", "Why it is worth reading."),
                ColumnView("command", "To read it", "text", "Type this in a terminal; it ends with the game's number."),
                ColumnView("chance", "Lowest chance", "percent", "The winner's chance to win when it was lowest."),
                ColumnView("turns", "Turns", "int", "Its length."),
                ColumnView("margin", "Margin", "int", "Best minus second best score."),
                ColumnView("lead_changes", "Lead changes", "int", "How often the sole lead passed to another player."),
            ),
            "Comeback: the winner's chance was lowest. Closest: smallest margin, then decided last. Lopsided: largest "
            "margin, then decided first. Typical: nearest to the medians of length, margin, lead changes, best score "
            "and the winner's lowest chance; never a game whose winner was once below 10 % (where most winners were: "
            f"below their median). From {first_with_turns(results.plan, MODEL_GAMES)}, won by one player alone. "
            "Instead of a number, `balance replay` takes the words comeback, closest, typical and lopsided.",
        )
    ]


def _lowest(results: Results) -> list[Block]:
    frame, turns = results.lowest_of_winners, results.winner_chances
    if not frame.height or turns.height < 2:
        return []
    low = float(frame.filter(pl.col("tenth") == 0)["games"].sum()) / float(frame["games"].sum())
    shown = turns.filter(pl.col("games") >= SELDOM * pl.col("games").max())
    middle = shown.row(shown.height // 2, named=True)
    verdict = f"Comebacks: in {pct(low)} of games the winner once had less than a 1-in-10 chance."
    text = (
        f"{verdict} After turn {middle['turn']} the middle winner had {pct(middle['p50'])}, half of them "
        f"{between(middle['p25'], middle['p75'])}, nine in ten {between(middle['p5'], middle['p95'])}."
    )
    return [
        PageChart(
            "lowest-chance",
            "The winner's chance to win, turn by turn",
            partial(
                charts.band,
                frame=shown,
                x="turn",
                middle="p50",
                inner=("p25", "p75"),
                outer=("p5", "p95"),
                unit="percent",
                reference=results.even,
                rounds=results.rounds,
                names=("half of the winners", "nine in ten winners"),
                y_label="chance to win; line: the middle winner",
            ),
            f"The chances of those who won in the end, by turn. {text}",
            f"{verdict} Narrow band: half of the winners; wide band: nine in ten; dotted: an even share. Only games "
            "that one player won alone, as long as they went on.",
        )
    ]


def _reliability(results: Results) -> list[Block]:
    frame = results.reliability
    if not frame.height:
        return []
    seen = frame.select(
        (pl.col("predicted") * 100).alias("said"),
        *("win_share", "win_share_low", "win_share_high"),
        pl.lit("what happened").alias("who"),
    )
    ends = {"said": [0.0, 100.0], "win_share": [0.0, 1.0], "win_share_low": [0.0, 1.0], "win_share_high": [0.0, 1.0]}
    right = pl.DataFrame(ends).with_columns(pl.lit("what the model says").alias("who"))
    return [
        PageChart(
            "reliability",
            "When the model says 70 %, how many win?",
            partial(
                charts.lines,
                frame=pl.concat([seen, right]),
                x="said",
                y="win_share",
                by="who",
                low="win_share_low",
                high="win_share_high",
                unit="percent",
                x_label="chance given, in %",
                y_label="share of those players who won",
            ),
            "Win rate of players by the chance the model gave them. " + _reliability_text(results),
            f"{_reliability_text(results)} The closer to the straight line, the better. The model learned from every "
            "other game and was tested on those between.",
            detail=True,
        ),
        _reliability_table(frame),
    ]


def _reliability_table(frame: pl.DataFrame) -> DataTable:
    return DataTable(
        "reliability-table",
        "Chances given, and games won",
        frame.with_columns(pl.format("{} to {} %", pl.col("tenth") * 10, pl.col("tenth") * 10 + 10).alias("range")),
        (
            ColumnView("range", "Chance given", "text", "The range of the chances in this row."),
            ColumnView("predicted", "Mean chance", "percent", "The mean of the chances given."),
            ColumnView(
                *("win_share", "Won", "percent", "Win rate of the players they were given to."),
                low="win_share_low",
                high="win_share_high",
            ),
            ColumnView("n", "Chances", "int", "How many chances of this size were given."),
            ColumnView("games", "Games", "int", "In how many different games."),
        ),
    )


def _reliability_text(results: Results) -> str:
    frame = results.reliability
    text = f"On average a chance is {points(calibration_error(frame))} off what happened."
    said = frame.filter(pl.col("tenth") == SAID)
    if said.height:
        row = said.row(0, named=True)
        interval = between(row["win_share_low"], row["win_share_high"])
        won = f"{pct(row['win_share'])} win ({interval})"
        text = f"When the model says {pct(row['predicted'])} (70 to 80 %), {won}. {text}"
    return text


def _trust(results: Results) -> list[Block]:
    """Whether the chances know more than the styles, and whether they are right within each style."""
    skill, styles = results.chances_skill, results.chances_by_style
    if not skill.height or not styles.height:
        return []
    return [Paragraph(f"{_skill_text(skill)} {_styles_text(styles)}"), _skill_table(skill), _styles_table(styles)]


def _skill_table(skill: pl.DataFrame) -> DataTable:
    return DataTable(
        "chances-skill",
        "Do the chances tell more than the styles alone?",
        skill.with_columns(pl.col("part").replace_strict(dict(enumerate(PARTS))).alias("when")),
        (
            ColumnView("when", "Part of the game", "text", QUARTER),
            ColumnView(
                *("skill", "Smaller error", "percent"),
                "How much smaller the error of the chances is than with the styles and places at the table alone "
                "(Brier skill score: mean of (chance − win share)²). 100 %: every chance is 0 or 1, and right; "
                "0 %: the scores tell nothing more.",
                low="skill_low",
                high="skill_high",
            ),
            ColumnView("n", "Chances", "int", "How many chances were given."),
            ColumnView("games", "Games", "int", "In how many different games."),
        ),
        "Like all of this chapter, from games that are new to the model.",
    )


def _styles_table(styles: pl.DataFrame) -> DataTable:
    off = ("off", "off_low", "off_high")
    wide = styles.pivot("part", index="agent", values=off).join(
        styles.filter(pl.col("part") == 0).select("agent", "predicted", "win_share"), on="agent"
    )
    parts = ((0, "Off"), (1, "Off early (1st quarter)"), (4, "Off late (4th quarter)"))
    return DataTable(
        "chances-styles",
        "Are the chances right within each style?",
        wide,
        (
            ColumnView("agent", "Style", "text", "The play style."),
            ColumnView("predicted", "Said", "percent", "The mean of the chances given to players with this style."),
            ColumnView("win_share", "Won", "percent", "Their win rate."),
            *(
                ColumnView(
                    *(f"off_{part}", name, "points"),
                    f"Said less won in points of win rate: above 0 the chances were too high. {QUARTER}",
                    low=f"off_low_{part}",
                    high=f"off_high_{part}",
                )
                for part, name in parts
                if f"off_{part}" in wide.columns
            ),
        ),
        "Intervals include the luck of the games the model learned from, not only of those it was tested on.",
    )


def _skill_text(skill: pl.DataFrame) -> str:
    """The verdict on the quarters: "In every quarter the chances tell more than the styles alone ..."."""
    quarters = skill.filter(pl.col("part") > 0)
    names = [PARTS[part].removesuffix(" quarter") for part in quarters["part"]]
    worse = [name for name, high in zip(names, quarters["skill_high"], strict=True) if high < -NOTICED]
    better = [name for name, low in zip(names, quarters["skill_low"], strict=True) if low > 0]
    first, last = quarters.row(0, named=True), quarters.row(-1, named=True)
    gain = f"the error of a chance is {pct(last['skill'])} smaller in the {PARTS[last['part']]}"
    if worse:
        return f"In the {listed(worse)} quarter the chances are worse than the styles alone: do not believe them there."
    if len(better) == len(names):
        early = f", {pct(first['skill'])} in the {names[0]}" if len(names) > 1 else ""
        return f"The chances tell more than the styles alone in every quarter of the game: {gain}{early}."
    unclear = [name for name in names if name not in better]
    text = f"In the {listed(unclear)} quarter the scores tell little or nothing more than the styles"
    return f"{text}; {gain}." if names[-1] in better else f"{text}."


def _styles_text(styles: pl.DataFrame) -> str:
    """Which styles the chances are off for, over the whole game."""
    overall = styles.filter(pl.col("part") == 0)
    wrong = overall.filter((pl.col("off_low") > OFF) | (pl.col("off_high") < -OFF)).sort(pl.col("off").abs())
    if not wrong.height:
        return "No style's chances are clearly off by more than a point."
    named = [f"{row['agent']} ({signed_points(row['off'])})" for row in wrong.reverse().iter_rows(named=True)]
    return f"Clearly off by more than a point: {listed(named)}."
