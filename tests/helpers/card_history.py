"""A small git repository with a card table in it, and what is played of its versions."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from balance.judging import figure_cache
from helpers.cards import frozen_cards

AUTHOR = {f"GIT_{role}_{what}": "nobody" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
NO_SETTINGS = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}

TOP = ("floor -4; top 24; start 0", "floor -4; top 8; start 0")
"""Halves the games."""


def git(*words: str) -> str:
    """git in the present folder, without the settings of whoever runs the tests."""
    environment = os.environ | AUTHOR | NO_SETTINGS
    return subprocess.run(["git", *words], check=True, capture_output=True, env=environment, text=True).stdout


def commit(subject: str, *edits: tuple[str, str]) -> None:
    """Make these replacements in cards.csv, each exactly once, and commit it."""
    edit(*edits)
    git("add", "--all")
    git("commit", "--quiet", "--allow-empty", "--message", subject)


def edit(*edits: tuple[str, str]) -> None:
    """Make these replacements in cards.csv, each exactly once."""
    table = Path("cards.csv").read_text(encoding="utf-8")
    for before, after in edits:
        assert table.count(before) == 1, before
        table = table.replace(before, after)
    Path("cards.csv").write_text(table, encoding="utf-8")


def renamed(number: int) -> tuple[str, str]:
    """An edit of Fairy's cards that changes no game."""
    return f",Charm {number:d},", f",Charm no {number:d},"


def begin() -> None:
    """The present folder as a repository with Fairy's packaged cards committed; other games have none."""
    git("init", "--quiet", "--initial-branch", "main")
    lines = frozen_cards().read_text(encoding="utf-8").splitlines(keepends=True)
    rows = [line for line in lines if line.startswith(("game,", "fairy,", "heroes,"))]
    Path("cards.csv").write_text("".join(rows), encoding="utf-8")
    commit("Cards as they came")


def counted_plays(monkeypatch: pytest.MonkeyPatch, root: Path) -> Callable[[], int]:
    """How many card tables were played since the last call; figures are remembered below ``root``."""
    played = []
    play = figure_cache.reference_figures

    def counting(plan, *rest):
        played.append(plan.card_table.sha256)
        return play(plan, *rest)

    def count() -> int:
        number = len(played)
        played.clear()
        return number

    monkeypatch.setattr(figure_cache, "reference_figures", counting)
    monkeypatch.setattr(figure_cache, "cache_root", lambda: root)
    return count
