"""A logged game of Fairy School in plain words."""

from balance.games.fairy_school.tell.story import tell

__all__ = ["tell"]
