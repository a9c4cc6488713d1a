"""How the seats choose at the thirteen decisions of the game (section 4)."""

from balance.games.heroes.styles.weights import FEATURES, KNOBS, STYLES, features

__all__ = ["FEATURES", "KNOBS", "STYLES", "features"]
