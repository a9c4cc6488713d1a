"""What a scenario may set by hand: decks, piles, starting sets, and a turn to begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.by_hand import Fields, Handy, Lay, Pile
from balance.games.fairy_school.cards.box import DECKS, ELEMENTS, Cards
from balance.games.fairy_school.state import (
    COLUMNS,
    FINAL_STREAM,
    INITIAL_STREAM,
    MAX_ONGOING,
    NO_CARD,
    PILE,
    PILE_STREAM,
    PROJECT,
    PROJECTS,
    SET_STREAM,
    START_SETS,
    STUDIES,
    TRIMESTER_STREAM,
)
from balance.games.fairy_school.table import TRIMESTERS

ZONES = ("draw", "discard", "ongoing")
ROWS = ("top", "bottom")
COUNTS = {"kindness": 1000, "cubes": 1000, "steps": 5}
"""What else may be said of a seat, up to which number."""
SEAT_KEYS = ("elements", *ROWS, *ZONES, "final", "studied", *COUNTS)
LAST_TURN = 1000


def handy(plan: Plan) -> Handy:
    """Projects of every trimester, final projects, starting sets and cards, and the draw pile of every seat."""
    cards, ids = plan.cards, list(plan.cards.ids)
    finals = [final.id for final in cards.finals]
    projects = (
        Pile(f"projects_{number + 1}", "of this trimester, as they are dealt", TRIMESTER_STREAM + number, ids, True)
        for number in range(len(TRIMESTERS))
    )
    if plan.variant == "expert":
        starting = Pile("initials", "starting cards: the hand of seat 0, then seat 1 ...", INITIAL_STREAM, ids, True)
    else:
        there = [letter for letter in DECKS if any(card.set == f"S{letter}" for card in cards.cards)]
        starting = Pile("letters", "the predefined deck of seat 0, seat 1 ...", INITIAL_STREAM, there)
    sets = [str(number + 1) for number in range(START_SETS)]
    draws = (
        Pile(f"draw_{seat}", f"the draw pile of seat {seat}, shuffle by shuffle", PILE_STREAM + seat, ids, True)
        for seat in range(plan.players)
    )
    return Handy(
        piles=(
            *projects,
            Pile("finals", "final projects on offer", FINAL_STREAM, finals, True),
            Pile("sets", "the starting set of seat 0, seat 1 ...", SET_STREAM, sets),
            starting,
            *draws,
        )
    )


def lay(plan: Plan, position: Mapping[str, Any], players: Sequence[Mapping[str, Any]], fields: Fields) -> Lay:
    """A scenario begins with a turn, after its draft: elements, forests, piles and projects as it says.

    What it says nothing of is as it came about until then; who has a forest or a pile has nothing else of her own.
    """
    fields.keys(position, ("turn",), "position")
    number = position.get("turn", 1)
    fields.is_number(number, "position, turn", 1, LAST_TURN)
    for seat, player in enumerate(players):
        _check_seat(plan.cards, player, f"players, seat {seat}", fields)

    def lay_turn(s: Any, t: Any, turn: int) -> None:
        if turn == number:
            for seat, player in enumerate(players):
                _lay_seat(s.seat[seat], t, plan.cards, player)

    return lay_turn


def _check_seat(cards: Cards, player: Mapping[str, Any], place: str, fields: Fields) -> None:
    fields.keys(player, SEAT_KEYS, place)
    small = [card.id for card in cards.cards]
    elements = player.get("elements", {})
    if isinstance(elements, dict):
        fields.keys(elements, ELEMENTS, f"{place}, elements")
        for element, count in elements.items():
            fields.is_number(count, f"{place}, elements, {element}", 0, 1000)
    else:
        fields.wrong(f"{place}, elements", "is not an object", elements, '{"E": 1, "A": 2}')
    for row in ROWS:
        listed = player.get(row, [])
        if fields.is_list(listed, f"{place}, {row}"):
            fields.are_of([card for card in listed if card is not None], small, f"{place}, {row}")
            if len(listed) > COLUMNS:
                fields.wrong(f"{place}, {row}", f"has {len(listed)} cards", allowed=f"{COLUMNS}, null for none")
    for zone in ZONES:
        most = MAX_ONGOING if zone == "ongoing" else PILE // 2
        listed = player.get(zone, [])
        if fields.are_of(listed, small, f"{place}, {zone}") and len(listed) > most:
            fields.wrong(f"{place}, {zone}", f"has {len(listed)} cards", allowed=f"up to {most}")
    if "final" in player:
        fields.is_one_of(player["final"], [final.id for final in cards.finals], f"{place}, final")
    fields.are_of(player.get("studied", []), [creature.id for creature in cards.creatures], f"{place}, studied")
    for key, most in COUNTS.items():
        fields.is_number(player.get(key, 0), f"{place}, {key}", 0, most)


def _lay_seat(me: Any, t: Any, cards: Cards, player: Mapping[str, Any]) -> None:
    """One seat."""
    numbers = {card.id: number for number, card in enumerate(cards.cards)}
    if "elements" in player:
        me.stock[:] = [player["elements"].get(element, 0) for element in ELEMENTS]
    if "ongoing" in player:
        me.projects = len(player["ongoing"])
        me.ongoing[: me.projects] = [numbers[id] for id in player["ongoing"]]
    if "final" in player:
        me.final = [final.id for final in cards.finals].index(player["final"])
    for key in COUNTS:
        if key in player:
            me[key] = player[key]
    if "studied" in player:
        ids = [creature.id for creature in cards.creatures]
        me.studied = sum(1 << ids.index(id) for id in player["studied"])
        me.points[STUDIES] = sum(cards.creatures[ids.index(id)].points for id in player["studied"])
    if player.keys() & {*ROWS, "draw", "discard"}:
        _lay_cards(me, t, numbers, player)


def _lay_cards(me: Any, t: Any, numbers: Mapping[str, int], player: Mapping[str, Any]) -> None:
    """All small cards of a seat: forest and piles, these with their top card first. Projects there are realized."""
    me.forest[:] = NO_CARD
    for row, name in enumerate(ROWS):
        for column, id in enumerate(player.get(name, [])):
            me.forest[COLUMNS * row + column] = NO_CARD if id is None else numbers[id]
    me.known = 0
    me.piled = len(player.get("draw", []))
    me.pile[: me.piled] = [numbers[id] for id in reversed(player.get("draw", []))]
    me.discarded = len(player.get("discard", []))
    me.discard[: me.discarded] = [numbers[id] for id in reversed(player.get("discard", []))]
    own = [*me.forest[me.forest != NO_CARD], *me.pile[: me.piled], *me.discard[: me.discarded]]
    realized = [card for card in own if t.card[card].kind == PROJECT]
    me.realized = len(realized)
    me.points[PROJECTS] = sum(int(t.card[card].points) for card in realized)
