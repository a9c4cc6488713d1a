"""Heroes' rows of cards.csv: what they mean, and one test for everything refused (sections 5 and 7.3)."""

from __future__ import annotations

import pytest

from balance.games.heroes.cards import Adversary, Condition, Damage, Hero, Mission, most_players
from balance.games.heroes.cards.notation import parse_action
from balance.games.heroes.cards.read import MAX_ADVERSARIES, MAX_HEROES, MAX_MISSIONS, MAX_TILES
from helpers.card_tables import where
from heroes.table import (
    DICE,
    TILES,
    card_table,
    cards_of,
    changed_rows,
    default_rows,
    error_of,
    errors,
    line_of,
    only_error,
    reading,
    row,
    table_of,
)

GOOD_HERO = "strength=2; left=LF-; right=--I; slots=0,2"


# What is read


def test_the_default_table_is_for_four():
    cards, problems = reading(card_table())
    assert (problems.errors, problems.notices) == ([], [])
    assert cards is not None
    sizes = [
        sum(card.copies for card in pile) for pile in (cards.heroes, cards.adversaries, cards.missions, cards.tiles)
    ]
    assert sizes == [60, 42, 15, 18]
    assert most_players(cards) == 4
    assert cards.ids == tuple(row["id"] for row in default_rows() if row["kind"] != "die")


def test_a_hero():
    hero = cards_of().heroes[0]
    assert hero == Hero("H1", "H1", 4, parse_action("fight 1"), 2, "LF-", "--I", (0, 2))
    assert cards_of().heroes[2].slots == ()


def test_an_adversary():
    adversaries = cards_of().adversaries
    assert adversaries[0] == Adversary("A1", "A1", 5, "brown", 2, None)
    assert adversaries[4].condition == Condition("set", 4, ("brown", "green", "blue"))
    assert adversaries[12].condition == Condition("tile", 1)


def test_a_mission():
    missions = {mission.id: mission for mission in cards_of().missions}
    wounds = Damage(0, (0, 0, 1))
    assert missions["M-S1"] == Mission("M-S1", "M-S1", 1, "S", (8, 6), wounds, ("green", "yellow"), 0, True)
    assert (missions["M-A3"].have, missions["M-A3"].start) == (5, False)


def test_the_tiles():
    read = [(tile.set, tile.action.text, f"on={tile.icon}" if tile.icon else "") for tile in cards_of().tiles]
    assert tuple(read) == TILES


def test_the_dice_are_in_the_order_green_yellow_red():
    rows = default_rows()
    for table in (card_table(), table_of(rows[::-1])):
        read = [(die.color, " ".join(face.text for face in die.faces)) for die in cards_of(table).dice]
        assert tuple(read) == DICE


def test_options_are_listed_once_each():
    assert cards_of().options[:3] == ("fight 1", "mission", "heal 2")
    assert len(set(cards_of().options)) == len(cards_of().options)


def test_rows_with_copies_0_are_left_out():
    rows = changed_rows({"H2": {"copies": 0}, "A2": {"copies": 0}, "M-B2": {"copies": 0}, "T2": {"copies": 0}})
    extra = row("D4", "die", set="red", copies=0, effect="0 0 0 0 0 0")
    cards = cards_of(table_of([extra, *rows]))
    assert not {"H2", "A2", "M-B2", "T2"} & set(cards.ids)
    assert [die.id for die in cards.dice] == ["D1", "D2", "D3"]


def test_capitals_blanks_and_order_of_traits_do_not_matter():
    changes = {"H1": {"traits": "Slots = 0 , 2;RIGHT= --i ; left =lf-;strength=2"}, "M-B1": {"traits": "START"},
               "T9": {"traits": "ON = Fight"}}  # fmt: skip
    cards = cards_of(card_table(changes))
    assert cards.heroes[0] == cards_of().heroes[0]
    assert cards.missions == cards_of().missions
    assert cards.tiles[-1].icon == "fight"


def test_whole_numbers_as_some_spreadsheets_write_them():
    cards = cards_of(card_table({"A1": {"copies": "5.0", "points": "7.0"}, "M-B2": {"points": "3.0"}}))
    assert (cards.adversaries[0].copies, cards.adversaries[0].points) == (5, 7)
    assert cards.missions[1].spaces == (3,)


def test_none_may_stand_anywhere():
    assert cards_of(card_table({"H1": {"effect": "none / none + fight 1"}})).heroes[0].action.has("fight")


def test_a_table_may_have_no_tiles():
    assert cards_of(card_table(without=[f"T{n}" for n in range(1, 10)])).tiles == ()


@pytest.mark.parametrize(
    ("copies", "players"), [((2,) * 15, 2), ((2,) * 14 + (16,), 2), ((3,) * 15, 3), ((4,) * 15, 4), ((16,) * 15, 4)]
)
def test_every_player_needs_15_heroes(copies, players):
    changes = {f"H{n}": {"copies": count} for n, count in enumerate(copies, start=1)}
    assert most_players(cards_of(card_table(changes))) == players


# Refused, in the order of section 7.3


@pytest.mark.parametrize(
    ("id", "column", "text", "like"),
    [
        ("H1", "kind", "heros", "hero"),
        ("M-B2", "set", "C", None),
        ("A1", "set", "bron", "brown"),
        ("D1", "set", "gren", "green"),
        ("T1", "set", "imediate", "immediate"),
        ("H1", "effect", "figth 1", "fight"),
        ("T3", "effect", "heel all", "heal"),
        ("M-B2", "cost", "wuonds 1", "wounds"),
        ("A1", "effect", "strngest = 4", "strongest"),
        ("M-B1", "traits", "strat", "start"),
    ],
)
def test_unknown_words(id, column, text, like):
    assert error_of(id, **{column: text}).nearest == like


@pytest.mark.parametrize("id", ["A1", "M-B2", "T1", "D1"])
def test_blank_sets(id):
    assert error_of(id, set="").message == "the cell is blank"


def test_fewer_heroes_than_two_players_need():
    rows = changed_rows({f"H{n}": {"copies": 2} for n in range(1, 16)} | {"H1": {"copies": 1}})
    problem = only_error(table_of(rows))
    assert problem.message == "the number of heroes in play is 29"
    assert "15 for each player" in problem.allowed


def test_fewer_than_3_adversaries():
    rows = [row for row in default_rows() if row["kind"] != "adversary"]
    two = row("A1", "adversary", set="red", copies=2, points=1)
    assert only_error(table_of([*rows, two])).message == "the number of adversaries in play is 2"
    assert cards_of(table_of([*rows, two | {"copies": "3"}]))


@pytest.mark.parametrize("rank", ["B", "A", "S"])
def test_a_rank_without_missions(rank):
    gone = [f"M-{rank}{n}" for n in (1, 2, 3)]
    assert only_error(card_table(without=gone)).message == f"there are no missions of rank {rank}"
    withdrawn = {id: {"copies": 0, "traits": ""} for id in gone}
    assert only_error(card_table(withdrawn)).message == f"there are no missions of rank {rank}"


def test_a_rank_without_a_start_card():
    assert only_error(card_table({"M-A1": {"traits": ""}})).message == "no mission of rank A is its start card"


def test_a_rank_with_two_start_cards():
    problem = error_of("M-B3", traits="start", copies=1)
    assert f"line {line_of('M-B1')}" in problem.message


@pytest.mark.parametrize("copies", [0, 2])
def test_a_start_card_is_there_once(copies):
    assert error_of("M-B1", copies=copies).message == "a start card is there exactly once"


def test_a_mission_without_requirement():
    assert error_of("M-B2", cost="").message == "the cell is blank"


@pytest.mark.parametrize("spaces", ["", "8;", "8;x", "8;1.5", "-8", "8;-6", "0"])
def test_a_mission_with_an_empty_non_integer_or_negative_space(spaces):
    assert error_of("M-B2", points=spaces)


def test_have_0():
    assert "too small" in error_of("M-B2", cost="have 0").message


def test_more_than_16_collection_cards():
    assert cards_of(card_table({"A5": {"copies": 10}}))
    problem = only_error(card_table({"A5": {"copies": 11}}))
    assert problem.message == "the number of adversaries with a set is 17"


@pytest.mark.parametrize("colors", ["brown", "brown+red", "brown+red+blue+green"])
def test_a_set_with_other_than_3_colours(colors):
    assert f"names {colors.count('+') + 1}" in error_of("A5", effect=f"set {colors} = 4").message


def test_a_set_without_the_own_colour():
    assert "brown" in error_of("A5", effect="set red+green+blue = 4").message


def test_a_condition_without_value():
    assert "too early" in error_of("A9", effect="most brown").message


@pytest.mark.parametrize("without_row", [True, False])
def test_a_die_missing(without_row):
    table = card_table(without=["D2"]) if without_row else card_table({"D2": {"copies": 0}})
    assert only_error(table).message == "there is no yellow die"


def test_a_die_there_twice():
    problem = only_error(card_table(more=[row("D4", "die", set="red", effect="1 1 1 1 1 1")]))
    assert where(problem) == (len(default_rows()) + 2, "set")
    assert f"line {line_of('D3')}" in problem.message


def test_copies_of_a_die_are_0_or_1():
    assert error_of("D1", copies=2).allowed == "a whole number from 0 to 1"


@pytest.mark.parametrize("faces", ["", "0 0 1 1 1", "0 0 1 1 1 2 2"])
def test_a_die_without_exactly_six_faces(faces):
    assert error_of("D1", effect=faces)


def test_a_die_twice_in_one_roll():
    assert "red die stands here twice" in error_of("H1", effect="roll red,red").message


def test_a_die_twice_in_one_requirement():
    assert "red die stands here twice" in error_of("M-B2", cost="roll red + roll red").message


@pytest.mark.parametrize("effect", ["fight 0", "fight 4", "fight 3 with red"])
def test_impossible_fights(effect):
    assert error_of("H1", effect=effect)


@pytest.mark.parametrize("edge", ["LF", "LF--"])
@pytest.mark.parametrize("side", ["left=LF-", "right=--I"])
def test_edges_of_different_length(side, edge):
    problem = error_of("H4", traits=GOOD_HERO.replace(side, f"{side.split('=')[0]}={edge}"))
    assert f"has {len(edge)} positions instead of 3 as on line 2" in problem.message


def test_edges_of_withdrawn_heroes_have_the_same_length():
    assert error_of("H4", traits=GOOD_HERO.replace("LF-", "LF"), copies=0)


def test_edges_may_have_any_length_when_all_do():
    rows = default_rows()
    for hero in rows[:15]:
        hero["traits"] = "strength=1; left=L; right=-; slots="
    assert cards_of(table_of(rows)).heroes[0].left == "L"


@pytest.mark.parametrize("edge", ["LX-", "L F", "LF0", ""])
def test_edges_with_other_letters(edge):
    assert error_of("H4", traits=GOOD_HERO.replace("LF-", edge)).message.startswith("left= cannot be read")


@pytest.mark.parametrize("slots", ["-1", "0,x", "0,", "0,1.5"])
def test_negative_slots(slots):
    assert error_of("H4", traits=GOOD_HERO.replace("0,2", slots)).message.startswith("slots= cannot be read")


@pytest.mark.parametrize("strength", ["-1", "x", "", "101"])
def test_negative_strength(strength):
    traits = GOOD_HERO.replace("strength=2", f"strength={strength}")
    assert error_of("H4", traits=traits).message.startswith("strength= cannot be read")


@pytest.mark.parametrize("name", ["strength", "left", "right", "slots"])
def test_missing_traits(name):
    traits = "; ".join(part for part in GOOD_HERO.split("; ") if not part.startswith(name))
    assert error_of("H4", traits=traits).message == f"{name}= is missing"


def test_misspelt_traits_name_the_nearest():
    problem = only_error(card_table({"H4": {"traits": GOOD_HERO.replace("strength", "strenght")}}))
    assert (problem.message, problem.nearest) == ("strength= is missing", "strength")


@pytest.mark.parametrize("traits", ["", "strength 2", GOOD_HERO + ";", GOOD_HERO + "; left=LF-"])
def test_traits_that_cannot_be_read(traits):
    assert error_of("H4", traits=traits)


@pytest.mark.parametrize("traits", ["", "fight", "no=fight", "on=heal", "on="])
def test_an_interaction_tile_without_a_known_icon(traits):
    assert error_of("T7", traits=traits)


def test_a_misspelt_icon_names_the_nearest():
    assert error_of("T7", traits="on=fihgt").nearest == "fight"


@pytest.mark.parametrize("id", ["A1", "M-B2", "T1", "T3", "D1"])
def test_on_at_other_kinds(id):
    assert error_of(id, traits="On = fight")


def test_on_at_a_hero():
    assert "interaction tiles only" in error_of("H1", traits=GOOD_HERO + "; on=fight").message


@pytest.mark.parametrize("id", ["H1", "T3", "T7"])
@pytest.mark.parametrize("effect", ["hit 3", "none / shine 1 + hitroll green"])
def test_hit_and_hitroll_on_other_than_immediate_tiles(id, effect):
    assert "immediate tiles only" in error_of(id, effect=effect).message


@pytest.mark.parametrize("copies", ["", "-1", "1.5", "two", "500"])
@pytest.mark.parametrize("id", ["H1", "A1", "M-B2", "T1", "D1"])
def test_negative_or_non_integer_copies(id, copies):
    assert error_of(id, copies=copies)


@pytest.mark.parametrize("points", ["", "-1", "1.5", "two", "1001"])
def test_negative_or_non_integer_points(points):
    assert error_of("A1", points=points)


# Refused because of the limits of this implementation


@pytest.mark.parametrize("id", ["H15", "T1"])
def test_a_blank_action(id):
    problem = error_of(id, effect="")
    assert problem.message == "the cell is blank"
    assert "write none" in problem.allowed


@pytest.mark.parametrize(
    ("id", "most", "cards"),
    [
        ("H1", MAX_HEROES, "heroes"),
        ("A1", MAX_ADVERSARIES, "adversaries"),
        ("M-B2", MAX_MISSIONS, "missions"),
        ("T1", MAX_TILES, "tiles"),
    ],
)
def test_no_more_cards_than_there_is_room_for(id, most, cards):
    kind = next(row["kind"] for row in default_rows() if row["id"] == id)
    others = sum(int(row["copies"]) for row in default_rows() if row["kind"] == kind and row["id"] != id)
    assert cards_of(card_table({id: {"copies": most - others}}))
    problem = only_error(card_table({id: {"copies": most - others + 1}}))
    assert problem.message == f"the number of {cards} in play is {most + 1}"


def test_no_more_rows_than_there_is_room_for():
    spare = [row(f"X{n}", "tile", set="activation", copies=0, effect="none") for n in range(MAX_TILES - 8)]
    assert only_error(card_table(more=spare)).message == "there are 61 rows of tiles"
    assert cards_of(card_table(more=spare[1:]))


def test_immediate_tiles_that_draw_tiles_must_not_set_each_other_off_without_end():
    drawing = row("X1", "tile", set="immediate", copies=4, effect="none / tile + shine 1 + tile")
    more = row("X2", "tile", set="immediate", copies=1, effect="tile + tile")
    assert cards_of(card_table(more=[drawing]))
    assert cards_of(card_table(more=[drawing, more | {"effect": "tile / tile"}, more | {"id": "X3", "copies": "0"}]))
    # 2 tiles of each of 5, and any of the 9 immediate tiles at the end of a chain
    assert "up to 320 times" in only_error(card_table(more=[drawing, more])).message


# All at once, and nothing called missing that may merely be misspelt


def test_a_rank_whose_only_card_has_unreadable_copies_is_not_called_empty():
    assert [where(problem) for problem in errors(card_table({"M-A1": {"copies": "?"}}, ["M-A2", "M-A3"]))] == [
        (line_of("M-A1"), "copies")
    ]


def test_too_few_heroes_are_not_counted_while_a_row_cannot_be_read():
    few = {f"H{n}": {"copies": 1} for n in range(1, 15)}
    assert where(only_error(card_table(few | {"H15": {"copies": "l6"}}))) == (line_of("H15"), "copies")
    assert where(only_error(card_table(few | {"H15": {"copies": 16, "kind": "hreo"}}))) == (line_of("H15"), "kind")


# Anything at all
