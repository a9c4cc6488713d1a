"""Fairy Conundrum at the table: what is fixed during a run (TABLE) and what changes during a game (STATE).

A *card* of TABLE is a row of the card table. A *piece* of STATE is one physical card: a copy in a deck, a shelter, an
avatar, a token. Pieces are numbered: seat after seat, in each its avatar, its haversack, its canvas, room for tokens.
"""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.choices import choices_record
from balance.engine.kernels.decision_record import decisions_record
from balance.engine.kernels.fields import kept
from balance.engine.kernels.kernel import record
from balance.engine.kernels.lineup import LINEUP, MAX_STYLES, STAND_IN
from balance.engine.kernels.other_luck import luck_record
from balance.games.fairy_conundrum.codes import (
    CARD_ROWS,
    EACH,
    EVENTS,
    LIFE_PARTS,
    MAX_ABILITIES,
    MAX_ANSWERS,
    MAX_AVATARS,
    MAX_CANVAS,
    MAX_CANVASES,
    MAX_CONDITIONS,
    MAX_DECISIONS,
    MAX_DECK,
    MAX_DECKS,
    MAX_EVENTS,
    MAX_HEARD,
    MAX_HELD,
    MAX_LABELS,
    MAX_MODIFIERS,
    MAX_MORPHEMES,
    MAX_OPTIONS,
    MAX_PIECES,
    MAX_RESERVE,
    MAX_SEATS,
    MAX_SELECTORS,
    MAX_STEPS,
    MOST_HAPPENINGS,
    PIECES_PER_SEAT,
    POINTS,
    STAGES,
    STREAMS,
    WEIGHTS,
)

ABILITY = record(
    card=np.int64,  # the row it is printed on
    alike=np.int64,  # a number that abilities which say the same have in common: in a fusion they merge (FC-124)
    trigger=np.int64,  # ON_CALL .. TRAP
    side=np.int64,  # WHEN, TRAP: OWN, FOE_SIDE, ANY
    event=np.int64,  # WHEN, TRAP: EVENT_CALL .. EVENT_FREE; AT: the moment
    filter=np.int64,  # WHEN, TRAP: a selector of which the filter counts, -1: none
    optional=np.int64,  # 0/1: a question mark
    cost=(np.int64, 2),  # NO_COST .. PAY_REAP_SELF
    cost_n=(np.int64, 2),  # how much; PAY_MORPHEME: the code, from 0
    cost_self=(np.int64, 2),  # 0/1: morphemes from this card only
    condition=(np.int64, 2),  # -1: none
    first=np.int64,  # its steps are step[first] .. step[first + steps - 1]
    steps=np.int64,
    hears=np.int64,  # bits of events (EVENT_MOMENT + moment for AT) that may set it off
    always=np.int64,  # ALWAYS: bits CHANGES_ and READS_
)

STEP = record(
    op=np.int64,
    amount=np.int64,  # NO_AMOUNT, CONSTANT, BY_STAGE, COUNTED
    n=(np.int64, STAGES),  # CONSTANT and COUNTED: n[0]
    count=np.int64,  # COUNTED: the selector that is counted, else -1
    per=np.int64,  # COUNTED: one for each so many, at least 1
    signed=np.int64,  # 0/1: a positive number is written with its sign
    arg=np.int64,  # morph: code from 1, negative: loses it, 0: none; radiance, astralae: the code; token: its row
    selector=np.int64,  # -1: none written
    until=np.int64,  # FOREVER, TURN_END, STAY
)

SELECTOR = record(
    special=np.int64,  # CARDS: the fields below count; otherwise one of SELF .. ALL
    side=np.int64,
    kinds=np.int64,  # bits 1 << FAIRY .. 1 << TRAP_KIND
    zones=np.int64,  # IN_ bits, 0: the whole game
    pick=np.int64,  # EVERY, CHOSEN, AT_RANDOM, BY_FOE
    n=np.int64,  # of the pick
    radiances=np.int64,  # bits, all three: any
    morphs=np.int64,  # bits: those it must have
    letters=np.int64,  # bits of letters A .. N, all: any; E and F read as D, N as M
    low=(np.int64, 5),  # BY_COST .. BY_DMG, LOWEST: any
    high=(np.int64, 5),  # HIGHEST: any
    asks=np.int64,  # IS_ bits
    word=np.int64,  # number of the word of its name, -1: any
    plain=np.int64,  # 0/1: no filter at all
)

CONDITION = record(
    what=np.int64,  # IF_STAGE .. IF_FIRST
    selector=np.int64,  # IF_COUNT, else -1
    compare=np.int64,  # AT_MOST, AT_LEAST, EQUALS
    n=np.int64,
)

CARD = record(
    kind=np.int64,
    order=np.int64,  # its place when ids are sorted as text
    cost=np.int64,
    ray=np.int64,
    mat=np.int64,  # shelter: stability
    slots=np.int64,
    vol=np.int64,  # 0: permanent
    mes=np.int64,  # 0: no mesangette
    radiance=np.int64,
    letter=np.int64,  # printed astralae, NO_LETTER
    morphs=np.int64,  # how many
    morph=(np.int64, MAX_MORPHEMES),  # codes from 0, leftmost first
    entry=np.int64,
    passage=np.int64,
    teleport=np.int64,
    rank=np.int64,  # shelter: order number; avatar: stage
    life=np.int64,
    handmax=np.int64,
    low=np.int64,  # maturation: the stage's bounds, LOWEST and HIGHEST where there is none
    high=np.int64,
    coefficient=(np.int64, 3),  # of the costs of light, dark, neutral cards
    first=np.int64,  # its abilities are ability[first] .. ability[first + abilities - 1]
    abilities=np.int64,
    words=np.int64,  # bits of the filters' words that are in its name
    most=np.int64,  # copies in a haversack (FC-16)
    worth=np.float64,  # V of section 5.5: ray + 0.9 mat + abilities; for styles
)

DECK_LIST = record(
    avatar=np.int64,
    canvas=np.int64,
    cards=np.int64,
    card=(np.int64, MAX_DECK),  # sorted by row
    reserves=np.int64,
    reserve=(np.int64, MAX_RESERVE),
)

STYLE = record(
    slip=np.float64,  # chance to choose at random, decision by decision
    noise=np.float64,  # added to every option's worth: uniform from 0 to this
    script=np.int64,  # NO_SCRIPT, PASSIVE, CURVE
    storm=np.float64,  # 1: sends everybody out at Renewal
    nest=np.float64,  # guests it keeps inside until turn 6 or stage III
    settle=np.float64,  # 1: places its shelter before it calls fairies
    begin=np.float64,  # 1: begins the turn rather than let another player
    armed=np.float64,  # share of a trap's worth that counts as lost where it is called up
    probe=np.float64,  # 1: calls its cheapest fairy first where a trap may lie in wait
    wary=np.float64,  # 1: fears for its last life where a card of its own takes it
    shrewd=np.float64,  # 1: counts what an ability empties, and steals only what still works
    ripe=np.float64,  # worth of a point of what stage III does
    haste=np.float64,  # how much less sparkles count when somebody may soon fall
    harvest=np.float64,  # turns that a guest is thought to bring sparkles
    homes=np.float64,  # shelters that are enough
    fitted=np.float64,  # 1: fits its play to its own deck and canvas
    finish=np.float64,  # 1: calls that together fell somebody come first
    dear=np.float64,  # cost of a card that is too dear for the first hand
    opening=np.float64,  # cards in the first hand, before it buys more
    weight=(np.float64, WEIGHTS),
)

TABLE = record(
    seed=np.int64,
    players=np.int64,
    lineup=LINEUP,
    luck=luck_record(STREAMS),
    turn_cap=np.int64,  # settings (FC-190)
    narration_cap=np.int64,
    trigger_cap=np.int64,
    narration_mode=np.int64,
    order_after_first=np.int64,
    conspiracy=np.int64,
    gather_base=np.int64,
    dream_base=np.int64,
    match_games=np.int64,
    shard_maturation=np.int64,
    maturation_timing=np.int64,
    opposite_regresses=np.int64,
    joust_mode=np.int64,
    joust_assign=np.int64,
    start_sparkles=np.int64,
    start_hand=np.int64,
    mes_set_cost=np.int64,
    deck_mode=np.int64,
    mixed_decks=np.int64,  # 0/1: every seat draws its deck
    seat_deck=(np.int64, MAX_SEATS),  # otherwise: the deck of each
    cards=np.int64,  # without the one that stands in, whose row comes after them
    card=(CARD, CARD_ROWS),
    ability=(ABILITY, MAX_ABILITIES),
    step_worth=(np.float64, MAX_STEPS),  # what one unit of a step is worth to its narrator, in points (section 5.5)
    ability_worth=(np.float64, MAX_ABILITIES),  # printed value (section 5.5), in points; for styles
    step=(STEP, MAX_STEPS),
    selector=(SELECTOR, MAX_SELECTORS),
    condition=(CONDITION, MAX_CONDITIONS),
    avatars=np.int64,
    avatar=(np.int64, (MAX_AVATARS, STAGES)),  # card rows
    canvases=np.int64,
    canvas=(np.int64, (MAX_CANVASES, MAX_CANVAS)),
    canvas_cards=(np.int64, MAX_CANVASES),
    decks=np.int64,
    deck=(DECK_LIST, MAX_DECKS),
    style=(STYLE, MAX_STYLES),
    stand_in=STAND_IN,  # at the end, as what is read for a stand-in alone must not part what is read in every game
)

PIECE = record(
    # What is read most comes first: a piece is larger than what a processor fetches at once
    narr=np.int64,  # narrator (FC-4)
    kinds=np.int64,  # bit of its kind; of a token that of TOKEN
    host=np.int64,  # shelter it is in (kept in prison), bearer it is stored under, base it is a part of; -1
    spouse=np.int64,  # -1
    actioned=np.int64,  # 0/1
    always=np.int64,  # bits CHANGES_ and READS_ of its ALWAYS abilities
    hears=np.int64,  # bits of all of them
    zone=np.int64,
    cost=np.int64,  # current values (FC-6), in the valley
    ray=np.int64,
    mat=np.int64,
    slots=np.int64,
    letter=np.int64,
    radiance=np.int64,
    teleport=np.int64,
    hushed=np.int64,
    cost0=np.int64,  # printed values, of a fusion added up
    ray0=np.int64,
    mat0=np.int64,
    slots0=np.int64,
    letter0=np.int64,
    radiance0=np.int64,
    teleport0=np.int64,
    mature1=np.int64,  # FC-85
    cost1=np.int64,  # labels, added up
    ray1=np.int64,
    mat1=np.int64,
    slots1=np.int64,
    damage=np.int64,
    visitors=np.int64,  # shelter: mask of the seats with cards in it
    visits=np.int64,  # shelter: cards in it, VISIT_BITS for each seat
    filled=np.int64,  # shelter: slots taken
    card=np.int64,  # row of its card; avatar: of its present stage
    owner=np.int64,
    arrival=np.int64,  # when it came into its zone
    object=np.int64,  # goes up when it becomes a new object (FC-9)
    acts=np.int64,  # ACT abilities
    traps=np.int64,  # bits of its TRAP abilities
    held=np.int64,  # its abilities
    ability=(np.int64, MAX_HELD),
    token=np.int64,  # 0/1: leaves the valley for the memory (FC-122)
    out_turn=np.int64,  # the turn in which it left a shelter last
    used=np.int64,  # bits MAX_SEATS * place + seat: who used which ACT this turn (FC-161)
    once=np.int64,  # mask of its abilities that resolved this turn
    live=np.int64,  # face down: 1 while its trap is active
    vol=np.int64,  # volatility labels
    morphs=np.int64,
    morph=(np.int64, MAX_MORPHEMES),  # codes from 0, the principal first
    principal=np.int64,  # the original one, -1: none
    arrived_bare=np.int64,  # 0/1: came without morphemes and gained none since (FC-151)
    link=np.int64,  # the piece it is linked to, -1
    widow=np.int64,
    lost=np.int64,  # temporary widow: the spouse's piece
    lost_card=np.int64,  # and its card
    next=np.int64,  # fusion: the next part of the stack, -1
    parts=np.int64,  # fusion: how many parts are under it, 0: no fusion
    home=np.int64,  # the shelter it was in when it was imprisoned or bewitched, -1
    jailer=np.int64,  # the piece responsible for its imprisonment or bewitchment, -1
    hold=np.int64,  # STAY or TURN_END; GOES_FREE: its holder has just fallen
    waiting=np.int64,  # 0/1: freed, but another copy of an E is in the valley (FC-21)
    witch=np.int64,  # the source that bewitched it last, -1 (FC-118)
    witch_object=np.int64,  # which object that was
    **EVENTS.fields,  # card events
    first_turn=np.int64,
    called_turn=np.int64,
    joust_ray=np.int64,
    shown=np.int64,  # in hand: 0/1: it was seen by all as it came there
)

DESTINY_LOG = {"initiative": np.int32, "destiny_pos": np.int8, "chose_first": np.int8, "cut": np.int8}
"""Of a seat's turn, as it is logged: Destiny, and 0/1: a cap was reached, or room ran out."""
SPARKLES_LOG = dict.fromkeys(
    (
        *("sparkles_start", "gathered", "effect_sparkles", "shared_received"),
        *("spent_calls", "spent_toll", "spent_mes", "spent_other", "spent_opposite", "sparkles_end"),
    ),
    np.int32,
)
"""The purse, from before Destiny to the end."""
DEEDS_LOG = {
    **dict.fromkeys(("fairies_called", "shards_called"), np.int16),
    "shelters_called": np.int8,
    **dict.fromkeys(
        (
            *("traps_set", "traps_fired", "traps_lapsed", "abilities_used", "exits", "reaped_own", "reaped_foe"),
            *("imprisoned", "bewitched", "drawn_haversack", "drawn_canvas", "discarded"),
        ),
        np.int16,
    ),
}
"""What the seat did, and what happened to its cards."""
JOUST_LOG = {
    "joust_target": np.int8,
    **dict.fromkeys(("joust_attack", "joust_defence", "joust_life_taken", "joust_life_lost"), np.int32),
}
"""The seat's joust, and what the others' jousts cost it."""
END_LOG = {
    **dict.fromkeys(("life_start", "maturation", "ray_total", "mat_total"), np.int32),
    **dict.fromkeys(("guests", "shelters_in_valley", "explorers"), np.int16),
    **dict.fromkeys(("stage", "hand_end", "deck_end", "canvas_end"), np.int8),  # stage: 1, 2, 3
}
"""How the seat stands at the end of the turn, or stood when it fell."""

NOW = record(
    # What happened to a seat in this turn (section 6).
    **kept(DESTINY_LOG, SPARKLES_LOG, DEEDS_LOG, JOUST_LOG, END_LOG),
    joust_rest=np.int64,  # what a split left of its attack
    joust_cancelled=np.int64,  # 0/1: it strikes with 0 (FC-163)
    over=np.int64,  # 0/1: its position is final, for the seat fell
    life_end=np.int64,  # as things are when the row is written
)

SEAT = record(
    life=np.int64,
    sparkles=np.int64,
    stage=np.int64,  # 0, 1, 2
    maturation=np.int64,  # as last computed (FC-84)
    avatar=np.int64,  # its piece
    stages=(np.int64, STAGES),  # the card rows
    stolen=(np.int64, STAGES),  # mask of the abilities of each that were stolen, for good (FC-119)
    used=(np.int64, STAGES),  # what their abilities did this turn, while another stage is active: as of a piece
    once=(np.int64, STAGES),
    alive=np.int64,
    gone=np.int64,  # how many were still in the game when it fell, 0: it stands
    absorbed=np.int64,  # damage its avatar's defence took this turn (FC-81)
    cards=np.int64,  # pieces of its haversack, at the start
    mean_cost=np.float64,  # of these
    shelters=np.int64,  # pieces of its canvas
    tokens=np.int64,  # token places in use at most so far
    deck=np.int64,  # cards in the haversack; the top is the last
    deck_card=(np.int64, MAX_DECK),
    canvas=np.int64,  # cards in the canvas; the top is the last
    canvas_card=(np.int64, MAX_CANVAS),
    hand=np.int64,
    hand_card=(np.int64, PIECES_PER_SEAT),
    gather1=np.int64,  # labels on the player (FC-9), added up
    vision1=np.int64,
    dream1=np.int64,
    handmax1=np.int64,
    contrib1=np.int64,
    mature1=np.int64,
    entry1=np.int64,
    gather=np.int64,  # current values
    vision=np.int64,
    dream=np.int64,
    handmax=np.int64,
    contrib=np.int64,
    mature=np.int64,  # labels and ALWAYS modifiers of maturation
    entry=np.int64,
    ray=np.int64,  # sums over its fairies in exploration
    mat=np.int64,  # after damage
    explorers=np.int64,
    guests=np.int64,
    homes=np.int64,  # shelters it narrates
    passage=np.int64,  # 0/1: one of them has a passage
    called=np.int64,  # fairies called this Narration (FC-42)
    done=np.int64,  # actions of this Narration
    placed=np.int64,  # 0/1: has called its shelter of this turn
    dream_point=np.int64,  # which dream point is being drawn, -1: none
    parts=(np.int64, LIFE_PARTS),  # of its life
)

EVENT = record(
    kind=np.int64,
    seat=np.int64,  # whose event it is
    other=np.int64,  # joust, hit: the player who is struck; -1
    card=np.int64,  # the piece
    moment=np.int64,
    cancelled=np.int64,
    first=np.int64,  # its listeners are heard[first] .. heard[first + heard - 1]
    heard=np.int64,
)

HEARD = record(
    card=np.int64,  # piece
    seat=np.int64,  # who resolves it
    ability=np.int64,
    place=np.int64,  # of the ability on the piece
    trap=np.int64,  # 0/1
    object=np.int64,  # of the piece when it heard
)

LABEL = record(
    op=np.int64,  # what it changes
    card=np.int64,  # piece, -1: a player
    seat=np.int64,
    amount=np.int64,
    until=np.int64,
    source=np.int64,
    object=np.int64,  # of the piece, when the label came on it
)

MODIFIER = record(
    # A numeric ALWAYS step in force.
    op=np.int64,
    amount=np.int64,
    step=np.int64,
    source=np.int64,
    seat=np.int64,
)

ANSWER = record(
    point=np.int64,
    verb=np.int64,  # NAR, CON: what is done
    value=np.int64,  # piece, code or number; NOBODY: none, no, stop
    target=np.int64,  # NAR, CON: the option's, -1: any
    loose=np.int64,  # 0/1: passed over where it is not an option
)

MATCH = record(
    number=np.int64,  # of the match under way, -1
    played=np.int64,  # games of it that are known
    won=(np.int64, MAX_SEATS),  # by participant
    over=np.int64,
    style=(np.int64, MAX_SEATS),  # by participant
    avatar=(np.int64, MAX_SEATS),
    canvas=(np.int64, MAX_SEATS),
    deck=(np.int64, MAX_SEATS),  # prebuilt deck, -1: made up
    cards=(np.int64, MAX_SEATS),
    card=(np.int64, (MAX_SEATS, MAX_DECK)),
    reserves=(np.int64, MAX_SEATS),
    reserve=(np.int64, (MAX_SEATS, MAX_RESERVE)),
)

STATE = record(
    stream=(np.uint64, STREAMS),
    decision=decisions_record(MAX_SEATS, POINTS, MAX_OPTIONS, MAX_DECISIONS, EACH, MOST_HAPPENINGS),
    game_no=np.int64,
    trouble=np.int64,
    logs_turns=np.int64,  # not 0: card events are wanted
    style=(np.int64, MAX_SEATS),
    score=(np.int64, MAX_SEATS),  # life
    ranking=(np.int64, MAX_SEATS),
    won=(np.int64, MAX_SEATS),
    winners=np.int64,
    leader=np.int64,
    lead_changes=np.int64,
    leaders=np.int64,  # seats with the most life, a bit for each
    led_since=np.int64,  # turn from which on these led, and nobody else
    match=MATCH,
    seat=(SEAT, MAX_SEATS),
    now=(NOW, MAX_SEATS),
    players=np.int64,
    living=np.int64,
    seated=np.int64,  # mask of the seats that were in the game when the turn began
    turn=np.int64,
    moment=np.int64,
    active=np.int64,  # whose part of the moment it is
    order=(np.int64, MAX_SEATS),  # destiny order (FC-32), living seats
    initiative=(np.int64, MAX_SEATS),  # seats in initiative order
    chooser=np.int64,
    first_player=np.int64,  # first in Destiny of turn 1
    end=np.int64,  # NOT_YET, or why the game is over
    last_end=np.int64,  # why the last player fell
    cause=np.int64,  # what life is lost to: LOST_JOUST .. PAID_COST; for the log
    piece=(PIECE, MAX_PIECES),
    stamp=np.int64,  # arrivals so far
    laid=np.int64,  # cards face up in the valley, in order of arrival
    lay=(np.int64, MAX_PIECES),
    downs=np.int64,  # mesangettes, in order of arrival
    down=(np.int64, MAX_PIECES),
    fallen=np.int64,  # mask of seats whose avatar fell and whose cards are still there
    overfull=np.int64,  # 0/1: a shelter has more guests than slots
    always=np.int64,  # bits CHANGES_ and READS_ of all ALWAYS abilities in force
    changers=np.int64,  # who has such abilities: avatars, then the valley by arrival
    changer=(np.int64, MAX_PIECES),
    fairies=np.int64,  # fairies of the valley, by arrival
    fairy=(np.int64, MAX_PIECES),
    shelters=np.int64,  # shelters of the valley, by arrival
    shelter=(np.int64, MAX_PIECES),
    hearers=np.int64,  # cards of the valley that listen to events, by arrival
    hearer=(np.int64, MAX_PIECES),
    dirty=np.int64,  # 0/1: current values must be worked out again
    hearing=np.int64,  # bits of events that any card may hear
    prisoners=np.int64,  # cards in prison
    bewitched=np.int64,  # cards of the valley that another card is responsible for
    stored=np.int64,  # cards stored
    followed=np.int64,  # 0/1: a stored card has followed its bearer out of the valley in this game
    links=np.int64,  # cards linked to another
    widows=np.int64,  # widows for now
    hurt=np.int64,  # cards that may have damage
    fused=np.int64,  # fusions made
    labels=np.int64,
    label=(LABEL, MAX_LABELS),
    modifiers=np.int64,
    modifier=(MODIFIER, MAX_MODIFIERS),
    events=np.int64,  # the queue (FC-162)
    next_event=np.int64,
    event=(EVENT, MAX_EVENTS),
    heards=np.int64,
    heard=(HEARD, MAX_HEARD),
    resolved=np.int64,  # triggers of this player action
    targets=np.int64,  # the cards a step works on
    target=(np.int64, MAX_PIECES),
    target_object=(np.int64, MAX_PIECES),  # of each, when it was picked
    legal=np.int64,  # cards it may choose among
    legals=(np.int64, MAX_PIECES),
    guest=(np.int64, MAX_PIECES),  # scratch: guests that may go through a passage
    seen=np.int64,  # the cards picked by the step before: `it`
    it=(np.int64, MAX_PIECES),
    heap=(np.int64, MAX_PIECES),  # scratch: cards that are redealt
    left=(np.int64, CARD_ROWS),  # copies of every card that a haversack may still have
    leaving=np.int64,
    leave=(np.int64, MAX_PIECES),
    departed=np.int64,  # have left the valley; what hung on them is to be settled
    untied=np.int64,  # of these, settled
    depart=(np.int64, MAX_PIECES),
    depart_how=(np.int64, MAX_PIECES),
    doomed=np.int64,  # to be reaped by uniqueness, widowhood of links and the like
    doom=(np.int64, MAX_PIECES),
    step=np.int64,  # the step under way, -1
    source=np.int64,  # the piece whose ability is under way, -1
    doer=np.int64,  # whose ability is under way, -1; for the log
    fixed_it=np.int64,  # 0/1: `it` is the card of an event
    event_now=np.int64,  # the event an ability answers, -1
    foe=np.int64,  # the opponent this ability is about, -1: not chosen yet
    prospect=np.float64,  # styles: the joust as it would go now
    scripted=np.int64,  # 0/1: answers come from `answer` first
    answers=np.int64,
    answer=(ANSWER, MAX_ANSWERS),
    choices=choices_record(MAX_SEATS, CARD_ROWS, PIECES_PER_SEAT),  # of the cards of a hand that could be called
    stand_in_for=np.int64,  # the seat for which a card stands in the place of another, NOBODY: none
)
