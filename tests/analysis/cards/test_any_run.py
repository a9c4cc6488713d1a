"""Runs at the edge: little of everything, or everything the same. Every number is there, or said to be missing."""

from __future__ import annotations

import math

import polars.selectors as cs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from balance.analysis.cards.metrics import ALL, CHOSEN
from helpers.card_runs import HandRun, by_card, table_of


def deal(wins: list[list[float]], takes: str, agents: str = "ab", cards: str = "A", **more: int) -> HandRun:
    """Everybody sees all ``cards`` in every game; ``takes`` says who takes which: all, none, or even (games)."""
    players = len(wins[0])
    games, seats = table_of(wins, [[agents[seat % len(agents)] for seat in range(players)]] * len(wins))
    rows = [
        {
            "game_no": game,
            "seat": seat,
            "card": card,
            "seen": 1,
            "taken": int(takes == "all" or (takes == "even" and (game + seat) % 2 == 0)),
            **more,
        }
        for game in range(len(wins))
        for seat in range(players)
        for card in cards
    ]
    return HandRun(games, seats, rows)


def check(run: HandRun) -> dict[str, dict]:
    """The table of a run, after a look at whether it makes sense."""
    summary = run.summary()
    table = summary.table
    chosen = {metric.name for metric in CHOSEN}
    for metric in ALL:
        if metric.name in chosen and summary.choices is None:
            assert metric.name not in table.columns
            continue
        assert metric.name in table.columns
        ends = (f"{metric.name}_low", f"{metric.name}_high") if metric.interval else ()
        for row in table.to_dicts():
            for name in (metric.name, *ends):
                assert not isinstance(row[name], float) or math.isfinite(row[name]), (name, row[name])
            if ends and None not in (row[ends[0]], row[ends[1]]):
                assert row[ends[0]] <= row[metric.name] + 1e-9
                assert row[metric.name] <= row[ends[1]] + 1e-9
            if metric.format == "percent" and row[metric.name] is not None:
                assert -1e-9 <= row[metric.name] <= 1 + 1e-9
    for frame in (summary.pairs, summary.first_turns):
        assert all(math.isfinite(number) for column in frame.select(cs.float()) for number in column.drop_nulls())
    return by_card(table)


def test_one_style():
    row = check(deal([[1, 0], [0, 1]] * 20, "even", agents="a"))["A"]
    assert row["alike"] == pytest.approx(1)


def test_two_players_and_a_card_that_wins_the_game():
    row = check(deal([[1, 0], [0, 1]] * 40, "even"))["A"]
    assert (row["lift"], row["win_taken"], row["win_not_taken"]) == (pytest.approx(2), 1, 0)


@pytest.mark.parametrize("takes", ["all", "none"])
def test_a_card_that_all_or_none_took(takes):
    row = check(deal([[1, 0], [0, 1]] * 40, takes))["A"]
    assert row["taken_seats"] == (takes == "all")
    assert [row[name] for name in ("lift", "plain", "alike", "points")] == [None] * 4
    assert row["compared"] == "nothing: all do the same"
    assert row["win_taken" if takes == "all" else "win_not_taken"] == pytest.approx(0.5)
    assert row["win_not_taken" if takes == "all" else "win_taken"] is None
    assert row["win_unseen"] is None


def test_what_is_not_taken_is_compared_by_what_was_played():
    run = deal([[1, 0], [0, 1]] * 40, "all")
    run.change("cards", "SET played = 1, first_turn = 2 WHERE (game_no + seat) % 2 = 0")
    row = check(run)["A"]
    assert (row["compared"], row["lift"]) == ("played or not", pytest.approx(2))
    assert row["timed"] == pytest.approx(1)


def test_a_card_that_is_played_unseen_has_first_turns_too():
    run = deal([[1, 0], [0, 1]] * 40, "even")
    run.change("cards", "SET seen = 0, played = 1, first_turn = 2 WHERE (game_no + seat) % 2 = 0")
    row = check(run)["A"]
    assert (row["timed"], row["plain"]) == (pytest.approx(1), pytest.approx(1))
    assert run.summary().first_turns.select("first_turn", "n", "win_share").rows() == [(2, 80, 1)]


def test_one_game():
    rows = check(deal([[1, 0, 0]], "even", cards="AB"))
    assert rows["A"]["win_seen"] == pytest.approx(1 / 3)
    assert rows["A"]["win_taken_low"] < 0.5 < rows["A"]["win_taken_high"]


def test_games_that_nobody_wins():
    row = check(deal([[0, 0]] * 100, "even"))["A"]
    assert (row["win_taken"], row["lift"]) == (0, pytest.approx(0))
    assert row["win_taken_high"] > 0


def test_games_that_all_share():
    row = check(deal([[1 / 3, 1 / 3, 1 / 3]] * 100, "even"))["A"]
    assert row["win_taken"] == pytest.approx(1 / 3)
    assert row["lift"] == pytest.approx(0, abs=1e-6)
    assert row["lift_taken"] == pytest.approx(1)


def test_shared_wins_count_as_shares():
    row = check(deal([[0.5, 0.5], [1, 0]] * 20, "even"))["A"]
    # seat 0 took it in games 0, 2 ... (shared), seat 1 in games 1, 3 ... (lost)
    assert row["win_taken"] == pytest.approx((0.5 + 0) / 2)


def test_a_run_in_which_nobody_met_a_card():
    games, seats = table_of([[1, 0]], [["a", "b"]])
    summary = HandRun(games, seats, []).summary()
    assert summary.table.height == 0
    assert summary.effects.height == 0
    assert summary.pairs.height == 0
    assert summary.first_turns.height == 0


def test_a_run_that_logs_choices_but_made_none():
    summary = deal([[1, 0]] * 3, "even", options_in=0, chosen_in=0).summary()
    assert summary.choices is None


def test_one_choice_between_two():
    run = deal([[1, 0]], "even", cards="AB", options_in=1, chosen_in=0)
    run.change("cards", "SET chosen_in = 1 WHERE card = 'A' AND seat = 0")
    rows = check(run)
    assert (rows["A"]["pick_rate"], rows["A"]["expected_rate"], rows["A"]["pick_ratio"]) == (0.5, 0.5, 1)
    assert rows["A"]["desire"] == -rows["B"]["desire"] > 0
    assert rows["A"]["desire_low"] is None, "one game says nothing of how sure it is"


def test_choices_up_to_the_last_bit():
    last = 1 << 62
    run = deal([[1, 0]] * 2, "even", cards="AB", options_in=last | 1, chosen_in=0)
    run.change("cards", f"SET chosen_in = {last | 1} WHERE card = 'B'")
    rows = check(run)
    assert (rows["A"]["options"], rows["A"]["pick_rate"], rows["B"]["pick_rate"]) == (8, 0, 1)


def test_a_game_without_turns():
    run = deal([[1, 0], [0, 1]], "even")
    run.change("games", "SET turns = 0")
    assert check(run)["A"]["timed"] is None


def test_seats_without_their_like_are_no_evidence():
    """Style a always takes it and style b never, but once: that one game must not judge the card."""
    games, seats = table_of([[1, 0]] * 100, [["a", "b"]] * 100)
    cards = [
        {"game_no": game, "seat": seat, "card": "A", "seen": 1, "taken": int(seat == 0) if game else 0}
        for game in range(100)
        for seat in range(2)
    ]
    seats[0]["win_share"], seats[1]["win_share"] = 0.0, 1.0
    row = check(HandRun(games, seats, cards))["A"]
    assert row["alike"] == pytest.approx(1)


SEAT = st.fixed_dictionaries(
    {
        "agent": st.sampled_from("ab"),
        "win_share": st.sampled_from([0.0, 0.5, 1.0]),
        "score": st.integers(-9, 90),
        "cards": st.dictionaries(
            st.sampled_from("ABC"),
            st.fixed_dictionaries(
                {name: st.integers(0, 2) for name in ("seen", "taken", "played", "used", "first_turn", "kept")}
            ),
        ),
    }
)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.tuples(SEAT, SEAT)), min_size=1, max_size=8))
def test_any_run(drawn):
    games = [{"game_no": game, "turns": turns} for game, (turns, _) in enumerate(drawn)]
    seats = [
        {"game_no": game, "seat": seat} | row for game, (_, rows) in enumerate(drawn) for seat, row in enumerate(rows)
    ]
    cards = [
        {"game_no": row["game_no"], "seat": row["seat"], "card": card} | events
        for row in seats
        for card, events in row["cards"].items()
    ]
    check(HandRun(games, seats, cards))


def test_the_numbers_do_not_depend_on_threads():
    run = deal([[1, 0, 0], [0, 0.5, 0.5], [0, 0, 1]] * 50, "even", agents="abc", cards="ABCDE")
    first = run.summary().table
    run.connection.execute("SET threads = 1")
    assert_frame_equal(first, run.summary().table)
