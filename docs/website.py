"""Lays out what the documentation's site is built from: the pages of docs/, and all that they link to.

    python docs/website.py FOLDER        FOLDER/zensical.toml and FOLDER/pages/; `make site` then builds FOLDER/site/

The pages are read in the repository, too, where a link may lead to a query, an example or the changelog. A site has
nothing but its own folder: what is linked outside of docs/ comes along, code as a page that shows it, and links follow.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
FRONT = DOCS / "README.md"
BESIDE = Path("project")
"""Where on the site things lie that are not in docs/."""
AS_IT_IS = {".html", ".png", ".svg", ".ipynb"}
"""Kinds of files that no page shows: a browser opens or saves them."""
FENCE = re.compile(r"^```\w*\n.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)")
INSIDE = re.compile(r"^(?= {2,3}\S)", re.MULTILINE)
"""What stands inside of an item, after the two or three blanks that GitHub asks for; the site asks for four."""


def place(file: Path) -> Path:
    """Where a file of the repository is on the site, from the folder of its pages. Names lose a dot in front.

    What builds the site passes over folders such as `.github`, and the link into it would be broken.
    """
    if file.is_relative_to(DOCS):
        return file.relative_to(DOCS)
    inside = BESIDE.joinpath(*(part.lstrip(".") for part in file.relative_to(ROOT).parts))
    return inside if file.suffix in {".md", *AS_IT_IS} else inside.with_name(f"{inside.name}.md")


def shown(file: Path) -> str:
    """A file that is no page, as a page."""
    text = file.read_text(encoding="utf-8").rstrip("\n")
    return f"# {file.relative_to(ROOT)}\n\n```{file.suffix.removeprefix('.')}\n{text}\n```\n"


def page(file: Path) -> tuple[str, list[Path]]:
    """The text of a page on the site, and the files that it links to."""
    linked: list[Path] = []

    def follow(link: re.Match[str]) -> str:
        target = (file.parent / link[1]).resolve()
        linked.append(target)
        return Path(os.path.relpath(place(target), place(file).parent)).as_posix()

    parts, end = [], 0
    text = file.read_text(encoding="utf-8")
    for block in [*FENCE.finditer(text), None]:
        prose = text[end : block.start() if block else None]
        parts += [INSIDE.sub("  ", LINK.sub(follow, prose)), block[0] if block else ""]
        end = block.end() if block else end
    return "".join(parts), linked


def navigation() -> str:
    """The site's contents as TOML: what the front page links to, by its headings, and in these by its bold lines."""
    contents: list[tuple[str, list[Any]]] = []
    into: list[Any] = []
    for line in FRONT.read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"## (.+)|\*\*(.+)\*\*", line):
            into = []
            (contents if heading[1] else contents[-1][1]).append((heading[1] or heading[2], into))
        elif contents:
            into += [place((DOCS / link).resolve()).as_posix() for link in LINK.findall(line)]
    return as_toml(contents)


def as_toml(contents: list[Any]) -> str:
    """Contents as a list of paths and of sections, which are lists themselves."""
    parts = (
        json.dumps(entry) if isinstance(entry, str) else f"{{ {json.dumps(entry[0])} = {as_toml(entry[1])} }}"
        for entry in contents
    )
    return f"[{', '.join(parts)}]"


def write_site(folder: Path) -> list[Path]:
    """Lay everything out in a folder, whose pages are emptied first; the files of the repository that are there."""
    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    todo, written = [FRONT], []
    while todo:
        file = todo.pop()
        if file in written:
            continue
        written.append(file)
        target = pages / place(file)
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix in AS_IT_IS:
            shutil.copyfile(file, target)
            continue
        text, linked = page(file) if file.suffix == ".md" else (shown(file), [])
        target.write_text(text, encoding="utf-8")
        todo += linked
    settings = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    settings = settings.replace("[project]\n", f"[project]\nnav = {navigation()}\n", 1)
    (folder / "zensical.toml").write_text(settings, encoding="utf-8")
    return written


def main(words: Sequence[str]) -> int:
    """Lay the site out in the folder named. Returns the exit code."""
    if len(words) != 1:
        print("usage: python docs/website.py FOLDER", file=sys.stderr)
        return 2
    print(f"{len(write_site(Path(words[0])))} files in {words[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
