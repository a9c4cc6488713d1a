"""What a game of one's own takes: the examples in plain Python and as kernels, in games a second of processor time.

    python benchmarks/own_game.py [--games 800]

Also Pig with a style that looks ahead, with the function that is hot in plain Python and as a kernel.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.runner import Watcher, compile_rules

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
TRIES = 5
AHEAD = '''
{first}

{decorator}
def chance_to_reach(missing):
    """The chance to roll so many points before a one."""
    a = b = c = d = e = f = 1.0
    for _ in range(missing):
        a, b, c, d, e, f = (b + c + d + e + f) / 6, a, b, c, d, e
    return a


class Ahead(Game):
    players = 2, 4
    features = {{"bank": "points that are safe", "gamble": "points of one more roll", "reach": "chance to win now"}}
    styles = {{"greedy": {{"bank": 1, "gamble": 4, "reach": 20}}}}

    def play(self):
        for player in self.turns():
            pot = 0
            while (eyes := self.roll(6)) > 1:
                pot += eyes
                chance = chance_to_reach(100 - player.points - pot)
                if player.choose({{"hold": {{"bank": pot}}, "roll": {{"gamble": 4, "reach": chance}}}}) == "hold":
                    player.gain(pot)
                    break
            if player.points >= 100:
                return
'''


def speed(file: Path, games: int) -> float:
    """Games a second of processor time, every turn and card logged, the best of some tries."""
    plan = make_plan(Request(game=str(file), games=games))
    compile_rules(plan, Watcher())
    batch = GameBatch(plan)
    games, best = min(games, batch.room), float("inf")
    for _ in range(TRIES):
        batch.clear()
        begun = time.process_time()
        batch.play(0, games)
        best = min(best, time.process_time() - begun)
    return games / best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=800)
    games = parser.parse_args().games
    for file in sorted(EXAMPLES.glob("*/*.py")):
        print(f"{file.stem:<16}{speed(file, games):>10,.0f}")
    with tempfile.TemporaryDirectory() as folder:
        for name, first, decorator in (
            ("ahead", "from balance import Game", ""),
            ("ahead_kernel", "from balance import Game, kernel", "@kernel"),
        ):
            file = Path(folder) / f"{name}.py"
            file.write_text(AHEAD.format(first=first, decorator=decorator))
            print(f"{name:<16}{speed(file, games):>10,.0f}")


if __name__ == "__main__":
    main()
