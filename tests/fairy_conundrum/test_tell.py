"""Logged games in plain words: one whole game that is kept, what must hold in every game, and turns made by hand.

The whole game is in golden/story.txt. See ``assert_told_as_kept``.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from balance.engine.game.story import LoggedGame, Row
from balance.games.fairy_conundrum.cards import parse_effect
from balance.games.fairy_conundrum.codes import (
    AWAKENING,
    CONSPIRACY,
    DREAM,
    JOUST,
    NARRATION,
    RENEWAL,
    VOLATILITY,
    Said,
)
from balance.games.fairy_conundrum.codes import CardEvent as E
from balance.games.fairy_conundrum.tell import tell
from balance.games.fairy_conundrum.tell.abilities import describe as describe_ability
from balance.games.fairy_conundrum.tell.ledger import describe, tell_cards, tell_opening, tell_seat
from balance.games.fairy_conundrum.tell.turn_events import MILLED, TurnEvent, find_events
from balance.games.fairy_conundrum.tell.words import open_book, times
from fairy_conundrum.tell import Table, plan_of
from helpers import marks
from helpers.told import assert_told_as_kept, logged_games

GOLDEN = Path(__file__).parent / "golden" / "story.txt"

OTHERS: dict[str, dict[str, Any]] = {
    "mixed": {"agents": "mixed", "players": 4},
    "all settings": {
        "players": 3,
        "settings": {
            "conspiracy": "on",
            "narration_mode": "alternate",
            "order_after_first": "initiative",
            "joust_mode": "simultaneous",
            "joust_assign": "split",
            "maturation_timing": "continuous",
            "deck_mode": "random_legal",
        },
    },
    "matches": {"agents": "random", "games": 6, "settings": {"match_games": "3"}},
    "nobody draws": {"agents": "passive", "settings": {"dream_base": "0"}},
    "nobody plays": {"agents": "passive", "players": 3},
}
"""Games of all styles, and by chance."""

GAMES = marks.games(1, 3)

COUNTED = {
    "called": E.CALLED, "set": E.SET_DOWN, "trap_fired": E.TRAP_FIRED, "trap_lapsed": E.TRAP_LAPSED,
    "sheltered": E.SHELTERED, "exited": E.EXITED, "reaped": E.REAPED, "bounced": E.BOUNCED,
    "imprisoned": E.IMPRISONED, "married": E.MARRIED, "token_made": E.TOKEN_MADE, "discarded": E.DISCARDED,
    "dissipated": E.DISSIPATED, "used_by_others": E.USED_BY_OTHERS,
}  # fmt: skip
"""Columns of `cards` that count nothing before the first turn."""


def test_a_whole_game(tmp_path):
    """Played by chance alone, so that the weights of play styles do not matter; the second game of a match."""
    assert_told_as_kept(plan_of(tmp_path, settings={"match_games": "3", "conspiracy": "on"}), 1, GOLDEN)


@pytest.fixture(scope="module", params=OTHERS)
def games(request, tmp_path_factory) -> list[LoggedGame]:
    """Some games of one kind."""
    folder = tmp_path_factory.mktemp("others")
    return logged_games(plan_of(folder, **{"games": GAMES, **OTHERS[request.param]}))


@pytest.mark.nightly
def test_every_turn_of_every_seat_is_told(games):
    for game in games:
        lines = tell(game)
        begun = [line for line in lines if re.match(r"  Player \d \(\w+\) has \d+ sparkles?\. ", line)]
        assert len(begun) == len(game.turns)
        assert sum(line.startswith("Turn ") for line in lines) == game.game["turns"]
        assert not [line for line in lines if re.search(r"None|\.\.|\( |\w  |: \.|, \.", line)]


@pytest.mark.slow
def test_every_joust_is_told(games):
    for game in games:
        clash = r": attack (-?\d+) .*? takes (\d+|no) life|, but \S+ \S+ of Player \d cancels it"
        told = re.findall(rf" jousts Player (\d)(?:{clash})", "\n".join(plain(game)))
        jousts = [row for row in _in_order(game) if row["joust_target"] is not None]
        assert [(int(seat) - 1, int(attack or 0), int(life.replace("no", "") or 0)) for seat, attack, life in told] == [
            (row["joust_target"], row["joust_attack"], row["joust_life_taken"]) for row in jousts
        ]


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
def test_fc_163_every_joust_that_is_cancelled_is_told_as_such(tmp_path, mode):
    traps = {f"FA{n}": {"mes": 1, "effect": "TRAP foe.joust: cancel"} for n in (1, 3, 4)}
    told = Counter[str]()
    for game in logged_games(plan_of(tmp_path, traps, settings={"joust_mode": mode})):
        sprung = sum(event.what == E.TRAP_FIRED and event.moment == JOUST for event in events_of(game))
        for line in tell(game):
            if " jousts " in line:
                told["cancelled"] += line.count(" cancels it. ")
                told["no attack"] += " activates " in line and "attack" in line
        told["sprung"] += sprung
    assert told["cancelled"] == told["sprung"] > 2
    assert not told["no attack"]


def plain(game: LoggedGame) -> list[str]:
    """The story with minus signs that Python reads."""
    return [line.replace("−", "-") for line in tell(game)]


def _in_order(game: LoggedGame) -> list[Row]:
    return sorted(game.turns, key=lambda row: (row["turn"], row["destiny_pos"]))


@pytest.mark.slow
def test_the_sparkles_of_a_turn_add_up(games):
    """As a reader adds them up; after a Conspiracy the rest is told in another line."""
    whole = re.compile(r"  Player \d \(\w+\) has (\d+) sparkles?\. .*?(\d+) left\.")
    for game in games:
        for line in tell(game):
            if match := whole.match(line):
                paid = sum(map(int, re.findall(r"(\d+) (?:for calls|in contribution|to set|for abilities)", line)))
                lost = sum(map(int, re.findall(r"[Ee]ffects take (\d+)", line)))
                got = sum(map(int, re.findall(r"(?:Gathers|[Ee]ffects bring|[Rr]eceives) (\d+)", line)))
                assert int(match[1]) + got - paid - lost == int(match[2])


def test_the_parts_of_the_final_life_add_up(games):
    for game in games:
        for row in game.seats:
            (line,) = [
                line for line in plain(game) if re.match(rf"  Player {row['seat'] + 1} \(\w+\): life -?\d+: ", line)
            ]
            life, *parts = re.findall(r"(-?\d+)(?:: | (\w+))", line.partition(": life ")[2])
            total = sum(int(number) * (-1 if word in ("lost", "paid") else 1) for number, word in parts)
            assert (int(life[0]), total) == (row["score"], row["score"])


def test_every_fall_is_told(games):
    for game in games:
        ranks = {row["seat"]: row["rank"] for row in game.seats}
        fell = [int(seat) - 1 for seat in re.findall(r"\n  Player (\d) \(\w+\) falls, life ", "\n".join(tell(game)))]
        assert {seat for seat, rank in ranks.items() if rank > 1} <= set(fell)
        assert len(fell) == len(set(fell))


def events_of(game: LoggedGame) -> list[TurnEvent]:
    """All that happened to cards after the opening; each while somebody was at play who is told of."""
    assert game.happened is not None
    by_turn = find_events(game.happened)
    assert by_turn.keys() <= {(row["turn"], row["seat"]) for row in game.turns}
    return [event for events in by_turn.values() for event in events]


def test_the_events_are_all_that_happened_to_the_cards(games):
    """Card for card, the events of the turns are those that `cards` counts."""
    for game in games:
        cards = game.plan.cards.ids
        events = [event for event in events_of(game) if event.what != Said.LIFE]
        logged = {MILLED: int(E.DISCARDED)}
        happened = Counter((event.owner, cards[event.card], logged.get(event.what, event.what)) for event in events)
        for row in game.cards:
            counts = {event: row[column] for column, event in COUNTED.items()}
            assert {event: happened[row["seat"], row["card"], event] for event in counts} == counts


def test_a_milled_card_is_not_told_as_a_discard(tmp_path):
    effects = {"FA1": {"effect": "CALL: mill 2 foe"}, "FA3": {"effect": "CALL: discard 1 foe"}}
    told = Counter[str]()
    for game in logged_games(plan_of(tmp_path, effects, agents="greedy")):
        milled = [event for event in events_of(game) if event.what == MILLED]
        told["milled"] += len(milled)
        told["discarded"] += sum(event.what == E.DISCARDED for event in events_of(game))
        assert {event.moment for event in milled} <= {NARRATION, CONSPIRACY, JOUST}  # never over the hand maximum
        assert any(" from the haversack to the rest" in line for line in tell(game)) == bool(milled)
    assert told["milled"] > 0
    assert told["discarded"] > 0


def test_damage_that_reaps_nobody_is_told(tmp_path):
    told = 0
    for game in logged_games(plan_of(tmp_path, {"FA1": {"effect": "CALL: dmg 1 foe.fairy.x#all"}}, agents="greedy")):
        hurt = [event for event in events_of(game) if event.what == Said.DAMAGED]
        lines = [line for line in tell(game) if re.search(r" takes? \d+ damage", line)]
        assert bool(lines) == bool(hurt)
        told += len(hurt)
    assert told > 0


def test_all_life_that_changes_outside_jousts_is_told(games):
    for game in games:
        assert game.happened is not None
        changes: Counter[tuple[int, int]] = Counter()
        for (turn, _), events in find_events(game.happened).items():
            for event in events:
                changes[turn, event.owner] += event.card if event.what == Said.LIFE else 0
        for row in game.turns:
            lost = row["joust_life_lost"]
            assert changes[row["turn"], row["seat"]] == row["life_end"] - row["life_start"] + lost


def test_every_ability_used_is_told(games):
    """An avatar has one row in `cards`, and a card for each stage: the events of all its stages are of that row."""
    for game in games:
        used = Counter(event.owner for event in events_of(game) if event.what == E.ACTED)
        for seat in open_book(game).seats:
            own = [row for row in game.cards if row["seat"] == seat]
            assert used[seat] == sum(row["acted"] - row["used_by_others"] for row in own)


# ---------------------------------------------------------------- turns by hand


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Table:
    return Table(plan_of(tmp_path_factory.mktemp("book")))


def test_the_lowest_initiative_chooses(table):
    rows = [table.row(0, destiny_pos=1), table.row(1, destiny_pos=2), table.row(2, destiny_pos=0)]
    assert table.destiny(*rows) == (
        "Initiative: Player 1 20, Player 2 21, Player 3 22."
        " Player 1 (star) has the lowest and lets Player 3 begin, then Player 1 and Player 2."
    )


def test_the_chooser_may_begin(table):
    assert table.destiny(table.row(0), table.row(1)).endswith(" Player 1 (star) has the lowest and begins.")


def test_vision_is_told_where_there_is_some(table):
    rows = [table.row(0, initiative=18), table.row(1, initiative=22)]
    assert table.destiny(*rows).startswith(
        "Initiative: Player 1 18 (life 20, vision 2), Player 2 22 (life 21, vision −1). "
    )


def test_a_tie_goes_to_less_maturation(table):
    rows = [table.row(seat, initiative=20) for seat in (0, 1, 2)]
    before = [table.row(seat, maturation=maturation) for seat, maturation in enumerate((3, 5, 4))]
    told = "Player 1 (star) has as little as Player 2 and Player 3, but less maturation (3 against 5 and 4), and begins"
    assert told in table.destiny(*rows, before=before)


def test_a_tie_of_maturation_goes_on(table):
    rows = [table.row(seat, initiative=20) for seat in (0, 1)]
    before = [table.row(seat, maturation=3) for seat in (0, 1)]
    told = table.destiny(*rows, before=before)
    assert "has as little as Player 2, and as little maturation, but less gathering or luck with the die, and" in told


def test_on_the_first_turn_the_maturation_is_not_known(table):
    rows = [table.row(seat, initiative=20) for seat in (0, 1)]
    assert "has as little as Player 2, but less maturation, less gathering or luck with the die, and" in (
        table.destiny(*rows)
    )


def test_a_narration_in_its_order(table):
    events = [
        *table.event(E.PLACED, "Loft"),
        *table.event(E.CALLED, "Daisy 01, Daisy 01, Clover 01"),
        *table.event(E.TOKEN_MADE, "Seedling"),
        *table.event(E.SHELTERED, "Daisy 01"),
        *table.event(E.SET_DOWN, "Bramble 01"),
        *table.event(E.ACTED, "Thunder 01"),
    ]
    told = table.narrates(events, sparkles_start=7, spent_calls=4, spent_toll=1, spent_mes=2, sparkles_end=1)
    assert told == (
        "has 7 sparkles. Gathers 1. Places Loft; calls two Daisy 01 and Clover 01; makes Seedling; shelters Daisy 01;"
        " sets Bramble 01 face down; uses Thunder 01. Pays 4 for calls, 1 in contribution and 2 to set mésangettes;"
        " 1 left."
    )


def test_what_happens_to_others_names_them(table):
    events = [
        *table.event(E.CALLED, "Ivy 01"),
        *table.event(E.IMPRISONED, "Daisy 01", owner=1),
        *table.event(E.TRAP_FIRED, "Bramble 01", owner=1),
        *table.event(E.REAPED, "Ivy 01"),
        *table.event(E.USED_BY_OTHERS, "Loft", owner=2),
        *table.event(E.SHELTERED, "Heather 01, Daisy 01", owner=2),
    ]
    assert table.narrates(events) == (
        "has 0 sparkles. Gathers 1. Calls Ivy 01; Daisy 01 of Player 2 is imprisoned; Player 2 activates the mésangette"
        " Bramble 01; its Ivy 01 is reaped; uses Loft of Player 3; Heather 01 and Daisy 01 of Player 3 enter a shelter."
        " 0 left."
    )


def test_milled_cards_say_where_they_come_from(table):
    told = table.narrates([*table.event(MILLED, "Daisy 01, Moss 01", owner=1), *table.event(MILLED, "Fern 01")])
    assert (
        " Daisy 01 and Moss 01 of Player 2 go from the haversack to the rest;"
        " its Fern 01 goes from the haversack to the rest. "
    ) in told


def test_damage_is_told_by_how_much_and_points_on_one_card_add_up(table):
    daisies = table.event(Said.DAMAGED, "Daisy 01, Daisy 01, Fern 01, Fern 01", owner=1)
    pieces = ((70, 2), (71, 2), (72, 1), (72, 2))  # two copies, and one card hit point by point
    events = [event._replace(piece=p, damage=n) for event, (p, n) in zip(daisies, pieces, strict=True)]
    assert " Two Daisy 01 of Player 2 take 2 damage and Fern 01 of Player 2 takes 3 damage. " in table.narrates(events)


def test_a_card_stolen_from_twice_is_one_card(table):
    told = table.narrates(table.event(E.STOLEN_FROM, "Daisy 01, Daisy 01", owner=1))
    assert " Daisy 01 of Player 2 is stolen from. " in told


def test_several_cards_suffer_together(table):
    assert " Its Daisy 01 and Heather 01 marry. " in table.narrates(table.event(E.MARRIED, "Daisy 01, Heather 01"))


def test_a_lapse_is_told(table):
    assert " Lets the mésangette Bramble 01 lapse. " in table.narrates(table.event(E.TRAP_LAPSED, "Bramble 01"))


def test_several_may_lapse_at_once(table):
    told = table.narrates(table.event(E.TRAP_LAPSED, "Bramble 01, Ivy 01"))
    assert " Lets the mésangettes (Bramble 01 and Ivy 01) lapse. " in told


def test_copies_may_lapse_at_once(table):
    told = table.narrates(table.event(E.TRAP_LAPSED, "Bramble 01, Bramble 01"))
    assert " Lets the mésangettes (two Bramble 01) lapse. " in told


def lives(owner: int, *changes: int, moment: int = NARRATION) -> list[TurnEvent]:
    """Life that comes, or goes, outside a joust."""
    return [TurnEvent(Said.LIFE, owner, moment, change) for change in changes]


def test_life_that_goes_outside_a_joust_is_told_where_it_goes(table):
    events = [
        *table.event(E.CALLED, "Daisy 01"),
        *lives(1, -1, -2),
        *table.event(E.TRAP_FIRED, "Bramble 01", owner=1),
        *lives(1, -3),
        *lives(0, -1),
        *lives(0, 2),
    ]
    assert (
        " Calls Daisy 01; Player 2 loses 3 life; Player 2 activates the mésangette Bramble 01; Player 2 loses 3 life;"
        " loses 1 life; gains 2 life. "
    ) in table.narrates(events)


def test_life_may_go_before_the_narration(table):
    assert " Volatility: Player 2 loses 4 life. " in table.narrates(lives(1, -4, moment=VOLATILITY))


def test_moments_before_the_narration_are_named(table):
    events = [
        *table.event(E.REAPED, "Spark of Hope", moment=VOLATILITY),
        *table.event(E.EXITED, "Daisy 01, Clover 01", moment=RENEWAL),
    ]
    assert table.narrates(events) == (
        "has 0 sparkles. Volatility: its Spark of Hope is reaped. Renewal: brings out Daisy 01 and Clover 01."
        " Gathers 1. Does nothing. 0 left."
    )


def test_an_exit_in_the_narration_is_an_abilitys_doing(table):
    assert " Its Daisy 01 leaves the shelter. " in table.narrates(table.event(E.EXITED, "Daisy 01"))


def test_an_exit_and_an_entrance_at_once_are_a_move(table):
    events = [
        *table.event(E.CALLED, "Ivy 01"),
        *table.event(E.EXITED, "Daisy 01"),
        *table.event(E.SHELTERED, "Daisy 01"),
    ]
    assert " Calls Ivy 01; moves Daisy 01 to another shelter. " in table.narrates(events)


def test_an_exit_by_an_ability_is_no_move(table):
    events = [
        *table.event(E.ACTED, "Ivy 01"),
        *table.event(E.EXITED, "Daisy 01"),
        *table.event(E.SHELTERED, "Daisy 01"),
    ]
    assert " Uses Ivy 01; its Daisy 01 leaves the shelter; shelters Daisy 01. " in table.narrates(events)


def test_an_exit_and_an_entrance_of_two_cards_are_no_move(table):
    events = [*table.event(E.EXITED, "Daisy 01"), *table.event(E.SHELTERED, "Ivy 01")]
    assert " Its Daisy 01 leaves the shelter; shelters Ivy 01. " in table.narrates(events)


def test_who_fell_before_the_narration_is_not_said_to_do_nothing(table):
    assert table.narrates(gathered=0, joust_target=None, sparkles_start=1, sparkles_end=1) == "has 1 sparkle. 1 left."


def test_conspiracy_has_a_line_of_its_own(table):
    events = [
        *table.event(E.CALLED, "Daisy 01"),
        *table.event(E.CALLED, "Spark of Hope", moment=CONSPIRACY),
    ]
    assert table.turn(table.row(spent_calls=2), events=events)[1:3] == [
        "  Player 1 (star) has 0 sparkles. Gathers 1. Calls Daisy 01.",
        "  Player 1 (star). Conspiracy: calls Spark of Hope. Pays 2 for calls; 0 left.",
    ]


def test_where_sparkles_come_from(table):
    told = table.narrates(effect_sparkles=2, shared_received=3, spent_other=1, sparkles_end=5)
    assert told.endswith(" Pays 1 for abilities; effects bring 2; receives 3 from shards of others; 5 left.")


def test_effects_may_take_sparkles(table):
    assert table.narrates(effect_sparkles=-1, sparkles_start=1, sparkles_end=1).endswith(" Effects take 1; 1 left.")


def test_what_goes_to_others_is_told(table):
    told = table.narrates(spent_calls=5, spent_opposite=3, sparkles_start=4)
    assert told.endswith(" Pays 5 for calls, 3 of it shared with others; 0 left.")


def test_where_only_the_row_tells_actions_are_counted(table):
    row = {"fairies_called": 2, "shards_called": 1, "shelters_called": 1, "traps_set": 1, "abilities_used": 2}
    told = table.narrates(None, **row)
    assert " Places 1 shelter; calls 2 fairies and 1 shard; sets 1 mésangette; uses 2 abilities. " in told
    assert " Does nothing. " in table.narrates(None)


def test_a_joust_says_what_met_what(table):
    assert table.jousts(joust_attack=7, joust_defence=4, joust_life_taken=3) == (
        "jousts Player 2: attack 7 against defence 4 takes 3 life."
    )


def test_a_joust_may_take_no_life(table):
    assert table.jousts(joust_attack=2, joust_defence=4).endswith(" takes no life.")


def test_what_a_joust_sets_off_is_told(table):
    events = table.event(E.TRAP_FIRED, "Bramble 01", owner=1, moment=JOUST)
    assert table.jousts(events, joust_defence=4) == (
        "jousts Player 2: attack 0 against defence 4 takes no life. Player 2 activates the mésangette Bramble 01."
    )


@pytest.mark.parametrize(("owner", "whose"), [(1, "Bramble 01 of Player 2"), (0, "its Bramble 01")])
def test_fc_163_a_joust_that_is_cancelled_says_by_what(table, owner, whose):
    events = [
        *table.event(E.TRAP_FIRED, "Bramble 01", owner=1, moment=JOUST),
        *table.event(Said.CANCELLED, "Bramble 01", owner=owner, moment=JOUST),
        *table.event(E.DRAWN, "Daisy 01", owner=1, moment=JOUST),
    ]
    assert table.jousts(events, joust_defence=4) == (
        f"jousts Player 2, but {whose} cancels it. Player 2 activates the mésangette Bramble 01;"
        " Player 2 draws Daisy 01."
    )


def test_the_end_of_a_turn_says_how_the_seat_stands(table):
    events = [
        *table.event(E.DRAWN, "Daisy 01, Stair", moment=DREAM),
        *table.event(E.DISCARDED, "Moss 01", moment=AWAKENING),
    ]
    columns = {"maturation": 9, "hand_end": 7, "deck_end": 30, "canvas_end": 1, "shelters_in_valley": 2, "guests": 1}
    columns |= {"explorers": 3, "ray_total": 5, "mat_total": 4, "life_end": 15, "joust_life_lost": 4}
    assert table.stands(events, before=[table.row()], **columns) == (
        ": life 15 (4 lost in jousts and 1 lost or paid otherwise). Maturation 9, stage I. Dream: draws Daisy 01 and"
        " Stair. Awakening: discards Moss 01. Holds 7 cards (30 in the haversack, 1 in the canvas), 2 shelters with"
        " 1 guest, 3 fairies in exploration (ray 5, mat 4)."
    )


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({}, ": life 20. "),
        ({"life_end": 17, "joust_life_lost": 3}, ": life 17 (3 lost in jousts). "),
        ({"life_end": 22}, ": life 22 (2 gained otherwise). "),
        ({"life_end": 20, "joust_life_lost": 2}, ": life 20 (2 lost in jousts and 2 gained otherwise). "),
    ],
)
def test_life_says_where_it_went(table, columns, told):
    assert table.stands(**columns).startswith(told)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (1, 2, " Maturation 0: grows to stage II. "),
        (3, 2, " Maturation 0: falls back to stage II. "),
        (2, 2, " Maturation 0, stage II. "),
    ],
)
def test_a_change_of_stage_is_told(table, before, after, told):
    assert told in table.stands(before=[table.row(stage=before)], stage=after)


def test_a_first_turn_may_bring_a_stage(table):
    assert " Maturation 11: grows to stage II. " in table.stands(stage=2, maturation=11)


def test_a_fall_ends_the_turn(table):
    assert table.stands(fall=True, life_end=-2, joust_life_lost=22) == " falls, life −2 (22 lost in jousts)."


def test_a_cap_is_told(table):
    assert table.stands(cut=1).endswith(" A limit was reached, and something was dropped.")


# ---------------------------------------------------------------- the table, the opening, the end


def logged(table: Table, game: Row | None = None, cards: dict[str, Row] | None = None, **seat: Any) -> LoggedGame:
    """A game of two seats with the deck dawn, told as the log would have it; ``cards``: rows of the first seat."""
    start = {"start_hand": 5, "start_sparkles": 5, "turns": 9, "winner": 1, "end_reason": "life", **(game or {})}
    seats = [{"seat": n, "agent": "greedy", "deck": "dawn", "rank": 2 - n, "pts_life_initial": 20} for n in (0, 1)]
    for column in ("gained", "lost_joust", "lost_damage", "lost_direct", "paid_mes", "paid_cost"):
        seats[0][f"pts_{column}"] = seats[1][f"pts_{column}"] = 0
    seats[0] |= seat
    columns = table.plan.log_tables["cards"].columns
    blank = {column.name: 0 for column in columns}
    taken = {"FA1": 5, "FA2": 5, "FA3": 5, "FA4": 5, "FA5": 5, "FA6": 5, "SH1": 5, "SH2": 5, "CV1": 1, "CV2": 1}
    cells = {id: {"taken": copies} for id, copies in {"AV1": 1, **taken, "CV3": 1}.items()}
    for id, change in (cards or {}).items():
        cells[id] = {**cells.get(id, {}), **change}
    rows = [{**blank, "seat": n, "card": id, **cells[id]} for n in (0, 1) for id in cells]
    return LoggedGame(table.plan, start, seats, [], rows)


def test_a_seat_says_what_it_plays(table):
    game = logged(table)
    assert tell_seat(game, 0, open_book(game)) == [
        "Player 1 (greedy) plays the deck dawn of 40 cards, the canvas CV of 3 shelters,"
        " and a light avatar with life 20:",
        "  Stage I, maturation to 9, hand 7: Luna the Bud.",
        "  Stage II, maturation from 10 to 21, hand 7: Luna the Bloom. Always: +1 gathering.",
        "  Stage III, maturation from 22, hand 7: Luna the Blaze. When you play a shard: 3 damage to a foe's avatar.",
    ]


def test_swaps_are_told(table):
    game = logged(table, cards={"FA1": {"taken": 3}, "FA2": {"taken": 4}, "FK1": {"taken": 3}})
    assert tell_seat(game, 0, open_book(game))[-1] == "  Swapped: two Daisy 01 and Bramble 01 for three Moss 01."


def test_a_made_up_haversack_has_no_name_and_no_swaps(table):
    game = logged(table, deck="random", cards={"FA1": {"taken": 3}, "FA2": {"taken": 7}})
    first, *others = tell_seat(game, 0, open_book(game))
    assert first.startswith("Player 1 (greedy) plays a made-up haversack of 40 cards, ")
    assert not [line for line in others if "Swapped" in line]


def opening(table: Table, sparkles: int, cards: dict[str, Row]) -> str:
    """What is told of a seat's opening that left it so many sparkles."""
    game = logged(table, cards=cards)
    rows = [table.row(seat, turn=1, sparkles_start=sparkles) for seat in (0, 1)]
    told = tell_opening(LoggedGame(game.plan, game.game, game.seats, rows, game.cards), open_book(game))[1]
    return told.removeprefix("  Player 1 (greedy) ")


def test_an_opening_hand_may_be_kept(table):
    seen = {"FA1": {"opening_seen": 2}, "SH1": {"opening_seen": 3}}
    assert (
        opening(table, 5, seen) == "keeps its hand and begins with 5 sparkles and two Daisy 01 and three Spark of Hope."
    )


def test_an_opening_is_paid_for(table):
    seen = {"FA1": {"opening_seen": 3, "opening_discarded": 2}, "SH1": {"opening_seen": 4, "opening_discarded": 1}}
    assert opening(table, 5, seen) == (
        "gives back two Daisy 01 and Spark of Hope (+3), buys 2 cards (−2) and buys a shelter (−1), and begins with"
        " 5 sparkles and Daisy 01, three Spark of Hope and Loft."
    )


def ending(table: Table, game: Row | None = None, ranks: tuple[int, int] = (2, 1)) -> str:
    """The line of the end; the turns are two rows each."""
    made = logged(table, game)
    for row, rank in zip(made.seats, ranks, strict=True):
        row |= {"rank": rank, "score": 3}
    settings = {setting.name: setting.default for setting in table.plan.game.settings} | {"game_no": 0, "match_game": 0}
    rows = [table.row(seat, turn=turn) for turn in (1, 9) for seat in (0, 1)]
    whole = LoggedGame(table.plan, {**settings, **made.game}, made.seats, rows, made.cards)
    (told,) = [line for line in tell(whole) if line.startswith("The end, ")]
    return told.removeprefix("The end, on turn 9. ")


@pytest.mark.parametrize(
    ("reason", "how"),
    [
        ("life", "Its life went below 0."),
        ("deckout", "It had nothing left to draw and gave its avatar."),
        ("effect", "An effect removed its avatar."),
    ],
)
def test_the_end_says_how_the_avatar_fell(table, reason, how):
    told = ending(table, {"end_reason": reason})
    assert told == f"Player 1 (greedy) fell on turn 9. {how} Player 2 (greedy) wins."


def test_a_last_player_without_life_does_not_win(table):
    told = ending(table, {"end_reason": "no_winner", "winner": -1})
    assert (
        told == "Player 1 (greedy) fell on turn 9. Player 2 (greedy) stands alone, but has no life left: nobody wins."
    )


def test_all_may_fall_together(table):
    told = ending(table, {"end_reason": "no_winner", "winner": -1}, ranks=(1, 1))
    assert told == "Player 1 (greedy) fell on turn 9 and Player 2 (greedy) fell on turn 9. Nobody is left: nobody wins."


def test_a_stalemate_has_no_winner(table):
    told = ending(table, {"end_reason": "stalemate", "winner": -1}, ranks=(1, 1))
    assert told == "The last turn is over and several avatars stand: a stalemate that nobody wins."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Daisy 01", "Daisy 01 (light, fairy, cost 1, ray 2, mat 1)"),
        (
            "Bramble 01",
            "Bramble 01 (light, fairy, cost 1, ray 2, mat 1, mésangette cost 1;"
            " trap, when a foe declares a joust on you: cancel it)",
        ),
        (
            "Veil of Fear",
            "Veil of Fear (dark, shard, cost 1, volatility 2; when called: reap one of a foe's fairies in exploration;"
            " when it fades: take up to 1 sparkle from a foe)",
        ),
        ("Spark of Hope", "Spark of Hope (light, shard, cost 1, volatility 1; when called: draw 1 card)"),
        ("Gate", "Gate (light, shelter, 2 slots, stability 3, entry)"),
        ("Stair", "Stair (light, shelter, 2 slots, stability 3)"),
        ("Seedling", "Seedling (light, token, cost 0, ray 1, mat 1)"),
    ],
)
def test_a_card_is_told_as_it_is_printed(table, name, told):
    cards = table.plan.cards
    assert describe(cards.cards[table.names[name]], cards) == told


def cards_told(table: Table, cards: dict[str, Row]) -> list[str]:
    """What is told of the first seat's cards after the game."""
    game = logged(table, cards=cards)
    return tell_cards(game, open_book(game))


def test_what_became_of_a_card_is_told(table):
    events = {"called": 3, "first_turn": 2, "reaped": 1, "sheltered": 2, "joust_ray": 9, "kept": 2, "seen": 3}
    assert cards_told(table, {"FA1": events})[1] == (
        "  Turn 2: Daisy 01 (light, fairy, cost 1, ray 2, mat 1): called 3 times, sheltered twice, reaped once,"
        " 9 ray in jousts, 2 in the valley at the end."
    )


def test_cards_are_told_in_the_order_of_their_first_turn(table):
    cards = {"FA1": {"called": 1, "first_turn": 5}, "CV1": {"placed": 1, "first_turn": 1}}
    assert [line.split(" (")[0] for line in cards_told(table, cards)[1:3]] == ["  Turn 1: Gate", "  Turn 5: Daisy 01"]


def test_cards_that_stayed_in_hand_are_told(table):
    cards = {
        "FA1": {"seen": 1},
        "FA2": {"seen": 2, "set": 2, "trap_fired": 1},
        "FA3": {"seen": 1, "opening_discarded": 1},
    }
    assert cards_told(table, cards)[1] == (
        "  Never called: Daisy 01 and Bramble 01 (set face down twice and activated as a mésangette once)."
    )


def test_numbers_of_times():
    assert [times(number) for number in (1, 2, 3)] == ["once", "twice", "3 times"]


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ("CALL: discard 1 foe", "When called: a foe abandons 1 card."),
        ("CALL: mill 2 foes", "When called: all foes abandon 2 cards from the top of the haversack."),
        ("CALL: draw 1 all", "When called: everybody draws 1 card."),
        ("CALL: draw 1", "When called: draw 1 card."),
        ("CALL: token 2 T1", "When called: make 2 Seedling tokens."),
        ("CALL: token 1 T1", "When called: make 1 Seedling token."),
        ("CALL: purify own.fairy.v#all", "When called: restore the printed state of all your fairies in the valley."),
    ],
)
def test_an_ability_is_a_sentence(effect, told):
    (ability,) = parse_effect(effect)
    assert describe_ability(ability, {"T1": "Seedling"}) == told
