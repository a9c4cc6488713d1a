"""What a scenario may set by hand: stacks, decks and lots, and a round to begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.by_hand import Die, Fields, Handy, Lay, Pile
from balance.games.alfheim.cards.box import EXPERTS, TYPES
from balance.games.alfheim.rules.area import clear_area, lay_fairy, lay_tile
from balance.games.alfheim.rules.rounds import count_lacks
from balance.games.alfheim.state import (
    CENTRE_STREAM,
    DECK_STREAM,
    FAIRY,
    FOOTPRINT,
    FOOTPRINT_STREAM,
    HOME,
    LEAD_STREAM,
    MAX_EDGE,
    NONE,
    NOWHERE,
    ORDER_STREAM,
    PAIR,
    PREPARATION,
    ROUNDS,
    SIDE,
    STACK_STREAM,
)

SEAT_KEYS = ("area", "fairies")
GAP, A_FAIRY, A_FOOTPRINT = ".", "*", "#"


def handy(plan: Plan) -> Handy:
    """The stacks of clues, the footprints, the costs of every type, who leads, who is served first."""
    cards = plan.cards
    seats = [str(seat) for seat in range(plan.players)]
    costs = [fairy.id for fairy in cards.fairies]
    footprints = [footprint.id for footprint in cards.footprints]
    icons = list(cards.icons)
    centre = "start tiles, two for each seat, then the centre stack; again where start tiles are drawn again"
    decks = (
        Pile(kind, "its costs, as they are revealed or taken", DECK_STREAM + number, costs, from_end=True)
        for number, kind in enumerate(TYPES)
    )
    return Handy(
        piles=(
            Pile("clues", "the icons of the rounds; the last is removed", STACK_STREAM, icons, from_end=True),
            Pile("centre", centre, CENTRE_STREAM, icons, from_end=True),
            Pile("footprints", "one for each seat, seat 0 first", FOOTPRINT_STREAM, footprints, from_end=True),
            *decks,
            Pile("served", "seats in the order of being served, round by round", ORDER_STREAM, seats),
        ),
        dice=(Die("lead", "the seat that leads", LEAD_STREAM, seats),),
    )


def lay(plan: Plan, position: Mapping[str, Any], players: Sequence[Mapping[str, Any]], fields: Fields) -> Lay:
    """A scenario begins with a round: areas and fairies as it says. The first sign of a picture lies on (0, 0)."""
    fields.keys(position, ("round",), "position")
    number = position.get("round", 1)
    if not fields.is_number(number, "position, round", 1, ROUNDS):
        number = 1
    icons = plan.cards.icons
    for seat, player in enumerate(players):
        place = f"players, seat {seat}"
        fields.keys(player, SEAT_KEYS, place)
        fields.are_of(player.get("fairies", []), TYPES, f"{place}, fairies")
        if "area" in player:
            _check_area(player["area"], icons, number, f"{place}, area", fields)

    def lay_round(s: Any, t: Any, turn: int) -> None:
        if turn != number:
            return
        for seat, player in enumerate(players):
            me = s.seat[seat]
            if "area" in player:
                _lay_area(me, player["area"], icons)
            for name in player.get("fairies", []):
                me.fairies |= 1 << TYPES.index(name)
            count_lacks(me, t)
        seats = s.seat[: len(players)]
        for kind in range(len(TYPES)):
            s.taken[kind] = sum(int(me.fairies) >> kind & 1 for me in seats)
        for row in range(len(EXPERTS)):
            s.claims[row] = sum(int(me.experts) >> row & 1 for me in seats)

    return lay_round


def _check_area(area: Any, icons: str, number: int, place: str, fields: Fields) -> None:
    """A picture: a line of signs for each row, and no more tiles than there can be in this round."""
    signs = (*icons, GAP, A_FAIRY, A_FOOTPRINT)
    widest = number + 1  # each way: from there on there is room for whatever is laid later
    if not fields.is_list(area, place, '["BC.", ".#*"]'):
        return
    for row in area:
        if not isinstance(row, str) or len(row) > widest or set(row) - set(signs):
            fields.wrong(place, "is not a row of a picture", row, f"up to {widest} of {' '.join(signs)}")
            return
    there = {(x, y): sign for y, row in enumerate(area) for x, sign in enumerate(row) if sign != GAP}
    tiles = [cell for cell, sign in there.items() if sign != A_FAIRY]
    most = PAIR + number - (number <= PREPARATION)
    if not 1 <= len(tiles) <= most or len(area) > widest:
        fields.wrong(place, f"has {len(tiles)} tiles", allowed=f"1 to {most} in round {number}, in up to {widest} rows")
    touched = {(x + a, y + b) for x, y in tiles for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))} - there.keys()
    room = MAX_EDGE - 2 * (PAIR + ROUNDS + 1 - most)  # each tile laid later may add two
    if len(touched) > room:
        fields.wrong(place, f"touches {len(touched)} empty cells", allowed=f"up to {room} in round {number}")


def _lay_area(me: Any, area: Sequence[str], icons: str) -> None:
    """The whole area of a seat, which has nothing else. Fairies in it do not count: their types are said elsewhere."""
    clear_area(me)
    me.footprint_at = NOWHERE
    me.fairies = 0
    me.secret = NONE
    me.experts = 0
    me.value[:] = 0
    for y, row in enumerate(area):
        for x, sign in enumerate(row):
            at = HOME + x + SIDE * y
            if sign in icons:
                lay_tile(me, at, 1 + icons.index(sign))
            elif sign == A_FOOTPRINT:
                lay_tile(me, at, FOOTPRINT)
                me.footprint_at = at
            elif sign == A_FAIRY:
                lay_fairy(me, at, FAIRY)
