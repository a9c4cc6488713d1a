"""What a scenario may set by hand: piles, dice, who is youngest, and a round's adventure to begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.by_hand import Die, Fields, Handy, Lay, Pile
from balance.games.heroes.cards.box import DICE, ENERGY, RANKS, Cards
from balance.games.heroes.rules.lineup import find_slots, find_start
from balance.games.heroes.state import (
    ADVERSARY_STREAM,
    AGE_STREAM,
    DIE_STREAM,
    ENERGIES,
    HERO_STREAM,
    MAX_PRESTIGE,
    MISSION_STREAM,
    PICKS,
    POINTS_SHINE,
    ROUNDS,
    TILE_STREAM,
)
from balance.games.heroes.table import dice_faces

WORDS = tuple(ENERGY.values())
SLOT_KEYS = (*WORDS, "plain", "prestige")
SEAT_KEYS = ("lineup", "tiles", "adversaries", "reserve", "track", "slots", "covered")


def handy(plan: Plan) -> Handy:
    """The piles and dice of Heroes."""
    cards = plan.cards
    heroes, adversaries, missions, tiles = (
        [card.id for card in kind] for kind in (cards.heroes, cards.adversaries, cards.missions, cards.tiles)
    )
    ranks = (
        Pile(f"missions_{letter}", f"missions of rank {letter} below the first one", MISSION_STREAM + rank, missions)
        for rank, letter in enumerate(RANKS)
    )
    faces = dice_faces(str(plan.settings["dice"]), cards)
    return Handy(
        piles=(
            Pile("heroes", "hands of five: seat 0 first, then seat 1 ...", HERO_STREAM, heroes),
            Pile("adversaries", "the row of three, then what refills it", ADVERSARY_STREAM, adversaries),
            *ranks,
            Pile("tiles", "constellation tiles, as they are drawn", TILE_STREAM, tiles, from_end=True),
            Pile("age", "seats, the youngest first", AGE_STREAM, [str(seat) for seat in range(plan.players)]),
        ),
        dice=tuple(
            Die(color, "its faces, roll by roll", DIE_STREAM + die, [face.text for face in faces[die]])
            for die, color in enumerate(DICE)
        ),
    )


def lay(plan: Plan, position: Mapping[str, Any], players: Sequence[Mapping[str, Any]], fields: Fields) -> Lay:
    """A scenario begins with the adventure of a round: line-ups, tiles, adversaries, slots as it says.

    What it says nothing of is as it came about until then.
    """
    fields.keys(position, ("round",), "position")
    number = position.get("round", 1)
    if not fields.is_number(number, "position, round", 1, ROUNDS):
        number = 1
    for seat, player in enumerate(players):
        _check_seat(plan.cards, player, f"players, seat {seat}", PICKS + number - 1, fields)

    def lay_round(s: Any, t: Any, stage: int) -> None:
        if stage != number - 1:
            return
        for seat, player in enumerate(players):
            _lay_lineup(s, t, plan.cards, seat, player)
            _lay_adversaries(s, t, plan.cards, seat, player)
        find_start(s, t)
        for seat, player in enumerate(players):
            find_slots(s, t, seat)
            _lay_slots(s, s.seat[seat].slots, player)
        s.recount = 1

    return lay_round


def _check_seat(cards: Cards, player: Mapping[str, Any], place: str, heroes: int, fields: Fields) -> None:
    fields.keys(player, SEAT_KEYS, place)
    lineup = player.get("lineup")
    if lineup is not None and fields.are_of(lineup, [card.id for card in cards.heroes], f"{place}, lineup"):
        if len(lineup) != heroes:
            fields.wrong(f"{place}, lineup", f"has {len(lineup)} heroes", allowed=f"{heroes} in this round")
    tiles = [card.id for card in cards.tiles]
    laid = player.get("tiles", {})
    if not isinstance(laid, dict):
        fields.wrong(f"{place}, tiles", "is not an object", laid, '{"1": "the tile on the first hero"}')
        laid = {}
    for hero, tile in laid.items():
        fields.is_one_of(hero, [str(n + 1) for n in range(heroes)], f"{place}, tiles")
        fields.is_one_of(tile, tiles, f"{place}, tiles, {hero}")
    fields.are_of(player.get("reserve", []), tiles, f"{place}, reserve")
    fields.are_of(player.get("adversaries", []), [card.id for card in cards.adversaries], f"{place}, adversaries")
    fields.is_number(player.get("track", 0), f"{place}, track", 0, 10_000)
    for key in ("slots", "covered"):
        _check_slots(player.get(key, {}), f"{place}, {key}", fields)


def _check_slots(slots: Any, place: str, fields: Fields) -> None:
    if not isinstance(slots, dict):
        fields.wrong(place, "is not an object", slots, '{"lightning": 1, "plain": 2, "prestige": [3]}')
        return
    fields.keys(slots, SLOT_KEYS, place)
    for key in SLOT_KEYS[:-1]:
        fields.is_number(slots.get(key, 0), f"{place}, {key}", 0, 99)
    values = slots.get("prestige", [])
    if fields.is_list(values, f"{place}, prestige") and len(values) <= MAX_PRESTIGE:
        for value in values:
            fields.is_number(value, f"{place}, prestige", 1, 99)


def _lay_lineup(s: Any, t: Any, cards: Cards, seat: int, player: Mapping[str, Any]) -> None:
    """Heroes before a seat, and the tiles on them and in reserve."""
    me = s.seat[seat]
    numbers = {card.id: number for number, card in enumerate(cards.heroes)}
    tiles = {card.id: number for number, card in enumerate(cards.tiles)}
    if "lineup" in player:
        me.heroes = len(player["lineup"])
        me.lineup[: me.heroes] = [numbers[id] for id in player["lineup"]]
        me.tile[: me.heroes] = me.placer[: me.heroes] = -1
        me.strength = sum(int(t.hero[hero].strength) for hero in me.lineup[: me.heroes])
    for place, tile in player.get("tiles", {}).items():
        me.tile[int(place) - 1] = tiles[tile]
        me.placer[int(place) - 1] = seat
    if "reserve" in player:
        me.reserved = len(player["reserve"])
        me.reserve[: me.reserved] = [tiles[id] for id in player["reserve"]]


def _lay_adversaries(s: Any, t: Any, cards: Cards, seat: int, player: Mapping[str, Any]) -> None:
    """What a seat has got so far: adversaries, and Prestige on the track, which counts as that of shining."""
    me = s.seat[seat]
    numbers = {card.id: number for number, card in enumerate(cards.adversaries)}
    if "adversaries" in player:
        me.held = len(player["adversaries"])
        me.color[:] = 0
        for i, id in enumerate(player["adversaries"]):
            me.holds[i] = numbers[id]
            me.color[t.adversary[numbers[id]].color] += 1
    if "track" in player:
        me.track = player["track"]
        me.points[:] = 0
        me.points[POINTS_SHINE] = player["track"]


def _lay_slots(s: Any, slots: Any, player: Mapping[str, Any]) -> None:
    """Slots other than those of the line-up, and counters on some."""
    if "slots" in player:
        given = player["slots"]
        for e in ENERGIES:
            slots.energy[e] = slots.free_energy[e] = given.get(WORDS[e], 0)
        slots.plain = slots.free_plain = given.get("plain", 0)
        values = sorted(given.get("prestige", []))
        slots.prestige = len(values)
        slots.value[: len(values)] = values
        slots.free_prestige = (1 << len(values)) - 1
    covered = player.get("covered", {})
    for e in ENERGIES:
        slots.free_energy[e] -= covered.get(WORDS[e], 0)
    slots.free_plain -= covered.get("plain", 0)
    for value in covered.get("prestige", []):
        free = [i for i in range(slots.prestige) if slots.free_prestige >> i & 1 and slots.value[i] == value]
        slots.free_prestige &= ~(1 << free[0]) if free else -1
    s.counters += sum(covered.get(key, 0) for key in SLOT_KEYS[:-1]) + len(covered.get("prestige", []))
