"""What a style may weigh, and the styles that come with the game (section 4)."""

from __future__ import annotations

from typing import Any

from balance.engine.game.styles import RANDOM, SLIP, Feature, Knob, styles_of
from balance.games.alfheim.state import NEVER_SWAPS

KNOBS = (
    SLIP,
    Knob(
        "reckon",
        0.0,
        0.0,
        1.0,
        "1: reckons how surely the tiles come that a line misses, and late which Tomtes it could place",
        integer=True,
    ),
    Knob(
        "ponder",
        0.0,
        0.0,
        8.0,
        "of so many cells, the best for a clue tile, asks what the next one would bring, also of close swaps; 0: none",
        integer=True,
    ),
)

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
    Feature("close_q", "-", "steepness: 1 as usual, 2 only nearly complete lines count, 0 all count the same", idle=1),
    Feature("second", "-", "the second-nearest line of a type, as a share of what the nearest leaves open"),
    Feature("fp", "points", "points of the footprint's bonus"),
    Feature("fp_open", "points", "empty neighbours of the footprint"),
    Feature("king_prep", "tiles", "before the King's cost is known: tiles of the longest line"),
    Feature("sides", "cells", "empty cells beyond the first beside the nearest line of a type, at most 3"),
    Feature("swap_margin", "points", "by how much a swap must be better on average; 99: never swaps"),
    Feature("eager", "-", "on top of what a fairy is worth, when it can be placed now"),
    Feature("noise", "points", "standard deviation of what each option is misjudged by", handicap=True),
)


def features(cards: Any) -> tuple[Feature, ...]:
    """What a style may weigh; the same for any card table."""
    return FEATURES


style = styles_of(FEATURES, KNOBS)

GREEDY = style(
    "greedy", "a competent all-rounder: every fairy for what it scores and leads to", reference=True,
    w_king=1, w_queen=1, w_nisse=1, w_fairy=1, w_tomte=1, x_kq=1, x_tomte=1, x_fairy=1, close_q=1, second=0.1, fp=1,
    fp_open=0.08, swap_margin=0.02, eager=0.3,
)  # fmt: skip

STYLES = (
    RANDOM,
    GREEDY,
    style(
        "courtier", "King and Queen first, by lines that are nearly complete; thinks of the clue to come",
        w_king=2, w_queen=2, w_nisse=0.75, w_fairy=0.9, w_tomte=0.3, x_kq=2.2, x_tomte=1, x_fairy=1, close_q=1.25,
        second=0.18, fp=1, fp_open=0.08, king_prep=0.1, swap_margin=0.02, eager=0.4, reckon=1, ponder=4,
    ),
    style(
        "farmhand", "the three Nisse, then the Tomte they bring",
        w_king=0.6, w_queen=0.6, w_nisse=2, w_fairy=0.6, w_tomte=2, x_kq=0.6, x_tomte=2, x_fairy=0.6, close_q=1,
        second=0.1, fp=1, fp_open=0.08, swap_margin=0.02, eager=0.3, reckon=1,
    ),
    style(
        "gardener", "the three Fairies, and their expert tile early",
        w_king=0.6, w_queen=0.6, w_nisse=0.6, w_fairy=2, w_tomte=0.6, x_kq=0.6, x_tomte=0.6, x_fairy=2, close_q=1,
        second=0.1, fp=1, fp_open=0.08, swap_margin=0.02, eager=0.3, reckon=1,
    ),
    style(
        "sprinter", "whatever can be finished soonest, above all what others are about to finish", like=GREEDY,
        race=0.5, close_q=2, second=0, swap_margin=0, reckon=1,
    ),
    style(
        "purist", "a character: plays like greedy with the tiles as they come, and never swaps", like=GREEDY,
        in_mixed=False, swap_margin=NEVER_SWAPS,
    ),
    style(
        "tracker", "thinks of the clue to come, and builds where the footprint scores", like=GREEDY,
        fp=2, fp_open=0.3, reckon=1, ponder=4,
    ),
)  # fmt: skip
