"""Activating cards: who may reach which, what an effect can do, and doing it (FS-39 to FS-43, FS-51 to FS-63)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.elements import affordable, pay_cost, plainly_payable
from balance.games.fairy_school.rules.forest import draw_card
from balance.games.fairy_school.state import (
    CREATURES,
    DRAW,
    ELEMENTS,
    HERE,
    NO_CARD,
    PROJECT,
    PROJECTS,
    REACT,
    SLOTS,
    STUDY,
    TAKE,
    TO_RIGHT,
    TRASH,
)

ALL_CREATURES = (1 << CREATURES) - 1


# Reach


@kernel
def find_reach(s, t, seat):
    """FS-39, FS-85: the cards the seat may activate: its personal ones, then shared ones by seat from its own on."""
    me = s.seat[seat]
    s.reached = 0
    for i in range(me.personals):
        add_reach(s, me.personal[i], seat, HERE)
    players = t.players
    for step in range(players):
        owner = (seat + step) % players
        other = s.seat[owner]
        for i in range(other.sharing):
            if in_reach(t, step, other.lies[i]):
                add_reach(s, other.shared[i], owner, other.lies[i])


@kernel
def in_reach(t, step, lies):
    """FS-39, FS-85: whether a card whose owner sits ``step`` seats to the left may be activated."""
    players = t.players
    if lies == HERE:
        return step <= 1 or step == players - 1
    if lies == TO_RIGHT:
        return step <= 2
    return step == 0 or step >= players - 2


@kernel
def add_reach(s, card, owner, lies):
    """One more card that can be activated."""
    entry = s.reachable[s.reached]
    entry.card = card
    entry.owner = owner
    entry.lies = lies
    entry.done = 0
    s.reached += 1


@kernel
def sits_left(t, seat, owner, lies):
    """Whether the card counts as one of the left neighbour's: its owner laid it to the right, or sits there."""
    if lies == HERE:
        return owner == (seat + 1) % t.players
    return lies == TO_RIGHT


# What is possible


@kernel
def can_pay(s, line, stock, plainly):
    """FS-42: whether the line's cost can be paid once, or (``plainly``) paid without exchanges."""
    if line.costs == 0:
        return True
    if plainly:
        return plainly_payable(stock, line.cost)
    return affordable(stock, line.cost)


@kernel
def can_happen(s, t, seat, alternative):
    """FS-42: whether an alternative does something, re-activation apart."""
    return alternative.gains > 0 or special_happens(s, seat, alternative)


@kernel
def special_happens(s, seat, alternative):
    """FS-42: whether there is a card to take, draw or remove, or a creature to study."""
    me = s.seat[seat]
    special = alternative.special
    if special == TAKE:
        return me.discarded > 0
    if special == DRAW:
        return me.discarded + me.piled > 0
    if special == STUDY:
        return me.studied != ALL_CREATURES
    if special == TRASH:
        return forest_cards(me) > 0
    return False


@kernel
def forest_cards(me):
    """How many cards lie in the forest."""
    count = 0
    for slot in range(SLOTS):
        count += np.int64(me.forest[slot] != NO_CARD)
    return count


@kernel
def is_possible(s, t, seat, line, plainly, thrifty):
    """FS-42: whether the line can be activated: payable, and something happens.

    A re-activation needs a second cube, and what it costs comes out of what this line leaves.
    """
    return line.always != 0 or is_possible_now(s, t, seat, line, plainly, thrifty)


@kernel
def is_possible_now(s, t, seat, line, plainly, thrifty):
    """FS-42: ``is_possible`` of a line that is not always so. Most are, and to see that should cost no call."""
    me = s.seat[seat]
    if not can_pay(s, line, me.stock, plainly):
        return False
    for i in range(line.alternatives):
        alternative = t.alternative[line.first + i]
        if can_happen(s, t, seat, alternative):
            return True
        if alternative.special == REACT and me.cubes > 1:
            pay_on_trial(s, seat, line, thrifty)
            if has_target(s, t, seat, s.after, plainly):
                return True
    return False


@kernel
def pay_on_trial(s, seat, line, thrifty):
    """What the stock would be after paying the line's cost once: ``s.after``."""
    me = s.seat[seat]
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
    pay_cost(s.after, line.cost, me.target, thrifty, s.paid)


@kernel
def has_target(s, t, seat, stock, plainly):
    """FS-61, FS-62: whether there is a card to re-activate, the costs coming out of ``stock``."""
    for i in range(s.reached):
        if s.reachable[i].done:
            card = t.card[s.reachable[i].card]
            for k in range(card.lines):
                if is_target(s, t, seat, card, k, stock, plainly):
                    return True
    return False


@kernel
def is_target(s, t, seat, card, k, stock, plainly):
    """FS-61, FS-62: whether line ``k`` of an activated card can be carried out again."""
    if card.reacts:
        return False
    line = t.line[card.first + k]
    if not can_pay(s, line, stock, plainly):
        return False
    for i in range(line.alternatives):
        if can_happen(s, t, seat, t.alternative[line.first + i]):
            return True
    return False


# Doing it


@kernel
def put_cube(s, t, seat, entry):
    """FS-41, FS-44, FS-60: a cube on a card; it will come home, or be kindness for the card's owner."""
    me = s.seat[seat]
    now = s.now[seat]
    me.cubes -= 1
    if entry.owner == seat:
        now.act_own += 1
        return
    s.now[entry.owner].kind_from[seat] += 1
    if sits_left(t, seat, entry.owner, entry.lies):
        now.act_left += 1
    else:
        now.act_right += 1


@kernel
def take_back(s, seat, place):
    """FS-55: a card of the discard pile goes to the personal area, and the pile's last one to its place.

    Returns the card.
    """
    me = s.seat[seat]
    card = me.discard[place]
    me.discarded -= 1
    me.discard[place] = me.discard[me.discarded]
    make_personal(s, seat, card)
    s.now[seat].taken += 1
    return card


@kernel
def make_personal(s, seat, card):
    """A card comes to the personal area by an effect and can be activated by its owner."""
    me = s.seat[seat]
    me.personal[me.personals] = card
    me.personals += 1
    add_reach(s, card, seat, HERE)


@kernel
def draw_spares(s, seat, count):
    """FS-57: draw up to ``count`` cards to the hand, of which some will be placed."""
    me = s.seat[seat]
    me.held = 0
    for _ in range(count):
        card = draw_card(s, seat)
        if card == NO_CARD:
            break
        me.hand[me.held] = card
        me.held += 1


@kernel
def place_spares(s, seat, keep):
    """FS-57: the drawn cards in the set ``keep`` go to the personal area, the others to the discard pile."""
    me = s.seat[seat]
    for i in range(me.held):
        if (keep >> i) & 1:
            make_personal(s, seat, me.hand[i])
            s.now[seat].placed += 1
        else:
            me.discard[me.discarded] = me.hand[i]
            me.discarded += 1
    me.held = 0


@kernel
def remove_card(s, t, seat, slot):
    """FS-58: a card of the forest leaves the game."""
    me = s.seat[seat]
    card = me.forest[slot]
    me.forest[slot] = NO_CARD
    me.removed_projects += np.int64(t.card[card].kind == PROJECT)
    me.points[PROJECTS] -= t.card[card].points  # FS-58
    s.now[seat].removed += 1
    return card
