"""Heroes' own headline figures."""

from __future__ import annotations

from balance.engine.game.headlines import SHARE, SOURCE, Headline

HEADLINES = (
    Headline(
        "part_share",
        "Share of all points",
        "Share of all points that comes from this source.",
        SHARE,
        SOURCE,
        "{after} of all points come from {subject}, instead of {before}",
        weighed=True,
    ),
    Headline(
        "adversaries_mean",
        "Adversaries of a player",
        "Adversaries that a player holds at the end.",
        "adversaries",
        sentence="A player holds {after} adversaries at the end instead of {before}",
    ),
    Headline(
        "bonus_share",
        "Points by conditions",
        "Share of the points of adversaries that their conditions pay.",
        SHARE,
        sentence="Conditions pay {after} of the points of adversaries, instead of {before}",
        weighed=True,
    ),
    Headline(
        "row_full_share",
        "Full row at the end",
        "Share of the games with a full row of adversaries at the end.",
        SHARE,
    ),
    Headline("deck_left_mean", "Adversaries left", "Adversaries left in the deck at the end.", "cards"),
    Headline(
        "missions_cycled_mean",
        "Missions passed over",
        "Missions that went below their pile, per game.",
        "cards",
    ),
    Headline(
        "max_counters_mean",
        "Damage counters at once",
        "Most damage counters on the table at once.",
        "counters",
    ),
    Headline(
        "counters_over_share",
        "Too few damage counters",
        "Share of the games with more than 24 damage counters on the table at once.",
        SHARE,
    ),
    Headline(
        "supply_renewed_share",
        "Tiles used up",
        "Share of the games in which the supply of tiles ran out.",
        SHARE,
    ),
    Headline("tiles_end_mean", "Tiles left", "Tiles that a player has at the end.", "tiles"),
    Headline(
        "start_win_share",
        "Starter wins",
        "Win rate of the player who starts this round.",
        SHARE,
        "round",
        "The player who starts {subject} wins {after} instead of {before}",
    ),
    Headline(
        "fights_mean",
        "Fights, by size",
        "Fights against so many adversaries per game, all players together.",
        "fights",
        "number of adversaries",
        "A game has {after} fights of size {subject} instead of {before}",
    ),
    Headline(
        "fight_size_share",
        "Share of fights, by size",
        "Share of the fights that are against so many adversaries.",
        SHARE,
        "number of adversaries",
        "{after} of fights are of size {subject}, instead of {before}",
    ),
    Headline(
        "fight_lost_share",
        "Fights lost, by size",
        "Share of the fights of this size that are lost; all: of all fights.",
        SHARE,
        "number of adversaries",
        "{after} of fights of size {subject} are lost, instead of {before}",
    ),
    Headline(
        "missions_mean",
        "Missions achieved",
        "Missions that a player achieves.",
        "missions",
        sentence="A player achieves {after} missions instead of {before}",
    ),
    Headline(
        "mission_failed_share",
        "Missions failed",
        "Share of the missions attempted that fail.",
        SHARE,
        sentence="{after} of attempted missions fail, instead of {before}",
    ),
    Headline("tiles_drawn_mean", "Tiles drawn", "Tiles drawn per game.", "tiles"),
)
"""In the order in which they are told. Their query is ``sql/figures.sql``."""
