"""The columns of the four tables, stored and derived, one sentence each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from balance.engine.game.log import Column, Derived, Table
from balance.games.fairy_school.cards.box import DECKS, ELEMENTS
from balance.games.fairy_school.log.rows import ACT_BITS, CUBE_BITS, EXCHANGE_BITS
from balance.games.fairy_school.state import (
    EVENTS,
    MAX_HAND,
    MAX_ONGOING,
    MAX_SEATS,
    PAIRS,
    PLAYED,
    Event,
)
from balance.games.fairy_school.table import trimesters_of, turns_of

FAMILIES = ("start", "initial", "project", "final")  # the codes START, INITIAL, PROJECT, FINAL
ENDINGS = ("finished", "capped")
WORDS = {"E": "earth", "P": "plants", "F": "fire", "W": "water", "A": "air"}

PARTS = (
    ("kindness", "kindness cubes"),
    ("projects", "realized projects in the deck"),
    ("steps", "steps of the final project"),
    ("study", "creatures studied"),
    ("resources", "left-over elements"),
)

ACTS = (
    ("act_own", "activations of own cards, re-activations included"),
    ("act_left", "activations of the left neighbour's cards (laid-out cards: those laid to their owner's right)"),
    ("act_right", "activations of the right neighbour's cards (laid-out cards: those laid to their owner's left)"),
    ("react", "of all activations, re-activations"),
    ("taken", "cards taken back from the discard pile"),
    ("drawn_placed", "cards drawn and placed by effects"),
    ("removed", "cards removed from the game"),
)

EVENT_DESCRIPTIONS = {
    Event.SEEN: "times in a draft hand, on offer, in the common discard at an idle pick, or owned from the start",
    Event.OWNED: "copies owned from the start",
    Event.SEEN_DRAFT: "times in a hand when picking in a draft",
    Event.PICKED: "times put aside in a draft",
    Event.KEPT_ONGOING: "times kept as an ongoing project, or begun with",
    Event.DROPPED: "times put into the common discard",
    Event.IDLE_TAKEN: "times taken from the common discard",
    Event.REALIZED: "times realized",
    Event.DRAWN: "times drawn",
    Event.PLACED_TOP: "times placed in the top row of the forest",
    Event.PLACED_BOTTOM: "times placed in the bottom row",
    Event.PLAYED_SHARED: "times played to the shared area",
    Event.PLAYED_PERSONAL: "times played to the personal area, by a column or an effect",
    Event.TAKEN_BACK: "times taken back from the discard pile",
    Event.ACT_OWNER: "activations by this seat, re-activations included",
    Event.ACT_OTHERS: "activations by other seats, re-activations included",
    Event.REACTIVATED: "of these, re-activations",
    Event.LINE1: "activations of its first line",
    Event.LINE2: "activations of its second line",
    Event.CORNER_DISCARDED: "times discarded from a study slot",
    Event.REMOVED: "times removed from the game",
    Event.KEPT: "copies in the final deck: draw pile, discard pile and forest",
    Event.OFFERED: "final project: times on offer when this seat chose",
    Event.CHOSEN: "final project: chosen",
    Event.STEPS_DONE: "final project: steps realized",
}
"""What each card event counts."""


def tables(plan: Plan, cards: Any) -> dict[str, Table]:
    """The columns of the four tables, stored and derived."""
    return {
        "games": Table("games", _games(plan)),
        "seats": Table("seats", _seats(plan, cards)),
        "turns": Table("turns", _turns(plan, cards)),
        "cards": Table("cards", _cards(cards)),
    }


def rows_per_game(plan: Plan, cards: Any) -> dict[str, int]:
    """The most rows a game adds to each table."""
    turns = trimesters_of(plan) * turns_of(plan) + int(plan.settings["final_turn_cap"])
    return {
        "games": 1,
        "seats": plan.players,
        "turns": plan.players * turns,
        "cards": plan.players * len(cards.ids),
    }


def _games(plan: Plan) -> tuple[Column | Derived, ...]:
    return (
        *game_columns(plan),
        Column("turns", "turns of a seat, those of the final trimester included"),
        Column("final_turns", "turns of the final trimester"),
        WINNERS,
        Column("end_reason", "finished: somebody had all steps; capped: no cubes left, or too long", field="ending",
               values=ENDINGS),
        *lead_columns(),
        Column("finishers", "seats that had all steps before the last spending"),
    )  # fmt: skip


def _seats(plan: Plan, cards: Any) -> tuple[Column | Derived, ...]:
    ids = _small_ids(cards)
    initial = [f"initial_{i + 1}" for i in range(MAX_HAND)]
    return (
        *seat_columns(plan),
        *(
            Column(f"pts_{name}", f"points from {description}", field="points", place=i)
            for i, (name, description) in enumerate(PARTS)
        ),
        Column(
            "s_deck", "predefined starting deck; empty in the expert setup", field="letter", values=DECKS, blank=True
        ),
        *(
            Column(name, "a starting card S", field="initial", place=i, values=ids, blank=True, hidden=True)
            for i, name in enumerate(initial)
        ),
        Derived("s_cards", "starting cards S, joined by ;: first the two that began in the forest", _joined(initial)),
        Column("start_set", "which of the four starting sets, from 1"),
        Column("final_id", "final project", values=_ids(cards.finals), blank=True),
        Derived("passed", "score of at least the pass mark", f"score >= {plan.settings['pass_mark']}"),
        Derived("honors", "score of at least the honors mark", f"score >= {plan.settings['honors_mark']}"),
        Column("finisher", "all steps done before the last spending", switch=True),
        Column("finished", "all steps done, last spending included", switch=True),
        Column("steps", "steps realized"),
        Column("realized", "projects realized"),
        Column("removed_projects", "of these, removed from the game", part_of="realized"),
        Column("idle_picks", "projects taken from the common discard"),
        Column("studied", "creatures studied"),
        Column("bonuses", "bonus elements of pairs"),
        Column("cubes_left", "cubes in supply at the end"),
        Column("left_over", "elements at the end"),
    )


def _turns(plan: Plan, cards: Any) -> tuple[Column | Derived, ...]:
    turns, trimesters = turns_of(plan), trimesters_of(plan)
    return (
        GAME_NO,
        Column("turn", "turn, from 1"),
        Derived(
            "trimester",
            f"trimester, from 1; {trimesters + 1} is the final one",
            f"least((turn - 1) // {turns}, {trimesters})::TINYINT + 1",
        ),
        Derived("turn_in_trimester", "turn of the trimester, from 1", f"(turn - {turns} * (trimester - 1))::SMALLINT"),
        Derived("is_final", "whether it is the final trimester", f"trimester = {trimesters + 1}"),
        SEAT,
        agent_column(plan),
        Column("score", "score as it stands, everything counted"),
        *_forest_columns(cards),
        *_act_columns(),
        *_cube_columns(),
        *_study_columns(cards),
        *_element_columns(),
        *_project_columns(cards),
    )


def _ids(rows: Iterable[Any]) -> tuple[str, ...]:
    return tuple(row.id for row in rows)


def _small_ids(cards: Any) -> tuple[str, ...]:
    """The small cards by their numbers; that of a stand-in comes after those of the final projects."""
    return _ids(cards.cards) if cards.stand_in is None else tuple(cards.ids)


def _joined(columns: Sequence[str]) -> str:
    """Words of several columns that may be NULL, joined by semicolons."""
    return f"concat_ws(';', {', '.join(f'{column}::VARCHAR' for column in columns)})"


def _bits(column: str, place: int, bits: int) -> str:
    """A count of so many bits in a packed column."""
    return f"(({column} >> {place * bits}) & {(1 << bits) - 1})::SMALLINT"


def _named(column: str, places: int, bits: int, words: Sequence[str]) -> str:
    """Words whose numbers, from 1, stand in a packed column, joined by semicolons."""
    listed = "[" + ", ".join(f"'{word}'" for word in words) + "]"
    numbers = (f"(({column} >> {place * bits}) & {(1 << bits) - 1})" for place in range(places))
    return f"concat_ws(';', {', '.join(f'{listed}[nullif({number}, 0)]' for number in numbers)})"


def _forest_columns(cards: Any) -> list[Column | Derived]:
    ids = _small_ids(cards)
    return [
        Column("drawn", "cards drawn to refill the forest"),
        Column("reshuffles", "times the discard pile became the draw pile"),
        *(
            Column(f"col_{name}", "column played, 0 to 4 from the left; -1 = none", field="col", place=i)
            for i, name in enumerate("ab"[:PLAYED])
        ),
        *(
            Column(f"{row}_card_{name}", f"card played from its {row} row", field=row, place=i, values=ids, blank=True)
            for row in ("top", "bottom")
            for i, name in enumerate("ab"[:PLAYED])
        ),
    ]


def _act_columns() -> list[Column | Derived]:
    return [
        Column("acts", "what the seat did in phase 3, packed", hidden=True),
        *(Derived(name, description, _bits("acts", i, ACT_BITS)) for i, (name, description) in enumerate(ACTS)),
    ]


def _cube_columns() -> list[Column | Derived]:
    kind_from = [f"kind_from_{seat}" for seat in range(MAX_SEATS)]
    return [
        Column("cubes_supply", "own cubes in supply after phase 4"),
        Column("kind_packed", "cubes received, by giver", field="kind_from", hidden=True),
        *(
            Derived(name, f"cubes received from seat {seat}", _bits("kind_packed", seat, CUBE_BITS))
            for seat, name in enumerate(kind_from)
        ),
        Derived("kind_gained", "kindness gained", f"({' + '.join(kind_from)})::SMALLINT"),
        Column("kind_total", "kindness in all"),
    ]


def _study_columns(cards: Any) -> list[Column | Derived]:
    names = [creature.name for creature in cards.creatures]
    elements = [WORDS[element] for element in ELEMENTS]
    return [
        *(
            Column(
                f"corner_{row}",
                f"card discarded from the study slot of the {row} row",
                field="corner",
                place=i,
                values=_small_ids(cards),
                blank=True,
            )
            for i, row in enumerate(("top", "bottom"))
        ),
        Column("corner_discards", "cards discarded from the study slots"),
        Column("studied_corner", "creature studied at a study slot", values=tuple(names), blank=True),
        Column("studies", "creatures studied by effects, packed", hidden=True),
        Derived("studied_effect", "creatures studied by effects, joined by ;", _named("studies", len(names), 4, names)),
        Column("bonuses", "bonus elements, packed", hidden=True),
        Derived("bonus_element", "bonus elements of pairs, joined by ;", _named("bonuses", PAIRS, 3, elements)),
    ]


def _element_columns() -> list[Column | Derived]:
    columns: list[Column | Derived] = []
    for i, x in enumerate(ELEMENTS):
        columns += [
            Column(f"{x}_gain", f"{WORDS[x]}: gained by effects, bonuses and as a leader", field="gain", place=i),
            Column(f"{x}_spend", f"{WORDS[x]}: what costs asked for", field="spend", place=i),
            Column(f"{x}_conv", f"{WORDS[x]}: made less burnt by exchanges", field="conv", place=i),
            Column(f"{x}_end", f"{WORDS[x]}: stock after the turn", field="end", place=i),
            Derived(f"{x}_start", f"{WORDS[x]}: stock before the turn", f"{x}_end - {x}_gain + {x}_spend - {x}_conv"),
        ]
    exchanges = (
        ("conv3", "exchanges of 3 elements for an earth or a water"),
        ("conv4", "exchanges of 4 elements for a plants or a fire"),
        ("conv6", "exchanges of 6 elements for an air"),
        ("jokers", "airs that stood in for another element"),
    )
    return [
        *columns,
        Column("exchanges", "exchanges, packed", hidden=True),
        *(
            Derived(name, description, _bits("exchanges", i, EXCHANGE_BITS))
            for i, (name, description) in enumerate(exchanges)
        ),
    ]


def _project_columns(cards: Any) -> list[Column | Derived]:
    ids = _small_ids(cards)
    realized = [f"realized_{i + 1}" for i in range(MAX_ONGOING)]
    ongoing = [f"ongoing_{i + 1}" for i in range(MAX_ONGOING)]
    return [
        *(
            Column(name, "a project realized", field="realized", place=i, values=ids, blank=True, hidden=True)
            for i, name in enumerate(realized)
        ),
        Derived("realized", "projects realized, in order, joined by ;", _joined(realized)),
        *(
            Column(name, "an ongoing project", field="ongoing", place=i, values=ids, blank=True, hidden=True)
            for i, name in enumerate(ongoing)
        ),
        Derived("ongoing", "ongoing projects after the turn, joined by ;", _joined(ongoing)),
        Column("idle_pick", "project taken from the common discard", values=ids, blank=True),
        Column("final_id", "final project", values=_ids(cards.finals), blank=True),
        Column("steps_now", "final steps realized this turn"),
        Column("steps_total", "final steps realized so far"),
        Column(
            "leader_bonus",
            "element gained for being ahead in the race",
            values=tuple(WORDS[element] for element in ELEMENTS),
            blank=True,
        ),
    ]


def _cards(cards: Any) -> tuple[Column | Derived, ...]:
    def count(event: Event) -> Derived:
        return Derived(
            event.name.lower(), EVENT_DESCRIPTIONS[event], event_count(EVENTS, event), hidden=event == Event.OWNED
        )

    return (
        *card_columns(cards.ids),
        Column("family", "kind of card", values=FAMILIES, hidden=True),
        *event_columns(EVENTS),
        count(Event.SEEN),
        *(count(event) for event in Event if event not in (Event.SEEN, Event.KEPT)),
        Derived(
            "taken",
            "project: realized; starting card: in the starting deck; final project: chosen",
            "CASE family WHEN 'project' THEN realized WHEN 'final' THEN chosen ELSE owned END",
        ),
        Derived(
            "played",
            "times played to the shared or personal area; final project: steps realized",
            "CASE family WHEN 'final' THEN steps_done ELSE played_shared + played_personal END",
        ),
        Derived("used", "activations by this seat", "act_owner"),
        Derived("used_by_others", "activations by other seats", "act_others"),
        Column("first_turn", "turn when first played, 0 = never"),
        count(Event.KEPT),
        *CHOICE_COLUMNS,
        Column("realized_turn", "turn when first realized, 0 = never"),
        Column("met_turn", "turn when the seat first met the card"),
    )
