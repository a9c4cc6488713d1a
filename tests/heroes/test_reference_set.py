"""The reference set of Heroes of Fairy Tail in cards.csv: one test for every sentence of section 5.3.

All figures are computed here from the raw cells, so that a reader of the game that errs cannot hide a card that does.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from statistics import mean, stdev

import pytest

from balance.cards.read import packaged_cards

Row = dict[str, str]

TYPES = "LFI"
COLOURS = ("brown", "green", "blue", "red")
RANKS = ("B", "A", "S")


def heroes_rows() -> list[Row]:
    with packaged_cards().open(encoding="utf-8", newline="") as stream:
        return [row for row in csv.DictReader(stream) if row["game"] == "heroes"]


ROWS = heroes_rows()


def rows_of(kind: str) -> list[Row]:
    return [row for row in ROWS if row["kind"] == kind]


def cards_of(kind: str) -> list[Row]:
    """The rows of a kind, each as often as it has copies."""
    return [row for row in rows_of(kind) for _ in range(int(row["copies"]))]


# The cells


def text(cell: str) -> str:
    """A cell in one spelling: lower case, no blank where none is needed."""
    return re.sub(r"\s*([/+=;,])\s*", r"\1", " ".join(cell.lower().split()))


@dataclass(frozen=True)
class Hero:
    name: str
    action: str  # spelt as by text()
    strength: int
    left: str
    right: str
    slots: tuple[int, ...]

    @property
    def edges(self) -> tuple[str, str]:
        return self.left, self.right

    @property
    def half_icons(self) -> int:
        return sum(map(half_icons, self.edges))

    @property
    def plain(self) -> int:
        return self.slots.count(0)

    @property
    def prestige(self) -> list[int]:
        return [value for value in self.slots if value]

    @property
    def action_value(self) -> float:
        return max(map(step_value, self.action.split("/")))

    @property
    def power(self) -> float:
        prestige = sum(0.8 * value + 0.3 for value in self.prestige)
        return self.action_value + 0.55 * self.plain + prestige + 0.18 * self.half_icons + 0.1 * self.strength


def hero_of(row: Row) -> Hero:
    traits = dict(pair.split("=") for pair in text(row["traits"]).split(";"))
    assert list(traits) == ["strength", "left", "right", "slots"]
    slots = tuple(int(value) for value in traits["slots"].split(",") if value)
    left, right = traits["left"].upper(), traits["right"].upper()
    return Hero(row["name"], text(row["effect"]), int(traits["strength"]), left, right, slots)


def half_icons(edge: str) -> int:
    return sum(position in TYPES for position in edge)


def icons_between(left: Hero, right: Hero) -> int:
    """Complete icons where two heroes lie side by side."""
    return sum(a == b != "-" for a, b in zip(left.right, right.left, strict=True))


def step_value(step: str) -> float:
    """What the power budget gives for one option of an action (none of the set has several steps)."""
    word, _, number = step.partition(" ")
    match word:
        case "fight":
            return {1: 2.6, 2: 4.4, 3: 5.4}[int(number)]
        case "heal":
            return 0.7 * int(number)
        case "shine":
            return 1.0 * int(number)
    return {"mission": 3.2, "tile": 2.0, "none": 0.0}[step]


def points_of(damage: str) -> int:
    """Points of damage, typed or not: 1FF is 3."""
    return sum(int(sign) if sign.isdigit() else 1 for sign in damage)


@dataclass(frozen=True)
class Mission:
    name: str
    rank: str
    fixed: str  # wounds that are not rolled, e.g. 1FF
    dice: tuple[str, ...]
    have: int
    spaces: tuple[int, ...]
    start: bool

    @property
    def wounds(self) -> Fraction:
        """Fixed wounds and the mean of the dice."""
        return points_of(self.fixed) + sum((die_mean(die) for die in self.dice), Fraction(0))


def mission_of(row: Row) -> Mission:
    fixed, dice, have = "", (), 0
    for term in text(row["cost"]).split("+"):
        word, value = term.split(" ")
        match word:
            case "wounds":
                fixed += value.upper()
            case "roll":
                dice += tuple(value.split(","))
            case "have":
                have = int(value)
            case _:
                pytest.fail(f"{row['name']} asks for {term!r}")
    spaces = tuple(int(value) for value in row["points"].split(";"))
    return Mission(row["name"], row["set"], fixed, dice, have, spaces, row["traits"] == "start")


def die_faces(colour: str) -> list[str]:
    (row,) = (row for row in rows_of("die") if row["set"] == colour)
    return row["effect"].split()


def die_mean(colour: str) -> Fraction:
    faces = die_faces(colour)
    return Fraction(sum(map(points_of, faces)), len(faces))


HEROES = [hero_of(row) for row in cards_of("hero")]
MISSIONS = [mission_of(row) for row in cards_of("mission")]
ADVERSARIES = cards_of("adversary")
PLAIN = [row for row in ADVERSARIES if not row["effect"]]
CONDITIONAL = [row for row in ADVERSARIES if row["effect"]]


def conditions(head: str) -> list[tuple[str, str, int]]:
    """Colour of the card, what stands behind the head word, and the bonus, of all conditions that begin like this."""
    found = []
    for row in CONDITIONAL:
        condition, bonus = text(row["effect"]).split("=")
        word, _, rest = condition.partition(" ")
        if word == head:
            found.append((row["set"], rest, int(bonus)))
    return found


def of_rank(rank: str) -> list[Mission]:
    return [mission for mission in MISSIONS if mission.rank == rank]


# The whole set


@pytest.mark.parametrize(
    ("kind", "cards"), [("hero", 60), ("adversary", 42), ("tile", 18), ("mission", 15), ("die", 3)]
)
def test_number_of_cards(kind: str, cards: int):
    assert len(cards_of(kind)) == cards


def test_there_is_no_other_kind():
    assert {row["kind"] for row in ROWS} == {"hero", "adversary", "tile", "mission", "die"}


def test_ids_and_names_are_unique():
    for column in ("id", "name"):
        values = [row[column].casefold() for row in ROWS]
        assert [value for value, n in Counter(values).items() if n > 1] == []


def test_cells_without_a_meaning_are_blank():
    blank = {
        "hero": ("set", "cost", "points"),
        "adversary": ("cost", "traits"),
        "mission": ("effect",),
        "tile": ("cost", "points"),
        "die": ("cost", "points", "traits"),
    }
    assert [(row["id"], column) for row in ROWS for column in blank[row["kind"]] if row[column]] == []


# Fixed by the text


def test_the_nine_tiles_in_the_order_of_the_text():
    assert [(row["set"], text(row["effect"]), text(row["traits"])) for row in rows_of("tile")] == [
        ("immediate", "hit 3", ""),
        ("immediate", "hitroll green,yellow", ""),
        ("activation", "heal all", ""),
        ("activation", "heal 1+mission", ""),
        ("activation", "fight 3", ""),
        ("activation", "shine 3", ""),
        ("interaction", "tile+roll yellow", "on=tile"),
        ("interaction", "shine 1+gift 1", "on=shine"),
        ("interaction", "fight 2 with red", "on=fight"),
    ]


def test_two_copies_of_every_tile():
    assert [row["copies"] for row in rows_of("tile")] == ["2"] * 9


def test_the_mission_that_the_rulebook_shows():
    (row,) = (row for row in rows_of("mission") if row["name"] == "Stop Minerva!")
    assert (row["set"], row["points"], row["copies"]) == ("S", "8;6", "1")


def test_the_tiles_and_this_mission_are_the_rulebooks_and_all_else_is_assumed():
    for row in ROWS:
        known = row["kind"] == "tile" or row["name"] == "Stop Minerva!"
        assert row["source"] == ("rulebook" if known else "assumed"), row["name"]


def test_the_dice_have_the_faces_of_the_book():
    books = {"green": {"0", "1", "2"}, "yellow": {"1", "2", "L", "I"}, "red": {"1", "2", "L", "LF", "FF"}}
    assert {row["set"]: set(row["effect"].split()) for row in rows_of("die")} == books


def test_the_dice_are_the_standard_ones():
    standard = {"green": "0 0 1 1 1 2", "yellow": "1 1 2 2 L I", "red": "1 2 2 L LF FF"}
    assert {colour: sorted(die_faces(colour)) for colour in standard} == {
        colour: sorted(faces.split()) for colour, faces in standard.items()
    }


# Heroes


def test_how_often_each_action_occurs():
    assert Counter(hero.action for hero in HEROES) == {
        "fight 1": 7,
        "fight 2": 6,
        "fight 3": 3,
        "mission": 9,
        "fight 1/mission": 3,
        "fight 2/shine 1": 2,
        "fight 1/heal 2": 3,
        "heal 2": 3,
        "mission/heal 2": 2,
        "tile": 6,
        "tile/shine 1": 2,
        "heal 3": 2,
        "shine 1": 2,
        "shine 2": 4,
        "shine 3": 2,
        "none": 4,
    }


def test_strength():
    strengths = [hero.strength for hero in HEROES]
    assert Counter(strengths) == {0: 6, 1: 15, 2: 18, 3: 15, 4: 6}
    assert (sum(strengths), mean(strengths)) == (120, 2)


def test_edges_have_three_positions():
    assert {len(edge) for hero in HEROES for edge in hero.edges} == {3}
    assert {position for hero in HEROES for edge in hero.edges for position in edge} == {*TYPES, "-"}


def test_half_icons_in_total():
    assert 195 <= sum(hero.half_icons for hero in HEROES) <= 215


def test_half_icons_of_each_hero():
    assert all(1 <= hero.half_icons <= 6 for hero in HEROES)


def test_half_icons_of_each_edge():
    assert all(0 <= half_icons(edge) <= 3 for hero in HEROES for edge in hero.edges)


@pytest.mark.parametrize("side", [0, 1], ids=["left", "right"])
def test_types_are_even_on_each_side(side: int):
    counts = [sum(hero.edges[side].count(energy) for hero in HEROES) for energy in TYPES]
    assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize("side", [0, 1], ids=["left", "right"])
def test_every_type_stands_at_every_position_of_each_side(side: int):
    places = Counter((energy, place) for hero in HEROES for place, energy in enumerate(hero.edges[side]))
    assert all(places[energy, place] >= 5 for energy in TYPES for place in range(3))


def test_mean_number_of_complete_icons_between_two_heroes():
    assert 0.28 <= mean(icons_between(*pair) for pair in permutations(HEROES, 2)) <= 0.36


def test_plain_slots():
    assert 24 <= sum(hero.plain for hero in HEROES) <= 30


def test_prestige_slots():
    values = [value for hero in HEROES for value in hero.prestige]
    assert 22 <= len(values) <= 28
    assert set(values) == {1, 2, 3}
    assert 38 <= sum(values) <= 46


def test_at_most_three_slots_on_a_hero():
    assert max(len(hero.slots) for hero in HEROES) <= 3


def test_power_budget_of_each_hero():
    assert {hero.name: hero.power for hero in HEROES if not 2.5 <= hero.power <= 6.5} == {}


def test_mean_power_budget():
    assert 4.2 <= mean(hero.power for hero in HEROES) <= 4.8


def test_spread_of_the_power_budget():
    assert stdev(hero.power for hero in HEROES) <= 1.0


def mean_icons_and_slots(heroes: Iterable[Hero]) -> float:
    return mean(hero.half_icons + len(hero.slots) for hero in heroes)


def mean_strength(heroes: Iterable[Hero]) -> float:
    return mean(hero.strength for hero in heroes)


@pytest.mark.parametrize("measure", [mean_icons_and_slots, mean_strength])
def test_weak_actions_come_with_many_edges_slots_and_strength(measure: Callable[[Iterable[Hero]], float]):
    weak = [hero for hero in HEROES if hero.action_value <= 2.1]
    strong = [hero for hero in HEROES if hero.action_value >= 4.4]
    assert measure(weak) > measure(HEROES) > measure(strong)


def test_fight_3_comes_with_few():
    fighters = [hero for hero in HEROES if hero.action == "fight 3"]
    assert all(hero.power - hero.action_value < 1 for hero in fighters)
    assert mean_icons_and_slots(fighters) < mean_icons_and_slots(HEROES) - 1
    assert mean_strength(fighters) < mean_strength(HEROES)


# Adversaries


def test_colours_of_the_adversaries():
    assert Counter(row["set"] for row in ADVERSARIES) == {"brown": 11, "green": 11, "blue": 10, "red": 10}


def test_plain_adversaries():
    assert Counter(row["points"] for row in PLAIN) == {"2": 6, "3": 8, "4": 4}


def test_plain_adversaries_are_even_over_the_colours():
    for value in ("2", "3", "4"):
        counts = [sum((row["set"], row["points"]) == (colour, value) for row in PLAIN) for colour in COLOURS]
        assert max(counts) - min(counts) <= 1


def test_conditional_adversaries():
    assert [row["points"] for row in CONDITIONAL] == ["1"] * 24


def test_set_conditions():
    assert Counter(colour for colour, _, _ in conditions("set")) == dict.fromkeys(COLOURS, 2)
    for colour, picture, bonus in conditions("set"):
        shown = picture.split("+")
        assert len(shown) == len(set(shown)) == 3
        assert {colour} < set(shown) < set(COLOURS)
        assert bonus == 4


def test_every_three_colours_are_shown_equally_often():
    pictures = Counter(frozenset(picture.split("+")) for _, picture, _ in conditions("set"))
    assert sorted(pictures.values()) == [2, 2, 2, 2]


def test_most_conditions():
    assert sorted(conditions("most")) == sorted((colour, colour, 4) for colour in COLOURS)


def test_each_colour_conditions():
    found = [condition for condition in conditions("each") if condition[1] != "tile"]
    assert sorted(found) == sorted((colour, colour, 1) for colour in COLOURS)


def test_count_conditions():
    assert Counter((number, bonus) for _, number, bonus in conditions("count")) == {("5", 2): 2, ("7", 4): 2}


def test_strongest_conditions():
    assert [bonus for _, _, bonus in conditions("strongest")] == [4, 4]


def test_each_tile_conditions():
    assert [bonus for _, what, bonus in conditions("each") if what == "tile"] == [1, 1]


def test_there_is_no_other_condition():
    words = Counter(text(row["effect"]).split("=")[0].split(" ")[0] for row in CONDITIONAL)
    assert words == {"set": 8, "most": 4, "each": 6, "count": 4, "strongest": 2}


# Missions


def test_ranks_of_the_missions():
    assert Counter(mission.rank for mission in MISSIONS) == {"B": 6, "A": 5, "S": 4}


@pytest.mark.parametrize("rank", RANKS)
def test_one_start_card_in_each_rank(rank: str):
    assert sum(mission.start for mission in of_rank(rank)) == 1
    assert {row["traits"] for row in rows_of("mission")} == {"start", ""}


def test_two_spaces_on_each_mission():
    assert {len(mission.spaces) for mission in MISSIONS} == {2}


@pytest.mark.parametrize(
    ("rank", "first", "second"), [("B", {3, 4}, {1, 2}), ("A", {5, 6}, {3, 4}), ("S", {8, 9}, {5, 6})], ids=RANKS
)
def test_points_of_the_spaces(rank: str, first: set[int], second: set[int]):
    assert {mission.spaces[0] for mission in of_rank(rank)} <= first
    assert {mission.spaces[1] for mission in of_rank(rank)} <= second


def test_one_mission_gives_8_then_6():
    assert [mission.name for mission in of_rank("S") if mission.spaces == (8, 6)] == ["Stop Minerva!"]


@pytest.mark.parametrize(
    ("rank", "least", "most"),
    [("B", Fraction("0.8"), Fraction("2.2")), ("A", Fraction("1.8"), Fraction(3)), ("S", Fraction(3), Fraction(4))],
    ids=RANKS,
)
def test_wounds_of_the_missions(rank: str, least: Fraction, most: Fraction):
    assert {m.name: float(m.wounds) for m in of_rank(rank) if not least <= m.wounds <= most} == {}


@pytest.mark.parametrize(("rank", "number"), [("B", 3), ("A", 5), ("S", 7)], ids=RANKS)
def test_one_mission_of_each_rank_asks_for_adversaries(rank: str, number: int):
    assert [mission.have for mission in of_rank(rank) if mission.have] == [number]


def test_at_least_five_missions_with_dice():
    assert sum(bool(mission.dice) for mission in MISSIONS) >= 5


def test_at_least_five_missions_with_fixed_typed_wounds_and_all_types_used():
    typed = [mission for mission in MISSIONS if set(mission.fixed) & set(TYPES)]
    assert len(typed) >= 5
    assert set(TYPES) <= {energy for mission in typed for energy in mission.fixed}


def test_at_least_one_mission_rolls_all_three_dice():
    assert any(set(mission.dice) == {"green", "yellow", "red"} for mission in MISSIONS)


def test_no_two_missions_ask_for_the_same():
    assert max(Counter((m.fixed, m.dice, m.have) for m in MISSIONS).values()) == 1
