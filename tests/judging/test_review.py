"""Looking back on a game: how the chances went, and which choices cost most."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from balance.cli.review import review_lines
from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Force
from balance.engine.game.game_file import GameFile, entry_of, save, with_person
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_scripted
from balance.judging.review import STANDINGS, SUSPECTS, Costly, Review, Standing, review
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused
from helpers.play import compile_once

BEGUN = with_person(
    GameFile(game="fairy", players=({"style": "greedy"}, {"style": "greedy"}), seed=4, cards=str(frozen_cards())), 0
)
SLIP = 4
"""The choice, from 0, that is made as badly as can be."""


@pytest.fixture(scope="module")
def plan() -> Plan:
    compile_once("fairy")
    return BEGUN.plan()


@pytest.fixture(scope="module")
def made(plan: Plan) -> tuple[Decision, ...]:
    """All decisions of a game in which seat 0 does once what its style thinks the worst."""
    batch = GameBatch(replace(plan, log="turns"))
    slip = [decision for decision in play_scripted(batch, 0) if decision.seat == 0][SLIP]
    worst = min(slip.different, key=lambda place: slip.options[place].worth or 0.0)
    return play_scripted(batch, 0, [Force(slip.number, *slip.options[worst][:3])])


def test_the_bad_choice_is_found_and_a_better_one_named(plan, made):
    own = [decision for decision in made if decision.seat == 0]
    reviewed = review(plan, 0, made, 0)
    assert reviewed.looked_at == len(own)
    assert reviewed.costly[0].decision == own[SLIP]
    assert len(reviewed.costly) <= SUSPECTS
    for costly in reviewed.costly:
        assert 0 < costly.interval[0] < costly.better - costly.win < costly.interval[1]
        assert costly.place != costly.decision.place
    turns = [standing.turn for standing in reviewed.standings]
    assert turns == sorted(set(turns))
    assert len(turns) <= STANDINGS
    assert {turns[0], turns[-1]} == {own[0].turn, own[-1].turn}
    assert all(0 <= standing.win <= 1 for standing in reviewed.standings)
    assert review(plan, 0, made, 0) == reviewed


def test_it_is_told_in_words(plan, made):
    own = next(decision for decision in made if decision.seat == 0)
    costly = Costly(own, next(place for place in own.different if place != own.place), 0.215, 0.4, (0.05, 0.324))
    reviewed = Review((Standing(0, 0.5), Standing(1, 0.254)), (costly,), 9)
    chances, title, taken, better, how = review_lines(plan, reviewed, "greedy")
    assert chances == "Your chances to win, if greedy had played on for you: at the start 50 %, turn 1 25 %."
    assert title == "Of your 9 choices these clearly cost you most:"
    assert taken.startswith("  Turn 1, what the next card will be: ")
    assert taken.endswith(" (22 %).")
    assert better.endswith(" (40 %, +5 to +32 points).")
    assert how.endswith("redealt each time.")
    assert "None of your 9 choices clearly cost you anything." in list(
        review_lines(plan, replace(reviewed, costly=()), "x")
    )


def script_of_all(plan, made) -> GameFile:
    """The file of a game with these choices."""
    wording, ids = plan.game.wording(plan), tuple(plan.cards.ids)
    return BEGUN.with_script(entry_of(decision, wording, ids, "greedy") for decision in made)


def test_a_finished_game_is_looked_back_on_from_its_file(plan, made, tmp_path):
    file = tmp_path / "game.json"
    save(script_of_all(plan, made), file)
    said = balance("play", file, "--review")
    assert said.code == 0, said.err
    assert said.lines[0].startswith("Your chances to win, if greedy had played on for you: turn 1 ")
    save(script_of_all(plan, made[:5]), file)
    assert "the game is not over yet" in " ".join(refused("play", file, "--review"))


def test_what_has_to_be_compiled_first_is_only_named(plan, made, tmp_path, monkeypatch):
    file = tmp_path / "game.json"
    save(script_of_all(plan, made), file)
    monkeypatch.setattr("balance.engine.kernels.kernel.is_compiled", lambda _: False)
    said = balance("play", file, "--review", "--if-compiled")
    assert said.out == f"How your chances went (the rules are compiled for that): balance play {file} --review\n"
    assert Path(file).exists()
