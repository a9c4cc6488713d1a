"""What Fairy Conundrum's rows must be together: whole avatars and canvases, legal decks (FC-16 to FC-19, FC-180).

Nothing is called missing while a row that cannot be read may be it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from balance.cards.check import CardRow
from balance.common.errors import Problem, Problems, nearest, quoted
from balance.games.fairy_conundrum.cards.box import (
    AVATAR,
    DECK_SIZES,
    FAIRY,
    FINAL,
    RESERVE,
    SHARD,
    SHELTER,
    SHELTERS,
    STAGES,
    TOKEN,
    Card,
)
from balance.games.fairy_conundrum.codes import MAX_AVATARS, MAX_CANVASES, MAX_DECKS


@dataclass(frozen=True)
class Entry:
    """A row of a known kind, and the card it is as far as it can be read."""

    row: CardRow
    card: Card
    bad: frozenset[str]  # columns that cannot be read; the card has something else there
    decks: Mapping[tuple[str, bool], int]  # deck, whether it is its reserve -> copies

    def read(self, *columns: str) -> bool:
        """Whether all these cells can be read."""
        return not self.bad & {*columns}


@dataclass(frozen=True)
class Rows:
    """All rows of known kinds, in table order."""

    file: str  # for messages
    entries: tuple[Entry, ...]
    complete: bool  # whether there are no others

    def of(self, *kinds: str) -> list[Entry]:
        """The rows of some kinds."""
        return [entry for entry in self.entries if entry.card.kind in kinds]

    def sets(self, kind: str) -> dict[str, list[Entry]]:
        """The rows of a kind by their set, sets in the order in which they begin."""
        entries: dict[str, list[Entry]] = {}
        for entry in self.of(kind):
            if entry.read("set"):
                entries.setdefault(entry.card.set, []).append(entry)
        return entries

    def all_read(self, kind: str, entries: Sequence[Entry]) -> bool:
        """Whether no row that cannot be read may belong to these."""
        readable = all(entry.read("set") for entry in self.of(kind))
        return self.complete and readable and all(entry.read("rank") for entry in entries)


def check_together(rows: Rows, problems: Problems) -> None:
    """Everything of this module."""
    if rows.complete and not rows.of(AVATAR):
        message = "there is no avatar"
        problems.errors.append(Problem(message, rows.file, column="kind", allowed="three avatar rows for each avatar"))
    for name, stages in rows.sets(AVATAR).items():
        check_avatar(rows, name, stages, problems)
    for name, shelters in rows.sets(SHELTER).items():
        check_canvas(rows, name, shelters, problems)
    check_tokens(rows, problems)
    check_decks(rows, problems)
    for what, column, count, most in (
        ("avatars", "set", len(rows.sets(AVATAR)), MAX_AVATARS),
        ("canvases", "set", len(rows.sets(SHELTER)), MAX_CANVASES),
        ("decks", "decks", len(deck_names(rows)), MAX_DECKS),
    ):
        if count > most:
            message = f"the number of {what} is {count}"
            problems.errors.append(Problem(message, rows.file, column=column, allowed=f"at most {most}"))


def _by_rank(entries: Sequence[Entry], what: str, problems: Problems) -> dict[int, Entry]:
    """The rows by their rank; an error for every second one of a rank."""
    first: dict[int, Entry] = {}
    for entry in entries:
        if not entry.read("rank"):
            continue
        earlier = first.setdefault(entry.card.rank, entry)
        if earlier is not entry:
            message = (
                f"{what} {quoted(entry.card.set)} has the rank {entry.card.rank} already, on line {earlier.row.line}"
            )
            problems.errors.append(entry.row.problem("rank", message, "ranks that differ within the set"))
    return first


# Avatars and canvases


def check_avatar(rows: Rows, name: str, stages: Sequence[Entry], problems: Problems) -> None:
    """Stages 1, 2 and 3 of one radiance, without a gap between their maturation sums (FC-19, FC-86)."""
    by_rank = _by_rank(stages, "the avatar", problems)
    gone = [str(rank) for rank in range(1, STAGES + 1) if rank not in by_rank]
    if gone and rows.all_read(AVATAR, stages):
        message = f"the avatar {quoted(name)} has no stage {', '.join(gone)}"
        problems.errors.append(stages[0].row.problem("rank", message, "one row for each of the stages 1, 2, 3"))
    for entry in stages[1:]:
        if stages[0].read("radiance") and entry.read("radiance") and entry.card.radiance != stages[0].card.radiance:
            message = f"the avatar {quoted(name)} has another radiance on line {stages[0].row.line}"
            problems.errors.append(entry.row.problem("radiance", message, stages[0].card.radiance))
    for rank in range(1, STAGES):
        if rank in by_rank and rank + 1 in by_rank:
            check_gap(by_rank[rank], by_rank[rank + 1], problems)


def check_gap(stage: Entry, following: Entry, problems: Problems) -> None:
    """A stage must begin where the one before ends, or below."""
    before, after = stage.card.mature, following.card.mature
    if not before or not after or before.high is None or after.low is None:
        return
    if after.low > before.high + 1:
        message = f"there is a gap: the stage before ends at {before.high}, on line {stage.row.line}"
        problems.errors.append(following.row.problem("mature", message, f"a minimum of at most {before.high + 1}"))


def check_canvas(rows: Rows, name: str, shelters: Sequence[Entry], problems: Problems) -> None:
    """Orders 1 to n, the first with the entry (FC-18)."""
    by_rank = _by_rank(shelters, "the canvas", problems)
    gone = [str(rank) for rank in range(1, max(by_rank, default=1) + 1) if rank not in by_rank]
    if gone and rows.all_read(SHELTER, shelters):
        message = f"the canvas {quoted(name)} has no shelter of the rank {', '.join(gone)}"
        problems.errors.append(shelters[0].row.problem("rank", message, f"ranks 1 to n, n at most {SHELTERS}"))
    if 1 in by_rank and by_rank[1].read("traits") and not by_rank[1].card.entry:
        message = f"shelter no. 1 of the canvas {quoted(name)} has no entry"
        problems.errors.append(by_rank[1].row.problem("traits", message, "the word entry"))


# Tokens


def check_tokens(rows: Rows, problems: Problems) -> None:
    """Every token that is made must be a row of the kind token."""
    known = [entry.card.id for entry in rows.of(TOKEN)]
    for entry in rows.entries:
        for id in dict.fromkeys(step.arg for a in entry.card.abilities for step in a.steps if step.op == "token"):
            if id not in known and rows.complete:
                message = f"there is no token with the id {quoted(id)}"
                allowed = f"ids of token rows: {', '.join(known) or '(none)'}"
                problems.errors.append(entry.row.problem("effect", message, allowed, nearest(id, known)))


# Decks


def deck_names(rows: Rows) -> list[str]:
    """The decks: those that avatars name."""
    return list(dict.fromkeys(name for entry in rows.of(AVATAR) for name, _ in entry.decks))


def sets_of_deck(rows: Rows, kind: str, name: str) -> list[str]:
    """The avatars or canvases that name a deck."""
    return list(dict.fromkeys(entry.card.set for entry in rows.of(kind) if (name, False) in entry.decks))


def check_decks(rows: Rows, problems: Problems) -> None:
    """Known names; of each deck one avatar, one canvas, and cards within the limits."""
    known = deck_names(rows)
    all_read = rows.complete and all(entry.read("decks", "set") for entry in rows.entries)
    for entry in rows.of(FAIRY, SHARD, SHELTER):
        for name in dict.fromkeys(name for name, _ in entry.decks):
            if name not in known and all_read:
                message = f"there is no deck {quoted(name)}: no avatar names it"
                allowed = ", ".join(known) or "decks that an avatar row names, such as dawn:1"
                problems.errors.append(entry.row.problem("decks", message, allowed, nearest(name, known)))
    for name in known:
        for kind, what in ((AVATAR, "avatar"), (SHELTER, "canvas")):
            sets = sets_of_deck(rows, kind, name)
            if len(sets) != 1 and (sets or all_read):
                of_sets = ", ".join(map(quoted, sets)) or "none"
                message = f"the deck {quoted(name)} must have one {what}, and has {len(sets)}: {of_sets}"
                problems.errors.append(_at_avatar(rows, name, message, f"one {what} with {name}:1"))
        check_deck(rows, name, all_read, problems)


def check_deck(rows: Rows, name: str, all_read: bool, problems: Problems) -> None:
    """Sizes (FC-16, FC-180), copies (FC-16) and cards of astralae F (FC-17)."""
    cards = [entry for entry in rows.of(FAIRY, SHARD) if any((name, part) in entry.decks for part in (False, True))]
    sizes = [sum(entry.decks.get((name, part), 0) for entry in cards) for part in (False, True)]
    low, high = DECK_SIZES
    if all_read and not low <= sizes[0] <= high:
        message = f"the deck {quoted(name)} has {sizes[0]} fairies and shards"
        problems.errors.append(_at_avatar(rows, name, message, f"{low} to {high}, copies counted"))
    if all_read and sizes[1] not in (0, RESERVE):
        message = f"the reserve of the deck {quoted(name)} has {sizes[1]} cards"
        problems.errors.append(_at_avatar(rows, name, message, f"0 or {RESERVE}, copies counted"))
    finals: list[Entry] = []
    for entry in cards:
        if not entry.read("astralae"):
            continue
        copies = sum(entry.decks.get((name, part), 0) for part in (False, True))
        if copies > entry.card.limit:
            message = f"the deck {quoted(name)} and its reserve have {copies} copies of this card"
            allowed = f"at most {entry.card.limit} of the astralae {entry.card.astralae}"
            problems.errors.append(entry.row.problem("decks", message, allowed))
        finals += [entry] if entry.card.astralae == FINAL else []
    for entry in finals[1:]:
        message = f"the deck {quoted(name)} and its reserve have a card of the astralae F already"
        message += f", on line {finals[0].row.line}"
        problems.errors.append(entry.row.problem("decks", message, "at most one card of the astralae F"))


def _at_avatar(rows: Rows, name: str, message: str, allowed: str) -> Problem:
    """The error for a deck, on the avatar row that names it first."""
    row = next(entry.row for entry in rows.of(AVATAR) if any(name == deck for deck, _ in entry.decks))
    return row.problem("decks", message, allowed)
