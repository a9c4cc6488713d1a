"""The four tables of a game of the slow implementation of Fairies of Alfheim (section 6), and how others differ."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from alfheim.lines import is_clue
from alfheim.reference.players import Row
from alfheim.reference.whole import ROUNDS, START_CELLS, Game, Seat
from balance.games.alfheim.cards.box import AFTER, EXPERTS, GROUPS

Tables = dict[str, list[Row]]

EVENTS = ("revealed", "paid", "held", "claimed", "drawn", "swapped_out", "swapped_in", "placed")


def tables(game: Game) -> Tables:
    """The rows of a game that is over: games, seats, turns, cards.

    Lists in a cell are joined by semicolons and are "" where there is nothing; a single word or number that there is
    not is None.
    """
    seats = seat_rows(game)
    log = {"games": [game_row(game, seats)], "seats": seats, "turns": turn_rows(game), "cards": card_rows(game)}
    for row in (row for rows in log.values() for row in rows):
        row["game_no"] = getattr(game.chance, "game_no", 0)
    return log


def turn_rows(game: Game) -> list[Row]:
    """By round, then by seat."""
    return [dict(seat.rows[turn]) for turn in range(len(game.seats[0].rows)) for seat in game.seats]


def seat_rows(game: Game) -> list[Row]:
    scores = [game.score(seat) for seat in game.seats]
    return [seat_row(game, seat, scores) for seat in game.seats]


def seat_row(game: Game, seat: Seat, scores: Sequence[int]) -> Row:
    parts, score = game.parts(seat), game.score(seat)
    won = score == max(scores)
    row: Row = {"seat": seat.number, "agent": seat.player.name, "score": score}
    row["rank"] = 1 + sum(other > score for other in scores)
    row["win_share"] = won / scores.count(max(scores))
    row |= parts
    row["fairy_points"] = sum(parts[f"pts_{group}"] for group in GROUPS)
    row |= {f"expert_{name}": parts[f"pts_expert_{name}"] for name in EXPERTS}
    row["footprint"] = parts["pts_footprint"]
    secret_placed = any(game.cards.reveal[kind].when == AFTER for kind in seat.fairies)
    row |= {"n_fairies": len(seat.fairies), "tomte_left": int(seat.secret is not None and not secret_placed)}
    return row | {"n_swaps": seat.swaps}


def game_row(game: Game, seats: Sequence[Row]) -> Row:
    winners = [row["seat"] for row in seats if row["rank"] == 1]
    scores = sorted((row["score"] for row in seats), reverse=True)
    others = [turn for turn, ahead in enumerate(game.led, start=1) if ahead != winners]
    return {
        "players": game.players,
        "turns": ROUNDS,
        "winners": len(winners),
        "end_reason": "rounds",
        "margin": scores[0] - scores[1] if len(scores) > 1 else 0,
        "lead_changes": game.lead_changes,
        "lead_turn": min(ROUNDS, max(others, default=0) + 1),
        "lead": game.lead,
        "draw_order": game.draw_order,
        "removed": game.removed,
        "centre_start": game.centre_start,
        "reveal_start": ";".join(tile.id for tile in game.reveal_start),
        "reveal_prep": ";".join(tile.id for tile in game.reveal_prep),
        "seed": getattr(game.chance, "seed", 0),
        **vars(game.settings),
    }


def card_rows(game: Game) -> list[Row]:
    """By seat, then in the order of ``Cards.ids``; no row for a card a seat never met (another's secret tile)."""
    rows, masks = [], game.book.masks()
    for seat in game.seats:
        final = final_area(game, seat)
        for card in game.cards.ids:
            row: Row = {"seat": seat.number, "card": card} | {name: seat.events[name, card] for name in EVENTS}
            by_others = sum(other.events["paid", card] for other in game.seats if other is not seat)
            if any(row[name] for name in EVENTS):
                played = row["paid"] + row["placed"]
                row |= {"seen": row["revealed"] + row["held"] + row["drawn"], "taken": row["held"] + row["claimed"]}
                row |= {"played": played, "used": played, "used_by_others": by_others}
                row |= {"first_turn": seat.first_turn.get(card, 0), "kept": final.count(card)}
                row["options_in"], row["chosen_in"] = masks.get((seat.number, card), (0, 0))
                rows.append(row)
    return rows


def final_area(game: Game, seat: Seat) -> list[str]:
    """The cards that lie in the area at the end, and the expert tiles."""
    black = {clue.icon: clue.id for clue in game.cards.centre}
    ids = [
        black[tile] if cell in START_CELLS else game.clue(tile).id for cell, tile in seat.area.items() if is_clue(tile)
    ]
    if seat.footprint is not None and "#" in seat.area.values():
        ids.append(seat.footprint.id)
    return [*ids, *(tile.id for tile in seat.fairies.values()), *(tile.id for tile in seat.experts.values())]


def differences(wanted: Tables, actual: Tables, ignored: Collection[str] = ()) -> Iterator[str]:
    """Every cell of the four tables that is not the same; ``ignored`` names columns.

    ``found`` may have more games, more columns, and rows in another order. "" and None are the same.
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
                nothing = value in ("", None) and other in ("", None)
                same = abs(value - other) < 1e-6 if column == "win_share" else nothing or value == other
                if not same:
                    yield f"{name}, turn, seat, card {key}: {column} is {value!r}, not {other!r}"


def key_of(row: Row) -> tuple[int | str | None, ...]:
    return tuple(row.get(key) for key in ("turn", "seat", "card"))
