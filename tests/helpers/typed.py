"""What a reader of a page writes into files between the commands."""

from __future__ import annotations

import re
from pathlib import Path


def write_piece(folder: Path, piece: str) -> None:
    """Put the settings and methods of a piece of a class in place of those of the game that was begun, if one was."""
    for file in folder.glob("mill.py"):
        text = file.read_text(encoding="utf-8")
        pieces = re.findall(r"^    settings = [^\n]*\n|^    def .*?(?=^    def |\Z)", piece, re.MULTILINE | re.DOTALL)
        assert pieces
        for new in pieces:
            head = re.escape(re.match(r"    (def \w+|settings)", new)[0])
            end = r"\b[^\n]*\n" if new.startswith("    settings") else r"\b.*?(?=^    def |\Z)"
            text, found = re.subn(
                f"^{head}{end}", lambda _, new=new: new.rstrip() + "\n\n", text, flags=re.MULTILINE | re.DOTALL
            )
            assert found == 1
        file.write_text(text, encoding="utf-8")
