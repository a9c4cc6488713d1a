"""What may stand in the place of a card, and when a player has gained one (see ``engine.kinds``)."""

from balance.engine.kinds import Kind

KINDS = (
    Kind(
        "guess",
        why="Every player has all the guesses in every turn, and none can stand in for another."
        " `balance compare` with an edit shows what a guess does.",
    ),
    Kind(
        "charm",
        why="Nobody gains a charm: all lie in the deck that everybody guesses."
        " `balance compare` with an edit shows what one does.",
    ),
    Kind("track", why="There is one track, alike for everybody. `balance compare` with an edit shows what it does."),
)
