"""What adversaries pay, and who wins (3.11)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.table import rank_scores
from balance.games.heroes.state import (
    ADVERSARY_PARTS,
    BASE,
    COLLECTION,
    COLOR,
    COLORS,
    CONSTELLATION,
    COUNT,
    EACH,
    EACH_TILE,
    EXCLUSIVE,
    MAJORITY,
    MAX_ADVERSARIES,
    MOST,
    NUMBER,
    SET,
    STRENGTH,
    STRONGEST,
)


@kernel
def has_majority(s, t, seat, color):
    """HF-101: more adversaries of this colour than every other seat."""
    mine = s.seat[seat].color[color]
    for other in range(t.players):
        if other != seat and s.seat[other].color[color] >= mine:
            return False
    return True


@kernel
def is_strongest(s, t, seat):
    """HF-102: more Strength than every other seat."""
    mine = s.seat[seat].strength
    for other in range(t.players):
        if other != seat and s.seat[other].strength >= mine:
            return False
    return True


@kernel
def count_tiles(s, seat):
    """HF-105: tiles on the seat's heroes, whoever put them there, and in its reserve."""
    me = s.seat[seat]
    tiles = me.reserved
    for i in range(me.heroes):
        tiles += np.int64(me.tile[i] >= 0)
    return tiles


@kernel
def bonus_of(s, t, seat, card):
    """HF-101 to HF-105: what the condition of an adversary the seat holds pays now; 0 for collection cards."""
    me = s.seat[seat]
    row = t.adversary[card]
    if row.head == EACH:
        return row.bonus * me.color[row.number]
    if row.head == EACH_TILE:
        return row.bonus * count_tiles(s, seat)
    holds = False
    if row.head == MOST:
        holds = has_majority(s, t, seat, row.number)
    elif row.head == STRONGEST:
        holds = is_strongest(s, t, seat)
    elif row.head == COUNT:
        holds = me.held >= row.number
    return row.bonus if holds else 0


@kernel
def part_of(head):
    """The component of the score under which a condition is booked."""
    if head == MOST:
        return MAJORITY
    if head == STRONGEST:
        return STRENGTH
    if head == COUNT:
        return NUMBER
    if head == EACH:
        return COLOR
    if head == EACH_TILE:
        return CONSTELLATION
    return COLLECTION


@kernel
def count_adversaries(s, t, seat):
    """HF-100: what the seat's adversaries would pay now, by component in ``s.part``. Returns the sum."""
    me = s.seat[seat]
    part = s.part
    for i in range(ADVERSARY_PARTS):
        part[i] = 0
    total = 0
    collections = 0
    for i in range(me.held):
        card = me.holds[i]
        row = t.adversary[card]
        part[BASE] += row.points
        total += row.points
        if row.head == SET:
            collections += 1
        elif row.head != 0:
            bonus = bonus_of(s, t, seat, card)
            part[part_of(row.head)] += bonus
            total += bonus
    if collections:
        part[COLLECTION] = best_collections(s, t, seat)
        total += part[COLLECTION]
    me.adversary_points = total
    return total


# Collections (HF-106)


@kernel
def best_collections(s, t, seat):
    """HF-106: the most that the seat's collection cards can pay, each card in at most one set.

    Leaves the cards in ``s.collection``, and in ``s.paying`` a mask over them: those that pay.
    """
    me = s.seat[seat]
    count = 0
    for i in range(me.held):
        if t.adversary[me.holds[i]].head == SET:
            s.collection[count] = me.holds[i]
            count += 1
    for color in range(COLORS):
        s.left[color] = me.color[color]
    if t.collection_mode == EXCLUSIVE:
        return exclusive_collections(s, t, count)
    return shared_collections(s, t, count)


@kernel
def take_sets(s, t, card, sets):
    """Use up the colours of so many sets with this card's picture (give back, if negative)."""
    need = t.adversary[card].need
    for color in range(COLORS):
        s.left[color] -= sets * need[color]


@kernel
def has_set(s, t, card):
    """Whether the colours left make one more set with this card's picture."""
    need = t.adversary[card].need
    for color in range(COLORS):
        if need[color] > s.left[color]:
            return False
    return True


@kernel
def exclusive_collections(s, t, count):
    """Every scoring card needs a set of its own: the best subset Q with need(Q) <= cards held, colour by colour.

    A walk through the subsets, depth first, that turns back where the colours run out.
    """
    s.paying = 0
    best = 0
    points = 0
    chosen = 0  # mask over s.collection
    i = 0
    while True:
        if i < count:
            card = s.collection[i]
            if has_set(s, t, card):
                take_sets(s, t, card, 1)
                points += t.adversary[card].bonus
                chosen |= 1 << i
            i += 1
            continue
        if points > best:
            best = points
            s.paying = chosen
        i -= 1
        while i >= 0 and not (chosen >> i) & 1:
            i -= 1
        if i < 0:
            return best
        card = s.collection[i]
        take_sets(s, t, card, -1)
        points -= t.adversary[card].bonus
        chosen &= ~(1 << i)
        i += 1


@kernel
def shared_collections(s, t, count):
    """Cards with the same picture may share a set: the best numbers x of sets per picture.

    Counts through all x that the colours allow; a picture is named by the first card that shows it.
    """
    for i in range(count):
        s.sets[i] = 0
    s.paying = 0
    best = 0
    while True:
        i = 0
        while i < count:
            # More sets of a picture than cards that show it pay nothing more.
            if s.sets[i] < cards_with_picture(s, t, i, count) and has_set(s, t, s.collection[i]):
                s.sets[i] += 1
                take_sets(s, t, s.collection[i], 1)
                break
            take_sets(s, t, s.collection[i], -s.sets[i])
            s.sets[i] = 0
            i += 1
        if i == count:
            return best
        points, paying = shared_points(s, t, count)
        if points > best:
            best = points
            s.paying = paying


@kernel
def same_picture(t, card, other):
    """Whether two collection cards picture the same colours."""
    for color in range(COLORS):
        if t.adversary[card].need[color] != t.adversary[other].need[color]:
            return False
    return True


@kernel
def first_with_picture(s, t, i):
    """The first of the collection cards with the picture of card ``i``."""
    for j in range(i):
        if same_picture(t, s.collection[j], s.collection[i]):
            return j
    return i


@kernel
def cards_with_picture(s, t, i, count):
    """How many collection cards show the picture of card ``i``; 0 when an earlier one shows it too."""
    if first_with_picture(s, t, i) != i:
        return 0
    cards = 0
    for j in range(i, count):
        cards += np.int64(same_picture(t, s.collection[j], s.collection[i]))
    return cards


@kernel
def shared_points(s, t, count):
    """What the collection cards pay with ``s.sets`` sets of each picture: per colour the most valuable ones score.

    Returns (points, mask of the cards that pay).
    """
    points = 0
    paying = 0
    for i in range(count):
        row = t.adversary[s.collection[i]]
        first = first_with_picture(s, t, i)
        better = 0  # cards of the same picture and colour that score before this one
        for j in range(count):
            other = t.adversary[s.collection[j]]
            if other.color == row.color and first_with_picture(s, t, j) == first:
                better += np.int64(other.bonus > row.bonus or (other.bonus == row.bonus and j < i))
        if better < s.sets[first] * row.need[row.color]:
            points += row.bonus
            paying |= 1 << i
    return points, paying


# The end


@kernel
def count_scores(s, t):
    """The score of every seat as if the game ended now: the track and its adversaries.

    Adversaries, tiles or Strength of anybody may change what everybody's adversaries pay; most actions change none.
    """
    if s.recount:
        for seat in range(t.players):
            count_adversaries(s, t, seat)
        s.recount = 0
    for seat in range(t.players):
        s.score[seat] = s.seat[seat].track + s.seat[seat].adversary_points


@kernel
def crown(s, t):
    """HF-107: the highest score wins; a tie goes to most adversaries; still tied, the win is shared."""
    for seat in range(t.players):
        s.standing[seat] = s.score[seat] * (MAX_ADVERSARIES + 1) + s.seat[seat].held
    rank_scores(s.standing, s.ranking, t.players)
    s.winners = 0
    for seat in range(t.players):
        s.won[seat] = np.int64(s.ranking[seat] == 1)
        s.winners += s.won[seat]
