"""The search over a style's numbers: what it may turn, how far, and that it is the same search every time."""

from __future__ import annotations

import numpy as np
import pytest

from balance.engine.game.styles import Style
from balance.judging.search import Search, Space, number
from helpers.play import make, own_style


def space(game: str, style: str | Style = "greedy") -> Space:
    """What may be turned of a style."""
    plan = make(game, games=1)
    return Space(plan, next(one for one in plan.styles if one.name == style) if isinstance(style, str) else style)


@pytest.mark.parametrize(
    ("game", "handicaps", "knobs"),
    [
        ("fairy", {"retention", "fairy_memory", "noise", "memory"}, set()),
        ("heroes", {"slip"}, {"foresight", "patience"}),
        ("fairy_school", {"slip"}, {"sweep"}),
        ("alfheim", {"slip", "noise"}, set()),
        (
            "fairy_conundrum",
            {"slip", "noise"},
            {"storm", "nest", "opening", "harvest", "haste", "settle", "wary", "dear", "homes"},
        ),
    ],
)
def test_weights_and_what_is_play_may_be_turned_and_handicaps_not(game, handicaps, knobs):
    plan, found = make(game, games=1), space(game)
    names = {one.name for one in found.directions}
    assert names == {one.name for one in plan.game.features(plan.cards)} - handicaps | knobs
    assert {one.name for one in found.directions if one.knob} == knobs


def test_the_start_is_in_the_middle():
    found = space("heroes")
    style = found.style(np.zeros(len(found.directions)), "same")
    assert style.weights == found.start.weights
    assert style.knobs == found.start.knobs
    assert found.changed(style) == []


def test_a_weight_is_turned_by_its_size_and_one_that_is_ignored_by_its_size_elsewhere():
    scales = {one.name: one.scale for one in space("heroes").directions}
    assert (scales["dice_1"], scales["hurt"]) == (2.6, 0.1)
    assert scales["deny"] == 0.5  # as the style rival weighs it
    ignored = next(one for one in space("heroes").directions if one.name == "deny")
    assert ignored.value(0.5) == 0.25


def test_numbers_are_rounded_and_stay_within_what_is_allowed():
    found = {one.name: one for one in space("fairy_conundrum").directions}
    assert found["kill"].value(0.12345) == 112
    assert found["ray"].value(0.12345) == 1.12
    assert [found["storm"].value(x) for x in (-1, 0.2, 0.3, 9)] == [0, 0, 1, 1]
    assert found["nest"].value(99) == 12


def test_a_switch_is_thrown_by_some_of_the_first_candidates():
    first = Search(space("fairy_conundrum"), 1).suggest("new")
    assert {style.knobs["storm"] for style in first} == {0.0, 1.0}
    assert {style.knobs["nest"] for style in first} >= {0.0, 1.0, 2.0}


def test_a_weight_of_nothing_is_left_out():
    start = own_style("fairy", "mine", {"ev": 1.0, "p": 0.5}, retention=0.5)
    found = space("fairy", start)
    x = [-1.0 if one.name == "p" else 0.0 for one in found.directions]
    style = found.style(x, "new", "about it")
    assert style == Style("new", "about it", {"ev": 1.0}, start.knobs)
    assert [number(style, one) for one in found.changed(style)] == [0.0]


def best_of(seed: int, generations: int = 40) -> Style:
    """What the search finds where the truth is known: two weights are worth something, and all else is noise."""
    search, noise = Search(space("heroes"), seed), np.random.default_rng(seed)
    for _ in range(generations):
        styles = search.suggest("found")
        search.observe([_won(style) + 0.01 * noise.standard_normal() for style in styles])
    return search.mean("found")


def _won(style: Style) -> float:
    return 0.3 - 0.02 * (style.weights.get("dice_1", 0) - 5) ** 2 - 0.5 * (style.weights.get("deny", 0) - 0.6) ** 2


@pytest.mark.slow
def test_it_finds_what_is_there_through_noise():
    found = best_of(1)
    assert found.weights["dice_1"] == pytest.approx(5, abs=0.6)
    assert found.weights["deny"] == pytest.approx(0.6, abs=0.2)


def test_the_same_seed_is_the_same_search_and_leaves_other_chance_alone():
    np.random.seed(3)
    before = np.random.get_state()[1].tolist()
    assert best_of(2, 5) == best_of(2, 5)
    assert best_of(2, 5) != best_of(3, 5)
    assert np.random.get_state()[1].tolist() == before
