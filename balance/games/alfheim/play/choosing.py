"""The decisions of section 4, one kernel each: what is legal, what the style thinks of it, and what is chosen."""

from __future__ import annotations

from balance.engine.kernels.choices import NOTHING
from balance.engine.kernels.decision_record import WEIGHED
from balance.engine.kernels.decisions import begin_decision, begin_group, decide, offer
from balance.engine.kernels.kernel import kernel, lowest_bit, popcount
from balance.games.alfheim.log.events import cost_card, footprint_cards
from balance.games.alfheim.rules.redeal import redeal
from balance.games.alfheim.state import NONE, TYPES, Point, Verb
from balance.games.alfheim.styles.chance import misjudge
from balance.games.alfheim.styles.clues import weigh_clues, weigh_footprint, weigh_swap
from balance.games.alfheim.styles.fairies import weigh_fairies

STOP = NONE


@kernel
def begin(s, t, seat, point, count):
    """Ask the seat to choose one of ``count`` options. Returns whether its style has to weigh them."""
    if begin_decision(s, t, seat, point, count):
        redeal(s, t, seat, True)
    return s.decision.how == WEIGHED


@kernel
def begin_together(s, t, served):
    """From now on all seats choose before anything is shown. ``served``: those who swap have been, in their order."""
    if begin_group(s.decision):
        redeal(s, t, s.decision.branch_seat, served)


@kernel
def choose_swap(s, t, seat):
    """D1: whether to put the drawn tile under the centre stack and take its top tile (FA-19). 1 or 0.

    Who cannot lay a tile does not swap.
    """
    if t.swap == 0 or s.seat[seat].edges == 0:
        return 0
    weighs = begin(s, t, seat, Point.SWAP, 2)
    if s.decision.listing:
        offer(s.decision, Verb.KEEP, s.drawn, 0)
        offer(s.decision, Verb.SWAP, NOTHING, 0)
    if weighs:
        weigh_swap(s, t, seat)
        misjudge(s, t, seat)
    return decide(s)


@kernel
def choose_clue(s, t, seat, icon):
    """D2: on which of the legal cells the clue tile goes (FA-21), as its place among them."""
    weighs = begin(s, t, seat, Point.CLUE, s.seat[seat].edges)
    offer_cells(s, seat, icon)
    if weighs:
        weigh_clues(s, t, seat, icon)
        misjudge(s, t, seat)
    return decide(s)


@kernel
def choose_footprint(s, t, seat):
    """D4: on which of the legal cells the footprint goes (FA-17). The next clue tile is not known yet."""
    weighs = begin(s, t, seat, Point.FOOTPRINT, s.seat[seat].edges)
    offer_cells(s, seat, footprint_cards(t) + s.seat[seat].footprint)
    if weighs:
        weigh_footprint(s, t, seat)
        misjudge(s, t, seat)
    return decide(s)


@kernel
def offer_cells(s, seat, card):
    """Every legal cell for a clue tile or the footprint."""
    me = s.seat[seat]
    for place in range(me.edges if s.decision.listing else 0):
        offer(s.decision, Verb.LAY, card, me.edge[place])


@kernel
def choose_fairy(s, t, seat):
    """D3: the type to place and the place of its cell among the legal ones, or twice STOP (FA-23).

    ``find_legal`` has said what may be placed.
    """
    count = 0
    for kind in range(TYPES):
        count += popcount(s.legal[kind])
    weighs = begin(s, t, seat, Point.FAIRY, count + 1)
    if s.decision.listing | s.logs_turns:
        offer_fairies(s, t, seat)
    if weighs:
        weigh_fairies(s, t, seat)
        misjudge(s, t, seat)
    return nth_fairy(s, decide(s))


@kernel
def offer_fairies(s, t, seat):
    """All pairs of a type and a cell that ``find_legal`` found, and to stop."""
    me = s.seat[seat]
    for kind in range(TYPES):
        places = s.legal[kind]
        while places:
            place = lowest_bit(places)
            places &= places - 1
            offer(s.decision, Verb.PLACE, cost_card(s, t, seat, s.payer[kind, place]), me.edge[place])
    offer(s.decision, Verb.STOP, NOTHING, 0)


@kernel
def nth_fairy(s, n):
    """Type and place of pair number ``n`` of those that ``offer_fairies`` offers; behind the last of them, STOP."""
    for kind in range(TYPES):
        places = s.legal[kind]
        pairs = popcount(places)
        if n < pairs:
            for _ in range(n):
                places &= places - 1
            return kind, lowest_bit(places)
        n -= pairs
    return STOP, STOP
