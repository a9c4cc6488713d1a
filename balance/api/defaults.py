"""Words and numbers of options, for programs and the command line alike. Light: every command reads it to list them."""

HOW = ("off", "quick", "full")
"""How power is measured."""
CHECKED_HOW = ("off", "quick")
"""The same, of a check."""
USUAL, ROBUST = PLAYERS = ("usual", "robust")
"""Among whom a report judges cards: those of its run, or other players, too."""
WORTH_READING = ("comeback", "closest", "typical", "lopsided")
"""Words in place of a game's number: see analysis/sql/chances/worth.sql."""
COMPARED_GAMES = 60_000
"""Games of each side of a comparison, at most, where nobody says how many: an answer in about a minute."""
GUARDED_GAMES = 200_000
"""The same where a script asks whether anything differs."""
POWER_GAMES = 160_000
"""Games as they are that `balance power` looks at, at most."""
POWER_UNTIL = 0.01
"""One point of win rate."""
SENSITIVITY_GAMES = 48_000
SENSITIVITY_UNTIL = 0.015
"""The same of `balance sensitivity`."""
STRENGTH_GAMES = 4_000
"""Games of every pair of styles that `balance strength` plays."""
PLAYOUTS = 256
"""Games that its look-ahead player plays for a decision."""
AHEAD = 48
"""Games that this player plays against a style."""
LOOKED_AT = 100
"""Games whose decisions are looked at."""
VERSIONS = 20
"""Of a card table, that `balance history` shows."""
FORMATS = ("text", "json", "markdown", "junit", "github")
"""In which a check is written."""
