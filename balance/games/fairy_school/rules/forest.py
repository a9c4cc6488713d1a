"""The forest: drawing, placing, playing columns, discarding, studying at the corners, sliding (FS-30 to FS-48)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.piles import draw
from balance.games.fairy_school.rules.elements import pay_cost, receive
from balance.games.fairy_school.state import (
    COLUMNS,
    CORNERS,
    ELEMENTS,
    FREE_COLUMN,
    HERE,
    NO_CARD,
    NO_COLUMN,
    PILE_STREAM,
    PLAYED,
    SLOTS,
    STUDIES,
    TO_LEFT,
    TO_RIGHT,
)


@kernel
def draw_card(s, seat):
    """FS-30: the top card of the draw pile, NO_CARD when both piles are empty."""
    me = s.seat[seat]
    if me.piled == 0 and me.discarded > 0:
        s.now[seat].reshuffles += 1
    me.known = max(0, me.known - 1)
    card, me.piled, me.discarded = draw(s, PILE_STREAM + seat, me.pile, me.piled, me.discard, me.discarded)
    return card


@kernel
def draw_hand(s, seat):
    """FS-34: a card for every empty slot, as far as there are cards."""
    me = s.seat[seat]
    me.held = 0
    me.named = me.known
    for slot in range(SLOTS):
        if me.forest[slot] == NO_CARD:
            if me.piled == 0:
                me.named = me.held  # a pile that is used up: all know what was in it
            card = draw_card(s, seat)
            if card == NO_CARD:
                break
            me.hand[me.held] = card
            me.held += 1
    me.named = min(me.named, me.held)
    s.now[seat].drawn += me.held


@kernel
def place_hand(s, seat):
    """FS-34: the drawn cards go to the slots chosen for them."""
    me = s.seat[seat]
    for i in range(me.held):
        me.forest[me.slot[i]] = me.hand[i]


@kernel
def has_cards(me, column):
    """FS-36: whether there is a card in the column."""
    return me.forest[column] != NO_CARD or me.forest[COLUMNS + column] != NO_CARD


@kernel
def column_element(column):
    """2.4: what a column costs: earth, plants, nothing (-1), fire, water."""
    if column == FREE_COLUMN:
        return -1
    return column if column < FREE_COLUMN else column - 1


@kernel
def bill_columns(s, a, b):
    """FS-35: the joint cost of two columns in ``s.bill``; NO_COLUMN for none."""
    for element in range(ELEMENTS):
        s.bill[element] = 0
    if a != NO_COLUMN and a != FREE_COLUMN:
        s.bill[column_element(a)] += 1
    if b != NO_COLUMN and b != FREE_COLUMN:
        s.bill[column_element(b)] += 1


@kernel
def play_columns(s, t, seat, thrifty):
    """FS-35 to FS-37: pay for the chosen columns; top cards are shared, bottom cards are personal."""
    me = s.seat[seat]
    now = s.now[seat]
    bill_columns(s, me.column[0], me.column[1])
    pay_cost(me.stock, s.bill, me.target, thrifty, now)
    me.sharing = 0
    me.personals = 0
    for i in range(PLAYED):
        column = me.column[i]
        now.top[i] = NO_CARD
        now.bottom[i] = NO_CARD
        if column == NO_COLUMN:
            continue
        top = me.forest[column]
        if top != NO_CARD:
            now.top[i] = top
            me.shared[me.sharing] = top
            me.lies[me.sharing] = next_side(t, me)
            me.sharing += 1
            me.forest[column] = NO_CARD
        bottom = me.forest[COLUMNS + column]
        if bottom != NO_CARD:
            now.bottom[i] = bottom
            me.personal[me.personals] = bottom
            me.personals += 1
            me.forest[COLUMNS + column] = NO_CARD
    if t.insensitive and t.per_turn and me.sharing > 0:
        me.side = 1 - me.side


@kernel
def next_side(t, me):
    """FS-85, FS-86: where the next shared card is laid; first to the right."""
    if not t.insensitive:
        return HERE
    side = TO_LEFT if me.side else TO_RIGHT
    if not t.per_turn:
        me.side = 1 - me.side
    return side


@kernel
def discard_played(s, t, seat):
    """FS-44, FS-45: cubes come home or become kindness; all cards played go to the discard pile."""
    me = s.seat[seat]
    now = s.now[seat]
    me.cubes += now.act_own
    for giver in range(t.players):
        me.kindness += now.kind_from[giver]
    for i in range(me.sharing):
        me.discard[me.discarded] = me.shared[i]
        me.discarded += 1
    for i in range(me.personals):
        me.discard[me.discarded] = me.personal[i]
        me.discarded += 1
    me.sharing = 0
    me.personals = 0


@kernel
def study(s, t, seat, creature):
    """FS-46, FS-47, FS-59: mark a creature. Returns whether it is the second of its pair."""
    me = s.seat[seat]
    me.studied |= 1 << creature
    me.points[STUDIES] += t.creature[creature].points
    return completes(t, me, creature)


@kernel
def completes(t, me, creature):
    """FS-47: whether the other creature of the pair is studied already."""
    return (me.studied >> t.creature[creature].partner) & 1 == 1


@kernel
def book_study(s, seat, creature):
    """FS-59: one more creature studied by an effect this turn."""
    now = s.now[seat]
    shift = 0
    while (now.studies >> shift) != 0:
        shift += 4
    now.studies |= (creature + 1) << shift


@kernel
def gain_bonus(s, seat, element):
    """FS-47: the bonus element of a pair."""
    receive(s, seat, element, 1)
    me = s.seat[seat]
    now = s.now[seat]
    shift = 0
    while (now.bonuses >> shift) != 0:
        shift += 3
    now.bonuses |= (element + 1) << shift
    me.bonuses += 1


@kernel
def clear_corners(s, seat):
    """FS-46: the cards on the two study slots are discarded, whether or not one was studied."""
    me = s.seat[seat]
    now = s.now[seat]
    for i in range(len(CORNERS)):
        slot = CORNERS[i]
        now.corner[i] = me.forest[slot]
        if me.forest[slot] != NO_CARD:
            me.discard[me.discarded] = me.forest[slot]
            me.discarded += 1
            me.forest[slot] = NO_CARD
            now.corner_discards += 1


@kernel
def slide(s, seat):
    """FS-48: the top row moves to the left, the bottom row to the right, without gaps."""
    me = s.seat[seat]
    to = 0
    for slot in range(COLUMNS):
        card = me.forest[slot]
        if card != NO_CARD:
            me.forest[slot] = NO_CARD
            me.forest[to] = card
            to += 1
    to = SLOTS - 1
    for slot in range(SLOTS - 1, COLUMNS - 1, -1):
        card = me.forest[slot]
        if card != NO_CARD:
            me.forest[slot] = NO_CARD
            me.forest[to] = card
            to -= 1
