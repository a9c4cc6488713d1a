"""`balance tune`: the interface, the file it writes, its words, what is remembered, and plain words for mistakes."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import balance as bl
from balance.engine.playing.runner import Interrupted
from helpers.command_line import balance, refused
from helpers.outside_game import balance_there, install

FEW = ("--generations", 4, "--games", 250, "--against", "greedy", "--agents", "greedy", "--workers", 1)
FIELDS = {
    *("style", "win_share", "low", "high", "neutral", "stronger", "against", "start", "gain", "gain_low", "gain_high"),
    *(
        "among",
        "runs",
        "exploit",
        "exploits",
        "leans_on",
        "changes",
        "recipe",
        "about",
        "weights",
        "knobs",
        "generations",
        "games",
    ),
}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder, and is not thorough."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balance.judging.tune.CONFIRMING", 0.2)  # few games to confirm it by


@pytest.mark.slow
def test_a_style_is_found_told_written_and_played(monkeypatch):
    said = balance("tune", "fairy", *FEW, "--out", "found.toml", "--json", "--quiet")
    assert said.code == 0, said.err
    tuned = said.json
    assert tuned.keys() >= FIELDS
    assert (tuned["style"], tuned["neutral"], tuned["against"]) == ("tuned", 0.25, ["greedy"])
    assert tuned["low"] < tuned["win_share"] < tuned["high"]
    text = Path("found.toml").read_text(encoding="utf-8")
    assert text.startswith("# tuned wins ")
    written = tomllib.loads(text)["tuned"]
    assert written["weights"] == tuned["weights"]
    assert written["game"] == "fairy"
    assert {name: written[name] for name in tuned["knobs"]} == tuned["knobs"]

    monkeypatch.setattr("balance.judging.sittings.play_tables", None)  # nothing is played a second time
    again = balance("tune", "fairy", *FEW, "--json", "--quiet")
    assert again.json == tuned

    few = {"generations": 4, "games": 250, "against": "greedy", "agents": "greedy", "workers": 1}
    style = bl.tune("fairy", out="again.toml", quiet=True, **few)
    assert style.as_json() == tuned
    assert style.frame["style"].to_list() == [row["style"] for row in tuned["among"]]
    assert Path("again.toml").read_text(encoding="utf-8") == text

    words = balance("tune", "fairy", *FEW)
    assert words.out.startswith(f"{style}\n")
    assert words.lines[0].startswith("tuned wins ")
    assert "25 % would be chance" in words.lines[0]
    assert "How it plays, compared with greedy:" in words.lines
    assert "[tuned.weights]" in words.lines
    assert words.lines[-1] == "Keep it: the same command with --out FILE."


@pytest.mark.nightly
def test_what_it_wrote_sits_down_and_may_be_the_field_of_the_next():
    assert balance("tune", "fairy", *FEW, "--out", "found.toml", "--quiet").code == 0
    played = balance("simulate", "fairy", "--styles", "found.toml", "--agents", "tuned,greedy", "--games", 50)
    assert played.code == 0, played.err
    few = ("--generations", 1, "--games", 50, "--agents", "tuned", "--workers", 1, "--json", "--quiet")
    said = balance("tune", "fairy", "--styles", "found.toml", "--against", "tuned,greedy", *few)
    assert said.code == 0, said.err
    assert (said.json["style"], said.json["against"]) == ("tuned-2", ["tuned", "greedy"])


def test_who_stops_is_told_that_nothing_is_lost(monkeypatch):
    def stop(*_: object) -> None:
        raise Interrupted("Stopped. Nothing was kept.")

    monkeypatch.setattr("balance.judging.tune_cache.tune", stop)
    lines = refused("tune", "fairy", *FEW, code=130)
    assert lines == ["balance: Stopped. What was played is kept.", "The same command goes on from there."]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--against", "gredy"), "gredy"),
        (("--agents", "nobody"), "nobody"),
        (("--max-time", "soon"), "soon"),
        (("--generations", "0"), "--generations"),
        (("--games", "0"), "--games"),
        (("--likes", "-1"), "--likes"),
        (("--likes", "3"), "at most 2 with 4 players"),
        (("--likes", "1", "--players", "2"), "at most 0 with 2 players"),
        (("--out", "nowhere/found.toml"), "there is no such folder"),
        (("--out", "."), "is a folder"),
    ],
)
def test_what_cannot_be_is_said_before_a_game_is_played(words, told):
    assert told in "\n".join(refused("tune", "fairy", *words))


def test_the_styles_it_reads_are_not_replaced():
    Path("own.toml").write_text("[mine]\nweights = { ev = 1 }\n")
    lines = refused("tune", "fairy", "--styles", "own.toml", "--out", "./own.toml")
    assert "would replace" in lines[0]


# ---------------------------------------------------------------- a planted stall

STALL = (
    ("__init__.py", "features=lambda cards: (),", 'features=lambda cards: (Feature("luck", "-", "to wait"),),'),
    ("__init__.py", "styles import Style", "styles import Feature, Style"),
    ("__init__.py", 'int(style.weights.get("luck", 0))', 'int(3 * style.weights.get("luck", 0))'),
    ("__init__.py", '{"luck": 1}, ', "{}, "),
    (
        "play.py",
        "    while s.turn < 10:",
        "    last = 10\n"
        "    for seat in range(t.players):\n        if t.luck[s.style[seat]] > 0:\n            last = 40\n"
        "    while s.turn < last:",
    ),
    ("play.py", "    if eyes == 1 and t.luck", "    if s.turn > 10 and eyes < 4 and t.luck"),
    ("log.py", '"turns": 10 * plan.players', '"turns": 40 * plan.players'),
)
"""Edits of Tiny: who waits lets a game last four times as long, and throws better from the tenth turn on."""


@pytest.mark.nightly
@pytest.mark.slow
def test_a_planted_stall_is_found_and_named(tmp_path):
    install(tmp_path, *STALL)
    words = ("--generations", 4, "--games", 100, "--against", "calm", "--agents", "calm", "--workers", 1)
    code, out, err = balance_there(tmp_path, "tune", "tiny", *words)
    assert code == 0, err
    assert "Exploit (stall): games last 40 turns instead of 10." in out
