"""What a report says of the power of cards, from numbers made up for it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest

from balance.analysis.trial_edits import Sensitivity, Shift, Tried
from balance.analysis.trial_edits import as_json as edits_as_json
from balance.analysis.trial_edits import from_json as edits_from_json
from balance.analysis.verdicts import NONE, NOTHING, UNDECIDED, Among, CardPower, Power, as_json, judged
from balance.report import findings, powers
from balance.report.page import DataTable, PageChart, Paragraph
from balance.report.scorecard import urgent
from balance.report.sections.cards import _clear
from balance.report.sections.power import _family, power
from balance.report.sensitivities import charted, rows, sentence

NAMES = {"A": "Odo", "B": "Elf", "C": "Imp", "D": "Die", "E": "Roc"}


def card(id: str, worth: float, *styles: Among, gain_share: float = 0.24, half: float = 0.005) -> CardPower:
    ends, side = (worth - half, worth + half), (0.01 if worth > 0 else -0.01)
    two_way = (side, side - 0.005, side + 0.005)
    numbers = (worth, *ends, worth, *ends, *two_way, 3.0, 2.0, 4.0)
    return CardPower(id, "hero", UNDECIDED, "", *numbers, None, None, None, gain_share, 500, "another hero", styles)


def results(*cards: CardPower, linked: float = 0.4) -> SimpleNamespace:
    """A run with what was measured of its cards; those who gain any of them win ``linked`` more."""
    rows = [SimpleNamespace(id=id, name=name) for id, name in NAMES.items()]
    game = SimpleNamespace(id="heroes", typed="heroes", name="Heroes", words={})
    plan = SimpleNamespace(
        logs_turns=True,
        players=4,
        card_table=SimpleNamespace(rows=rows),
        game=game,
        lineup=("greedy",),
        fixed_seats=False,
    )
    power = Power(4, 0.025, 0.01, 4000, judged(cards, 0.025), ("mixed(greedy,rival)",))
    numbers = {"power": [row.power for row in cards], "power_users": [row.users_power for row in cards]}
    numbers |= {f"power_users_{end}": [getattr(row, f"users_{end}") for row in cards] for end in ("low", "high")}
    numbers |= {f"alike_{end}": [linked + far] * len(cards) for end, far in (("low", -0.05), ("high", 0.05))}
    columns = numbers | {"role": [""] * len(cards), "power_verdict": [row.verdict for row in power.cards]}
    table = pl.DataFrame(
        {"id": [row.card for row in cards], "name": [NAMES[row.card] for row in cards], "alike": [linked] * len(cards)}
        | columns
    )
    change = Shift(0.4, 0.42, 0.02, 0.01, 0.03)
    stronger = Tried("A", "traits", 0, "strength=4", "strength=5", True, *[change] * 5, 500)
    edits = Sensitivity(4, 1, 0.04, 2000, 0, 0, (stronger,))
    summary = SimpleNamespace(choices=None)
    return SimpleNamespace(
        plan=plan,
        power=power,
        edits=edits,
        cards=table,
        card_summary=summary,
        uncontested="",
        other_rules="",
        only_in={},
    )


def test_what_to_weaken_and_to_strengthen_is_said_with_its_worth_and_how_often_it_is_noticed():
    said = findings.cards(results(card("A", 0.08), card("B", -0.05), card("C", 0.0)))  # type: ignore[arg-type]
    assert said is not None
    assert said.weight == "warn"
    assert said.text == "1 card to weaken, 1 card to strengthen."
    weaken, strengthen = said.points
    assert weaken.startswith("Weaken first: Odo (A): worth +8.0 (+7.5 to +8.5)")
    assert "about one game in 13" in weaken
    assert strengthen.startswith("Strengthen first: Elf (B): worth")


def test_what_a_new_measurement_would_show_is_said_where_luck_is_a_part_of_it():
    """Of a few cards with wide intervals the farthest is lucky; with narrow ones it is what it seems."""
    wide = [card(id, worth, half=0.03) for id, worth in zip("ABCDE", (0.08, 0.01, -0.02, 0.0, -0.01), strict=True)]
    lucky = results(*wide)
    said = findings.cards(lucky)  # type: ignore[arg-type]
    assert said.points[0].startswith("Weaken first: Odo (A): worth +8.0 (+5.0 to +11.0), likely about +6.7, to players")
    assert urgent(lucky)[0].text.startswith("+8.0 points of win rate, likely about +6.7; ")  # type: ignore[arg-type]
    assert "Likely about: " in powers.explained(lucky.power)
    narrow = results(*(replace(each, low=each.power - 0.005, high=each.power + 0.005) for each in wide))
    assert "likely" not in findings.cards(narrow).points[0]  # type: ignore[arg-type]
    assert "Likely" not in powers.explained(narrow.power)


def test_a_card_is_drawn_towards_the_mean_of_its_own_kind_where_that_has_enough_cards():
    """Eight missions lie far apart, so that a far one is no luck; eight tiles lie together."""
    missions = [replace(card(f"M{n}", 0.1 * (-1) ** n, half=0.04), kind="mission") for n in range(8)]
    tiles = [replace(card(f"T{n}", 0.01 * (-1) ** n, half=0.04), kind="tile") for n in range(7)]
    lone = replace(card("T7", 0.09, half=0.04), kind="tile")
    power = Power(4, 0.025, 0.01, 4000, (*missions, *tiles, lone))
    assert power.again(missions[0]) == pytest.approx(0.1, rel=0.05)
    luck, all_of_it = lone.se**2, (7 * 0.01**2 + 0.09**2) / 8
    assert power.again(lone) == pytest.approx(0.09 * (1 - luck / all_of_it))
    few = Power(4, 0.025, 0.01, 4000, (*missions, *tiles[:3], lone))
    assert power.again(lone) < few.again(lone), "four tiles say little of tiles, so all cards tell"


def test_of_the_cards_named_a_new_measurement_shows_what_it_is_said_to_show():
    """Played with made-up luck: the ten farthest of 100 cards are worth less than they seem."""
    rng = np.random.default_rng(5)
    seemed, said, true = [], [], []
    for _ in range(200):
        worth = rng.normal(0, 0.02, 100)
        measured = worth + rng.normal(0, 0.015, 100)
        power = Power(
            4, 0.025, 0.01, 4000, tuple(card(str(n), value, half=1.96 * 0.015) for n, value in enumerate(measured))
        )
        for n in np.argsort(-measured)[:10]:
            seemed.append(measured[n])
            said.append(power.again(power.cards[n]))
            true.append(worth[n])
    assert np.mean(said) == pytest.approx(np.mean(true), rel=0.03)
    assert np.mean(seemed) > 1.4 * np.mean(true)


def test_a_card_that_is_compared_with_doing_without_has_no_mean_to_fall_back_to():
    alone = replace(card("A", 0.08, half=0.03), against=NOTHING)
    assert Power(4, 0.025, 0.01, 4000, (alone,)).again(alone) is None


@pytest.mark.parametrize(("share", "said"), [(0.998, "100 %"), (0.138, "14 %"), (0.0123, "1.2 %")])
def test_how_many_gain_a_card_is_said_in_digits(share, said):
    made_up = results(card("A", 0.08, gain_share=share))
    assert f" to players who gain it ({said} do)" in findings.cards(made_up).points[0]  # type: ignore[arg-type]


def test_what_is_firm_comes_first_where_that_was_tried():
    made_up = results(card("A", 0.09), card("B", 0.05), card("C", -0.06))
    made_up.power = replace(made_up.power, firm=frozenset({"B"}))
    said = findings.cards(made_up)  # type: ignore[arg-type]
    assert [each.card for each in made_up.power.weaken] == ["B", "A"]
    assert said.points[0].startswith("Weaken first: Elf (B): worth +5.0")
    assert [point.endswith(" (firm)") for point in said.points] == [True, False]
    made_up.power = replace(made_up.power, firm=frozenset())
    assert [each.card for each in made_up.power.weaken] == ["A", "B"], "none is firm: the most urgent first"


def test_a_card_that_nearly_all_have_is_not_said_to_decide_games():
    """What it is worth to each it is worth to all of them alike."""
    assert powers.noticed(card("A", 0.12, gain_share=0.98), 4) == (
        "hardly anybody does without it, so it decides little between players"
    )
    assert "about one game in" in powers.noticed(card("A", 0.02, gain_share=0.8), 4)


def test_where_nothing_is_beyond_the_margin_no_card_needs_a_change():
    said = findings.cards(results(card("A", 0.01), card("B", 0.0)))  # type: ignore[arg-type]
    assert said is not None
    assert (said.weight, said.text) == (
        "good",
        "No card needs a change: none is known to be worth 2.5 points more or less than others.",
    )
    said = findings.cards(results(card("A", 0.02, half=0.03), card("B", 0.0)))  # type: ignore[arg-type]
    assert said is not None
    assert said.points[0].startswith("1 not decided: `balance power heroes`")


def test_where_most_is_undecided_it_says_what_decides_it_and_about_how_many_games_that_takes():
    made_up = results(card("A", 0.02, half=0.03), card("B", 0.01, half=0.02), card("C", 0.0))
    decides = (  # ((0.03 / 0.01)² × 1.05 − 1) × 500 games of A and ((0.02 / 0.01)² × 1.05 − 1) × 500 of B: 5,825
        "2 of 3 cards are not decided yet: `balance report heroes --power full` decides most of them, with about 5,800 "
        "games more"
    )
    assert powers.left_open(made_up.power, made_up.plan) == decides
    assert findings.cards(made_up).points == [decides]  # type: ignore[union-attr, arg-type]
    assert powers.left_open(replace(made_up.power, games=160_000), made_up.plan) == "", "all that may be was played"
    made_up = results(card("A", 0.02, half=0.03), card("B", 0.0), card("C", 0.0))
    assert powers.left_open(made_up.power, made_up.plan) == "", "most are decided"


def test_of_the_cards_that_are_not_decided_those_without_a_figure_count_and_those_that_nobody_gains_do_not():
    rare, die = CardPower("E", "hero", UNDECIDED, "Hardly anybody gained it."), CardPower("D", "die", NONE, "")
    made_up = results(card("A", 0.02, half=0.03), card("C", 0.0), rare, die)
    assert powers.left_open(made_up.power, made_up.plan).startswith("2 of 3 cards are not decided yet")


def test_where_most_is_undecided_no_more_is_said_than_is_known():
    made_up = results(card("A", 0.02, half=0.03), card("B", 0.01, half=0.03), card("C", 0.0))
    said = findings.cards(made_up)  # type: ignore[arg-type]
    assert said is not None
    assert said.text.startswith("No card is known to need a change: none is known to be worth 2.5 points")
    (line,) = powers.sentences(made_up.power, made_up.plan)
    assert line.startswith("No card is known to need a change: ")
    assert line.endswith(". 2 are not decided yet.")
    made_up = results(card("A", 0.02, half=0.03), card("B", 0.0), card("C", 0.0))
    assert powers.sentences(made_up.power, made_up.plan)[0].endswith(". 1 is not decided yet.")


def test_a_card_that_helps_one_style_and_hurts_another_is_not_to_be_weakened():
    against = Among("star", *(-0.05, -0.07, -0.03) * 2)
    said = findings.cards(results(card("A", 0.08, against), card("B", 0.0)))  # type: ignore[arg-type]
    assert said is not None
    assert said.text.startswith("No card needs a change")


def test_a_card_that_clearly_hurts_at_some_tables_is_told_apart_and_not_to_be_weakened():
    weak, strong = ((0.2, 0.18, 0.22), (-0.05, -0.07, -0.03))
    odo = replace(card("A", 0.08), by_table=(Among("weak", *weak, *weak), Among("strong", *strong, *strong)))
    made_up = results(odo, card("B", 0.0))
    assert made_up.power.weaken == []
    assert made_up.power.cards[0].verdict == "too strong"
    assert as_json(made_up.power)["cards"][0]["against_it"] == {"styles": [], "tables": ["strong"]}
    said = powers.sentences(made_up.power, made_up.plan)
    assert said[-1] == "  Odo (A): too strong, but clearly the opposite at strong tables"
    assert powers.details(made_up.power.cards[0], made_up.plan)[1:] == [
        "  by table: weak +20.0 (+18.0 to +22.0), strong −5.0 (−7.0 to −3.0)",
        "  clearly the opposite at strong tables",
    ]
    (table,) = [block for block in power(made_up).blocks if getattr(block, "id", "") == "power-tables"]
    assert [column.name for column in table.columns] == ["name", "kind", "verdict", "weak", "strong", "except", "id"]
    assert table.frame.select("name", "strong", "except").rows() == [
        ("Odo", pytest.approx(-0.05), "clearly the opposite at strong tables")
    ]


def test_the_chapter_says_among_which_players_its_verdicts_hold():
    (_, reading, *_) = power(results(card("A", 0.08), card("B", 0.0))).blocks  # type: ignore[arg-type]
    assert isinstance(reading, Paragraph)
    assert reading.text.endswith("With 4 players, among players who draw from: greedy, rival.")


def test_what_is_linked_to_winning_and_not_worth_it_is_told_apart():
    said = findings.selection(results(card("A", 0.04), card("B", 0.0)))  # type: ignore[arg-type]
    assert said is not None
    assert said.weight == "note"
    assert said.text == "Elf is linked to winning, but is mostly not the cause."
    assert said.points[0].startswith("Linked to winning: +40.0 points")
    assert said.points[1].startswith("Owed to the card: 0.0 points")
    assert said.points[2] == "Worth 0.0 points against an average card of its kind: fair"
    assert findings.selection(results(card("A", 0.39), linked=0.4)) is None  # type: ignore[arg-type]
    losing = findings.selection(results(card("A", -0.04), linked=-0.4))  # type: ignore[arg-type]
    assert losing is not None
    assert losing.text == "Odo is linked to losing, but is mostly not the cause."
    helps = findings.selection(results(card("A", 0.066), card("B", 0.0), linked=-0.1))  # type: ignore[arg-type]
    assert helps is not None
    assert helps.text == "Odo is linked to losing, though it helps."
    hurts = findings.selection(results(card("A", -0.066), card("B", 0.0), linked=0.1))  # type: ignore[arg-type]
    assert hurts is not None
    assert hurts.text == "Odo is linked to winning, though it hurts its players."
    assert findings.selection(results(card("A", 0.066), linked=-0.043)) is None, "the link may be none"  # type: ignore[arg-type]
    assert findings.selection(results(card("A", 0.02, half=0.1), linked=0.1)) is None, "it may be the cause"  # type: ignore[arg-type]
    better = findings.selection(results(card("A", 0.3), linked=0.1))  # type: ignore[arg-type]
    assert better is not None
    assert better.text == "Odo is worth more than its players win with it."


def test_a_link_whose_width_nobody_knows_is_not_told_apart():
    made_up = results(card("A", 0.04))
    made_up.cards = made_up.cards.with_columns(alike_low=pl.lit(None, pl.Float64), alike_high=pl.lit(None, pl.Float64))
    assert findings.selection(made_up) is None  # type: ignore[arg-type]


def test_the_chapter_counts_verdicts_and_shows_kinds_edits_and_styles():
    styles = (Among("greedy", *(0.08, 0.06, 0.1) * 2),)
    made_up = results(card("A", 0.08, *styles), card("B", -0.05), card("C", 0.0))
    section = power(made_up)  # type: ignore[arg-type]
    blocks = {block.id: block for block in section.blocks if isinstance(block, DataTable | PageChart)}
    assert list(blocks) == ["card-power", "power-kinds", "tornado", "edits", "power-styles"]
    count, reading = (block for block in section.blocks if isinstance(block, Paragraph))
    assert (count.text, count.folded) == ("1 of 3 cards is too strong, 1 too weak, 1 fair, none undecided.", "")
    assert reading.folded == "How this was measured"
    kinds = blocks["power-kinds"]
    assert isinstance(kinds, DataTable)
    row = kinds.frame.row(0, named=True)
    assert (row["cards"], row["strongest"], row["weakest"]) == (3, "Odo", "Elf")
    assert (row["gained"], row["users"], row["span"]) == pytest.approx((0.72, 0.01, 0.13))


def test_cards_of_one_name_are_told_apart_by_their_ids(monkeypatch):
    monkeypatch.setitem(NAMES, "B", "Odo")
    made_up = results(card("A", 0.08), card("B", -0.05), card("C", 0.0))
    section = power(made_up)  # type: ignore[arg-type]
    (chart,) = (block for block in section.blocks if isinstance(block, PageChart) and block.id == "card-power")
    assert "Strongest: Odo (A) (+8.0" in chart.note
    assert "weakest: Odo (B) (−5.0)" in chart.note
    tables = {block.id: block for block in section.blocks if isinstance(block, DataTable)}
    kinds, edits = tables["power-kinds"].frame, tables["edits"]
    assert kinds.select("strongest", "weakest").row(0) == ("Odo (A)", "Odo (B)")
    assert (edits.columns[0].link, edits.frame.select("name", "id").row(0)) == ("id", ("Odo (A)", "A"))
    assert [urged.card for urged in urgent(made_up)[:2]] == ["Odo (A)", "Odo (B)"]  # type: ignore[arg-type]


def test_cards_that_are_held_against_nothing_are_not_said_to_be_compared_with_their_kind():
    made_up = results(replace(card("A", 0.1), against=NOTHING), replace(card("B", 0.02), against=NOTHING))
    assert powers.nothing_stands_out(made_up.power) == "none is known to cost its players 2.5 points of win rate"
    section = power(made_up)  # type: ignore[arg-type]
    count, reading, forest, *rest = section.blocks
    assert count.text == (  # type: ignore[union-attr]
        "None of 2 cards is too weak, 2 fair, none undecided. They are compared with doing without, for no card can "
        "stand in for another: a useful card is worth more than 0, and a high number is no fault."
    )
    assert "played again without a card" in reading.text  # type: ignore[union-attr]
    assert isinstance(forest, PageChart)
    assert "against doing without it. Grey band: fair, from 2.5 points below 0 up" in forest.note
    assert forest.note.endswith(
        "; hollow beyond it: not confirmed, for it may be chance among so many cards, or two-way does not agree."
    )
    assert not {"power-kinds", "card-map"} & {block.id for block in rest if isinstance(block, DataTable | PageChart)}


def test_an_edit_of_what_all_have_is_told_of_the_one_player_who_got_it():
    made_up = results(card("A", 0.08), card("B", 0.0))
    (everybody,) = made_up.edits.edits
    assert "strength 5 instead of 4: its users win 42.0 % instead of 40.0 %" in sentence(everybody, made_up.plan)
    alone = replace(everybody, alone=True)
    assert "strength 5 instead of 4 for one player alone: that player wins 42.0 %" in sentence(alone, made_up.plan)
    edits = replace(made_up.edits, edits=(alone,))
    tornado, table = charted(edits, made_up.plan)
    assert table.frame["edit"].to_list() == ["strength 5 instead of 4 for one player alone"]
    assert "edited for all, it changes less" in table.note
    assert "A card that all players have was edited for one of them alone" in tornado.note  # type: ignore[union-attr]
    assert edits_from_json(edits_as_json(edits)) == edits


def test_the_terminal_shows_every_number_of_an_edit_with_its_interval():
    made_up = results(card("A", 0.08))
    fixed = replace(made_up.edits.edits[0], length=Shift(40.0, 40.0, 0.0, 0.0, 0.0), pick_rate=None)
    ((_, _, win_rate, points, gained, length, gap),) = rows(replace(made_up.edits, edits=(fixed,)), made_up.plan)
    assert (win_rate, points, gap) == ("+2.0 (+1.0 to +3.0)", "+0.02 (+0.01 to +0.03)", "+2.0 (+1.0 to +3.0)")
    assert (gained, length) == ("-", "0.00")


def test_an_edit_of_a_whole_set_is_told_as_one():
    made_up = results(card("A", 0.08), card("B", 0.0))
    whole = replace(made_up.edits.edits[0], whole_set=True)
    assert "strength 5 instead of 4 in all rows of its set: its users win" in sentence(whole, made_up.plan)


def test_pairs_that_hurt_each_other_are_no_combos():
    pairs = pl.DataFrame({"sure": [True, True, True, False], "synergy": [0.1, -0.1, -0.2, 0.3]})
    assert _clear(pairs) == "1 clearly worth more and 2 clearly worth less than both cards add up to"
    assert _clear(pairs.tail(1)) == "none is clearly worth more than its parts"


@pytest.mark.parametrize(
    ("nothing", "why"), [("off", "not measured"), ("rules", "of other rules"), ("nobody", "nobody gains")]
)
def test_a_chapter_without_numbers_says_why(nothing, why):
    made_up = results(CardPower("D", "die", NONE, "Nobody gains a die."))
    if nothing != "nobody":
        made_up.power = None
    if nothing == "rules":
        made_up.other_rules = "The run is of other rules."
    (block,) = power(made_up).blocks  # type: ignore[arg-type]
    assert isinstance(block, Paragraph)
    assert why in block.text
    assert findings.cards(made_up) is None  # type: ignore[arg-type]


def test_a_kind_is_called_as_the_game_calls_it():
    plan: Any = SimpleNamespace(game=SimpleNamespace(words={"fairy_3": "Sunlight Fairy"}))
    assert _family(plan, "another fairy fairy_3") == "Sunlight Fairy"
    assert _family(plan, "another mission 2") == "mission 2"
