"""The worked examples X1 to X20 of the rules page, given and then. Free slots are (lightning, fire, ice, generic).

Those of ``examples`` are met by the kernels and by the slow implementation, the others, of several steps, by the
kernels: whole games hold the slow implementation to the kernels in every step (test_reference.py).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from balance.games.heroes.cards.box import Adversary, Tile
from balance.games.heroes.play.choosing import count_places
from balance.games.heroes.rules.lineup import find_start
from balance.games.heroes.rules.scoring import count_adversaries
from heroes.box import adversary, box, damage, eighteen_tiles, hero, mission, tile
from heroes.examples import EXAMPLES, Bonus, Fight, Icons, Place, Start, Tie
from heroes.reference import AT_THE_END, Game, HeroCard, Settings, Slot, end_scores, starting_seat
from heroes.reference import icons as icons_between
from heroes.sheet import FIGHTER, Sheet, style

T1, T2, T3, T4, T5, T6, T7, T8, T9 = eighteen_tiles()
FOES = [adversary(color, points=points) for color, points in (("red", 1), ("blue", 4), ("green", 2))]
MINERVA = mission("wounds 0", "8;6", id="Stop Minerva!")


def adversaries(texts: tuple[str, ...]) -> list[Adversary]:
    """A color, or a color and a condition; worth nothing by themselves."""
    return [adversary(color, condition, points=0) for color, _, condition in (text.partition(" ") for text in texts)]


def tile_of(text: str) -> Tile:
    does, _, icon = text.partition(" on ")
    return tile(does, "interaction", icon, id=text)


# ---------------------------------------------------------------- what the kernels answer


def fight(one: Fight) -> tuple[int, bool]:
    faces = {"green": "9", "yellow": "9", "red": "9"} | one.dice
    mine = [hero(f"fight {len(one.dice)}")]
    game = Sheet(mine, [hero()], row=FOES, agents=["random"], faces=faces, allow_decline=False)
    game.set_free(0, *one.free)
    wanted = sum(1 << ("green", "yellow", "red").index(color) for color in one.dice)
    for _ in game.again(200):
        now = game.turn()
        if now.dice + 1 == wanted:
            return int(now.placed), bool(now.won)
    raise AssertionError("these dice were not rolled")


def icons(one: Icons) -> str:
    game = Sheet([hero(id="a", left="LLL", right=one.right), hero(id="b", left=one.left, right="FFF")], [])
    return "".join(energy * count for energy, count in zip("LFI", game.free(), strict=False))


def start(one: Start) -> int:
    game = Sheet(*[[hero(id=f"strength {n}", strength=n) for n in lineup] for lineup in one.strengths])
    game.s.age[:3] = one.age
    find_start(game.s, game.t)
    return int(game.s.starts[0])


def place(one: Place) -> bool:
    mine = tile_of(one.tile)
    game = Sheet([hero("tile")], [hero(one.action)], more=[T6, mine])
    if one.covered:
        game.lay(1, 0, T6)
    return bool(count_places(game.s, game.t, 0, game.tiles.index(mine)))


def bonus(one: Bonus) -> int:
    held = {0: adversaries(one.held), 1: adversaries(one.others)}
    game = Sheet([hero()], [hero()], held=held, collection_mode=one.mode)
    return int(count_adversaries(game.s, game.t, 0))


def tie(one: Tie) -> tuple[float, ...]:
    game = Sheet([hero()], [hero()], held={n: adversaries(("red",) * count) for n, count in enumerate(one.adversaries)})
    for seat in (0, 1):
        game.s.seat[seat].track = 52
    won = game.won()
    assert game.s.winners == sum(won)
    return tuple(share / sum(won) for share in won)


# ---------------------------------------------------------------- what the slow implementation answers


class Fights:
    """Fights as many as it may with these dice, and takes the last choice of all else."""

    name = "fights"

    def __init__(self, *dice: str):
        self.dice = dice

    def choose(self, point: str, seat: int, options: list[Any], game: Game) -> Any:
        return {"D5": len(self.dice), "D6": self.dice}.get(point, options[-1])


def table(*lineups: Any, agent: Any = None, settings: Settings | None = None) -> Game:
    """A table in the middle of a round."""
    game = Game(box(), len(lineups), [agent or Fights()] * len(lineups), settings, random.Random(1))
    for seat, lineup in zip(game.seats, lineups, strict=True):
        seat.lineup = [HeroCard(card) for card in lineup]
        seat.make_slots()
    game.round, game.starts = 1, [0]
    return game


def slow_fight(one: Fight) -> tuple[int, bool]:
    game = table([hero(f"fight {len(one.dice)}")], [hero()], agent=Fights(*one.dice))
    seat = game.seats[0]
    seat.slots = [Slot(kind) for kind, n in zip("LFIg", one.free, strict=True) for _ in range(n)]
    game.roll = lambda dice: damage("".join(one.dice[color] for color in dice))
    game.take_turn(seat, 1)
    return seat.rows[-1]["placed"], bool(seat.rows[-1]["won"])


def slow_icons(one: Icons) -> str:
    found = Counter(icons_between(hero(right=one.right), hero(left=one.left)))
    return "".join(energy * found[energy] for energy in "LFI")


def slow_start(one: Start) -> int:
    return starting_seat([[hero(strength=n) for n in lineup] for lineup in one.strengths], one.age)


def slow_place(one: Place) -> bool:
    game = table([hero("tile")], [hero(one.action)])
    if one.covered:
        game.seats[1].lineup[0].tile = T6
    return bool(game.legal_places(game.seats[0], tile_of(one.tile)))


def slow_bonus(one: Bonus) -> int:
    game = table([hero()], [hero()], settings=Settings(collection_mode=one.mode))
    for seat, held in zip(game.seats, (one.held, one.others), strict=True):
        seat.adversaries = adversaries(held)
    scores = end_scores(game)[0]
    return sum(scores[part] for part in AT_THE_END)


def slow_tie(one: Tie) -> tuple[float, ...]:
    game = table([hero()], [hero()])
    for seat, count in zip(game.seats, one.adversaries, strict=True):
        seat.adversaries = adversaries(("red",) * count)
        seat.points["shine"] = 52
    return tuple(row["win_credit"] for row in game.seat_rows())


ANSWERS: dict[type, dict[str, Callable[[Any], Any]]] = {
    Fight: {"kernels": fight, "slow": slow_fight},
    Icons: {"kernels": icons, "slow": slow_icons},
    Start: {"kernels": start, "slow": slow_start},
    Place: {"kernels": place, "slow": slow_place},
    Bonus: {"kernels": bonus, "slow": slow_bonus},
    Tie: {"kernels": tie, "slow": slow_tie},
}


@pytest.mark.parametrize("by", ["kernels", "slow"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.says)
def test_an_example(example, by):
    assert ANSWERS[type(example)][by](example) == example.then


# ---------------------------------------------------------------- examples of several steps


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


def test_x14_nobody_to_fight_no_die_to_roll():
    game = Sheet([hero("fight 2 with red")], [hero()], more=FOES)
    now = game.turn()
    assert (now.k_offered, now.dice, now.won) == (0, -1, -1)


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
