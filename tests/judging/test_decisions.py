"""The decisions of a logged game, and what would have come of others."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from balance.common.errors import InputError
from balance.engine.game import find_game
from balance.engine.game.decisions import Decision, Option
from balance.engine.runs.run import Run, open_run
from balance.judging.decisions import DecidedGame, Reasons, decisions_of, reasons_of, what_if
from balance.judging.replay import load_game
from balance.report.decisions import tell_decisions, tell_what_if
from helpers.run_tools import played

FUTURES = 300


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    """Fairy: two who count and one who guesses."""
    return played(tmp_path_factory.mktemp("runs") / "fairy", agents="greedy,novice,random", players=3)


@pytest.fixture(scope="module")
def decided(run: Run) -> DecidedGame:
    return decisions_of(run, 7)


def first(decided: DecidedGame, agent: str) -> int:
    """The number of the first decision of a seat with this style."""
    return next(decision.number for decision in decided.decisions if decided.agents[decision.seat] == agent)


def test_decisions_are_those_of_the_log(run: Run, decided: DecidedGame):
    guesses = [guess.key for guess in decided.plan.cards.guesses]
    logged = load_game(run, 7)
    told = [(row["turn"], row["seat"], row["guess"]) for row in logged.turns]
    assert [(decision.turn, decision.seat, guesses[decision.chosen.target]) for decision in decided.decisions] == told


def test_what_was_chosen_comes_back_in_its_own_words(decided: DecidedGame):
    lines = [line for told in tell_decisions(decided, reasons_of(decided)).values() for line in told]
    titles = [
        line for line in lines if re.match(r"  Decision \d+\. Player \d \(\w+\): what the next card will be", line)
    ]
    assert len(titles) == len(decided.decisions)
    weighed = [decision for decision in decided.decisions if decision.weighed]
    assert sum(line.startswith("   > ") for line in lines) == len(weighed)


def test_a_weight_brings_what_an_option_is_worth_less_without_it(decided: DecidedGame):
    """A novice wants points and nothing else, so all that a guess is worth goes with that weight."""
    reasons = reasons_of(decided)
    decision = decided.decisions[first(decided, "novice")]
    for place, option in enumerate(decision.options):
        assert reasons.of(decision, place) == ([("ev", option.worth)] if option.worth else [])


def test_what_a_weight_brings_is_said_behind_the_option(decided: DecidedGame):
    decision = decided.decisions[first(decided, "novice")]
    told = tell_decisions(decided, reasons_of(decided))[decision.turn]
    assert any(re.match(r"   > .* [0-9.]+   ev \+[0-9.]+$", line) for line in told)


@pytest.mark.slow
def test_what_is_said_behind_an_option_adds_up_to_its_worth(tmp_path):
    """Of a style with floors and knobs, whose weights bring much only together."""
    run = played(tmp_path / "run", game="fairy_conundrum", games=4, agents="ripener,trickster")
    decided = decisions_of(run, 2)
    told = tell_decisions(decided, reasons_of(decided))
    lines = [line for lines in told.values() for line in lines]
    behind = [re.findall(r"(−?\d+\.\d+)   (\S.*)$", line) for line in lines]
    sums = [(number, re.findall(r"\S+ ([+−]\d+\.\d+)", terms)) for found in behind for number, terms in found]
    assert len(sums) > 50
    for number, terms in sums:
        worth, *brought = (float(each.replace("−", "-")) for each in (number, *terms))
        assert sum(brought) == pytest.approx(worth, abs=0.08)


@pytest.mark.slow
def test_what_weights_bring_only_together_is_shared_among_them(tmp_path):
    """Of Alfheim's types the second nearest line counts by a share (one weight) of what the type is worth (another)."""
    decided = decisions_of(played(tmp_path / "run", game="alfheim", games=2, agents="farmhand", players=2), 1)
    reasons = reasons_of(decided)
    told = [
        (option.worth, sum(brought for _, brought in reasons.of(decision, place)))
        for decision in decided.decisions
        for place, option in enumerate(decision.options)
        if option.worth
    ]
    assert len(told) > 100
    worths, sums = np.array(told).T
    assert np.mean(np.abs(worths - sums) < 0.05) > 0.9
    assert np.abs(worths - sums).mean() < 0.02 * np.abs(worths).mean()


def test_noise_is_named_and_not_hidden_in_the_rest(tmp_path):
    decided = decisions_of(played(tmp_path / "run", agents="watcher", players=3), 7)
    reasons = reasons_of(decided)
    lines = [line for told in tell_decisions(decided, reasons).values() for line in told]
    assert sum("noise " in line for line in lines) > len(decided.decisions) / 2


def test_of_who_just_says_what_he_wants_no_weights_are_told():
    worths = (0.0, 1.0)
    options = tuple(Option(0, -1, target, worth) for target, worth in enumerate(worths))
    decision = Decision(0, 0, 1, 0, 0, options, 1, forced=False)
    brought = np.array([[0.0, 1.0]])
    assert Reasons(("ev",), np.array([0]), brought).of(decision, 1) == []
    weighed = replace(decision, options=(options[0], options[1]._replace(worth=1.5)))
    assert Reasons(("ev",), np.array([0]), brought).of(weighed, 1) == [("ev", 1.0)]


def test_a_better_guess_wins_more_often_and_intervals_hold_what_they_say(decided: DecidedGame):
    number = first(decided, "greedy")
    outcomes = what_if(decided, number, 8 * FUTURES)  # between guesses lie few points
    by_place = {outcome.place: outcome for outcome in outcomes}
    decision = decided.decisions[number]
    best = by_place[decision.place]
    assert (best.more, best.more_interval) == (0.0, (0.0, 0.0))
    worst = min(range(len(decision.options)), key=lambda place: decision.options[place].worth or 0.0)
    assert by_place[worst].more_interval[1] < 0
    assert all(a.win_interval[0] <= a.win <= a.win_interval[1] for a in outcomes)
    assert [outcome.win for outcome in outcomes] == sorted((outcome.win for outcome in outcomes), reverse=True)


def test_the_same_question_has_the_same_answer_and_progress_ends_at_all_games(decided: DecidedGame):
    seen: list[tuple[int, int]] = []
    number = first(decided, "random")
    outcomes = what_if(decided, number, FUTURES, lambda done, of: seen.append((done, of)))
    assert outcomes == what_if(decided, number, FUTURES)
    options = len(decided.decisions[number].options)
    assert seen[-1] == (FUTURES * options, FUTURES * options)
    assert np.all(np.diff([done for done, _ in seen]) > 0)


def test_the_answer_is_told_with_the_option_chosen_marked(decided: DecidedGame):
    number = first(decided, "greedy")
    title, how, head, *rows, verdict = tell_what_if(decided, number, what_if(decided, number, 50), 50)
    assert title.startswith(f"Game 7. Decision {number}. Player ")
    assert "the same 50 futures" in how
    assert how.endswith(" Scores: tie-breaks included.")
    assert len({row.index(" %") for row in rows}) == 1, head
    assert sum(row.startswith("   > ") for row in rows) == 1
    assert verdict


def test_a_certain_win_keeps_its_distance_from_the_words_and_the_score(decided: DecidedGame):
    number = first(decided, "greedy")
    outcomes = [replace(each, win=1.0, win_interval=(0.99, 1.0)) for each in what_if(decided, number, 10)]
    _, _, head, *rows, _ = tell_what_if(decided, number, outcomes, 10)
    assert all(" 100.0 %  (99.0 to 100.0) " in row for row in rows)
    assert {row.index(" %") for row in rows} == {head.index(" wins") + len(" wins") - len(" %")}


@pytest.mark.parametrize(("number", "allowed"), [(-1, "0 to"), (10_000, "0 to")])
def test_a_decision_that_there_is_not_is_told(decided: DecidedGame, number: int, allowed: str):
    with pytest.raises(InputError, match=rf"game 7 has no decision {number}\s+allowed: {allowed}"):
        what_if(decided, number, 10)


@pytest.mark.slow
def test_of_other_rules_and_other_rows_no_decisions_are_told(tmp_path):
    run = played(tmp_path / "run", players=3, games=20)
    manifest = run.path / "manifest.json"
    before = manifest.read_text()
    manifest.write_text(json.dumps(json.loads(before) | {"rules_version": 99}))
    with pytest.raises(InputError, match="the rules of Fairy have changed since this run"):
        decisions_of(open_run(run.path), 3)
    manifest.write_text(json.dumps(json.loads(before) | {"seed": 6}))
    with pytest.raises(InputError, match="is not the one in the log"):
        decisions_of(open_run(run.path), 3)


def test_of_a_game_without_lists_it_is_said(run: Run, monkeypatch):
    without = replace(find_game("fairy"), wording=None)
    monkeypatch.setattr("balance.engine.game.plan.game_of", lambda _: without)
    with pytest.raises(InputError, match="the decisions of Fairy are not listed yet"):
        decisions_of(open_run(run.path), 0)
