"""What a style may weigh, and the styles that come with the game (section 4)."""

from __future__ import annotations

from functools import partial
from typing import Any

from balance.engine.game.styles import RANDOM, SLIP, Feature, weighed

KNOBS = (SLIP,)

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
    Feature("deny", "points", "minus what the best hero passed on is worth to the left neighbour"),
    # Actions, as expected values over the exact results of the dice
    Feature("adv", "points", "value of the adversaries won, bonuses in progress included"),
    Feature("mis", "points", "points of missions"),
    Feature("pts", "points", "points gained at once"),
    Feature("pslot", "points", "change of the uncovered prestige slots: negative when they are covered"),
    Feature("wounds", "slots", "plain and energy slots used while own turns remain in the round"),
    Feature("healed", "counters", "other counters removed while own turns remain in the round"),
    Feature("tiles", "tiles", "tiles taken"),
    Feature("hurt", "points", "points that opponents lose; twice as much for the leader"),
    Feature("gift", "points", "points given to opponents"),
    Feature("deny_adv", "points", "value of an adversary to the opponent who wants it most"),
)


def features(cards: Any) -> tuple[Feature, ...]:
    """What a style may weigh; the same for any card table."""
    return FEATURES


_style = partial(weighed, FEATURES)

# Columns: dice 1, 2, 3, mission, tile, heal, shine | icons, open, plain, prestige, pslots | strength, late_heal, deny |
#          adv, mis, pts | pslot, wounds, healed | tiles, hurt, gift, deny_adv
STYLES = (
    RANDOM,
    _style(
        "greedy", "a competent all-rounder: takes what is worth most and never a step that is worth less than nothing",
        2.6, 4.4, 5.4, 2.7, 2.0, 0.85, 1.0, 1.2, 0.3, 0.7, 0.8, 0.4, 0.2, 0.2, 0.0,
        1.0, 1.0, 1.0, 1.0, -0.45, 0.5, 1.8, 0.1, -0.3, 0.0,
        reference=True,
    ),
    _style(
        "brawler", "collects adversaries",
        3.5, 6.0, 8.0, 2.0, 1.0, 0.8, 0.6, 1.3, 0.2, 0.8, 0.4, 0.4, 0.3, 0.2, 0.0,
        1.4, 0.8, 0.8, 0.7, -0.2, 0.6, 1.2, 0.1, -0.3, 0.0,
    ),
    _style(
        "quester", "lives off missions, and therefore needs energies that match",
        2.2, 3.6, 4.4, 4.2, 1.0, 0.8, 0.8, 1.4, 0.25, 0.8, 0.5, 0.4, 0.1, 0.2, 0.0,
        0.9, 1.5, 0.9, 0.9, -0.3, 0.6, 1.2, 0.1, -0.3, 0.0,
    ),
    _style(
        "star", "avoids wounds, and banks prestige slots and Shine",
        1.5, 2.4, 2.6, 2.0, 1.0, 0.9, 2.0, 0.3, 0.0, 0.2, 1.6, 0.0, 0.1, 0.3, 0.0,
        0.7, 0.8, 1.3, 1.2, -0.7, 0.4, 1.0, 0.1, -0.3, 0.0,
    ),
    _style(
        "astrologer", "takes tiles, to act with them and for the adversaries that pay for them",
        2.0, 3.5, 4.2, 2.5, 3.5, 0.5, 1.0, 1.0, 0.15, 0.5, 0.8, 0.3, 0.1, 0.2, 0.0,
        0.9, 0.9, 1.0, 1.0, -0.45, 0.4, 3.0, 0.1, -0.3, 0.0,
    ),
    _style(
        "rival", "drafts and plays against the leader and the left neighbour",
        2.6, 4.4, 5.4, 2.7, 2.4, 0.75, 1.0, 1.2, 0.3, 0.7, 0.8, 0.4, 0.4, 0.2, 0.5,
        1.0, 1.0, 1.0, 1.0, -0.45, 0.5, 2.2, 0.5, -0.5, 0.5,
    ),
)  # fmt: skip
