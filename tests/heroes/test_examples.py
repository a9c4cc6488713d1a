"""The worked examples X1 to X20 of the rules page, given and then. Free slots are (lightning, fire, ice, generic)."""

from __future__ import annotations

import pytest

from balance.games.heroes.rules.lineup import find_start
from balance.games.heroes.rules.scoring import count_adversaries
from balance.games.heroes.styles.tiles import count_places
from heroes.box import adversary, eighteen_tiles, hero, mission
from heroes.sheet import FIGHTER, Sheet, style

T1, T2, T3, T4, T5, T6, T7, T8, T9 = eighteen_tiles()
FOES = [adversary(color, points=points) for color, points in (("red", 1), ("blue", 4), ("green", 2))]
MINERVA = mission("wounds 0", "8;6", id="Stop Minerva!")
PLAIN = {color: adversary(color, points=0) for color in ("brown", "green", "blue", "red")}


def rolled(free: tuple[int, ...], fight: str = "fight 1", **faces: str) -> tuple[int, int]:
    """(points placed, fight won) with these free slots, of a fight with dice that show this."""
    dice = {"green": "9", "yellow": "9", "red": "9"} | faces
    game = Sheet([hero(fight)], [hero()], row=FOES, agents=["random"], faces=dice, allow_decline=False)
    game.set_free(0, *free)
    wanted = sum(1 << ("green", "yellow", "red").index(color) for color in faces)
    for _ in game.again(200):
        now = game.turn()
        if now.dice + 1 == wanted:
            return int(now.placed), int(now.won)
    raise AssertionError("these dice were not rolled")


def test_x1_stop_minerva():
    game = Sheet(
        *[[hero("mission")]] * 2, missions={"S": [MINERVA, mission("wounds 0", "9;5", id="next")]}, agents=[FIGHTER]
    )
    game.turn(0)
    assert (game.track(0), game.tokens("S"), game.available("S").id) == (8, [0], "Stop Minerva!")
    game.turn(1)
    assert (game.track(1), game.tokens("S"), game.available("S").id) == (6, [], "next")
    game.turn(0)
    assert game.track(0) == 8 + 9


@pytest.mark.parametrize(("face", "placed", "won"), [("1", 1, 1), ("2", 1, 0), ("0", 0, 1)])
def test_x2_the_green_die_with_one_generic_slot(face, placed, won):
    assert rolled((0, 0, 0, 1), green=face) == (placed, won)


@pytest.mark.parametrize(
    ("face", "none", "one"), [("L", (0, 1, 1, 2), (1, 0, 0, 0)), ("I", (1, 1, 0, 2), (0, 0, 1, 0))]
)
def test_x3_the_yellow_die_shows_an_energy(face, none, one):
    assert rolled(none, yellow=face) == (0, 0)
    assert rolled(one, yellow=face) == (1, 1)


def test_x4_the_red_die_shows_two_energies():
    assert rolled((1, 0, 0, 3), red="LF") == (1, 0)
    assert rolled((0, 1, 0, 5), red="FF") == (1, 0)
    assert rolled((0, 2, 0, 0), red="FF") == (2, 1)


def test_x5_typed_points_first():
    assert rolled((1, 1, 1, 1), "fight 2", green="2", red="LI") == (4, 1)
    assert rolled((0, 2, 0, 0), "fight 2", green="1", red="FF") == (2, 0)
    assert rolled((0, 2, 1, 0), "fight 2", green="1", red="FF") == (3, 1)


def test_x6_fight_3_may_meet_two_but_never_four_and_no_die_twice():
    game = Sheet([hero("fight 3")], [hero()], row=FOES, deck=FOES)
    game.set_free(0, 9, 9, 9, 9)
    seen = set()
    for _ in game.again(100):
        now = game.turn()
        seen.add(int(now.k))
        if now.k:
            assert (int(now.dice) + 1).bit_count() == now.k
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize("won", [True, False])
def test_x7_two_cards_of_choice_leave_the_row_and_two_are_revealed(won):
    deck = [adversary("brown", points=9, id=f"deck {n}") for n in range(3)]
    faces = dict.fromkeys(("green", "yellow", "red"), "1" if won else "3")
    game = Sheet([hero("fight 2")], [hero()], row=FOES, deck=deck, agents=["random"], faces=faces)
    game.set_free(0, 0, 0, 0, 2)
    for _ in game.again(40):
        if game.turn().k == 2:
            left = [card for card in FOES if card not in game.holds()]
            assert len(left) == (1 if won else 3)
            assert game.row() == left + (deck[:2] if won else [])


def test_x8_half_icons_meet_at_the_same_height():
    def icons(right: str, left: str) -> tuple[int, ...]:
        return Sheet([hero(id="a", left="LLL", right=right), hero(id="b", left=left, right="FFF")], []).free()[:3]

    assert icons("LFI", "LIF") == (1, 0, 0)
    assert icons("F--", "F--") == (0, 1, 0)


def test_x9_who_starts():
    strengths = ((2, 3, 1, 4), (3, 1, 2, 4), (3, 1, 4, 2))
    game = Sheet(*[[hero(id=f"strength {n}", strength=n) for n in lineup] for lineup in strengths])
    find_start(game.s, game.t)
    assert game.s.starts[0] == 2


def test_x10_only_one_option_of_a_slash():
    game = Sheet([hero("mission / heal 2")], [hero()], missions={"S": [MINERVA]}, agents=[style("healer", healed=1.0)])
    game.line_up(0, game.heroes[0])
    game.set_free(0, 0, 0, 0, 0, values=(1, 2))
    game.cover_all(0)
    game.t.style[game.s.style[0]].pslot = 1.0
    now = game.turn()
    assert (game.values_free(), now.mission, game.track(), game.tokens("S")) == ([1, 2], -1, 0, [])


def test_x11_shine_on_a_hero_that_does_nothing():
    game = Sheet([hero("none")], [hero()], more=[T6])
    game.turn()
    assert game.track() == 0
    game.lay(0, 0, T6)
    game.turn()
    assert (game.track(), int(game.s.seat[0].points[1])) == (3, 3)


def test_x12_a_tile_acts_again_in_the_next_round():
    lineup = [hero("shine 1", id="kept"), *[hero("none")] * 3]
    game = Sheet(lineup, [hero()] * 4, row=FOES, more=[T5], agents=[style("fan", shine=1.0, dice_3=9.0)])
    game.lay(0, 0, T5)
    game.come_home()
    assert [card.id for card in game.lineup()] == ["kept"]
    game.s.stage = 1
    assert game.turn().k_offered == 3


def test_x13_where_interaction_tiles_may_go():
    def places(card, does: str, *on) -> int:
        game = Sheet([hero("tile")], [hero(does)], more=[T6, T7, T8])
        for there in on:
            game.lay(1, 0, there)
        return int(count_places(game.s, game.t, 0, game.tiles.index(card)))

    assert [places(T7, does) for does in ("tile / shine 1", "shine 2")] == [1, 0]
    assert [places(T8, does) for does in ("tile / shine 1", "shine 2")] == [1, 1]
    assert places(T7, "tile / shine 1", T6) == places(T8, "shine 2", T6) == 0


def test_x14_fight_2_with_red_against_one_takes_one_card():
    game = Sheet(
        [hero("fight 3")], [hero()], row=FOES, more=[T9], faces={"yellow": "L", "red": "FF"}, agents=["random"]
    )
    game.lay(0, 0, T9, placer=1)
    game.set_free(0, 1, 2, 0, 0)
    results = set()
    for _ in game.again(60):
        now = game.turn()
        if now.k == 1 and now.dice + 1 == 2 + 4:
            results.add((int(now.won), len(game.holds()), game.free()))
    assert results == {(1, 1, (0, 0, 0, 0))}


def test_x15_the_return():
    heroes = [hero(id="A", slots=(0, 2), right="L--"), *[hero(id=name) for name in "BC"]]
    heroes += [hero(id="D", slots=(3,), left="L--"), hero(id="E")]
    game = Sheet(heroes, [hero()] * 5, agents=[style("keeper", icons=1.0)])
    game.damage(0, "2")
    assert game.values_free() == [3]
    game.s.stage = 1
    game.come_home()
    assert game.track() == 3
    assert game.s.counters == 0
    assert [card.id for card in game.lineup()] == ["A", "D"]
    game.adventure()
    assert game.free() == (1, 0, 0, 3)


def bonus(*cards, others=(), **settings) -> int:
    """What adversaries pay a seat, their own points apart (they have none here)."""
    game = Sheet([hero()], [hero()], held={0: cards, 1: others}, **settings)
    return int(count_adversaries(game.s, game.t, 0))


def test_x16_majority_number_and_colour():
    red, green = PLAIN["red"], PLAIN["green"]
    assert bonus(adversary("red", "most red = 4", 0), red, red, others=[red] * 3) == 0
    assert bonus(adversary("red", "count 5 = 2", 0), *[green] * 4) == 2
    assert bonus(adversary("red", "each red = 1", 0), red, red) == 3


RED = adversary("red", "set red+green+blue = 4", 0)
GREEN = adversary("green", "set red+green+blue = 4", 0)


@pytest.mark.parametrize(
    ("more", "exclusive", "shared"),
    [(["blue"], 4, 8), (["blue", "blue"], 4, 8), (["blue", "blue", "red", "green"], 8, 8)],
)
def test_x17_two_collection_cards_of_one_picture(more, exclusive, shared):
    cards = [RED, GREEN, *(PLAIN[color] for color in more)]
    assert bonus(*cards) == bonus(*cards, collection_mode="exclusive") == exclusive
    assert bonus(*cards, collection_mode="shared") == shared


def test_x18_the_greedy_trap():
    sets = (("red", "red+green+blue = 5"), ("green", "green+red+brown = 4"), ("blue", "blue+brown+red = 4"))
    cards = [adversary(color, f"set {condition}", 0) for color, condition in sets]
    assert bonus(*cards, *(PLAIN[color] for color in ("brown", "brown", "red"))) == 8


def test_x19_two_players_and_three_tokens_of_one():
    missions = {rank: [mission("wounds 0", spaces)] for rank, spaces in (("B", "3;1"), ("A", "5;3"), ("S", "8;6"))}
    game = Sheet(*[[hero("mission")]] * 2, missions=missions, agents=[FIGHTER], allow_decline=False)
    for _ in range(3):
        game.turn(0)
    assert [game.tokens(rank) for rank in "BAS"] == [[0], [0], [0]]
    assert game.turn(0).declined == -1
    assert game.track(0) == 16
    game.turn(1)
    assert game.turn(0).declined == 0


@pytest.mark.parametrize(("adversaries", "won"), [((8, 7), [1, 0]), ((8, 8), [1, 1])])
def test_x20_a_tie(adversaries, won):
    game = Sheet([hero()], [hero()], held={seat: [PLAIN["red"]] * count for seat, count in enumerate(adversaries)})
    for seat in (0, 1):
        game.s.seat[seat].track = 52
    assert game.won() == won
    assert game.s.winners == sum(won)
