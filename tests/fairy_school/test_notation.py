"""The notation of Fairy School's cells: reading it, and writing it back in standard spelling (section 5.2)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.cards import traits
from balance.cards.check import NotationError
from balance.games.fairy_school.cards import ELEMENTS, Alternative, Bundle, Effect, Line, Special
from balance.games.fairy_school.cards.notation import (
    LONGEST,
    parse_bonus,
    parse_cost,
    parse_effect,
    parse_final,
)
from balance.games.fairy_school.state import MAX_ALTERNATIVES, MOST_COST, MOST_DRAWN, MOST_ELEMENTS, MOST_TIMES


def parse_traits(text: str) -> dict[str, str]:
    return traits.parse_traits(text, f"at most {LONGEST} characters")


def bundle(e: int = 0, p: int = 0, f: int = 0, w: int = 0, a: int = 0) -> Bundle:
    return Bundle((e, p, f, w, a))


def gain(e: int = 0, p: int = 0, f: int = 0, w: int = 0, a: int = 0) -> Alternative:
    return Alternative(bundle(e, p, f, w, a))


def line(*outcomes: Alternative, cost: Bundle | None = None, times: int = 1) -> Line:
    return Line(cost or Bundle(), times, outcomes)


def effect(*lines: Line) -> Effect:
    return Effect(lines)


def refused(parse: Callable[[str], object], text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.allowed
    return caught.value


# Costs

PRINTED = [
    ("3F+P+2W", bundle(p=1, f=3, w=2)),
    ("4P+A+F+7W", bundle(p=4, f=1, w=7, a=1)),
    ("E", bundle(e=1)),
]


@pytest.mark.parametrize(("text", "read"), PRINTED, ids=[text for text, _ in PRINTED])
def test_costs(text, read):
    assert parse_cost(text) == read


def test_a_cost_is_written_in_the_order_of_elements():
    assert parse_cost("A+4P+7W+F").text == "4P+F+7W+A"


def test_an_element_that_stands_twice_in_a_cost_adds_up():
    assert parse_cost("2E+P+E") == bundle(e=3, p=1)


@pytest.mark.parametrize("text", [" 3F + P+ 2 W ", "3F+P+\n2W", "3\u00a0F+P+2W"])
def test_blanks_between_pieces_do_not_matter(text):
    assert parse_cost(text) == bundle(p=1, f=3, w=2)


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("3f", 2, "F"),
        ("E+w", 3, "W"),
        ("EP", 1, "E+P"),
        ("2fire", 2, "F"),
        ("E, P", 2, "+"),
        ("E & P", 3, "+"),
        ("E and P", 3, "+"),
        ("E P", 3, None),
        ("E2", 2, "2E"),
        ("1 2F", 3, None),
        ("X", 1, None),
        ("E+/P", 3, None),
        ("E>P", 2, None),
        ("take1", 1, None),
        ("E;P", 2, "+"),
        ("1.5E", 2, None),
        ("+E", 1, None),
    ],
)
def test_errors_of_costs_name_the_character_and_what_may_be_meant(text, at, like):
    trouble = refused(parse_cost, text)
    assert f"character {at} on" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize("text", ["", " ", "E+", "3", "2E + 3"])
def test_a_cost_that_stops_too_early(text):
    assert f"too early, at character {len(text.rstrip()) + 1}" in refused(parse_cost, text).message


@pytest.mark.parametrize(("text", "at"), [("N", 1), ("E+2N", 4)])
def test_n_cannot_be_paid(text, at):
    assert refused(parse_cost, text).message == f"N cannot be paid, at character {at}: a cost says which element"


@pytest.mark.parametrize(
    ("text", "size"),
    [("0F", "small"), ("-1F", "small"), (f"{MOST_COST + 1}F", "large"), ("9" * 400 + "F", "large")],
)
def test_counts_of_a_cost_out_of_range(text, size):
    trouble = refused(parse_cost, text)
    assert f"character 1 is too {size}" in trouble.message
    assert trouble.allowed == f"a whole number from 1 to {MOST_COST}"


def test_the_most_of_an_element_in_a_cost_counts_all_its_terms():
    assert parse_cost(f"{MOST_COST}F+{MOST_COST}E") == bundle(e=MOST_COST, f=MOST_COST)
    assert f"more than {MOST_COST} F, from character 6" in refused(parse_cost, f"{MOST_COST}F+ F").message


# Final projects


def test_steps():
    assert parse_final("2F+3W; 2E+A ;P") == (bundle(f=2, w=3), bundle(e=2, a=1), bundle(p=1))


@pytest.mark.parametrize(("text", "at", "like"), [("E;;P", 3, None), ("E|P", 2, ";"), ("E/P", 2, ";"), ("E,P", 2, "+")])
def test_errors_of_steps(text, at, like):
    trouble = refused(parse_final, text)
    assert f"character {at} on" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize("text", ["", "E;"])
def test_steps_that_stop_too_early(text):
    assert "too early" in refused(parse_final, text).message


# Effects

TAKE_1, TAKE_2 = Special("take", 1), Special("take", 2)

EFFECTS = [
    ("5F", effect(line(gain(f=5)))),
    ("2F+W", effect(line(gain(f=2, w=1)))),
    ("E/P/F/W", effect(line(gain(e=1), gain(p=1), gain(f=1), gain(w=1)))),
    ("N", effect(line(Alternative(free=1)))),
    ("E+2N", effect(line(Alternative(bundle(e=1), 2)))),
    ("W>2F", effect(line(gain(f=2), cost=bundle(w=1)))),
    ("Fx2>4E/4W/A", effect(line(gain(e=4), gain(w=4), gain(a=1), cost=bundle(f=1), times=2))),
    ("Wx2>2E+F", effect(line(gain(e=2, f=1), cost=bundle(w=1), times=2))),
    ("Ax2>E+2P+F+W", effect(line(gain(1, 2, 1, 1), cost=bundle(a=1), times=2))),
    ("E>take1+W", effect(line(Alternative(bundle(w=1), 0, TAKE_1), cost=bundle(e=1)))),
    ("E>take2", effect(line(Alternative(special=TAKE_2), cost=bundle(e=1)))),
    ("P>draw3.1", effect(line(Alternative(special=Special("draw", 3, 1)), cost=bundle(p=1)))),
    ("P>draw3.2", effect(line(Alternative(special=Special("draw", 3, 2)), cost=bundle(p=1)))),
    ("W>react+F", effect(line(Alternative(bundle(f=1), 0, Special("react")), cost=bundle(w=1)))),
    ("F>trash+P", effect(line(Alternative(bundle(p=1), 0, Special("trash")), cost=bundle(f=1)))),
    ("P+F+W+A>study", effect(line(Alternative(special=Special("study")), cost=bundle(p=1, f=1, w=1, a=1)))),
    ("4F|A", effect(line(gain(f=4)), line(gain(a=1)))),
    ("F|P>draw2.1", effect(line(gain(f=1)), line(Alternative(special=Special("draw", 2, 1)), cost=bundle(p=1)))),
    ("Ex5>P/F", effect(line(gain(p=1), gain(f=1), cost=bundle(e=1), times=5))),
    ("take2", effect(line(Alternative(special=TAKE_2)))),
    ("2E+P>react/A", effect(line(Alternative(special=Special("react")), gain(a=1), cost=bundle(e=2, p=1)))),
]


@pytest.mark.parametrize(("text", "read"), EFFECTS, ids=[text for text, _ in EFFECTS])
def test_every_effect_of_the_notation(text, read):
    assert parse_effect(text) == read
    assert read.text == text


@pytest.mark.parametrize(
    ("text", "standard"),
    [
        ("P+A+F+W>study", "P+F+W+A>study"),
        ("N+W+take1+E", "take1+E+W+N"),
        ("E+W+E/N+N", "2E+W/2N"),
        ("Ex1>F", "E>F"),
        ("1E", "E"),
        ("02E", "2E"),
        (" F x 2 > 4 E / A ", "Fx2>4E/A"),
        ("P > draw 3 . 1 | take 2", "P>draw3.1|take2"),
    ],
)
def test_other_spellings_are_put_in_standard_spelling(text, standard):
    assert parse_effect(text).text == standard


def test_any_of_four_written_out_stays_four_alternatives():
    assert len(parse_effect("E/P/F/W").lines[0].outcomes) == 4
    assert len(parse_effect("N").lines[0].outcomes) == 1


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("e", 1, "E"),
        ("2n", 2, "N"),
        ("fx2>E", 1, "F"),
        ("FX2>E", 2, "x"),
        ("F×2>E", 2, "x"),
        ("F*2>E", 2, "x"),
        ("E>tkae1", 3, "take"),
        ("E>TAKE1", 3, "take"),
        ("E>reakt", 3, "react"),
        ("W>studdy", 3, "study"),
        ("E->F", 2, ">"),
        ("E→F", 2, ">"),
        ("Ex2:F", 4, ">"),
        ("E:F", 2, ">"),
        ("E;F", 2, "|"),
        ("E or F", 3, "/"),
        ("E,F", 2, "+"),
        ("F2", 2, "2F"),
        ("2take1", 2, None),
        ("react2", 6, None),
        ("takeE", 1, "take"),
        ("take E", 6, None),
        ("draw3", 6, None),
        ("draw3,1", 6, None),
        ("E/P>F", 2, None),
        ("take1>F", 1, None),
        ("E>F>W", 4, None),
        ("E>Fx2", 4, None),
        ("E>/F", 3, None),
        ("E||F", 3, None),
        ("|E", 1, None),
        (">E", 1, None),
        ("x2>E", 1, None),
        ("Ex>F", 3, None),
        ("E x>F", 4, None),
        ("none", 1, None),
        ("take1W", 6, None),
    ],
)
def test_errors_of_effects_name_the_character_and_what_may_be_meant(text, at, like):
    trouble = refused(parse_effect, text)
    place = "too early, at character" if at > len(text) else "cannot be read from character"
    assert f"{place} {at}" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize("text", ["", "E>", "E|", "E/", "E+", "take", "E>draw", "draw3.", "Fx", "Fx2", "E x2", "3"])
def test_an_effect_that_stops_too_early(text):
    assert f"too early, at character {len(text) + 1}" in refused(parse_effect, text).message


@pytest.mark.parametrize(
    ("text", "at", "most"),
    [
        ("0E", 1, MOST_ELEMENTS),
        ("-2E", 1, MOST_ELEMENTS),
        (f"{MOST_ELEMENTS + 1}E", 1, MOST_ELEMENTS),
        (f"E>{MOST_ELEMENTS + 1}N", 3, MOST_ELEMENTS),
        (f"{MOST_ELEMENTS + 1}E>A", 1, MOST_ELEMENTS),
        ("Fx0>E", 3, MOST_TIMES),
        (f"Fx{MOST_TIMES + 1}>E", 3, MOST_TIMES),
        ("take0", 5, MOST_DRAWN),
        (f"take{MOST_DRAWN + 1}", 5, MOST_DRAWN),
        ("draw0.0", 5, MOST_DRAWN),
        ("draw3.0", 7, MOST_DRAWN),
        (f"draw{MOST_DRAWN + 1}.1", 5, MOST_DRAWN),
    ],
)
def test_numbers_of_effects_out_of_range(text, at, most):
    trouble = refused(parse_effect, text)
    assert f"the number at character {at} is too " in trouble.message
    assert trouble.allowed == f"a whole number from 1 to {most}"


@pytest.mark.parametrize("text", ["{}E+E", "{}N+N", "{}E+E>A", "P|{}W+W"])
def test_the_most_of_an_element_counts_all_its_terms(text):
    assert f"more than {MOST_ELEMENTS}" in refused(parse_effect, text.format(MOST_ELEMENTS)).message
    assert parse_effect(text.format(MOST_ELEMENTS - 1))


def test_n_cannot_be_paid_for_an_effect():
    assert "N cannot be paid, at character 3" in refused(parse_effect, "E+N>A").message


def test_more_than_two_lines_are_refused():
    assert "more than 2 lines, from character 5" in refused(parse_effect, "E|P|F").message


def test_more_than_one_special_in_an_alternative_is_refused():
    assert "second special, react, at character 9" in refused(parse_effect, "take1+F+react").message
    assert parse_effect("take1/react")


@pytest.mark.parametrize("text", ["Ex2>take1", "Ex2>F/study+E", "Ex1>react"])
def test_a_special_cannot_be_repeated(text):
    assert "repeats a special, by x" in refused(parse_effect, text).message
    assert "at character 2" in refused(parse_effect, text).message


def test_no_more_cards_are_placed_than_drawn():
    assert parse_effect("draw3.3")
    assert "at character 7: 4 of 3" in refused(parse_effect, "draw3.4").message


def test_no_more_alternatives_than_there_is_room_for():
    largest = "/".join(["E"] * MAX_ALTERNATIVES)
    assert len(parse_effect(f"{largest}|{largest}").lines[1].outcomes) == MAX_ALTERNATIVES
    assert f"more than {MAX_ALTERNATIVES} alternatives" in refused(parse_effect, largest + "/P").message


# Bonuses, traits


@pytest.mark.parametrize("text", ["E", "P", "F", "W", "A", "N"])
def test_bonuses(text):
    assert parse_bonus(f" {text} ") == text


@pytest.mark.parametrize(
    ("text", "like"), [("", None), ("n", "N"), ("2E", None), ("E+P", None), ("water", "W"), ("E/P", None)]
)
def test_bonuses_that_are_refused(text, like):
    trouble = refused(parse_bonus, text)
    assert "character" in trouble.message
    assert trouble.like == like


def test_traits():
    assert parse_traits(" Creature = sea_dragon;place=0; DECK=") == {"creature": "sea_dragon", "place": "0", "deck": ""}


def test_no_traits():
    assert parse_traits("  ") == {}


@pytest.mark.parametrize(
    ("text", "at"),
    [("elf", 1), ("a=1;", 5), ("a=1; b", 6), ("a=1;;b=2", 5), ("=3", 1), ("a=1 b=2", 1), ("a=1; A=2", 6), ("7=a", 1)],
)
def test_traits_that_are_refused(text, at):
    assert f"character {at}" in refused(parse_traits, text).message


@pytest.mark.parametrize("parse", [parse_cost, parse_final, parse_effect, parse_bonus, parse_traits])
def test_very_long_text_is_refused(parse):
    assert f"at most {LONGEST} characters" in refused(parse, "E" * (LONGEST + 1)).allowed


# Anything the notation can say


def bundles(most: int) -> st.SearchStrategy[Bundle]:
    return st.tuples(*[st.integers(0, most)] * len(ELEMENTS)).filter(any).map(Bundle)


specials = st.one_of(
    st.builds(Special, st.just("take"), st.integers(1, MOST_DRAWN)),
    st.integers(1, MOST_DRAWN).flatmap(lambda m: st.builds(Special, st.just("draw"), st.just(m), st.integers(1, m))),
    st.sampled_from(["react", "trash", "study"]).map(Special),
)
gains = st.one_of(st.just(Bundle()), bundles(MOST_ELEMENTS))
frees = st.integers(0, MOST_ELEMENTS)


def alternatives(special: st.SearchStrategy[Special | None]) -> st.SearchStrategy[tuple[Alternative, ...]]:
    alternative = st.builds(Alternative, gains, frees, special).filter(lambda some: some != Alternative())
    return st.lists(alternative, min_size=1, max_size=MAX_ALTERNATIVES).map(tuple)


plain = alternatives(st.none())
any_alternatives = alternatives(st.one_of(st.none(), specials))
lines = st.one_of(
    st.builds(Line, st.just(Bundle()), st.just(1), any_alternatives),
    st.builds(Line, bundles(MOST_ELEMENTS), st.just(1), any_alternatives),
    st.builds(Line, bundles(MOST_ELEMENTS), st.integers(1, MOST_TIMES), plain),
)
effects = st.lists(lines, min_size=1, max_size=2).map(tuple).map(Effect)


@given(bundles(MOST_COST))
def test_any_cost_is_read_as_written(some):
    assert parse_cost(some.text) == some


@given(st.lists(bundles(MOST_COST), min_size=1, max_size=6))
def test_any_steps_are_read_as_written(some):
    assert parse_final(";".join(step.text for step in some)) == tuple(some)


@given(effects)
def test_any_effect_is_read_as_written(some):
    assert parse_effect(some.text) == some


@pytest.mark.slow
@given(effects, st.lists(st.sampled_from(["", " ", "  ", "\n"]), min_size=1, max_size=5))
def test_any_effect_is_read_with_any_blanks_around_its_signs(some, blanks):
    signs = "+/|>.x"
    other = "".join(
        f"{blanks[i % len(blanks)]}{letter}{blanks[-1]}" if letter in signs else letter
        for i, letter in enumerate(some.text)
    )
    assert parse_effect(other) == some


@given(bundles(MOST_ELEMENTS).flatmap(lambda some: st.tuples(st.just(some), st.permutations(some.text.split("+")))))
def test_items_may_stand_in_any_order(pair):
    some, terms = pair
    assert parse_cost("+".join(terms)) == some
    (outcome,) = parse_effect("+".join([*terms, "trash"])).lines[0].outcomes
    assert outcome == Alternative(some, 0, Special("trash"))


words = st.sampled_from([*"EPFWANepnx/+|>;.,-0123", "take", "draw", "react", "trash", "study", "x2", "3.1", "fire"])


@given(st.one_of(st.text(), st.lists(words).map("".join), st.lists(words).map(" ".join)))
def test_any_text_is_read_or_refused(text):
    for parse in (parse_cost, parse_effect):
        try:
            read = parse(text)
        except NotationError:
            continue
        assert parse(read.text) == read
    for other in (parse_final, parse_bonus, parse_traits):
        with suppress(NotationError):
            other(text)
