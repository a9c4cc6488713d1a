"""Heroes at the table: what is fixed during a run (TABLE) and what changes during a game (STATE).

Heroes, adversaries, missions and tiles are numbers: their place among the cards of their kind in the
card table. A deck or a hand holds such numbers, one for every copy.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import accumulate

import numpy as np

from balance.engine.kernels.choices import choices_record
from balance.engine.kernels.decision_record import decisions_record
from balance.engine.kernels.events import Events
from balance.engine.kernels.fields import kept
from balance.engine.kernels.kernel import record
from balance.engine.kernels.lineup import LINEUP, MAX_STYLES
from balance.engine.kernels.other_luck import luck_record

MAX_SEATS = 4
ROUNDS = 3
HAND = 5  # heroes dealt to a seat each round (HF-12)
HEROES_PER_SEAT = ROUNDS * HAND
PAIR = 2  # so many seats swap their hands: each knows what comes back (HF-17)
PICKS = 4  # heroes a seat recruits each round (HF-15)
DISCARDS = 3  # heroes a seat discards each round (HF-92)
LINEUPS = tuple(PICKS + stage for stage in range(ROUNDS))
"""Heroes in the line-up of each round: one more stays each time (HF-92)."""
LONGEST = max(LINEUPS)  # HF-11
ROW = 3  # adversaries face up (HF-4)
ENDS = tuple(accumulate(PICKS + heroes + 1 for heroes in LINEUPS))
"""Rows of a seat by the end of each round: picks, an adventure step per hero, a return."""
TURNS = ENDS[-1]

# Limits of the card table, copies counted
MAX_HEROES = 240
MAX_ADVERSARIES = 120
MAX_MISSIONS = 60
MAX_TILES = 60
MAX_CARDS = MAX_HEROES + MAX_ADVERSARIES + MAX_MISSIONS + MAX_TILES
MAX_COLLECTIONS = 16  # adversaries with a set, copies counted: their best use is found by trying (HF-106)
MAX_OPTIONS = 6  # of an action
MAX_STEPS = 6  # of an option
MAX_SPACES = 8  # of a mission
MAX_SLOTS = 8  # generic slots of a hero
ALL_OPTIONS = MAX_OPTIONS * (MAX_HEROES + MAX_TILES)
MAX_PRESTIGE = MAX_SLOTS * LONGEST  # prestige slots of a line-up

# Energies (HF-20), then the plain slots and the first prestige slot, where a slot is a number
ENERGIES = 0, 1, 2  # lightning, fire, ice
PLAIN_SLOT, PRESTIGE_SLOT = 3, 4
UNTYPED = 3  # damage is four numbers: L, F, I, untyped

COLORS = 4  # brown, green, blue, red
RANKS = 3  # B, A, S
DICE = 3  # green, yellow, red: bits 1, 2, 4 of a set of dice
DICE_SETS = 8
FACES = 6

# Steps (5.2)
NONE, MISSION, TILE, FIGHT, HEAL, SHINE, GIFT, ROLL, HIT, HITROLL = range(10)

# Sets and icons of tiles (HF-71 to HF-73)
IMMEDIATE, ACTIVATION, INTERACTION = 0, 1, 2
ICON_FIGHT, ICON_SHINE, ICON_TILE = 1, 2, 4  # bits of a hero's printed icons

# Conditions of adversaries (HF-101 to HF-106)
WITHOUT, SET, MOST, STRONGEST, COUNT, EACH, EACH_TILE = range(7)

# Settings
FLEXIBLE, ON_DRAW = 0, 1
EXCLUSIVE, SHARED = 0, 1

# Components of the score, in the order of the log; the first five are booked on the track
POINTS_SHINE, POINTS_TILE, POINTS_GIFT, POINTS_MISSION, POINTS_SLOTS = range(5)
BASE, COLLECTION, MAJORITY, STRENGTH, NUMBER, COLOR, CONSTELLATION = range(7)  # of the adversaries held
TRACK_PARTS, ADVERSARY_PARTS = 5, 7

LEFT, RIGHT, ONLY = 0, 1, 2  # where a hero was placed
USED, OWN, OPPONENT, KEPT = 0, 1, 2, 3  # what became of a tile drawn

# Streams of chance: 0 is the seat draw
AGE_STREAM = 1
HERO_STREAM = 2
ADVERSARY_STREAM = 3
TILE_STREAM = 4
MISSION_STREAM = 5  # + rank
DIE_STREAM = 8  # + die
STREAMS = DIE_STREAM + DICE


class Point(IntEnum):
    """The decisions of section 4, D1 to D13."""

    HERO = 0
    SIDE = 1
    RESERVE = 2
    OPTION = 3
    COUNT = 4
    DICE = 5
    SLOT = 6
    SPOILS = 7
    MISSION = 8
    PLACE = 9
    HEALING = 10
    OPPONENT = 11
    DISCARDS = 12


POINTS = len(Point)


class Verb(IntEnum):
    """What an option does."""

    DO = 0
    LEAVE = 1  # decline a mission, keep a tile


class Said(IntEnum):
    """What a person at the table hears."""

    DAMAGE = 0  # ``hit`` is about to be placed: seat
    FIGHT = 1  # is over: seat, whether it was won
    MISSION = 2  # is over: seat, its card, the points; 0: it failed
    TILE = 3  # is drawn: seat, tile
    SPOILS = 4  # are about to be taken: seat, mask of their places in the row
    DISCARDS = 5  # three heroes are about to leave: seat


MOST_OPTIONS = 128  # of a decision: slots of a line-up, places for a tile
MOST_DECISIONS = 1000  # of a game


class Event(IntEnum):
    """What happens to a card of any kind, for a seat."""

    SEEN = 0
    TAKEN = 1
    PLAYED = 2
    USED = 3
    USED_BY_OTHERS = 4
    KEPT = 5


class HeroEvent(IntEnum):
    """What happens to heroes."""

    DEALT = 0
    PASSED = 1
    LEFT_OVER = 2
    ACTIVATED = 3
    ACTIVATED_TILE = 4
    HELD_OVER = 5
    DISCARDED = 6


class AdversaryEvent(IntEnum):
    """What happens to adversaries."""

    REVEALED = 0


class MissionEvent(IntEnum):
    """What happens to missions."""

    VISIBLE = 0
    ACHIEVED_FIRST = 1
    FAILED = 2
    CYCLED = 3


class TileEvent(IntEnum):
    """What happens to tiles."""

    DRAWN = 0
    PLACED_OWN = 1
    PLACED_OPPONENT = 2
    RESOLVED = 3
    ACTIVATED_OWNER = 4
    ACTIVATED_PLACER = 5


COUNT_BITS, EVENT_BITS = 10, 9
COMMON_EVENTS = Events(Event, COUNT_BITS)
KIND_EVENTS = tuple(  # of the kinds below; they share the field
    Events(codes, EVENT_BITS, "events") for codes in (HeroEvent, AdversaryEvent, MissionEvent, TileEvent)
)
HERO, ADVERSARY, MISSION_CARD, TILE_CARD = 0, 1, 2, 3  # kinds of cards, as in the log

STEP = record(
    op=np.int64,
    n=np.int64,  # fight, heal (-1: all), shine, gift
    added=np.int64,  # fight with a die: its bit, else 0
    dice=np.int64,  # roll, hitroll: the set of dice
    hit=(np.int64, 4),  # hit: L, F, I, untyped
)

OPTION = record(
    first=np.int64,  # its steps are step[first] .. step[first + steps - 1]
    steps=np.int64,
)

HERO_CARD = record(
    strength=np.int64,
    left=(np.int64, 3),  # by energy: mask of the positions of the left edge that show it
    right=(np.int64, 3),
    halves_left=np.int64,  # half-icons on the left edge
    halves_right=np.int64,
    plain=np.int64,  # plain slots
    prestige=np.int64,  # prestige slots
    value=(np.int64, MAX_SLOTS),  # of each prestige slot
    icons=np.int64,  # icons of the printed action, ICON_ bits
    heals=np.int64,  # counters the best healing option heals, 0: none heals
    hurts=np.int64,  # 1 when an option fights or goes on a mission
    damage=np.float64,  # counters that its action brings, about, less those it heals
    options=np.int64,
    option=(np.int64, MAX_OPTIONS),
)

ADVERSARY_CARD = record(
    color=np.int64,
    points=np.int64,
    head=np.int64,  # its condition, WITHOUT for a plain card
    bonus=np.int64,
    number=np.int64,  # COUNT: how many; MOST and EACH: the colour
    need=(np.int64, COLORS),  # SET: how often each colour is pictured
)

MISSION_ROW = record(
    rank=np.int64,
    spaces=np.int64,
    point=(np.int64, MAX_SPACES),
    hit=(np.int64, 4),  # fixed wounds: L, F, I, untyped
    dice=np.int64,  # set of dice
    have=np.int64,  # adversaries one must hold
)

TILE_ROW = record(
    kind=np.int64,  # IMMEDIATE, ACTIVATION, INTERACTION
    icon=np.int64,  # interaction: the ICON_ bit it needs
    heals=np.int64,  # counters the best healing option heals, 0: none heals
    options=np.int64,
    option=(np.int64, MAX_OPTIONS),
)

OUTCOME = record(
    p=np.float64,  # probability
    hit=(np.int64, 4),  # L, F, I, untyped
)

ROLLS = record(
    outcomes=np.int64,
    outcome=(OUTCOME, FACES**DICE),  # every different result of these dice
)

STYLE = record(
    slip=np.float64,  # chance to choose at random, decision by decision
    patience=np.float64,  # what a later place for a tile counts
    foresight=np.float64,  # what a bonus counts that is not earned yet
    fading=np.float64,  # what an action that takes a tile loses of that worth until the last round
    odds=np.float64,  # 1: bonuses that others contest count by the odds to earn them in the end
    hero=(np.float64, (MAX_HEROES, ROUNDS)),  # worth of a hero apart from its neighbours, by round
    act_hero=(np.float64, (MAX_HEROES, ROUNDS)),  # of this, the worth of its printed action
    act_tile=(np.float64, (MAX_TILES, ROUNDS)),  # worth of the action on a tile
    heals=(np.float64, (MAX_HEROES, ROUNDS)),  # of a hero's action, the worth of its healing: lost without counters
    heals_tile=(np.float64, (MAX_TILES, ROUNDS)),  # the same for a tile
    heal=np.float64,  # the weights of section 4.1, as far as they are not in the worths above
    icons=np.float64,
    open=np.float64,
    late_heal=np.float64,
    short=np.float64,
    deny=np.float64,
    returns=np.float64,
    adv=np.float64,
    mis=np.float64,
    pts=np.float64,
    pslot=np.float64,
    wounds=np.float64,
    scarce=np.float64,
    healed=np.float64,
    tiles=np.float64,
    hurt=np.float64,
    gift=np.float64,
    deny_adv=np.float64,
)

TABLE = record(
    seed=np.int64,
    players=np.int64,
    lineup=LINEUP,
    luck=luck_record(STREAMS),
    allow_decline=np.int64,  # 0/1 (HF-45)
    tile_timing=np.int64,  # HF-74
    discard_last=np.int64,  # 0/1 (HF-93)
    collection_mode=np.int64,  # HF-106
    heroes=np.int64,  # kinds of heroes, as in the card table
    hero=(HERO_CARD, MAX_HEROES),
    hero_cards=np.int64,  # cards in the hero deck
    hero_deck=(np.int64, MAX_HEROES),  # before shuffling
    adversaries=np.int64,
    adversary_code=np.int64,  # its first card among all cards, as the log counts them: heroes begin at 0
    adversary=(ADVERSARY_CARD, MAX_ADVERSARIES),
    adversary_cards=np.int64,
    adversary_deck=(np.int64, MAX_ADVERSARIES),
    missions=np.int64,
    mission_code=np.int64,
    mission=(MISSION_ROW, MAX_MISSIONS),
    pile_cards=(np.int64, RANKS),  # cards in a mission pile, the start card included
    pile=(np.int64, (RANKS, MAX_MISSIONS)),  # before shuffling, the start card first
    tiles=np.int64,
    tile_code=np.int64,
    tile=(TILE_ROW, MAX_TILES),
    tile_cards=np.int64,
    tile_deck=(np.int64, MAX_TILES),  # before mixing
    step=(STEP, ALL_OPTIONS * MAX_STEPS),
    option=(OPTION, ALL_OPTIONS),
    face=(np.int64, (DICE, FACES, 4)),  # by die and face: L, F, I, untyped
    rolls=(ROLLS, DICE_SETS),  # by set of dice; the empty set has one outcome without damage
    need=(np.float64, 3),  # by energy: typed damage to expect, for choosing which slots to spare
    style=(STYLE, MAX_STYLES),
)

SLOTS = record(
    energy=(np.int64, 3),  # slots by energy (HF-22)
    plain=np.int64,
    prestige=np.int64,
    value=(np.int64, MAX_PRESTIGE),  # of the prestige slots, cheapest first
    free_energy=(np.int64, 3),
    free_plain=np.int64,
    free_prestige=np.int64,  # mask of prestige slots that are not covered
)

SEAT_LOG = {
    "points": (np.int32, TRACK_PARTS),  # on the track, by source
    "fights": (np.int16, ROW),  # against 1, 2 and 3 adversaries
    "losses": (np.int16, ROW),  # of these, lost
    "achieved": np.int16,  # missions
    "failed": np.int16,  # missions attempted and not achieved
    "drawn": np.int16,  # tiles
    "held": np.int8,  # adversaries
    "color": (np.int8, COLORS),  # of them, by colour
}
"""What is kept of a seat's game as it is logged."""

SEAT = record(
    **kept(SEAT_LOG),
    choice=np.int64,  # recruitment: the place in its hand of the hero it chose
    picked=np.int64,  # the hero it chose
    side=np.int64,  # LEFT, RIGHT, ONLY
    joined=np.int64,  # complete icons the pick gained
    heroes=np.int64,  # length of the line-up
    lineup=(np.int64, LONGEST),  # heroes from left to right
    tile=(np.int64, LONGEST),  # the tile on each of them, -1: none
    placer=(np.int64, LONGEST),  # the seat that put it there
    strength=np.int64,  # of the line-up
    slots=SLOTS,
    reserved=np.int64,  # tiles in reserve, in the order of drawing
    reserve=(np.int64, MAX_TILES),
    holds=(np.int64, MAX_ADVERSARIES),
    track=np.int64,  # Prestige
    adversary_points=np.int64,  # what its adversaries would pay now
    discard=(np.int64, DISCARDS),  # return: positions it gives up, ascending
    before=np.int64,  # track before this row
)

# What happened in a row, the last of each kind, as it is logged. A group counts when its first field is not BLANK,
# or as the one before it says.
ACT_LOG = {
    "tile_in_force": np.int16,
    "action": np.int16,
    "option": np.int8,
    "tiles_placed": np.int8,
    "gift_seat": np.int8,
}
FIGHT_LOG = {"k_offered": np.int8, "k": np.int8}
ROLL_LOG = {"dice": np.int8, "won": np.int8}
PRIZES_LOG = {"adv": (np.int16, ROW)}
OWN_DAMAGE_LOG = {"placed": np.int16, "free": (np.int8, 4), "dmg": (np.int16, 4)}  # L, F, I, generic
HIT_LOG = {
    "victim": np.int8,
    "victim_free": (np.int8, 4),
    "hit": (np.int16, 4),
    "hit_placed": np.int16,
    "victim_pslot": np.int32,
}
DECLINED_LOG = {"declined": np.int8}
MISSION_LOG = {"mission": np.int16, "failed": np.int8, "cycled": np.int8}
SUCCESS_LOG = {"space": np.int8, "mission_points": np.int32}
TILE_LOG = {"tile_drawn": np.int16, "tile_fate": np.int8, "tile_seat": np.int8, "tile_position": np.int8}
GIVEN_LOG = {"given": np.int32}
RETURN_LOG = {"prestige_slots": np.int32, "counters_removed": np.int16, "tiles_lost": np.int8}
GIVEN_UP_LOG = {"discard": (np.int16, DISCARDS)}
ROW_LOG = (
    *(ACT_LOG, FIGHT_LOG, ROLL_LOG, PRIZES_LOG, OWN_DAMAGE_LOG, HIT_LOG, DECLINED_LOG),
    *(MISSION_LOG, SUCCESS_LOG, TILE_LOG, GIVEN_LOG, RETURN_LOG, GIVEN_UP_LOG),
)

NOW = record(**kept(*ROW_LOG))

FRAME = record(
    # An option being performed; a tile that takes effect when drawn is performed on top of the option that drew it.
    option=np.int64,
    step=np.int64,  # the next one
    tile=np.int64,  # the tile it comes from, -1: printed on a hero
    drawn=np.int64,  # 1: an immediate tile, discarded afterwards
)

MET = record(
    met_turn=np.int64,  # the turn in which the seat first met the card, 0: never
    first_turn=np.int64,  # first played (adversary: taken)
    pick=np.int64,  # hero: the pick (1 to 4) in which it was first picked
    **COMMON_EVENTS.fields,
    **KIND_EVENTS[HERO].fields,  # those of its kind
    paid_base=np.int64,  # adversary: its own points, in the end
    paid_bonus=np.int64,  # adversary: points of its bonus, in the end
)

DRAFT = record(
    cards=np.int64,  # in the hand
    hand=(np.int64, HAND),
    wanted=(np.float64, HAND),  # what each hero of the hand is worth to the other
    heroes=np.int64,  # of the line-up as it is
    lineup=(np.int64, LONGEST),
)

STATE = record(
    stream=(np.uint64, STREAMS),
    decision=decisions_record(MAX_SEATS, POINTS, MOST_OPTIONS, MOST_DECISIONS),
    game_no=np.int64,
    trouble=np.int64,  # only where a script is against the rules
    style=(np.int64, MAX_SEATS),  # by seat
    score=(np.int64, MAX_SEATS),  # track and adversaries, as if the game ended now
    standing=(np.int64, MAX_SEATS),  # score and, where it is equal, adversaries held (HF-107)
    ranking=(np.int64, MAX_SEATS),
    won=(np.int64, MAX_SEATS),  # 0/1
    winners=np.int64,
    leader=np.int64,  # sole leader last, -1 before anybody was
    lead_changes=np.int64,
    leaders=np.int64,  # seats with the best score, a bit for each
    led_since=np.int64,  # turn from which on these led, and nobody else
    recount=np.int64,  # 1: somebody's adversaries, tiles or Strength have changed since their points were counted
    seat=(SEAT, MAX_SEATS),
    age=(np.int64, MAX_SEATS),  # seats, the youngest first (HF-7)
    stage=np.int64,  # round, from 0
    turn=np.int64,  # row of a seat, from 1
    position=np.int64,  # adventure: the hero whose turn it is, from 0
    starts=(np.int64, ROUNDS),  # starting seat of each round (HF-40)
    hero_deck=(np.int64, MAX_HEROES),
    dealt=np.int64,  # heroes dealt so far
    hand=(np.int64, (MAX_SEATS, HAND)),  # by the seat that got it first
    hand_size=np.int64,
    passes=np.int64,  # how often the hands have been passed this round
    adversary_deck=(np.int64, MAX_ADVERSARIES),
    revealed=np.int64,  # adversaries that have left the deck
    reveal_turn=(np.int64, MAX_ADVERSARIES),  # by place in the deck: when the adversary came into the row
    row=(np.int64, ROW),
    in_row=np.int64,
    pile=(np.int64, (RANKS, MAX_MISSIONS)),  # the available mission first
    tokens=(np.int64, RANKS),  # on the available mission: mask of seats (HF-64)
    covered=(np.int64, RANKS),  # its spaces that are covered
    shown=(np.int64, MAX_MISSIONS),  # how often each mission became available
    shown_turn=(np.int64, MAX_MISSIONS),  # when it first did
    cycled=np.int64,  # missions that went to the bottom of their pile
    known_below=(np.int64, RANKS),  # of these, how many lie at the bottom of each pile, as everybody saw
    supply=(np.int64, MAX_TILES),
    in_supply=np.int64,
    tile_discard=(np.int64, MAX_TILES),
    in_tile_discard=np.int64,
    renewed=np.int64,  # times the supply was made of the discards (HF-70)
    counters=np.int64,  # damage counters on the table
    most_counters=np.int64,
    frame=(FRAME, MAX_TILES + 1),  # the hero's option, and each immediate tile once: it is in no pile meanwhile
    frames=np.int64,
    now=(NOW, MAX_SEATS),
    hit=(np.int64, 4),  # the damage being placed: L, F, I, untyped
    worth=(np.float64, ROW),  # scratch: what each adversary of the row is worth to the seat that decides
    draft=(DRAFT, PAIR),  # scratch: how the draft of two may go on
    wanted=(np.float64, HAND),  # scratch: what each hero of the hand, or adversary of the row, is worth to others
    fight=(np.float64, DICE + 1),  # scratch: by number of adversaries, what fighting them is worth
    fight_dice=(np.float64, DICE_SETS),  # scratch: by set of dice, the added one apart, what rolling them is worth
    fight_weighed=np.int64,  # 1: both are those of the fight that is about to begin
    spare=SLOTS,  # scratch: slots as they would be after a part of an option
    cost=(np.float64, MAX_PRESTIGE + 1),  # scratch: points lost by covering the cheapest free prestige slots
    part=(np.int64, ADVERSARY_PARTS),  # scratch: what the adversaries of a seat pay, by component
    collection=(np.int64, MAX_COLLECTIONS),  # scratch: the collection cards of a seat
    paying=np.int64,  # scratch: mask of those that pay
    left=(np.int64, COLORS),  # scratch: colours not yet used for a set
    sets=(np.int64, MAX_COLLECTIONS),  # scratch: sets of the picture of each collection card
    covered_energy=(np.int64, 3),  # scratch: covered slots by energy
    pool=(np.int64, MAX_HEROES),  # scratch: hidden cards that are redealt
    logs_turns=np.int64,  # not 0: card events are wanted
    met=(MET, (MAX_SEATS, MAX_CARDS)),
    choices=choices_record(MAX_SEATS, MAX_CARDS, MOST_OPTIONS),  # of a hand, of the row, or of the missions
)
