"""The contract of a game: what it declares, how it is found, what is asked of it. Knows no game and plays none."""

from balance.engine.game.game import Chance, First, Game, Plan, Variant
from balance.engine.game.installed import (
    ENTRY_POINTS,
    find_game,
    game_folders,
    game_ids,
    game_name,
    game_of,
    loaded_games,
    open_game,
    others_go_on,
    saved_game,
    saved_word,
    working_games,
)

__all__ = [
    "ENTRY_POINTS",
    "Chance",
    "First",
    "Game",
    "Plan",
    "Variant",
    "find_game",
    "game_folders",
    "game_ids",
    "game_name",
    "game_of",
    "loaded_games",
    "open_game",
    "others_go_on",
    "saved_game",
    "saved_word",
    "working_games",
]
