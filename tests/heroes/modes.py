"""Games of several kinds that are played in every way of compiling, see contract/test_modes.py."""

from __future__ import annotations

from collections.abc import Iterator

from balance.cards.check import CardTable
from balance.engine.game import Plan
from balance.games.heroes.cards.box import COLORS, DICE, RANKS
from helpers.contract import Column
from heroes.play import make, own_style
from heroes.table import card_table, row, table_of

SLIPPING = own_style(
    "slipping", {"adv": 1.0, "mis": 1.0, "pts": 1.0, "icons": 1.0, "hurt": 0.5, "deny": 0.5}, slip=0.25
)

ODD_ACTIONS = {
    "H2": {"effect": "mission + mission / fight 1 + fight 2 + heal 1"},
    "H4": {"effect": "fight 2 with green / heal all + mission"},
    "H8": {"effect": "gift 2 + roll green,red / tile + tile / shine 4"},
    "H13": {"effect": "fight 1 with yellow + shine 1"},
    "T7": {"effect": "tile / fight 1 with red + roll green"},
    "A6": {"effect": "set green+green+red = 9"},
    "A10": {"effect": "each tile = 3"},
    "M-B2": {"points": "3;2;1", "cost": "wounds F + have 1"},
    "D2": {"effect": "0 1LL 2 I 3 FF"},
}
MORE_TILES = (
    row("T10", "tile", set="immediate", copies=2, effect="tile + shine 1 + tile"),
    row(
        "T11",
        "tile",
        set="immediate",
        copies=2,
        effect="fight 2 with yellow + mission / hit 1LF + hitroll red + gift 1",
    ),
)
FEW_OF_ALL = {
    **{f"A{n}": {"copies": 1 if n < 12 else 0} for n in range(1, 15)},
    **{f"T{n}": {"copies": 1 if n in (1, 2, 6, 7) else 0} for n in range(1, 10)},
    **{f"H{n}": {"effect": "tile"} for n in (1, 2, 3, 11, 12)},
}


def full_table() -> CardTable:
    """As many rows, options, steps, slots, edge positions, spaces and points as a table may have."""

    def action(n: int) -> str:
        steps = "+ fight 3 + mission + heal 2 + tile"
        return " / ".join(f"shine {n + 1} + gift {option + 1} {steps}" for option in range(6))

    rows = [row(f"D{n}", "die", set=color, effect="0 1 2 9LLLLLLLLLLLL FF I") for n, color in enumerate(DICE)]
    for n in range(240):
        edges = (
            "left=LLLLLLLLLLLLLLLL; right=LLLLLLLLLLLLLLLL"
            if n % 2
            else "left=LFILFILFILFILFIL; right=LFILFILFILFILFIL"
        )
        traits = f"strength={n % 101}; {edges}; slots=1,2,3,4,5,6,7,1000"
        rows.append(row(f"H{n}", "hero", effect=action(n), traits=traits))
    for n in range(120):
        color = COLORS[n % 4]
        effect = f"set {color}+{COLORS[n % 3]}+red = {n + 1}" if n < 16 else f"each {color} = 1000"
        rows.append(row(f"A{n}", "adversary", set=color, points=1000, effect=effect))
    for n in range(60):
        cost = " + ".join(["wounds 9F"] * 3 if n % 3 else ["have 1", "roll green"])
        start = "start" if n < 3 else ""
        rows.append(row(f"M{n}", "mission", set=RANKS[n % 3], cost=cost, points="9;8;7;6;5;4;3;1000", traits=start))
        kind = ("immediate", "activation", "interaction")[n % 3]
        on = "on=tile" if n % 3 == 2 else ""
        rows.append(row(f"T{n}", "tile", set=kind, effect=action(240 + n), traits=on))
    return table_of(rows)


def plans() -> Iterator[tuple[str, Plan, int]]:
    """Name, plan and number of games."""
    odd, few = card_table(ODD_ACTIONS, more=MORE_TILES), card_table(FEW_OF_ALL)
    strict = {"allow_decline": "off", "tile_timing": "on_draw", "discard_after_last_round": "off", "dice": "harsh"}
    yield "mixed", make(seed=11), 4
    yield "random", make(seed=12, agents="random", settings=strict), 4
    yield "three", make(odd, [SLIPPING], players=3, agents="slipping,rival,random"), 4
    yield (
        "two",
        make(odd, [SLIPPING], players=2, agents="slipping,astrologer", settings={"collection_mode": "shared"}),
        4,
    )
    yield "few", make(few, agents="brawler,random,astrologer,star"), 4
    yield "full", make(full_table(), players=2, agents="random,rival"), 1
    yield "large", make(seed=2**63 - 1, players=2, settings={"dice": "mild"}), 2


def assert_worth_comparing(column: Column) -> None:
    """Short rows, empty supplies, every fate of a tile, lost fights, failed and declined missions come up in them."""
    assert "0" in set(column("games", "row_left"))
    for name, most in (("supply_emptied", 1), ("missions_cycled", 1), ("max_counters", 25)):
        assert column("games", name).cast(int).max() >= most
    assert set(column("turns", "tile_fate")) >= {"used", "own", "opponent", "kept"}
    for name in ("won", "failed", "declined"):
        assert set(column("turns", name)) == {"-1", "0", "1"}
    assert set(column("turns", "k")) == {"-1", "0", "1", "2", "3"}
    assert set(column("turns", "side")) >= {"left", "right", "only"}
    assert column("seats", "pts_adv_constellation").cast(int).max() > 0
