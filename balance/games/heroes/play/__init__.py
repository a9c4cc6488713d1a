"""Playing: the games one after another, and a hero's turn. Where rules, styles and log meet."""

from balance.games.heroes.play.games import play_games

__all__ = ["play_games"]
