"""The decisions of section 4, one kernel each: what is legal, what the style thinks of it, and what is chosen."""

from __future__ import annotations

from math import comb

import numpy as np

from balance.engine.kernels.choices import NOTHING
from balance.engine.kernels.decision_record import WEIGHED
from balance.engine.kernels.decisions import begin_decision, begin_group, decide, decided, offer
from balance.engine.kernels.kernel import kernel, lowest_bit, popcount
from balance.games.heroes.rules.adventure import may_place
from balance.games.heroes.rules.damage import count_covered, count_free
from balance.games.heroes.rules.redeal import redeal
from balance.games.heroes.rules.setup import hand_of
from balance.games.heroes.state import (
    DICE,
    DICE_SETS,
    DISCARDS,
    ENERGIES,
    LONGEST,
    ON_DRAW,
    PLAIN_SLOT,
    PRESTIGE_SLOT,
    RANKS,
    Point,
    Verb,
)
from balance.games.heroes.styles.drafting import weigh_hand, weigh_sides
from balance.games.heroes.styles.fights import fewest, most, weigh_dice, weigh_numbers, weigh_spoils
from balance.games.heroes.styles.opponents import opponent, weigh_friends, weigh_victims
from balance.games.heroes.styles.options import weigh_offered_missions, weigh_options
from balance.games.heroes.styles.places import weigh_places
from balance.games.heroes.styles.recruiting import weigh_discards
from balance.games.heroes.styles.wounds import best_healing, best_slot, weigh_slots

DECLINE = -1
KEEP = -1

SETS = np.array([[comb(n, k) for k in range(LONGEST + 1)] for n in range(LONGEST + 1)])
"""How many sets of k of n things there are, by n and k."""


@kernel
def begin(s, t, seat, point, count):
    """Ask the seat to choose one of ``count`` options. Returns whether its style has to weigh them."""
    if begin_decision(s, t, seat, point, count):
        redeal(s, t, seat, s.passes)
    return s.decision.how == WEIGHED


@kernel
def begin_together(s, t, passes):
    """From now on all seats choose before anything is shown. They have seen the hands of so many passes."""
    if begin_group(s.decision):
        redeal(s, t, s.decision.branch_seat, passes)


# Recruitment and return


@kernel
def choose_hero(s, t, seat):
    """D1: the place in the hand of the hero to keep (HF-13, HF-14)."""
    weighs = begin(s, t, seat, Point.HERO, s.hand_size)
    hand = s.hand[hand_of(s, t, seat)]
    for i in range(s.hand_size if s.decision.listing | s.logs_turns else 0):
        offer(s.decision, Verb.DO, hand[i], i)
    if weighs:
        weigh_hand(s, t, seat)
    return decide(s)


@kernel
def choose_side(s, t, seat):
    """D2: the end of the line-up for the hero it picked."""
    weighs = begin(s, t, seat, Point.SIDE, 2)
    for side in range(2 if s.decision.listing else 0):
        offer(s.decision, Verb.DO, s.seat[seat].picked, side)
    if weighs:
        weigh_sides(s, t, seat)
    return decide(s)


@kernel
def choose_discards(s, t, seat):
    """D13: the three heroes to discard, as positions in ``discard`` of the seat, ascending (HF-92)."""
    me = s.seat[seat]
    weighs = begin(s, t, seat, Point.DISCARDS, SETS[me.heroes, DISCARDS])
    for i in range(me.heroes):
        for j in range(i):
            for k in range(j):
                offer(s.decision, Verb.DO, NOTHING, 1 << i | 1 << j | 1 << k)
    if weighs:
        weigh_discards(s, t, seat)
    gone = s.decision.option[decide(s)].target
    n = 0
    for i in range(me.heroes):
        if (gone >> i) & 1:
            me.discard[n] = i
            n += 1


# Actions


@kernel
def choose_option(s, t, seat, card, code):
    """D4: which option of ``card`` (a hero or a tile, ``code`` in the log) to perform, as its place on the card."""
    if card.options == 1:
        return 0
    weighs = begin(s, t, seat, Point.OPTION, card.options)
    for i in range(card.options if s.decision.listing else 0):
        offer(s.decision, Verb.DO, code, i)
    if weighs:
        weigh_options(s, t, seat, card)
    return decide(s)


@kernel
def choose_k(s, t, seat, step):
    """D5: how many adversaries to fight."""
    low = fewest(s, t)
    weighs = begin(s, t, seat, Point.COUNT, most(s, step) - low + 1)
    for k in range(low, most(s, step) + 1 if s.decision.listing else 0):
        offer(s.decision, Verb.DO, NOTHING, k)
    s.fight_weighed = 0
    if weighs:
        weigh_numbers(s, t, seat, step, low)
    return low + decide(s)


@kernel
def choose_dice(s, t, seat, step, k):
    """D6: the set of ``k`` dice to roll, the added one apart."""
    weighs = begin(s, t, seat, Point.DICE, SETS[DICE - np.int64(step.added > 0), k])
    for dice in range(1, DICE_SETS):
        if dice & step.added == 0 and popcount(dice) == k:
            offer(s.decision, Verb.DO, NOTHING, dice)
    if weighs:
        weigh_dice(s, t, seat, step)
    return s.decision.option[decide(s)].target


@kernel
def choose_adversaries(s, t, seat, k):
    """D8: the mask of the ``k`` places of the row to take."""
    row = (1 << s.in_row) - 1
    weighs = begin(s, t, seat, Point.SPOILS, SETS[s.in_row, k])
    for places in range(1, row + 1):
        if popcount(places) == k:
            offer(s.decision, Verb.DO, NOTHING, places)
    if weighs:
        weigh_spoils(s, t, seat)
    return s.decision.option[decide(s)].target


@kernel
def choose_mission(s, t, seat, ranks):
    """D9: one of the ranks (a mask, not empty), or DECLINE where that is allowed (HF-45)."""
    weighs = begin(s, t, seat, Point.MISSION, popcount(ranks) + t.allow_decline)
    for rank in range(RANKS):
        if (ranks >> rank) & 1:
            offer(s.decision, Verb.DO, t.mission_code + s.pile[rank, 0], rank)
    if t.allow_decline:
        offer(s.decision, Verb.LEAVE, NOTHING, DECLINE)
    if weighs:
        weigh_offered_missions(s, t, seat)
    return s.decision.option[decide(s)].target


# Slots


@kernel
def choose_slot(s, t, seat):
    """D7: the free slot for one point of untyped damage (HF-23, HF-32)."""
    slots = s.seat[seat].slots
    weighs = begin(s, t, seat, Point.SLOT, count_free(slots))
    if weighs and not s.decision.listing:  # there are many slots: a list would take longer than the choice
        decided(s.decision)
        return best_slot(s, t, seat)
    if s.decision.listing:
        offer_slots(s, slots.free_energy, slots.free_plain, slots.free_prestige)
    if weighs:
        weigh_slots(s, best_slot(s, t, seat))
    return nth_slot(slots.free_energy, slots.free_plain, slots.free_prestige, decide(s))


@kernel
def choose_healing(s, t, seat):
    """D11: the covered slot to heal (HF-80)."""
    slots = s.seat[seat].slots
    weighs = begin(s, t, seat, Point.HEALING, count_covered(slots))
    if weighs and not s.decision.listing:
        decided(s.decision)
        return best_healing(s, t, seat)
    for e in ENERGIES:
        s.covered_energy[e] = slots.energy[e] - slots.free_energy[e]
    plain = slots.plain - slots.free_plain
    prestige = ((1 << slots.prestige) - 1) & ~slots.free_prestige
    if s.decision.listing:
        offer_slots(s, s.covered_energy, plain, prestige)
    if weighs:
        weigh_slots(s, best_healing(s, t, seat))
    return nth_slot(s.covered_energy, plain, prestige, decide(s))


@kernel
def offer_slots(s, energy, plain, prestige):
    """Every one of so many energy and plain slots and of a mask of prestige slots, numbered as in ``cover``."""
    for e in ENERGIES:
        for _ in range(energy[e]):
            offer(s.decision, Verb.DO, NOTHING, e)
    for _ in range(plain):
        offer(s.decision, Verb.DO, NOTHING, PLAIN_SLOT)
    slot = PRESTIGE_SLOT
    while prestige:
        if prestige & 1:
            offer(s.decision, Verb.DO, NOTHING, slot)
        prestige >>= 1
        slot += 1


@kernel
def nth_slot(energy, plain, prestige, n):
    """Slot number ``n`` of those that ``offer_slots`` offers, in its order."""
    for e in ENERGIES:
        if n < energy[e]:
            return e
        n -= energy[e]
    if n < plain:
        return PLAIN_SLOT
    for _ in range(n - plain):
        prestige &= prestige - 1
    return PRESTIGE_SLOT + lowest_bit(prestige)


# Tiles and opponents


@kernel
def count_places(s, t, seat, tile):
    """How many heroes the tile may be put on."""
    places = 0
    for owner in range(t.players):
        for position in range(s.seat[owner].heroes):
            places += 1 if may_place(s, t, seat, tile, owner, position) else 0
    return places


@kernel
def choose_place(s, t, seat, tile, acting):
    """D3, D10: a hero for the tile, as owner * LONGEST + position, or KEEP. There is at least one place.

    ``acting``: the tile was drawn by the action of this turn; then `on_draw` allows no keeping (HF-74).
    """
    may_keep = np.int64(not (acting and t.tile_timing == ON_DRAW))
    point = Point.PLACE if acting else Point.RESERVE
    weighs = begin(s, t, seat, point, count_places(s, t, seat, tile) + may_keep)
    for owner in range(t.players):
        for position in range(s.seat[owner].heroes):
            if may_place(s, t, seat, tile, owner, position):
                offer(s.decision, Verb.DO, t.tile_code + tile, owner * LONGEST + position)
    if may_keep:
        offer(s.decision, Verb.LEAVE, NOTHING, KEEP)
    if weighs:
        weigh_places(s, t, seat, tile, acting)
    return s.decision.option[decide(s)].target


@kernel
def offer_opponents(s, t, seat):
    """Every opponent, from the left of the seat on."""
    for n in range(t.players - 1 if s.decision.listing else 0):
        offer(s.decision, Verb.DO, NOTHING, opponent(seat, n, t.players))


@kernel
def choose_victim(s, t, seat, step):
    """D12: the opponent who takes the damage."""
    weighs = begin(s, t, seat, Point.OPPONENT, t.players - 1)
    offer_opponents(s, t, seat)
    if weighs:
        weigh_victims(s, t, seat, step)
    return opponent(seat, decide(s), t.players)


@kernel
def choose_friend(s, t, seat):
    """D12: the opponent who is given points."""
    weighs = begin(s, t, seat, Point.OPPONENT, t.players - 1)
    offer_opponents(s, t, seat)
    if weighs:
        weigh_friends(s, t, seat)
    return opponent(seat, decide(s), t.players)
