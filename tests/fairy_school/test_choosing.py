"""How decisions of many parts are put: sets by number, a slot for each card of a hand, columns before their order."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import polars as pl
import pytest

from balance.engine.game.decisions import Decision, Force, script_of
from balance.engine.game.log import kept_tables
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_scripted
from balance.games.fairy_school.play.choosing import NO_CREATURE, choose_columns, layout_of, nth_three
from balance.games.fairy_school.state import CREATURES, Point, Verb
from balance.games.fairy_school.styles.activating import price_of_cube
from balance.games.fairy_school.styles.planning import slides_to_corner
from fairy_school.games import style
from fairy_school.invariants.log import compile_once, make, own_style
from fairy_school.table import Sheet
from helpers.marks import games

WEIGHTS = {"need": 1.0, "spare": 0.4, "paid": 1.0, "cards_in": 0.8, "kind_in": 3.5, "proj_points": 6.5, "step": 4.5}
SLIPPING = own_style("slipping", WEIGHTS, slip=0.2)
FALLING = own_style("falling", WEIGHTS, slip=0.7)


def batch_of(**request: object) -> GameBatch:
    compile_once()
    return GameBatch(make(log="turns", seed=8, **request))


def at(made: tuple[Decision, ...], *points: Point) -> list[Decision]:
    return [decision for decision in made if decision.point in points]


def rows(batch: GameBatch) -> list[pl.DataFrame]:
    frames = [batch.frame(name) for name in kept_tables(batch.plan.log)]
    batch.clear()
    return frames


@pytest.mark.parametrize("pool", range(3, 8))
def test_sets_of_three_are_numbered_by_their_last_card(pool):
    sets = [int(nth_three(n)) for n in range(len(list(combinations(range(pool), 3))))]
    assert sets == sorted(sum(1 << card for card in three) for three in combinations(range(pool), 3))


def test_a_layout_is_two_cards_and_a_column_for_each():
    batch = batch_of(players=2, variant="expert")
    for decision in at(play_scripted(batch, 0), Point.LAYOUT):
        layouts = [tuple(map(int, layout_of(option.target))) for option in decision.options]
        wanted = {(*pair, *columns) for pair in combinations(range(5), 2) for columns in permutations(range(5), 2)}
        assert len(layouts) == len(wanted)
        assert set(layouts) == wanted


@pytest.mark.parametrize("agents", ["greedy", "random", "slipping"])
def test_d6_every_card_goes_to_one_of_the_slots_that_are_left(agents):
    batch = batch_of(own=[SLIPPING], players=3, agents=agents)
    placing = at(play_scripted(batch, 1), Point.SLOTS)
    for seat in range(3):
        first, *_ = hand = [placement for placement in placing if placement.seat == seat][
            :7
        ]  # eight cards; the last has no choice
        left = {option.target for option in first.options}
        assert len(left) == 8
        for decision in hand:
            assert {option.verb for option in decision.options} == {Verb.PLACE}
            assert {option.target for option in decision.options} == left
            left -= {decision.chosen.target}


def test_d7_of_two_columns_the_order_is_asked_and_of_one_it_is_not():
    batch = batch_of(players=4, agents="random")
    columns = at(play_scripted(batch, 0), Point.COLUMNS, Point.ORDER)
    for decision, following in zip(columns, [*columns[1:], None], strict=True):
        if decision.point == Point.COLUMNS:
            both = {column for column in range(5) if decision.chosen.target >> column & 1}
            if len(both) == 2:
                assert following is not None
                assert (following.point, {option.target for option in following.options}) == (Point.ORDER, both)
            else:
                assert following is None or following.point == Point.COLUMNS


@pytest.mark.slow
@pytest.mark.parametrize("agents", ["slipping", "falling", "slipping,greedy,random"])
def test_of_styles_that_slip_any_prefix_may_be_forced(agents):
    """A card that slips goes elsewhere than planned; the plan of the others depends on that and on nothing else."""
    batch = batch_of(own=[SLIPPING, FALLING], players=3, agents=agents)
    for game_no in range(games(3, 12)):
        batch.play(game_no, 1)
        was = rows(batch)
        made = play_scripted(batch, game_no)
        for length in range(0, len(made), 97):
            batch.clear()
            play_scripted(batch, game_no, script_of(made[:length]))
            assert all(frame.equals(other) for frame, other in zip(rows(batch), was, strict=True))
        batch.clear()


def test_a_card_that_is_forced_elsewhere_is_planned_around():
    """Wherever the first card goes, the others fill the other slots: each has one, and the game goes on."""
    batch = batch_of(players=2, agents="greedy")
    made = play_scripted(batch, 0)
    first, *_ = at(made, Point.SLOTS)
    plans: Counter[tuple[int, ...]] = Counter()
    for option in first.options:
        batch.clear()
        other = play_scripted(batch, 0, [Force(first.number, option.verb, option.card, option.target)])
        hand = [decision for decision in at(other, Point.SLOTS) if decision.seat == first.seat][:7]
        slots = [decision.chosen.target for decision in hand]
        assert slots[0] == option.target
        assert len({*slots}) == 7
        plans[tuple(slots)] += 1
    assert len(plans) == len(first.options)


@pytest.mark.parametrize(("agent", "columns"), [("random", (-1, -1)), ("greedy", (4, -1))])
def test_fs_38_where_columns_are_paid_by_exchanges_only_to_play_nothing_is_offered(agent, columns):
    game = Sheet(3, (3, 0, 0, 0, 0), [agent])
    game.plant(0, {4: "E"})
    game.s.decision.tracing = 1
    for _ in game.again(20):
        assert tuple(map(int, choose_columns(game.s, game.t, 0))) == columns
        offered = game.s.decision.traced_option[: game.s.decision.traced]
        assert [(int(option.verb), int(option.target)) for option in offered] == [(Verb.PLAY, 1 << 4), (Verb.STOP, 0)]


@pytest.mark.parametrize(("study", "column"), [(2.0, 2), (-2.0, 0)])
def test_4_2_who_does_not_want_to_study_plays_the_creature_on_a_study_slot(study, column):
    """The free column would leave it there alone, to be studied; the first one costs an earth."""
    game = Sheet(3, (3, 0, 0, 0, 0), [style("student", need=1.0, spare=1.0, paid=0.1, study_setup=study)])
    game.plant(0, {0: "E", 2: "E"})
    assert int(choose_columns(game.s, game.t, 0)[0]) == column


@pytest.mark.parametrize(
    ("there", "played", "studied", "points"),
    [
        ({1: "E", 3: "E"}, (2, 4), False, 2),  # the card of column 1 slides to the study slot at the left
        ({1: "E", 3: "E"}, (1, 2), False, 2),  # where it is played, that of column 3
        ({1: "E", 3: "E"}, (1, 3), False, 0),
        ({0: "E"}, (2, 3), False, 0),  # what lies on the study slot is gone by then
        ({1: "E"}, (2, 4), True, 0),
        ({5 + 3: "E"}, (0, 2), False, 2),  # the bottom row slides to the right
        ({5 + 3: "E"}, (2, 3), False, 0),
        ({5 + 4: "E"}, (2, 3), False, 0),
    ],
)
def test_fs_48_what_slides_to_the_study_slots_when_two_columns_are_played(there, played, studied, points):
    game = Sheet(3, (3, 0, 0, 0, 0), [style("student", study_next=1.0)])
    game.plant(0, there)
    me = game.s.seat[0]
    if studied:
        me.studied = (1 << CREATURES) - 1
    weights = game.t.style[game.s.style[0]]
    assert slides_to_corner(game.t, weights, me, *played, NO_CREATURE) == points


@pytest.mark.parametrize(("players", "price"), [(2, 3.5), (4, 1.5)])
def test_4_2_a_cube_given_to_an_only_rival_costs_more_than_one_given_to_one_of_three(players, price):
    game = Sheet(players, (0, 0, 0, 0, 0), [style("jealous", kind_out=0.5, kind_out_rival=3.0)])
    weights = game.t.style[game.s.style[0]]
    assert price_of_cube(game.s, game.t, 0, weights, 1) == price
    assert price_of_cube(game.s, game.t, 0, weights, 0) == 0


def test_4_4_a_slip_exchanges_elements_for_nothing_but_projects_and_steps():
    """Those who weigh exchange them for columns and cards, too."""
    batch = batch_of(players=3, agents="random,greedy,greedy")
    batch.play(0, 60)
    turns = batch.frame("turns").filter(pl.col("turn") < pl.col("turn").max().over("game_no"))
    nothing_realized = (pl.col("realized_1") == "") & (pl.col("steps_now") == 0)
    exchanged = (pl.col("exchanges") % 2**48 > 0).alias("exchanged")  # jokers are apart
    groups = turns.filter(nothing_realized).group_by("agent", exchanged).len().rows()
    assert {(str(agent), made) for agent, made, _ in groups} == {("random", False), ("greedy", False), ("greedy", True)}
