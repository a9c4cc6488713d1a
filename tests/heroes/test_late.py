"""What styles do late in a game: tiles fade, in the last action points are points, nobody goes in vain (4.1, 4.2)."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.engine.game.styles import Style
from balance.games.heroes.cards.box import Hero
from balance.games.heroes.state import LEFT, ROUNDS
from balance.games.heroes.styles.recruiting import worth_at
from balance.games.heroes.styles.tiles import worth_of_place
from heroes.box import hero, mission, tile
from heroes.sheet import Sheet

LAST = ROUNDS - 1
TAKER = hero("tile", id="taker")


def fades(fading: float, **weights: float) -> Style:
    return Style("fades", "", {"tile": 2.0, "shine": 1.0, **weights}, {"fading": fading})


def picked_for(card: Hero, stage: int, fading: float) -> float:
    """What the hero is worth to a seat that recruits in this round."""
    game = Sheet([hero()], [hero()], more=[card], agents=[fades(fading)])
    game.s.stage = stage
    style = game.t.style[game.s.style[0]]
    return float(worth_at(game.s, game.t, style, 0, game.heroes.index(card), LEFT))


@pytest.mark.parametrize(
    ("does", "fading", "worth"),
    [
        ("tile", 0.0, [2, 2, 2]),
        ("tile", 0.5, [2, 1.5, 1]),
        ("tile", 1.0, [2, 1, 0]),
        ("tile / shine 1", 1.0, [2, 1, 1]),  # then it gains a point instead
        ("shine 1", 1.0, [1, 1, 1]),
    ],
)
def test_a_hero_that_takes_tiles_is_worth_less_in_later_rounds_to_who_lets_them_fade(does, fading, worth):
    assert [picked_for(hero(does, id="offered"), stage, fading) for stage in range(ROUNDS)] == pytest.approx(worth)


@pytest.mark.parametrize(("fading", "kept"), [(0.0, True), (1.0, False)])
def test_who_lets_tiles_fade_lets_their_taker_go_before_the_last_round(fading, kept):
    shines = hero("shine 1", id="shines")
    game = Sheet([TAKER, *[shines] * 4], [hero()] * 5, agents=[fades(fading)])
    game.s.stage = LAST - 1
    game.come_home()
    assert (TAKER in game.lineup(0)) == kept


def test_a_tile_goes_on_its_taker_once_drawing_another_has_faded():
    """Given a tile that gains 1 and a hero that takes tiles, when the last round has come, then it goes there."""

    def gain(fading: float, does: str) -> float:
        game = Sheet([TAKER, hero()], [hero()] * 2, more=[tile(does)], agents=[fades(fading)])
        game.s.stage = LAST
        return float(worth_of_place(game.s, game.t, 0, 0, 0, 0, False))

    assert gain(0.0, "shine 1") == -1
    assert gain(1.0, "shine 1") == 1
    assert gain(0.0, "tile + shine 1") == gain(1.0, "tile + shine 1") == 1  # it takes one either way


@pytest.mark.parametrize(
    ("stage", "more", "chosen"),
    [
        (LAST, 0, 0),
        (LAST, 1, 1),  # another hero acts after this one
        (LAST - 1, 0, 1),  # another round comes
    ],
)
def test_in_its_last_action_a_seat_counts_all_points_alike(stage, more, chosen):
    """Given three points for who hardly likes Shine, or two of a mission, then only the last action takes three."""
    likes = Style("likes", "", {"pts": 0.1, "mis": 1.0})
    quests = {"B": [mission("wounds 1", "2;1")]}
    game = Sheet([hero("shine 3 / mission"), *[hero()] * more], [hero()] * (1 + more), missions=quests, agents=[likes])
    game.s.stage = stage
    game.set_free(0, 0, 0, 0, 1)
    assert game.turn().option == chosen


def test_what_a_style_does_not_weigh_at_all_it_never_weighs():
    """Given no weight for Shine, when the last action comes, then a style still looks away from it."""
    blind = Style("blind", "", {"mis": 0.1})
    quests = {"B": [mission("wounds 1", "2;1")]}
    game = Sheet([hero("shine 3 / mission")], [hero()], missions=quests, agents=[blind])
    game.s.stage = LAST
    game.set_free(0, 0, 0, 0, 1)
    assert game.turn().option == 1


@pytest.mark.parametrize("odds", [0, 1])
def test_a_mission_that_cannot_succeed_is_declined_by_who_minds_the_odds(odds):
    """Given dice that always hit and no free slot, then others draw lots between going and not going."""
    minds = Style("minds", "", {"mis": 1.0, "wounds": -1.0}, {"odds": odds})
    quests = {"B": [mission("roll yellow", "3;1")]}
    game = Sheet([hero("mission")], [hero()], missions=quests, agents=[minds])
    game.set_free(0, 0, 0, 0, 0)
    declined = Counter(int(game.turn().declined) for _ in game.again(40))
    assert set(declined) == ({1} if odds else {0, 1})


def test_a_mission_that_may_succeed_is_tried():
    minds = Style("minds", "", {"mis": 1.0}, {"odds": 1})
    game = Sheet([hero("mission")], [hero()], missions={"B": [mission("roll yellow", "3;1")]}, agents=[minds])
    game.set_free(0, 0, 0, 0, 1)
    assert game.turn().mission == 0
