"""Styles: what they weigh, and how they choose."""

from balance.games.fairy_conundrum.styles.weights import KNOBS, STYLES, features

__all__ = ["KNOBS", "STYLES", "features"]
