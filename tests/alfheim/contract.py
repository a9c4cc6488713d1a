"""What Fairies of Alfheim says about itself to the tests of every game."""

from __future__ import annotations

from alfheim.cards import card_table, default_rows
from alfheim.modes import assert_worth_comparing, plans
from balance.cards.check import CardTable
from helpers.contract import Contract


def other_cards() -> CardTable:
    """Names without a common word, wild icons, patterns that are not the King's, a King who asks for icons."""
    changes = {"fairy_1_a": {"cost": "BC??"}, "fairy_1_b": {"cost": "#2+2"}, "king_a": {"cost": "BCHJMP"}}
    names = {f"queen_{letter}": {"name": name} for letter, name in zip("abcde", ("Q", "1", "x", "y", "z"), strict=True)}
    return card_table(changes | names)


CONTRACT = Contract(
    frozen={"games": 1000, "seed": 11},
    tables={
        "two greedy": {"players": 2, "agents": "greedy"},
        "other rules": {
            "settings": {"line_match": "contains", "swap": "off", "second_reveal": "off", "footprint_point": 0}
        },
        "one game alone": {"games": 1, "players": 1, "agents": "random"},
    },
    ends=lambda plan: {"rounds"},
    shared={"footprint": ("held", "kept"), "clue": ("held",)},
    own={"fairy": ("revealed", "paid", "kept"), "expert": ("claimed",), "clue": ("drawn",)},
    seats_alone=frozenset({11}),
    rows=default_rows,
    odd_cells=("#3+1", "#1+3", "??", "icon:X", "after:king", "match:BC", "rank:5 need:tomte"),
    free={"footprint": frozenset({"traits"}), "expert": frozenset({"traits"})},
    other_cards=other_cards,
    plans=plans,
    worth_comparing=assert_worth_comparing,
)
