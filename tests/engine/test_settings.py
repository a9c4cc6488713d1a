"""Settings: what is typed, what it means, and what is said when it means nothing."""

from __future__ import annotations

import pytest

from balance.common.errors import InputError
from balance.engine.game.settings import Setting, read_settings, settings_at

SWITCH = Setting("first_counts", True, "the first card counts", "FY-3")
NUMBER = Setting("target", 15, "points that end it", "FY-30", low=1, high=100)
WORDS = Setting("top_rule", "compare", "who wins at the top", "FY-22", words=("compare", "share"))
EITHER = Setting("fairies", "all", "fairies that end it", "FY-18", low=1, high=9, words=("all",))
CAPITALS = Setting("direction", "RRL", "where hands go", "FS-27", words=("RRL", "RLR"))
LIST = Setting("start", "1,1,0", "elements at the start", "FS-14", low=0, high=20, numbers=3)
NAMES = Setting("decks", "mixed", "who has which deck", "FC-192", words=("mixed",), names="decks")
ALL = (SWITCH, NUMBER, WORDS, EITHER)


@pytest.mark.parametrize("text", ["on", "true", "yes", "1", "ON", " Yes "])
def test_a_switch_is_put_on(text):
    assert SWITCH.read(text) is True


@pytest.mark.parametrize("text", ["off", "false", "no", "0", "False"])
def test_a_switch_is_put_off(text):
    assert SWITCH.read(text) is False


@pytest.mark.parametrize(("text", "means"), [("1", 1), ("100", 100), (" 7 ", 7), ("+5", 5)])
def test_a_number_in_its_range_is_taken(text, means):
    assert NUMBER.read(text) == means


@pytest.mark.parametrize(
    ("setting", "text", "means"), [(WORDS, "Share", "share"), (EITHER, "all", "all"), (EITHER, "3", 3)]
)
def test_a_word_is_taken_and_where_both_will_do_a_number_too(setting, text, means):
    assert setting.read(text) == means


@pytest.mark.parametrize("text", ["RLR", "rlr", " Rlr "])
def test_a_word_is_meant_as_it_is_declared(text):
    assert CAPITALS.read(text) == "RLR"


@pytest.mark.parametrize(("text", "means"), [("1,1,0", "1,1,0"), (" 2, 0 ,20", "2,0,20"), ("+1,01,0", "1,1,0")])
def test_a_list_of_numbers_is_taken(text, means):
    assert LIST.read(text) == means


@pytest.mark.parametrize(
    ("setting", "text", "allowed"),
    [
        (LIST, "1,1", "3 whole numbers from 0 to 20, joined by commas"),
        (LIST, "1,1,0,0", "3 whole numbers from 0 to 20, joined by commas"),
        (LIST, "1,1,21", "3 whole numbers from 0 to 20, joined by commas"),
        (LIST, "1,,0", "3 whole numbers from 0 to 20, joined by commas"),
        (SWITCH, "maybe", "on, off (also true/false, yes/no)"),
        (SWITCH, "", "on, off (also true/false, yes/no)"),
        (NUMBER, "0", "a whole number from 1 to 100"),
        (NUMBER, "101", "a whole number from 1 to 100"),
        (NUMBER, "1.5", "a whole number from 1 to 100"),
        (NUMBER, "9" * 5000, "a whole number from 1 to 100"),
        (NUMBER, "all", "a whole number from 1 to 100"),
        (WORDS, "shared", "compare, share"),
        (WORDS, "1", "compare, share"),
        (EITHER, "none", "all, a whole number from 1 to 9"),
        (EITHER, "0", "all, a whole number from 1 to 9"),
    ],
)
def test_another_value_is_refused_with_what_is_allowed(setting, text, allowed):
    with pytest.raises(InputError) as refused:
        setting.read(text)
    first, second = str(refused.value).split("\n")
    assert first.startswith(f"setting {setting.name} cannot be '{text[:50]}")
    assert len(first) < 120
    assert second == f"  allowed: {allowed}"


def test_what_is_not_given_has_its_default():
    assert read_settings(ALL, {"target": "20", "top_rule": "share"}) == {
        "first_counts": True,
        "target": 20,
        "top_rule": "share",
        "fairies": "all",
    }
    assert read_settings(ALL, {}) == {setting.name: setting.default for setting in ALL}


def test_an_unknown_setting_is_refused_with_the_nearest_known_one():
    with pytest.raises(InputError) as refused:
        read_settings(ALL, {"topp_rule": "share"})
    assert str(refused.value).split("\n") == [
        "there is no setting 'topp_rule'",
        "  allowed: first_counts, target, top_rule, fairies",
        "  did you mean 'top_rule'?",
    ]


@pytest.mark.parametrize("setting", ALL)
def test_a_value_is_shown_as_one_would_type_it(setting):
    assert setting.read(setting.show(setting.default)) == setting.default
    assert SWITCH.show(False) == "off"
    assert EITHER.show(3) == "3"


def test_control_characters_are_not_echoed():
    with pytest.raises(InputError) as refused:
        WORDS.read("\x1b[31mred")
    assert "\x1b" not in str(refused.value)


@pytest.mark.parametrize(("decks", "of_two"), [("mixed", "mixed"), ("a", "a"), ("a,b", "a,b"), ("a,b,c,d", "a,b")])
def test_of_a_list_of_names_fewer_players_have_those_of_the_first(decks, of_two):
    values = {"decks": decks, "start": "1,1,0", "target": 15}
    assert settings_at(2, (NAMES, LIST, NUMBER), values) == values | {"decks": of_two}
