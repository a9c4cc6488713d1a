"""A card comes into the valley, a fairy goes into a shelter or out: what changes by that alone (FC-6, FC-60, FC-70).

Most of what players do is to call cards and to lead fairies about, and working out every value again each time is the
dearest thing in the game. So where no value but those of the card, its shelters and its narrator can change, only these
are worked out.
"""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    ALWAYS,
    CHANGES_KIND,
    CHANGES_NUMBERS,
    CHANGES_VOICE,
    MAX_HELD,
    READS_PLACES,
    SHELTER_BIT,
    VISIT_BITS,
)
from balance.games.fairy_conundrum.rules.conditions import conditions_hold
from balance.games.fairy_conundrum.rules.pieces import is_fairy
from balance.games.fairy_conundrum.rules.values import apply_group, apply_label, reset_card


@kernel
def change_place(s, t, p, shelter):
    """Put a fairy of the valley into a shelter, or into the exploration (-1)."""
    piece = s.piece[p]
    left = piece.host
    if s.dirty or s.overfull or s.always & (READS_PLACES | CHANGES_VOICE) or piece.spouse >= 0:
        piece.host = shelter
        s.dirty = 1
        return
    here, there = voices_of(s, t, left), voices_of(s, t, shelter)
    count_fairy(s, p, -1)
    count_guest(s, p, -1)
    piece.host = shelter
    work_out(s, t, p)
    count_guest(s, p, 1)
    count_fairy(s, p, 1)
    if voices_of(s, t, left) != here or voices_of(s, t, shelter) != there:
        s.dirty = 1  # other cards change, too


@kernel
def join(s, t, p):
    """A card is the last in the valley now."""
    piece = s.piece[p]
    alone = piece.always == 0 and piece.host < 0 and piece.kinds != SHELTER_BIT and s.labels == 0
    if s.dirty or s.always & (READS_PLACES | CHANGES_VOICE) or not alone:
        s.dirty = 1
        return
    work_out(s, t, p)
    s.seat[piece.narr].mature += piece.mature1
    if piece.hears:
        s.hearer[s.hearers] = p
        s.hearers += 1
    if is_fairy(piece):
        s.fairy[s.fairies] = p
        s.fairies += 1
        count_fairy(s, p, 1)


@kernel
def work_out(s, t, p):
    """The current values of one card of the valley, where nobody is hushed by an ALWAYS ability (FC-6)."""
    piece = s.piece[p]
    reset_card(piece)
    for i in range(s.labels):
        if s.label[i].card == p and s.label[i].object == piece.object:
            apply_label(piece, s.label[i])
    for group in (CHANGES_KIND, CHANGES_NUMBERS):
        if s.always & group:
            apply_group(s, t, group, p)
    piece.cost = max(0, piece.cost)


@kernel
def voices_of(s, t, p):
    """Bits: for which seats which ALWAYS abilities of a shelter are in force, 0 for -1 (FC-69)."""
    if p < 0 or s.piece[p].always == 0:
        return 0
    piece = s.piece[p]
    voices = 0
    for seat in range(s.players):
        if seat == piece.narr or (piece.visitors >> seat) & 1:
            for place in range(piece.held):
                ability = t.ability[piece.ability[place]]
                if ability.trigger == ALWAYS and conditions_hold(s, t, ability, seat, p, place):
                    voices |= 1 << (MAX_HELD * seat + place)
    return voices


@kernel
def count_fairy(s, p, sign):
    """Add a fairy to what its narrator has in the exploration or in shelters, or take it off."""
    piece = s.piece[p]
    me = s.seat[piece.narr]
    if piece.host >= 0:
        me.guests += sign
    else:
        me.ray += sign * piece.ray
        me.mat += sign * (piece.mat - piece.damage)
        me.explorers += sign


@kernel
def count_guest(s, p, sign):
    """Add a fairy to the guests of the shelter it is in, or take it off; a player with guests there gathers more."""
    piece = s.piece[p]
    if piece.host < 0:
        return
    shelter = s.piece[piece.host]
    before = shelter.visitors
    shelter.visits += sign << (VISIT_BITS * piece.narr)
    shelter.filled += sign
    if (shelter.visits >> (VISIT_BITS * piece.narr)) & ((1 << VISIT_BITS) - 1):
        shelter.visitors |= 1 << piece.narr
    else:
        shelter.visitors &= ~(1 << piece.narr)
    if shelter.visitors != before:
        s.seat[piece.narr].gather += sign
    if shelter.filled > shelter.slots:
        s.overfull = 1
