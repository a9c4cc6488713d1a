"""What a seat may know (section 4): the one place that says whether a style may look at a card.

Rules read every card; styles read one that may be hidden only if their seat ``knows`` it. Of any other card they know
where it lies, and take it for a middling one.
"""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    CARDS,
    COUNTED,
    FAIRY_BIT,
    HIDDEN,
    IN_DECK,
    IN_HAND,
    IN_STORED,
    OP_SUMMON,
    OWN,
    PIECES_PER_SEAT,
    SHARD_BIT,
    SHELTER_BIT,
    TRAP_KIND,
    TRAPS,
    WHOLE_GAME,
)
from balance.games.fairy_conundrum.rules.conditions import amount_of, count_cards
from balance.games.fairy_conundrum.rules.filters import accepts, is_on, passes, zone_bit
from balance.games.fairy_conundrum.rules.targets import can_work, find_legal

IN_HIDDEN = IN_HAND | IN_STORED | IN_DECK
ALL_KINDS = FAIRY_BIT | SHARD_BIT | SHELTER_BIT
UNSEEN_POINTS = 4.75  # what a card of cost 2 should be worth (section 5.5)
UNSEEN_FIT = 2  # of so many unseen cards one is thought to be what an ability asks for


@kernel
def knows(s, seat, p):
    """Whether the seat may know which card this is: its own, also those of its haversack, and all that lie open."""
    piece = s.piece[p]
    return piece.owner == seat or not (HIDDEN >> piece.zone) & 1


@kernel
def points_of(s, t, seat, p):
    """Points of a card as printed, as far as the seat knows it."""
    return t.card[s.piece[p].card].worth if knows(s, seat, p) else UNSEEN_POINTS


@kernel
def looks_at_hidden(selector):
    """Whether a selector of cards reaches some that its narrator does not see."""
    if selector.side == OWN:
        return False
    zones = selector.zones if selector.zones else WHOLE_GAME
    return zones & IN_HIDDEN != 0 or (selector.kinds >> TRAP_KIND) & 1 == 1


@kernel
def may_be_meant(s, selector, seat, p):
    """Whether a card that the seat does not see lies where the selector looks; what it is, nobody can say."""
    piece = s.piece[p]
    if knows(s, seat, p) or not is_on(selector.side, seat, piece.owner):
        return False
    if (selector.kinds >> TRAP_KIND) & 1:
        return piece.zone == TRAPS
    zones = selector.zones if selector.zones else WHOLE_GAME
    return zone_bit(piece) & zones != 0


@kernel
def thought_to_fit(selector, unseen):
    """How many of so many unseen cards are thought to be of the selector's kind, and to pass its filter."""
    if selector.plain and ((selector.kinds >> TRAP_KIND) & 1 or selector.kinds & ALL_KINDS == ALL_KINDS):
        return unseen
    return (unseen + UNSEEN_FIT - 1) // UNSEEN_FIT


@kernel
def suppose_legal(s, t, k, seat, source):
    """As ``find_legal``, but of the cards that the seat does not see any may be legal that lies in the right place."""
    find_legal(s, t, k, seat, source)
    row = t.step[k].selector
    if row < 0 or t.selector[row].special != CARDS or not looks_at_hidden(t.selector[row]):
        return
    selector = t.selector[row]
    op = t.step[k].op
    known = 0
    for i in range(s.legal):
        if knows(s, seat, s.legals[i]):
            s.legals[known] = s.legals[i]
            known += 1
    s.legal = known
    for p in range(s.players * PIECES_PER_SEAT):
        if may_be_meant(s, selector, seat, p) and (op == OP_SUMMON or can_work(s, t, op, p, seat, source)):
            s.legals[s.legal] = p
            s.legal += 1
    s.legal = known + thought_to_fit(selector, s.legal - known)


@kernel
def suppose_amount(s, t, step, seat, source):
    """As ``amount_of``, but of the cards that the seat does not see it counts as many as it thinks fit."""
    if step.amount != COUNTED:
        return amount_of(s, t, step, seat, source)
    selector = t.selector[step.count]
    if selector.special != CARDS or not looks_at_hidden(selector):
        return amount_of(s, t, step, seat, source)
    count = count_cards(s, t, step.count, seat, source)
    unseen = 0
    traps = (selector.kinds >> TRAP_KIND) & 1
    for p in range(s.players * PIECES_PER_SEAT):
        if may_be_meant(s, selector, seat, p):
            unseen += 1
            if traps:
                count -= np.int64(passes(s, t, selector, p, source, 1))
            else:
                count -= np.int64(accepts(s, t, selector, p, seat, source, 1))
    return step.n[0] * ((count + thought_to_fit(selector, unseen)) // step.per)
