"""What a style may weigh, and the styles that come with the game (section 4)."""

from __future__ import annotations

from functools import partial
from typing import Any

from balance.engine.game.styles import RANDOM, SLIP, Feature, weighed

KNOBS = (SLIP,)

FEATURES = (
    Feature("w_king", "points", "points of the King: what they count for"),
    Feature("w_queen", "points", "points of the Queen"),
    Feature("w_nisse", "points", "points of each Nisse"),
    Feature("w_fairy", "points", "points of each Fairy"),
    Feature("w_tomte", "points", "points of the Tomte"),
    Feature("x_kq", "points", "the next expert tile for King and Queen, as a share of each that is missing"),
    Feature("x_tomte", "points", "the Tomte and its next expert tile, as a share of each missing Nisse and the Tomte"),
    Feature("x_fairy", "points", "the next expert tile for the three Fairies, as a share of each that is missing"),
    Feature("race", "opponents", "opponents who lack one fairy for an expert tile: so much more is its share worth"),
    Feature("close_q", "-", "steepness: 1 as usual, 2 only nearly complete lines count, 0 all lines count the same"),
    Feature("second", "-", "the second-nearest line of a type, as a share of what the nearest leaves open"),
    Feature("fp", "points", "points of the footprint's bonus"),
    Feature("fp_open", "points", "empty neighbours of the footprint"),
    Feature("king_prep", "tiles", "before the King's cost is known: tiles of the longest line"),
    Feature("sides", "cells", "empty cells beyond the first beside the nearest line of a type, at most 3"),
    Feature("swap_margin", "points", "by how much a swap must be better on average; 99: never swaps"),
    Feature("eager", "-", "on top of what a fairy is worth, when it can be placed now"),
    Feature("noise", "points", "standard deviation of what each option is misjudged by"),
)


def features(cards: Any) -> tuple[Feature, ...]:
    """What a style may weigh; the same for any card table."""
    return FEATURES


_style = partial(weighed, FEATURES)

# Columns: w_king, w_queen, w_nisse, w_fairy, w_tomte | x_kq, x_tomte, x_fairy, race | close_q, second |
#          fp, fp_open, king_prep, sides | swap_margin, eager, noise
STYLES = (
    RANDOM,
    _style(
        "greedy", "a competent all-rounder: every fairy for what it scores and leads to",
        1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.1, 1.0, 0.08, 0.0, 0.0, 0.02, 0.3, 0.0, reference=True,
    ),
    _style(
        "courtier", "King and Queen first: keeps a long line for the King",
        2.0, 2.0, 0.6, 0.6, 0.6, 2.0, 0.6, 0.6, 0.0, 1.0, 0.1, 1.0, 0.08, 0.3, 0.0, 0.02, 0.3, 0.0,
    ),
    _style(
        "farmhand", "the three Nisse, then the Tomte they bring",
        0.6, 0.6, 2.0, 0.6, 2.0, 0.6, 2.0, 0.6, 0.0, 1.0, 0.1, 1.0, 0.08, 0.0, 0.0, 0.02, 0.3, 0.0,
    ),
    _style(
        "gardener", "the three Fairies, and their expert tile early",
        0.6, 0.6, 0.6, 2.0, 0.6, 0.6, 0.6, 2.0, 0.0, 1.0, 0.1, 1.0, 0.08, 0.0, 0.0, 0.02, 0.3, 0.0,
    ),
    _style(
        "sprinter", "whatever can be finished soonest, above all what others are about to finish",
        1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 2.0, 0.0, 1.0, 0.08, 0.0, 0.0, 0.0, 0.3, 0.0,
    ),
    _style(
        "purist", "plays like greedy with the tiles as they come: never swaps",
        1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.1, 1.0, 0.08, 0.0, 0.0, 99.0, 0.3, 0.0,
    ),
    _style(
        "tracker", "follows the footprint: builds where it scores",
        1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.1, 2.0, 0.3, 0.0, 0.0, 0.02, 0.3, 0.0,
    ),
)  # fmt: skip
