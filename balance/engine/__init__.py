"""Knows no game: kernels, the contract of a game, playing it, and runs on disk."""
