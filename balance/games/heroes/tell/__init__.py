"""A logged game of Heroes in plain words."""

from balance.games.heroes.tell.story import tell

__all__ = ["tell"]
