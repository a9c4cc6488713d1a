"""A logged game of Fairy School in plain words, its decisions too."""

from balance.games.fairy_school.tell.decisions import wording
from balance.games.fairy_school.tell.story import tell

__all__ = ["tell", "wording"]
