"""What a run of Alfheim writes down: the rows the kernels fill, the card events, what the columns mean."""

from balance.games.alfheim.log.columns import rows_per_game, tables
from balance.games.alfheim.log.rows import CARDS, GAMES, SEATS, TURNS

__all__ = ["CARDS", "GAMES", "SEATS", "TURNS", "rows_per_game", "tables"]
