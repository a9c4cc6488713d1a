"""How much every option is worth to a style: the change of its features, weighed (section 4)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.decision_record import LUCK
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import own_number
from balance.engine.kernels.rng import uniform
from balance.games.fairy_conundrum.codes import (
    EVENT_CALL,
    EVENT_JOUST,
    EVENT_SHARD,
    HAND,
    OP_CANCEL,
    SHELTER,
    SHELTER_BIT,
    W_ABILITY,
    W_DECK,
    W_FOECARDS,
    W_JOUST,
    W_KILL,
    W_LETHAL,
    W_LIFE,
    W_RISK,
    W_SHELTERS,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.rules.filters import cost_of, side_of
from balance.games.fairy_conundrum.rules.options import other_of, piece_of
from balance.games.fairy_conundrum.rules.values import refresh
from balance.games.fairy_conundrum.styles.actions import weigh_actions
from balance.games.fairy_conundrum.styles.effects import card_effect, card_value, effect, last_life, works_in_valley
from balance.games.fairy_conundrum.styles.knowledge import knows, suppose_amount
from balance.games.fairy_conundrum.styles.prospects import life_lost

LOST_TRAP = 0.6  # worth of a trap that lapses
CHEAP = 2.0  # mean cost of the cards of a deck
DEAR = 2.4
MORE_HOMES = 2.0


@kernel
def weigh_options(s, t, seat, point):
    """Say what every option of a decision is worth."""
    refresh(s, t)
    style = t.style[s.style[seat]]
    if point in (Point.NAR, Point.CON, Point.EXIT):
        weigh_actions(s, t, style, seat)
        return
    if point == Point.SWAP:
        weigh_swaps(s, t, style, seat)
        return
    for i in range(s.decision.count):
        s.decision.worth[i] = weigh(s, t, style, seat, point, s.decision.option[i])


@kernel
def misjudge(decision, noise):
    """A style that judges poorly adds noise to every worth."""
    if noise > 0.0:
        for i in range(decision.count):
            decision.worth[i] += noise * uniform(decision, LUCK)


@kernel
def weigh(s, t, style, seat, point, option):
    """Worth of one option of any other decision."""
    p = piece_of(option)
    if point == Point.TARGET:
        return worth_of_target(s, t, style, seat, p)
    if point == Point.FOE:
        return worth_of_foe(s, t, style, seat, p)
    if point == Point.MES:
        return worth_of_trap(s, t, style, seat, p)
    if point == Point.MAY:
        return effect(s, t, style, seat, p, t.ability[other_of(option)]) if p >= 0 else 0.0
    if point == Point.DREAM:
        return worth_of_dream(s, t, style, seat, p)
    if point == Point.DISCARD:
        return -keep_worth(s, t, style, seat, p)
    if point == Point.DECKOUT:
        return worth_of_deckout(s, t, style, seat, p)
    if point in (Point.UNIQUE, Point.SURPLUS):
        return -card_value(s, t, seat, p)
    if point == Point.FIRST:
        return worth_of_first(s, t, style, seat, p)
    if point == Point.RADIANCE:
        return np.float64(other_of(option) == s.piece[s.seat[seat].avatar].radiance)
    if point == Point.MORPH:
        return worth_of_morpheme(s, seat, p)
    if point == Point.ABILITY:
        number = s.piece[p].ability[other_of(option)]
        return t.ability_worth[number] if style.shrewd <= 0.0 or works_in_valley(t, number) else 0.0
    if point == Point.HOST:
        return np.float64(not (s.piece[p].visitors >> seat) & 1)
    if point == Point.SPLIT:
        return worth_of_split(s, t, style, seat, p, other_of(option))
    if point == Point.S1:
        return worth_of_change(s, t, style, p)
    if point == Point.S2:
        return first_hand(s, style, seat) - s.seat[seat].hand - 0.5 if p >= 0 else 0.0
    return np.float64(p >= 0) if point == Point.S3 else 0.0


@kernel
def worth_of_target(s, t, style, seat, p):
    """TARGET: what the step under way does to a card; of the own hand the one that is least missed."""
    mine = s.piece[p].zone == HAND and s.piece[p].owner == seat
    if s.step < 0 or mine:
        return -keep_worth(s, t, style, seat, p) if mine else 0.0
    amount = suppose_amount(s, t, t.step[s.step], seat, s.source)
    return card_effect(s, t, style, seat, s.source, s.step, p, amount)


@kernel
def first_hand(s, style, seat):
    """Cards of the first hand until which the seat buys more; one more of a deck whose cards it can soon call."""
    cheap = style.fitted > 0.0 and s.seat[seat].mean_cost < CHEAP
    return style.opening + (1.0 if cheap else 0.0)


@kernel
def enough_homes(s, style, seat):
    """Shelters that are enough for the seat: more for a dear deck, which needs the sparkles."""
    dear = style.fitted > 0.0 and s.seat[seat].mean_cost > DEAR
    return style.homes + (MORE_HOMES if dear else 0.0)


@kernel
def has_traps(s, t, seat):
    """Whether the seat has a mésangette in hand or face down."""
    for i in range(s.downs):
        if s.piece[s.down[i]].owner == seat:
            return True
    me = s.seat[seat]
    for i in range(me.hand):
        if t.card[s.piece[me.hand_card[i]].card].mes > 0:
            return True
    return False


@kernel
def worth_of_first(s, t, style, seat, p):
    """FIRST: who follows sees what the others did, who begins strikes first: if that may end it, everybody begins.

    Who ``begin``s does so with traps, too: they are to lie there before the others move.
    """
    if p != seat:
        return 0.5
    if style.begin > 0.0 and has_traps(s, t, seat):
        return 1.0
    me = s.seat[seat]
    for other in range(s.players):
        foe = s.seat[other]
        if other != seat and foe.alive:
            attack = me.ray + me.sparkles + max(1, me.gather)  # about a point of ray for every sparkle
            if life_lost(attack, foe.mat, 0) > foe.life:
                return 1.0
    return 0.0


@kernel
def worth_of_foe(s, t, style, seat, other):
    """FOE: the one who loses most, or falls; among equals the one with least life."""
    foe = s.seat[other]
    lost = life_lost(s.seat[seat].ray, foe.mat, foe.absorbed)
    kill = style.weight[W_KILL] * np.float64(lost > foe.life)
    return max(0.1, style.weight[W_JOUST]) * lost + kill - 0.01 * foe.life


@kernel
def worth_of_trap(s, t, style, seat, p):
    """MES: what the trap does, less the life it costs; all that are met lapse if none is activated."""
    if p < 0:
        return -LOST_TRAP * (s.decision.count - 1)
    event = s.event[s.event_now]
    piece = s.piece[p]
    worth = 0.3 - max(0.4, style.weight[W_LIFE]) * t.card[piece.card].mes
    worth -= last_life(s, seat, t.card[piece.card].mes)
    s.fixed_it = 1
    s.seen = 1
    s.it[0] = event.card
    for i in range(event.first, event.first + event.heard):
        heard = s.heard[i]
        if heard.trap and heard.card == p:
            ability = t.ability[heard.ability]
            worth += effect(s, t, style, seat, p, ability)
            for k in range(ability.first, ability.first + ability.steps):
                if t.step[k].op == OP_CANCEL:
                    worth += worth_of_cancel(s, t, style, seat, event)
    return worth


@kernel
def worth_of_cancel(s, t, style, seat, event):
    """What a cancelled joust, call or shard would have done."""
    if event.kind == EVENT_JOUST:
        me = s.seat[seat]
        lost = life_lost(s.seat[event.seat].ray, me.mat, me.absorbed)
        return max(0.5, -style.weight[W_RISK]) * lost - style.weight[W_LETHAL] * np.float64(lost > me.life)
    points = 0.0
    if (event.kind == EVENT_CALL or event.kind == EVENT_SHARD) and knows(s, seat, event.card):
        piece = s.piece[event.card]
        for i in range(piece.held):
            points += 0.5 * max(0.0, t.ability_worth[piece.ability[i]])
    return max(0.5, style.weight[W_ABILITY]) * points


@kernel
def worth_of_dream(s, t, style, seat, deck):
    """DREAM: a shelter while there are few and none is in hand, else a card; the last cards of the haversack count."""
    me = s.seat[seat]
    shelters = me.homes
    for i in range(me.hand):
        shelters += 2 * np.int64(s.piece[me.hand_card[i]].kinds == SHELTER_BIT)
    if deck == 1:
        wanted = shelters < enough_homes(s, style, seat) and shelters <= me.homes
        if style.fitted > 0.0 and me.canvas > 0:  # the order of the canvas is known (FC-1)
            wanted = wanted and t.card[s.piece[me.canvas_card[me.canvas - 1]].card].slots > 0
        return (1.0 + 0.2 * style.weight[W_SHELTERS]) * np.float64(wanted)
    scarce = style.weight[W_DECK] if me.deck < 5 else 0.0
    return 0.7 + scarce


@kernel
def keep_worth(s, t, style, seat, p):
    """What a card of the hand is worth keeping: its points, less what is out of reach, or serves the foe."""
    piece = s.piece[p]
    card = t.card[piece.card]
    me = s.seat[seat]
    if card.kind == SHELTER:
        return 3.0 if me.homes < enough_homes(s, style, seat) else 0.5
    cost = cost_of(s, t, p)
    late = max(0, cost - me.sparkles - 2 * max(1, me.gather))
    return card.worth - 1.2 * cost - 1.0 * late


@kernel
def worth_of_deckout(s, t, style, seat, p):
    """DECKOUT: what is least missed; never the avatar."""
    if p == s.seat[seat].avatar:
        return -1000.0
    if s.piece[p].zone == HAND:
        return -0.5 - 0.1 * max(0.0, keep_worth(s, t, style, seat, p))
    return -1.0 - card_value(s, t, seat, p)


@kernel
def worth_of_morpheme(s, seat, p):
    """MORPH: the last one of a foe's card bounces it; of our own cards rather one of many."""
    if not knows(s, seat, p):
        return 0.0
    piece = s.piece[p]
    spare = np.float64(piece.morphs)
    if side_of(piece) != seat and p != s.seat[seat].avatar:
        return -spare
    return spare + np.float64(p == s.seat[seat].avatar)


@kernel
def worth_of_split(s, t, style, seat, p, attack):
    """SPLIT: one more damage on a fairy, if the rest of the attack can reap it and it is not to be reaped anyway."""
    if p < 0:
        return 0.0
    piece = s.piece[p]
    need = max(0, piece.mat) + 1 - piece.damage
    if need <= 0 or need > attack:
        return -1.0
    return style.weight[W_FOECARDS] * card_value(s, t, seat, p) / need - 0.7 * max(0.1, style.weight[W_JOUST])


@kernel
def worth_of_change(s, t, style, p):
    """S1: a card of the first hand for a sparkle: what is too dear for the first turns, or serves the foe."""
    if p < 0:
        return 0.0
    card = t.card[s.piece[p].card]
    cost = card.cost
    if style.armed > 0.0 and card.mes > 0:  # it can be set for less
        cost = min(cost, t.mes_set_cost)
    return 0.8 * (cost - style.dear) - 0.2


@kernel
def weigh_swaps(s, t, style, seat):
    """SWAP: a card that suits the opponents better for one that suits them less; small gains are not worth it."""
    for i in range(s.decision.count):
        option = s.decision.option[i]
        worth = 0.0
        if option.verb != Verb.PASS:
            into, out = own_number(s, t, seat, option.target), own_number(s, t, seat, option.card)
            worth = suits(s, t, style, into) - suits(s, t, style, out) - 0.5
        s.decision.worth[i] = worth


@kernel
def suits(s, t, style, row):
    """Points of a card over what its cost makes expect (section 5.5)."""
    card = t.card[row]
    return card.worth - 0.95 * (2 * card.cost + 1)
