"""Fairy Conundrum's rows of cards.csv: from cells to cards, with all that is wrong (section 5 of the rules page)."""

from __future__ import annotations

from collections.abc import Mapping

from balance.cards.check import CardRow, CardTable
from balance.cards.notices import notice_unused
from balance.common.errors import Problem, Problems, nearest, quoted
from balance.games.fairy_conundrum.cards.abilities import Ability
from balance.games.fairy_conundrum.cards.box import (
    ASTRALAE,
    AVATAR,
    FAIRY,
    KINDS,
    LIMITS,
    RADIANCES,
    SHARD,
    SHELTER,
    SHELTERS,
    STAGES,
    TOKEN,
    Card,
    Cards,
    Deck,
    Maturation,
)
from balance.games.fairy_conundrum.cards.cells import PANTHEON, Cells, parse_morphs
from balance.games.fairy_conundrum.cards.consistency import Entry, Rows, check_together, deck_names, sets_of_deck
from balance.games.fairy_conundrum.cards.encode import room
from balance.games.fairy_conundrum.cards.notation import MATURE_ALLOWED, parse_effect, parse_mature
from balance.games.fairy_conundrum.cards.notices import UNUSED, notice_odd
from balance.games.fairy_conundrum.codes import MAX_CARDS

MOST_COST = 30
MOST_COPIES = 99
MOST = 99  # ray, mat, slots, volatility and the like
MOST_LIFE = 999

MEANS_NOTHING = {
    "host": (AVATAR, SHARD, SHELTER), "spouse": (AVATAR, SHARD, SHELTER), "guests": (AVATAR, SHARD),
}  # fmt: skip
"""Words of abilities, and kinds on which they mean no card."""


def read_conundrum(table: CardTable, problems: Problems) -> Cards | None:
    """Fairy Conundrum's cards from its rows; None when there are errors.

    A table may have no decks. Adds to ``problems`` every error and every notice about the card data (section 7).
    """
    before = len(problems.errors)
    if not 0 < len(table.rows) <= MAX_CARDS:
        message = f"there are {len(table.rows) or 'no'} rows for the game {quoted(table.game)}"
        allowed = f"1 to {MAX_CARDS} rows of the kinds {', '.join(KINDS)}"
        problems.errors.append(Problem(message, table.file, allowed=allowed))
        return None
    entries = [entry for entry in (_entry(row, problems) for row in table.rows) if entry]
    rows = Rows(table.file, tuple(entries), len(entries) == len(table.rows))
    check_together(rows, problems)
    notice_unused([entry.row for entry in entries], UNUSED, problems)
    if len(problems.errors) > before:
        return None
    cards = _cards(rows)
    check_room(table, cards, problems)
    if len(problems.errors) > before:
        return None
    notice_odd(rows, cards, problems)
    return cards


# One row


def _entry(row: CardRow, problems: Problems) -> Entry | None:
    """A row with its card; None for an unknown kind."""
    if row.kind not in KINDS:
        message = f"there is no kind {quoted(row.kind)}" if row.kind else "the cell is blank"
        problems.errors.append(row.problem("kind", message, ", ".join(KINDS), nearest(row.kind, KINDS)))
        return None
    cells = Cells(row, problems)
    card = _card(cells, row.kind)
    check_abilities(cells, card)
    decks = {} if row.kind == TOKEN else cells.decks(row.kind)
    return Entry(cells.row, card, frozenset(cells.bad), decks)


def _card(cells: Cells, kind: str) -> Card:
    """What can be read of a row; the rest as if it were blank."""
    row = cells.row
    fairy_like = kind in (FAIRY, TOKEN)
    played = kind in (FAIRY, SHARD)
    astralae = cells.word("astralae", ASTRALAE) if fairy_like or kind == SHARD else ""
    must_cost = None if played else 0
    check_no_values(cells, kind)
    return Card(
        id=row.id,
        name=row.name,
        kind=kind,
        set=cells.text("set", "the name of the avatar or canvas") if kind in (AVATAR, SHELTER) else row.set,
        copies=cells.number("copies", 1, MOST_COPIES, LIMITS.get(astralae, 1) if played else 1),
        cost=cells.number("cost", 0, MOST_COST, must_cost) if kind != AVATAR else 0,
        ray=cells.number("ray", -MOST, MOST) if fairy_like else 0,
        mat=_mat(cells, kind),
        slots=cells.number("slots", 0, MOST) if kind == SHELTER else 0,
        vol=cells.number("vol", 0, MOST, 0) if fairy_like or kind == SHARD else 0,
        mes=cells.number("mes", 0, MOST, 0) if played else 0,
        radiance=cells.word("radiance", RADIANCES),
        astralae=astralae,
        morphs=cells.parsed("morphs", parse_morphs) or (),
        rank=cells.number("rank", 1, STAGES if kind == AVATAR else SHELTERS) if kind in (AVATAR, SHELTER) else 0,
        life=_life(cells) if kind == AVATAR else 0,
        handmax=cells.number("handmax", 0, MOST) if kind == AVATAR else 0,
        mature=_mature(cells) if kind == AVATAR else None,
        entry="entry" in cells.traits,
        passage="passage" in cells.traits,
        teleport="teleport" in cells.traits,
        pantheon=cells.traits.get(PANTHEON, ""),
        abilities=cells.parsed("effect", parse_effect) or (),
    )


def check_no_values(cells: Cells, kind: str) -> None:
    """A shard has neither ray nor mat."""
    for column in ("ray", "mat") if kind == SHARD else ():
        if cells.row.cell(column):
            cells.refuse(cells.row, column, f"a shard has no {column}", "a blank cell")


def _mat(cells: Cells, kind: str) -> int:
    """Materialisation; of a shelter the stability, 0 unless the table says more (a notice tells)."""
    if kind == SHELTER:
        return cells.number("mat", -MOST, MOST, 0)
    return cells.number("mat", -MOST, MOST) if kind in (FAIRY, TOKEN) else 0


def _life(cells: Cells) -> int:
    """Starting life stands on the row of stage 1 (FC-10); on the others it may."""
    first = cells.row.cell("rank") in ("1", "+1", "1.0")
    return cells.number("life", 1, MOST_LIFE, None if first else 0)


def _mature(cells: Cells) -> Maturation | None:
    """Stage 1 has no minimum, stage 3 no maximum, all others are there (5.1)."""
    mature = cells.parsed("mature", parse_mature, MATURE_ALLOWED)
    rank = cells.row.cell("rank").removeprefix("+").removesuffix(".0")
    if mature is None or rank not in ("1", "2", "3"):
        return mature
    for bound, what, without in ((mature.low, "minimum", "1"), (mature.high, "maximum", "3")):
        if (bound is None) != (rank == without):
            message = f"stage {rank} of an avatar must have {'no' if rank == without else 'a'} {what}"
            cells.refuse(cells.row, "mature", message, MATURE_ALLOWED)
    return mature


def check_abilities(cells: Cells, card: Card) -> None:
    """A mesangette has both a cost and a trap (FC-75); words mean something on this kind."""
    trapping = any(ability.trigger == "TRAP" for ability in card.abilities)
    if "effect" not in cells.bad and "mes" not in cells.bad:
        if trapping and not card.mes:
            message = "a TRAP ability never works on a card without mesangette cost"
            cells.refuse(cells.row, "mes", message, "a mesangette cost of at least 1, on a fairy or a shard")
        if card.mes and not trapping:
            cells.refuse(cells.row, "mes", "this mesangette has no TRAP ability", "a blank cell, or a TRAP ability")
    for place, ability in enumerate(card.abilities, start=1):
        for word in sorted(_words(ability)):
            if card.kind in MEANS_NOTHING.get(word, ()):
                message = f"{quoted(word)} means no card on the kind {card.kind}, in ability {place}"
                kinds = [kind for kind in KINDS if kind not in MEANS_NOTHING[word]]
                cells.refuse(cells.row, "effect", message, f"{word} on the kinds {', '.join(kinds)}")


def _words(ability: Ability) -> set[str]:
    """The words by which an ability speaks of cards."""
    words = {selector.word for selector in ability.selectors}
    return words | {condition.kind for condition in ability.conditions if condition.kind == "guests"}


# All rows


def _cards(rows: Rows) -> Cards:
    """The cards of rows without errors."""
    cards = tuple(entry.card for entry in rows.entries)
    numbers = {card.id: number for number, card in enumerate(cards)}

    def ranked(kind: str) -> dict[str, tuple[int, ...]]:
        return {
            name: tuple(numbers[entry.card.id] for entry in sorted(entries, key=lambda entry: entry.card.rank))
            for name, entries in rows.sets(kind).items()
        }

    avatars, canvases = ranked(AVATAR), ranked(SHELTER)
    return Cards(
        cards=cards,
        avatars=tuple((first, second, third) for first, second, third in avatars.values()),
        canvases=tuple(canvases.values()),
        decks=tuple(_deck(rows, numbers, list(avatars), list(canvases), name) for name in deck_names(rows)),
    )


def _deck(rows: Rows, numbers: Mapping[str, int], avatars: list[str], canvases: list[str], name: str) -> Deck:
    def part(reserve: bool) -> tuple[tuple[int, int], ...]:
        entries = [entry for entry in rows.of(FAIRY, SHARD) if (name, reserve) in entry.decks]
        return tuple((numbers[entry.card.id], entry.decks[name, reserve]) for entry in entries)

    (avatar,), (canvas,) = sets_of_deck(rows, AVATAR, name), sets_of_deck(rows, SHELTER, name)
    return Deck(name, avatars.index(avatar), canvases.index(canvas), part(False), part(True))


def check_room(table: CardTable, cards: Cards, problems: Problems) -> None:
    """All abilities together must find room in the records of the engine."""
    for what, count, most in room(cards):
        if count > most:
            message = f"the number of {what} on all cards is {count}"
            problems.errors.append(Problem(message, table.file, column="effect", allowed=f"at most {most}"))
