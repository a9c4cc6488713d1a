"""A logged game of Heroes in plain words, its decisions too."""

from balance.games.heroes.tell.decisions import wording
from balance.games.heroes.tell.story import tell

__all__ = ["tell", "wording"]
