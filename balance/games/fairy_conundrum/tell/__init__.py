"""A logged game of Fairy Conundrum in plain words."""

from balance.games.fairy_conundrum.tell.decisions import wording
from balance.games.fairy_conundrum.tell.look import look
from balance.games.fairy_conundrum.tell.news import news
from balance.games.fairy_conundrum.tell.remarks import remarks
from balance.games.fairy_conundrum.tell.story import tell

__all__ = ["look", "news", "remarks", "tell", "wording"]
