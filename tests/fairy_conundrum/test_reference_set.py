"""The reference set of Fairy Conundrum in cards.csv: one test for every constraint of sections 5.1 and 5.5.

Everything is counted in the file itself, so that no reader of the game stands between the rows and these tests; only
the spelling of abilities is compared with what the reader of the notation writes.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from balance.cards.check import COLUMNS, OWN_COLUMNS
from balance.cards.read import packaged_cards
from balance.games.fairy_conundrum.cards.notation import parse_effect
from fairy_conundrum.worth import TOLERANCE, abilities, wanted, worth

Row = dict[str, str]
Pile = list[tuple[Row, int]]  # cards and how many of each

MORPHEMES = ("RO", "RE", "OR", "YE", "GR", "TU", "BL", "VI", "WH", "BK", "GY", "BR")
LIMITS = {"A": 5, "B": 4, "C": 3, "D": 2, "E": 1, "F": 1, "K": 4, "L": 3, "M": 2, "N": 1}
ASTRALAE = {"A": 28, "B": 22, "C": 16, "D": 10, "E": 4, "F": 2, "K": 18, "L": 14, "M": 10, "N": 8}
DECKS = ("dawn_rush", "dusk_snare", "haven_engine", "ember_storm")
SHELTERED = {"IN", "OUT", "shelter", "lodge", "exit", "entry"}

all_decks = pytest.mark.parametrize("deck", DECKS)


def reference_rows() -> list[Row]:
    with packaged_cards().open(encoding="utf-8", newline="") as stream:
        return [row for row in csv.DictReader(stream, restval="") if row["game"] == "fairy_conundrum"]


ROWS = reference_rows()
TOKENS = {row["id"]: worth(row, {}) for row in ROWS if row["kind"] == "token"}


def of_kind(*kinds: str) -> list[Row]:
    return [row for row in ROWS if row["kind"] in kinds]


FAIRIES = of_kind("fairy")
SHARDS = of_kind("shard")
CARDS = FAIRIES + SHARDS
BY_ID = pytest.mark.parametrize("row", CARDS, ids=[row["id"] for row in CARDS])


def canvas(name: str) -> list[Row]:
    return [row for row in of_kind("shelter") if row["set"] == name]


def avatar(name: str) -> list[Row]:
    return [row for row in of_kind("avatar") if row["set"] == name]


AVATARS = sorted({row["set"] for row in of_kind("avatar")})
CANVASES = sorted({row["set"] for row in of_kind("shelter")})

all_avatars = pytest.mark.parametrize("name", AVATARS)
all_canvases = pytest.mark.parametrize("name", CANVASES)


def morphs(row: Row) -> list[str]:
    return row["morphs"].split("-") if row["morphs"] else []


def words(row: Row) -> set[str]:
    """The triggers and operations that a card's abilities use, and its traits."""
    used = set(row["traits"].split())
    for ability in abilities(row["effect"]):
        used |= {ability.trigger, *(step.op for step in ability.steps)}
    return used


def negative(text: str) -> bool:
    return text.startswith("-")


def share(rows: Iterable[Row]) -> float:
    """Ray in the sum of ray and mat."""
    bodies = [(int(row["ray"]), int(row["mat"])) for row in rows]
    ray, mat = (sum(numbers) for numbers in zip(*bodies, strict=True))
    return ray / (ray + mat)


def lists_of(row: Row) -> dict[str, int]:
    """The cell ``decks``: name of a deck or of a reserve -> copies."""
    return {name: int(count) for name, _, count in (pair.partition(":") for pair in row["decks"].split())}


def pile(name: str) -> Pile:
    """The fairies and shards of a deck, or of its reserve: ``dawn_rush.r``."""
    return [(row, lists_of(row)[name]) for row in CARDS if name in lists_of(row)]


def count(cards: Pile, holds: Callable[[Row], bool] = bool) -> int:
    return sum(copies for row, copies in cards if holds(row))


def mean_cost(cards: Pile) -> float:
    return sum(int(row["cost"]) * copies for row, copies in cards) / count(cards)


def led_by(deck: str, kind: str) -> Row:
    """The first row of the avatar or of the canvas of a deck."""
    return next(row for row in of_kind(kind) if deck in lists_of(row))


# The whole set


def test_172_rows():
    assert len(ROWS) == 172


@pytest.mark.parametrize(
    ("kind", "rows"), [("avatar", 12), ("shelter", 24), ("fairy", 96), ("shard", 36), ("token", 4)]
)
def test_number_of_rows(kind: str, rows: int):
    assert len(of_kind(kind)) == rows


def test_all_is_assumed():
    assert {row["source"] for row in ROWS} == {"assumed"}


def test_nothing_has_points():
    assert {row["points"] for row in ROWS} == {""}


def test_ids():
    ids = [f"FC-A{which}{stage}" for which in range(1, 5) for stage in (1, 2, 3)]
    ids += [f"FC-R{which}{order}" for which in (1, 2, 3) for order in range(1, 9)]
    ids += [f"FC-F{number:03}" for number in range(1, 97)] + [f"FC-E{number:03}" for number in range(1, 37)]
    assert [row["id"] for row in ROWS] == [*ids, *(f"FC-T0{number}" for number in range(1, 5))]


def test_names_are_unique():
    assert max(Counter(row["name"].casefold() for row in ROWS).values()) == 1


def test_the_header_has_the_own_columns_after_those_of_all_games():
    with packaged_cards().open(encoding="utf-8", newline="") as stream:
        assert tuple(next(csv.reader(stream))) == COLUMNS + OWN_COLUMNS


def test_rows_of_other_games_have_no_own_columns():
    with packaged_cards().open(encoding="utf-8", newline="") as stream:
        lengths = {len(row) for row in csv.reader(stream) if row[0] not in ("game", "fairy_conundrum")}
    assert lengths == {len(COLUMNS)}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_abilities_are_in_standard_spelling(row: Row):
    assert "; ".join(ability.text for ability in parse_effect(row["effect"])) == row["effect"]


@BY_ID
def test_copies_are_as_many_as_a_deck_may_hold(row: Row):
    assert int(row["copies"]) == LIMITS[row["astralae"]]


# Distributions


def test_costs_of_fairies():
    costs = Counter(int(row["cost"]) for row in FAIRIES)
    assert costs == {0: 8, 1: 20, 2: 26, 3: 20, 4: 12, 5: 6, 6: 4}


def test_costs_of_shards():
    assert Counter(int(row["cost"]) for row in SHARDS) == {0: 2, 1: 10, 2: 12, 3: 8, 4: 3, 5: 1}


def test_volatility_of_shards():
    assert Counter(row["vol"] for row in SHARDS) == {"1": 16, "2": 8, "3": 4, "": 8}


def test_astralae():
    assert Counter(row["astralae"] for row in CARDS) == ASTRALAE


@pytest.mark.parametrize(("kind", "each"), [("fairy", 32), ("shard", 12)])
def test_radiances(kind: str, each: int):
    assert Counter(row["radiance"] for row in of_kind(kind)) == {"L": each, "D": each, "N": each}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_at_most_four_different_morphemes(row: Row):
    assert len(morphs(row)) <= 4
    assert len(set(morphs(row))) == len(morphs(row))
    assert set(morphs(row)) <= set(MORPHEMES)


def test_about_two_morphemes_on_a_card():
    assert 1.7 <= sum(len(morphs(row)) for row in CARDS) / len(CARDS) <= 2.3


@pytest.mark.parametrize("code", MORPHEMES)
def test_each_morpheme_is_on_ten_cards(code: str):
    assert sum(code in morphs(row) for row in CARDS) >= 10


def test_two_cards_have_no_morpheme():
    assert sum(not morphs(row) for row in CARDS) == 2


# Names


def test_fairies_are_24_words_with_four_serial_numbers():
    names = [row["name"].rpartition(" ") for row in FAIRIES]
    words = list(dict.fromkeys(word for word, _, _ in names))
    assert len(words) == 24
    assert [(word, number) for word, _, number in names] == [
        (word, f"{number:02}") for word in words for number in range(1, 5)
    ]


def test_fairies_of_a_word_have_one_radiance():
    assert len({(row["name"].split()[0], row["radiance"]) for row in FAIRIES}) == 24


def test_shards_are_12_entities_with_three_facets():
    facets: dict[str, list[str]] = {}
    for row in SHARDS:
        facet, _, entity = row["name"].partition(" of ")
        facets.setdefault(entity, []).append(facet)
    assert len(facets) == 12
    assert set(map(tuple, facets.values())) == {("Spark", "Mirror", "Veil")}


def test_every_shard_belongs_to_a_pantheon():
    assert all(re.fullmatch(r"pantheon=\w+", row["traits"]) for row in SHARDS)


# Avatars


@all_avatars
def test_an_avatar_has_three_stages_of_one_radiance(name: str):
    assert [row["rank"] for row in avatar(name)] == ["1", "2", "3"]
    assert len({row["radiance"] for row in avatar(name)}) == 1


def test_life_of_avatars():
    lives = [(row["radiance"], row["life"]) for row in of_kind("avatar") if row["rank"] == "1"]
    assert sorted(lives) == [("D", "26"), ("D", "30"), ("L", "28"), ("N", "32")]


@all_avatars
def test_hand_maximum_grows_with_the_stage(name: str):
    assert [row["handmax"] for row in avatar(name)] == ["6", "7", "8"]


@all_avatars
def test_stages_begin_at_10_and_22(name: str):
    factors = {"L": "1/-1/0", "D": "-1/1/0", "N": "0/0/1"}[avatar(name)[0]["radiance"]]
    assert [row["mature"] for row in avatar(name)] == [f"{range};{factors}" for range in ("..9", "10..21", "22..")]


@all_avatars
def test_the_first_stage_has_a_small_ability_at_most(name: str):
    assert len(abilities(avatar(name)[0]["effect"])) <= 1


@all_avatars
def test_the_last_stage_is_stronger_than_those_before(name: str):
    numbers = [len(abilities(row["effect"])) for row in avatar(name)]
    assert numbers[2] > max(numbers[:2])


# Shelters


def test_a_canvas_of_each_radiance():
    assert sorted({(row["set"], row["radiance"])[1] for row in of_kind("shelter")}) == ["D", "L", "N"]
    assert len(CANVASES) == 3


@all_canvases
def test_orders_of_a_canvas(name: str):
    assert [row["rank"] for row in canvas(name)] == list("12345678")


@all_canvases
def test_slots_of_a_canvas(name: str):
    slots = [int(row["slots"]) for row in canvas(name)]
    if canvas(name)[0]["radiance"] == "D":
        assert slots.count(0) == 1
        slots[slots.index(0)] = 1
    assert slots == [2, 2, 1, 2, 1, 2, 1, 3]


def test_stability_of_shelters():
    assert {int(row["mat"]) for row in of_kind("shelter")} == {3, 4, 5, 6}


@all_canvases
def test_the_first_shelter_has_the_entry(name: str):
    assert ["entry" in row["traits"] for row in canvas(name)] == [True] + [False] * 7


def test_one_shelter_of_the_dark_canvas_has_a_passage():
    assert [row["set"] for row in of_kind("shelter") if "passage" in row["traits"]] == ["Gloamhold"]


@all_canvases
def test_only_the_last_morpheme_of_a_shelter_varies(name: str):
    codes = [morphs(row) for row in canvas(name)]
    assert {len(code) for code in codes} == {3}
    assert len({tuple(code[:2]) for code in codes}) == 1
    assert len({code[2] for code in codes}) == 8


@all_canvases
def test_six_shelters_have_an_ability(name: str):
    assert sum(bool(row["effect"]) for row in canvas(name)) == 6


def test_most_abilities_of_shelters_ask_for_a_guest():
    with_ability = [row for row in of_kind("shelter") if row["effect"]]
    assert sum("{guests>=" in row["effect"] for row in with_ability) > len(with_ability) / 2


# The value curve


@BY_ID
def test_a_card_is_worth_what_it_costs(row: Row):
    assert worth(row, TOKENS) == pytest.approx(wanted(row), abs=TOLERANCE)


def test_ray_and_mat_of_the_set():
    assert share(FAIRIES) == pytest.approx(0.54, abs=0.02)


@pytest.mark.parametrize("row", FAIRIES, ids=[row["id"] for row in FAIRIES])
def test_ray_and_mat_of_a_fairy(row: Row):
    """A negative value has no share; there are three of these."""
    assert negative(row["ray"] + row["mat"]) or negative(row["mat"]) or 0.25 <= share([row]) <= 0.8


def test_cards_are_neither_dear_nor_cheap_on_the_whole():
    off = sum(worth(row, TOKENS) - wanted(row) for row in CARDS) / len(CARDS)
    assert abs(off) <= 0.15


@pytest.mark.parametrize("kind", ["fairy", "shard"])
def test_e_and_f_are_the_strongest_of_their_cost(kind: str):
    for card in of_kind(kind):
        if card["astralae"] in "EF":
            others = [row for row in of_kind(kind) if row["cost"] == card["cost"] and row["astralae"] not in "EF"]
            best = max((worth(row, TOKENS) for row in others), default=0.0)
            assert worth(card, TOKENS) >= best, card["id"]


# Quotas


QUOTAS = {
    "imprison": 4, "bewitch": 3, "steala": 2, "stealm": 3, "store": 3, "link": 6, "fuse": 4, "marry": 4, "token": 6,
    "copy": 2, "TRAP": 14, "teleport": 5, "purify": 2, "bounce": 5, "dissipate": 3, "mill": 2, "discard": 3,
    "vision": 3, "contrib": 4, "gather": 5, "dream": 2, "handmax": 2, "vol": 4, "morph": 8, "hush": 2, "passage": 1,
    "entry": 2, "dmg": 12, "ENDVOL": 4,
}  # fmt: skip


@pytest.mark.parametrize("word", QUOTAS)
def test_number_of_cards_that_use(word: str):
    assert sum(word in words(row) for row in ROWS) >= QUOTAS[word]


def test_five_cards_are_paid_for_with_morphemes():
    assert sum("[morph " in row["effect"] for row in ROWS) >= 5


def test_four_cards_lead_into_shelters_or_out():
    assert sum(bool(words(row) & {"exit", "shelter"}) for row in ROWS) >= 4


def test_eight_cards_take_life():
    assert sum(bool(re.search(r"\blife -", row["effect"])) for row in ROWS) >= 8


def test_fourteen_cards_grow_with_the_avatar():
    assert sum(bool(re.search(r"\d/[+-]?\d+/[+-]?\d", row["effect"])) for row in ROWS) >= 14


def test_three_fairies_have_a_negative_value():
    assert sum(negative(row["ray"]) or negative(row["mat"]) for row in FAIRIES) >= 3


def test_three_cards_lower_ray_or_mat():
    assert sum(bool(re.search(r"\b(ray|mat) -", row["effect"])) for row in ROWS) >= 3


def test_eighteen_fairies_have_no_ability():
    assert sum(not row["effect"] and not row["traits"] for row in FAIRIES) >= 18


def test_a_mesangette_costs_life_and_has_something_to_do():
    assert [row["id"] for row in ROWS if bool(row["mes"]) != ("TRAP" in words(row))] == []


def test_every_token_is_made_by_some_card():
    made = {step.rest for row in ROWS for ability in abilities(row["effect"]) for step in ability.steps}
    assert set(TOKENS) <= made


@pytest.mark.parametrize(
    "trigger", ["CALL", "ACT", "ALWAYS", "IN", "OUT", "LEAVE", "REAPED", "ENDVOL", "AT", "WHEN", "TRAP"]
)
def test_every_trigger_is_used(trigger: str):
    assert any(trigger in words(row) for row in ROWS)


# Decks


@all_decks
def test_a_deck_has_40_cards(deck: str):
    assert count(pile(deck)) == 40


@all_decks
def test_a_reserve_has_7_cards(deck: str):
    assert count(pile(f"{deck}.r")) == 7


@all_decks
def test_a_deck_has_13_to_18_different_cards(deck: str):
    assert 13 <= len(pile(deck)) <= 18


@all_decks
def test_copies_in_deck_and_reserve(deck: str):
    copies = {row["id"]: lists_of(row).get(deck, 0) + lists_of(row).get(f"{deck}.r", 0) for row in CARDS}
    assert {row["id"] for row in CARDS if copies[row["id"]] > LIMITS[row["astralae"]]} == set()


@all_decks
def test_one_f_in_deck_and_reserve(deck: str):
    assert count(pile(deck) + pile(f"{deck}.r"), lambda row: row["astralae"] == "F") <= 1


@all_decks
def test_two_radical_cards_in_a_deck(deck: str):
    assert count(pile(deck), lambda row: row["astralae"] in "EF") <= 2


@all_decks
def test_a_deck_has_one_avatar_and_one_canvas(deck: str):
    for kind, rows in (("avatar", 3), ("shelter", 8)):
        belonging = [row for row in of_kind(kind) if deck in lists_of(row)]
        assert len(belonging) == rows
        assert len({row["set"] for row in belonging}) == 1
        assert {lists_of(row)[deck] for row in belonging} == {1}


@pytest.mark.parametrize(
    ("deck", "of_avatar", "of_canvas"),
    [("dawn_rush", "L", "L"), ("dusk_snare", "D", "D"), ("haven_engine", "N", "N"), ("ember_storm", "D", "N")],
)
def test_radiances_of_avatar_and_canvas(deck: str, of_avatar: str, of_canvas: str):
    assert led_by(deck, "avatar")["radiance"] == of_avatar
    assert led_by(deck, "shelter")["radiance"] == of_canvas


def test_the_two_dark_decks_have_different_avatars():
    assert led_by("dusk_snare", "avatar")["set"] != led_by("ember_storm", "avatar")["set"]


@pytest.mark.parametrize(
    ("deck", "fairies"),
    [("dawn_rush", 32), ("ember_storm", 26)],
)
def test_fairies_in_a_deck(deck: str, fairies: int):
    assert count(pile(deck), lambda row: row["kind"] == "fairy") == fairies


@pytest.mark.parametrize(("deck", "cost"), [("dusk_snare", 2.2), ("haven_engine", 2.6)])
def test_mean_cost_of_a_deck(deck: str, cost: float):
    assert mean_cost(pile(deck)) == pytest.approx(cost, abs=0.1)


def test_dawn_rush_is_cheap():
    assert mean_cost(pile("dawn_rush")) <= 1.8


def test_dawn_rush_is_light():
    assert count(pile("dawn_rush"), lambda row: row["radiance"] == "L") >= 24


@pytest.mark.parametrize("word", ["contrib", "token"])
def test_dawn_rush_calls_many(word: str):
    assert count(pile("dawn_rush"), lambda row: word in words(row)) >= 4


def test_dusk_snare_sets_mesangettes():
    assert count(pile("dusk_snare"), lambda row: row["mes"] != "") >= 10


def test_dusk_snare_takes_prisoners():
    assert count(pile("dusk_snare"), lambda row: bool(words(row) & {"imprison", "bewitch"})) >= 4


def test_haven_engine_lives_in_shelters():
    assert count(pile("haven_engine"), lambda row: bool(words(row) & SHELTERED)) >= 8


@pytest.mark.parametrize("word", ["marry", "fuse"])
def test_haven_engine_joins_fairies(word: str):
    assert count(pile("haven_engine"), lambda row: word in words(row)) >= 2


@pytest.mark.parametrize(("radiance", "least"), [("D", 9), ("L", 3)])
def test_shards_of_ember_storm(radiance: str, least: int):
    shards = [(row, copies) for row, copies in pile("ember_storm") if row["kind"] == "shard"]
    assert count(shards) == 14
    assert count(shards, lambda row: row["radiance"] == radiance) >= least
