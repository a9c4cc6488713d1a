"""Programs and the command line say the same words, mean the same by them, and hear the same about mistakes."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer.main

import balance as bl
from balance.api import options
from balance.api.compare import Comparison
from balance.cli import commands
from balance.cli.app import app
from helpers.command_line import balance

SHOWN = {"--json", "--format", "--write", "--out", "--no-report", "--all", "--fail-on-difference", "--quiet", "--help"}
"""How an answer is shown, and where: a program does that itself."""
CALLS = {
    name: getattr(bl, name)
    for name in (
        *("simulate", "power", "sensitivity", "compare", "check"),
        *("baseline", "bisect", "history", "strength", "tune"),
    )
}
CALLS["report"] = bl.Run.report
PAGES = {("compare", "--brief"): Comparison.report}
"""What the page of an answer is to be like is said to the answer."""


@pytest.mark.parametrize("name", CALLS)
def test_every_option_is_a_keyword_with_the_same_default(name: str):
    assert commands.__all__  # importing them has registered them
    command = typer.main.get_command(app).commands[name]
    by_option = {declared.opts[0]: declared for declared in command.params if declared.param_type_name == "option"}
    assert len(by_option) > 4
    for option, parameter in by_option.items():
        if option not in SHOWN:
            keywords = inspect.signature(PAGES.get((name, option), CALLS[name])).parameters
            keyword = keywords[option.removeprefix("--").replace("-", "_")]
            assert keyword.default == parameter.default, option


def test_all_that_is_said_to_be_there_is_there_and_typed():
    file = Path(bl.__file__)
    typed = {
        name.name
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module != "typing"
        for name in node.names
    }
    assert typed - {"annotations", "import_module"} == set(bl.__all__) == set(dir(bl))
    for name in bl.__all__:
        assert getattr(bl, name).__doc__
    assert (file.parent / "py.typed").exists()
    with pytest.raises(AttributeError, match="nonsense"):
        _ = bl.nonsense


def test_to_import_balance_loads_nothing_heavy():
    code = "import balance, sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "balance" in loaded
    assert not {"numpy", "numba", "polars", "duckdb", "rich", "typer", "pathlib"} & set(loaded)


def test_plain_values_mean_what_the_words_of_the_command_line_mean(tmp_path: Path):
    words = (
        "--games",
        "40",
        "--players",
        "3",
        "--set",
        "end_fairies=2",
        "--set",
        "initial_fairy_counts=off",
        "--seed",
        "5",
    )
    words += ("--agents", "greedy,mixed(novice,chaser),dreamer", "--fixed-seats", "--log", "turns", "--log-every", "2")
    assert balance("simulate", "fairy", *words, "--out", tmp_path / "run", "--quiet").code == 0
    run = bl.simulate(  # refused where it is another run
        "fairy",
        games=4e1,  # type: ignore[arg-type]
        players=3,
        set={"end_fairies": 2, "initial_fairy_counts": False},
        seed=5,
        agents=["greedy", "mixed(novice,chaser)", "dreamer"],
        fixed_seats=True,
        log_every=2,
        out=tmp_path / "run",
        quiet=True,
    )
    assert run.complete
    assert run.manifest["games"] == 40


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (None, None),
        (4, 4),
        ("4", 4),
        ("4,2", (2, 4)),
        ([4, 2, 2], (2, 4)),
        (range(2, 5), (2, 3, 4)),
        (np.int64(3), 3),
        (np.arange(2, 4), (2, 3)),
        ("all", ()),
        ((), ()),
    ],
)
def test_numbers_of_players(given: Any, read: Any):
    assert options.player_counts(given) == read


def test_settings_are_text_as_typed():
    assert options.settings({"feast": True, "off": False, "weights": [1, 1, 0], "n": 3}) == {
        "feast": "on",
        "off": "off",
        "weights": "1,1,0",
        "n": "3",
    }


MISTAKES: dict[str, tuple[Any, tuple[object, ...]]] = {
    "a game": (lambda: bl.simulate("fary"), ("simulate", "fary")),
    "players": (lambda: bl.simulate("fairy", players=40), ("simulate", "fairy", "--players", 40)),
    "a setting": (lambda: bl.simulate("fairy", set={"en": 1}), ("simulate", "fairy", "--set", "en=1")),
    "a style": (lambda: bl.simulate("fairy", agents="gredy"), ("simulate", "fairy", "--agents", "gredy")),
    "decks": (lambda: bl.simulate("fairy", decks=["a", "b"]), ("simulate", "fairy", "--decks", "a,b")),
    "a width": (lambda: bl.simulate("fairy", until="x"), ("simulate", "fairy", "--until", "x")),
    "threads": (lambda: bl.simulate("fairy", workers=0), ("simulate", "fairy", "--workers", 0)),
    "two ways": (
        lambda: bl.simulate("fairy", workers=1, scheduler="x"),
        ("simulate", "fairy", "--workers", 1, "--scheduler", "x"),
    ),
    "a file": (lambda: bl.simulate("fairy", cards="no.csv"), ("simulate", "fairy", "--cards", "no.csv")),
    "a run": (lambda: bl.open("runs/nowhere"), ("query", "runs/nowhere", "SELECT 1")),
    "the newest": (lambda: bl.open("heroes"), ("query", "heroes", "SELECT 1")),
    "a card": (lambda: bl.power("fairy", card="XX"), ("power", "fairy", "--card", "XX")),
    "one side": (lambda: bl.compare("fairy"), ("compare", "fairy")),
    "three": (lambda: bl.compare("a", "b", "c"), ("compare", "a", "b", "c")),
    "other words": (lambda: bl.compare("a", "b", seed=2, set={"x": 1}), ("compare", "a", "b", "--set", "x=1")),
    "a ladder": (lambda: bl.strength("fairy", playouts=3), ("strength", "fairy", "--playouts", 3)),
    "a base": (lambda: bl.strength("fairy", base="gredy"), ("strength", "fairy", "--base", "gredy")),
    "a field": (lambda: bl.tune("fairy", against="gredy"), ("tune", "fairy", "--against", "gredy")),
    "a place": (lambda: bl.tune("fairy", out="no/t.toml"), ("tune", "fairy", "--out", "no/t.toml")),
    "no version": (lambda: bl.history("fairy", last=0), ("history", "fairy", "--last", 0)),
    "a table": (lambda: bl.bisect("fairy", "turns_mean", players=40), ("bisect", "fairy", "turns_mean", "-p", 40)),
    "no games": (lambda: bl.baseline("fairy", games=0), ("baseline", "fairy", "--games", 0)),
    "targets": (
        lambda: bl.check("fairy", no_targets=True, require_targets=True),
        ("check", "fairy", "--no-targets", "--require-targets"),
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_an_exception_with_the_words_of_the_command(mistake: str, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call, words = MISTAKES[mistake]
    with pytest.raises(bl.BalanceError) as raised:
        call()
    said = balance(*words)
    assert said.code == raised.value.exit_code == 2
    assert said.err == f"balance: {raised.value}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: bl.simulate("fairy", games="many"), "--games: 'many' is not a whole number"),  # type: ignore[arg-type]
        (lambda: bl.simulate("fairy", seed=1.5), "--seed: '1.5' is not a whole number"),  # type: ignore[arg-type]
        (lambda: bl.simulate("fairy", players=True), "--players: 'True' is not a whole number"),
        (lambda: bl.simulate(bl.Game, games=3), "Game is a class\n  allowed: the file it stands in: '"),  # type: ignore[arg-type]
        (lambda: bl.tune("fairy", max_time=float("nan")), "--max-time nan\n  allowed: seconds, more than 0"),
        (lambda: bl.compare("fairy", set_b={"x": 1}, max_time=-5), "--max-time -5\n  allowed: seconds, more than 0"),
        (lambda: bl.compare("fairy", set_b={"x": 1}, max_time="1s"), "--max-time 1s\n"),  # type: ignore[arg-type]
        (lambda: bl.power("fairy", card=5), "'5' is no word"),  # type: ignore[arg-type]
        (lambda: bl.power("fairy", players=[]), "--players: an empty list"),
        (lambda: bl.power("fairy", players=object), "--players <class 'object'>"),
        (lambda: bl.power("fairy", players="two"), "--players: 'two' is not a whole number"),
        (lambda: bl.power("fairy", until="5"), "--until 5\n  allowed: points of win rate from 0.1pp to 50pp, as 1pp"),
        (lambda: bl.check("fairy", power="full"), "there is no word for --power 'full'\n  allowed: off, quick"),
    ],
)
def test_a_value_that_no_option_takes_is_refused(call: Any, says: str):
    with pytest.raises(bl.InputError) as raised:
        call()
    assert str(raised.value).startswith(says)


def test_no_seed_is_the_usual_one():
    assert options.request("fairy", games=1, seed=None).seed == options.request("fairy", games=1).seed


@pytest.mark.parametrize(
    ("game", "asked"),
    [("heroes", {"set": ["dice=mild"]}), ("heroes", {"agents": ["greedy", 3]}), ("heroes", {"agents": 3}), (7, {})],
)
def test_what_no_option_can_be_is_told_like_every_other_mistake(game, asked):
    with pytest.raises(bl.BalanceError):
        bl.simulate(game, games=10, **asked)
