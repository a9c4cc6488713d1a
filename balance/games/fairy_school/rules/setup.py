"""From the box to the first turn (FS-12 to FS-25), and the hands of every draft (FS-27)."""

from __future__ import annotations

from balance.engine.kernels.decision_record import NOBODY_FIRST
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import own_number, stand_in_player
from balance.engine.kernels.piles import shuffle
from balance.engine.kernels.table import clear_lead
from balance.games.fairy_school.state import (
    DEALT,
    ELEMENTS,
    FINAL_STREAM,
    INITIAL_STREAM,
    INITIATION,
    MAX_HAND,
    MAX_ONGOING,
    MAX_SEATS,
    NO_CARD,
    PARTS,
    PILE_STREAM,
    PLAYED,
    SET_STREAM,
    SLOTS,
    START_CARDS,
    START_SETS,
    TRIMESTER_STREAM,
)


@kernel
def set_up(s, t):
    """FS-12 to FS-17: shuffle the decks, give every seat its starting set, elements and cubes."""
    for trimester in range(t.trimesters):
        for i in range(t.deck_cards[trimester]):
            s.deck[trimester, i] = t.deck[trimester, i]
        shuffle(s, TRIMESTER_STREAM + trimester, s.deck[trimester], t.deck_cards[trimester])
        s.dealt[trimester] = 0
    for i in range(t.final_cards):
        s.final_pile[i] = t.final_deck[i]
    shuffle(s, FINAL_STREAM, s.final_pile, t.final_cards)
    s.common = 0
    s.first = NOBODY_FIRST
    for i in range(t.players):
        s.order[i] = t.order[i]
    s.turn = 0
    s.stage = 0
    s.final_turn = 0
    s.finishers = 0
    clear_lead(s)
    s.stand_in_for = stand_in_player(t, s.game_no)
    for seat in range(t.players):
        s.score[seat] = 0
        clear_seat(s, t, seat)
    deal_sets(s, t)


@kernel
def clear_seat(s, t, seat):
    """FS-14, FS-15: an empty forest, some elements, all cubes."""
    me = s.seat[seat]
    for element in range(ELEMENTS):
        me.stock[element] = t.start[element]
        me.target[element] = 0
    me.cubes = t.cubes
    me.kindness = 0
    me.piled = 0
    me.known = 0
    me.discarded = 0
    for slot in range(SLOTS):
        me.forest[slot] = NO_CARD
    me.side = me.sharing = me.personals = me.projects = me.steps = me.studied = me.realized = 0
    me.removed_projects = me.idle_picks = me.bonuses = me.initials = me.finisher = me.finished = 0
    me.final = NO_CARD
    me.letter = -1
    for part in range(PARTS):
        me.points[part] = 0


@kernel
def begin_turn(s, seat):
    """Nothing has happened yet this turn."""
    now = s.now[seat]
    now.drawn = now.reshuffles = now.act_own = now.act_left = now.act_right = now.react = now.taken = 0
    now.placed = now.removed = 0
    for giver in range(MAX_SEATS):
        now.kind_from[giver] = 0
    now.corner_discards = 0
    now.studies = 0
    now.bonuses = 0
    for element in range(ELEMENTS):
        now.gain[element] = 0
        now.spend[element] = 0
        now.conv[element] = 0
    now.conv3 = now.conv4 = now.conv6 = now.jokers = now.realizing = now.steps_now = 0
    now.idle_pick = NO_CARD
    now.leader_bonus = -1


@kernel
def deal_sets(s, t):
    """FS-16, FS-17: every seat shuffles one of the four starting sets; a fifth and a sixth seat get second copies."""
    for i in range(START_SETS):
        s.choice[i] = i
        s.shuffled[i] = i
    shuffle(s, SET_STREAM, s.choice, START_SETS)
    if t.players > START_SETS:
        shuffle(s, SET_STREAM, s.shuffled, START_SETS)
        for i in range(START_SETS, t.players):
            s.choice[i] = s.shuffled[i - START_SETS]
        shuffle(s, SET_STREAM, s.choice, t.players)
    for seat in range(t.players):
        me = s.seat[seat]
        me.start_set = s.choice[seat]
        for i in range(START_CARDS):
            me.pile[i] = own_number(s, t, seat, t.start_set[me.start_set, i])
        me.piled = START_CARDS
        shuffle(s, PILE_STREAM + seat, me.pile, START_CARDS)


@kernel
def deal_letters(s, t):
    """FS-18, FS-20, FS-24: a predefined deck for every seat; at 2 players one more starting card."""
    for i in range(t.letters):
        s.choice[i] = i
    shuffle(s, INITIAL_STREAM, s.choice, t.letters)
    for seat in range(t.players):
        me = s.seat[seat]
        deck = s.choice[seat]
        me.letter = t.letter[deck]
        for i in range(PLAYED):
            top = t.letter_top[deck, i]
            me.forest[t.letter_column[deck, i]] = top
            me.initial[i] = top
        for i in range(2):
            lost = t.letter_discard[deck, i]
            me.discard[i] = lost
            me.initial[2 + i] = lost
        me.discarded = 2
        me.initials = 4
        if t.setup == INITIATION:
            for i in range(MAX_ONGOING):
                me.ongoing[i] = t.letter_project[deck, i]
            me.projects = MAX_ONGOING
    if t.players == 2:
        for i in range(t.initials):
            s.shuffled[i] = t.initial[i]
        shuffle(s, INITIAL_STREAM, s.shuffled, t.initials)
        for seat in range(2):
            me = s.seat[seat]
            fifth = s.shuffled[t.initials - 1 - seat]
            me.discard[2] = fifth
            me.discarded = 3
            me.initial[4] = fifth
            me.initials = MAX_HAND


@kernel
def deal_initials(s, t):
    """FS-22, FS-24: hands of four starting cards to draft, of five at 2 players."""
    for i in range(t.initials):
        s.shuffled[i] = t.initial[i]
    shuffle(s, INITIAL_STREAM, s.shuffled, t.initials)
    s.drafting = MAX_HAND if t.players == 2 else 4
    s.picks = 0
    left = t.initials
    for seat in range(t.players):
        for i in range(s.drafting):
            left -= 1
            s.draft[seat, i] = s.shuffled[left]


@kernel
def lay_out(s, t, seat, first, second, first_column, second_column):
    """FS-22: of the cards put aside, the ``first`` and ``second`` go to the top row, the others to the discard pile."""
    me = s.seat[seat]
    me.initials = s.picks
    me.initial[0] = s.aside[seat, first]
    me.initial[1] = s.aside[seat, second]
    me.forest[first_column] = me.initial[0]
    me.forest[second_column] = me.initial[1]
    others = 2
    for i in range(s.picks):
        if i not in (first, second):
            me.initial[others] = s.aside[seat, i]
            me.discard[me.discarded] = s.aside[seat, i]
            me.discarded += 1
            others += 1


@kernel
def deal_projects(s, t):
    """FS-27: hands of four projects of this trimester."""
    s.drafting = DEALT
    s.picks = 0
    trimester = s.stage
    for seat in range(t.players):
        for i in range(DEALT):
            s.dealt[trimester] += 1
            s.draft[seat, i] = s.deck[trimester, t.deck_cards[trimester] - s.dealt[trimester]]


@kernel
def put_aside(s, seat, place):
    """FS-27: the seat puts the card at this place of its hand aside; the last card of the hand fills the gap."""
    s.aside[seat, s.picks] = s.draft[seat, place]
    s.draft[seat, place] = s.draft[seat, s.drafting - 1]


@kernel
def pass_hands(s, t, step):
    """FS-27: after every seat has put a card aside, what is left goes ``step`` seats on (1: left, -1: right)."""
    s.picks += 1
    s.drafting -= 1
    players = t.players
    for i in range(s.drafting):
        for seat in range(players):
            s.choice[(seat + step) % players] = s.draft[seat, i]
        for seat in range(players):
            s.draft[seat, i] = s.choice[seat]


@kernel
def gather_pool(s, seat):
    """FS-28: beside the cards put aside lie the seat's unfinished projects; all of them are its pool."""
    me = s.seat[seat]
    s.pool = s.picks
    for i in range(me.projects):
        s.aside[seat, s.pool] = me.ongoing[i]
        s.pool += 1


@kernel
def keep_or_drop(s, seat, keep):
    """FS-28: of the pool the seat keeps those in the set ``keep``; the others go to the common discard."""
    me = s.seat[seat]
    me.projects = 0
    for i in range(s.pool):
        card = s.aside[seat, i]
        if (keep >> i) & 1:
            me.ongoing[me.projects] = card
            me.projects += 1
        else:
            s.common_discard[s.common] = card
            s.common += 1
