"""What a reader of a page writes into files between the commands."""

from __future__ import annotations

import re
from pathlib import Path

PART = re.compile(r"^    (settings|def \w+)\b(?:(?<=settings)[^\n]*\n|.*?(?=^    def |\Z))", re.MULTILINE | re.DOTALL)
"""The settings of a class, in a line, or a method."""


def write_piece(folder: Path, piece: str) -> None:
    """Put the settings and methods of a piece of a class in place of those of the game that was begun, if one was."""
    for file in folder.glob("mill.py"):
        text = file.read_text(encoding="utf-8")
        new = {part[1]: part[0].rstrip() + "\n\n" for part in PART.finditer(piece)}
        there = [part[1] for part in PART.finditer(text)]
        assert new
        assert all(there.count(name) == 1 for name in new)
        file.write_text(PART.sub(lambda part, new=new: new.get(part[1], part[0]), text), encoding="utf-8")
