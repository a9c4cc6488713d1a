"""What may stand in the place of a card, and when a player has gained one (see ``engine.game.kinds``)."""

from balance.engine.game.kinds import Kind

KINDS = (
    Kind(
        "hero",
        gained="taken",
        rows=("hero[]", "style.hero[]", "style.act_hero[]", "style.heals[]"),
        names=("slots",),
        why="Each hero is there once: another one in its place shows what it is worth to who picks it.",
    ),
    Kind(
        "adversary",
        gained="taken",
        offered="revealed",
        rows=("adversary[]",),
        why="Each adversary is there once: another one in its place shows what it is worth to who wins it.",
    ),
    Kind(
        "mission",
        gained="attempted",
        offered="visible",
        alike=("rank",),
        keeps=("start",),
        why="Another mission of its rank in its place, in the same pile, shows what it is worth to who attempts it.",
    ),
    Kind(
        "tile",
        gained="drawn",
        alike=("set",),
        why="Another tile of its set in its place shows what it is worth to who draws it.",
    ),
    Kind(
        "die",
        why="Nobody gains a die: everybody rolls all three. `balance compare` with an edit shows what a face does.",
    ),
)
