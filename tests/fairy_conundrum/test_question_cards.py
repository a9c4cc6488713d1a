"""The questions about cards, mésangettes and shards, over hand-made tables."""

from __future__ import annotations

import re

import pytest

from fairy_conundrum.questions import ask, duel, duels
from helpers.asked import Row, one, said_of

pytestmark = pytest.mark.slow

CARDS: tuple[Row, ...] = (
    {"id": "F1", "name": "Dew", "kind": "fairy", "astralae": "A", "radiance": "L"},
    {"id": "F2", "name": "Fog", "kind": "fairy", "astralae": "A", "radiance": "L"},
    {"id": "S1", "name": "Hope", "kind": "shard", "astralae": "B", "radiance": "D"},
    {"id": "R1", "name": "Hall", "kind": "shelter", "radiance": "N"},
    {"id": "V1", "name": "Bud", "kind": "avatar", "set": "a", "radiance": "L"},
)


def met(game_no: int, seat: int, card: str, **counts: int) -> Row:
    return {"game_no": game_no, "seat": seat, "card": card, "taken": 2} | counts


def many(*cells: Row) -> dict[str, list[Row]]:
    """60 duels of a deck against itself, won by seat 0, and in each what the seats met."""
    games = duels(*(duel(n, "a", "a") for n in range(60)))
    return games | {"met": [met(n, **row) for n in range(60) for row in cells]}


# ---- cards when drawn, called and not seen


def swings(**more: object) -> list[Row]:
    """Both seats of 60 games have Dew and Fog: the winner calls Dew on turn 3, the loser Fog on turn 6."""
    tables = many(
        {"seat": 0, "card": "F1", "seen": 1, "called": 1, "called_turn": 3},
        {"seat": 1, "card": "F1"},
        {"seat": 0, "card": "F2", "seen": 1},
        {"seat": 1, "card": "F2", "seen": 1, "called": 1, "called_turn": 6, "trap_fired": 1},
        {"seat": 0, "card": "R1", "seen": 1, "placed": 1, "first_turn": 2},
        {"seat": 0, "card": "V1"},
    )
    return ask("swings", cards=CARDS, **tables, **more)


def test_calling_is_told_against_what_the_deck_wins_anyhow():
    row = one(swings(), part="card", name="Dew")
    assert (row["called"], row["early"], row["unseen"], row["seats"]) == (1 / 2, 1 / 2, -1 / 2, 60)


def test_a_late_call_is_not_early():
    row = one(swings(), part="card", name="Fog")
    assert (row["called"], row["early"], row["drawn"]) == (-1 / 2, None, 0)


def test_a_card_is_compared_with_those_of_its_astralae():
    rows = swings()
    assert (one(rows, part="card", name="Dew")["more"], one(rows, part="card", name="Fog")["more"]) == (1 / 2, -1 / 2)


def test_the_win_share_of_the_decks_with_a_card():
    assert one(swings(), part="card", name="Dew")["deck"] == 1 / 2


def test_an_activated_mesangette_is_trapped():
    assert one(swings(), part="card", name="Fog")["trapped"] == -1 / 2


def test_shelters_are_placed_and_stand_apart():
    row = one(swings(), part="card", name="Hall")
    assert (row["letter"], row["called"], row["early"], row["apart"]) == ("shelter", 1 / 2, 1 / 2, True)


def test_avatars_and_cards_that_were_in_no_deck_are_left_out():
    tables = many({"seat": 0, "card": "F1", "taken": 0, "token_made": 1})
    assert ask("swings", cards=CARDS, **tables) == []
    assert {row["name"] for row in swings()} == {"Dew", "Fog", "Hall"}


def test_few_seats_have_no_gain():
    tables = duels(duel(0, "a", "a")) | {"met": [met(0, 0, "F1", seen=1, called=1, called_turn=1)]}
    row = one(ask("swings", cards=CARDS, **tables), name="Dew")
    assert (row["seats"], row["called"], row["more"], row["apart"]) == (1, None, None, True)


def test_the_chart_has_a_drawn_and_a_called_bar_for_each_card():
    chart = [(row["name"], row["what"]) for row in swings() if row["part"] == "chart"]
    assert chart == [("Dew", "drawn"), ("Dew", "called"), ("Fog", "drawn"), ("Fog", "called")]


def test_cards_of_one_name_are_told_apart():
    cards = tuple(card | {"name": "Dew"} if card["id"] == "F2" else card for card in CARDS)
    tables = many({"seat": 0, "card": "F1"}, {"seat": 0, "card": "F2"})
    assert {row["name"] for row in ask("swings", cards=cards, **tables)} == {"Dew (F1)", "Dew (F2)"}


def test_astralae_may_stand_among_the_traits():
    cards = [{"id": "F1", "name": "Dew", "kind": "fairy", "traits": "teleport astralae=C mes=2"}]
    rows = ask("swings", lacking=("astralae", "radiance"), cards=cards, **many({"seat": 0, "card": "F1"}))
    assert rows[0]["letter"] == "C"


def test_without_astralae_all_cards_are_of_one_kind():
    cards = [card | {"astralae": ""} for card in CARDS]
    assert ask("swings", cards=cards, **many({"seat": 0, "card": "F1"}))[0]["letter"] == "any"


# ---- mésangettes


def traps() -> list[Row]:
    """Winners set Fog and activate it, losers set it in vain in half the games and call it openly in the others."""
    games = duels(*(duel(n, "a", "a") for n in range(60)))
    for seat in games["seats"]:
        seat["pts_paid_mes"] = -3 if seat["seat"] == 0 else 0
    cards = [met(n, 0, "F2", seen=1, set=1, trap_fired=1) for n in range(60)]
    cards += [met(n, 1, "F2", seen=1, set=2, trap_lapsed=1) for n in range(30)]
    cards += [met(n, 1, "F2", seen=1, called=1) for n in range(30, 60)]
    cards += [met(n, 0, "F1", seen=1, called=1) for n in range(60)]
    return ask("traps", cards=CARDS, met=cards, **games)


def test_only_cards_that_were_set_are_told():
    assert {row["name"] for row in traps()} == {"all of them", "Fog"}


def test_how_often_a_mesangette_is_set_and_activated():
    row = one(traps(), part="card", name="Fog")
    assert (row["set"], row["fired"], row["lapsed"]) == (2, 1 / 2, 1 / 4)


def test_what_becomes_of_a_mesangette_and_who_wins():
    row = one(traps(), part="card", name="all of them")
    assert (row["fired_gain"], row["unfired_gain"], row["open_gain"]) == (1 / 2, -1 / 2, -1 / 2)


def test_the_verdict_counts_all_that_were_set_and_not_only_those_that_were_activated():
    """Of 90 players who set one 60 win, of 30 who call one openly none does; half of all win."""
    rows = traps()
    assert one(rows, part="set")["gain"] == pytest.approx(1 / 6)
    said = said_of("fairy_conundrum", "traps", rows)
    assert said.verdict.startswith("Mésangettes set are linked to more wins than called openly: +17 (")
    assert re.search(r" points, against −50( \(−50 to −50\))?\.$", said.verdict)
    assert re.match(
        r"One activated is linked to \+50.*, one set but not activated is linked to −50.* points\.$", said.points[1]
    )


def test_setting_one_is_not_better_where_those_in_vain_lose_what_the_others_win():
    games = duels(*(duel(n, "a", "a", n % 2) for n in range(120)))
    cards = [met(n, 0, "F2", seen=1, set=1, trap_fired=1 - n % 2) for n in range(120)]
    cards += [met(n, 1, "F2", seen=1, called=1) for n in range(120)]
    verdict = said_of("fairy_conundrum", "traps", ask("traps", cards=CARDS, met=cards, **games)).verdict
    assert verdict.startswith("Setting mésangettes is not clearly better than calling them: 0.0 (")


def test_the_life_that_an_activation_costs():
    row = traps()[0]
    assert (row["life"], row["cost"]) == (3, 2)


def test_how_many_of_those_who_could_set_one():
    row = traps()[0]
    assert (row["seats"], row["setters"]) == (120, 3 / 4)


def test_where_nobody_sets_one_there_is_nothing_to_say():
    assert ask("traps", cards=CARDS, **many({"seat": 0, "card": "F2", "seen": 1, "called": 1})) == []


# ---- shards of opposite radiance


def sharing(lacking: tuple[str, ...] = (), cards: tuple[Row, ...] = CARDS) -> list[Row]:
    """In half of 120 duels seat 0 spends 2 on them; it loses those and wins the others."""
    games = duels(*(duel(n, "a", "b", n % 2) for n in range(120)))
    turns = [{"game_no": n, "seat": 0, "spent_opposite": 2 * (n % 2)} for n in range(120)]
    turns += [{"game_no": n, "seat": 1, "shared_received": 2 * (n % 2)} for n in range(120)]
    turns += [{"game_no": n, "seat": 0, "turn": 7, "spent_opposite": 5} for n in range(120)]
    cast = [met(n, 0, "S1", seen=1, called=n % 2) for n in range(120)]
    return ask("sharing", lacking, turns=turns, met=cast, cards=cards, **games)


def test_sparkles_spent_go_with_what_the_spender_wins():
    rows = sharing()
    assert one(rows, what="spent on them", amount="1 or 2")["gain"] == -1 / 2
    assert one(rows, what="spent on them", amount="none")["gain"] == 1 / 2


def test_sparkles_received_go_with_what_the_receiver_wins():
    assert one(sharing(), what="received from them", amount="1 or 2")["gain"] == 1 / 2


def test_a_sparkle_has_its_worth():
    row = sharing()[0]
    assert (row["loss"], row["profit"]) == (pytest.approx(-1 / 2), pytest.approx(1 / 2))


def test_only_the_first_six_turns_count():
    assert sharing()[0]["spent"] == 1


def test_only_seats_that_could_spend_are_compared():
    assert sum(row["share"] for row in sharing() if row["what"] == "spent on them") == pytest.approx(1)
    assert sharing()[0]["spenders"] == 1 / 4


def test_a_dark_shard_is_opposite_to_a_light_avatar():
    row = one(sharing(), part="shard")
    assert (row["name"], row["called"], row["gain"], row["drawn"]) == ("opposite", 1 / 2, -1 / 2, 1 / 2)


@pytest.mark.parametrize(
    ("avatar", "shard", "name"),
    [
        ("L", "L", "own radiance"),
        ("D", "N", "neutral"),
        ("N", "D", "other"),
        ("N", "N", "own radiance"),
        ("D", "L", "opposite"),
    ],
)
def test_the_kinds_of_shards(avatar: str, shard: str, name: str):
    cards = (
        {"id": "S1", "kind": "shard", "radiance": shard},
        {"id": "V1", "kind": "avatar", "set": "a", "radiance": avatar},
    )
    assert one(sharing(cards=cards), part="shard")["name"] == name


def test_radiance_may_stand_among_the_traits():
    cards = (
        {"id": "S1", "kind": "shard", "traits": "radiance=D"},
        {"id": "V1", "kind": "avatar", "set": "a", "traits": "radiance=L"},
    )
    assert one(sharing(("radiance", "astralae"), cards), part="shard")["name"] == "opposite"


def test_without_radiances_the_sparkles_are_still_told():
    cards = tuple(card | {"radiance": ""} for card in CARDS)
    assert {row["part"] for row in sharing(cards=cards)} == {"amount"}
