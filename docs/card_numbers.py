"""The part of docs/reference/metrics.md about cards: every metric with its formula, unit, columns and biases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from balance.analysis.cards import effects, facts, metrics, numbers, pairs, timing, verdicts
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
    ("What is said of a card", metrics.JUDGED),
)


def unit(metric: Metric) -> str:
    """What a metric is counted in; a name that says points is one in points of the score."""
    return "points of the score" if metric.name == "points" else UNITS[metric.format]


def tables() -> Iterator[tuple[str, Sequence[str], list[Sequence[str]]]]:
    """Every part: its title, heads and rows of cells."""
    for title, part in PARTS:
        heads = ("metric", "label", "what it is", "formula", "unit", "reads", "known biases")
        cells = [(f"`{one.name}`", one.label, one.says, one.formula, unit(one), one.reads, one.biases) for one in part]
        yield title, heads, cells


def words() -> list[str]:
    """How the numbers are worked out, in the words of the code, with its constants."""
    return [
        "One definition for all games, from the tables `cards` and `seats`. A card is judged by the first of taken, "
        f"played and used that leaves at least {numbers.LEAST_SHARE:.0%} of its seats on either side. Points are "
        f"estimated from all games; standard errors are measured on the first games (about {facts.CASES:,} card "
        "rows) and carried over.",
        *((module.__doc__ or "").strip() for module in (effects, timing, pairs)),
        f"**Verdicts.** The margin is {verdicts.MARGIN:.2f} lift unless `balance report --margin` says otherwise. "
        f"Nothing is said of a card with fewer than {verdicts.FEW} seats on a side. Among the cards called too strong "
        f"or too weak at most {verdicts.FALSE_ALARMS:.0%} are so by chance (Benjamini and Hochberg 1995). The average "
        f"card of a kind is taken off where at least {verdicts.PEERS} of the kind are compared by the same event.",
    ]


def queries() -> list[Path]:
    """The queries behind the card numbers; words in braces are filled in for the run."""
    return sorted(facts.SQL.glob("*.sql"))
