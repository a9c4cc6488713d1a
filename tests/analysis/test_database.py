"""The views: every derived column follows from others, recomputed here the slow and obvious way."""

from __future__ import annotations

import sys
from collections import defaultdict
from itertools import pairwise

import duckdb
import polars as pl
import pytest

from balance.analysis.database import Database, QueryError
from balance.engine.runs.run import Run, RunError, create_run
from balance.engine.runs.store import Url
from helpers.cards import frozen_cards
from helpers.run_tools import played, small_plan

pytestmark = pytest.mark.slow

GAIN = {"higher": 2, "lower": 2, "same": 4, "catch": 7}
LOSS = 1
FLOOR, TOP, DECK = -4, 24, 21
FAIRIES = {"FY04", "FY11", "FY18"}


def test_that_it_cannot_be_closed_does_not_hide_what_went_wrong_first(small_run, monkeypatch):
    """A question asked ahead may still be read by another thread."""

    def close(database):
        raise duckdb.InvalidInputException("another thread reads")

    monkeypatch.setattr(Database, "close", close)
    with pytest.raises(ZeroDivisionError), Database(small_run):
        _ = 1 / 0
    with pytest.raises(duckdb.InvalidInputException), Database(small_run):
        pass


def rows(run: Run, table: str) -> list[dict]:
    """A whole table of the views."""
    with Database(run) as database:
        return database.frame(f"SELECT * FROM {table}").to_dicts()


@pytest.fixture(scope="module", params=["compare", "clamp"])
def run(request, small_run, tmp_path_factory) -> Run:
    """A run under either rule about the top of the track; with `clamp`, points are cut off."""
    if request.param == "compare":
        return small_run
    return played(tmp_path_factory.mktemp("clamp") / "run", games=1000, settings={"top_rule": "clamp"})


@pytest.fixture(scope="module")
def games(run) -> list[dict]:
    return rows(run, "games")


@pytest.fixture(scope="module")
def seats(run) -> list[dict]:
    return rows(run, "seats")


@pytest.fixture(scope="module")
def turns(run) -> list[dict]:
    return rows(run, "turns")


@pytest.fixture(scope="module")
def cards(run) -> list[dict]:
    return rows(run, "cards")


def by(table: list[dict], *keys: str) -> dict:
    """The rows of a table, gathered by these columns."""
    gathered = defaultdict(list)
    for row in table:
        gathered[tuple(row[key] for key in keys)].append(row)
    return gathered


# ---------------------------------------------------------------- turns


def test_gain_loss_and_what_the_floor_saved(turns):
    saved = 0
    for row in turns:
        before, guess = row["score_before"], row["guess"]
        if row["right"]:
            assert (row["gain"], row["loss"], row["floor_saved"]) == (GAIN[guess], 0, 0)
        else:
            after = max(FLOOR, before - LOSS)
            assert (row["gain"], row["loss"], row["floor_saved"]) == (0, before - after, LOSS - (before - after))
            assert row["score"] == after
        assert row["score_after"] == row["score"] <= before + row["gain"]
        saved += row["floor_saved"]
    assert saved > 0


def test_expected_values_follow_from_the_unseen_cards(turns):
    for row in turns:
        left = DECK - row["turn"]
        assert row["deck_left"] == left
        values = {}
        for key, gain in GAIN.items():
            p = row[f"unseen_right_{key}"] / left
            values[key] = p * gain - (1 - p) * LOSS
        assert row["ev_true"] == pytest.approx(values[row["guess"]], abs=1e-9)
        assert row["ev_best"] == pytest.approx(max(values.values()), abs=1e-9)
        assert row["ev_best"] >= row["ev_true"]


def test_a_seats_turns_follow_one_another(turns):
    for mine in by(turns, "game_no", "seat").values():
        assert [row["turn"] for row in mine] == list(range(1, len(mine) + 1))
        assert mine[0]["score_before"] == 0
        for earlier, later in pairwise(mine):
            assert later["score_before"] == earlier["score"]
            assert later["pile_card"] == earlier["next_card"]
            assert later["fairies_seen"] - earlier["fairies_seen"] == (earlier["next_card"] in FAIRIES)


# ---------------------------------------------------------------- seats


def test_the_components_of_every_seat_add_up_to_its_score(seats):
    assert len(seats) >= 4000
    for row in seats:
        points = {name: value for name, value in row.items() if name.startswith("pts_")}
        assert sum(points.values()) == row["score"] == row["score_final"]
        main = sum(value for name, value in points.items() if not name.startswith("pts_tb_"))
        assert main == row["score_main"]


def test_the_components_of_every_seat_are_those_of_its_turns(seats, turns):
    clamped = 0
    mine = by(turns, "game_no", "seat")
    for row in seats:
        told = mine[row["game_no"], row["seat"]]
        for phase, sign in (("main", ""), ("tiebreak", "tb_")):
            played_now = [turn for turn in told if turn["phase"] == phase]
            for key in GAIN:
                chosen = [turn for turn in played_now if turn["guess"] == key]
                right = sum(turn["right"] for turn in chosen)
                assert row[f"pts_{sign}{key}"] == right * GAIN[key]
                if phase == "main":
                    assert (row[f"n_{key}"], row[f"right_{key}"]) == (len(chosen), right)
            assert row[f"pts_{sign}wrong"] == -sum(turn["loss"] for turn in played_now)
            cut = sum(turn["score_before"] + turn["gain"] - turn["loss"] - turn["score"] for turn in played_now)
            assert row[f"pts_{sign}clamped"] == -cut
            clamped += cut
        assert row["score"] == told[-1]["score"]
        assert row["agent"] == told[0]["agent"]
    rule = "clamp" if clamped else "compare"
    assert max(row["score"] for row in seats) <= (TOP if rule == "clamp" else 100)


def test_ranks_and_win_shares(games, seats):
    winners = {row["game_no"]: row["winners"] for row in games}
    for (game_no,), table in by(seats, "game_no").items():
        assert sum(row["win_share"] > 0 for row in table) == winners[game_no]
        assert sum(row["win_share"] for row in table) == pytest.approx(1, abs=1e-6)
        for row in table:
            assert row["win_share"] in (0.0, pytest.approx(1 / winners[game_no], abs=1e-6))
            assert row["rank"] == 1 + sum(other["score_main"] > row["score_main"] for other in table)
            assert row["win_share"] == 0 or row["rank"] == 1


# ---------------------------------------------------------------- games


def test_what_follows_from_the_turns_of_a_game(games, seats, turns):
    mine, table = by(turns, "game_no"), by(seats, "game_no")
    for row in games:
        told = mine[(row["game_no"],)]
        numbers = {phase: {turn["turn"] for turn in told if turn["phase"] == phase} for phase in ("main", "tiebreak")}
        assert (row["turns_main"], row["turns_extra"]) == (len(numbers["main"]), len(numbers["tiebreak"]))
        assert row["turns"] == row["turns_main"] + row["turns_extra"]
        assert row["cards_left"] == DECK - 1 - row["turns"]
        assert row["first_card"] == told[0]["pile_card"]
        assert row["first_is_fairy"] == (row["first_card"] in FAIRIES)
        best, second = sorted((seat["score_main"] for seat in table[(row["game_no"],)]), reverse=True)[:2]
        assert row["margin"] == best - second
        assert row["at_target"] == sum(seat["score_main"] >= TOP for seat in table[(row["game_no"],)])
        assert (row["end_reason"] == "target") == (row["at_target"] > 0)
        assert (row["decided"] == "shared") == (row["winners"] > 1)


def test_the_request_is_in_every_row(run, games):
    plan = run.manifest
    for row in games[:5]:
        assert (row["players"], row["seed"], row["variant"]) == (plan["players"], plan["seed"], plan["variant"])
        for name, value in plan["settings"].items():
            assert str(row[name]) == str(value)


# ---------------------------------------------------------------- cards


def test_card_events_are_those_of_the_turns(games, turns, cards):
    mine, game = by(turns, "game_no", "seat"), {row["game_no"]: row for row in games}
    for (game_no, seat), met in by(cards, "game_no", "seat").items():
        told = [turn for turn in mine[game_no, seat] if turn["phase"] == "main"]
        first, last = game[game_no]["first_card"], told[-1]["next_card"]
        for row in met:
            if row["card"].startswith("FYG"):
                key = {"FYG1": "higher", "FYG2": "lower", "FYG3": "same", "FYG4": "catch"}[row["card"]]
                chosen = [turn for turn in told if turn["guess"] == key]
                assert (row["seen"], row["taken"], row["played"]) == (len(told), len(chosen), len(chosen))
                assert row["used"] == sum(turn["right"] for turn in chosen)
                assert row["first_turn"] == (chosen[0]["turn"] if chosen else 0)
                events = (0, 0, 0, 0, 0, 0)
            else:
                revealed = [turn for turn in told if turn["next_card"] == row["card"]]
                faced = [turn for turn in told if turn["pile_card"] == row["card"]]
                hit = sum(turn["right"] for turn in revealed)
                assert (row["taken"], row["played"], row["used"]) == (0, 0, hit)
                events = (
                    len(revealed),
                    int(row["card"] == first),
                    hit,
                    len(revealed) - hit,
                    len(faced),
                    int(row["card"] == last),
                )
            assert tuple(row[name] for name in ("revealed", "first", "hit", "missed", "faced", "ended")) == events
            assert row["used_by_others"] == row["kept"] == 0


# ---------------------------------------------------------------- the database itself


def test_the_first_games_are_the_first_games(small_run, monkeypatch, tmp_path):
    monkeypatch.setattr("balance.engine.runs.run.MOST_GAMES_PER_PART", 100)
    monkeypatch.setattr("balance.analysis.database.FIRST_GAMES", 150)
    run = played(tmp_path / "run", games=500)
    with Database(run) as database:
        counts = {name: database.frame(f"SELECT count(DISTINCT game_no) FROM {name}").item() for name in run.tables()}
        firsts = {name: database.frame(f"SELECT max(game_no) FROM first_{name}").item() for name in run.tables()}
    assert set(counts.values()) == {500}
    assert set(firsts.values()) == {199}  # whole parts


def test_views_of_some_games_are_found_in_any_case(small_run):
    with Database(small_run) as database:
        for name in ("FIRST_SEATS", "First_Seats(5)", "TURN_CARDS", "Turn_Cards (5)"):
            assert database.frame(f"SELECT count(*) FROM {name}").item() > 0


def test_no_games_at_all_are_no_rows(small_run):
    with Database(small_run) as database:
        for name in ("first_games(0)", "turn_seats(0)", "first_seats(-1)"):
            assert database.frame(f"SELECT * FROM {name}").height == 0
        assert "score" in database.frame("SELECT * FROM first_seats(0)").columns


def test_some_parts_can_be_opened_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("balance.engine.runs.run.MOST_GAMES_PER_PART", 100)
    run = played(tmp_path / "run")
    with Database(run, chunks=[1], threads=1) as database:
        assert database.frame("SELECT min(game_no), max(game_no) FROM seats").row(0) == (100, 199)


def test_a_folder_with_a_quote_in_its_name_can_be_read(tmp_path):
    run = played(tmp_path / "it's [1] *?", games=5)
    with Database(run) as database:
        assert database.frame("SELECT count(*) FROM games").item() == 5


def test_frames_can_be_shown_in_the_place_of_parts(small_run):
    stored = {name: pl.read_parquet(small_run.parts(name)[0]).head(8) for name in ("seats", "turns")}
    with Database(small_run) as database:
        database.show_frames(stored)
        assert database.frame("SELECT count(*) FROM seats").item() == 8
        assert database.frame("SELECT sum(gain) - sum(loss) FROM turns").item() is not None


def test_the_card_table_of_the_run_is_there(small_run):
    with Database(small_run) as database:
        assert database.frame("SELECT name FROM card_table WHERE id = 'FYG4'").item() == "Catch"


def test_nothing_is_left_behind_when_a_run_cannot_be_opened(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    run = create_run(tmp_path / "run", small_plan(games=10))
    with pytest.raises(QueryError, match="no part of this run is on disk yet"):
        Database(run)
    for name in run.tables():
        (run.path / name).mkdir()
        (run.path / name / "part-00000000.parquet").write_bytes(b"not a part")
    (run.path / "checksums").mkdir()
    (run.path / "checksums/part-00000000.sha256").touch()
    with pytest.raises(RunError, match="the run is damaged"):
        Database(run)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_the_database_answers_our_own_queries_too(small_run):
    """What the report asks before anything is locked: temporary tables of our own."""
    with Database(small_run) as database:
        database.add("mine", pl.DataFrame({"a": [1, 2]}))
        assert database.frame("SELECT sum(a) FROM mine").item() == 3
        database.lock()
        assert database.query("SELECT sum(a) AS s FROM mine").rows() == [(3,)]


def test_the_frozen_cards_are_those_of_these_tests():
    text = frozen_cards().read_text()
    for key, gain in GAIN.items():
        assert f",{gain},key={key}," in text


def test_without_fsspec_one_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    monkeypatch.delitem(sys.modules, "balance.analysis.copies", raising=False)
    with pytest.raises(QueryError, match=r"not installed: pip install 'tabletop-balance\[cloud\]'"):
        object.__new__(Database)._read_through_copies(Url("s3", "bucket", "run"), [0])
