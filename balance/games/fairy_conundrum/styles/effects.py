"""What the steps of abilities are worth to a style, and the cards they may work on."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    ALWAYS,
    AT_RANDOM,
    AVATAR_BIT,
    BY_FOE,
    CARDS,
    EVERY,
    FOE,
    FOES,
    LINKED,
    ON_CALL,
    OP_ABANDON,
    OP_ACTION,
    OP_BEWITCH,
    OP_BOUNCE,
    OP_CANCEL,
    OP_COPY,
    OP_DISCARD,
    OP_DISSIPATE,
    OP_DMG,
    OP_EXIT,
    OP_FREE,
    OP_HUSH,
    OP_IMPRISON,
    OP_LIFE,
    OP_LINK,
    OP_LODGE,
    OP_MAT,
    OP_MORPH,
    OP_PURIFY,
    OP_RAY,
    OP_REAP,
    OP_RESTORE,
    OP_SHELTER,
    OP_STEALA,
    OP_STEALM,
    OP_STORE,
    OP_SUMMON,
    OP_TODECK,
    OP_TOKEN,
    OP_UNSTORE,
    PRISON,
    SHELTER,
    TRAP,
    VALLEY,
    W_ABILITY,
    W_BURN,
    W_FOECARDS,
    W_GATHER,
    W_JOUST,
    W_KILL,
    W_LIFE,
    W_MAT,
    W_RAY,
    W_RISK,
)
from balance.games.fairy_conundrum.rules.filters import side_of
from balance.games.fairy_conundrum.rules.pieces import is_fairy
from balance.games.fairy_conundrum.rules.targets import works_on_players
from balance.games.fairy_conundrum.rules.totals import defence_of
from balance.games.fairy_conundrum.styles.knowledge import knows, points_of, suppose_amount, suppose_legal
from balance.games.fairy_conundrum.styles.prospects import harvest

POINTS_PER_COST = 1.9  # of the value curve (section 5.5)
LAST_LIFE = 15.0
LEAST_BURN = 0.3  # a foe's life is worth something to every style
UNSEEN_VALUE = 2.0  # cost points of a card that a seat does not see


@kernel
def card_value(s, t, seat, p):
    """What a card is worth, in cost points, as it lies there, as far as the seat knows it."""
    if not knows(s, seat, p):
        return UNSEEN_VALUE
    piece = s.piece[p]
    card = t.card[piece.card]
    if card.kind == SHELTER:
        return 1.0 + 0.5 * card.worth / POINTS_PER_COST + 0.7 * piece.filled
    points = card.worth + piece.ray1 + 0.9 * piece.mat1
    return max(0.3, points / POINTS_PER_COST - 0.5)


@kernel
def effect(s, t, style, seat, source, ability):
    """Worth of all steps of an ability, if it resolved now."""
    worth = 0.0
    for k in range(ability.first, ability.first + ability.steps):
        worth += step_effect(s, t, style, seat, source, k)
    return worth


@kernel
def step_effect(s, t, style, seat, source, k):
    """Worth of one step: on players by the table of section 5.5, on cards by those it would choose."""
    step = t.step[k]
    amount = suppose_amount(s, t, step, seat, source)
    if step.op == OP_CANCEL:
        return 0.0
    if step.op == OP_STORE:
        return 0.5 if s.seat[seat].hand > s.seat[seat].handmax else -0.3
    if step.op == OP_TOKEN:
        return style.weight[W_ABILITY] * t.step_worth[k] * amount
    if works_on_players(t, k):
        return player_effect(s, t, style, seat, k, amount)
    row = step.selector
    suppose_legal(s, t, k, seat, source)
    pick = t.selector[row].pick if row >= 0 and t.selector[row].special == CARDS else EVERY
    total = 0.0
    best = -np.inf
    worst = np.inf
    for i in range(s.legal):
        worth = card_effect(s, t, style, seat, source, k, s.legals[i], amount)
        total += worth
        best = max(best, worth)
        worst = min(worst, worth)
    if s.legal == 0:
        return 0.0
    if pick == EVERY:
        return total
    count = np.float64(min(s.legal, t.selector[row].n))
    if pick == AT_RANDOM:
        return total / s.legal * count
    return (worst if pick == BY_FOE else best) * count


@kernel
def player_effect(s, t, style, seat, k, amount):
    """Worth of a step on players."""
    step = t.step[k]
    row = step.selector
    special = t.selector[row].special if row >= 0 else 0
    against = special in (FOE, FOES)
    others = s.living - 1 if special == FOES else 1
    if step.op == OP_LIFE:
        if not against:
            return style.weight[W_LIFE] * amount - own_end(s, style, seat, -amount)
        return max(LEAST_BURN, style.weight[W_BURN]) * -amount * others + kill_worth(s, style, seat, -amount)
    return style.weight[W_ABILITY] * t.step_worth[k] * amount * others


@kernel
def own_end(s, style, seat, loss):
    """What a style that is ``wary`` fears of such a loss: who stands at 0 cannot win (FC-101), below it one falls."""
    if style.wary <= 0.0 or loss <= 0:
        return 0.0
    return last_life(s, seat, loss) + style.weight[W_KILL] * np.float64(loss > s.seat[seat].life)


@kernel
def last_life(s, seat, loss):
    """What it is worth not to lose so much: something where nothing would be left."""
    return LAST_LIFE * np.float64(loss >= s.seat[seat].life)


@kernel
def kill_worth(s, style, seat, loss):
    """Worth of a foe falling by this loss."""
    for other in range(s.players):
        if other != seat and s.seat[other].alive and loss > s.seat[other].life:
            return style.weight[W_KILL]
    return 0.0


@kernel
def card_effect(s, t, style, seat, source, k, p, amount):
    """Worth of a step's work on one card, for the player ``seat`` who chooses."""
    step = t.step[k]
    op = step.op
    piece = s.piece[p]
    mine = side_of(piece) == seat
    sign = -1.0 if mine else 1.0
    cards = style.weight[W_FOECARDS]
    if piece.kinds == AVATAR_BIT:
        return avatar_effect(s, t, style, seat, k, piece.owner, amount)
    if op in (OP_REAP, OP_DISSIPATE, OP_TODECK, OP_IMPRISON):
        return sign * cards * card_value(s, t, seat, p)
    if op == OP_BOUNCE:
        return sign * cards * 0.6 * card_value(s, t, seat, p)
    if op == OP_BEWITCH:
        return cards * 1.7 * card_value(s, t, seat, p)
    if op == OP_DMG or (op == OP_LIFE and amount < 0):
        return sign * wound_worth(s, t, style, seat, p, amount if op == OP_DMG else 99)
    if op in (OP_RAY, OP_MAT):
        return value_worth(s, style, k, p, amount, mine)
    if op == OP_LINK:
        return link_worth(s, t, style, seat, source, p, mine)
    if op == OP_STEALA:
        if style.shrewd > 0.0 and not can_be_stolen(t, piece):
            return 0.0
        return style.weight[W_ABILITY] * (2.5 if not mine else -1.0)
    if op == OP_STEALM or (op == OP_MORPH and (step.arg < 0 or amount < 0)):
        if piece.zone == VALLEY and piece.morphs == 1 and not piece.arrived_bare:
            return sign * cards * 0.6 * card_value(s, t, seat, p)
        return 0.3 * sign
    if op == OP_FREE:
        back = piece.zone == PRISON or piece.owner == seat
        return cards * card_value(s, t, seat, p) * (1.0 if mine == back else -1.0)
    if op in (OP_SHELTER, OP_LODGE):
        return -sign * (style.weight[W_GATHER] * 0.5 - 0.3 * (piece.ray + piece.mat))
    if op == OP_EXIT:
        empties = style.shrewd > 0.0 and mine and is_last_guest(s, seat, p) and not has_successor(s, seat, p)
        lost = harvest(s, style, piece.vol) if empties else 0.0
        return sign * (style.weight[W_GATHER] * 0.5 - 0.3 * (piece.ray + piece.mat)) - lost
    if op == OP_PURIFY:
        spoilt = piece.damage - piece.ray1 - piece.mat1 + (t.card[piece.card].morphs - piece.morphs)
        return -sign * 0.5 * spoilt
    if op == OP_HUSH:
        return sign * style.weight[W_ABILITY] * 0.5 * ability_points(s, t, seat, p)
    if op == OP_ACTION:
        return sign * 0.3
    if op in (OP_ABANDON, OP_DISCARD):
        return sign * cards * 0.5 * card_value(s, t, seat, p)
    if op == OP_UNSTORE:
        return 0.4 if s.seat[seat].hand < s.seat[seat].handmax else -0.2
    if op in (OP_COPY, OP_SUMMON):
        return style.weight[W_ABILITY] * points_of(s, t, seat, p) * 0.7
    worth = style.weight[W_ABILITY] * abs(t.step_worth[k]) * max(1, abs(amount))
    good = t.step_worth[k] * amount >= 0 if t.selector[max(0, step.selector)].side == 0 else not mine
    if op == OP_RESTORE:
        return worth if mine else -worth
    return worth * (0.2 + 0.1 * card_value(s, t, seat, p)) if good else -worth


@kernel
def is_last_guest(s, seat, p):
    """Whether the seat has no guest left in the shelter of ``p``, once its unit is out."""
    guests = 0
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        guests += np.int64(piece.host == s.piece[p].host and piece.narr == seat)
    return guests - np.int64(s.piece[p].spouse >= 0) <= 1


@kernel
def has_successor(s, seat, p):
    """Whether another fairy of the seat is outside that it would still send into a shelter this turn."""
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if s.lay[i] != p and piece.narr == seat and is_fairy(piece) and piece.host < 0:
            if not piece.actioned and piece.vol != 1 and piece.out_turn != s.turn:
                return True
    return False


@kernel
def works_in_valley(t, number):
    """Whether an ability does something where its card lies: not one of its call, nor its trap."""
    trigger = t.ability[number].trigger
    return trigger != ON_CALL and trigger != TRAP


@kernel
def can_be_stolen(t, piece):
    """Whether a card has an ability that works on whoever steals it."""
    for i in range(piece.held):
        if works_in_valley(t, piece.ability[i]):
            return True
    return False


@kernel
def ability_points(s, t, seat, p):
    """Points of the abilities a piece has, as far as the seat knows it."""
    if not knows(s, seat, p):
        return 0.0
    piece = s.piece[p]
    points = 0.0
    for i in range(piece.held):
        points += t.ability_worth[piece.ability[i]]
    return points


@kernel
def avatar_effect(s, t, style, seat, k, other, amount):
    """Worth of a step on an avatar."""
    op = t.step[k].op
    sign = -1.0 if other == seat else 1.0
    if op == OP_DMG:
        lost = max(0, amount - defence_of(s, t, other))
        worth = max(LEAST_BURN, style.weight[W_BURN]) * lost + 0.4 * style.weight[W_JOUST] * (amount - lost)
        return sign * (worth + style.weight[W_KILL] * np.float64(lost > s.seat[other].life))
    if op == OP_LIFE:
        if amount > 0:
            return -sign * style.weight[W_LIFE] * amount
        fatal = style.weight[W_KILL] * np.float64(-amount > s.seat[other].life)
        return sign * (max(LEAST_BURN, style.weight[W_BURN]) * -amount + fatal)
    if op in (OP_REAP, OP_DISSIPATE):
        return sign * style.weight[W_KILL]
    worth = style.weight[W_ABILITY] * abs(t.step_worth[k] * amount)
    return worth if (t.step_worth[k] * amount > 0) == (other == seat) else -worth


@kernel
def wound_worth(s, t, style, seat, p, amount):
    """Worth of so much damage to a foe's fairy or shelter."""
    piece = s.piece[p]
    need = max(0, piece.mat) + 1 - piece.damage
    if amount >= need:
        return style.weight[W_FOECARDS] * card_value(s, t, seat, p)
    if piece.host >= 0 or not is_fairy(piece):
        return 0.0
    return 0.3 * style.weight[W_JOUST] * amount


@kernel
def value_worth(s, style, k, p, amount, mine):
    """Worth of a change of ray or materialisation of a card."""
    piece = s.piece[p]
    if piece.zone != VALLEY:
        return 0.3 * amount if mine else -0.3 * amount
    inside = 0.3 if piece.host >= 0 else 1.0
    return inside * amount * (value_weight(style, k, mine))


@kernel
def value_weight(style, k, mine):
    """Weight of one point of ray or materialisation."""
    if mine:
        return max(0.3, style.weight[W_RAY] + 0.5 * style.weight[W_MAT])
    return -max(0.3, 0.5 * style.weight[W_JOUST] - 0.5 * style.weight[W_RISK])


@kernel
def link_worth(s, t, style, seat, source, p, mine):
    """Worth of linking to a card: what the linking card's ALWAYS abilities then do to it."""
    points = 0.0
    piece = s.piece[source]
    for i in range(piece.held):
        ability = t.ability[piece.ability[i]]
        if ability.trigger != ALWAYS:
            continue
        for k in range(ability.first, ability.first + ability.steps):
            row = t.step[k].selector
            if row >= 0 and t.selector[row].special == LINKED:
                points += t.step_worth[k] * max(1, abs(t.step[k].n[0])) * (1.0 if t.step[k].n[0] >= 0 else -1.0)
    fits = (points >= 0.0) == mine
    worth = style.weight[W_ABILITY] * abs(points) + 0.1 * card_value(s, t, seat, p)
    return worth if fits else -worth
