"""Whether verdicts survive other players: who they are, and what is found among them."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from balance.analysis.robust import Group, Robust
from balance.analysis.targets.read import margin_for
from balance.analysis.verdicts import FAIR, TOO_STRONG, TOO_WEAK, UNDECIDED, Among, CardPower, Power, judged
from balance.engine.game.styles import CARELESS, Style
from balance.engine.playing.runner import Interrupted, play_in_memory, simulated
from balance.judging import robust as robust_module
from balance.judging.ahead_run import looking_ahead
from balance.judging.look_ahead import LookAhead
from balance.judging.power import QUICK, Asked
from balance.judging.robust import CLOSE, AskedRobust, cached_robust, other_players, robust, with_players
from balance.report.survivals import survival_text
from helpers.play import compile_once, make
from helpers.run_tools import tables

FEW = AskedRobust(games=300, power=Asked(("FYG1", "FYG4", "FY01"), until=0.5, most=200), ahead=2, playouts=8)


def test_the_groups_differ_from_the_players_in_one_thing_each():
    plan = make("heroes", games=100)
    groups = {group.name: group.plan for group in other_players(plan, ["rival", "greedy", "star"])}
    assert [*groups] == ["all rival", "all greedy", "all star", "careless", "2 players"]
    assert groups["all rival"].lineup == ("rival",) * 4
    assert (groups["2 players"].players, groups["2 players"].lineup) == (2, ())
    slips = {style.name: style.knobs["slip"] for style in groups["careless"].styles}
    assert set(slips.values()) == {CARELESS, 1.0}  # of random, who only slips
    assert groups["careless"].lineup == ()


def test_relatives_of_a_stronger_style_have_no_table_of_their_own():
    """Characters made from `climber` like the same cards: a table of theirs would say the same again."""
    plan = make("fairy_school", games=10)
    by_wins = ["racer", "miser", "climber", "generous", "scholar", "steward"]
    groups = other_players(plan, by_wins)
    assert [group.name for group in groups if group.style] == ["all racer", "all miser", "all scholar"]
    assert {group.name: group.style for group in groups}["careless"] == ""


def test_who_wins_much_less_than_the_strongest_is_not_strong():
    rates = {"racer": 0.3, "climber": 0.28, "saver": 0.21, "lame": 0.19, "random": 0.0}
    rows = [("style_win_share", name, rate, rate, rate) for name, rate in rates.items()]
    figures = pl.DataFrame(rows, ["figure", "subject", "value", "low", "high"], orient="row")
    assert robust_module._strong(figures) == ["racer", "climber", "saver"]


def test_where_one_style_is_all_that_mixed_draws_nobody_else_is_there():
    plan = make("fairy", games=10, agents="mixed(watcher)")
    assert not [group for group in other_players(plan, ["watcher"]) if group.style]


@pytest.mark.parametrize("agents", [None, "mixed(watcher,greedy)", "greedy,watcher"])
def test_a_lone_strong_style_has_a_table_of_its_own_where_others_play_too(agents):
    plan = make("fairy", games=10, players=2, agents=agents)
    assert [group.name for group in other_players(plan, ["watcher"]) if group.style] == ["all watcher"]


def test_styles_are_akin_where_most_weights_are_the_same():
    one = Style("one", "", {"a": 1.0, "b": 2.0, "c": 3.0})
    assert one.akin(replace(one, weights={"a": 1.0, "b": 2.0, "c": 9.0}))
    assert not one.akin(replace(one, weights={"a": 1.0, "b": 9.0, "c": 9.0}))
    assert one.akin(replace(one, weights={"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0, "e": 5.0}))
    assert not one.akin(replace(one, weights={"a": 1.0}))
    apart = [replace(one, weights=dict.fromkeys("abcde", 0.0) | {name: 1.0}) for name in "ab"]
    assert not apart[0].akin(apart[1]), "what neither weighs is nothing that they have in common"
    assert not Style("rules", "").akin(Style("others", "")), "of styles without weights nothing is known"


def test_who_all_play_one_style_are_not_compared_with_themselves():
    plan = make("fairy", games=100, agents="greedy")
    groups = other_players(plan, ["greedy"])
    assert [group.name for group in groups] == ["2 players", "10 players"]
    assert groups[1].plan.lineup == ("greedy",) * 10


def test_the_variant_is_the_usual_one_for_the_number_of_players():
    plan = make("fairy_school", games=10)
    variants = {group.plan.players: group.plan.variant for group in other_players(plan, [])}
    usual = plan.game.usual_variant
    assert variants == {count: usual(count) for count in variants}


def test_a_number_of_players_that_the_cards_are_too_few_for_is_left_out():
    """Six cannot have a predefined deck each."""
    plan = make("fairy_school", games=10, variant="initiation")
    assert plan.game.variant_for(4) != "initiation"
    assert [group.plan.players for group in other_players(plan, []) if group.plan.players != 4] == [2]


def test_so_many_players_are_the_table_that_a_target_speaks_of(tmp_path):
    """Six play the expert variant of Fairy School, and a target for six means that."""
    (tmp_path / "targets.toml").write_text(
        '[[target]]\ngame = "fairy_school"\nplayers = 6\ncard_power = { margin = 0.05 }\n'
    )
    six = with_players(make("fairy_school", games=10), 6)
    assert (six.players, six.variant) == (6, make("fairy_school", players=6).variant)
    assert margin_for(six, tmp_path / "targets.toml") == 0.05


def test_where_two_play_styles_play_as_they_do_there():
    groups = {group.name: group.plan for group in other_players(make("fairy_school", games=10), [])}
    climber = {name: plan.styles[plan.style_names.index("climber")] for name, plan in groups.items()}
    assert climber["2 players"].weights["kind_in"] < 0 < climber["careless"].weights["kind_in"]


@pytest.fixture
def measured(monkeypatch) -> list[Asked]:
    """What is asked for, in its order, where nothing is played: `HF01` has power 0.06 there, `HF02` none."""
    asked_for: list[Asked] = []

    def measure(plan, asked, *rest):
        asked_for.append(asked)
        known = [
            CardPower(
                id,
                "hero",
                UNDECIDED,
                "",
                power=power,
                low=power - 0.01,
                high=power + 0.01,
                two_way=power,
                two_way_low=power - 0.01,
                two_way_high=power + 0.01,
            )
            for id, power in (("HF01", 0.06), ("HF02", 0.0))
            if not asked.cards or id in asked.cards
        ]
        return Power(plan.players, 0.025, asked.until, asked.most, judged(known, 0.025))

    def no_figures(*asked):
        return pl.DataFrame(schema={"figure": str, "subject": str, "value": float, "low": float, "high": float})

    monkeypatch.setattr(robust_module, "cached_power", measure)
    monkeypatch.setattr(robust_module, "_figures", no_figures)
    return asked_for


def test_the_cards_that_are_off_are_measured_closely_here_and_among_others(measured):
    surveyed = robust(make("heroes", games=10), AskedRobust(ahead=0))
    assert measured == [QUICK, *[replace(CLOSE, cards=("HF01",))] * len(surveyed.groups)]
    assert [survival.card for survival in surveyed.survivals] == ["HF01"]
    assert surveyed.survivals[0].groups == len(surveyed.groups)


def test_by_a_margin_of_nothing_nothing_may_be_off(measured):
    robust(make("heroes", games=10), AskedRobust(ahead=0, margin=0.0))
    assert measured[1].cards == ("HF01",)


def test_where_no_card_is_off_none_is_judged_among_others(measured):
    surveyed = robust(make("heroes", games=10), AskedRobust(ahead=0, margin=0.1))
    assert measured == [QUICK]
    assert [group.power is None for group in surveyed.groups] == [False, *[True] * (len(surveyed.groups) - 1)]


@pytest.mark.nightly
def test_it_is_found_again_and_its_first_group_are_the_players_themselves():
    compile_once("fairy")
    plan = make("fairy", games=50, seed=4)
    surveyed = robust(plan, FEW, 2)
    names = [group.name for group in surveyed.groups]
    assert (names[0], names[-3:]) == ("these players", ["2 players", "10 players", "looking ahead"])
    assert [group.games for group in surveyed.groups] == [300] * (len(names) - 1) + [2]
    seats = play_in_memory(make("fairy", games=300, seed=4))["seats"]
    assert surveyed.groups[0].figures["score_mean"][0] == pytest.approx(seats["score"].mean())
    assert surveyed.groups[-1].power is None
    assert Robust.from_json(surveyed.as_json()) == surveyed
    assert cached_robust(plan, FEW) == cached_robust(plan, FEW) == surveyed


@pytest.mark.slow
def test_who_looks_ahead_scores_more_and_is_logged_like_others():
    """Seeing all that comes, so that few games tell."""
    compile_once("fairy")
    plan = make("fairy", games=6, seed=4, agents="greedy")
    with simulated(plan, 2, executor=looking_ahead(LookAhead(sees_all=True))) as run:
        assert (run.complete, run.games_done()) == (True, 6)
        logged = tables(run)
    assert logged["seats"]["score"].mean() > play_in_memory(plan)["seats"]["score"].mean()
    assert logged["turns"]["game_no"].n_unique() == 6


def test_who_stops_those_who_look_ahead_waits_for_no_game(monkeypatch):
    compile_once("fairy")
    begun, chosen = [], []

    def begin(*asked):
        begun.append(looking_ahead(LookAhead(playouts=8))(*asked))
        return begun[0]

    def choose(player, batch, game_no, made):
        begun[0].stop.set()
        chosen.append(game_no)
        return made[-1].place

    monkeypatch.setattr(LookAhead, "choose", choose)
    plan = make("fairy", games=3, seed=4, agents="greedy")
    with pytest.raises(Interrupted, match="Nothing was kept"), simulated(plan, 1, executor=begin):
        raise AssertionError("it was to stop")
    assert chosen == [0], "the choice that was being thought about was the last"


def group(name: str, *cards: tuple[str, str, float, float], style: str = "") -> Group:
    """``cards``: id, verdict, and the ends of power."""
    known = [
        CardPower(id, "hero", verdict, "", power=(low + high) / 2, low=low, high=high)
        for id, verdict, low, high in cards
    ]
    return Group(name, f"where {name}", 4, 100, {}, Power(4, 0.025, 0.01, 100, tuple(known)), style)


def test_a_verdict_survives_where_it_is_the_same_and_is_reversed_where_power_is_on_the_other_side():
    surveyed = Robust(
        (
            group("a", ("X", TOO_STRONG, 0.05, 0.07), ("Y", TOO_WEAK, -0.07, -0.05), ("Z", FAIR, -0.01, 0.01)),
            group("b", ("X", TOO_STRONG, 0.03, 0.09), ("Y", UNDECIDED, -0.05, 0.01), ("Z", FAIR, -0.01, 0.01)),
            group("c", ("X", FAIR, -0.02, -0.01), ("Y", TOO_WEAK, -0.09, -0.03), ("Z", TOO_WEAK, -0.09, -0.03)),
            group("d", ("Y", FAIR, -0.02, 0.01)),
        )
    )
    assert [survival_text(survival) for survival in surveyed.survivals] == [
        "Too strong in 2 of 3 groups of players; the opposite: c",
        "Too weak in 2 of 4 groups of players; undecided: b; fair: d",
    ]
    assert [survival.card for survival in surveyed.reversals] == ["X"]
    assert surveyed.survival("Z").reversed == ()


def test_a_verdict_is_firm_where_it_is_the_same_among_all_who_play_well():
    strong, undecided, fair = (TOO_STRONG, 0.05, 0.07), (UNDECIDED, 0.02, 0.06), (FAIR, -0.01, 0.01)
    surveyed = Robust(
        (
            group("these", ("X", *strong), ("Y", *strong), ("Z", *strong)),
            group("all a", ("X", *strong), ("Y", *undecided), ("Z", *strong), style="a"),
            group("all b", ("X", *strong), ("Y", *strong), style="b"),
            group("careless", ("X", *fair), ("Y", *strong), ("Z", *strong)),
        )
    )
    assert {survival.card: survival.firm for survival in surveyed.survivals} == {"X": True, "Y": False, "Z": False}
    assert surveyed.firm == {"X"}
    assert Robust(surveyed.groups[:1]).firm is None, "there was nobody else"
    assert [survival_text(survival) for survival in surveyed.survivals] == [
        "Firm: too strong here and where everybody plays a or b; fair: careless",
        "Not firm: too strong here; so, too: all b, careless; undecided: all a",
        "Not firm: too strong here; so, too: all a, careless",
    ]


@pytest.mark.parametrize(
    "doubt", [{"by_style": (Among("rival", -0.06, -0.07, -0.05, -0.06, -0.07, -0.05),)}, {"low": -0.09, "high": -0.07}]
)
def test_what_is_the_opposite_for_somebody_is_not_firm(doubt):
    strong = TOO_STRONG, 0.05, 0.07
    groups = [
        group(name, ("X", *strong), style="a" if name == "all a" else "") for name in ("these", "all a", "2 players")
    ]
    at = 0 if "by_style" in doubt else 2
    power = groups[at].power
    groups[at] = replace(groups[at], power=replace(power, cards=(replace(power.cards[0], **doubt),)))
    assert Robust(tuple(groups)).firm == frozenset()


def test_what_was_measured_more_closely_takes_the_place_of_what_was_not():
    rough = group("these", ("X", TOO_STRONG, 0.05, 0.11), ("Y", UNDECIDED, 0.0, 0.06)).power
    known = group("these", ("X", TOO_STRONG, 0.05, 0.07), ("Y", UNDECIDED, -0.03, 0.09))
    closer = Robust((known, group("all a", ("X", TOO_STRONG, 0.05, 0.07), style="a"))).closer(rough)
    assert [(card.low, card.high) for card in closer.cards] == [(0.05, 0.07), (0.0, 0.06)]
    assert closer.firm == {"X"}


def test_another_margin_gives_other_verdicts_in_every_group():
    surveyed = Robust((group("a", ("X", TOO_STRONG, 0.05, 0.07)), Group("b", "", 2, 10, {}, None)))
    wide = surveyed.judged_with(lambda players: 0.1 * players)
    assert wide.groups[0].power.of("X").verdict == FAIR
    assert wide.groups[1].power is None
