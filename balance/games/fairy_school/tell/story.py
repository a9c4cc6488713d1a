"""The story of a whole game: the table, trimester by trimester, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby

from balance.common.units import counted
from balance.engine.game.story import LoggedGame, Row, end_turn, listed
from balance.games.fairy_school.cards.box import PLACES, TRIMESTERS
from balance.games.fairy_school.state import PLAYED
from balance.games.fairy_school.tell.activations import find_activations
from balance.games.fairy_school.tell.turns import Desk, tell_turn
from balance.games.fairy_school.tell.words import Book, open_book, split

Desks = Mapping[int, Desk]


def tell(game: LoggedGame) -> list[str]:
    """The story: the table, every draft and turn, the end."""
    book = open_book(game)
    desks = {seat: _find_desk(game) for seat in book.seats}
    known = None if game.happened is None else find_activations(game.happened, book)
    lines = [*_tell_table(game, book), *_tell_starting_cards(game, book)]
    for number, rows in groupby(game.turns, key=lambda row: row["turn"]):
        turn = list(rows)
        if turn[0]["turn_in_trimester"] == 1:
            lines += ["", *_tell_beginning(game, turn, desks, book)]
        told = ["", f"{_heading(turn[0])}, turn {turn[0]['turn_in_trimester']}.{_tell_last(game, turn[0], book)}"]
        for row in turn:
            activations = None if known is None else known.get((row["turn"], row["seat"]), [])
            first, *others = tell_turn(row, desks[row["seat"]], activations, book)
            told += [f"  {first}", *(f"    {line}" for line in others)]
        lines += end_turn(number, told)
    return [*lines, "", *_tell_end(game, book)]


def _find_desk(game: LoggedGame) -> Desk:
    if game.game["sharing"] == "neighbours":
        return Desk()
    return Desk(sides=("right", "left"), per_turn=game.game["insensitive_alternation"] == "per_turn")


def _heading(row: Row) -> str:
    return "Final trimester" if row["is_final"] else f"Trimester {TRIMESTERS[row['trimester'] - 1]}"


def _tell_last(game: LoggedGame, row: Row, book: Book) -> str:
    """Who finishes in the last turn, and that the others then spend what they have (FS-70)."""
    if row["turn"] != game.game["turns"]:
        return ""
    first = _names([row for row in game.seats if row["finisher"]], book)
    if not first:
        return " The last one: nobody finishes; what is realized includes the last spending."
    who = listed(first)
    if len(first) == len(game.seats):
        return f" The last one: {who} finish together."
    finishes = "finishes" if len(first) == 1 else "finish"
    return f" The last one: {who} {finishes}; what the others realize includes the last spending."


def _names(rows: list[Row], book: Book) -> list[str]:
    return [book.seats[row["seat"]] for row in rows]


# The table


def _tell_table(game: LoggedGame, book: Book) -> list[str]:
    plan = game.plan
    lines = [f"Fairy School, game {game.game['game_no']}: {listed(list(book.seats.values()))}."]
    lines.append(f"Variant: {game.game['variant']}, {game.game['length']} game.")
    changed = [
        f"{setting.name} = {_setting(game.game[setting.name])}"
        for setting in plan.game.settings
        if game.game[setting.name] != setting.default and setting.name != "length"
    ]
    return [*lines, f"Settings: {listed(changed)}."] if changed else lines


def _setting(value: object) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _tell_starting_cards(game: LoggedGame, book: Book) -> list[str]:
    return [
        f"  {book.seats[row['seat']]}: starting set {row['start_set']}; {_tell_laid(row, book)}." for row in game.seats
    ]


def _tell_laid(row: Row, book: Book) -> str:
    """Those that begin in the forest are the first ones; where a seat chose their columns, the log forgets these."""
    cards = [book.cards[card] for card in split(row["s_cards"])]
    laid = [
        f"{card.name} on column {PLACES.index(card.place) + 1}" if row["s_deck"] else card.name
        for card in cards[:PLAYED]
    ]
    what = f"deck {row['s_deck']}: {listed(laid)}" if row["s_deck"] else f"drafts and lays out {listed(laid)}"
    lost = [card.name for card in cards[PLAYED:]]
    return f"{what}; {listed(lost)} in the discard pile"


# The beginning of a trimester


def _tell_beginning(game: LoggedGame, turn: list[Row], desks: Desks, book: Book) -> list[str]:
    if turn[0]["is_final"]:
        return ["Final projects.", *_tell_finals(game, turn, book)]
    trimester = TRIMESTERS[turn[0]["trimester"] - 1]
    if game.game["variant"] == "initiation" and turn[0]["turn"] == 1:
        lines = [f"  {book.seats[row['seat']]} begins with {listed(_kept(row, book))}." for row in turn]
        return [f"Trimester {trimester}. No draft.", *lines]
    lines = [f"Trimester {trimester}. Draft."]
    for row in turn:
        picked = [
            name
            for card_row in game.cards
            if card_row["seat"] == row["seat"] and card_row["picked"] and _is_project(card_row, trimester, book)
            for name in book.names([card_row["card"]] * card_row["picked"])
        ]
        lines.append(f"  {book.seats[row['seat']]} {_tell_draft(picked, row, desks[row['seat']], book)}.")
    return lines


def _is_project(card_row: Row, trimester: str, book: Book) -> bool:
    card = book.cards.get(card_row["card"])
    return card is not None and card.kind == "project" and card.set == trimester


def _kept(row: Row, book: Book) -> list[str]:
    """The projects after the draft: nobody is idle in the turn that follows it."""
    return book.names([*split(row["realized"]), *split(row["ongoing"])])


def _tell_draft(picked: list[str], row: Row, desk: Desk, book: Book) -> str:
    old = book.names(desk.ongoing)
    kept = _kept(row, book)
    dropped = list((Counter(picked) + Counter(old) - Counter(kept)).elements())
    unfinished = f", beside its unfinished {listed(old)}" if old else ""
    desk.ongoing = [*split(row["realized"]), *split(row["ongoing"])]
    return f"drafts {listed(picked)}{unfinished}; keeps {listed(kept)}, drops {listed(dropped)}"


def _tell_finals(game: LoggedGame, turn: list[Row], book: Book) -> list[str]:
    """The earlier a seat chose, the more were on offer."""
    offers = {
        row["seat"]: [
            name
            for card_row in game.cards
            if card_row["seat"] == row["seat"] and card_row["offered"]
            for name in [book.finals[card_row["card"]].name] * card_row["offered"]
        ]
        for row in turn
    }
    order = sorted(turn, key=lambda row: -len(offers[row["seat"]]))
    lines = [f"  On offer: {listed(offers[order[0]['seat']])}."]
    chosen = [f"{book.seats[row['seat']]} chooses {book.finals[row['final_id']].name}" for row in order]
    return [*lines, *(f"  {line}." for line in chosen)]


# The end


def _tell_end(game: LoggedGame, book: Book) -> list[str]:
    turns = f"{counted(game.game['turns'], 'turn')}, {game.game['final_turns']} of them in the final trimester"
    lines = [f"The end, after {turns}.{_tell_stall(game) or _tell_finishers(game, book)}"]
    return [*lines, *(f"  {_tell_score(row, book)}" for row in game.seats), _winners(game, book)]


def _tell_stall(game: LoggedGame) -> str:
    """Why the game ended before anybody had all steps (FS-71)."""
    if game.game["end_reason"] == "finished":
        return ""
    if any(row["cubes_left"] for row in game.seats):
        return " The final trimester may not last longer."
    return " Nobody has a cube left."


def _tell_finishers(game: LoggedGame, book: Book) -> str:
    first = _names([row for row in game.seats if row["finisher"]], book)
    late = _names([row for row in game.seats if row["finished"] and not row["finisher"]], book)
    text = f" {listed(first)} finished first"
    if len(first) == len(game.seats):
        return f"{text}."
    return f"{text}; the others spent what they had{f', and {listed(late)} finished so too' if late else ''}."


def _tell_score(row: Row, book: Book) -> str:
    final = book.finals[row["final_id"]]
    parts = [
        f"{row['pts_kindness']} kindness",
        f"{row['pts_projects']} for {counted(row['realized'], 'project')}{_removed(row)}",
        f"{row['pts_steps']} for {row['steps']} of {len(final.steps)} steps of {final.name}",
        f"{row['pts_study']} for {counted(row['studied'], 'creature')}",
        f"{row['pts_resources']} for left-overs",
    ]
    mark = "passed with high honors" if row["honors"] else "passed" if row["passed"] else "did not pass"
    left = f"{counted(row['cubes_left'], 'cube')} left"
    return f"{book.seats[row['seat']]}: {row['score']}, {mark}: {listed(parts)}; {left}."


def _removed(row: Row) -> str:
    return f" ({row['removed_projects']} of them removed)" if row["removed_projects"] else ""


def _winners(game: LoggedGame, book: Book) -> str:
    best = [row for row in game.seats if row["rank"] == 1]
    names = listed([book.seats[row["seat"]] for row in best])
    if len(best) > 1:
        return f"{names} share the victory with {best[0]['score']} each."
    return f"{names} wins by {game.game['margin']}."
