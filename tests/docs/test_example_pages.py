"""docs/example_pages.py: a page for every game, and an edit that the card table still takes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import example_pages
import pytest
from page_text import ROOT

from balance.cards.read import read_cards
from balance.engine.game import game_ids

LARGEST = 320_000
"""Bytes of a page in brief."""


def test_every_game_has_its_page_and_no_other_page_is_kept():
    assert sorted(example_pages.GAMES) == sorted(game_ids())
    pages = {f"{game}.html" for game in example_pages.GAMES} | {"compare-heroes.html"}
    assert {file.name for file in example_pages.EXAMPLES.iterdir()} == pages


def test_the_pages_that_are_kept_are_small():
    assert {file.name for file in example_pages.EXAMPLES.iterdir() if file.stat().st_size > LARGEST} == set()


def test_the_edit_changes_one_card_by_one_effect(tmp_path: Path):
    before = ROOT / "cards.csv"
    after = tmp_path / "cards.csv"
    after.write_text(example_pages.edited(before.read_text(encoding="utf-8")), encoding="utf-8")
    tables = [read_cards(file, game_ids()).tables["heroes"] for file in (before, after)]
    rows = [{row.id: row.cell("effect") for row in table.rows} for table in tables]
    assert {card: (rows[0][card], rows[1][card]) for card in rows[0] if rows[0][card] != rows[1][card]} == {
        "HF08": ("fight 2", "fight 1")
    }
    with pytest.raises(ValueError, match="no single row"):
        example_pages.edited(after.read_text(encoding="utf-8"))


def test_the_commands_are_typed_where_a_designer_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    typed: list[str] = []
    monkeypatch.setattr(example_pages, "balance", lambda folder, words: typed.append(words))
    example_pages.settle(tmp_path)
    assert (tmp_path / "targets.toml").read_bytes() == (ROOT / "targets.toml").read_bytes()
    assert (tmp_path / "reports" / "baseline").is_dir()
    example_pages.compared(tmp_path)
    example_pages.reported(tmp_path, "fairy")
    assert [words.split()[0] for words in typed] == ["compare", "simulate", "report"]
    changed = subprocess.run(["git", "status", "--short", "cards.csv"], cwd=tmp_path, capture_output=True, check=True)
    assert changed.stdout == b"", "the reports are on the cards as they are"


def test_an_unknown_page_is_no_page(capsys: pytest.CaptureFixture[str]):
    assert example_pages.main(["pig"]) == 2
    assert "usage" in capsys.readouterr().err
