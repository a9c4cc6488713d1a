"""The headline figures of a game: what each is, of whom, in which unit, how it is counted, and how it is said.

Those that every game has stand here, those of one game in its ``Game.headlines``. Whatever shows, compares, stores or
explains a figure reads this list; the numbers come from queries (see analysis/figures).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

SHARE = "share"
"""The unit of a share, 0 to 1: shown in percent, its differences in points."""
GAIN = "points of win rate"
"""The unit of a difference of two shares, -1 to 1: shown in points."""
END, SEAT, STYLE, SOURCE, CARD = "end reason", "seat", "style", "component", "card"
"""What a figure may be of, as a reader calls it; a game may have others (a deck). "" is the whole game."""

SHARE_MARGIN = 0.01
"""A share has moved when it differs by more than one percentage point ..."""
MEAN_MARGIN, LEAST_MEAN_MARGIN = 0.02, 0.02
"""... and a mean when it differs by more than 2 %, or 0.02 where it is near zero."""


@dataclass(frozen=True)
class Headline:
    """One headline figure; of every subject where ``of`` names one."""

    name: str
    label: str
    """Its name in tables and charts, behind which its subject stands: "Win rate of a style"."""
    description: str
    """What it is, one sentence with the unit."""
    unit: str
    """SHARE, GAIN, or in words what a mean counts: turns, points."""
    of: str = ""
    sentence: str = ""
    """What a difference is, with {before}, {after} and {subject}: "A game lasts {after} turns instead of {before}"."""
    counted: str = ""
    """How it is counted: in SQL's words, of the columns in ``reads``. Empty of a game's own, whose query is its own."""
    reads: str = ""
    weighed: bool = False
    """Whether it is counted among weights (points), not among games or players: then the games are its cases."""
    range_of: str = ""
    """The figure of which it is the greatest minus the least over all subjects."""
    own: bool = False
    """Whether only its game has it: it may be counted in few games, and a comparison does not go on for it."""
    one_wins: bool = False
    """Whether of the players of one game at most one can have it: they tell more than as many strangers."""
    again: bool = False
    """Whether it is counted in games played again for it, of which a check plays a number of its own."""

    @property
    def is_share(self) -> bool:
        """Whether it is a share, or a difference of shares, rather than a mean."""
        return self.unit in (SHARE, GAIN)

    def margin(self, before: float) -> float:
        """How much it may differ from ``before`` and still be the same."""
        return SHARE_MARGIN if self.is_share else max(LEAST_MEAN_MARGIN, MEAN_MARGIN * abs(before))

    def change_text(self, subject: str, before: str, after: str, score: str = "points") -> str:
        """What a difference is, in words, without the full stop. ``score``: what the game calls its points."""
        if self.sentence:
            text = self.sentence.format(subject=subject, before=before, after=after, score=score)
        else:
            text = f"{self.named(subject)}: {after} instead of {before}"
        return text[0].upper() + text[1:]

    def named(self, subject: str) -> str:
        """Its label, with what it is of."""
        return f"{self.label}: {subject}" if subject else self.label


SHARED = (
    Headline(
        "turns_mean",
        "Length of a game",
        "Average number of turns of a game, tie-breaks included.",
        "turns",
        sentence="A game lasts {after} turns instead of {before}",
        counted="mean of turns, tie-breaks included",
        reads="games.turns",
    ),
    Headline(
        "turns_sd",
        "Spread of the length",
        "Standard deviation of the length, in turns.",
        "turns",
        sentence="The length of a game has a standard deviation of {after} turns instead of {before}",
        counted="standard deviation of turns",
        reads="games.turns",
    ),
    Headline(
        "margin_mean",
        "Winning margin",
        "Average of best minus second best score of a game, in points.",
        "points",
        sentence="The winner is {after} points ahead instead of {before}",
        counted="mean of margin",
        reads="games.margin",
    ),
    Headline(
        "lead_changes_mean",
        "Changes of the lead",
        "How often the sole lead passes to another player, per game.",
        "times a game",
        sentence="The lead changes {after} times a game instead of {before}",
        counted="mean of lead_changes",
        reads="games.lead_changes",
    ),
    Headline(
        "best_score_mean",
        "Best score",
        "Average of the best score of a game, in points.",
        "points",
        sentence="The best score is {after} instead of {before}",
        counted="mean over games of the best final score",
        reads="seats.score",
    ),
    Headline(
        "score_mean",
        "Score",
        "Average score of a player, in points.",
        "points",
        sentence="A player scores {after} instead of {before}",
        counted="mean of score, all seats",
        reads="seats.score",
    ),
    Headline(
        "score_sd",
        "Spread of the score",
        "Standard deviation of the score of a player, in points.",
        "points",
        sentence="The score of a player has a standard deviation of {after} instead of {before}",
        counted="standard deviation of score, all seats",
        reads="seats.score",
    ),
    Headline(
        "shared_share",
        "Shared victories",
        "Share of the games that two players or more win together.",
        SHARE,
        sentence="The win is shared in {after} of games instead of {before}",
        counted="games with two or more winners / games",
        reads="games.winners",
    ),
    Headline(
        "no_winner_share",
        "Games without a winner",
        "Share of the games that nobody wins.",
        SHARE,
        sentence="Nobody wins {after} of games instead of {before}",
        counted="games without a winner / games",
        reads="games.winners",
    ),
    Headline(
        "unfinished_share",
        "Unfinished games",
        "Share of the games that did not end by their rules: stopped after too many turns, or stuck.",
        SHARE,
        sentence="{after} of games do not end by their rules, instead of {before}",
        counted="games that ended by a cap or a stalemate / games",
        reads="games.end_reason",
    ),
    Headline(
        "end_share",
        "Ends because",
        "Share of the games that end for this reason.",
        SHARE,
        END,
        "{after} of games end because {subject}, instead of {before}",
        "games that ended so / games",
        "games.end_reason",
    ),
    Headline(
        "seat_win_share",
        "Win rate of a seat",
        "Share of games won by the player in this seat; players who share a win share its credit.",
        SHARE,
        SEAT,
        "{subject} wins {after} instead of {before}",
        "mean win share of the seat",
        "seats.win_share",
    ),
    Headline(
        "style_win_share",
        "Win rate of a style",
        "Average win rate of players with the style.",
        SHARE,
        STYLE,
        "Style {subject} wins {after} instead of {before}",
        "mean win share of its seats",
        "seats.win_share",
        one_wins=True,
    ),
    Headline(
        "style_score_mean",
        "Score of a style",
        "Average score of players with the style, in points.",
        "points",
        STYLE,
        "Style {subject} scores {after} instead of {before}",
        "mean final score of its seats",
        "seats.score",
    ),
    Headline(
        "component_mean",
        "Points from",
        "Average points of a player from this source, per game.",
        "points",
        SOURCE,
        "{score} of a player, {subject}: {after} instead of {before}",
        "mean of the column, all seats",
        "seats.pts_*",
    ),
    Headline(
        "card_met_share",
        "Met",
        "Share of players who encounter the card (draw it, are offered it ...).",
        SHARE,
        CARD,
        "{subject} is encountered by {after} of players instead of {before}",
        "seats that met it / seats",
        "cards.card",
    ),
    Headline(
        "card_used_share",
        "Used",
        "Share of the players who encounter the card that use it.",
        SHARE,
        CARD,
        "{subject} is used by {after} of players who encounter it instead of {before}",
        "seats with used > 0 / seats that met it",
        "cards.used",
    ),
    Headline(
        "card_power",
        "Power",
        "What the players who gain the card owe to it, less the average of its kind, in points of win rate.",
        GAIN,
        CARD,
        "{subject} is worth {after} instead of {before}",
        "win rate of who gained it, less the same players' with an ordinary card in its place, less its kind's mean",
        "games played again",
        again=True,
    ),
)
"""The figures that every game has, in the order in which differences are shown: the game first, cards last."""
RANGES = (
    Headline(
        "seat_range_share",
        "Best seat minus worst",
        "Win rate of the best seat minus the worst, in points.",
        GAIN,
        sentence="The best seat wins {after} more than the worst, instead of {before}",
        counted="greatest minus least of seat_win_share",
        range_of="seat_win_share",
    ),
    Headline(
        "style_range_share",
        "Best style minus worst",
        "Win rate of the best play style minus the worst, in points.",
        GAIN,
        sentence="The best style wins {after} more than the worst, instead of {before}",
        counted="greatest minus least of style_win_share",
        range_of="style_win_share",
    ),
)
"""Figures that only a history has: they sum up others."""
GAINS = (
    Headline(
        "first_gain", "First seat, vs. even", "Win rate of the first player at the table less an even share.", GAIN
    ),
    Headline("last_gain", "Last seat, vs. even", "Win rate of the last player at the table less an even share.", GAIN),
    Headline(
        "best_gain",
        "Best style, vs. even",
        "Win rate of the style that wins most, less an even share. The table of all styles names it.",
        GAIN,
    ),
    Headline(
        "worst_gain",
        "Worst style, vs. even",
        "Win rate of the style that wins least, less an even share. The table of all styles names it.",
        GAIN,
    ),
)
"""Figures that only several runs side by side have."""

Headlines = Mapping[str, Headline]
"""Figures by name, in the order in which they are shown."""


def by_name(own: Iterable[Headline]) -> Headlines:
    """All figures of a game by name: the shared ones, its ``own``, then those of single cards."""
    ours = (replace(headline, own=True) for headline in own)
    return {
        headline.name: headline
        for headline in sorted((*SHARED, *RANGES, *GAINS, *ours), key=lambda headline: headline.of == CARD)
    }


def find_headline(name: str, known: Headlines) -> Headline:
    """The figure of this name; of one that nobody declares (an old reference has it) no more than its name."""
    return known.get(name) or Headline(name, name, "", "")
