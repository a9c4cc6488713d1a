"""Fairy School at the table: what is fixed during a run (TABLE) and what changes during a game (STATE).

Small cards, final projects and creatures are numbers: their place among those of their kind in the card
table; a small card that stands in another's place has the number after all of them. A pile holds such numbers,
one for every copy; its top is the last one. Elements are numbers too, and
five of them in a row are earth, plants, fire, water, air.
"""

from __future__ import annotations

from enum import IntEnum
from math import comb

import numpy as np

from balance.engine.kernels.choices import choices_record
from balance.engine.kernels.decision_record import decisions_record
from balance.engine.kernels.events import Events
from balance.engine.kernels.fields import kept
from balance.engine.kernels.kernel import record
from balance.engine.kernels.lineup import LINEUP, MAX_STYLES, STAND_IN
from balance.engine.kernels.other_luck import luck_record

MAX_SEATS = 6
ELEMENTS = 5
EARTH, PLANTS, FIRE, WATER, AIR = range(ELEMENTS)
COLUMNS = 5
SLOTS = 2 * COLUMNS  # of a forest: slot 0..4 is the top row, 5..9 the bottom row
FREE_COLUMN = 2
CORNERS = (0, SLOTS - 1)  # the study slots: top left, bottom right (2.4)
NO_CARD = -1
NO_COLUMN = -1

MAX_ONGOING = 3  # projects (FS-28)
DEALT = 4  # projects to draft (FS-27)
MAX_HAND = 5  # cards in a draft hand: starting cards at 2 players (FS-24)
START_CARDS = 12
START_SETS = 4
LETTERS = 5
PLAYED = 2  # columns a turn, at most
CREATURES = 12
PAIRS = 6
TRIMESTERS = 3
MAX_STEPS = 5

# Limits of settings and of the card table
MOST_TURNS = 10  # of a trimester
MOST_FINAL_TURNS = 30
MOST_CUBES = 100
MAX_CARDS = 320  # kinds of small cards
MAX_FINALS = 40  # kinds, and copies
MAX_DECK = 160  # copies in a trimester deck, and starting cards to draft
NUMBERS = MAX_CARDS + MAX_FINALS + 1  # of small cards and final projects; the last is that of a stand-in
MAX_LINES = 2 * MAX_CARDS
MAX_ALTERNATIVES = 6  # of a line
ALL_ALTERNATIVES = MAX_LINES * 2
MOST_TIMES = 6  # repetitions of a line
MOST_ELEMENTS = 12  # of a kind in one term of an effect
MOST_COST = 40  # of a kind in a cost
MOST_DRAWN = 10  # cards of one effect
PILE = 64  # cards a player can own: 17, three a trimester, one idle pick a turn
MAX_REACH = 12 + PILE  # cards one can activate in a turn

assert 12 + MAX_HAND + TRIMESTERS * (MAX_ONGOING + MOST_TURNS) <= PILE

# Kinds of cards, as in the log
START, INITIAL, PROJECT, FINAL = 0, 1, 2, 3

# Specials (5.2)
NONE, TAKE, DRAW, REACT, TRASH, STUDY = range(6)

# Setups (FS-18 to FS-22), in the order of the variants
ADVANCED, INITIATION, EXPERT = 0, 1, 2

# Where a shared card lies: before its owner, or before a neighbour (FS-85)
HERE, TO_RIGHT, TO_LEFT = 0, 1, 2

# How a game ended
FINISHED, CAPPED = 0, 1

# Components of the score, in the order of the log
KINDNESS, PROJECTS, STEPS, STUDIES, RESOURCES = range(5)
PARTS = 5

# Streams of chance: 0 is the seat draw
TRIMESTER_STREAM = 1  # + trimester
INITIAL_STREAM = 4  # starting cards S, the predefined decks included
SET_STREAM = 5  # which starting set
FINAL_STREAM = 6
ORDER_STREAM = 7  # who chooses first, when equal
PILE_STREAM = 8  # + seat: shuffling the own cards
STREAMS = PILE_STREAM + MAX_SEATS


class Point(IntEnum):
    """The decisions of section 4.1, D1 to D12; D7 and D8 have a point for each of their parts. D13 asks for no luck."""

    INITIAL = 0
    LAYOUT = 1
    PROJECT = 2
    KEPT = 3
    COMMON = 4
    SLOTS = 5
    COLUMNS = 6
    ACTIVATION = 7
    TIMES = 8
    OUTCOME = 9
    COUNT = 10
    TAKEN = 11
    SPARES = 12
    REMOVED = 13
    STUDY = 14
    AGAIN = 15
    CORNER = 16
    REALIZATION = 17
    FINAL = 18
    ELEMENT = 19
    ORDER = 20


POINTS = len(Point)


class Verb(IntEnum):
    """What an option does; of what, or how often, says its target."""

    TAKE = 0  # a card: target is its place in the hand, the offer or the discard pile
    LAY_OUT = 1  # two cards: target as in ``layout_of``
    KEEP = 2  # a set of cards: target is the set
    PLACE = 3  # a card: target is the slot
    PLAY = 4  # columns: target is their set, or the one that comes first
    ACTIVATE = 5  # a card: target is its place in reach * 2 + line
    DO = 6  # target is how often or how many, an alternative of the line, an element
    REMOVE = 7  # a card: target is its slot
    STUDY = 8  # target is the creature
    REALIZE = 9  # a project, or a step: target is its place among the ongoing ones, or STEP
    STOP = 10  # nothing (more) of it


STEP = MAX_ONGOING  # after the places of the ongoing projects

MOST_OPTIONS = comb(MOST_DRAWN, MOST_DRAWN // 2)  # of a decision: sets of cards drawn by an effect
assert max(2 * MAX_REACH + 1, comb(MAX_HAND, 2) * COLUMNS * (COLUMNS - 1)) <= MOST_OPTIONS
MOST_DECISIONS = 8192  # of a game, for scripts and traces: some hundreds of a seat
EACH = 8  # options of a decision, on average of a game, at most


class Event(IntEnum):
    """What happens to a card of a seat, as in the log."""

    SEEN = 0
    OWNED = 1
    SEEN_DRAFT = 2
    PICKED = 3
    KEPT_ONGOING = 4
    DROPPED = 5
    IDLE_TAKEN = 6
    REALIZED = 7
    DRAWN = 8
    PLACED_TOP = 9
    PLACED_BOTTOM = 10
    PLAYED_SHARED = 11
    PLAYED_PERSONAL = 12
    TAKEN_BACK = 13
    ACT_OWNER = 14
    ACT_OTHERS = 15
    REACTIVATED = 16
    LINE1 = 17
    LINE2 = 18
    CORNER_DISCARDED = 19
    REMOVED = 20
    KEPT = 21
    OFFERED = 22
    CHOSEN = 23
    STEPS_DONE = 24


EVENT_BITS = 12
EVENTS = Events(Event, EVENT_BITS)


class Said(IntEnum):
    """What happens in phase 3, with three numbers: the seat whose turn it is and two more. It is told of a game."""

    LINE_1 = 0  # it activates a line of a card: whose card, which
    LINE_2 = 1
    AGAIN_1 = 2  # the same, as a re-activation
    AGAIN_2 = 3
    SPENDS = 4  # what that asks for: element, how many
    GAINS = 5  # what that gives: element, how many
    TAKES = 6  # a card comes back from the discard pile
    PLACES = 7  # a card is drawn and placed
    REMOVES = 8  # a card leaves the game
    STUDIES = 9  # a creature


MOST_HAPPENINGS = 1 << 16  # of a game

ALTERNATIVE = record(
    gain=(np.int64, ELEMENTS),
    free=np.int64,  # elements of one's choice (N)
    gains=np.int64,  # elements in all
    special=np.int64,  # NONE, TAKE, DRAW, REACT, TRASH, STUDY
    number=np.int64,  # TAKE: cards at most; DRAW: cards drawn
    placed=np.int64,  # DRAW: of these, cards placed
)

LINE = record(
    cost=(np.int64, ELEMENTS),
    costs=np.int64,  # elements in all, 0: a gain
    times=np.int64,  # repetitions, at most
    always=np.int64,  # 0/1: costs nothing and gives an element whatever is chosen: possible at any time (FS-42)
    first=np.int64,  # its alternatives are alternative[first] .. alternative[first + alternatives - 1]
    alternatives=np.int64,
)

CARD = record(
    kind=np.int64,  # START, INITIAL, PROJECT
    trimester=np.int64,  # of a project, from 0; else -1
    creature=np.int64,
    points=np.int64,
    cost=(np.int64, ELEMENTS),  # of a project
    first=np.int64,  # its lines are line[first] .. line[first + lines - 1]
    lines=np.int64,
    reacts=np.int64,  # 0/1: a line re-activates, so that the card cannot be re-activated (FS-61)
)

FINAL_CARD = record(
    points=np.int64,  # of a step
    cost=(np.int64, (MAX_STEPS, ELEMENTS)),
)

CREATURE = record(
    partner=np.int64,  # the other creature of its pair
    bonus=np.int64,  # an element, or ELEMENTS: one's choice
    points=np.int64,
)

GLANCE = record(
    # What elements count when a card is looked at: as in a style.
    need=np.float64,
    spare=np.float64,
    paid=np.float64,
    air_short=np.float64,
)

STYLE = record(
    slip=np.float64,  # chance to choose at random, decision by decision
    sweep=np.float64,  # 1: with all its steps done it spends what is left
    reach=np.float64,  # EE on top of its stock that it counts on for final steps
    insight=np.float64,  # 1: it looks at cards by its own weights, and expects of others what it would do
    glance=GLANCE,
    worth=(np.float64, NUMBERS),  # EE an activation of the card brings on average
    need=np.float64,  # the weights of section 4.2
    spare=np.float64,
    paid=np.float64,
    cards_in=np.float64,
    kind_in=np.float64,
    kind_out=np.float64,
    kind_out_leader=np.float64,
    kind_out_rival=np.float64,
    cube_reserve=np.float64,
    stock_reserve=np.float64,
    patience=np.float64,
    study_now=np.float64,
    study_setup=np.float64,
    study_next=np.float64,
    study_keep=np.float64,
    study_rare=np.float64,
    pair=np.float64,
    thin=np.float64,
    lose_good=np.float64,
    proj_points=np.float64,
    proj_engine=np.float64,
    proj_cost=np.float64,
    proj_short=np.float64,
    air_short=np.float64,
    step=np.float64,
    race=np.float64,
    deny=np.float64,
)

TABLE = record(
    seed=np.int64,
    players=np.int64,
    lineup=LINEUP,
    luck=luck_record(STREAMS),
    order=(np.int64, MAX_SEATS),  # in which seats are gone through within a phase: it changes nothing (FS-79)
    setup=np.int64,  # ADVANCED, INITIATION, EXPERT
    insensitive=np.int64,  # 0/1 (FS-85)
    per_turn=np.int64,  # 0/1: shared cards change sides by turn, not by card (FS-86)
    trimesters=np.int64,  # before the final one: 3, in the short game 2
    turns=np.int64,  # of a trimester
    steps=np.int64,  # of a final project
    cubes=np.int64,  # of a seat
    passing=(np.int64, TRIMESTERS),  # by trimester: a hand goes from seat i to seat i + passing
    must_play_two=np.int64,  # 0/1 (FS-35)
    bonus_at_zero=np.int64,  # 0/1 (FS-67)
    final_turns=np.int64,  # at most (FS-71)
    start=(np.int64, ELEMENTS),
    cards=np.int64,  # kinds of small cards; in the log final project i is card cards + i
    finals=np.int64,  # kinds of final projects; a stand-in is card cards + finals, in the log and everywhere
    stand_in=STAND_IN,
    card=(CARD, NUMBERS),
    line=(LINE, MAX_LINES + 2),  # and those of a stand-in
    alternative=(ALTERNATIVE, ALL_ALTERNATIVES + 2 * MAX_ALTERNATIVES),
    start_set=(np.int64, (START_SETS, START_CARDS)),
    initials=np.int64,  # starting cards in the S deck: the lettered ones only where they are drafted
    initial=(np.int64, MAX_DECK),  # before shuffling
    letters=np.int64,  # predefined decks there are
    letter=(np.int64, LETTERS),  # which: A is 0
    letter_top=(np.int64, (LETTERS, PLAYED)),  # by predefined deck: the two cards that begin in the forest,
    letter_column=(np.int64, (LETTERS, PLAYED)),  # where,
    letter_discard=(np.int64, (LETTERS, 2)),  # the two that begin in the discard pile,
    letter_project=(np.int64, (LETTERS, MAX_ONGOING)),  # and, in the initiation game, its projects
    deck_cards=(np.int64, TRIMESTERS),  # cards of a trimester's deck
    deck=(np.int64, (TRIMESTERS, MAX_DECK)),  # before shuffling
    final=(FINAL_CARD, MAX_FINALS),
    final_cards=np.int64,  # final projects of this length
    final_deck=(np.int64, MAX_FINALS),  # before shuffling
    creature=(CREATURE, CREATURES),
    price=(np.float64, ELEMENTS),  # what an element is worth, in EE
    hint=(np.float64, 6),  # by special: what it is worth at a glance, in EE
    makes=(np.float64, (NUMBERS, ELEMENTS)),  # elements an activation of the card brings on average
    final_cost=(np.float64, ELEMENTS),  # of an average final project
    style=(STYLE, MAX_STYLES),
)

SEAT_LOG = {
    "points": (np.int32, PARTS),
    "letter": np.int8,  # predefined deck, -1: none
    "finisher": np.int8,  # 0/1: all steps done before the last spending
    "finished": np.int8,  # 0/1: all steps done, last spending included
    "realized": np.int8,  # projects, so far
    "removed_projects": np.int8,
    "steps": np.int8,  # of its final project, realized
    "bonuses": np.int8,
    "idle_picks": np.int8,
}
"""What is kept of a seat's game as it is logged."""

SEAT = record(
    **kept(SEAT_LOG),
    stock=(np.int64, ELEMENTS),
    target=(np.int64, ELEMENTS),  # what its ongoing projects and its next steps cost in all
    cubes=np.int64,  # in supply
    kindness=np.int64,  # cubes received for good
    piled=np.int64,
    pile=(np.int64, PILE),  # draw pile
    discarded=np.int64,
    discard=(np.int64, PILE),
    forest=(np.int64, SLOTS),  # cards, NO_CARD where there is none
    held=np.int64,
    known=np.int64,  # cards on top of the draw pile that were put there before all eyes
    hand=(np.int64, SLOTS),  # cards drawn to be placed
    named=np.int64,  # of these, the first ones that everybody can name
    slot=(np.int64, SLOTS),  # where each of them goes
    plan=(np.int64, SLOTS),  # where its style wants them to go
    planned=np.int64,  # 0/1: there is such a plan this turn
    astray=np.int64,  # 0/1: a card was placed otherwise than planned
    column=(np.int64, PLAYED),  # columns played this turn, in this order
    sharing=np.int64,
    shared=(np.int64, PLAYED),  # cards in the shared area
    lies=(np.int64, PLAYED),  # where each of them lies: HERE, TO_RIGHT, TO_LEFT
    side=np.int64,  # where the next one goes (FS-86)
    weighed=np.int64,  # 0/1: `own` and `wish` are those of the cards in the forest
    own=(np.float64, SLOTS),  # by slot: EE the card would bring its owner now
    wish=(np.float64, SLOTS),  # by slot: EE the cubes are worth that it would bring when shared
    personals=np.int64,
    personal=(np.int64, PILE),  # cards in the personal area
    projects=np.int64,
    ongoing=(np.int64, MAX_ONGOING),
    final=np.int64,  # final project, NO_CARD before it is chosen
    studied=np.int64,  # set of creatures
    shown=(np.int64, CREATURES),  # how many of its cards show each creature, when these were last counted
    start_set=np.int64,
    initials=np.int64,
    initial=(np.int64, MAX_HAND),  # its starting cards S
)

TURN_LOG = {
    "studies": np.int64,  # creatures studied by effects, from 1, 4 bits each, the first lowest
    "bonuses": np.int32,  # bonus elements, from 1, 3 bits each
    "gain": (np.int16, ELEMENTS),
    "spend": (np.int16, ELEMENTS),
    "conv": (np.int16, ELEMENTS),
    "top": (np.int16, PLAYED),  # cards played from the columns
    "bottom": (np.int16, PLAYED),
    "corner": (np.int16, 2),  # cards discarded from the study slots, top and bottom
    "idle_pick": np.int16,
    "drawn": np.int8,
    "reshuffles": np.int8,
    "corner_discards": np.int8,
    "studied_corner": np.int8,  # creature, -1: none
    "steps_now": np.int8,
    "leader_bonus": np.int8,  # element, -1: none
}
"""What is kept of a seat's turn as it is logged."""

NOW = record(
    # What a seat has done this turn.
    **kept(TURN_LOG),
    act_own=np.int64,
    act_left=np.int64,
    act_right=np.int64,
    react=np.int64,
    taken=np.int64,
    placed=np.int64,
    removed=np.int64,
    kind_from=(np.int64, MAX_SEATS),  # cubes received, by giver
    conv3=np.int64,
    conv4=np.int64,
    conv6=np.int64,
    jokers=np.int64,
    realizing=np.int64,
    realized=(np.int64, MAX_ONGOING),
)

REACHABLE = record(
    # A card that the seat whose turn it is to activate may activate.
    card=np.int64,
    owner=np.int64,
    lies=np.int64,
    done=np.int64,  # 0/1: activated by this seat
)

MET = record(
    met_turn=np.int64,  # the turn in which the seat first met the card, 0: never; before the first turn counts as 1
    first_turn=np.int64,  # first played
    realized_turn=np.int64,
    **EVENTS.fields,
)

STATE = record(
    stream=(np.uint64, STREAMS),
    decision=decisions_record(MAX_SEATS, POINTS, MOST_OPTIONS, MOST_DECISIONS, EACH, MOST_HAPPENINGS),
    game_no=np.int64,
    trouble=np.int64,  # of decisions: nothing else here can go wrong
    style=(np.int64, MAX_SEATS),  # by seat
    stand_in_for=np.int64,  # the seat that has another card than the others; NOBODY: none has
    score=(np.int64, MAX_SEATS),  # as it stands
    ranking=(np.int64, MAX_SEATS),
    won=(np.int64, MAX_SEATS),  # 0/1
    winners=np.int64,
    leader=np.int64,  # sole leader last, -1 before anybody was
    lead_changes=np.int64,
    leaders=np.int64,  # seats with the best score, a bit for each
    led_since=np.int64,  # turn from which on these led, and nobody else
    seat=(SEAT, MAX_SEATS),
    order=(np.int64, MAX_SEATS),  # in which they are asked, where all decide at the same time
    first=np.int64,  # the seat that was moved to its front, or NOBODY_FIRST
    kept=(np.int64, MAX_SEATS),  # by seat: the set of cards that it keeps of its pool
    now=(NOW, MAX_SEATS),
    turn=np.int64,  # from 1
    stage=np.int64,  # trimester, from 0; the final one is number t.trimesters
    final_turn=np.int64,  # turns of the final trimester, this one included
    finishers=np.int64,  # seats that had all steps before the last spending
    ending=np.int64,  # FINISHED, CAPPED
    deck=(np.int64, (TRIMESTERS, MAX_DECK)),
    dealt=(np.int64, TRIMESTERS),  # cards dealt from each
    draft=(np.int64, (MAX_SEATS, MAX_HAND)),  # hands of a draft, by the seat that holds them
    drafting=np.int64,  # cards in each
    picks=np.int64,  # cards put aside by every seat
    aside=(np.int64, (MAX_SEATS, MAX_ONGOING + MAX_HAND)),  # by seat; then its unfinished projects, to keep or drop
    pool=np.int64,  # of these, cards of the seat that is keeping three
    common=np.int64,
    common_discard=(np.int64, TRIMESTERS * MAX_DECK),
    final_pile=(np.int64, MAX_FINALS),
    offered=np.int64,
    offer=(np.int64, MAX_FINALS),  # final projects, or projects to pick from
    queue=(np.int64, MAX_SEATS),  # seats in the order of choosing (FS-32)
    reached=np.int64,
    reachable=(REACHABLE, MAX_REACH),
    steps_before=(np.int64, MAX_SEATS),  # steps of every seat when phase 6 began
    bill=(np.int64, ELEMENTS),  # scratch: a cost being put together
    after=(np.int64, ELEMENTS),  # scratch: a stock that might be
    paid=NOW,  # scratch: a payment that might be
    spare_cubes=np.int64,  # scratch: cubes there would be for a re-activation
    best_of=(np.float64, MAX_SEATS),  # scratch: what the best card in reach is worth, by its owner
    total=(np.float64, MOST_TIMES),  # scratch: what the line just weighed is worth, done once, twice ...
    each=(np.float64, MAX_ONGOING + MAX_HAND),  # scratch: what the cards of a pool are worth
    own=(np.float64, SLOTS),  # scratch: what a card in hand would bring its owner
    wish=(np.float64, SLOTS),  # scratch: what its cubes would be worth
    column_worth=(np.float64, COLUMNS),  # scratch: what the cards that lie there would bring, played
    study=(np.float64, SLOTS),  # scratch: what the chance to study its creature is worth
    alone=(np.float64, SLOTS),  # scratch: how gladly a card in hand is played by itself
    both=(np.float64, SLOTS),  # scratch: how gladly it is shared
    fits=(np.float64, SLOTS),  # scratch: how well a card in hand fits a slot
    by_both=(np.int64, SLOTS),  # scratch: cards in hand, those first that are best to share
    by_own=(np.int64, SLOTS),  # scratch: cards in hand, those first that are best to keep private
    choice=(np.int64, MAX_DECK),  # scratch: options, or an order
    shuffled=(np.int64, MAX_DECK),  # scratch: a deck being shuffled
    heap=(np.int64, MAX_DECK),  # scratch: cards that are redealt
    logs_turns=np.int64,  # not 0: card events are wanted
    met=(MET, (MAX_SEATS, NUMBERS)),
    choices=choices_record(MAX_SEATS, NUMBERS, MAX_FINALS),  # of a draft hand or an offer
)
