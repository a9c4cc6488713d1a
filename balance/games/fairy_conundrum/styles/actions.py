"""What the actions of Narration, Conspiracy and Renewal are worth to a style."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import (
    BY_SHARD_COST,
    EVENT_JOUST,
    FAIRY,
    NO_COST,
    ON_CALL,
    OP_CANCEL,
    OP_SUMMON,
    PAY_ABANDON,
    PAY_LIFE,
    PAY_REAP_SELF,
    PAY_SPARKLES,
    PAY_VOLATILITY,
    SELF,
    SHELTER_BIT,
    TRAP,
    TRAPS,
    W_ABILITY,
    W_BACK,
    W_FOECARDS,
    W_GATHER,
    W_GIFT,
    W_HAND,
    W_KILL,
    W_LIFE,
    W_MAT,
    W_RAY,
    W_RISK,
    W_SAFE,
    W_SHELTERS,
    W_SPARK,
    W_TOLL,
    W_TRAP,
    Verb,
)
from balance.games.fairy_conundrum.rules.filters import cost_of
from balance.games.fairy_conundrum.rules.options import other_of, piece_of
from balance.games.fairy_conundrum.rules.pieces import is_fairy
from balance.games.fairy_conundrum.rules.totals import opposite_of, toll_of
from balance.games.fairy_conundrum.styles.effects import (
    card_value,
    effect,
    is_last_guest,
    last_life,
    own_end,
    works_in_valley,
)
from balance.games.fairy_conundrum.styles.finishing import finish_first
from balance.games.fairy_conundrum.styles.prospects import danger, growth, growth_of_cost, harvest, life_lost, outlook

FLEETING = 0.4  # what a fairy of volatility 1 is worth of a lasting one (section 5.5)
LEAST_RAY = 0.5  # a body is worth something to every style
LEAST_MAT = 0.4
FULL_PURSE = 6  # sparkles
LOST_CHANCE = 0.3
NEST_UNTIL = 6  # turn
TRAP_SPRINGS = 0.8  # chance that a trap is sprung in time
LONG_WAIT = 0.2  # the same before anybody can joust


@kernel
def weigh_actions(s, t, style, seat):
    """Say what the options of NAR, CON or EXIT are worth; to end is worth 0."""
    s.prospect = outlook(s, t, style, seat, 0, 0, 0)
    for i in range(s.decision.count):
        option = s.decision.option[i]
        verb, p = option.verb, piece_of(option)
        worth = 0.0
        if verb == Verb.CALL:
            worth = worth_of_call(s, t, style, seat, p)
        elif verb == Verb.PLACE:
            worth = worth_of_place(s, t, style, seat, p)
        elif verb == Verb.SET:
            worth = worth_of_set(s, t, style, seat, p)
        elif verb == Verb.SHELTER:
            worth = worth_of_shelter(s, t, style, seat, p, other_of(option))
        elif verb == Verb.PASSAGE:
            worth = worth_of_passage(s, style, seat, p, other_of(option))
        elif verb == Verb.ACT:
            worth = worth_of_act(s, t, style, seat, p, other_of(option))
        elif verb == Verb.EXIT:
            worth = worth_of_exit(s, t, style, seat, p)
        elif verb == Verb.FREE:
            worth = 1.0 + card_value(s, t, seat, p)
        s.decision.worth[i] = worth
    if style.finish > 0.0:
        finish_first(s, t, seat)
    if style.probe > 0.0 and s.seat[seat].called == 0 and faces_traps(s, seat):
        probe_first(s, t, style)
    if style.settle > 0.0:
        settle_first(s, t, style)


@kernel
def best_call(s):
    """The most that a call of a fairy is worth; 0 where none is worth anything."""
    most = 0.0
    for i in range(s.decision.count):
        if s.decision.option[i].verb == Verb.CALL and is_fairy(s.piece[piece_of(s.decision.option[i])]):
            most = max(most, s.decision.worth[i])
    return most


@kernel
def fells(style, worth):
    """Whether a call of this worth may fell an opponent: then nothing else comes first."""
    return style.weight[W_KILL] > 0.0 and worth > 0.5 * style.weight[W_KILL]


@kernel
def settle_first(s, t, style):
    """Of a style that ``settle``s: a shelter worth placing comes before every call that fells nobody."""
    most = best_call(s)
    if fells(style, most):
        return
    for i in range(s.decision.count):
        if s.decision.option[i].verb == Verb.PLACE and s.decision.worth[i] > 0.0:
            s.decision.worth[i] += most


@kernel
def faces_traps(s, seat):
    """Whether another player has a card face down."""
    for i in range(s.downs):
        if s.piece[s.down[i]].owner != seat:
            return True
    return False


@kernel
def probe_first(s, t, style):
    """Of a style that ``probe``s: the cheapest fairy worth calling comes before the others, unless one fells a foe."""
    most = best_call(s)
    if fells(style, most):
        return
    first = -1
    for i in range(s.decision.count):
        p = piece_of(s.decision.option[i])
        if s.decision.option[i].verb == Verb.CALL and is_fairy(s.piece[p]) and s.decision.worth[i] > 0.0:
            if first < 0 or cost_of(s, t, p) < cost_of(s, t, piece_of(s.decision.option[first])):
                first = i
    if first >= 0:
        s.decision.worth[first] = most + 0.01


@kernel
def hand_worth(s, style, seat):
    """Worth of a card less in hand: none while there are more than may be kept."""
    me = s.seat[seat]
    return -style.weight[W_HAND] if me.hand <= me.handmax else 0.0


@kernel
def standing_points(t, piece):
    """Points of the abilities a card brings into play, those of its call and its trap apart."""
    points = 0.0
    for i in range(piece.held):
        if works_in_valley(t, piece.ability[i]):
            points += t.ability_worth[piece.ability[i]]
    return points


@kernel
def call_effects(s, t, style, seat, p):
    """Worth of a card's CALL abilities, if they resolved now."""
    piece = s.piece[p]
    worth = 0.0
    for i in range(piece.held):
        ability = t.ability[piece.ability[i]]
        if ability.trigger == ON_CALL:
            now = effect(s, t, style, seat, p, ability)
            if now <= 0.0:  # later it might do something
                now -= LOST_CHANCE * style.weight[W_ABILITY] * max(0.0, t.ability_worth[piece.ability[i]])
            worth += now
    return worth


@kernel
def price(s, style, seat, sparkles):
    """Worth of sparkles kept; more than any card costs are worth little."""
    me = s.seat[seat]
    worth = style.weight[W_SPARK] * sparkles * (1.0 if me.sparkles <= FULL_PURSE else 0.2)
    return worth * (1.0 - style.haste * danger(s, seat)) if style.haste > 0.0 else worth


@kernel
def seat_for_a_guest(s, seat):
    """Whether the seat narrates a shelter without a card of its own that it could send one into."""
    if s.seat[seat].entry == 0:
        return False
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if piece.kinds == SHELTER_BIT and piece.narr == seat and piece.slots > piece.filled:
            if not (piece.visitors >> seat) & 1:
                return True
    return False


@kernel
def worth_of_call(s, t, style, seat, p):
    """Calling a fairy or a shard."""
    piece = s.piece[p]
    card = t.card[piece.card]
    cost = cost_of(s, t, p)
    me = s.seat[seat]
    worth = hand_worth(s, style, seat) - price(s, style, seat, cost)
    if piece.zone == TRAPS and style.armed > 0.0:  # what it would have done, and no card of the hand is gone
        worth = -price(s, style, seat, cost) - style.armed * max(0.0, worth_of_trap_set(s, t, style, seat, p))
    standing = style.weight[W_ABILITY] * standing_points(t, piece)
    if card.kind == FAIRY:
        toll = toll_of(s, t, seat)
        ray = piece.ray0 + piece.ray1
        mat = piece.mat0 + piece.mat1
        body = max(LEAST_RAY, style.weight[W_RAY]) * ray + max(LEAST_MAT, style.weight[W_MAT]) * mat
        if seat_for_a_guest(s, seat):
            body = max(body, harvest(s, style, card.vol))
        body += standing
        worth += body if card.vol == 0 else body * min(1.0, FLEETING + 0.2 * (card.vol - 1))
        worth += style.weight[W_TOLL] * toll - price(s, style, seat, toll)
        worth += outlook(s, t, style, seat, ray, mat, 0) - s.prospect
        worth += growth(s, t, style, seat, growth_of_cost(s, t, seat, piece.radiance, cost))
    else:
        worth += standing if card.vol == 0 else standing * min(1.0, FLEETING + 0.2 * (card.vol - 1))
        avatar = s.piece[me.avatar].radiance
        if piece.radiance == avatar and t.shard_maturation != BY_SHARD_COST:
            worth += growth(s, t, style, seat, cost)
        if piece.radiance == opposite_of(avatar):
            worth += style.weight[W_GIFT] * (cost // max(1, s.living - 1)) * (s.living - 1)
    return worth + call_effects(s, t, style, seat, p)


@kernel
def worth_of_place(s, t, style, seat, p):
    """Placing a shelter: room, calls without toll, what it does."""
    piece = s.piece[p]
    standing = style.weight[W_ABILITY] * 0.5 * standing_points(t, piece)
    worth = style.weight[W_SHELTERS] + 0.5 + standing - style.weight[W_SPARK] * cost_of(s, t, p)
    return worth + hand_worth(s, style, seat) + call_effects(s, t, style, seat, p)


@kernel
def worth_of_set(s, t, style, seat, p):
    """Setting a mesangette: a trap waits, for sparkles now and life later."""
    worth = worth_of_trap_set(s, t, style, seat, p)
    return worth - price(s, style, seat, t.mes_set_cost) + hand_worth(s, style, seat)


@kernel
def worth_of_trap_set(s, t, style, seat, p):
    """What a mesangette may yet do as a trap, less the life that this will cost."""
    piece = s.piece[p]
    mes = t.card[piece.card].mes
    worth = style.weight[W_TRAP]
    for i in range(piece.held):
        number = piece.ability[i]
        if t.ability[number].trigger == TRAP:
            # on paper a trap is worth half of what it does, less half its price (section 5.5)
            points = style.weight[W_ABILITY] * (2.0 * t.ability_worth[number] + mes)
            points += summoned_body(t, style, piece, t.ability[number])
            if t.ability[number].event == EVENT_JOUST:
                worth += worth_against_joust(s, t, style, seat, number, points)
            else:
                worth += TRAP_SPRINGS * points
    return worth - 0.8 * max(0.3, style.weight[W_LIFE]) * mes - own_end(s, style, seat, mes)


@kernel
def summoned_body(t, style, piece, ability):
    """Worth of the fairy itself, where its trap calls it up, over what the trap counts for it on paper."""
    for k in range(ability.first, ability.first + ability.steps):
        row = t.step[k].selector
        if t.step[k].op == OP_SUMMON and row >= 0 and t.selector[row].special == SELF:
            body = style.weight[W_RAY] * (piece.ray0 + piece.ray1) + style.weight[W_MAT] * (piece.mat0 + piece.mat1)
            return max(0.0, body - style.weight[W_ABILITY] * t.step_worth[k])
    return 0.0


@kernel
def worth_against_joust(s, t, style, seat, number, points):
    """Worth of a trap that waits for a joust: it will hardly come while nobody has ray; it may save what one costs."""
    me = s.seat[seat]
    threat = 0
    blow = 0
    for other in range(s.players):
        foe = s.seat[other]
        if other != seat and foe.alive:
            threat = max(threat, foe.ray)
            blow = max(blow, life_lost(foe.ray, me.mat, me.absorbed))
    if threat <= 0:
        return LONG_WAIT * points
    ability = t.ability[number]
    for k in range(ability.first, ability.first + ability.steps):
        if t.step[k].op == OP_CANCEL:
            points = max(points, max(0.5, -style.weight[W_RISK]) * blow)
    return TRAP_SPRINGS * points


@kernel
def unit_ray(s, p):
    """Ray of a card and its spouse."""
    piece = s.piece[p]
    return piece.ray + (s.piece[piece.spouse].ray if piece.spouse >= 0 else 0)


@kernel
def unit_mat(s, p):
    """Materialisation of a card and its spouse."""
    piece = s.piece[p]
    return piece.mat + (s.piece[piece.spouse].mat if piece.spouse >= 0 else 0)


@kernel
def stays_in(s, t, style, seat):
    """Whether the style keeps its guests inside for now (its ``nest``)."""
    return style.nest > 0.0 and s.turn < NEST_UNTIL and s.seat[seat].stage < 2 and s.seat[seat].guests <= style.nest


@kernel
def storms(s, style, seat):
    """Whether the style sends everybody out now (its ``storm``): together they could fell an opponent."""
    if style.storm == 0.0:
        return False
    ray = s.seat[seat].ray
    for i in range(s.laid):
        piece = s.piece[s.lay[i]]
        if piece.narr == seat and piece.host >= 0:
            ray += piece.ray
    for other in range(s.players):
        foe = s.seat[other]
        if other != seat and foe.alive and life_lost(ray, foe.mat, 0) > foe.life:
            return True
    return False


@kernel
def worth_of_shelter(s, t, style, seat, p, shelter):
    """Sending a unit into a shelter: sparkles and safety against ray and materialisation."""
    vol = s.piece[p].vol
    if vol == 1 or storms(s, style, seat) or s.piece[p].out_turn == s.turn:
        return -1.0
    ray, mat = unit_ray(s, p), unit_mat(s, p)
    worth = outlook(s, t, style, seat, -ray, -mat, 0) - s.prospect
    worth -= style.weight[W_RAY] * ray + style.weight[W_MAT] * mat
    worth += style.weight[W_SAFE] * s.piece[p].cost
    if s.piece[p].out_turn > 0:
        worth += style.weight[W_BACK]
    if not (s.piece[shelter].visitors >> seat) & 1:
        worth += harvest(s, style, vol) + guest_points(s, t, style, shelter)
        if style.nest > 0.0 and s.turn < NEST_UNTIL and s.seat[seat].guests < style.nest:
            worth += style.weight[W_GATHER]
    return worth


@kernel
def guest_points(s, t, style, shelter):
    """Worth of the shelter's abilities, most of which want a guest."""
    return style.weight[W_ABILITY] * 0.4 * standing_points(t, s.piece[shelter])


@kernel
def worth_of_passage(s, style, seat, p, shelter):
    """Moving a guest over: worth it only from a shelter with several of ours to one with none."""
    own = s.piece[p].host
    count = 0
    for i in range(s.laid):
        count += np.int64(s.piece[s.lay[i]].host == own and s.piece[s.lay[i]].narr == seat)
    empty = not (s.piece[shelter].visitors >> seat) & 1
    units = count - np.int64(s.piece[p].spouse >= 0)
    return 0.9 * style.weight[W_GATHER] if empty and units > 1 else -1.0


@kernel
def worth_of_exit(s, t, style, seat, p):
    """Bringing a unit out: the other way round."""
    if storms(s, style, seat):
        return 1.0
    if stays_in(s, t, style, seat):
        return -1.0
    ray, mat = unit_ray(s, p), unit_mat(s, p)
    worth = outlook(s, t, style, seat, ray, mat, 0) - s.prospect
    worth += style.weight[W_RAY] * ray + style.weight[W_MAT] * mat - style.weight[W_SAFE] * s.piece[p].cost
    if s.piece[p].out_turn > 0:
        worth += style.weight[W_BACK]
    if is_last_guest(s, seat, p):
        host = s.piece[p].host
        worth -= harvest(s, style, s.piece[p].vol) + max(1.0, style.weight[W_GATHER]) + guest_points(s, t, style, host)
    return worth


@kernel
def worth_of_act(s, t, style, seat, p, place):
    """Using an ability: what it does, less what it costs."""
    piece = s.piece[p]
    ability = t.ability[piece.ability[place]]
    worth = effect(s, t, style, seat, p, ability)
    for i in range(2):
        kind, n = ability.cost[i], ability.cost_n[i]
        if kind == PAY_SPARKLES:
            worth -= max(style.weight[W_SPARK], 0.8 * style.weight[W_ABILITY]) * n
        elif kind == PAY_LIFE:
            worth -= max(0.4, style.weight[W_LIFE]) * n
            worth -= last_life(s, seat, n)  # who stands at 0 cannot win (FC-101)
        elif kind == PAY_ABANDON:
            worth -= (style.weight[W_HAND] + 0.8) * n
        elif kind == PAY_REAP_SELF:
            worth -= max(1.0, style.weight[W_FOECARDS]) * card_value(s, t, seat, p)
        elif kind == PAY_VOLATILITY:
            worth -= 0.8 * n
        elif kind != NO_COST:
            worth -= 0.4
    return worth
