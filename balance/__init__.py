"""balance plays tabletop games by the million and says, in plain words, what is fair."""

from balance.common.version import __version__

__all__ = ["__version__"]
