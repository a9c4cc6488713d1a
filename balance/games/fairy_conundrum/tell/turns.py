"""One turn in plain words: Destiny, everybody's part up to Narration, the jousts, and how everybody stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from balance.engine.game.story import Row, listed, signed
from balance.games.fairy_conundrum.codes import (
    AWAKENING,
    CONSPIRACY,
    DESTINY,
    DREAM,
    GATHERING,
    JOUST,
    MATURATION,
    NARRATION,
    RENEWAL,
    VOLATILITY,
    Said,
)
from balance.games.fairy_conundrum.tell.turn_events import TurnEvent, count_actions, name_of, tell_events
from balance.games.fairy_conundrum.tell.words import Book, counted, short, stage_of

MOMENTS = {
    DESTINY: "Destiny",
    VOLATILITY: "Volatility",
    RENEWAL: "Renewal",
    GATHERING: "Gathering",
    NARRATION: "Narration",
    CONSPIRACY: "Conspiracy",
    JOUST: "Joust",
    MATURATION: "Maturation",
    DREAM: "Dream",
    AWAKENING: "Awakening",
}


@dataclass(frozen=True)
class Part:
    """A seat's turn, and what one must know to tell it."""

    row: Row
    events: Sequence[TurnEvent] | None  # None: only the row tells of them
    before: Row | None  # its turn before this one
    falls: bool  # its avatar falls in this turn

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return int(self.row["seat"])


def tell_turn(
    rows: Sequence[Row],
    events: Mapping[int, Sequence[TurnEvent]] | None,
    before: Mapping[int, Row],
    falling: frozenset[int],
    book: Book,
) -> list[str]:
    """A turn of everybody.

    ``events``: by seat, what happened while it was at play; None: not known. ``before``: their rows of the turn before;
    ``falling``: seats that fall in this one.
    """
    parts = []
    for row in sorted(rows, key=lambda row: row["destiny_pos"]):
        seat = row["seat"]
        own = None if events is None else events.get(seat, ())
        parts.append(Part(row, own, before.get(seat), seat in falling))
    lines = [*(_tell_narration(part, book) for part in parts), *(_tell_conspiracy(part, book) for part in parts)]
    lines += [*(_tell_joust(part, book) for part in parts), *(_tell_state(part, book) for part in parts)]
    return [tell_destiny(parts, book), *(f"  {line}" for line in lines if line)]


# Destiny


def tell_destiny(parts: Sequence[Part], book: Book) -> str:
    """Who chooses who plays first, and why (FC-31, FC-32)."""
    seats = sorted(parts, key=lambda part: part.seat)
    each = ", ".join(f"{short(part.seat)} {signed(part.row['initiative'])}{_tell_vision(part.row)}" for part in seats)
    chooser = next((part for part in parts if part.row["chose_first"]), parts[0])
    tied = [part for part in parts if part.row["initiative"] == chooser.row["initiative"]]
    why = "has the lowest" if len(tied) == 1 else _tell_tie(chooser, tied)
    first, *others = parts
    chooses = "begins" if first is chooser else f"lets {short(first.seat)} begin"
    then = f", then {listed([short(part.seat) for part in others])}" if len(others) > 1 else ""
    name = book.seats[chooser.seat]
    return f"Turn {parts[0].row['turn']}. Initiative: {each}. {name} {why} and {chooses}{then}."


def _tell_vision(row: Row) -> str:
    """Initiative is life minus vision (FC-31)."""
    vision = row["life_start"] - row["initiative"]
    return f" (life {signed(row['life_start'])}, vision {signed(vision)})" if vision else ""


def _tell_tie(chooser: Part, tied: Sequence[Part]) -> str:
    """FC-31: lower maturation, then lower gathering, then a die."""
    like = f"has as little as {listed([short(part.seat) for part in tied if part is not chooser])}"
    if chooser.before is None:  # the opening's maturation is not logged
        return f"{like}, but less maturation, less gathering or luck with the die,"
    grown = {part.seat: part.before["maturation"] for part in tied if part.before}
    level = [seat for seat, maturation in grown.items() if maturation == grown[chooser.seat]]
    if len(level) == 1:
        return f"{like}, but less maturation ({_tell_grown(chooser, grown)}),"
    return f"{like}, and as little maturation, but less gathering or luck with the die,"


def _tell_grown(chooser: Part, grown: Mapping[int, int]) -> str:
    others = listed([str(maturation) for seat, maturation in grown.items() if seat != chooser.seat])
    return f"{grown[chooser.seat]} against {others}"


# Up to Narration


def _tell_narration(part: Part, book: Book) -> str:
    row = part.row
    told = [f"{book.seats[part.seat]} has {counted(row['sparkles_start'], 'sparkle')}"]
    told += _tell_moments(part, (DESTINY, VOLATILITY, RENEWAL), book)
    if row["gathered"]:
        told.append(f"Gathers {row['gathered']}")
    told += _tell_moments(part, (GATHERING,), book)
    done = count_actions(row) if part.events is None else "; ".join(_tell_events_in(part, NARRATION, book))
    if done:
        told.append(_capital(done))
    elif row["joust_target"] is not None:  # it has had its Narration
        told.append("Does nothing")
    purse = "" if _conspires(part) else _tell_purse(row)
    return _sentences([*told, purse])


def _conspires(part: Part) -> bool:
    """Whether the purse is told after Narration only."""
    return any(event.moment == CONSPIRACY for event in part.events or ())


def _tell_conspiracy(part: Part, book: Book) -> str:
    if not _conspires(part):
        return ""
    return f"{book.seats[part.seat]}. {_sentences([*_tell_moments(part, (CONSPIRACY,), book), _tell_purse(part.row)])}"


def _tell_moments(part: Part, moments: Sequence[int], book: Book) -> list[str]:
    """Moments in which something happened to cards, a sentence each."""
    told = []
    for moment, events in groupby(part.events or (), key=lambda event: event.moment):
        if moment in moments:
            told.append(f"{MOMENTS[moment]}: {'; '.join(tell_events(list(events), part.seat, book))}")
    return told


def _tell_events_in(part: Part, moment: int, book: Book) -> list[str]:
    """What happened to cards in a moment, a phrase each."""
    events = [event for event in part.events or () if event.moment == moment and event.what != Said.CANCELLED]
    return tell_events(events, part.seat, book)


def _tell_purse(row: Row) -> str:
    """Where the sparkles of the turn came from and went."""
    shared = f", {row['spent_opposite']} of it shared with others" if row["spent_opposite"] else ""
    paid = [f"{row['spent_calls']} for calls{shared}"] if row["spent_calls"] else []
    paid += [f"{row['spent_toll']} in contribution"] if row["spent_toll"] else []
    paid += [f"{row['spent_mes']} to set mésangettes"] if row["spent_mes"] else []
    paid += [f"{row['spent_other']} for abilities"] if row["spent_other"] else []
    told = [f"pays {listed(paid)}"] if paid else []
    effects = row["effect_sparkles"]
    told += [f"effects {'bring' if effects > 0 else 'take'} {abs(effects)}"] if effects else []
    told += [f"receives {row['shared_received']} from shards of others"] if row["shared_received"] else []
    return _capital("; ".join([*told, f"{row['sparkles_end']} left"]))


# The joust


def _tell_joust(part: Part, book: Book) -> str:
    target = part.row["joust_target"]
    events = _tell_events_in(part, JOUST, book)
    if target is None:
        return f"{book.seats[part.seat]} does not joust: {'; '.join(events)}." if events else ""
    happens = _capital("; ".join(events))
    return _sentences([f"{book.seats[part.seat]} jousts {short(target)}{_tell_clash(part, book)}", happens])


def _tell_clash(part: Part, book: Book) -> str:
    """What came of a joust. One that is cancelled strikes with 0 (FC-163), which would read as a weak attack."""
    for event in part.events or ():
        if event.what == Said.CANCELLED:
            return f", but {name_of([event.card], event.owner, part.seat, book)} cancels it"
    row, taken = part.row, part.row["joust_life_taken"]
    takes = f"takes {taken} life" if taken else "takes no life"
    return f": attack {signed(row['joust_attack'])} against defence {signed(row['joust_defence'])} {takes}"


# How everybody stands


def _tell_state(part: Part, book: Book) -> str:
    row = part.row
    life = _tell_life(row)
    late = _tell_moments(part, (MATURATION, DREAM, AWAKENING), book)
    if part.falls:
        return _sentences([f"{book.seats[part.seat]} falls, {life}", *late])
    return _sentences(
        [
            f"{book.seats[part.seat]}: {life}",
            _tell_growth(part),
            *late,
            f"Holds {counted(row['hand_end'], 'card')} ({row['deck_end']} in the haversack, {row['canvas_end']} in the"
            f" canvas), {counted(row['shelters_in_valley'], 'shelter')} with {counted(row['guests'], 'guest')},"
            f" {counted(row['explorers'], 'fairy')} in exploration"
            f" (ray {signed(row['ray_total'])}, mat {signed(row['mat_total'])})",
            "A limit was reached, and something was dropped" if row["cut"] else "",
        ]
    )


def _tell_life(row: Row) -> str:
    """The life at the end of a turn, and what became of the life before."""
    lost = row["joust_life_lost"]
    other = row["life_end"] - row["life_start"] + lost
    told = [f"{lost} lost in jousts"] if lost else []
    told += [f"{abs(other)} {'gained' if other > 0 else 'lost or paid'} otherwise"] if other else []
    return f"life {signed(row['life_end'])}{f' ({listed(told)})' if told else ''}"


def _tell_growth(part: Part) -> str:
    row = part.row
    before = part.before["stage"] if part.before else 1
    if row["stage"] == before:
        return f"Maturation {row['maturation']}, {stage_of(row)}"
    return f"Maturation {row['maturation']}: {'grows' if row['stage'] > before else 'falls back'} to {stage_of(row)}"


# Sentences


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sentences(told: Sequence[str]) -> str:
    return " ".join(f"{sentence}." for sentence in told if sentence)
