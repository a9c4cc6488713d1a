"""What a reader of a page writes into files between the commands."""

from __future__ import annotations

import re
from pathlib import Path


def write_piece(folder: Path, piece: str) -> None:
    """Put the settings and the first methods of a class in place of those of the game that was begun, if one was."""
    for file in folder.glob("mill.py"):
        text = file.read_text(encoding="utf-8")
        for part in (r"^    settings = [^\n]*\n", r"^    def setup.*?(?=^    def take_a_card|\Z)"):
            new = re.search(part, piece, re.MULTILINE | re.DOTALL)
            assert new
            text, found = re.subn(part, lambda _, new=new: new[0] + "\n", text, flags=re.MULTILINE | re.DOTALL)
            assert found == 1
        file.write_text(text, encoding="utf-8")
