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
    return Space(plan, next(known for known in plan.styles if known.name == style) if isinstance(style, str) else style)


@pytest.mark.parametrize(
    ("game", "handicaps", "knobs"),
    [
        ("fairy", {"retention", "fairy_memory", "noise", "memory"}, {"watchful"}),
        ("heroes", {"slip"}, {"fading", "foresight", "odds", "patience"}),
        ("fairy_school", {"slip"}, {"insight", "reach", "sweep"}),
        ("alfheim", {"slip", "noise"}, {"reckon", "ponder"}),
        (
            "fairy_conundrum",
            {"slip", "noise"},
            {
                "storm",
                "nest",
                "opening",
                "harvest",
                "haste",
                "settle",
                "wary",
                "dear",
                "homes",
                "begin",
                "finish",
                "fitted",
                "armed",
                "probe",
                "shrewd",
                "ripe",
            },
        ),
    ],
)
def test_weights_and_what_is_play_may_be_turned_and_handicaps_not(game, handicaps, knobs):
    plan, searched = make(game, games=1), space(game)
    names = {direction.name for direction in searched.directions}
    assert names == {feature.name for feature in plan.game.features(plan.cards)} - handicaps | knobs
    assert {direction.name for direction in searched.directions if direction.knob} == knobs


def test_the_start_is_in_the_middle():
    searched = space("heroes")
    style = searched.style(np.zeros(len(searched.directions)), "same")
    assert style.weights == searched.start.weights
    assert style.knobs == searched.start.knobs
    assert searched.changed(style) == []


def test_a_weight_is_turned_by_its_size_and_one_that_is_ignored_by_its_size_elsewhere():
    scales = {direction.name: direction.scale for direction in space("heroes").directions}
    assert (scales["dice_1"], scales["hurt"]) == (2.6, 0.1)
    assert scales["deny"] == 0.5  # as the style rival weighs it
    ignored = next(direction for direction in space("heroes").directions if direction.name == "deny")
    assert ignored.value(0.5) == 0.25


def test_numbers_are_rounded_and_stay_within_what_is_allowed():
    directions = {direction.name: direction for direction in space("fairy_conundrum").directions}
    assert directions["kill"].value(0.12345) == 112
    assert directions["ray"].value(0.12345) == 1.12
    assert [directions["storm"].value(x) for x in (-1, 0.2, 0.3, 9)] == [0, 0, 1, 1]
    assert directions["nest"].value(99) == 12


@pytest.mark.parametrize(("noise", "largest"), [(0.5, 3.0), (0.0, 99.0)])
def test_weights_do_not_outgrow_a_handicap(noise, largest):
    start = own_style("fairy_conundrum", "mine", {"kill": 100.0}, noise=noise)
    kill = next(direction for direction in space("fairy_conundrum", start).directions if direction.name == "kill")
    assert [kill.value(x) for x in (98, -100)] == [largest * 100, max(-largest, -99) * 100]


def test_a_switch_is_thrown_by_some_of_the_first_candidates():
    first = Search(space("fairy_conundrum"), 1).suggest("new")
    assert {style.knobs["storm"] for style in first} == {0.0, 1.0}
    assert {style.knobs["nest"] for style in first} >= {0.0, 1.0, 2.0}


def test_a_weight_of_nothing_is_left_out():
    start = own_style("fairy", "mine", {"ev": 1.0, "p": 0.5}, retention=0.5)
    searched = space("fairy", start)
    x = [-1.0 if direction.name == "p" else 0.0 for direction in searched.directions]
    style = searched.style(x, "new", "about it")
    assert style == Style("new", "about it", {"ev": 1.0}, start.knobs)
    assert [number(style, direction) for direction in searched.changed(style)] == [0.0]


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
    best = best_of(1)
    assert best.weights["dice_1"] == pytest.approx(5, abs=0.6)
    assert best.weights["deny"] == pytest.approx(0.6, abs=0.2)


def test_the_same_seed_is_the_same_search_and_leaves_other_chance_alone():
    np.random.seed(3)
    before = np.random.get_state()[1].tolist()
    assert best_of(2, 5) == best_of(2, 5)
    assert best_of(2, 5) != best_of(3, 5)
    assert np.random.get_state()[1].tolist() == before
