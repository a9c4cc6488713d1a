"""What Fairy Conundrum's rows must be together: whole avatars and canvases, legal decks, known tokens (section 7)."""

from __future__ import annotations

import pytest

from fairy_conundrum.box import (
    card_table,
    cards_of,
    changed_rows,
    default_rows,
    errors,
    fairy,
    line_of,
    only_error,
    shelter,
    stage,
    table_of,
)
from helpers.card_tables import where


def refused(column: str, id: str, table):
    """The one error of a table, in this column of this row of the default table."""
    problem = only_error(table)
    assert where(problem) == (line_of(id), column)
    return problem


# Avatars


def test_no_avatar():
    rows = [row | {"decks": ""} for row in default_rows() if row["kind"] != "avatar"]
    assert only_error(table_of(rows)).message == "there is no avatar"


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_an_avatar_without_a_stage(rank):
    assert f"no stage {rank}" in only_error(card_table(without=[f"AV{rank}"])).message


def test_a_stage_twice():
    problem = only_error(card_table(more=[stage("AV9", 2)]))
    assert f"rank 2 already, on line {line_of('AV2')}" in problem.message


def test_stages_of_different_radiances():
    assert refused("radiance", "AV3", card_table({"AV3": {"radiance": "D"}})).allowed == "L"


def test_a_gap_between_stages():
    problem = refused("mature", "AV2", card_table({"AV2": {"mature": "11..21;1/-1/0"}}))
    assert problem.allowed == "a minimum of at most 10"


def test_stages_may_overlap():
    assert cards_of(card_table({"AV2": {"mature": "5..21;1/-1/0"}}))


def test_a_stage_that_cannot_be_read_is_not_missing():
    assert refused("rank", "AV2", card_table({"AV2": {"rank": "x"}})).allowed == "a whole number from 1 to 3"


def test_more_than_16_avatars():
    more = [stage(f"{name}{n}", n, set=f"X{name}") for name in "ABCDEFGHIJKLMNOP" for n in (1, 2, 3)]
    assert "avatars is 17" in only_error(card_table(more=more)).message


# Canvases


def test_a_canvas_with_a_gap():
    assert "rank 2" in refused("rank", "CV1", card_table(without=["CV2"])).message


def test_a_canvas_without_a_first_shelter():
    assert "rank 1" in only_error(card_table(without=["CV1"])).message


def test_a_rank_twice_in_a_canvas():
    assert "rank 3 already" in only_error(card_table(more=[shelter("CV9", 3)])).message


def test_the_same_rank_in_two_canvases():
    assert len(cards_of(card_table(more=[shelter("CW1", 1, set="CW")])).canvases) == 2


def test_no_entry_on_the_first_shelter():
    assert refused("traits", "CV1", card_table({"CV1": {"traits": ""}})).allowed == "the word entry"


def test_a_canvas_of_one_shelter():
    assert cards_of(card_table(without=["CV2", "CV3"])).canvases == ((3,),)


def test_a_canvas_of_twelve_shelters():
    more = [shelter(f"CV{n}", n) for n in range(4, 13)]
    assert len(cards_of(card_table(more=more)).canvases[0]) == 12


def test_more_than_16_canvases():
    more = [shelter(f"{name}1", 1, set=f"X{name}") for name in "ABCDEFGHIJKLMNOP"]
    assert "canvases is 17" in only_error(card_table(more=more)).message


# Tokens


def test_an_unknown_token():
    problem = refused("effect", "FA1", card_table({"FA1": {"effect": "CALL: token 1 T2"}}))
    assert problem.nearest == "T1"


def test_a_token_that_is_another_kind_of_card():
    assert "no token" in refused("effect", "FA1", card_table({"FA1": {"effect": "CALL: token 1 FA2"}})).message


def test_a_known_token():
    assert cards_of(card_table({"FA1": {"effect": "CALL: token 1 T1"}}))


# Decks


def test_an_unknown_deck():
    problem = refused("decks", "FL1", card_table({"FL1": {"decks": "dawn.r:3 dwn:1"}}))
    assert problem.nearest == "dawn"


def test_a_deck_without_avatar():
    rows = [row | {"decks": ""} if row["kind"] == "avatar" else row for row in default_rows()]
    assert all("no avatar names it" in problem.message for problem in errors(table_of(rows)))


def test_a_deck_with_two_avatars():
    more = [stage(f"AW{n}", n, set="AW", decks="dawn:1") for n in (1, 2, 3)]
    assert "one avatar, and has 2: 'AV', 'AW'" in only_error(card_table(more=more)).message


def test_a_deck_without_canvas():
    rows = [row | {"decks": ""} if row["kind"] == "shelter" else row for row in default_rows()]
    assert "one canvas, and has 0: none" in only_error(table_of(rows)).message


def test_a_deck_with_two_canvases():
    more = [shelter("CW1", 1, set="CW", decks="dawn:1")]
    assert "one canvas, and has 2" in only_error(card_table(more=more)).message


def test_a_deck_of_39_cards():
    assert "has 39 fairies and shards" in refused("decks", "AV1", card_table({"SH1": {"decks": "dawn:4"}})).message


@pytest.mark.parametrize("cards", [40, 80])
def test_sizes_of_decks(cards):
    more = [fairy(f"X{n}", decks="dawn:5") for n in range((cards - 40) // 5)]
    assert sum(copies for _, copies in cards_of(card_table(more=more)).decks[0].cards) == cards


def test_a_deck_of_81_cards():
    more = [fairy(f"X{n}", decks="dawn:5") for n in range(8)]
    more.append(fairy("Y", decks="dawn:1"))
    assert "has 81 fairies and shards" in only_error(card_table(more=more)).message


def test_shelters_are_no_part_of_the_size():
    more = [shelter(f"CV{n}", n, decks="dawn:1") for n in range(4, 9)]
    assert cards_of(card_table(more=more))


@pytest.mark.parametrize("text", ["dawn.r:2", ""])
def test_a_reserve_of_another_size(text):
    assert "the reserve of the deck 'dawn' has" in refused("decks", "AV1", card_table({"FL1": {"decks": text}})).message


def test_no_reserve():
    cards = cards_of(card_table({"FK1": {"decks": ""}, "FL1": {"decks": ""}}))
    assert cards.decks[0].reserve == ()


@pytest.mark.parametrize(("letter", "limit"), [*zip("ABCDEFKLMN", (5, 4, 3, 2, 1, 1, 4, 3, 2, 1), strict=True)])
def test_the_limit_of_copies(letter, limit):
    card = fairy("X", astralae=letter, decks=f"dawn:{limit}")
    assert cards_of(card_table(more=[card]))


@pytest.mark.parametrize(("letter", "limit"), [*zip("BCDEFKLMN", (4, 3, 2, 1, 1, 4, 3, 2, 1), strict=True)])
def test_more_copies_than_the_limit(letter, limit):
    card = fairy("X", astralae=letter, decks=f"dawn:{limit + 1}")
    assert f"have {limit + 1} copies" in only_error(card_table(more=[card])).message


def test_copies_of_deck_and_reserve_count_together():
    changes = {"FA1": {"decks": "dawn:5 dawn.r:3"}, "FL1": {"decks": ""}}
    assert "have 8 copies" in refused("decks", "FA1", card_table(changes)).message


def test_two_different_cards_of_astralae_f():
    more = [fairy(name, astralae="F", decks="dawn:1") for name in ("X", "Y")]
    problem = only_error(card_table(more=more))
    assert problem.line == line_of("FL1") + 2
    assert "astralae F already" in problem.message


def test_two_cards_of_astralae_f_in_deck_and_reserve():
    more = [fairy("X", astralae="F", decks="dawn:1"), fairy("Y", astralae="F", decks="dawn.r:1")]
    problems = errors(card_table({"FL1": {"decks": "dawn.r:2"}}, more=more))
    assert ["astralae F already" in problem.message for problem in problems] == [True]


def test_a_final_card_in_each_of_two_decks():
    rows = changed_rows(more=[fairy("X", astralae="F", decks="dawn:1"), fairy("Y", astralae="F", decks="dusk:1")])
    rows = [row | {"decks": row["decks"] + " " + row["decks"].replace("dawn", "dusk")} if row["id"] not in "XY" else row
            for row in rows]  # fmt: skip
    assert len(cards_of(table_of(rows)).decks) == 2


def test_more_than_16_decks():
    names = " ".join(f"d{n}:1" for n in range(16))
    problems = errors(card_table({"AV1": {"decks": names}}))
    assert any("decks is 17" in problem.message for problem in problems)


def test_a_deck_cell_that_cannot_be_read_hides_no_size():
    assert refused("decks", "FA1", card_table({"FA1": {"decks": "dawn 5"}})).allowed.startswith("the name of a deck")


# The engine's room


def test_too_many_steps_on_all_cards():
    effect = "; ".join(["CALL: " + " then ".join(["draw 1"] * 8)] * 6)
    more = [fairy(f"X{n}", effect=effect) for n in range(40)]
    problem = only_error(card_table(more=more))
    assert (problem.column, problem.message) == ("effect", "the number of steps on all cards is 1920")
