"""The rules FC-29 to FC-32: moments, their order, and who comes first. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from fairy_conundrum.box import changed_rows, fairy, shelter, stage
from fairy_conundrum.table import evenly, plan_for, play

MOMENTS = ("destiny", "volatility", "renewal", "gathering", "narration", "joust", "maturation", "dream", "awakening")


def clockwork(*more: str) -> list[dict[str, str]]:
    """Each moment finds the purse as the one before left it, and adds a sparkle; Gathering gives one besides."""
    purse, abilities = 0, []
    for moment in MOMENTS:
        abilities.append(f"AT {moment} {{sparks={purse}}} {{turn=1}}: spark 1")
        purse += 2 if moment == "gathering" else 1
    return changed_rows(
        {"AV1": {"effect": "; ".join(abilities[:6])}, "CV1": {"effect": "; ".join([*abilities[6:], *more])}}
    )


def turn_1(rows, players: int = 2, **settings) -> list[dict]:
    log = play(plan_for(players, rows, start_sparkles=0, **settings))
    return [row for row in log["turns"] if row["turn"] == 1]


def two_decks(life: int) -> list[dict[str, str]]:
    """The default rows, and a deck dusk that differs by its avatar of another life."""
    both = {"dawn:5": "dawn:5 dusk:5", "dawn.r:4": "dawn.r:4 dusk.r:4", "dawn.r:3": "dawn.r:3 dusk.r:3"}
    rows = [row | {"decks": both.get(row["decks"], row["decks"])} for row in changed_rows()]
    rows += [stage(f"AW{n}", n, set="AW", decks="dusk:1", **({"life": life} if n == 1 else {})) for n in (1, 2, 3)]
    return [*rows, shelter("CW1", 1, set="CW", decks="dusk:1")]


# ---------------------------------------------------------------- moments


def test_fc_29_the_moments_of_a_turn_in_order_and_from_turn_1_on():
    assert [row["sparkles_end"] for row in turn_1(clockwork())] == [10, 10]


def test_fc_29_conspiracy_takes_place_only_when_it_is_on():
    rows = clockwork("AT conspiracy: spark 90")
    assert [row["sparkles_end"] for row in turn_1(rows)] == [10, 10]


def test_fc_29_conspiracy_comes_after_the_narration():
    rows = clockwork("AT conspiracy {sparks=6}: spark 90")
    turns = turn_1(rows, conspiracy="on")
    assert [row["sparkles_end"] for row in turns] == [96, 96]


def test_fc_29_the_next_turn_follows_until_the_end():
    log = play(plan_for(2))
    turns = [row["turn"] for row in log["turns"] if row["seat"] == 0]
    assert turns == list(range(1, len(turns) + 1))


def test_fc_30_everybody_acts_in_a_moment_before_the_next_begins():
    """Who is first in destiny gathers, then the other; only then the first narrates."""
    effect = "AT gathering: spark 1; AT narration {count(own.card.rest)=0}: siphon 1"
    turns = turn_1(changed_rows({"AV1": {"effect": effect}}))
    by_place = {row["destiny_pos"]: row for row in turns}
    assert (by_place[0]["sparkles_end"], by_place[1]["sparkles_end"]) == (2, 2)
    assert [by_place[n]["effect_sparkles"] for n in (0, 1)] == [1, 1]


def test_fc_30_players_act_in_destiny_order():
    """Each takes a sparkle of the other at the start of his Narration: the first takes the last but one."""
    effect = "AT narration {sparks>=1}: siphon 9"
    turns = turn_1(changed_rows({"AV1": {"effect": effect}}))
    by_place = {row["destiny_pos"]: row["sparkles_end"] for row in turns}
    assert by_place == {0: 2, 1: 0}


# ---------------------------------------------------------------- the chooser


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fc_31_a_fair_die_among_those_who_are_equal(players):
    """All are equal on turn 1."""
    log = play(plan_for(players), 240)
    choosers = Counter(row["seat"] for row in log["turns"] if row["turn"] == 1 and row["chose_first"])
    assert evenly(choosers, range(players))


def test_fc_31_the_lowest_initiative_chooses():
    """21 life against 20: the second seat chooses, always."""
    log = play(plan_for(2, two_decks(21), decks="dusk,dawn"), 20)
    assert {row["seat"] for row in log["turns"] if row["turn"] == 1 and row["chose_first"]} == {1}


def test_fc_31_the_die_is_for_the_tied_alone():
    log = play(plan_for(3, two_decks(21), decks="dawn,dusk,dawn"), 120)
    choosers = Counter(row["seat"] for row in log["turns"] if row["turn"] == 1 and row["chose_first"])
    assert evenly(choosers, (0, 2))


def test_fc_31_initiative_is_life_minus_vision():
    rows = changed_rows({"CV1": {"effect": "ALWAYS: vision +4"}})
    assert {(row["initiative"], row["life_start"]) for row in turn_1(rows)} == {(16, 20)}


def test_fc_31_a_chooser_in_every_turn():
    log = play(plan_for(4, agents=("curve", "random")), 5)
    turns = groupby(log["turns"], key=lambda row: (row["game_no"], row["turn"]))
    assert all(sum(row["chose_first"] for row in rows) == 1 for _, rows in turns)


# ---------------------------------------------------------------- destiny order


def places(log) -> list[dict[int, dict]]:
    """For every turn: place in destiny -> row."""
    turns = groupby(log["turns"], key=lambda row: (row["game_no"], row["turn"]))
    return [{row["destiny_pos"]: row for row in rows} for _, rows in turns]


@pytest.mark.parametrize("order", ["clockwise", "initiative"])
def test_fc_32_passive_lets_itself_begin(order):
    log = play(plan_for(4, agents=("curve",), order_after_first=order), 3)
    assert all(by_place[0]["chose_first"] for by_place in places(log))


def test_fc_32_the_others_follow_clockwise():
    turns = places(play(plan_for(4, agents=("curve", "random")), 8))
    assert len(turns) > 40
    for by_place in turns:
        first = by_place[0]["seat"]
        seats = [by_place[n]["seat"] for n in sorted(by_place)]
        assert seats == sorted(seats, key=lambda seat: (seat - first) % 4)


def test_fc_32_or_by_initiative():
    turns = places(play(plan_for(4, agents=("curve", "random"), order_after_first="initiative"), 8))
    changed = 0
    for by_place in turns:
        later = [by_place[n]["initiative"] for n in sorted(by_place)[1:]]
        assert later == sorted(later)
        changed += later != sorted(later, reverse=True)
    assert changed > 10


def test_fc_32_the_row_of_turn_1_names_the_first_player():
    log = play(plan_for(3), 12)
    firsts = {row["game_no"]: row["seat"] for row in log["turns"] if row["turn"] == 1 and row["destiny_pos"] == 0}
    assert {row["game_no"]: row["first_player_t1"] for row in log["games"]} == firsts
    assert set(firsts.values()) == {0, 1, 2}


def test_fc_32_random_lets_anybody_begin():
    log = play(plan_for(2, [*changed_rows(more=[fairy("FZ")])], agents=("random",)), 60)
    first = Counter(int(by_place[0]["chose_first"]) for by_place in places(log) if by_place[0]["turn"] == 1)
    assert evenly(first, (0, 1))
