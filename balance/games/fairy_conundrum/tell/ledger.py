"""Cards of a seat: what it begins with, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence

from balance.engine.game.story import LoggedGame, Row, listed, signed
from balance.games.fairy_conundrum.cards import AVATAR, FAIRY, SHARD, SHELTER, TOKEN, Card, Cards
from balance.games.fairy_conundrum.tell.abilities import printed_on
from balance.games.fairy_conundrum.tell.words import RADIANCES, STAGES, Book, counted, several, times

HAPPENED = (
    "trap_lapsed", "acted", "sheltered", "exited", "reaped", "bounced", "dissipated", "imprisoned", "bewitched",
    "stolen_from", "stored", "fused", "married", "discarded",
)  # fmt: skip
"""Card events that are told as they are called."""

WORDS = {"trap_lapsed": "lapsed", "acted": "used", "stolen_from": "stolen from"}


def cards_of(game: LoggedGame, seat: int, book: Book, *kinds: str) -> list[tuple[Card, Row]]:
    """The rows of a seat's cards of these kinds, with the cards."""
    rows = [(book.cards.cards[book.cards.numbers[row["card"]]], row) for row in game.cards if row["seat"] == seat]
    return [(card, row) for card, row in rows if card.kind in kinds]


# Before the first turn


def tell_seat(game: LoggedGame, seat: int, book: Book) -> list[str]:
    """What a seat plays: deck, canvas, what it swapped for this game, and the stages of its avatar."""
    stages = [book.cards.cards[number] for number in _find_stages(game, seat, book)]
    cards = sum(row["taken"] for _, row in cards_of(game, seat, book, FAIRY, SHARD))
    shelters = cards_of(game, seat, book, SHELTER)
    standing = next(row for row in game.seats if row["seat"] == seat)
    canvas = shelters[0][0].set if shelters else "no"
    deck = "a made-up haversack" if standing["deck"] == "random" else f"the deck {standing['deck']}"
    lines = [
        f"{book.seats[seat]} plays {deck} of {counted(cards, 'card')}, the canvas {canvas} of"
        f" {counted(sum(row['taken'] for _, row in shelters), 'shelter')}, and a {RADIANCES[stages[0].radiance]} avatar"
        f" with life {standing['pts_life_initial']}:",
        *(f"  {_describe_stage(place, card, book.cards)}" for place, card in enumerate(stages)),
    ]
    swaps = _tell_swaps(game, standing, book)
    return [*lines, f"  {swaps}"] if swaps else lines


def _describe_stage(place: int, card: Card, cards: Cards) -> str:
    """A stage of an avatar as printed: Stage II, maturation from 10 to 21, hand 7: Luna the Bloom. Always: +1 ray."""
    low, high = (card.mature.low, card.mature.high) if card.mature else (None, None)
    bounds = f" from {low}" * (low is not None) + f" to {high}" * (high is not None)
    stage = f"Stage {STAGES[place]}, maturation{bounds}, hand {card.handmax}: {card.name}."
    return " ".join([stage, *printed_on(card, cards)])


def _find_stages(game: LoggedGame, seat: int, book: Book) -> tuple[int, int, int]:
    first = book.cards.numbers[cards_of(game, seat, book, AVATAR)[0][1]["card"]]
    return next(stages for stages in book.cards.avatars if stages[0] == first)


def _tell_swaps(game: LoggedGame, standing: Row, book: Book) -> str:
    """The haversack against its list: what went out and what came in from the reserve (FC-181)."""
    deck = next((deck for deck in book.cards.decks if deck.name == standing["deck"]), None)
    if deck is None:
        return ""
    listed_cards = dict(deck.cards)
    taken = {
        book.cards.numbers[card.id]: row["taken"]
        for card, row in cards_of(game, standing["seat"], book, FAIRY, SHARD)
        if row["taken"]
    }
    change = {card: taken.get(card, 0) - listed_cards.get(card, 0) for card in sorted({*taken, *listed_cards})}
    came = [several(book.cards.cards[card].name, number) for card, number in change.items() if number > 0]
    went = [several(book.cards.cards[card].name, -number) for card, number in change.items() if number < 0]
    return f"Swapped: {listed(went)} for {listed(came)}." if came else ""


def tell_opening(game: LoggedGame, book: Book) -> list[str]:
    """The opening of every seat, and the hand with which it begins (FC-23 to FC-27)."""
    first = {row["seat"]: row for row in game.turns if row["turn"] == 1}
    return ["Opening.", *(f"  {_tell_hand(game, first[seat], book)}" for seat in book.seats)]


def _tell_hand(game: LoggedGame, row: Row, book: Book) -> str:
    cards = cards_of(game, row["seat"], book, FAIRY, SHARD)
    seen = sum(each["opening_seen"] for _, each in cards)
    aside = {card.name: each["opening_discarded"] for card, each in cards if each["opening_discarded"]}
    hand = [
        several(card.name, each["opening_seen"] - each["opening_discarded"])
        for card, each in cards
        if each["opening_seen"] > each["opening_discarded"]
    ]
    drawn = min(game.game["start_hand"], sum(each["taken"] for _, each in cards))
    bought, gained = seen - drawn, sum(aside.values())
    shelter = game.game["start_sparkles"] + gained - bought - row["sparkles_start"]
    phrases = [f"gives back {listed([several(name, n) for name, n in aside.items()])} (+{gained})"] if aside else []
    phrases += [f"buys {counted(bought, 'card')} (−{bought})"] if bought else []
    second = [card for card, _ in cards_of(game, row["seat"], book, SHELTER) if card.rank == 2]
    if shelter and second:
        phrases.append("buys a shelter (−1)")
        hand.append(second[0].name)
    does = f"{listed(phrases)}, and" if phrases else "keeps its hand and"
    return (
        f"{book.seats[row['seat']]} {does} begins with {counted(row['sparkles_start'], 'sparkle')}"
        f" and {listed(hand) or 'no cards'}."
    )


# After the last turn


def tell_cards(game: LoggedGame, book: Book) -> list[str]:
    """What became of every card that was seen."""
    lines = []
    for seat, name in book.seats.items():
        cards = cards_of(game, seat, book, FAIRY, SHARD, SHELTER, TOKEN)
        played = sorted((row["first_turn"], number) for number, (_, row) in enumerate(cards) if row["first_turn"])
        unplayed = [each for each in cards if not each[1]["first_turn"] and _was_held(each[1])]
        lines.append(f"The cards of {name}, by the turn when they were first called, placed or made:")
        lines += [f"  Turn {turn}: {_tell_card(*cards[number], book)}" for turn, number in played]
        names = listed([_tell_unplayed(card, row) for card, row in unplayed])
        lines += [f"  Never called: {names}."] if unplayed else []
    return lines


def _was_held(row: Row) -> bool:
    """Whether a copy came to the hand and stayed there after the opening."""
    return bool(row["seen"] > row["opening_discarded"])


def _tell_card(card: Card, row: Row, book: Book) -> str:
    """A card, as printed, and what happened to its copies."""
    played = {"called": row["called"], "placed": row["placed"], "made": row["token_made"]}
    phrases = [f"{word} {times(number)}" for word, number in played.items() if number]
    phrases += _tell_events(row)
    phrases += [f"{signed(row['joust_ray'])} ray in jousts"] if row["joust_ray"] else []
    phrases += [f"{row['kept']} in the valley at the end"] if row["kept"] else []
    return f"{describe(card, book.cards)}: {', '.join(phrases)}."


def _tell_events(row: Row) -> list[str]:
    """What happened to the copies of a card beside being called."""
    phrases = [f"set face down {times(row['set'])}"] if row["set"] else []
    phrases += [f"activated as a mésangette {times(row['trap_fired'])}"] if row["trap_fired"] else []
    return phrases + [f"{WORDS.get(event, event)} {times(row[event])}" for event in HAPPENED if row[event]]


def _tell_unplayed(card: Card, row: Row) -> str:
    phrases = _tell_events(row)
    return f"{card.name}{f' ({listed(phrases)})' if phrases else ''}"


def describe(card: Card, cards: Cards) -> str:
    """A card as printed: Fern 03 (neutral, fairy, cost 3, ray 1, mat 2; when called: draw 1 card)."""
    parts: Sequence[str] = [RADIANCES[card.radiance]]
    if card.kind == SHELTER:
        parts = [*parts, "shelter", counted(card.slots, "slot"), f"stability {card.mat}", *_options(card)]
    else:
        body = [f"ray {signed(card.ray)}", f"mat {signed(card.mat)}"] if card.kind in (FAIRY, TOKEN) else []
        parts = [*parts, card.kind, f"cost {card.cost}", *body, *_options(card)]
    abilities = [said[0].lower() + said[1:].removesuffix(".") for said in printed_on(card, cards)]
    return f"{card.name} ({'; '.join([', '.join(parts), *abilities])})"


def _options(card: Card) -> list[str]:
    phrases = [word for word in ("entry", "passage", "teleport") if getattr(card, word)]
    phrases += [f"volatility {card.vol}"] if card.vol else []
    return [*phrases, *([f"mésangette cost {card.mes}"] if card.mes else [])]
