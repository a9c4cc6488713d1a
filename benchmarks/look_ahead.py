"""How much better a player that looks ahead is than the style it thinks with, and how long it thinks.

    python benchmarks/look_ahead.py [games playouts]

One seat of Heroes looks ahead, the others are greedy: its win share with an interval, and milliseconds a decision.
"""

from __future__ import annotations

import sys
import time

from balance.analysis.stats import wilson
from balance.cards.read import default_cards, read_cards
from balance.engine.game import game_ids
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.game_batch import GameBatch
from balance.judging.look_ahead import LookAhead, play_ahead


def measure(players: int, games: int, playouts: int) -> None:
    """Print one line."""
    request = Request("heroes", players=players, agents="greedy", seed=9, games=games, log="seats")
    batch = GameBatch(make_plan(request, read_cards(default_cards(), game_ids())))
    won, decisions, begun = 0.0, 0, time.perf_counter()
    for game_no in range(games):
        seat = game_no % players
        made = play_ahead(batch, game_no, [seat], LookAhead(playouts))
        won += batch.standing()["win_share"][seat]
        decisions += sum(decision.seat == seat for decision in made)
        batch.clear()
    took = 1000 * (time.perf_counter() - begun) / decisions
    low, high = wilson(won / games, games)
    even = 1 / players
    print(f"{players} players: wins {won / games:.2f} ({low:.2f} to {high:.2f}) of {games} games, even is {even:.2f}")
    print(f"  {playouts} playouts a decision, {took:.0f} ms")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    for players in (2, 4):
        measure(players, *(given or (100, 300)))
