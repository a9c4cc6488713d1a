"""Fairy's own headline figures."""

from __future__ import annotations

from balance.engine.game.headlines import SHARE, STYLE, Headline

HEADLINES = (
    Headline(
        "main_turns_mean",
        "Length of the main phase",
        "Average length of the main phase, in turns.",
        "turns",
        sentence="The main phase lasts {after} turns instead of {before}",
    ),
    Headline(
        "main_turns_sd",
        "Spread of the main phase",
        "Standard deviation of the length of the main phase, in turns.",
        "turns",
    ),
    Headline(
        "extra_turns_mean",
        "Extra turns",
        "Average number of extra turns of a game.",
        "turns",
        sentence="A game has {after} extra turns instead of {before}",
    ),
    Headline(
        "tie_share",
        "Ties after the main phase",
        "Share of the games with a tie for first place when the main phase ended.",
        SHARE,
        sentence="{after} of games are tied after the main phase, instead of {before}",
    ),
    Headline(
        "deck_out_share",
        "Deck used up",
        "Share of the games whose deck ran out in the main phase.",
        SHARE,
        sentence="The deck runs out in {after} of games instead of {before}",
    ),
    Headline(
        "main_best_mean",
        "Best score of the main phase",
        "Average of the best score at the end of the main phase, in points.",
        "points",
    ),
    Headline(
        "main_score_mean",
        "Score of the main phase",
        "Average score of a style at the end of the main phase, in points.",
        "points",
        STYLE,
    ),
    Headline(
        "right_share",
        "Guessed right",
        "How often this guess was right when it was made, in the main phase.",
        SHARE,
        "guess",
        "The guess {subject} is right in {after} of cases instead of {before}",
    ),
)
"""In the order in which they are told. Their query is ``sql/figures.sql``."""
