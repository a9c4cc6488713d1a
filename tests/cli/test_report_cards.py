"""`balance report --margin` and `--cards-out`: the results beside the cards, and what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from balance.analysis.cards.export import export_results
from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.cards.read import read_cards
from balance.engine.game import game_ids
from balance.engine.game.plan import plan_from_manifest
from balance.judging.power import Asked
from balance.judging.power_cache import cached_power
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused
from helpers.run_tools import assert_same_rows, played


@pytest.mark.parametrize("margin", ["0", "-1", "wide", "nan", "inf", "90pp"])
def test_a_margin_is_points_of_win_rate(small_run, margin):
    assert "--margin" in "\n".join(refused("report", small_run.path, "--margin", margin))


@pytest.fixture(scope="module")
def written(small_run, tmp_path_factory) -> Path:
    """The cards of the small run with their results."""
    file = tmp_path_factory.mktemp("cards") / "results.csv"
    with Database(small_run) as database:
        results = Results(database)
        export_results([(results.plan.card_table, small_run.games_done(), results.cards)], file)
    return file


@pytest.mark.slow
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
    assert card["result_games"] == "1500"
    assert float(card["result_lift"]) == pytest.approx(cards["FY04"]["lift"], abs=5e-5)
    nobody_meets = next(row.id for row in played_cards.rows if row.kind == "track")
    assert {rows[nobody_meets][name] for name in rows[nobody_meets] if name.startswith("result_")} == {""}


@pytest.mark.slow
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


@pytest.mark.parametrize(("place", "says"), [("no/results.csv", "there is no such folder"), ("", "is a folder")])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(small_run, tmp_path, place, says):
    file = tmp_path / place
    line, allowed = refused("report", small_run.path, "--out", tmp_path / "pages", "--cards-out", file)
    assert line == f"balance: {file}: {says}"
    assert allowed == "  allowed: the name of a file in a folder that is there"
    assert not (tmp_path / "pages").exists()


def test_a_run_without_cards_has_no_results_to_write(tmp_path):
    run = played(tmp_path / "run", games=20, log="seats")
    assert "kept its cards" in refused("report", run.path, "--cards-out", tmp_path / "results.csv")[0]


@pytest.mark.nightly
def test_power_stands_beside_the_cards_the_run_and_in_queries(tmp_path):
    """What a report measured is written with the cards, kept in the run's folder, and can be asked for."""
    run = played(tmp_path / "run", game="heroes", games=40)
    few = {"until": 0.2, "most": 400}
    plan = plan_from_manifest(run.manifest)
    measured = cached_power(plan, Asked(**few), run_folder=run.path)
    assert len(list(run.path.glob("power-*.json"))) == 1
    said = balance(
        "query", run.path, "SELECT card, power_verdict, power FROM power WHERE power IS NOT NULL", "--format", "json"
    )
    assert said.code == 0, said.err
    known = {card_power.card: card_power for card_power in measured.cards if card_power.power is not None}
    assert {row["card"] for row in said.json} == known.keys() != set()
    assert all(row["power"] == pytest.approx(known[row["card"]].power) for row in said.json)
    file = tmp_path / "results.csv"
    with Database(run) as database:
        results = Results(database)
        results.power = measured
        export_results([(results.plan.card_table, 40, results.cards)], file)
    with file.open(encoding="utf-8") as rows:
        cells = {row["id"]: row for row in csv.DictReader(rows)}
    card = next(card for card in known if cells[card]["result_power"])
    assert float(cells[card]["result_power"]) == pytest.approx(known[card].power, abs=5e-5)
    assert cells[card]["result_power_verdict"] == known[card].verdict


def test_before_it_was_measured_there_is_a_table_of_power_without_rows(small_run):
    said = balance("query", small_run.path, "SELECT count(*) AS cards FROM power", "--format", "json")
    assert said.json == [{"cards": 0}]


def test_a_run_of_other_rules_gets_no_power_and_that_is_said(tmp_path):
    """Its games cannot be played again: what is played today is another game."""
    assert balance("simulate", "fairy", "-n", 500, "--out", "old", "-q").code == 0
    manifest = Path("old", "manifest.json")
    data = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(data | {"rules_version": data["rules_version"] + 7}))
    assert balance("report", "old", "--out", "pages", "-q").code == 0
    (page,) = (file.read_text() for file in Path("pages").glob("fairy*.html"))
    assert f"rules version {data['rules_version'] + 7}" in page
    assert f"This run is of version {data['rules_version'] + 7} of the rules" in page
    assert "--power off" not in page
    assert not list(Path("old").glob("power-*.json"))
