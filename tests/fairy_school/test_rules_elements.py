"""The rules FS-6 to FS-11: elements and their exchange. At least one test per rule, named by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import numpy as np
import pytest

from balance.engine.kernels.kernel import new
from balance.games.fairy_school.rules.elements import affordable, inputs_needed, pay_cost, plainly_payable
from balance.games.fairy_school.state import NOW
from fairy_school.games import GREEDY, can, counts, log_of, pay
from fairy_school.reference.box import project
from fairy_school.table import Sheet

Stock = tuple[int, ...]
A = 4
INPUTS = (3, 4, 4, 3, 6)
COSTS = [cost for cost in product(range(3), repeat=5) if 0 < sum(cost) < 5]
STOCKS = [(0, 3, 0, 0, 1), (2, 2, 2, 2, 0), (7, 0, 0, 1, 0), (0, 0, 0, 0, 2), (1, 0, 5, 3, 1), (4, 4, 4, 0, 0)]


@cache
def reachable(stock: Stock) -> frozenset[Stock]:
    """Every stock that exchanges lead to, chains of them included."""
    reached, edge = {stock}, [stock]
    while edge:
        for after in exchanges(edge.pop()):
            if after not in reached:
                reached.add(after)
                edge.append(after)
    return frozenset(reached)


def exchanges(stock: Stock) -> Iterator[Stock]:
    """What one exchange makes of a stock."""
    if stock[A]:
        for made in range(A):
            yield change(stock, [A], made)
    for made in range(5):
        for burnt in product(*(range(count + 1) for count in stock)):
            if sum(burnt) == INPUTS[made]:
                after = [have - gone for have, gone in zip(stock, burnt, strict=True)]
                after[made] += 1
                yield tuple(after)


def change(stock: Stock, gone: Sequence[int], made: int) -> Stock:
    after = list(stock)
    for element in gone:
        after[element] -= 1
    after[made] += 1
    return tuple(after)


def test_fs_6_elements_are_stored_without_limit():
    game = Sheet(3, (90, 90, 90, 90, 90))
    game.own(0, "5F+A")
    game.activate(0, "5F+A")
    assert game.stock() == (90, 90, 95, 90, 91)


@pytest.mark.parametrize(("made", "inputs"), [("E", 3), ("W", 3), ("P", 4), ("F", 4)])
def test_fs_7_three_of_any_make_earth_or_water_and_four_make_plants_or_fire(made, inputs):
    for other in set("EPFW") - {made}:
        assert can(f"{inputs}{other}", made)
        assert not can(f"{inputs - 1}{other}", made)


def test_fs_7_six_of_any_make_an_air():
    assert can("6F", "A")
    assert not can("5F", "A")


def test_fs_7_the_inputs_may_be_mixed():
    assert can("E+P+F", "W")
    assert can("E+P+F+3W", "A")


@pytest.mark.parametrize("made", "EPFW")
def test_fs_7_an_air_is_one_of_any_other_element(made):
    assert can("A", made)
    assert not can("A", f"2{made}")


def test_fs_8_elements_are_exchanged_only_while_something_is_paid():
    exchanged = 0
    for row in log_of(**GREEDY)["turns"]:
        if not any(row[f"{x}_spend"] for x in "EPFWA"):
            assert not any(row[f"{x}_conv"] for x in "EPFWA")
        exchanged += row["conv3"] + row["conv4"] + row["conv6"]
        for x in "EPFWA":
            assert row[f"{x}_conv"] <= row[f"{x}_spend"]
    assert exchanged > 0


def test_fs_9_what_can_be_paid_is_what_some_chain_of_exchanges_can_pay():
    for stock in STOCKS:
        after = reachable(stock)
        for cost in COSTS:
            some = any(all(have >= asked for have, asked in zip(reached, cost, strict=True)) for reached in after)
            assert bool(affordable(np.array(stock), np.array(cost))) == some, (stock, cost)


def test_fs_9_airs_cover_plants_and_fire_first():
    assert inputs_needed(counts("A"), counts("P+E")) == 3
    assert inputs_needed(counts("2A"), counts("P+F+W")) == 3
    assert inputs_needed(counts("2A"), counts("F+E+W")) == 3


def test_fs_9_a_missing_air_needs_six():
    assert inputs_needed(counts("A"), counts("3A+E")) == 15


def test_fs_10_directly_then_airs_then_what_is_left():
    after, now = pay("4E+P+2A", "2P+F+W")
    assert after == (1, 0, 0, 0, 0)
    assert (now.jokers, now.conv3, now.conv4, now.conv6) == (2, 1, 0, 0)
    assert now.conv.tolist() == [-3, 1, 1, 1, -2]


def test_fs_10_the_airs_stand_in_for_plants_then_fire_then_earth_then_water():
    assert pay("A+4E", "P+F")[1].conv.tolist() == [-4, 1, 1, 0, -1]
    assert pay("A+3P", "F+E")[1].conv.tolist() == [1, -3, 1, 0, -1]
    assert pay("A+3P", "E+W")[1].conv.tolist() == [1, -3, 0, 1, -1]
    assert pay("2A+3W", "P+F+E")[1].conv.tolist() == [1, 1, 1, -3, -2]


def test_fs_10_inputs_come_one_by_one_from_what_there_is_most_of():
    assert pay("5E+3F", "W")[0] == (2, 0, 3, 0, 0)
    assert pay("4E+3F", "P")[0] == (1, 0, 2, 0, 0)


def test_fs_10_equal_stocks_are_burnt_in_the_order_earth_plants_fire_water():
    assert pay("2E+2P+2F+2W", "A")[0] == (0, 0, 1, 1, 0)
    assert pay("P+F+W+E", "2E")[0] == (0, 0, 0, 0, 0)
    assert pay("2P+2F", "E")[0] == (0, 0, 1, 0, 0)


def test_fs_10_an_agent_may_burn_other_elements_and_keep_an_air():
    after, now = pay("A+5E+P", "F", keep="A+P", thrifty=1)
    assert after == (1, 1, 0, 0, 1)
    assert (now.jokers, now.conv4) == (0, 1)


def test_fs_10_the_random_style_pays_columns_effects_and_projects_in_this_way():
    game = Sheet(3, (5, 0, 0, 0, 1))
    game.ongoing(0, project("F"), project("9A"))
    game.plant(0, {3: "E"})
    game.own(0, "F>2W")
    columns, effects, projects = set(), set(), set()
    for luck in game.again(20):
        game.plan_and_play()
        columns.add(game.stock())
        game.back(luck)
        game.activate(0, "F>2W")
        effects.add(game.stock())
        game.back(luck)
        game.realize()
        projects.add(game.stock())
    assert columns == {(5, 0, 0, 0, 0)}
    assert effects == {(5, 0, 0, 2, 0)}
    assert projects <= {(5, 0, 0, 0, 1), (5, 0, 0, 0, 0)}
    assert len(projects) == 2


@pytest.mark.parametrize("keep", ["", "3P+3F", "9E+A"])
@pytest.mark.parametrize("thrifty", [0, 1])
def test_fs_10_every_payment_is_a_legal_one(thrifty, keep):
    for stock in STOCKS:
        for cost in COSTS:
            if affordable(np.array(stock), np.array(cost)):
                after, now = np.array(stock), new(NOW)
                pay_cost(after, np.array(cost), counts(keep), thrifty, now)
                assert after.min() >= 0
                assert (now.spend == cost).all()
                assert (np.array(stock) - now.spend + now.conv == after).all()
                assert now.conv.sum() == -(2 * now.conv3 + 3 * now.conv4 + 5 * now.conv6)
                made = np.maximum(0, np.array(cost) - stock)
                assert now.conv3 + now.conv4 + now.conv6 + now.jokers == made.sum()


def test_fs_11_plainly_payable_is_directly_or_with_airs_as_jokers():
    for stock, cost, plainly in (("E", "E", 1), ("A", "F", 1), ("9E", "W", 0), ("A+E", "E+P", 1), ("6E", "A", 0)):
        assert plainly_payable(counts(stock), counts(cost)) == bool(plainly)


def test_fs_11_the_random_style_pays_columns_and_lines_plainly():
    game = Sheet(3, (9, 0, 0, 0, 0))
    game.own(0, "W>2F", "E>2F")
    assert game.possible() == [("E>2F", 0)]
    game.plant(0, dict.fromkeys(range(5), "E"))
    assert game.columns(plainly=1) == 3  # E, the free one, both
    assert game.columns() == 15


def test_fs_11_the_random_style_realizes_projects_with_exchanges_too():
    game = Sheet(3, (4, 0, 0, 0, 0))
    game.ongoing(0, project("F"))
    piles = set()
    for _ in game.again(20):
        game.realize()
        piles.add(tuple(game.lies("pile")))
    assert piles == {(), ("F E",)}
