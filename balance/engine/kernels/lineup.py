"""Who plays: which style sits in which seat, drawn for every game; and who has another card than the others."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel, record
from balance.engine.kernels.piles import shuffle
from balance.engine.kernels.rng import GAMMA, MIX_1, MIX_2, below, mix

MAX_SEATS = 16
MAX_STYLES = 64
LINEUP_STREAM = 0
"""The stream of the seat draw: number 0 in every game."""

LINEUP = record(
    dealt=np.int64,  # 1: in a random order in every game; 0: as listed
    choices=(np.int64, MAX_SEATS),  # number of styles that each draws from; 1: it has its style
    style=(np.int64, (MAX_SEATS, MAX_STYLES)),  # these styles
)


@kernel
def deal_styles(s, t, players):
    """Set ``s.style`` of every seat from the line-up ``t.lineup``."""
    lineup = t.lineup
    for seat in range(players):
        choices = lineup.choices[seat]
        drawn = below(s, LINEUP_STREAM, choices) if choices > 1 else 0
        s.style[seat] = lineup.style[seat, drawn]
    if lineup.dealt:
        shuffle(s, LINEUP_STREAM, s.style, players)


STAND_IN = record(
    there=np.int64,  # 0/1: one player of every game has another card in the place of one
    place=np.int64,  # the number of this one
    other=np.int64,  # the number of the other
)
"""For the TABLE of a game some of whose cards several players have at once; the field is called ``stand_in``."""
NOBODY = -1


@kernel
def drawn_player(seed, case, players):
    """The seat that is drawn in this game (or match): each equally likely, whatever else is drawn in it."""
    return np.int64(mix(mix(np.uint64(seed) ^ MIX_1) + np.uint64(case) * MIX_2 + GAMMA) % np.uint64(players))


@kernel
def stand_in_player(t, case):
    """The seat for which a card stands in another's place in this game (or match); NOBODY: for none."""
    return drawn_player(t.seed, case, t.players) if t.stand_in.there else np.int64(NOBODY)


@kernel
def own_number(s, t, seat, number):
    """The number that a card has for this seat: where it is the player drawn, and the card the one, it is the other."""
    return t.stand_in.other if seat == s.stand_in_for and number == t.stand_in.place else number
