"""Playing: what happens when cards move and abilities work, the moments of a turn, the games one after another."""

from balance.games.fairy_conundrum.play.games import play_games

__all__ = ["play_games"]
