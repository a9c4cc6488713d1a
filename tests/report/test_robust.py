"""The chapter on other players: what it says, and that every number stands under the group it is of."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from balance.analysis.robust import Group, Robust
from balance.analysis.verdicts import TOO_STRONG, TOO_WEAK, UNDECIDED, CardPower, Power
from balance.api import report
from balance.api.progress import Stages
from balance.judging import power
from balance.judging.robust import asked_robust
from balance.report.findings import survival
from balance.report.sections.robust import UNTRIED, robust
from balance.report.survivals import summary
from helpers.play import make


def results(*reversed_cards: str) -> SimpleNamespace:
    """Two cards of Heroes too strong among these players; in a second group those named are too weak."""
    strong = [CardPower(id, "hero", TOO_STRONG, "", power=0.06, low=0.05, high=0.07) for id in ("HF01", "HF02")]
    other = [
        replace(card, verdict=TOO_WEAK, power=-0.06, low=-0.07, high=-0.05) if card.card in reversed_cards else card
        for card in strong
    ]
    groups = [
        Group(
            name,
            f"where {name}",
            4,
            100,
            {"turns_mean": (turns, turns - 1, turns + 1)},
            power,
            style="rival" if name == "all rival" else "",
        )
        for name, turns, power in (
            ("these players", 20.0, Power(4, 0.025, 0.01, 100, tuple(strong))),
            ("all rival", 30.0, Power(4, 0.025, 0.01, 100, tuple(other))),
            ("looking ahead", 25.0, None),
        )
    ]
    return SimpleNamespace(robust=Robust(tuple(groups)), plan=make("heroes", games=10), power=groups[0].power)


def test_a_reversed_verdict_is_a_warning_and_named_first():
    made_up = results("HF02")
    section, finding = robust(made_up), survival(made_up)
    assert "1 is clearly the opposite somewhere: " in section.intro
    assert finding.weight == "warn"
    assert finding.text == "1 of 2 verdicts on cards are reversed among other players."
    assert finding.points[0].endswith("(HF02): Not firm: too strong here; the opposite: all rival")


def test_verdicts_that_hold_are_said_to_hold():
    made_up = results()
    assert robust(made_up).intro == (
        "Of 2 cards that are too strong or too weak, 2 are firm: the same here and where everybody plays rival; "
        "none is clearly the opposite anywhere."
    )
    said = "2 of 2 verdicts on cards are firm: the same here and where everybody plays rival."
    assert survival(made_up).text == said


def test_those_that_hold_among_all_who_play_well_are_named_first():
    made_up = results()
    (first, second) = made_up.power.cards
    doubtful = replace(made_up.robust.groups[1].power, cards=(replace(first, verdict=UNDECIDED), second))
    groups = (made_up.robust.groups[0], replace(made_up.robust.groups[1], power=doubtful))
    said = survival(SimpleNamespace(robust=Robust(groups), plan=made_up.plan))
    assert said.text == "1 of 2 verdicts on cards is firm: the same here and where everybody plays rival."
    assert ["(HF02)" in said.points[0], "(HF01)" in said.points[1]] == [True, True]


def test_where_no_other_strong_style_was_tried_the_words_do_without():
    made_up = results()
    alone = Robust((made_up.robust.groups[0], replace(made_up.robust.groups[1], style="")))
    assert survival(SimpleNamespace(robust=alone, plan=made_up.plan)).text == (
        "2 of 2 verdicts on cards hold among all players tried; none is reversed."
    )
    assert summary(alone, made_up.plan).startswith(
        "Of 2 cards that are too strong or too weak, 2 are so in all 2 groups"
    )
    headings = [
        column.label for column in robust(SimpleNamespace(**vars(made_up) | {"robust": alone})).blocks[-2].columns
    ]
    assert "Firm" not in headings


def test_what_was_not_tried_is_said():
    made_up = results()
    open_ = [replace(card, card=f"HF1{n}", verdict=UNDECIDED) for n, card in enumerate(made_up.power.cards)]
    made_up.power = replace(made_up.power, cards=(*made_up.power.cards, *open_))
    lines = [block.text for block in robust(made_up).blocks if hasattr(block, "text")]
    assert any(
        line.startswith("2 cards not decided here were not tried: `--power full --players robust`") for line in lines
    )


def test_one_card_is_firm_and_several_are():
    several = [results(*turned) for turned in (("HF01",), (), ("HF01", "HF02"))]
    plan, two = several[1].plan, several[1].robust
    said = [summary(made_up.robust, plan).partition(":")[0] for made_up in several]
    of = "Of 2 cards that are too strong or too weak,"
    assert said == [f"{of} 1 is firm", f"{of} 2 are firm", f"{of} none is firm"]
    (card, _) = two.groups[0].power.cards
    alone = Robust(tuple(replace(group, power=replace(group.power, cards=(card,))) for group in two.groups[:2]))
    assert summary(alone, plan).startswith("The one card that is too strong or too weak is firm: the same here and")


def test_every_number_stands_under_its_group():
    tables = {block.id: block for block in robust(results("HF01")).blocks if hasattr(block, "columns")}
    cards = {column.label: cards_of(tables["robust-cards"], column.name) for column in tables["robust-cards"].columns}
    assert cards["These players"] == ["+6.0 ± 1.0 too strong"] * 2
    assert cards["All rival"] == ["−6.0 ± 1.0 too weak", "+6.0 ± 1.0 too strong"]
    assert cards["Survives"] == ["1 of 2", "2 of 2"]
    assert cards["Firm"] == ["", "yes"]
    figures = tables["robust-figures"]
    by_label = {column.label: cards_of(figures, column.name) for column in figures.columns}
    assert (by_label["All rival"], by_label["Looking ahead"]) == ([30.0], [25.0])


def test_where_the_opposite_is_stands_there_if_it_is_anywhere():
    def headings(made_up):
        return [column.label for block in robust(made_up).blocks for column in getattr(block, "columns", ())]

    assert "The opposite" in headings(results("HF01"))
    assert "The opposite" not in headings(results())


def cards_of(table, column: str) -> list:
    return table.frame[column].to_list()


def test_who_did_not_try_is_told_how():
    untried = SimpleNamespace(robust=None, power=object())
    assert robust(untried).blocks[0].text == UNTRIED
    assert robust(SimpleNamespace(robust=None, power=None)).blocks == []


@pytest.mark.parametrize(("how", "finely"), [("quick", power.QUICK), ("full", power.FULL)])
@pytest.mark.parametrize(("margin", "key"), [(0.01, 0.01), (0.025, None), (0.04, None)])
def test_who_is_asked_about_is_as_finely_measured_as_the_report_asks(monkeypatch, how, finely, margin, key):
    """By a wider margin than usual fewer cards are off: the usual answer knows them all."""
    asked_for = []

    def survey(plan, asked, *rest):
        asked_for.append((asked.power, asked.margin))

    monkeypatch.setattr(report, "cached_robust", survey)
    wanted = report.Wanted(power=how, margin=margin, players="robust", workers=1)
    assert report.Measuring(wanted, True, Stages(quiet=True))._among_others(make("heroes", games=10)) is None
    assert asked_for == [(finely, key)]


@pytest.mark.parametrize(
    ("how", "there", "shown"), [("quick", "quick", "quick"), ("quick", "full", "full"), ("full", "quick full", "full")]
)
def test_who_does_not_ask_sees_what_is_known_first_of_all_as_finely_as_the_report(monkeypatch, how, there, shown):
    known = {"quick": results().robust, "full": results("HF01").robust}
    plan, wanted = make("heroes", games=10), report.Wanted(power=how, margin=0.025, players="usual", workers=1)
    remembered = {asked_robust(name, plan, 0.025): known[name] for name in there.split()}
    monkeypatch.setattr(report, "known_robust", lambda plan, asked: remembered.get(asked))
    measuring = report.Measuring(wanted, True, Stages(quiet=True))
    assert measuring._among_others(plan) == known[shown].judged_with(lambda players: 0.025)
    remembered.clear()
    assert measuring._among_others(plan) is None
