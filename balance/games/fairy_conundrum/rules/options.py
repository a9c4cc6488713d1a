"""Options of a decision: how pieces, seats and numbers are written into them, and read again (section 4).

The target of an option about a piece is the piece and, above its bits, what else there is: a shelter, a colour, the
place of an ability. Options about no piece have a seat or a number there.
"""

from __future__ import annotations

from balance.engine.kernels.choices import NOTHING
from balance.engine.kernels.decisions import offer
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import NOBODY, PIECE_BITS, Verb

PIECE = (1 << PIECE_BITS) - 1


@kernel
def offer_pass(s):
    """One more option: to stop, to end, no, none."""
    offer(s.decision, Verb.PASS, NOTHING, 0)


@kernel
def offer_number(s, number):
    """One more option: a seat, a deck, or yes."""
    offer(s.decision, Verb.TAKE, NOTHING, number)


@kernel
def offer_piece(s, verb, p):
    """One more option: to do something with a piece that the seat sees."""
    offer(s.decision, verb, s.piece[p].card, p)


@kernel
def offer_both(s, verb, p, other):
    """One more option: the same with a shelter, a colour or the place of an ability."""
    offer(s.decision, verb, s.piece[p].card, p | other << PIECE_BITS)


@kernel
def piece_of(option):
    """The piece that an option is about, or its seat or number; NOBODY where it is to do nothing."""
    return NOBODY if option.verb == Verb.PASS else option.target & PIECE


@kernel
def other_of(option):
    """What an option names besides its piece."""
    return option.target >> PIECE_BITS
