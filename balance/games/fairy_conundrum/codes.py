"""The numbers that stand for words and limits of Fairy Conundrum, at the table and in its log."""

from __future__ import annotations

from enum import IntEnum

from balance.engine.kernels.events import Events

NOBODY = -1
MAX_SEATS = 4
STAGES = 3
MOMENTS = 10
MAX_TURNS = 200  # turn_cap may be set up to this

# Limits of the card table
MAX_CARDS = 400
CARD_ROWS = MAX_CARDS + 1  # one more may stand in the place of a card, for one player
MAX_ABILITIES = 800
MAX_STEPS = 1600
MAX_SELECTORS = 2400
MAX_CONDITIONS = 800
MAX_WORDS = 60  # words that filters look for in names
MAX_AVATARS = 16
MAX_CANVASES = 16
MAX_DECKS = 16

# Limits of a seat
MAX_DECK = 80  # FC-16
MIN_DECK = 40
MAX_RESERVE = 7  # FC-180
MAX_CANVAS = 12  # FC-18
MAX_TOKENS = 32  # at one time; one more is not made
AVATAR_PLACE = 0
DECK_PLACE = 1
CANVAS_PLACE = DECK_PLACE + MAX_DECK
TOKEN_PLACE = CANVAS_PLACE + MAX_CANVAS
PIECES_PER_SEAT = TOKEN_PLACE + MAX_TOKENS
MAX_PIECES = MAX_SEATS * PIECES_PER_SEAT
PIECE_BITS = 9  # of a number that names a piece and something else
MAX_HELD = 6  # abilities of a piece
MAX_MORPHEMES = 4  # of a piece (FC-150)
MORPHEMES = 12
VISIT_BITS = 8

# Limits of what happens between two decisions; what is more is dropped and flagged `cut`
MAX_EVENTS = 256
MAX_HEARD = 512
MAX_LABELS = 256
MAX_MODIFIERS = 192
MAX_OPTIONS = 2048  # of one decision
MAX_DECISIONS = 4096  # of one game that is told or directed
EACH = 24  # options that these have on average, at most
MAX_ANSWERS = 256

# Kinds of cards, and their bits in a selector
AVATAR, FAIRY, SHARD, SHELTER, TOKEN = range(5)
TRAP_KIND = 5  # of a selector only: face-down mesangettes
AVATAR_BIT, FAIRY_BIT, SHARD_BIT, SHELTER_BIT, TOKEN_BIT = (1 << kind for kind in range(5))
FAIRY_BITS = FAIRY_BIT | TOKEN_BIT

# Radiances (FC-12) and astralae (FC-13)
LIGHT, DARK, NEUTRAL = range(3)
A, B, C, D, E, F, K, L, M, N = range(10)
NO_LETTER = -1

# Zones (FC-1). UNDER: a part of a fusion, NOWHERE: a token that is not made
DECK, CANVAS, HAND, VALLEY, TRAPS, REST, FALLOW, MEMORY, PRISON, STORED, UNDER, NOWHERE = range(12)

HIDDEN = 1 << HAND | 1 << TRAPS | 1 << STORED | 1 << DECK  # bits of those of which the others see no face

# Moments of a turn (FC-29)
DESTINY, VOLATILITY, RENEWAL, GATHERING, NARRATION, CONSPIRACY, JOUST, MATURATION, DREAM, AWAKENING = range(10)

# Triggers of abilities (5.2)
ON_CALL, ACT, ALWAYS, ON_IN, ON_OUT, ON_LEAVE, ON_REAPED, ON_ENDVOL, AT, WHEN, TRAP = range(11)

# Sides of a selector or an event
OWN, FOE_SIDE, ANY = range(3)

# Events, the last three without a word of their own: a card left the valley unreaped, lost its last volatility
# label, a player's part of a moment begins
(
    EVENT_CALL, EVENT_SHARD, EVENT_PLACE, EVENT_JOUST, EVENT_HIT, EVENT_LIFE, EVENT_IN, EVENT_OUT, EVENT_REAPED,
    EVENT_ACT, EVENT_SET, EVENT_STAGE, EVENT_FREE, EVENT_LEFT, EVENT_ENDVOL, EVENT_MOMENT,
) = range(16)  # fmt: skip

# Operations (5.2), in the order of its table: OP_ and the word
(
    OP_DRAW, OP_CANVAS, OP_WISH, OP_SPARK, OP_SIPHON, OP_LIFE, OP_DISCARD, OP_MILL, OP_FETCH, OP_SUMMON, OP_PEEK,
    OP_GATHER, OP_VISION, OP_DREAM, OP_HANDMAX, OP_CONTRIB, OP_MATURE, OP_ENTRY,
    OP_RAY, OP_MAT, OP_STAB, OP_SLOTS, OP_COST, OP_VOL, OP_RADIANCE, OP_ASTRALAE, OP_TELEPORT, OP_HUSH,
    OP_DMG, OP_REAP, OP_DISSIPATE, OP_BOUNCE, OP_TODECK, OP_ABANDON, OP_PURIFY, OP_CANCEL,
    OP_IMPRISON, OP_FREE, OP_BEWITCH, OP_STEALA, OP_STEALM, OP_ACTION, OP_RESTORE, OP_SHELTER, OP_LODGE, OP_EXIT,
    OP_LINK, OP_STORE, OP_UNSTORE,
    OP_MORPH,
    OP_TOKEN, OP_COPY, OP_FUSE, OP_MARRY,
) = range(54)  # fmt: skip

# Amounts of a step: none; a number; a number for each stage; a number times a count
NO_AMOUNT, CONSTANT, BY_STAGE, COUNTED = range(4)

# How long a step's change lasts
FOREVER, TURN_END, STAY, GOES_FREE = range(4)

# Selectors: cards of a side, or one of the special words
CARDS, SELF, HOST, IT, LINKED, GUESTS, SPOUSE, ME, FOE, FOES, ALL = range(11)

# Zones of a selector, as bits of its mask; 0: the whole game (FC-3)
IN_X, IN_SHELTER, IN_HAND, IN_REST, IN_FALLOW, IN_MEMORY, IN_PRISON, IN_DECK, IN_CANVAS, IN_STORED = (
    1 << n for n in range(10)
)
WHOLE_GAME = IN_X | IN_SHELTER | IN_HAND | IN_REST | IN_FALLOW | IN_PRISON | IN_DECK | IN_CANVAS

# Picks of a selector
EVERY, CHOSEN, AT_RANDOM, BY_FOE = range(4)

# Numbers that a filter may bound, and words it may ask for (bits)
BY_COST, BY_RAY, BY_MAT, BY_VOL, BY_DMG = range(5)
LOWEST, HIGHEST = -99, 999  # a bound that bounds nothing
(
    IS_ACTIONED, IS_RESTORED, IS_OTHER, IS_MARRIED, IS_SINGLE, IS_WIDOW, IS_FUSED, IS_LINKED,
) = (1 << n for n in range(8))  # fmt: skip

# Conditions of an ability, and how they compare
IF_STAGE, IF_GUESTS, IF_LIFE, IF_SPARKS, IF_TURN, IF_COUNT, IF_FIRST = range(7)
AT_MOST, AT_LEAST, EQUALS = range(3)

# What ALWAYS abilities change, in the order in which it is worked out (FC-6)
CHANGES_VOICE, CHANGES_KIND, CHANGES_NUMBERS = 1, 2, 4

# What they read besides the cards that are in the valley: where these are, cards elsewhere, what players have (life,
# sparkles, stage) and the turn, whether cards are actioned and how many labels and damage they have
READS_PLACES, READS_ZONES, READS_PLAYERS, READS_STATES = 8, 16, 32, 64

# Costs of an ability
NO_COST, PAY_SPARKLES, PAY_LIFE, PAY_VOLATILITY, PAY_ABANDON, PAY_MORPHEMES, PAY_MORPHEME, PAY_REAP_SELF = range(8)


class Point(IntEnum):
    """Where somebody has to decide (section 4)."""

    S1 = 0
    S2 = 1
    S3 = 2
    FIRST = 3
    EXIT = 4
    NAR = 5
    CON = 6
    FOE = 7
    MES = 8
    MAY = 9
    TARGET = 10
    UNIQUE = 11
    RADIANCE = 12
    MORPH = 13
    PRINCIPAL = 14
    ABILITY = 15
    SURPLUS = 16
    HOST = 17
    SPLIT = 18
    DREAM = 19
    DISCARD = 20
    DECKOUT = 21
    SWAP = 22


POINTS = len(Point)


class Verb(IntEnum):
    """What an option does."""

    PASS = 0  # nothing: to stop, to end, no, none
    CALL = 1
    PLACE = 2
    SET = 3
    SHELTER = 4
    PASSAGE = 5
    ACT = 6
    EXIT = 7
    FREE = 8
    TAKE = 9  # yes, or this one


# How a piece leaves the valley
BY_REAPING, BY_DISSIPATING, BY_BOUNCING, BY_RETURNING, BY_ABANDONING, BY_PRISON = range(6)

# Widow labels (FC-126)
NOT_WIDOWED, WIDOWED_FOR_NOW, WIDOWED = range(3)

# Settings of words
WHOLE, ALTERNATE = 0, 1
CLOCKWISE, BY_INITIATIVE = 0, 1
BY_LABEL, BY_SHARD_COST, BY_BOTH = 0, 1, 2
IN_MOMENT, CONTINUOUS = 0, 1
SEQUENTIAL, SIMULTANEOUS = 0, 1
TO_AVATAR, SPLIT = 0, 1
PREBUILT, RANDOM_LEGAL = 0, 1

# Why a game ended (FC-103); NOT_YET while it is under way
END_LIFE, END_DECKOUT, END_EFFECT, END_NO_WINNER, END_STALEMATE = range(5)
NOT_YET = -1

# Parts of the final life (section 6), in the order of the log
LIFE_INITIAL, LIFE_GAINED, LOST_JOUST, LOST_DAMAGE, LOST_DIRECT, PAID_MES, PAID_COST = range(7)
LIFE_PARTS = 7

# Scripts of styles, and what they weigh: W_ and the name of the feature
NO_SCRIPT, PASSIVE, CURVE = range(3)
WEIGHTS = 22
(
    W_RAY, W_MAT, W_JOUST, W_RISK, W_KILL, W_LETHAL, W_GATHER, W_LIFE, W_BURN, W_FOECARDS, W_DECK, W_SPARK, W_TOLL,
    W_GIFT, W_HAND, W_GROW, W_STAGE, W_SHELTERS, W_TRAP, W_SAFE, W_ABILITY,
    W_BACK,
) = range(WEIGHTS)  # fmt: skip

# Trouble codes
WRONG_ANSWER = 1  # a scenario answers with what is not an option

# Streams of chance: 0 is the seat draw
DECKS_STREAM = 1  # which decks are played (FC-191, FC-192)
TIE_STREAM = 2  # the die of Destiny (FC-31)
PICK_STREAM = 3  # picks at random
SHUFFLE_STREAM = 4  # + seat
STREAMS = SHUFFLE_STREAM + MAX_SEATS


class CardEvent(IntEnum):
    """What happens to a piece (section 6)."""

    OPENING_SEEN = 0
    OPENING_DISCARDED = 1
    DRAWN = 2
    CALLED = 3
    PLACED = 4
    SET_DOWN = 5
    TRAP_FIRED = 6
    TRAP_LAPSED = 7
    ACTED = 8
    SHELTERED = 9
    EXITED = 10
    REAPED = 11
    BOUNCED = 12
    DISSIPATED = 13
    IMPRISONED = 14
    BEWITCHED = 15
    STOLEN_FROM = 16
    STORED_AWAY = 17
    FUSED = 18
    MARRIED = 19
    TOKEN_MADE = 20
    DISCARDED = 21
    USED_BY_OTHERS = 22
    TAKEN = 23


EVENT_BITS = 8  # of each count of a piece
EVENTS = Events(CardEvent, EVENT_BITS)
COUNT_BITS = 16  # of each count of a row, which adds up several pieces: at most 5 copies and 32 tokens, 255 times each
ROW_EVENTS = Events(CardEvent, COUNT_BITS)


class Said(IntEnum):
    """What happens besides card events, whose codes are lower.

    A card event says its piece, the row of its card, and of a card that is discarded the zone it comes from.
    """

    ORDER = 32  # Destiny order is known: the chooser, the first
    GATHERED = 33  # seat, sparkles
    SHARED = 34  # seat, sparkles, whose shard
    SPARKLES = 35  # by an effect: seat, sparkles
    LIFE = 36  # changes outside a joust: seat, life
    JOUST = 37  # is over: seat, target, life taken
    STAGE = 38  # of an avatar changes: seat, the stage before
    FALL = 39  # of an avatar: seat
    WORKS = 40  # an ability: the piece it is of, the piece it works on, the operation
    MOMENT = 41  # begins: which
    PART = 42  # of a seat in a moment begins: seat
    CANCELLED = 43  # a joust is, once: the piece that does it, the row of its card, the seat that jousts
    DAMAGED = 44  # a card is, or an avatar whose defence takes some: the piece, the row of its card, how much


MOST_HAPPENINGS = 1 << 16  # of a game
