"""The columns of the four tables, stored and derived, one sentence each."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from balance.engine.game import Plan
from balance.engine.game.columns import (
    CHOICE_COLUMNS,
    GAME_NO,
    SEAT,
    WINNERS,
    agent_column,
    card_columns,
    event_columns,
    event_count,
    game_columns,
    lead_columns,
    seat_columns,
)
from balance.engine.game.log import Column, Derived, Table, literal, pick
from balance.games.heroes.cards.box import COLORS, DICE
from balance.games.heroes.state import (
    COMMON_EVENTS,
    DICE_SETS,
    ENDS,
    HERO,
    KIND_EVENTS,
    MISSION_CARD,
    PICKS,
    ROUNDS,
    TURNS,
    AdversaryEvent,
    Event,
    HeroEvent,
    MissionEvent,
    TileEvent,
)

FAMILIES = ("hero", "adversary", "mission", "tile")  # the codes HERO, ADVERSARY, MISSION_CARD, TILE_CARD
SIDES = ("left", "right", "only")
FATES = ("used", "own", "opponent", "kept")
ROLLED = tuple("+".join(die for i, die in enumerate(DICE) if (dice >> i) & 1) for dice in range(1, DICE_SETS))
"""Sets of dice by their bits, from 1."""

TRACK = (
    ("shine", "points from Shine printed on heroes"),
    ("tile_points", "points from Shine of tiles"),
    ("gift", "points given by others"),
    ("mission", "points from missions"),
    ("prestige_slots", "points from uncovered prestige slots"),
)
ADVERSARIES = (
    ("adv_base", "the adversaries' own points"),
    ("adv_collection", "bonuses for sets of colours"),
    ("adv_majority", "bonuses for most adversaries of a colour"),
    ("adv_strength", "bonuses for most Strength"),
    ("adv_number", "bonuses for the number of adversaries"),
    ("adv_color", "bonuses for each adversary of a colour"),
    ("adv_constellation", "bonuses for each tile"),
)


def tables(plan: Plan, cards: Any) -> dict[str, Table]:
    """The columns of the four tables, stored and derived."""
    return {
        "games": Table("games", _games(plan)),
        "seats": Table("seats", _seats(plan)),
        "turns": Table("turns", _turns(plan, cards)),
        "cards": Table("cards", _cards(cards)),
    }


def rows_per_game(plan: Plan, cards: Any) -> dict[str, int]:
    """The most rows a game adds to each table."""
    return {
        "games": 1,
        "seats": plan.players,
        "turns": plan.players * TURNS,
        "cards": plan.players * len(cards.ids),
    }


def _games(plan: Plan) -> tuple[Column | Derived, ...]:
    return (
        *game_columns(plan),
        Derived("turns", f"rows of a seat: always {TURNS}", f"{TURNS}::SMALLINT"),
        WINNERS,
        Derived("end_reason", "every game ends after its third round", "'rounds'"),
        *lead_columns(),
        Column("youngest", "the youngest seat, for ties about who starts"),
        *(
            Column(f"start_{i + 1}", f"the seat that starts round {i + 1}", field="starts", place=i)
            for i in range(ROUNDS)
        ),
        Column("max_counters", "most damage counters on the table at once"),
        Column("row_left", "adversaries in the row at the end"),
        Column("adv_deck_left", "adversaries in the deck at the end"),
        Column("missions_cycled", "missions that went below their pile"),
        Column("supply_emptied", "times the supply of tiles was made of the discarded ones"),
    )


def _seats(plan: Plan) -> tuple[Column | Derived, ...]:
    return (
        *seat_columns(plan, rank="rank by score, then by adversaries held; 1 = best, ties share"),
        *(Column(f"pts_{name}", description, field="points", place=i) for i, (name, description) in enumerate(TRACK)),
        *(
            Column(f"pts_{name}", description, field="part", place=i)
            for i, (name, description) in enumerate(ADVERSARIES)
        ),
        Column("adv_held", "adversaries held at the end", field="held"),
        *(
            Column(f"held_{color}", f"of them, {color} ones", field="color", place=i, part_of="adv_held")
            for i, color in enumerate(COLORS)
        ),
        Column("final_strength", "Strength of the final line-up"),
        Column("tiles_end", "tiles on its heroes and in its reserve at the end"),
        *(Column(f"fights_{k}", f"fights against {k}", field="fights", place=k - 1) for k in (1, 2, 3)),
        *(
            Column(f"lost_{k}", f"of these, lost against {k}", field="losses", place=k - 1, part_of=f"fights_{k}")
            for k in (1, 2, 3)
        ),
        Column("achieved", "missions achieved"),
        Column("failed", "missions attempted and failed"),
        Column("drawn", "tiles drawn"),
    )


def _turns(plan: Plan, cards: Any) -> tuple[Column | Derived, ...]:
    over = " + ".join(f"(turn > {end})::TINYINT" for end in ENDS[:-1])
    return (
        GAME_NO,
        Column("turn", f"row of the seat, 1 to {TURNS}"),
        Derived("round", f"round, 1 to {ROUNDS}", f"(1 + {over})::TINYINT"),
        Derived("row_of_round", "row of the round, from 1", f"(turn - {[0, *ENDS]}[round])", hidden=True),
        Derived(
            "phase",
            "recruit, adventure or return",
            f"CASE WHEN row_of_round <= {PICKS} THEN 'recruit' WHEN turn IN {ENDS} THEN 'return' ELSE 'adventure' END",
        ),
        Derived(
            "step",
            "pick 1 to 4, or position of the hero from 1, or 0 for the return",
            "CASE phase WHEN 'recruit' THEN row_of_round"
            f" WHEN 'adventure' THEN row_of_round - {PICKS} ELSE 0 END::TINYINT",
        ),
        SEAT,
        agent_column(plan),
        Column("score", "track and adversaries held, as if the game ended now, with the present line-ups"),
        *_recruit_columns(cards),
        *_adventure_columns(cards),
        *_fight_columns(cards),
        *_damage_columns(),
        *_mission_columns(cards),
        *_tile_columns(cards),
        *_state_columns(),
        *_return_columns(cards),
    )  # fmt: skip


def _ids(rows: Iterable[Any]) -> tuple[str, ...]:
    return tuple(row.id for row in rows)


def _blank(name: str, description: str, **more: Any) -> Column:
    return Column(name, description, blank=True, **more)


def _recruit_columns(cards: Any) -> list[Column | Derived]:
    return [
        _blank("hero", "recruit: the hero picked; adventure: the hero whose turn it is", values=_ids(cards.heroes)),
        Derived("hand_size", "cards in hand before the pick", "CASE phase WHEN 'recruit' THEN 6 - step END::TINYINT"),
        _blank("side", "end of the line-up: left, right or only", values=SIDES),
        _blank("icons_gained", "complete icons the hero made with its neighbour"),
        Derived(
            "lineup_size",
            "heroes in the line-up after the pick",
            "CASE phase WHEN 'recruit' THEN round - 1 + step END::TINYINT",
        ),
    ]


def _adventure_columns(cards: Any) -> list[Column | Derived]:
    return [
        _blank("tile_in_force", "the tile on the hero, which replaces its action", values=_ids(cards.tiles)),
        _blank("action", "the option performed, as written", values=cards.options),
        _blank("option", "its place in the action, from 0"),
        _blank("start_seat", "the seat that starts this round's adventure"),
        Column("strength", "Strength of the line-up"),
        _blank("tiles_placed", "tiles placed from the reserve this turn"),
    ]


def _fight_columns(cards: Any) -> list[Column | Derived]:
    return [
        _blank("k_offered", "fight: the most adversaries it could be against"),
        _blank("k", "fight: adversaries fought, 0 = declined"),
        _blank("dice", "fight: the dice rolled, an added one included", values=ROLLED),
        _blank("won", "fight: 1 = won, 0 = lost"),
        *(
            _blank(f"adv_{i + 1}", "fight: adversary taken", field="adv", place=i, values=_ids(cards.adversaries))
            for i in range(3)
        ),
    ]


def _four(prefix: str, field: str, names: Iterable[str], description: str) -> list[Column | Derived]:
    return [_blank(f"{prefix}{name}", f"{description}: {name}", field=field, place=i) for i, name in enumerate(names)]


def _damage_columns() -> list[Column | Derived]:
    return [
        *_four("free_", "free", ("l", "f", "i", "generic"), "own damage: free slots before"),
        *_four("dmg_", "dmg", ("l", "f", "i", "any"), "own damage: points"),
        _blank("placed", "own damage: points that found a slot"),
        _blank("victim", "the opponent who was hit"),
        *_four("victim_free_", "victim_free", ("l", "f", "i", "generic"), "its free slots before"),
        *_four("hit_", "hit", ("l", "f", "i", "any"), "points of the hit"),
        _blank("hit_placed", "points of the hit that found a slot"),
        _blank("victim_pslot", "points on its uncovered prestige slots afterwards"),
    ]


def _mission_columns(cards: Any) -> list[Column | Derived]:
    return [
        _blank("mission", "mission: which one was attempted", values=_ids(cards.missions)),
        Derived("mission_rank", "mission: its rank", pick("mission", [(row.id, row.rank) for row in cards.missions])),
        _blank("space", "mission: the space taken, from 1"),
        _blank("mission_points", "mission: points gained"),
        _blank("failed", "mission: 1 = attempted and failed, 0 = achieved"),
        _blank("declined", "mission: 1 = there was one to attempt and the seat did not, 0 = attempted"),
        _blank("cycled", "mission: 1 = the card went below its pile"),
    ]


def _tile_columns(cards: Any) -> list[Column | Derived]:
    return [
        _blank("tile_drawn", "the tile drawn", values=_ids(cards.tiles)),
        _blank("tile_fate", "what became of it: used, own, opponent or kept", values=FATES),
        _blank("tile_seat", "the seat on whose hero it was placed"),
        _blank("tile_position", "the position of that hero, from 1"),
    ]


def _state_columns() -> list[Column | Derived]:
    return [
        *(
            _blank(f"{name}_after", f"free {slots} slots afterwards", field="free_after", place=i)
            for i, (name, slots) in enumerate((("l", "lightning"), ("f", "fire"), ("i", "ice"), ("plain", "plain")))
        ),
        _blank("pslot_after", "points on uncovered prestige slots afterwards"),
        Column("counters", "damage counters on the whole table"),
        Column("adv_held", "adversaries held"),
        Column("reserve", "tiles in reserve"),
        Column("track", "Prestige on the track"),
        Column("gained", "points gained on the track in this row"),
        Column("given", "points given to others in this row"),
        _blank("gift_seat", "who got them"),
    ]


def _return_columns(cards: Any) -> list[Column | Derived]:
    return [
        _blank("prestige_slots", "return: points from uncovered prestige slots"),
        _blank("counters_removed", "return: counters taken off the seat's heroes"),
        *(
            _blank(f"discard_{i + 1}", "return: hero discarded", field="discard", place=i, values=_ids(cards.heroes))
            for i in range(3)
        ),
        _blank("tiles_lost", "return: tiles that left with the heroes"),
    ]


def _count(event: Event, description: str) -> Derived:
    return Derived(event.name.lower(), description, event_count(COMMON_EVENTS, event))


def _event(event: IntEnum, description: str) -> Derived:
    """A card event of one kind of card; the kinds share the stored column."""
    kind, events = next(pair for pair in zip(FAMILIES, KIND_EVENTS, strict=True) if pair[1].codes is type(event))
    sql = f"CASE WHEN family = {literal(kind)} THEN {event_count(events, event)} ELSE 0 END::SMALLINT"
    return Derived(event.name.lower(), f"{kind}: {description}", sql)


def _same(name: str, family: int, column: str, description: str) -> Derived:
    """An event that a common column counts already, under the name it has at the table."""
    kind = FAMILIES[family]
    sql = f"CASE WHEN family = {literal(kind)} THEN {column} ELSE 0 END::SMALLINT"
    return Derived(name, f"{kind}: {description}", sql)


def _cards(cards: Any) -> tuple[Column | Derived, ...]:
    return (
        *card_columns(cards.ids),
        Column("family", "kind of card", values=FAMILIES, hidden=True),
        *event_columns(COMMON_EVENTS),
        *event_columns(KIND_EVENTS[HERO]),
        _count(
            Event.SEEN,
            "hero: in hand at a pick; adversary: in the row at a fight; mission: available at a mission; tile: drawn",
        ),
        _count(Event.TAKEN, "hero: picked; adversary: won; tile: drawn"),
        _count(Event.PLAYED, "hero: placed in the line-up; mission: attempted; tile: placed on a hero"),
        _count(
            Event.USED,
            "hero: acted as printed; adversary: paid its bonus; mission: achieved; "
            "tile: took effect, or acted on a hero of this seat",
        ),
        _count(Event.USED_BY_OTHERS, "tile: acted on another seat's hero, placed there by this seat"),
        Column("first_turn", "turn when first played (adversary: won), 0 = never"),
        _count(Event.KEPT, "hero: in the final line-up; adversary: held; tile: as counted at the end"),
        *CHOICE_COLUMNS,
        Column("met_turn", "turn when the seat first met the card"),
        Column("pick", "hero: the pick (1 to 4) in which it was first picked, 0 = never"),
        _event(HeroEvent.DEALT, "in a first hand"),
        _same("picked", HERO, "taken", "picked"),
        _event(HeroEvent.PASSED, "seen and passed on"),
        _event(HeroEvent.LEFT_OVER, "the fifth card, out of the game"),
        _event(HeroEvent.ACTIVATED, "turns it took"),
        _event(HeroEvent.ACTIVATED_TILE, "of these, with a tile in force"),
        _event(HeroEvent.HELD_OVER, "kept at a return before the last"),
        _event(HeroEvent.DISCARDED, "discarded at a return"),
        _event(AdversaryEvent.REVEALED, "came into the row, for every seat"),
        Column("scored_base", "adversary: its own points, in the end", field="paid_base"),
        Column("scored_bonus", "adversary: points of its bonus, in the end", field="paid_bonus"),
        _event(MissionEvent.VISIBLE, "became available, for every seat"),
        _same("attempted", MISSION_CARD, "played", "attempted"),
        _same("achieved", MISSION_CARD, "used", "achieved"),
        _event(MissionEvent.ACHIEVED_FIRST, "of these, on the first space"),
        _event(MissionEvent.FAILED, "attempted and failed"),
        _event(MissionEvent.CYCLED, "went below its pile, the seat covering the last space"),
        _event(TileEvent.DRAWN, "drawn"),
        _event(TileEvent.PLACED_OWN, "placed on an own hero"),
        _event(TileEvent.PLACED_OPPONENT, "placed on an opponent's hero"),
        _event(TileEvent.RESOLVED, "took effect when drawn"),
        _event(TileEvent.ACTIVATED_OWNER, "acted on a hero of this seat"),
        _event(TileEvent.ACTIVATED_PLACER, "acted where this seat had put it"),
    )  # fmt: skip
