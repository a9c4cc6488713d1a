"""Files that nobody means well with: told in one to three plain lines, quickly, and never half believed."""

from __future__ import annotations

import functools
import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.analysis.baseline_file import load_baseline
from balance.analysis.comparison import compare, hold_against
from balance.analysis.database import Database
from balance.cards.read import read_cards
from balance.common.errors import BalanceError, InputError
from balance.common.files import DEEPEST, LARGEST_JSON, LARGEST_TOML, read_json, read_toml
from balance.engine.game import find_game, game_ids
from balance.engine.game.plan import game_cards, plan_from_manifest
from balance.engine.game.styles import Feature, Style, read_styles
from balance.engine.runs.run import open_run
from balance.judging.gate import Check, as_json
from helpers.cards import frozen_file
from helpers.command_line import refused
from helpers.marks import games

KNOWN = find_game("fairy").figures
NINES = "9" * 5000
FOLDED = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def styles_of(text: str | bytes, folder: Path) -> tuple[Style, ...]:
    """What Fairy reads from a file of styles."""
    file = folder / "styles.toml"
    file.write_bytes(text.encode(errors="surrogatepass") if isinstance(text, str) else text)
    game = find_game("fairy")
    return read_styles(file, "fairy", known_features(), game.knobs, game_ids())


@functools.cache
def known_features() -> tuple[Feature, ...]:
    """What a style of Fairy may weigh."""
    game = find_game("fairy")
    return tuple(game.features(game_cards(game, frozen_file())[1]))


def told(call: Callable[[], Any]) -> tuple[Any, str]:
    """What ``call`` gives, or None and what is said instead, in plain words."""
    try:
        return call(), ""
    except BalanceError as error:
        if not all(line.isprintable() for line in str(error).split("\n")):
            raise
        return None, str(error)


def count_seats(run: Path) -> int:
    """A small question to a run."""
    with Database(open_run(run)) as database:
        return database.query("SELECT count(*) AS n FROM seats")["n"].item()


# ---------------------------------------------------------------- styles


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = " + "[" * 5000, f"nested more than {DEEPEST} deep"),
        ("[a" + ".a" * 3000 + "]", f"nested more than {DEEPEST} deep"),
        (f"[a]\nnoise = {NINES}", "a number has thousands of digits"),
        ("[a]\nnoise = 0x" + "f" * 9000, "a whole number has more than 64 bits"),
        ("[a]\nabout = 1" + "0" * 400, "a whole number has more than 64 bits"),
        ("[a]\ngame = 0x" + "f" * 9000, "a whole number has more than 64 bits"),
        ("[a]\nnoise = 1e999", "must be a number"),
        ("[a]\nnoise = nan", "must be a number"),
        ("[a]\nnoise = 0\0", "is not a TOML file"),
        (b"\xff\xfe[a]", "is not a TOML file"),
        ("#" * (LARGEST_TOML + 1), "larger than 1 MB"),
        ('["a\u202e\\u001b[31m"]', "a name is a letter"),
    ],
)
def test_styles_that_mean_harm_are_told_in_words(tmp_path, text, says):
    styles, said = told(lambda: styles_of(text, tmp_path))
    assert styles is None
    assert says in said
    assert len(said) < 1000


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["a pipe", "a folder"])
def test_styles_are_read_from_ordinary_files_only(tmp_path, make):
    """A pipe would be waited for without end."""
    make(tmp_path / "styles.toml")
    with pytest.raises(InputError, match=r"cannot be read: (this is not an ordinary file|Is a directory)"):
        read_styles(tmp_path / "styles.toml", "fairy", (), ())


VALUES = st.recursive(
    st.one_of(
        st.sampled_from(["0", "1", "-1", "1e999", "nan", "true", '"half"', '"fairy"', "2020-01-01", "0xffff"]),
        st.integers(-(2**70), 2**70).map(str),
        st.floats().map(str),
        st.text(max_size=20).map(json.dumps),
    ),
    lambda inner: st.lists(inner, max_size=3).map(lambda values: f"[{', '.join(values)}]"),
    max_leaves=5,
)
LINES = st.one_of(
    st.text('abc.[]"\u202e\x1b-_ é', min_size=1, max_size=12).map(lambda name: f"[{name}]"),
    st.sampled_from(["[fast]", "[fast.weights]", "[mixed]", "[[fast]]", "weights = 3"]),
    st.builds("{} = {}".format, st.sampled_from(["ev", "noise", "memory", "game", "weights", '"x\\u0000"']), VALUES),
)


@pytest.mark.slow
@settings(max_examples=games(60, 300), suppress_health_check=FOLDED)
@given(st.one_of(st.lists(LINES, max_size=12).map("\n".join), st.text(max_size=200), st.binary(max_size=200)))
def test_any_file_of_styles_is_read_or_told(tmp_path, text):
    styles, _ = told(lambda: styles_of(text, tmp_path))
    assert all(abs(weight) <= 1e6 for style in styles or () for weight in style.weights.values())


# ---------------------------------------------------------------- reference figures


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=games(100, 300), suppress_health_check=FOLDED)
@given(data=st.data())
def test_any_reference_is_held_against_the_games_or_told(tmp_path, data):
    """Some numbers are others, or some entries something else: never a crash, and what is told is strict JSON."""
    file = tmp_path / "fairy.json"
    figures = [
        {"figure": "turns_mean", "subject": "", "value": 14.2, "se": 0.02, "n": 1000},
        *({"figure": "win_share", "subject": f"seat {i}", "value": 0.25, "se": 0.001, "n": 1000} for i in range(3)),
    ]
    stored = {"format": 1, "games": 1000, "seed": 1, "card_rows": {}, "figures": [dict(row) for row in figures]}
    for _ in range(data.draw(st.integers(1, 3))):
        place: Any = data.draw(st.sampled_from([stored, *stored["figures"]]))
        key = data.draw(st.sampled_from(sorted(place)))
        if key != "figures":
            place[key] = data.draw(st.floats() | st.integers(-(10**20), 10**20) | JSON)
    file.write_text(json.dumps(stored))
    baseline, says = told(lambda: load_baseline(file))
    if baseline is None:
        assert says.startswith(f"{file}: ")
        return
    compared, doubt = hold_against(baseline["figures"], figures, KNOWN, games=baseline["games"])
    json.dumps(as_json(Check("fairy", compared, doubt)), allow_nan=False)
    json.dumps([difference.as_json() for difference in compare(baseline["figures"], figures, KNOWN)], allow_nan=False)


# ---------------------------------------------------------------- manifests


@pytest.fixture
def run(small_run, tmp_path) -> Path:
    """A copy of a run to spoil."""
    shutil.copytree(small_run.path, tmp_path / "run")
    return tmp_path / "run"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 100_000, f"nested more than {DEEPEST} deep"),
        ('{"layout": 1, "x": ' + "[" * 60 + "]" * 60 + "}", f"nested more than {DEEPEST} deep"),
        ('{"layout": ' + NINES + "}", "a number has thousands of digits"),
        ('{"layout": 1' + "0" * 100 + "}", "a whole number has more than 64 bits"),
    ],
)
def test_manifests_that_mean_harm_are_told_in_words(run, text, says):
    (run / "manifest.json").write_text(text)
    (line,) = refused("query", run, "SELECT 1")
    assert line == f"balance: {run}: manifest.json is damaged: {says}."


def test_a_manifest_without_end_is_not_read_to_its_end(run):
    with open(run / "manifest.json", "wb") as file:
        file.truncate(LARGEST_JSON + 1)
    assert refused("query", run, "SELECT 1") == [f"balance: {run}: manifest.json cannot be read: larger than 100 MB."]
    (run / "manifest.json").unlink()
    os.mkfifo(run / "manifest.json")
    assert "this is not an ordinary file" in refused("query", run, "SELECT 1")[0]


GREEDY = {"name": "greedy", "weights": {}, "knobs": {}}
IMPOSSIBLE: list[tuple[str, Any]] = [
    *[("players", value) for value in (99, 0, -1, 2**62)],
    *[("variant", value) for value in ("nope", "", "\x1b[31m")],
    *[("agents", value) for value in ("greedy", ["nope"] * 4, [1, 2, 3, 4], ["greedy"] * 99, [], [[]] * 4)],
    *[("seed", value) for value in (-1,)],
    *[("games", value) for value in (10**13,)],
    ("log", "x"),
    ("log_every", 2**60),
    *[("settings", {"initial_fairy_counts": value}) for value in ("x", [], 1e300, -1, None, 1)],
    *[("styles", value) for value in ([], [GREEDY] * 2, [GREEDY] * 99)],
    *[("styles", [{**GREEDY, "name": value}]) for value in (5, [], None)],
    *[("styles", [{**GREEDY, "weights": value}]) for value in ([], 3, {"ev": "a"}, {"ev": None}, {"ev": float("inf")})],
    ("styles", [{**GREEDY, "about": [1]}]),
    *[("cards", {"text": value, "sha256": "0" * 64}) for value in ("", "a\0b", "game,id")],
]


@pytest.mark.parametrize(("name", "value"), IMPOSSIBLE, ids=lambda value: repr(value)[:40])
def test_a_manifest_that_says_what_cannot_be_is_not_believed(run, name, value):
    """The columns that follow from others would come out wrong without a word."""
    manifest = json.loads((run / "manifest.json").read_text())
    value = {**manifest[name], **value} if name == "settings" else value
    with pytest.raises(InputError, match=f"what the run's manifest says of .*{name}.* cannot be: the file was changed"):
        plan_from_manifest({**manifest, name: value})


@pytest.mark.parametrize("name", ["games", "games_per_part", "seed", "players"])
@pytest.mark.parametrize("value", [True, 1.5, 1e999, "7", 10**30, 0, -5])
def test_numbers_of_a_manifest_are_whole_and_in_range(run, name, value):
    manifest = json.loads((run / "manifest.json").read_text())
    if (name, value) == ("seed", 0):
        return
    (run / "manifest.json").write_text(json.dumps({**manifest, name: value}))
    refused("query", run, "SELECT count(*) FROM games")


@pytest.mark.parametrize("value", ["\x1b[31m", "x" * 10_000])
def test_what_stands_where_a_number_should_be_is_told_in_short_and_harmless(run, value):
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps({**manifest, "log_every": value}))
    (line,) = refused("query", run, "SELECT 1")
    assert "manifest.json is damaged: log_every is " in line
    assert line.isprintable()
    assert len(line) < 300 + len(str(run))


@pytest.mark.slow
@settings(max_examples=games(60, 300), suppress_health_check=FOLDED)
@given(data=st.data())
def test_any_manifest_is_used_as_it_was_or_told(run, small_run, data):
    """One or two entries, at any depth, are something else: it is refused, or the answer is the same."""
    manifest = json.loads((small_run.path / "manifest.json").read_text())
    for _ in range(data.draw(st.integers(1, 2))):
        place: Any = manifest
        while True:
            key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
            if isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans()):
                place = place[key]
                continue
            place[key] = data.draw(JSON)
            break
    (run / "manifest.json").write_text(json.dumps(manifest))
    seats, _ = told(lambda: count_seats(run))
    assert seats in (None, 6000)


@pytest.mark.slow
@settings(max_examples=games(40, 200), suppress_health_check=FOLDED)
@given(data=st.data())
def test_any_bytes_in_a_part_are_told(run, small_run, data):
    """Some bytes of some file of the run are others, more or fewer."""
    files = sorted(str(file.relative_to(small_run.path)) for file in small_run.path.glob("*/part-*.parquet"))
    name = data.draw(st.sampled_from(files))
    content = (small_run.path / name).read_bytes()
    at = data.draw(st.integers(0, len(content)))
    other = content[:at] + data.draw(st.binary(max_size=8)) + content[data.draw(st.integers(at, len(content))) :]
    (run / name).write_bytes(other)
    seats, says = told(lambda: count_seats(run))
    (run / name).write_bytes(content)
    assert seats == 6000 if other == content else name in says


def test_a_part_with_words_that_no_reader_understands_is_told(run):
    """The words of a column of few words, garbled, in a part whose checksum is lost: Polars panics at them."""
    name = "games/part-00000000.parquet"
    table = pq.read_table(run / name)
    at = table.schema.get_field_index("end_reason")
    (key,) = [key for key in table.schema.field(at).metadata if key.startswith(b"_PL_")]
    garbled = table.schema.field(at).with_metadata({key: b"seven;fairies"})
    pq.write_table(table.cast(table.schema.set(at, garbled)), run / name)
    shutil.rmtree(run / "checksums")
    manifest = json.loads((run / "manifest.json").read_text())
    del manifest["checksums"]  # as an early version wrote it
    (run / "manifest.json").write_text(json.dumps(manifest))
    assert f"{name} cannot be read" in told(lambda: count_seats(run))[1]


# ---------------------------------------------------------------- sizes


def test_the_largest_files_are_refused_at_once(tmp_path):
    """A gigabyte, of which the disk holds nothing."""
    for name, most in (("cards.csv", 0), ("styles.toml", LARGEST_TOML), ("manifest.json", LARGEST_JSON)):
        with open(tmp_path / name, "wb") as file:
            file.truncate(10**9)
        begun = time.monotonic()
        if not most:
            with pytest.raises(InputError, match="this file is larger than 10 MB"):
                read_cards(tmp_path / name, game_ids())
        else:
            with pytest.raises(OSError, match="larger than"):
                (read_toml if name.endswith("toml") else read_json)(tmp_path / name)
        assert time.monotonic() - begun < 20
