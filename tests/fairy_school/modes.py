"""Games of several kinds that are played in every way of compiling, see contract/test_modes.py."""

from __future__ import annotations

from collections.abc import Iterator

from balance.cards.check import CardTable
from balance.engine.game import Plan
from balance.games.fairy_school.cards.box import DECKS, PAIRS, PLACES, TRIMESTERS
from balance.games.fairy_school.state import MAX_ALTERNATIVES, MAX_DECK, MAX_FINALS, MOST_DRAWN
from fairy_school.box import card_table, row, table_of
from fairy_school.invariants.log import make, own_style
from fairy_school.sheet import reference_table
from helpers.contract import Column

SLIPPING = own_style("slipping", {"need": 1.0, "paid": 0.5, "kind_in": 1.0, "study_now": 1.0, "deny": 0.5}, slip=0.25)

SPECIALS = {
    "ST1": {"effect": "take10"},
    "ST2": {"effect": "draw10.10"},
    "ST3": {"effect": "study"},
    "ST4": {"effect": "trash"},
    "ST5": {"effect": "react/2N"},
    "ST6": {"effect": "react+E|trash/study+A/take2"},
    "ST7": {"effect": "Ax6>2E/12A|draw3.2+W"},
}


def full_table() -> CardTable:
    """As many cards, alternatives, elements and copies as a table may have, nearly."""

    def effect(n: int) -> str:
        gains = "/".join(f"{n % 11 + 2}{'EPFWAN'[i]}+{i + 1}{'PFWANE'[i]}" for i in range(MAX_ALTERNATIVES))
        special = ("react", "trash", "study", f"take{MOST_DRAWN}", f"draw{MOST_DRAWN}.{MOST_DRAWN}")[n % 5]
        return f"Wx6>{gains}|{special}+12N"

    names = [f"creature {n}" for n in range(12)]
    rows = [row(f"C{n}", "creature", name=name, set=n // 2 + 1, effect="EWPFNA"[n // 2], points=99)
            for n, name in enumerate(names)]  # fmt: skip
    assert len({cells["set"] for cells in rows}) == PAIRS
    for n in range(48):
        traits = f"creature={names[n % 12]}"
        rows.append(row(f"ST{n}", "start", set=n % 4 + 1, effect=effect(n), traits=traits))
    for letter in DECKS:
        for n, place in enumerate((PLACES[0], PLACES[4], "discard", "discard")):
            traits = f"creature={names[n]}; place={place}"
            rows.append(row(f"S{letter}{n}", "initial", set=f"S{letter}", effect="5A/react", traits=traits))
    for n in range(7):
        copies = 20
        traits = f"creature={names[n]}"
        rows.append(row(f"S{n}", "initial", set="S", copies=copies, effect="take1", traits=traits))
    for trimester in TRIMESTERS:
        for n in range(80):
            cells = {"set": trimester, "copies": MAX_DECK // 80, "cost": "40E" if n % 2 else "W", "points": 99}
            rows.append(row(f"{trimester}{n}", "project", effect="3N", traits=f"creature={names[n % 12]}", **cells))
    for length, cost in (("long", "A;A;A;A;A"), ("short", "E;P;F;40W")):
        rows.append(row(length, "final", set=length, copies=MAX_FINALS // 2, cost=cost, points=99))
    return table_of(rows)


def plans() -> Iterator[tuple[str, Plan, int]]:
    """Name, plan and number of games."""
    odd, packaged = card_table(SPECIALS), reference_table()
    yield "mixed", make(packaged, players=3, seed=11), 1
    few = {"must_play_two": "on", "start_elements": "0,0,0,0,0", "activation_cubes": "20", "final_turn_cap": "3"}
    yield "random", make(packaged, variant="expert", agents="random", settings=few), 1
    fast = {"turns_per_trimester": "2"}
    yield "two", make(odd, [SLIPPING], players=2, variant="initiation", agents="slipping,racer", settings=fast), 1
    laid = {
        "sharing": "insensitive",
        "insensitive_alternation": "per_turn",
        "length": "short",
        "turns_per_trimester": "2",
    }
    yield "five", make(odd, [SLIPPING], players=5, agents="slipping,scholar,random", settings=laid), 1
    full = {"activation_cubes": "100", "start_elements": "20,20,20,20,20", "turns_per_trimester": "1"}
    yield "full", make(full_table(), players=2, agents="random", seed=2**63 - 1, settings=full), 1


def assert_worth_comparing(column: Column) -> None:
    """Idle picks, all kinds of acts and exchanges, studies by effects, both ends and finished races come up in them."""
    assert set(column("games", "end_reason")) == {"finished", "capped"}
    assert set(column("seats", "finished")) == {"true", "false"}
    for name in ("studies", "bonuses", "reshuffles", "steps_now"):
        assert column("turns", name).cast(int).max() > 0
    for name in ("idle_pick", "studied_corner", "leader_bonus", "realized_2"):
        assert len(set(column("turns", name))) > 2
    for act in range(7):
        assert (column("turns", "acts").cast(int) // 2 ** (8 * act) % 2**8).max() > 0
    for exchange in range(4):
        assert (column("turns", "exchanges").cast(int) // 2 ** (16 * exchange) % 2**16).max() > 0
