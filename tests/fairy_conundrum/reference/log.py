"""The four tables of a game of the slow implementation of Fairy Conundrum (section 6), and how others differ."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from fairy_conundrum.reference.cards import Player
from fairy_conundrum.reference.whole import Reference

Row = dict[str, Any]
Tables = dict[str, list[Row]]

EVENTS = (
    "opening_seen", "opening_discarded", "drawn", "called", "placed", "set", "trap_fired", "trap_lapsed", "acted",
    "sheltered", "exited", "reaped", "bounced", "dissipated", "imprisoned", "bewitched", "stolen_from", "stored",
    "fused", "married", "token_made", "discarded", "joust_ray", "in_valley_at_end",
)  # fmt: skip
POINTS = ("life_initial", "gained", "lost_joust", "lost_damage", "lost_direct", "paid_mes", "paid_cost")


def tables(game: Reference) -> Tables:
    """The rows of a game that is over: games, seats, turns, cards."""
    seats = [seat_row(game, player) for player in game.players]
    log = {"games": [game_row(game)], "seats": seats, "turns": [dict(row) for row in game.rows]}
    log["cards"] = [row for player in game.players for row in card_rows(player)]
    masks = game.book.masks()
    for row in log["cards"]:
        row["options_in"], row["chosen_in"] = masks.get((row["seat"], row["card"]), (0, 0))
    for row in (row for rows in log.values() for row in rows):
        row["game_no"] = getattr(game.chance, "game_no", 0)
    return log


def game_row(game: Reference) -> Row:
    lives = sorted((player.life for player in game.players), reverse=True)
    return {
        "players": len(game.players),
        "turns": game.turn,
        "winner": game.winner,
        "winners": int(game.winner >= 0),
        "end_reason": game.reason,
        "first_player_t1": game.first_player,
        "margin": lives[0] - lives[1],
        "lead_changes": game.lead_changes,
    }


def seat_row(game: Reference, player: Player) -> Row:
    row: Row = {"seat": player.seat, "agent": player.decider.name, "deck": player.deck_list.name}
    row["avatar"] = player.deck_list.avatar[0].set
    row |= {"score": player.life, "rank": game.ranks()[player.seat]}
    row["win_share"] = float(game.winner == player.seat)
    return row | {f"pts_{name}": player.points[name] for name in POINTS}


def card_rows(player: Player) -> Iterator[Row]:
    """A row for every card the seat had or made; the seat is the card's owner."""
    taken: dict[str, int] = {}
    for row, count in player.deck_list.haversack:
        taken[row.id] = taken.get(row.id, 0) + count
    for row in (*player.deck_list.canvas, player.deck_list.avatar[0]):
        taken[row.id] = taken.get(row.id, 0) + 1
    for card in dict.fromkeys([*taken, *(card for _, card in player.events)]):
        counted: Row = {"seat": player.seat, "card": card} | {name: player.events[name, card] for name in EVENTS}
        counted |= {"seen": counted["opening_seen"] + counted["drawn"], "taken": taken.get(card, 0)}
        counted["played"] = counted["called"] + counted["placed"] + counted["token_made"]
        others = player.used_by_others[card]
        counted |= {"used": counted["acted"] - others + counted["trap_fired"], "used_by_others": others}
        counted |= {"first_turn": player.first_turn.get(card, 0), "called_turn": player.called_turn.get(card, 0)}
        yield counted | {"kept": counted["in_valley_at_end"]}


def differences(wanted: Tables, actual: Tables, ignored: Collection[str] = ()) -> Iterator[str]:
    """Every cell of the four tables that is not the same; ``ignored`` names columns.

    ``found`` may have more games, more columns, and rows in another order. "", -1 and None are the same in cells that
    are None in ``wanted``.
    """
    game_no = wanted["games"][0]["game_no"]
    for name, rows in wanted.items():
        here = {key_of(row): row for row in actual[name] if row["game_no"] == game_no}
        there = {key_of(row): row for row in rows}
        if here.keys() != there.keys():
            yield f"{name}: rows {sorted(here.keys() ^ there.keys(), key=str)[:8]}"
            continue
        for key, row in there.items():
            for column in row.keys() - set(ignored):
                value, other = here[key].get(column, "no such column"), row[column]
                nothing = other in ("", None) and value in ("", None)
                if not nothing and value != other:
                    yield f"{name}, turn, seat, card {key}: {column} is {value!r}, not {other!r}"


def key_of(row: Row) -> tuple[int | str | None, ...]:
    return tuple(row.get(key) for key in ("turn", "seat", "card"))
