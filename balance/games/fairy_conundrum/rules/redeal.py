"""Redealing what a seat cannot know (section 4): a world that agrees with everything it has seen.

Hidden from a seat are the order of all haversacks, which cards of the others are in hand, face down or stored, and all
chance to come. Pieces stay where they lie, so that whatever points at them does; those of the others that are hidden
get other faces.

Taken as known: of which cards another player's prebuilt haversack is made, for avatar and canvas tell the deck; a
random one is made up once more around what has been seen of it. And which of his cards are shelters, as canvases are
public. That he keeps a card, sets it or lets it lapse for a reason is not thought of. Where a card works on hidden ones
that pass a filter, those redealt need not pass it.
"""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decisions import change_luck
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import own_number
from balance.engine.kernels.piles import shuffle_unseen
from balance.games.fairy_conundrum.codes import (
    DECK_PLACE,
    EVENT_MOMENT,
    HAND,
    HIDDEN,
    PIECES_PER_SEAT,
    RANDOM_LEGAL,
    READS_ZONES,
    SHELTER_BIT,
    SHUFFLE_STREAM,
    STREAMS,
    TOKEN_PLACE,
    TRAPS,
)
from balance.games.fairy_conundrum.rules.decks import find_in_box, open_box, take_from_box, weigh_box
from balance.games.fairy_conundrum.rules.events import copy_heard, hear_trap
from balance.games.fairy_conundrum.rules.pieces import renew
from balance.games.fairy_conundrum.rules.stand_ins import place_in_box


@kernel
def redeal(s, t, seat):
    """Redeal what the seat cannot know, by the future of this game of a batch."""
    change_luck(s, t.players, STREAMS)
    shuffle_unseen(s, SHUFFLE_STREAM + seat, s.seat[seat].deck_card, s.seat[seat].deck)
    for other in range(t.players):
        if other != seat and s.seat[other].alive:
            redeal_faces(s, t, other)
    if s.downs > 0:
        hear_again(s, t, seat)
    s.dirty |= s.always & READS_ZONES


@kernel
def is_hidden(piece):
    """Whether nobody but its owner may know which card this is. Canvases are public, so shelters are known anywhere."""
    if piece.kinds == SHELTER_BIT or (piece.zone == HAND and piece.shown):
        return False
    return (HIDDEN >> piece.zone) & 1 == 1


@kernel
def redeal_faces(s, t, other):
    """What this seat has in its haversack, in hand, face down and stored is one heap, shuffled, and dealt again.

    What lies face down can be set (FC-75).
    """
    first, end = other * PIECES_PER_SEAT + DECK_PLACE, other * PIECES_PER_SEAT + TOKEN_PLACE
    count = 0
    settable = 0
    for p in range(first, end):
        if is_hidden(s.piece[p]):
            s.heap[count] = s.piece[p].card
            count += 1
            settable += np.int64(s.piece[p].zone == TRAPS)
    if t.deck_mode == RANDOM_LEGAL:
        make_up(s, t, other, count, settable)
    shuffle_unseen(s, SHUFFLE_STREAM + other, s.heap, count)
    for p in range(first, end):
        if s.piece[p].zone == TRAPS:
            at = 0
            while t.card[s.heap[at]].mes == 0:
                at += 1
            turn_into(s, t, p, s.heap[at])
            count -= 1
            s.heap[at] = s.heap[count]
    shuffle_unseen(s, SHUFFLE_STREAM + other, s.heap, count)
    for p in range(first, end):
        if is_hidden(s.piece[p]) and s.piece[p].zone != TRAPS:
            count -= 1
            turn_into(s, t, p, s.heap[count])


@kernel
def make_up(s, t, other, count, settable):
    """FC-191: so many cards of a random legal haversack of which the others have been seen, ``settable`` of them traps.

    Those are made up first.
    """
    avatar = s.seat[other].stages[0]
    own = t.card[avatar].radiance
    open_box(s, t)
    total = weigh_box(s, t, own)
    first = other * PIECES_PER_SEAT + DECK_PLACE
    for p in range(first, first + s.seat[other].cards):
        if not is_hidden(s.piece[p]):
            total = take_from_box(s, t, place_in_box(t, s.piece[p].card), total, own)
    for i in range(count):
        row = find_in_box(s, t, SHUFFLE_STREAM + other, total, own)
        while i < settable and t.card[own_number(s, t, other, row)].mes == 0:
            row = find_in_box(s, t, SHUFFLE_STREAM + other, total, own)
        total = take_from_box(s, t, row, total, own)
        s.heap[i] = own_number(s, t, other, row)


@kernel
def turn_into(s, t, p, card):
    """A hidden piece is another card, where it lies and as everybody sees it lie."""
    piece = s.piece[p]
    number, host, live = piece.object, piece.host, piece.live
    lost, lost_card = piece.lost, piece.lost_card
    cost, ray, mat, slots, mature = piece.cost1, piece.ray1, piece.mat1, piece.slots1, piece.mature1
    piece.card = card
    renew(s, t, p)
    piece.object, piece.host, piece.live = number, host, live
    piece.lost, piece.lost_card = lost, lost_card
    piece.cost1, piece.ray1, piece.mat1, piece.slots1, piece.mature1 = cost, ray, mat, slots, mature
    if piece.zone == TRAPS:
        s.hearing |= piece.traps


@kernel
def hear_again(s, t, seat):
    """FC-77: what has happened and is not dealt with yet is heard by the mesangettes that the others have now."""
    for e in range(max(0, s.next_event - 1), s.events):
        event = s.event[e]
        bit = event.kind + event.moment if event.kind == EVENT_MOMENT else event.kind
        first = s.heards
        for i in range(event.first, event.first + event.heard):
            heard = s.heard[i]
            if not heard.trap or s.piece[heard.card].owner == seat:
                copy_heard(s, heard)
        for k in range(s.downs):
            piece = s.piece[s.down[k]]
            if piece.owner != seat and piece.live and (piece.traps >> bit) & 1:
                hear_trap(s, t, s.down[k], event, bit)
        event.first = first
        event.heard = s.heards - first
