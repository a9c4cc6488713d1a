"""The part of docs/reference/metrics.md about cards: every metric with its formula, unit, columns and biases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from balance.analysis.cards import effects, facts, metrics, numbers, pairs, peers, timing
from balance.analysis.cards.metrics import Metric

UNITS = {
    "percent": "share, 0 to 1",
    "points": "difference of shares",
    "lift": "lift",
    "signed": "difference of lifts",
    "number": "number",
    "int": "count",
    "text": "word",
}
PARTS = (
    ("How often", metrics.HOW_OFTEN),
    ("What is chosen", metrics.CHOSEN),
    ("How much those win who did what", metrics.WIN_SHARES),
    ("How much more those win who did it", metrics.EFFECTS),
)


def unit(metric: Metric) -> str:
    """What a metric is counted in; a name that says points is one in points of the score."""
    return "points of the score" if metric.name == "points" else UNITS[metric.format]


def tables() -> Iterator[tuple[str, Sequence[str], list[Sequence[str]]]]:
    """Every part: its title, heads and rows of cells."""
    for title, part in PARTS:
        heads = ("metric", "label", "what it is", "formula", "unit", "reads", "known biases")
        cells = [
            (
                f"`{metric.name}`",
                metric.label,
                metric.description,
                metric.formula,
                unit(metric),
                metric.reads,
                metric.biases,
            )
            for metric in part
        ]
        yield title, heads, cells


def words() -> list[str]:
    """How the numbers are worked out, in the words of the code, with its constants."""
    return [
        "One definition for all games, from the tables `cards` and `seats`. A card is compared by the first of taken, "
        f"played and used that leaves at least {numbers.LEAST_SHARE:.0%} of its players on either side. Points are "
        f"estimated from all games; standard errors are measured on the first games (about {facts.CASES:,} card "
        "rows) and carried over.",
        *((module.__doc__ or "").strip() for module in (effects, timing, pairs)),
        f"Nothing is said of a card with fewer than {peers.FEW} players on a side. The average card of a "
        "kind is taken off "
        f"where at least {peers.PEERS} of the kind are compared by the same event. None of this is a "
        "verdict: what a card "
        "does is its power (`balance power`).",
    ]


def queries() -> list[Path]:
    """The queries behind the card numbers; words in braces are filled in for the run."""
    return sorted(facts.SQL.glob("*.sql"))
