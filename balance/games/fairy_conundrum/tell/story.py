"""The story of a whole game: the table, the opening, every turn, the end."""

from __future__ import annotations

from collections.abc import Mapping

from balance.engine.game.story import LoggedGame, Row, end_turn, listed, signed
from balance.games.fairy_conundrum.tell.ledger import tell_cards, tell_opening, tell_seat
from balance.games.fairy_conundrum.tell.turn_events import find_events
from balance.games.fairy_conundrum.tell.turns import tell_turn
from balance.games.fairy_conundrum.tell.words import Book, open_book

PARTS = {
    "life_initial": "at the start",
    "gained": "gained",
    "lost_joust": "lost in jousts",
    "lost_damage": "lost to damage",
    "lost_direct": "lost directly",
    "paid_mes": "paid for mésangettes",
    "paid_cost": "paid for abilities",
}
"""Parts of the final life, in the order of the log."""


def tell(game: LoggedGame) -> list[str]:
    """The story: the table, the opening, every turn, the end, and what became of the cards."""
    book = open_book(game)
    last = {row["seat"]: row["turn"] for row in game.turns}
    lines = [*_tell_table(game, book), "", *tell_opening(game, book)]
    events = None if game.happened is None else find_events(game.happened)
    before: dict[int, Row] = {}
    for turn, rows in game.by_turn():
        falling = frozenset(seat for seat in book.fallen if last[seat] == turn)
        done = None if events is None else {seat: events.get((turn, seat), []) for seat in book.seats}
        lines += ["", *end_turn(turn, tell_turn(rows, done, before, falling, book))]
        before = {row["seat"]: row for row in rows}
    return [*lines, "", *_tell_end(game, last, book), "", *tell_cards(game, book)]


# The table


def _tell_table(game: LoggedGame, book: Book) -> list[str]:
    row = game.game
    lines = [f"{game.plan.game.name}, game {row['game_no']}: {listed(list(book.seats.values()))}."]
    games = int(row["match_games"])
    if games > 1:
        lines.append(f"It is game {row['match_game'] + 1} of match {row['match_id']}, of up to {games} games.")
    changed = [
        f"{setting.name} = {_setting(row[setting.name])}"
        for setting in game.plan.game.settings
        if row[setting.name] != setting.default
    ]
    lines += [f"Settings: {listed(changed)}."] if changed else []
    return [*lines, *(line for seat in book.seats for line in tell_seat(game, seat, book))]


def _setting(value: object) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


# The end


def _tell_end(game: LoggedGame, last: Mapping[int, int], book: Book) -> list[str]:
    fallen = sorted(book.fallen, key=lambda seat: last[seat])
    falls = [f"{book.seats[seat]} fell on turn {last[seat]}" for seat in fallen]
    end = f"The end, on turn {game.game['turns']}. {listed(falls)}{'. ' if falls else ''}{_tell_reason(game, book)}"
    return [end, *(f"  {_tell_life(row, book)}" for row in game.seats)]


def _tell_reason(game: LoggedGame, book: Book) -> str:
    """How the last avatar fell, and who wins (FC-100 to FC-103)."""
    winner, reason = game.game["winner"], game.game["end_reason"]
    if reason == "stalemate":
        return "The last turn is over and several avatars stand: a stalemate that nobody wins."
    if reason == "no_winner":
        standing = [name for seat, name in book.seats.items() if seat not in book.fallen]
        left = f"{standing[0]} stands alone, but has no life left" if standing else "Nobody is left"
        return f"{left}: nobody wins."
    how = {
        "life": "its life went below 0",
        "deckout": "it had nothing left to draw and gave its avatar",
        "effect": "an effect removed its avatar",
    }[reason]
    if len(book.seats) > 2:
        how = f"for the last to fall, {how}"
    return f"{how[0].upper()}{how[1:]}. {book.seats[winner]} wins."


def _tell_life(row: Row, book: Book) -> str:
    """The final life, and where it went (section 6)."""
    points = {words: row[f"pts_{name}"] for name, words in PARTS.items() if row[f"pts_{name}"]}
    each = [f"{abs(number)} {words}" for words, number in points.items()]
    return f"{book.seats[row['seat']]}: life {signed(row['score'])}: {listed(each)}."
