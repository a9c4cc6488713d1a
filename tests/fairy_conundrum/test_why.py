"""What a style says of its options, part by part, where knobs say more than weights (section 4.2)."""

from __future__ import annotations

import pytest

from balance.games.fairy_conundrum.cards import FAIRY
from balance.games.fairy_conundrum.codes import Point, Verb
from balance.judging.decisions import DecidedGame, Reasons, decisions_of, reasons_of
from helpers.run_tools import played, tables

pytestmark = pytest.mark.slow

OWN = {"shelters", "ability", "spark", "hand"}
"""Features by which placing a shelter is weighed."""


@pytest.fixture(scope="module")
def decided(tmp_path_factory) -> DecidedGame:
    """A game of one that settles first and does not weigh gathering, and one whose knobs are as usual."""
    run = played(tmp_path_factory.mktemp("run"), game="fairy_conundrum", games=1, agents="nester,greedy")
    return decisions_of(run, 0)


@pytest.fixture(scope="module")
def why(decided: DecidedGame) -> Reasons:
    return reasons_of(decided)


def test_4_a_shelter_that_is_placed_first_has_its_own_parts_and_one_for_being_first(decided, why):
    """``settle`` adds the worth of the best fairy to call, which is no part of what the shelter brings."""
    cards, settled = decided.plan.cards.cards, 0
    for decision in decided.decisions:
        if decision.point != Point.NAR or decided.agents[decision.seat] != "nester":
            continue
        calls = [option for option in decision.options if option.verb == Verb.CALL]
        best = max((option.worth for option in calls if cards[option.card].kind == FAIRY), default=0.0)
        for place, option in enumerate(decision.options):
            brought = dict(why.of(decision, place))
            more = brought.pop("settle", 0.0)
            if option.verb == Verb.PLACE:
                assert brought.keys() <= OWN
                assert more == pytest.approx(max(0.0, best), abs=0.01)
                settled += more > 0
            else:
                assert not more
    assert settled


def test_4_what_leads_guests_in_without_any_weight_is_the_harvest(decided, why):
    """All styles know that an empty shelter is a sparkle lost, for ``harvest`` turns: no rest without a name."""
    led = [
        (option.worth, dict(why.of(decision, place)))
        for decision in decided.decisions
        for place, option in enumerate(decision.options)
        if option.verb == Verb.SHELTER and decided.agents[decision.seat] == "nester" and option.worth > 1
    ]
    assert led
    for worth, brought in led:
        assert "gather" not in brought
        assert brought["harvest"] == max(brought.values())
        assert sum(brought.values()) == pytest.approx(worth, abs=1)  # but for what every style fears of a joust


def test_4_what_the_first_hand_is_to_be_says_why_it_is_changed(decided, why):
    for point, knob in ((Point.S1, "dear"), (Point.S2, "opening")):
        asked = [decision for decision in decided.decisions if decision.point == point]
        assert asked
        for decision in asked:
            for place, option in enumerate(decision.options):
                assert [name for name, _ in why.of(decision, place)] == ([] if option.verb == Verb.PASS else [knob])


def test_fc_182_a_late_game_of_a_match_is_weighed_by_other_styles_though_the_match_would_end_before_it(tmp_path):
    settings = {"match_games": "3"}
    run = played(tmp_path / "run", game="fairy_conundrum", games=12, agents="nester,trickster", settings=settings)
    late = [number for number in tables(run)["games"]["game_no"] if number % 3 == 2]
    assert late
    for number in late:
        decided = decisions_of(run, number)
        assert "settle" in reasons_of(decided).features
