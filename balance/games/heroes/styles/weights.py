"""What a style may weigh, and the styles that come with the game (section 4)."""

from __future__ import annotations

from typing import Any

from balance.engine.game.styles import RANDOM, SLIP, Feature, Knob, styles_of

KNOBS = (
    SLIP,
    Knob("patience", 0.0, 0.0, 1.0, "what a later place for a tile counts; 0: a tile is placed as soon as it helps"),
    Knob("foresight", 0.5, 0.0, 1.0, "what the bonus of an adversary counts that is not earned yet"),
    Knob(
        "odds",
        0.0,
        0.0,
        1.0,
        "1: what can still come of it counts: bonuses of adversaries, and Strength for them, by the odds that they are "
        "earned in the end, a set once, tiles by what a hero can do now, half-icons while heroes may join them; what "
        "cannot succeed is not tried",
        integer=True,
    ),
    Knob("fading", 0.0, 0.0, 1.0, "what taking a tile loses of its worth to a hero from the first round to the last"),
)

FEATURES = (
    # Heroes, when recruiting and discarding
    Feature("dice_1", "-", "a hero whose best option fights 1 adversary: what that is worth"),
    Feature("dice_2", "-", "the same for 2 adversaries"),
    Feature("dice_3", "-", "the same for 3 adversaries"),
    Feature("mission", "-", "a hero that can go on a mission"),
    Feature("tile", "-", "a hero that can take a tile"),
    Feature("heal", "counters", "counters a hero can heal, at most 4"),
    Feature("shine", "points", "points a hero gains at once"),
    Feature("icons", "icons", "complete icons gained beside its neighbour"),
    Feature("open", "half-icons", "half-icons on the new outer edge of the line-up"),
    Feature("plain", "slots", "plain slots"),
    Feature("prestige", "points", "value of the prestige slots"),
    Feature("pslots", "slots", "prestige slots"),
    Feature("strength", "symbols", "Strength"),
    Feature("late_heal", "-", "1 for a healer on the right or a fighter on the left, -1 the other way round"),
    Feature("short", "counters", "counters that the heroes together bring beyond their plain and energy slots"),
    Feature("deny", "points", "minus what the best hero passed on is worth to the left neighbour"),
    Feature("returns", "points", "where two play, one's later heroes of the hands both know, less the other's"),
    # Actions, as expected values over the exact results of the dice
    Feature("adv", "points", "value of the adversaries won, bonuses in progress included"),
    Feature("mis", "points", "points of missions"),
    Feature("pts", "points", "points gained at once"),
    Feature("pslot", "points", "change of the uncovered prestige slots: negative when they are covered"),
    Feature("wounds", "slots", "plain and energy slots used while own turns remain in the round"),
    Feature("scarce", "slots", "the same, by the share of the free ones that the heroes still to act will need"),
    Feature("healed", "counters", "other counters removed while own turns remain in the round"),
    Feature("tiles", "tiles", "tiles taken"),
    Feature("hurt", "points", "points that opponents lose; twice as much for the leader"),
    Feature("gift", "points", "points given to opponents"),
    Feature("deny_adv", "points", "value of an adversary to the opponent who wants it most"),
)


def features(cards: Any) -> tuple[Feature, ...]:
    """What a style may weigh; the same for any card table."""
    return FEATURES


style = styles_of(FEATURES, KNOBS)

GREEDY = style(
    "greedy", "a competent all-rounder: takes what is worth most and never a step that is worth less than nothing",
    reference=True, in_mixed=False,
    dice_1=2.6, dice_2=4.4, dice_3=5.4, mission=2.7, tile=2, heal=0.85, shine=1, icons=1.2, open=0.3, plain=0.7,
    prestige=0.8, pslots=0.4, strength=0.2, late_heal=0.2, adv=1, mis=1, pts=1, pslot=1, wounds=-0.45, healed=0.5,
    tiles=1.8, hurt=0.1, gift=-0.3,
)  # fmt: skip

STYLES = (
    RANDOM,
    GREEDY,
    style(
        "brawler", "collects adversaries, with line-ups whose slots take the wounds",
        dice_1=5.3, dice_2=7.1, dice_3=7.3, mission=2.6, tile=0.9, heal=0.35, shine=0.9, icons=1.4, open=0.35,
        plain=1.35, prestige=1.2, pslots=1, strength=0.15, short=-0.35, adv=1.4, mis=0.55, pts=0.75, pslot=0.65,
        wounds=-0.5, scarce=-0.3, healed=0.3, tiles=2.4, hurt=0.1, gift=-0.45, deny_adv=0.1, patience=1,
        foresight=0.8, odds=1,
        two_players={"tile": 1.7, "short": -0.55, "returns": 0.6, "deny_adv": 0.3},
    ),
    style(
        "quester", "lives off missions, and therefore needs energies that match",
        dice_1=5.3, dice_2=7.1, dice_3=7.3, mission=3.8, tile=0.9, heal=0.35, shine=0.9, icons=1.6, open=0.4,
        plain=1.35, prestige=1.2, pslots=1, strength=0.15, short=-0.35, adv=1.2, mis=1.7, pts=0.9, pslot=0.7,
        wounds=-0.5, scarce=-0.3, healed=0.4, tiles=2.4, hurt=0.1, gift=-0.45, deny_adv=0.1, patience=1,
        foresight=0.8, odds=1,
        two_players={"tile": 1.7, "short": -0.55, "returns": 0.6, "deny_adv": 0.3},
    ),
    style(
        "star", "avoids wounds, and banks prestige slots and Shine",
        dice_1=5.3, dice_2=7.1, dice_3=7.3, mission=2.6, tile=0.9, heal=0.4, shine=1.6, icons=1.4, open=0.35,
        plain=1.35, prestige=1.8, pslots=1, strength=0.15, late_heal=0.2, short=-0.35, adv=1.2, mis=0.6, pts=1.3,
        pslot=1.1, wounds=-0.7, scarce=-0.3, healed=0.4, tiles=2.4, hurt=0.1, gift=-0.45, deny_adv=0.1, patience=1,
        foresight=0.8, odds=1,
        two_players={"tile": 1.7, "short": -0.55, "returns": 0.6, "deny_adv": 0.3},
    ),
    style(
        "astrologer", "takes tiles, to act with them and for the adversaries that pay for them",
        dice_1=5.3, dice_2=7.1, dice_3=7.3, mission=2.6, tile=3, heal=0.35, shine=0.9, icons=1.4, open=0.35,
        plain=1.35, prestige=1.2, pslots=1, strength=0.15, short=-0.35, adv=1.4, mis=0.55, pts=0.75, pslot=0.65,
        wounds=-0.5, scarce=-0.3, healed=0.3, tiles=3.5, hurt=0.1, gift=-0.45, deny_adv=0.1, patience=1,
        foresight=0.8, odds=1, fading=0.8,
        two_players={"short": -0.55, "returns": 0.6, "deny_adv": 0.3},
    ),
    style(
        "rival", "drafts and plays against the leader and the left neighbour",
        dice_1=5.4, dice_2=8.2, dice_3=5.8, mission=2.6, tile=1, heal=0.4, shine=1.4, icons=2, open=0.25, plain=1.4,
        prestige=1.4, pslots=0.3, strength=0.3, short=-0.3, deny=0.5, adv=0.9, mis=1.05, pts=1.05, pslot=1.1,
        wounds=-0.4, scarce=-0.25, healed=0.2, tiles=3.4, hurt=0.5, gift=-0.65, deny_adv=0.5, patience=0.7,
        foresight=0.85, odds=1,
        two_players={"tile": 1.7, "returns": 0.6},
    ),
)  # fmt: skip
