"""The ladder, the yardstick and regret: what is planted is found, and nothing depends on threads or on a stop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from balance.analysis.ratings import Rating
from balance.analysis.stats import Z
from balance.common.errors import InputError
from balance.engine.playing.runner import Watcher
from balance.engine.playing.what_if import play_scripted
from balance.judging.regret import AskedRegret, Regret, Regretted, regret
from balance.judging.strength import AskedStrength, Pair, Strength, strength
from balance.judging.tournament import WinShare
from balance.report.strengths import regret_as_json, regret_rows, regret_sentences, sentences, worst_lines
from helpers.play import compile_once, make
from helpers.shelf import Shelf

pytestmark = pytest.mark.slow

ASKED = AskedStrength(games=300, playouts=32, ahead=6)


@pytest.fixture(scope="module")
def plan():
    """Two players of Fairy and three styles, of which one throws games away."""
    compile_once("fairy")
    return make("fairy", players=2, agents="mixed(greedy,novice,random)", games=1, seed=3)


@pytest.fixture(scope="module")
def found(plan):
    """Its strength."""
    return strength(plan, ASKED, workers=2)


def without_time(measured: Strength) -> Strength:
    sticks = [
        replace(stick, rungs=tuple(replace(rung, seconds=0.0) for rung in stick.rungs)) for stick in measured.yardsticks
    ]
    return replace(measured, yardsticks=tuple(sticks))


def test_the_styles_of_the_line_up_meet_and_who_plays_at_random_comes_last(found):
    assert {rating.style for rating in found.ratings} == {"greedy", "novice", "random"}
    assert found.ratings[-1].style == "random"
    assert found.beats("greedy", "random")
    assert not found.beats("random", "greedy")
    assert len(found.pairs) == 6
    assert found.yardsticks[0].against == found.strongest
    assert [rung.playouts for rung in found.yardsticks[0].rungs] == [8, 16, 32, 0]


def test_who_sees_everything_to_come_wins_more_than_who_does_not(found):
    stick = found.yardsticks[0]
    assert stick.sees_all.won.share > max(0.8, stick.rungs[0].won.share)


def test_the_yardstick_plays_the_first_game_of_every_match(monkeypatch):
    """Those that a match does not need are not there, and the games of one match are one case."""
    compile_once("fairy_conundrum")
    plan = make("fairy_conundrum", players=2, agents="mixed(greedy,random)", games=1, settings={"match_games": 3})
    seen = []

    def without_thought(batch, game_no, seats, player, before):
        seen.append((game_no, *seats))
        return play_scripted(batch, game_no)

    monkeypatch.setattr("balance.judging.strength.play_ahead", without_thought)
    found = strength(plan, replace(ASKED, games=60), workers=1)
    assert set(seen) == {(0, 0), (3, 1), (6, 0), (9, 1), (12, 0), (15, 1)}
    assert found.yardsticks[0].best.won.cases == ASKED.ahead


@pytest.mark.nightly
def test_strength_depends_neither_on_threads_nor_on_where_it_was_stopped(plan, found):
    """It was found by two threads; here one is stopped and goes on."""
    shelf = Shelf(most=8)
    with pytest.raises(KeyboardInterrupt):
        strength(plan, ASKED, workers=1, parts=shelf)
    shelf.most, there = float("inf"), len(shelf.parts)
    assert without_time(strength(plan, ASKED, workers=1, parts=shelf)) == without_time(found)
    assert shelf.loaded == there == 8


def test_a_base_style_that_there_is_not_is_named(plan):
    with pytest.raises(InputError, match="greedi"):
        strength(plan, replace(ASKED, base="greedi"), watcher=Watcher())


def ladder(shares: dict[tuple[str, str], float], players: int = 2) -> Strength:
    names = sorted({name for pair in shares for name in pair})
    won = {pair: WinShare(share, 0.005, 10_000, 1 / players) for pair, share in shares.items()}
    pairs = tuple(Pair(*pair, share, share) for pair, share in won.items())
    return Strength(players, pairs, tuple(Rating(name, 1000, 990, 1010) for name in names), ())


def test_a_cycle_is_named_once():
    beats = {("rock", "scissors"): 0.6, ("scissors", "paper"): 0.6, ("paper", "rock"): 0.6}
    measured = ladder(beats | {(b, a): 1 - share for (a, b), share in beats.items()})
    assert measured.cycles == [("paper", "rock", "scissors")]
    assert any("paper beats rock beats scissors beats paper" in line for line in sentences(measured))


def test_who_does_well_while_rare_is_told_from_who_does_well_in_a_crowd():
    rare = ladder({("hawk", "dove"): 0.3, ("dove", "hawk"): 0.3}, players=4)
    assert (rare.invading, rare.defending) == ([("dove", "hawk")], [])
    crowd = ladder({("hawk", "dove"): 0.2, ("dove", "hawk"): 0.2}, players=4)
    assert (crowd.invading, crowd.defending) == ([], [("dove", "hawk")])
    unsure = ladder({("hawk", "dove"): 0.255, ("dove", "hawk"): 0.245}, players=4)
    assert (unsure.invading, unsure.defending, unsure.cycles) == ([], [], [])


def test_a_decision_looked_at_counts_for_all_of_its_game_that_it_stands_for(plan):
    """8 of the 80 of one game, all of them right, and all 8 of another, all wrong: 8 of 88 are wrong."""
    right = [looked_at(0, number, of=80, more=0.0) for number in range(8)]
    wrong = [looked_at(1, number, of=8, more=0.22) for number in range(8)]
    (lost,) = Regret(plan, (*right, *wrong), ()).by_style.values()
    assert (lost.better, lost.cost) == pytest.approx((8 / 88, 0.22 * 8 / 88))
    assert (lost.looked_at, lost.a_game) == (16, 88 / 2 / plan.players)


def test_costs_in_games_that_differ_have_the_error_of_a_ratio(plan):
    """0.1 and 0.3 in two games, one decision each: their mean is off by 0.1, as a standard error of two says."""
    decisions = (looked_at(0, 0, of=1, more=0.1), looked_at(1, 0, of=1, more=0.3))
    (lost,) = Regret(plan, decisions, ()).by_style.values()
    assert (lost.cost, lost.high - lost.cost) == pytest.approx((0.2, 0.1 * Z))


def test_what_was_decided_in_one_game_only_has_no_interval_and_is_not_named_first():
    plan = make("fairy_school", players=2)
    often = [looked_at(game, 0, of=2, more=0.01 * (game % 3)) for game in range(60)]
    once = [looked_at(7, number, of=2, more=0.9, point=1) for number in (1, 2)]
    regrets = Regret(plan, (*often, *once), ())
    first, second = (plan.wording().points[point] for point in (0, 1))
    assert list(regrets.by_point) == [second, first]
    assert not regrets.by_point[second].known
    assert regret_sentences(regrets)[0].startswith(f"Most is to be won at: {first}, ")
    assert regret_rows(regrets)[0][-2:] == ["–", "–"]
    assert regret_as_json(regrets)["by_point"][second]["high"] is None
    assert regret_sentences(Regret(plan, tuple(once), ())) == [
        "Too few games were looked at to say where better choices exist."
    ]


def looked_at(game_no: int, number: int, of: int, more: float, point: int = 0) -> Regretted:
    """A decision of ``of`` in a game, whose best option brings so much more than the chosen one."""
    return Regretted(game_no, number, point, 0, "greedy", 0, int(more > 0), "", "", more, 0.01, of)


def test_a_style_that_guesses_badly_regrets_it_and_the_worst_is_told(plan):
    bad = replace(plan, lineup=("always_higher", "greedy"))
    lost = regret(bad, AskedRegret(games=40, playouts=64, futures=32), workers=2)
    by_style = lost.by_style
    assert by_style["always_higher"].low > max(0, by_style["greedy"].cost)
    assert lost.worst[0][0].more > 0.1
    told = worst_lines(lost)
    assert any("always_higher" in line and "decision" in line for line in told)
    assert f"balance replay fairy {lost.worst[0][0].game_no} --what-if {lost.worst[0][0].number}" in told[-1]
    assert "`balance simulate fairy --players 2 --agents always_higher,greedy --games " in told[-1]
    assert "points of win rate" in regret_sentences(lost)[0]
    assert regret(bad, AskedRegret(games=40, playouts=64, futures=32), workers=1) == lost
