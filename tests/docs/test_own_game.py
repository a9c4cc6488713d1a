"""The page about a game of one's own: its game is played, its function computes, its games are short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance import sample
from balance.common.modules import run_source
from helpers.command_line import balance
from helpers.plain_games import forgotten

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "your-own-game.md").read_text(encoding="utf-8")
MOST_WORDS = 900


def snippets(language: str) -> list[str]:
    """The examples in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_is_short():
    assert len(PAGE.split()) <= MOST_WORDS


@pytest.mark.slow
def test_its_game_is_played_with_its_style(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game, _ = snippets("python")
    Path("pig.py").write_text(game)
    Path("styles.toml").write_text(snippets("toml")[0])
    with forgotten():
        assert balance("doctor", "pig.py", "--games", 50).lines == ["Pig: 0 errors, 0 notes"]
        words = ("--styles", "styles.toml", "--agents", "sleepy,greedy", "--games", 100, "--out", "run", "-q")
        assert balance("simulate", "pig.py", *words).code == 0
        assert all(max(player.points for player in game.players) >= 50 for game in sample("pig.py", games=20))


def test_its_function_gives_the_chance(tmp_path):
    _, function = snippets("python")
    chance = run_source(tmp_path / "chance.py", function.replace("@kernel\n", "")).chance_to_reach
    assert chance(0) == 1
    assert chance(1) == pytest.approx(5 / 6)  # any roll but a one
    assert chance(3) == pytest.approx(4 / 6 + 1 / 6 * 5 / 6)  # three or more; or a two, and any roll but a one
