"""Ladders of small games in plain Python: what is kept of them, who cannot have one, and by whom it is measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.common.errors import InputError
from balance.engine.game import Plan, find_game
from balance.engine.game.plan import Request, make_plan
from balance.judging.answers import part_name
from balance.judging.robust import other_players
from balance.judging.strength import AskedStrength, strength
from helpers.command_line import balance, refused
from helpers.plain_games import forgotten, write_game
from helpers.shelf import Shelf

GAME = """
    class Race(Game):
        players = 1, 3
        features = {"steps": "steps that are walked"}
        styles = {"rush": {"steps": 1}, "rush-late": {"steps": 0}, "late-rush": {"steps": -1}}

        def play(self):
            for _ in self.rounds(2):
                for player in self.players:
                    player.gain(player.choose([1, 2, 3, 4], "walk", steps=lambda steps: steps))
"""
QUICK = AskedStrength(games=40, ahead=0)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder, and what it opens is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    with forgotten():
        yield


def plan_of(agents: str, players: int = 2, text: str = GAME) -> Plan:
    game = find_game(str(write_game(Path(), text)))
    return make_plan(Request(game.id, games=1, players=players, agents=agents))


def test_styles_whose_names_run_into_one_another_are_not_taken_for_others():
    plan, shelf = plan_of("mixed(rush,rush-late,late-rush)"), Shelf()
    once = strength(plan, QUICK, parts=shelf)
    assert len(shelf.parts) == len(once.pairs) == 6
    assert strength(plan, QUICK, parts=shelf) == once
    assert once.by_styles["rush", "late-rush"].won != once.by_styles["rush-late", "rush"].won


def test_names_of_parts_differ_whatever_stands_in_them_and_on_any_disk():
    asked = [("A-B", "C"), ("A", "B-C"), ("a", "B-C"), ("a", "b/c"), ("a", ""), ("a",), ("a", 1), ("a", "1")]
    names = [part_name("pair", *identity) for identity in asked]
    assert len({name.lower() for name in names}) == len(asked)
    assert all(Path(name).name == name for name in names)
    assert part_name("pair", "A-B", "C") == names[0] != part_name("ahead", "A-B", "C")


def test_one_player_alone_has_no_ladder():
    with pytest.raises(InputError, match="against others"):
        strength(plan_of("mixed(rush,rush-late)", players=1), QUICK)
    assert "--players 2 or more" in " ".join(refused("strength", "tiny.py", "--players", 1))


def test_a_game_that_is_only_played_alone_has_no_ladder_and_no_other_numbers_of_players():
    plan = plan_of("random", players=1, text=GAME.replace("players = 1, 3", "players = 1"))
    assert not [group for group in other_players(plan, []) if group.plan.players != 1]
    for asked in ((), ("--players", "all")):
        says = refused("strength", "tiny.py", "--ahead", 0, "--regret", 0, *asked)
        assert "against others" in says[0]
    said = refused("power", "tiny.py", "--players", "all", "--max-games", 100)
    assert "has no cards" in said[0]  # and not that there are no numbers of players


@pytest.mark.parametrize(("agents", "anchor"), [("mixed(rush,rush-late)", "rush"), ("mixed(rush,greedy)", "greedy")])
def test_the_style_that_stays_at_1000_is_named(agents, anchor):
    text = GAME.replace('{"rush"', '{"greedy": {"steps": -0.5}, "rush"')
    write_game(Path(), text)
    asked = ("strength", "tiny.py", "--players", 2, "--ahead", 0, "--regret", 0, "--games", 20, "--agents", agents)
    said = balance(*asked, "-q")
    told = " ".join(balance(*asked).out.split())
    assert said.code == 0, said.err
    assert f"{anchor} stays at 1,000" in told
    assert f"wins among {anchor}" in told
    assert f"all others {anchor}." in told
    (first,) = (row for row in balance(*asked, "--json").json["styles"] if row["style"] == anchor)
    assert (first["rating"], first["win_share_against_greedy"]) == (1000, 0.5 if anchor == "greedy" else None)
