"""How many faults do the tests find? Draw one-line faults at random, plant each, run the tests until one fails.

    python benchmarks/mutants.py draw --seed 1 > mutants.json
    python benchmarks/mutants.py try mutants.json --marker "not browser and not slow" > found.jsonl

Four faults a game, one each in its rules, styles, log and cards, and five in the analysis and the engine. Each is
planted in the working tree by itself and taken out again: commit first. Of a game's fault, the tests of that game and
the contract run; of others, those of that room, and then of the rooms that stand on it. A fault that changes nothing a
program could notice is found by no test: read the survivors before you count them.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import string
import subprocess
import sys
import time
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("fairy", "heroes", "fairy_school", "alfheim", "fairy_conundrum")
ROOMS = ("rules", "styles", "log", "cards")
OTHERS = ("analysis", "analysis", "analysis", "engine", "engine")
ABOVE = ("judging", "report", "api", "cli", "plain", "contract")
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "+=": "-=",
    "-=": "+=", "and": "or", "or": "and", "True": "False", "False": "True", "min": "max", "max": "min", "not": "",
}  # fmt: skip


WORD_ENDS = (*string.ascii_letters, *string.digits, "_", ")", "]")


def sources(room: Path) -> list[Path]:
    """The Python files of a room: a module or a folder of them."""
    return [room.with_suffix(".py")] if room.with_suffix(".py").exists() else sorted(room.rglob("*.py"))


def faults(file: Path) -> Iterator[dict]:
    """Every one-token fault in the bodies of a file's functions, imports, annotations and defaults left out."""
    text = file.read_text()
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        line = token.line.rstrip("\n")
        if not line.startswith(" ") or line.lstrip().startswith(("def ", "from ", "import ", "@", "#")) or "->" in line:
            continue
        if token.start[0] != token.end[0] or lines[token.start[0] - 1] != line:
            continue
        if token.type == tokenize.NUMBER and token.string.isdigit():
            new = str(int(token.string) + 1)
        elif token.type in (tokenize.OP, tokenize.NAME) and token.string in SWAPS:
            new = SWAPS[token.string]
        else:
            continue
        if token.string in "+-*" and not line[: token.start[1]].rstrip().endswith(WORD_ENDS):
            continue  # a sign, or a star of arguments
        changed = line[: token.start[1]] + new + line[token.end[1] :]
        yield {"file": str(file.relative_to(ROOT)), "line": token.start[0], "old": line, "new": changed}


def draw(seed: int) -> list[dict]:
    """The faults to plant. Every line of a room is as likely as any other."""
    luck = random.Random(seed)
    rooms = [(game, ROOT / "balance" / "games" / game / room) for game in GAMES for room in ROOMS]
    rooms += [(room, ROOT / "balance" / room) for room in OTHERS]
    drawn = []
    for about, room in rooms:
        possible = [fault for file in sources(room) for fault in faults(file)]
        at = luck.choice(sorted({(fault["file"], fault["line"]) for fault in possible}))
        drawn.append(
            {"about": about, **luck.choice([fault for fault in possible if (fault["file"], fault["line"]) == at])}
        )
    return drawn


def planted(fault: dict) -> str:
    """Plant a fault; what the file held before. Raises ValueError where its line is not there any more."""
    file = ROOT / fault["file"]
    before = file.read_text()
    lines = before.splitlines()
    places = [n for n, line in enumerate(lines) if line == fault["old"]]
    if not places:
        raise ValueError(f"{fault['file']}: no line {fault['old'].strip()!r}")
    lines[min(places, key=lambda n: abs(n + 1 - fault["line"]))] = fault["new"]
    file.write_text("\n".join(lines) + "\n")
    return before


def run_tests(fault: dict, marker: str, patience: int) -> dict:
    """What the tests say with the fault planted."""
    about = fault["about"]
    folders = [f"tests/{about}"] if about in GAMES else [f"tests/{room}" for room in (about, *ABOVE)]
    options = ["-q", "-x", "--no-header", "-p", "no:cacheprovider", *(["-m", marker] if marker else [])]
    if about in GAMES and (ROOT / "tests/contract").exists():
        folders.append("tests/contract")
        options += [f"--game={about}"]
    before = planted(fault)
    begun = time.time()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *folders],
            cwd=ROOT, capture_output=True, text=True, timeout=patience,
        )  # fmt: skip
        said = done.stdout.splitlines()
        first = next((line for line in said if line.startswith(("FAILED", "ERROR"))), said[-1] if said else "")
        caught = done.returncode == 1 or "error" in first.lower()
    except subprocess.TimeoutExpired:
        caught, first = True, f"endless: more than {patience} s"
    finally:
        (ROOT / fault["file"]).write_text(before)
    return fault | {"found": caught, "by": first[:160], "seconds": round(time.time() - begun)}


def main() -> None:
    """Draw faults, or try them, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    drawing = verbs.add_parser("draw")
    drawing.add_argument("--seed", type=int, default=1)
    trying = verbs.add_parser("try")
    trying.add_argument("faults", type=Path)
    trying.add_argument("--marker", default="not browser")
    trying.add_argument("--patience", type=int, default=1500)
    trying.add_argument("--only", type=int, nargs="*", help="numbers of faults, from 0")
    asked = parser.parse_args()
    if asked.verb == "draw":
        print(json.dumps(draw(asked.seed), indent=1))
        return
    for number, fault in enumerate(json.loads(asked.faults.read_text())):
        if not asked.only or number in asked.only:
            print(json.dumps({"number": number, **run_tests(fault, asked.marker, asked.patience)}), flush=True)


if __name__ == "__main__":
    main()
