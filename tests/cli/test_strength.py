"""`balance strength` as its users meet it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from balance.api.strength import _where_two_play
from balance.common.errors import InputError, Problem
from balance.engine.game.plan import Request, make_plan
from balance.judging import answers
from balance.judging.strength_cache import known_gap
from balance.report.sections.styles import how_good
from helpers.command_line import balance, refused

SMALL = ("--games", 100, "--playouts", 16, "--ahead", 2, "--regret", 3, "--agents", "mixed(greedy,random)")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder."""
    monkeypatch.chdir(tmp_path)


def test_json_is_as_promised_and_the_second_time_the_same():
    asked = ("strength", "fairy", "--players", 2, *SMALL, "--json", "--quiet")
    once = balance(*asked)
    assert once.code == 0, once.err
    ladder = once.json
    assert ladder["players"] == 2
    assert [style["style"] for style in ladder["styles"]] == ["greedy", "random"]
    assert set(ladder["styles"][0]) == {"style", "rating", "low", "high", "win_share_against_greedy"}
    stick = ladder["yardstick"]
    assert stick["against"] == "greedy"
    assert 0 <= stick["low"] <= stick["win_share"] <= stick["high"] <= 1
    assert stick["games"] == 2
    assert ladder["regret"]["by_point"]
    assert balance(*asked).out == once.out


def test_without_a_number_of_players_the_usual_table_and_two():
    ladder = balance("strength", "fairy", *SMALL, "--ahead", 0, "--regret", 0, "--json", "--quiet").json
    assert (ladder["players"], ladder["yardstick"]) == (4, None)
    assert [other["players"] for other in ladder["other_tables"]] == [2]


def test_a_list_that_is_too_long_for_two_has_the_same_styles_meet_there():
    quick = ("--games", 100, "--ahead", 0, "--regret", 0, "--quiet", "--json")
    ladder = balance("strength", "fairy", "--agents", "greedy,random,novice", *quick).json
    tables = [ladder, *ladder["other_tables"]]
    assert [table["players"] for table in tables] == [4, 2]
    assert [{style["style"] for style in table["styles"]} for table in tables] == [{"greedy", "random", "novice"}] * 2


def test_where_two_cannot_play_so_the_usual_table_is_alone():
    def at(count: int, agents: str | None = None):
        raise InputError([Problem("the cards are for three")])

    assert _where_two_play(make_plan(Request("fairy", games=1)), at) == []


def test_it_is_told_in_words_and_a_report_says_how_good_its_players_are():
    told = balance("strength", "fairy", "--players", 2, *SMALL)
    assert "the strongest style is greedy" in told.out
    assert "would be even" in told.out
    run = make_plan(Request("fairy", games=400, players=2, agents="mixed(greedy,random)"))
    assert known_gap(run) is not None
    page = SimpleNamespace(plan=run, gap=known_gap(run))
    assert "One that looks ahead wins" in how_good(page)
    assert "50.0" in how_good(page)
    assert "`balance strength fairy`" in how_good(SimpleNamespace(plan=run, gap=None))


def test_a_quick_try_does_not_take_the_place_of_a_finer_gap(tmp_path, monkeypatch):
    monkeypatch.setattr(answers, "cache_root", lambda: tmp_path)
    agents = "mixed(novice,random)"
    run = make_plan(Request("fairy", games=400, players=2, agents=agents))
    gaps = []
    for ahead, playouts in ((4, 16), (2, 16), (2, 32), (6, 16)):
        small = ("--games", 100, "--regret", 0, "--agents", agents, "--ahead", ahead, "--playouts", playouts)
        assert balance("strength", "fairy", "--players", 2, *small).code == 0
        gaps.append(known_gap(run).games)
    assert gaps == [4, 4, 2, 6], "as much work is no less sure, more is surer"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (("--playouts", 3), "16 to 1000000"),
        (("--base", "gredy"), "gredy"),
        (("--players", 19), "2 to 10"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(wrong, says):
    assert says in " ".join(refused("strength", "fairy", *wrong))
