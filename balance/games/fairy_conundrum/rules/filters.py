"""Which pieces a selector means (5.2), what a condition asks, and values on demand (FC-6)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    AVATAR,
    BY_COST,
    BY_DMG,
    BY_MAT,
    BY_RAY,
    BY_VOL,
    CANVAS,
    DECK,
    FALLOW,
    FOE_SIDE,
    HAND,
    HIGHEST,
    IN_CANVAS,
    IN_DECK,
    IN_FALLOW,
    IN_HAND,
    IN_MEMORY,
    IN_PRISON,
    IN_REST,
    IN_SHELTER,
    IN_STORED,
    IN_X,
    IS_ACTIONED,
    IS_FUSED,
    IS_LINKED,
    IS_MARRIED,
    IS_OTHER,
    IS_RESTORED,
    IS_SINGLE,
    IS_WIDOW,
    LOWEST,
    MEMORY,
    NO_LETTER,
    NOT_WIDOWED,
    OP_ASTRALAE,
    OP_COST,
    OP_MAT,
    OP_RADIANCE,
    OP_RAY,
    OP_STAB,
    OWN,
    PIECES_PER_SEAT,
    PRISON,
    REST,
    SHELTER_BIT,
    STORED,
    TRAP_KIND,
    TRAPS,
    VALLEY,
    WHOLE_GAME,
    D,
    E,
    F,
    M,
    N,
)
from balance.games.fairy_conundrum.rules.pieces import morpheme_bits

ALL_LETTERS = (1 << 10) - 1
ALL_RADIANCES = 7


@kernel
def as_read(letter):
    """FC-13: abilities read E and F as D, N as M."""
    if letter in (E, F):
        return D
    return M if letter == N else letter


@kernel
def zone_bit(piece):
    """The zone of a piece as selectors name it; 0: hidden or out of reach."""
    zone = piece.zone
    if zone == VALLEY:
        return IN_X if piece.host < 0 else IN_SHELTER
    if zone == HAND:
        return IN_HAND
    if zone == DECK:
        return IN_DECK
    if zone == REST:
        return IN_REST
    if zone == FALLOW:
        return IN_FALLOW
    if zone == MEMORY:
        return IN_MEMORY
    if zone == PRISON:
        return IN_PRISON
    if zone == CANVAS:
        return IN_CANVAS
    if zone == STORED:
        return IN_STORED
    return 0


@kernel
def side_of(piece):
    """Whose side a piece is on: in the valley its narrator's, elsewhere its owner's."""
    return piece.narr if piece.zone == VALLEY else piece.owner


@kernel
def is_on(side, seat, other):
    """Whether ``other`` is on this side, seen from ``seat``."""
    if side == OWN:
        return other == seat
    return other != seat if side == FOE_SIDE else True


@kernel
def is_kind(piece, kinds):
    """Whether a piece is of one of these kinds (bits); ``fairy`` includes tokens."""
    return piece.kinds & kinds != 0


@kernel
def word_of(s, p, op, word):
    """A radiance or astralae after labels: the latest label wins (FC-6)."""
    for i in range(s.labels):
        label = s.label[i]
        if label.op == op and label.card == p and label.object == s.piece[p].object:
            word = label.amount
    return word


@kernel
def changed_word(s, t, p, op, word):
    """A radiance or astralae of a card outside the valley: labels, then ALWAYS abilities, of which the latest wins."""
    if s.labels > 0:
        word = word_of(s, p, op, word)
    for i in range(s.modifiers):
        modifier = s.modifier[i]
        if modifier.op == op:
            selector = t.selector[t.step[modifier.step].selector]
            if is_among(t, selector, s.piece[p], modifier.seat):
                if passes_labelled(s, t, selector, p, modifier.source):
                    word = modifier.amount
    return word


@kernel
def radiance_of(s, t, p):
    """Current radiance of a card anywhere (FC-6)."""
    piece = s.piece[p]
    if piece.zone == VALLEY or s.labels + s.modifiers == 0:
        return piece.radiance if piece.zone == VALLEY else piece.radiance0
    return changed_word(s, t, p, OP_RADIANCE, piece.radiance0)


@kernel
def letter_of(s, t, p):
    """Current astralae of a card anywhere (FC-6)."""
    piece = s.piece[p]
    if piece.zone == VALLEY or s.labels + s.modifiers == 0:
        return piece.letter if piece.zone == VALLEY else piece.letter0
    return changed_word(s, t, p, OP_ASTRALAE, piece.letter0)


@kernel
def passes_letter(selector, letter):
    """Whether an astralae passes a filter (FC-13)."""
    letter = as_read(letter)
    return letter != NO_LETTER and (selector.letters >> letter) & 1 == 1


@kernel
def passes_rest(s, t, selector, p, source):
    """Whether a piece passes what a filter says of morphemes, names and states."""
    piece = s.piece[p]
    if selector.morphs and selector.morphs & ~morpheme_bits(s, piece):
        return False
    if selector.word >= 0 and not has_word(s, t, p, selector.word):
        return False
    return selector.asks == 0 or is_as_asked(s, piece, p, selector.asks, source)


@kernel
def passes_words(s, t, selector, p, source):
    """Whether a piece passes the part of a filter that bounds no numbers."""
    if selector.radiances != ALL_RADIANCES and not (selector.radiances >> radiance_of(s, t, p)) & 1:
        return False
    if selector.letters != ALL_LETTERS and not passes_letter(selector, letter_of(s, t, p)):
        return False
    return passes_rest(s, t, selector, p, source)


@kernel
def passes_labelled(s, t, selector, p, source):
    """The filter of an ALWAYS ability that replaces radiance or astralae: it sees labels, and no ALWAYS (FC-6)."""
    if selector.plain:
        return True
    piece = s.piece[p]
    radiance = word_of(s, p, OP_RADIANCE, piece.radiance0)
    if selector.radiances != ALL_RADIANCES and not (selector.radiances >> radiance) & 1:
        return False
    letter = word_of(s, p, OP_ASTRALAE, piece.letter0)
    if selector.letters != ALL_LETTERS and not passes_letter(selector, letter):
        return False
    return passes_rest(s, t, selector, p, source) and passes_numbers_before(s, t, selector, p)


@kernel
def number_before(s, t, p, which):
    """A number of a piece after labels and before ALWAYS modifiers (FC-6)."""
    piece = s.piece[p]
    if which == BY_COST:
        return max(0, piece.cost0 + piece.cost1)
    if which == BY_RAY:
        return piece.ray0 + piece.ray1
    if which == BY_MAT:
        return piece.mat0 + piece.mat1
    if which == BY_VOL:
        labelled = piece.zone == VALLEY or piece.zone == PRISON  # FC-9: there it keeps what it had
        return piece.vol if labelled else t.card[piece.card].vol
    return piece.damage


@kernel
def passes_before(s, t, selector, p, source):
    """Whether a piece passes the filter of an ALWAYS ability or a count, which reads numbers before ALWAYS (FC-6)."""
    if selector.plain:
        return True
    return passes_words(s, t, selector, p, source) and passes_numbers_before(s, t, selector, p)


@kernel
def passes_numbers_before(s, t, selector, p):
    """Whether the numbers of a piece, before ALWAYS modifiers, are within a filter's bounds."""
    for which in range(BY_DMG + 1):
        low, high = selector.low[which], selector.high[which]
        if low != LOWEST or high != HIGHEST:
            number = number_before(s, t, p, which)
            if number < low or number > high:
                return False
    return True


@kernel
def is_among(t, selector, piece, seat):
    """Whether a piece is of the selector's zone, side and kind."""
    if (selector.kinds >> TRAP_KIND) & 1:
        return piece.zone == TRAPS and is_on(selector.side, seat, piece.owner)
    zones = selector.zones if selector.zones else WHOLE_GAME
    if not zone_bit(piece) & zones:
        return False
    return is_on(selector.side, seat, side_of(piece)) and is_kind(piece, selector.kinds)


@kernel
def modified(s, t, p, op, value):
    """``value`` and the ALWAYS modifiers in force for a piece that is not in the valley."""
    for i in range(s.modifiers):
        modifier = s.modifier[i]
        if modifier.op == op:
            selector = t.selector[t.step[modifier.step].selector]
            if is_among(t, selector, s.piece[p], modifier.seat):
                if passes_before(s, t, selector, p, modifier.source):
                    value += modifier.amount
    return value


@kernel
def cost_of(s, t, p):
    """Current cost of a piece anywhere (FC-6)."""
    piece = s.piece[p]
    if piece.zone == VALLEY:
        return piece.cost
    cost = piece.cost0 + piece.cost1
    if s.modifiers > 0:
        cost = modified(s, t, p, OP_COST, cost)
    return max(0, cost)


@kernel
def number_of(s, t, p, which):
    """A number of a piece that a filter may bound, as it is now."""
    piece = s.piece[p]
    if which == BY_COST:
        return cost_of(s, t, p)
    here = piece.zone == VALLEY
    if which == BY_RAY:
        return piece.ray if here else modified(s, t, p, OP_RAY, piece.ray0 + piece.ray1)
    if which == BY_MAT:
        op = OP_STAB if piece.kinds == SHELTER_BIT else OP_MAT
        return piece.mat if here else modified(s, t, p, op, piece.mat0 + piece.mat1)
    return number_before(s, t, p, which)


@kernel
def passes(s, t, selector, p, source, before):
    """Whether a piece passes the selector's filter; ``before``: a count asks (FC-6)."""
    if selector.plain:
        return True
    if before:
        return passes_before(s, t, selector, p, source)
    if not passes_words(s, t, selector, p, source):
        return False
    for which in range(BY_DMG + 1):
        low, high = selector.low[which], selector.high[which]
        if low != LOWEST or high != HIGHEST:
            number = number_of(s, t, p, which)
            if number < low or number > high:
                return False
    return True


@kernel
def has_word(s, t, p, word):
    """Whether the name has the word; a fusion has every part's name (FC-124)."""
    while p >= 0:
        if (t.card[s.piece[p].card].words >> word) & 1:
            return True
        p = s.piece[p].next
    return False


@kernel
def is_as_asked(s, piece, p, asks, source):
    """The words of a filter: all those in ``asks`` must hold."""
    if asks & IS_ACTIONED and not piece.actioned:
        return False
    if asks & IS_RESTORED and piece.actioned:
        return False
    if asks & IS_OTHER and p == source:
        return False
    if asks & IS_MARRIED and piece.spouse < 0:
        return False
    if asks & IS_SINGLE and (piece.spouse >= 0 or piece.widow != NOT_WIDOWED):
        return False
    if asks & IS_WIDOW and piece.widow == NOT_WIDOWED:
        return False
    if asks & IS_FUSED and piece.parts == 0:
        return False
    if asks & IS_LINKED:
        for i in range(s.laid):
            if s.piece[s.lay[i]].link == p:
                return True
        return False
    return True


@kernel
def accepts(s, t, selector, p, seat, source, before):
    """Whether a piece is one of the cards of a selector read by ``seat`` from ``source``."""
    return is_among(t, selector, s.piece[p], seat) and passes(s, t, selector, p, source, before)


@kernel
def add_legal(s, p):
    """One more card on the list ``s.legals``."""
    s.legals[s.legal] = p
    s.legal += 1


@kernel
def find_cards(s, t, selector, seat, source, before):
    """List the cards of a selector of cards in ``s.legals``, by arrival; avatars by seat."""
    s.legal = 0
    zones = selector.zones if selector.zones else WHOLE_GAME
    if (selector.kinds >> TRAP_KIND) & 1:
        for i in range(s.downs):
            p = s.down[i]
            if is_on(selector.side, seat, s.piece[p].owner) and passes(s, t, selector, p, source, before):
                add_legal(s, p)
        return
    if (selector.kinds >> AVATAR) & 1:
        for other in range(s.players):
            if s.seat[other].alive and is_on(selector.side, seat, other):
                p = s.seat[other].avatar
                if passes(s, t, selector, p, source, before):
                    add_legal(s, p)
        return
    if zones & (IN_X | IN_SHELTER):
        for i in range(s.laid):
            if accepts(s, t, selector, s.lay[i], seat, source, before):
                add_legal(s, s.lay[i])
    if zones & ~(IN_X | IN_SHELTER):
        for other in range(s.players):
            if is_on(selector.side, seat, other) and s.seat[other].alive:
                find_elsewhere(s, t, selector, other, zones, seat, source, before)
        sort_by_arrival(s)


@kernel
def find_elsewhere(s, t, selector, other, zones, seat, source, before):
    """Add the cards of a seat that are not in the valley."""
    me = s.seat[other]
    if zones == IN_HAND:
        for i in range(me.hand):
            if accepts(s, t, selector, me.hand_card[i], seat, source, before):
                add_legal(s, me.hand_card[i])
        return
    first = other * PIECES_PER_SEAT + 1
    for p in range(first, first + PIECES_PER_SEAT - 1):
        if s.piece[p].zone != VALLEY and accepts(s, t, selector, p, seat, source, before):
            add_legal(s, p)


@kernel
def sort_by_arrival(s):
    """Put ``s.legals`` in the order of arrival."""
    for i in range(1, s.legal):
        p = s.legals[i]
        at = i
        while at > 0 and s.piece[s.legals[at - 1]].arrival > s.piece[p].arrival:
            s.legals[at] = s.legals[at - 1]
            at -= 1
        s.legals[at] = p


# Conditions
