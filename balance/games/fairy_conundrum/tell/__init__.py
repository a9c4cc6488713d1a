"""A logged game of Fairy Conundrum in plain words."""

from balance.games.fairy_conundrum.tell.decisions import wording
from balance.games.fairy_conundrum.tell.story import tell

__all__ = ["tell", "wording"]
