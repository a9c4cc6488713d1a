"""Which version this is, and where it lies. The package itself takes both from here: nothing below needs to know it."""

from pathlib import Path

__version__ = "0.1.0"

PACKAGE = Path(__file__).parents[1]
"""The folder of all our code."""
