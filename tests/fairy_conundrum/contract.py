"""What Fairy Conundrum says about itself to the tests of every game."""

from __future__ import annotations

from balance.cards.check import CardTable
from fairy_conundrum.box import EXAMPLES, card_table, default_rows, fairy
from fairy_conundrum.modes import assert_worth_comparing, plans
from helpers.contract import Contract


def other_cards() -> CardTable:
    """One deck of another name, with odd characters in the names of its cards."""
    return card_table({"FA1": {"name": "100 % {fairy} & <co>"}}, more=[fairy("FZ1", name="Dew")])


CONTRACT = Contract(
    frozen={"games": 1000, "seed": 11},
    tables={
        "greedy": {"agents": "greedy"},
        "3 players": {"players": 3},
        "matches": {"settings": {"match_games": 3}},
        "random decks": {"settings": {"deck_mode": "random_legal"}},
        "one deck": {"settings": {"decks": "dawn_rush"}},
        "other rules": {"settings": {"joust_assign": "split", "conspiracy": "on", "gather_base": 0}},
        "passive": {"games": 40, "agents": "passive"},
    },
    ends=lambda plan: {"life", "deckout", "effect", "no_winner"},
    own={
        "fairy": ("taken",),
        "shard": ("taken",),
        "shelter": ("taken", "kept"),
        "avatar": ("taken", "kept"),
    },
    seats_alone=frozenset({1, 5, 9, 10}),
    rows=default_rows,
    odd_cells=(*EXAMPLES, "dawn:1 dawn.r:1", "..9;1/-1/0", "10-21;1/-1/0", "entry pantheon=x"),
    free={"token": frozenset({"copies", "vol"})},
    other_cards=other_cards,
    plans=plans,
    worth_comparing=assert_worth_comparing,
)
