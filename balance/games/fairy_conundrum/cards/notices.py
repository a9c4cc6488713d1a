"""What is odd about Fairy Conundrum's cards although it can be played: reported as notices (section 7)."""

from __future__ import annotations

from balance.cards.notices import notice_first
from balance.common.errors import Problems, quoted
from balance.games.fairy_conundrum.cards.abilities import STAY, Ability, Selector
from balance.games.fairy_conundrum.cards.box import AVATAR, FAIRY, SHARD, SHELTER, TOKEN, Cards
from balance.games.fairy_conundrum.cards.consistency import Entry, Rows

UNUSED = {
    AVATAR: ("cost", "astralae", "ray", "mat", "slots", "vol", "mes"),
    FAIRY: ("slots", "rank", "life", "handmax", "mature"),
    SHARD: ("slots", "rank", "life", "handmax", "mature"),
    SHELTER: ("astralae", "ray", "vol", "mes", "life", "handmax", "mature"),
    TOKEN: ("slots", "mes", "rank", "life", "handmax", "mature", "decks"),
}
"""Columns that mean nothing for a kind; text in them is reported as a notice."""

NEVER = {
    AVATAR: ("CALL", "IN", "OUT", "LEAVE", "REAPED", "ENDVOL"),
    SHARD: ("IN", "OUT"),
}
"""Triggers that never happen to a kind."""

USELESS_TRAITS = {
    "entry": (AVATAR, FAIRY, SHARD, TOKEN),
    "passage": (AVATAR, FAIRY, SHARD, TOKEN),
    "teleport": (AVATAR, SHARD, SHELTER),
}

CANCELLED = ("call", "shard", "joust")  # events that cancel does something about (FC-163)

ELSEWHERE = {
    "fairy": ("fallow", "canvas"), "shard": ("in", "fallow", "canvas"), "shelter": ("in", "rest", "deck"),
    "token": ("hand", "rest", "fallow", "prison", "deck", "canvas", "stored"),
}  # fmt: skip
"""Zones in which no card of a kind ever is."""


def notice_odd(rows: Rows, cards: Cards, problems: Problems) -> None:
    """Everything of this module but UNUSED; the table has no errors."""
    points = [entry.row for entry in rows.entries if entry.row.points not in ("", "0", "0.0")]
    notice_first(points, "points", "the game has no victory points; the text of this column", problems)
    for trait, kinds in USELESS_TRAITS.items():
        useless = [e.row for e in rows.entries if e.card.kind in kinds and getattr(e.card, trait)]
        notice_first(useless, "traits", f"{trait} means nothing on this kind; the trait", problems)
    names = {word.casefold() for card in cards.cards for word in card.name.split()}
    for entry in rows.entries:
        notice_values(entry, problems)
        for place, ability in enumerate(entry.card.abilities, start=1):
            for message in odd_about(ability, entry.card.kind, names):
                problems.notices.append(entry.row.problem("effect", f"in ability {place} {message}"))
    notice_lives(rows, problems)


def notice_values(entry: Entry, problems: Problems) -> None:
    """Copies beside the limit, and shelters without stability."""
    card, row = entry.card, entry.row
    if card.limit and card.copies != card.limit:
        message = f"a deck may have {card.limit} copies of this card whatever stands here"
        problems.notices.append(row.problem("copies", message))
    if card.kind == SHELTER and not row.cell("mat"):
        problems.notices.append(row.problem("mat", "this shelter has no stability; it is read as 0"))


def notice_lives(rows: Rows, problems: Problems) -> None:
    """Only the life of stage 1 counts (FC-10)."""
    for stages in rows.sets(AVATAR).values():
        first = next(entry.card.life for entry in stages if entry.card.rank == 1)
        others = [e.row for e in stages if e.card.rank > 1 and e.row.cell("life") and e.card.life != first]
        notice_first(others, "life", "starting life is that of stage 1; another one", problems)


def odd_about(ability: Ability, kind: str, names: set[str]) -> list[str]:
    """What never happens or finds nothing. ``names``: all words of names, without capitals."""
    odd = []
    if ability.trigger in NEVER.get(kind, ()):
        odd.append(f"{ability.trigger} never happens to the kind {kind}")
    if ability.trigger == "TRAP":
        if any(step.op == "cancel" for step in ability.steps) and ability.event not in CANCELLED:
            odd.append(f"cancel does nothing about the event {ability.event}")
        if ability.steps[0].op != "summon" and any(step.until == STAY for step in ability.steps):
            odd.append(
                "what lasts while the card stays ends at once, as the trap goes to rest: 'summon self' is missing"
            )
    filters = [ability.filter, *(selector.filter for selector in ability.selectors)]
    for word in dict.fromkeys(filter.word for filter in filters if filter.word):
        if word.casefold() not in names:
            odd.append(f"no card has the word {quoted(word)} in its name")
    odd += [f"{selector.text} finds nothing: no such card is ever there" for selector in _empty(ability)]
    return odd


def _empty(ability: Ability) -> list[Selector]:
    return [selector for selector in ability.selectors if selector.zone in ELSEWHERE.get(selector.kind, ())]
