"""Phase 3: a seat activates cards, one after the other (FS-39 to FS-43, FS-51 to FS-63)."""

from __future__ import annotations

from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.news import happens
from balance.games.fairy_school.log.events import log_activation, log_removed, log_spare, log_taken
from balance.games.fairy_school.play.choosing import STOP, choose_element
from balance.games.fairy_school.play.choosing_effects import (
    DECLINE,
    choose_activation,
    choose_again,
    choose_count,
    choose_outcome,
    choose_spares,
    choose_study,
    choose_times,
    choose_to_remove,
    choose_to_take,
)
from balance.games.fairy_school.rules.effects import (
    draw_spares,
    find_reach,
    place_spares,
    put_cube,
    remove_card,
    special_happens,
    take_back,
)
from balance.games.fairy_school.rules.elements import pay_cost, receive
from balance.games.fairy_school.rules.forest import book_study, gain_bonus, study
from balance.games.fairy_school.state import DRAW, ELEMENTS, NONE, REACT, STUDY, TAKE, Said
from balance.games.fairy_school.styles.chance import is_thrifty


@kernel
def activate_cards(s, t, seat):
    """FS-39 to FS-41: as many activations as the seat wants and has cubes for."""
    me = s.seat[seat]
    if me.cubes > 0:
        find_reach(s, t, seat)
    while me.cubes > 0:
        choice = choose_activation(s, t, seat)
        if choice == STOP:
            break
        s.reachable[choice // 2].done = 1
        again = 0
        while choice >= 0:
            alternative = carry_out(s, t, seat, choice, again)
            choice = DECLINE
            if t.alternative[alternative].special == REACT and me.cubes > 0:  # FS-60
                choice = choose_again(s, t, seat, t.alternative[alternative].gains > 0)
                again = 1


@kernel
def carry_out(s, t, seat, choice, again):
    """FS-41, FS-51 to FS-54: a cube, the payment, all gains, then the special. Returns the last alternative."""
    me = s.seat[seat]
    now = s.now[seat]
    entry = s.reachable[choice // 2]
    line = t.line[t.card[entry.card].first + choice % 2]
    put_cube(s, t, seat, entry)
    now.react += again
    if s.logs_turns:
        log_activation(s, t, seat, entry, choice % 2, again)
    times = choose_times(s, t, seat, line)
    if line.costs > 0:
        for element in range(ELEMENTS):
            s.bill[element] = line.cost[element] * times
            if s.bill[element] > 0:
                happens(s, Said.SPENDS, seat, element, s.bill[element])
        pay_cost(me.stock, s.bill, me.target, is_thrifty(s, t, seat), now)
    chosen = 0
    for _ in range(times):
        chosen = line.first + choose_outcome(s, t, seat, line)
        gain_elements(s, t, seat, t.alternative[chosen])
    if t.alternative[chosen].special != NONE:
        do_special(s, t, seat, t.alternative[chosen])
    return chosen


@kernel
def gain_elements(s, t, seat, alternative):
    """FS-51: the elements of an alternative, those of one's choice last."""
    if alternative.gains == 0:
        return
    for element in range(ELEMENTS):
        if alternative.gain[element] > 0:
            gain_by_effect(s, seat, element, alternative.gain[element])
    for _ in range(alternative.free):
        gain_by_effect(s, seat, choose_element(s, t, seat), 1)


@kernel
def gain_by_effect(s, seat, element, count):
    """Elements that an activation brings."""
    happens(s, Said.GAINS, seat, element, count)
    receive(s, seat, element, count)


@kernel
def do_special(s, t, seat, alternative):
    """FS-55 to FS-59: what an alternative does besides; a re-activation comes afterwards."""
    if alternative.special == REACT or not special_happens(s, seat, alternative):
        return
    if alternative.special == TAKE:
        take_cards(s, t, seat, alternative.number)
    elif alternative.special == DRAW:
        draw_cards(s, t, seat, alternative)
    elif alternative.special == STUDY:
        creature = choose_study(s, t, seat)
        happens(s, Said.STUDIES, seat, creature, 0)
        book_study(s, seat, creature)
        study_creature(s, t, seat, creature)
    else:
        slot = choose_to_remove(s, t, seat, alternative.gains > 0)
        if slot != DECLINE:
            card = remove_card(s, t, seat, slot)
            if s.logs_turns:
                log_removed(s, t, seat, card)


@kernel
def take_cards(s, t, seat, most):
    """FS-55, FS-56: one card of the discard pile at least, ``most`` at most, to the personal area."""
    count = choose_count(s, t, seat, min(most, s.seat[seat].discarded))
    for _ in range(count):
        card = take_back(s, seat, choose_to_take(s, t, seat))
        if s.logs_turns:
            log_taken(s, t, seat, card)


@kernel
def draw_cards(s, t, seat, alternative):
    """FS-57: draw some cards, place some of them, discard the others."""
    draw_spares(s, seat, alternative.number)
    me = s.seat[seat]
    keep = choose_spares(s, t, seat, min(alternative.placed, me.held))
    if s.logs_turns:
        for i in range(me.held):
            log_spare(s, t, seat, me.hand[i], (keep >> i) & 1)
    place_spares(s, seat, keep)


@kernel
def study_creature(s, t, seat, creature):
    """FS-47: mark a creature; the second of a pair gives its bonus element, for some of one's choice."""
    if study(s, t, seat, creature):
        bonus = t.creature[creature].bonus
        gain_bonus(s, seat, choose_element(s, t, seat) if bonus >= ELEMENTS else bonus)
