"""A logged game of Fairies of Alfheim in plain words, its decisions too, and its end as a picture."""

from balance.games.alfheim.tell.decisions import wording
from balance.games.alfheim.tell.picture import picture
from balance.games.alfheim.tell.story import tell

__all__ = ["picture", "tell", "wording"]
