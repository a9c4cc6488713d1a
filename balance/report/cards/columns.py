"""The columns of the one table of cards, by what they are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import polars as pl

from balance.analysis.cards import metrics
from balance.analysis.cards.metrics import Metric
from balance.analysis.verdicts import NOTHING
from balance.report.page import ColumnView

CARD, WORTH, LINKED, CHOICE, OFTEN, WINS = (
    "The card",
    "What it is worth",
    "Linked to winning",
    "How it is chosen",
    "How often",
    "Win rate of players who",
)
IDENTITY = (
    ColumnView("name", "Card", "text", "The card's name in cards.csv; it leads to all that is known of it.", link="id"),
    ColumnView("kind", "Kind", "text", "The card's kind in cards.csv."),
    ColumnView("set", "Set", "text", "The card's set in cards.csv.", shown=False),
    ColumnView("id", "Id", "text", "The card's id in cards.csv.", shown=False),
)
WORTHS = (
    ColumnView("verdict", "Verdict", "verdict", "What its power says; the card's page says why."),
    ColumnView(
        "power",
        "Power",
        "points",
        "Points of win rate that players who gain it owe to it, with the same luck, beyond the average of its kind; "
        "where no card can stand in for it, as for a guess, compared with doing without it.",
        "power_low",
        "power_high",
        drawn=True,
    ),
    ColumnView(
        "power_again",
        "Likely power",
        "points",
        "What a new measurement would show on average, for the farthest of many cards are partly lucky: power, drawn "
        "towards 0 by the share of luck in how far the cards of its kind lie apart.",
        shown=False,
    ),
    ColumnView(
        "power_users",
        "Users' power",
        "points",
        "The same without taking off that average: how much more players who gained it won than they did in the same "
        "games with another card in its place, or without it. It flatters a little: they gained it where it suited "
        "them.",
        "power_users_low",
        "power_users_high",
        shown=False,
        drawn=True,
    ),
    ColumnView(
        "power_two_way",
        "Two-way",
        "points",
        "The same over all who gained what stands in its place, with it or without. A verdict needs both on one side.",
        "power_two_way_low",
        "power_two_way_high",
        shown=False,
        drawn=True,
    ),
    ColumnView("power_reach", "Gained by", "percent", "Share of the players who gain it."),
    ColumnView(
        "impact",
        "Impact",
        "points",
        "Power × the share of the players who gain it, without its sign: the more, the more urgent.",
        shown=False,
    ),
    ColumnView(
        "power_points",
        "Score gained",
        "signed",
        "As users' power, in points of the score.",
        shown=False,
    ),
    ColumnView("power_games", "Games", "int", "Games that were played again.", shown=False),
)
ALONE = (
    "Points of win rate by which players who gain it win more than without it, with the same luck. A useful card is "
    "worth more than 0: no other card can stand in for it."
)
"""What power means where cards are compared with none."""
LINKS = (
    ColumnView(
        "alike",
        "Linked",
        "points",
        "How much more players win who took (or played, or used) it than others like them who did not. It is no "
        "verdict: part of it is the card, part is all that made them gain it.",
        "alike_low",
        "alike_high",
        drawn=True,
    ),
    ColumnView(
        "beyond",
        "Linked, vs. its kind",
        "points",
        "The same less what is usual for cards of its kind.",
        "beyond_low",
        "beyond_high",
        shown=False,
        drawn=True,
    ),
)
DRAWN = ("desire",)
SHOWN = ("pick_rate",)
"""Metrics that are there before the reader chooses."""
OWN = ("lift", "alike")
"""Metrics of which the table has columns of its own."""


def columns(frame: pl.DataFrame) -> list[ColumnView]:
    """All columns that say anything of these cards; the few that are shown at first are enough for a verdict."""
    measured = frame["verdict"].is_not_null().any()
    groups: list[tuple[str, Sequence[ColumnView]]] = [
        (CARD, IDENTITY),
        (WORTH, WORTHS if measured else ()),
        (LINKED, (*LINKS, *(_column(metric) for metric in metrics.EFFECTS if metric.name not in OWN))),
        (CHOICE, (*map(_column, metrics.CHOSEN), ROLE)),
        (OFTEN, [_column(metric) for metric in metrics.HOW_OFTEN]),
        (WINS, [_column(metric) for metric in metrics.WIN_RATES]),
    ]
    said = [replace(view, group=group) for group, views in groups for view in views if _has_values(frame, view.name)]
    if measured and (frame["power_against"].drop_nulls() == NOTHING).all():
        said = [replace(view, help=ALONE) if view.name == "power" else view for view in said]
    few = [view.name for view in said if view.shown]
    return [replace(view, shown=True) if view.name in _more(few) else view for view in said]


ROLE = ColumnView(
    "role", "Role", "text", "Trap: wanted, and weak. Sleeper: strong, and passed over. Both clearly.", shown=False
)


def _more(few: Sequence[str]) -> Iterator[str]:
    """What else is shown where a run has not much to say: how often a card is met and used."""
    if "power" not in few:
        yield from ("met", "used_seats", "win_used", "win_not_used")


def _column(metric: Metric) -> ColumnView:
    ends = (f"{metric.name}_low", f"{metric.name}_high") if metric.interval else ("", "")
    help = f"{metric.description} {metric.biases}".strip()
    drawn, shown = metric.name in DRAWN, metric.name in SHOWN
    return ColumnView(metric.name, metric.label, metric.format, help, *ends, shown=shown, drawn=drawn)


def _has_values(frame: pl.DataFrame, name: str) -> bool:
    """Whether a column has a value in any row."""
    return name in frame.columns and bool((frame[name].is_not_null() & (frame[name].cast(pl.String) != "")).any())
