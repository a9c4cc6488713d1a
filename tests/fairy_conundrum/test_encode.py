"""Abilities as records for the engine, and back (section 5.4)."""

from __future__ import annotations

import pytest
from hypothesis import given

from balance.games.fairy_conundrum import codes
from balance.games.fairy_conundrum.cards import Card, Cards, effect_text, parse_effect
from balance.games.fairy_conundrum.cards import abilities as spelling
from balance.games.fairy_conundrum.cards.encode import Coded, encode, room, word_bits
from fairy_conundrum.box import EXAMPLES, cards
from fairy_conundrum.decoded import decode

TOKENS = tuple(Card(id, id, "token", "", 1, astralae="K") for id in ("FC-T01", "FC-T02"))


def box(*effects: str) -> Cards:
    """Two tokens, then a card for each effect."""
    made = (Card(f"c{i}", f"c{i}", "fairy", "", 5, abilities=parse_effect(text)) for i, text in enumerate(effects))
    return Cards((*TOKENS, *made), (), (), ())


def coded(*effects: str) -> Coded:
    return encode(box(*effects))


def texts(cards: Cards) -> list[str]:
    """What the records of all cards say."""
    records = encode(cards)
    spans = [range(first, first + count) for first, count in records.spans]
    return [effect_text(tuple(decode(records, i, cards.ids, records.words) for i in span)) for span in spans]


def selector(text: str):
    """The record of the selector of a CALL ability."""
    return coded(f"CALL: reap {text}").selector[0]


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_come_back(text):
    assert texts(box(text))[-1] == text


@pytest.mark.slow
@given(cards())
def test_any_cards_come_back(cards):
    assert texts(cards) == [effect_text(card.abilities) for card in cards.cards]


def test_each_card_has_its_abilities():
    assert coded("CALL: draw 1; ACT: spark 1", "", "IN: draw 2").spans == ((0, 0), (0, 0), (0, 2), (2, 0), (2, 1))


def test_an_ability_knows_its_card():
    assert list(coded("CALL: draw 1", "IN: draw 2").ability["card"]) == [2, 3]


def test_an_ability_has_its_steps():
    ability = coded("CALL: draw 1 then spark 1", "IN: draw 2").ability
    assert list(zip(ability["first"], ability["steps"], strict=True)) == [(0, 2), (2, 1)]


@pytest.mark.parametrize("trigger", spelling.TRIGGERS)
def test_codes_of_triggers(trigger):
    names = {"CALL": "ON_CALL", "IN": "ON_IN", "OUT": "ON_OUT", "LEAVE": "ON_LEAVE", "REAPED": "ON_REAPED"}
    name = names.get(trigger, "ON_ENDVOL" if trigger == "ENDVOL" else trigger)
    behind = {"AT": " dream", "WHEN": " foe.call", "TRAP": " foe.call"}.get(trigger, "")
    assert coded(f"{trigger}{behind}: ray +1").ability[0].trigger == getattr(codes, name)


@pytest.mark.parametrize("moment", spelling.MOMENTS)
def test_codes_of_moments(moment):
    assert coded(f"AT {moment}: draw 1").ability[0].event == getattr(codes, moment.upper())


@pytest.mark.parametrize("event", spelling.EVENTS)
def test_codes_of_events(event):
    assert coded(f"WHEN any.{event}: draw 1").ability[0].event == getattr(codes, f"EVENT_{event.upper()}")


@pytest.mark.parametrize("event", spelling.EVENTS)
def test_an_ability_hears_its_event(event):
    assert coded(f"WHEN any.{event}: draw 1").ability[0].hears == 1 << getattr(codes, f"EVENT_{event.upper()}")


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("CALL", (codes.EVENT_CALL, codes.EVENT_SHARD, codes.EVENT_PLACE)),
        ("ACT", ()),
        ("ALWAYS", ()),
        ("IN", (codes.EVENT_IN,)),
        ("OUT", (codes.EVENT_OUT,)),
        ("LEAVE", (codes.EVENT_REAPED, codes.EVENT_LEFT)),
        ("REAPED", (codes.EVENT_REAPED,)),
        ("ENDVOL", (codes.EVENT_ENDVOL,)),
        ("AT dream", (codes.EVENT_MOMENT + codes.DREAM,)),
    ],
)
def test_what_else_abilities_hear(text, events):
    assert coded(f"{text}: ray +1").ability[0].hears == sum(1 << event for event in events)


@pytest.mark.parametrize(("side", "code"), [("own", codes.OWN), ("foe", codes.FOE_SIDE), ("any", codes.ANY)])
def test_codes_of_sides(side, code):
    assert coded(f"WHEN {side}.call: draw 1").ability[0].side == code
    assert selector(f"{side}.fairy.x").side == code


@pytest.mark.parametrize("word", spelling.CARD_WORDS)
def test_codes_of_words_for_cards(word):
    record = coded(f"CALL: link own.fairy.x; IN: copy {word}").selector[1]
    assert record.special == getattr(codes, word.upper())


@pytest.mark.parametrize("word", spelling.PLAYER_WORDS)
def test_codes_of_words_for_players(word):
    assert coded(f"CALL: life +1 {word}").selector[0].special == getattr(codes, word.upper())


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("card", (codes.FAIRY, codes.SHARD, codes.SHELTER, codes.TOKEN)),
        ("fairy", (codes.FAIRY, codes.TOKEN)),
        ("token", (codes.TOKEN,)),
        ("shard", (codes.SHARD,)),
        ("shelter", (codes.SHELTER,)),
        ("avatar", (codes.AVATAR,)),
        ("trap", (codes.TRAP_KIND,)),
    ],
)
def test_codes_of_kinds(kind, codes):
    assert selector(f"foe.{kind}.v").kinds == sum(1 << code for code in codes)


@pytest.mark.parametrize("zone", [zone for zone in spelling.ZONES if zone not in ("v", "in")])
def test_codes_of_zones(zone):
    assert selector(f"foe.card.{zone}").zones == getattr(codes, f"IN_{zone.upper()}")


def test_the_valley_is_exploration_and_shelters():
    assert selector("foe.card.v").zones == codes.IN_X | codes.IN_SHELTER
    assert selector("foe.card.in").zones == codes.IN_SHELTER


def test_no_zone_is_the_whole_game():
    assert selector("foe.card#all").zones == 0


@pytest.mark.parametrize(
    ("text", "pick", "n"),
    [("", codes.CHOSEN, 1), ("#2", codes.CHOSEN, 2), ("#all", codes.EVERY, 0), ("#r3", codes.AT_RANDOM, 3),
     ("#f1", codes.BY_FOE, 1)],
)  # fmt: skip
def test_codes_of_picks(text, pick, n):
    record = selector(f"foe.card.x{text}")
    assert (record.pick, record.n) == (pick, n)


def test_a_count_takes_every_card():
    record = coded("CALL: draw 1xcount(own.fairy.x)").selector[0]
    assert record.pick == codes.EVERY


def test_a_selector_without_filter_is_plain():
    assert selector("foe.fairy.x").plain
    assert not selector("foe.fairy.x[other]").plain


def test_a_selector_without_filter_asks_for_nothing():
    record = selector("foe.fairy.x")
    assert (record.radiances, record.morphs, record.letters, record.asks, record.word) == (
        0b111,
        0,
        0b1111111111,
        0,
        -1,
    )
    assert set(record.low) == {codes.LOWEST}
    assert set(record.high) == {codes.HIGHEST}


def test_radiance_of_a_filter():
    assert selector("foe.fairy.x[rad=D]").radiances == 1 << codes.DARK


def test_morphemes_of_a_filter():
    assert selector("foe.fairy.x[mor=RO&mor=BR]").morphs == 1 << 0 | 1 << 11


@pytest.mark.parametrize(
    ("letter", "read_as"), [("A", "A"), ("C", "C"), ("D", "D"), ("E", "D"), ("F", "D"), ("M", "M"), ("N", "M")]
)
def test_letters_of_a_filter_as_abilities_read_them(letter, read_as):
    letters = "ABCDKLM"  # as which cards are read
    bits = selector(f"foe.fairy.x[ast={letter}]").letters
    assert [each for each in letters if bits >> getattr(codes, each) & 1] == [read_as]


@pytest.mark.parametrize("name", spelling.NUMBERS)
def test_bounds_of_a_filter(name):
    record = selector(f"foe.fairy.x[{name}>=2&{name}<=5]")
    place = getattr(codes, f"BY_{name.upper()}")
    assert (record.low[place], record.high[place]) == (2, 5)


@pytest.mark.parametrize("flag", spelling.FLAGS)
def test_flags_of_a_filter(flag):
    assert selector(f"foe.fairy.x[{flag}]").asks == getattr(codes, f"IS_{flag.upper()}")


def test_words_of_names_are_numbered():
    records = coded("CALL: reap foe.fairy.x[name=Moss] then reap foe.fairy.x[name=Fern]")
    assert records.words == ("Moss", "Fern")
    assert [record.word for record in records.selector] == [0, 1]


def test_names_with_a_word_in_any_capitals():
    assert word_bits("old FERN 01", ("Moss", "Fern", "01")) == 0b110


def test_filter_of_an_event():
    records = coded("WHEN foe.call[cost>=3]: draw 1")
    assert records.selector[records.ability[0].filter].low[codes.BY_COST] == 3


def test_no_filter_of_an_event():
    assert coded("WHEN foe.call: draw 1").ability[0].filter == -1


@pytest.mark.parametrize(
    ("text", "cost", "n", "self_only"),
    [
        ("sp 2", codes.PAY_SPARKLES, 2, 0),
        ("life 1", codes.PAY_LIFE, 1, 0),
        ("vol 1", codes.PAY_VOLATILITY, 1, 0),
        ("abandon 3", codes.PAY_ABANDON, 3, 0),
        ("morph 2 self", codes.PAY_MORPHEMES, 2, 1),
        ("morph RE", codes.PAY_MORPHEME, 1, 0),
        ("reap self", codes.PAY_REAP_SELF, 0, 1),
    ],
)
def test_codes_of_costs(text, cost, n, self_only):
    ability = coded(f"ACT [{text}]: draw 1").ability[0]
    assert (ability.cost[0], ability.cost_n[0], ability.cost_self[0]) == (cost, n, self_only)
    assert ability.cost[1] == codes.NO_COST


@pytest.mark.parametrize(
    ("text", "what", "compare", "n"),
    [
        ("stage>=2", codes.IF_STAGE, codes.AT_LEAST, 2),
        ("guests=1", codes.IF_GUESTS, codes.EQUALS, 1),
        ("life<=5", codes.IF_LIFE, codes.AT_MOST, 5),
        ("sparks>=5", codes.IF_SPARKS, codes.AT_LEAST, 5),
        ("turn>=5", codes.IF_TURN, codes.AT_LEAST, 5),
        ("count(own.fairy.x)>=2", codes.IF_COUNT, codes.AT_LEAST, 2),
    ],
)
def test_codes_of_conditions(text, what, compare, n):
    record = coded(f"CALL {{{text}}}: draw 1").condition[0]
    assert (record.what, record.compare, record.n) == (what, compare, n)


def test_the_condition_of_the_first_time():
    assert coded("CALL {first}: draw 1").condition[0].what == codes.IF_FIRST


@pytest.mark.parametrize(
    ("text", "mode", "n"),
    [
        ("draw 2", codes.CONSTANT, [2, 0, 0]),
        ("draw 1/2/3", codes.BY_STAGE, [1, 2, 3]),
        ("draw 2xcount(own.fairy.x)", codes.COUNTED, [2, 0, 0]),
        ("reap", codes.NO_AMOUNT, [0, 0, 0]),
    ],
)
def test_codes_of_amounts(text, mode, n):
    step = coded(f"CALL: {text}").step[0]
    assert (step.amount, list(step.n)) == (mode, n)


def test_one_for_each_so_many():
    assert coded("CALL: draw 1xcount(own.fairy.x) per 3").step[0].per == 3


@pytest.mark.parametrize(
    ("text", "arg"),
    [("morph +RO", 1), ("morph -BR", -12), ("morph +1", 0), ("radiance N", codes.NEUTRAL), ("astralae M", codes.M),
     ("token 1 FC-T02", 1)],
)  # fmt: skip
def test_codes_of_args(text, arg):
    assert coded(f"CALL: {text}").step[0].arg == arg


@pytest.mark.parametrize(("until", "code"), [("", codes.FOREVER), (" ~turn", codes.TURN_END), (" ~stay", codes.STAY)])
def test_codes_of_how_long(until, code):
    assert coded(f"CALL: ray +1{until}").step[0].until == code


def test_no_selector_written():
    assert coded("CALL: draw 1").step[0].selector == -1


def test_equal_selectors_share_a_record():
    assert len(coded("CALL: reap foe.fairy.x", "ACT: bounce foe.fairy.x").selector) == 1


def test_room_is_counted():
    counts = {what: count for what, count, _ in room(box("CALL: draw 1 then reap foe.fairy.x"))}
    assert counts == {
        "abilities": 1, "steps": 2, "different selectors": 1, "different conditions": 0, "different words of names": 0,
    }  # fmt: skip
