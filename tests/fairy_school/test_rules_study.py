"""The rules FS-46 to FS-48: studying at the corners, the forest moves on. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter

import pytest

from balance.games.fairy_school.play.choosing import choose_corner
from balance.games.fairy_school.rules.forest import clear_corners, slide
from fairy_school.games import evenly, small
from fairy_school.table import Sheet

CARDS = ["E", "P", "F", "W", "A", "2E", "2P", "2F", "2W", "2A"]
FULL = dict(enumerate(CARDS))


def corners(top: str, bottom: str, *studied: str) -> Sheet:
    """A forest with these creatures on the study slots, and two cards beside."""
    game = Sheet()
    named = {slot: small("E", name) for slot, name in ((0, top), (9, bottom)) if name}
    game.plant(0, {**named, 1: "2E", 8: "2W"})
    game.mark(0, *studied)
    return game


def studies(game: Sheet, games: int = 60) -> set[str | None]:
    """The creatures a random seat may study."""
    names = [*(creature.name for creature in game.plan.cards.creatures), None]
    studied = set()
    for _ in game.again(games):
        studied.add(names[int(choose_corner(game.s, game.t, 0))])
    return studied


def test_fs_46_one_of_the_creatures_on_the_study_slots_may_be_studied():
    assert studies(corners("elf", "gnome")) == {"elf", "gnome", None}
    assert studies(corners("elf", "")) == {"elf", None}
    assert studies(corners("", "gnome")) == {"gnome", None}


def test_fs_46_not_one_that_is_studied_already():
    assert studies(corners("elf", "gnome", "elf")) == {"gnome", None}
    assert studies(corners("elf", "elf", "elf")) == {None}
    assert studies(corners("", "")) == {None}


def test_fs_46_one_marker_at_most_and_both_cards_are_discarded_in_any_case():
    game = corners("elf", "gnome")
    for _ in game.again(20):
        game.clean_up()
        now = game.s.now[0]
        assert len(game.studied()) == int(now.studied_corner >= 0)
        assert (game.lies("discard"), now.corner_discards) == (["elf", "gnome"], 2)
        assert sorted(game.forest().values()) == ["2E", "2W"]


def test_fs_46_with_both_slots_empty_nothing_happens():
    game = corners("", "")
    game.clean_up()
    assert (game.studied(), game.lies("discard")) == (set(), [])
    assert (game.s.now[0].studied_corner, game.s.now[0].corner_discards) == (-1, 0)


def test_fs_46_played_cards_of_the_same_turn_are_not_studied():
    game = corners("elf", "gnome")
    game.give(0, "E+W")
    game.play(0, 0, 4)
    assert studies(game) == {None}


@pytest.mark.parametrize(
    ("pair", "bonus"),
    [
        (("unicorn", "gnome"), "E"),
        (("mermaid", "sea_dragon"), "W"),
        (("ent", "elf"), "P"),
        (("dragon", "phoenix"), "F"),
        (("griffin", "cockatrice"), "A"),
    ],
)
def test_fs_47_the_second_creature_of_a_pair_gives_its_bonus(pair, bonus):
    for first, second in (pair, pair[::-1]):
        game = Sheet()
        game.study(0, first)
        assert game.stock() == (0, 0, 0, 0, 0)
        game.study(0, second)
        assert game.stock() == tuple(int(x == bonus) for x in "EPFWA")
        assert game.s.seat[0].bonuses == 1


def test_fs_47_sphinx_and_salamander_give_one_of_four_by_choice():
    game = Sheet()
    game.study(0, "salamander")
    gained = Counter()
    for _ in game.again(200):
        game.study(0, "sphinx")
        gained[game.stock()] += 1
    assert evenly(gained, [tuple(int(i == x) for i in range(5)) for x in range(4)])


def test_fs_48_the_rows_slide_apart_without_gaps_in_their_order():
    game = Sheet()
    game.plant(0, {1: "E", 3: "P", 4: "F", 5: "W", 7: "A", 8: "2E"})
    slide(game.s, 0)
    assert game.forest() == {0: "E", 1: "P", 2: "F", 7: "W", 8: "A", 9: "2E"}


def test_fs_48_after_the_study_slots_are_cleared():
    game = Sheet()
    game.plant(0, FULL)
    clear_corners(game.s, 0)
    slide(game.s, 0)
    assert [game.forest()[slot] for slot in range(4)] == CARDS[1:5]
    assert [game.forest()[slot] for slot in range(6, 10)] == CARDS[5:9]
    assert game.lies("discard") == ["E", "2A"]
