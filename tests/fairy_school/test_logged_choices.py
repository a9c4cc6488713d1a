"""The columns options_in and chosen_in: cards drafted, taken from the common discard, final projects."""

from __future__ import annotations

import duckdb
import polars as pl
import pytest

from fairy_school.invariants.log import logged, make
from fairy_school.sheet import reference_table
from helpers.logged_choices import check_choices, choices_of


def cards(**request) -> tuple[pl.DataFrame, duckdb.DuckDBPyConnection]:
    """The cards of some games, and the views of all tables."""
    log = logged(make(reference_table(), **request), 0, 20)
    return log.connection.sql("SELECT * FROM cards ORDER BY ALL").pl(), log.connection


@pytest.mark.parametrize(("variant", "starting", "drafts"), [("advanced", [], 3), ("initiation", [], 2),
                                                             ("expert", [4, 3, 2], 3)])  # fmt: skip
def test_every_pick_is_made_from_a_hand_of_two_or_more(variant, starting, drafts):
    rows, connection = cards(players=4, variant=variant)
    kinds = dict(connection.execute("SELECT card, kind FROM box").fetchall())
    picks = {}
    for (game, seat, choice), options in choices_of(rows).group_by("game_no", "seat", "choice"):
        kind = kinds.get(options["card"][0], "final")
        picks.setdefault((game, seat), []).append((choice, kind, options.height))
    seats = connection.execute("SELECT game_no, seat, idle_picks FROM seats").fetchall()
    idle = {(game, seat): picks for game, seat, picks in seats}
    assert len(picks) == 20 * 4
    for key, made in picks.items():
        made.sort()
        initial = [size for _, kind, size in made if kind == "initial"]
        assert initial == starting
        assert made[-1][1] == "final"
        assert 2 <= made[-1][2] <= 5
        projects = [size for _, kind, size in made if kind == "project"]
        assert len(projects) <= 3 * drafts + idle[key]
        if not idle[key]:
            assert projects == [4, 3, 2] * drafts
    finals = sorted(made[-1][2] for made in picks.values())
    assert finals == sorted([5, 4, 3, 2] * 20), "one after the other, of one more than there are players"


def test_what_is_chosen_is_what_was_picked_but_for_the_last_card_of_a_hand():
    rows, connection = cards(players=2, agents="builder", settings={"turns_per_trimester": "10"})
    check_choices(rows, declinable=False)
    ((idle,),) = connection.sql("SELECT sum(idle_picks) FROM seats").fetchall()
    chosen = sum(mask.bit_count() for mask in rows["chosen_in"])
    assert idle > 0
    assert 40 * 10 < chosen <= 40 * 10 + idle  # nine of twelve picks and a final project
    total = pl.col("picked") + pl.col("idle_taken") + pl.col("chosen")
    assert rows.filter(pl.col("chosen_in").bitwise_count_ones() > total).is_empty()
