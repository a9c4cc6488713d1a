"""The notation of Fairies of Alfheim's cells, such as ``BBCHM`` or ``rank:1 need:king,queen`` (section 5.2).

Costs and effects are read piece by piece, one function per line of the grammar. Neither blanks between two pieces
matter nor capitals. The order of the icons of a cost or a footprint does not matter; what is read has them sorted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from balance.cards.check import NotationError
from balance.cards.pieces import PieceReader
from balance.common.errors import nearest, quoted
from balance.games.alfheim.cards.box import (
    AFTER,
    ANY,
    LONGEST_COST,
    PREPARATION,
    RANKS,
    SHORTEST_COST,
    START,
    TYPES,
    Cost,
    Reveal,
)

LONGEST = 500  # characters of a cell
PAIR = 2  # icons of a footprint

SIGNS = re.compile(r"\s*(?:(?P<icon>[A-Za-z])|(?P<number>-?[0-9]+)|(?P<sign>\S))")
WORDS = re.compile(r"\s*(?:(?P<word>[^\W\d]\w*)|(?P<number>-?[0-9]+)|(?P<sign>\S))")

COST_HABITS = {
    "*": (ANY,), ".": (ANY,), "_": (ANY,), "？": (ANY,), "¿": (ANY,), "＃": ("#",), ",": ("+",), "/": ("+",),
    "&": ("+",), ";": ("+",), "-": ("+",), "＋": ("+",),
}  # fmt: skip
EFFECT_HABITS = {
    "=": (":",), "：": (":",), "-": (":",), ";": (",",), "+": (",",), "/": (",",), "&": (",",), "and": (",",),
    "，": (",",), "、": (",",), "needs": ("need",), "preparation": (PREPARATION,), "setup": (START,),
    "secret": (AFTER,), "icons": ("icon", "match"), "footprint": ("match",),
}  # fmt: skip
"""Signs and words that people write out of habit, and those of this notation that may be meant."""


def parse_cost(text: str) -> Cost:
    """Read what a fairy asks of a line: ``BBCHM``, ``BC??`` or ``#3+1``. Raises NotationError."""
    return _CostReader(text, "cost").cost()


def parse_icon(text: str) -> str:
    """Read the effect of a clue, ``icon:B``: the icon. Raises NotationError."""
    reader = _EffectReader(text, "effect")
    reader.word("icon")
    icon = reader.icons(1)
    reader.end(())
    return icon


def parse_reveal(text: str) -> Reveal:
    """Read the effect of a fairy: ``reveal:start``, ``reveal:prep`` or ``after:`` and types. Raises NotationError."""
    reader = _EffectReader(text, "effect")
    if reader.word("reveal", AFTER) == AFTER:
        reveal = Reveal(AFTER, reader.types())
        reader.end((",",))
        return reveal
    when = reader.take(START, PREPARATION)
    if not when:
        raise reader.stop(f"{START} or {PREPARATION}", (START, PREPARATION))
    reader.end(())
    return Reveal(when)


def parse_match(text: str) -> str:
    """Read the effect of a footprint, ``match:BC``: its two icons, sorted. Raises NotationError."""
    reader = _EffectReader(text, "effect")
    reader.word("match")
    at = reader.piece.at
    icons = reader.icons(PAIR)
    reader.end(())
    if icons[0] == icons[1]:
        message = f"this footprint shows {icons[0]} twice, from character {at} on"
        raise NotationError(message, "two different icons, such as match:BC")
    return icons


def parse_rank(text: str) -> tuple[int, tuple[str, ...]]:
    """Read the effect of an expert, ``rank:1 need:king,queen``: rank and types. Raises NotationError."""
    reader = _EffectReader(text, "effect")
    reader.word("rank")
    rank = reader.number(1, RANKS)
    reader.word("need")
    need = reader.types()
    reader.end((",",))
    return rank, need


def rank_text(rank: int, need: Sequence[str]) -> str:
    """What ``parse_rank`` reads, in standard spelling."""
    return f"rank:{rank} need:{','.join(need)}"


class _Reader(PieceReader):
    """What costs and effects have in common."""

    capitals_matter = False
    longest = LONGEST
    habits: ClassVar[Mapping[str, tuple[str, ...]]]

    def like(self, words: Sequence[str]) -> str | None:
        """Which of ``words`` may be meant by the piece that is here."""
        meant = [word for word in self.habits.get(self.piece.text, ()) if word in words]
        if meant:
            return meant[0]
        group = [word for word in words if word.startswith(f"{self.piece.text}_")]  # nisse
        if group:
            return ",".join(group)
        return nearest(self.piece.text, words) if self.piece.kind == "word" else None


class _CostReader(_Reader):
    pattern = SIGNS
    habits = COST_HABITS

    def cost(self) -> Cost:
        if self.take("#"):
            return self.a_pattern()
        icons = ""
        wild = 0
        while self.piece.kind != "end":
            if self.piece.kind != "icon" and self.piece.text != ANY:
                raise self.no_sign(bool(icons or wild))
            self.room(len(icons) + wild, LONGEST_COST, "signs")
            if self.take(ANY):
                wild += 1
            else:
                icons += self.piece.original.upper()
                self.place += 1
        self.enough(len(icons) + wild)
        return Cost("".join(sorted(icons)), wild)

    def no_sign(self, begun: bool) -> NotationError:
        """The error for the piece that is here, where an icon or '?' may stand."""
        expected = f"an icon or '{ANY}' (one tile of any icon)"
        piece, following = self.piece, self.pieces[self.place + 1]
        if piece.kind == "number" and following.kind == "icon" and piece.text in ("2", "3", "4", "5", "6"):
            error = self.stop(expected)
            return NotationError(error.message, error.allowed, int(piece.text) * following.original.upper())  # 2B
        if begun:
            return self.stop(f"{expected}, or the end", (ANY,))
        if piece.kind == "number":
            error = self.stop(f"{expected}, or '#' and the parts of a pattern, such as #3+1")
            return NotationError(error.message, error.allowed, f"#{piece.text}")
        return self.stop(f"{expected}, or '#' and the parts of a pattern, such as #3+1", (ANY, "#"))

    def a_pattern(self) -> Cost:
        parts = [self.number(1, LONGEST_COST)]
        while self.take("+"):
            self.room(len(parts), LONGEST_COST, "parts")
            parts.append(self.number(1, LONGEST_COST))
        self.end(("+",))
        falling = sorted(parts, reverse=True)
        if parts != falling:
            like = Cost(parts=tuple(falling)).text
            raise NotationError("the parts of this pattern do not descend", "the largest part first", like)
        self.enough(sum(parts))
        return Cost(parts=tuple(parts))

    def enough(self, tiles: int) -> None:
        if not SHORTEST_COST <= tiles <= LONGEST_COST:
            message = f"this cost asks for {tiles} tile{'' if tiles == 1 else 's'}"
            raise NotationError(message, f"a cost of {SHORTEST_COST} to {LONGEST_COST} tiles")


class _EffectReader(_Reader):
    pattern = WORDS
    habits = EFFECT_HABITS

    def word(self, *words: str) -> str:
        """Step over one of these words and the colon behind it, and give the word."""
        taken = self.take(*words)
        if not taken:
            raise self.stop(" or ".join(f"'{word}:'" for word in words), words)
        if not self.take(":"):
            raise self.stop("':'", (":",))
        return taken

    def icons(self, count: int) -> str:
        """Step over this many icons, and give them sorted."""
        taken = ""
        while len(taken) < count:
            letters = self.piece.original
            if not re.fullmatch("[A-Za-z]+", letters) or len(taken) + len(letters) > count:
                raise self.stop("one icon: a letter A to Z" if count == 1 else f"{count} icons, such as BC")
            taken += letters.upper()
            self.place += 1
        return "".join(sorted(taken))

    def types(self) -> tuple[str, ...]:
        """Step over types of fairies with commas between them, and give them in the order of TYPES."""
        listed = [self.type([])]
        while self.take(","):
            listed.append(self.type(listed))
        return tuple(type for type in TYPES if type in listed)

    def type(self, before: Sequence[str]) -> str:
        piece = self.piece
        taken = self.take(*TYPES)
        if not taken:
            raise self.stop(f"a type of fairies ({', '.join(TYPES)})", TYPES)
        if taken in before:
            message = f"the type {quoted(taken)} stands here twice, at character {piece.at}"
            raise NotationError(message, "types that differ, with commas between them")
        return taken
