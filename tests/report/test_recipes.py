"""A style that was found, in words: what is told, and how."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from balance.engine.game.styles import Style
from balance.judging.effects import Estimate
from balance.judging.exploits import (
    COLLUSION,
    HOARD,
    KINDS,
    ONE_CARD,
    ONE_SOURCE,
    PARASITE,
    SPOILER,
    STALL,
    Exploit,
)
from balance.judging.habits import CARD, COUNT, ENDS, LENGTH, SOURCE, Habit
from balance.judging.search import Direction
from balance.judging.tournament import WinShare
from balance.judging.tune import Adjustment, Among, Known, RunResult, Tuned
from balance.report.recipes import as_json, change_text, exploit_text, headline, recipe, sentences, toml
from helpers.play import make

PLAN = make("heroes", games=1)
STYLE = Style("tuned", "tuned from greedy against greedy", {"tiles": 3.6}, {"slip": 0.0})
TEXTS = {
    STALL: ("", 31.0, 14.5, "games last 31 turns instead of 14.5."),
    HOARD: ("", 0.8, 0.25, "80 % of its points come in the last quarter of a game, instead of 25 %."),
    ONE_SOURCE: ("pts_shine", 0.9, 0.2, "90 % of its points are from Shine, instead of 20 %."),
    ONE_CARD: ("HF24", 0.7, 0.86, "70 % of the gain is gone. It has the card in 86 % of its wins."),
    COLLUSION: ("", 0.45, 0.35, "two players with it win 45 % each; one alone wins 35 %."),
    PARASITE: ("", 0.4, 0.25, "Where all others play it, its start wins 40 %; 25 % would be chance."),
    SPOILER: ("", 30.0, 40.0, "it scores no more, but the others score 30 instead of 40."),
}


def won(share: float, stderr: float = 0.005, even: float = 0.25) -> WinShare:
    return WinShare(share, stderr, 8_000, even)


def change(before: float, after: float, worth: float = 0.04, knob: bool = False) -> Adjustment:
    return Adjustment(Direction("tiles", before, 1.0, knob=knob), before, after, Estimate(worth, 0.005), worth > 0.02)


def tuned(**more: Any) -> Tuned:
    """A style that wins 15 points more than its start, if nothing else is said."""
    start = replace(STYLE, name="greedy")
    usual = Tuned(
        style=STYLE,
        start=start,
        field=("greedy", "rival"),
        won=won(0.4),
        start_won=won(0.25),
        gain=Estimate(0.15, 0.006),
        among=(Among("greedy", won(0.41)), Among("rival", won(0.2))),
        runs=(RunResult("greedy", won(0.4), won(0.25)), RunResult("rival", won(0.38), won(0.24))),
        changes=(),
        habits=(),
        exploits=(),
        generations=40,
        games=1_000_000,
    )
    return replace(usual, **more)


@pytest.mark.parametrize("kind", KINDS)
def test_every_exploit_has_a_sentence(kind):
    subject, now, before, text = TEXTS[kind]
    exploit = Exploit(kind, subject, now, before)
    assert exploit_text(exploit, PLAN).endswith(text)
    assert f"Exploit ({kind}): " in "\n".join(sentences(tuned(exploits=(exploit,)), PLAN))


def test_the_verdict_comes_first_and_what_beats_it_last():
    told = sentences(tuned(), PLAN)
    assert told[0] == "tuned wins 40 % (39 to 41) of games against greedy and rival; 25 % would be chance."
    assert told[1].startswith("greedy, its start, wins 25 % of the same games: +15 points of win rate")
    assert told[2].startswith("No sign of an exploit")
    assert told[3] == "It loses against: rival."


def test_chance_is_what_is_left_of_the_games_that_somebody_wins():
    """In 2 of 5 games nobody wins: a player of four wins 15 % by chance, at another table, where all are won, 25 %."""
    made_up = tuned(won=won(0.2, even=0.15), start_won=won(0.15), gain=Estimate(0.05, 0.006))
    made_up = replace(
        made_up,
        among=(Among("greedy", won(0.2, even=0.15)), Among("rival", won(0.2))),
        runs=(RunResult("greedy", won(0.2, even=0.15), won(0.15, even=0.15)),),
    )
    assert made_up.is_stronger
    assert (
        headline(made_up) == "tuned wins 20.0 % (19.0 to 21.0) of games against greedy and rival; 15 % would be chance."
    )
    assert sentences(made_up, PLAN)[-1] == "It loses against: rival."
    assert as_json(made_up, PLAN)["neutral"] == 0.15


def test_a_weak_start_is_no_measure():
    made_up = tuned(rivals=(Known("rival", won(0.41), Estimate(-0.01, 0.006)),))
    assert made_up.best_start.style == "rival"
    assert not made_up.is_stronger
    assert sentences(made_up, PLAN)[0].startswith("Nothing clearly stronger than rival was found")
    better = tuned(rivals=(Known("rival", won(0.3), Estimate(0.1, 0.006)),))
    assert better.is_stronger
    assert sentences(better, PLAN)[2] == "The strongest style so far, rival, wins 30 % among the same."


def test_who_is_as_strong_is_no_weaker_where_it_was_unlucky_when_the_best_was_chosen():
    """A copy of the strongest style: on the deals of the choice that one won less, on those of the confirmation not."""
    copy = tuned(
        runs=(RunResult("greedy", won(0.4), won(0.25)), RunResult("rival", won(0.4), won(0.38))),
        rivals=(Known("rival", won(0.4), Estimate(0.0, 0.0)),),
    )
    assert not copy.beats_all
    assert as_json(copy, PLAN)["best_start_win_share"] == 0.4


def test_a_style_that_is_no_start_is_to_be_beaten_too():
    rivals = (Known("champion", won(0.42), Estimate(-0.02, 0.006)),)
    made_up = tuned(rivals=rivals, changes=(change(1.0, 2.0),))
    assert headline(made_up).startswith("Nothing clearly stronger than champion was found")
    assert recipe(made_up, PLAN)[0].startswith("Weighs `tiles` 2 times as much"), "what beats its start is told"
    known = as_json(made_up, PLAN)
    assert (known["best_start"], known["strongest"], known["strongest_win_share"]) == ("greedy", "champion", 0.42)


def test_who_beats_its_weak_start_and_wins_no_more_than_chance_is_said_to_do_both():
    weak = tuned(
        won=won(0.24), start_won=won(0.05), gain=Estimate(0.19, 0.006), changes=(change(1.0, 2.0),), field=("rival",)
    )
    assert not weak.is_stronger
    assert headline(weak) == (
        "Stronger than greedy, but not clearly above an even share: "
        "the best of 2 searches wins 24.0 % (23.0 to 25.0) against rival (25 % would be chance)."
    )
    assert recipe(weak, PLAN)[0].startswith("Weighs `tiles` 2 times as much")
    assert not any("xploit" in line for line in sentences(weak, PLAN))


def test_nothing_stronger_is_no_exploit_and_has_no_recipe():
    weak = tuned(won=won(0.26), gain=Estimate(0.01, 0.006), changes=(change(1.0, 2.0),))
    assert headline(weak).startswith("Nothing clearly stronger than greedy was found")
    assert not any("xploit" in line for line in sentences(weak, PLAN))
    assert recipe(weak, PLAN) == []
    assert as_json(weak, PLAN)["stronger"] is False


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (change(1.8, 3.6), "Weighs `tiles` 2 times as much (tiles taken): +4.0 points of win rate"),
        (change(1.8, 0.9), "Weighs `tiles` only 0.5 times as much"),
        (change(1.8, 0.1), "Ignores `tiles`"),
        (change(0.0, 0.4), "Seeks `tiles`, which its start ignores"),
        (change(0.5, -0.4), "Avoids `tiles`, which its start seeks"),
        (change(-0.5, 0.4), "Seeks `tiles`, which its start avoids"),
        (change(0.0, 7.0, knob=True), "Sets `tiles` to 7 instead of 0"),
    ],
)
def test_what_a_weight_became(one, text):
    assert change_text(one, "tiles taken").startswith(text)


def test_what_is_clear_and_large_is_told():
    habits = (
        Habit(LENGTH, "", 30.0, 30.0, 0.01),
        Habit(COUNT, "fights_1", 4.2, 2.1, 0.02),
        Habit(COUNT, "fights_2", 2.2, 2.1, 0.02),  # hardly more
        Habit(COUNT, "lost_1", 4.2, 2.1, 0.02),  # "of these, ..."
        Habit(COUNT, "tiles_end", 4.2, 2.1, 2.0),  # not clear
        Habit(SOURCE, "pts_shine", 9.5, 4.0, 0.1),
        Habit(CARD, "HF24", 0.6, 0.3, 0.01),
        Habit(CARD, "HF25", 0.1, 0.3, 0.01),
        Habit(ENDS, "rounds", 1.0, 0.5, 0.01),
    )
    made_up = tuned(habits=habits, changes=(change(1.8, 3.6), change(1.0, 1.1, 0.001)))
    assert recipe(made_up, PLAN) == [
        "Weighs `tiles` 2 times as much (tiles taken): +4.0 points of win rate",
        "Three rounds were played: 100 % of games instead of 50 %",
        "Fights against 1: 4.2 instead of 2.1",
        "Points: 9.5 instead of 4 from Shine",
        "Cards gained more often: Odo Broth-and-Blade (HF24) in 60 % of games instead of 30 %",
        "Cards gained less often: " + recipe(made_up, PLAN)[-1].partition(": ")[2],
    ]
    assert "(HF25) in 10 % of games instead of 30 %" in recipe(made_up, PLAN)[-1]


def test_a_card_it_leans_on_is_told_and_no_exploit():
    made_up = tuned(exploits=(Exploit(ONE_CARD, "HF24", 0.3, 0.8, certain=False),))
    assert recipe(made_up, PLAN)[-1] == "Leans on: Odo Broth-and-Blade (HF24) (30 % of the gain)"
    said = as_json(made_up, PLAN)
    assert (said["exploit"], said["exploits"]) == (False, [])
    assert said["leans_on"] == [{"card": "HF24", "share_of_gain": 0.3}]
    assert sentences(made_up, PLAN)[2].startswith("No sign of an exploit")


def test_the_file_says_what_it_is_in_lines_that_fit():
    text = toml(tuned(), PLAN)
    notes = [line for line in text.splitlines() if line.startswith("#")]
    assert notes[0].startswith("# tuned wins 40 %")
    assert max(map(len, notes)) < 120
    assert '[tuned]\ngame = "heroes"\n' in text
