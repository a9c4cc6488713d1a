"""Fairies of Alfheim at the table: what is fixed during a run (TABLE) and what changes during a game (STATE).

Icons, types of fairies and cost tiles are numbers: an icon its place among the six, a type its place in
``cards.box.TYPES``, a cost tile its place among the fairy rows of the card table. A set of types, of cost tiles or
of cells next to an area is a bit mask. A pile holds numbers; its top is the last one.

An area is an array of ``SIDE * SIDE`` cells, row after row; the start tiles lie on ``HOME`` and the cell right of it.
Eleven rounds and lines of six never reach its edge.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from balance.engine.kernels.choices import choices_record
from balance.engine.kernels.decision_record import decisions_record
from balance.engine.kernels.events import Events
from balance.engine.kernels.fields import kept
from balance.engine.kernels.kernel import record
from balance.engine.kernels.lineup import LINEUP, MAX_STYLES, STAND_IN
from balance.engine.kernels.other_luck import luck_record

MAX_SEATS = 5
ICONS = 6
TYPES = 9
GROUPS = 5  # of types: king, queen, nisse, fairy, tomte
EXPERTS = 3
RANKS = 5
ROUNDS = 11
PREPARATION = 7  # the round that begins with it (FA-15)
OF_A_TYPE = 5  # fairy tiles
STACK = 12  # clue tiles of a colour set
BLACK = 18  # clue tiles with black backs
PAIR = 2  # start tiles of a seat

# An area
SIDE = 40
CELLS = SIDE * SIDE
HOME = 19 * SIDE + 19  # (0, 0)
RIGHT, DOWN = 1, SIDE  # from a cell to its neighbour
EMPTY = 0  # a cell next to no clue and no footprint; one next to them is -1 - its place among the legal cells
FOOTPRINT = ICONS + 1  # icon i is 1 + i
FAIRY = FOOTPRINT + 1  # type t is FAIRY + t
MAX_EDGE = 32  # legal cells: 14 tiles touch at most 30
NOWHERE = -1

NEVER_SWAPS = 99.0  # swap_margin of a style that does not even think of swapping

# Limits of the card table
MAX_COSTS = TYPES * OF_A_TYPE + 1  # fairy rows, and one that stands in for another
MAX_FOOTPRINTS = 40  # rows, and tiles
LONGEST = 6  # tiles of a cost
MAX_CARDS = 2 * ICONS + MAX_COSTS + MAX_FOOTPRINTS + EXPERTS * RANKS

# Multisets of at most six icons (0 is the empty one), and what there is none of
MULTISETS = 924
NONE = -1

# When the first cost of a type is revealed
AT_START, AT_PREPARATION, IN_SECRET = 0, 1, 2

# Components of the score, in the order of the log: the groups of types, the rows of experts, the footprint
EXPERT_PART = GROUPS
FOOTPRINT_PART = GROUPS + EXPERTS
PARTS = FOOTPRINT_PART + 1

# Streams of chance: 0 is the seat draw
LEAD_STREAM = 1
STACK_STREAM = 2
CENTRE_STREAM = 3
FOOTPRINT_STREAM = 4
ORDER_STREAM = 5  # who is served first
DECK_STREAM = 6  # + type
STREAMS = DECK_STREAM + TYPES


class Point(IntEnum):
    """The decisions of section 4, D1 to D4."""

    SWAP = 0
    CLUE = 1
    FAIRY = 2
    FOOTPRINT = 3


POINTS = len(Point)


class Verb(IntEnum):
    """What an option does."""

    KEEP = 0  # the tile drawn
    SWAP = 1
    LAY = 2  # the clue tile or the footprint, on a cell
    PLACE = 3  # a fairy: the card is the cost that pays it, the target its cell
    STOP = 4  # place no more


MOST_OPTIONS = TYPES * MAX_EDGE + 1  # of a decision: fairies by cell, and none
MOST_DECISIONS = 256  # of a game: at most three a seat and round, and one for every fairy
EACH = 64  # options of a decision, on average of a game, at most


class Event(IntEnum):
    """What happens to a card, for a seat; none more than 15 times in a game."""

    REVEALED = 0
    PAID = 1
    HELD = 2
    CLAIMED = 3
    DRAWN = 4
    SWAPPED_OUT = 5
    SWAPPED_IN = 6
    PLACED = 7
    USED_BY_OTHERS = 8
    KEPT = 9


EVENT_BITS = 4
EVENTS = Events(Event, EVENT_BITS)

# How near lines are to a cost: by the tiles missing, and how surely these come. TIGHT and what follows is for styles
# that reckon: 1, 2, ... of the clue tiles left are such that the line would have to wait for a swap without them.
MISSING = 6  # 0 to 5 tiles missing
PLENTY, SCARCE, TIGHT = 0, 1, 2  # SCARCE: an icon is asked for that may not come often enough
CLASSES = TIGHT + MISSING - 1
LEVELS = CLASSES * MISSING
ENOUGH = 2 * (MISSING - 1)  # tiles left that fit: more make nothing surer
MAX_WINDOWS = 13 * 2 * 21  # by first clue tile, direction, and the cells from and before it
MAX_CROSSINGS = 2 * 21  # by direction, and the cells before and after

COST = record(
    kind=np.int64,  # type
    length=np.int64,
    pattern=np.int64,  # 0/1
    wild=np.int64,  # tiles of any icon
    icons=(np.int64, ICONS),  # named ones, by icon
    parts=np.int64,  # of a pattern
    part=(np.int64, LONGEST),  # descending
)

STYLE = record(
    slip=np.float64,  # chance to choose at random, decision by decision
    reckon=np.int64,  # 0/1
    ponder=np.int64,  # cells
    w_king=np.float64,  # the weights of section 4.2
    w_queen=np.float64,
    w_nisse=np.float64,
    w_fairy=np.float64,
    w_tomte=np.float64,
    x_kq=np.float64,
    x_tomte=np.float64,
    x_fairy=np.float64,
    race=np.float64,
    close_q=np.float64,
    second=np.float64,
    fp=np.float64,
    fp_open=np.float64,
    king_prep=np.float64,
    sides=np.float64,
    swap_margin=np.float64,
    eager=np.float64,
    noise=np.float64,
    points=(np.float64, TYPES),  # weighed points of a type
    share=(np.float64, EXPERTS),  # weight of a row of experts
    classes=(np.int64, MISSING),  # by missing tiles: how many levels it tells apart by how surely these come
    ranks=(np.int64, ROUNDS + 1),  # by the rounds to come: how many levels there are
    rank=(np.int64, (ROUNDS + 1, LEVELS)),  # and by level: its place among them, the most valuable first
    near=(np.float64, (ROUNDS + 1, LEVELS)),  # and by rank: what such a line is worth
)

TABLE = record(
    seed=np.int64,
    players=np.int64,
    lineup=LINEUP,
    luck=luck_record(STREAMS),
    stand_in=STAND_IN,  # a cost
    contains=np.int64,  # 0/1: any tiles of an uninterrupted line pay, not only consecutive ones (FA-25)
    lead_first=np.int64,  # 0/1 (FA-20)
    swap=np.int64,  # 0/1 (FA-19)
    second_reveal=np.int64,  # 0/1 (FA-16)
    footprint_point=np.int64,
    footprint_cap=np.int64,
    stack=(np.int64, STACK),  # icons of a colour set, before shuffling
    black=(np.int64, BLACK),  # icons of the black tiles, before shuffling
    footprints=np.int64,  # rows
    footprint_tiles=np.int64,
    footprint_pile=(np.int64, MAX_FOOTPRINTS),  # rows, one for each tile, before shuffling
    footprint=(np.int64, MAX_FOOTPRINTS),  # by row: the set of its two icons
    costs=np.int64,  # fairy rows; one that stands in for another comes behind them
    cost=(COST, MAX_COSTS),
    deck=(np.int64, (TYPES, OF_A_TYPE)),  # cost tiles, before shuffling
    reveal=(np.int64, TYPES),  # AT_START, AT_PREPARATION, IN_SECRET
    after=np.int64,  # set of types that bring the secret tile
    secret=np.int64,  # the type of which it is
    points=(np.int64, TYPES),
    group=(np.int64, TYPES),
    of_type=(np.int64, TYPES),  # set of the costs of a type
    need=(np.int64, EXPERTS),  # set of types
    needs=(np.int64, EXPERTS),  # how many
    expert=(np.int64, (EXPERTS, RANKS)),  # values
    # Multisets of icons, numbered
    plus=(np.int64, (MULTISETS, ICONS)),  # with one icon more; NONE beyond six
    count=(np.int64, (MULTISETS, ICONS)),
    pays=(np.int64, MULTISETS),  # set of the costs that exactly these tiles pay
    fits=(np.int64, (LONGEST + 1, MULTISETS)),  # set of the costs that a line of so many cells with these tiles may pay
    asks=(np.int64, (ICONS, LONGEST + 1)),  # set of the costs that name an icon more often than so many times
    helped=(np.int64, (MULTISETS, ICONS)),  # set of the costs for which, with one icon more, more of these tiles pay
    style=(STYLE, MAX_STYLES),
)

PLACED = record(
    kind=np.int64,
    cell=np.int64,
    cost=np.int64,
)

SEAT = record(
    cell=(np.int64, CELLS),  # what lies there: EMPTY or below, 1 + icon, FOOTPRINT, FAIRY + type
    edge=(np.int64, MAX_EDGE),  # legal cells: empty ones next to a clue or the footprint (FA-21)
    edges=np.int64,
    tiles=np.int64,  # clue tiles
    tile=(np.int64, ROUNDS + PAIR + 1),  # where they lie
    start=(np.int64, PAIR),  # icons
    footprint=np.int64,  # row
    footprint_at=np.int64,  # cell, NOWHERE before round 7
    fairies=np.int64,  # set of types placed
    secret=np.int64,  # its own secret cost tile, NONE before it has one
    experts=np.int64,  # set of rows claimed
    value=(np.int64, EXPERTS),
    points=(np.int64, PARTS),
    lacks=(np.int64, EXPERTS),  # fairies missing for a row, at the end of the last round
    swaps=np.int64,
    weighed=np.int64,  # set of icons for which `value` is that of this round
)

ROUND_LOG = {
    "at": np.int16,  # cell of the clue tile, NOWHERE if blocked
    "queue": np.int8,
    "swapped": np.int8,
    "kept": np.int8,
    "n_cells": np.int8,  # legal cells there were
    "n_payable": np.int8,  # types with a legal cell before placing fairies
    "n_declined": np.int8,  # and after it
}
"""What is kept of a seat's round as it is logged."""

NOW = record(
    # What a seat has done this round.
    **kept(ROUND_LOG),
    placements=np.int64,
    placed=(PLACED, TYPES),
    secret=np.int64,  # secret cost tile received, NONE if none
    claimed=(np.int64, EXPERTS),  # value of the expert tile claimed, NONE if none
    rank=(np.int64, EXPERTS),  # of the tile whose value it is, from 0
    tied=(np.int64, EXPERTS),  # 0/1
)

MET = record(
    there=np.int64,  # 0/1
    first_turn=np.int64,  # first paid or placed
    **EVENTS.fields,
)

STATE = record(
    stream=(np.uint64, STREAMS),
    decision=decisions_record(MAX_SEATS, POINTS, MOST_OPTIONS, MOST_DECISIONS, EACH),
    game_no=np.int64,
    trouble=np.int64,  # of decisions: nothing else here can go wrong
    style=(np.int64, MAX_SEATS),  # by seat
    stand_in_for=np.int64,  # the seat for which a cost stands in another's place, NOBODY if none
    score=(np.int64, MAX_SEATS),  # as it stands
    ranking=(np.int64, MAX_SEATS),
    won=(np.int64, MAX_SEATS),  # 0/1
    winners=np.int64,
    leader=np.int64,  # sole leader last, -1 before anybody was
    lead_changes=np.int64,
    leaders=np.int64,  # seats with the best score, a bit for each
    led_since=np.int64,  # round from which on these led, and nobody else
    seat=(SEAT, MAX_SEATS),
    now=(NOW, MAX_SEATS),
    turn=np.int64,  # round, from 1
    lead=np.int64,
    stack=(np.int64, STACK),  # of the lead
    drawn=np.int64,  # icon of this round
    left=(np.int64, ICONS),  # by icon: tiles not drawn yet, the removed one among them
    heap=(np.int64, MAX_FOOTPRINTS),  # scratch: tiles while they are dealt
    centre=(np.int64, BLACK),  # the centre stack, top first, from place `top` on and round again
    centres=np.int64,
    top=np.int64,
    in_centre=(np.int64, ICONS),  # by icon: tiles in the centre stack, those of this round when all clues are laid
    centre_start=np.int64,  # the centre stack before round 1, packed, top lowest
    footprint_pile=(np.int64, MAX_FOOTPRINTS),
    deck=(np.int64, (TYPES, OF_A_TYPE)),
    first=(np.int64, TYPES),  # cost revealed at the start, NONE if none
    second=(np.int64, TYPES),  # cost revealed in the preparation, NONE if none
    in_force=np.int64,  # set of revealed costs
    taken=(np.int64, TYPES),  # fairies placed, by all
    secrets=np.int64,  # secret tiles taken
    claims=(np.int64, EXPERTS),  # expert tiles taken
    queue=(np.int64, MAX_SEATS),  # seats in the order of being served
    wants=(np.int64, MAX_SEATS),  # 0/1: swaps
    # What a seat may place
    legal=(np.int64, TYPES),  # by type: set of places in `edge`
    payer=(np.int64, (TYPES, MAX_EDGE)),  # the cost tile that pays it there, or in whose place that stands
    run=(np.int64, ICONS),  # scratch: icons of a line
    named=(np.int64, ICONS),  # scratch
    # What a seat sees when it weighs cells
    scarce_at=(np.int64, MULTISETS),  # when `scarce` was worked out: it is good for one draw
    scarce=(np.int64, MULTISETS),  # set of the costs that ask for an icon more often than it may still come
    fitting_at=(np.int64, MULTISETS),  # the same for `fitting`
    fitting=(np.int64, (MULTISETS, ENOUGH + 1)),  # by number of tiles: set of the costs that so many of those left help
    draws=np.int64,  # numbers the draws of all games: what `scarce_at` is compared with
    edge_kept=(np.int64, MAX_EDGE),  # legal cells before a clue tile is laid on trial
    alone=(np.float64, MAX_EDGE),  # by these: what the area is worth without a thought of the next tile
    to_come=np.int64,  # clue tiles, beside the one that is weighed
    chain=np.float64,  # late in the game: the chance that a secret tile, if it came, could be placed
    windows=np.int64,
    window_missing=(np.int64, MAX_WINDOWS),
    window_costs=(np.int64, (MAX_WINDOWS, CLASSES)),  # set of the costs it may pay, by how surely its tiles come
    by_class=(np.int64, CLASSES),  # scratch: the same of one line
    window_stops=(np.int64, MAX_WINDOWS),  # set of places in `edge`: a tile there and it is another line, or none
    window_sides=(np.int64, MAX_WINDOWS),  # set of places in `edge` beside it
    window_rooms=(np.int64, MAX_WINDOWS),  # empty cells beside it
    once=(np.int64, LEVELS),  # by rank: set of the costs with a line so near
    twice=(np.int64, LEVELS),  # set of the costs with two
    roomful=np.int64,  # 0/1: empty cells beside lines count
    roomy=(np.int64, (LEVELS, 3)),  # set of the costs with a line so near and 2, 3, 4 empty cells beside it
    once_kept=(np.int64, LEVELS),
    twice_kept=(np.int64, LEVELS),
    roomy_kept=(np.int64, (LEVELS, 3)),
    useful_rank=np.int64,  # scratch: the last rank of which one more line makes a difference
    helps=(np.int64, LEVELS),  # set of the costs for which one more line so near makes a difference
    term=(np.float64, TYPES),  # what the lines for a type are worth
    hoped=(np.float64, TYPES),  # scratch: the same before a fairy is placed
    crossings=np.int64,  # lines through a cell
    crossing_number=(np.int64, MAX_CROSSINGS),  # their other tiles
    crossing_cells=(np.int64, MAX_CROSSINGS),
    crossing_missing=(np.int64, MAX_CROSSINGS),
    crossing_rooms=(np.int64, MAX_CROSSINGS),
    crossing_costs=(np.int64, MAX_CROSSINGS),  # set of the costs that it may pay and help with
    worth=(np.float64, TYPES),  # what a type is worth to the seat now
    value=(np.float64, (MAX_SEATS, ICONS, MAX_EDGE)),  # by seat: what its area is worth with an icon on a legal cell
    logs_turns=np.int64,  # not 0: card events are wanted
    met=(MET, (MAX_SEATS, MAX_CARDS)),
    choices=choices_record(MAX_SEATS, MAX_CARDS, MOST_OPTIONS),  # of the costs that could be paid
)
