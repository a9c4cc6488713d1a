"""The notation of abilities: its meaning, its standard spelling, and one test for every text refused (section 5.2)."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.cards.check import NotationError
from balance.games.fairy_conundrum import codes
from balance.games.fairy_conundrum.cards import abilities as spelling
from balance.games.fairy_conundrum.cards.abilities import (
    Ability,
    Amount,
    Condition,
    Cost,
    Filter,
    Range,
    Selector,
    Step,
    effect_text,
)
from balance.games.fairy_conundrum.cards.box import Maturation
from balance.games.fairy_conundrum.cards.notation import parse_effect, parse_mature
from balance.games.fairy_conundrum.cards.operations import BY_WORD, OPERATIONS, WORDS
from fairy_conundrum.box import EXAMPLES, effects


def one(text: str) -> Ability:
    (ability,) = parse_effect(text)
    return ability


def step(text: str) -> Step:
    """The last step of a CALL ability."""
    return one(f"CALL: {text}").steps[-1]


def standard(text: str) -> str:
    return effect_text(parse_effect(text))


def refused(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse_effect(text)
    assert caught.value.allowed
    return caught.value


def read_or_refused(text: str) -> tuple[Ability, ...]:
    """What is read, nothing where it is refused; any other trouble is a failure."""
    with suppress(NotationError):
        return parse_effect(text)
    return ()


# Standard spelling


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_in_standard_spelling(text):
    assert standard(text) == text


@pytest.mark.parametrize("kind", ["avatar", "fairy", "shard", "shelter", "token"])
@pytest.mark.parametrize("trap", [False, True])
def test_what_is_spelt_is_read_as_the_same(kind, trap):
    @given(effects(kind, trap))
    def check(abilities):
        assert parse_effect(effect_text(abilities)) == abilities

    check()


@given(st.text(st.sampled_from("CALT ACWHEN:;then~[]{}#.,+-/&<=>0129 drawspkfoexvirmcut"), max_size=60))
def test_any_text_is_read_or_refused(text):
    abilities = read_or_refused(text)
    assert parse_effect(effect_text(abilities)) == abilities


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_text_that_stops_early_is_read_or_refused(text):
    for end in range(len(text)):
        read_or_refused(text[:end])


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("CALL:draw 1 me", "CALL: draw 1"),
        ("CALL: draw +1", "CALL: draw 1"),
        ("ACT?: ray 2 self", "ACT: ray +2"),
        ("TRAP any.in?: siphon 1 foe", "TRAP any.in: siphon 1"),
        ("CALL: life 2", "CALL: life +2 me"),
        ("CALL: life 2 foe.fairy.x", "CALL: life -2 foe.fairy.x"),
        ("CALL: life 2 own.avatar", "CALL: life +2 own.avatar"),
        ("CALL: mature 1", "CALL: mature +1 me"),
        ("CALL: imprison foe.fairy.x", "CALL: imprison foe.fairy.x ~stay"),
        ("CALL: bewitch foe.fairy.x ~turn", "CALL: bewitch foe.fairy.x ~turn"),
        ("CALL: reap foe.fairy.x#1", "CALL: reap foe.fairy.x"),
        ("CALL: fuse own.fairy.x", "CALL: fuse own.fairy.x#1"),
        ("CALL: dmg 1 own.avatar#2", "CALL: dmg 1 own.avatar"),
        ("CALL: dmg 1 foe.avatar.v", "CALL: dmg 1 foe.avatar"),
        ("CALL: peek foe.trap#all", "CALL: peek foe.trap.v#all"),
        ("CALL: draw 1xcount(own.fairy.x#all) per 1", "CALL: draw 1xcount(own.fairy.x)"),
        ("CALL: reap foe.fairy.x[other&cost<=3&mor=BL&cost>=1&mor=RO&rad=D]",
         "CALL: reap foe.fairy.x[rad=D&mor=RO&mor=BL&cost>=1&cost<=3&other]"),
        ("CALL: reap foe.fairy.x[cost>=2&cost<=2]", "CALL: reap foe.fairy.x[cost=2]"),
        ("CALL: reap foe.fairy.x[cost>=2&cost>=4]", "CALL: reap foe.fairy.x[cost>=4]"),
    ],
)  # fmt: skip
def test_other_spellings_of_the_same(text, same):
    assert standard(text) == same


def test_a_blank_effect_has_no_abilities():
    assert parse_effect("  ") == ()


# What it means


def test_abilities_in_their_order():
    assert [ability.trigger for ability in parse_effect("CALL: draw 1; ACT: spark 1")] == ["CALL", "ACT"]


def test_steps_in_their_order():
    assert [each.op for each in one("CALL: draw 1 then spark 1 then reap").steps] == ["draw", "spark", "reap"]


def test_a_moment():
    assert one("AT dream: draw 1").moment == "dream"


def test_an_event_of_a_side_with_a_filter():
    ability = one("WHEN any.reaped[cost>=2&rad=N]: draw 1")
    expected = Filter(radiance="N", ranges=(Range("cost", 2, None),))
    assert (ability.side, ability.event, ability.filter) == ("any", "reaped", expected)


def test_a_cost_behind_an_event_is_no_filter():
    ability = one("WHEN any.reaped [vol 1]: draw 1")
    assert (ability.filter, ability.costs) == (Filter(), (Cost("vol", 1),))


def test_a_filter_by_volatility_is_no_cost():
    ability = one("WHEN any.reaped[vol>=1] [vol 2]: draw 1")
    assert (ability.filter, ability.costs) == (Filter(ranges=(Range("vol", 1),)), (Cost("vol", 2),))


def test_an_optional_ability():
    assert one("CALL?: draw 1").optional
    assert not one("CALL: draw 1").optional


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("sp 2", Cost("sp", 2)),
        ("life 1", Cost("life", 1)),
        ("vol 1", Cost("vol", 1)),
        ("abandon 3", Cost("abandon", 3)),
        ("morph 2", Cost("morph", 2)),
        ("morph 1 self", Cost("morph", 1, "", True)),
        ("morph VI", Cost("morph", 0, "VI")),
        ("morph VI self", Cost("morph", 0, "VI", True)),
        ("reap self", Cost("reap", self_only=True)),
    ],
)
def test_costs(text, cost):
    assert one(f"ACT [{text}]: draw 1").costs == (cost,)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("stage>=2", Condition("stage", ">=", 2)),
        ("guests=0", Condition("guests", "=", 0)),
        ("life<=-1", Condition("life", "<=", -1)),
        ("sparks>=12", Condition("sparks", ">=", 12)),
        ("turn<=3", Condition("turn", "<=", 3)),
        ("first", Condition("first")),
        ("count(foe.card.hand)>=4", Condition("count", ">=", 4, Selector("", "foe", "card", "hand"))),
    ],
)
def test_conditions(text, condition):
    assert one(f"CALL {{{text}}}: draw 1").conditions == (condition,)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("draw 2", Amount((2,))),
        ("ray -1", Amount((-1,))),
        ("ray +1/-2/3", Amount((1, -2, 3))),
        ("spark 2xcount(own.shard.x) per 3", Amount((2,), Selector("", "own", "shard", "x"), 3)),
    ],
)
def test_amounts(text, amount):
    assert step(text).amount == amount


@pytest.mark.parametrize(
    ("text", "arg"),
    [
        ("radiance D own.fairy.x", "D"),
        ("astralae M", "M"),
        ("morph +RO own.fairy.x", "+RO"),
        ("morph -BK", "-BK"),
        ("token 1 T_0.1-x", "T_0.1-x"),
    ],
)
def test_args(text, arg):
    assert step(text).arg == arg


def test_a_chosen_number_of_morphemes():
    assert step("morph -2 foe.fairy.x") == Step(
        "morph", Amount((-2,)), "", Selector("", "foe", "fairy", "x", n=1, pick="")
    )


@pytest.mark.parametrize(
    ("text", "pick", "n"),
    [("", "", 1), ("#all", "all", 0), ("#3", "", 3), ("#r2", "r", 2), ("#f1", "f", 1)],
)
def test_picks(text, pick, n):
    selector = step(f"reap foe.fairy.x{text}").selector
    assert selector
    assert (selector.pick, selector.n) == (pick, n)


@pytest.mark.parametrize("zone", spelling.ZONES)
def test_zones(zone):
    selector = step(f"fetch own.card.{zone}").selector
    assert selector
    assert selector.zone == zone


@pytest.mark.parametrize("kind", spelling.KINDS)
def test_kinds(kind):
    selector = step(f"dissipate any.{kind}.v").selector
    assert selector
    assert (selector.side, selector.kind) == ("any", kind)


@pytest.mark.parametrize("flag", spelling.FLAGS)
def test_flags(flag):
    selector = step(f"reap foe.fairy.x[{flag}]").selector
    assert selector
    assert selector.filter == Filter(flags=(flag,))


@pytest.mark.parametrize("word", ["Fern", "01", "Fée-x", "d'or"])
def test_words_of_names(word):
    selector = step(f"reap foe.fairy.x[name={word}&cost>=1]").selector
    assert selector
    assert selector.filter == Filter(ranges=(Range("cost", 1),), word=word)


def test_no_zone_is_the_whole_game():
    selector = one("ALWAYS: cost -1 own.fairy#all").steps[0].selector
    assert selector
    assert selector.zone == ""


def test_cards_discarded_at_random():
    assert standard("CALL: discard foe.card.hand#r1") == "CALL: discard foe.card.hand#r1"
    assert step("discard foe.card.hand#r1").amount is None


def test_cards_discarded_by_choice_of_the_victim():
    assert step("discard 2 foe") == Step("discard", Amount((2,)), "", Selector("foe"))


@pytest.mark.parametrize("trigger", ["IN", "OUT", "LEAVE", "REAPED", "ENDVOL", "WHEN foe.call", "TRAP foe.in"])
def test_it_is_the_card_of_the_event(trigger):
    assert one(f"{trigger}: ray -1 it").steps[0].selector == Selector("it")


@pytest.mark.parametrize("trigger", ["CALL", "ACT", "AT dream"])
def test_it_is_what_the_step_before_was_about(trigger):
    assert one(f"{trigger}: restore own.fairy.x then ray +1 it then exit it").steps[2].selector == Selector("it")


def test_six_abilities_of_eight_steps():
    ability = "CALL: " + " then ".join(["draw 1"] * 8)
    assert len(parse_effect("; ".join([ability] * 6))) == 6


# Operations


def test_the_operations_have_the_codes_of_the_engine():
    operations = {name: code for name, code in vars(codes).items() if name.startswith("OP_")}
    assert operations == {f"OP_{word.upper()}": code for code, word in enumerate(WORDS)}


def test_always_takes_player_values_and_card_values_but_vol():
    groups = [each.word for each in OPERATIONS if each.group in ("Player values", "Card values") and each.word != "vol"]
    assert [each.word for each in OPERATIONS if each.always] == groups


def test_every_operation_is_explained():
    assert [word for word in WORDS if not BY_WORD[word].means] == []


# Refused: words


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("CAL: draw 1", 1, "CALL"),
        ("call: draw 1", 1, "CALL"),
        ("CALL: drow 1", 7, "draw"),
        ("CALL: kill foe.fairy.x", 7, "reap"),
        ("CALL: reap foo.fairy.x", 12, "foe"),
        ("CALL: reap foe.fary.x", 16, "fairy"),
        ("CALL: reap foe.fairy.hnd", 22, "hand"),
        ("CALL: reap foe.fairy.x[rad=W]", 28, None),
        ("CALL: reap foe.fairy.x[mor=XX]", 28, None),
        ("CALL: reap foe.fairy.x[mor=ro]", 28, "RO"),
        ("CALL: reap foe.fairy.x[ast=G]", 28, None),
        ("CALL: reap foe.fairy.x[actined]", 24, "actioned"),
        ("CALL: reap foe.fairy.x[rad=L,other]", 29, "&"),
        ("CALL: reap foe.fairy.x[cost<3]", 28, "<="),
        ("CALL: reap foe.fairy.x ~trn", 25, "turn"),
        ("CALL: radiance W", 16, None),
        ("CALL: astralae G", 16, None),
        ("CALL: morph +ROS own.fairy.x", 14, "RO"),
        ("CALL [spark 1]: draw 1", 7, "sp"),
        ("CALL {stge>=2}: draw 1", 7, "stage"),
        ("AT gatering: spark 1", 4, "gathering"),
        ("WHEN foe.shrd: spark 1", 10, "shard"),
        ("WHEN fo.shard: spark 1", 6, "foe"),
        ("CALL: draw 1 thn draw 1", 14, "then"),
        ("CALL: reap foe.fairy.x#al", 24, "all"),
    ],
)  # fmt: skip
def test_unknown_words_are_refused_with_their_place_and_the_nearest(text, at, like):
    trouble = refused(text)
    assert f"from character {at} on" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize(
    ("text", "at"),
    [("CALL", 5), ("CALL:", 6), ("CALL: draw", 11), ("CALL: draw 1;", 14), ("CALL: draw 1 then", 18),
     ("CALL: reap foe.", 16), ("CALL: reap foe.fairy.x[", 24), ("ACT [sp 1: draw 1", 10), ("CALL: ray +1/2", 15)],
)  # fmt: skip
def test_texts_that_break_off(text, at):
    assert f"character {at}" in refused(text).message


# Refused: how much and how many


@pytest.mark.parametrize(
    "text",
    [
        "CALL: ray +100", "CALL: ray -100", "CALL: draw -1", "CALL: dmg 100 foe.fairy.x", "CALL: reap foe.fairy.x#0",
        "CALL: draw 1xcount(own.fairy.x) per 0", "CALL: reap foe.fairy.x[cost>=100]", "CALL [sp 0]: draw 1",
        "CALL {stage>=4}: draw 1", "CALL {turn>=1000}: draw 1", "CALL: draw 1/2/-3",
    ],
)  # fmt: skip
def test_numbers_out_of_range(text):
    assert "is too" in refused(text).message


def test_more_than_two_costs():
    assert "more than 2 costs" in refused("ACT [sp 1] [life 1] [vol 1]: draw 1").message


def test_more_than_two_conditions():
    assert "more than 2 conditions" in refused("ACT {first} {turn>=2} {stage=1}: draw 1").message


def test_more_than_six_abilities():
    assert "more than 6 abilities" in refused("; ".join(["CALL: draw 1"] * 7)).message


def test_more_than_eight_steps():
    assert "more than 8 steps" in refused("CALL: " + " then ".join(["draw 1"] * 9)).message


def test_too_long_a_text():
    assert "characters" in refused("CALL: draw 1" + " " * 2000).message


# Refused: ALWAYS


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ALWAYS [sp 1]: ray +1", "takes no cost"),
        ("ALWAYS: ray +1 ~turn", "lasts by itself"),
        ("ALWAYS: ray +1 ~stay", "lasts by itself"),
        ("ALWAYS: ray +1 own.fairy.x", "no chosen or random pick"),
        ("ALWAYS: ray +1 own.fairy.x#2", "no chosen or random pick"),
        ("ALWAYS: ray +1 own.fairy.x#r1", "no chosen or random pick"),
        ("ALWAYS: ray +1 own.fairy.x#f1", "no chosen or random pick"),
        ("ALWAYS: ray +1 foe.avatar", "no chosen or random pick"),
        ("ALWAYS: vision +1 foe", "no chosen player"),
        ("ALWAYS: draw 1", "does not take draw"),
        ("ALWAYS: vol +1", "does not take vol"),
        ("ALWAYS: morph +RO", "does not take morph"),
        ("ALWAYS: ray +1 it", "'it' means no card"),
        ("ALWAYS?: ray +1", "cannot be optional"),
        ("ALWAYS {first}: ray +1", "no first time"),
    ],
)
def test_what_always_does_not_take(text, says):
    assert says in refused(text).message


@pytest.mark.parametrize("text", ["ray +1 own.avatar", "gather +1 foes", "ray +1 foe.avatar#all", "mat +1 host"])
def test_what_always_takes(text):
    assert standard(f"ALWAYS: {text}") == f"ALWAYS: {text}"


# Refused: what means nothing


@pytest.mark.parametrize(
    "text", ["reap foe.fairy", "reap foe.fairy#2", "reap foe.fairy#f1", "cost -1 own.card[rad=L]", "fetch own.card"]
)
def test_a_chosen_pick_must_name_a_zone(text):
    assert "named zone" in refused(f"CALL: {text}").message


@pytest.mark.parametrize("text", ["reap foe.fairy#all", "discard foe.card#r1", "dmg 1 foe.avatar"])
def test_other_picks_need_no_zone(text):
    assert standard(f"CALL: {text}") == f"CALL: {text}"


@pytest.mark.parametrize(
    "text", ["CALL: ray +1 it", "ACT: draw 1 then ray +1 it", "CALL {count(it)>=1}: draw 1", "AT dream: reap it"]
)
def test_it_without_a_card(text):
    assert "'it' means no card" in refused(text).message


def test_it_does_not_reach_into_the_next_ability():
    assert "'it' means no card" in refused("CALL: restore own.fairy.x; CALL: ray +1 it").message


def test_cancel_outside_of_a_trap():
    assert "TRAP abilities only" in refused("WHEN foe.joust: cancel").message


def test_linked_without_a_link():
    assert "no ability links" in refused("ALWAYS: ray +1 linked").message


def test_cards_where_players_belong():
    assert "works on players" in refused("CALL: draw 1 own.fairy.x").message


def test_players_where_cards_belong():
    assert "works on cards" in refused("CALL: dmg 3 foe").message


def test_players_who_discard_need_a_number():
    assert "works on cards" in refused("CALL: discard foe").message


@pytest.mark.parametrize("word", ["fetch", "summon", "peek", "link", "imprison", "bewitch", "steala", "stealm", "copy",
                                  "fuse", "marry", "discard"])  # fmt: skip
def test_operations_that_need_cards(word):
    assert "such as foe." in refused(f"CALL: {word}").allowed


@pytest.mark.parametrize("text", ["draw 1 ~turn", "dmg 1 ~stay", "link own.fairy.x ~stay", "steala foe.fairy.x ~turn"])
def test_operations_that_do_not_last(text):
    assert "does not last" in refused(f"CALL: {text}").message


def test_players_cannot_be_counted():
    assert "players cannot be counted" in refused("CALL: draw 1xcount(foes)").message


def test_a_count_has_no_pick():
    assert "a count has no pick" in refused("CALL: draw 1xcount(own.fairy.x#2)").message


@pytest.mark.parametrize("kind", ["avatar", "trap"])
def test_avatars_and_traps_are_nowhere_but_in_the_valley(kind):
    assert "a zone: v" in refused(f"CALL: dissipate foe.{kind}.hand").allowed


@pytest.mark.parametrize("tests", ["rad=L&rad=D", "mor=RO&mor=RO", "ast=A&ast=B", "other&other", "name=a&name=b"])
def test_a_test_twice(tests):
    assert "stands here twice" in refused(f"CALL: reap foe.fairy.x[{tests}]").message


@pytest.mark.parametrize("tests", ["actioned&restored", "married&single", "widow&single"])
def test_tests_that_exclude_each_other(tests):
    assert "no card is both" in refused(f"CALL: reap foe.fairy.x[{tests}]").message


def test_bounds_that_do_not_meet():
    assert "no cost meets" in refused("CALL: reap foe.fairy.x[cost>=3&cost<=2]").message


# Maturation


@pytest.mark.parametrize(
    ("text", "mature"),
    [
        ("..9;1/-1/0", Maturation(None, 9, (1, -1, 0))),
        ("10..21;1/-1/0", Maturation(10, 21, (1, -1, 0))),
        ("-3..;0/+2/-1", Maturation(-3, None, (0, 2, -1))),
    ],
)
def test_maturation(text, mature):
    assert parse_mature(text) == mature


def test_maturation_in_standard_spelling():
    assert parse_mature("10..21; +1/-1/0").text == "10..21;1/-1/0"


@pytest.mark.parametrize(
    "text", ["", "9", "..9", "..9;1/-1", "..9;1/-1/0/0", "1-9;1/-1/0", "..9;a/b/c", "..9999;1/1/1"]
)
def test_malformed_maturation(text):
    with pytest.raises(NotationError):
        parse_mature(text)


def test_maturation_that_ends_before_it_begins():
    with pytest.raises(NotationError, match="before it begins"):
        parse_mature("9..8;1/-1/0")
