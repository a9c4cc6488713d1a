"""What is odd about Fairy Conundrum's cards although it can be played (section 7)."""

from __future__ import annotations

import pytest

from fairy_conundrum.box import card_table, fairy, line_of, notices
from helpers.card_tables import where


def only_notice(**cells: dict[str, object]):
    """The one notice of the default table with the cells of some ids changed."""
    (problem,) = notices(card_table(cells))
    return problem


@pytest.mark.parametrize("id", ["AV2", "FA1", "SH1", "CV2", "T1"])
def test_points(id):
    problem = only_notice(**{id: {"points": 3}})
    assert where(problem) == (line_of(id), "points")


@pytest.mark.parametrize("text", ["0", "0.0", ""])
def test_no_points(text):
    assert notices(card_table({"FA1": {"points": text}})) == []


@pytest.mark.parametrize(
    ("id", "trait"),
    [
        ("FA1", "entry"),
        ("SH1", "passage"),
        ("T1", "entry"),
        ("AV1", "passage"),
        ("CV2", "teleport"),
        ("SH1", "teleport"),
    ],
)
def test_traits_that_mean_nothing_on_a_kind(id, trait):
    assert where(only_notice(**{id: {"traits": trait}})) == (line_of(id), "traits")


def test_copies_beside_the_limit():
    assert "5 copies" in only_notice(FA1={"copies": 3}).message


def test_copies_of_shelters_are_free():
    assert notices(card_table({"CV1": {"copies": 3}})) == []


def test_a_shelter_without_stability():
    assert where(only_notice(CV2={"mat": ""})) == (line_of("CV2"), "mat")


def test_another_life_on_a_later_stage():
    assert where(only_notice(AV2={"life": 25})) == (line_of("AV2"), "life")


def test_the_same_life_on_every_stage():
    assert notices(card_table({"AV2": {"life": 20}, "AV3": {"life": 20}})) == []


@pytest.mark.parametrize("trigger", ["CALL", "IN", "OUT", "LEAVE", "REAPED", "ENDVOL"])
def test_triggers_that_never_happen_to_avatars(trigger):
    assert "never happens" in only_notice(AV1={"effect": f"{trigger}: draw 1"}).message


def test_of_several_abilities_the_odd_one_is_named_by_its_place():
    for effect, place in (
        ("CALL: draw 1; ALWAYS: ray +1 own.fairy.x#all", 1),
        ("ALWAYS: ray +1 own.fairy.x#all; CALL: draw 1", 2),
    ):
        assert only_notice(AV1={"effect": effect}).message.startswith(f"in ability {place} ")


@pytest.mark.parametrize("trigger", ["IN", "OUT"])
def test_triggers_that_never_happen_to_shards(trigger):
    assert "never happens" in only_notice(SH1={"effect": f"{trigger}: draw 1"}).message


@pytest.mark.parametrize("event", ["life", "set", "in", "hit"])
def test_cancel_where_there_is_nothing_to_cancel(event):
    assert (
        f"nothing about the event {event}" in only_notice(FA1={"mes": 1, "effect": f"TRAP foe.{event}: cancel"}).message
    )


@pytest.mark.parametrize("event", ["call", "shard", "joust"])
def test_cancel_where_it_works(event):
    assert notices(card_table({"FA1": {"mes": 1, "effect": f"TRAP foe.{event}: cancel"}})) == []


def test_a_trap_that_is_not_there_for_its_lasting_effect():
    assert "'summon self' is missing" in only_notice(FA1={"mes": 1, "effect": "TRAP foe.call: imprison it"}).message


def test_a_trap_that_stays_for_its_lasting_effect():
    effect = "TRAP foe.call: summon self then imprison it"
    assert notices(card_table({"FA1": {"mes": 1, "effect": effect}})) == []


def test_a_word_that_is_in_no_name():
    assert "'Fern'" in only_notice(FA1={"effect": "CALL: reap foe.fairy.x[name=Fern]"}).message


def test_a_word_of_a_name_in_other_capitals():
    cells = {"FA1": {"effect": "CALL: reap foe.fairy.x[name=Fern]"}}
    assert notices(card_table(cells, more=[fairy("X", name="old fern 01")])) == []


@pytest.mark.parametrize("text", ["own.shelter.rest", "own.fairy.canvas", "own.token.hand", "own.shard.in"])
def test_zones_where_no_card_of_a_kind_ever_is(text):
    assert "no such card is ever there" in only_notice(FA1={"effect": f"CALL: fetch {text}"}).message
