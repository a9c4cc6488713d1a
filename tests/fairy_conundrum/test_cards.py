"""Fairy Conundrum's rows of cards.csv: what they mean, and one test for every cell refused (section 7)."""

from __future__ import annotations

import pytest
from hypothesis import given

from balance.cards.check import COLUMNS
from balance.games.fairy_conundrum.cards import Card, Deck, Maturation, parse_effect
from balance.games.fairy_conundrum.cards.cells import CARD_COLUMNS
from fairy_conundrum.box import (
    MATURE,
    card_of,
    card_table,
    cards,
    cards_from,
    cards_of,
    default_rows,
    errors,
    fairy,
    line_of,
    only_error,
    row,
    rows_of,
    shard,
    table_of,
    token,
)
from helpers.card_tables import where

ONE_OF_EACH = ("AV1", "CV1", "T1", "FA1", "SH1")


def error_at(id: str, column: str, **cells: object):
    """The one error of the default table with these cells of a row changed: it is in this column."""
    problem = only_error(card_table({id: cells}))
    assert where(problem) == (line_of(id), column)
    assert problem.file == "cards.csv"
    return problem


# What is read


@pytest.mark.slow
@given(cards())
def test_any_box_is_read_from_its_rows(box):
    assert cards_of(table_of(rows_of(box))) == box


def test_cards_stand_in_table_order():
    assert cards_of().ids == tuple(row["id"] for row in default_rows())


def test_a_fairy():
    card = card_of(
        "FK1", name="Fern 01", set="first", cost=3, ray=-1, mat=4, vol=2, radiance="D", morphs="RO-BL",
        effect="CALL: draw 1", traits="teleport",
    )  # fmt: skip
    assert card == Card(
        "FK1", "Fern 01", "fairy", "first", 4, 3, -1, 4, vol=2, radiance="D", astralae="K", morphs=("RO", "BL"),
        teleport=True, abilities=parse_effect("CALL: draw 1"),
    )  # fmt: skip


def test_a_shard():
    card = card_of("SH1", cost=2, vol=1, mes=3, effect="TRAP foe.call: reap it", traits="pantheon=old")
    assert card == Card(
        "SH1", "SH1", "shard", "", 5, 2, vol=1, mes=3, radiance="L", astralae="A", pantheon="old",
        abilities=parse_effect("TRAP foe.call: reap it"),
    )  # fmt: skip


def test_a_shelter():
    card = card_of("CV2", slots=0, mat=-1, cost=2, traits="passage entry")
    assert card == Card(
        "CV2", "CV2", "shelter", "CV", 1, 2, mat=-1, slots=0, radiance="L", rank=2, entry=True, passage=True
    )


def test_a_stage_of_an_avatar():
    assert card_of("AV2") == Card(
        "AV2", "AV2", "avatar", "AV", 1, radiance="L", rank=2, handmax=7, mature=Maturation(10, 21, (1, -1, 0))
    )


def test_starting_life():
    assert card_of("AV1").life == 20


def test_a_token():
    assert card_of("T1", vol=1) == Card("T1", "T1", "token", "", 1, 0, 1, 1, vol=1, radiance="L", astralae="K")


def test_the_stages_of_an_avatar_in_their_order():
    rows = [*reversed(default_rows())]
    box = cards_of(table_of(rows))
    assert [[box.cards[i].rank for i in stages] for stages in box.avatars] == [[1, 2, 3]]


def test_the_shelters_of_a_canvas_in_their_order():
    box = cards_of(table_of(reversed(default_rows())))
    assert [[box.cards[i].id for i in canvas] for canvas in box.canvases] == [["CV1", "CV2", "CV3"]]


def test_a_deck():
    (deck,) = cards_of().decks
    assert deck == Deck("dawn", 0, 0, tuple((i, 5) for i in range(7, 15)), ((15, 4), (16, 3)))


def test_a_deck_named_by_the_first_stage_and_the_first_shelter_alone():
    changes = {id: {"decks": ""} for id in ("AV2", "AV3", "CV2", "CV3")}
    assert cards_of(card_table(changes)).decks == cards_of().decks


def test_decks_with_commas_between_them():
    box = cards_of(card_table({"FA1": {"decks": "dawn:4,dawn.r:1"}, "FL1": {"decks": "dawn.r:2 dawn:1"}}))
    assert dict(box.decks[0].reserve) == {7: 1, 15: 4, 16: 2}


def test_a_table_without_decks():
    box = cards_of(table_of(row | {"decks": ""} for row in default_rows()))
    assert box.decks == ()


def test_a_table_without_canvas():
    rows = [row | {"decks": ""} for row in default_rows() if row["kind"] != "shelter"]
    assert cards_of(table_of(rows)).canvases == ()


@pytest.mark.parametrize(("letter", "limit"), [*zip("ABCDEFKLMN", (5, 4, 3, 2, 1, 1, 4, 3, 2, 1), strict=True)])
def test_copies_of_a_blank_cell(letter, limit):
    card = cards_of(card_table(more=[fairy("X", astralae=letter)])).cards[-1]
    assert (card.copies, card.limit) == (limit, limit)


def test_copies_of_the_product():
    assert cards_of(card_table(more=[fairy("X", copies=5)])).cards[-1].copies == 5


@pytest.mark.parametrize("id", ["AV1", "CV1", "T1"])
def test_copies_of_what_is_in_no_haversack(id):
    assert (card_of(id).copies, card_of(id).limit) == (1, 0)


@pytest.mark.parametrize(("text", "cost"), [("0", 0), ("30", 30), ("2.0", 2)])
def test_costs(text, cost):
    assert card_of("FA1", cost=text).cost == cost


def test_ids_need_no_pattern():
    assert cards_of(card_table(more=[fairy("the_oak.7")])).cards[-1].id == "the_oak.7"


# Columns that the file lacks


def only(columns, rows):
    """The rows without all other columns."""
    return [{column: cells[column] for column in columns} for cells in rows]


def test_values_among_the_traits():
    rows = [{**cells, "traits": in_traits(cells)} for cells in default_rows()]
    assert cards_of(table_of(only(COLUMNS, rows))) == cards_of()


@pytest.mark.parametrize("column", CARD_COLUMNS)
def test_any_one_column_among_the_traits(column):
    rows = [{**cells, "traits": in_traits(cells, (column,))} for cells in default_rows()]
    columns = [name for name in (*COLUMNS, *CARD_COLUMNS) if name != column]
    assert cards_of(table_of(only(columns, rows))) == cards_of()


@pytest.mark.parametrize("seed", range(5))
def test_any_box_among_the_traits(seed):
    box = cards_from(seed)
    rows = [{**cells, "traits": in_traits(cells)} for cells in rows_of(box)]
    assert cards_of(table_of(only(COLUMNS, rows))) == box


def in_traits(cells: dict[str, str], columns: tuple[str, ...] = CARD_COLUMNS) -> str:
    own = [f"{column}={cells[column].replace(' ', ',')}" for column in columns if cells[column]]
    return " ".join([cells["traits"], *own])


def test_a_value_among_the_traits_and_its_column():
    problem = error_at("FA1", "traits", traits="ray=3")
    assert "the file has a column ray" in problem.message


def test_a_wrong_value_among_the_traits():
    rows = [{**cells, "traits": in_traits(cells).replace("radiance=L", "radiance=W")} for cells in default_rows()[:1]]
    problem = errors(table_of(only(COLUMNS, rows)))[0]
    assert (problem.line, problem.column, problem.value) == (2, "radiance", "W")


def test_a_misspelt_value_among_the_traits():
    rows = [{**cells, "traits": in_traits(cells).replace("handmax", "handmx")} for cells in default_rows()]
    assert errors(table_of(only(COLUMNS, rows)))[0].nearest == "handmax="


# Refused: the row


def test_more_than_400_rows():
    rows = [fairy(f"X{n}") for n in range(401)]
    assert "401 rows" in only_error(table_of(rows)).message


def test_unknown_kind():
    problem = only_error(card_table(more=[row("X", "fary")]))
    assert (problem.column, problem.nearest) == ("kind", "fairy")


def test_no_kind():
    assert "blank" in only_error(card_table(more=[row("X", "")])).message


@pytest.mark.parametrize("id", ONE_OF_EACH)
@pytest.mark.parametrize("text", ["W", "LD", "l", ""])
def test_radiance(id, text):
    places = [where(problem) for problem in errors(card_table({id: {"radiance": text}}))]
    assert (line_of(id), "radiance") in places


@pytest.mark.parametrize("id", ["FA1", "SH1", "T1"])
@pytest.mark.parametrize("text", ["G", "AB", "a", ""])
def test_astralae(id, text):
    assert where(errors(card_table({id: {"astralae": text}}))[0]) == (line_of(id), "astralae")


@pytest.mark.parametrize("id", ONE_OF_EACH)
@pytest.mark.parametrize("text", ["RX", "ro", "RO BL", "RO-RO", "RO-", "RO-RE-OR-YE-GR"])
def test_morphemes(id, text):
    error_at(id, "morphs", morphs=text)


def test_an_unknown_morpheme_names_the_nearest():
    assert error_at("FA1", "morphs", morphs="RO-bl").nearest == "BL"


def test_more_than_four_morphemes():
    assert "5 morphemes" in error_at("FA1", "morphs", morphs="RO-RE-OR-YE-GR").message


def test_a_morpheme_twice():
    assert "2 times" in error_at("FA1", "morphs", morphs="RO-BL-RO").message


@pytest.mark.parametrize("id", ONE_OF_EACH)
def test_an_effect_that_cannot_be_read(id):
    assert "from character 7" in error_at(id, "effect", effect="CALL: drow 1").message


@pytest.mark.parametrize("id", ONE_OF_EACH)
def test_an_unknown_trait(id):
    first = next(row["traits"] for row in default_rows() if row["id"] == id)
    assert error_at(id, "traits", traits=f"{first} telport").nearest == "teleport"


@pytest.mark.parametrize("text", ["entry=1", "pantheon", "pantheon=", "teleport teleport", "x=1"])
def test_traits_that_cannot_be_read(text):
    error_at("FA1", "traits", traits=text)


@pytest.mark.parametrize("text", ["0", "-1", "100", "x"])
def test_copies(text):
    error_at("FA1", "copies", copies=text)


# Refused: fairies, tokens, shards


@pytest.mark.parametrize("column", ["cost", "ray", "mat", "astralae"])
def test_a_fairy_without(column):
    assert "blank" in error_at("FA1", column, **{column: ""}).message


@pytest.mark.parametrize("column", ["ray", "mat", "astralae"])
def test_a_token_without(column):
    assert "blank" in error_at("T1", column, **{column: ""}).message


@pytest.mark.parametrize("column", ["cost", "astralae"])
def test_a_shard_without(column):
    assert "blank" in error_at("SH1", column, **{column: ""}).message


@pytest.mark.parametrize("id", ["FA1", "SH1", "T1", "CV1"])
@pytest.mark.parametrize("text", ["-1", "31", "x"])
def test_cost(id, text):
    error_at(id, "cost", cost=text)


@pytest.mark.parametrize("column", ["ray", "mat"])
@pytest.mark.parametrize("text", ["0", "2", "x"])
def test_a_shard_has_neither_ray_nor_mat(column, text):
    assert f"no {column}" in error_at("SH1", column, **{column: text}).message


@pytest.mark.parametrize("column", ["ray", "mat", "vol"])
@pytest.mark.parametrize("text", ["100", "-100", "1.5"])
def test_numbers_of_a_fairy(column, text):
    error_at("FA1", column, **{column: text})


@pytest.mark.parametrize("id", ["FA1", "SH1"])
def test_a_trap_without_mesangette_cost(id):
    assert "without mesangette cost" in error_at(id, "mes", effect="TRAP foe.call: reap it").message


@pytest.mark.parametrize("id", ["FA1", "SH1"])
def test_a_mesangette_cost_without_trap(id):
    assert "no TRAP" in error_at(id, "mes", mes=1, effect="CALL: draw 1").message


@pytest.mark.parametrize("id", ["AV1", "CV1", "T1"])
def test_a_trap_on_other_kinds(id):
    assert errors(card_table({id: {"effect": "TRAP foe.call: reap it", "mes": 1}}))[0].column == "mes"


def test_an_unreadable_trap_is_not_called_missing():
    assert [
        problem.column for problem in errors(card_table({"FA1": {"mes": 1, "effect": "TRAP foe.cal: reap it"}}))
    ] == ["effect"]


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("CV1", "host"), ("SH1", "host"), ("AV1", "host"), ("CV1", "spouse"), ("SH1", "spouse"), ("AV1", "spouse"),
        ("SH1", "guests"), ("AV1", "guests"),
    ],
)  # fmt: skip
def test_words_that_mean_nothing_on_a_kind(id, text):
    assert "means no card" in error_at(id, "effect", effect=f"ACT: draw 1xcount({text})").message


def test_a_condition_about_guests_on_a_kind_without():
    assert "'guests' means no card" in error_at("SH1", "effect", effect="ACT {guests>=1}: draw 1").message


@pytest.mark.parametrize(
    ("id", "text"), [("FA1", "host"), ("FA1", "spouse"), ("T1", "spouse"), ("CV1", "guests"), ("FA1", "guests")]
)
def test_words_that_mean_something_on_a_kind(id, text):
    assert card_of(id, effect=f"ACT: draw 1xcount({text})").abilities


# Refused: shelters, avatars


@pytest.mark.parametrize("column", ["rank", "slots", "set"])
def test_a_shelter_without(column):
    assert where(errors(card_table({"CV2": {column: ""}}))[0]) == (line_of("CV2"), column)


@pytest.mark.parametrize("text", ["0", "13", "x"])
def test_rank_of_a_shelter(text):
    assert where(errors(card_table({"CV2": {"rank": text}}))[0]) == (line_of("CV2"), "rank")


def test_slots_below_0():
    error_at("CV2", "slots", slots=-1)


@pytest.mark.parametrize("column", ["rank", "handmax", "mature", "set", "life"])
def test_a_stage_without(column):
    assert where(errors(card_table({"AV1": {column: ""}}))[0]) == (line_of("AV1"), column)


@pytest.mark.parametrize("text", ["0", "4", "x"])
def test_rank_of_an_avatar(text):
    assert where(errors(card_table({"AV2": {"rank": text}}))[0]) == (line_of("AV2"), "rank")


@pytest.mark.parametrize("text", ["0", "-1", "1000"])
def test_life(text):
    error_at("AV1", "life", life=text)


def test_hand_maximum():
    error_at("AV2", "handmax", handmax=-1)


@pytest.mark.parametrize("id", ["AV1", "AV2", "AV3"])
def test_malformed_maturation(id):
    error_at(id, "mature", mature="10-21;1/-1/0")


@pytest.mark.parametrize(("stage", "other"), [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)])
def test_bounds_of_another_stage(stage, other):
    problems = errors(card_table({f"AV{stage}": {"mature": MATURE[other - 1]}}))
    assert {where(problem)[1] for problem in problems} == {"mature"}


# Refused: the cell decks


@pytest.mark.parametrize("text", ["dawn", "dawn:", "dawn:x", "dawn:0", "dawn:6", ":3", "dawn:1 dawn:2", "dawn.x:1"])
def test_decks_of_a_fairy(text):
    assert where(errors(card_table({"FA1": {"decks": text}}))[0]) == (line_of("FA1"), "decks")


@pytest.mark.parametrize("id", ["AV1", "CV1"])
@pytest.mark.parametrize("text", ["dawn:2", "dawn.r:1"])
def test_decks_of_what_a_deck_has_once(id, text):
    assert error_at(id, "decks", decks=text).allowed == "dawn:1"


def test_no_deck_is_called_mixed():
    assert "mixed" in errors(card_table({"AV1": {"decks": "mixed:1"}}))[0].message


# Anything else


def test_errors_of_additional_rows():
    assert len(errors(card_table(more=[shard("X", cost=""), token("Y", ray="")]))) == 2
