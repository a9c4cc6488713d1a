"""What the processes of ``helpers.plain_process`` find imported."""

from balance.cli import commands  # noqa: F401
from balance.engine.game import find_game, game_ids
from balance.judging import replay, scenarios  # noqa: F401
from helpers import plain_process  # noqa: F401

for game in game_ids():
    find_game(game)
