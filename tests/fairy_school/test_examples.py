"""The worked examples X1 to X12 of the rules page, the example turn of the rulebook, and the further exact cases.

Those of ``examples`` are met by the kernels and by the slow implementation, the others, of several steps, by the
kernels: whole games hold the slow implementation to the kernels in every step (test_reference.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from balance.games.fairy_school.play.activations import activate_cards
from balance.games.fairy_school.play.choosing import choose_kept
from balance.games.fairy_school.play.games import end_final_turn
from balance.games.fairy_school.rules.forest import clear_corners, slide
from balance.games.fairy_school.rules.projects import line_up, realize
from balance.games.fairy_school.rules.setup import gather_pool, keep_or_drop
from balance.games.fairy_school.state import TO_LEFT, TO_RIGHT
from fairy_school.examples import EXAMPLES, Columns, Order, Pay, Score, Spending
from fairy_school.games import can, counts, pay, small
from fairy_school.reference import elements
from fairy_school.reference.box import NAMES, card, final, project, small_box
from fairy_school.reference.table import Copy, Settings
from fairy_school.reference.whole import Game
from fairy_school.table import Sheet

SEA_DRAGON = project("3F+P+2W", "2W", creature="sea_dragon", id="sea_dragon")
DRAGON = small("E+F", "dragon")
ENT, ELF, UNICORN, SPHINX = (
    small("P", "ent"),
    small("F|P>draw2.1", "elf"),
    small("E", "unicorn"),
    small("F|E>take1", "sphinx"),
)
PHOENIX = small("P|F", "phoenix")


def numbers(text: str | None) -> tuple[int, ...] | None:
    """Elements as numbers: earth, plants, fire, water, air."""
    if text is None:
        return None
    return tuple(int(count) for count in counts(text)) if text else (0,) * 5


# ---------------------------------------------------------------- what the kernels answer


def paid(one: Pay) -> tuple[int, ...] | None:
    return pay(one.stock, one.cost)[0] if can(one.stock, one.cost) else None


def columns(one: Columns) -> int:
    game = Sheet()
    game.plant(0, dict.fromkeys(range(10), "E"))
    game.give(0, one.stock)
    return game.columns()


def spending(one: Spending) -> tuple[int, tuple[int, ...]]:
    game = Sheet(3)
    game.race(*[final(one.final)] * 3)
    game.give(0, one.stock)
    game.ongoing(0, *(project(cost, points=points, id=f"{n}") for n, (cost, points) in enumerate(one.projects)))
    game.s.seat[1].steps = 5
    assert end_final_turn(game.s, game.t)
    return int(game.s.seat[0].steps), tuple(int(id) for id in game.lies("pile"))


def score(one: Score) -> tuple[int, ...]:
    game = Sheet(3, numbers(one.stock))
    game.race(*[final("E;E;E;E;E")] * 3)
    me = game.s.seat[0]
    me.kindness, me.steps = one.kindness, one.steps
    game.mark(0, *NAMES[: one.studied])
    game.pile(0, *[project("E")] * one.projects)
    found = tuple(game.score())
    assert game.s.score[0] == sum(found)
    return found


def order(one: Order) -> tuple[int, ...]:
    game = Sheet(len(one.players))
    for seat, (kindness, text) in enumerate(one.players):
        game.s.seat[seat].kindness = kindness
        game.give(seat, text)
    return tuple(game.s.queue[: line_up(game.s, game.t, 0)].tolist())


# ---------------------------------------------------------------- what the slow implementation answers


def table(*stocks: str) -> Game:
    """A game in its first turn: nobody has a card; every player has these elements."""
    game = Game(small_box(), max(3, len(stocks)), settings=Settings(setup="expert"))
    for seat in game.seats:
        seat.stock = list(numbers(stocks[seat.number] if seat.number < len(stocks) else ""))
        game.start_row(seat)
    return game


def slow_paid(one: Pay) -> tuple[int, ...] | None:
    stock, cost = numbers(one.stock), numbers(one.cost)
    if not elements.affordable(stock, cost):
        return None
    return tuple(elements.settle(stock, cost, elements.canonical(stock, cost)).stock)


def slow_columns(one: Columns) -> int:
    game = table(one.stock)
    game.seats[0].forest = [Copy(card("E")) for _ in range(10)]
    return len(game.column_sets(game.seats[0], elements.affordable))


def slow_spending(one: Spending) -> tuple[int, tuple[int, ...]]:
    game = table(one.stock)
    seat = game.seats[0]
    seat.final = final(one.final)
    seat.ongoing = [Copy(project(cost, points=points, id=f"{n}")) for n, (cost, points) in enumerate(one.projects)]
    game.last_spending(seat)
    return seat.steps, tuple(int(copy.card.id) for copy in seat.realized)


def slow_score(one: Score) -> tuple[int, ...]:
    game = table(one.stock)
    seat = game.seats[0]
    seat.kindness, seat.studied, seat.steps = one.kindness, list(range(one.studied)), one.steps
    seat.final, seat.draw = final("E;E;E;E;E"), [Copy(project("E")) for _ in range(one.projects)]
    found = tuple(game.parts(seat).values())
    assert game.score(seat) == sum(found)
    return found


def slow_order(one: Order) -> tuple[int, ...]:
    game, found = table(*(text for _, text in one.players)), []
    for seat, (kindness, _) in zip(game.seats, one.players, strict=True):
        seat.kindness = kindness
    game.in_choosing_order(game.seats, lambda seat: found.append(seat.number))
    return tuple(found)


ANSWERS: dict[type, dict[str, Callable[[Any], Any]]] = {
    Pay: {"kernels": paid, "slow": slow_paid},
    Columns: {"kernels": columns, "slow": slow_columns},
    Spending: {"kernels": spending, "slow": slow_spending},
    Score: {"kernels": score, "slow": slow_score},
    Order: {"kernels": order, "slow": slow_order},
}


@pytest.mark.parametrize("by", ["kernels", "slow"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.says)
def test_an_example(example, by):
    then = numbers(example.then) if isinstance(example, Pay) else example.then
    assert ANSWERS[type(example)][by](example) == then


# ---------------------------------------------------------------- examples of several steps


def test_x1_drawing_past_the_end_of_the_pile():
    game = Sheet()
    game.plant(0, dict.fromkeys(range(5), "2A"))
    game.pile(0, "E", "P")
    game.discard(0, *(f"{n}F" for n in range(2, 11)))
    drawn = game.draw()
    assert drawn[:2] == ["P", "E"]
    assert len(set(drawn[2:])) == 3
    assert sorted(drawn[2:] + game.lies("pile")) == sorted(f"{n}F" for n in range(2, 11))
    assert (len(game.lies("pile")), game.lies("discard")) == (6, [])


def test_x2_two_unfinished_projects_and_four_drafted():
    game = Sheet()
    old = [project("E", set="II"), project("P", set="II")]
    new = [project(f"2{x}", set="III") for x in "EPFW"]
    game.ongoing(0, *old)
    game.s.aside[0, :4] = [game.number(one) for one in new]
    game.s.picks = 4
    kept = set()
    for _ in game.again(300):
        gather_pool(game.s, 0)
        keep_or_drop(game.s, 0, choose_kept(game.s, game.t, 0))
        ongoing = game.lies("ongoing")
        assert (len(ongoing), game.s.common) == (3, 3)
        kept.add(frozenset(ongoing))
    assert frozenset(one.id for one in (old[1], *new[:2])) in kept
    assert len(kept) == 20  # all sets of three out of six


def test_x3_the_second_creature_of_the_plants():
    game = Sheet()
    game.study(0, "ent")
    game.plant(0, {9: ELF})
    assert game.stock() == (0, 0, 0, 0, 0)
    for _ in game.again(20):
        game.clean_up()
        if game.s.now[0].studied_corner == game.creature("elf"):
            assert game.studied() == {"ent", "elf"}
            assert game.stock() == (0, 1, 0, 0, 0)
            return
    raise AssertionError("the elf was never studied")


def after_play() -> Sheet:
    """The forest of the example turn when its two columns have been played."""
    game = Sheet(3)
    game.plant(0, {0: ENT, 3: UNICORN, 4: ELF, 5: UNICORN, 8: PHOENIX, 9: SPHINX})
    return game


def test_x4_study_and_forest_evolution_of_the_example_turn():
    game = after_play()
    for _ in game.again(20):
        game.clean_up()
        assert game.lies("discard") == ["ent", "sphinx"]
        assert game.forest() == {0: "unicorn", 1: "elf", 8: "unicorn", 9: "phoenix"}
        if game.studied() == {"sphinx"}:
            assert game.stock() == (0, 0, 0, 0, 0)
            game.pile(0, *"EPFWAEPFWA")
            assert len(game.draw()) == 6
            return
    raise AssertionError("the sphinx was never studied")


def example_turn() -> Sheet:
    """The beginning of the example turn: four cards in the forest, six on top of the draw pile."""
    game = Sheet(3, (1, 1, 1, 1, 0))
    game.plant(0, {0: ENT, 3: UNICORN, 8: PHOENIX, 9: SPHINX})
    water, own = small("2W", "mermaid", id="two"), small("P|F", "phoenix", id="own")
    game.pile(0, "A", small("W", "mermaid"), DRAGON, water, own, ELF, UNICORN)
    game.ongoing(0, SEA_DRAGON)
    game.share(1, small("P|F", "phoenix", id="left"))
    game.share(2, small("E|W", "sea_dragon", id="right"))
    return game


def test_x4_the_whole_example_turn_from_planning_to_the_sea_dragon_on_the_draw_pile():
    game = example_turn()
    # Phase 1: six cards, the dragon on top of the free column
    assert game.draw() == ["unicorn", "elf", "own", "two", "dragon", "mermaid"]
    game.place(0, 5, 4, 7, 1, 2, 6)
    assert len(game.forest()) == 10
    # Phase 2: the free column and the one of plants
    game.play(0, 2, 1)
    assert game.stock() == (1, 0, 1, 1, 0)
    assert (game.lies("shared"), game.lies("personal")) == (["dragon", "two"], ["own", "mermaid"])
    # Phase 3: the own cards and one of each neighbour; the right neighbour uses the dragon
    by_id = {one.id: one for one in game.small}
    for id, line in (("dragon", 0), ("left", 1), ("two", 0), ("own", 0), ("mermaid", 0), ("right", 1)):
        game.activate(0, by_id[id], line)
    assert game.stock() == (2, 1, 3, 5, 0)
    assert game.cubes() == 31
    game.activate(2, DRAGON)
    # Phase 4: cubes and cards come home, the right neighbour's cube is kindness
    game.discard_played()
    assert (game.cubes(), game.kindness()) == (35, 1)
    assert (game.kindness(1), game.kindness(2)) == (1, 1)
    assert sorted(game.lies("discard")) == ["dragon", "mermaid", "own", "two"]
    # Phase 5: the sphinx is studied, without bonus, for the salamander is not
    game.study(0, "sphinx")
    clear_corners(game.s, 0)
    slide(game.s, 0)
    assert (game.studied(), game.stock()) == ({"sphinx"}, (2, 1, 3, 5, 0))
    assert game.lies("discard")[-2:] == ["ent", "sphinx"]
    assert game.forest() == {0: "unicorn", 1: "elf", 8: "unicorn", 9: "phoenix"}
    # Phase 6: the sea dragon goes on top of the draw pile
    realize(game.s, game.t, 0, 0, 0)
    assert game.stock() == (2, 0, 0, 3, 0)
    assert (game.lies("ongoing"), game.lies("pile")) == ([], ["A", "sea_dragon"])
    assert game.score() == [1, 3, 0, 2, 0]
    # and is drawn in the next turn
    assert game.draw()[0] == "sea_dragon"


def test_x5_six_empty_slots():
    game = Sheet()
    game.plant(0, {0: ENT, 3: UNICORN, 8: PHOENIX, 9: SPHINX})
    game.pile(0, *"EPFWAEP")
    assert len(game.draw()) == 6
    game.place(0, 1, 2, 4, 5, 6, 7)
    assert len(game.forest()) == 10


def test_x6_the_free_column_and_the_one_of_plants():
    game = Sheet(3, (1, 1, 1, 1, 0))
    game.plant(0, dict.fromkeys(range(10), "E"))
    game.play(0, 2, 1)
    assert game.stock() == (1, 0, 1, 1, 0)
    assert (len(game.lies("shared")), len(game.lies("personal"))) == (2, 2)


def test_x8_cubes_on_the_dragon():
    game = Sheet()
    game.share(0, DRAGON)
    game.activate(0, DRAGON)
    game.activate(2, DRAGON)
    game.discard_played()
    assert (game.cubes(0), game.cubes(2), game.kindness()) == (37, 36, 1)
    assert (game.lies("shared"), game.lies("discard")) == ([], ["dragon"])


def test_x9_the_sea_dragon():
    game = Sheet(3, (0, 1, 3, 2, 0))
    game.ongoing(0, SEA_DRAGON)
    game.pile(0, "E")
    realize(game.s, game.t, 0, 0, 0)
    assert game.stock() == (0, 0, 0, 0, 0)
    assert game.lies("pile") == ["E", "sea_dragon"]
    assert game.draw()[0] == "sea_dragon"


def test_x10_taking_a_card_from_an_empty_discard_pile():
    game = Sheet(3, (1, 0, 0, 0, 0))
    game.own(0, "E>take1+W")
    game.activate(0, "E>take1+W")
    assert (game.stock(), game.lies("personal")) == ((0, 0, 0, 1, 0), ["E>take1+W"])


def test_x11_two_repetitions_with_different_alternatives():
    game = Sheet(3, (0, 0, 2, 0, 0))
    game.own(0, "Fx2>4E/4W/A")
    stocks = set()
    for _ in game.again(60):
        game.activate(0, "Fx2>4E/4W/A")
        stocks.add(game.stock())
    assert (4, 0, 0, 0, 1) in stocks


def test_x12_cubes_of_four_colours_with_five_players():
    game = Sheet(5, sharing="insensitive")
    game.share(0, "E", "P")
    game.s.seat[0].lies[:2] = (TO_RIGHT, TO_LEFT)
    for seat in range(1, 5):
        ((id, _),) = game.reach(seat)
        game.activate(seat, id)
    game.discard_played()
    assert game.s.now[0].kind_from.tolist() == [0, 1, 1, 1, 1, 0]
    assert game.kindness() == 4


# ---------------------------------------------------------------- further exact cases of several steps


def reacting(text: str, cubes: int, *done: str) -> Sheet:
    """Seat 0 with 1 water, so many cubes and this card; the others, of its left neighbour, it has activated."""
    game = Sheet(3, (0, 0, 0, 1, 0))
    game.own(0, text)
    game.share(1, *done)
    game.reach(0)
    for entry in game.s.reach[1 : game.s.reached]:
        entry.done = 1
    game.s.seat[0].cubes = cubes
    return game


def test_an_exact_case_of_a_reactivation_with_one_cube_left():
    game = Sheet(3, (0, 0, 0, 1, 0))
    game.own(0, "W>react+F")
    game.share(1, "E")
    game.activate(0, "E")
    game.s.seat[0].cubes = 1
    found = set()
    for _ in game.again(20):
        activate_cards(game.s, game.t, 0)
        found.add((game.stock(), game.cubes(), int(game.s.now[0].react)))
    assert ((1, 0, 1, 0, 0), 0, 0) in found
    assert all(react == 0 for *_, react in found)


def test_an_exact_case_of_a_reactivation_without_target_or_cube():
    assert reacting("W>react", 37, "E").possible() == [("W>react", 0)]
    assert reacting("W>react", 2, "E").possible() == [("W>react", 0)]
    assert reacting("W>react", 1, "E").possible() == []
    assert reacting("W>react", 37).possible() == []


def test_an_exact_case_of_two_kindness_from_one_card():
    game = reacting("W>react", 37)
    game.share(1, "E")
    game.reach(0)
    game.activate(0, "E")
    game.activate(0, "W>react")
    game.activate(0, "E", again=1)
    game.discard_played()
    assert [game.kindness(seat) for seat in range(3)] == [0, 2, 0]


def test_an_exact_case_of_everybody_at_no_steps():
    game = Sheet(4)
    game.race(*[final("E;E;E;E;E")] * 4)
    assert not end_final_turn(game.s, game.t)
    assert [(sum(game.stock(seat)), game.stock(seat)[4]) for seat in range(4)] == [(1, 0)] * 4
