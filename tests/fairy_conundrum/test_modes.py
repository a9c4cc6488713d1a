"""The same games compiled, compiled with bounds checks, and as plain Python: the same rows.

Compiling takes about a minute per compiled mode the first time after an edit of the sources.
"""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from balance.engine.kernels.kernel import signatures
from balance.engine.log import TABLES
from balance.games.fairy_conundrum.play import play_games
from fairy_conundrum.any_table import drawn_from
from fairy_conundrum.invariants.log import make, played, reference_table
from helpers.modes import column, play_alike

pytestmark = pytest.mark.slow


def test_all_modes_give_the_same_rows(tmp_path_factory):
    tables = play_alike("fairy_conundrum.modes", tmp_path_factory)
    assert len(tables) == 6 * 4
    assert_worth_comparing(tables)


def assert_worth_comparing(tables: dict[str, pl.DataFrame]) -> None:
    """Tolls, traps, guests, exits, jousts that take life, abilities and stages come up in them."""
    for name in ("spent_toll", "traps_set", "guests", "exits", "joust_life_taken", "abilities_used", "reaped_own"):
        assert column(tables, "turns", name).cast(int).max() > 0
    assert column(tables, "turns", "stage").cast(int).max() > 1
    assert column(tables, "turns", "shards_called").cast(int).sum() > 10


def rows(plan, spans):
    """The four tables of some spans of games, played one after another by one player each."""
    frames = [{name: player.frame(name) for name in TABLES} for player in (played(plan, *span) for span in spans)]
    return {name: pl.concat([frame[name] for frame in frames]) for name in TABLES}


PLANS = {
    "random decks": lambda: make(reference_table(), agents="random", settings={"deck_mode": "random_legal"}),
    "greedy": lambda: make(reference_table(), agents="greedy", seed=5),
    "match": lambda: make(reference_table(), agents="random,greedy", seed=6, settings={"match_games": "3"}),
    "any table": lambda: drawn_from(6).plan,
}
CHUNKS = {"from the middle": [(0, 7), (7, 23)], "one by one": [(n, 1) for n in range(30)], "two": [(0, 1), (1, 29)]}


@pytest.mark.parametrize("chunks", CHUNKS)
@pytest.mark.parametrize("name", PLANS)
def test_games_are_the_same_whatever_the_chunks(name, chunks):
    plan = PLANS[name]()
    whole, parts = rows(plan, [(0, 30)]), rows(plan, CHUNKS[chunks])
    for table in TABLES:
        assert_frame_equal(whole[table], parts[table])


def test_one_version_of_the_rules_serves_every_table():
    for name in PLANS:
        played(PLANS[name](), 0, 1)
    assert signatures(play_games) == 1
