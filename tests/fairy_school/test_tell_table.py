"""What is told of the table, of drafts, of final projects and of the end: rows made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from balance.engine.game.story import LoggedGame, Row
from balance.games.fairy_school.tell import tell
from fairy_school.tell import Table, plan_of


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Table:
    return Table(plan_of(tmp_path_factory.mktemp("table"), players=3))


def game_of(table: Table, rows: Sequence[Row] = (), met: Sequence[Row] = (), **changes: Any) -> LoggedGame:
    """Three seats with predefined decks, and these turns."""
    settings = {setting.name: setting.default for setting in table.plan.game.settings}
    game = {**settings, "game_no": 12, "variant": "advanced", "turns": 99, "final_turns": 3, "margin": 4}
    names = [column.name for column in table.plan.log_tables["seats"].columns]
    own: Row = {"final_id": "L1", "s_deck": "A", "s_cards": "SA3;SA4;SA1;SA2", "start_set": 2}
    seats = [
        {
            **dict.fromkeys(names, 0),
            **seat,
            **own,
            "finisher": seat["seat"] == 0,
            "score": 90 - 4 * seat["seat"],
            "rank": seat["seat"] + 1,
        }
        for seat in table.seats
    ]
    return LoggedGame(table.plan, game | {"end_reason": "finished"} | changes, seats, list(rows), list(met))


def test_the_table(table):
    assert tell(game_of(table))[:3] == [
        "Fairy School, game 12: Player 1 (star), Player 2 (rival) and Player 3 (greedy).",
        "Variant: advanced, long game.",
        "  Player 1 (star): starting set 2; deck A: ent SA3 on column 1 and elf SA4 on column 4;"
        " salamander SA1 and gnome SA2 in the discard pile.",
    ]


def test_settings_that_differ_from_the_usual(table):
    changed: Row = {"length": "short", "must_play_two": True, "activation_cubes": "20"}
    assert tell(game_of(table, **changed))[1:3] == [
        "Variant: advanced, short game.",
        "Settings: activation_cubes = 20 and must_play_two = on.",
    ]


def test_a_fifth_starting_card_is_in_the_discard_pile(table):
    game = game_of(table)
    game.seats[0]["s_cards"] += ";S1"
    assert tell(game)[2].endswith("; salamander SA1, gnome SA2 and mermaid S1 in the discard pile.")


def test_starting_cards_that_were_drafted(table):
    game = game_of(table, variant="expert")
    game.seats[0] |= {"s_deck": None, "s_cards": "S1;SA3;SE2;S2"}
    assert tell(game)[2] == (
        "  Player 1 (star): starting set 2; drafts and lays out mermaid S1 and ent SA3;"
        " gnome SE2 and griffin S2 in the discard pile."
    )


def turn_of(table: Table, turn: int, seats: Mapping[int, Row], **columns: Any) -> list[Row]:
    """A turn of a trimester of three; what seats have of their own."""
    place = {"turn": turn, "trimester": (turn - 1) // 3 + 1, "turn_in_trimester": (turn - 1) % 3 + 1}
    return [table.row(**place | columns, seat=seat, **seats.get(seat, {})) for seat in range(3)]


def picked(seat: int, *cards: str) -> list[Row]:
    return [{"seat": seat, "card": card, "picked": 1, "offered": 0} for card in cards]


def after(lines: list[str], heading: str, count: int = 1) -> list[str]:
    at = lines.index(heading)
    return [line.strip() for line in lines[at + 1 : at + 1 + count]]


def test_a_draft(table):
    first = turn_of(table, 1, {0: {"realized": "I2", "ongoing": "I1;I3"}})
    lines = tell(game_of(table, first, picked(0, "I1", "I2", "I3", "I4")))
    assert after(lines, "Trimester I. Draft.") == [
        "Player 1 (star) drafts sea dragon I1, griffin I2, sphinx I3 and griffin I4;"
        " keeps griffin I2, sea dragon I1 and sphinx I3, drops griffin I4."
    ]


def test_a_draft_beside_unfinished_projects(table):
    turns = turn_of(table, 3, {0: {"ongoing": "I1;I3"}}) + turn_of(table, 4, {0: {"ongoing": "II1;II2;I3"}})
    cards = picked(0, "I1", "I3", "II1", "II2", "II3", "II4")
    assert after(tell(game_of(table, turns, cards)), "Trimester II. Draft.") == [
        "Player 1 (star) drafts sphinx II1, griffin II2, sphinx II3 and unicorn II4,"
        " beside its unfinished sea dragon I1 and sphinx I3;"
        " keeps sphinx II1, griffin II2 and sphinx I3, drops sphinx II3, unicorn II4 and sea dragon I1."
    ]


def test_two_copies_of_a_project_are_drafted(table):
    turns = turn_of(table, 1, {0: {"ongoing": "I1;I1;I2"}})
    cards = [{"seat": 0, "card": "I1", "picked": 3}, *picked(0, "I2"), *picked(1, "I3"), *picked(0, "S1")]
    assert after(tell(game_of(table, turns, cards)), "Trimester I. Draft.") == [
        "Player 1 (star) drafts sea dragon I1, sea dragon I1, sea dragon I1 and griffin I2;"
        " keeps sea dragon I1, sea dragon I1 and griffin I2, drops sea dragon I1."
    ]


def test_projects_of_the_initiation_game(table):
    turns = turn_of(table, 1, {0: {"ongoing": "I1;I2;I3"}})
    lines = tell(game_of(table, turns, variant="initiation"))
    assert after(lines, "Trimester I. No draft.") == [
        "Player 1 (star) begins with sea dragon I1, griffin I2 and sphinx I3."
    ]


def test_headings_of_turns(table):
    turns = turn_of(table, 5, {}) + turn_of(table, 11, {}, is_final=True, turn_in_trimester=2)
    lines = tell(game_of(table, turns))
    assert "Trimester II, turn 2." in lines
    assert "Final trimester, turn 2." in lines


def last_turn(table: Table, first: Sequence[int], late: Sequence[int] = ()) -> tuple[str, str]:
    """What is told of the last turn and of the end, where these seats finish first, and these by the last spending."""
    ends = "finished" if first else "capped"
    game = game_of(
        table, turn_of(table, 11, {}, is_final=True, turn_in_trimester=2), turns=11, final_turns=2, end_reason=ends
    )
    for row in game.seats:
        row |= {"finisher": row["seat"] in first, "finished": row["seat"] in (*first, *late)}
    lines = tell(game)
    turn = next(line for line in lines if line.startswith("Final trimester, turn 2."))
    end = next(line for line in lines if line.startswith("The end"))
    start = "The end, after 11 turns, 2 of them in the final trimester."
    assert end.startswith(start)
    return turn.removeprefix("Final trimester, turn 2. The last one: "), end.removeprefix(start).strip()


def test_who_finishes_first(table):
    assert last_turn(table, [1]) == (
        "Player 2 (rival) finishes; what the others realize includes the last spending.",
        "Player 2 (rival) finished first; the others spent what they had.",
    )


def test_two_finish_first(table):
    assert last_turn(table, [0, 1]) == (
        "Player 1 (star) and Player 2 (rival) finish; what the others realize includes the last spending.",
        "Player 1 (star) and Player 2 (rival) finished first; the others spent what they had.",
    )


def test_a_seat_finishes_by_the_last_spending(table):
    told = "Player 2 (rival) finished first; the others spent what they had, and Player 3 (greedy) finished so too."
    assert last_turn(table, [1], late=[2])[1] == told


def test_everybody_finishes_together(table):
    everybody = "Player 1 (star), Player 2 (rival) and Player 3 (greedy)"
    assert last_turn(table, [0, 1, 2]) == (f"{everybody} finish together.", f"{everybody} finished first.")


def test_nobody_finishes(table):
    turn, end = last_turn(table, [])
    assert turn == "nobody finishes; what is realized includes the last spending."
    assert "finished" not in end


def test_final_projects_are_chosen_one_after_the_other(table):
    own = {0: {"final_id": "L1"}, 1: {"final_id": "L2"}, 2: {"final_id": "L1"}}
    offered = {(0, "L1"): 1, (0, "L2"): 1, (1, "L1"): 2, (1, "L2"): 2, (2, "L1"): 2, (2, "L2"): 1}
    cards = [{"seat": seat, "card": card, "picked": 0, "offered": n} for (seat, card), n in offered.items()]
    turns = turn_of(table, 10, own, is_final=True)
    assert after(tell(game_of(table, turns, cards)), "Final projects.", 4) == [
        "On offer: L1, L1, L2 and L2.",
        "Player 2 (rival) chooses L2.",
        "Player 3 (greedy) chooses L1.",
        "Player 1 (star) chooses L1.",
    ]


def test_the_end(table):
    game = game_of(table, turns=12)
    parts = {"pts_kindness": 31, "pts_projects": 24, "pts_steps": 15, "pts_study": 18, "pts_resources": 2}
    game.seats[0] |= parts | {"realized": 9, "removed_projects": 1, "steps": 5, "studied": 9, "cubes_left": 1}
    game.seats[0] |= {"passed": True, "honors": True}
    game.seats[1] |= {"passed": True, "realized": 1, "studied": 1}
    assert tell(game)[-5:-2] == [
        "The end, after 12 turns, 3 of them in the final trimester."
        " Player 1 (star) finished first; the others spent what they had.",
        "  Player 1 (star): 90, passed with high honors: 31 kindness, 24 for 9 projects (1 of them removed),"
        " 15 for 5 of 5 steps of L1, 18 for 9 creatures and 2 for left-overs; 1 cube left.",
        "  Player 2 (rival): 86, passed: 0 kindness, 0 for 1 project, 0 for 0 of 5 steps of L1, 0 for 1 creature"
        " and 0 for left-overs; 0 cubes left.",
    ]
    assert tell(game)[-2].startswith("  Player 3 (greedy): 82, did not pass: ")


def test_the_winner(table):
    game = game_of(table)
    assert tell(game)[-1] == "Player 1 (star) wins by 4."
    game.seats[2] |= {"rank": 1, "score": 90}
    assert tell(game)[-1] == "Player 1 (star) and Player 3 (greedy) share the victory with 90 each."


def test_a_game_that_nobody_finished(table):
    game = game_of(table, end_reason="capped")
    assert tell(game)[-5].endswith(" in the final trimester. Nobody has a cube left.")
    game.seats[1]["cubes_left"] = 3
    assert tell(game)[-5].endswith(" in the final trimester. The final trimester may not last longer.")
