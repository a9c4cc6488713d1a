"""The checks of single rows and cells that need to know no game, and the canonical text of a table."""

from __future__ import annotations

import pytest

from balance.cards import COLUMNS, CardRow, integer, one_of, parse_cards
from balance.cards.check import CardTable
from balance.cards.own import own_table
from balance.common.errors import InputError, Problems

GAMES = ("fairy", "heroes")
HEADER = ",".join(COLUMNS)
FIRST = "fairy,F1,Charm 1,charm,A,1,,,,number=1,assumed"
SECOND = "heroes,H1,Natsu,hero,all,2,3,fight 2,4,icon=fire,rulebook"
GOOD = f"{HEADER}\n{FIRST}\n{SECOND}\n"


def parse(text: str):
    return parse_cards(text, "cards.csv", GAMES)


def only_error(text: str):
    with pytest.raises(InputError) as caught:
        parse(text)
    (problem,) = caught.value.problems
    return problem


def card(**cells: str) -> CardRow:
    return CardRow(**{"line": 7, "file": "cards.csv", **dict.fromkeys(COLUMNS, ""), **cells})


# The canonical text


def test_text_is_the_rows_of_the_game_under_the_standard_header():
    read = parse(GOOD)
    assert read.tables["fairy"].text == f"{HEADER}\n{FIRST}\n"
    assert read.tables["heroes"].text == f"{HEADER}\n{SECOND}\n"


def test_text_does_not_depend_on_how_the_file_was_saved():
    order = list(reversed(COLUMNS))
    cells = [dict(zip(COLUMNS, row.split(","), strict=True)) for row in (FIRST, SECOND)]
    turned = "\ufeff" + "\r\n".join(";".join(row[column] for column in order) for row in cells)
    turned = turned.replace("\ufeff", "\ufeff" + ";".join(order) + "\r\n")
    for game in GAMES:
        assert parse(turned).tables[game].text == parse(GOOD).tables[game].text
        assert parse(turned).tables[game].sha256 == parse(GOOD).tables[game].sha256


def test_sha256_changes_with_any_cell():
    assert parse(GOOD).tables["fairy"].sha256 != parse(GOOD.replace("Charm 1", "Charm")).tables["fairy"].sha256


def own_text(columns: str, *cells: str) -> str:
    """The canonical text of rows of the game with own columns."""
    rows = [f"fairy_conundrum,C{n},,fairy,,,,,,,assumed,{text}" for n, text in enumerate(cells)]
    return seen("\n".join([f"{HEADER},{columns}", *rows])).text


def seen(text: str) -> CardTable:
    """The rows as a game with the columns ray, mat and decks sees them."""
    table = parse_cards(text, "cards.csv", ["fairy_conundrum"]).tables["fairy_conundrum"]
    return own_table(table, ("ray", "mat", "decks"), Problems())


def test_text_has_own_columns_that_a_row_fills():
    assert own_text("ray,mat", "1,", ",").splitlines()[0] == f"{HEADER},ray"


def test_text_has_no_own_columns_that_no_row_fills():
    assert own_text("ray,mat", ",", ",").splitlines()[0] == HEADER


def test_text_has_own_columns_in_their_order():
    assert own_text("mat,ray", "2,1") == own_text("ray,mat", "1,2")


def test_text_of_other_games_has_no_own_columns():
    with_own = GOOD.replace(HEADER, f"{HEADER},ray")
    assert parse(with_own).tables["heroes"].text == parse(GOOD).tables["heroes"].text


def test_text_with_own_columns_is_read_as_the_same():
    text = own_text("ray,decks", "1,dawn:5", "2,")
    assert seen(text).text == text


# Accepted


@pytest.mark.parametrize("name", ["Fée\u00a0!", "妖精", "\U0001f9da\u200d\u2640\ufe0f", "x" * 200, ""])
def test_names_are_free_text(name):
    assert parse(GOOD.replace("Natsu", name)).tables["heroes"].rows[0].name == name


def test_effects_may_go_over_several_lines():
    assert parse(GOOD.replace("fight 2", '"a\n\tb"')).tables["heroes"].rows[0].effect == "a\n\tb"


# Refused


def test_unknown_game_names_the_nearest():
    problem = only_error(GOOD.replace("heroes,H1", "heros,H1"))
    assert (problem.line, problem.column, problem.value, problem.nearest) == (3, "game", "heros", "heroes")


def test_blank_game():
    assert only_error(GOOD.replace("heroes,H1", ",H1")).message == "the cell is blank"


@pytest.mark.parametrize("name", ["F 1", "F1!", "é", "x" * 41])
def test_unusable_id(name):
    problem = only_error(GOOD.replace("F1", name))
    assert (problem.line, problem.column, problem.value) == (2, "id", name)


def test_blank_id():
    assert only_error(GOOD.replace("F1", "")).message == "the cell is blank"


def test_double_id_names_the_earlier_line():
    problem = only_error(GOOD + FIRST.replace("Charm 1", "Charm 2"))
    assert (problem.line, problem.column, problem.value) == (4, "id", "F1")
    assert "line 2 ('Charm 1')" in problem.message


def test_the_same_id_in_two_games_is_fine():
    assert parse(GOOD.replace("H1", "F1")).tables["heroes"].rows[0].id == "F1"


@pytest.mark.parametrize("source", ["", "rulebok", "Rulebook"])
def test_unknown_or_blank_source(source):
    problem = only_error(GOOD.replace("rulebook", source))
    assert (problem.line, problem.column, problem.allowed) == (3, "source", "rulebook, published, assumed")
    assert problem.nearest == ("rulebook" if source else None)


def test_name_of_more_than_200_characters():
    assert "201 characters" in only_error(GOOD.replace("Natsu", "x" * 201)).message


@pytest.mark.parametrize("bad", ["\x1b", "\x07", "\u202e", "\x85x", "\u2028x"])
@pytest.mark.parametrize("column", ["Natsu", "fight 2"])
def test_control_characters(column, bad):
    problem = only_error(GOOD.replace(column, column + bad + "x"))
    assert "invisible" in problem.message
    assert "\x1b" not in str(problem)


def test_line_break_in_a_name():
    assert "line break" in only_error(GOOD.replace("Natsu", '"Nat\nsu"')).message


# Cells


@pytest.mark.parametrize(("cell", "number"), [("7", 7), ("7.0", 7), ("7.00", 7), ("-4", -4), ("+3", 3), ("007", 7)])
def test_integer_reads_whole_numbers(cell, number):
    problems = Problems()
    assert integer(card(copies=cell), "copies", problems, -10, 10) == number
    assert problems.errors == []


@pytest.mark.parametrize("cell", ["7.5", "1.000", "1,0", "x", "--1", "٣", "1e3", "9" * 5000, ""])
def test_integer_refuses_the_rest(cell):
    problems = Problems()
    assert integer(card(copies=cell), "copies", problems, 0, 10) is None
    (problem,) = problems.errors
    assert (problem.line, problem.column, problem.allowed) == (7, "copies", "a whole number from 0 to 10")


@pytest.mark.parametrize(("cell", "says"), [("-1", "too small"), ("11", "too large")])
def test_integer_out_of_range(cell, says):
    problems = Problems()
    assert integer(card(copies=cell), "copies", problems, 0, 10) is None
    assert says in problems.errors[0].message


def test_integer_default_is_for_blank_cells():
    assert integer(card(), "copies", Problems(), 5, 10, default=0) == 0
    problems = Problems()
    assert integer(card(copies="x"), "copies", problems, 5, 10, default=0) is None
    assert problems.errors


def test_one_of_names_the_nearest():
    problems = Problems()
    assert one_of(card(kind="charm"), "kind", problems, ("charm", "guess"))
    assert not one_of(card(kind="gues"), "kind", problems, ("charm", "guess"))
    assert problems.errors[0].nearest == "guess"
