"""A demonstration of few games, or of none: what the process of a game does then, for it sees no patch of a test's."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from balance.cli import demo
from balance.engine import game as games
from balance.report.page import IndexEntry

FEW = 40


def few_games(game: str, out: Path, cores: int, news: Any) -> None:
    """``demo.bring_to_page`` with so few games, and with them few in each experiment and of what cards do."""
    small = replace(games.find_game(game), demo_games=FEW)
    with patch.object(games, "find_game", lambda word: small):
        demo.bring_to_page(game, out, cores, news)


def no_games(game: str, out: Path, cores: int, news: Any) -> None:
    """The word at once that its page is there, which nobody writes."""
    out.mkdir(exist_ok=True)
    news.put((game, demo.READY, IndexEntry(game, game, f"{game}.html", [])))


def death_of_fairy(game: str, out: Path, cores: int, news: Any) -> None:
    """The same, but Fairy's process ends without a word."""
    if game == "fairy":
        os._exit(1)
    no_games(game, out, cores, news)
