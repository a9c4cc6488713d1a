"""Morphemes lost, volatility labels taken, and the costs of abilities (FC-33, FC-151 to FC-153, FC-160)."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    HAND,
    MORPHEMES,
    NO_COST,
    NOBODY,
    PAID_COST,
    PAY_ABANDON,
    PAY_LIFE,
    PAY_MORPHEME,
    PAY_MORPHEMES,
    PAY_REAP_SELF,
    PAY_SPARKLES,
    PAY_VOLATILITY,
    READS_PLAYERS,
    VALLEY,
    CardEvent,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.play.arrivals import doom
from balance.games.fairy_conundrum.play.changes import change_life, lose_morpheme, take_volatility
from balance.games.fairy_conundrum.play.choosing import choose, choose_piece
from balance.games.fairy_conundrum.rules.events import log_event_from
from balance.games.fairy_conundrum.rules.options import offer_both, offer_piece, other_of, piece_of
from balance.games.fairy_conundrum.rules.pieces import (
    go_to_rest,
    has_morpheme,
    renew,
    take_from_zone,
)


@kernel
def abandon_card(s, t, p):
    """FC-110: a card outside the valley goes to the rest."""
    take_from_zone(s, p)
    renew(s, t, p)
    go_to_rest(s, t, p)


@kernel
def discard_from_hand(s, t, seat, count):
    """The seat abandons so many cards of its hand, of its choice (decision DISCARD)."""
    me = s.seat[seat]
    for _ in range(min(count, me.hand)):
        begin_offers(s.decision)
        for i in range(me.hand):
            offer_piece(s, Verb.TAKE, me.hand_card[i])
        p = choose_piece(s, t, seat, Point.DISCARD)
        abandon_card(s, t, p)
        s.now[seat].discarded += 1
        log_event_from(s, p, CardEvent.DISCARDED, HAND)


# Costs


@kernel
def can_pay(s, t, ability, seat, source):
    """Whether all costs of an ability can be paid in full (FC-160)."""
    sparkles = 0
    life = 0
    volatility = 0
    cards = 0
    for i in range(2):
        kind = ability.cost[i]
        n = ability.cost_n[i]
        if kind == NO_COST:
            continue
        if kind == PAY_SPARKLES:
            sparkles += n
        elif kind == PAY_LIFE:
            life += n
        elif kind == PAY_VOLATILITY:
            volatility += n
        elif kind == PAY_ABANDON:
            cards += n
        elif (
            (kind == PAY_MORPHEMES and count_payable(s, t, seat, source, ability.cost_self[i]) < n)
            or (kind == PAY_MORPHEME and not has_payable(s, seat, source, ability.cost_self[i], n))
            or (kind == PAY_REAP_SELF and (s.piece[source].zone != VALLEY or source == s.seat[seat].avatar))
        ):
            return False
    if s.piece[source].vol < volatility or s.seat[seat].hand < cards:
        return False
    return s.seat[seat].sparkles >= sparkles and s.seat[seat].life >= life


@kernel
def count_payable(s, t, seat, source, own):
    """FC-152: morphemes the seat could pay: all but the last of its cards, all of its avatar."""
    count = 0
    avatar = s.seat[seat].avatar
    if not own or source == avatar:
        count += s.piece[avatar].morphs
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if piece.narr == seat and (not own or s.lay[i] == source):
            count += max(0, piece.morphs - 1)
    return count


@kernel
def has_payable(s, seat, source, own, code):
    """FC-152: whether the seat could pay this morpheme."""
    avatar = s.seat[seat].avatar
    if (not own or source == avatar) and has_morpheme(s.piece[avatar], code):
        return True
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if piece.narr == seat and (not own or s.lay[i] == source) and piece.morphs > 1 and has_morpheme(piece, code):
            return True
    return False


@kernel
def offer_morphemes(s, t, seat, source, own, code):
    """Offer the morphemes that can be paid (code -1: any), in palette order. Returns whether there is one."""
    begin_offers(s.decision)
    avatar = s.seat[seat].avatar
    for colour in range(MORPHEMES):
        if code >= 0 and colour != code:
            continue
        if (not own or source == avatar) and has_morpheme(s.piece[avatar], colour):
            offer_both(s, Verb.TAKE, avatar, colour)
        for i in range(s.laid):
            p = s.lay[i]
            piece = s.piece[p]
            if piece.narr == seat and (not own or p == source) and piece.morphs > 1 and has_morpheme(piece, colour):
                offer_both(s, Verb.TAKE, p, colour)
    return s.decision.options > 0


@kernel
def pay(s, t, ability, seat, source):
    """FC-160: pay the costs of an ability, which ``can_pay`` has found payable."""
    for i in range(2):
        kind = ability.cost[i]
        n = ability.cost_n[i]
        if kind == PAY_SPARKLES:
            s.seat[seat].sparkles -= n
            s.now[seat].spent_other += n
            s.dirty |= s.always & READS_PLAYERS
        elif kind == PAY_LIFE:
            change_life(s, t, seat, -n, PAID_COST)
        elif kind == PAY_VOLATILITY:
            take_volatility(s, t, source, n)
        elif kind == PAY_ABANDON:
            discard_from_hand(s, t, seat, n)
        elif kind in (PAY_MORPHEMES, PAY_MORPHEME):
            pay_morphemes(s, t, seat, source, ability, i)
        elif kind == PAY_REAP_SELF:
            doom(s, source)


@kernel
def pay_morphemes(s, t, seat, source, ability, i):
    """FC-152: one morpheme after the other, each of the payer's choice (decision MORPH)."""
    single = ability.cost[i] == PAY_MORPHEME
    code = ability.cost_n[i] if single else NOBODY
    for _ in range(1 if single else ability.cost_n[i]):
        if offer_morphemes(s, t, seat, source, ability.cost_self[i], code):
            option = s.decision.option[choose(s, t, seat, Point.MORPH)]
            lose_morpheme(s, t, piece_of(option), other_of(option))
