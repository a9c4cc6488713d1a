"""Before the first turn: decks, pieces, and the first hand (FC-16, FC-23 to FC-28, FC-181, FC-191, FC-192)."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_offers
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import own_number
from balance.engine.kernels.rng import below
from balance.games.fairy_conundrum.codes import (
    AVATAR_PLACE,
    CANVAS,
    CANVAS_PLACE,
    DECK,
    DECK_PLACE,
    DECKS_STREAM,
    LIFE_INITIAL,
    LIFE_PARTS,
    MIN_DECK,
    NOBODY,
    NOT_YET,
    NOWHERE,
    PIECES_PER_SEAT,
    RANDOM_LEGAL,
    READS_PLAYERS,
    REST,
    STAGES,
    TOKEN_PLACE,
    VALLEY,
    CardEvent,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.play.arrivals import arrive
from balance.games.fairy_conundrum.play.choosing import agrees, choose_piece
from balance.games.fairy_conundrum.play.draws import draw_shelter, draw_top
from balance.games.fairy_conundrum.rules.decks import find_in_box, open_box, take_from_box, weigh_box
from balance.games.fairy_conundrum.rules.events import forget, log_event
from balance.games.fairy_conundrum.rules.options import offer_number, offer_pass, offer_piece
from balance.games.fairy_conundrum.rules.pieces import next_stamp, renew, shuffle_deck, take_from_zone
from balance.games.fairy_conundrum.rules.totals import count_maturation

# Decks


@kernel
def deal_decks(s, t):
    """The deck of every participant of the match: made up (FC-191), drawn or named (FC-192)."""
    for participant in range(t.players):
        if t.deck_mode == RANDOM_LEGAL:
            make_up_deck(s, t, participant)
            continue
        deck = below(s, DECKS_STREAM, t.decks) if t.mixed_decks else t.seat_deck[participant]
        row = t.deck[deck]
        s.match.deck[participant] = deck
        s.match.avatar[participant] = row.avatar
        s.match.canvas[participant] = row.canvas
        s.match.cards[participant] = row.cards
        for i in range(row.cards):
            s.match.card[participant, i] = row.card[i]
        s.match.reserves[participant] = row.reserves
        for i in range(row.reserves):
            s.match.reserve[participant, i] = row.reserve[i]


@kernel
def make_up_deck(s, t, participant):
    """FC-191: a random avatar and canvas, and 40 cards, rather of the avatar's radiance."""
    match = s.match
    match.deck[participant] = NOBODY
    match.avatar[participant] = below(s, DECKS_STREAM, t.avatars)
    match.canvas[participant] = below(s, DECKS_STREAM, t.canvases)
    match.cards[participant] = MIN_DECK
    match.reserves[participant] = 0
    own = t.card[t.avatar[match.avatar[participant], 0]].radiance
    open_box(s, t)
    total = weigh_box(s, t, own)
    for i in range(MIN_DECK):
        row = find_in_box(s, t, DECKS_STREAM, total, own)
        total = take_from_box(s, t, row, total, own)
        match.card[participant, i] = row
    sort_cards(match.card[participant], MIN_DECK)


@kernel
def sort_cards(cards, count):
    """Put rows in the order of the card table."""
    for i in range(1, count):
        card = cards[i]
        at = i
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


# Pieces


@kernel
def clear_table(s, t):
    """An empty table for the players of this run."""
    s.players = s.living = t.players
    s.active = s.chooser = s.first_player = s.stand_in_for = NOBODY
    s.step = s.source = s.doer = s.event_now = s.foe = NOBODY
    s.end = s.last_end = NOT_YET
    s.turn = s.moment = s.stamp = s.laid = s.downs = s.fallen = s.overfull = s.always = 0
    s.dirty = 1
    s.hearing = s.prisoners = s.bewitched = s.stored = s.followed = s.links = s.widows = s.hurt = 0
    s.labels = s.modifiers = s.events = s.next_event = s.heards = s.resolved = 0
    s.targets = s.legal = s.seen = s.leaving = s.departed = s.untied = s.doomed = 0
    s.fixed_it = s.scripted = s.answers = 0
    for seat in range(t.players):
        s.order[seat] = seat
        s.initiative[seat] = seat
        clear_seat(s, seat)


@kernel
def clear_seat(s, seat):
    """A seat with nothing in front of it."""
    me = s.seat[seat]
    me.life = me.sparkles = me.stage = me.maturation = 0
    me.avatar = seat * PIECES_PER_SEAT + AVATAR_PLACE
    me.alive = 1
    me.gone = me.absorbed = me.called = me.done = me.placed = 0
    me.cards = me.shelters = me.tokens = me.deck = me.canvas = me.hand = 0
    me.gather1 = me.vision1 = me.dream1 = me.handmax1 = me.contrib1 = me.mature1 = me.entry1 = 0
    me.dream_point = NOBODY
    for part in range(LIFE_PARTS):
        me.parts[part] = 0
    first = seat * PIECES_PER_SEAT
    for p in range(first, first + PIECES_PER_SEAT):
        piece = s.piece[p]
        piece.zone = NOWHERE
        piece.owner = seat
        piece.jailer = piece.home = piece.link = piece.next = piece.spouse = piece.host = piece.lost = NOBODY
        piece.token = piece.arrival = piece.object = 0


@kernel
def new_piece(s, t, p, card, zone):
    """A card of the game, as printed."""
    piece = s.piece[p]
    piece.card = card
    piece.zone = zone
    piece.used = 0
    piece.once = 0
    renew(s, t, p)
    forget(piece)


@kernel
def take_seat(s, t, seat, participant):
    """Lay out avatar, haversack and canvas of a participant of the match, at this seat."""
    me = s.seat[seat]
    match = s.match
    for stage in range(STAGES):
        me.stages[stage] = own_number(s, t, seat, t.avatar[match.avatar[participant], stage])
    put_avatar(s, t, seat, 0)
    me.life = t.card[me.stages[0]].life
    me.parts[LIFE_INITIAL] = me.life
    first = seat * PIECES_PER_SEAT
    me.cards = match.cards[participant]
    total = 0
    for i in range(me.cards):
        p = first + DECK_PLACE + i
        new_piece(s, t, p, own_number(s, t, seat, match.card[participant, i]), DECK)
        log_event(s, p, CardEvent.TAKEN)
        me.deck_card[i] = p
        total += t.card[s.piece[p].card].cost
    me.mean_cost = total / max(1, me.cards)
    me.deck = me.cards
    canvas = match.canvas[participant]
    me.shelters = t.canvas_cards[canvas]
    for i in range(me.shelters):
        p = first + CANVAS_PLACE + i
        new_piece(s, t, p, own_number(s, t, seat, t.canvas[canvas, i]), CANVAS)
        log_event(s, p, CardEvent.TAKEN)
        me.canvas_card[me.shelters - 1 - i] = p
    me.canvas = me.shelters
    for p in range(first + TOKEN_PLACE, first + PIECES_PER_SEAT):
        forget(s.piece[p])


@kernel
def put_avatar(s, t, seat, stage):
    """The avatar's piece, at a stage; it lies at the seat's side but in no list (FC-1)."""
    me = s.seat[seat]
    me.stage = stage
    for i in range(STAGES):
        me.stolen[i] = 0
        me.used[i] = 0
        me.once[i] = 0
    new_piece(s, t, me.avatar, me.stages[stage], VALLEY)
    log_event(s, me.avatar, CardEvent.TAKEN)
    s.hearing |= s.piece[me.avatar].hears


# The first hand


@kernel
def change_opening_purse(s, seat, amount):
    """FC-23 to FC-27: sparkles of the opening; the entry lies there already, and its ALWAYS may ask for them."""
    s.seat[seat].sparkles += amount
    s.dirty |= s.always & READS_PLAYERS


@kernel
def open_hand(s, t, seat):
    """FC-23 to FC-27: one seat's opening."""
    me = s.seat[seat]
    entry = draw_shelter(s, seat)  # FC-23
    take_from_zone(s, entry)
    arrive(s, t, entry, seat, NOBODY)
    log_event(s, entry, CardEvent.PLACED)
    shuffle_deck(s, seat)
    change_opening_purse(s, seat, t.start_sparkles)
    for _ in range(min(t.start_hand, me.deck)):
        log_event(s, draw_top(s, seat), CardEvent.OPENING_SEEN)
    put_back = change_hand(s, t, seat)
    buy_cards(s, t, seat)
    for i in range(put_back):
        p = s.doom[i]
        s.piece[p].zone = DECK
        s.piece[p].arrival = next_stamp(s)
        me.deck_card[me.deck] = p
        me.deck += 1
    if put_back > 0:
        shuffle_deck(s, seat)
    me.maturation = count_maturation(s, t, seat)  # FC-26
    if me.sparkles > 0 and me.canvas > 0:  # FC-27
        begin_offers(s.decision)
        offer_pass(s)
        offer_number(s, 1)
        if agrees(s, t, seat, Point.S3):
            change_opening_purse(s, seat, -1)
            s.now[seat].spent_other += 1
            log_event(s, draw_shelter(s, seat), CardEvent.DRAWN)


@kernel
def change_hand(s, t, seat):
    """FC-25: discard any cards for a sparkle each; they lie aside in ``s.doom``. Returns how many."""
    me = s.seat[seat]
    aside = 0
    while True:
        begin_offers(s.decision)
        offer_pass(s)
        for i in range(me.hand):
            offer_piece(s, Verb.TAKE, me.hand_card[i])
        p = choose_piece(s, t, seat, Point.S1)
        if p < 0:
            return aside
        take_from_zone(s, p)
        s.piece[p].zone = REST
        log_event(s, p, CardEvent.OPENING_DISCARDED)
        s.doom[aside] = p
        aside += 1
        change_opening_purse(s, seat, 1)


@kernel
def buy_cards(s, t, seat):
    """FC-25: draw any number of cards for a sparkle each."""
    me = s.seat[seat]
    while me.sparkles > 0 and me.deck > 0:
        begin_offers(s.decision)
        offer_pass(s)
        offer_number(s, 1)
        if not agrees(s, t, seat, Point.S2):
            return
        change_opening_purse(s, seat, -1)
        log_event(s, draw_top(s, seat), CardEvent.OPENING_SEEN)
