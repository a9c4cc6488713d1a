"""What holds of the cards of every game: anything is read or refused in words, all at once, and nothing is ignored."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.cards.check import COLUMNS
from balance.cards.own import notice_others, own_table
from balance.cards.read import parse_cards
from balance.common.errors import InputError, Problem, Problems
from balance.engine.game import find_game, game_ids
from helpers.card_tables import Row, text_of
from helpers.contract import contract_of, rows_of_table
from helpers.marks import is_night, one_by_day

every_game = pytest.mark.parametrize("game", game_ids())
FREE = {"game", "id", "name", "source"}
"""Columns that no game reads for its rules."""
WRONG = "??"


def small_rows(game: str) -> list[Row]:
    """The rows of the game's small table."""
    return (contract_of(game).rows or (lambda: rows_of_table(game)))()


def reading(game: str, rows: Iterable[Row]) -> Problems:
    """What is said about these rows: cards or errors, never both, each problem with what it is about."""
    problems = Problems()
    try:
        tables = parse_cards(text_of(rows), "cards.csv", [game]).tables
    except InputError as error:
        problems.errors.extend(error.problems)
    else:
        notice_others(tables.values(), {id: find_game(id).card_columns for id in game_ids()}, problems)
        definition = find_game(game)
        table = own_table(tables[game], definition.card_columns, problems)
        cards = None if problems.errors else definition.read_cards(table, problems)
        assert (cards is None) == bool(problems.errors)
    for problem in (*problems.errors, *problems.notices):
        assert problem.message
        assert all(line.isprintable() for line in str(problem).splitlines())
    return problems


def places(problems: Iterable[Problem]) -> set[tuple[int | None, str]]:
    """Lines and columns of problems."""
    return {(problem.line, problem.column) for problem in problems}


def first_of_kinds(rows: list[Row]) -> dict[str, int]:
    """The place of the first row of every kind."""
    firsts: dict[str, int] = {}
    for place, row in enumerate(rows):
        firsts.setdefault(row["kind"], place)
    return firsts


def changed(rows: list[Row], place: int, **cells: object) -> list[Row]:
    """The rows with cells of one of them changed."""
    new = {name: str(text) for name, text in cells.items()}
    return [row | new if number == place else row for number, row in enumerate(rows)]


def refused_cells(game: str) -> Iterator[tuple[int, str]]:
    """Of the first row of every kind: its place and the columns that are refused when they hold ``WRONG``."""
    rows = small_rows(game)
    for place in first_of_kinds(rows).values():
        for column in rows[place].keys() - FREE:
            if (place + 2, column) in places(reading(game, changed(rows, place, **{column: WRONG})).errors):
                yield place, column


@every_game
def test_the_reference_table_and_the_small_one_have_nothing_wrong_and_nothing_odd(game: str):
    for rows in (rows_of_table(game), small_rows(game)):
        problems = reading(game, rows)
        assert (problems.errors, problems.notices) == ([], [])


@every_game
def test_rows_may_stand_in_any_order(game: str):
    assert reading(game, small_rows(game)[::-1]).errors == []


@every_game
def test_no_rows_are_refused(game: str):
    row = dict.fromkeys(COLUMNS, "") | {"game": "another", "id": "X", "source": "assumed"}
    table = parse_cards(text_of([row]), "cards.csv", [game, "another"]).tables.get(game)
    problems = Problems()
    assert table is None or find_game(game).read_cards(table, problems) is None
    assert table is None or problems.errors


@every_game
def test_an_unknown_kind_is_told_with_the_nearest(game: str):
    rows = small_rows(game)
    for kind, place in first_of_kinds(rows).items():
        errors = reading(game, changed(rows, place, kind=kind + "x")).errors
        (problem,) = [problem for problem in errors if problem.column == "kind"]
        assert (problem.line, problem.nearest) == (place + 2, kind)


@every_game
def test_a_misspelt_cell_is_told_where_it_stands_and_nothing_is_called_missing_for_it(game: str):
    rows = small_rows(game)
    cells = list(refused_cells(game))
    assert {"kind", "copies", "effect"} <= {column for _, column in cells}
    for place, column in cells:
        errors = reading(game, changed(rows, place, **{column: WRONG})).errors
        assert places(errors) == {(place + 2, column)}, rows[place]


@every_game
def test_all_problems_are_told_at_once(game: str):
    """Whatever is refused alone is refused among all the others."""
    rows = small_rows(game)
    cells = [(place, column) for place, column in refused_cells(game) if column != "kind"]
    for place, column in cells:
        rows = changed(rows, place, **{column: WRONG})
    assert places(reading(game, rows).errors) >= {(place + 2, column) for place, column in cells}
    rows = [row | {"kind": WRONG} for row in rows]
    assert {line for line, _ in places(reading(game, rows).errors)} == set(range(2, len(rows) + 2))


@every_game
def test_rows_with_copies_0_are_checked_all_the_same(game: str):
    rows = small_rows(game)
    for place, column in refused_cells(game):
        if column != "copies":
            spare = rows[place] | {"id": "spare", "copies": "0", column: WRONG}
            assert (len(rows) + 2, column) in places(reading(game, [*rows, spare]).errors), spare


@every_game
def test_a_cell_that_means_nothing_is_refused_or_noticed_and_once_for_many_rows(game: str):
    rows = small_rows(game)
    filled = defaultdict(set)
    for row in [*rows, *rows_of_table(game)]:
        filled[row["kind"]] |= {column for column, text in row.items() if text}
    for kind, place in first_of_kinds(rows).items():
        for column in rows[place].keys() - FREE - filled[kind] - contract_of(game).free.get(kind, set()):
            problems = reading(game, changed(rows, place, **{column: "3"}))
            assert (place + 2, column) in places([*problems.errors, *problems.notices]), (kind, column)
            everywhere = [row | {column: "3"} if row["kind"] == kind else row for row in rows]
            notices = [notice for notice in reading(game, everywhere).notices if "not use" in notice.message]
            assert len(notices) <= 1, (kind, column)


@pytest.mark.slow
@pytest.mark.parametrize("game", one_by_day(game_ids(), "fairy_conundrum"))
def test_very_long_text_is_read_or_refused(game: str):
    rows = small_rows(game)
    assert reading(game, changed(rows, 0, name="x" * 201)).errors
    for place in first_of_kinds(rows).values():
        for column in rows[place].keys() - FREE:
            for text in (rows[place][column] or "x", "(", *(("1", "x + ", "a;") if is_night() else ())):
                reading(game, changed(rows, place, **{column: text * 2000}))


# Anything at all


@contextmanager
def shown(rows: object) -> Iterator[None]:
    """What could be neither read nor refused is shown."""
    try:
        yield
    except Exception as error:
        error.add_note(repr(rows))
        raise


@functools.cache
def texts(game: str) -> st.SearchStrategy[str]:
    """Any text, cells of the game, cells with a piece of another one in their middle, and what is odd."""
    cells = sorted({text for row in small_rows(game) for text in row.values()} | {*contract_of(game).odd_cells})
    some = st.sampled_from([*cells, "", "0", "-1", "1.5", "1000", "100000000000", "x", "(((", ";;", "="])
    spliced = st.tuples(some, some, st.integers(0, 12), st.integers(0, 12)).map(
        lambda drawn: drawn[0][: drawn[2]] + drawn[1][drawn[3] :]
    )
    letters = sorted(set("".join(cells)))
    return st.one_of(some, spliced, st.text(letters, max_size=20), st.text(max_size=30))


@pytest.mark.slow
@every_game
@given(data=st.data())
def test_any_text_in_any_cell_is_read_or_refused(game: str, data: Any):
    rows = small_rows(game)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(rows) - 1))
        column = data.draw(st.sampled_from(sorted(rows[place])))
        rows = changed(rows, place, **{column: data.draw(texts(game))})
    with shown(rows):
        reading(game, rows)


@pytest.mark.slow
@every_game
@given(data=st.data())
def test_any_rows_are_read_or_refused(game: str, data: Any):
    rows = small_rows(game)
    kinds = st.sampled_from([*first_of_kinds(rows), "x"])
    cells = {column: texts(game) for column in rows[0].keys() - FREE - {"kind"}}
    some = data.draw(st.lists(st.tuples(kinds, st.fixed_dictionaries(cells)), max_size=6))
    more = [dict.fromkeys(rows[0], "") | {"game": game, "id": f"X{n}", "kind": kind, "source": "assumed"} | row
            for n, (kind, row) in enumerate(some)]  # fmt: skip
    rows = [*(rows if data.draw(st.booleans()) else []), *more]
    with shown(rows):
        reading(game, rows)
