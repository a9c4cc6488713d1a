"""Rules a designer may want to vary: declared once, read by the command line, the checks, the docs and the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.common.errors import InputError, Problem, quoted, unknown

Value = bool | int | str

YES = ("on", "true", "yes", "1")
NO = ("off", "false", "no", "0")


@dataclass(frozen=True)
class Setting:
    """One named setting of a game's rules.

    ``default`` says what it is: a bool is a switch; an int is a whole number from ``low`` to
    ``high``; a str is one of ``words``, in capitals or not. With both ``words`` and ``low`` a word or a number
    will do. With ``numbers`` it is a list of so many whole numbers, "1,1,0". With ``names`` (what they are names of)
    it may also be a list of names, one per player or fewer, which the game looks up in its cards.
    """

    name: str
    default: Value
    description: str
    rule: str
    low: int | None = None
    high: int | None = None
    words: tuple[str, ...] = ()
    numbers: int = 0
    names: str = ""

    @property
    def allowed(self) -> str:
        """The values it takes, in words."""
        if isinstance(self.default, bool):
            return "on, off (also true/false, yes/no)"
        parts = list(self.words)
        if self.names:
            parts.append(f"names of {self.names}, joined by commas")
        if self.numbers:
            parts.append(f"{self.numbers} whole numbers from {self.low} to {self.high}, joined by commas")
        elif self.low is not None:
            parts.append(f"a whole number from {self.low} to {self.high}")
        return ", ".join(parts)

    def read(self, text: str) -> Value:
        """The value that ``text`` means. Raises InputError with what is allowed."""
        word = text.strip().lower()
        known = {known.lower(): known for known in self.words}
        if isinstance(self.default, bool):
            if word in YES:
                return True
            if word in NO:
                return False
        elif word in known:
            return known[word]
        elif self.names and word:
            return ",".join(name.strip() for name in text.split(","))
        elif self.numbers:
            read = [self._number(part) for part in word.split(",")]
            if len(read) == self.numbers and None not in read:
                return ",".join(str(number) for number in read)
        elif (number := self._number(word)) is not None:
            return number
        raise InputError([Problem(f"setting {self.name} cannot be {quoted(text)}", allowed=self.allowed)])

    def takes(self, value: Any) -> bool:
        """Whether ``value`` is one that ``read`` can give."""
        if not isinstance(value, bool | int | str):
            return False
        try:
            read = self.read(self.show(value))
        except InputError:
            return False
        return read == value and type(read) is type(value)

    def _number(self, word: str) -> int | None:
        """The whole number from ``low`` to ``high`` that a word means, if any."""
        try:
            number = int(word)
        except ValueError:
            return None
        return number if self.low is not None and self.high is not None and self.low <= number <= self.high else None

    def at(self, players: int, value: Value) -> Value:
        """``value`` where so many play: of a list of names those of the first players."""
        return ",".join(value.split(",")[:players]) if self.names and isinstance(value, str) else value

    def show(self, value: Value) -> str:
        """``value`` as one would type it."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return str(value)


def read_settings(settings: Sequence[Setting], given: Mapping[str, str]) -> dict[str, Value]:
    """Every setting's value: the given text where there is one, else the default. Raises InputError."""
    known = {setting.name: setting for setting in settings}
    for name in given:
        if name not in known:
            raise unknown("setting", name, known)
    return {name: setting.read(given[name]) if name in given else setting.default for name, setting in known.items()}


def settings_at(players: int, settings: Sequence[Setting], values: Mapping[str, Value]) -> dict[str, Value]:
    """Every setting's value, as of a table of other size, where so many play."""
    return {setting.name: setting.at(players, values[setting.name]) for setting in settings}
