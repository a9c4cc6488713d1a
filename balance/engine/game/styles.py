"""Play styles: weight vectors over a game's named features, ready-made or from a TOML file."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from balance.common.errors import InputError, Problem, Problems, nearest
from balance.common.files import read_toml

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
LARGEST_WEIGHT = 1e6
TWO_PLAYERS = "two_players"
WRITTEN = "written"
"""Beside a style as it plays in a run: the same as it is written, for any number of players."""


@dataclass(frozen=True)
class Feature:
    """Something a seat can weigh when it decides: the value is in ``unit``."""

    name: str
    unit: str
    description: str
    handicap: bool = False
    """Whether it only spoils how well a style plays (noise): a search for a stronger one leaves it as it is."""
    idle: float = 0.0
    """The weight of which nothing comes; of an exponent 1."""


@dataclass(frozen=True)
class Knob:
    """A property of a style that is not a weight, such as how much it remembers."""

    name: str
    default: float
    low: float
    high: float
    description: str
    presets: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Words that stand for values of one or several knobs, such as memory = "half"."""
    handicap: bool = False
    """Whether it says what a player can do (remember, see, make no slips) and not what it wants: see Feature."""
    integer: bool = False
    """Whether only integers differ in play: a switch, a number of things."""
    overrides: bool = False
    """Whether it puts options before or after others, whatever the weights say: what these bring is told without it."""
    idle: float | None = None
    """The value of which nothing comes; None: the default."""


@dataclass(frozen=True)
class Style:
    """A way to play. ``reference`` styles are never tuned; ``script`` styles are for tests, not for `mixed`.

    ``in_mixed``: not for styles more than 150 points of rating behind the best. Verdicts on cards are those of `mixed`.
    """

    name: str
    about: str
    weights: Mapping[str, float] = field(default_factory=dict)
    knobs: Mapping[str, float] = field(default_factory=dict)
    reference: bool = False
    script: bool = False
    in_mixed: bool = True
    two_players: Mapping[str, float] = field(default_factory=dict)
    """Weights and knobs that are others where two play."""
    usual: Style | None = None
    """Of a style as it plays where two do: the style as it is otherwise."""

    @property
    def base(self) -> Style:
        """The style as it is written, for any number of players."""
        return self.usual or self

    def at(self, players: int) -> Style:
        """The style as it plays at a table of so many."""
        base = self.base
        if players != 2 or not base.two_players:
            return base
        others = base.two_players
        knobs = {name: others.get(name, value) for name, value in base.knobs.items()}
        weights = {**base.weights, **{name: value for name, value in others.items() if name not in knobs}}
        return replace(base, weights=weights, knobs=knobs, usual=base)

    @property
    def looks_ahead(self) -> bool:
        """Whether it tries its options by the rules, which is slow."""
        return bool(self.knobs.get(AHEAD.name))

    def akin(self, other: Style) -> bool:
        """Whether most of what the two weigh has the same number: characters are akin to the style they were made from.

        Nothing else is looked at: styles that weigh all alike but by another scale are not akin.
        """
        mine, its = ({name: weight for name, weight in style.weights.items() if weight} for style in (self, other))
        names = mine.keys() | its.keys()
        return 2 * sum(mine.get(name) == its.get(name) for name in names) > len(names)

    def as_json(self) -> dict[str, Any]:
        """What determines how the style plays."""
        return {"name": self.name, "weights": dict(self.weights), "knobs": dict(self.knobs)}

    def as_written(self) -> dict[str, Any]:
        """What determines how the style plays at any table, where that is more than one thing; else nothing."""
        if not self.base.two_players:
            return {}
        return {WRITTEN: {**self.base.as_json(), TWO_PLAYERS: dict(self.base.two_players)}}


def styles_at(players: int, styles: Sequence[Style]) -> tuple[Style, ...]:
    """The styles as they play at a table of so many."""
    return tuple(style.at(players) for style in styles)


def careless(style: Style) -> Style:
    """The style with slips; what it wants is as before."""
    knobs = {**style.knobs, SLIP.name: max(CARELESS, style.knobs.get(SLIP.name, 0.0))}
    return replace(style, knobs=knobs)


SLIP = Knob("slip", 0.0, 0.0, 1.0, "chance to choose at random, at every single decision; 1: always", handicap=True)
"""The knob of games in which any single decision can be made at random."""
CARELESS = 0.2
"""So many choices of a careless player are slips."""
CARELESSLY = f"every {round(1 / CARELESS)}th choice is left to chance"

AHEAD = Knob(
    "ahead",
    0,
    0,
    64,
    "futures in which every option is tried by the rules, to the end of the turn; 0: options are weighed",
    handicap=True,
    integer=True,
)
"""The knob of games in plain Python in which a player can look a turn ahead."""

RANDOM = Style("random", "chooses uniformly at random", {}, {"slip": 1.0}, reference=True, in_mixed=False)
"""The style of such games that always does."""


def styles_of(features: Sequence[Feature], knobs: Sequence[Knob]) -> Callable[..., Style]:
    """A function that makes the styles of a game from weights and knobs by name.

    ``like``: a style whose weights and knobs it has where nothing else is said; without it a weight is 0 and a knob as
    usual. ``two_players``: those that are others where two play. Raises TypeError for a name that is neither.
    """
    usual = {knob.name: knob.default for knob in knobs}
    names = [feature.name for feature in features]

    def style(
        name: str,
        about: str,
        like: Style | None = None,
        reference: bool = False,
        in_mixed: bool = True,
        two_players: Mapping[str, float] | None = None,
        **numbers: float,
    ) -> Style:
        where_two = {**(like.two_players if like else {}), **(two_players or {})}
        if wrong := (numbers.keys() | where_two.keys()) - usual.keys() - set(names):
            raise TypeError(f"style {name} weighs what there is not: {', '.join(sorted(wrong))}")
        said = {**(like.weights if like else {}), **(like.knobs if like else usual), **numbers}
        weights = {feature: float(said[feature]) for feature in names if said.get(feature)}
        knobs = {knob: float(said[knob]) for knob in usual}
        return Style(name, about, weights, knobs, reference=reference, in_mixed=in_mixed, two_players=where_two)

    return style


def as_toml(style: Style, game: str, knobs: Sequence[Knob], notes: Sequence[str] = ()) -> str:
    """The style as ``read_styles`` reads it, for one game. ``notes``: lines for people, above it as comments."""
    said = [(knob.name, style.knobs[knob.name]) for knob in knobs if knob.name in style.knobs]
    lines = [f"# {note}".rstrip() for note in notes]
    lines += [f"[{style.name}]", f"game = {_quoted(game)}", f"about = {_quoted(style.about)}"]
    lines += [f"{name} = {value!r}" for name, value in said]
    lines += ["", f"[{style.name}.weights]", *(f"{name} = {value!r}" for name, value in style.weights.items())]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A basic string of TOML: JSON's escapes are among its own."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def is_style(entry: Mapping[str, Any]) -> bool:
    """Whether an entry of a manifest can be a style: a name, and tables of numbers."""
    written = entry.get(WRITTEN, entry)
    if not isinstance(written, dict):
        return False
    tables = [
        entry["weights"],
        entry["knobs"],
        written.get("weights"),
        written.get("knobs"),
        written.get(TWO_PLAYERS, {}),
    ]
    words = isinstance(entry["name"], str) and isinstance(entry.get("about", ""), str)
    return words and all(
        isinstance(table, dict)
        and all(isinstance(value, int | float) and math.isfinite(value) for value in table.values())
        for table in tables
    )


def stored_style(entry: Mapping[str, Any], players: int) -> Style:
    """The style of an entry of a manifest, as it plays at a table of so many."""
    said = entry.get(WRITTEN, entry)
    style = Style(
        entry["name"],
        entry.get("about", ""),
        said["weights"],
        said["knobs"],
        script=entry.get("script", False),
        in_mixed=entry.get("in_mixed", True),
        two_players=said.get(TWO_PLAYERS, {}),
    )
    return style.at(players)


def read_styles(
    path: Path, game: str, features: Sequence[Feature], knobs: Sequence[Knob], games: Sequence[str] = ()
) -> tuple[Style, ...]:
    """The styles of ``game`` in a TOML file: one table each, with ``weights``, ``two_players`` and the game's knobs.

    A style with ``game = "..."`` belongs to that one of the ``games`` only. Raises InputError with every problem.
    """
    try:
        tables = read_toml(path)
    except OSError as error:
        raise InputError([Problem(f"cannot be read: {error.strerror}", file=str(path))]) from None
    except ValueError as error:
        raise InputError([Problem(f"is not a TOML file: {error}", file=str(path))]) from None
    problems = Problems()
    styles = []
    for name, table in tables.items():
        reader = _StyleReader(str(path), name, problems)
        if not isinstance(table, dict):
            reader.wrong("a style is a table: [name] and its weights below", name, repr(table))
        elif (of := table.get("game", game)) == game:
            styles.append(reader.read(table, features, knobs))
        elif of not in games:
            known = games or [game]
            reader.wrong("there is no such game", "game", str(of), ", ".join(known), nearest(str(of), known))
    problems.raise_if_any()
    return tuple(styles)


@dataclass
class _StyleReader:
    file: str
    style: str
    problems: Problems

    def wrong(self, message: str, key: str, value: str, allowed: str = "", near: str | None = None) -> None:
        self.problems.errors.append(
            Problem(
                message=f"style {self.style}, {key}: {message}",
                file=self.file,
                value=value,
                allowed=allowed,
                nearest=near,
            )
        )

    def read(self, table: dict[str, Any], features: Sequence[Feature], knobs: Sequence[Knob]) -> Style:
        if not NAME.fullmatch(self.style):
            self.wrong("a name is a letter and up to 39 letters, digits, _ or -", "name", self.style)
        presets = {knob.name: knob for knob in knobs if knob.presets}
        plain = {knob.name: knob for knob in knobs if not knob.presets}
        values = {name: knob.default for name, knob in plain.items()}
        for name, knob in presets.items():
            if name in table:
                word = table[name]
                if isinstance(word, str) and word in knob.presets:
                    values.update(knob.presets[word])
                else:
                    self.wrong("unknown", name, str(word), ", ".join(knob.presets), nearest(str(word), knob.presets))
        for key, value in table.items():
            if key in plain:
                values[key] = self.number(key, value, plain[key].low, plain[key].high)
            elif key not in presets and key not in ("about", "weights", "game", TWO_PLAYERS):
                known = ["about", "game", "weights", TWO_PLAYERS, *presets, *plain]
                self.wrong("there is no such entry", key, str(value), ", ".join(known), nearest(key, known))
        weights = {feature.name: (-LARGEST_WEIGHT, LARGEST_WEIGHT) for feature in features}
        return Style(
            self.style,
            str(table.get("about", "")),
            self.numbers("weights", table.get("weights", {}), weights, "feature"),
            values,
            two_players=self.numbers(
                TWO_PLAYERS,
                table.get(TWO_PLAYERS, {}),
                weights | {name: (knob.low, knob.high) for name, knob in plain.items()},
                "feature or knob",
            ),
        )

    def numbers(self, table: str, given: Any, known: Mapping[str, tuple[float, float]], kind: str) -> dict[str, float]:
        """A table of numbers by name. ``known``: the names that may stand there, each with what is allowed."""
        if not isinstance(given, dict):
            self.wrong("must be a table of numbers", table, str(given))
            return {}
        read = {}
        for name, value in given.items():
            if name in known:
                read[name] = self.number(f"{table}.{name}", value, *known[name])
            else:
                self.wrong(f"there is no such {kind}", table, name, ", ".join(known), nearest(name, list(known)))
        return read

    def number(self, key: str, value: Any, low: float, high: float) -> float:
        if isinstance(value, bool):
            value = int(value)
        if isinstance(value, int | float) and math.isfinite(value) and low <= value <= high:
            return float(value)
        self.wrong("must be a number", key, str(value), f"from {low:g} to {high:g}")
        return 0.0
