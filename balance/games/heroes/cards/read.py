"""Heroes' rows of cards.csv: from cells to cards, with everything that is wrong (section 5 of the rules page)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from balance.cards.check import CardRow, CardTable, integer, one_of
from balance.cards.notices import notice_first, notice_unused
from balance.cards.pieces import read_cell, read_filled
from balance.cards.rows import KindRows, known_rows
from balance.cards.traits import notice_traits, read_traits, trait
from balance.common.errors import Problems, nearest
from balance.games.heroes.cards.box import (
    COLORS,
    DICE,
    ICONS,
    RANKS,
    SETS,
    Action,
    Adversary,
    Cards,
    Die,
    Hero,
    Mission,
    Tile,
)
from balance.games.heroes.cards.consistency import (
    check_chains,
    check_collectors,
    check_dice,
    check_edges,
    check_missions,
    check_total,
)
from balance.games.heroes.cards.notation import (
    MOST,
    parse_action,
    parse_condition,
    parse_edge,
    parse_faces,
    parse_requirement,
    parse_slots,
    parse_spaces,
    parse_strength,
)
from balance.games.heroes.cards.notices import UNUSED, notice_icons, notice_missions, notice_sizes
from balance.games.heroes.state import (
    HEROES_PER_SEAT,
    MAX_ADVERSARIES,
    MAX_HEROES,
    MAX_MISSIONS,
    MAX_SEATS,
    MAX_TILES,
    ROW,
)

HERO, ADVERSARY, MISSION, TILE, DIE = KINDS = ("hero", "adversary", "mission", "tile", "die")

# What the tables of this implementation hold: copies counted, and no more rows than that either.
MAX_COPIES = {HERO: MAX_HEROES, ADVERSARY: MAX_ADVERSARIES, MISSION: MAX_MISSIONS, TILE: MAX_TILES, DIE: 1}

FEWEST_SEATS = 2

TRAITS_EXAMPLE = "strength=2; left=LF-; right=--I; slots=0,2"
ON_ALLOWED = "on=fight, on=shine or on=tile"
ON = re.compile(r"(?:^|;)\s*on\s*=", re.IGNORECASE)


def read_heroes(table: CardTable, problems: Problems) -> Cards | None:
    """Heroes' cards from its rows; None when there are errors.

    Adds every error and every notice about the card data (section 7.3) to ``problems``.
    """
    before = len(problems.errors)
    known = known_rows(table, KINDS, problems)
    if not table.rows:
        return None
    rows = {kind: KindRows.of(table, kind, known, MAX_COPIES[kind]) for kind in KINDS}
    heroes = [_hero(row, problems) for row in rows[HERO].rows]
    adversaries = [_adversary(row, problems) for row in rows[ADVERSARY].rows]
    missions = [_mission(row, problems) for row in rows[MISSION].rows]
    tiles = [_tile(row, problems) for row in rows[TILE].rows]
    dice = {row.id: _die(row, problems) for row in rows[DIE].rows}
    _check_totals(rows, problems)
    check_edges(rows[HERO].rows, problems)
    check_collectors(table, adversaries, problems)
    check_missions(rows[MISSION], [_start(row) for row in rows[MISSION].rows], problems)
    check_chains(table, tiles, problems)
    check_dice(rows[DIE], problems)
    plain = [row for row in known if not _has_stray_on(row)]
    notice_unused(plain, UNUSED, problems)
    filled = [row for row in plain if row.kind == TILE and row.set in ("immediate", "activation") and row.traits]
    notice_first(filled, "traits", "immediate and activation tiles do not use this column; its text", problems)
    if len(problems.errors) > before:
        return None
    cards = Cards(
        tuple(hero for hero in heroes if hero and hero.copies),
        tuple(adversary for adversary in adversaries if adversary and adversary.copies),
        tuple(mission for mission in missions if mission and mission.copies),
        tuple(tile for tile in tiles if tile and tile.copies),
        tuple(die for color in DICE for row in rows[DIE].in_play if (die := dice[row.id]) and die.color == color),
    )
    notice_missions(cards, {row.id: row for row in rows[MISSION].rows}, FEWEST_SEATS, MAX_SEATS, problems)
    notice_icons(cards, {row.id: row for row in rows[TILE].rows}, problems)
    notice_sizes(table, cards, problems)
    return cards


def most_players(cards: Cards) -> int:
    """How many can play: each needs 15 heroes, copies counted, and there are four places."""
    return min(MAX_SEATS, sum(hero.copies for hero in cards.heroes) // HEROES_PER_SEAT)


def _check_totals(rows: Mapping[str, KindRows], problems: Problems) -> None:
    fewest = FEWEST_SEATS * HEROES_PER_SEAT
    check_total(rows[HERO], "heroes", fewest, MAX_HEROES, f": {HEROES_PER_SEAT} for each player", problems)
    check_total(rows[ADVERSARY], "adversaries", ROW, MAX_ADVERSARIES, "", problems)
    check_total(rows[MISSION], "missions", 0, MAX_MISSIONS, "", problems)
    check_total(rows[TILE], "tiles", 0, MAX_TILES, "", problems)


# One row


def _hero(row: CardRow, problems: Problems) -> Hero | None:
    """A hero row, with its errors; None when it has any."""
    copies = integer(row, "copies", problems, 0, MAX_HEROES)
    action = _action(row, problems)
    traits = _hero_traits(row, problems)
    if copies is None or action is None or traits is None:
        return None
    return Hero(row.id, row.name, copies, action, traits.strength, traits.left, traits.right, traits.slots)


def _adversary(row: CardRow, problems: Problems) -> Adversary | None:
    """An adversary row, with its errors; None when it has any."""
    before = len(problems.errors)
    one_of(row, "set", problems, COLORS)
    copies = integer(row, "copies", problems, 0, MAX_ADVERSARIES)
    points = integer(row, "points", problems, 0, MOST)
    condition = read_cell(row, "effect", parse_condition, problems) if row.effect else None
    if condition and condition.head == "set" and row.set in COLORS and row.set not in condition.colors:
        message = f"this set does not show the colour of the card itself, {row.set}"
        problems.errors.append(row.problem("effect", message, f"three colours with {row.set} among them"))
    _refuse_on(row, problems)
    if len(problems.errors) > before or copies is None or points is None:
        return None
    return Adversary(row.id, row.name, copies, row.set, points, condition)


def _mission(row: CardRow, problems: Problems) -> Mission | None:
    """A mission row, with its errors; None when it has any."""
    before = len(problems.errors)
    one_of(row, "set", problems, RANKS)
    copies = integer(row, "copies", problems, 0, MAX_MISSIONS)
    start = _start(row)
    if start is None:
        like = nearest(row.traits, ["start"])
        problems.errors.append(row.problem("traits", "missions have no such trait", "blank or start", like))
    if start and copies not in (None, 1):
        message = "a start card is there exactly once"
        problems.errors.append(row.problem("copies", message, "1, or a blank cell in the column traits"))
    needs = read_filled(
        row, "cost", parse_requirement, "what the mission takes, such as wounds 1FF + roll green", problems
    )
    spaces = read_filled(row, "points", parse_spaces, "the points of the spaces, such as 8;6", problems)
    if len(problems.errors) > before or copies is None or needs is None or spaces is None:
        return None
    return Mission(row.id, row.name, copies, row.set, spaces, needs.wounds, needs.dice, needs.have, bool(start))


def _tile(row: CardRow, problems: Problems) -> Tile | None:
    """A tile row, with its errors; None when it has any."""
    before = len(problems.errors)
    one_of(row, "set", problems, SETS)
    copies = integer(row, "copies", problems, 0, MAX_TILES)
    action = _action(row, problems)
    icon = _icon(row, problems) if row.set == "interaction" else ""
    _refuse_on(row, problems)
    if len(problems.errors) > before or copies is None or action is None:
        return None
    return Tile(row.id, row.name, copies, row.set, icon, action)


def _die(row: CardRow, problems: Problems) -> Die | None:
    """A die row, with its errors; None when it has any."""
    before = len(problems.errors)
    one_of(row, "set", problems, DICE)
    integer(row, "copies", problems, 0, 1)
    faces = read_filled(row, "effect", parse_faces, "six faces, such as 0 0 1 1 1 2", problems)
    _refuse_on(row, problems)
    if len(problems.errors) > before or faces is None:
        return None
    return Die(row.id, row.name, row.set, faces)


# One cell


def _action(row: CardRow, problems: Problems) -> Action | None:
    """The action of a hero or a tile. Only immediate tiles may hurt an opponent (HF-71)."""
    action = read_filled(
        row, "effect", parse_action, "an action, such as fight 1 / mission; where there is none, write none", problems
    )
    if action is None or (row.kind == TILE and row.set not in ("activation", "interaction")):
        return action  # a set that is misspelt may be meant for immediate
    for word in ("hit", "hitroll"):
        if action.has(word):
            message = f"{word} may stand on immediate tiles only"
            problems.errors.append(row.problem("effect", message, "any other step, or a tile of the set immediate"))
            return None
    return action


@dataclass(frozen=True)
class _HeroTraits:
    strength: int
    left: str
    right: str
    slots: tuple[int, ...]


def _hero_traits(row: CardRow, problems: Problems) -> _HeroTraits | None:
    """The four traits of a hero, with all their errors; None when there are any. Notices traits nobody reads."""
    pairs = read_traits(row, TRAITS_EXAMPLE, problems)
    if pairs is None:
        return None
    strength = trait(row, pairs, "strength", parse_strength, TRAITS_EXAMPLE, problems)
    left = trait(row, pairs, "left", parse_edge, TRAITS_EXAMPLE, problems)
    right = trait(row, pairs, "right", parse_edge, TRAITS_EXAMPLE, problems)
    slots = trait(row, pairs, "slots", parse_slots, TRAITS_EXAMPLE, problems)
    if "on" in pairs:
        problems.errors.append(row.problem("traits", "on= may stand on interaction tiles only", TRAITS_EXAMPLE))
        return None
    notice_traits(row, pairs, ("strength", "left", "right", "slots"), problems)
    if strength is None or left is None or right is None or slots is None:
        return None
    return _HeroTraits(strength, left, right, slots)


def _start(row: CardRow) -> bool | None:
    """Whether a mission is the start card of its rank; None when the cell cannot be read."""
    return {"": False, "start": True}.get(row.traits.lower())


def _icon(row: CardRow, problems: Problems) -> str:
    """The icon an interaction tile asks for; "" with an error when it names none."""
    pairs = read_traits(row, ON_ALLOWED, problems)
    if pairs is None:
        return ""
    icon = trait(row, pairs, "on", str.lower, ON_ALLOWED, problems)
    if icon is None:
        return ""
    notice_traits(row, pairs, ("on",), problems)
    if icon not in ICONS:
        problems.errors.append(row.problem("traits", "there is no icon of this name", ON_ALLOWED, nearest(icon, ICONS)))
        return ""
    return icon


def _has_stray_on(row: CardRow) -> bool:
    """Whether a row names an icon although it is no interaction tile. A misspelt set may be meant for that."""
    may_have = row.kind == TILE and row.set not in ("immediate", "activation")
    return not may_have and bool(ON.search(row.traits))


def _refuse_on(row: CardRow, problems: Problems) -> None:
    if _has_stray_on(row):
        problems.errors.append(row.problem("traits", "on= may stand on interaction tiles only", "a blank cell"))
