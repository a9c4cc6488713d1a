"""Parts that are no longer what was written: noticed wherever they are read, and played again by the same command."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.runner import Watcher, simulate
from balance.engine.runs.checksums import check_parts, checksum_name, damaged
from balance.engine.runs.run import Run, RunError, create_run, locked, open_run
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused
from helpers.run_tools import assert_same_rows, finished, limit_parts, played, small_plan
from helpers.told import tell_game

PART = "part-00000001.parquet"


class Told(Watcher):
    """Keeps what is said about damaged parts."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.games = 0

    def damaged(self, part: str) -> None:
        self.said.append(part)

    def played(self, games: int) -> None:
        self.games += games


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Run:
    """300 games in three parts."""
    with pytest.MonkeyPatch.context() as patch:
        limit_parts(patch, 100)
        return played(tmp_path_factory.mktemp("whole") / "run")


@pytest.fixture
def run(whole, tmp_path, monkeypatch) -> Run:
    """A copy of it to spoil."""
    limit_parts(monkeypatch, 100)
    shutil.copytree(whole.path, tmp_path / "run")
    return open_run(tmp_path / "run")


def forget_checksums(run: Run) -> Run:
    """The run as an early version wrote it: without checksums, and without a word about them."""
    shutil.rmtree(run.path / "checksums")
    manifest = {key: value for key, value in run.manifest.items() if key != "checksums"}
    (run.path / "manifest.json").write_text(json.dumps(manifest))
    return open_run(run.path)


def flip(file: Path) -> None:
    """One bit in the middle, as a dying disk does it: Parquet itself would not notice it everywhere."""
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def other_games(file: Path) -> None:
    """Sound Parquet with rows that are not this part's."""
    frame = pl.read_parquet(file)
    frame.with_columns(pl.col("game_no") + 1).write_parquet(file)


WAYS: dict[str, tuple[Callable[[Path], None], str]] = {
    "a flipped bit": (flip, "is not what was written"),
    "cut off": (truncate, "is not what was written"),
    "empty": (lambda file: file.write_bytes(b""), "is not what was written"),
    "gone": (Path.unlink, "is missing"),
    "other games": (other_games, "is not what was written"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("table", ["games", "turns"])
def test_a_damaged_part_is_named_and_played_again_alone(run, whole, table, way):
    spoil, says = WAYS[way]
    spoil(run.path / table / PART)
    what = f"{table}/{PART} {says}"
    with pytest.raises(RunError) as refusal:
        check_parts(open_run(run.path), run.done_chunks())
    assert str(refusal.value).splitlines() == [
        f"{run.path}: the run is damaged: {what}.",
        f"The command that played it, with --out {run.path}, plays again what it must.",
    ]
    told = Told()
    simulate(small_plan(), run.path, 1, told)
    assert (told.said, told.games) == ([what], 100)
    assert_same_rows(finished(run.path), whole)
    assert not damaged(run, run.chunks())


@pytest.mark.parametrize(
    "words",
    [
        ("query", "RUN", "SELECT count(*) FROM games"),
        ("report", "RUN"),
        ("replay", "RUN", "150"),
        ("compare", "RUN", "OTHER"),
        ("compare", "OTHER", "RUN"),
    ],
)
def test_nothing_is_read_from_a_damaged_run(run, whole, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flip(run.path / "cards" / PART)
    places = {"RUN": str(run.path), "OTHER": str(whole.path)}
    first, _ = refused(*(places.get(word, word) for word in words))
    assert first == f"balance: {run.path}: the run is damaged: cards/{PART} is not what was written."


def test_a_game_of_a_sound_part_can_be_told_nevertheless(run):
    flip(run.path / "turns" / PART)
    assert tell_game(run, 10)
    with pytest.raises(RunError, match="is not what was written"):
        tell_game(run, 150)


def test_an_unfinished_run_keeps_what_is_sound_and_plays_the_rest(run, whole):
    (run.path / "manifest.json").write_text(json.dumps({**run.manifest, "complete": False, "finished": None}))
    (run.path / "games/part-00000002.parquet").unlink()
    flip(run.path / "seats" / PART)
    kept = (run.path / "turns/part-00000000.parquet").stat().st_mtime_ns
    told = Told()
    simulate(small_plan(), run.path, 1, told)
    assert (told.said, told.games) == ([f"seats/{PART} is not what was written"], 200)
    assert (run.path / "turns/part-00000000.parquet").stat().st_mtime_ns == kept
    assert_same_rows(finished(run.path), whole)


def test_a_part_that_was_killed_before_its_checksum_is_played_again_without_a_word(run, whole):
    (run.path / "manifest.json").write_text(json.dumps({**run.manifest, "complete": False, "finished": None}))
    (run.path / checksum_name(1)).unlink()
    told = Told()
    simulate(small_plan(), run.path, 1, told)
    assert (told.said, told.games) == ([], 100)
    assert_same_rows(finished(run.path), whole)


def test_a_checksum_that_is_lost_is_damage(run, whole, tmp_path, monkeypatch):
    """What a flipped bit changed would be believed without it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs/fairy").mkdir(parents=True)
    run.path.rename(tmp_path / "runs/fairy/1")
    run = open_run(Path("runs/fairy/1"))
    (run.path / checksum_name(1)).unlink()
    what = f"{checksum_name(1)} is missing"
    assert refused("query", run.path, "SELECT 1")[0] == f"balance: {run.path}: the run is damaged: {what}."
    shutil.rmtree(run.path / "checksums")
    said = balance("runs", "--verify")
    assert (said.code, said.lines[-3:]) == (1, [f"{run.path}: {checksum_name(chunk)} is missing" for chunk in range(3)])
    told = Told()
    flip(run.path / "turns" / PART)
    simulate(small_plan(), run.path, 1, told)
    assert (told.said[1], told.games) == (what, 300)
    assert_same_rows(finished(run.path), whole)
    assert balance("runs", "--verify").lines[-1] == "All files are intact."


def test_a_part_whose_checksum_is_not_written_yet_is_not_read(run):
    """Somebody asks a run while it is played: between a part and its checksum it is not damage, and not there."""
    (run.path / "manifest.json").write_text(json.dumps({**run.manifest, "complete": False}))
    (run.path / checksum_name(1)).unlink()
    assert open_run(run.path).done_chunks() == [0, 2]
    assert balance("query", run.path, "SELECT count(*) AS n FROM games", "--format", "json").json == [{"n": 200}]


def test_a_run_from_before_checksums_says_so_until_its_rest_is_played(run, whole, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs/fairy").mkdir(parents=True)
    run.path.rename(tmp_path / "runs/fairy/1")
    run = forget_checksums(open_run(Path("runs/fairy/1")))
    said = balance("runs", "--verify")
    assert (said.code, said.lines[-2:]) == (
        0,
        [
            f"{run.path}: written before checksums were recorded, so changes in 3 parts go unnoticed",
            "All other files are intact.",
        ],
    )
    assert balance("runs", "--verify", "--json").json[0]["unrecorded"] == 3
    (run.path / "manifest.json").write_text(json.dumps({**run.manifest, "complete": False}))
    simulate(small_plan(), run.path)
    assert_same_rows(finished(run.path), whole)
    assert open_run(run.path).recorded
    assert balance("runs", "--verify").lines[-1] == "All files are intact."


def test_parts_without_checksums_are_looked_at_all_the_same(run):
    run = forget_checksums(run)
    check_parts(run, run.chunks())
    assert simulate(small_plan(), run.path).complete, "and are left as they are in a complete run"
    other_games(run.path / "games" / PART)
    truncate(run.path / "turns/part-00000002.parquet")
    assert list(damaged(run, run.chunks()).values()) == [
        f"games/{PART} holds other games or columns than it should",
        "turns/part-00000002.parquet cannot be read",
    ]


def without_game(file: Path, game_no: int) -> None:
    """Take a game's rows out of a part."""
    pl.read_parquet(file).filter(pl.col("game_no") != game_no).write_parquet(file)


def test_a_game_that_is_missing_is_noticed_without_a_checksum(run):
    run = forget_checksums(run)
    without_game(run.path / "games" / PART, 150)
    assert list(damaged(run, run.chunks()).values()) == [f"games/{PART} holds other games or columns than it should"]


def test_of_a_match_only_games_after_the_first_may_be_missing(tmp_path):
    plan = make_plan(Request("fairy_conundrum", games=30, cards=frozen_cards(), settings={"match_games": "3"}))
    run = forget_checksums(simulate(plan, tmp_path / "run"))
    assert pl.read_parquet(run.parts("games")).height < 30
    assert not damaged(run, run.chunks())
    without_game(run.parts("games")[0], 6)
    assert damaged(run, run.chunks())


def test_a_checksum_file_that_is_spoilt_is_told(run, whole):
    for content in (b"", b"\xff\xfe", b"nonsense"):
        (run.path / checksum_name(1)).write_bytes(content)
        assert list(damaged(run, run.chunks())) == [1]
    simulate(small_plan(), run.path)
    assert_same_rows(finished(run.path), whole)


def test_other_programs_can_check_the_parts(run):
    """In the form of sha256sum, from the run's folder."""
    lists = sorted((run.path / "checksums").iterdir())
    for code in (0, 1):
        command = ["sha256sum", "--check", "--quiet", *map(str, lists)]
        assert subprocess.run(command, cwd=run.path, capture_output=True, check=False).returncode == code
        flip(run.path / "turns" / PART)


def test_runs_verify_names_what_is_damaged(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs/fairy").mkdir(parents=True)
    run.path.rename(tmp_path / "runs/fairy/1")
    said = balance("runs", "--verify")
    assert (said.code, said.lines[-1]) == (0, "All files are intact.")
    flip(tmp_path / "runs/fairy/1/turns" / PART)
    said = balance("runs", "--verify")
    assert (said.code, said.lines[-1]) == (1, f"runs/fairy/1: turns/{PART} is not what was written")
    said = balance("runs", "--verify", "--json")
    assert (said.code, said.json[0]["damaged"]) == (1, [f"turns/{PART} is not what was written"])
    assert "damaged" not in balance("runs", "--json").json[0]


def test_runs_verify_shows_a_run_whose_game_is_gone(run, whole, tmp_path, monkeypatch):
    """Its parts are held against their checksums as those of the others."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(whole.path, tmp_path / "runs/fairy/1")
    shutil.copytree(whole.path, tmp_path / "runs/gone/1")
    manifest = {**whole.manifest, "game": "gone"}
    (tmp_path / "runs/gone/1/manifest.json").write_text(json.dumps(manifest))
    said = balance("runs", "--verify")
    assert (said.code, said.err) == (0, "")
    assert [line.split()[0] for line in said.lines[2:4]] == ["runs/fairy/1", "runs/gone/1"]
    assert said.lines[-1] == "All files are intact."
    flip(tmp_path / "runs/gone/1/turns" / PART)
    said = balance("runs", "--verify")
    assert (said.code, said.lines[-1]) == (1, f"runs/gone/1: turns/{PART} is not what was written")


# ---------------------------------------------------------------- links, and two at once


def test_nothing_is_written_or_removed_through_a_link(run, whole, tmp_path):
    """A table's folder that is a link to another run: its parts are not ours to clear away."""
    unsealed = create_run(tmp_path / "linked", small_plan())
    (unsealed.path / "turns").symlink_to(run.path / "turns")
    with pytest.raises(RunError, match=r"turns is a link to another folder, and nothing is written through links\.\n"):
        simulate(small_plan(), unsealed.path)
    assert_same_rows(finished(run.path), whole)


@pytest.mark.parametrize("linked", ["games", "checksums"])
def test_no_part_of_another_run_is_taken_away_through_a_link(run, whole, linked, tmp_path):
    """What lies behind it is not what this run wrote, and looks damaged."""
    other = played(tmp_path / "other", seed=6)
    shutil.rmtree(other.path / linked)
    (other.path / linked).symlink_to(run.path / linked)
    before = sorted(run.path.rglob("*"))
    with pytest.raises(RunError, match=rf"{linked} is a link to another folder, and nothing is written through links"):
        simulate(small_plan(seed=6), other.path)
    assert sorted(run.path.rglob("*")) == before
    assert_same_rows(finished(run.path), whole)


def test_files_that_are_links_are_replaced_and_not_followed(tmp_path):
    precious = tmp_path / "precious.txt"
    precious.write_text("precious")
    out = create_run(tmp_path / "run", small_plan(games=10)).path
    (out / "games").mkdir()
    (out / "games/part-00000000.parquet").symlink_to(precious)
    (out / "manifest.json").rename(tmp_path / "manifest.json")
    (out / "manifest.json").symlink_to(tmp_path / "manifest.json")
    before = (tmp_path / "manifest.json").read_text()
    simulate(small_plan(games=10), out)
    finished(out)
    assert precious.read_text() == "precious"
    assert (tmp_path / "manifest.json").read_text() == before


def test_a_lock_that_is_a_link_is_not_followed(tmp_path):
    precious = tmp_path / "precious.txt"
    precious.write_text("precious")
    (tmp_path / "run").mkdir()
    (tmp_path / "run/.lock").symlink_to(precious)
    with pytest.raises(RunError, match="the run cannot be written here: Too many levels of symbolic links"):
        simulate(small_plan(games=10), tmp_path / "run")
    assert precious.read_text() == "precious"


def test_a_run_is_never_begun_over_one_that_somebody_else_has_just_begun(tmp_path):
    """Both saw an empty folder; the second one comes to the lock when the first one has its manifest there."""
    run = create_run(tmp_path / "run", small_plan())
    with pytest.raises(RunError, match="another process has just begun a run here"):
        create_run(run.path, small_plan(seed=6))
    with locked(run.path), pytest.raises(RunError, match="another process is writing this run"):
        create_run(run.path, small_plan(seed=6))
    assert open_run(run.path).manifest["seed"] == 5


def test_a_run_killed_between_lock_and_manifest_begins_anew(tmp_path):
    (tmp_path / ".lock").touch()
    simulate(small_plan(games=10), tmp_path)
    finished(tmp_path)


def test_a_clock_that_jumps_changes_no_rows(whole, tmp_path, monkeypatch):
    """Back to 1970 at one moment and to 2100 at the next."""
    times = iter([0.0, 4.1e9] * 10_000)
    monkeypatch.setattr("time.time", lambda: next(times))
    monkeypatch.setattr("balance.engine.runs.run.now", lambda: f"{next(times):.0f}")
    assert_same_rows(played(tmp_path / "run"), whole)
    finished(tmp_path / "run")
