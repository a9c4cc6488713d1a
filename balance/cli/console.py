"""What the commands share: words and tables for people, JSON for programs, and the completion of names."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from balance.common.errors import BalanceError, plain, quoted
from balance.common.places import RUNS, run_folders

if TYPE_CHECKING:
    from balance.api.shown import InWords

GAP = "  "
VERDICTS = {
    "green": r"\bPASS\b|(?m:^ *(?:met|same): )|(?i:\b(?:still|was) fair\b|(?<=\. )fair, was )|: pass$",
    "red": r"\bFAIL\b|(?m:^ *(?:missed|error): )|\b[Tt]oo (?:strong|weak)\b",
    "yellow": r"(?m:^ *(?:moved|undecided|inconclusive|refused|note|not comparable): )|\b[Uu]ndecided\b",
}
"""By colour: the words of verdicts, where they stand as such."""
CELLS = {"fair": "green", "complete": "green", "too strong": "red", "too weak": "red", "undecided": "yellow"}
"""The colours of a table's cells that are a verdict."""
LONG_WORD = 12
"""A longer word of a table's cell may be broken."""
BRACKET = re.compile(r" (?=\()")
"""Where a number may be broken: before its interval."""


def complete_games(incomplete: str) -> list[str]:
    """Game ids for shell completion."""
    from balance.engine.game import game_ids

    return [game for game in game_ids() if game.startswith(incomplete)]


def complete_runs(incomplete: str) -> list[str]:
    """What names a run, for shell completion: folders, games that have one, and `latest`."""
    folders = run_folders(RUNS)
    games = dict.fromkeys(path.parent.name for path in folders if path.parent != RUNS)
    names = [*map(str, folders), *games, *(["latest"] if folders else [])]
    return [name for name in names if name.startswith(incomplete)]


def say(text: str, quiet: bool = False, at_once: bool = False) -> None:
    """A line for a person, ``at_once`` even where it goes into a file. Nothing in it steers the terminal."""
    if quiet:
        return
    shown = "\n".join(fitted(plain(line)) for line in text.split("\n"))
    print(coloured(shown) if sys.stdout.isatty() else shown, flush=at_once)


def coloured(text: str) -> str:
    """The text with its verdicts in colour, as far as the terminal has any; Rich obeys NO_COLOR."""
    from rich.console import Console
    from rich.text import Text

    marked = Text(text)
    for style, words in VERDICTS.items():
        marked.highlight_regex(words, style)
    console = Console(highlight=False, soft_wrap=True)
    with console.capture() as captured:
        console.print(marked, end="")
    return captured.get()


def fitted(line: str) -> str:
    """The line; on a terminal that is too narrow for it, broken between words, what follows indented."""
    width = shutil.get_terminal_size().columns
    if not sys.stdout.isatty() or len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def emit(text: str) -> None:
    """Text for a program, as it is; only where a terminal shows it, nothing in it may steer that.

    Raises BalanceError where the encoding of standard output has not all of its letters: a program gets no other ones.
    """
    encoding = sys.stdout.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        letter = quoted(text[error.start])
        raise BalanceError(
            f"standard output is {encoding}, which has no {letter}.\nSet PYTHONIOENCODING=utf-8."
        ) from None
    sys.stdout.write("\n".join(plain(line) for line in text.split("\n")) if sys.stdout.isatty() else text)


def print_json(value: Any) -> None:
    """``value`` as JSON on standard output, and nothing else."""
    from balance.common.files import json_text

    emit(json_text(value, indent=2) + "\n")


def answer(shown: InWords, as_json: bool, quiet: bool) -> None:
    """All that was found: as JSON, or in words and tables unless ``quiet``."""
    if as_json:
        print_json(shown.as_json())
    elif not quiet:
        show(shown)


def show(shown: InWords) -> None:
    """All that was found, in words and tables."""
    for part in shown.in_full():
        say(part) if isinstance(part, str) else show_table(*part)


def show_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], right: Sequence[str] = (), indent: int = 0
) -> None:
    """A table: on a terminal with cells folded to its width, elsewhere one line per row, however long.

    ``right`` names the columns of numbers.
    """
    if sys.stdout.isatty():
        _fold_table(title, columns, rows, right, indent)
        return
    say(" " * indent + title)
    for line in aligned(columns, rows, right):
        print(" " * indent + line)


def aligned(columns: Sequence[str], rows: Sequence[Sequence[Any]], right: Sequence[str] = ()) -> Iterator[str]:
    """The header and the rows as lines with the cells below each other."""
    from rich.cells import cell_len

    lines = [[plain(str(cell)) for cell in line] for line in (columns, *rows)]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    to_the_right = [column in right for column in columns]
    for line in lines:
        cells = []
        for cell, width, push in zip(line, widths, to_the_right, strict=True):
            space = " " * (width - cell_len(cell))
            cells.append(space + cell if push else cell + space)
        yield GAP.join(cells).rstrip()


def _fold_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], right: Sequence[str], indent: int
) -> None:
    from rich.cells import cell_len
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    text = [[plain(str(cell)) for cell in line] for line in (columns, *rows)]
    widths = _widths(text, [column in right for column in columns], Console().width - indent)
    if widths is None:
        say(" " * indent + title)
        for line in one_per_line(columns, rows):
            say(" " * indent + line)
        return
    made = Table(title=Text(plain(title), "bold"), title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column, width in zip(columns, widths, strict=True):
        head = Text(plain(column), "dim")
        made.add_column(head, justify="right" if column in right else "left", overflow="fold", width=width)
    for row in text[1:]:
        cells = (
            BRACKET.sub("\n", cell) if column in right and cell_len(cell) > width else cell
            for cell, column, width in zip(row, columns, widths, strict=True)
        )
        made.add_row(*(Text(cell, CELLS.get(cell, "")) for cell in cells))
    Console(highlight=False).print(Padding(made, (0, 0, 0, indent)))


def _widths(lines: Sequence[Sequence[str]], numbers: Sequence[bool], room: int) -> list[int] | None:
    """How wide the columns are; None where they do not fit without breaking headings, numbers or first cells.

    A number's interval may stand below it.
    """
    from rich.cells import cell_len

    widths, least = [], []
    for place, column in enumerate(zip(*lines, strict=True)):
        widths.append(max(map(cell_len, column)))
        words = [cell_len(word) for cell in column for word in cell.split()]
        if place == 0:
            least.append(widths[-1])
        elif numbers[place]:
            least.append(max(cell_len(part) for cell in column for part in BRACKET.split(cell)))
        else:
            least.append(max(cell_len(column[0]), min(LONG_WORD, max(words, default=0))))
    room -= len(GAP) * len(widths)
    if sum(least) > room:
        return None
    while sum(widths) > room:
        widest = max(range(len(widths)), key=lambda place: (widths[place] > least[place], widths[place]))
        widths[widest] -= 1
    return widths


def one_per_line(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Every row as a block of lines, one per column."""
    for number, row in enumerate(rows, 1):
        yield f"row {number}"
        yield from (f"  {line}" for line in list(aligned(["", ""], list(zip(columns, row, strict=True))))[1:])
