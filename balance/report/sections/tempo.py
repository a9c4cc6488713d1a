"""How scores grow from turn to turn, and how many turns change nothing."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import polars as pl

from balance.analysis.database import FIRST_GAMES
from balance.analysis.results import Results
from balance.engine.game.story import listed
from balance.report import charts
from balance.report.labels import number_text
from balance.report.page import Block, ColumnView, DataTable, PageChart, Paragraph, Section
from balance.report.phrases import amount, first_with_turns, pct, waiting
from balance.report.sections.scores import counted, falls, score_word

PLACES = {1: "winner", 2: "second", 3: "last"}
SELDOM = 0.02
"""A turn that so few of the games reach is left out of a chart by turn."""
QUIET = 0.01
"""From this share of unchanged scores on, turns that change nothing are drawn."""
PARTS = {("third", 1): "first third", ("third", 2): "second third", ("third", 3): "last third", ("game", 0): "all"}


def tempo(results: Results) -> Section:
    """Score by turn, points per turn, turns that change nothing."""
    blocks: list[Block] = [Paragraph("This run kept no turns (--log seats): nothing can be said about its tempo.")]
    if results.plan.logs_turns:
        blocks = [*_tempo_figures(results), *_gains(results)]
    how = "life falls" if falls(results.plan) else "scores grow"
    intro = f"How {how}, and how many turns change nothing."
    if results.plan.log_every > 1:
        intro += f" Seen in the turns of {results.plan.turns_of}."
    return Section("tempo", "Tempo", intro, blocks)


def _tempo_figures(results: Results) -> list[Block]:
    name = score_word(results.plan)
    means = (
        results["tempo"]
        .group_by("turn", "agent")
        .agg(((pl.col("score") * pl.col("n")).sum() / pl.col("n").sum()).alias("mean"), pl.col("n").sum())
        .filter(pl.col("n") >= SELDOM * pl.col("n").max())
        .sort("agent", "turn")
    )
    reached = means.group_by("turn").agg(pl.col("n").sum())
    late = _late(reached["turn"], reached["n"])
    top = means.filter(pl.col("turn") == late.turn).sort("mean", descending=True).row(0, named=True)
    blocks: list[Block] = [*_race(results, name), *_survival(results)]
    return [
        *blocks,
        PageChart(
            "tempo-styles",
            f"Mean {name} by turn and style",
            partial(
                charts.lines, frame=means, x="turn", y="mean", by="agent", rounds=results.rounds, y_label=f"mean {name}"
            ),
            f"Mean {name} by turn, one line per style.",
            f"On {late.text} {_most(results, top['agent'])} {amount(top['mean'])}. Players still playing on a "
            "turn; turns that few games reach are left out.",
        ),
    ]


def _most(results: Results, style: str) -> str:
    """Whose number a mean is: of who has most, or of all, who play alike."""
    return f"{style} has most:" if results.styles.height > 1 else "the mean is"


class _Late(NamedTuple):
    """A turn late in the game, and what it is called."""

    turn: int
    text: str


def _late(turns: pl.Series, games: pl.Series) -> _Late:
    """The last turn that half of the games reach: of later ones only long games speak, which are unlike the others."""
    usual = int(turns.filter(games >= games.max() / 2).max())  # type: ignore[operator, arg-type]
    return _Late(usual, f"turn {usual}{', the last that half of the games reach,' if usual < turns.max() else ''}")  # type: ignore[operator]


def _race(results: Results, name: str) -> list[Block]:
    """How the winner, the second and the last get on."""
    frame = results.race.filter(pl.col("games") >= SELDOM * pl.col("games").max())
    if frame["turn"].n_unique() < 2 or frame["place"].n_unique() < 2:
        return []
    lines = frame.with_columns(pl.col("place").replace_strict(PLACES, return_dtype=pl.String).alias("who")).sort(
        "place", "turn"
    )
    places = frame["place"].unique().sort()
    gaps = frame.pivot("place", index="turn", values="score").drop_nulls(["1", "3"]).sort("turn")
    gaps = gaps.with_columns(gap=pl.col("1") - pl.col("3"))
    late = _late(frame["turn"], frame["games"])
    last = gaps.filter(pl.col("turn") <= late.turn).row(-1, named=True)
    past_half = gaps.filter(pl.col("gap") >= last["gap"] / 2)
    ahead = f"{amount(last['gap'])} {counted(results.plan)}"
    verdict = f"On {late.text} the winner is {ahead} ahead of the last on average"
    if past_half.height and last["gap"] > 0:
        verdict += f"; half of that gap is there by turn {past_half['turn'][0]}"
    return [
        PageChart(
            "race",
            f"{name.capitalize()} of {listed([f'the {PLACES[place]}' for place in places])}, by turn",
            partial(
                charts.lines,
                frame=lines,
                x="turn",
                y="score",
                by="who",
                low="score_low",
                high="score_high",
                rounds=results.rounds,
                y_label=f"mean {name}",
            ),
            f"Mean {name} by turn for who wins, who comes second and who comes last in the end. {verdict}.",
            f"{verdict}. Players are sorted by how the game ended, so lines part earlier than anybody at the table "
            "could tell.",
        )
    ]


def _survival(results: Results) -> list[Block]:
    """Who still plays, in games where players fall."""
    if not falls(results.plan):
        return []
    frame = results["survival"]
    lines = {"games going on": "going", "players in the game": "playing"}
    if results.plan.players == 2:  # the game ends when one falls
        lines = {"games going on": "going"}
    drawn = pl.concat(
        frame.select("turn", pl.lit(who).alias("who"), pl.col(column).alias("share")) for who, column in lines.items()
    )
    half_done = frame.filter(pl.col("playing") < 0.5)
    verdict = f"Half of the players are done by turn {half_done['turn'][0]}." if half_done.height else ""
    return [
        PageChart(
            "survival",
            "Who is still in the game",
            partial(
                charts.lines, frame=drawn, x="turn", y="share", by="who", unit="percent", y_label="share still there"
            ),
            f"Share of the games that still go on, and of the players who still play, by turn. {verdict}",
            f"{verdict} A game ends when one avatar is left.".strip(),
        )
    ]


def _gains(results: Results) -> list[Block]:
    frame = results.gains
    if not frame.height:  # games of a single turn
        return []
    often = (pl.col("part") == "turn") & (pl.col("games") >= SELDOM * pl.col("games").max())
    name = score_word(results.plan)
    turns = frame.filter(often).rename({"number": "turn"})
    most = turns.sort("gain", descending=True).row(0, named=True)
    least = turns.sort("gain").row(0, named=True)
    blocks: list[Block] = [
        PageChart(
            "gains",
            f"Change of {name} per turn",
            partial(
                charts.lines,
                frame=turns,
                x="turn",
                y="gain",
                low="gain_low",
                high="gain_high",
                rounds=results.rounds,
                y_label=f"mean change of a player's {name}",
            ),
            f"Mean change of a player's {name} by turn. {_extremes(most, least, falls(results.plan))}",
            f"{_extremes(most, least, falls(results.plan))} From the second turn on; the band is the interval.",
            detail=True,
        )
    ]
    if float(frame.filter(pl.col("part") == "game")["unchanged"][0]) >= QUIET:
        blocks.append(_quiet(results, turns, name))
    return [*blocks, _parts(results, frame)]


def _extremes(most: dict[str, Any], least: dict[str, Any], falling: bool) -> str:
    """The turns with the largest and the smallest change."""
    first, second = (least, most) if falling else (most, least)
    turns = [f"turn {row['turn']} ({number_text(row['gain'], '', 1, True)})" for row in (first, second)]
    return f"Most is {'lost' if falling else 'gained'} on {turns[0]}, least on {turns[1]}."


def _quiet(results: Results, turns: pl.DataFrame, name: str) -> PageChart:
    included = waiting(results.plan)
    kinds = {"unchanged": f"own {name} unchanged", "dead": "standing unchanged too"}
    lines = pl.concat(
        turns.select("turn", pl.lit(kind).alias("kind"), share=name, low=f"{name}_low", high=f"{name}_high")
        for name, kind in kinds.items()
    )
    most = turns.sort("unchanged", descending=True).row(0, named=True)
    return PageChart(
        "quiet-turns",
        f"Turns that do not change a player's {name}",
        partial(
            charts.lines,
            frame=lines,
            x="turn",
            y="share",
            by="kind",
            low="low",
            high="high",
            unit="percent",
            rounds=results.rounds,
            y_label=f"share of the players' turns{included}",
        ),
        f"Share of players' turns{included} that do not change the {name}, and of those that change no standing "
        f"either; most on turn {most['turn']}: {pct(most['unchanged'])}.",
        f"Most often on turn {most['turn']}: {pct(most['unchanged'])} of the players{included}. Such a turn may "
        "prepare later ones. Standing: how many players have more.",
        detail=True,
    )


def _parts(results: Results, frame: pl.DataFrame) -> DataTable:
    name, unit, included = score_word(results.plan), counted(results.plan), waiting(results.plan)
    rows = frame.filter(pl.col("part") != "turn").sort("part", "number", descending=[True, False])
    names = pl.Series("name", [PARTS[row["part"], row["number"]] for row in rows.iter_rows(named=True)])
    return DataTable(
        "gains-by-third",
        f"{unit.capitalize()} per turn by third of the game",
        rows.with_columns(names),
        (
            ColumnView("name", "Part of the game", "text", "Thirds of the turns the game had in the end."),
            ColumnView(
                *("gain", f"{unit.capitalize()} a turn", "number", f"Mean change of a player's {name} in one turn."),
                low="gain_low",
                high="gain_high",
            ),
            ColumnView(
                *(
                    "unchanged",
                    f"{name.capitalize()} unchanged",
                    "percent",
                    f"Share of players' turns{included} that do not change their {name}.",
                ),
                low="unchanged_low",
                high="unchanged_high",
            ),
            ColumnView(
                "dead",
                "Standing unchanged too",
                "percent",
                f"Share of players' turns{included} that change neither their {name} nor how many have more.",
                low="dead_low",
                high="dead_high",
            ),
        ),
        f"From {first_with_turns(results.plan, FIRST_GAMES)}, without the first turn: the log has no "
        f"{name} from before it. Intervals are clustered by {'match' if results.plan.match_games > 1 else 'game'}.",
    )
