"""Fairy's rows of cards.csv: what they mean, and one test for everything refused or noticed (section 5 and 7)."""

from __future__ import annotations

import pytest

from balance.cards import parse_cards
from balance.common.errors import Problem
from balance.games.fairy.cards import Cards, Charm, Guess, Track
from balance.games.fairy.cards.notation import parse_condition
from balance.games.fairy.state import MAX_SEATS
from fairy.sheet import REFERENCE, edited, reading

TRACK_ROW = "fairy,FYT,Score card,track,,10,,floor -4; top 24; start 0,,,rulebook\n"
HIGHER, LOWER, SAME, CATCH = range(4)


def cards_of(*edits: tuple[str, str]) -> Cards:
    cards, problems = reading(edited(*edits))
    assert problems.errors == []
    return cards


def errors(*edits: tuple[str, str]) -> list[Problem]:
    return reading(edited(*edits))[1].errors


def only_error(*edits: tuple[str, str]) -> Problem:
    (problem,) = errors(*edits)
    return problem


def where(problem: Problem) -> tuple[int | None, str]:
    return problem.line, problem.column


def charm_row(line: int) -> str:
    """The start of a charm row, as far as the suit: line 2 is charm 1."""
    return REFERENCE.splitlines()[line - 1].rsplit(",", 6)[0]


# The reference set (5.3)


def test_the_reference_set_has_26_rows_and_nothing_odd():
    cards, problems = reading(REFERENCE)
    assert len(REFERENCE.splitlines()) == 27
    assert (problems.errors, problems.notices) == ([], [])
    assert len(cards.charms) == len(cards.deck) == 21
    assert cards.keys == ("higher", "lower", "same", "catch")
    assert cards.ids == (*(f"FY{n:02}" for n in range(1, 22)), "FYG1", "FYG2", "FYG3", "FYG4")
    assert cards.track == Track("FYT", copies=10, floor=-4, top=24, start=0)


def test_the_reference_charms():
    for number, charm in enumerate(cards_of().charms, start=1):
        fairy = number in (4, 11, 18)
        name = f"{'Fairy' if fairy else 'Charm'} {number}"
        assert charm == Charm(f"FY{number:02}", name, number, "ABC"[(number - 1) // 7], fairy, 1)


def test_the_reference_guesses():
    expected = [
        ("Higher", 2, "next > pile"),
        ("Lower", 2, "next < pile"),
        ("Same suit", 4, "same suit"),
        ("Catch", 7, "fairy"),
    ]
    for guess, (name, gain, condition) in zip(cards_of().guesses, expected, strict=True):
        assert guess == Guess(guess.id, name, guess.key, gain, 1, parse_condition(condition, "ABC"))


def test_the_reference_sources():
    table = parse_cards(REFERENCE, "cards.csv", ["fairy"]).tables["fairy"]
    known = {row.id for row in table.rows if row.source == "rulebook"}
    assert known == {"FY04", "FY07", "FY11", "FY14", "FY18", "FY19", "FYG1", "FYG2", "FYG3", "FYG4", "FYT"}
    assert {row.source for row in table.rows} == {"rulebook", "assumed"}


# What else is read


def test_rows_with_copies_0_are_left_out():
    cards = cards_of((charm_row(2) + ",1,", charm_row(2) + ",0,"), ("Lower,guess,,1", "Lower,guess,,0"))
    assert len(cards.charms) == 20
    assert cards.keys == ("higher", "same", "catch")
    assert cards.ids[0] == "FY02"


def test_keys_fairy_and_track_may_be_written_in_capitals_and_with_blanks():
    cards = cards_of(("key=higher", " KEY = Higher "), (",fairy,,number=4", ",FAIRY,, Number = 4"),
                     ("floor -4; top 24; start 0", "Floor-4 ;TOP 24;start  - 1"))  # fmt: skip
    assert cards.keys[0] == "higher"
    assert cards.charms[3].fairy
    assert (cards.track.floor, cards.track.start) == (-4, -1)


def test_whole_numbers_as_some_spreadsheets_write_them():
    cards = cards_of(("Catch,guess,,1,1,fairy,7,", "Catch,guess,,1.0,2.0,fairy,9.0,"))
    assert (cards.guesses[CATCH].gain, cards.guesses[CATCH].loss) == (9, 2)


def test_negative_numbers_on_charms():
    assert cards_of(("number=1,", "number=-1,")).charms[0].number == -1


def test_conditions_may_name_the_suit_of_a_withdrawn_card():
    rows = REFERENCE.replace(charm_row(2) + ",1,", charm_row(2).replace(",A", ",D") + ",0,")
    cards, problems = reading(rows.replace("same suit", "suit = d"))
    assert problems.errors == []
    assert str(cards.guesses[SAME].condition) == "suit = D"


# Refused (7.3)


@pytest.mark.parametrize("copies", ["", "one", "-1", "1.5", "65"])
def test_copies_of_a_charm(copies):
    assert where(only_error((charm_row(6) + ",1,", f"{charm_row(6)},{copies},"))) == (6, "copies")


@pytest.mark.parametrize("copies", ["", "-1", "2"])
def test_copies_of_a_guess_are_0_or_1(copies):
    problem = only_error(("Lower,guess,,1", f"Lower,guess,,{copies}"))
    assert (where(problem), problem.allowed) == ((24, "copies"), "a whole number from 0 to 1")


@pytest.mark.parametrize(
    "traits", ["", "number=", "number=five", "number=5.5", "5", "number=1000001", "number=-1000001"]
)
def test_number_of_a_charm(traits):
    assert where(only_error(("number=5,", f"{traits},"))) == (6, "traits")


def test_misspelt_number_names_the_nearest():
    problem = only_error(("number=5,", "nubmer=5,"))
    assert (problem.value, problem.nearest) == ("nubmer=5", "number")


def test_number_given_twice():
    assert "twice" in only_error(("number=5,", "number=5; number=6,")).message


def test_traits_end_without_semicolon():
    assert where(only_error(("number=5,", "number=5;,"))) == (6, "traits")


def test_blank_suit():
    assert where(only_error(("Charm 5,charm,A", "Charm 5,charm,"))) == (6, "set")


def test_effect_of_a_charm():
    problem = only_error((",fairy,,number=4", ",fary,,number=4"))
    assert (where(problem), problem.nearest) == ((5, "effect"), "fairy")


def test_fewer_than_3_cards():
    text = "".join(line + "\n" for line in REFERENCE.splitlines() if ",charm," not in line or "Fairy" in line)
    (problem,) = reading(text.replace("Fairy 4,charm,A,1", "Fairy 4,charm,A,0"))[1].errors
    assert problem.message == "the number of cards in the deck is 2"


def test_more_than_64_cards():
    assert only_error((charm_row(2) + ",1,", charm_row(2) + ",45,")).message == "the number of cards in the deck is 65"


@pytest.mark.parametrize("edit", [(",fairy,,number", ",,,number"), ("B,1,,fairy", "B,0,,fairy")])
def test_no_fairy(edit):
    edits = [edit] if edit[1] == ",,,number" else [edit, ("A,1,,fairy", "A,0,,fairy"), ("C,1,,fairy", "C,0,,fairy")]
    assert "shows a fairy" in only_error(*edits).message


@pytest.mark.parametrize("column", ["points", "cost"])
@pytest.mark.parametrize("amount", ["", "-1", "x", "1001", "2.5"])
def test_points_and_cost_of_a_guess(column, amount):
    cells = f"1,{amount},same suit,4" if column == "cost" else f"1,1,same suit,{amount}"
    assert where(only_error(("1,1,same suit,4", cells))) == (25, column)


def test_fewer_than_2_guesses():
    edits = [(f"{name},guess,,1", f"{name},guess,,0") for name in ("Higher", "Lower", "Same suit")]
    assert only_error(*edits).message == "the number of guesses in play is 1"


def test_more_than_8_guesses():
    more = "".join(f"fairy,X{n},X,guess,,1,1,gap > {n},1,key=x{n},assumed\n" for n in range(5))
    (problem,) = reading(REFERENCE + more)[1].errors
    assert problem.message == "the number of guesses in play is 9"
    assert reading((REFERENCE + more).replace("X,guess,,1", "X,guess,,0"))[0]


def test_condition_that_does_not_parse_says_where():
    problem = only_error(("next > pile", "next >> pile"))
    assert where(problem) == (23, "effect")
    assert "character 6" in problem.message
    assert problem.value == "next >> pile"


def test_blank_condition():
    assert where(only_error(("next > pile", ""))) == (23, "effect")


def test_unknown_suit_name():
    problem = only_error(("next > pile", "suit = D"))
    assert (where(problem), "A, B, C" in problem.allowed) == ((23, "effect"), True)


@pytest.mark.parametrize(
    "traits", ["", "key=", "key", "key=7", "key=2nd", "key=straße", "key=a_b", "key=" + "x" * 17, "key=a b"]
)
def test_unusable_key(traits):
    assert where(only_error(("key=same", traits))) == (25, "traits")


@pytest.mark.parametrize("key", ["wrong", "clamped", "start", "tb_same", "Wrong"])
def test_reserved_key(key):
    assert "reserved" in only_error(("key=same", f"key={key}")).message


def test_double_key_names_the_earlier_line():
    problem = only_error(("key=lower", "key=Higher"))
    assert where(problem) == (24, "traits")
    assert "line 23 ('Higher')" in problem.message


def test_a_withdrawn_guess_may_share_its_key():
    assert cards_of(("key=lower", "key=higher"), ("Lower,guess,,1", "Lower,guess,,0"))


def test_no_track():
    assert only_error((TRACK_ROW, "")).message.startswith("there is no track row")


def test_two_tracks():
    problem = only_error((TRACK_ROW, TRACK_ROW + TRACK_ROW.replace("FYT", "FYT2")))
    assert where(problem) == (28, "kind")
    assert "line 27" in problem.message


@pytest.mark.parametrize(
    "effect",
    ["", "24", "floor -4", "floor -4; top 24", "floor -4; top x; start 0", "top 24; floor -4; start 0",
     "floor -4; top 24; start 0;", "floor -4; top 24; start 0; end 3", "floor -4 top 24 start 0",
     "floor 4.5; top 24; start 5"],
)  # fmt: skip
def test_track_that_does_not_parse(effect):
    assert where(only_error(("floor -4; top 24; start 0", effect))) == (27, "effect")


def test_misspelt_track_word_names_the_nearest():
    assert only_error(("floor -4", "flor -4")).nearest == "floor"


@pytest.mark.parametrize(
    ("floor", "top", "start"), [(1, 24, 0), (-4, 0, 0), (-4, 24, 25), (-10001, 24, 0), (0, 10001, 0)]
)
def test_floor_start_and_top_in_this_order(floor, top, start):
    problem = only_error(("floor -4; top 24; start 0", f"floor {floor}; top {top}; start {start}"))
    assert where(problem) == (27, "effect")


def test_start_may_be_at_the_floor():
    assert cards_of(("floor -4", "floor 0")).track.floor == 0


@pytest.mark.parametrize("copies", ["", "1", str(MAX_SEATS + 1)])
def test_copies_of_the_track_are_numbers_of_players(copies):
    problem = only_error(("track,,10", f"track,,{copies}"))
    assert (where(problem), problem.allowed) == ((27, "copies"), f"a whole number from 2 to {MAX_SEATS}")


def test_nothing_is_called_missing_when_a_row_is_merely_misspelt():
    assert [where(problem) for problem in errors(("Score card,track", "Score card,trak"))] == [(27, "kind")]
    problems = errors(
        (",fairy,,number=4", ",fary,,number=4"),
        (",fairy,,number=11", ",,,number=11"),
        (",fairy,,number=18", ",,,number=18"),
    )
    assert [where(problem) for problem in problems] == [(5, "effect")]


# Anything at all
