"""Draws the pictures of a terminal in docs/images/: what a command says, in its colours, as it says it.

    python docs/terminal.py            run the commands and draw them

A command says the same on every machine, so a picture changes only when its figures or words do. `make docs` does not
draw them: playing for one takes half a minute.
"""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
WIDTH = 110
"""Columns of the terminal."""
PICTURES = {"power": ("balance power heroes --card HF08 --card HFA41 --card HFT5 --until 2.5pp", 12)}
"""By file: the command, and how many lines of what it says are drawn."""
FONT_FROM_ELSEWHERE = re.compile(r"@font-face \{.*?\}\n?", re.DOTALL)


def said(command: str) -> str:
    """What a command says on a terminal, with the codes of its colours. Raises CalledProcessError."""
    ours, theirs = pty.openpty()
    terminal = {"COLUMNS": str(WIDTH), "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", *command.split()]
    with subprocess.Popen(
        words, cwd=ROOT, env=os.environ | terminal, stdout=theirs, stderr=subprocess.DEVNULL
    ) as process:
        os.close(theirs)
        heard = io.BytesIO()
        try:
            while some := os.read(ours, 4096):
                heard.write(some)
        except OSError:
            pass  # Linux says so when the other end is closed
        os.close(ours)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return heard.getvalue().decode().replace("\r\n", "\n")


def drawn(command: str, lines: list[str]) -> str:
    """A terminal with the command and lines that it said, as SVG that loads nothing from elsewhere."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text("$ ", "bold green") + Text(command, "bold"))
    console.print(Text.from_ansi("\n".join(lines)))
    svg = console.export_svg(title="", theme=MONOKAI, unique_id="terminal")
    return FONT_FROM_ELSEWHERE.sub("", svg).rstrip() + "\n"


def main() -> int:
    """Draw all pictures. Returns the exit code."""
    for name, (command, lines) in PICTURES.items():
        file = IMAGES / f"{name}.svg"
        file.write_text(drawn(command, said(command).splitlines()[:lines]), encoding="utf-8")
        print(file.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
