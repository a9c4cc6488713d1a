"""When a guess is right: reading the notation, writing it back, and what it means (section 5.2)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.cards.check import NotationError
from balance.games.fairy.cards.box import Charm, evaluate
from balance.games.fairy.cards.notation import (
    DEEPEST,
    LONGEST,
    And,
    Compare,
    Not,
    Number,
    Or,
    Quantity,
    SameSuit,
    ShowsFairy,
    SuitIs,
    parse_condition,
)

SUITS = ("A", "B", "C")
DECK = [Charm(f"FY{n:02}", f"Charm {n}", n, SUITS[(n - 1) // 7], n in (4, 11, 18), 1) for n in range(1, 22)]


def read(text: str):
    return parse_condition(text, SUITS)


def refused(text: str, suits=SUITS) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse_condition(text, suits)
    return caught.value


def right(text: str, pile: int, following: int) -> bool:
    return evaluate(read(text), DECK[pile - 1], DECK[following - 1])


# Reading


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("next > pile", Compare(Quantity("next"), ">", Quantity("pile"))),
        ("same suit", SameSuit()),
        ("fairy", ShowsFairy()),
        ("pile fairy", ShowsFairy(pile=True)),
        ("suit = C", SuitIs("C")),
        ("suit != C", SuitIs("C", equal=False)),
        ("gap <= -3", Compare(Quantity("gap"), "<=", Number(-3))),
        ("gap <= - 3", Compare(Quantity("gap"), "<=", Number(-3))),
        ("next mod 2 = 0", Compare(Quantity("next", 2), "=", Number(0))),
        ("3 < pile mod 4", Compare(Number(3), "<", Quantity("pile", 4))),
        ("not same suit", Not(SameSuit())),
        ("not (fairy)", Not(ShowsFairy())),
        ("fairy and same suit and suit = A", And((ShowsFairy(), SameSuit(), SuitIs("A")))),
        ("fairy or same suit or suit = A", Or((ShowsFairy(), SameSuit(), SuitIs("A")))),
    ],
)
def test_every_form_of_the_notation(text, tree):
    assert read(text) == tree
    assert read(str(tree)) == tree


def test_not_binds_tighter_than_and_and_and_tighter_than_or():
    assert read("not fairy and same suit or pile fairy") == Or(
        (And((Not(ShowsFairy()), SameSuit())), ShowsFairy(pile=True))
    )


def test_parentheses_bind_first():
    assert read("not (fairy and (same suit or pile fairy))") == Not(
        And((ShowsFairy(), Or((SameSuit(), ShowsFairy(pile=True)))))
    )


def test_capitals_and_blanks_do_not_matter():
    assert read(" NEXT>=Pile  AND\u00a0not(Same   Suit)or SUIT=c ") == read(
        "next >= pile and not same suit or suit = C"
    )


def test_suits_bear_the_spelling_of_the_cards():
    assert parse_condition("suit = rêve", ["Rêve"]) == SuitIs("Rêve")
    assert parse_condition("suit = not", ["not"]) == SuitIs("not")


# Meaning


@pytest.mark.parametrize(
    ("text", "pile", "following", "answer"),
    [
        ("next > pile", 7, 19, True),
        ("next > pile", 14, 11, False),
        ("next > pile", 7, 7, False),
        ("next < pile", 7, 7, False),
        ("same suit", 14, 11, True),
        ("same suit", 7, 19, False),
        ("fairy", 14, 11, True),
        ("fairy", 11, 14, False),
        ("pile fairy", 11, 14, True),
        ("not same suit", 7, 8, True),
        ("same suit and next > pile", 1, 7, True),
        ("gap <= 3", 10, 7, True),
        ("gap <= 3", 10, 14, False),
        ("gap >= 10 or fairy", 5, 4, True),
        ("next mod 2 = 0", 1, 8, True),
        ("suit = C", 1, 15, True),
        ("suit != C", 1, 15, False),
        ("fairy and not pile fairy", 4, 11, False),
        ("not (next >= 8 and next <= 14)", 1, 15, True),
    ],
)
def test_the_examples_of_the_rules(text, pile, following, answer):
    assert right(text, pile, following) is answer


def test_the_remainder_of_a_negative_number_is_not_negative():
    below_zero = Charm("X", "X", -1, "A", False, 1)
    assert evaluate(read("next mod 3 = 2"), DECK[0], below_zero)


# Refused


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("nxt > pile", 1, "next"),
        ("next > pil", 8, "pile"),
        ("next => pile", 6, ">="),
        ("next == pile", 6, "="),
        ("next <> pile", 6, "!="),
        ("gap ≤ 3", 5, "<="),
        ("next - pile > 3", 6, "gap"),
        ("next > \N{MINUS SIGN}3", 8, "-"),
        ("next mdo 2 = 0", 6, "mod"),
        ("fairy adn pile fairy", 7, "and"),
        ("!fairy", 1, "not"),
        ("same sut", 6, "suit"),
        ("samesuit", 1, "same suit"),
        ("suit = Bb", 8, "B"),
        ("suit is B", 6, None),
        ("suit = 3", 8, None),
        ("next mod 0 = 1", 10, None),
        ("next mod -2 = 1", 10, None),
        ("next mod pile = 1", 10, None),
        ("not not fairy", 5, None),
        ("fairy fairy", 7, None),
        ("fairy)", 6, None),
        ("()", 2, None),
        ("next > 7.5", 9, None),
        ("next > 3 > pile", 10, None),
    ],
)
def test_errors_name_the_character_and_the_nearest_word(text, at, like):
    trouble = refused(text)
    assert f"character {at} on" in trouble.message
    assert trouble.allowed
    assert trouble.like == like


@pytest.mark.parametrize(
    "text", ["", "  ", "fairy and", "fairy or ", "not", "(fairy", "next", "next >", "suit =", "3", "same"]
)
def test_a_condition_that_stops_too_early(text):
    assert f"too early, at character {len(text.rstrip()) + 1}" in refused(text).message


def test_unknown_suits_name_the_known_ones():
    assert "A, B, C" in refused("suit = D").allowed


def test_suits_of_several_words_cannot_be_named():
    assert "no suit has one" in refused("suit = Dark blue", ["Dark blue"]).allowed


def test_parentheses_nest_50_deep_at_most():
    assert read("(" * DEEPEST + "fairy" + ")" * DEEPEST) == ShowsFairy()
    assert f"character {DEEPEST + 1} on" in refused("(" * (DEEPEST + 1) + "fairy" + ")" * (DEEPEST + 1)).message
    assert read(" and ".join(["(fairy)"] * 60))  # one after the other is no nesting


def test_conditions_have_1000_characters_at_most():
    longest = "fairy" + " " * (LONGEST - 10) + "or fairy"
    assert "1003 characters" in refused(longest).message
    assert read("1" * (LONGEST - 7) + " > pile")


# Anything the grammar gives, against a slow obvious reading: the same sentence in Python

SIGNS = {">": ">", "<": "<", ">=": ">=", "<=": "<=", "=": "==", "!=": "!="}
NAMES = {"next": "following.number", "pile": "pile.number", "gap": "abs(following.number - pile.number)"}
TESTS = {
    "same suit": "following.suit == pile.suit",
    "fairy": "following.fairy",
    "pile fairy": "pile.fairy",
    **{f"suit = {suit}": f"following.suit == {suit!r}" for suit in SUITS},
    **{f"suit != {suit}": f"following.suit != {suit!r}" for suit in SUITS},
}

values = st.one_of(
    st.integers(-30, 30).map(lambda number: (str(number), f"({number})")),
    st.sampled_from(sorted(NAMES.items())),
    st.tuples(st.sampled_from(sorted(NAMES)), st.integers(1, 9)).map(
        lambda pair: (f"{pair[0]} mod {pair[1]}", f"({NAMES[pair[0]]} % {pair[1]})")
    ),
)
tests = st.one_of(
    st.sampled_from(sorted(TESTS.items())),
    st.tuples(values, st.sampled_from(sorted(SIGNS)), values).map(
        lambda three: (f"{three[0][0]} {three[1]} {three[2][0]}", f"{three[0][1]} {SIGNS[three[1]]} {three[2][1]}")
    ),
)


def joined(parts, word):
    return word.join(part[0] for part in parts), word.join(f"({part[1]})" for part in parts)


def larger(conditions):
    """The lines ``any``, ``all`` and ``unit`` of the grammar, as pairs (condition, Python)."""
    groups = conditions.map(lambda pair: (f"({pair[0]})", pair[1]))
    units = st.one_of(tests, groups)
    units = st.one_of(units, units.map(lambda pair: (f"not {pair[0]}", f"not ({pair[1]})")))
    alls = st.lists(units, min_size=1, max_size=3).map(lambda parts: joined(parts, " and "))
    return st.lists(alls, min_size=1, max_size=3).map(lambda parts: joined(parts, " or "))


conditions = st.recursive(tests, larger, max_leaves=12).filter(lambda pair: len(pair[0]) <= LONGEST)


@given(conditions)
def test_any_condition_is_written_back_to_the_same_tree(pair):
    tree = read(pair[0])
    assert read(str(tree)) == tree
    assert str(read(str(tree))) == str(tree)


@given(conditions)
def test_any_condition_means_what_the_same_sentence_means_in_python(pair):
    text, python = pair
    tree, code = read(text), compile(python, "condition", "eval")
    for pile, following in itertools.product(DECK[::3], DECK[::2]):
        assert evaluate(tree, pile, following) == eval(code, {"pile": pile, "following": following})


words = st.sampled_from([*"()>=-3;", "next", "pile", "gap", "mod", "same", "suit", "fairy", "not", "and", "or", "A"])


@given(st.one_of(st.text(), st.lists(words).map(" ".join)))
def test_any_text_is_read_or_refused(text):
    try:
        tree = read(text)
    except NotationError:
        return
    assert read(str(tree)) == tree
