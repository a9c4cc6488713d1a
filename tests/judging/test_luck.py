"""Luck and skill is remembered under all that it depends on, and duels are left out where two cannot play."""

from __future__ import annotations

from dataclasses import replace

from balance.analysis.luck import LuckAndSkill, Part
from balance.judging import answers
from balance.judging import luck as module
from balance.judging.duels import play_duels
from balance.judging.luck import cached_luck
from balance.judging.robust import with_players
from helpers.play import make


def test_a_style_that_plays_otherwise_where_two_do_has_other_duels(monkeypatch, tmp_path):
    """The duels are of two players, so what styles weigh there is part of the answer at any table."""
    monkeypatch.setattr(answers, "cache_root", lambda: tmp_path)
    asked = []

    def measure(plan, *rest) -> LuckAndSkill:
        asked.append(with_players(plan, 2).styles[-1].weights)
        return LuckAndSkill((), (), Part("luck", 1.0, 1.0, 1.0), 10)

    monkeypatch.setattr(module, "measure_luck", measure)
    plan = make("fairy_school", games=10)
    climber = plan.styles[plan.style_names.index("climber")]
    for weight in (1.0, 9.0, 9.0):
        otherwise = replace(climber, name="own", two_players={"kind_in": weight})
        cached_luck(replace(plan, styles=(*plan.styles, otherwise)), 10)
    assert len(asked) == 2
    assert asked[0] != asked[1]


def test_duels_are_played_with_the_decks_of_the_first_two_players():
    decks = "dawn_rush,dusk_snare,haven_engine,ember_storm"
    plan = make("fairy_conundrum", games=10, players=4, settings={"decks": decks})
    duel = with_players(plan, 2)
    assert duel.settings["decks"] == "dawn_rush,dusk_snare"
    assert duel.table().seat_deck[:2].tolist() == plan.table().seat_deck[:2].tolist()


def test_where_two_cannot_play_there_are_no_duels(monkeypatch):
    def unplayable(plan, count):
        return replace(with_players(plan, count), settings={**plan.settings, "decks": "nobody_has_this"})

    monkeypatch.setattr("balance.judging.duels.with_players", unplayable)
    assert play_duels(make("fairy_conundrum", games=10, players=4), "greedy") == ()
