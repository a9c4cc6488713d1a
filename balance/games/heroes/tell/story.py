"""The story of a whole game: the table, three rounds, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from balance.common.units import counted
from balance.engine.game.story import LoggedGame, Row, end_turn, listed
from balance.games.heroes.cards.box import COLORS, RANKS
from balance.games.heroes.state import ROW
from balance.games.heroes.tell.look import describe_mission
from balance.games.heroes.tell.turns import Reserve, find_turn, tell_turn
from balance.games.heroes.tell.words import Book, describe_adversary, describe_hero, open_book, slots

Lineups = Mapping[int, Sequence[str]]

TRACK = {
    "shine": "from heroes' Shine",
    "tile_points": "from tiles' Shine",
    "gift": "given by others",
    "mission": "from missions",
    "prestige_slots": "from prestige slots",
}
ADVERSARIES = {
    "adv_base": "of their own",
    "adv_collection": "for sets",
    "adv_majority": "for most of a colour",
    "adv_strength": "for most Strength",
    "adv_number": "for their number",
    "adv_color": "for each of a colour",
    "adv_constellation": "for tiles",
}


def tell(game: LoggedGame) -> list[str]:
    """The story: the table, every pick and turn, the end."""
    book = open_book(game)
    reserves = {seat: Reserve() for seat in book.seats}
    lines = _tell_table(game, book)
    for number, rows in groupby(game.turns, key=lambda row: row["round"]):
        phases = {phase: list(those) for phase, those in groupby(rows, key=lambda row: row["phase"])}
        adventure = phases["adventure"]
        lineups = {seat: [row["hero"] for row in adventure if row["seat"] == seat] for seat in book.seats}
        lines += ["", f"Round {number}. Recruitment.", *_tell_recruitment(phases["recruit"], book)]
        lines += ["", f"Round {number}. Adventure.", *_tell_start(adventure, lineups, book)]
        lines += _tell_adventure(adventure, lineups, reserves, book)
        lines += ["", f"Round {number}. Return.", *_tell_return(phases["return"], lineups, book)]
    return [*lines, "", *_tell_end(game, book)]


# The table


def _tell_table(game: LoggedGame, book: Book) -> list[str]:
    plan = game.plan
    lines = [
        f"Heroes of Fairy Tail, game {game.game['game_no']}: {listed(list(book.seats.values()))}."
        f" The youngest is {book.seats[game.game['youngest']]}."
    ]
    changed = {
        setting.name: game.game[setting.name]
        for setting in plan.game.settings
        if game.game[setting.name] != setting.default
    }
    if changed:
        lines.append(f"Settings: {listed([f'{name} = {_setting(value)}' for name, value in changed.items()])}.")
    starts = {mission.rank: describe_mission(mission) for mission in plan.cards.missions if mission.start}
    lines += [f"The first mission of rank {rank}: {starts[rank]}." for rank in RANKS]
    first = [row["card"] for row in game.cards if row["seat"] == 0 and row["revealed"] and row["met_turn"] == 1]
    if len(first) == ROW:  # of several copies of a card, the log does not tell how many came first
        lines.append(
            f"The first adversaries are {listed([describe_adversary(book.adversaries[card]) for card in first])}."
        )
    lines.append(
        "Scores are the track and what the adversaries held would pay at that moment. So they may fall: a bonus for"
        " the most is lost to a tie."
    )
    return lines


def _setting(value: object) -> str:
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


# Recruitment


def _tell_recruitment(rows: list[Row], book: Book) -> list[str]:
    lines = []
    for pick, those in groupby(rows, key=lambda row: row["step"]):
        lines.append(f"  Pick {pick}.")
        lines += [f"    {book.seats[row['seat']]}: {_tell_pick(row, book)}." for row in those]
    return end_turn(rows[-1]["turn"], lines)


def _tell_pick(row: Row, book: Book) -> str:
    hero = describe_hero(book.heroes[row["hero"]])
    if row["side"] == "only":
        return hero
    icons = f", completing {counted(row['icons_gained'], 'icon')}" if row["icons_gained"] else ""
    return f"{hero} on the {row['side']}{icons}"


# The adventure


def _tell_start(rows: list[Row], lineups: Lineups, book: Book) -> list[str]:
    strength = {row["seat"]: row["strength"] for row in rows if row["step"] == 1}
    lines = []
    for seat, name in book.seats.items():
        heroes = [book.heroes[hero] for hero in lineups[seat]]
        names = ", ".join(hero.name for hero in heroes)
        lines.append(f"  {name}: {names}. Strength {strength[seat]}. Slots: {slots(heroes)}.")
    start = rows[0]["start_seat"]
    return [*lines, f"  {book.seats[start]} starts{_tell_why(start, strength, lineups, book)}."]


def _tell_why(start: int, strength: Mapping[int, int], lineups: Lineups, book: Book) -> str:
    tied = [seat for seat, total in strength.items() if total == strength[start]]
    if len(tied) == 1:
        return f" with most Strength, {strength[start]}"
    each = {seat: [book.heroes[hero].strength for hero in lineups[seat]] for seat in tied}
    tie = f": Strength {strength[start]} like {_others(tied, start, book)}, "
    alike = [seat for seat in tied if each[seat] == each[start]]
    if len(alike) > 1:
        return f"{tie}hero by hero as strong as {_others(alike, start, book)}, but younger"
    pairs = [zip(each[start], each[seat], strict=True) for seat in tied if seat != start]
    decided = max(next(i for i, (mine, theirs) in enumerate(pair) if mine != theirs) for pair in pairs)
    return f"{tie}but stronger from the left, at hero {decided + 1}"


def _others(seats: Sequence[int], start: int, book: Book) -> str:
    return listed([book.seats[seat] for seat in seats if seat != start])


def _tell_adventure(rows: list[Row], lineups: Lineups, reserves: Mapping[int, Reserve], book: Book) -> list[str]:
    lines: list[str] = []
    counters = 0
    start = rows[0]["start_seat"]
    for position, those in groupby(rows, key=lambda row: row["step"]):
        paragraph = [f"  Hero {position}."]
        for row in sorted(those, key=lambda row: (row["seat"] - start) % len(book.seats)):
            turn = find_turn(row, book, lineups, counters)
            paragraph.append(f"    {tell_turn(turn, reserves[row['seat']])}")
            counters = row["counters"]
        lines += end_turn(row["turn"], paragraph)
    return lines


# The return


def _tell_return(rows: list[Row], lineups: Lineups, book: Book) -> list[str]:
    lines = [f"  {book.seats[row['seat']]}: {_tell_home(row, lineups[row['seat']], book)}." for row in rows]
    return end_turn(rows[0]["turn"], lines)


def _tell_home(row: Row, lineup: Sequence[str], book: Book) -> str:
    gone = [row[f"discard_{i}"] for i in (1, 2, 3) if row[f"discard_{i}"]]
    kept = list(lineup)
    for hero in gone:
        kept.remove(hero)
    names = [listed([book.heroes[hero].name for hero in heroes]) for heroes in (gone, kept)]
    tiles = f" with {counted(row['tiles_lost'], 'tile')}" if row["tiles_lost"] else ""
    leaving = f"discards {names[0]}{tiles}, keeps {names[1]}" if gone else "keeps all its heroes"
    removed = f"{counted(row['counters_removed'], 'counter')} off" if row["counters_removed"] else "no counters"
    return (
        f"{row['prestige_slots']} from prestige slots, {removed}; {leaving}. Now {row['score']} (track {row['track']})"
    )


# The end


def _tell_end(game: LoggedGame, book: Book) -> list[str]:
    return ["The end.", *(f"  {_tell_score(row, book)}" for row in game.seats), _tell_winners(game, book)]


def _tell_score(row: Row, book: Book) -> str:
    colors = [f"{row[f'held_{color}']} {color}" for color in COLORS if row[f"held_{color}"]]
    held = _adversaries(row["adv_held"])
    if colors:
        held += f" ({listed(colors)}) worth {_tell_parts(row, ADVERSARIES)}"
    return f"{book.seats[row['seat']]}: {row['score']}. Track {_tell_parts(row, TRACK)}. {held}."


def _adversaries(number: int) -> str:
    return f"{number or 'No'} {'adversary' if number == 1 else 'adversaries'}"


def _tell_parts(row: Row, names: Mapping[str, str]) -> str:
    parts = {name: row[f"pts_{column}"] for column, name in names.items() if row[f"pts_{column}"]}
    each = f": {listed([f'{points} {name}' for name, points in parts.items()])}" if parts else ""
    return f"{sum(parts.values())}{each}"


def _tell_winners(game: LoggedGame, book: Book) -> str:
    best = [row for row in game.seats if row["rank"] == 1]
    names = listed([book.seats[row["seat"]] for row in best])
    score = best[0]["score"]
    if len(best) > 1:
        return f"{names} share the victory, with {score} and {_adversaries(best[0]['adv_held']).lower()} each."
    level = [row for row in game.seats if row["score"] == score and row is not best[0]]
    if not level:
        return f"{names} wins."
    others = listed([f"{row['adv_held']} of {book.seats[row['seat']]}" for row in level])
    return f"{names} wins the tie at {score} with {_adversaries(best[0]['adv_held'])}, against {others}."
