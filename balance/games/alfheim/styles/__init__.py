"""Play styles: what they weigh, and a kernel for every decision."""

from balance.games.alfheim.styles.weights import KNOBS, STYLES, features

__all__ = ["KNOBS", "STYLES", "features"]
