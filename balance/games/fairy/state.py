"""Fairy at the table: what is fixed during a run (TABLE) and what changes during a game (STATE).

Sets of cards are bit masks: bit i stands for card i of the deck (0 .. cards-1, in the order of the
card table), so that "how many unseen cards are higher" is one AND and one population count.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from balance.engine.kernels.decision_record import decisions_record
from balance.engine.kernels.fields import kept
from balance.engine.kernels.kernel import kernel, record
from balance.engine.kernels.lineup import LINEUP, MAX_STYLES, STAND_IN
from balance.engine.kernels.other_luck import luck_record

MAX_SEATS = 10  # FY-5
MAX_CARDS = 64  # one bit each
MAX_GUESSES = 8
GUESS_ROWS = MAX_GUESSES + 1  # the last for what stands in for one of them

# Variants (3.5) and readings of "whoever reaches the top" (FY-22)
BASE, FIFTEEN = 0, 1
COMPARE, CLAMP, SHARE = 0, 1, 2

# Trouble: what cannot happen unless the code is wrong
EMPTY_DECK = 1

# Phases of a game
MAIN, TIEBREAK = 0, 1

# Why the main phase ended (FY-18 to FY-21, FY-29) and how the game was decided (FY-22 to FY-27)
FAIRIES, TARGET, DECK_OUT = 0, 1, 2
OUTRIGHT, BROKEN_TIE, SHARED = 0, 1, 2

# Streams of chance: 0 is the seat draw
DECK_STREAM = 1
MEMORY_STREAM = 3  # + 2 x seat: which covered cards stay in mind
STREAMS = MEMORY_STREAM + 2 * MAX_SEATS - 1


@kernel
def streams_of(players):
    """How many of them so many players use."""
    return MEMORY_STREAM + 2 * players - 1


class Point(IntEnum):
    """The one decision of section 4."""

    GUESS = 0


POINTS = len(Point)


class Verb(IntEnum):
    """What an option does."""

    GUESS = 0


MOST_DECISIONS = MAX_SEATS * MAX_CARDS  # of a game

GUESS = record(
    gain=np.int64,  # points when right
    loss=np.int64,  # points lost when wrong, >= 0
)

# The features ev, p and is_<guess> of section 4.3 are linear in p, the chance of being right: their
# weighted sum is offset + slope x p, with both numbers fixed for a style and a guess.
STYLE = record(
    slip=np.float64,  # always 0: who guesses at random weighs nothing
    offset=(np.float64, GUESS_ROWS),  # by guess: is_<guess> - ev x L
    slope=(np.float64, GUESS_ROWS),  # by guess: ev x (G + L) + p
    floor_save=np.float64,  # the other weights of section 4.3
    bent=np.int64,  # 1 when any weight below, or noise, is not 0
    risk=np.float64,
    reach=np.float64,
    chase=np.float64,
    protect=np.float64,
    due=np.float64,
    edge=np.float64,  # not among those that make it bent: it costs more
    noise=np.float64,  # sd of the normal number added to every value
    retention=np.float64,  # chance of remembering a covered card
    fairy_memory=np.int64,  # 1: covered fairies are remembered for certain
    watchful=np.int64,  # 1: learns from their guesses who of the others looks at others, too
)

TABLE = record(
    seed=np.int64,
    players=np.int64,
    lineup=LINEUP,
    luck=luck_record(STREAMS),
    variant=np.int64,
    top_rule=np.int64,
    initial_fairy_counts=np.int64,  # 0/1 (FY-3)
    end_fairies=np.int64,  # fairies that end the base game (FY-18)
    target=np.int64,  # points that end the main phase: top, or 15 in the variant
    floor=np.int64,
    top=np.int64,
    start=np.int64,
    highest_gain=np.int64,  # of all guesses: nearer to the target than this, one may reach it
    highest_loss=np.int64,  # of all guesses: nearer to the floor than this, the floor may save something
    cards=np.int64,  # N, cards in the deck
    deck=np.int64,  # mask of all N cards
    fairies=np.int64,  # mask of the cards that show a fairy
    card=(np.int64, MAX_CARDS),  # card of the deck -> its code in the log
    charms=np.int64,  # different charm cards: the code of guess g is charms + g
    doubles=np.int64,  # 1 when some charm card has several copies
    guesses=np.int64,  # guesses in play
    guess=(GUESS, GUESS_ROWS),
    right=(np.int64, (MAX_CARDS, GUESS_ROWS)),  # by pile card and guess: the mask of next cards that make it right
    naive=(np.int64, (MAX_CARDS, MAX_GUESSES)),  # by pile card and guess: 1 for the best guesses of one without memory
    style=(STYLE, MAX_STYLES),
    stand_in=STAND_IN,  # a guess
)

SEAT_LOG = {
    "extra_hits": np.int64,  # tie-break: times right, 8 bits for each guess
    "lost": np.int32,  # main phase: points lost to wrong guesses
    "clamped": np.int32,  # main phase: points cut off at the top (top_rule clamp)
    "extra_clamped": np.int32,  # tie-break: points cut off
}
"""What is kept of a seat as it is logged."""

SEAT = record(
    playing=np.int64,  # 1 while the seat guesses (FY-23, FY-25)
    known=np.int64,  # mask of covered cards it remembers
    guess=np.int64,  # this turn's guess
    right=np.int64,  # this turn: 1 when it was right
    before=np.int64,  # score before this turn
    watched=np.int64,  # the best other seat, where its guess of this turn says whether it looks at others; or NOBODY
    plain=np.int64,  # what takes most points, as far as the seat knows
    looking=np.int64,  # what the watched one guesses if it looks at the others: another guess
    looked=(np.int64, MAX_SEATS),  # by other seat: how often it was seen to look, less how often to take most points
    picks=(np.int64, MAX_GUESSES),  # main phase, by guess: mask of the turns in which it was picked
    hits=(np.int64, MAX_GUESSES),  # main phase, by guess: mask of the turns in which it was right
    **kept(SEAT_LOG),
)

STATE = record(
    stream=(np.uint64, STREAMS),
    decision=decisions_record(MAX_SEATS, POINTS, MAX_GUESSES, MOST_DECISIONS),
    game_no=np.int64,
    trouble=np.int64,  # 0, or what went wrong: kernels cannot raise
    style=(np.int64, MAX_SEATS),  # by seat
    stand_in_for=np.int64,  # the seat for which a guess stands in another's place, NOBODY if none
    score=(np.int64, MAX_SEATS),  # by seat
    standing=(np.int64, MAX_SEATS),  # the score where it counts for first place, OUT for seats that stopped
    main_score=(np.int64, MAX_SEATS),  # at the end of the main phase
    ranking=(np.int64, MAX_SEATS),  # by main_score
    won=(np.int64, MAX_SEATS),  # 0/1
    seat=(SEAT, MAX_SEATS),
    order=(np.int64, MAX_CARDS),  # the shuffled deck, order[0] is the first pile card
    position=np.int64,  # cards flipped so far
    pile=np.int64,  # the pile card
    following=np.int64,  # the card flipped this turn
    unseen=np.int64,  # mask of the cards still in the deck
    fairies_seen=np.int64,  # as counted for the end of the game (FY-3)
    phase=np.int64,
    turn=np.int64,
    main_turns=np.int64,
    end_reason=np.int64,
    decided=np.int64,
    winners=np.int64,
    at_target=np.int64,  # seats at or above the target when the main phase ended
    leader=np.int64,  # sole leader last, -1 before anybody was
    lead_changes=np.int64,
    leaders=np.int64,  # seats with the best score, a bit for each
    led_since=np.int64,  # turn from which on these led, and nobody else
    value=(np.float64, MAX_GUESSES),  # scratch: value of each guess for the seat that decides
    promised=(np.float64, MAX_GUESSES),  # scratch: what each guess promises, as a sum over a pool
    scripted=np.int64,  # 1: `order` and `script` are given, nothing is drawn (tests, scenarios)
    script=(np.int64, (MAX_SEATS, MAX_CARDS)),  # by seat and turn: the guess to make
)

OUT = -(10**9)
