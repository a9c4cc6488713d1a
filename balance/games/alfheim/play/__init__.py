"""Playing: the games one after another, and the four decisions. Where rules, styles and log meet."""

from balance.games.alfheim.play.games import play_games

__all__ = ["play_games"]
