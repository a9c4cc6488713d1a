"""What happened to cards during a turn, and how it is told."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from balance.engine.game.story import Happened, Row, listed
from balance.games.fairy_conundrum.codes import DECK, NARRATION, NOBODY, PIECES_PER_SEAT, RENEWAL, CardEvent, Said
from balance.games.fairy_conundrum.tell.words import Book, counted, short

MOVED_OVER = 31
"""No event of the log: an exit and an entrance at once, from one shelter to another (FC-68)."""
MILLED = 30
"""In the log a card that is discarded: one from the top of the haversack, which its owner never held."""

DOES: dict[int, str] = {
    CardEvent.DRAWN: "draws {}",
    CardEvent.CALLED: "calls {}",
    CardEvent.PLACED: "places {}",
    CardEvent.SET_DOWN: "sets {} face down",
    CardEvent.TRAP_FIRED: "activates the mésangette {}",
    CardEvent.TRAP_LAPSED: "lets the mésangette {} lapse",
    CardEvent.ACTED: "uses {}",
    CardEvent.SHELTERED: "shelters {}",
    CardEvent.EXITED: "brings out {}",
    MOVED_OVER: "moves {} to another shelter",
    CardEvent.STORED_AWAY: "stores {}",
    CardEvent.TOKEN_MADE: "makes {}",
    CardEvent.DISCARDED: "discards {}",
}
"""What the owner of a card does with it."""

SUFFERS: dict[int, tuple[str, str]] = {
    CardEvent.REAPED: ("is reaped", "are reaped"),
    CardEvent.BOUNCED: ("returns to the hand", "return to the hand"),
    CardEvent.DISSIPATED: ("is dissipated", "are dissipated"),
    CardEvent.IMPRISONED: ("is imprisoned", "are imprisoned"),
    CardEvent.BEWITCHED: ("is bewitched", "are bewitched"),
    CardEvent.STOLEN_FROM: ("is stolen from", "are stolen from"),
    CardEvent.FUSED: ("is fused", "are fused"),
    CardEvent.MARRIED: ("is married", "marry"),
    MILLED: ("goes from the haversack to the rest", "go from the haversack to the rest"),
}
"""What happens to a card, and to several."""

MOVES: dict[int, tuple[str, str]] = {
    CardEvent.SHELTERED: ("enters a shelter", "enter a shelter"),
    CardEvent.EXITED: ("leaves the shelter", "leave the shelter"),
}
"""The same where it is not, or need not be, the owner's own doing."""

OWN_MOVES: dict[int, int] = {CardEvent.SHELTERED: NARRATION, CardEvent.EXITED: RENEWAL}
"""When owners move their fairies; elsewhere abilities do (FC-67)."""


class TurnEvent(NamedTuple):
    """A card event of a turn (section 6), a joust that a card cancels (``Said.CANCELLED``), damage to a card
    (``Said.DAMAGED``), or life that comes or goes outside a joust (``Said.LIFE``)."""

    what: int
    owner: int  # seat
    moment: int
    card: int  # row of the card table; life gained, below 0 for life lost
    piece: int = NOBODY  # which of the copies, where it is damaged
    damage: int = 0


def find_events(happened: Iterable[Happened]) -> Mapping[tuple[int, int], list[TurnEvent]]:
    """By turn and seat what happened to cards and lives while the seat was at play, in that order."""
    events: dict[tuple[int, int], list[TurnEvent]] = defaultdict(list)
    seat, moment = NOBODY, 0
    for turn, what, first, second, third in happened:
        if what == Said.MOMENT:
            moment = first
        elif what == Said.PART:
            seat = first
        elif turn > 0 and what == Said.LIFE:
            events[turn, seat].append(TurnEvent(what, first, moment, second))
        elif turn > 0 and (what <= CardEvent.TAKEN or what in (Said.CANCELLED, Said.DAMAGED)):
            event = TurnEvent(card_event(what, third), first // PIECES_PER_SEAT, moment, second)
            hurt = what == Said.DAMAGED
            events[turn, seat].append(event._replace(piece=first, damage=third) if hurt else event)
    return events


def card_event(what: int, zone: int) -> int:
    """What a card event of the log is to a reader, who is told apart where a discarded card comes from."""
    return MILLED if what == CardEvent.DISCARDED and zone == DECK else what


def tell_events(events: Sequence[TurnEvent], seat: int, book: Book) -> list[str]:
    """Events while ``seat`` was at play, a phrase for each run of the same kind."""
    runs = groupby(_join_moves(events, seat), key=_kind)
    return [_tell_run(list(run), seat, book) for _, run in runs]


def _kind(event: TurnEvent) -> tuple[int, int, int, bool]:
    """What events that are told together have in common: of lives also whether they grow."""
    return event.what, event.owner, event.moment, event.what == Said.LIFE and event.card > 0


def _join_moves(events: Sequence[TurnEvent], seat: int) -> list[TurnEvent]:
    """An exit and an entrance of one card at once are a move, unless an ability has just been used."""
    joined: list[TurnEvent] = []
    for event in events:
        last = joined[-1] if joined else None
        used = len(joined) > 1 and joined[-2].what == CardEvent.ACTED
        if (
            last == event._replace(what=CardEvent.EXITED)
            and event.what == CardEvent.SHELTERED
            and event.owner == seat
            and not used
        ):
            joined[-1] = event._replace(what=MOVED_OVER)
        else:
            joined.append(event)
    return joined


def _tell_run(run: Sequence[TurnEvent], seat: int, book: Book) -> str:
    what, owner, moment = run[0][:3]
    cards = [event.card for event in run]
    if what == Said.LIFE:
        return _by_owner(f"{'gains' if sum(cards) > 0 else 'loses'} {abs(sum(cards))} life", owner, seat)
    if what == CardEvent.STOLEN_FROM:  # more than once from one card, mostly
        cards = list(dict.fromkeys(cards))
    if what == Said.DAMAGED:
        return listed(_tell_damage(run, seat, book))
    names, whose = book.named(cards), name_of(cards, owner, seat, book)
    if what == CardEvent.USED_BY_OTHERS:
        return f"uses {whose}"
    if what in MOVES and (owner != seat or moment != OWN_MOVES[what]):
        return f"{whose} {MOVES[what][len(cards) > 1]}"
    if what in DOES:
        does = DOES[what]
        if len(cards) > 1:
            does = does.replace("mésangette {}", "mésangettes ({})")
        return _by_owner(does.format(names), owner, seat)
    return f"{whose} {SUFFERS[what][len(cards) > 1]}"


def _tell_damage(run: Sequence[TurnEvent], seat: int, book: Book) -> list[str]:
    """The damage of a run, a phrase for those cards that take as much; what comes by points is added up."""
    cards, damage = {event.piece: event.card for event in run}, Counter[int]()
    for event in run:
        damage[event.piece] += event.damage
    told = []
    for amount in dict.fromkeys(damage.values()):
        hurt = [cards[piece] for piece in damage if damage[piece] == amount]
        takes = "takes" if len(hurt) == 1 else "take"
        told.append(f"{name_of(hurt, run[0].owner, seat, book)} {takes} {amount} damage")
    return told


def name_of(cards: Sequence[int], owner: int, seat: int, book: Book) -> str:
    """Cards while ``seat`` is at play: its Daisy 01; Daisy 01 of Player 2."""
    names = book.named(cards)
    return f"its {names}" if owner == seat else f"{names} of {short(owner)}"


def _by_owner(does: str, owner: int, seat: int) -> str:
    """What a player does while ``seat`` is at play, who need not be named."""
    return does if owner == seat else f"{short(owner)} {does}"


COUNTED = (
    ("places", "shelters_called", "shelter"),
    ("calls", "fairies_called", "fairy"),
    ("calls", "shards_called", "shard"),
    ("sets", "traps_set", "mésangette"),
    ("uses", "abilities_used", "ability"),
)
"""What a seat does, the column that counts it, and what of."""


def count_actions(row: Row) -> str:
    """What a seat did, as far as its row tells; "" for nothing."""
    phrases: dict[str, list[str]] = {}
    for does, column, what in COUNTED:
        if row[column]:
            phrases.setdefault(does, []).append(counted(row[column], what))
    return "; ".join(f"{does} {listed(those)}" for does, those in phrases.items())
