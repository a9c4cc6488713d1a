"""`balance report --margin` and `--cards-out`: the results beside the cards, and what is refused."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from balance.analysis.cards import verdicts
from balance.analysis.cards.written import write_results
from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.cards.read import read_cards
from balance.cli import report as command
from balance.engine.game import game_ids
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused
from helpers.run_tools import assert_same_rows, played


def test_the_command_and_the_analysis_have_the_same_margin():
    assert command.MARGIN == verdicts.MARGIN


@pytest.mark.parametrize("margin", ["0", "-1", "wide", "nan", "inf"])
def test_a_margin_is_a_number_above_0(small_run, margin):
    assert "--margin" in "\n".join(refused("report", small_run.path, "--margin", margin))


@pytest.fixture(scope="module")
def written(small_run, tmp_path_factory) -> Path:
    """The cards of the small run with their results."""
    file = tmp_path_factory.mktemp("cards") / "results.csv"
    with Database(small_run) as database:
        results = Results(database)
        write_results([(results.plan.card_table, small_run.games_done(), results.cards)], file)
    return file


def test_the_cards_are_those_that_were_played_with_their_results(written, small_run):
    with written.open(encoding="utf-8") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    with Database(small_run) as database:
        cards = {row["id"]: row for row in Results(database).cards.iter_rows(named=True)}
    played_cards = read_cards(frozen_cards(), game_ids()).tables["fairy"]
    assert list(rows) == [row.id for row in played_cards.rows]
    for row in played_cards.rows:
        assert {name: rows[row.id][name] for name in ("name", "kind", "traits")} == {
            "name": row.name,
            "kind": row.kind,
            "traits": row.traits,
        }
    card = rows["FY04"]
    assert (card["result_games"], card["result_verdict"]) == ("1500", cards["FY04"]["verdict"])
    assert float(card["result_lift"]) == pytest.approx(cards["FY04"]["lift"], abs=5e-5)
    nobody_meets = next(row.id for row in played_cards.rows if row.kind == "track")
    assert {rows[nobody_meets][name] for name in rows[nobody_meets] if name.startswith("result_")} == {""}


def test_the_written_cards_are_a_card_table_again(written, tmp_path):
    said = balance("cards", "check", "--cards", written)
    assert said.code == 0
    assert "result_" not in said.out + said.err, "columns of results need no notice"
    again = played(tmp_path / "run", games=20, cards=written)
    before = played(tmp_path / "other", games=20)
    assert_same_rows(again, before)


def test_a_card_table_is_not_overwritten(small_run, tmp_path):
    file = tmp_path / "cards.csv"
    file.write_bytes(frozen_cards().read_bytes())
    assert "not overwritten" in refused("report", small_run.path, "--cards-out", file)[0]
    assert file.read_bytes() == frozen_cards().read_bytes()


def test_a_run_without_cards_has_no_results_to_write(tmp_path):
    run = played(tmp_path / "run", games=20, log="seats")
    assert "kept its cards" in refused("report", run.path, "--cards-out", tmp_path / "results.csv")[0]
