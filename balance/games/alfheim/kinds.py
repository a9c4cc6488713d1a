"""What may stand in the place of a card, and when a player has gained one (see ``engine.game.kinds``)."""

from balance.engine.game.kinds import Kind

KINDS = (
    Kind(
        "fairy",
        gained="paid",
        alike=("type",),
        one_player=True,
        of_set=("points",),
        why="A cost is in force for all players at once: another one of its type in its place, for one player of every"
        " game, shows what it is worth to who pays it.",
    ),
    Kind(
        "footprint",
        gained="held",
        why="Each player is dealt one of them: another one in its place shows what it is worth to who has it.",
    ),
    Kind(
        "expert",
        why="Of a row every rank is there once, and who comes first takes the highest: none can stand in for another."
        " `balance compare` with an edit shows what its points do.",
    ),
    Kind(
        "clue",
        why="All players get the same clue in a round, and each icon is there as often as the others: none can stand in"
        " for another. `balance compare` with an edit shows what it does.",
    ),
)
