"""The own headline figures of Fairies of Alfheim."""

from __future__ import annotations

from balance.engine.game.headlines import SHARE, SOURCE, STYLE, Headline

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
        "fairies_mean",
        "Fairies placed",
        "Fairies that a player places, of nine.",
        "fairies",
        sentence="A player places {after} fairies instead of {before}",
    ),
    Headline(
        "all_nine_share",
        "All nine fairies",
        "Share of the players who place all nine fairies.",
        SHARE,
        sentence="{after} of players place all nine fairies, instead of {before}",
    ),
    Headline(
        "placed_share",
        "Placed",
        "Share of these fairies that a player places, each weighed by its points.",
        SHARE,
        "fairies",
        "{after} of the points of {subject} are placed, instead of {before}",
        weighed=True,
    ),
    Headline("tomte_left_share", "Tomte left", "Share of the players with a Tomte left over.", SHARE),
    Headline(
        "expert_share",
        "Expert tile",
        "Share of the players who claim an expert tile of this row.",
        SHARE,
        "expert row",
        "{after} of players claim an expert tile for {subject}, instead of {before}",
    ),
    Headline(
        "expert_any_share",
        "Expert tile claimed",
        "Share of the games in which somebody claims an expert tile of this row.",
        SHARE,
        "expert row",
        "An expert tile for {subject} is claimed in {after} of games instead of {before}",
    ),
    Headline(
        "swaps_mean",
        "Swaps",
        "Swaps that a player makes in a game.",
        "swaps",
        sentence="A player makes {after} swaps instead of {before}",
    ),
    Headline(
        "lead_win_share",
        "Win rate of the lead player",
        "Win rate of the lead player.",
        SHARE,
        sentence="The lead player wins {after} instead of {before}",
    ),
    Headline(
        "place_win_share",
        "Win rate by place",
        "Win rate by the place behind the lead player, clockwise; place 1 is the lead player.",
        SHARE,
        "place",
        "The player at {subject} wins {after} instead of {before}",
    ),
    Headline(
        "style_fairies_mean",
        "Fairies of a style",
        "Fairies that a player of this style places.",
        "fairies",
        STYLE,
    ),
    Headline("style_swaps_mean", "Swaps of a style", "Swaps that a player of this style makes.", "swaps", STYLE),
)
"""In the order in which they are told. Their query is ``sql/figures.sql``."""
