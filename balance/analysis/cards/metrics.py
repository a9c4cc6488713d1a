"""Every card number by its name: what it means, how it is worked out, what it reads, and how it may mislead.

One definition for all games. The report's tables, the results written beside the cards and the reference page are made
from this list.
"""

from __future__ import annotations

from dataclasses import dataclass

SELECTION = "Selection: seats that do well can afford more, and good players choose well."
SURVIVAL = "Survival: what is done late is done in games that lasted, by seats that were still in."
ALIKE = "What seats of one style, place and company have in common is taken out; their luck in the game so far is not."
STYLES = "These are the choices of the heuristic styles that played, not of people."


@dataclass(frozen=True)
class Metric:
    """A number of a card, or a word about it."""

    name: str
    label: str
    format: str
    """As in a report's table: text, int, number, percent, points (a difference of shares), lift."""
    says: str
    formula: str
    reads: str
    biases: str = ""
    interval: bool = False
    """Whether <name>_low and <name>_high stand beside it."""


def _rate(name: str, label: str, says: str, formula: str, reads: str) -> Metric:
    return Metric(name, label, "percent", says, formula, reads)


HOW_OFTEN = (
    _rate("met", "Met", "Seats that met the card in any way, of all seats.", "card rows / seats", "cards"),
    _rate(
        "seen_seats",
        "Seen",
        "Seats that saw it (drew it, were offered it ...), of all seats.",
        "rows with seen > 0 / seats",
        "cards.seen",
    ),
    _rate(
        "taken_seats",
        "Taken by",
        "Seats that took it, of those that met it.",
        "rows with taken > 0 / card rows",
        "cards.taken",
    ),
    _rate(
        "played_seats",
        "Played by",
        "Seats that played it, of those that met it.",
        "rows with played > 0 / card rows",
        "cards.played",
    ),
    _rate(
        "used_seats",
        "Used by",
        "Seats that used its effect, of those that met it.",
        "rows with used > 0 / card rows",
        "cards.used",
    ),
    _rate(
        "others_seats",
        "Used by others",
        "Seats whose card others used, of those that met it.",
        "rows with used_by_others > 0 / card rows",
        "cards.used_by_others",
    ),
    _rate(
        "kept_seats",
        "Kept by",
        "Seats that had it in their final position, of those that met it.",
        "rows with kept > 0 / card rows",
        "cards.kept",
    ),
    Metric(
        "taken",
        "Times taken",
        "number",
        "Times taken, per seat that met it.",
        "sum of taken / card rows",
        "cards.taken",
    ),
    Metric(
        "played",
        "Times played",
        "number",
        "Times played, per seat that met it.",
        "sum of played / card rows",
        "cards.played",
    ),
    Metric(
        "used",
        "Times used",
        "number",
        "Times its effect was used, per seat that met it.",
        "sum of used / card rows",
        "cards.used",
    ),
    Metric(
        "used_by_others",
        "Times used by others",
        "number",
        "Times others used its effect, per seat that met it.",
        "sum of used_by_others / card rows",
        "cards.used_by_others",
    ),
)

CHOSEN = (
    Metric(
        "options",
        "Could be picked",
        "int",
        "Times it was one of several cards to choose from, in the cases looked at.",
        "set bits of options_in",
        "cards.options_in",
    ),
    Metric(
        "pick_rate",
        "Pick rate",
        "percent",
        "How often it was picked when it could be.",
        "set bits of chosen_in / set bits of options_in",
        "cards.options_in, cards.chosen_in",
        STYLES,
        True,
    ),
    Metric(
        "expected_rate",
        "By chance",
        "percent",
        "How often it would be picked if every option were picked equally often.",
        "mean over its choices of 1 / options shown",
        "cards.options_in",
    ),
    Metric(
        "pick_ratio",
        "Against chance",
        "lift",
        "Pick rate against what chance would give: 1.00 is no preference.",
        "pick rate / expected rate",
        "cards.options_in, cards.chosen_in",
        STYLES,
        True,
    ),
    Metric(
        "desire",
        "Desirability",
        "number",
        "How much it is wanted: 0 is the average of the cards it competes with, 0.7 is picked twice as often as that.",
        "log of its Bradley-Terry strength, fitted to what it was picked instead of",
        "cards.options_in, cards.chosen_in",
        STYLES,
        True,
    ),
)

_GROUPS = (
    ("seen", "saw it", "seen > 0"),
    ("taken", "took it", "taken > 0"),
    ("not_taken", "saw it and did not take it", "seen > 0 and taken = 0"),
    ("played", "played it", "played > 0"),
    ("not_played", "saw it and did not play it", "seen > 0 and played = 0"),
    ("used", "used it", "used > 0"),
    ("not_used", "saw it and did not use it", "seen > 0 and used = 0"),
    ("unseen", "did not see it", "the other seats of the same strata"),
)
_LABELS = {
    "seen": "seen",
    "taken": "taken",
    "not_taken": "seen, not taken",
    "played": "played",
    "not_played": "seen, not played",
    "used": "used",
    "not_used": "seen, not used",
    "unseen": "not seen",
}

WIN_SHARES = tuple(
    metric
    for group, who, rows in _GROUPS
    for metric in (
        Metric(
            f"win_{group}",
            f"Win share, {_LABELS[group]}",
            "percent",
            f"Mean win share of the seats that {who}.",
            f"mean of win_share over rows with {rows}",
            "cards, seats.win_share",
            SELECTION,
            True,
        ),
        Metric(
            f"lift_{group}",
            f"Lift, {_LABELS[group]}",
            "lift",
            "Seats at the table x that win share: 1.00 is an equal share.",
            "players x win share",
            "cards, seats.win_share",
            SELECTION,
        ),
    )
)

COMPARED = "seats that did it - seats that saw the card and did not"
EFFECTS = (
    Metric(
        "compared",
        "Compared",
        "text",
        "What the two sides did: took, played or used it, or saw it and did not; the first with enough on both.",
        "more than 5 % of the seats on either side",
        "cards",
    ),
    Metric(
        "lift",
        "Improvement",
        "signed",
        "Lift of seats that did it, minus that of seats alike that saw it and did not; 0: the average of its kind.",
        "players x (seats alike - usual for its kind)",
        "cards, seats",
        ALIKE,
        True,
    ),
    Metric(
        "plain",
        "Plain difference",
        "points",
        "The same difference in win share over all seats, whoever they are, in percentage points.",
        f"mean win share: {COMPARED}",
        "cards, seats.win_share",
        f"{SELECTION} {SURVIVAL}",
        True,
    ),
    Metric(
        "alike",
        "Seats alike",
        "points",
        "The difference inside cells of seat, style, stratum and company, in percentage points.",
        "sum((x - p) y) / sum((x - p)^2) with a constant per cell",
        "cards, seats",
        ALIKE,
        True,
    ),
    Metric(
        "usual",
        "Usual",
        "points",
        "The mean of the same over the other cards of its kind: what doing it with any such card goes with.",
        "mean of 'Seats alike' over the kind, weighed by seats; 0 with fewer than 4 cards",
        "cards, seats",
    ),
    Metric(
        "timed",
        "Turn by turn",
        "points",
        "Win share of those who first played it on a turn, minus those who had met it but not played it yet.",
        "the same estimator with turns as cells",
        "cards.first_turn, games.turns",
        f"{SELECTION} Free of survival bias.",
        True,
    ),
    Metric(
        "points",
        "Points with it",
        "number",
        "Final score of seats that did it, minus that of seats alike that saw the card and did not.",
        "as 'Seats alike', with the score for the win share",
        "cards, seats.score",
        ALIKE,
        True,
    ),
)

ALL = (*HOW_OFTEN, *CHOSEN, *WIN_SHARES, *EFFECTS)
