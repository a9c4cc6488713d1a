"""The columns that every game has, and the kernels that fill them."""

from __future__ import annotations

import duckdb
import numpy as np
import pytest

from balance.engine.game.columns import WINNERS, card_columns, game_columns, lead_columns, seat_columns
from balance.engine.game.log import Table
from balance.engine.kernels.buffers import LEAD, MET, STANDING, block, log_lead, log_met, log_standing
from balance.engine.kernels.kernel import new, record
from helpers.run_tools import small_plan

SEATS = 3
STATE = record(
    game_no=np.int64,
    style=(np.int64, SEATS),
    score=(np.int64, SEATS),
    ranking=(np.int64, SEATS),
    won=(np.int64, SEATS),
    winners=np.int64,
    lead_changes=np.int64,
    leaders=np.int64,
    led_since=np.int64,
)
ROWS = {"games": new(block(game_no=np.int64, **LEAD)), "seats": new(block(**STANDING)), "cards": new(block(**MET))}


def state(won: list[int], leaders: tuple[int, ...] = (), led_since: int = 0):
    """Game 7, which these seats won."""
    s = new(STATE)
    s.game_no = 7
    s.style[:] = [2, 0, 1]
    s.score[:] = [5, 9, 9]
    s.ranking[:] = [3, 1, 1]
    s.won[:] = won
    s.winners = sum(won)
    s.lead_changes = 4
    s.leaders = sum(1 << seat for seat in leaders)
    s.led_since = led_since
    return s


def shown(table: Table, rows: int) -> list[dict]:
    """The first rows of a buffer as readers see them."""
    connection = duckdb.connect()
    connection.register("there", table.frame(ROWS[table.name], rows).to_arrow())
    return connection.sql(table.view("there")).pl().to_dicts()


def test_the_columns_of_seats():
    plan = small_plan()
    s = state([0, 1, 1])
    for seat in range(SEATS):
        log_standing(ROWS["seats"], seat, s, seat)
    names = plan.style_names
    assert shown(Table("seats", seat_columns(plan)), SEATS) == [
        {"game_no": 7, "seat": 0, "agent": names[2], "score": 5, "rank": 3, "win_share": 0.0},
        {"game_no": 7, "seat": 1, "agent": names[0], "score": 9, "rank": 1, "win_share": 0.5},
        {"game_no": 7, "seat": 2, "agent": names[1], "score": 9, "rank": 1, "win_share": 0.5},
    ]


def test_a_game_says_what_its_score_and_rank_are():
    says = {column.name: column.description for column in seat_columns(small_plan(), score="coins", rank="by coins")}
    assert (says["score"], says["rank"]) == ("coins", "by coins")


@pytest.mark.parametrize(
    ("won", "leaders", "lead_turn"),
    [
        ([0, 1, 0], (1,), 3),
        ([0, 1, 1], (1, 2), 3),  # from then on they led together
        ([0, 1, 0], (1, 2), 11),  # level to the end, and yet the only winner
        ([1, 0, 0], (1,), 11),  # behind to the end, and yet the winner
        ([0, 0, 0], (1,), 0),
    ],
)
def test_the_columns_about_the_lead(won, leaders, lead_turn):
    s = state(won, leaders, led_since=3)
    ROWS["games"].game_no[0] = s.game_no
    log_lead(ROWS["games"], 0, s, np.array([1, 4, 2]), SEATS, 11)
    plan = small_plan(players=3, settings={"top_rule": "share"})
    (row,) = shown(Table("games", (*game_columns(plan), WINNERS, *lead_columns())), 1)
    assert row == {
        "game_no": 7,
        "players": 3,
        "seed": 5,
        "variant": "base",
        "initial_fairy_counts": True,
        "end_fairies": "all",
        "top_rule": "share",
        "fifteen_target": 15,
        "winners": sum(won),
        "margin": 2,
        "lead_changes": 4,
        "lead_turn": lead_turn,
    }


def test_the_columns_of_cards():
    log_met(ROWS["cards"], 0, state([1, 0, 0]), 2, 1, 6)
    assert shown(Table("cards", card_columns(("A1", "A2"))), 1) == [{"game_no": 7, "seat": 2, "card": "A2"}]
    assert ROWS["cards"].first_turn[0] == 6
