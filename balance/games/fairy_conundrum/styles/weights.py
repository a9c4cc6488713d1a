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
        "1: sends every fairy out at Renewal, once all of them could fell an opponent",
        integer=True,
        overrides=True,
    ),
    Knob(
        "nest",
        0.0,
        0.0,
        12.0,
        "guests that it keeps inside until turn 6 or stage III",
        integer=True,
        overrides=True,
    ),
    Knob(
        "settle",
        0.0,
        0.0,
        1.0,
        "1: places its shelter before it calls fairies, which then cost less toll",
        integer=True,
        overrides=True,
    ),
    Knob(
        "begin", 0.0, 0.0, 1.0, "1: begins the turn, when it has a trap, rather than let another player", integer=True
    ),
    Knob(
        "finish",
        0.0,
        0.0,
        1.0,
        "1: calls first what together with the joust fells an opponent",
        integer=True,
        overrides=True,
    ),
    Knob(
        "fitted",
        0.0,
        0.0,
        1.0,
        "1: fits its play to its deck: with dear cards two shelters more, with cheap ones a card more in the first "
        "hand; draws no shelter without room",
        integer=True,
    ),
    Knob("armed", 0.0, 0.0, 2.0, "share of a trap's worth that counts as lost where it is called up"),
    Knob(
        "probe",
        0.0,
        0.0,
        1.0,
        "1: calls its cheapest fairy first, while another player has a card face down",
        integer=True,
        overrides=True,
    ),
    Knob("wary", 0.0, 0.0, 1.0, "1: fears for its last life also where a card of its own takes it", integer=True),
    Knob(
        "shrewd",
        0.0,
        0.0,
        1.0,
        "1: counts the sparkle of a shelter that an ability empties, and steals only abilities that still work",
        integer=True,
    ),
    Knob("ripe", 0.0, 0.0, 9.0, "worth of a point of what stage III does over stage II, the more the nearer it is"),
    Knob("haste", 0.0, 0.0, 1.0, "how much less sparkles count when a player may soon fall"),
    Knob("harvest", 2.6, 0.0, 8.0, "turns that a guest is thought to bring sparkles", idle=0.0),
    Knob("homes", 4.0, 0.0, 9.0, "shelters that are enough: then it draws from the haversack", integer=True, idle=0.0),
    Knob("dear", 3.0, 0.0, 9.0, "cost above which a card of the first hand is changed for another", idle=0.0),
    Knob("opening", 4.0, 0.0, 9.0, "cards in the first hand until which it buys more", integer=True, idle=0.0),
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
    Feature("back", "moves", "a fairy that came out of a shelter led in again, or out once more"),
)


def features(cards: Any) -> tuple[Feature, ...]:
    """What a style may weigh; the same for any card table."""
    return FEATURES


style = styles_of(FEATURES, KNOBS)

THRIFTY = {
    "settle": 1, "begin": 1, "finish": 1, "fitted": 1, "armed": 1, "probe": 1, "wary": 1, "shrewd": 1, "haste": 0.45,
    "homes": 3, "dear": 2, "opening": 6,
}  # fmt: skip
"""What all but ``greedy`` know: a shelter first saves toll, who begins has the choice, what fells somebody comes first,
dear decks need more shelters and cheap ones more cards, a trap that is called up is
lost, one that lies in wait is sprung by the cheapest fairy, the last life is dear, an ability may empty a shelter or
steal what is of no use, three shelters are enough, and a first hand is to be full, and cheap."""

STYLES = (
    RANDOM,
    style(
        "greedy", "a competent all-rounder", reference=True, in_mixed=False,
        ray=1, mat=0.8, joust=1, risk=-1, kill=100, lethal=-60, gather=2, spark=0.3, toll=-0.5, gift=-0.5, hand=0.4,
        grow=3, stage=2, shelters=1, burn=0.8, foecards=1.2, ability=1, trap=0.5, life=0.6,
    ),
    style(
        "nester", "builds shelters and sets traps before all else, and stays at home with cheap fairies",
        **THRIFTY | {"haste": 0.2, "ripe": 0.3},
        ray=0.2, mat=0.5, joust=0.2, kill=50, lethal=-60, burn=0.4, foecards=1.8, deck=-0.1, spark=1.1, toll=-0.5,
        gift=-0.2, hand=0.2, grow=0.9, stage=0.2, shelters=6.3, trap=4, safe=-0.1, ability=0.5, back=-0.8,
        nest=7, harvest=8,
    ),
    style(
        "rusher", "strikes first and asks later, and sends everybody out for the last blow", **THRIFTY,
        ray=1, mat=0.1, joust=0.8, risk=-0.1, kill=90, gather=4.3, burn=1.5, foecards=3, spark=1.1, toll=-0.3,
        gift=0.2, hand=0.9, grow=-0.7, stage=-2, shelters=5, trap=2.5, safe=0.2, ability=1.8, back=-1.2, storm=1,
        nest=1, harvest=3.7,
    ),
    style(
        "gatherer", "fills its shelters for the sparkles they bring, and grows rich before it strikes", **THRIFTY,
        ray=0.2, mat=0.5, risk=-0.8, kill=100, gather=4, burn=0.4, foecards=1.5, spark=1.1, hand=0.2, shelters=3,
        trap=1, safe=0.5, ability=1.5, back=-1, nest=4, harvest=4,
    ),
    style(
        "warden", "defends itself, and lets the others wear themselves out", **THRIFTY,
        ray=0.1, mat=0.8, joust=0.65, risk=-2, kill=150, lethal=-100, gather=3.2, life=1, burn=-0.4, foecards=1.8,
        deck=-0.5, spark=1.1, hand=0.4, grow=-1, stage=-0.5, shelters=4, trap=2, safe=0.3, ability=2.6, back=-0.8,
        harvest=6,
    ),
    style(
        "trickster", "lives by mésangettes, prisons and bewitchment", **THRIFTY,
        ray=0.15, mat=0.25, joust=0.25, risk=-0.9, kill=66, gather=0.5, life=-0.25, burn=0.5, foecards=3, spark=1.1,
        hand=0.55, grow=1.5, shelters=3, trap=1.5, safe=-0.15, ability=1.2, back=-0.6, harvest=6.4,
    ),
    style(
        "ripener", "grows its avatar: cards of its own radiance only, and shards for their labels", **THRIFTY,
        ray=0.85, mat=0.6, risk=-0.7, kill=90, lethal=-20, gather=2, burn=-0.3, foecards=1.7, deck=0.15, spark=1.1,
        hand=0.65, grow=3, stage=3, shelters=4, trap=2.2, safe=-0.15, ability=0.9, back=-1.1, nest=2, harvest=3.9,
    ),
    Style("passive", "a test script: does nothing that it may leave", script=True, in_mixed=False),
    Style("curve", "a test script: places, calls the dearest, shelters one, ends", script=True, in_mixed=False),
)  # fmt: skip
