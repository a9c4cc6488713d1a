"""What styles do late in a game: tiles fade, in the last round points are points, nobody goes in vain (4.1, 4.2)."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.engine.game.styles import Style
from balance.games.heroes.cards.box import Hero
from balance.games.heroes.state import LEFT, PICKS, ROUNDS
from balance.games.heroes.styles.adversaries import weigh_row
from balance.games.heroes.styles.places import worth_of_place
from balance.games.heroes.styles.recruiting import worth_at
from heroes.box import adversary, hero, mission, tile
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
        (LAST, 1, 0),  # another hero acts after this one
        (LAST - 1, 0, 1),  # another round comes
    ],
)
def test_in_the_last_round_a_seat_counts_all_points_alike(stage, more, chosen):
    """Given three points for who hardly likes Shine, or two of a mission, then only the last round takes three."""
    likes = Style("likes", "", {"pts": 0.1, "mis": 1.0})
    quests = {"B": [mission("wounds 1", "2;1")]}
    game = Sheet([hero("shine 3 / mission"), *[hero()] * more], [hero()] * (1 + more), missions=quests, agents=[likes])
    game.s.stage = stage
    game.set_free(0, 0, 0, 0, 1)
    assert game.turn().option == chosen


def test_what_a_style_does_not_weigh_at_all_it_never_weighs():
    """Given no weight for Shine, when the last round comes, then a style still looks away from it."""
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


# ---- what can still come of it


def picks(heroes: int, stage: int, odds: float, *, edge: str = "---", strength: int = 0, rival: int = 0) -> float:
    """What a hero with this left edge and Strength is worth to a seat of so many heroes that minds the odds or not.

    The seat holds an adversary that pays 10 for most Strength, and the other's heroes have ``rival`` each.
    """
    style = Style("minds", "", {"open": 1.0}, {"odds": odds})
    offered = hero("none", id="offered", left=edge, strength=strength)
    pays = adversary("red", "strongest = 10", 0)
    others = [hero("none", id="other", strength=rival)] * heroes
    game = Sheet(
        [hero("none", id="weak", strength=0)] * heroes, others, more=[offered], held={0: [pays]}, agents=[style]
    )
    game.s.stage = stage
    return float(worth_at(game.s, game.t, game.t.style[game.s.style[0]], 0, game.heroes.index(offered), LEFT))


@pytest.mark.parametrize(
    ("stage", "heroes", "worth"),
    [
        (LAST, LAST + PICKS - 2, 2),  # another hero may join
        (LAST, LAST + PICKS - 1, 0),  # none can
        (LAST - 1, LAST - 1 + PICKS - 1, 1),  # one of the next round may, if it stays on the edge
    ],
)
def test_half_icons_that_no_hero_can_join_are_worth_nothing_to_who_minds_the_odds(stage, heroes, worth):
    no_strength = {"strength": 0, "rival": 0}
    plain = picks(heroes, stage, 1, **no_strength)
    assert picks(heroes, stage, 1, edge="LL-", **no_strength) - plain == worth
    assert picks(heroes, stage, 0, edge="LL-") == 2


def test_strength_is_worth_the_bonuses_that_it_may_still_earn():
    """Given a bonus of 10 for most Strength, then a lead at the last pick earns nearly all, a hopeless try nothing."""
    last = LAST + PICKS - 1
    assert picks(last, LAST, 1, strength=4, rival=0) > 7.5
    assert picks(last, LAST, 1, strength=4, rival=4) < 0.1
    assert 1 < picks(LAST, LAST, 1, strength=4, rival=1) < 8  # three picks to come
    assert picks(last, LAST - 1, 1, strength=4) == picks(last, LAST, 0, strength=4) == 0


@pytest.mark.parametrize(("players", "share"), [(2, 1), (3, 1 / 2)])
def test_taking_a_bonus_for_strength_away_is_worth_a_share_of_it(players, share):
    """Given another that would earn 10, then who becomes as strong has its share of the others' gain."""
    style = Style("minds", "", {}, {"odds": 1})
    strong, weak = hero("none", id="strong", strength=9), hero("none", id="weak", strength=0)
    lineups = [[weak] * (LAST + PICKS - 1), *[[weak] * (LAST + PICKS - 1)] * (players - 1)]
    pays = {1: [adversary("red", "strongest = 10", 0)]}
    lineups[1] = [hero("none", id="their", strength=2), *lineups[1][1:]]
    game = Sheet(*lineups, more=[strong], held=pays, agents=[style])
    game.s.stage = LAST
    worth = worth_at(game.s, game.t, game.t.style[game.s.style[0]], 0, game.heroes.index(strong), LEFT)
    assert worth == pytest.approx(10 * share, rel=0.2)


@pytest.mark.parametrize(("odds", "gain"), [(0, -0.5), (1, 3.0)])
def test_a_tile_is_compared_with_what_the_hero_can_do_when_its_turn_has_come(odds, gain):
    """Given a hero whose mission cannot be had today, then a tile that gains 3 is better for who minds the odds."""
    minds = Style("minds", "", {"mission": 3.5, "shine": 1.0, "pts": 1.0, "mis": 1.0}, {"odds": odds})
    game = Sheet([hero("mission"), hero()], [hero()] * 2, more=[tile("shine 3")], agents=[minds])
    game.s.stage = LAST
    assert worth_of_place(game.s, game.t, 0, 0, 0, 0, False) == pytest.approx(gain)


@pytest.mark.parametrize(("left", "odds", "gain"), [(0, 1, 1), (9, 1, -1), (0, 0, -1)])
def test_in_the_last_round_a_fight_to_come_counts_by_the_adversaries_left(left, odds, gain):
    """Given a tile that gains 1 for a hero who fights later, then it is worth it where no adversary will be left."""
    minds = Style("minds", "", {"dice_1": 2.0, "shine": 1.0}, {"odds": odds})
    cards = [adversary("red", points=1)] * left
    game = Sheet([hero(), hero("fight 1")], [hero()] * 2, deck=cards, more=[tile("shine 1")], agents=[minds])
    game.s.stage = LAST
    assert worth_of_place(game.s, game.t, 0, 0, 0, 1, False) == pytest.approx(gain)


@pytest.mark.parametrize(
    ("stage", "theirs", "denied"),
    [
        (LAST, [hero("fight 1"), hero()], 0),  # it has acted
        (LAST, [hero(), hero("fight 1")], 3),
        (LAST, [hero(), hero("tile")], 3),  # the tile may fight
        (LAST, [hero(), hero()], 0),
        (LAST - 1, [hero(), hero()], 3),  # another round comes
    ],
)
def test_an_adversary_is_taken_away_only_from_who_can_still_fight(stage, theirs, denied):
    denies = Style("denies", "", {"adv": 1.0, "deny_adv": 1.0})
    game = Sheet([hero(), hero("fight 1")], theirs, row=[adversary("red", points=3)], agents=[denies])
    game.s.stage = stage
    game.s.position = 1
    game.s.starts[stage] = 0
    weigh_row(game.s, game.t, 0)
    assert game.s.worth[0] == 3 + denied
