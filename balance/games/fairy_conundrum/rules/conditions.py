"""What conditions ask and steps amount to: cards, guests and links that are counted (5.2)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    ALL,
    AT_LEAST,
    AT_MOST,
    AVATAR,
    CARDS,
    FOE,
    FOES,
    GUESTS,
    HOST,
    IF_FIRST,
    IF_GUESTS,
    IF_LIFE,
    IF_SPARKS,
    IF_STAGE,
    IF_TURN,
    IN_SHELTER,
    IN_X,
    IT,
    LINKED,
    ME,
    NOBODY,
    PIECES_PER_SEAT,
    SELF,
    SPOUSE,
    TRAP_KIND,
    VALLEY,
    VISIT_BITS,
    WHOLE_GAME,
)
from balance.games.fairy_conundrum.rules.filters import accepts, is_on, passes


@kernel
def count_cards(s, t, row, seat, source):
    """How many cards a ``count(...)`` counts, all those that its selector names."""
    selector = t.selector[row]
    if selector.special != CARDS:
        return count_special(s, selector.special, seat, source)
    if (selector.kinds >> TRAP_KIND) & 1 or (selector.kinds >> AVATAR) & 1:
        count = 0
        for other in range(s.players):
            if not is_on(selector.side, seat, other):
                continue
            if (selector.kinds >> AVATAR) & 1:
                p = s.seat[other].avatar
                count += np.int64(s.seat[other].alive == 1 and passes(s, t, selector, p, source, 1))
        if (selector.kinds >> TRAP_KIND) & 1:
            for i in range(s.downs):
                p = s.down[i]
                near = is_on(selector.side, seat, s.piece[p].owner)
                count += np.int64(near and passes(s, t, selector, p, source, 1))
        return count
    zones = selector.zones if selector.zones else WHOLE_GAME
    count = 0
    if zones & (IN_X | IN_SHELTER):
        for i in range(s.laid):
            count += np.int64(accepts(s, t, selector, s.lay[i], seat, source, 1))
    if zones & ~(IN_X | IN_SHELTER):
        for other in range(s.players):
            first = other * PIECES_PER_SEAT + 1
            for p in range(first, first + PIECES_PER_SEAT - 1):
                if s.piece[p].zone != VALLEY:
                    count += np.int64(accepts(s, t, selector, p, seat, source, 1))
    return count


@kernel
def count_special(s, special, seat, source):
    """How many things a special word of a selector means."""
    if special == GUESTS:
        return count_guests(s, source, seat)
    if special == LINKED:
        return np.int64(linked_of(s, source) >= 0)
    if special == SPOUSE:
        return np.int64(s.piece[source].spouse >= 0)
    if special == HOST:
        return np.int64(s.piece[source].host >= 0)
    if special == IT:
        return s.seen
    if special == ALL:
        return s.living
    if special == FOES:
        return s.living - 1
    return np.int64(special in (SELF, ME, FOE))


@kernel
def place_of_guests(s, source):
    """Where ``guests`` are: in this shelter, or in the one this fairy is in."""
    return s.piece[source].host if s.piece[source].host >= 0 else source


@kernel
def count_guests(s, source, seat):
    """The seat's cards in this shelter, or in this fairy's shelter (conditions of 5.2)."""
    shelter = place_of_guests(s, source)
    return (s.piece[shelter].visits >> (VISIT_BITS * seat)) & ((1 << VISIT_BITS) - 1)


@kernel
def linked_of(s, source):
    """The card that ``source`` is linked to, -1: none, or its effects are suspended (FC-121)."""
    p = s.piece[source].link
    if p < 0 or (s.piece[p].zone != VALLEY):
        return NOBODY
    if s.piece[p].jailer >= 0:
        return NOBODY
    return p


@kernel
def holds(s, t, row, seat, source, place):
    """Whether a condition holds for the player ``seat`` who uses the ability at ``place`` of ``source``."""
    condition = t.condition[row]
    what = condition.what
    if what == IF_FIRST:
        return place < 0 or (s.piece[source].once >> place) & 1 == 0
    me = s.seat[seat]
    if what == IF_STAGE:
        value = me.stage + 1
    elif what == IF_GUESTS:
        value = count_guests(s, source, seat)
    elif what == IF_LIFE:
        value = me.life
    elif what == IF_SPARKS:
        value = me.sparkles
    elif what == IF_TURN:
        value = s.turn
    else:
        value = count_cards(s, t, condition.selector, seat, source)
    if condition.compare == AT_MOST:
        return value <= condition.n
    return value >= condition.n if condition.compare == AT_LEAST else value == condition.n


@kernel
def conditions_hold(s, t, ability, seat, source, place):
    """Whether all conditions of an ability hold."""
    for i in range(2):
        if ability.condition[i] >= 0 and not holds(s, t, ability.condition[i], seat, source, place):
            return False
    return True


@kernel
def amount_of(s, t, step, seat, source):
    """How much a step does (5.2): a number, one for each stage (FC-15), or a number times a count."""
    if step.amount < 2:
        return step.n[0]
    if step.amount == 2:
        return step.n[s.seat[seat].stage]
    return step.n[0] * (count_cards(s, t, step.count, seat, source) // step.per)
