"""What a run of Fairy Conundrum writes down: the rows the kernels fill, and what the columns mean (section 6)."""

from balance.games.fairy_conundrum.log.columns import rows_per_game, tables
from balance.games.fairy_conundrum.log.rows import (
    CARDS,
    GAMES,
    SEATS,
    TURNS,
    log_cards,
    log_game,
    log_seat,
    log_turn,
)

__all__ = [
    "CARDS",
    "GAMES",
    "SEATS",
    "TURNS",
    "log_cards",
    "log_game",
    "log_seat",
    "log_turn",
    "rows_per_game",
    "tables",
]
