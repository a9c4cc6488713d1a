"""What a style may weigh, and the styles that come with the game (section 4)."""

from __future__ import annotations

from typing import Any

from balance.engine.game.styles import RANDOM, SLIP, Feature, Knob, styles_of

KNOBS = (
    SLIP,
    Knob("reach", 0.0, 0.0, 40.0, "EE: it thinks of every final step that its stock and these could pay; 0: of two"),
    Knob(
        "sweep", 0.0, 0.0, 1.0, "1: when its steps are done it pays for every project that it still can", integer=True
    ),
)

FEATURES = (
    # Elements; EE: earth and water 1, plants and fire 4/3, air 2
    Feature("need", "EE", "elements gained that projects and next steps still ask for"),
    Feature("spare", "EE", "elements gained beyond that"),
    Feature("paid", "EE", "elements spent, exchange losses included, at what they were worth"),
    Feature("cards_in", "EE", "what own cards will bring: to play, take back or draw"),
    Feature("air_short", "airs", "airs gained that projects and steps still ask for, on top of their EE"),
    Feature(
        "stock_reserve",
        "elements",
        "before the final trimester, elements by which a project leaves too few to go on with",
    ),
    # Cubes
    Feature("kind_in", "cubes", "cubes to expect from others on the cards shared"),
    Feature("kind_out", "cubes", "cubes given to others: what each must be worth"),
    Feature("kind_out_leader", "cubes", "of these, cubes given to the seat that leads, on top"),
    Feature("kind_out_rival", "cubes", "cubes given to others / opponents, on top: an only rival's point is dear"),
    Feature("cube_reserve", "cubes", "cubes by which the supply is too small for the own cards of a turn"),
    # Creatures and the deck
    Feature("study_now", "points", "points of a creature studied by an effect"),
    Feature(
        "study_setup", "points", "points of creatures not yet studied that come to the study slots, or on projects"
    ),
    Feature("study_next", "points", "points of creatures not yet studied that slide to the study slots next"),
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


style = styles_of(FEATURES, KNOBS)

GREEDY = style(
    "greedy", "the fixed measure: weighs what it needs, points and kindness evenly", reference=True, in_mixed=False,
    need=1, spare=0.4, paid=1, cards_in=0.8, air_short=1, kind_in=3.5, kind_out=1.5, kind_out_leader=0.3,
    cube_reserve=0.7, study_now=3, study_setup=1.1, pair=0.7, thin=0.3, lose_good=0.3, proj_points=6.5,
    proj_engine=0.4, proj_short=0.8, step=4.5, race=0.5,
)  # fmt: skip

TWO_PLAYERS = {
    "need": 1, "spare": 0.6, "paid": 1, "air_short": 0.1, "kind_in": 0, "kind_out_rival": 3.5, "cube_reserve": 0.2,
    "study_setup": 0.95, "study_next": 0.7, "thin": 0, "lose_good": -0.4, "proj_points": 4, "proj_short": 1.4,
    "step": 1.7, "race": 1.1, "reach": 3,
}  # fmt: skip
"""What the strong styles weigh otherwise where two play: no rival shares a cube, and a game has turns enough to plan.

Searches from three starts, which end alike; the numbers that they share."""

# The strong ones, each tuned by itself: from `builder` as it was, from `greedy` as it was, and from `greedy` for much
# longer.
STEWARD = style(
    "steward", "spends no element lightly, keeps what is over, and lets its deck flow",
    need=0.9, spare=0.55, paid=1.3, cards_in=0.9, air_short=0.35, kind_in=2, kind_out=0.3, kind_out_leader=0.1,
    kind_out_rival=3, cube_reserve=1.2, stock_reserve=1.3, study_now=0.5, study_setup=1.6, study_next=1.2,
    pair=0.7, thin=0.4, lose_good=-0.5, proj_points=4.3, proj_engine=0.8, proj_short=1.1, step=3, race=-0.2,
    reach=12, sweep=1, two_players=TWO_PLAYERS,
)  # fmt: skip

SAVER = style(
    "saver", "saves elements for all that is to come, and uses its cubes up",
    need=1.25, spare=0.7, paid=1.2, cards_in=1, air_short=1.1, kind_in=3.2, kind_out=0.4, kind_out_leader=0.3,
    kind_out_rival=3.6, cube_reserve=0.3, stock_reserve=1.3, study_now=2.2, study_setup=1.4, study_next=1.2,
    pair=0.8, thin=0.4, lose_good=-0.2, proj_points=5.5, proj_engine=0.5, proj_short=0.6, step=1.8, race=0.5,
    reach=12, sweep=1, two_players={**TWO_PLAYERS, "need": 1.1, "spare": 0.7},
)  # fmt: skip

CLIMBER = style(
    "climber", "climbs the final steps first, keeps its study cards for later, and gives few cubes",
    need=0.83, spare=0.53, paid=1.19, cards_in=0.9, air_short=0.45, kind_in=2.8, kind_out=0.2, kind_out_leader=0.4,
    kind_out_rival=2.8, cube_reserve=0.4, stock_reserve=1.3, study_now=2.4, study_setup=1.7, study_next=1.2,
    pair=1.1, thin=-0.1, lose_good=-0.9, proj_points=3.1, proj_engine=0.55, proj_short=0.75, step=1.7, race=1.1,
    deny=0.7, reach=12, sweep=1, two_players=TWO_PLAYERS,
)  # fmt: skip

# These two are of origins of their own, too, so that no verdict hangs on what `climber` likes: from `greedy`, and from
# `racer` as it was, against the strong ones of today.
SCHOLAR = style(
    "scholar", "studies creatures, above all pairs, looks for kindness, and keeps a large stock",
    need=0.75, spare=0.6, paid=0.9, cards_in=0.6, air_short=0.15, kind_in=7.5, kind_out=1.3, kind_out_leader=0.4,
    cube_reserve=0.8, stock_reserve=5, study_now=3.5, study_setup=1.6, study_next=1, pair=1.5, thin=0.2,
    lose_good=-0.6, proj_points=3, proj_engine=1.1, proj_short=1.3, step=7, race=1.1, deny=0.6, reach=15, sweep=1,
    two_players={**TWO_PLAYERS, "cards_in": 0.9, "kind_out": 0.2, "stock_reserve": 2, "proj_engine": 0.6},
)  # fmt: skip

RACER = style(
    "racer", "wants the final steps above all, saves airs for them, and lets others study",
    need=1.1, spare=0.8, paid=0.9, cards_in=1, air_short=1.2, kind_in=2.9, kind_out=-0.3, kind_out_leader=0.7,
    kind_out_rival=5.5, cube_reserve=0.6, stock_reserve=3.5, study_now=-1.3, study_setup=2, pair=1.7, thin=-0.2,
    lose_good=-2.6, proj_points=2.8, proj_engine=1.4, proj_short=1.5, step=14, deny=2, reach=5, sweep=1,
    two_players={**TWO_PLAYERS, "study_now": 2},
)  # fmt: skip

STYLES = (
    RANDOM,
    GREEDY,
    CLIMBER,
    STEWARD,
    SAVER,
    style(
        "generous", "shares what others want most and gives its own cubes freely, but not to an only rival",
        like=CLIMBER, kind_in=3.5, kind_out=-0.1, kind_out_leader=0.2, cube_reserve=0.2, two_players={"kind_in": 0.5},
    ),
    style(
        "miser", "gives a cube only for what it badly needs, and least of all to the leader",
        like=CLIMBER, kind_in=2.4, kind_out=0.5, kind_out_leader=0.6,
    ),
    style(
        "builder", "projects first, the better the card the sooner", like=CLIMBER, proj_points=4.5, proj_engine=1,
        two_players={"proj_points": 5},
    ),
    SCHOLAR,
    RACER,
)  # fmt: skip
