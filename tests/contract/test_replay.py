"""Every game of every kind of table is told in plain words: who won, nothing unsaid, twice the same."""

from __future__ import annotations

import re

import pytest

from balance.common.errors import InputError
from balance.engine.game import game_ids
from balance.judging.replay import load_game
from helpers.contract import FROZEN, all_tables
from helpers.frozen import FrozenRuns
from helpers.marks import by_day, games
from helpers.told import tell_game

pytestmark = pytest.mark.slow

GAMES, BY_DAY = 3, 2
"""The first ones of a run; at night all of a match."""
TABLES = [*((game, FROZEN) for game in game_ids()), ("fairy_conundrum", "matches")]
"""Every game at its usual table, and matches that are decided before all their games are played."""
OTHERS = [table for table in all_tables() if table not in TABLES]


@pytest.mark.parametrize(("game", "table"), by_day(TABLES, OTHERS))
def test_every_game_is_told(game: str, table: str, frozen: FrozenRuns):
    run = frozen.run(game, table)
    played = set(frozen.results(game, table).database.frame("SELECT game_no FROM games")["game_no"])
    for game_no in range(min(games(BY_DAY, GAMES), run.games_done())):
        if game_no not in played:
            with pytest.raises(InputError, match="was not played: its match was decided before"):
                tell_game(run, game_no)
            continue
        told = tell_game(run, game_no)
        logged = load_game(run, game_no)
        assert len(told) > logged.game["turns"]
        assert [line for line in told if re.search(r"\bNone\b|\bnan\b|\( | ,", line)] == []
        ends = [line for line in told if re.search(r"\bwin|\bshare", line)]
        winners = [seat for seat in logged.seats if seat["win_share"] and len(logged.seats) > 1]  # alone nobody wins
        for seat in winners:
            named = any(f" {seat['seat'] + 1} ({seat['agent']})" in line for line in ends)
            assert named, f"{seat['agent']} in seat {seat['seat']} has won"
        assert game_no or tell_game(run, game_no) == told
