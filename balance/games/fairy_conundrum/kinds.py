"""What may stand in the place of a card, and when a player has gained one (see ``engine.game.kinds``)."""

from __future__ import annotations

from balance.engine.game.kinds import Kind
from balance.games.fairy_conundrum.cards.box import AVATAR, FAIRY, SHARD, SHELTER, TOKEN

NO_AMOUNTS = ("rank", "decks")
"""Columns whose numbers say which one, or how many copies."""
KINDS = (
    *(
        Kind(
            name,
            gained="seen",
            offered="taken",
            keeps=("astralae",),
            one_player=True,
            names=NO_AMOUNTS,
            why=f"Every copy in one player's haversack and reserve is another {name}, while the others keep theirs: it "
            f"shows what the {name} is worth to who draws it. The astralae stays, for it says how many copies a deck "
            "may have.",
        )
        for name in (FAIRY, SHARD)
    ),
    Kind(
        SHELTER,
        gained="seen + placed",
        offered="taken",
        alike=("rank",),
        keeps=("set",),
        one_player=True,
        names=NO_AMOUNTS,
        why="One player's canvas has the shelter of the same number out of another canvas, for a canvas is drawn in "
        "order and begins with an entry: it shows what the shelter is worth to who draws it.",
    ),
    Kind(
        AVATAR,
        gained="taken",
        offered="taken",
        alike=("rank",),
        keeps=("set", "radiance", "mature"),
        one_player=True,
        names=NO_AMOUNTS,
        why="One player's avatar has, at one stage, the life, hand, morphemes and abilities of another avatar at the "
        "same stage. Radiance and maturation stay, so that it suits its deck and grows as before. The log names a "
        "whole avatar by its first stage, so only for that one it says who had it.",
    ),
    Kind(
        TOKEN,
        names=NO_AMOUNTS,
        why="Nobody draws a token: what it is worth is a part of what the cards are worth that make it.",
    ),
)
