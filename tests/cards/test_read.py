"""Reading cards.csv, whatever a person or a spreadsheet does to it. One test per habit and per refusal."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.cards import (
    COLUMNS,
    CardRow,
    default_cards,
    packaged_cards,
    parse_cards,
    read_cards,
)
from balance.cards.own import notice_others, own_table
from balance.cards.read import LARGEST_FILE
from balance.common.errors import InputError, Problems
from balance.engine.game import find_game, game_ids

GAMES = ("fairy", "heroes")
HEADER = ",".join(COLUMNS)
FIRST = "fairy,F1,Charm 1,charm,A,1,,,,number=1,assumed"
SECOND = "heroes,H1,Natsu,hero,all,2,3,fight 2,4,icon=fire,rulebook"
GOOD = f"{HEADER}\n{FIRST}\n{SECOND}\n"


def parse(text: str):
    return parse_cards(text, "cards.csv", GAMES)


def errors(text: str) -> list:
    with pytest.raises(InputError) as caught:
        parse(text)
    return caught.value.problems


def only_error(text: str):
    (problem,) = errors(text)
    return problem


def file_error(path: Path, raw: bytes | None = None):
    if raw is not None:
        path.write_bytes(raw)
    with pytest.raises(InputError) as caught:
        read_cards(path, GAMES)
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    return problem


# What is read


def test_rows_are_read_by_game_with_their_lines():
    read = parse(GOOD)
    (row,) = read.tables["heroes"].rows
    assert row == CardRow(3, "heroes", "H1", "Natsu", "hero", "all", "2", "3", "fight 2", "4", "icon=fire", "rulebook")
    assert (row.line, row.file) == (3, "cards.csv")
    assert [row.id for row in read.tables["fairy"].rows] == ["F1"]
    assert read.notices == []


def test_a_known_game_without_rows_has_an_empty_table():
    assert parse(f"{HEADER}\n{FIRST}\n").tables["heroes"].rows == ()


def test_a_file_of_a_header_alone_has_no_rows():
    assert all(table.rows == () for table in parse(HEADER).tables.values())


def test_read_cards_reads_what_parse_cards_reads(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text(GOOD, encoding="utf-8")
    read = read_cards(path, GAMES)
    assert read.path == path
    assert read.tables["fairy"].file == str(path)
    assert read.tables["fairy"].rows == parse(GOOD).tables["fairy"].rows


def test_cells_are_stripped():
    assert parse(GOOD.replace("Natsu", "  Natsu\u00a0 ")).tables["heroes"].rows[0].name == "Natsu"


def test_the_default_table_is_the_one_in_this_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balance.cards.read.packaged_cards", packaged_cards)
    assert default_cards() == packaged_cards()
    (tmp_path / "cards.csv").write_text(GOOD, encoding="utf-8")
    assert default_cards().resolve() == tmp_path / "cards.csv"


def test_a_table_whose_name_is_in_another_case_is_not_passed_over(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Cards.CSV").write_text(GOOD, encoding="utf-8")
    with pytest.raises(InputError) as told:
        default_cards()
    assert str(told.value) == "'Cards.CSV' is not read: rename it to cards.csv, or say --cards Cards.CSV"
    (tmp_path / "cards.csv").write_text(GOOD, encoding="utf-8")
    assert default_cards() == Path("cards.csv")


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to("nowhere")], ids=["a folder", "a lost link"])
def test_what_is_no_table_is_not_passed_over_either(tmp_path, monkeypatch, make):
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "cards.csv")
    assert default_cards() == Path("cards.csv")
    with pytest.raises(InputError, match=r"^cards.csv: (this is a folder|there is no such file)"):
        read_cards(default_cards(), GAMES)


# Habits of spreadsheets and editors


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_any_line_end(end):
    read = parse(GOOD.replace("\n", end))
    assert read.tables["heroes"].rows == parse(GOOD).tables["heroes"].rows
    assert read.tables["heroes"].rows[0].line == 3


def test_byte_order_mark(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert read_cards(path, GAMES).tables["fairy"].rows
    assert parse("\ufeff" + GOOD).tables["fairy"].rows


def test_quoted_cells_with_commas_quotes_and_line_breaks():
    text = GOOD.replace("fight 2", '"one, ""two""\nthree"') + FIRST.replace("F1", "F2") + "\n"
    read = parse(text)
    assert read.tables["heroes"].rows[0].effect == 'one, "two"\nthree'
    assert [row.line for row in read.tables["fairy"].rows] == [2, 5]


def test_blank_before_a_quote():
    assert parse(GOOD.replace("fight 2", ' "a, b"')).tables["heroes"].rows[0].effect == "a, b"


def test_a_quote_inside_a_plain_cell_is_text():
    assert parse(GOOD.replace("Natsu", '7" disc')).tables["heroes"].rows[0].name == '7" disc'


def test_trailing_blank_columns():
    text = "\n".join(line + ",,," for line in GOOD.splitlines())
    assert parse(text).tables["fairy"].rows == parse(GOOD).tables["fairy"].rows
    assert parse(text).notices == []


def test_empty_lines_and_lines_of_commas_keep_the_line_numbers():
    read = parse(f"\n,,\n{HEADER}\n\n{FIRST}\n,,,,,,,,,,\n  \n{SECOND}\n\n")
    assert [row.line for table in read.tables.values() for row in table.rows] == [5, 8]


def test_header_words_in_any_case_and_with_blanks():
    text = GOOD.replace(HEADER, HEADER.title().replace(",", " ,  "))
    assert parse(text).tables["fairy"].rows == parse(GOOD).tables["fairy"].rows


def test_columns_in_any_order():
    cells = FIRST.split(",")
    text = ",".join(reversed(COLUMNS)) + "\n" + ",".join(reversed(cells)) + "\n"
    assert parse(text).tables["fairy"].rows[0] == parse(GOOD).tables["fairy"].rows[0]


def test_a_short_row_is_filled_with_blanks_when_it_reaches_the_source():
    row = CardRow(2, "fairy", "F1", "", "", "", "", "", "", "", "", "assumed")
    text = "source,game,id,name,kind,set,copies,cost,effect,points,traits\nassumed,fairy,F1\n"
    assert parse(text).tables["fairy"].rows == (row,)


@pytest.mark.parametrize(("separator", "word"), [(";", "semicolons"), ("\t", "tabs")])
def test_other_separators_are_told_from_the_header_and_noticed(separator, word):
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(csv.reader(io.StringIO(GOOD.replace("fight 2", '"a;b\tc"'))))
    read = parse(out.getvalue())
    assert read.tables["heroes"].rows[0].effect == "a;b\tc"
    (notice,) = read.notices
    assert word in str(notice)


def test_columns_nobody_reads_are_noticed_once_and_ignored():
    lines = GOOD.splitlines()
    text = "\n".join([lines[0] + ",win_share,seen", *(line + ",0.25,7" for line in lines[1:])])
    table = parse(text).tables["fairy"]
    assert own_table(table, (), Problems()).text == parse(GOOD).tables["fairy"].text
    (notice,) = noticed(text, {"fairy": (), "heroes": ()})
    assert "'win_share', 'seen'" in str(notice)
    assert notice.line == 1


# Refused: the file


def test_missing_file_names_the_nearest(tmp_path):
    (tmp_path / "cards.csv").write_text(GOOD, encoding="utf-8")
    problem = file_error(tmp_path / "crads.csv")
    assert "no such file" in problem.message
    assert problem.nearest == str(tmp_path / "cards.csv")


def test_missing_folder(tmp_path):
    assert "no such file" in file_error(tmp_path / "nowhere" / "cards.csv").message


def test_a_folder(tmp_path):
    assert "folder" in file_error(tmp_path).message


def test_no_ordinary_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "not an ordinary file" in file_error(tmp_path / "pipe").message


def test_unreadable_file(tmp_path, monkeypatch):
    path = tmp_path / "cards.csv"
    path.touch()

    def refuse(*_args):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert "permission" in file_error(path).message


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_impossible_file_name(tmp_path, name):
    assert file_error(tmp_path / name)


def test_file_over_10_mb(tmp_path):
    assert "larger than 10 MB" in file_error(tmp_path / "big.csv", b"x" * (LARGEST_FILE + 1)).message


@pytest.mark.parametrize("raw", [b"", b"\xef\xbb\xbf", b"\n\n", b" , ,\r\n"])
def test_empty_file(tmp_path, raw):
    assert "empty" in file_error(tmp_path / "cards.csv", raw).message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16_export_says_how_to_save(tmp_path, encoding):
    problem = file_error(tmp_path / "cards.csv", GOOD.encode(encoding))
    assert "UTF-16" in problem.message
    assert "CSV UTF-8" in problem.allowed


def test_windows_export_says_where_and_how_to_save(tmp_path):
    problem = file_error(tmp_path / "cards.csv", GOOD.replace("Natsu", "Fée").encode("cp1252"))
    assert problem.line == 3
    assert "'é'" in problem.message
    assert "CSV UTF-8" in problem.allowed


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1"])
def test_spreadsheet_document(tmp_path, start):
    assert "spreadsheet document" in file_error(tmp_path / "cards.csv", start + b"\0\1\2").message


def test_nul_character():
    problem = only_error(GOOD.replace("Natsu", "Na\0tsu"))
    assert problem.line == 3
    assert "NUL" in problem.message


# Refused: the header


def test_no_header():
    problem = only_error(FIRST + "\n")
    assert "first line" in problem.message
    assert problem.allowed == HEADER


def test_missing_columns_are_all_named():
    problems = errors(GOOD.replace(HEADER, HEADER.replace(",effect", "").replace(",traits", "")))
    assert [problem.column for problem in problems] == ["effect", "traits"]


def test_the_table_of_a_game_of_ones_own_is_told_in_one_error():
    """Not column by column: whoever asks for another game in its folder has made no slip in it."""
    problem = only_error("id,name,colour,points,copies\nm1,Mill,red,3,2\n")
    assert problem.line == 1
    assert "a game of your own" in problem.message
    assert "--cards" in problem.allowed


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_of_some_game_is_no_slip_for_a_missing_one(column):
    """`slots` was taken for `points`."""
    own = [name for game in game_ids() for name in find_game(game).card_columns]
    lacking = ",".join([*(name for name in COLUMNS if name != column), *own])
    assert [problem.message for problem in errors(f"{lacking}\n")] == ["this column is missing"]


def test_misspelt_column_names_the_nearest():
    problem = only_error(GOOD.replace("effect,points", "efect,points"))
    assert (problem.line, problem.column, problem.value, problem.nearest) == (1, "effect", "efect", "effect")


def test_column_named_twice():
    problem = only_error(GOOD.replace(HEADER, HEADER + ",ID"))
    assert (problem.column, problem.message) == ("id", "2 columns have this name")


# Refused: rows


def test_text_beyond_the_columns():
    problem = only_error(GOOD.replace("fight 2", "fight 2, draw 1"))
    assert problem.line == 3
    assert "comma" in problem.message
    assert "quotes" in problem.allowed


def test_text_under_a_nameless_column():
    text = f"{HEADER},,\n{FIRST},,x\n"
    assert only_error(text).value == "x"


def test_row_that_ends_early():
    problem = only_error(f"{HEADER}\nfairy,F1,Charm 1\n{SECOND}\n")
    assert problem.line == 2
    assert "3 of 11 cells" in problem.message


def test_unclosed_quote_names_the_line_where_it_opens():
    problem = only_error(GOOD.replace("Charm 1", '"Charm 1'))
    assert problem.line == 2
    assert "never closed" in problem.message


def test_unclosed_quote_before_another_quote():
    problem = errors(GOOD.replace("Charm 1", '"Charm 1').replace("Natsu", '"Natsu"'))[0]
    assert problem.line == 2
    assert "reaches from here to line 3" in problem.message


def test_text_behind_a_closing_quote():
    assert "behind the closing quote" in only_error(GOOD.replace("Charm 1", '"Charm" 1')).message


def test_unclosed_quote_before_very_much_text():
    assert "never closed" in only_error(GOOD.replace("Charm 1", '"Charm 1') + "x" * 200_000).message


def test_rows_after_a_broken_quote_are_still_checked():
    problems = errors(GOOD.replace("Charm 1", '"Charm" 1').replace("heroes,", "heros,"))
    assert [(problem.line, problem.column) for problem in problems] == [(2, ""), (3, "game")]


def test_all_problems_are_told_at_once():
    text = GOOD.replace("fairy,F1", "fary,F 1").replace("rulebook", "book") + "x"
    assert [(problem.line, problem.column) for problem in errors(text)] == [
        (4, ""), (2, "game"), (2, "id"), (3, "source"),
    ]  # fmt: skip


# Anything at all

cells = st.sampled_from(
    [
        "fairy",
        "heroes",
        "F1",
        "F2",
        "1",
        "-1",
        "",
        " ",
        "rulebook",
        "assumed",
        '"',
        '""',
        "\n",
        "a,b",
        "é",
        "\x00",
        "\x1b",
    ]
)
rows = st.lists(st.lists(cells, max_size=13).map(",".join), max_size=6)
texts = st.one_of(
    st.text(),
    st.text(alphabet=',;\t\n"aé '),
    rows.map(lambda lines: "\n".join([HEADER, *lines])),
)


@given(texts)
def test_any_text_is_read_or_refused_and_what_is_read_can_be_read_again(text):
    try:
        read = parse(text)
    except InputError:
        return
    for game, table in read.tables.items():
        assert parse(table.text).tables[game].text == table.text


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(tmp_path_factory, raw):
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(raw)
    with suppress(InputError):
        read_cards(path, GAMES)


# Columns beside those that all games share


OWN = ("fairy_conundrum", "heroes")
OWN_COLUMNS = ("radiance", "ray", "mat", "slots", "morphs", "decks")
"""Those that the first of these games declares."""
BOTH = {OWN[0]: OWN_COLUMNS, OWN[1]: ()}
OWN_HEADER = HEADER + ",ray,mat,decks"
THIRD = "fairy_conundrum,C1,Fern,fairy,,5,1,,,,assumed"


def parse_own(text: str):
    """The rows as their game sees them."""
    problems = Problems()
    table = own_table(parse_cards(text, "cards.csv", OWN).tables["fairy_conundrum"], OWN_COLUMNS, problems)
    problems.raise_if_any()
    return table


def noticed(text: str, own: Mapping[str, Sequence[str]] = BOTH) -> list:
    """What the whole file is told of its columns."""
    problems = Problems()
    notice_others(parse_cards(text, "cards.csv", list(own)).tables.values(), own, problems)
    return problems.notices


def test_own_columns_of_their_game():
    (row,) = parse_own(f"{OWN_HEADER}\n{THIRD},2,1,dawn:5\n").rows
    assert row.own == {"ray": "2", "mat": "1", "decks": "dawn:5"}
    assert row.cell("ray") == "2"


def test_own_columns_that_the_file_lacks_are_blank():
    (row,) = parse_own(f"{OWN_HEADER}\n{THIRD},2,1,\n").rows
    assert row.cell("morphs") == ""
    assert "morphs" not in row.own


def test_a_game_does_not_see_the_columns_of_others():
    table = own_table(parse_cards(f"{OWN_HEADER}\n{SECOND},7,,\n", "cards.csv", OWN).tables["heroes"], (), Problems())
    assert table.text == parse(GOOD).tables["heroes"].text
    assert table.cells() == parse(GOOD).tables["heroes"].cells()


def test_own_columns_give_no_notice():
    assert noticed(f"{OWN_HEADER}\n{SECOND},,,\n{THIRD},2,1,\n") == []


def test_own_columns_anywhere_in_the_header():
    (row,) = parse_own(f"ray,{HEADER}\n2,{THIRD}\n").rows
    assert row.own == {"ray": "2"}


def test_text_of_other_games_in_own_columns_is_noticed():
    (notice,) = noticed(f"{OWN_HEADER}\n{SECOND},7,,\n")
    assert (notice.line, notice.column) == (2, "ray")
    assert "only rows of the game fairy_conundrum use this column" in notice.message


@pytest.mark.parametrize(("slip", "column"), [("radience", "radiance"), ("slot", "slots"), ("morph", "morphs")])
def test_misspelt_own_column_names_the_nearest(slip, column):
    with pytest.raises(InputError) as caught:
        parse_own(f"{OWN_HEADER},{slip}\n{THIRD},2,1,,x\n")
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.value, problem.nearest) == (1, column, slip, column)


def test_a_name_like_an_own_column_in_a_file_without_these():
    (notice,) = noticed(GOOD.replace(HEADER, HEADER + ",slot"), {"fairy": OWN_COLUMNS, "heroes": ()})
    assert "'slot'" in str(notice)


def test_an_unlike_name_beside_own_columns():
    (notice,) = noticed(f"{OWN_HEADER},notes\n{THIRD},2,1,,\n")
    assert "'notes'" in str(notice)


def test_own_column_named_twice():
    with pytest.raises(InputError, match="2 columns have this name"):
        parse_own(f"{OWN_HEADER},ray\n{THIRD},2,1,,\n")


def test_invisible_characters_in_own_columns():
    with pytest.raises(InputError, match="invisible"):
        parse_own(f"{OWN_HEADER}\n{THIRD},2,\u200b1,\n")


@pytest.mark.parametrize("game", game_ids())
def test_own_columns_are_no_common_ones(game):
    assert not {*find_game(game).card_columns} & {*COLUMNS}


def test_a_cell_that_is_too_long_is_told_from_a_quote_and_the_rest_is_read():
    problem, other = errors(GOOD.replace("Charm 1", "x" * 140_000).replace("rulebook", "nowhere"))
    assert (problem.line, problem.message) == (2, "a cell has more than 131,072 characters")
    assert (other.line, other.value) == (3, "nowhere")


@pytest.mark.parametrize("hint", ["sep=;", "sep=,", '"sep=;"', "SEP=\t", "sep=;;;", "\n\nsep=|"])
@pytest.mark.parametrize("of", ["", "fairy"])
def test_a_hint_for_spreadsheets_is_told_from_the_names_of_columns(hint, of):
    with pytest.raises(InputError) as caught:
        parse_cards(f"{hint}\n{GOOD.replace(',', ';')}", "cards.csv", GAMES, of=of)
    (problem,) = caught.value.problems
    assert problem.line == hint.count("\n") + 1
    assert "hint for spreadsheets" in problem.message
    assert "delete the line" in problem.allowed
