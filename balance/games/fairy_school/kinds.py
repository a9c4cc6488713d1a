"""What may stand in the place of a card, and when a player has gained one (see ``engine.game.kinds``)."""

from balance.engine.game.kinds import Kind

ROWS = ("card[].cost", "card[].points", "card[].first", "card[].lines", "card[].reacts", "makes[]", "style.worth[]")
"""All that follows from the numbers of a small card but where its place is: its creature, its trimester."""
ONES = r"(?<!\w)(?=[EPAFWN]\b)"
"""Where a 1 is left out in costs and effects (5.2): "E" is 1E."""

KINDS = (
    Kind(
        "start",
        ones=ONES,
        gained="taken",
        keeps=("set", "creature"),
        one_player=True,
        why="Everybody begins with one: another starting card in its place in one player's deck shows what it is worth"
        " to who has it when the others have theirs.",
    ),
    Kind(
        "initial",
        ones=ONES,
        gained="taken",
        keeps=("set", "place", "creature"),
        rows=ROWS,
        why="Each is there once and belongs to who begins with it: another initial card in its place, in the same"
        " predefined deck and on the same side of the board, shows what it is worth in her deck.",
    ),
    Kind(
        "project",
        ones=ONES,
        gained="realized",
        alike=("set",),
        keeps=("deck", "creature"),
        rows=ROWS,
        why="Another project of its trimester in its place shows what it is worth to who realizes it, its cost and what"
        " it does in her deck together.",
    ),
    Kind(
        "final",
        ones=ONES,
        gained="chosen",
        alike=("length",),
        why="Each is there once: another final project for games of the same length in its place shows what it is worth"
        " to who chooses it.",
    ),
    Kind(
        "creature",
        why="Nobody gains a creature: it is printed on every board and everybody may study it."
        " `balance compare` with an edit shows what its points and its bonus do.",
    ),
)
