"""What the tests of the commands that look back share."""

from __future__ import annotations

import pytest

from helpers.card_history import counted_plays


@pytest.fixture
def plays(tmp_path, monkeypatch):
    """A folder of its own, with nothing remembered; gives how many tables were played."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    return counted_plays(monkeypatch, tmp_path / "cache")
