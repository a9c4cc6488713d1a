"""What a style may weigh, and the styles that come with the game (section 4)."""

from __future__ import annotations

from typing import Any

from balance.engine.game.styles import RANDOM, SLIP, Feature, Knob, Style, styles_of

KNOBS = (
    SLIP,
    Knob("noise", 0.0, 0.0, 100.0, "every option's worth is raised by a random number from 0 to this", handicap=True),
    Knob(
        "storm",
        0.0,
        0.0,
        1.0,
        "1: sends every fairy out at Renewal, once two such jousts could fell an opponent",
        whole=True,
    ),
    Knob("nest", 0.0, 0.0, 12.0, "guests that it keeps inside until turn 6 or stage III", whole=True),
)

FEATURES = (
    Feature("ray", "points", "own ray in exploration"),
    Feature("mat", "points", "own materialisation in exploration"),
    Feature("joust", "life", "life the foe would lose in this turn's joust"),
    Feature("risk", "life", "life we would lose in it"),
    Feature("kill", "-", "1 when this takes a foe below 0"),
    Feature("lethal", "-", "1 when we would drop below 0"),
    Feature("gather", "sparkles", "gathering next turn"),
    Feature("life", "life", "own life"),
    Feature("burn", "life", "life a foe loses directly"),
    Feature("foecards", "cost points", "value of foe cards removed, imprisoned or bewitched"),
    Feature("deck", "cards", "haversack cards left under 5"),
    Feature("spark", "sparkles", "sparkles kept"),
    Feature("toll", "sparkles", "contribution paid"),
    Feature("gift", "sparkles", "sparkles given to foes by sharing"),
    Feature("hand", "cards", "cards in hand up to the maximum"),
    Feature("grow", "0 to 1", "maturation gained, as a share of what the next stage asks"),
    Feature("stage", "stages", "stages gained"),
    Feature("shelters", "cards", "shelters in the valley"),
    Feature("trap", "cards", "active mésangettes set"),
    Feature("safe", "cost points", "cost of fairies in shelters"),
    Feature("ability", "points", "printed value of an ability used"),
)


def features(cards: Any) -> tuple[Feature, ...]:
    """What a style may weigh; the same for any card table."""
    return FEATURES


style = styles_of(FEATURES, KNOBS)

STYLES = (
    RANDOM,
    style(
        "greedy", "a competent all-rounder", reference=True,
        ray=1, mat=0.8, joust=1, risk=-1, kill=100, lethal=-60, gather=2, spark=0.3, toll=-0.5, gift=-0.5, hand=0.4,
        grow=3, stage=2, shelters=1, burn=0.8, foecards=1.2, ability=1, trap=0.5, life=0.6,
    ),
    style(
        "rusher", "strikes first and asks later, and sends everybody out for the last blows",
        joust=2, ray=1.6, burn=1.5, kill=100, mat=0.2, toll=-0.2, gather=2.5, ability=0.8, storm=1,
    ),
    style(
        "gatherer", "fills its shelters for the sparkles they bring, and grows rich before it strikes",
        gather=4, shelters=3, safe=0.5, spark=0.5, hand=0.8, mat=0.6, kill=100, risk=-0.8, burn=0.4, foecards=0.5,
        ability=0.4, nest=4,
    ),
    style(
        "warden", "defends itself, and lets the others wear themselves out",
        mat=1.6, risk=-2, safe=0.6, lethal=-100, life=1, joust=0.5, foecards=1, kill=100, deck=-1, gather=2,
    ),
    style(
        "trickster", "lives by mésangettes, prisons and bewitchment",
        trap=2.5, foecards=2, ability=1.5, spark=0.6, burn=0.8, kill=100, risk=-0.7,
    ),
    style(
        "ripener", "grows its avatar: cards of its own radiance only, and shards for their labels",
        grow=6, stage=6, ray=0.6, mat=0.6, kill=100, risk=-0.8, gather=2,
    ),
    Style("passive", "a test script: does nothing that it may leave", script=True, in_mixed=False),
    Style("curve", "a test script: places, calls the dearest, shelters one, ends", script=True, in_mixed=False),
)  # fmt: skip
