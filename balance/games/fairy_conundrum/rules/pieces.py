"""Pieces and the zones they lie in (FC-1, FC-4, FC-9)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.piles import shuffle
from balance.games.fairy_conundrum.codes import (
    ACT,
    ALWAYS,
    CANVAS,
    DECK,
    FAIRY_BITS,
    FALLOW,
    FOREVER,
    HAND,
    HIDDEN,
    MAX_HELD,
    MAX_MORPHEMES,
    MAX_SEATS,
    MEMORY,
    NOBODY,
    NOT_WIDOWED,
    READS_ZONES,
    REST,
    SHELTER_BIT,
    SHUFFLE_STREAM,
    TOKEN_BIT,
    TRAP,
    TRAPS,
)


@kernel
def next_stamp(s):
    """The arrival number of the next card that comes into a zone."""
    s.stamp += 1
    s.dirty |= s.always & READS_ZONES
    return s.stamp


@kernel
def take_out(pile, count, piece):
    """Take ``piece`` out of the first ``count`` entries of ``pile``, the rest closing up; returns the new count."""
    at = 0
    while at < count and pile[at] != piece:
        at += 1
    if at == count:
        return count
    for i in range(at, count - 1):
        pile[i] = pile[i + 1]
    return count - 1


@kernel
def is_fairy(piece):
    """Whether a piece behaves as a fairy: tokens do (FC-122)."""
    return piece.kinds & FAIRY_BITS != 0


@kernel
def renew(s, t, p):
    """FC-9: the piece is as printed again, and a new object.

    What it used this turn is forgotten when it comes into the valley again: abilities it has begun may still resolve.
    """
    piece = s.piece[p]
    card = t.card[piece.card]
    piece.kinds = TOKEN_BIT if piece.token else 1 << card.kind
    piece.object += 1
    piece.narr = piece.owner
    piece.actioned = piece.out_turn = piece.live = piece.damage = piece.vol = 0
    piece.cost0 = piece.cost = card.cost
    piece.ray0 = piece.ray = card.ray
    piece.mat0 = piece.mat = card.mat
    piece.slots0 = piece.slots = card.slots
    piece.letter0 = piece.letter = card.letter
    piece.radiance0 = piece.radiance = card.radiance
    piece.teleport0 = piece.teleport = card.teleport
    piece.cost1 = piece.ray1 = piece.mat1 = piece.slots1 = piece.mature1 = 0
    piece.hushed = piece.visitors = piece.visits = piece.filled = piece.parts = piece.waiting = 0
    piece.host = piece.link = piece.spouse = piece.lost = piece.lost_card = piece.next = NOBODY
    piece.home = piece.jailer = piece.witch = NOBODY
    piece.widow = NOT_WIDOWED
    piece.hold = FOREVER
    print_morphemes(t, piece)
    piece.held = card.abilities
    for i in range(card.abilities):
        piece.ability[i] = card.first + i
    learn(t, piece)


@kernel
def renew_for_call(s, t, p):
    """A card called from anywhere is a new object, but keeps the labels it was given there (5.2)."""
    piece = s.piece[p]
    before = piece.object
    cost, ray, mat, slots, mature = piece.cost1, piece.ray1, piece.mat1, piece.slots1, piece.mature1
    renew(s, t, p)
    piece.cost1 = cost
    piece.ray1 = ray
    piece.mat1 = mat
    piece.slots1 = slots
    piece.mature1 = mature
    for i in range(s.labels):
        if s.label[i].card == p and s.label[i].object == before:
            s.label[i].object = piece.object


@kernel
def shed_labels(piece):
    """A card changed in another zone stays so until it changes zone otherwise than by a call (5.2)."""
    piece.object += 1
    piece.cost1 = 0
    piece.ray1 = 0
    piece.mat1 = 0
    piece.slots1 = 0
    piece.mature1 = 0


@kernel
def print_morphemes(t, piece):
    """The piece has its printed morphemes again (FC-150)."""
    card = t.card[piece.card]
    piece.morphs = card.morphs
    for i in range(card.morphs):
        piece.morph[i] = card.morph[i]
    piece.principal = card.morph[0] if card.morphs > 0 else NOBODY
    piece.arrived_bare = np.int64(card.morphs == 0)


@kernel
def learn(t, piece):
    """What the piece's abilities listen to and change, after any of them came or went."""
    piece.hears = 0
    piece.traps = 0
    piece.always = 0
    piece.acts = 0
    for i in range(piece.held):
        ability = t.ability[piece.ability[i]]
        if ability.trigger == TRAP:
            piece.traps |= ability.hears
        elif ability.trigger == ALWAYS:
            piece.always |= ability.always
        else:
            piece.hears |= ability.hears
            piece.acts += np.int64(ability.trigger == ACT)


@kernel
def gain_ability(t, piece, ability):
    """One more ability, unless the piece has as many as it can hold."""
    if piece.held < MAX_HELD:
        piece.ability[piece.held] = ability
        piece.held += 1
        learn(t, piece)


@kernel
def has_alike(t, piece, ability):
    """Whether the piece has an ability that says the same."""
    for i in range(piece.held):
        if t.ability[piece.ability[i]].alike == t.ability[ability].alike:
            return True
    return False


@kernel
def lose_ability(t, piece, place):
    """The ability at this place goes; those below it move up, with what is known of their use."""
    for i in range(place, piece.held - 1):
        piece.ability[i] = piece.ability[i + 1]
    piece.held -= 1
    piece.once = without_bits(piece.once, place, 1)
    piece.used = without_bits(piece.used, MAX_SEATS * place, MAX_SEATS)
    learn(t, piece)


@kernel
def abilities_of_stage(t, me):
    """How many abilities the avatar has from its present stage: those that were not stolen come first."""
    count = 0
    for i in range(t.card[me.stages[me.stage]].abilities):
        count += 1 - ((me.stolen[me.stage] >> i) & 1)
    return count


@kernel
def lose_stage_ability(me, place):
    """The ability at this place, of the avatar's present stage, is stolen (FC-119): the stage has it no more."""
    i = 0
    while place > 0 or (me.stolen[me.stage] >> i) & 1:
        place -= 1 - ((me.stolen[me.stage] >> i) & 1)
        i += 1
    me.stolen[me.stage] |= 1 << i


@kernel
def without_bits(bits, first, count):
    """The bits from ``first`` on are taken out, and those above close up."""
    return (bits & ((1 << first) - 1)) | (bits >> (first + count) << first)


@kernel
def place_of(piece, ability, place):
    """Where the piece has an ability that it had at ``place``, -1: it has it no more."""
    if place < piece.held and piece.ability[place] == ability:
        return place
    for i in range(piece.held):
        if piece.ability[i] == ability:
            return i
    return NOBODY


# Zones


@kernel
def go_to_hand(s, p):
    """Into its owner's hand; the piece is in no list."""
    piece = s.piece[p]
    seat = s.seat[piece.owner]
    piece.shown = 1 - ((HIDDEN >> piece.zone) & 1)
    piece.zone = HAND
    piece.arrival = next_stamp(s)
    seat.hand_card[seat.hand] = p
    seat.hand += 1


@kernel
def go_to_rest(s, t, p):
    """Into its owner's rest; a shelter into the fallow, a token into the memory (FC-110, FC-122)."""
    piece = s.piece[p]
    piece.arrival = next_stamp(s)
    piece.zone = REST
    if piece.token:
        piece.zone = MEMORY
    elif piece.kinds == SHELTER_BIT:
        piece.zone = FALLOW


@kernel
def go_to_memory(s, p):
    """Out of the game (FC-112)."""
    piece = s.piece[p]
    piece.arrival = next_stamp(s)
    piece.zone = MEMORY


@kernel
def go_to_deck(s, t, p):
    """FC-114: into its owner's haversack, which the caller shuffles; a shelter into its place of the canvas."""
    piece = s.piece[p]
    piece.arrival = next_stamp(s)
    seat = s.seat[piece.owner]
    if piece.token:
        piece.zone = MEMORY
    elif piece.kinds == SHELTER_BIT:
        piece.zone = CANVAS
        rank = t.card[piece.card].rank
        at = seat.canvas
        while at > 0 and t.card[s.piece[seat.canvas_card[at - 1]].card].rank < rank:
            seat.canvas_card[at] = seat.canvas_card[at - 1]
            at -= 1
        seat.canvas_card[at] = p
        seat.canvas += 1
    else:
        piece.zone = DECK
        seat.deck_card[seat.deck] = p
        seat.deck += 1


@kernel
def shuffle_deck(s, seat):
    """Shuffle a seat's haversack."""
    shuffle(s, SHUFFLE_STREAM + seat, s.seat[seat].deck_card, s.seat[seat].deck)


@kernel
def take_from_zone(s, p):
    """Out of the list of the zone it lies in (hand, haversack, canvas, mesangettes); the valley has its own way."""
    piece = s.piece[p]
    seat = s.seat[piece.owner]
    if piece.zone == HAND:
        seat.hand = take_out(seat.hand_card, seat.hand, p)
    elif piece.zone == DECK:
        seat.deck = take_out(seat.deck_card, seat.deck, p)
    elif piece.zone == CANVAS:
        seat.canvas = take_out(seat.canvas_card, seat.canvas, p)
    elif piece.zone == TRAPS:
        s.downs = take_out(s.down, s.downs, p)


# Morphemes


@kernel
def has_morpheme(piece, code):
    """Whether the piece bears this morpheme."""
    for i in range(piece.morphs):
        if piece.morph[i] == code:
            return True
    return False


@kernel
def morpheme_bits(s, piece):
    """Bits of its morphemes; married, also those of its spouse (FC-125)."""
    bits = 0
    for i in range(piece.morphs):
        bits |= 1 << piece.morph[i]
    if piece.spouse >= 0:
        spouse = s.piece[piece.spouse]
        for i in range(spouse.morphs):
            bits |= 1 << spouse.morph[i]
    return bits


@kernel
def gain_morpheme(piece, code):
    """FC-150, FC-153: at the right, the original principal at the left. Nothing when it has it, or has four."""
    if piece.morphs == MAX_MORPHEMES or has_morpheme(piece, code):
        return
    at = piece.morphs
    if code == piece.principal:
        while at > 0:
            piece.morph[at] = piece.morph[at - 1]
            at -= 1
    piece.morph[at] = code
    piece.morphs += 1
    piece.arrived_bare = 0


@kernel
def drop_morpheme(piece, code):
    """The morpheme goes, the rest closes up. Returns whether the leftmost went."""
    at = 0
    while at < piece.morphs and piece.morph[at] != code:
        at += 1
    if at == piece.morphs:
        return False
    for i in range(at, piece.morphs - 1):
        piece.morph[i] = piece.morph[i + 1]
    piece.morphs -= 1
    return at == 0
