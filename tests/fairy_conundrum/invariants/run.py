"""Ask every invariant of many games with random legal decks, and count how they end.

python conundrum_invariants_run.py AGENT FIRST GAMES [PLAYERS]
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from fairy_conundrum.invariants.log import logged, make, reference_table
from fairy_conundrum.invariants.whole import check_all

BATCH = 2500


def counts(agent: str, first: int, games: int, players: int = 2) -> Counter:
    """Games by how they ended, those with something dropped (``cut``); fails at a broken invariant."""
    plan = make(reference_table(), players=players, agents=agent, seed=1, settings={"deck_mode": "random_legal"})
    counted: Counter = Counter()
    for begin in range(first, first + games, BATCH):
        log = logged(plan, begin, min(BATCH, first + games - begin))
        check_all(log)
        counted.update(dict(log.connection.execute("SELECT end_reason, count(*) FROM game GROUP BY ALL").fetchall()))
        counted["games"] += log.value("SELECT count(*) FROM game")
        counted["turns"] += log.value("SELECT sum(turns)::INT FROM game")
        counted["rows"] += log.value("SELECT count(*) FROM turn")
        counted["rows cut"] += log.value("SELECT coalesce(sum(cut), 0)::INT FROM turn")
        counted["games cut"] += log.value("SELECT count(DISTINCT game_no) FROM turn WHERE cut")
    return counted


if __name__ == "__main__":
    began = time.time()
    result = counts(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *map(int, sys.argv[4:5]))
    print(dict(result), f"{time.time() - began:.1f} s")
