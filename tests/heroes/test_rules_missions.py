"""The rules HF-60 to HF-67: missions. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from heroes.box import adversary, hero, mission
from heroes.sheet import FIGHTER, Sheet, evenly, most_placed

GOBLIN = adversary("green", id="goblin")
EASY = {rank: [mission("wounds 0", spaces, id=f"easy {rank}")] for rank, spaces in (("B", "3;1"), ("A", "5;3"))}


def quest(
    *cards, free: tuple[int, ...] = (9, 9, 9, 9), held: int = 0, rank: str = "S", players: int = 2, **more
) -> Sheet:
    """A hero of every seat about to go on a mission of one pile."""
    more.setdefault("agents", [FIGHTER])
    goblins = {0: [GOBLIN] * held}
    game = Sheet(*[[hero("mission")]] * players, missions={rank: cards}, held=goblins, **more)
    for seat in range(players):
        game.set_free(seat, *free)
    return game


def went(game: Sheet, seat: int = 0) -> str | None:
    """What came of a seat's mission: the id, or "failed", or None when it went on none."""
    now = game.turn(seat)
    if now.declined != 0:
        return None
    return "failed" if now.failed else game.missions[now.mission].id


def test_hf_60_any_of_the_three_available_missions_without_an_own_token():
    missions = EASY | {"S": [mission("wounds 0", id="easy S")]}
    game = Sheet([hero("mission")], [hero()], missions=missions, allow_decline=False)
    assert evenly(Counter(went(game) for _ in game.again(600)), ["easy B", "easy A", "easy S"])
    game.s.tokens[:] = [1, 2, 0]
    game.s.covered[:] = [1, 1, 0]
    assert evenly(Counter(went(game) for _ in game.again(400)), ["easy A", "easy S"])


@pytest.mark.parametrize(
    ("requirement", "damage"),
    [
        ("wounds 1FF", (0, 2, 0, 1)),
        ("wounds L", (1, 0, 0, 0)),
        ("roll green,red", (0, 0, 1, 2)),
        ("wounds 3I + roll yellow", (2, 0, 1, 3)),
        ("wounds 2 + roll green + have 2", (0, 0, 0, 4)),
    ],
)
def test_hf_61_fixed_wounds_and_wounds_by_dice_add_up(requirement, damage):
    game = quest(mission(requirement), held=2, faces={"green": "2", "yellow": "LL", "red": "I"})
    assert went(game) == "mission"
    assert tuple(game.s.now[0].dmg) == damage
    assert game.free() == (9 - damage[0], 9 - damage[1], 9 - damage[2], 9 - damage[3])


@pytest.mark.parametrize(("held", "goes"), [(2, False), (3, True), (4, True)])
def test_hf_61_holding_enough_adversaries_and_not_spending_them(held, goes):
    game = quest(mission("have 3"), held=held)
    assert (went(game) is not None) == goes
    assert len(game.holds()) == held
    assert game.track() == (8 if goes else 0)


def test_hf_62_a_mission_without_dice_needs_room_for_all_its_wounds():
    hit = (1, 0, 0, 2)
    game = quest(mission("wounds 2L"), allow_decline=False)
    for free in product(range(3), repeat=4):
        game.back()
        game.set_free(0, *free)
        assert (went(game) == "mission") == (most_placed(hit, free) == 3)
        assert game.free() == free or sum(game.free()) == sum(free) - 3


@pytest.mark.parametrize(
    ("requirement", "held", "token", "goes"),
    [
        ("roll red", 0, False, True),
        ("wounds 5L + roll green", 0, False, True),
        ("roll red + have 1", 0, False, False),
        ("roll red + have 1", 1, False, True),
        ("roll red", 0, True, False),
        ("have 1", 1, True, False),
        ("have 1 + wounds 1", 1, False, False),
    ],
)
def test_hf_62_a_mission_with_dice_may_be_attempted_whatever_the_free_slots(requirement, held, token, goes):
    game = quest(mission(requirement), held=held, free=(0, 0, 0, 0), faces={"red": "1", "green": "0"})
    if token:
        game.s.tokens[2] = 1
        game.s.covered[2] = 1
    game.t.allow_decline = 0
    assert (went(game) is not None) == goes


def test_hf_63_a_failed_mission_gives_no_reward_and_its_counters_stay():
    game = quest(mission("wounds L + roll red"), free=(1, 0, 0, 1), faces={"red": "2"}, allow_decline=False)
    assert went(game) == "failed"
    assert game.free() == (0, 0, 0, 0)
    assert game.s.counters == game.s.now[0].placed == 2
    assert game.track() == 0
    assert game.tokens("S") == []
    assert game.s.covered[2] == 0


def test_hf_63_a_mission_by_dice_is_achieved_when_all_damage_is_placed():
    game = quest(mission("wounds L + roll red"), free=(1, 0, 0, 2), faces={"red": "2"})
    assert went(game) == "mission"
    assert game.free() == (0, 0, 0, 0)
    assert game.track() == 8


@pytest.mark.parametrize("players", [3, 4])
def test_hf_64_the_leftmost_uncovered_space_pays_at_once_and_gets_a_token(players):
    game = quest(mission("wounds 0", "9;7;4;2;1"), players=players)
    for seat in range(players):
        assert went(game, seat) == "mission"
        assert game.track(seat) == (9, 7, 4, 2)[seat]
        assert game.s.now[seat].space == seat + 1
        assert game.tokens("S") == list(range(seat + 1))
        assert game.s.seat[seat].points.sum() == game.track(seat)


def test_hf_65_a_card_with_all_spaces_covered_goes_below_its_pile_and_the_tokens_return():
    cards = [mission("wounds 0", "2;1", id=name) for name in ("one", "two", "three")]
    game = quest(*cards)
    seen = []
    for _ in range(4):
        for seat in (0, 1):
            seen.append(went(game, seat))
        assert game.tokens("S") == []
        assert game.s.covered[2] == 0
    assert seen == [card for card in ("one", "two", "three", "one") for _ in (0, 1)]  # round again, by the same seats
    assert game.s.cycled == 4
    assert game.track(0) == 4 * 2


def test_hf_65_the_next_card_is_available_at_once():
    game = quest(mission("wounds 0", "4", id="single"), mission("wounds 0", "6;2", id="next"))
    assert went(game, 0) == "single"
    assert game.available("S").id == "next"
    assert went(game, 0) == "next"
    assert game.track() == 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hf_66_a_card_leaves_after_as_many_seats_as_it_has_spaces(players):
    game = quest(mission("wounds 0", "8;6", id="two spaces"), mission("have 99", id="next"), players=players)
    assert went(game, 0) == "two spaces"
    assert went(game, 0) is None  # both must be done by different seats
    assert game.s.cycled == 0
    assert went(game, players - 1) == "two spaces"
    assert game.s.cycled == 1
    assert game.available("S").id == "next"


def test_hf_66_a_card_with_more_spaces_than_players_stays():
    game = quest(mission("wounds 0", "8;6;4"), players=2)
    assert [went(game, seat) for seat in (0, 1, 0, 1)] == ["mission", "mission", None, None]
    assert game.tokens("S") == [0, 1]


def test_hf_66_a_pile_of_one_card_returns_to_the_top_at_once_without_tokens():
    game = quest(mission("wounds 0", "5"))
    for turn in range(1, 4):
        assert went(game) == "mission"
        assert game.track() == 5 * turn
        assert game.tokens("S") == []


def test_hf_67_a_seat_with_tokens_on_all_three_missions_is_blocked():
    game = Sheet(
        [hero("mission")],
        [hero("mission")],
        missions=EASY | {"S": [mission("wounds 0", "8;6", id="easy S")]},
        agents=[FIGHTER],
        allow_decline=False,
    )
    assert {went(game) for _ in range(3)} == {"easy B", "easy A", "easy S"}
    assert went(game) is None
    assert game.track() == 3 + 5 + 8
    went(game, 1)  # whose token on the second space of a card sends it below its pile
    assert went(game) is not None
