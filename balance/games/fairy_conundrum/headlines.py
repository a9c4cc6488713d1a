"""Fairy Conundrum's own headline figures."""

from __future__ import annotations

from balance.engine.game.headlines import SHARE, Headline

HEADLINES = (
    Headline("turns_p5", "Shortest games", "Length that 5 % of the games do not exceed, in turns.", "turns"),
    Headline("turns_p95", "Longest games", "Length that 95 % of the games do not exceed, in turns.", "turns"),
    Headline(
        "first_player_win_share",
        "Win rate of who plays first",
        "Win rate of the player who plays first on turn 1, of the games that somebody wins.",
        SHARE,
        sentence="The player who plays first wins {after} instead of {before}",
    ),
    Headline(
        "place_win_share",
        "Win rate by place",
        "Win rate by place clockwise, of the games that somebody wins; place 1 plays first on turn 1.",
        SHARE,
        "place",
        "The player at {subject} wins {after} instead of {before}",
    ),
    Headline("winner_life_mean", "Life of the winner", "Life of the winner at the end.", "life"),
    Headline(
        "stands_at_zero_share",
        "Last one at zero life",
        "Share of the games that end with one avatar left, at exactly 0 life.",
        SHARE,
    ),
    Headline(
        "life_loss_share",
        "Life lost",
        "Share of all life lost and paid that is lost in this way.",
        SHARE,
        "cause",
        "{after} of all life is lost by {subject}, instead of {before}",
        weighed=True,
    ),
    Headline(
        "life_gained_mean",
        "Life gained",
        "Life that a player gains in a game.",
        "life",
        sentence="A player gains {after} life instead of {before}",
    ),
    Headline(
        "deck_win_share",
        "Win rate of a deck",
        "Win rate of the players with this deck.",
        SHARE,
        "deck",
        "Players with {subject} win {after} instead of {before}",
    ),
    Headline(
        "deck_against_share",
        "Deck against deck",
        "Of the games that one of two players with these decks wins, the share that the first one wins.",
        SHARE,
        "two decks",
        "Of {subject}, the first wins {after} instead of {before}",
    ),
    Headline(
        "first_out_share",
        "Falls first",
        "Share of the players at this place who fall first; of the games in which one falls before all others.",
        SHARE,
        "place",
    ),
    Headline(
        "deck_first_out_share",
        "Deck falls first",
        "Share of the players with this deck who fall first, alone (three players and more).",
        SHARE,
        "deck",
    ),
    Headline(
        "match_length_mean",
        "Games of a match",
        "Average number of games of a match; like all figures below, of matches of several games only.",
        "games",
    ),
    Headline("match_drawn_share", "Matches drawn", "Share of the matches that nobody wins.", SHARE),
    Headline(
        "match_turned_share",
        "Matches turned",
        "Share of the matches that the winner of game 1 does not win.",
        SHARE,
    ),
    Headline(
        "deck_game_1_win_share",
        "Deck without the reserve",
        "Win rate of the players with this deck in the first games, without the reserve.",
        SHARE,
        "deck",
    ),
    Headline(
        "deck_game_2_win_share",
        "Deck with the reserve",
        "Win rate of the players with this deck in the second games, with the reserve.",
        SHARE,
        "deck",
    ),
)
"""In the order in which they are told. Their query is ``sql/figures.sql``."""
