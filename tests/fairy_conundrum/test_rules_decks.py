"""The rules FC-16 to FC-22, FC-180, FC-183, FC-190 to FC-192: decks. At least one test per rule, named by it."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from balance.common.errors import InputError
from balance.games.fairy_conundrum import GAME, codes
from balance.games.fairy_conundrum.play.games import start_match
from fairy_conundrum.box import (
    card_table,
    cards_of,
    changed_rows,
    default_rows,
    errors,
    fairy,
    only_error,
    shelter,
    stage,
    table_of,
)
from fairy_conundrum.table import Opening, evenly, plan_for, play

LIMITS = dict(zip("ABCDEFKLMN", (5, 4, 3, 2, 1, 1, 4, 3, 2, 1), strict=True))
WEIGHTS = {"L": (4, 1, 2), "D": (1, 4, 2), "N": (1, 1, 4)}
"""FC-191: of light, dark and neutral cards, by the avatar's radiance."""


# ---------------------------------------------------------------- legal decks


def sized(cards: int) -> list:
    """The rows of the default deck, with more fairies."""
    more = [fairy(f"X{n}", decks="dawn:1") for n in range(cards - 40)]
    return changed_rows(more=more)


@pytest.mark.parametrize("cards", [40, 41, 79, 80])
def test_fc_16_from_40_to_80_cards(cards):
    plan = plan_for(rows=sized(cards))
    assert int(plan.table().deck[0].cards) == cards


@pytest.mark.parametrize("cards", [81, 90])
def test_fc_16_not_more(cards):
    with pytest.raises(InputError, match=f"has {cards} fairies and shards"):
        plan_for(rows=sized(cards))


def test_fc_16_not_fewer():
    assert "39 fairies and shards" in only_error(card_table({"SH1": {"decks": "dawn:4"}})).message


@pytest.mark.parametrize("letter", LIMITS)
def test_fc_16_copies_by_astralae(letter):
    limit = LIMITS[letter]
    cards = cards_of(card_table(more=[fairy("X", astralae=letter, decks=f"dawn:{limit}")]))
    assert cards.cards[cards.numbers["X"]].limit == limit
    if limit < 5:
        assert only_error(card_table(more=[fairy("X", astralae=letter, decks=f"dawn:{limit + 1}")]))


def test_fc_16_any_mix_of_radiances():
    rows = changed_rows({"FA1": {"radiance": "D"}, "FA2": {"radiance": "N"}, "SH1": {"radiance": "D"}})
    assert plan_for(rows=rows)


def test_fc_17_one_card_of_astralae_f():
    more = [fairy(id, astralae="F", decks="dawn:1") for id in ("X", "Y")]
    assert cards_of(card_table(more=more[:1]))
    assert "astralae F already" in only_error(card_table(more=more)).message


def test_fc_18_orders_without_a_gap():
    assert errors(card_table(without=["CV2"]))
    assert errors(card_table({"CV3": {"rank": 2}}))


@pytest.mark.parametrize(("shelters", "fits"), [(1, True), (12, True), (13, False)])
def test_fc_18_from_1_to_12_shelters(shelters, fits):
    rows = [row for row in default_rows() if row["kind"] != "shelter"]
    rows += [shelter(f"CV{n}", n, decks="dawn:1") for n in range(1, shelters + 1)]
    assert bool(errors(table_of(rows))) != fits


def test_fc_18_the_first_has_the_entry():
    assert errors(card_table({"CV1": {"traits": ""}}))


def test_fc_18_shelters_are_drawn_in_order():
    opening = Opening(rows=changed_rows(more=[shelter(f"CV{n}", n, decks="dawn:1") for n in range(4, 9)]))
    opening.open()
    me = opening.s.seat[0]
    assert [opening.id_of(p) for p in me.canvas_card[: me.canvas]][::-1] == [f"CV{n}" for n in range(2, 9)]


def test_fc_19_three_stages_of_one_radiance():
    assert errors(card_table(without=["AV2"]))
    assert errors(card_table({"AV3": {"radiance": "D"}}))


def test_fc_19_one_avatar_for_a_deck():
    assert errors(card_table(more=[stage(f"AW{n}", n, set="AW", decks="dawn:1") for n in (1, 2, 3)]))


@pytest.mark.parametrize(("text", "fits"), [("dawn.r:3", True), ("dawn.r:2", False), ("", False)])
def test_fc_180_a_reserve_of_7_cards(text, fits):
    assert bool(errors(card_table({"FL1": {"decks": text}}))) != fits


def test_fc_180_or_of_none():
    assert plan_for(rows=changed_rows({"FK1": {"decks": ""}, "FL1": {"decks": ""}}), match_games=3)


def test_fc_180_deck_and_reserve_have_the_limits_together():
    assert errors(card_table({"FA1": {"decks": "dawn:3 dawn.r:3"}, "FL1": {"decks": ""}, "FA2": {"decks": "dawn:5"}}))
    more = [fairy("X", astralae="F", decks="dawn:1"), fairy("Y", astralae="F", decks="dawn.r:1")]
    assert errors(card_table({"FL1": {"decks": "dawn.r:2"}}, more=more))


def test_fc_183_what_the_validator_accepts_may_be_played_in_a_match():
    log = play(plan_for(agents=("random",), match_games=3), 3)
    assert 2 <= len(log["games"]) <= 3


# ---------------------------------------------------------------- settings


def test_fc_190_the_settings_and_what_they_are():
    usual = {setting.name: setting.default for setting in GAME.settings}
    assert usual == {
        "turn_cap": 60, "narration_cap": 60, "trigger_cap": 64, "narration_mode": "whole",
        "order_after_first": "clockwise", "conspiracy": False, "gather_base": 1, "dream_base": 2, "match_games": "1",
        "decks": "mixed", "shard_maturation": "label", "maturation_timing": "moment", "opposite_regresses": True,
        "joust_mode": "sequential", "joust_assign": "avatar", "start_sparkles": 5, "start_hand": 5, "mes_set_cost": 2,
        "deck_mode": "prebuilt",
    }  # fmt: skip


def test_fc_190_the_other_words():
    words = {setting.name: setting.words for setting in GAME.settings if setting.words}
    del words["decks"]
    assert words == {
        "narration_mode": ("whole", "alternate"),
        "order_after_first": ("clockwise", "initiative"),
        "shard_maturation": ("label", "cost", "both"),
        "maturation_timing": ("moment", "continuous"),
        "joust_mode": ("sequential", "simultaneous"),
        "joust_assign": ("avatar", "split"),
        "match_games": ("1", "3", "5"),
        "deck_mode": ("prebuilt", "random_legal"),
    }


# ---------------------------------------------------------------- random decks


def mixture(own: str) -> list[dict[str, str]]:
    """Ten cards of each radiance with different limits, and three of astralae F; an avatar of radiance ``own``."""
    rows = [row | {"decks": ""} for row in default_rows() if row["kind"] not in ("fairy", "shard")]
    rows = [row | {"radiance": own} if row["kind"] == "avatar" else row for row in rows]
    letters = "ABCKL"
    for radiance in "LDN":
        rows += [fairy(f"{radiance}{n}", radiance=radiance, astralae=letters[n % 5]) for n in range(10)]
    return rows + [fairy(f"F{radiance}", radiance=radiance, astralae="F") for radiance in "LDN"]


def made_up(own: str, decks: int, **request):
    """The cards of so many random decks, as ids."""
    opening = Opening(1 + 1, mixture(own), deck_mode="random_legal", **request)
    for game_no in range(decks):
        start_match(opening.s, opening.t, game_no)
        match = opening.s.match
        yield [opening.cards.ids[card] for card in match.card[0, : match.cards[0]]], opening


@pytest.mark.parametrize("own", "LDN")
def test_fc_191_random_decks_are_legal(own):
    for cards, opening in made_up(own, 100):
        assert len(cards) == 40
        limits = {card.id: card.limit for card in opening.cards.cards}
        assert all(copies <= limits[id] for id, copies in Counter(cards).items())
        assert sum(id.startswith("F") for id in cards) <= 1


def expected(own: str, decks: int) -> Counter:
    """Cards of each radiance in decks made in the same way, one card at a time, with luck of another make."""
    rng = np.random.default_rng(7)
    rows = [row for row in mixture(own) if row["kind"] == "fairy"]
    weight = np.array([WEIGHTS[own]["LDN".index(row["radiance"])] for row in rows], float)
    final = np.array([row["astralae"] == "F" for row in rows])
    counts: Counter = Counter()
    for _ in range(decks):
        left = np.array([LIMITS[row["astralae"]] for row in rows])
        for _ in range(40):
            chances = weight * (left > 0)
            card = rng.choice(len(rows), p=chances / chances.sum())
            left[card] -= 1
            if final[card]:
                left[final] = 0
            counts[rows[card]["radiance"], bool(final[card])] += 1
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("own", "LDN")
def test_fc_191_rather_of_the_avatars_radiance(own):
    """The share of every radiance, and of final cards, is what 4, 2 and 1 make of it."""
    radiances = {row["id"]: row["radiance"] for row in mixture(own)}
    counts = Counter((radiances[id], id.startswith("F")) for cards, _ in made_up(own, 250) for id in cards)
    wanted = expected(own, 250)
    for key in wanted | counts:
        assert abs(counts[key] - wanted[key]) < 5 * (2 * wanted[key]) ** 0.5 + 5, key


def test_fc_191_any_avatar_and_canvas():
    rows = mixture("L") + [stage(f"AW{n}", n, set="AW") for n in (1, 2, 3)] + [shelter("CW1", 1, set="CW")]
    opening = Opening(2, rows, deck_mode="random_legal")
    avatars, canvases = Counter(), Counter()
    for game_no in range(200):
        start_match(opening.s, opening.t, game_no)
        for player in range(2):
            avatars[int(opening.s.match.avatar[player])] += 1
            canvases[int(opening.s.match.canvas[player])] += 1
    assert evenly(avatars, (0, 1))
    assert evenly(canvases, (0, 1))


def test_fc_191_there_is_no_reserve():
    opening = Opening(2, mixture("L"), deck_mode="random_legal", match_games=3)
    start_match(opening.s, opening.t, 0)
    assert list(opening.s.match.reserves[:2]) == [0, 0]


# ---------------------------------------------------------------- decks by name


def three_decks() -> list[dict[str, str]]:
    """The default rows as three decks with the same cards."""
    names = ("dawn", "dusk", "noon")
    return [row | {"decks": " ".join(row["decks"].replace("dawn", name) for name in names if row["decks"])}
            for row in default_rows()]  # fmt: skip


def dealt(players: int, games: int, **request) -> list[tuple[str, ...]]:
    opening = Opening(players, three_decks(), **request)
    decks = []
    for game_no in range(games):
        start_match(opening.s, opening.t, game_no)
        decks.append(tuple(opening.cards.deck_names[deck] for deck in opening.s.match.deck[:players]))
    return decks


@pytest.mark.parametrize(
    ("decks", "seats"),
    [
        ("dusk", ("dusk", "dusk", "dusk", "dusk")),
        ("dusk,dawn", ("dusk", "dawn", "dusk", "dawn")),
        ("noon,dawn,dusk", ("noon", "dawn", "dusk", "noon")),
        ("dawn,dawn,dusk,noon", ("dawn", "dawn", "dusk", "noon")),
    ],
)
def test_fc_192_one_name_a_seat_and_a_shorter_list_repeated(decks, seats):
    assert set(dealt(4, 5, decks=decks)) == {seats}


def test_fc_192_named_decks_stay_with_their_seats_whoever_sits_there():
    log = play(plan_for(2, three_decks(), ("passive", "curve"), decks="noon,dusk"), 4)
    assert {(row["seat"], row["deck"]) for row in log["seats"]} == {(0, "noon"), (1, "dusk")}


def test_fc_192_mixed_draws_a_deck_for_every_seat_and_game():
    assert evenly(Counter(dealt(2, 360)), list(product(("dawn", "dusk", "noon"), repeat=2)))


def test_fc_192_not_more_names_than_seats():
    with pytest.raises(InputError, match="3 decks for 2 players"):
        plan_for(2, three_decks(), decks="dawn,dusk,noon")


def test_fc_192_only_decks_of_the_table():
    with pytest.raises(InputError, match="dust"):
        plan_for(2, three_decks(), decks="dust")


def test_fc_191_pieces_are_those_of_the_deck():
    opening = Opening(2, mixture("D"), deck_mode="random_legal")
    match, me = opening.s.match, opening.s.seat[1]
    first = codes.PIECES_PER_SEAT + codes.DECK_PLACE
    pieces = [int(opening.s.piece[p].card) for p in range(first, first + int(me.cards))]
    assert pieces == [int(card) for card in match.card[1, : match.cards[1]]]
