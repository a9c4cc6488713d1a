"""The commands that a page or a table proposes ask for games like those it speaks of."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.analysis.trial_edits import Sensitivity
from balance.engine.game.plan import Request, make_plan
from balance.judging.regret import Regret, Regretted
from balance.report.sensitivities import command
from balance.report.strengths import how_to_see
from helpers.cards import frozen_cards


def proposed(**asked) -> list[str]:
    """What shows a decision of game 4 among games like these."""
    worst = Regretted(4, 7, 0, 0, "greedy", 0, 1, "", "", 0.2, 0.01, 9)
    return how_to_see(Regret(make_plan(Request("fairy", **asked)), (), ((worst, None),)))


SEATED = pytest.mark.parametrize(
    ("asked", "options"),
    [
        ({}, ""),
        ({"players": 2, "variant": "fifteen", "settings": {"end_fairies": "1"}},
         " --players 2 --variant fifteen --set end_fairies=1"),
        ({"agents": "greedy,novice"}, " --agents greedy,novice,greedy,novice"),
        ({"cards": Path("my cards.csv")}, " --cards 'my cards.csv'"),
    ],
)  # fmt: skip


@SEATED
def test_the_worst_decision_is_shown_in_such_games(asked, options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my cards.csv").write_text(frozen_cards().read_text())
    play = f"balance simulate fairy{options} --games 5 --seed 1"
    assert proposed(**asked) == [f"See the first: `{play}`, then `balance replay fairy 4 --what-if 7`."]


def test_nothing_is_proposed_where_nobody_knows_the_file_of_the_styles(tmp_path):
    styles = tmp_path / "styles.toml"
    styles.write_text("[mine.weights]\nev = 1.0\n")
    assert proposed(styles=styles) == []


@SEATED
def test_a_page_of_edits_says_what_plays_them_again(asked, options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my cards.csv").write_text(frozen_cards().read_text())
    trial_edits = Sensitivity(players=4, edits=(), refused=0, unseen=0, until=0.015, games=2_000, step=2)
    again = "--seed 7 --step 2 --until 1.5pp --max-games 2000"
    plan = make_plan(Request("fairy", seed=7, **asked))
    assert command(trial_edits, plan) == f"balance sensitivity fairy{options} {again}"
