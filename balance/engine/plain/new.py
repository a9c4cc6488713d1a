"""A new game to begin with: a folder with a game that can be played, its cards, styles, targets and test."""

from __future__ import annotations

import re
import shutil
import sys
import unicodedata
from importlib.metadata import packages_distributions
from keyword import iskeyword
from pathlib import Path

from balance.common.errors import InputError, Problem
from balance.common.files import write_text, writing_into
from balance.engine.game import game_ids
from balance.engine.game.own_game import ID

TEMPLATES = Path(__file__).parent / "scaffold"
FILES = {
    "{id}.py": "game.py.txt",
    "cards.csv": "cards.csv.txt",
    "styles.toml": "styles.toml.txt",
    "targets.toml": "targets.toml.txt",
    "test_{id}.py": "test_game.py.txt",
}
"""What is written, and from which template."""


def new_game(name: str, into: Path = Path()) -> list[Path]:
    """Write a new game of this name ("Night Market") into a folder of its own, whole or not at all; the files.

    Raises InputError.
    """
    letters = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    words = re.findall(r"[A-Za-z0-9]+", letters)
    id = "_".join(words).lower()
    if not ID.fullmatch(id) or any(letter.isalpha() and not letter.isascii() for letter in letters):
        raise InputError(
            [
                Problem(
                    f"a game cannot be called {name!r}",
                    allowed='a letter, then letters and digits, 40 at most, as "Night Market"',
                )
            ]
        )
    folder, class_name = into / id, "".join(word.capitalize() for word in words)
    if folder.exists():
        raise InputError([Problem("is there already", file=str(folder), allowed="another name, or another --into")])
    if id in ("balance", *game_ids(), *sys.stdlib_module_names, *packages_distributions()) or iskeyword(class_name):
        # Its file would hide that module, or its class would be no name.
        raise InputError([Problem(f"{id} is the name of something else already", allowed="another name")])
    said = {"id": id, "name": " ".join(words), "class": class_name}
    texts = {
        folder / file.format(**said): (TEMPLATES / template).read_text(encoding="utf-8").format(**said)
        for file, template in FILES.items()
    }
    with writing_into(folder):
        folder.mkdir(parents=True)
        try:
            for path, text in texts.items():
                write_text(path, text)
        except BaseException:  # half a game would be in the way of the next attempt
            shutil.rmtree(folder, ignore_errors=True)
            raise
    return list(texts)
