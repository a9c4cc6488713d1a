"""A made-up report with every kind of block and with names as hostile as a card table may bring them."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import polars as pl
import pytest

from balance.engine.game.faces import Face
from balance.report import charts
from balance.report.cards.view import WORDS
from balance.report.page import (
    Answered,
    BookCard,
    CardBook,
    Chip,
    ColumnView,
    DataTable,
    Definition,
    Finding,
    Page,
    PageChart,
    Paragraph,
    Section,
    Tile,
    Urgent,
)
from balance.report.pictures import histogram, levels, ranked, zones
from balance.report.render import render_page, render_report
from balance.report.side_by_side import Compared, side_by_side

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    '=HYPERLINK("x")',
    "W" * 200,
    "$\\frac{1}{0}$ & </script><!--",
    "日本の妖精 🧚",
    "-2 Curse, “cheap”",
)
FAMILIES = ("Forest", "River", "Stone", "Ember")


def cards(rows: int = 40) -> pl.DataFrame:
    """A card table: the hostile names first, then tame ones."""
    names = [*HOSTILE, *(f"{FAMILIES[n % 4]} fairy {n}" for n in range(rows))][:rows]
    shares = [0.25 + 0.09 * math.sin(n * 1.7) for n in range(rows)]
    return pl.DataFrame(
        {
            "card": names,
            "family": [FAMILIES[n % 4] for n in range(rows)],
            "seen": [1000 * (n * 37 % rows) + 7 for n in range(rows)],
            "win": [share if n != 9 else None for n, share in enumerate(shares)],
            "win_low": [share - 0.011 if n != 9 else None for n, share in enumerate(shares)],
            "win_high": [share + 0.012 for share in shares],
            "change": [0.1 * math.cos(n) for n in range(rows)],
            "lift": [share * 4 for share in shares],
            "score": [math.pi * (n - 12) for n in range(rows)],
        }
    )


def card_table(rows: int = 40) -> DataTable:
    """The card table with all kinds of columns and all controls."""
    columns = (
        ColumnView("card", "Card"),
        ColumnView("family", "Family", help="The set the card belongs to."),
        ColumnView("seen", "Seen", "int", "How often a seat met the card."),
        ColumnView("win", "Win share when played", "percent", "Wins of seats that played it.", "win_low", "win_high"),
        ColumnView("change", "Change", "points", "Percentage points it adds to the win share."),
        ColumnView("lift", "Lift", "lift", "Win share times players; 1.00 is neutral."),
        ColumnView("score", "Points", "number", "Points it brings, on average."),
    )
    return DataTable(
        "cards", "Every card", cards(rows), columns, "Cards met fewer than 100 times have wide intervals.",
        searchable=True, filter_by="family",
    )  # fmt: skip


def book() -> CardBook:
    """Twenty cards, the hostile names first, with all that their pages may say."""
    names = [*HOSTILE, *(f"{FAMILIES[n % 4]} witch {n}" for n in range(13))]
    verdicts = ["too strong", "too weak", "fair", "undecided", "ignored"]
    rows = [
        {
            "id": f"W{n:02}" if n else "map",
            "name": name,
            "kind": ("witch", "hat <b>")[n % 2],
            "verdict": WORDS[verdicts[n % 5]],
            "power": power if n != 4 else None,
            "power_low": power - 0.02 if n != 4 else None,
            "power_high": power + 0.02 if n != 4 else None,
            "power_reach": 0.05 * n,
            "win": math.sqrt(n) / 10,
        }
        for n, name in enumerate(names)
        for power in [0.1 - 0.01 * n]
    ]
    frame = pl.DataFrame(rows).with_columns(pl.col("verdict").cast(pl.Enum(list(WORDS.values()))))
    table = DataTable(
        "card-numbers", "Every witch", frame,
        (
            ColumnView("name", "Card", "text", "Its name.", link="id", group="The card"),
            ColumnView("kind", "Kind", "text", group="The card"),
            ColumnView("verdict", "Verdict", "verdict", "What its power says.", group="Worth"),
            ColumnView("power", "Power", "points", "Its worth.", "power_low", "power_high", group="Worth", drawn=True),
            ColumnView("power_reach", "Gained by", "percent", "Share of the players.", group="Worth"),
            ColumnView("win", "Win share", "percent", "Of those who <used> it.", group="Wins", shown=False),
        ),
        searchable=True, filter_by=("verdict", "kind"),
    )  # fmt: skip
    more = {
        "strip": [["Style: <i>greedy", 0.03, 0.01, 0.05]], "turns": [["1–2", 80, 0.31], ["3–4", 20, 0.22]],
        "partners": [["W03", 0.02, 0.01, 0.03, 1], ["W05", -0.01, -0.03, 0.01, 0]],
        "edits": [["cost 2 instead of 3", 0.01, -0.01, 0.03]], "watch": [[812, 2, 1]],
        "cells": [["effect", "<b>draw</b>"]],
    }  # fmt: skip
    face = Face("2 <coins>", ("Draw a card & win.",), "3", (("Strength", "<2>"),))
    cards = [
        BookCard(row["id"], row["name"], row["kind"], row["kind"], face, verdicts[n % 5], f"Says {n}.", more)
        for n, row in enumerate(rows)
    ]
    return CardBook("card-table", "Every witch", cards, table, "", "balance replay 'my run'", ("power-verdicts",))


def frames() -> dict[str, pl.DataFrame]:
    """What the charts show, with hostile names for some play styles."""
    styles = ["careful", "greedy", "random", HOSTILE[0], HOSTILE[4]]
    seats = pl.DataFrame({"seat": [1, 2, 3, 4], "win": [0.28, 0.25, 0.24, 0.23]}).with_columns(
        low=pl.col("win") - 0.008, high=pl.col("win") + 0.008
    )
    lengths = pl.DataFrame(
        [
            {"turns": n, "share": math.exp(-((n - 14 - 3 * k) ** 2) / 18) / 7.5, "players": f"{k + 2} players"}
            for k in range(3)
            for n in range(4, 31)
        ]
    )
    paths = pl.DataFrame(
        [{"turn": n, "score": n * (2 + 0.3 * k), "agent": name} for k, name in enumerate(styles) for n in range(1, 21)]
    ).with_columns(low=pl.col("score") * 0.94, high=pl.col("score") * 1.06)
    pairs = pl.DataFrame(
        [
            {"against": b, "style": a, "share": 0.5 + 0.07 * (j - i)}
            for i, a in enumerate(styles)
            for j, b in enumerate(styles)
        ]
    )
    parts = pl.DataFrame(
        [
            {"style": style, "part": part, "points": value + k}
            for k, style in enumerate(styles)
            for part, value in (("fairies", 12), ("charms", 6), ("sets", 4), ("curses", -9))
        ]
    )
    return {"seats": seats, "lengths": lengths, "paths": paths, "pairs": pairs, "parts": parts}


def figures() -> list[PageChart]:
    """A chart of each kind, twice over for bars."""
    seats, lengths, paths, pairs, parts = frames().values()
    top = cards().drop_nulls().sort("win", descending=True).head(18)
    groups = parts.filter(pl.col("part") != "curses")
    return [
        PageChart(
            "lengths", "How long games last", lambda ax: charts.histogram(ax, lengths, "turns", "share", "players"),
            "Three humps: two players end after about 14 turns, four after about 20.", "A million games each."),
        PageChart("seats", "Win share by seat", lambda ax: charts.bars(
            ax, seats, "seat", "win", "low", "high", unit="percent", reference=0.25, y_label="win share"),
            "The first seat wins 28 %, the last 23 %."),
        PageChart("paths", "Score by turn", lambda ax: charts.lines(
            ax, paths, "turn", "score", "agent", "low", "high", "points"), "Five rising lines."),
        PageChart("forest", "Strongest cards", lambda ax: charts.forest(
            ax, top, "card", "win", "win_low", "win_high", 0.25, "percent", x_label="win share when played"),
            "Eighteen cards with their intervals."),
        PageChart("pairs", "Style against style", lambda ax: charts.grid(
            ax, pairs, "against", "style", "share", "percent", centre=0.5), "Later styles beat earlier ones."),
        PageChart("parts", "Where points come from", lambda ax: charts.stacked(
            ax, parts, "style", "points", "part", "points"), "Fairies bring most, curses take away."),
        PageChart("groups", "Points by part and style", lambda ax: charts.bars(
            ax, groups, "part", "points", by="style", unit="points"), "Grouped bars."),
    ]  # fmt: skip


def build_page(rows: int = 40) -> Page:
    """The whole report."""
    lengths, seats, paths, forest, pairs, parts, groups = figures()
    small = DataTable(
        "agents", "Play styles", cards(4).select("family", "win", "seen"),
        (ColumnView("family", "Style"), ColumnView("win", "Win share", "percent"), ColumnView("seen", "Games", "int")),
    )  # fmt: skip
    return Page(
        title="Fairy",
        subtitle="1,000,000 games with 4 players, mixed play styles, seed 1",
        findings=(
            Finding("The first seat wins 28.0 % of games (27.2 to 28.8); a fair share is 25 %.", "seats", "warn"),
            Finding("No style wins more than it should against every other.", "pairs", "good"),
            Finding("Games last 14 turns on average.", "lengths", points=["One in a hundred: over 24"], folded=True),
            Finding(f"{HOSTILE[0]} and {HOSTILE[1]} are the strongest cards, {HOSTILE[3]} the weakest.", "q2", "warn"),
        ),
        sections=(
            Section("shape", "The shape of a game", "How long it lasts and who wins.", (lengths, seats, paths)),
            Section("strength", "Cards", "What each card does to the win rate.", (forest, card_table(rows), book())),
            Section(
                "questions", "Questions", "What the designer asked.",
                (
                    Answered("q1", 1, "Does greed pay?", "Yes: 31.2 % (30.1 to 32.3).", (pairs, small),
                             "select agent, avg(win_share) as win\nfrom seats\nwhere seat < 4\ngroup by agent"),
                    Answered("q2", 2, f"Is {HOSTILE[1]} too strong?", f"{HOSTILE[3]} is.", (parts, groups)),
                    DataTable("folded", "The chart in numbers", pl.DataFrame({"family": ["River", "Ember", "Forest"]}),
                              (ColumnView("family", "Family", help="The set."),), folded=True),
                    Paragraph("All questions come from the rules of the game."),
                ),
            ),
        ),
        made=(("Games", "1,000,000"), ("Seed", "1"), ("Card table", "9f86d081884c7d659a2feaa0c55ad015" * 2)),
        definitions=(
            Definition("Win share", "1 for the winner of a game; where k seats tie for the win, 1/k each."),
            Definition("Interval", "It holds the true value in 95 of 100 such runs.", r"\([\d.]+ to [\d.]+\)"),
        ),
        biases=("Cards that are taken by stronger styles look stronger than they are.",),
        tiles=tiles(),
        chips=(
            Chip("card_power", "Cards", "missed", f"{HOSTILE[1]} +9.2 points, 3 more", "within 2.5 points"),
            Chip("tie_rate", "Shared victories", "open", "2.1 %", "at most 2 %"),
            Chip("length", "Length", "met", "14 turns", "12 to 16 turns"),
        ),
        urgent=(
            Urgent("Weaken first", HOSTILE[0], "+9.2 points of win rate; it decides about one game in 11", "cards"),
            Urgent("Strengthen first", HOSTILE[3], "−6.1 points of win rate; it decides no game", "cards"),
        ),
    )  # fmt: skip


def tiles() -> tuple[Tile, ...]:
    """A scorecard with a tile of every weight and a picture of every kind."""
    around = [(0.03, 0.022, 0.038), (-0.01, -0.018, -0.002), (-0.02, -0.028, -0.012)]
    worth = [(0.002 * at - 0.03, at in (0, 39)) for at in range(40)]
    bars = [0.1, 0.3, 0.4, 0.15, 0.05]
    late = [True] * 4 + [False]
    return (
        Tile("Who goes first?", "Unfair", "warn", "+3.0 points", "+2.2 to +3.8", "The first player, vs. an even share",
             levels(around, 0.0, "The first wins more than the second and the third."), "seats"),
        Tile("Which strategy?", "Even", "good", "28.0 %", "27.2 to 28.8 %", f"{HOSTILE[1]} wins most; even is 25 %",
             ranked([0.28, 0.26, 0.25, 0.21], 0.25, "Four styles from 21 % to 28 %."), "pairs"),
        Tile("Cards", "1 to weaken, 1 to strengthen", "warn", "+4.8 points", "+4.1 to +5.5", f"{HOSTILE[3]}, first",
             zones(worth, 0.025, "40 cards: 1 too weak, 38 fair, 1 too strong."), "cards"),
        Tile("Length", "Steady", "note", "14.1 turns", "9 in 10 last 10 to 20", "1.2 % last over 1.5 times the median",
             histogram(bars, late, "Most games last 14 turns."), "lengths"),
        Tile("Comebacks", "Not measured", "open", "", "", "This run kept no turns that tell.", None, "made"),
    )  # fmt: skip


@pytest.fixture(scope="session")
def page() -> Page:
    """The made-up report."""
    return build_page()


@pytest.fixture(scope="session")
def html(page: Page) -> str:
    """The made-up report, rendered."""
    return render_page(page)


@pytest.fixture(scope="session")
def report_file(html: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rendered report on disk."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(html, encoding="utf-8")
    return path


def run_figures(label: str, turns: float) -> Compared:
    """A run's figures with intervals of +-0.1."""

    def frame(*rows: tuple[str, str, float]) -> pl.DataFrame:
        return pl.DataFrame(
            [(*row, row[2] - 0.1, row[2] + 0.1) for row in rows], ["figure", "subject", "value", "low", "high"],
            orient="row",
        )  # fmt: skip

    return Compared(
        label,
        frame(("turns_mean", "", turns), ("shared_share", "", 0.25)),
        frame(("style_gain", "greedy", 0.125), ("style_gain", "<b>random", -0.125)),
        frame(("seat_gain", "seat 1", 0.02), ("seat_gain", "seat 2", -0.02)),
        frame(("points", "fairies", turns)),
        pl.DataFrame({"turns": [8, 9], "share": [0.5, 0.5]}),
    )


@pytest.fixture(scope="session")
def runs(page: Page) -> list[Page]:
    """The made-up report as if of three runs, with hostile labels."""
    return [dataclasses.replace(page, label=label) for label in ("2 players", '"3" players', "4 <players>")]


@pytest.fixture(scope="session")
def several(runs: list[Page]) -> str:
    """The three runs on one page."""
    return render_report(runs, side_by_side([run_figures(run.label, 9.0 + n) for n, run in enumerate(runs)]))


@pytest.fixture(scope="session")
def several_file(several: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of three runs on disk."""
    path = tmp_path_factory.mktemp("several") / "several.html"
    path.write_text(several, encoding="utf-8")
    return path
