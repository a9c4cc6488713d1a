"""balance plays tabletop games by the million and says, in plain words, what is fair."""

__version__ = "0.1.0"
