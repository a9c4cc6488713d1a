"""One game of Fairy School after another: where rules, styles and log meet."""

from __future__ import annotations

import numpy as np

from balance.engine.kernels.buffers import TURNS_AND_CARDS
from balance.engine.kernels.by_hand import lay_by_hand
from balance.engine.kernels.choices import begin_choices
from balance.engine.kernels.decisions import begin_decisions, end_group
from balance.engine.kernels.kernel import kernel
from balance.engine.kernels.lineup import deal_styles
from balance.engine.kernels.other_luck import take_other_luck
from balance.engine.kernels.rng import start_streams
from balance.engine.kernels.table import watch_lead
from balance.games.fairy_school.log.events import (
    log_columns_played,
    log_common,
    log_corners,
    log_final,
    log_hand,
    log_kept,
    log_picked,
    log_realized,
    log_start,
)
from balance.games.fairy_school.log.rows import log_cards, log_game, log_seat, log_turn
from balance.games.fairy_school.play.activations import activate_cards, study_creature
from balance.games.fairy_school.play.choosing import (
    STOP,
    begin_together,
    choose_columns,
    choose_common,
    choose_corner,
    choose_element,
    choose_final,
    choose_initial,
    choose_kept,
    choose_layout,
    choose_project,
    choose_realization,
    choose_slots,
    layout_of,
)
from balance.games.fairy_school.rules.elements import receive
from balance.games.fairy_school.rules.forest import (
    clear_corners,
    discard_played,
    draw_hand,
    place_hand,
    play_columns,
    slide,
)
from balance.games.fairy_school.rules.projects import (
    all_cubes,
    line_up,
    most_advanced,
    offer_common,
    offer_finals,
    pick_common,
    pick_final,
    realize,
    spend_last,
    take_step,
)
from balance.games.fairy_school.rules.scoring import crown, score_seat
from balance.games.fairy_school.rules.setup import (
    begin_turn,
    deal_initials,
    deal_letters,
    deal_projects,
    gather_pool,
    keep_or_drop,
    lay_out,
    pass_hands,
    put_aside,
    set_up,
)
from balance.games.fairy_school.state import CAPPED, EXPERT, FINISHED, INITIATION, POINTS, STEP, STREAMS
from balance.games.fairy_school.styles.chance import is_thrifty
from balance.games.fairy_school.styles.worth import want

LEFT = 1


@kernel
def give_starting_cards(s, t):
    """FS-18 to FS-24: a predefined deck, or starting cards to draft and lay out."""
    if t.setup != EXPERT:
        deal_letters(s, t)
    else:
        deal_initials(s, t)
        while s.drafting > 0:
            begin_together(s, t)
            for i in range(t.players):
                seat = s.order[i]
                place = choose_initial(s, t, seat)
                if s.logs_turns:
                    log_picked(s, seat, place)
                put_aside(s, seat, place)
            end_group(s.decision)
            pass_hands(s, t, LEFT)
        begin_together(s, t)
        for i in range(t.players):
            seat = s.order[i]
            first, second, first_column, second_column = layout_of(choose_layout(s, t, seat))
            lay_out(s, t, seat, first, second, first_column, second_column)
        end_group(s.decision)
    if s.logs_turns:
        log_start(s, t, t.setup == EXPERT)


@kernel
def draft_projects(s, t):
    """FS-26 to FS-28: four projects for every seat, of which three are kept."""
    if t.setup == INITIATION and s.stage == 0:
        return
    deal_projects(s, t)
    while s.drafting > 0:
        begin_together(s, t)
        for i in range(t.players):
            seat = s.order[i]
            place = choose_project(s, t, seat)
            if s.logs_turns:
                log_picked(s, seat, place)
            put_aside(s, seat, place)
        end_group(s.decision)
        pass_hands(s, t, t.passing[s.stage])
    begin_together(s, t)
    for i in range(t.players):
        seat = s.order[i]
        gather_pool(s, seat)
        s.kept[seat] = choose_kept(s, t, seat)
    end_group(s.decision)
    for seat in range(t.players):  # the common discard lies in this order
        gather_pool(s, seat)
        if s.logs_turns:
            log_kept(s, seat, s.kept[seat])
        keep_or_drop(s, seat, s.kept[seat])


@kernel
def choose_finals(s, t):
    """FS-64: every seat chooses a final project, one after the other."""
    offer_finals(s, t)
    for i in range(line_up(s, t, 0)):
        seat = s.queue[i]
        place = choose_final(s, t, seat)
        if s.logs_turns:
            log_final(s, t, seat, place)
        pick_final(s, seat, place)


@kernel
def pick_idle(s, t):
    """Phase 0 (FS-31 to FS-33): seats without a project pick one from the common discard."""
    for i in range(line_up(s, t, 1)):
        offer_common(s, t)
        if s.offered > 0:
            seat = s.queue[i]
            place = choose_common(s, t, seat)
            if s.logs_turns:
                log_common(s, seat, place)
            pick_common(s, t, seat, s.offer[place])


@kernel
def plan_and_play(s, t):
    """Phases 1 and 2 (FS-34 to FS-38): cards to the forest, then columns out of it."""
    for seat in range(t.players):
        draw_hand(s, seat)
    begin_together(s, t)
    for i in range(t.players):
        seat = s.order[i]
        choose_slots(s, t, seat)
        if s.logs_turns:
            log_hand(s, seat)
        place_hand(s, seat)
    end_group(s.decision)
    begin_together(s, t)
    for i in range(t.players):
        seat = s.order[i]
        s.seat[seat].column[0], s.seat[seat].column[1] = choose_columns(s, t, seat)
    end_group(s.decision)
    for seat in range(t.players):
        play_columns(s, t, seat, is_thrifty(s, t, seat))
        if s.logs_turns:
            log_columns_played(s, seat)


@kernel
def clean_up(s, t):
    """Phases 4 and 5 (FS-44 to FS-48): played cards go, creatures are studied, the forest moves on."""
    for seat in range(t.players):
        discard_played(s, t, seat)
    begin_together(s, t)
    for i in range(t.players):
        seat = s.order[i]
        creature = choose_corner(s, t, seat)
        s.now[seat].studied_corner = creature
        if creature >= 0:
            study_creature(s, t, seat, creature)
        if s.logs_turns:
            log_corners(s, seat)
        clear_corners(s, seat)
        slide(s, seat)
    end_group(s.decision)


@kernel
def realize_projects(s, t):
    """Phase 6 (FS-49, FS-66): projects, and in the end steps, as long as the seat wants and can."""
    for seat in range(t.players):
        s.steps_before[seat] = s.seat[seat].steps
    begin_together(s, t)
    for i in range(t.players):
        seat = s.order[i]
        choice = choose_realization(s, t, seat)
        while choice != STOP:
            if choice == STEP:
                take_step(s, t, seat, is_thrifty(s, t, seat))
            else:
                realize(s, t, seat, choice, is_thrifty(s, t, seat))
            want(s, t, seat)
            choice = choose_realization(s, t, seat)
    end_group(s.decision)


@kernel
def end_final_turn(s, t):
    """FS-67 to FS-71: the last spending, or an element for those ahead. Returns whether the game ends."""
    for seat in range(t.players):
        me = s.seat[seat]
        me.finisher = np.int64(me.steps == t.steps)
        me.finished = me.finisher
        s.finishers += me.finisher
    if s.finishers == 0 and all_cubes(s, t) > 0 and s.final_turn < t.final_turns:
        best = most_advanced(s, t)
        begin_together(s, t)
        for i in range(t.players):
            seat = s.order[i]
            if s.seat[seat].steps == best and (best > 0 or t.bonus_at_zero):
                element = choose_element(s, t, seat)
                receive(s, seat, element, 1)
                s.now[seat].leader_bonus = element
        end_group(s.decision)
        return False
    s.ending = FINISHED if s.finishers > 0 else CAPPED
    for seat in range(t.players):
        if not s.seat[seat].finished:
            spend_last(s, t, seat)
    return True


@kernel
def play_games(s, t, numbers, games, seats, turns, cards, used, logs_turns):
    """Append the games of these numbers to the buffers; turns and cards as ``logs_turns`` says.

    ``numbers``: int64[n]. ``games``, ``seats``, ``turns``, ``cards``: blocks with room for the longest games.
    ``used``: int64[4], the rows in use of each, in this order.
    """
    # One function for a turn, a game and all games: each level more would be compiled as a whole once more.
    for game_no in numbers:
        s.game_no = game_no
        s.logs_turns = logs_turns
        start_streams(s, t.seed, game_no, STREAMS)
        begin_decisions(s.decision, t.seed, game_no, t.players, POINTS)
        take_other_luck(s, t, STREAMS)
        deal_styles(s, t, t.players)
        set_up(s, t)
        begin_choices(s.choices, t.players)
        give_starting_cards(s, t)
        over = False
        turns_played = 0
        while not over:
            if turns_played % t.turns == 0 and turns_played <= t.trimesters * t.turns:
                s.stage = turns_played // t.turns
                if s.stage < t.trimesters:
                    draft_projects(s, t)
                else:
                    choose_finals(s, t)
            s.turn += 1  # phases 0 to 7 (FS-31 to FS-50)
            final = s.stage == t.trimesters
            s.final_turn += np.int64(final)
            for seat in range(t.players):
                begin_turn(s, seat)
            lay_by_hand(s, t, s.turn)
            if not final:
                pick_idle(s, t)
            for seat in range(t.players):
                want(s, t, seat)
            plan_and_play(s, t)
            begin_together(s, t)
            for i in range(t.players):
                activate_cards(s, t, s.order[i])
            end_group(s.decision)
            clean_up(s, t)
            realize_projects(s, t)
            over = end_final_turn(s, t) if final else False
            for seat in range(t.players):
                score_seat(s, t, seat)
                if logs_turns:
                    log_realized(s, t, seat)
                if logs_turns == TURNS_AND_CARDS:
                    log_turn(turns, used[2] + (s.turn - 1) * t.players + seat, s, t, seat)
            watch_lead(s, s.score, t.players, s.turn)
            turns_played += 1
        crown(s, t)
        if logs_turns == TURNS_AND_CARDS:
            used[2] += s.turn * t.players
        if logs_turns:
            used[3] = log_cards(cards, used[3], s, t)
        log_game(games, used[0], s, t)
        used[0] += 1
        for seat in range(t.players):
            log_seat(seats, used[1], s, t, seat)
            used[1] += 1
