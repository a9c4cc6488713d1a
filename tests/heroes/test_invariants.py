"""The invariants of section 7.2 of the rules page, asked of the log of thousands of games of all kinds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from polars.testing import assert_frame_equal

from balance.analysis.database import Database
from balance.engine.log import TABLES
from balance.engine.run import open_run
from balance.engine.runner import Player, simulate
from helpers.own_plans import first_games, many
from heroes.any_table import plans
from heroes.invariants import ADVERSARIES, INVARIANTS, TRACK, check_all
from heroes.play import compile_once, make, play, play_many, shown
from heroes.played import Played
from heroes.table import card_table

pytestmark = pytest.mark.slow

STRICT = {"allow_decline": "off", "tile_timing": "on_draw", "discard_after_last_round": "off"}
ALL_STYLES = "random,greedy,brawler,quester,star,astrologer,rival"
SIGMAS = 4.5

KINDS_OF_GAMES = {  # players, line-up, settings
    "4 mixed": (4, None, {}),
    "3 mixed": (3, None, {"dice": "standard"}),
    "2 mixed": (2, None, {"dice": "harsh"}),
    "4 random": (4, "random", {"dice": "mild"}),
    "3 random": (3, "random", {"allow_decline": "off"}),
    "2 random": (2, "random", {"tile_timing": "on_draw"}),
    "4 greedy": (4, "greedy", {"collection_mode": "shared"}),
    "3 greedy": (3, "greedy", {"discard_after_last_round": "off"}),
    "2 greedy": (2, "greedy", {"allow_decline": "off", "collection_mode": "shared"}),
    "4 one random": (4, "random,brawler,rival,astrologer", STRICT | {"dice": "harsh"}),
    "3 strict": (3, None, STRICT | {"collection_mode": "shared"}),
    "2 strict": (2, "random,star", STRICT | {"dice": "mild"}),
}


@pytest.mark.parametrize("kind", KINDS_OF_GAMES)
def test_1_to_10_with_the_packaged_cards(kind):
    players, agents, settings = KINDS_OF_GAMES[kind]
    plan = make(players=players, agents=agents, settings=settings, seed=len(kind))
    check_all(play(plan, 0, 500), plan)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_to_10_with_copies_of_cards(players):
    plan = make(card_table(), players=players, agents="random,greedy,quester,rival"[: 13 if players == 2 else 50])
    check_all(play(plan, 10**12, 200), plan)


@given(plans(), first_games)
@many(25)
def test_1_to_10_with_any_card_table(drawn, first):
    check_all(play(drawn.plan, first, 20), drawn.plan)


@given(plans(odd=False), first_games)
@many(10)
def test_1_to_10_with_any_settings(drawn, first):
    check_all(play(drawn.plan, first, 50), drawn.plan)


# ---------------------------------------------------------------- the columns every game has

COMMON = {
    "games": {
        "game_no": pl.Int64,
        "players": pl.Int8,
        "turns": pl.Int16,
        "winners": pl.Int8,
        "end_reason": pl.String,
        "margin": pl.Int32,
        "lead_changes": pl.Int16,
    },
    "seats": {
        "game_no": pl.Int64,
        "seat": pl.Int8,
        "agent": pl.String,
        "score": pl.Int32,
        "rank": pl.Int8,
        "win_share": pl.Float32,
        **dict.fromkeys((*TRACK, *ADVERSARIES), pl.Int32),
    },
    "turns": {"game_no": pl.Int64, "turn": pl.Int16, "seat": pl.Int8, "score": pl.Int32},
    "cards": {
        "game_no": pl.Int64,
        "seat": pl.Int8,
        "card": pl.String,
        "seen": pl.Int16,
        "taken": pl.Int16,
        "played": pl.Int16,
        "used": pl.Int16,
        "used_by_others": pl.Int16,
        "first_turn": pl.Int16,
        "kept": pl.Int16,
    },
}


@pytest.mark.parametrize("table", TABLES)
def test_common_columns_have_the_types_they_have_in_every_game(table):
    schema = getattr(play(make(players=2), 0, 1), table).schema
    assert {name: schema[name] for name in COMMON[table]} == COMMON[table]


# ---------------------------------------------------------------- 10. The same games, the same rows


@given(plans(), first_games)
@many(5)
def test_10_a_game_is_the_same_whatever_was_played_before_it(drawn, first):
    together = play(drawn.plan, first, 3)
    for game_no in (2, 0, 1):
        alone = play(drawn.plan, first + game_no, 1)
        for name in TABLES:
            frame = getattr(together, name)
            assert_frame_equal(getattr(alone, name), frame.filter(frame["game_no"] == first + game_no))


def test_10_a_game_is_the_same_whatever_is_played_after_it():
    plan = make(players=3, agents="random")
    few, many_games = play(plan, 0, 50), play(plan, 0, 500)
    for name in TABLES:
        frame = getattr(many_games, name)
        assert_frame_equal(getattr(few, name), frame.filter(frame["game_no"] < 50))


def test_10_buffers_that_were_used_before_change_nothing():
    compile_once()
    plan = make(agents="random,greedy")
    player = Player(plan)
    player.play(0, 60)
    player.clear()
    player.play(60, 20)
    player.play(80, 20)
    wanted = play(plan, 60, 40)
    for name, frame in shown(plan, player).items():
        assert_frame_equal(frame, getattr(wanted, name))


@pytest.mark.parametrize("agents", [None, "random"])
def test_10_the_log_level_changes_nothing(agents):
    plan = make(agents=agents)
    whole = play(plan, 0, 400)
    games, seats = play_many(plan, 400)
    assert_frame_equal(games, whole.games)
    assert_frame_equal(seats, whole.seats)


def test_10_a_run_on_disk_shows_the_same_rows(tmp_path):
    plan = make(players=3, games=200)
    whole = play(plan, 0, 200)
    simulate(plan, tmp_path / "run", workers=2)
    with Database(open_run(tmp_path / "run")) as database:
        for name in TABLES:
            assert_frame_equal(database.frame(f"SELECT * FROM {name}"), getattr(whole, name))


def test_10_another_seed_gives_other_games():
    def scores(seed: int) -> list[int]:
        return play(make(players=2, seed=seed), 0, 50).seats["score"].to_list()

    assert scores(1) == scores(1)
    assert scores(1) != scores(2)


# ---------------------------------------------------------------- 11. No seat is special


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("agents", ["random", "greedy"])
def test_11_equal_agents_have_equal_seat_shares(players, agents):
    _, seats = play_many(make(players=players, agents=agents), 10_000)
    for name in ("win_share", "score"):
        values = seats[name].to_numpy().reshape(-1, players).astype(float)
        error = (values - values.mean(axis=1, keepdims=True)).std(axis=0) / np.sqrt(len(values))
        assert (abs(values.mean(axis=0) - values.mean()) < SIGMAS * error).all(), name


def test_11_rotating_seats_and_agents_together_permutes_the_results():
    agents = ["random", "star", "greedy", "rival"]
    means, errors = [], []
    for turn in range(4):
        line_up = agents[-turn:] + agents[:-turn]
        plan = make(agents=",".join(line_up), fixed_seats=True, seed=turn)
        _, seats = play_many(plan, 5000)
        assert seats["agent"][:4].to_list() == line_up
        scores = np.roll(seats["score"].to_numpy().reshape(-1, 4), -turn, axis=1)
        means.append(scores.mean(axis=0))
        errors.append(scores.std(axis=0) / np.sqrt(len(scores)))
    for turn in (1, 2, 3):
        assert (abs(means[turn] - means[0]) < SIGMAS * np.hypot(errors[turn], errors[0])).all()


def test_11_a_line_up_is_dealt_evenly_to_the_seats():
    log = play_many(make(agents="random,star,greedy,rival"), 8000)[1]
    counts = log.group_by("seat", "agent").len()["len"].cast(int).to_numpy()
    assert len(counts) == 16
    assert (abs(counts - 2000) < SIGMAS * np.sqrt(8000 * 0.25 * 0.75)).all()


# ---------------------------------------------------------------- the invariants themselves

CHANGES = {  # table, column, and one of the invariants that must notice
    ("turns", "score"): "components_add_up",
    ("turns", "start_seat"): "who_starts",
    ("turns", "icons_gained"): "lineups",
    ("turns", "placed"): "damage_is_placed",
    ("turns", "counters"): "counters_and_slots",
    ("turns", "pslot_after"): "counters_and_slots",
    ("turns", "adv_held"): "fights",
    ("turns", "track"): "points_on_the_track",
    ("turns", "reserve"): "tiles_are_somewhere",
    ("turns", "mission_points"): "missions",
    ("turns", "prestige_slots"): "counters_and_slots",
    ("seats", "rank"): "ranks_and_win_shares",
    ("seats", "pts_adv_majority"): "components_add_up",
    ("games", "missions_cycled"): "missions",
    ("games", "row_left"): "fights",
    ("games", "supply_emptied"): "tiles_are_somewhere",
    ("cards", "picked"): "picks_and_hands",
    ("cards", "held_over"): "discards_and_card_events",
    ("cards", "scored_bonus"): "adversaries_and_card_events",
}


@pytest.mark.parametrize(("table", "column"), CHANGES)
def test_one_number_that_is_one_too_high_is_noticed(table, column):
    """In the last row in which the column means something."""
    plan = make(players=2)
    log = play(plan, 0, 5)
    frame = getattr(log, table).with_row_index("row")
    means_something = frame[column] > 0 if table in ("cards", "turns") else frame[column] >= 0
    row = frame.filter(means_something)["row"][-1]
    changed = frame[column].to_list()
    changed[row] += 1
    frame = frame.with_columns(frame[column].clone().scatter(row, changed[row])).drop("row")
    named = {invariant.__name__: invariant for invariant in INVARIANTS}
    named[CHANGES[table, column]](Played(log, plan))
    with pytest.raises(AssertionError):
        named[CHANGES[table, column]](Played(replace(log, **{table: frame}), plan))
