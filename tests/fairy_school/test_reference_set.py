"""The reference set of Fairy School in cards.csv: one test for every sentence of sections 5.3 to 5.5.

Costs and effects are measured with ``school_sheet``, in EE.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from statistics import mean

import pytest
from scipy.stats import spearmanr

from balance.games.fairy_school.cards import DECKS, DISCARD, ELEMENTS, TRIMESTERS, Card, Final, check_table
from balance.games.fairy_school.cards.notation import parse_cost, parse_effect, parse_final
from fairy_school.sheet import (
    CHANGE,
    GAIN,
    SPECIAL,
    SPECIAL_FORMS,
    airs,
    alternatives,
    basic,
    ee,
    effect_kind,
    elements,
    gain_value,
    gained,
    kinds,
    most_frequent,
    net_value,
    of_kind,
    of_set,
    production,
    ratio,
    reference_cards,
    reference_problems,
    reference_table,
    special_form,
    specials,
    total,
    turns_a_profit,
    value,
)

CARDS = reference_cards()
ROWS = {row.id: row for row in reference_table().rows}
START = [card for card in CARDS.cards if card.kind == "start"]
INITIAL = of_set(CARDS.cards, "S")
PROJECTS = [card for card in CARDS.cards if card.kind == "project"]
GOT = INITIAL + PROJECTS  # all that players get besides the starting set
LETTERED = {letter: of_set(CARDS.cards, f"S{letter}") for letter in DECKS}
FINALS = {length: [final for final in CARDS.finals if final.length == length] for length in ("long", "short")}
SETS = ("S", *TRIMESTERS)

all_sets = pytest.mark.parametrize("name", SETS)
all_trimesters = pytest.mark.parametrize("name", TRIMESTERS)
both_lengths = pytest.mark.parametrize("length", ["long", "short"])


def creature(card: Card) -> str:
    return CARDS.creatures[card.creature].name


def number(card: Card) -> int:
    return int(card.id.removeprefix("FS"))


def source(card: Card | Final) -> str:
    return ROWS[card.id].source


def assumed(cards: list[Card]) -> list[Card]:
    return [card for card in cards if source(card) == "assumed"]


def within(values: dict[str, Fraction], least: float, most: float) -> bool:
    low, high = Fraction(str(least)), Fraction(str(most))
    outside = {name: float(one) for name, one in values.items() if not low <= one <= high}
    assert outside == {}
    return True


# The whole set (5.3)


def test_the_reader_finds_nothing_to_say():
    assert (reference_problems().errors, reference_problems().notices) == ([], [])


@pytest.mark.parametrize(
    ("kind", "rows"), [("start", 12), ("initial", 28), ("project", 87), ("final", 16), ("creature", 12)]
)
def test_number_of_rows(kind: str, rows: int):
    assert sum(row.kind == kind for row in ROWS.values()) == rows


def test_there_is_no_other_kind():
    assert {row.kind for row in ROWS.values()} == {"start", "initial", "project", "final", "creature"}


def test_163_small_cards():
    assert sum(card.copies for card in CARDS.cards) == 163


def test_copies():
    assert {card.copies for card in START} == {4}
    assert {card.copies for card in (*GOT, *CARDS.finals)} == {1}


def test_the_starting_set_belongs_to_everybody():
    assert {card.set for card in START} == {"all"}


@pytest.mark.parametrize(("name", "cards"), [("I", 28), ("II", 29), ("III", 30)])
def test_projects_of_each_trimester(name: str, cards: int):
    assert len(of_set(CARDS.cards, name)) == cards


def test_four_initial_cards_of_each_letter_and_eight_plain():
    assert Counter(card.set for card in INITIAL) == {f"S{letter}": 4 for letter in DECKS} | {"S": 8}


def test_ten_long_and_six_short_finals():
    assert {length: len(finals) for length, finals in FINALS.items()} == {"long": 10, "short": 6}


@pytest.mark.parametrize(
    ("name", "first", "last"), [("S", 49, 76), ("I", 77, 104), ("II", 105, 133), ("III", 134, 163)]
)
def test_numbers_of_the_cards(name: str, first: int, last: int):
    assert [number(card) for card in of_set(CARDS.cards, name)] == list(range(first, last + 1))


def test_ids():
    wanted = [f"FS{n:03}" for n in (*range(1, 13), *range(49, 164))]
    wanted += [f"FSL{n:02}" for n in range(1, 11)] + [f"FSS{n:02}" for n in range(1, 7)]
    assert list(ROWS) == wanted + [f"FSC{n:02}" for n in range(1, 13)]


def test_names_are_unique():
    assert max(Counter(row.name.casefold() for row in ROWS.values()).values()) == 1


def test_points():
    assert {row.kind: row.points for row in ROWS.values()} == {
        "start": "",
        "initial": "",
        "project": "3",
        "final": "3",
        "creature": "2",
    }
    assert {card.points for card in PROJECTS} | {final.points for final in CARDS.finals} == {3}


@pytest.mark.parametrize("length", ["long", "short"])
@pytest.mark.parametrize("setup", ["initiation", "advanced", "expert"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_is_enough_for_every_table(players: int, setup: str, length: str):
    assert check_table(CARDS, players, setup, length) == []


def test_it_is_enough_for_six_experts():
    assert check_table(CARDS, 6, "expert", "long") == []


# Creatures (2.3)


def test_the_creature_board():
    assert [(one.name, one.pair, one.bonus) for one in CARDS.creatures] == [
        ("unicorn", 1, "E"),
        ("gnome", 1, "E"),
        ("mermaid", 2, "W"),
        ("sea_dragon", 2, "W"),
        ("ent", 3, "P"),
        ("elf", 3, "P"),
        ("dragon", 4, "F"),
        ("phoenix", 4, "F"),
        ("sphinx", 5, "N"),
        ("salamander", 5, "N"),
        ("griffin", 6, "A"),
        ("cockatrice", 6, "A"),
    ]


def test_each_creature_on_8_to_12_cards_besides_the_starting_set():
    count = Counter(creature(card) for card in GOT)
    assert {one.name: count[one.name] for one in CARDS.creatures if not 8 <= count[one.name] <= 12} == {}


@pytest.mark.parametrize("name", ["salamander", "griffin", "cockatrice"])
def test_creatures_that_the_starting_set_lacks_are_on_at_least_10_cards(name: str):
    assert name not in {creature(card) for card in START}
    assert sum(creature(card) == name for card in GOT) >= 10


# Rows fixed by the sources (5.4)


def test_the_starting_set():
    assert [(creature(card), card.effect.text) for card in START] == [
        ("unicorn", "E"),
        ("gnome", "E"),
        ("mermaid", "W"),
        ("sea_dragon", "W"),
        ("ent", "P"),
        ("phoenix", "P|F"),
        ("dragon", "F"),
        ("sea_dragon", "E|W"),
        ("sphinx", "F|E>take1"),
        ("mermaid", "P|W>react"),
        ("elf", "F|P>draw2.1"),
        ("unicorn", "P|F>trash+E"),
    ]


PUBLISHED_PROJECTS = (
    ("I", "griffin", "3E+P+F+2W", "E/P/F/W"),
    ("I", "griffin", "E+P+4W", "Ex5>P/F"),
    ("I", "sphinx", "3P+3F+3W", "W>react+F"),
    ("II", "griffin", "3P+4F+2W", "F>trash+A"),
    ("II", "sphinx", "4E+3P+F+3W", "Fx2>E+2P"),
    ("II", "sphinx", "4E+4P+2F+5W", "4F|A"),
    ("III", "cockatrice", "4P+A+F+7W", "P+A+F+W>study"),
)


def test_published_projects():
    found = {(one.set, creature(one), one.cost, one.effect) for one in PROJECTS if source(one) == "published"}
    assert found == {(name, who, parse_cost(cost), parse_effect(text)) for name, who, cost, text in PUBLISHED_PROJECTS}


@pytest.mark.parametrize(
    ("card", "cost"), [("FS100", "3P+3F+3W"), ("FS103", "E+P+4W"), ("FS115", "4E+4P+2F+5W"), ("FS159", "4P+A+F+7W")]
)
def test_published_numbers(card: str, cost: str):
    assert ROWS[card].cost == cost


def test_published_initial_cards():
    found = {(creature(one), one.effect.text, one.place) for one in INITIAL if source(one) == "published"}
    assert found == {("unicorn", "2E", DISCARD), ("gnome", "E+P", ""), ("gnome", "W>E+P+F", "0")}


def test_card_49():
    (card,) = (card for card in INITIAL if number(card) == 49)
    assert (card.set, creature(card), card.effect.text, card.place) == ("SD", "unicorn", "2E", DISCARD)


def test_the_dragon_that_the_text_tells_of():
    (card,) = (card for card in INITIAL if source(card) == "rulebook")
    assert (creature(card), card.effect.text, card.place) == ("dragon", "E+F", "F")


def test_the_sea_dragon_that_the_text_tells_of():
    (card,) = (card for card in PROJECTS if source(card) == "rulebook")
    assert (card.set, creature(card), card.deck) == ("I", "sea_dragon", "")
    assert (ROWS[card.id].cost, ROWS[card.id].effect) == ("3F+P+2W", "2W")


def test_the_published_final():
    (final,) = (final for final in CARDS.finals if source(final) == "published")
    assert final.id == "FSL06"
    text = "2F+3W;2E+2P+A+3F+4W;3E+3P+A+5F+5W;3E+3P+A+3F+4W;2E+2P+A+2F+3W"
    assert final.steps == parse_final(text)


def test_the_starting_set_and_the_creatures_are_published():
    assert {row.source for row in ROWS.values() if row.kind in ("start", "creature")} == {"published"}


@pytest.mark.parametrize(
    ("deck", "numbers"),
    [("A", {82, 91, 95}), ("B", {86, 90, 99}), ("C", {80, 94, 97}), ("D", {85, 92, 98}), ("E", {81, 89, 100})],
)
def test_projects_of_the_initiation_game(deck: str, numbers: set[int]):
    assert {number(card) for card in CARDS.cards if card.deck == deck} == numbers


@pytest.mark.parametrize(
    "text",
    [
        "5F",
        "2F+W",
        "E/P/F/W",
        "W>2F",
        "Fx2>4E/4W/A",
        "Wx2>2E+F",
        "Ax2>E+2P+F+W",
        "E>take1+W",
        "E>take2",
        "P>draw3.1",
        "P>draw3.2",
        "W>react+F",
        "F>trash+P",
        "P+A+F+W>study",
    ],
)
def test_the_rulebooks_example_effects_stand_on_cards(text: str):
    assert parse_effect(text) in {card.effect for card in GOT}


# Costs (5.5)


def test_initial_cards_cost_nothing():
    assert {elements(card.cost) for card in (*START, *INITIAL)} == {0}


@pytest.mark.parametrize(("name", "least", "most"), [("I", 6, 10), ("II", 8, 15), ("III", 12, 17)])
def test_elements_of_a_cost(name: str, least: int, most: int):
    assert within({one.id: Fraction(elements(one.cost)) for one in of_set(PROJECTS, name)}, least, most)


@pytest.mark.parametrize(("name", "least", "most"), [("I", 6.3, 11.5), ("II", 9.5, 17.5), ("III", 14, 21)])
def test_value_of_a_cost(name: str, least: float, most: float):
    assert within({one.id: ee(one.cost) for one in of_set(PROJECTS, name)}, least, most)


@pytest.mark.parametrize(("name", "least", "most"), [("I", 8.3, 9.3), ("II", 12.5, 13.8), ("III", 16, 17.5)])
def test_mean_value_of_a_cost(name: str, least: float, most: float):
    assert least <= mean(ee(one.cost) for one in of_set(PROJECTS, name)) <= most


def airs_asked(name: str) -> Counter[int]:
    return Counter(airs(card.cost) for card in of_set(PROJECTS, name))


def test_no_airs_in_the_first_trimester():
    assert set(airs_asked("I")) == {0}


def test_an_air_on_at_most_a_third_of_the_second_trimester():
    assert set(airs_asked("II")) == {0, 1}
    assert airs_asked("II")[1] <= Fraction(29, 3)


def test_an_air_on_at_least_half_of_the_third_trimester():
    assert airs_asked("III")[0] <= 15


def test_two_airs_on_at_most_a_few_of_the_third_trimester():
    assert set(airs_asked("III")) == {0, 1, 2}
    assert airs_asked("III")[2] <= 3


def test_a_cost_has_3_or_4_kinds_of_elements():
    assert {kinds(card.cost) for card in PROJECTS} == {3, 4}


def test_a_cost_has_one_clear_main_kind():
    """Two elements ahead at least; pictures show some cards that are less clear."""
    unclear = [card.id for card in assumed(PROJECTS) if sorted(card.cost.counts)[-1] < sorted(card.cost.counts)[-2] + 2]
    assert unclear == []


@all_trimesters
def test_the_demand_is_even(name: str):
    assert ratio(basic(total(card.cost for card in of_set(PROJECTS, name)))) <= Fraction("1.15")


# Effects (5.5)


@pytest.mark.parametrize(("name", "least", "most"), [("S", 1.5, 2.7), ("I", 1.4, 4.7), ("II", 3.3, 5.9), ("III", 4, 7)])
def test_value_of_a_pure_gain(name: str, least: float, most: float):
    gains = of_kind(of_set(GOT, name), GAIN)
    assert within({f"{one.id} {one.effect.text}": gain_value(one.effect) for one in gains}, least, most)


@pytest.mark.parametrize(("name", "wanted"), [("S", 2.2), ("I", 3.2), ("II", 4.8), ("III", 5.8)])
def test_mean_value_of_the_pure_gains(name: str, wanted: float):
    assert round(float(mean(gain_value(one.effect) for one in of_kind(of_set(GOT, name), GAIN))), 1) == wanted


@pytest.mark.parametrize(("name", "least", "most"), [("S", 1, 4), ("I", 1, 5.5), ("II", 2.5, 6), ("III", 4, 8)])
def test_net_value_of_a_transformation(name: str, least: float, most: float):
    changes = of_kind(of_set(GOT, name), CHANGE)
    assert within({f"{one.id} {one.effect.text}": net_value(one.effect) for one in changes}, least, most)


@all_trimesters
def test_half_pure_gains_a_quarter_transformations_a_quarter_specials(name: str):
    cards = of_set(PROJECTS, name)
    share = {kind: Fraction(len(of_kind(cards, kind)), len(cards)) for kind in (GAIN, CHANGE, SPECIAL)}
    assert within({GAIN: share[GAIN]}, 0.45, 0.55)
    assert within({kind: share[kind] for kind in (CHANGE, SPECIAL)}, 0.2, 0.3)


@pytest.mark.parametrize("card", CARDS.cards, ids=lambda card: card.id)
def test_no_profit_together_with_exchanges(card: Card):
    assert not any(turns_a_profit(line, one) for line, one in alternatives(card.effect))


@all_trimesters
def test_the_production_is_even(name: str):
    assert ratio(production(of_set(PROJECTS, name))) <= Fraction("1.15")


@all_trimesters
def test_dearer_projects_give_more(name: str):
    gains = of_kind(of_set(PROJECTS, name), GAIN)
    costs, values = [float(ee(one.cost)) for one in gains], [float(gain_value(one.effect)) for one in gains]
    assert spearmanr(costs, values).statistic >= 0.5


@all_sets
def test_no_two_cards_of_a_set_have_the_same_effect(name: str):
    assert max(Counter(card.effect for card in of_set(GOT, name)).values()) == 1


def special_gain(card: Card) -> Fraction:
    return max(gained(one) for _, one, _ in specials(card.effect))


def test_an_activation_of_a_special_costs_1_element():
    costs = [elements(line.cost) for card in GOT for line, _, one in specials(card.effect) if one.word != "study"]
    assert set(costs) == {1}


def test_study_costs_3_or_4_elements():
    costs = [elements(line.cost) for card in GOT for line, _, one in specials(card.effect) if one.word == "study"]
    assert set(costs) <= {3, 4}


def test_specials_of_the_first_trimester_give_one_element_at_most():
    for card in of_kind(of_set(PROJECTS, "I"), SPECIAL):
        assert all(elements(one.gains) + one.free <= 1 for _, one, _ in specials(card.effect)), card.effect.text


def test_specials_give_more_elements_from_trimester_to_trimester():
    first, second, third = (
        mean(special_gain(card) for card in of_kind(of_set(PROJECTS, name), SPECIAL)) for name in TRIMESTERS
    )
    assert first < second < third


def test_each_special_form_at_least_twice():
    count = Counter(special_form(one) for card in GOT for _, _, one in specials(card.effect))
    assert set(count) == set(SPECIAL_FORMS)
    assert min(count.values()) >= 2


def test_react_at_least_three_times():
    assert sum(one.word == "react" for card in GOT for _, _, one in specials(card.effect)) >= 3


# The lettered decks (5.5)


def test_the_lettered_decks_have_no_specials():
    """So that their values can be compared."""
    assert SPECIAL not in {effect_kind(card.effect) for deck in LETTERED.values() for card in deck}


def test_the_lettered_decks_are_within_10_percent_of_each_other():
    assert ratio([sum((value(card) for card in deck), Fraction(0)) for deck in LETTERED.values()]) <= Fraction("1.1")


@pytest.mark.parametrize("letter", DECKS)
def test_two_cards_of_a_lettered_deck_are_discarded_and_two_lie_in_different_columns(letter: str):
    places = Counter(card.place for card in LETTERED[letter])
    assert places.pop(DISCARD) == 2
    assert list(places.values()) == [1, 1]


# Finals (5.5)


@pytest.mark.parametrize(("length", "least", "most"), [("long", 56, 60), ("short", 40, 45)])
def test_elements_of_a_final(length: str, least: int, most: int):
    assert within({one.id: Fraction(elements(total(one.steps))) for one in FINALS[length]}, least, most)


@pytest.mark.parametrize(("length", "least", "most"), [("long", 67, 74), ("short", 48, 54)])
def test_value_of_a_final(length: str, least: int, most: int):
    assert within({one.id: ee(total(one.steps)) for one in FINALS[length]}, least, most)


@both_lengths
def test_an_air_in_each_step_after_the_first(length: str):
    wanted = [0, 1, 1, 1, 1] if length == "long" else [0, 1, 1, 1]
    assert all([airs(step) for step in final.steps] == wanted for final in FINALS[length])


@both_lengths
def test_the_first_step_is_5_elements_in_two_kinds(length: str):
    assert {(elements(final.steps[0]), kinds(final.steps[0])) for final in FINALS[length]} == {(5, 2)}


@both_lengths
def test_the_other_steps_ask_for_all_five_kinds(length: str):
    assert {kinds(step) for final in FINALS[length] for step in final.steps[1:]} == {5}


@pytest.mark.parametrize(("length", "sizes"), [("long", (12, 17, 14, 10)), ("short", (12, 14, 10))])
def test_sizes_of_the_steps(length: str, sizes: tuple[int, ...]):
    for final in FINALS[length]:
        off = [abs(elements(step) - size) for step, size in zip(final.steps[1:], sizes, strict=True)]
        assert max(off) <= 1, final.id


@both_lengths
def test_the_elements_of_the_first_step_are_the_most_frequent(length: str):
    for final in FINALS[length]:
        first = final.steps[0].counts
        order = sorted(ELEMENTS, key=lambda element: -first[ELEMENTS.index(element)])
        assert most_frequent(final) == order[:2], final.id


@both_lengths
def test_each_final_has_another_ordered_pair_of_main_elements(length: str):
    assert max(Counter(tuple(most_frequent(final)) for final in FINALS[length]).values()) == 1


@both_lengths
def test_finals_have_nearly_the_same_number_of_elements(length: str):
    sizes = [elements(total(final.steps)) for final in FINALS[length]]
    assert max(sizes) - min(sizes) <= 1


@both_lengths
def test_finals_of_plants_and_fire_are_up_to_7_percent_dearer(length: str):
    worth = {final.id: ee(total(final.steps)) for final in FINALS[length]}
    assert ratio(list(worth.values())) <= Fraction("1.07")
    dearest = [final for final in FINALS[length] if worth[final.id] == max(worth.values())]
    assert {element for final in dearest for element in most_frequent(final)} == {"P", "F"}
