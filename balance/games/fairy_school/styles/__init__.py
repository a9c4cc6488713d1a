"""Play styles: what they weigh, and a kernel for every decision."""

from balance.games.fairy_school.styles.weights import FEATURES, KNOBS, STYLES, features

__all__ = ["FEATURES", "KNOBS", "STYLES", "features"]
