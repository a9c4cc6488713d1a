"""Which version this is. The package itself takes it from here: nothing below needs to know the package."""

__version__ = "0.1.0"
