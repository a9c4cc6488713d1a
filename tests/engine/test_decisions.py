"""Decisions: who chooses, by what luck, and what is written down of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from balance.engine.kernels.choices import NOTHING, choices_record
from balance.engine.kernels.decision_record import (
    ALONE,
    BY_THE_STYLE,
    FORCED,
    LUCK,
    MISCOUNTED,
    NO_ROOM,
    NOBODY_FIRST,
    NOT_OFFERED,
    SLIPPED,
    WEIGHED,
    decisions_record,
)
from balance.engine.kernels.decisions import (
    allow_slip,
    any_of,
    ask,
    begin_apart,
    begin_decision,
    begin_decisions,
    begin_group,
    begin_offered,
    begin_offers,
    begin_past,
    change_luck,
    decide,
    decide_unlogged,
    decided,
    decided_at_once,
    decides_alone,
    end_group,
    end_past,
    offer,
    prefer,
    slip_at_once,
    slips_alone,
)
from balance.engine.kernels.kernel import new, record
from balance.engine.kernels.rng import uniform
from helpers.plain_chance import Decisions

SEATS, POINTS, OPTIONS, ROOM = 3, 2, 6, 40
STATE = record(
    stream=(np.uint64, 2),
    decision=decisions_record(SEATS, POINTS, OPTIONS, ROOM),
    style=(np.int64, SEATS),
    trouble=np.int64,
    turn=np.int64,
    logs_turns=np.int64,
    choices=choices_record(SEATS, 10, OPTIONS),
)
TABLE = record(style=(record(slip=np.float64), 2))
UNLIKELY = 1e-4
DO = 0


class Table:
    """Seats that are asked, with worths given by the test. Every seat has the first style."""

    def __init__(self, slip: float = 0.0, seed: int = 7):
        self.s, self.t, self.seed = new(STATE), new(TABLE), seed
        self.t.style[0].slip = slip
        self.begin()

    @property
    def d(self) -> Any:
        return self.s.decision

    def begin(self, game_no: int = 0) -> None:
        begin_decisions(self.s.decision, self.seed, game_no, SEATS, POINTS)

    def choose(self, *worths: float, seat: int = 0, point: int = 0, cards: tuple[int, ...] = ()) -> int:
        """The place that is chosen of options of these worths."""
        begin_decision(self.s, self.t, seat, point, len(worths))
        for i, worth in enumerate(worths):
            offer(self.s.decision, DO, cards[i] if cards else NOTHING, i)
            self.s.decision.worth[i] = worth
        return int(decide(self.s))

    def force(self, *script: tuple[int, int]) -> None:
        """Force the target at the decision of a number."""
        for i, (number, target) in enumerate(script):
            force = self.d.force[i]
            force.number, force.verb, force.card, force.target = number, DO, NOTHING, target
        self.d.forced = len(script)


# ---------------------------------------------------------------- luck


def test_the_luck_of_a_decision_depends_on_nothing_that_was_drawn_before():
    table, plain = Table(), Decisions(7, 0)
    for seat, point, before in ((0, 0, 0), (1, 1, 3), (0, 0, 1), (0, 1, 2), (1, 1, 0), (0, 0, 5)):
        ask(table.d, seat, point)
        luck = plain.ask(seat, point)
        assert [float(uniform(table.d, LUCK)) for _ in range(before)] == [luck.uniform() for _ in range(before)]
        ask(table.d, 2, 0)  # somebody else is asked in between
        plain.ask(2, 0)


def test_games_seats_points_and_counts_have_luck_of_their_own():
    drawn = set()
    for game in range(20):
        table = Table()
        table.begin(game)
        for seat in range(SEATS):
            for point in range(POINTS):
                for _ in range(10):
                    ask(table.d, seat, point)
                    drawn.add(float(uniform(table.d, LUCK)))
    assert len(drawn) == 20 * SEATS * POINTS * 10


def test_the_first_numbers_of_decisions_are_spread_evenly():
    table = Table()
    counts: Counter[int] = Counter()
    for _ in range(12_000):
        ask(table.d, 1, 1)
        counts[int(any_of(table.d, 12))] += 1
    assert chisquare([counts[i] for i in range(12)]).pvalue > UNLIKELY


# ---------------------------------------------------------------- who chooses


def test_the_best_is_chosen():
    table = Table()
    assert [table.choose(1.0, 3.0, 2.0), table.choose(-np.inf, -5.0)] == [1, 1]
    assert table.d.how == WEIGHED


def test_equals_are_chosen_by_lot():
    table = Table()
    counts = Counter(table.choose(2.0, 5.0, 1.0, 5.0, 5.0) for _ in range(6000))
    assert set(counts) == {1, 3, 4}
    assert chisquare(list(counts.values())).pvalue > UNLIKELY


def test_where_the_game_says_so_the_first_of_equals_is_taken():
    table = Table()
    table.d.in_order = 1
    assert {table.choose(2.0, 5.0, 1.0, 5.0, 5.0) for _ in range(20)} == {1}


@pytest.mark.slow
def test_a_slip_may_be_allowed_some_options_only():
    table = Table(slip=0.5)
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(8000):
        begin_decision(table.s, table.t, 0, 0, 5)
        table.d.worth[:5] = (0.0, 0.0, 9.0, 0.0, 0.0)
        for place in (1, 3, 4):
            allow_slip(table.d, place)
        counts[int(decide(table.s)), int(table.d.how)] += 1
    assert set(counts) == {(2, WEIGHED), *((place, SLIPPED) for place in (1, 3, 4))}
    assert chisquare([counts[place, SLIPPED] for place in (1, 3, 4)]).pvalue > UNLIKELY
    assert {table.choose(0.0, 0.0) for _ in range(50)} == {0, 1}, "at the next decision any"


def test_any_option_may_be_forced_and_a_slip_allowed_one_needs_no_luck_of_the_others():
    table = Table(slip=1.0)
    table.force((0, 2))
    begin_decision(table.s, table.t, 0, 0, 3)
    allow_slip(table.d, 0)
    for i in range(3):
        offer(table.s.decision, DO, NOTHING, i)
    assert (decide(table.s), table.s.trouble) == (2, 0)


def test_what_was_counted_may_be_said_after_the_decision_has_begun():
    table = Table(slip=1.0)
    chosen = set()
    for _ in range(200):
        begin_decision(table.s, table.t, 0, 0, 2)
        table.d.count = 4
        chosen.add(int(decide(table.s)))
    assert chosen == {0, 1, 2, 3}


def test_where_there_is_one_option_nobody_is_asked():
    table = Table(slip=1.0)
    assert table.choose(1.0) == 0
    assert (table.d.how, table.d.number, int(table.d.asked.sum())) == (ALONE, 0, 0)


@pytest.mark.slow
def test_a_style_slips_as_often_as_it_says_and_then_takes_any_option():
    table = Table(slip=0.25)
    counts = Counter((table.choose(9.0, 0.0, 0.0, 0.0), int(table.d.how)) for _ in range(16_000))
    slipped = [counts[place, SLIPPED] for place in range(4)]
    assert chisquare(slipped).pvalue > UNLIKELY
    assert chisquare([sum(slipped), counts[0, WEIGHED]], [4000, 12_000]).pvalue > UNLIKELY
    assert sum(slipped) + counts[0, WEIGHED] == 16_000


def test_random_always_slips():
    table = Table(slip=1.0)
    counts = Counter(table.choose(9.0, 0.0, 0.0) for _ in range(6000))
    assert chisquare([counts[i] for i in range(3)]).pvalue > UNLIKELY


def test_a_style_may_choose_without_a_list():
    table = Table()
    begin_decision(table.s, table.t, 0, 0, 4)
    assert not table.d.listing
    decided(table.s.decision)
    assert table.d.number == 1


def test_decisions_made_at_once_are_those_that_would_be_made_one_by_one():
    one_by_one, at_once = Table(slip=1.0), Table(slip=1.0)
    assert slips_alone(at_once.s, at_once.t, 0)
    counts = [3, 1, 5, 2, 4, 1, 6]
    assert [int(slip_at_once(at_once.d, 0, 1, count)) for count in counts] == [
        one_by_one.choose(*range(count), point=1) for count in counts
    ]
    for table in (one_by_one, at_once):
        assert (int(table.d.number), int(table.d.asked[0, 1])) == (5, 5)
    weighing = Table()
    assert decides_alone(weighing.s, weighing.t, 0)
    decided_at_once(weighing.d, 0, 1, 5)
    assert (int(weighing.d.number), int(weighing.d.asked[0, 1])) == (5, 5)


@pytest.mark.parametrize("name", ["forced", "branches", "persons", "tracing"])
def test_where_somebody_looks_or_has_a_say_no_decision_is_made_at_once(name):
    for slip in (0.0, 1.0):
        table = Table(slip)
        assert decides_alone(table.s, table.t, 0) != slips_alone(table.s, table.t, 0)
        table.d[name] = 1
        assert not decides_alone(table.s, table.t, 0)
        assert not slips_alone(table.s, table.t, 0)
    table = Table(slip=0.5)
    assert not decides_alone(table.s, table.t, 0)
    assert not slips_alone(table.s, table.t, 0)


# ---------------------------------------------------------------- scripts


def test_a_script_forces_choices_and_shifts_the_luck_of_no_other():
    free, forced = Table(slip=0.5), Table(slip=0.5)
    was = [free.choose(1.0, 2.0, 0.0, seat=i % SEATS, point=i % 2) for i in range(60)]
    forced.force((3, 2), (4, 0), (40, 1))
    now = [forced.choose(1.0, 2.0, 0.0, seat=i % SEATS, point=i % 2) for i in range(60)]
    assert (now[3], now[4], now[40]) == (2, 0, 1)
    assert [at for i, at in enumerate(now) if i not in (3, 4, 40)] == [
        at for i, at in enumerate(was) if i not in (3, 4, 40)
    ]
    assert forced.s.trouble == 0


def test_a_forced_choice_must_be_listed_and_says_so():
    table = Table()
    table.force((0, 1))
    begin_decision(table.s, table.t, 0, 0, 2)
    assert (table.d.how, table.d.listing) == (FORCED, 1)


@pytest.mark.parametrize(
    ("spoil", "trouble"),
    [
        (lambda table: table.force((0, 5)), NOT_OFFERED),
        (lambda table: setattr(table.d, "tracing", 1) or setattr(table.d, "number", ROOM), NO_ROOM),
    ],
)
def test_what_cannot_be_leaves_a_trouble(spoil, trouble):
    table = Table()
    spoil(table)
    table.choose(1.0, 2.0)
    assert table.s.trouble == trouble


def test_other_options_than_were_counted_leave_a_trouble():
    table = Table()
    table.d.tracing = 1
    begin_decision(table.s, table.t, 0, 0, 3)
    offer(table.s.decision, DO, NOTHING, 0)
    decide(table.s)
    assert table.s.trouble == MISCOUNTED


def test_more_options_than_there_is_room_for_leave_a_trouble_and_write_nowhere_else():
    table = Table()
    table.d.tracing = 1
    before = table.d.force.tobytes()
    begin_decision(table.s, table.t, 0, 0, OPTIONS + 3)
    for i in range(OPTIONS + 3):
        offer(table.s.decision, 9, 9, 9 + i)
    decide(table.s)
    assert table.s.trouble == NO_ROOM
    assert table.d.force.tobytes() == before


# ---------------------------------------------------------------- what if


def branched(future: int, place: int = 2, at: int = 4, seat: int = 1) -> Table:
    """A table whose game is left at decision ``at``."""
    table = Table(slip=0.5)
    d = table.d
    d.branches, d.branch, d.branch_seat, d.game = 1, at, seat, -1
    d.branch_place[0], d.future[0] = place, future
    table.begin()
    return table


def run(table: Table, count: int = 30) -> list[int]:
    """Choices of the seats in turn; where the game has to deal anew, it changes all luck."""
    places = []
    for i in range(count):
        if begin_decision(table.s, table.t, i % SEATS, 0, 3):
            change_luck(table.s, SEATS, 2)
        for k in range(3):
            offer(table.s.decision, DO, NOTHING, k)
            table.s.decision.worth[k] = -k
        places.append(int(decide(table.s)))
    return places


def test_a_what_if_takes_its_option_and_without_a_future_leaves_all_other_luck():
    was, now = run(Table(slip=0.5)), run(branched(0))
    assert now[4] == 2
    assert now[:4] + now[5:] == was[:4] + was[5:]


def test_a_future_changes_the_luck_after_the_decision_and_none_before():
    was = run(Table(slip=0.5), 300)
    futures = [run(branched(future, BY_THE_STYLE), 300) for future in (1, 2, 3)]
    for now in futures:
        assert now[:5] == was[:5]  # the choice of the seat itself, too
        assert now[5:] != was[5:]
        for seat in range(SEATS):
            assert now[6 + seat :: SEATS] != was[6 + seat :: SEATS]
    assert len({tuple(now) for now in futures}) == 3


def test_of_a_group_all_choose_again_and_the_seat_takes_the_option():
    table = branched(5, place=1, at=3, seat=2)
    run(table, 3)
    assert begin_group(table.s.decision)  # the game has to be dealt anew
    change_luck(table.s, SEATS, 2)
    hows = []
    for seat in range(SEATS):
        assert not begin_decision(table.s, table.t, seat, 1, 3)
        hows.append(int(table.d.how))
        for k in range(3):
            offer(table.s.decision, DO, NOTHING, k)
        if seat == 2:
            assert decide(table.s) == 1
        else:
            decide(table.s)
        assert table.d.group == 3
    end_group(table.s.decision)
    assert set(hows[:2]) <= {WEIGHED, SLIPPED}


def play_apart(table: Table, before: int, each: int = 3) -> dict[int, list[int]]:
    """Some decisions in turn, then a group in which every seat decides so often for itself; its choices by seat."""
    run(table, before)
    first = int(begin_apart(table.d))
    order = [first, *(seat for seat in range(SEATS) if seat != first)] if first >= 0 else [2, 0, 1]
    choices: dict[int, list[int]] = {seat: [] for seat in range(SEATS)}
    for seat in order:
        for _ in range(each):
            if begin_decision(table.s, table.t, seat, 1, 3):
                assert seat == table.d.branch_seat
                assert not any(choices[other] for other in range(SEATS) if other != seat), "others have not chosen yet"
                change_luck(table.s, SEATS, 2)
            for k in range(3):
                offer(table.d, DO, NOTHING, k)
                table.d.worth[k] = -k
            choices[seat].append(int(decide(table.s)))
            assert table.d.group == before
    end_group(table.d)
    return choices


@pytest.mark.parametrize("future", [0, 5])
def test_in_a_group_apart_the_seat_of_a_what_if_is_asked_first_and_left_at_its_own_decision(future):
    was = play_apart(Table(slip=0.5), 4)
    table = branched(future, place=2, at=4 + 1, seat=1)  # its second decision of the group
    table.d.branch_group = 4
    now = play_apart(table, 4)
    assert now[1][:2] == [was[1][0], 2]
    if future == 0:
        assert (now[0], now[1][2], now[2]) == (was[0], was[1][2], was[2])


def test_a_group_apart_of_another_game_or_decision_has_no_seat_first():
    assert begin_apart(Table().d) == NOBODY_FIRST
    table = branched(1, at=9)
    table.d.branch_group = 9
    assert begin_apart(table.d) == NOBODY_FIRST


# ---------------------------------------------------------------- what is written down


def test_choices_among_cards_are_logged():
    table = Table()
    table.s.logs_turns = 1
    table.choose(0.0, 2.0, 1.0, cards=(4, 7, 9))
    table.choose(3.0, 0.0, cards=(4, NOTHING))  # one card or none: no choice among cards
    table.choose(3.0, 0.0, cards=(5, 5))  # equal copies
    table.choose(0.0, 1.0, 5.0, cards=(7, 4, NOTHING))  # none of them
    table.choose(0.0, 1.0)
    could, did = table.s.choices.options_in[0], table.s.choices.chosen_in[0]
    assert {card: (int(could[card]), int(did[card])) for card in (4, 5, 7, 9)} == {
        4: (0b11, 0), 5: (0, 0), 7: (0b11, 0b01), 9: (0b01, 0),
    }  # fmt: skip
    assert table.s.choices.made[0] == 2


def test_a_choice_among_what_options_do_not_name_is_not_logged():
    table = Table()
    table.s.logs_turns = 1
    begin_decision(table.s, table.t, 0, 0, 2)
    for card in (4, 7):
        offer(table.s.decision, DO, card, 0)
    decide_unlogged(table.s)
    assert (table.s.choices.made[0], table.d.number) == (0, 1)


def test_the_trace_tells_every_decision():
    table = Table()
    table.d.tracing = 1
    table.choose(1.0, 4.0, seat=2, point=1)
    table.choose(1.0)
    table.choose(7.0, 4.0, 5.0, cards=(3, 4, 5))
    rows = table.d.traced_decision
    assert table.d.number == 2
    assert [
        (int(r["seat"]), int(r["point"]), int(r["first"]), int(r["options"]), int(r["place"])) for r in rows[:2]
    ] == [(2, 1, 0, 2, 1), (0, 0, 2, 3, 0)]
    assert table.d.traced_option["worth"][:5].tolist() == [1.0, 4.0, 7.0, 4.0, 5.0]
    assert table.d.traced_option["card"][2:5].tolist() == [3, 4, 5]


# ---------------------------------------------------------------- lists that come first


def test_a_list_that_comes_first_is_decided_as_one_that_was_counted():
    for slip in (0.0, 0.5, 1.0):
        counted, listed = Table(slip), Table(slip)
        for _ in range(30):
            begin_offers(listed.d)
            for i in range(4):
                offer(listed.d, DO, NOTHING, i)
            begin_offered(listed.s, listed.t, 1, 0)
            listed.d.worth[:4] = (1.0, 2.0, 2.0, 0.0)
            assert int(decide_unlogged(listed.s)) == counted.choose(1.0, 2.0, 2.0, 0.0, seat=1)
        assert listed.s.trouble == 0
        assert listed.d.number == counted.d.number == 30


def test_who_lists_one_option_is_not_asked():
    table = Table()
    begin_offers(table.d)
    offer(table.d, DO, NOTHING, 5)
    begin_offered(table.s, table.t, 0, 0)
    assert (table.d.how, int(decide_unlogged(table.s)), table.d.number) == (ALONE, 0, 0)


def test_more_options_than_there_is_room_for_are_a_trouble_and_none_is_out_of_bounds():
    table = Table()
    begin_offers(table.d)
    for i in range(OPTIONS + 3):
        offer(table.d, DO, NOTHING, i)
    begin_offered(table.s, table.t, 0, 0)
    assert table.s.trouble == NO_ROOM
    assert table.d.count == table.d.options == OPTIONS


def test_who_prefers_an_option_gets_it():
    table = Table()
    for place in range(OPTIONS):
        begin_decision(table.s, table.t, 0, 0, OPTIONS)
        table.d.worth[:] = 9.0
        prefer(table.d, place)
        assert int(decide_unlogged(table.s)) == place


# ---------------------------------------------------------------- games that come before


def test_in_games_that_come_before_no_script_speaks_and_no_trace_is_written():
    table = Table()
    table.force((0, 0))
    table.d.tracing, table.d.game = 1, 4
    begin_past(table.d)
    table.begin()
    assert table.choose(0.0, 1.0) == 1
    assert table.d.traced == 0
    end_past(table.d)
    table.begin()
    assert table.choose(0.0, 1.0) == 0
    assert (table.d.traced, table.d.game) == (2, 5)
