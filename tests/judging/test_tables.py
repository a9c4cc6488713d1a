"""Weak, mixed and strong tables: who sits with whom, where it can be counted by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from balance.judging.again import Games
from balance.judging.tables import TABLES, company


def games(agent: list[list[int]], share: list[list[float]] | None = None, unplayed: Sequence[int] = ()) -> Games:
    """Games in which these styles sit; style 0 wins all where nothing else is said, then style 1.

    ``unplayed``: those that their match did not need.
    """
    seats = np.array(agent)
    won = np.array(share) if share else seats == seats.min(axis=1, keepdims=True)
    numbers = np.arange(len(seats))
    played = ~np.isin(numbers, unplayed)
    shares = won / won.sum(axis=1, keepdims=True) * played[:, None]
    return Games(numbers, shares.astype(np.float32), numbers, seats, 9 * played, played, pl.DataFrame())


def named(*rounds: Games, match_games: int = 1) -> list[list[str]] | None:
    others = company(rounds, match_games)
    return None if others is None else [[TABLES[third] for third in case] for case in others.third]


def test_a_table_is_as_strong_as_the_styles_of_the_others():
    """Given two styles, of which 0 always wins: who sits with two of them is at a strong table, whoever it is."""
    tables = named(games([[0, 1, 1], [0, 0, 1], [1, 0, 1], [1, 1, 0], [0, 1, 0], [1, 0, 0]]))
    assert tables == [
        ["weak", "mixed", "mixed"],
        ["mixed", "mixed", "strong"],
        ["mixed", "weak", "mixed"],
        ["mixed", "mixed", "weak"],
        ["mixed", "strong", "mixed"],
        ["strong", "mixed", "mixed"],
    ]


def test_two_kinds_of_tables_are_weak_and_strong_and_one_is_none():
    assert named(games([[0, 1], [1, 0], [0, 1]])) == [["weak", "strong"], ["strong", "weak"], ["weak", "strong"]]
    assert named(games([[2, 2, 2], [2, 2, 2]])) is None
    assert named(games([[0], [1]])) is None


def test_the_first_round_says_what_a_strong_table_is():
    first = games([[0, 1], [1, 0]])
    later = games([[1, 0], [0, 1]], share=[[1, 0], [0, 1]])  # now style 1 wins
    assert named(first, later) == [["weak", "strong"], ["strong", "weak"], ["strong", "weak"], ["weak", "strong"]]


def test_a_match_is_one_case():
    others = company([games([[0, 1], [0, 1], [1, 0], [1, 0]])], match_games=2)
    assert others is not None
    assert others.third.shape == (2, 2)
    rows = pl.DataFrame({"case": [0, 1, 1], "seat": [1, 1, 0]})
    assert [TABLES[place] for place in others.at(rows)["table"]] == ["strong", "weak", "strong"]


def test_a_game_that_a_match_did_not_need_says_nothing_of_who_is_strong():
    """Style 0 wins every game of a match that ends after two of three, style 1 most of each of three."""
    share = [[1, 0]] * 3 + [[3, 1]] * 3
    assert named(games([[0, 2]] * 3 + [[1, 2]] * 3, share, unplayed=[2]), match_games=3) == [
        ["weak", "strong"],
        ["weak", "mixed"],
    ]
