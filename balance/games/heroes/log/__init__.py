"""What a run of Heroes writes down: the rows the kernels fill, the card events they log, what the columns mean."""

from balance.games.heroes.log.columns import rows_per_game, tables
from balance.games.heroes.log.rows import CARDS, GAMES, SEATS, TURNS

__all__ = ["CARDS", "GAMES", "SEATS", "TURNS", "rows_per_game", "tables"]
