"""The target that every card's power is within a margin: judged as a report judges it, never otherwise."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from balance.analysis.targets.judge import FAIL, INCONCLUSIVE, PASS, judge
from balance.analysis.targets.measures import MEASURES, POWER, Goal
from balance.analysis.targets.read import margin_for, parse_targets
from balance.analysis.verdicts import IGNORED, NONE, UNDECIDED, CardPower, Power, usual_margin
from balance.cards.read import read_cards
from balance.common.errors import InputError
from balance.engine.game import game_ids
from helpers.cards import frozen_cards
from helpers.play import make

HEAD = '[[target]]\ngame = "heroes"\n'


def card(id: str, power: float | None, verdict: str = UNDECIDED, half: float = 0.005, kind: str = "hero") -> CardPower:
    """A card of so much power, two-way on the same side."""
    if power is None:
        return CardPower(id, kind, verdict, "Why it has none.")
    side = 0.01 if power > 0 else -0.01
    ends = (power - half, power + half)
    return CardPower(id, kind, verdict, "", power, *ends, power, *ends, side, side - 0.005, side + 0.005, games=500)


def judgement(*cards: CardPower, margin: float = 0.025, **options: object):
    plan = SimpleNamespace(players=4)
    results = SimpleNamespace(power=Power(4, 0.025, 0.01, 4000, cards), plan=plan)
    goal = Goal(MEASURES[POWER], "", -margin, margin, margin, options)
    return judge(goal, results, (goal,), 1000)  # type: ignore[arg-type]


def test_cards_beyond_the_margin_fail_and_are_named_the_worst_first():
    judged = judgement(card("A", 0.05), card("B", 0.0), card("C", -0.08))
    assert (judged.verdict, judged.subject, judged.culprits) == (FAIL, "C", ("C", "A"))
    assert (judged.value, judged.low, judged.high) == pytest.approx((-0.08, -0.085, -0.075), abs=1e-4)
    assert (judged.at_least, judged.at_most) == (-0.025, 0.025)


def test_a_wider_margin_forgives():
    assert judgement(card("A", 0.05), card("B", 0.0), margin=0.06).verdict == PASS


def test_what_is_not_decided_is_inconclusive_and_says_why():
    judged = judgement(card("A", 0.02, half=0.02), card("B", 0.0))
    assert (judged.verdict, judged.subject) == (INCONCLUSIVE, "A")
    assert "more games would tell" in judged.reason
    assert judgement(card("A", None), card("B", 0.0)).verdict == INCONCLUSIVE, "a card without a figure is undecided"


def test_a_card_that_nobody_wants_fails_unless_it_is_only_to_be_told():
    assert judgement(card("A", None, IGNORED), card("B", 0.0)).verdict == FAIL
    told = judgement(card("A", None, IGNORED), card("B", 0.0), without_figure="tell")
    assert (told.verdict, told.without_figure) == (PASS, ("A",))


def test_cards_that_nobody_can_gain_are_left_out_and_so_are_those_that_are_named():
    assert judgement(card("A", None, NONE), card("B", 0.0)).verdict == PASS
    assert judgement(card("A", 0.09), card("B", 0.0), leave_out=["A"]).verdict == PASS
    assert judgement(card("A", 0.09, kind="tile"), card("B", 0.0), kinds=["hero"]).verdict == PASS


def test_the_usual_margin_is_a_tenth_of_the_even_share():
    table = read_cards(frozen_cards(), game_ids())
    (target,) = parse_targets(f"{HEAD}players = 2\ncard_power = {{}}\n", "t.toml", table)
    assert target.goals[0].margin == pytest.approx(0.05)
    (target,) = parse_targets(f"{HEAD}card_power = {{ margin = 0.04, kinds = ['hero'] }}\n", "t.toml", table)
    assert (target.goals[0].margin, target.goals[0].at_most) == (0.04, 0.04)


@pytest.mark.parametrize(
    ("text", "margin"),
    [
        (f"{HEAD}card_power = {{ margin = 0.04 }}\n", 0.04),
        (f"{HEAD}players = 3\ncard_power = {{ margin = 0.04 }}\n", 0.025),
        ('[[target]]\ngame = "fairy"\ncard_power = { margin = 0.04 }\n', 0.025),
        (f"{HEAD}card_power = {{ leave_out = ['no such card'], margin = 0.03 }}\n", 0.03),
        (f"{HEAD}length = {{ at_most = 3 }}\n", 0.025),
        ("", 0.025),
    ],
)
def test_report_power_and_compare_judge_by_the_margin_of_the_targets(tmp_path, text, margin):
    file = tmp_path / "targets.toml"
    file.write_text(text)
    assert margin_for(make("heroes"), file) == pytest.approx(margin)


OF_OTHERS = f"""
{HEAD}agents = "greedy"
card_power = {{ margin = 0.4 }}
{HEAD}card_power = {{ margin = 0.02 }}
{HEAD}set = {{ allow_decline = false }}
card_power = {{ margin = 0.3 }}
"""


@pytest.mark.parametrize(
    ("asked", "margin"),
    [({}, 0.02), ({"agents": "greedy"}, 0.4), ({"settings": {"allow_decline": "off"}}, 0.3), ({"agents": "star"}, 0.4)],
)
def test_of_several_targets_that_of_the_same_players_and_settings_says_the_margin(tmp_path, asked, margin):
    """For players of whom none speaks it is the first with as much in common."""
    file = tmp_path / "targets.toml"
    file.write_text(OF_OTHERS)
    assert margin_for(make("heroes", **asked), file) == margin


@pytest.mark.parametrize("written", ["false", '"off"', '"no"'])
def test_a_setting_of_a_target_may_be_written_as_on_the_command_line(tmp_path, written):
    file = tmp_path / "targets.toml"
    file.write_text(
        f"{HEAD}card_power = {{ margin = 0.02 }}\n"
        f"{HEAD}set = {{ allow_decline = {written} }}\ncard_power = {{ margin = 0.3 }}\n"
    )
    assert margin_for(make("heroes", settings={"allow_decline": "off"}), file) == 0.3
    assert margin_for(make("heroes"), file) == 0.02


@pytest.mark.parametrize(("variant", "margin"), [("advanced", 0.4), ("initiation", usual_margin(4))])
def test_a_target_that_names_no_variant_says_the_margin_of_the_usual_one_alone(tmp_path, variant, margin):
    (tmp_path / "targets.toml").write_text('[[target]]\ngame = "fairy_school"\ncard_power = { margin = 0.4 }\n')
    plan = make("fairy_school", variant=variant)
    assert margin_for(plan, tmp_path / "targets.toml") == pytest.approx(margin)


@pytest.mark.parametrize("margin", ["true", "-0.1", "nan", "inf"])
def test_what_cannot_be_a_margin_is_none(tmp_path, margin):
    (tmp_path / "targets.toml").write_text(f"{HEAD}card_power = {{margin = {margin}}}\n")
    assert margin_for(make("heroes"), tmp_path / "targets.toml") == 0.025


def test_targets_that_are_no_toml_are_said_to_be_none(tmp_path):
    file = tmp_path / "targets.toml"
    file.write_text("[[target\n")
    with pytest.raises(InputError, match="is not a TOML file"):
        margin_for(make("heroes"), file)
