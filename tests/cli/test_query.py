"""`balance query`: every column, four formats, nothing but reading, and readable at any width."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.analysis import database
from balance.cli import query as command
from balance.engine.runs import scratch
from balance.engine.runs.run import Run
from helpers.command_line import Said, balance, refused
from helpers.run_tools import played

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("words", "out"), [(["--format", "json"], ""), (["--format", "csv"], "a\n"), ([], "a\n?\n1 row\n")]
)
def test_letters_that_an_encoding_has_not_are_left_out_for_people_and_said_to_programs(words, out, seats_only):
    command = [sys.executable, "-m", "balance", "query", str(seats_only.path), "select '\xe9' as a", *words]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    said = "balance: standard output is ascii, which has no '\\xe9'.\nSet PYTHONIOENCODING=utf-8.\n" if words else ""
    assert (done.returncode, done.stdout, done.stderr) == (2 if words else 0, out, said)


@pytest.fixture(scope="module")
def seats_only(tmp_path_factory) -> Run:
    """A run without turns and cards."""
    return played(tmp_path_factory.mktemp("seats") / "run", games=20, log="seats")


def ask(run: Run, sql: str, *more: object, screen: bool = False) -> Said:
    """A query that works."""
    said = balance("query", run.path, sql, *more, screen=screen)
    assert said.code == 0
    assert "--output" in more or said.err == ""
    return said


def test_the_help_says_how_seats_are_counted_and_so_they_are(small_run):
    says = "Seats count from 0 in data and from 1 for people: seat 0 of a table is player 1 of a replay and a report."
    assert says in " ".join(balance("query", "--help").out.split())
    seats = ask(small_run, "SELECT DISTINCT seat FROM seats ORDER BY seat", "--format", "csv").lines[1:]
    told = balance("replay", small_run.path, "0").out
    assert seats == ["0", "1", "2", "3"]
    assert [f"Player {int(seat) + 1}" in told for seat in seats] == [True] * 4
    assert "Player 0" not in told


# ---------------------------------------------------------------- the tables

KEYS = ("higher", "lower", "same", "catch")
COLUMNS = {
    "games": "game_no players turns winners end_reason margin lead_changes seed variant"
    " initial_fairy_counts end_fairies top_rule fifteen_target first_card first_is_fairy turns_main turns_extra"
    " decided at_target cards_left",
    "seats": "game_no seat agent score rank win_share pts_start score_main score_final pts_wrong pts_clamped"
    " pts_tb_wrong pts_tb_clamped " + " ".join(f"n_{key} right_{key} pts_{key} pts_tb_{key}" for key in KEYS),
    "turns": "game_no turn phase seat agent score pile_card next_card deck_left fairies_seen guess right p_believed"
    " ev_true ev_best gain loss floor_saved score_before score_after "
    + " ".join(f"unseen_right_{key}" for key in KEYS),
    "cards": "game_no seat card seen taken played used used_by_others first_turn kept revealed first hit missed faced"
    " ended",
}
"""What contract and specification name."""


@pytest.mark.parametrize("table", COLUMNS)
def test_every_table_has_all_its_columns(small_run, table):
    described = ask(small_run, f"DESCRIBE {table}", "--format", "json").json
    names = [column["column_name"] for column in described]
    assert set(COLUMNS[table].split()) <= set(names)
    assert not any(name.startswith(("extra_", "events", "shared_by", "lost", "clamped")) for name in names)
    rows = ask(small_run, f"SELECT * FROM {table} LIMIT 3", "--format", "json").json
    assert [list(row) for row in rows] == [names] * 3


def test_the_tables_are_all_there_from_the_first_game_to_the_last(small_run):
    (row,) = ask(
        small_run,
        "SELECT (SELECT count(*) FROM games) AS games, (SELECT count(*) FROM seats) AS seats,"
        " (SELECT min(game_no) FROM turns) AS first, (SELECT max(game_no) FROM cards) AS last",
        "--format",
        "json",
    ).json
    assert row == {"games": 1500, "seats": 6000, "first": 0, "last": 1499}


def test_the_card_table_can_be_joined(small_run):
    sql = "SELECT t.name, sum(c.used) AS used FROM cards c JOIN card_table t ON t.id = c.card GROUP BY t.name"
    assert len(ask(small_run, sql, "--format", "json").json) == 25


def test_a_run_without_turns_says_so(seats_only):
    assert ask(seats_only, "SELECT count(*) FROM seats").lines[1].strip() == "80"
    for table in ("turns", "cards"):
        assert refused("query", seats_only.path, f"SELECT * FROM {table}") == [
            f"balance: This run has no table {table}: it was made with --log seats."
        ]


@pytest.fixture
def unfinished(small_run, tmp_path) -> Run:
    """A copy that says it is not complete, under a name that is a link, with a table's folder elsewhere in it."""
    shutil.copytree(small_run.path, tmp_path / "run")
    (tmp_path / "run/manifest.json").write_text(json.dumps({**small_run.manifest, "complete": False}))
    (tmp_path / "run/seats").rename(tmp_path / "run/elsewhere")
    (tmp_path / "run/seats").symlink_to("elsewhere")
    (tmp_path / "link").symlink_to("run")
    return Run(tmp_path / "link", {})


def test_an_unfinished_run_can_be_asked_and_may_be_a_link(unfinished):
    assert ask(unfinished, "SELECT count(*) AS n FROM seats", "--format", "json").json == [{"n": 6000}]


@pytest.mark.parametrize("name", ["turns", "turns/part-00000000.parquet"])
def test_links_out_of_a_run_are_not_followed(unfinished, name, tmp_path):
    """A folder that is a link to `..` would open all that is beside the run."""
    (tmp_path / ".env").write_text("secret")
    (unfinished.path / name).rename(unfinished.path / "before")
    (unfinished.path / name).symlink_to(tmp_path if name == "turns" else tmp_path / ".env")
    assert refused("query", unfinished.path, f"SELECT * FROM read_text('{tmp_path}/.env')") == [
        f"balance: {unfinished.path}: {name} is a link out of the run, and nothing is read through such links.",
        "Put there what it leads to.",
    ]


@pytest.mark.parametrize("name", ["manifest.json", "games/note.txt", "elsewhere/../notes"])
def test_of_the_run_only_the_parts_can_be_read(unfinished, name, tmp_path):
    for file in ("games/note.txt", "notes"):
        (tmp_path / "run" / file).write_text("mine")
    sql = f"SELECT * FROM read_text('{tmp_path}/run/{name}')"
    assert "Permission Error" in refused("query", unfinished.path, sql)[0]


def test_a_run_without_any_part_yet_says_so(small_run, tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps({**small_run.manifest, "complete": False}))
    assert refused("query", tmp_path, "SELECT 1") == [f"balance: {tmp_path}: no part of this run is on disk yet."]


def test_a_part_that_cannot_be_read_is_told(small_run, tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps(dict(small_run.manifest)))
    shutil.copytree(small_run.path / "checksums", tmp_path / "checksums")
    for name in small_run.tables():
        (tmp_path / name).mkdir()
        (tmp_path / name / "part-00000000.parquet").write_bytes(b"PAR1 no, not at all PAR1")
    lines = refused("query", tmp_path, "SELECT * FROM games")
    assert lines[0] == f"balance: {tmp_path}: the run is damaged: cards/part-00000000.parquet is not what was written."
    assert lines[1].startswith("The command that played it, with --out ")


# ---------------------------------------------------------------- formats

SQL = "SELECT game_no, seat, agent, score, win_share, score > 20 AS good, NULL AS nothing FROM seats LIMIT 5"


@pytest.mark.parametrize("name", ["x.csv", "x.json", "x.parquet", "x.txt"])
def test_a_file_is_named_with_its_rows_unless_quiet(small_run, name):
    sql = "SELECT * FROM seats LIMIT 1200"
    said = ask(small_run, sql, "--output", name)
    assert (said.out, said.err) == ("", f"{name}: 1,200 rows\n")
    assert ask(small_run, "SELECT 1", "--output", name).err == f"{name}: 1 row\n"
    assert ask(small_run, sql, "--output", name, "--quiet").err == ""


def test_all_formats_hold_the_same_rows(small_run, tmp_path):
    told = ask(small_run, SQL, "--format", "json").json
    assert len(told) == 5
    assert list(told[0]) == ["game_no", "seat", "agent", "score", "win_share", "good", "nothing"]
    rows = list(csv.DictReader(io.StringIO(ask(small_run, SQL, "--format", "csv").out)))
    assert [(int(row["score"]), row["agent"], row["nothing"]) for row in rows] == [
        (row["score"], row["agent"], "") for row in told
    ]
    assert ask(small_run, SQL, "--format", "parquet", "--output", "x.parquet").out == ""
    assert pl.read_parquet("x.parquet").to_dicts() == told


def test_the_table_is_for_reading(small_run):
    sql = "SELECT 'a' AS word, 1 AS n, 0.25::FLOAT AS share, 2 / 3 AS third, NULL AS none"
    assert ask(small_run, f"{sql} UNION ALL SELECT 'long', 1000000, 1, 1e9, NULL ORDER BY n").lines == [
        "word        n  share         third  none",
        "a           1   0.25      0.666667",
        "long  1000000      1  1000000000.0",
        "2 rows",
    ]


@pytest.mark.parametrize(
    ("name", "read"), [("x.csv", pl.read_csv), ("x.parquet", pl.read_parquet), ("x.JSON", pl.read_json)]
)
def test_a_file_says_its_format_by_its_ending(small_run, name, read):
    ask(small_run, "SELECT seat, count(*) AS n FROM seats GROUP BY seat ORDER BY seat", "--output", name)
    frame = read(name)
    assert frame.rows() == [(seat, 1500) for seat in range(4)]


def test_a_file_with_another_ending_holds_the_table(small_run):
    ask(small_run, SQL, "--output", "x.txt")
    assert Path("x.txt").read_text().splitlines() == ask(small_run, SQL).lines[:-1]


def test_a_format_that_is_named_counts(small_run):
    ask(small_run, "SELECT 1 AS n", "--format", "csv", "--output", "x.json")
    assert Path("x.json").read_text() == "n\n1\n"


def test_sums_and_exact_numbers_are_plain_numbers(small_run):
    sql = "SELECT sum(score) AS total, 1.50 AS exact, count(*) FILTER (score > 1000) AS none FROM seats"
    (row,) = ask(small_run, sql, "--format", "json").json
    assert isinstance(row["total"], int)
    assert (row["exact"], row["none"]) == (1.5, 0)


def test_what_no_table_can_hold_is_shown_as_text(small_run):
    sql = "SELECT [1, 2] AS l, {'a': 1} AS s, INTERVAL 1 DAY AS i, 'x'::BLOB AS b, map {'k': 1} AS m"
    sql += ", DATE '2030-01-02' AS d"
    told = {"l": "[1, 2]", "s": "{'a': 1}", "i": "1 day", "b": "x", "m": "{k=1}", "d": "2030-01-02"}
    assert ask(small_run, sql, "--format", "json").json == [told]
    assert list(csv.DictReader(io.StringIO(ask(small_run, sql, "--format", "csv").out))) == [told]
    ask(small_run, sql, "--output", "x.parquet")
    assert pl.read_parquet("x.parquet").cast(pl.String).to_dicts() == [told]


def test_a_number_without_a_value_is_null_in_json(small_run):
    sql = "SELECT 'nan'::DOUBLE AS a, 'inf'::DOUBLE AS b, NULL AS c"
    assert ask(small_run, sql, "--format", "json").json == [{"a": None, "b": None, "c": None}]


def test_text_stays_as_it_is_in_json(small_run):
    """Also what ends a line elsewhere than in JSON."""
    text = "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\nh\ri"
    sql = "SELECT " + " || ".join(f"chr({ord(letter)})" for letter in text) + " AS t UNION ALL SELECT 'x' ORDER BY t"
    ask(small_run, sql, "--output", "x.json")
    assert json.loads(Path("x.json").read_text()) == [{"t": text}, {"t": "x"}]
    assert ask(small_run, "SELECT seat AS t FROM seats LIMIT 0", "--format", "json").out == "[]\n"


def test_columns_with_one_name_are_numbered(small_run):
    sql = "SELECT a.*, b.* FROM games a JOIN seats b USING (game_no) LIMIT 1"
    (row,) = ask(small_run, sql, "--format", "json").json
    assert row["game_no"] == row["game_no_1"] == 0


def test_a_column_that_is_numbered_takes_no_name_that_another_has(small_run):
    (row,) = ask(small_run, "SELECT 1 AS a, 2 AS a_2, 3 AS a, 4 AS a_1, 5 AS a", "--format", "json").json
    assert row == {"a": 1, "a_2": 2, "a_3": 3, "a_1": 4, "a_4": 5}
    assert ask(small_run, "SELECT 1 AS a, 2 AS a, 3 AS a", "--format", "csv").lines == ["a,a_1,a_2", "1,2,3"]


def test_bytes_that_are_no_text_are_refused(small_run):
    assert refused("query", small_run.path, "SELECT '\udcff'") == ["balance: The query is not UTF-8 text."]


def test_a_column_without_a_name_gets_one(small_run):
    """Behind a NUL character DuckDB reads no further."""
    assert ask(small_run, "SELECT 1\0").lines == ["column", "     1", "1 row"]


def test_no_rows_are_no_rows_in_every_format(small_run):
    sql = "SELECT seat, score FROM seats WHERE false"
    assert ask(small_run, sql).lines == ["seat  score", "0 rows"]
    assert ask(small_run, sql, "--format", "csv").out == "seat,score\n"
    assert ask(small_run, sql, "--format", "json").json == []
    ask(small_run, sql, "--output", "x.parquet")
    assert pl.read_parquet("x.parquet").schema == {"seat": pl.Int8, "score": pl.Int32}


def test_a_large_result_comes_in_pieces_and_in_order(small_run, monkeypatch):
    monkeypatch.setattr(database, "STREAMED_ROWS", 5000)
    sql = "SELECT game_no, turn, seat, [score] AS l FROM turns ORDER BY game_no DESC, turn, seat"
    for name in ("x.csv", "x.json", "x.parquet"):
        ask(small_run, sql, "--output", name)
    frame = pl.read_parquet("x.parquet")
    assert frame.height > 50_000
    assert_frame_equal(frame, frame.sort("game_no", "turn", "seat", descending=[True, False, False]))
    assert_frame_equal(pl.read_csv("x.csv"), frame, check_dtypes=False)
    assert_frame_equal(pl.read_json("x.json"), frame, check_dtypes=False)


def test_a_long_table_shows_its_beginning_and_says_so(small_run):
    lines = ask(small_run, "SELECT game_no FROM games ORDER BY game_no").lines
    assert len(lines) == 1 + command.SHOWN_ROWS + 1
    assert lines[1000].strip() == "999"
    assert lines[-1] == "1,500 rows, the first 1,000 shown: --output FILE keeps all"
    assert ask(small_run, "SELECT 1").lines[-1] == "1 row"


# ---------------------------------------------------------------- width


def test_elsewhere_than_on_a_terminal_nothing_is_cut_off_or_folded(small_run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = ask(small_run, "SELECT * FROM turns LIMIT 20").lines
    assert len(lines) == 22
    assert lines[0].split() == [name for name in lines[0].split() if "…" not in name]
    assert {"game_no", "unseen_right_higher", "floor_saved"} <= set(lines[0].split())
    assert not any("…" in line for line in lines)


def test_on_a_terminal_a_wide_table_is_told_column_by_column(small_run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = ask(small_run, "SELECT * FROM turns LIMIT 2", screen=True).lines
    assert max(map(len, lines)) <= 80
    assert lines[0] == "row 1"
    assert lines[1].split() == ["game_no", "0"]
    columns = lines.index("row 2") - 1
    assert len(lines) == 2 * (columns + 1) + 1
    assert lines[-1] == "2 rows"


def test_on_a_terminal_a_narrow_table_stays_a_table(small_run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    sql = "SELECT seat, agent FROM seats LIMIT 2"
    assert ask(small_run, sql, screen=True).out == ask(small_run, sql).out


def test_wide_letters_stay_in_their_columns(small_run):
    sql = "SELECT '妖精' AS a, 1 AS b UNION ALL SELECT 'fairy', 2 ORDER BY b"
    assert ask(small_run, sql).lines[:3] == ["a      b", "妖精   1", "fairy  2"]


# ---------------------------------------------------------------- nothing but reading


def everything(run: Run) -> dict[str, str]:
    """The content of every file of a run, of the present folder, and the names in the folder for temporary files."""
    contents = {}
    for folder in (run.path, Path()):
        for path in folder.rglob("*"):
            if path.is_file():
                contents[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return contents


WRITING = [
    "COPY games TO 'x.csv'",
    "COPY (SELECT 1) TO 'x.parquet'",
    "EXPORT DATABASE 'x'",
    "ATTACH 'x.db'",
    "DETACH memory",
    "USE memory",
    "SET threads = 1",
    "RESET threads",
    "SET enable_external_access = true",
    "PRAGMA enable_profiling",
    "CALL enable_logging()",
    "CREATE TABLE x AS SELECT 1",
    "CREATE VIEW x AS SELECT 1",
    "INSERT INTO card_table SELECT * FROM card_table",
    "UPDATE card_table SET name = ''",
    "DELETE FROM card_table",
    "DROP VIEW games",
    "ALTER TABLE card_table ADD COLUMN x INT",
    "INSTALL httpfs",
    "LOAD httpfs",
    "VACUUM",
    "CHECKPOINT",
    "BEGIN TRANSACTION",
    "EXPLAIN ANALYZE SELECT 1",
    "PREPARE p AS SELECT 1",
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP VIEW games",
    "",
    "   ",
    "/* nothing */",
]


@pytest.mark.parametrize("sql", WRITING)
def test_anything_but_one_select_is_refused(small_run, sql):
    before = everything(small_run)
    assert refused("query", small_run.path, sql) == ["balance: A query is one SELECT statement: runs are read only."]
    assert everything(small_run) == before


READING_ELSEWHERE = [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM read_json('/etc/passwd')",
    "SELECT * FROM read_parquet('/tmp/x.parquet')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM read_csv('https://example.org/x.csv')",
    "SELECT getenv('HOME')",
    "SELECT * FROM sqlite_scan('x.db', 'y')",
    "SELECT * FROM query('COPY games TO ''x.csv''')",
    "SELECT * FROM enable_logging(storage = 'file', storage_path = 'x')",
    "SELECT * FROM enable_profiling()",
]


@pytest.mark.parametrize("sql", READING_ELSEWHERE)
def test_nothing_outside_of_the_run_can_be_reached(small_run, sql):
    before = everything(small_run)
    refused("query", small_run.path, sql)
    assert everything(small_run) == before


def test_values_of_the_program_cannot_be_queried(small_run):
    rows = pl.DataFrame({"secret": [1]})
    assert rows.height == 1
    assert "Table with name rows does not exist" in refused("query", small_run.path, "SELECT * FROM rows")[0]


def test_a_query_leaves_no_temporary_files(small_run, tmp_path, monkeypatch):
    spill = tmp_path / "spill"
    spill.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spill))
    ask(small_run, "SELECT count(*) FROM turns a JOIN turns b USING (game_no, turn)")
    refused("query", small_run.path, "SELECT nonsense FROM turns")
    assert os.listdir(spill) == []


def test_a_query_that_needs_more_temporary_room_than_there_is_is_refused_and_leaves_nothing(
    small_run, tmp_path, monkeypatch
):
    spill = tmp_path / "spill"
    spill.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spill))
    monkeypatch.setattr(database, "MEMORY_LIMIT", "50MB")
    words = (
        "query",
        small_run.path,
        "SELECT range FROM range(3000000) ORDER BY hash(range)",
        "--output",
        "x.csv",
        "-q",
    )
    with monkeypatch.context() as patch:
        patch.setattr(scratch, "MOST_BYTES", 20_000_000)
        assert refused(*words) == f"balance: {database.OUT_OF_ROOM}".splitlines()
    assert (os.listdir(spill), Path("x.csv").exists()) == ([], False)
    assert balance(*words).code == 0, "it was the room on disk, not the memory"
    assert os.listdir(spill) == []


def test_a_query_may_fill_half_of_the_disk_at_most(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=7_000_000))
    assert scratch.room(tmp_path) == 3_500_000
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10**15))
    assert scratch.room(tmp_path) == scratch.MOST_BYTES


# ---------------------------------------------------------------- slips


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        (
            "SELECT scor FROM seats",
            [
                'Binder Error: Referenced column "scor" not found in FROM clause!',
                "Candidate bindings: ",
                "The tables are games, seats, turns, cards. DESCRIBE games lists the columns of one.",
            ],
        ),
        (
            "SELECT * FROM gams",
            [
                "Catalog Error: Table with name gams does not exist!",
                'Did you mean "games"?',
                "The tables are games, seats, turns, cards. DESCRIBE games lists the columns of one.",
            ],
        ),
        ("SELEC 1", ['Parser Error: syntax error at or near "SELEC"']),
        ("SELECT 'a", ["Parser Error: unterminated string literal"]),
        ("SELECT CAST('x' AS INT)", ["Conversion Error: Could not convert string 'x' to INT32"]),
        ("SELECT error('late') FROM turns", ["Invalid Input Error: late"]),
        (
            "SELECT 170141183460469231731687303715884105727::HUGEINT AS h",
            ["The result cannot be shown: ", "CAST the column"],
        ),
    ],
)
@pytest.mark.parametrize("form", [(), ("--format", "csv"), ("--output", "x.parquet")])
def test_a_slip_in_the_query_is_told_with_advice(small_run, sql, says, form):
    said = balance("query", small_run.path, sql, *form)
    assert said.code == 2
    lines = said.err.splitlines()
    assert len(lines) == len(says)
    assert lines[0].startswith(f"balance: {says[0]}")
    assert all(line.startswith(start) for line, start in zip(lines[1:], says[1:], strict=True))
    assert not Path("x.parquet").exists()


def test_an_unknown_format_is_refused(small_run):
    assert refused("query", small_run.path, "SELECT 1", "--format", "cvs") == [
        "balance: there is no format 'cvs'",
        "  allowed: table, csv, json, parquet",
        "  did you mean 'csv'?",
    ]
    assert refused("query", small_run.path, "SELECT 1", "--format", "parquet") == [
        "balance: --format parquet needs --output FILE"
    ]


@pytest.mark.parametrize(("output", "says"), [(".", "Is a directory"), ("no/where/x.csv", "No such file or directory")])
def test_a_file_that_cannot_be_written_is_told(small_run, output, says):
    (line,) = refused("query", small_run.path, "SELECT 1", "--output", output)
    assert line.startswith("balance: ")
    assert line.endswith(f"cannot be written: {says}")


@pytest.mark.parametrize(
    "name", ["manifest.json", ".lock", "games/part-00000000.parquet", "checksums/x.csv", "seats/x"]
)
def test_the_run_that_is_asked_is_not_overwritten(unfinished, name, tmp_path):
    """Not through a link to it either."""
    (tmp_path / "other").symlink_to(tmp_path / "run" / name)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    for output in (unfinished.path / name, tmp_path / "other"):
        line, allowed = refused("query", unfinished.path, "SELECT 1", "--output", output)
        assert line == f"balance: {output}: belongs to the run that is asked: it is not overwritten"
        assert allowed == "  allowed: a file outside of the run"
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before
    ask(unfinished, "SELECT 1", "--output", unfinished.path / "mine.csv")


def test_a_file_is_replaced_only_by_a_whole_one(small_run):
    Path("x.csv").write_text("before")
    refused("query", small_run.path, "SELECT error('late') FROM turns", "--output", "x.csv")
    assert Path("x.csv").read_text() == "before"
    assert sorted(os.listdir()) == ["x.csv"]


def test_a_device_is_written_to_and_not_replaced(small_run):
    ask(small_run, "SELECT 1", "--output", "/dev/null")
    assert Path("/dev/null").is_char_device()


# ---------------------------------------------------------------- escape characters

HOSTILE = "SELECT chr(27) || '[31m' || chr(155) || '1m' || chr(8238) AS \"a\x1b[0m\x9b\""


@pytest.mark.parametrize("form", [(), ("--format", "csv"), ("--format", "json")])
def test_escape_characters_never_reach_a_terminal(small_run, form):
    shown = ask(small_run, HOSTILE, *form, screen=True).out
    assert all(line.isprintable() for line in shown.splitlines())


def test_escape_characters_reach_a_file_as_they_are(small_run):
    ask(small_run, HOSTILE, "--output", "x.json")
    assert json.loads(Path("x.json").read_text()) == [{"a\x1b[0m\x9b": "\x1b[31m\x9b1m\u202e"}]
    assert ask(small_run, HOSTILE, "--format", "csv").out == "a\x1b[0m\x9b\n\x1b[31m\x9b1m\u202e\n"


def test_escape_characters_never_reach_the_table_even_in_a_pipe(small_run):
    assert all(line.isprintable() for line in ask(small_run, HOSTILE).lines)


def test_markup_in_a_result_is_just_text(small_run):
    for screen in (False, True):
        assert ask(small_run, "SELECT '[/b] [red]' AS \"[/foo]\"", screen=screen).lines[:2] == ["[/foo]", "[/b] [red]"]
