"""What a designer wants of a game (targets.toml), and whether the game is so."""
