"""The notation of Heroes' cells: reading it, and writing it back in standard spelling (section 5.2)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.cards.check import NotationError
from balance.cards.traits import parse_traits
from balance.games.heroes.cards.box import ALL, COLORS, DICE, TYPES, Action, Condition, Damage, Option, Step
from balance.games.heroes.cards.notation import (
    LONGEST,
    MAX_OPTIONS,
    MAX_POSITIONS,
    MAX_SLOTS,
    MAX_SPACES,
    MAX_STEPS,
    MAX_TERMS,
    MOST_STRENGTH,
    MOST_TYPED,
    Requirement,
    parse_action,
    parse_condition,
    parse_edge,
    parse_faces,
    parse_requirement,
    parse_slots,
    parse_spaces,
    parse_strength,
)


def action(*options: list[Step]) -> Action:
    return Action(tuple(Option(tuple(steps), " + ".join(step.text for step in steps)) for steps in options))


def refused(parse: Callable[[str], object], text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.allowed
    return caught.value


# Actions

FORMS = [
    ("none", Step("none")),
    ("mission", Step("mission")),
    ("tile", Step("tile")),
    ("fight 3", Step("fight", 3)),
    ("fight 2 with red", Step("fight", 2, with_die="red")),
    ("heal 2", Step("heal", 2)),
    ("heal all", Step("heal", ALL)),
    ("shine 1000", Step("shine", 1000)),
    ("gift 1", Step("gift", 1)),
    ("roll yellow", Step("roll", dice=("yellow",))),
    ("hit 3", Step("hit", damage=Damage(3))),
    ("hit 0", Step("hit", damage=Damage())),
    ("hit LFF", Step("hit", damage=Damage(0, (1, 2, 0)))),
    ("hit 1II", Step("hit", damage=Damage(1, (0, 0, 2)))),
    ("hitroll green,yellow", Step("hitroll", dice=("green", "yellow"))),
]


@pytest.mark.parametrize(("text", "step"), FORMS, ids=[text for text, _ in FORMS])
def test_every_step_of_the_notation(text, step):
    assert parse_action(text) == action([step])
    assert parse_action(text).text == text


def test_options_and_steps():
    read = parse_action("heal 1 + mission / shine 2 / none")
    assert read == action([Step("heal", 1), Step("mission")], [Step("shine", 2)], [Step("none")])
    assert [option.text for option in read.options] == ["heal 1 + mission", "shine 2", "none"]


def test_capitals_and_blanks_do_not_matter():
    messy = " FIGHT  1/Mission+\u00a0hitroll Yellow , GREEN\n/Heal ALL+hit 1fL "
    assert parse_action(messy).text == "fight 1 / mission + hitroll green,yellow / heal all + hit 1LF"


def test_dice_and_letters_are_put_in_standard_order():
    assert parse_action("roll red,green + hit IFL").text == "roll green,red + hit LFI"


def test_the_same_die_may_be_rolled_in_two_steps():
    assert parse_action("roll red + roll red").text == "roll red + roll red"


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("figth 1", 1, "fight"),
        ("fight1", 1, "fight"),
        ("heal 2 + mision", 10, "mission"),
        ("heal x", 6, None),
        ("heal al", 6, "all"),
        ("heal 2.5", 6, None),
        ("shine - 1", 7, None),
        ("fight 2 wiht red", 9, "with"),
        ("fight 2 with rde", 14, "red"),
        ("roll blue", 6, None),
        ("roll yelow", 6, "yellow"),
        ("roll 2", 6, None),
        ("roll green, 1", 13, None),
        ("hit 12", 5, None),
        ("hit FX", 5, None),
        ("hit L2", 5, None),
        ("hit " + "L" * (MOST_TYPED + 1), 5, None),
        ("heal 2 and mission", 8, "+"),
        ("heal 2, mission", 7, "+"),
        ("fight 1 or mission", 9, "/"),
        ("fight 1 | mission", 9, "/"),
        ("mission mission", 9, None),
        ("/ mission", 1, None),
        ("mission / / tile", 11, None),
        ("heal 1 ++ tile", 9, None),
        ("wounds 1", 1, None),
    ],
)
def test_errors_of_actions_name_the_character_and_the_nearest_word(text, at, like):
    trouble = refused(parse_action, text)
    assert f"character {at} on" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize("text", ["", " ", "fight", "heal", "roll", "roll green,", "hit", "heal 1 +", "tile / ",
                                  "fight 2 with"])  # fmt: skip
def test_an_action_that_stops_too_early(text):
    assert f"too early, at character {len(text.rstrip()) + 1}" in refused(parse_action, text).message


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("fight 0", "from 1 to 3"),
        ("fight 4", "from 1 to 3"),
        ("fight -1", "from 1 to 3"),
        ("heal 0", "from 1 to 1000 or 'all'"),
        ("shine 1001", "from 1 to 1000"),
        ("gift 0", "from 1 to 1000"),
        ("gift 99999999999999999999", "from 1 to 1000"),
    ],
)
def test_numbers_out_of_range(text, allowed):
    trouble = refused(parse_action, text)
    assert "too small" in trouble.message or "too large" in trouble.message
    assert allowed in trouble.allowed


def test_a_fight_of_3_with_a_given_die_is_refused():
    assert "character 7: 3 with red" in refused(parse_action, "fight 3 with red").message


def test_a_die_without_with_is_refused():
    trouble = refused(parse_action, "fight 2 red")
    assert "character 9" in trouble.message
    assert trouble.like == "with red"


def test_the_same_die_twice_in_one_roll_is_refused():
    assert refused(parse_action, "roll red,green,red").message == "the red die stands here twice, at character 16"


def test_dice_without_a_comma_are_refused():
    assert "before character 12" in refused(parse_action, "roll green yellow").message


def test_6_options_of_6_steps_at_most():
    option = " + ".join(["tile"] * MAX_STEPS)
    largest = " / ".join([option] * MAX_OPTIONS)
    assert parse_action(largest).text == largest
    assert "more than 6 options" in refused(parse_action, largest + " / tile").message
    assert "more than 6 steps" in refused(parse_action, option + " + tile").message


@pytest.mark.parametrize(
    "parse", [parse_action, parse_condition, parse_requirement, parse_faces, parse_spaces, parse_slots]
)
def test_very_long_text_is_refused(parse):
    assert refused(parse, "1" * (LONGEST + 1))


# Requirements


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("wounds 1FF", Requirement(Damage(1, (0, 2, 0)))),
        ("wounds 0", Requirement()),
        ("roll green", Requirement(dice=("green",))),
        ("have 5", Requirement(have=5)),
        ("wounds I + roll green,yellow", Requirement(Damage(0, (0, 0, 1)), ("green", "yellow"))),
        ("wounds 2 + roll red + have 3", Requirement(Damage(2), ("red",), 3)),
    ],
)
def test_every_term_of_a_requirement(text, read):
    assert parse_requirement(text) == read
    assert read.text == text


def test_capitals_and_order_of_terms_do_not_matter():
    assert parse_requirement("HAVE 3+Roll Red+wounds il").text == "wounds LI + roll red + have 3"


def test_repeated_wounds_add_up():
    assert parse_requirement("wounds 1F + wounds 2LF").text == "wounds 3LFF"
    assert parse_requirement("wounds 9 + wounds 8F").text == "wounds 9F + wounds 8"


def test_of_repeated_have_the_largest_counts():
    assert parse_requirement("have 3 + have 5 + have 4") == Requirement(have=5)


def test_repeated_rolls_are_rolled_together():
    assert parse_requirement("roll red + roll green") == Requirement(dice=("green", "red"))


@pytest.mark.parametrize("text", ["roll red,red", "roll red + wounds 1 + roll green,red"])
def test_a_die_twice_in_one_requirement_is_refused(text):
    assert "the red die stands here twice" in refused(parse_requirement, text).message


def test_have_0_is_refused():
    assert "too small" in refused(parse_requirement, "have 0").message


def test_8_terms_at_most():
    largest = " + ".join(["wounds 1"] * MAX_TERMS)
    assert parse_requirement(largest).wounds.untyped == MAX_TERMS
    assert "more than 8 terms" in refused(parse_requirement, largest + " + wounds 1").message


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("wound 1", 1, "wounds"),
        ("shine 2", 1, None),
        ("wounds 1 , roll green", 10, "+"),
        ("wounds 1 / roll green", 10, None),
        ("wounds 1 F", 10, None),
        ("have five", 6, None),
    ],
)
def test_errors_of_requirements_name_the_character_and_the_nearest_word(text, at, like):
    trouble = refused(parse_requirement, text)
    assert f"character {at} on" in trouble.message
    assert trouble.like == like


# Conditions


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("set green+blue+red = 4", Condition("set", 4, ("green", "blue", "red"))),
        ("most blue = 3", Condition("most", 3, ("blue",))),
        ("strongest = 4", Condition("strongest", 4)),
        ("count 7 = 4", Condition("count", 4, number=7)),
        ("each red = 1", Condition("each", 1, ("red",))),
        ("each tile = 1", Condition("tile", 1)),
    ],
)
def test_every_condition(text, read):
    assert parse_condition(text) == read
    assert read.text == text


def test_colours_of_a_set_are_put_in_standard_order_and_may_repeat():
    assert parse_condition("SET red + Blue+red=4").text == "set blue+red+red = 4"


@pytest.mark.parametrize("text", ["strongest", "most blue", "count 5", "each tile", "set red+green+blue", "most red ="])
def test_a_condition_without_a_value_is_refused(text):
    assert "too early" in refused(parse_condition, text).message


@pytest.mark.parametrize(
    ("text", "count"), [("set red = 4", 1), ("set red+green = 4", 2), ("set red+green+blue+red = 4", 4)]
)
def test_a_set_has_3_colours(text, count):
    assert f"names {count}" in refused(parse_condition, text).message


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("stronges = 4", 1, "strongest"),
        ("most blu = 3", 6, "blue"),
        ("each tlie = 1", 6, "tile"),
        ("each = 1", 6, None),
        ("most 3 = 1", 6, None),
        ("most blue: 3", 10, "="),
        ("most blue 3", 11, None),
        ("set red, green, blue = 4", 8, "+"),
        ("set red green blue = 4", 9, None),
        ("count = 4", 7, None),
        ("most blue = x", 13, None),
        ("most blue = 3 + 1", 15, None),
    ],
)
def test_errors_of_conditions_name_the_character_and_the_nearest_word(text, at, like):
    trouble = refused(parse_condition, text)
    assert f"character {at} on" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize("text", ["strongest = 0", "strongest = 1001", "count 0 = 1", "count 1001 = 1", "most red=-1"])
def test_numbers_of_conditions(text):
    assert "too" in refused(parse_condition, text).message


# Faces, spaces


def test_faces():
    faces = parse_faces(" 1 2  2 l LF\nff ")
    assert " ".join(face.text for face in faces) == "1 2 2 L LF FF"


@pytest.mark.parametrize("text", ["0 0 1 1 1", "0 0 1 1 1 2 2", "1"])
def test_a_die_without_exactly_six_faces_is_refused(text):
    assert f"has {len(text.split())}" in refused(parse_faces, text).message


@pytest.mark.parametrize("face", ["X", "12", "-1", "LL2", "1,2"])
def test_faces_that_are_no_damage_are_refused(face):
    assert "face 3 is not damage" in refused(parse_faces, f"0 0 {face} 1 1 2").message


@pytest.mark.parametrize(("text", "spaces"), [("8;6", (8, 6)), (" 8 ; 6.0;1", (8, 6, 1)), ("8.0", (8,))])
def test_spaces(text, spaces):
    assert parse_spaces(text) == spaces


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "space 1 is empty"),
        ("8;", "space 2 is empty"),
        ("8;x", "space 2 is no whole number"),
        ("8;2.5", "space 2 is no whole number"),
        ("8,6", "space 1 is no whole number"),
        ("-1", "space 1 is too small"),
        ("8;0", "space 2 is too small"),
        ("1001", "space 1 is too large"),
        (";".join(["1"] * (MAX_SPACES + 1)), "there are 9 spaces"),
    ],
)
def test_spaces_that_are_refused(text, says):
    assert says in refused(parse_spaces, text).message


# Traits


def test_pairs():
    assert parse_traits(" Strength = 2;left=LF-;slots= ", "") == {"strength": "2", "left": "LF-", "slots": ""}


@pytest.mark.parametrize(
    "text", ["x", "a=1;", "a=1;;b=2", "=3", "a=1 b=2", "7=a", "a=1;a=2", "a=1;A=2", "x" * (LONGEST + 1)]
)
def test_pairs_that_are_refused(text):
    assert refused(lambda text: parse_traits(text, "a=1"), text)


@pytest.mark.parametrize("text", ["-", "LF-", "fil", "L" * MAX_POSITIONS])
def test_edges(text):
    assert parse_edge(text) == text.upper()


@pytest.mark.parametrize(
    ("text", "says", "like"),
    [
        ("", "0 positions", None),
        ("L" * (MAX_POSITIONS + 1), "17 positions", None),
        ("LXF", "position 2", None),
        ("ß", "position 1", None),
        ("L F", "position 2", "LF"),
        ("\N{EM DASH}I", "position 1", "--I"),
        ("L\N{MINUS SIGN}F", "position 2", "L-F"),
        ("LF0", "position 3", None),
    ],
)
def test_edges_that_are_refused(text, says, like):
    trouble = refused(parse_edge, text)
    assert says in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize(("text", "slots"), [("", ()), ("0", (0,)), (" 0 , 2.0,1000", (0, 2, 1000))])
def test_slots(text, slots):
    assert parse_slots(text) == slots


@pytest.mark.parametrize("text", ["-1", "0,", "x", "0;1", "1001", ",".join(["0"] * (MAX_SLOTS + 1))])
def test_slots_that_are_refused(text):
    assert refused(parse_slots, text)


def test_strength():
    assert [parse_strength(text) for text in ("0", "4.0", str(MOST_STRENGTH))] == [0, 4, MOST_STRENGTH]


@pytest.mark.parametrize("text", ["", "-1", "x", "1.5", str(MOST_STRENGTH + 1)])
def test_strength_that_is_refused(text):
    assert refused(parse_strength, text)


# Anything the grammar gives, written by many hands

counts = st.integers(1, 1000)
letters = st.lists(st.sampled_from(TYPES), max_size=MOST_TYPED)
dice = st.lists(st.sampled_from(DICE), min_size=1, max_size=3, unique=True)
damages = st.one_of(
    letters.filter(bool).map("".join),
    st.builds(lambda digit, types: f"{digit}{''.join(types)}", st.integers(0, 9), letters),
)
steps = st.one_of(
    st.sampled_from(["none", "mission", "tile", "heal all"]),
    st.sampled_from([1, 2, 3]).map("fight {}".format),
    st.builds("fight {} with {}".format, st.sampled_from([1, 2]), st.sampled_from(DICE)),
    st.builds("{} {}".format, st.sampled_from(["heal", "shine", "gift"]), counts),
    st.builds("{} {}".format, st.sampled_from(["roll", "hitroll"]), dice.map(",".join)),
    damages.map("hit {}".format),
)
options = st.lists(steps, min_size=1, max_size=3).map("+".join)
actions = st.lists(options, min_size=1, max_size=3).map("/".join)
wounds = st.lists(damages.map("wounds {}".format), max_size=4)
holds = st.lists(counts.map("have {}".format), max_size=2)
rolls = st.one_of(st.just([]), dice.map(lambda some: [f"roll {die}" for die in some]))
requirements = (
    st.builds(lambda *terms: [term for some in terms for term in some], wounds, holds, rolls)
    .filter(lambda terms: 0 < len(terms) <= MAX_TERMS)
    .flatmap(st.permutations)
    .map("+".join)
)
colors = st.sampled_from(COLORS)
conditions = st.builds(
    "{}={}".format,
    st.one_of(
        st.lists(colors, min_size=3, max_size=3).map(lambda three: f"set {'+'.join(three)}"),
        st.builds("{} {}".format, st.sampled_from(["most", "each"]), colors),
        st.sampled_from(["strongest", "each tile"]),
        counts.map("count {}".format),
    ),
    counts,
)


def by_hand(texts: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, str]]:
    """A text, and the same as another hand would write it: other capitals, other blanks."""

    def write(text: str, upper: list[bool], blanks: list[str]) -> tuple[str, str]:
        letters = [
            (letter.upper() if upper[i % len(upper)] else letter)
            if letter not in "/+=,"
            else f"{blanks[i % len(blanks)]}{letter}{blanks[-1]}"
            for i, letter in enumerate(text)
        ]
        return text, "".join(letters)

    blanks = st.lists(st.sampled_from(["", " ", "  ", "\n"]), min_size=1, max_size=5)
    return st.builds(write, texts, st.lists(st.booleans(), min_size=1, max_size=5), blanks)


@given(by_hand(actions))
def test_any_action_is_written_back_to_the_same(pair):
    text, other = pair
    read = parse_action(text)
    assert parse_action(other) == read
    assert parse_action(read.text) == read
    assert parse_action(read.text).text == read.text
    assert len(read.options) == text.count("/") + 1


@given(by_hand(requirements))
def test_any_requirement_is_written_back_to_the_same(pair):
    text, other = pair
    read = parse_requirement(text)
    assert parse_requirement(other) == read
    assert parse_requirement(read.text) == read


@given(by_hand(requirements))
def test_any_requirement_asks_for_what_its_letters_say(pair):
    text, _ = pair
    terms = [term.split() for term in text.split("+")]
    parts = {word: [value for term, value in terms if term == word] for word in ("wounds", "roll", "have")}
    read = parse_requirement(text)
    assert read.wounds.untyped == sum(int("".join(c for c in value if c.isdigit()) or 0) for value in parts["wounds"])
    assert read.wounds.typed == tuple("".join(parts["wounds"]).count(letter) for letter in TYPES)
    assert sorted(read.dice) == sorted(parts["roll"])
    assert read.have == max(map(int, parts["have"]), default=0)


@given(by_hand(conditions))
def test_any_condition_is_written_back_to_the_same(pair):
    text, other = pair
    read = parse_condition(text)
    assert parse_condition(other) == read
    assert parse_condition(read.text) == read


@given(st.lists(damages, min_size=6, max_size=6))
def test_any_faces_are_written_back_to_the_same(texts):
    read = parse_faces(" ".join(texts))
    assert parse_faces(" ".join(face.text for face in read)) == read
    assert [face.text for face in read].count("0") == sum(text == "0" for text in texts)


words = st.sampled_from([*"/+=,;-0123", "fight", "heal", "all", "roll", "hit", "with", "red", "wounds", "1FF", "have",
                         "set", "most", "each", "tile", "count", "strongest", "green", "blue", "none"])  # fmt: skip


@given(st.one_of(st.text(), st.lists(words).map(" ".join)))
def test_any_text_is_read_or_refused(text):
    for parse in (parse_action, parse_requirement, parse_condition):
        try:
            read = parse(text)
        except NotationError:
            continue
        assert parse(read.text) == read
    for parse in (parse_faces, parse_spaces, parse_edge, parse_slots, parse_strength):
        with suppress(NotationError):
            parse(text)
