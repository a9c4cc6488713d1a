"""Cells piece by piece: what every game's reader of its own notation has in common."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from balance.cards import COLUMNS, CardRow
from balance.cards.check import NotationError
from balance.cards.pieces import PieceReader, check_length, read_cell, read_filled
from balance.common.errors import Problems


class Small(PieceReader):
    pattern = re.compile(r"\s*(?:(?P<word>-?\w+)|(?P<sign>\S))")
    capitals_matter = False
    longest = 20

    def like(self, words: Sequence[str]) -> str | None:
        return words[0] if words else None


class Large(Small):
    capitals_matter = True


def row(cost: str) -> CardRow:
    return CardRow(**{"line": 7, "file": "cards.csv", **dict.fromkeys(COLUMNS, ""), "cost": cost})


def test_pieces_bear_their_kind_and_their_character():
    pieces = [(piece.kind, piece.text, piece.at) for piece in Small("ab + 3 ", "cost").pieces]
    assert pieces == [("word", "ab", 1), ("sign", "+", 4), ("word", "3", 6), ("end", "", 7)]


def test_small_letters_are_read_where_capitals_do_not_matter():
    piece = Small("Ab", "cost").piece
    assert (piece.text, piece.original) == ("ab", "Ab")


def test_capitals_stay_where_they_matter():
    assert Large("Ab", "cost").piece.text == "Ab"


def test_take_steps_over_one_of_its_texts_only():
    reader = Small("a b", "cost")
    assert [reader.take("b", "a"), reader.take("a"), reader.take("b")] == ["a", "", "b"]


def test_take_finds_nothing_at_the_end():
    assert Small("", "cost").take("") == ""


def test_stop_shows_the_piece_as_written_and_what_may_be_meant():
    error = Small("  Ab", "cost").stop("'+'", ("+",))
    assert error.message.startswith("this cost cannot be read from character 3 on: ")
    assert "Ab" in error.message
    assert (error.allowed, error.like) == ("at this place '+'", "+")


def test_stop_at_the_end_says_that_the_cell_stops_too_early():
    error = Small("", "cost").stop("a colour", ("red",))
    assert error.message == "this cost stops too early, at character 1"
    assert (error.allowed, error.like) == ("there a colour", None)


def test_room_for_one_more_below_the_most():
    Small("a", "cost").room(1, 2, "terms")


def test_no_room_for_one_more_at_the_most():
    with pytest.raises(NotationError, match="this cost has more than 2 terms, from character 1 on"):
        Small("a", "cost").room(2, 2, "terms")


def test_end_names_the_signs_that_may_stand_there():
    with pytest.raises(NotationError) as caught:
        Small("a", "cost").end(("/", "+"))
    assert caught.value.allowed == "at this place '/' or '+' or the end"


@pytest.mark.parametrize("number", [1, 5])
def test_numbers_up_to_both_bounds_are_read(number):
    assert Small(str(number), "cost").number(1, 5) == number


@pytest.mark.parametrize(("text", "size"), [("0", "small"), ("-3", "small"), ("6", "large")])
def test_numbers_beyond_their_bounds_are_refused(text, size):
    with pytest.raises(NotationError, match=f"the number at character 1 is too {size}"):
        Small(text, "cost").number(1, 5)


def test_a_word_is_no_number():
    with pytest.raises(NotationError) as caught:
        Small("x", "cost").number(1, 5, " or 'all'", ("all",))
    assert caught.value.allowed == "at this place a whole number from 1 to 5 or 'all'"
    assert caught.value.like == "all"


def test_the_longest_cell_is_read():
    assert Small("a" * 20, "cost").piece.text == "a" * 20


def test_a_longer_cell_is_refused():
    with pytest.raises(NotationError) as caught:
        Small("a" * 21, "cost")
    assert (caught.value.message, caught.value.allowed) == ("this cost has 21 characters", "at most 20 characters")


def test_blanks_count_as_characters_of_a_cell():
    with pytest.raises(NotationError, match="this cost has 3 characters"):
        check_length("   ", "cost", 2)


def test_a_cell_that_can_be_read_adds_no_error():
    problems = Problems()
    assert read_cell(row("3"), "cost", int, problems) == 3
    assert not problems.errors


def test_a_cell_that_cannot_be_read_adds_an_error_of_its_row():
    problems = Problems()

    def refuse(text: str) -> int:
        raise NotationError("it is odd", "even numbers", "4")

    assert read_cell(row("3"), "cost", refuse, problems) is None
    (error,) = problems.errors
    assert (error.line, error.column, error.value) == (7, "cost", "3")
    assert (error.message, error.allowed, error.nearest) == ("it is odd", "even numbers", "4")


def test_a_blank_cell_that_must_be_filled_is_an_error():
    problems = Problems()
    assert read_filled(row(""), "cost", int, "a number", problems) is None
    (error,) = problems.errors
    assert (error.message, error.allowed) == ("the cell is blank", "a number")


def test_a_filled_cell_is_read():
    assert read_filled(row("3"), "cost", int, "a number", Problems()) == 3
