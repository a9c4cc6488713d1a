"""What elements and cards are worth to a seat, in EE: earth and water 1, plants and fire 4/3, air 2 (section 4.2)."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.kernel import kernel
from balance.games.fairy_school.rules.effects import can_happen, has_target
from balance.games.fairy_school.rules.elements import affordable, pay_cost
from balance.games.fairy_school.rules.forest import completes
from balance.games.fairy_school.state import (
    AIR,
    CREATURES,
    DRAW,
    ELEMENTS,
    NO_CARD,
    NONE,
    PROJECT,
    REACT,
    SLOTS,
    STUDY,
    TAKE,
)

AHEAD = 2  # final steps that are thought of, at least


@kernel
def want(s, t, seat):
    """What the seat's ongoing projects and its next final steps cost in all: its ``target``.

    Airs for later steps belong to it as soon as the final trimester is near: nothing else is as hard to get. A style
    with ``reach`` wants all of the steps that it could pay this turn, lest it exchange what they ask for.
    """
    me = s.seat[seat]
    reach = t.style[s.style[seat]].reach
    if reach > 0.0:
        for element in range(ELEMENTS):
            reach += t.price[element] * me.stock[element]
    for element in range(ELEMENTS):
        me.target[element] = 0
    for i in range(me.projects):
        cost = t.card[me.ongoing[i]].cost
        for element in range(ELEMENTS):
            me.target[element] += cost[element]
    if me.final != NO_CARD:
        for step in range(me.steps, t.steps):
            cost = t.final[me.final].cost[step]
            for element in range(ELEMENTS):
                reach -= t.price[element] * cost[element]
            if step < me.steps + AHEAD or reach >= 0.0:
                for element in range(ELEMENTS):
                    me.target[element] += cost[element]
            else:
                me.target[AIR] += cost[AIR]
    elif s.stage + 1 >= t.trimesters:
        me.target[AIR] += np.int64(t.final_cost[AIR])


@kernel
def value_more(t, w, held, target, element, count):
    """EE that ``count`` more of an element are worth to style ``w``, holding ``held`` and wanting ``target``."""
    needed = min(max(target - held, 0), count)
    worth = t.price[element] * (w.need * needed + w.spare * (count - needed))
    if element == AIR:
        worth += w.air_short * needed
    return worth


@kernel
def value_stock(t, w, stock, target):
    """EE that a stock is worth to style ``w``."""
    total = 0.0
    for element in range(ELEMENTS):
        total += value_more(t, w, 0, target[element], element, stock[element])
    return total


@kernel
def value_outcome(s, t, seat, w, alternative):
    """EE of an alternative's elements on top of ``s.after``, and of what else it does; -inf when nothing happens."""
    me = s.seat[seat]
    worth = 0.0
    if alternative.gains > 0:
        for element in range(ELEMENTS):
            count = alternative.gain[element]
            if count > 0:
                worth += value_more(t, w, s.after[element], me.target[element], element, count)
        if alternative.free > 0:
            worth += alternative.free * value_more(t, w, 0, 1, best_element(t, w, s.after, me.target), 1)
    elif alternative.special != REACT and not can_happen(s, t, seat, alternative):
        return -np.inf
    if alternative.special == REACT:
        again = value_again(s, t, seat, w)
        worth += max(0.0, again) if alternative.gains > 0 else again
    elif alternative.special != NONE:
        worth += value_special(s, t, seat, w, alternative)
    return worth


@kernel
def best_element(t, w, stock, target):
    """D12: which of earth, plants, fire and water the seat could use best."""
    best = 0
    best_worth = -np.inf
    for element in range(AIR):
        worth = value_element(t, stock, target, element)
        if worth > best_worth:
            best = element
            best_worth = worth
    return best


@kernel
def value_element(t, stock, target, element):
    """D12: how well the seat could use an element: one that is wanted by its price, then by how much is lacking."""
    lacking = target[element] - stock[element]
    return t.price[element] + 0.01 * lacking if lacking > 0 else 0.001 * lacking


@kernel
def value_special(s, t, seat, w, alternative):
    """EE of what an alternative does besides giving elements."""
    me = s.seat[seat]
    special = alternative.special
    if special == TAKE:
        most = min(alternative.number, s.spare_cubes)
        return w.cards_in * best_cards(t, w, me, me.discard, me.discarded, most)
    if special == DRAW:
        owned = me.piled + me.discarded
        placed = min(min(alternative.placed, owned), s.spare_cubes)
        return w.cards_in * mean_worth(w, me) * placed * (1.0 + 0.15 * (alternative.number - 1))
    if special == STUDY:
        return value_study(s, t, seat, w)
    slot = worst_slot(s, t, seat, w)  # TRASH
    return 0.0 if slot < 0 else value_thin(s, t, seat, w, me.forest[slot])


@kernel
def best_cards(t, w, me, cards, count, most):
    """EE that the ``most`` (0 to 2 count) best of some cards would bring."""
    if most == 0:
        return 0.0
    first = 0.0
    second = 0.0
    for i in range(count):
        worth = wanted(t, w, me, t.card[cards[i]])
        if worth > first:
            second = first
            first = worth
        elif worth > second:
            second = worth
    return first if most == 1 else first + second


@kernel
def value_again(s, t, seat, w):
    """EE of the best re-activation, -inf when there is none: without one a card need not be played for it."""
    me = s.seat[seat]
    best = -np.inf
    if s.spare_cubes < 1 or not has_target(s, t, seat, s.after, 0):
        return best
    for i in range(s.reached):
        if s.reachable[i].done and not t.card[s.reachable[i].card].reacts:
            worth = wanted(t, w, me, t.card[s.reachable[i].card])
            best = max(best, worth - np.float64(s.reachable[i].owner != seat))
    return best


@kernel
def value_study(s, t, seat, w):
    """EE of studying the best creature now."""
    count_shown(t, s.seat[seat], w, 0)
    creature = best_study(s, t, seat, w)
    if creature < 0:
        return 0.0
    return w.study_now * t.creature[creature].points + w.pair * np.float64(completes(t, s.seat[seat], creature))


@kernel
def best_study(s, t, seat, w):
    """D9: the creature to study of all, -1 when all are studied: one that completes a pair, by its bonus."""
    me = s.seat[seat]
    best = -1
    best_worth = -np.inf
    for creature in range(CREATURES):
        if not (me.studied >> creature) & 1:
            worth = value_creature_now(t, w, me, creature)
            if worth > best_worth:
                best = creature
                best_worth = worth
    return best


@kernel
def value_creature_now(t, w, me, creature):
    """D9: points of a creature to study, and a bit for the bonus of its pair."""
    worth = points_of(t, w, me, creature)
    if completes(t, me, creature):
        bonus = t.creature[creature].bonus
        worth += 0.5 if bonus >= ELEMENTS else 0.25 * t.price[bonus]
    return worth


@kernel
def points_of(t, w, me, creature):
    """Points of a creature; it counts more where few of the seat's cards show it: another may not come in time."""
    return t.creature[creature].points + w.study_rare / max(1, me.shown[creature])


@kernel
def count_shown(t, me, w, held):
    """Count how many of the seat's cards show each creature, those in hand too before they are placed (``held``)."""
    if w.study_rare == 0.0:
        return
    for creature in range(CREATURES):
        me.shown[creature] = 0
    for i in range(me.piled):
        me.shown[t.card[me.pile[i]].creature] += 1
    for i in range(me.discarded):
        me.shown[t.card[me.discard[i]].creature] += 1
    for i in range(me.personals):
        me.shown[t.card[me.personal[i]].creature] += 1
    for i in range(me.sharing):
        me.shown[t.card[me.shared[i]].creature] += 1
    for i in range(held):
        me.shown[t.card[me.hand[i]].creature] += 1
    for slot in range(SLOTS):
        if me.forest[slot] != NO_CARD:
            me.shown[t.card[me.forest[slot]].creature] += 1


@kernel
def worst_slot(s, t, seat, w):
    """The slot of the forest with the card that is worth least, projects apart; -1 when there is none."""
    me = s.seat[seat]
    worst = -1
    for slot in range(SLOTS):
        card = me.forest[slot]
        if (
            card != NO_CARD
            and t.card[card].kind != PROJECT
            and (worst < 0 or w.worth[card] < w.worth[me.forest[worst]])
        ):
            worst = slot
    return worst


@kernel
def value_thin(s, t, seat, w, card):
    """EE of removing a card: what an average card is worth more, over the activations to come."""
    return value_less(s, t, w, mean_worth(w, s.seat[seat]) - w.worth[card])


@kernel
def value_less(s, t, w, gain):
    """EE of a deck without a card that is worth so much less than the average."""
    return w.thin * gain * turns_left(s, t) / 3.0


@kernel
def mean_worth(w, me):
    """EE an average card of the seat's two piles brings, 0 when they are empty."""
    total = 0.0
    for i in range(me.piled):
        total += w.worth[me.pile[i]]
    for i in range(me.discarded):
        total += w.worth[me.discard[i]]
    return total / max(1, me.piled + me.discarded)


@kernel
def turns_left(s, t):
    """Turns to expect from now on; the final trimester has about three."""
    if s.stage >= t.trimesters:
        return max(1.0, 3.0 - s.final_turn)
    return t.trimesters * t.turns - s.turn + 3.0


@kernel
def wanted(t, w, me, card):
    """EE that a card would bring a seat at a glance: elements it is short of, less what it costs.

    Style ``w`` is that of who looks. Reads public things of the seat only: stock, projects and steps.
    """
    return wanted_with(t, w, me.stock, me.target, card)


@kernel
def wanted_with(t, w, stock, target, card):
    """The same for who has this stock and wants this target."""
    eye = w.glance
    best = 0.0
    for k in range(card.lines):
        line = t.line[card.first + k]
        times = line.times
        cost = 0.0
        if line.costs > 0:
            for element in range(ELEMENTS):
                count = line.cost[element]
                if count > 0:
                    times = min(times, stock[element] // count)
                    spare = stock[element] - target[element]
                    cost += eye.paid * t.price[element] * count * (eye.spare if spare >= count else eye.need)
            if times == 0:
                continue
        for i in range(line.alternatives):
            alternative = t.alternative[line.first + i]
            worth = t.hint[alternative.special] - cost * times
            if alternative.gains > 0:
                for element in range(ELEMENTS):
                    count = alternative.gain[element] * times
                    if count > 0:
                        worth += value_more(t, eye, stock[element], target[element], element, count)
                worth += 1.1 * eye.need * alternative.free * times
            best = max(best, worth)
    return best


@kernel
def weigh_line(s, t, seat, w, line):
    """D8: EE the line would bring the seat now, done as often as is best; -inf when it cannot be.

    What it would bring done once, twice and so on is in ``s.total``.
    """
    me = s.seat[seat]
    for element in range(ELEMENTS):
        s.after[element] = me.stock[element]
    best = -np.inf
    total = 0.0
    for times in range(1, line.times + 1):
        if line.costs > 0:
            for element in range(ELEMENTS):
                s.bill[element] = line.cost[element] * times
            if not affordable(me.stock, s.bill):
                break
            total -= w.paid * value_payment(s, t, w, me.target, line.cost)
        chosen = best_outcome(s, t, seat, w, line)
        if chosen < 0:
            break
        alternative = t.alternative[line.first + chosen]
        total += value_outcome(s, t, seat, w, alternative)
        if times < line.times:
            for element in range(ELEMENTS):
                s.after[element] += alternative.gain[element]
        s.total[times - 1] = total
        best = max(best, total)
    return best


@kernel
def best_outcome(s, t, seat, w, line):
    """D8: the alternative of the line that is worth most on top of ``s.after``, -1 when none does anything."""
    if line.alternatives == 1 and t.alternative[line.first].gains > 0:
        return 0
    best = -1
    best_worth = -np.inf
    for i in range(line.alternatives):
        worth = value_outcome(s, t, seat, w, t.alternative[line.first + i])
        if worth > best_worth:
            best = i
            best_worth = worth
    return best


@kernel
def value_payment(s, t, w, target, cost):
    """EE that paying a cost takes from ``s.after``, which is changed; exchange losses included."""
    before = 0.0
    direct = True
    for element in range(ELEMENTS):
        direct = direct and s.after[element] >= cost[element]
    if direct:
        for element in range(ELEMENTS):
            if cost[element] > 0:
                s.after[element] -= cost[element]
                before += value_more(t, w, s.after[element], target[element], element, cost[element])
        return before
    before = value_stock(t, w, s.after, target)
    pay_cost(s.after, cost, target, 1, s.paid)
    return before - value_stock(t, w, s.after, target)
