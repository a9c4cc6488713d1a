"""The story of a whole game: the table, eleven rounds, the end."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from balance.common.units import counted
from balance.engine.game.story import LoggedGame, Row, end_turn, listed
from balance.games.alfheim.cards.box import EXPERTS, PREPARATION, START, TYPES
from balance.games.alfheim.state import PREPARATION as PREPARATION_ROUND
from balance.games.alfheim.tell.area import START_CELLS, Area, lay_round, start_areas
from balance.games.alfheim.tell.drawing import draw_areas, drawing_key
from balance.games.alfheim.tell.turns import Turn, matching_now, tell_footprint, tell_turn
from balance.games.alfheim.tell.words import Book, name_needed, name_parts, open_book, read_claims, split, tell_winners

Areas = Mapping[int, Area]


def tell(game: LoggedGame) -> list[str]:
    """The story: the table, every round, the final areas and who wins."""
    book = open_book(game)
    areas = start_areas(game)
    scores = dict.fromkeys(book.seats, 0)
    lines = [*_tell_table(game, book), *_tell_start(game, areas, book)]
    for turn, rows in game.by_turn():
        turns = _find_turns(game, rows, areas, scores, book)
        lines += ["", *end_turn(turn, _tell_round(game, turns, book))]
        scores = {row["seat"]: row["score"] for row in rows}
    return [*lines, "", *_tell_end(game, areas, book)]


def _find_turns(game: LoggedGame, rows: list[Row], areas: Areas, scores: Mapping[int, int], book: Book) -> list[Turn]:
    """The round of every seat; the areas are as they are after it."""
    swapping = [row["seat"] for row in sorted(rows, key=lambda row: row["queue"]) if row["swapped"]]
    claiming = {name: [row["seat"] for row in rows if name in read_claims(row)] for name in EXPERTS}
    turns = []
    for row in rows:
        seat = row["seat"]
        tied = {name: [book.seats[other] for other in seats if other != seat] for name, seats in claiming.items()}
        served = swapping.index(seat) if row["swapped"] and len(swapping) > 1 else None
        moves = lay_round(areas[seat], row, book)
        matching = matching_now(row, moves.footprint, areas[seat])
        earned = min(matching * game.game["footprint_point"], game.game["footprint_cap"])
        turns.append(Turn(row, moves, areas[seat], served, scores[seat], tied, earned))
    return turns


# The table


def _tell_table(game: LoggedGame, book: Book) -> list[str]:
    lead = f" {book.seats[game.game['lead']]} is the lead." if len(book.seats) > 1 else ""
    lines = [f"{game.plan.game.name}, game {game.game['game_no']}: {listed(list(book.seats.values()))}.{lead}"]
    changed = [
        f"{setting.name} = {_setting(game.game[setting.name])}"
        for setting in game.plan.game.settings
        if game.game[setting.name] != setting.default
    ]
    return [*lines, f"Settings: {listed(changed)}."] if changed else lines


def _setting(value: object) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _tell_start(game: LoggedGame, areas: Areas, book: Book) -> list[str]:
    names = [f"{name} ({icon})" for icon, name in book.icons.items()]
    points = [f"{book.types[kind]} {book.cards.points[kind]}" for kind in TYPES]
    first = book.prices(split(game.game["reveal_start"]))
    later = [_tell_later(kind, book) for kind in TYPES if book.cards.reveal[kind].when != START]
    pairs = [f"{name} {book.spelled(areas[seat].letters(START_CELLS))}" for seat, name in book.seats.items()]
    return [
        f"The clues are {listed(names)}.",
        "Cells are (column, row): the start tiles lie on (0, 0) and (1, 0), columns go right and rows go down.",
        f"Points: {', '.join(points)}.",
        f"First costs: {', '.join(first) or 'none'}.{''.join(later)}",
        *_tell_experts(book),
        f"The footprint: {counted(game.game['footprint_point'], 'point')} for each clue beside it that shows one of"
        f" its two icons, at most {game.game['footprint_cap']}.",
        f"Start tiles: {'; '.join(pairs)}.",
        f"The centre stack, top first: {game.game['centre_start']}.",
    ]


def _tell_later(kind: str, book: Book) -> str:
    """When the cost of a type becomes known that is not open from the start."""
    reveal = book.cards.reveal[kind]
    if reveal.when == PREPARATION:
        return f" That of {book.types[kind]} comes before round {PREPARATION_ROUND}."
    has = listed([book.types[before] for before in reveal.after])
    return f" That of {book.types[kind]} is a secret of who has placed {has}."


def _tell_experts(book: Book) -> list[str]:
    """The rows of expert tiles, those first that are taken first (FA-11)."""
    rows = [list(row) for _, row in groupby(book.cards.experts, key=lambda expert: expert.row)]
    return [
        f"Experts for {name_needed(row[0], book.types)}: {', '.join(f'{one.name} {one.points}' for one in row)}."
        for row in rows
    ]


# A round


def _tell_round(game: LoggedGame, turns: list[Turn], book: Book) -> list[str]:
    row = turns[0].row
    drawn = f"{book.seats[game.game['lead']]} draws {book.icons[row['drawn']]}."
    lines = []
    if row["round"] == PREPARATION_ROUND:
        second = book.prices(split(game.game["reveal_prep"]))
        lines = ["Preparation.", f"  New costs: {', '.join(second) or 'none'}."]
        lines += [*(f"  {tell_footprint(turn, book)}" for turn in turns), ""]
    lines.append(f"Round {row['round']}. {drawn}")
    for turn in turns:
        first, *others = tell_turn(turn, book)
        lines += [f"  {first}", *(f"    {line}" for line in others)]
    return lines


# The end


def _tell_end(game: LoggedGame, areas: Areas, book: Book) -> list[str]:
    drawn = draw_areas({book.seats[seat]: area for seat, area in areas.items()})
    scores = [f"  {_tell_score(row, book)}" for row in game.seats]
    removed = f"The tile that was removed unseen: {book.icons[game.game['removed']]}."
    return [f"The end. {removed}", "", *drawn, "", drawing_key(book.types), "", *scores, tell_winners(game, book)]


def _tell_score(row: Row, book: Book) -> str:
    parts = [f"{name} {points}" for name, points in name_parts(row, book).items()]
    left = ""
    if row["tomte_left"]:
        secret = book.secrets[row["seat"]]
        left = f"; {book.types[secret.type]} for {secret.cost.text} was never placed"
    return f"{book.seats[row['seat']]}: {row['score']}{': ' if parts else ''}{listed(parts)}{left}."
