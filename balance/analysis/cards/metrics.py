"""Every card number by its name: what it means, how it is worked out, what it reads, and how it may mislead.

One definition for all games. The report's tables, the results written beside the cards and the reference page are made
from this list.
"""

from __future__ import annotations

from dataclasses import dataclass

SELECTION = "Selection: players who do well can afford more, and good players choose well."
SURVIVAL = "Survival: what is done late is done in games that lasted, by players who were still in."
ALIKE = "What players of one style, place and company share is taken out; their luck in the game so far is not."
STYLES = "These are the choices of the heuristic styles that played, not of people."


@dataclass(frozen=True)
class Metric:
    """A number of a card, or a word about it."""

    name: str
    label: str
    format: str
    """As in a report's table: text, int, number, percent, points (a difference of shares), lift."""
    description: str
    formula: str
    reads: str
    biases: str = ""
    interval: bool = False
    """Whether <name>_low and <name>_high stand beside it."""


def _rate(name: str, label: str, description: str, formula: str, reads: str) -> Metric:
    return Metric(name, label, "percent", description, formula, reads)


HOW_OFTEN = (
    _rate("met", "Met", "Players who encountered the card in any way, of all players.", "card rows / seats", "cards"),
    _rate(
        "seen_seats",
        "Seen",
        "Players who saw it (drew it, were offered it ...), of all players.",
        "rows with seen > 0 / seats",
        "cards.seen",
    ),
    _rate(
        "taken_seats",
        "Taken by",
        "Players who took it, of those who encountered it.",
        "rows with taken > 0 / card rows",
        "cards.taken",
    ),
    _rate(
        "played_seats",
        "Played by",
        "Players who played it, of those who encountered it.",
        "rows with played > 0 / card rows",
        "cards.played",
    ),
    _rate(
        "used_seats",
        "Used by",
        "Players who used its effect, of those who encountered it.",
        "rows with used > 0 / card rows",
        "cards.used",
    ),
    _rate(
        "others_seats",
        "Used by others",
        "Players whose card others used, of those who encountered it.",
        "rows with used_by_others > 0 / card rows",
        "cards.used_by_others",
    ),
    _rate(
        "kept_seats",
        "Kept by",
        "Players who had it in their final position, of those who encountered it.",
        "rows with kept > 0 / card rows",
        "cards.kept",
    ),
    Metric(
        "taken",
        "Times taken",
        "number",
        "Times taken, per player who encountered it.",
        "sum of taken / card rows",
        "cards.taken",
    ),
    Metric(
        "played",
        "Times played",
        "number",
        "Times played, per player who encountered it.",
        "sum of played / card rows",
        "cards.played",
    ),
    Metric(
        "used",
        "Times used",
        "number",
        "Times its effect was used, per player who encountered it.",
        "sum of used / card rows",
        "cards.used",
    ),
    Metric(
        "used_by_others",
        "Times used by others",
        "number",
        "Times others used its effect, per player who encountered it.",
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
    ("unseen", "did not see it", "the other players of the same strata"),
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

WIN_RATES = tuple(
    Metric(
        f"win_{group}",
        f"Win rate, {_LABELS[group]}",
        "percent",
        f"Win rate of players who {who}.",
        f"mean of win_share over rows with {rows}",
        "cards, seats.win_share",
        SELECTION,
        True,
    )
    for group, who, rows in _GROUPS
)
LIFTS = tuple(
    Metric(
        f"lift_{group}",
        f"Lift, {_LABELS[group]}",
        "lift",
        "Players at the table × that win rate: 1.00 is an equal share.",
        "players × win_share",
        "cards, seats.win_share",
        SELECTION,
    )
    for group, _, _ in _GROUPS
)
WIN_SHARES = tuple(metric for both in zip(WIN_RATES, LIFTS, strict=True) for metric in both)

COMPARED = "players who did it − players who saw the card and did not"
EFFECTS = (
    Metric(
        "compared",
        "Compared",
        "text",
        "What the two sides did: took, played or used it, or saw it and did not; the first with enough on both.",
        "more than 5 % of the players on either side",
        "cards",
    ),
    Metric(
        "lift",
        "Improvement",
        "signed",
        "Lift of players who did it, minus that of players alike who saw it and did not; 0: the average of its kind.",
        "players × (players alike − usual for its kind)",
        "cards, seats",
        ALIKE,
        True,
    ),
    Metric(
        "plain",
        "Plain difference",
        "points",
        "The same difference of win rates over all players, alike or not, in points.",
        f"mean win_share: {COMPARED}",
        "cards, seats.win_share",
        f"{SELECTION} {SURVIVAL}",
        True,
    ),
    Metric(
        "alike",
        "Players alike",
        "points",
        "The difference inside cells of place, style, stratum and company, in points.",
        "sum((x − p) y) / sum((x − p)²) with a constant per cell",
        "cards, seats",
        ALIKE,
        True,
    ),
    Metric(
        "usual",
        "Usual",
        "points",
        "The mean of the same over the other cards of its kind: what doing it with any such card is linked to.",
        "mean of 'Players alike' over the kind, weighed by players; 0 with fewer than 4 cards",
        "cards, seats",
    ),
    Metric(
        "timed",
        "Turn by turn",
        "points",
        "Win rate of those who first played it on a turn, minus those who had encountered it and not played it yet.",
        "the same estimator with turns as cells",
        "cards.first_turn, games.turns",
        f"{SELECTION} Free of survival bias.",
        True,
    ),
    Metric(
        "points",
        "Points with it",
        "number",
        "Final score of players who did it, minus that of players alike who saw the card and did not.",
        "as 'Players alike', with the score for the win rate",
        "cards, seats.score",
        ALIKE,
        True,
    ),
)

ALL = (*HOW_OFTEN, *CHOSEN, *WIN_SHARES, *EFFECTS)
