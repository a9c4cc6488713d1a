"""Activating cards: which, how often, with what outcome (D8), and elements of one's choice (D12)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import any_bits, any_of, slips
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.effects import can_happen, has_target, is_possible, is_target
from balance.games.fairy_school.rules.elements import plainly_payable
from balance.games.fairy_school.state import AIR, CREATURES, ELEMENTS, NO_CARD, REACT, SLOTS, Point
from balance.games.fairy_school.styles.chance import is_thrifty
from balance.games.fairy_school.styles.worth import (
    best_element,
    best_outcome,
    best_study,
    turns_left,
    value_thin,
    wanted,
    weigh_line,
    worst_slot,
)

STOP = -1
DECLINE = -1
OWN_CUBES = 5  # own cards one would activate in a turn: their cubes come home


# Which card, which line


@kernel
def choose_activation(s, t, seat):
    """D8: the next card to activate and its line, as entry * 2 + line; STOP for none."""
    if slips(s, t, seat, Point.ACTIVATION):
        options = list_activations(s, t, seat)
        return s.choice[any_of(s.decision, options)]
    w = t.style[s.style[seat]]
    s.spare_cubes = s.seat[seat].cubes - 1
    best, best_worth = STOP, 0.0
    equals = 1
    for i in range(s.reached):
        entry = s.reach[i]
        if entry.done:
            continue
        card = t.card[entry.card]
        cube = price_of_cube(s, t, seat, w, entry.owner)
        for k in range(card.lines):
            worth = weigh_line(s, t, seat, w, t.line[card.first + k]) - cube
            if worth > best_worth:
                best, best_worth, equals = 2 * i + k, worth, 1
            elif worth == best_worth and best != STOP and entry.owner != s.reach[best // 2].owner:
                equals += 1  # FS-81: between equal cards of two owners the lot decides
                if any_of(s.decision, equals) == 0:
                    best = 2 * i + k
    return best


@kernel
def list_activations(s, t, seat):
    """4.4: the plainly payable lines that do something, and STOP, in ``s.choice``. Returns how many."""
    thrifty = is_thrifty(s, t, seat)
    options = 0
    for i in range(s.reached):
        if s.reach[i].done:
            continue
        card = t.card[s.reach[i].card]
        for k in range(card.lines):
            if is_possible(s, t, seat, t.line[card.first + k], 1, thrifty):
                s.choice[options] = 2 * i + k
                options += 1
    s.choice[options] = STOP
    return options + 1


@kernel
def price_of_cube(s, t, seat, w, owner):
    """EE of a cube on a card of this owner: it comes home from an own card and is a point for anybody else."""
    if owner == seat:
        return 0.0
    price = w.kind_out
    if is_ahead(s, t, owner):
        price += w.kind_out_leader
    left = s.seat[seat].cubes + s.now[seat].act_own - 1  # cubes on own cards come home
    return price + w.cube_reserve * max(0, OWN_CUBES - left) * turns_left(s, t)


@kernel
def is_ahead(s, t, owner):
    """Whether nobody has a higher score than this seat, as it stood at the end of the last turn."""
    for other in range(t.players):
        if s.score[other] > s.score[owner]:
            return False
    return s.turn > 1


# Carrying out a line


@kernel
def choose_times(s, t, seat, line):
    """D8: how often to do a line, from 1."""
    if line.times == 1:
        return 1
    if slips(s, t, seat, Point.TIMES):
        return 1 + any_of(s.decision, most_times(s, s.seat[seat], line))
    weigh_line(s, t, seat, t.style[s.style[seat]], line)
    return s.times


@kernel
def most_times(s, me, line):
    """4.4: how often a line can be paid plainly, at least once."""
    most = 1
    for times in range(2, line.times + 1):
        for element in range(ELEMENTS):
            s.bill[element] = line.cost[element] * times
        if not plainly_payable(me.stock, s.bill):
            break
        most = times
    return most


@kernel
def choose_outcome(s, t, seat, line):
    """D8: which alternative of a line that is paid for, as its place there."""
    if line.alternatives == 1:
        return 0
    me = s.seat[seat]
    if slips(s, t, seat, Point.OUTCOME):
        options = list_outcomes(s, t, seat, line, 1)
        if options == 0:  # a line that was chosen with exchanges in mind
            options = list_outcomes(s, t, seat, line, 0)
        return s.choice[any_of(s.decision, options)]
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
    s.spare_cubes = me.cubes
    return best_outcome(s, t, seat, t.style[s.style[seat]], line)


@kernel
def list_outcomes(s, t, seat, line, plainly):
    """FS-42: the alternatives that do something, in ``s.choice``. Returns how many."""
    me = s.seat[seat]
    options = 0
    for i in range(line.alternatives):
        alternative = t.alternative[line.first + i]
        if can_happen(s, t, seat, alternative) or (
            alternative.special == REACT and me.cubes > 0 and has_target(s, t, seat, me.stock, plainly)
        ):
            s.choice[options] = i
            options += 1
    return options


@kernel
def choose_element(s, t, seat):
    """D12: earth, plants, fire or water."""
    if slips(s, t, seat, Point.ELEMENT):
        return any_of(s.decision, AIR)
    me = s.seat[seat]
    return best_element(t, t.style[s.style[seat]], me.stock, me.target)


@kernel
def count_to_take(s, t, seat, most):
    """D8: how many cards to take from the discard pile, from 1 to ``most``."""
    if slips(s, t, seat, Point.COUNT):
        return 1 + any_of(s.decision, most)
    return most


@kernel
def choose_to_take(s, t, seat):
    """D8: which card of the discard pile to take, as its place there."""
    me = s.seat[seat]
    if slips(s, t, seat, Point.TAKEN):
        return any_of(s.decision, me.discarded)
    best, best_worth = 0, -np.inf
    for i in range(me.discarded):
        worth = wanted(t, me, t.card[me.discard[i]])
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@kernel
def choose_spares(s, t, seat, count):
    """D8: which ``count`` of the drawn cards to place, as a set."""
    me = s.seat[seat]
    if slips(s, t, seat, Point.SPARES):
        return any_bits(s.decision, (1 << me.held) - 1, count)
    kept = 0
    for _ in range(count):
        best, best_worth = 0, -np.inf
        for i in range(me.held):
            if not (kept >> i) & 1:
                worth = wanted(t, me, t.card[me.hand[i]])
                if worth > best_worth:
                    best, best_worth = i, worth
        kept |= 1 << best
    return kept


@kernel
def choose_to_remove(s, t, seat, may_decline):
    """D8: the slot of the forest card that leaves the game, or DECLINE."""
    me = s.seat[seat]
    if slips(s, t, seat, Point.REMOVED):
        options = 0
        for slot in range(SLOTS):
            if me.forest[slot] != NO_CARD:
                s.choice[options] = slot
                options += 1
        if may_decline:
            s.choice[options] = DECLINE
            options += 1
        return s.choice[any_of(s.decision, options)]
    w = t.style[s.style[seat]]
    slot = worst_slot(s, t, seat, w)
    if slot >= 0 and (not may_decline or value_thin(s, t, seat, w, me.forest[slot]) > 0.0):
        return slot
    return DECLINE if may_decline else any_card(me)


@kernel
def any_card(me):
    """The first slot of the forest with a card."""
    for slot in range(SLOTS):
        if me.forest[slot] != NO_CARD:
            return slot
    return DECLINE


@kernel
def choose_study(s, t, seat):
    """D8, D9: a creature to study by an effect."""
    me = s.seat[seat]
    if slips(s, t, seat, Point.STUDY):
        options = 0
        for creature in range(CREATURES):
            if not (me.studied >> creature) & 1:
                s.choice[options] = creature
                options += 1
        return s.choice[any_of(s.decision, options)]
    return best_study(s, t, seat, (1 << CREATURES) - 1)


@kernel
def choose_again(s, t, seat, may_decline):
    """D8: the card and line to re-activate, as entry * 2 + line, or DECLINE."""
    if slips(s, t, seat, Point.AGAIN):
        options = list_targets(s, t, seat, 1)
        if may_decline:
            s.choice[options] = DECLINE
            options += 1
        elif options == 0:  # a line that was chosen with exchanges in mind
            options = list_targets(s, t, seat, 0)
        return s.choice[any_of(s.decision, options)] if options > 0 else DECLINE
    w = t.style[s.style[seat]]
    s.spare_cubes = 0
    best, best_worth = DECLINE, 0.0 if may_decline else -np.inf
    for i in range(list_targets(s, t, seat, 0)):
        target = s.choice[i]
        entry = s.reach[target // 2]
        line = t.line[t.card[entry.card].first + target % 2]
        worth = weigh_line(s, t, seat, w, line) - price_of_cube(s, t, seat, w, entry.owner)
        if worth > best_worth:
            best, best_worth = target, worth
    return best


@kernel
def list_targets(s, t, seat, plainly):
    """FS-61, FS-62: the cards and lines that can be re-activated, in ``s.choice``. Returns how many."""
    me = s.seat[seat]
    options = 0
    for i in range(s.reached):
        if s.reach[i].done:
            card = t.card[s.reach[i].card]
            for k in range(card.lines):
                if is_target(s, t, seat, card, k, me.stock, plainly):
                    s.choice[options] = 2 * i + k
                    options += 1
    return options
