"""Side plays: an arm differs from the run by what it changes and by nothing else."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.common.errors import InputError
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.questions import Arm, Experiment
from balance.engine.playing.runner import simulate
from balance.judging import answers
from balance.judging.experiments import change, games_of_an_arm, play_experiments
from balance.judging.experiments_cache import cached_experiments
from helpers.play import make
from helpers.run_tools import small_plan


def test_an_arm_without_changes_is_the_same_game_without_turns():
    plan = small_plan(agents="greedy,novice", fixed_seats=True, settings={"end_fairies": "2"})
    arm = change(plan, Arm("as it is"), 40)
    assert arm.identity() == {**plan.identity(), "games": 40, "log": "seats"}


def test_an_arm_changes_what_it_says():
    plan = small_plan(agents="greedy,novice", fixed_seats=True)
    arm = change(plan, Arm("x", 3, "fifteen", {"fifteen_target": "12"}, ("random",), (("FYG4", "points", "9"),)), 40)
    assert (arm.players, arm.variant, arm.lineup, arm.fixed_seats) == (3, "fifteen", ("random",) * 3, False)
    assert arm.settings == {**plan.settings, "fifteen_target": 12}
    assert [row.points for row in arm.card_table.rows if row.id == "FYG4"] == ["9"]
    assert arm.seed == plan.seed


def test_a_list_of_styles_is_repeated_for_more_players():
    plan = small_plan(agents="greedy,novice", fixed_seats=True)
    assert change(plan, Arm("more", players=5), 40).lineup == ("greedy", "novice", "greedy", "novice", "greedy")
    assert change(small_plan(), Arm("more", players=5), 40).lineup == ()


def test_with_fewer_players_an_arm_has_the_decks_of_the_first():
    plan = make(
        "fairy_conundrum", games=10, players=4, settings={"decks": "dawn_rush,dusk_snare,haven_engine,dawn_rush"}
    )
    assert change(plan, Arm("3 players", players=3), 10).settings["decks"] == "dawn_rush,dusk_snare,haven_engine"


def test_games_that_belong_together_are_all_played():
    plan = make_plan(Request("fairy_conundrum", games=10))
    assert change(plan, Arm("matches", settings={"match_games": "3"}), 40).games == 42


def test_an_edit_touches_one_cell():
    table = small_plan().card_table
    edited = table.with_cells((("FYG4", "points", "9"), ("FY01", "name", 'A "new", name')))
    changed = [(a.id, a.name, a.points) for a, b in zip(edited.rows, table.rows, strict=True) if a != b]
    assert changed == [("FY01", 'A "new", name', ""), ("FYG4", "Catch", "9")]
    assert table.with_cells(()) == table


def test_an_edit_of_a_card_that_is_not_there_is_refused():
    with pytest.raises(InputError, match="there is no card FY99"):
        small_plan().card_table.with_cells((("FY99", "points", "9"),))


@pytest.fixture(scope="module")
def figures() -> pl.DataFrame:
    """Two arms, and two that this table cannot have."""
    arms = (
        Arm("as it is"),
        Arm("Catch pays 9", cells=(("FYG4", "points", "9"),)),
        Arm("no such card", cells=(("FY99", "points", "9"),)),
        Arm("too many fairies", settings={"end_fairies": "60"}),
    )
    return play_experiments(small_plan(), (Experiment("payoffs", arms),), 300)


def test_at_another_table_styles_play_as_they_do_there():
    two, four = (make("fairy_school", games=10, players=players) for players in (2, 4))
    assert change(two, Arm("four", players=4), 10).styles == four.styles != two.styles


@pytest.mark.slow
def test_the_figures_of_every_arm_that_can_be_played(figures, tmp_path):
    assert figures["arm"].unique(maintain_order=True).to_list() == ["as it is", "Catch pays 9"]
    assert figures.select("experiment", "place", "players").unique().sort("place").rows() == [
        ("payoffs", 0, 4),
        ("payoffs", 1, 4),
    ]
    with Database(simulate(change(small_plan(), Arm("x"), 300), tmp_path / "run")) as database:
        alone = Results(database).figures()
    mine = figures.filter(arm="as it is").select(alone.columns)
    assert_frame_equal(mine.sort("figure", "subject"), alone.sort("figure", "subject"))


def test_a_richer_catch_brings_more_points(figures):
    catch = figures.filter(figure="component_mean", subject="pts_catch").select("arm", "value").rows()
    assert catch[1][1] > catch[0][1] * 1.1


@pytest.mark.slow
def test_arms_that_play_the_same_are_played_once_and_each_has_the_figures():
    told: list[str] = []
    payoffs = Experiment("payoffs", (Arm("Catch pays 9", cells=(("FYG4", "points", "9"),)), Arm("as it is")))
    players = Experiment("players", (Arm("2 players", players=2), Arm("4 players", players=4)))
    rows = play_experiments(small_plan(), (payoffs, players), 40, told.append)
    names = ("payoffs, Catch pays 9", "payoffs, as it is", "players, 2 players")
    assert sorted(told) == [f"playing the experiments: {name}" for name in names]
    alike = [rows.filter(arm=arm).drop("experiment", "arm", "place") for arm in ("as it is", "4 players")]
    assert_frame_equal(*alike)
    assert rows.select("arm", "place").unique(maintain_order=True).rows() == [
        ("Catch pays 9", 0),
        ("as it is", 1),
        ("2 players", 0),
        ("4 players", 1),
    ]


@pytest.mark.slow
def test_what_was_played_beside_a_run_is_not_played_again_and_says_the_same(monkeypatch, tmp_path):
    monkeypatch.setattr(answers, "cache_root", lambda: tmp_path)
    plan = replace(small_plan(), games=40)
    told: list[str] = []
    first = cached_experiments(plan, told.append)
    played = len(told)
    assert played > 2
    assert_frame_equal(cached_experiments(replace(plan, log="seats"), told.append), first)
    assert len(told) == played
    next(tmp_path.rglob("arm-*.part")).write_bytes(b"damaged")
    assert_frame_equal(cached_experiments(plan, told.append), first)
    assert len(told) == played + 1
    cached_experiments(replace(plan, seed=plan.seed + 1), told.append)
    assert len(told) == 2 * played + 1


def test_without_arms_there_are_no_figures():
    assert play_experiments(small_plan(), ()).is_empty()


@pytest.mark.parametrize(("run", "arm"), [(1_000_000, 20_000), (80_000, 20_000), (50_001, 12_501), (1, 1)])
def test_an_arm_plays_what_the_game_says_and_beside_a_short_run_a_quarter_of_it(run, arm):
    assert games_of_an_arm(replace(small_plan(), games=run)) == arm
