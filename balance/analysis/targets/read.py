"""Reading targets.toml: a list of tables, one for a game, a number of players and a variant; every problem at once."""

from __future__ import annotations

import math
import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from balance.analysis.targets.lines import Lines
from balance.analysis.targets.measures import BOTH, LIFT, MEASURES, POWER, SHARE, Goal, Measure
from balance.analysis.verdicts import usual_margin
from balance.cards.read import CardFile
from balance.cards.rows import cards_like
from balance.common.errors import InputError, Problem, Problems, nearest, plain, unknown
from balance.common.faults import GameFault, raised
from balance.common.files import LARGEST_TOML, is_finite, other_case, parsed, read_file
from balance.engine.game import Game, Plan, find_game, game_ids, others_go_on
from balance.engine.game.agents import lineup_text, read_lineup
from balance.engine.game.plan import MOST_GAMES, Request, make_plan
from balance.engine.game.settings import read_settings

FILE = Path("targets.toml")
TABLE = "target"
LEAST_GAMES = 1000
"""Fewer games decide nothing."""
KEYS = ("game", "players", "variant", "set", "agents", "games")
"""What a table may say of the games it is about; everything else is a measure."""
LARGEST = {SHARE: 1.0, LIFT: 100.0}
Failed = Callable[[str], Callable[[GameFault], object]]


@dataclass(frozen=True)
class Target:
    """One table of targets.toml: which games are played, and what is wanted of them."""

    plan: Plan
    """The games, of the game's usual number where ``games`` is None."""
    games: int | None
    goals: tuple[Goal, ...]
    file: str
    line: int | None = None

    @property
    def label(self) -> str:
        """Which games it is about, in words."""
        plan = self.plan
        usual = {setting.name: setting.default for setting in plan.game.settings}
        shown = {setting.name: setting.show(plan.settings[setting.name]) for setting in plan.game.settings}
        changed = [f"{name} {shown[name]}" for name, value in plan.settings.items() if value != usual[name]]
        seats = f"{plan.players} player{'s' if plan.players > 1 else ''}"
        return ", ".join([seats, plan.variant, *changed, *([lineup_text(plan.lineup, " and ")] if plan.lineup else [])])


def find_targets(path: Path | None) -> Path | None:
    """The targets file: the one that is named, else targets.toml here, else none.

    Raises InputError where there is one here whose name is not in lower case: nobody would see that it is not read.
    """
    if path is not None:
        return path
    slip = other_case(FILE)
    if slip is not None:
        name = plain(slip.name)
        raise InputError([f"'{name}' is not read: rename it to {FILE}, or say --targets {name}"])
    return FILE if os.path.lexists(FILE) else None


def margin_for(plan: Plan, path: Path | None = None) -> float:
    """The margin by which power is judged in the games of a plan: that of its target, or the usual one.

    Of several targets for so many players and this variant, that with the same players and settings goes before the
    others. ``path``: the targets; default: targets.toml here. Whether all else in there is right is not asked: an old
    run may lack a card that a target names today. Raises InputError where it is no TOML.
    """
    file = find_targets(path)
    margins = [
        (_likeness(table, plan), margin)
        for table in (_tables(_content(_text(file), str(file))) if file else ())
        if _is_about(table, plan) and (margin := _margin_in(table)) is not None
    ]
    return max(margins, key=lambda margin: margin[0])[1] if margins else usual_margin(plan.players)


def _margin_in(table: Mapping[str, Any]) -> float | None:
    """What a table of targets says of it, if that can be one."""
    goal = table.get(POWER)
    margin = goal.get("margin") if isinstance(goal, dict) else None
    return float(margin) if is_finite(margin) and margin >= 0 else None


def _is_about(table: Mapping[str, Any], plan: Plan) -> bool:
    """Whether a table of targets is about this game, so many players and this variant: unsaid, it is the usual one."""
    usual = plan.game.variant_for(plan.players)
    seats, variant = table.get("players", plan.game.usual_seats), table.get("variant", usual)
    return (table.get("game"), seats, variant) == (plan.game.id, plan.players, plan.variant)


def _likeness(table: Mapping[str, Any], plan: Plan) -> int:
    """How much else of a table of targets is as in the plan: its players, its settings, both or nothing."""
    agents, given = table.get("agents", ()), table.get("set", {})
    try:
        text = agents if isinstance(agents, str) else ",".join(map(str, agents))
        lineup = read_lineup(text, plan.styles, plan.players) if text else ()
    except InputError:
        lineup = None
    return int(lineup == plan.lineup) + int(_same_settings(given if isinstance(given, dict) else {}, plan))


def _same_settings(given: Mapping[str, Any], plan: Plan) -> bool:
    """Whether these settings, as a table may write them, are those of the plan."""
    known = {setting.name: setting for setting in plan.game.settings}
    try:
        said = {name: known[name].show(value) for name, value in given.items() if name in known}
        return len(said) == len(given) and read_settings(plan.game.settings, said) == dict(plan.settings)
    except InputError:
        return False


def check_targets(targets: Sequence[Target], games: Sequence[str], where: str) -> None:
    """Raise InputError where a game has no target. ``where``: where they were looked for, in words."""
    without = [game for game in games if not any(target.plan.game.id == game for target in targets)]
    if without:
        raise InputError([Problem(f"--require-targets: there are no targets for {', '.join(without)} in {where}")])


def read_targets(
    path: Path,
    cards: CardFile,
    games: Sequence[str] | None = None,
    some: bool = False,
    failed: Failed = lambda game: raised,
    unread: Collection[str] = (),
) -> tuple[Target, ...]:
    """The targets in ``path``, in its order, for the games of this card table.

    With ``games``, those of another game are passed over where the card table has no cards of it. With ``some``, a file
    without any target is an error. ``failed`` gives, by its id, what hears of a mistake in the code of a game, whose
    target is passed over; by default it is raised. ``unread``: games that could not be loaded, passed over, too. Raises
    InputError with every problem: what cannot be read or is no TOML, and every entry that cannot be.
    """
    return parse_targets(_text(path), str(path), cards, games, some, failed, unread)


def _text(path: Path) -> str:
    try:
        return read_file(path, LARGEST_TOML).decode("utf-8-sig")
    except OSError as error:
        raise InputError([Problem(f"cannot be read: {error.strerror}", file=str(path))]) from None
    except UnicodeDecodeError:
        raise InputError([Problem("is not UTF-8 text", file=str(path))]) from None


def _content(text: str, file: str) -> dict[str, Any]:
    if len(text) > LARGEST_TOML:
        raise InputError([Problem("is too long", file=file, allowed=f"at most {LARGEST_TOML:,} characters")])
    try:
        return parsed(lambda: tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"\(at line (\d+)", str(error))
        message = f"is not a TOML file: {str(error).partition(' (at ')[0]}"
        raise InputError([Problem(message, file=file, line=int(line[1]) if line else None)]) from None
    except ValueError as error:
        raise InputError([Problem(f"is not a TOML file: {error}", file=file)]) from None


def _tables(content: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tables of targets; none where what stands there is no list of tables."""
    tables = content.get(TABLE, [])
    return tables if isinstance(tables, list) and all(isinstance(table, dict) for table in tables) else []


def parse_targets(
    text: str,
    file: str,
    cards: CardFile,
    games: Sequence[str] | None = None,
    some: bool = False,
    failed: Failed = lambda game: raised,
    unread: Collection[str] = (),
) -> tuple[Target, ...]:
    """The same, from the text of the file."""
    content = _content(text, file)
    problems = Problems()
    lines = Lines(text, TABLE)
    for key in content.keys() - {TABLE}:
        message = f"there is no entry {key!r} at the top of the file"
        allowed = f"tables that begin with [[{TABLE}]]"
        problems.errors.append(
            Problem(message, file, lines.of(None, key), allowed=allowed, nearest=nearest(key, [TABLE]))
        )
    tables = _tables(content)
    if not tables and content.get(TABLE, []):
        allowed = f"[[{TABLE}]] in double brackets"
        problems.errors.append(
            Problem(f"{TABLE} is not a list of tables", file, lines.of(None, TABLE), allowed=allowed)
        )
    if some and not tables and not problems.errors:
        problems.errors.append(Problem("there is no target in this file", file, allowed=f"tables [[{TABLE}]]"))
    readers = [_Reader(table, at, file, lines, problems, cards) for at, table in enumerate(tables)]
    readers = [reader for reader in readers if reader.table.get("game") not in unread and reader.is_asked(games)]
    targets: list[Target] = []
    for reader in readers:
        with others_go_on(failed(str(reader.table.get("game")))):
            targets += [target for target in [reader.read()] if target]
    _no_twins(targets, problems)
    distinct = dict.fromkeys(problems.errors)  # a broken card table is met by every table of its game
    problems.errors = sorted(distinct, key=lambda problem: problem.line or 0)
    problems.raise_if_any()
    return tuple(targets)


def _no_twins(targets: Sequence[Target], problems: Problems) -> None:
    first: dict[str, Target] = {}
    for target in targets:
        key = repr(sorted({**target.plan.identity(), "games": 0}.items()))
        if key in first:
            message = f"the same games again ({target.plan.game.id}, {target.label})"
            allowed = f"one table for each; the first begins in line {first[key].line}"
            problems.errors.append(Problem(message, target.file, target.line, allowed=allowed))
        first.setdefault(key, target)


@dataclass
class _Reader:
    """Reads one table."""

    table: Mapping[str, Any]
    at: int
    file: str
    lines: Lines
    problems: Problems
    cards: CardFile
    bad: bool = field(default=False, init=False)

    def is_asked(self, games: Sequence[str] | None) -> bool:
        """Whether the table is looked at: the game is one of ``games``, or has cards, or nobody knows it."""
        game = self.table.get("game")
        cards = self.cards.tables.get(game) if isinstance(game, str) else None
        return games is None or game in games or cards is None or bool(cards.rows)

    def wrong(
        self,
        message: str,
        *keys: str,
        value: Any = None,
        allowed: str = "",
        known: Iterable[str] = (),
        like: Sequence[str] = (),
    ) -> None:
        """Collect what is wrong with the entry of these keys. ``like``: what of the ``known`` may be meant, if told."""
        self.bad = True
        word = value if isinstance(value, str) else keys[-1] if keys else ""
        known = list(known)
        self.problems.errors.append(
            Problem(
                f"{'.'.join(keys)}: {message}" if keys else message,
                file=self.file,
                line=self.lines.of(self.at, *keys),
                value=None if value is None else str(value),
                allowed=allowed or ", ".join(known),
                nearest=like[0] if like else nearest(word, known) if known else None,
            )
        )

    def read(self) -> Target | None:
        """The target; None where something is wrong with it."""
        game = self._game()
        if game is None:
            return None
        request = self._request(game)
        plan = None
        if not self.bad:
            try:
                plan = make_plan(request, self.cards)
            except InputError as error:
                self._pass_on(error)
        goals = tuple(self._goals(plan or self._usual_plan(game), game))
        if not goals and not self.bad:
            self.wrong("nothing is wanted here", allowed=f"at least one of {', '.join(MEASURES)}")
        if self.bad or plan is None:
            return None
        asked = self.table.get("games")
        return Target(plan, asked, goals, self.file, self.lines.of(self.at))

    def _usual_plan(self, game: Game) -> Plan | None:
        """A plan to look up names in where the wanted one cannot be."""
        try:
            return make_plan(Request(game.id), self.cards)
        except InputError:
            return None

    def _pass_on(self, error: InputError, *keys: str) -> None:
        """Problems found by others: with our file and line where they name no file of their own."""
        self.bad = True
        for problem in error.problems:
            placed = problem if isinstance(problem, Problem) else Problem(problem)
            if not placed.file:
                placed = replace(placed, file=self.file, line=self.lines.of(self.at, *keys))
            self.problems.errors.append(placed)

    def _game(self) -> Game | None:
        name = self.table.get("game")
        if not isinstance(name, str):
            message = "every target names its game" if name is None else "must be the id of a game, in quotes"
            self.wrong(message, "game", value=name, known=game_ids())
            return None
        if name not in game_ids():
            self.wrong("there is no such game", "game", value=name, known=game_ids())
            return None
        return find_game(name)

    def _request(self, game: Game) -> Request:
        players = self._integer("players", *game.seats)
        variant = self.table.get("variant")
        names = [known.name for known in game.variants]
        if variant is not None and variant not in names:
            self.wrong(f"there is no such variant of {game.name}", "variant", value=str(variant), known=names)
        games = self._integer("games", LEAST_GAMES, MOST_GAMES)
        agents = self._agents(game, players or game.usual_seats)
        settings = self._settings(game)
        return Request(
            game.id,
            games=game.baseline_games if games is None else games,
            players=players,
            variant=None if self.bad else variant,
            settings=settings,
            agents=agents,
        )

    def _integer(self, key: str, low: int, high: int) -> int | None:
        number = self.table.get(key)
        if number is None:
            return None
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            self.wrong("cannot have this value", key, value=number, allowed=f"a whole number from {low:,} to {high:,}")
            return None
        return number

    def _agents(self, game: Game, players: int) -> str | None:
        given = self.table.get("agents")
        if given is None:
            return None
        if not isinstance(given, str) and not (isinstance(given, list) and all(isinstance(x, str) for x in given)):
            self.wrong("must be names of play styles", "agents", value=given, allowed='"mixed", or a list in quotes')
            return None
        text = given if isinstance(given, str) else ",".join(given)
        try:
            read_lineup(text, game.styles, players)
        except InputError as error:
            self._pass_on(error, "agents")
            return None
        return text

    def _settings(self, game: Game) -> dict[str, str]:
        given = self.table.get("set", {})
        if not isinstance(given, dict):
            self.wrong("must be settings and their values", "set", value=given, allowed="{ name = value, ... }")
            return {}
        known = {setting.name: setting for setting in game.settings}
        read = {}
        for name, value in given.items():
            if name not in known:
                self._pass_on(unknown("setting", name, known), "set", name)
            elif not isinstance(value, bool | int | str):
                self.wrong("cannot have this value", "set", name, value=value, allowed=known[name].allowed)
            else:
                read[name] = known[name].show(value)
                try:
                    known[name].read(read[name])
                except InputError as error:
                    self._pass_on(error, "set", name)
        return read

    # ------------------------------------------------------------ goals

    def _goals(self, plan: Plan | None, game: Game) -> Iterable[Goal]:
        for key, entry in self.table.items():
            if key in KEYS:
                continue
            measure = MEASURES.get(key)
            if measure is None:
                self.wrong("there is no such target", key, known=[*MEASURES, *KEYS])
            elif not isinstance(entry, dict):
                self.wrong("must be a band", key, value=entry, allowed=_form(measure))
            elif not measure.each:
                yield from self._goal(measure, "", entry, plan, key)
            else:
                yield from self._named_goals(measure, entry, plan)

    def _named_goals(self, measure: Measure, entries: Mapping[str, Any], plan: Plan | None) -> Iterable[Goal]:
        known = measure.names(plan) if plan else None
        if not entries:
            self.wrong(f"names no {measure.each}", measure.name, allowed=f"{measure.name}.NAME = {_form(measure)}")
        for name, entry in entries.items():
            if known is not None and name not in known:
                message = f"{plan.game.name if plan else 'the game'} has no such {measure.each}"
                shown = "" if len(known) <= 40 else f"one of its {len(known)} {measure.each}s"
                like = _cards_like(name, plan) if measure.each == "card" else ()
                self.wrong(message, measure.name, name, value=name, allowed=shown, known=known, like=like)
            elif not isinstance(entry, dict):
                self.wrong("must be a band", measure.name, name, value=entry, allowed=_form(measure))
            else:
                yield from self._goal(measure, name, entry, plan, measure.name, name)

    def _goal(
        self, measure: Measure, subject: str, entry: Mapping[str, Any], plan: Plan | None, *keys: str
    ) -> Iterable[Goal]:
        known = [*measure.ends, "margin", *measure.options]
        for key, value in entry.items():
            if key not in known:
                self.wrong("there is no such word", *keys, key, known=known)
            elif key in measure.options:
                self._option(measure, key, value, plan, *keys)
        low, high = (self._number(entry, end, measure, *keys) for end in BOTH)
        margin = self._number(entry, "margin", measure, *keys)
        if measure.ends and entry.keys() <= set(known) and not any(end in entry for end in measure.ends):
            self.wrong("says neither how little nor how much is wanted", *keys, allowed=_form(measure))
        if low is not None and high is not None and low > high:
            self.wrong(f"at_least {low:g} is more than at_most {high:g}", *keys)
        if measure.name == "length_band":
            self._turns(entry, *keys)
        options = {key: value for key, value in entry.items() if key in measure.options}
        line = self.lines.of(self.at, *keys)
        if margin is None:
            margin = usual_margin(plan.players) if measure.name == POWER and plan else measure.margin
        if measure.name == POWER:
            low, high = -margin, margin
        yield Goal(measure, subject, low, high, margin, options, line)

    def _turns(self, entry: Mapping[str, Any], *keys: str) -> None:
        ends = [entry[word] for word in ("from", "to") if word in entry]
        if not ends:
            self.wrong("says no length", *keys, allowed="from and to, or one of the two, in turns")
        elif len(ends) == 2 and all(isinstance(end, int) for end in ends) and ends[0] > ends[1]:
            self.wrong(f"from {ends[0]} is more than to {ends[1]}", *keys)

    def _number(self, entry: Mapping[str, Any], key: str, measure: Measure, *keys: str) -> float | None:
        if key not in entry or (key in BOTH and key not in measure.ends):
            return None
        value, most = entry[key], LARGEST.get(measure.unit, 1e9)
        below = key != "margin" and (measure.unit == LIFT or measure.each == "component")
        least = -most if below else 0.0
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and math.isfinite(value) and least <= value <= most:
            return float(value)
        hint = "; a share: 5 % is 0.05" if measure.unit == SHARE else ""
        end = f"from {least:g} to {most:g}" if most < 1e9 else f"from {least:g} on"
        self.wrong("cannot have this value", *keys, key, value=value, allowed=f"a number {end}{hint}")
        return None

    def _option(self, measure: Measure, key: str, value: Any, plan: Plan | None, *keys: str) -> None:
        if key in ("from", "to"):
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**9:
                allowed = "a whole number of turns, from 0 on"
                self.wrong("cannot have this value", *keys, key, value=value, allowed=allowed)
            return
        if key == "without_figure":
            if value not in ("fail", "tell"):
                self.wrong("cannot have this value", *keys, key, value=str(value), known=("fail", "tell"))
            return
        if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
            self.wrong("must be a list of names", *keys, key, value=value, allowed='["name", "other name"]')
            return
        known = _known_names(key, plan) if plan else None
        for word in value if known is not None else ():
            if word not in known:  # type: ignore[operator]
                shown = "" if len(known) <= 40 else f"one of {len(known)}"  # type: ignore[arg-type]
                message = f"{plan.game.name if plan else ''} has no such name"
                like = _cards_like(word, plan) if key == "leave_out" else ()
                self.wrong(message, *keys, key, value=word, allowed=shown, known=known, like=like)  # type: ignore[arg-type]


def _cards_like(word: str, plan: Plan | None) -> list[str]:
    """The ids of the cards that may be meant."""
    return cards_like(word, {row.id: row.name for row in plan.card_table.rows}) if plan else []


def _known_names(option: str, plan: Plan) -> list[str]:
    """The names an option of a measure may hold."""
    if option == "styles":
        return list(plan.style_names)
    rows = plan.card_table.rows
    return [row.id for row in rows] if option == "leave_out" else sorted({row.cell("kind") for row in rows})


def _form(measure: Measure) -> str:
    """What a band of this measure looks like."""
    margin = "margin = NUMBER" if measure.name == POWER else f"margin = {measure.margin:g}"
    return f"{{ {', '.join([*(f'{end} = NUMBER' for end in measure.ends), margin])} }}"
