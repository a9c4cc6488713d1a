"""Fairy School's rows of cards.csv: what they mean, and one test for everything refused (sections 5 and 7.4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from balance.common.errors import Problem
from balance.games.fairy_school.cards import Bundle, Card, Creature, Final, check_table
from balance.games.fairy_school.cards.notation import parse_effect, parse_final
from balance.games.fairy_school.state import ALL_ALTERNATIVES, MAX_ALTERNATIVES, MAX_CARDS, MAX_DECK, MAX_FINALS
from fairy_school.box import (
    CREATURES,
    DECKS,
    LONG,
    SHORT,
    card_table,
    cards_of,
    default_rows,
    error_of,
    errors,
    line_of,
    only_error,
    reading,
    row,
    table_of,
)
from helpers.card_tables import where

# What is read


def test_the_default_table_has_nothing_odd():
    cards, problems = reading(card_table())
    assert (problems.errors, problems.notices) == ([], [])
    assert cards is not None
    count = Counter(card.set for card in cards.cards for _ in range(card.copies))
    assert [count[name] for name in ("all", "SA", "S", "I", "II", "III")] == [48, 4, 8, 28, 29, 30]
    assert cards.ids == tuple(row["id"] for row in default_rows() if row["kind"] != "creature")


def test_a_starting_card():
    assert cards_of().cards[8] == Card("ST9", "ST9", "start", "all", 4, Bundle(), parse_effect("F|E>take1"), 0, 8)


def test_a_card_of_a_predefined_deck():
    card = next(card for card in cards_of().cards if card.id == "SB3")
    assert card == Card("SB3", "SB3", "initial", "SB", 1, Bundle(), parse_effect("W>E+P+F"), 0, 1, "0")


def test_a_plain_initial_card():
    card = next(card for card in cards_of().cards if card.id == "S2")
    assert card == Card("S2", "S2", "initial", "S", 2, Bundle(), parse_effect("P>2E"), 0, 10)


def test_a_project():
    card = next(card for card in cards_of().cards if card.id == "I1")
    cost = Bundle((0, 1, 3, 2, 0))
    assert card == Card("I1", "I1", "project", "I", 3, cost, parse_effect("2W"), 3, 3, "", "A")


def test_a_final_project():
    assert cards_of().finals[0] == Final("L1", "L1", 5, "long", parse_final(LONG), 3)
    assert len(cards_of().finals[2].steps) == 4


def test_the_creatures():
    expected = tuple(
        Creature(f"C{n}", name, pair, bonus, 2) for n, (name, pair, bonus) in enumerate(CREATURES, start=1)
    )
    assert cards_of().creatures == expected


def test_creatures_are_numbered_in_the_order_of_their_rows():
    cards = cards_of(table_of(default_rows()[::-1]))
    card = next(card for card in cards.cards if card.id == "ST1")
    assert cards.creatures[card.creature].name == "unicorn"
    assert card.creature == 11


def test_blank_points_are_those_of_the_printed_game():
    cards = cards_of(card_table({"I1": {"points": ""}, "L1": {"points": ""}, "C1": {"points": ""}}))
    assert cards == cards_of()


def test_points_are_read_where_something_scores():
    cards = cards_of(
        card_table({"I1": {"points": 0}, "L1": {"points": 99}, "C1": {"points": "4.0"}, "S1": {"points": 5}})
    )
    points = {card.id: card.points for card in (*cards.cards, *cards.finals, *cards.creatures)}
    assert (points["I1"], points["L1"], points["C1"], points["S1"]) == (0, 99, 4, 0)


def test_rows_with_copies_0_are_left_out():
    spare = [
        row("X1", "project", set="II", copies=0, cost="E", effect="P", traits="creature=elf"),
        row("X2", "final", set="short", copies=0, cost=SHORT),
        row("X3", "creature", set=1, copies=0, effect="P"),
        row("X4", "initial", set="SA", copies=0, effect="P", traits="creature=elf; place=E"),
        row("X5", "start", set="1", copies=0, effect="P", traits="creature=elf"),
    ]
    assert cards_of(card_table(more=spare)) == cards_of()


def test_the_starting_sets_may_differ():
    own = [
        row(f"X{n}", "start", set=n, copies=2 if n == 4 else 4, effect="A", traits="creature=elf") for n in (1, 2, 3)
    ]
    own += [row("X4", "start", set=4, copies=2, effect="F", traits="creature=ent"),
            row("X5", "start", set=4, copies=2, effect="E", traits="creature=ent")]  # fmt: skip
    cards = cards_of(card_table({"ST1": {"copies": 0}, "ST2": {"copies": 4}}, ["ST3", "ST4", "ST5"], own))
    assert [card.set for card in cards.cards if card.id.startswith("X")] == ["1", "2", "3", "4", "4"]


def test_a_row_may_stand_for_several_cards_of_a_set():
    assert cards_of(card_table({"ST1": {"copies": 8}}, ["ST2"])).cards[0].copies == 8


def test_a_predefined_deck_may_have_rows_with_several_copies():
    assert cards_of(card_table({"SA1": {"copies": 2}}, ["SA2"]))


def test_a_predefined_deck_may_be_missing():
    assert cards_of(card_table(without=[f"SA{n}" for n in range(1, 5)]))


def test_capitals_and_blanks_of_trait_names_do_not_matter():
    assert cards_of(card_table({"SA1": {"traits": " PLACE = discard ;Creature=salamander"}})) == cards_of()


# Refused, in the order of section 7.4


@pytest.mark.parametrize(
    ("id", "column", "text", "like"),
    [
        ("I1", "kind", "projekt", "project"),
        ("ST1", "effect", "e", "E"),
        ("SA1", "effect", "E>tkae1", "take"),
        ("I1", "effect", "2Q", None),
        ("I1", "cost", "3f", "F"),
        ("I1", "cost", "E+N", None),
        ("L1", "cost", LONG.replace(";", "|"), ";"),
        ("C1", "effect", "e", "E"),
        ("I1", "effect", "0E", None),
        ("I1", "effect", "E>", None),
        ("I1", "effect", "E|P|F", None),
        ("I1", "effect", "take1+react", None),
        ("I1", "effect", "Ex2>take1", None),
        ("I1", "effect", "draw2.3", None),
        ("I1", "effect", "N>A", None),
    ],
)
def test_cells_that_cannot_be_read(id, column, text, like):
    assert error_of(id, **{column: text}).nearest == like


@pytest.mark.parametrize(
    ("id", "column"),
    [("I1", "cost"), ("I1", "effect"), ("ST1", "effect"), ("S1", "effect"), ("L1", "cost"), ("C1", "effect")],
)
def test_cells_that_must_not_be_blank(id, column):
    assert error_of(id, **{column: ""}).message == "the cell is blank"


def test_a_creature_without_a_name():
    assert error_of("C11", name="").message == "the cell is blank"


@pytest.mark.parametrize("id", ["ST1", "SA1", "S1"])
def test_a_cost_on_a_starting_or_initial_card(id):
    assert "have no cost" in error_of(id, cost="E").message


@pytest.mark.parametrize(("id", "cost"), [("L1", SHORT), ("K1", LONG), ("L1", LONG + ";E"), ("K1", "E;P;F")])
def test_a_final_project_without_its_number_of_steps(id, cost):
    problem = error_of(id, cost=cost)
    assert f"has {cost.count(';') + 1} steps" in problem.message
    assert problem.allowed.startswith("5" if id == "L1" else "4")


def test_a_final_project_with_an_effect():
    assert "no effect" in error_of("L1", effect="E").message


@pytest.mark.parametrize("id", ["ST1", "SA1", "S1", "I1", "III1"])
def test_creature_missing(id):
    place = "; place=discard" if id == "SA1" else ""
    assert error_of(id, traits=place.removeprefix("; ")).message == "creature= is missing"
    assert error_of(id, traits=f"creature={place}").message == "creature= is missing"


@pytest.mark.parametrize(("name", "like"), [("unicron", "unicorn"), ("sea dragon", "sea_dragon"), ("x", None)])
def test_creature_unknown(name, like):
    problem = error_of("ST1", traits=f"creature={name}")
    assert problem.nearest == like
    assert "salamander" in problem.allowed


@pytest.mark.parametrize(
    ("traits", "like"),
    [("craeture=unicorn", "creature"), ("creature=unicorn; plaice=E", "place"), ("x=1; creature=elf", None)],
)
def test_unknown_traits(traits, like):
    problem = error_of("ST1", traits=traits)
    assert "there is no trait" in problem.message
    assert problem.nearest == like


def test_11_creatures():
    changes = {"ST11": {"traits": "creature=ent"}}
    problems = errors(card_table({"C6": {"copies": 0}} | changes))
    assert {problem.message for problem in problems} == {
        "there is no creature 'elf'",
        "the number of creatures in pair 3 is 1",
    }


def test_13_creatures():
    problem = only_error(card_table(more=[row("C13", "creature", set=2, effect="W")]))
    assert problem.message == "the number of creatures in pair 2 is 3"


def test_pairs_of_three_and_one():
    says = [problem.message for problem in errors(card_table({"C12": {"set": 5, "effect": "N"}}))]
    assert says == ["the number of creatures in pair 5 is 3", "the number of creatures in pair 6 is 1"]


def test_no_creatures_at_all_is_told_once_per_pair():
    problems = errors(card_table(without=[f"C{n}" for n in range(1, 13)]))
    assert [problem.message for problem in problems] == [
        f"the number of creatures in pair {n} is 0" for n in range(1, 7)
    ]


def test_two_bonuses_in_a_pair():
    problem = error_of("C2", effect="W")
    assert f"another one on line {line_of('C1')}: E" in problem.message


def test_two_creatures_of_one_name():
    table = card_table(
        {"C10": {"name": "griffin"}, "SA1": {"traits": "creature=elf; place=discard"}}, ["S4", "I9", "II8"]
    )
    problem = only_error(table)
    assert "the name is taken" in problem.message
    assert problem.value == "griffin"


@pytest.mark.parametrize("name", ["a;b", "a=b"])
def test_names_of_creatures_that_no_trait_can_hold(name):
    assert "cannot stand behind creature=" in error_of("C11", name=name).message


@pytest.mark.parametrize(("copies", "size"), [(0, 11), (8, 13)])
def test_starting_sets_without_exactly_12_cards(copies, size):
    problem = only_error(card_table({"ST1": {"copies": copies}}))
    assert problem.message == f"the starting sets 1, 2, 3, 4 have {size} cards"


def test_one_starting_set_without_exactly_12_cards():
    more = row("X", "start", set=3, effect="E", traits="creature=elf")
    assert only_error(card_table(more=[more])).message == "the starting set 3 has 13 cards"


@pytest.mark.parametrize("copies", [1, 5])
def test_cards_of_all_starting_sets_come_in_fours(copies):
    assert "multiple of 4" in error_of("ST1", copies=copies).message


@pytest.mark.parametrize(
    ("id", "text", "like"),
    [
        ("ST1", "5", None),
        ("ST1", "al", "all"),
        ("SA1", "SF", "S"),
        ("S1", "sa", "SA"),
        ("I1", "IV", "I"),
        ("I1", "all", None),
        ("I1", "", None),
        ("L1", "Long", "long"),
        ("C1", "7", None),
        ("C1", "", None),
    ],
)
def test_set_unknown_for_the_kind(id, text, like):
    assert error_of(id, set=text).nearest == like


@pytest.mark.parametrize(("copies", "size"), [(0, 3), (2, 5)])
def test_a_predefined_deck_without_exactly_4_cards(copies, size):
    problem = only_error(card_table({"SC1": {"copies": copies}}))
    assert problem.message == f"the predefined deck SC, which begins here, has {size} cards"
    assert where(problem) == (line_of("SC1" if copies else "SC2"), "set")


@pytest.mark.parametrize(("id", "place", "count"), [("SD1", "W", 1), ("SD3", "discard", 3)])
def test_a_predefined_deck_without_exactly_2_discards(id, place, count):
    problem = only_error(card_table({id: {"traits": f"creature=elf; place={place}"}}))
    assert f"has {count} cards with place=discard" in problem.message
    assert where(problem) == (line_of("SD1"), "traits")


def test_a_predefined_deck_with_two_cards_for_one_column():
    problem = error_of("SD4", traits="creature=elf; place=0")
    assert f"a second card with place=0; the first one is on line {line_of('SD3')}" in problem.message


@pytest.mark.parametrize(
    ("place", "like"), [("e", "E"), ("free", "0"), ("Discard", "discard"), ("A", None), ("discrad", "discard")]
)
def test_place_unknown(place, like):
    assert error_of("SA1", traits=f"creature=elf; place={place}").nearest == like


@pytest.mark.parametrize("traits", ["creature=elf", "creature=elf; place="])
def test_place_missing(traits):
    assert "place= is missing" in error_of("SA1", traits=traits).message


@pytest.mark.parametrize(("deck", "like"), [("F", None), ("a", "A"), ("SA", "A"), ("", None)])
def test_deck_unknown(deck, like):
    assert error_of("I1", traits=f"creature=elf; deck={deck}").nearest == like


@pytest.mark.parametrize("copies", ["", "-1", "1.5", "two", "500"])
@pytest.mark.parametrize("id", ["ST1", "SA1", "I1", "L1", "C1"])
def test_negative_or_non_integer_copies(id, copies):
    assert error_of(id, copies=copies)


def test_a_creature_is_there_once():
    assert error_of("C1", copies=2).allowed == "a whole number from 0 to 1"


@pytest.mark.parametrize("points", ["-1", "1.5", "two", "100"])
@pytest.mark.parametrize("id", ["ST1", "SA1", "I1", "L1", "C1"])
def test_points_that_are_no_whole_number_from_0_to_99(id, points):
    assert error_of(id, points=points)


# Refused because of the limits of this implementation


def spare_rows(count: int, **cells: object) -> list[dict[str, str]]:
    usual = {"set": "III", "cost": "E", "effect": "P", "traits": "creature=elf"}
    return [row(f"X{n}", "project", **(usual | cells)) for n in range(count)]


def test_no_more_rows_of_small_cards_than_there_is_room_for():
    room = MAX_CARDS - len(cards_of().cards)
    sets = ["I", "II", "III"]
    spare = [cells | {"set": sets[n % 3]} for n, cells in enumerate(spare_rows(room + 1))]
    assert cards_of(card_table(more=spare[1:]))
    assert f"project in play is {MAX_CARDS + 1}" in only_error(card_table(more=spare)).message
    spare[0]["copies"] = "0"
    assert cards_of(card_table(more=spare))


@pytest.mark.parametrize(("id", "what"), [("I1", "projects of trimester I"), ("III1", "projects of trimester III"),
                                          ("S1", "initial cards")])  # fmt: skip
def test_no_more_cards_in_a_deck_than_there_is_room_for(id, what):
    kind = next(row for row in default_rows() if row["id"] == id)
    same = [
        cells
        for cells in default_rows()
        if cells["kind"] == kind["kind"] and (kind["kind"] == "initial" or cells["set"] == kind["set"])
    ]
    others = sum(int(row["copies"]) for row in same if row["id"] != id)
    assert cards_of(card_table({id: {"copies": MAX_DECK - others}}))
    problem = only_error(card_table({id: {"copies": MAX_DECK - others + 1}}))
    assert problem.message == f"the number of {what} in play is {MAX_DECK + 1}"


def test_no_more_final_projects_than_there_is_room_for():
    assert cards_of(card_table({"L1": {"copies": MAX_FINALS - 11}}))
    assert "final projects" in only_error(card_table({"L1": {"copies": MAX_FINALS - 10}})).message


def test_no_more_alternatives_than_there_is_room_for():
    most = "/".join(["E"] * MAX_ALTERNATIVES)
    spare = spare_rows(ALL_ALTERNATIVES // MAX_ALTERNATIVES // 2, effect=f"{most}|{most}")
    problem = only_error(card_table(more=spare))
    assert "alternatives of effects" in problem.message
    assert problem.allowed == f"at most {ALL_ALTERNATIVES}"


# All at once, and nothing called missing that may merely be misspelt


# What depends on who plays what


def says(problems: list[Problem]) -> list[str]:
    assert all(problem.allowed for problem in problems)
    return [problem.message for problem in problems]


@pytest.mark.parametrize("length", ["long", "short"])
@pytest.mark.parametrize(("setup", "most"), [("initiation", 5), ("advanced", 5), ("expert", 6)])
def test_the_printed_game_can_be_played_by_2_to_5_and_with_drafted_decks_by_6(setup, most, length):
    assert [n for n in range(2, 7) if not check_table(cards_of(), n, setup, length)] == list(range(2, most + 1))


@pytest.mark.parametrize("setup", ["initiation", "advanced"])
def test_6_players_have_no_predefined_decks(setup):
    (problem,) = check_table(cards_of(), 6, setup, "long")
    assert "not one for each of 6 players" in problem.message
    assert problem.allowed == "the expert setup, or 2 to 5 players"


@pytest.mark.parametrize(("players", "least"), [(2, 8), (4, 16), (6, 24)])
@pytest.mark.parametrize("trimester", ["I", "II", "III"])
def test_4_projects_for_each_player_in_every_trimester(trimester, players, least):
    ids = [row["id"] for row in default_rows() if row["set"] == trimester]
    cards = cards_of(card_table({ids[0]: {"copies": least}, **{id: {"copies": 0} for id in ids[1:]}}))
    assert check_table(cards, players, "expert", "long") == []
    cards = cards_of(card_table({ids[0]: {"copies": least - 1}, **{id: {"copies": 0} for id in ids[1:]}}))
    (message,) = says(check_table(cards, players, "expert", "long"))
    assert (
        message
        == f"the number of projects of trimester {trimester} is {least - 1}; {players} players draft from {least}"
    )


def test_the_short_game_needs_no_projects_of_trimester_iii():
    cards = cards_of(card_table(without=[f"III{n}" for n in range(1, 7)]))
    assert check_table(cards, 4, "advanced", "short") == []
    assert len(check_table(cards, 4, "advanced", "long")) == 1


def test_the_initiation_game_needs_no_projects_of_trimester_i_but_those_of_the_decks():
    cards = cards_of(card_table(without=[f"I{n}" for n in range(6, 11)]))
    assert check_table(cards, 5, "initiation", "long") == []
    assert len(check_table(cards, 5, "advanced", "long")) == 1


@pytest.mark.parametrize("copies", [0, 2, 4])
def test_the_initiation_game_needs_3_projects_for_every_deck(copies):
    cards = cards_of(card_table({"I2": {"copies": copies}}))
    messages = says(check_table(cards, 2, "initiation", "long"))
    assert messages == [f"the number of trimester I projects with deck=B is {copies}"]
    assert check_table(cards, 2, "advanced", "long") == []


def test_the_initiation_game_needs_no_projects_for_a_deck_that_is_not_there():
    cards = cards_of(card_table({"I2": {"copies": 0}}, without=[f"SB{n}" for n in range(1, 5)]))
    assert check_table(cards, 4, "initiation", "long") == []


@pytest.mark.parametrize("setup", ["initiation", "advanced"])
def test_a_predefined_deck_for_each_player(setup):
    gone = [f"S{letter}{n}" for letter in "AE" for n in range(1, 5)]
    cards = cards_of(card_table(without=gone))
    assert check_table(cards, 3, setup, "long") == []
    assert says(check_table(cards, 4, setup, "long")) == ["the number of predefined decks is 3, for 4 players"]


@pytest.mark.parametrize(("players", "least"), [(2, 10), (3, 12), (6, 24)])
def test_enough_initial_cards_to_draft(players, least):
    lettered = [f"S{letter}{n}" for letter in DECKS for n in range(1, 5)]
    for copies, fine in ((least - 6, True), (least - 7, False)):
        cards = cards_of(card_table({"S1": {"copies": copies}}, without=lettered))
        assert (check_table(cards, players, "expert", "long") == []) == fine


def test_lettered_cards_are_drafted_too():
    plain = [f"S{n}" for n in range(1, 5)]
    assert check_table(cards_of(card_table(without=plain)), 5, "expert", "long") == []


@pytest.mark.parametrize("setup", ["initiation", "advanced"])
@pytest.mark.parametrize(("copies", "fine"), [(2, True), (1, False), (0, False)])
def test_two_players_need_two_plain_initial_cards(setup, copies, fine):
    cards = cards_of(card_table({"S1": {"copies": copies}}, without=["S2", "S3", "S4"]))
    assert (check_table(cards, 2, setup, "long") == []) == fine
    assert check_table(cards, 3, setup, "long") == []


@pytest.mark.parametrize(("length", "id", "other"), [("long", "L1", "L2"), ("short", "K1", "K2")])
def test_a_final_project_for_each_player(length, id, other):
    for copies, fine in ((4, True), (3, False)):
        cards = cards_of(card_table({id: {"copies": copies}}, without=[other]))
        assert (check_table(cards, 4, "advanced", length) == []) == fine
        assert check_table(cards, 4, "advanced", "short" if length == "long" else "long") == []


def test_all_that_is_missing_for_a_table_is_told_at_once():
    cards = replace(cards_of(), cards=(), finals=())
    assert len(check_table(cards, 2, "advanced", "long")) == 6


# Anything at all
