"""Games in plain Python: a class in a file of its own, played as every other game is (see ``contract``).

What stands here at the top needs no other library, so that a process that only plays is there in a moment.
"""

from balance.engine.plain.cards import Card
from balance.engine.plain.game import Game, Player

__all__ = ["Card", "Game", "Player"]
