"""The notation of Fairies of Alfheim's cells: reading it, and writing it back in standard spelling (section 5.2)."""

from __future__ import annotations

import string
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.cards.check import NotationError
from balance.games.alfheim.cards import TYPES, Cost, Reveal
from balance.games.alfheim.cards.notation import (
    LONGEST,
    parse_cost,
    parse_icon,
    parse_match,
    parse_rank,
    parse_reveal,
    rank_text,
)

READERS = (parse_cost, parse_icon, parse_match, parse_rank, parse_reveal)


def refused(parse: Callable[[str], object], text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.allowed
    return caught.value


# Costs that name icons

SETS = [
    ("BBCHM", Cost("BBCHM")),
    ("CHJ", Cost("CHJ")),
    ("BC??", Cost("BC", 2)),
    ("BC", Cost("BC")),
    ("BBCHMP", Cost("BBCHMP")),
    ("B?", Cost("B", 1)),
    ("??????", Cost("", 6)),
]


@pytest.mark.parametrize(("text", "read"), SETS, ids=[text for text, _ in SETS])
def test_sets(text, read):
    assert parse_cost(text) == read
    assert read.text == text


@pytest.mark.parametrize(
    ("text", "standard"),
    [
        ("MHCBB", "BBCHM"),
        ("?C?B", "BC??"),
        ("bbh", "BBH"),
        ("bBh", "BBH"),
        (" B B\tC\nH ", "BBCH"),
        ("B\u00a0C", "BC"),
    ],
)
def test_other_spellings_of_sets_are_put_in_standard_spelling(text, standard):
    assert parse_cost(text).text == standard


@pytest.mark.parametrize(("text", "length"), [("BBCHM", 5), ("BC??", 4), ("??", 2), ("#3+2+1", 6), ("#2", 2)])
def test_a_cost_is_as_long_as_it_has_tiles(text, length):
    assert parse_cost(text).length == length


@pytest.mark.parametrize("text", ["B", "?", "b "])
def test_a_cost_of_one_tile(text):
    trouble = refused(parse_cost, text)
    assert trouble.message == "this cost asks for 1 tile"
    assert trouble.allowed == "a cost of 2 to 6 tiles"


@pytest.mark.parametrize(("text", "at"), [("BBCHMPP", 7), ("B B C H M P P", 13), ("???????", 7), ("BBBBBBBBBBB", 7)])
def test_a_cost_of_more_than_six_tiles(text, at):
    assert f"more than 6 signs, from character {at} on" in refused(parse_cost, text).message


def test_a_blank_cost():
    assert refused(parse_cost, "  ").message == "this cost asks for 0 tiles"


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("B+C", 2, None),
        ("B,C", 2, None),
        ("BC*", 3, "?"),
        ("B_H", 2, "?"),
        ("BC？", 3, "?"),
        ("2B+C", 1, "BB"),
        ("C2b", 2, "BB"),
        ("3+1", 1, "#3"),
        ("B1", 2, None),
        ("BÄ", 2, None),
        ("B#2", 2, None),
        ("＃3+1", 1, "#"),
    ],
)
def test_errors_of_sets_name_the_character_and_what_may_be_meant(text, at, like):
    trouble = refused(parse_cost, text)
    assert f"cannot be read from character {at} on" in trouble.message
    assert trouble.like == like


# Patterns

PATTERNS = [
    ("#1+1+1+1+1+1", (1, 1, 1, 1, 1, 1)),
    ("#3+1", (3, 1)),
    ("#3+2+1", (3, 2, 1)),
    ("#2+2", (2, 2)),
    ("#6", (6,)),
    ("#1+1", (1, 1)),
]


@pytest.mark.parametrize(("text", "parts"), PATTERNS, ids=[text for text, _ in PATTERNS])
def test_patterns(text, parts):
    assert parse_cost(text) == Cost(parts=parts)
    assert Cost(parts=parts).text == text


@pytest.mark.parametrize("text", [" # 3 + 1 ", "#3+\n1", "#03+1"])
def test_blanks_within_a_pattern_do_not_matter(text):
    assert parse_cost(text) == Cost(parts=(3, 1))


@pytest.mark.parametrize(("text", "like"), [("#1+3", "#3+1"), ("#1+2+3", "#3+2+1"), ("#2+1+2", "#2+2+1")])
def test_parts_that_do_not_descend(text, like):
    trouble = refused(parse_cost, text)
    assert "do not descend" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize(("text", "tiles"), [("#1", "1 tile"), ("#4+3", "7 tiles"), ("#6+6", "12 tiles")])
def test_a_pattern_of_too_few_or_too_many_tiles(text, tiles):
    assert refused(parse_cost, text).message == f"this cost asks for {tiles}"


def test_a_pattern_of_more_than_six_parts():
    assert "more than 6 parts, from character 14 on" in refused(parse_cost, "#1+1+1+1+1+1+1").message


@pytest.mark.parametrize(("text", "at"), [("#0+2", 2), ("#7", 2), ("#3+0", 4), ("#-1", 2), ("#2+-1", 4), ("#31", 2)])
def test_parts_out_of_range(text, at):
    trouble = refused(parse_cost, text)
    assert f"the number at character {at} is too " in trouble.message
    assert trouble.allowed == "a whole number from 1 to 6"


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [("#3,1", 3, "+"), ("#3/1", 3, "+"), ("#3 1", 4, None), ("#B", 2, None), ("#?", 2, None), ("##3", 2, None)],
)
def test_errors_of_patterns_name_the_character_and_what_may_be_meant(text, at, like):
    trouble = refused(parse_cost, text)
    assert f"cannot be read from character {at} on" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize("text", ["#", "#3+", "# "])
def test_a_pattern_that_stops_too_early(text):
    assert "stops too early, at character" in refused(parse_cost, text).message


# Effects of clues and footprints


@pytest.mark.parametrize("text", ["icon:B", "icon:b", "ICON : B ", " Icon:B"])
def test_icons(text):
    assert parse_icon(text) == "B"


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("icno:B", 1, "icon"),
        ("B", 1, None),
        ("match:BC", 1, None),
        ("icon=B", 5, ":"),
        ("icon B", 6, None),
        ("icon:BC", 6, None),
        ("icon:?", 6, None),
        ("icon:1", 6, None),
        ("icon:Ä", 6, None),
        ("icon:B2", 6, None),
        ("icon:B C", 8, None),
    ],
)
def test_icons_that_are_refused(text, at, like):
    trouble = refused(parse_icon, text)
    assert f"character {at} on" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize("text", ["match:BC", "match:CB", "match: b c", "MATCH:Cb"])
def test_the_two_icons_of_a_footprint(text):
    assert parse_match(text) == "BC"


@pytest.mark.parametrize(("text", "at"), [("match:BB", 7), ("match: b B", 8)])
def test_a_footprint_with_one_icon_twice(text, at):
    trouble = refused(parse_match, text)
    assert trouble.message == f"this footprint shows B twice, from character {at} on"
    assert "two different icons" in trouble.allowed


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("mathc:BC", 1, "match"),
        ("icons:BC", 1, "match"),
        ("match=BC", 6, ":"),
        ("match:BCH", 7, None),
        ("match:B CH", 9, None),
        ("match:B,C", 8, None),
        ("match:B?", 8, None),
        ("match:BC H", 10, None),
    ],
)
def test_footprints_that_are_refused(text, at, like):
    trouble = refused(parse_match, text)
    assert f"character {at} on" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize("text", ["match:B", "match:", "match"])
def test_a_footprint_that_stops_too_early(text):
    assert f"too early, at character {len(text) + 1}" in refused(parse_match, text).message


# Effects of fairies

REVEALS = [
    ("reveal:start", Reveal("start")),
    ("reveal:prep", Reveal("prep")),
    ("after:nisse_1,nisse_2,nisse_3", Reveal("after", ("nisse_1", "nisse_2", "nisse_3"))),
    ("after:king", Reveal("after", ("king",))),
]


@pytest.mark.parametrize(("text", "read"), REVEALS, ids=[text for text, _ in REVEALS])
def test_reveals(text, read):
    assert parse_reveal(text) == read
    assert read.text == text


@pytest.mark.parametrize(
    ("text", "standard"),
    [
        (" Reveal : START ", "reveal:start"),
        ("after: Nisse_2 , nisse_1", "after:nisse_1,nisse_2"),
        ("AFTER:TOMTE,QUEEN,KING", "after:king,queen,tomte"),
    ],
)
def test_other_spellings_of_reveals_are_put_in_standard_spelling(text, standard):
    assert parse_reveal(text).text == standard


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("revel:start", 1, "reveal"),
        ("secret:king", 1, "after"),
        ("start", 1, None),
        ("reveal=start", 7, ":"),
        ("reveal:strat", 8, "start"),
        ("reveal:setup", 8, "start"),
        ("reveal:preparation", 8, "prep"),
        ("reveal:7", 8, None),
        ("reveal:start,prep", 13, None),
        ("after:nisse1", 7, "nisse_1"),
        ("after:king;queen", 11, ","),
        ("after:king and queen", 12, ","),
        ("after:king+queen", 11, ","),
        ("after:king,", None, None),
        ("after:", None, None),
        ("after:king,,queen", 12, None),
        ("after:nisse", 7, "nisse_1,nisse_2,nisse_3"),
    ],
)
def test_reveals_that_are_refused(text, at, like):
    trouble = refused(parse_reveal, text)
    place = f"cannot be read from character {at} on" if at else f"too early, at character {len(text) + 1}"
    assert place in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize("parse", [parse_reveal, lambda text: parse_rank(text.replace("after", "rank:1 need"))])
def test_a_type_that_stands_twice(parse):
    trouble = refused(parse, "after:king,queen,king")
    assert "the type 'king' stands here twice, at character" in trouble.message


# Effects of experts


@pytest.mark.parametrize(
    "text",
    ["rank:1 need:king,queen", "rank:1 need:queen,king", " Rank : 01  Need : King , Queen ", "rank:1\nneed:king,queen"],
)
def test_ranks(text):
    assert parse_rank(text) == (1, ("king", "queen"))


@pytest.mark.parametrize("rank", ["0", "6", "-1", "99"])
def test_ranks_out_of_range(rank):
    trouble = refused(parse_rank, f"rank:{rank} need:tomte")
    assert "the number at character 6 is too" in trouble.message
    assert trouble.allowed == "a whole number from 1 to 5"


@pytest.mark.parametrize(
    ("text", "at", "like"),
    [
        ("rnak:1 need:king", 1, "rank"),
        ("need:king rank:1", 1, None),
        ("rank:one need:king", 6, None),
        ("rank:1 needs:king", 8, "need"),
        ("rank:1, need:king", 7, None),
        ("rank:1 need=king", 12, ":"),
        ("rank:1 need:kign", 13, "king"),
        ("rank:1 need:king queen", 18, None),
        ("rank:1 need:fairy", 13, "fairy_1,fairy_2,fairy_3"),
    ],
)
def test_experts_that_are_refused(text, at, like):
    trouble = refused(parse_rank, text)
    assert f"cannot be read from character {at} on" in trouble.message
    assert trouble.like == like


@pytest.mark.parametrize("text", ["rank", "rank:", "rank:1", "rank:1 need", "rank:1 need:", "rank:1 need:king,"])
def test_an_expert_that_stops_too_early(text):
    assert f"too early, at character {len(text) + 1}" in refused(parse_rank, text).message


def test_an_unknown_type_is_told_with_all_types():
    assert all(type in refused(parse_rank, "rank:1 need:elf").allowed for type in TYPES)


# Anything the notation can say


@pytest.mark.parametrize("parse", READERS)
def test_very_long_text_is_refused(parse):
    assert refused(parse, "B" * (LONGEST + 1)).allowed == f"at most {LONGEST} characters"


sets = st.text(string.ascii_uppercase + "?", min_size=2, max_size=6).map(
    lambda signs: Cost("".join(sorted(signs.replace("?", ""))), signs.count("?"))
)
patterns = (
    st.lists(st.integers(1, 6), min_size=1, max_size=6)
    .filter(lambda parts: 2 <= sum(parts) <= 6)
    .map(lambda parts: Cost(parts=tuple(sorted(parts, reverse=True))))
)
costs = st.one_of(sets, patterns)
some_types = st.sets(st.sampled_from(TYPES), min_size=1).map(lambda some: tuple(type for type in TYPES if type in some))
reveals = st.one_of(st.sampled_from(["start", "prep"]).map(Reveal), st.builds(Reveal, st.just("after"), some_types))
blanks = st.sampled_from(["", " ", "  ", "\t", "\n"])


@given(costs)
def test_any_cost_is_read_as_written(cost):
    assert parse_cost(cost.text) == cost


@given(sets.flatmap(lambda cost: st.tuples(st.just(cost), st.permutations(cost.text))), blanks)
def test_the_signs_of_a_set_may_stand_in_any_order_with_any_blanks(pair, blank):
    cost, signs = pair
    assert parse_cost(blank.join(signs)) == cost
    assert parse_cost(blank.join(signs).lower()) == cost


@given(reveals)
def test_any_reveal_is_read_as_written(reveal):
    assert parse_reveal(reveal.text) == reveal


@given(st.integers(1, 5), some_types.flatmap(st.permutations))
def test_any_rank_is_read_as_written(rank, types):
    read = parse_rank(rank_text(rank, types))
    assert read == (rank, tuple(type for type in TYPES if type in types))


@given(st.permutations(string.ascii_uppercase).map(lambda letters: letters[:2]))
def test_any_two_icons_are_read_as_written(pair):
    assert parse_match(f"match:{''.join(pair)}") == "".join(sorted(pair))


pieces = st.sampled_from(
    [*TYPES, "icon", "match", "reveal", "after", "rank", "need", "start", "prep", *":,#+?;=-0123 ", "B", "C", "bc"]
)


@given(st.one_of(st.text(max_size=40), st.lists(pieces).map("".join), st.lists(pieces).map(" ".join)))
def test_any_text_is_read_or_refused(text):
    for parse in READERS:
        with suppress(NotationError):
            parse(text)


@given(st.lists(st.sampled_from([*"BCHbc?#+123 "]), max_size=8).map("".join))
def test_any_cost_that_is_read_is_read_again_from_its_standard_spelling(text):
    with suppress(NotationError):
        cost = parse_cost(text)
        assert 2 <= cost.length <= 6
        assert parse_cost(cost.text) == cost
