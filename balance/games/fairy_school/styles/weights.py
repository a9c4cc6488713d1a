"""What a style may weigh, and the styles that come with the game (section 4)."""

from __future__ import annotations

from functools import partial
from typing import Any

from balance.engine.game.styles import RANDOM, SLIP, Feature, weighed

KNOBS = (SLIP,)

FEATURES = (
    # Elements; EE: earth and water 1, plants and fire 4/3, air 2
    Feature("need", "EE", "elements gained that projects and next steps still ask for"),
    Feature("spare", "EE", "elements gained beyond that"),
    Feature("paid", "EE", "elements spent, exchange losses included, at what they were worth"),
    Feature("cards_in", "EE", "what own cards will bring: to play, take back or draw"),
    Feature("air_short", "airs", "airs gained that projects and steps still ask for, on top of their EE"),
    # Cubes
    Feature("kind_in", "cubes", "cubes to expect from others on the cards shared"),
    Feature("kind_out", "cubes", "cubes given to others: what each must be worth"),
    Feature("kind_out_leader", "cubes", "of these, cubes given to the seat that leads, on top"),
    Feature("cube_reserve", "cubes", "cubes by which the supply is too small for the own cards of a turn"),
    # Creatures and the deck
    Feature("study_now", "points", "points of a creature studied by an effect"),
    Feature(
        "study_setup", "points", "points of creatures not yet studied that come to the study slots, or on projects"
    ),
    Feature("pair", "-", "1 when a creature completes a pair"),
    Feature("thin", "EE", "rise of the average card by removing one, over the activations to come"),
    Feature("lose_good", "EE", "cards discarded from the study slots without being played"),
    # Projects and the race
    Feature("proj_points", "points", "points of a project"),
    Feature("proj_engine", "EE", "what a project's card will bring, over the activations to come"),
    Feature("proj_short", "EE", "what a project still costs beyond the own stock, when choosing it"),
    Feature("step", "points", "points of a final step"),
    Feature("race", "steps", "own steps, this one included, minus those of the best opponent"),
    Feature("deny", "EE", "what a project is worth to the seat that gets the hand next"),
)


def features(cards: Any) -> tuple[Feature, ...]:
    """What a style may weigh; the same for any card table."""
    return FEATURES


_style = partial(weighed, FEATURES)

# Columns: need, spare, paid, cards_in, air_short | kind_in, kind_out, kind_out_leader, cube_reserve |
#          study_now, study_setup, pair, thin, lose_good | proj_points, proj_engine, proj_short, step, race, deny
STYLES = (
    RANDOM,
    _style(
        "greedy", "a competent all-rounder: weighs what it needs, points and kindness evenly",
        1.0, 0.4, 1.0, 0.8, 1.0, 3.5, 1.5, 0.3, 0.7,
        3.0, 1.1, 0.7, 0.3, 0.3, 6.5, 0.4, 0.8, 4.5, 0.5, 0.0, reference=True,
    ),
    _style(
        "generous", "shares what others want most, pays for columns that they want, and gives its own cubes freely",
        1.0, 0.4, 1.0, 0.5, 1.0, 6.0, 0.4, 0.0, 0.7,
        3.0, 1.1, 0.7, 0.3, 0.3, 6.5, 0.4, 0.8, 4.5, 0.5, 0.0,
    ),
    _style(
        "miser", "gives a cube only for what it badly needs, and least of all to the leader",
        1.0, 0.35, 1.0, 1.0, 1.0, 1.5, 2.0, 0.8, 1.0,
        3.0, 1.1, 0.7, 0.3, 0.3, 6.5, 0.4, 0.8, 4.5, 0.5, 0.1,
    ),
    _style(
        "builder", "projects first, the better the card the sooner; begins its final steps late",
        1.0, 0.4, 0.9, 0.8, 0.5, 3.5, 1.4, 0.2, 0.7,
        2.5, 0.9, 0.5, 0.5, 0.5, 8.0, 0.9, 0.6, 3.0, 0.0, 0.0,
    ),
    _style(
        "scholar", "studies creatures and lets its forest flow",
        1.0, 0.4, 1.0, 0.8, 1.0, 3.5, 1.5, 0.3, 0.7,
        5.0, 3.0, 2.0, 0.5, 0.05, 6.5, 0.4, 0.8, 4.5, 0.5, 0.0,
    ),
    _style(
        "racer", "saves elements, airs above all, for the final project, and ends the game quickly",
        1.0, 0.6, 1.0, 0.7, 2.0, 3.5, 1.5, 0.3, 0.7,
        2.5, 0.9, 0.6, 0.2, 0.3, 4.5, 0.4, 0.8, 6.0, 2.0, 0.0,
    ),
)  # fmt: skip
