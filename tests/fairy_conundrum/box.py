"""Small boxes of Fairy Conundrum for tests: rows of a card table, what its reader makes of them, and any legal cards.

The default table has one avatar (AV1 to AV3), one canvas of three shelters (CV1 to CV3), a token T1, six fairies
FA1 to FA6 and two shards SH1 and SH2 that are the deck dawn with five copies each, and FK1, FL1 as its reserve.
"""

from __future__ import annotations

from balance.cards.check import COLUMNS
from balance.games.fairy_conundrum.cards import Card, Cards, effect_text, read_conundrum
from balance.games.fairy_conundrum.cards.cells import CARD_COLUMNS
from fairy_conundrum.any import abilities, cards, cards_from, effects
from helpers.card_tables import CardTables

__all__ = ["abilities", "cards", "cards_from", "effects"]

GAME = "fairy_conundrum"
Row = dict[str, str]

MATURE = ("..9;1/-1/0", "10..21;1/-1/0", "22..;1/-1/0")


EXAMPLES = """\
CALL: draw 1
CALL: dmg 2/3/4 foe.fairy.x
ALWAYS: ray +1 own.fairy.x[rad=L&other]#all
ALWAYS: cost -1 own.fairy[mor=RO]#all
ALWAYS: contrib -1
ALWAYS {guests>=1}: gather +1
ACT [sp 1]: ray +2 own.fairy.x ~turn
ACT [morph RO]: mature +2 self
ACT {guests>=2}: spark 1xcount(guests)
CALL: imprison foe.fairy.x[cost<=3] ~stay
CALL: bewitch foe.fairy.x[ast=A] ~stay
CALL: link own.fairy.x; ALWAYS: ray +2 linked; ALWAYS: mat +1 linked
CALL: stealm foe.fairy.x
ACT [life 2]: steala foe.fairy.x
CALL: marry own.fairy.x[single]#1
CALL: fuse own.fairy.x[cost<=2]#1
CALL?: store 1; LEAVE: unstore
CALL: token 2 FC-T01
REAPED: token 1 FC-T02 then draw 1
ENDVOL: dmg 3 foe.avatar
IN: life +1 me
OUT: ray +1 it ~turn
AT gathering {guests>=1}: spark 1/2/3
AT awakening {count(own.fairy.in)>=3}: draw 1
WHEN foe.shard: spark 1
WHEN own.hit?: bounce foe.fairy.x
TRAP foe.joust: cancel
TRAP foe.call[cost>=3]: summon self then imprison it ~stay
TRAP foe.shard: cancel then siphon 1
ACT: exit own.fairy.in then restore it
ALWAYS: entry
CALL: vol +1 own.shard.x[vol>=1]#all
CALL: purify own.fairy.v#all
ALWAYS: hush foe.fairy.x[rad=D]#all
ACT [vol 1]: dmg 1/2/2 foe.shelter.x
CALL: copy own.fairy.x[cost<=2]
""".splitlines()
"""The examples of section 5.3, all in standard spelling."""


def row(id: str, kind: str, **cells: object) -> Row:
    """A row with these cells; the name is the id, light, all else is blank."""
    start = dict.fromkeys((*COLUMNS, *CARD_COLUMNS), "") | {"game": GAME, "id": id, "name": id, "kind": kind}
    assert set(cells) <= set(start)
    return start | {"source": "assumed", "radiance": "L"} | {column: str(text) for column, text in cells.items()}


def fairy(id: str, **cells: object) -> Row:
    """A fairy of cost 1, ray 2, mat 1, astralae A."""
    return row(id, "fairy", **({"cost": 1, "ray": 2, "mat": 1, "astralae": "A"} | cells))


def shard(id: str, **cells: object) -> Row:
    """A permanent shard of cost 1, astralae A."""
    return row(id, "shard", **({"cost": 1, "astralae": "A"} | cells))


def shelter(id: str, rank: int, **cells: object) -> Row:
    """A shelter of the canvas CV with two slots and stability 3; no. 1 has the entry."""
    traits = "entry" if rank == 1 else ""
    return row(id, "shelter", **({"set": "CV", "rank": rank, "slots": 2, "mat": 3, "traits": traits} | cells))


def stage(id: str, rank: int, **cells: object) -> Row:
    """A stage of the avatar AV: life 20, hand maximum 7."""
    life = 20 if rank == 1 else ""
    start = {"set": "AV", "rank": rank, "life": life, "handmax": 7, "mature": MATURE[rank - 1]}
    return row(id, "avatar", **(start | cells))


def token(id: str, **cells: object) -> Row:
    """A token with ray 1, mat 1."""
    return row(id, "token", **({"ray": 1, "mat": 1, "astralae": "K"} | cells))


def default_rows() -> list[Row]:
    """The rows of the default table; new ones at every call."""
    rows = [stage(f"AV{n}", n, decks="dawn:1") for n in (1, 2, 3)]
    rows += [shelter(f"CV{n}", n, decks="dawn:1") for n in (1, 2, 3)]
    rows += [token("T1")]
    rows += [fairy(f"FA{n}", decks="dawn:5") for n in range(1, 7)]
    rows += [shard(f"SH{n}", decks="dawn:5") for n in (1, 2)]
    return [*rows, fairy("FK1", astralae="K", decks="dawn.r:4"), fairy("FL1", astralae="L", decks="dawn.r:3")]


TABLES = CardTables(GAME, default_rows, read_conundrum)

changed_rows, table_of, card_table = TABLES.changed_rows, TABLES.table_of, TABLES.card_table
reading, cards_of, line_of = TABLES.reading, TABLES.cards_of, TABLES.line_of
errors, only_error = TABLES.errors, TABLES.only_error
notices = TABLES.notices


def card_of(id: str, **cells: object) -> Card:
    """A card of the default table, with some cells changed."""
    box = cards_of(card_table({id: cells}))
    return box.cards[box.numbers[id]]


def rows_of(box: Cards) -> list[Row]:
    """The rows of a card table that is read as this box."""
    return [_row_of(box, number, card) for number, card in enumerate(box.cards)]


def _row_of(box: Cards, number: int, card: Card) -> Row:
    values = ("ray", "mat") if card.kind in ("fairy", "token") else ("slots", "mat", "rank")
    values = {"avatar": ("rank", "handmax", "life"), "shard": ()}.get(card.kind, values)
    flags = [flag for flag in ("entry", "passage", "teleport") if getattr(card, flag)]
    cells: dict[str, object] = {column: getattr(card, column) for column in values}
    cells |= {column: getattr(card, column) or "" for column in ("vol", "mes", "astralae")}
    if card.kind == "avatar":
        cells["mature"] = card.mature.text if card.mature else ""
        cells["life"] = card.life or ""
    elif card.kind != "shelter":
        cells["cost"] = card.cost
    flags += [f"pantheon={card.pantheon}"] if card.pantheon else []
    return row(
        card.id, card.kind, name=card.name, set=card.set, copies=card.copies, effect=effect_text(card.abilities),
        traits=" ".join(flags), radiance=card.radiance, morphs="-".join(card.morphs), decks=_decks_of(box, number),
        **cells,
    )  # fmt: skip


def _decks_of(box: Cards, number: int) -> str:
    words = []
    for deck in box.decks:
        whole = (*box.avatars[deck.avatar], *box.canvases[deck.canvas])
        words += [f"{deck.name}:1"] if number in whole else []
        words += [f"{deck.name}:{copies}" for card, copies in deck.cards if card == number]
        words += [f"{deck.name}.r:{copies}" for card, copies in deck.reserve if card == number]
    return " ".join(words)


CURIOUS = [
    fairy("Q01", effect="ACT: discard foe.card.hand#1"),
    fairy("Q02", effect="ACT: discard foe.card.hand#r1"),
    fairy("Q03", effect="ACT: dissipate foe.trap.v"),
    shard("Q04", effect="CALL: dissipate foe.card.hand#2", cost=0),
    shard("Q05", effect="CALL: spark 1xcount(foe.fairy.hand)", cost=0),
    fairy("Q06", effect="TRAP foe.set: dissipate it", mes=1),
    fairy("Q07", effect="TRAP foe.joust: dissipate foe.card.deck#r2", mes=1),
    shard("Q08", effect="CALL: peek foe.card.hand#all then spark 1", cost=0),
    fairy("Q09", effect="WHEN foe.set?: bounce foe.fairy.x; CALL: store 1"),
    fairy("Q10", effect="CALL?: abandon foe.card.stored then draw 1", cost=0),
    fairy("Q11", effect="TRAP any.call: ray +1 own.fairy.x ~turn", mes=2, cost=3),
    fairy("Q12", effect="TRAP foe.shard: cancel", mes=1, cost=0),
]
"""Cards that work on hands, haversacks, mesangettes and stored cards: temptations to look."""


def curious_rows() -> list[Row]:
    """A deck of such cards and of plain ones."""
    plain = {f"FA{n}": {"cost": n - 1, "ray": n, "mat": 4 - n, "decks": "dawn:5 dawn.r:0" if n > 9 else "dawn:4"}
             for n in range(1, 7)}  # fmt: skip
    gone = {"SH1": {"decks": ""}, "SH2": {"decks": ""}, "CV2": {"effect": "ACT: mill 1 foe then wish 1"}}
    more = [card | {"decks": "dawn:3"} for card in CURIOUS]
    return changed_rows(plain | gone, more=more)
