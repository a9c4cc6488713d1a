"""Logging choices among cards, and the two columns that tell of them."""

from __future__ import annotations

import duckdb
import numpy as np
import pytest

from balance.engine.game.columns import CHOICE_COLUMNS
from balance.engine.game.log import Table
from balance.engine.kernels.buffers import block
from balance.engine.kernels.choices import (
    CHOICES,
    MOST_CHOICES,
    NOTHING,
    begin_choices,
    choices_record,
    fill_choices,
    log_choice,
)
from balance.engine.kernels.kernel import new

SEATS, CARDS, OPTIONS = 2, 5, 4
ROWS = new(block(**CHOICES))
RECORD = choices_record(SEATS, CARDS, OPTIONS)


class Book:
    """What is logged of one game after another."""

    def __init__(self) -> None:
        self.record = new(RECORD)

    def begin(self) -> None:
        begin_choices(self.record, SEATS)

    def log(self, options: list[int], chosen: int, seat: int = 0) -> None:
        self.record.option[: len(options)] = options
        log_choice(self.record, seat, len(options), chosen)

    def rows(self, seat: int = 0) -> list[tuple[int, int]]:
        """options_in and chosen_in of every card, as readers see them; the game is over."""
        for card in range(CARDS):
            fill_choices(ROWS, card, self.record, seat, card)
        table = Table("cards", CHOICE_COLUMNS)
        connection = duckdb.connect()
        connection.register("there", table.frame(ROWS, CARDS).to_arrow())
        return connection.sql(table.view("there")).fetchall()


def test_every_choice_has_a_bit():
    book = Book()
    book.begin()
    book.log([0, 1, 3], 1)
    book.log([3, 0], 0)
    book.log([4, 3, 1], 3)
    assert book.rows() == [(0b011, 0b010), (0b101, 0b001), (0, 0), (0b111, 0b100), (0b100, 0)]


def test_seats_count_for_themselves():
    book = Book()
    book.begin()
    book.log([0, 1], 1)
    book.log([2, 1], 2, seat=1)
    assert book.rows(0) == [(1, 0), (1, 1), (0, 0), (0, 0), (0, 0)]
    assert book.rows(1) == [(0, 0), (1, 0), (1, 1), (0, 0), (0, 0)]


def test_equal_copies_are_one_option():
    book = Book()
    book.begin()
    book.log([2, 1, 2, 1], 1)
    assert book.rows() == [(0, 0), (1, 1), (1, 0), (0, 0), (0, 0)]


@pytest.mark.parametrize(("options", "chosen"), [([], NOTHING), ([3], 3), ([3], NOTHING), ([3, 3, 3], 3)])
def test_fewer_than_two_different_cards_are_no_choice(options, chosen):
    book = Book()
    book.begin()
    book.log([0, 1], 0)
    book.log(options, chosen)
    book.log([0, 3], 3)
    assert book.rows() == [(0b11, 0b01), (0b01, 0), (0, 0), (0b10, 0b10), (0, 0)]


def test_a_seat_may_take_nothing():
    book = Book()
    book.begin()
    book.log([0, 4], NOTHING)
    assert book.rows() == [(1, 0), (0, 0), (0, 0), (0, 0), (1, 0)]


def test_the_first_63_choices_are_recorded_and_no_number_is_negative():
    book = Book()
    book.begin()
    for _ in range(70):
        book.log([1, 2], 2)
    everything = (1 << MOST_CHOICES) - 1
    assert book.rows() == [(0, 0), (everything, 0), (everything, everything), (0, 0), (0, 0)]
    assert everything == np.iinfo(np.int64).max


def test_the_next_game_begins_anew():
    book = Book()
    for _ in range(2):
        book.begin()
        book.log([0, 1], 0)
        assert book.rows()[:2] == [(1, 1), (1, 0)]
    book.begin()
    assert book.rows() == [(0, 0)] * CARDS
