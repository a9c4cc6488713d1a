"""`make demo`: play every game there is, and write the reports."""

from __future__ import annotations

import os
import sys

from balance.cli import report, simulate
from balance.cli.console import REPORTS
from balance.engine.errors import BalanceError
from balance.engine.game import working_games
from balance.engine.plan import Request, make_plan


def demo() -> None:
    """Simulate each game at its demo size, report on it, and say where the report is."""
    plans = [make_plan(Request(game=game.id, games=game.demo_games)) for game in working_games()]
    runs = [simulate.play(plan, None, os.cpu_count() or 1, quiet=False) for plan in plans]
    index = report.write(runs, REPORTS, report.MARGIN, None, quiet=False).index
    print(f"The reports are written. Open {index.resolve()} in a browser.")


if __name__ == "__main__":
    try:
        demo()
    except BalanceError as error:
        sys.exit(f"balance: {error}")
