"""The chapters of a report: charts and tables from a run's results."""

from __future__ import annotations

from functools import partial

import polars as pl

from balance.analysis.database import FIRST_GAMES
from balance.analysis.results import Results
from balance.analysis.stats import weighted_quantile
from balance.report import charts
from balance.report.page import Block, ColumnView, DataTable, Figure, Paragraph, Section
from balance.report.phrases import num, pct, word

QUANTILES = ((0.05, "low"), (0.5, "middle"), (0.95, "high"))
DEFICITS = 6
TURN_STEPS = 8


def scores(results: Results) -> Section:
    """Score distribution by style and its components."""
    frame = results["scores"].with_columns((pl.col("seats") / pl.col("seats").sum().over("agent")).alias("share"))
    styles = results.styles
    lines = [
        f"{row['agent']} {num(row['score'])}" for row in styles.sort("score", descending=True).iter_rows(named=True)
    ]
    parts = _components(results)
    blocks: list[Block] = [
        Figure(
            "score-distribution",
            "Final scores by style",
            partial(
                charts.histogram,
                frame=frame,
                x="score",
                y="share",
                by="agent",
                x_label="final score",
                y_label="share of seats",
            ),
            f"Distribution of the final score for each style. Mean scores: {', '.join(lines)}.",
            "Share of the style's seats that ended with this score.",
        ),
        Figure(
            "score-components",
            "Where the points come from, by style",
            partial(
                charts.stacked,
                frame=parts,
                x="agent",
                y="points",
                by="source",
                x_label="style",
                y_label="points per game",
            ),
            "Mean points per game by source, for each style, losses below zero. " + _component_text(parts),
            "Mean points per seat and game; the parts add up to the mean score.",
        ),
        DataTable(
            "component-table",
            "Points by source and style",
            parts,
            (
                ColumnView("agent", "Style", "text", "The play style."),
                ColumnView("source", "Source", "text", "What the points are for; losses are negative."),
                ColumnView("points", "Points", "number", "Mean points per seat and game."),
            ),
            filter_by="agent",
        ),
    ]
    return Section("scores", "Scores", "How high scores get, and what they are made of.", blocks)


def _components(results: Results) -> pl.DataFrame:
    frame = results["components"].filter(pl.col("points").abs().max().over("component") > 0)
    order = results.styles["agent"].to_list()
    named = frame.with_columns(
        pl.col("component").map_elements(lambda code: word(results.plan, code), return_dtype=pl.String).alias("source")
    )
    summed = named.group_by("agent", "source", maintain_order=True).agg(pl.col("points").sum())
    return summed.sort(
        pl.col("agent").replace_strict(order, range(len(order))),
        pl.col("points").mean().over("source"),
        descending=[False, True],
    )


def _component_text(parts: pl.DataFrame) -> str:
    whole = parts.group_by("source").agg(pl.col("points").mean()).sort("points", descending=True)
    return (
        "Averaged over styles: "
        + ", ".join(f"{row['source']} {num(row['points'])}" for row in whole.iter_rows(named=True))
        + "."
    )


def length(results: Results) -> Section:
    """Game length and how games end."""
    turns = results["length"].with_columns((pl.col("games") / pl.col("games").sum()).alias("share"))
    total = results["ends"]["games"].sum()
    ends = results["ends"].with_columns(
        (pl.col("games") / total).alias("share"),
        pl.col("end_reason")
        .map_elements(lambda code: word(results.plan, code), return_dtype=pl.String)
        .alias("reason"),
    )
    values, counts = turns["turns"].to_list(), turns["games"].to_list()
    low, middle, high = (weighted_quantile(values, counts, at) for at, _ in QUANTILES)
    blocks: list[Block] = [
        Figure(
            "length-distribution",
            "How many turns a game lasts",
            partial(charts.bars, frame=turns, x="turns", y="share", unit="percent", y_label="share of games"),
            f"Distribution of game length: half of the games last at most {middle:.0f} turns, nine in ten "
            f"{low:.0f} to {high:.0f}.",
            "Share of all games, by length.",
        ),
        DataTable(
            "ends",
            "How games end",
            ends.select("reason", "winners", "games", "share", "turns"),
            (
                ColumnView("reason", "The game ends because", "text", "The rule that ended the game."),
                ColumnView("winners", "Winners", "int", "Seats that share the win; 0 = nobody won."),
                ColumnView("games", "Games", "int", "Games that ended so."),
                ColumnView("share", "Share", "percent", "The same as a share of all games."),
                ColumnView("turns", "Mean turns", "number", "Mean length of these games, in turns."),
            ),
        ),
    ]
    return Section(
        "length", "Length and ending", "How long games last, how they end, and how many share the win.", blocks
    )


def tempo(results: Results) -> Section:
    """Score by turn, lead changes, when the winner takes the lead, comeback chance."""
    lead = results["leads"]
    games = lead["games"].sum()
    changes = (
        lead.group_by("lead_changes").agg(pl.col("games").sum() / games).sort("lead_changes").rename({"games": "share"})
    )
    since = lead.group_by("lead_turn").agg(pl.col("games").sum() / games).sort("lead_turn").rename({"games": "share"})
    blocks: list[Block] = []
    if results.plan.whole:
        blocks += _tempo_figures(results)
    blocks += [
        Figure(
            "lead-for-good",
            "From which turn on the winner was never behind",
            partial(
                charts.bars,
                frame=since,
                x="lead_turn",
                y="share",
                unit="percent",
                x_label="turn",
                y_label="share of games",
            ),
            "Share of the games by the turn from which on the winner was never behind. "
            f"From the first turn: {pct(_first(since, 'lead_turn', 1))}.",
            "With several winners, the turn from which none of them was behind.",
        ),
        Figure(
            "lead-changes",
            "How often the lead changes hands",
            partial(
                charts.bars,
                frame=changes,
                x="lead_changes",
                y="share",
                unit="percent",
                x_label="changes of the lead",
                y_label="share of games",
            ),
            f"Share of the games by changes of the sole lead; without any: {pct(_first(changes, 'lead_changes', 0))}.",
            "A change is a sole lead that passes to another seat; standing level is no change.",
        ),
    ]
    if results.plan.whole:
        blocks.append(_comeback(results))
    return Section(
        "tempo", "Tempo", "How scores grow, who leads when, and whether a player who is behind can still win.", blocks
    )


def _first(frame: pl.DataFrame, column: str, value: int) -> float:
    found = frame.filter(pl.col(column) == value)["share"]
    return float(found[0]) if found.len() else 0.0


def _tempo_figures(results: Results) -> list[Block]:
    cells = results["tempo"].group_by("turn", "score").agg(pl.col("n").sum())
    rows = []
    for (turn,), group in cells.group_by("turn"):
        row = {"turn": turn, "n": group["n"].sum()}
        for at, name in QUANTILES:
            row[name] = weighted_quantile(group["score"].to_list(), group["n"].to_list(), at)
        rows.append(row)
    band = pl.DataFrame(rows).sort("turn").with_columns(pl.lit("all seats").alias("who"))
    last = band.row(-1, named=True)
    means = (
        results["tempo"]
        .group_by("turn", "agent")
        .agg(((pl.col("score") * pl.col("n")).sum() / pl.col("n").sum()).alias("mean"))
        .sort("agent", "turn")
    )
    return [
        Figure(
            "tempo-band",
            "Score by turn",
            partial(
                charts.lines, frame=band, x="turn", y="middle", low="low", high="high", unit="points", y_label="score"
            ),
            f"Median score by turn with the band in which nine of ten seats lie; it rises to {last['middle']:.0f} "
            f"on turn {last['turn']}.",
            "The line is the median, the band holds nine of ten seats still playing on that turn.",
        ),
        Figure(
            "tempo-styles",
            "Mean score by turn and style",
            partial(charts.lines, frame=means, x="turn", y="mean", by="agent", unit="points", y_label="mean score"),
            "Mean score by turn, one line per style.",
            "Seats still playing on that turn; late turns are reached by few games only.",
        ),
    ]


def _comeback(results: Results) -> Block:
    frame = results["comeback"]
    width = max(1, round(weighted_quantile(frame["deficit"].to_list(), frame["n"].to_list(), 0.95) / (DEFICITS - 2)))
    longest = int(weighted_quantile(frame["turn"].to_list(), frame["n"].to_list(), 0.99))
    step = max(1, -(-longest // TURN_STEPS))
    grouped = (
        frame.filter(pl.col("turn") % step == 0)
        .with_columns(((pl.col("deficit") + width - 1) // width).clip(0, DEFICITS - 1).alias("bucket"))
        .group_by("turn", "bucket")
        .agg(((pl.col("win_share") * pl.col("n")).sum() / pl.col("n").sum()).alias("win_share"), pl.col("n").sum())
        .filter(pl.col("n") >= 100)
        .sort("bucket", "turn")
        .with_columns(
            pl.col("bucket").map_elements(lambda b: _deficit_words(b, width), return_dtype=pl.String).alias("behind")
        )
    )
    return Figure(
        "comeback",
        "Chance to win by points behind",
        partial(
            charts.grid, frame=grouped, x="turn", y="behind", value="win_share", unit="percent", y_label="points behind"
        ),
        "Share of the games won by seats that stood so many points behind the best score after a turn. "
        + _comeback_text(grouped),
        f"From the first {min(FIRST_GAMES, results.plan.games):,} games; cells with fewer than 100 seats are left out.",
    )


def _deficit_words(bucket: int, width: int) -> str:
    if bucket == 0:
        return "leading"
    if bucket == DEFICITS - 1:
        return f"{(bucket - 1) * width + 1} or more"
    first, last = (bucket - 1) * width + 1, bucket * width
    return str(first) if first == last else f"{first} to {last}"


def _comeback_text(grouped: pl.DataFrame) -> str:
    turns = grouped["turn"].unique().sort().to_list()
    if not turns:
        return ""
    middle = turns[len(turns) // 2]
    rows = grouped.filter(pl.col("turn") == middle).iter_rows(named=True)
    return f"After turn {middle}: " + ", ".join(f"{row['behind']}: {pct(row['win_share'])}" for row in rows) + "."


def styles(results: Results) -> Section:
    """Styles against each other."""
    frame = results.styles
    matrix = _matrix(results["head_to_head"], frame["agent"].to_list())
    top = frame.row(0, named=True)
    blocks: list[Block] = [
        Figure(
            "style-lift",
            "Lift by style",
            partial(
                charts.forest,
                frame=frame,
                label="agent",
                value="lift",
                low="lift_low",
                high="lift_high",
                reference=1.0,
                x_label="lift",
            ),
            f"Lift of every style with its interval; 1.00 is neutral. {top['agent']} is highest with "
            f"{num(top['lift'])}.",
            "Lift = seats at the table x win share: 1.00 is neutral at any number of players.",
        ),
        DataTable(
            "style-table",
            "Styles",
            frame,
            (
                ColumnView("agent", "Style", "text", "The play style."),
                ColumnView("seats", "Seats", "int", "Seats it played."),
                ColumnView(
                    "win_share",
                    "Win share",
                    "percent",
                    "Mean share of the win: 1 for a sole winner, 1/k for each of k.",
                    "win_share_low",
                    "win_share_high",
                ),
                ColumnView(
                    "lift", "Lift", "lift", "Seats at the table x win share; 1.00 is neutral.", "lift_low", "lift_high"
                ),
                ColumnView("score", "Mean score", "number", "Mean final score, in points.", "score_low", "score_high"),
                ColumnView("score_sd", "Spread", "number", "Standard deviation of the final score, in points."),
            ),
        ),
    ]
    if matrix["ahead"].is_not_null().any():
        blocks.append(
            Figure(
                "head-to-head",
                "Who does better than whom",
                partial(
                    charts.grid,
                    frame=matrix,
                    x="rival",
                    y="agent",
                    value="ahead",
                    unit="percent",
                    centre=0.5,
                    x_label="does better than",
                    y_label="style",
                ),
                "How often the style of the row did better than the style of the column in the same game. "
                + _matrix_text(matrix),
                f"Better = larger win share, then better rank; equal counts one half. From the first "
                f"{min(FIRST_GAMES, results.plan.games):,} games.",
            )
        )
    return Section("styles", "Play styles", "How the ways of playing do against each other.", blocks)


def _matrix(pairs: pl.DataFrame, order: list[str]) -> pl.DataFrame:
    """Every pair in the order of the styles, the empty diagonal included, so that rows and columns agree."""
    every = pl.DataFrame({"agent": order}).join(pl.DataFrame({"rival": order}), how="cross")
    return every.join(pairs, on=["agent", "rival"], how="left", maintain_order="left")


def _matrix_text(matrix: pl.DataFrame) -> str:
    best = matrix.drop_nulls("ahead").sort("ahead", descending=True).row(0, named=True)
    return f"The clearest: {best['agent']} over {best['rival']}, {pct(best['ahead'])}."


def seats(results: Results) -> Section:
    """Seat fairness."""
    frame = results.seats.with_columns((pl.lit("seat ") + (pl.col("seat") + 1).cast(pl.String)).alias("label"))
    fair = 1 / results.plan.players
    text = ", ".join(f"{row['label']} {pct(row['win_share'])}" for row in frame.iter_rows(named=True))
    return Section(
        "seats",
        "Seats",
        "Whether sitting first, last or in between helps. Styles are spread over the seats by chance, so only "
        "the seat differs.",
        [
            Figure(
                "seat-fairness",
                "Win share by seat",
                partial(
                    charts.forest,
                    frame=frame,
                    label="label",
                    value="win_share",
                    low="win_share_low",
                    high="win_share_high",
                    reference=fair,
                    unit="percent",
                    x_label="win share",
                ),
                f"Win share by seat with intervals; equal would be {pct(fair)}. {text}.",
                "The line is the fair share, 1 / seats.",
            ),
        ],
    )


def cards(results: Results) -> Section:
    """The card table with a forest plot."""
    if not results.plan.whole:
        return Section("cards", "Cards", "", [Paragraph("This run kept no cards (--log seats).")])
    frame = results.cards
    swings = frame.filter(pl.col("swing").is_not_null()).sort("swing", descending=True)
    blocks: list[Block] = []
    if swings.height:
        top = swings.row(0, named=True)
        blocks.append(
            Figure(
                "card-swings",
                "Win share when used, minus when met and not used",
                partial(
                    charts.forest,
                    frame=swings,
                    label="name",
                    value="swing",
                    low="swing_low",
                    high="swing_high",
                    reference=0.0,
                    unit="percent",
                    x_label="difference in win share",
                ),
                f"Difference in win share between seats that used a card and seats that met it and did not. "
                f"Highest: {top['name']}, {pct(top['swing'])}.",
                "A correlation: seats that use cards well are seats that play well. The effect of an edit is "
                "judged by playing it, not by this chart.",
                height=max(3.0, 0.2 * swings.height + 0.8),
            )
        )
    blocks.append(DataTable("card-table", "All cards", frame, CARD_COLUMNS, searchable=True, filter_by="kind"))
    return Section("cards", "Cards", "What every card does for those who meet it.", blocks)


CARD_COLUMNS = (
    ColumnView("id", "Id", "text", "The card's id in cards.csv."),
    ColumnView("name", "Card", "text", "The card's name."),
    ColumnView("kind", "Kind", "text", "The card's kind in cards.csv."),
    ColumnView(
        "met",
        "Met",
        "percent",
        "Seats that met the card (drew it, were offered it, saw it played on them ...), of all seats.",
    ),
    ColumnView("taken", "Taken", "number", "Times taken, per seat that met it."),
    ColumnView("played", "Played", "number", "Times played, per seat that met it."),
    ColumnView("used", "Used", "number", "Times its effect was used, per seat that met it."),
    ColumnView("win_used", "Win share, used", "percent", "Mean win share of the seats that used it at least once."),
    ColumnView(
        "win_unused", "Win share, not used", "percent", "Mean win share of the seats that met it and never used it."
    ),
    ColumnView(
        "swing",
        "Swing",
        "points",
        "Win share of those that used it minus that of those that met it and did not.",
        "swing_low",
        "swing_high",
    ),
    ColumnView(
        "taken_swing",
        "Swing, taken",
        "points",
        "Win share of those that took it minus that of those that met it and did not take it.",
        "taken_swing_low",
        "taken_swing_high",
    ),
)
