"""What a run survives: kills, signals, full disks, damaged parts and more, tried many times, as a table.

    python benchmarks/faults.py [--kills 200] [--tries 5] [--only WORD] [--folder DIR]

Every fault is followed by the same command again. Then the run must be complete, and every part, byte for byte, what a
run that nobody disturbed wrote. The folder must be on a disk where an ordinary run fits; small disks are mounted in it
where that is allowed (as root), else files are limited in size.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from balance.cards.read import packaged_cards
from balance.engine.runs.run import open_run
from helpers.dask_cluster import dask_cluster
from helpers.run_tools import BALANCE, balance, balance_until, sealed_parts

GAMES = {"fairy": 24_000, "heroes": 3000, "alfheim": 3000, "fairy_school": 1500, "fairy_conundrum": 1500}
"""The games of each run: about two seconds of playing, in PARTS parts."""
PARTS = 15


@dataclass
class Case:
    """One game's command, the run as it should be, and what became of it."""

    game: str
    folder: Path
    right: dict[str, str] = field(default_factory=dict)

    @property
    def out(self) -> Path:
        return self.folder / "run"

    @property
    def part(self) -> int:
        return GAMES[self.game] // PARTS

    def words(self, out: Path, *where: str) -> list[str]:
        """The command, which is always the same but for where it plays: default, on two threads of this machine."""
        asked = ["--games", str(GAMES[self.game]), "--seed", "5", "--cards", str(packaged_cards())]
        return ["simulate", self.game, *asked, *(where or ("--workers", "2")), "--out", str(out)]

    def play(self, **how) -> subprocess.CompletedProcess:
        return balance(*self.words(self.out), parts=self.part, **how)

    def stop(self, number: signal.Signals, moment: Callable[[], bool]) -> subprocess.CompletedProcess:
        return balance_until(moment, number, *self.words(self.out), parts=self.part)

    def fresh(self) -> None:
        """A whole run in a folder of its own, to be spoilt."""
        shutil.rmtree(self.out, ignore_errors=True)
        shutil.copytree(self.folder / "right", self.out)

    def lost(self) -> int:
        """Games of the run that are not there or not right, after the same command again."""
        again = self.play()
        if again.returncode or not open_run(self.out).complete or list(self.out.rglob("*.tmp")):
            return GAMES[self.game]
        stored = digests(self.out)
        wrong = {Path(name).stem for name, digest in self.right.items() if stored.get(name) != digest}
        return self.part * len(wrong)


def digests(run: Path) -> dict[str, str]:
    """The content of every part."""
    return {str(file.relative_to(run)): hashlib.sha256(file.read_bytes()).hexdigest() for file in run.glob("*/part-*")}


@dataclass
class Row:
    """One line of the table."""

    fault: str
    tried: int = 0
    lost: int = 0
    saw: dict[str, int] = field(default_factory=dict)

    def add(self, lost: int, said: str, root: Path) -> None:
        """One more try: what was lost, and what the user saw, with names and numbers left out."""
        self.tried += 1
        self.lost += lost
        line = next((line for line in said.splitlines() if line.startswith("balance: ")), "(nothing)")
        line = next((line for line in said.splitlines() if "played again" in line), line)
        line = re.sub(r"[\d,]*\d", "N", line.replace(str(root), "").removeprefix("balance: "))
        line = re.sub(r"\S*/run\b", "RUN", line)
        self.saw[line] = self.saw.get(line, 0) + 1


def moments(out: Path) -> Iterator[Callable[[], bool]]:
    """Some moment: at any time at all, as the folder is made, or a little after one more part was stored."""
    while True:
        kind, later, begun = random.randrange(3), random.uniform(0.0, 0.25), time.monotonic()
        known = sealed_parts(out) + random.randrange(4)

        def moment(kind: int = kind, later: float = later, begun: float = begun, known: int = known) -> bool:
            if kind == 0:
                return time.monotonic() - begun > 40 * later
            if (out / ".lock").exists() if kind == 1 else sealed_parts(out) > known:
                time.sleep(later)
                return True
            return False

        yield moment


def kill(case: Case, tries: int, number: signal.Signals) -> Iterator[tuple[int, str]]:
    """Killed again and again; a run that is complete begins anew."""
    shutil.rmtree(case.out, ignore_errors=True)
    moment = moments(case.out)
    for at in range(tries):
        kept = digests(case.out)
        said = case.stop(number, next(moment))
        gone = {name for name in kept if name.startswith("games/") and digests(case.out).get(name) != kept[name]}
        complete = (case.out / "manifest.json").exists() and open_run(case.out).complete
        lost = len(gone) * case.part
        if complete or at == tries - 1:
            lost += case.lost()
            shutil.rmtree(case.out)
        yield lost, said.stderr


def spoil(case: Case, tries: int, way: Callable[[Path], None]) -> Iterator[tuple[int, str]]:
    """A part, of any table, that is damaged on the disk of a complete run."""
    for _ in range(tries):
        case.fresh()
        way(random.choice(sorted(case.out.glob("*/part-*.parquet"))))
        read = balance("query", str(case.out), "SELECT count(*) FROM games")
        assert read.returncode == 2, read
        assert "the run is damaged: " in read.stderr, read
        said = case.play().stderr
        yield case.lost(), said


def flip(file: Path) -> None:
    """One bit, anywhere."""
    content = bytearray(file.read_bytes())
    content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    file.write_bytes(content)


def cut(file: Path) -> None:
    """The end is gone."""
    os.truncate(file, random.randrange(file.stat().st_size))


@contextmanager
def small_disk(case: Case, size: int) -> Iterator[bool]:
    """A disk of this size where the run goes; False where none can be mounted."""
    shutil.rmtree(case.out, ignore_errors=True)
    case.out.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(case.out)]
    mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(case.out)], check=True)


def remount(case: Case, how: str) -> None:
    """Change the small disk."""
    subprocess.run(["mount", "-o", f"remount,{how}", str(case.out)], check=True)


def full(case: Case, tries: int) -> Iterator[tuple[int, str]]:
    """The disk is full at some moment; then there is room."""
    whole = sum(file.stat().st_size for file in (case.folder / "right").rglob("*.parquet"))
    for _ in range(tries):
        size = int(whole * random.uniform(0.1, 0.9)) // 4096 * 4096
        with small_disk(case, size) as mounted:
            said = case.play(room=0 if mounted else size // PARTS).stderr
            if mounted:
                remount(case, "size=1g")
            yield case.lost(), said


def read_only(case: Case, tries: int) -> Iterator[tuple[int, str]]:
    """The disk may only be read from some moment on."""
    for _ in range(tries):
        with small_disk(case, 1 << 30) as mounted:
            if not mounted:
                return
            case.stop(signal.SIGKILL, lambda: sealed_parts(case.out) > 2)
            remount(case, "ro")
            said = case.play().stderr
            remount(case, "rw")
            yield case.lost(), said


def after(out: Path, parts: int) -> Callable[[], bool]:
    """The moment when so many parts are stored, and one more."""
    return lambda: sealed_parts(out) > parts


def on_cluster(case: Case, tries: int, scheduler: bool) -> Iterator[tuple[int, str]]:
    """A worker of a cluster, or its scheduler, is killed at some moment."""
    for _ in range(tries):
        shutil.rmtree(case.out, ignore_errors=True)
        with dask_cluster(case.folder, 1, 1) as cluster:
            victim = cluster.scheduler if scheduler else random.choice(cluster.workers)
            words = case.words(case.out, "--scheduler", cluster.address)
            said = balance_until(after(case.out, random.randrange(PARTS // 2)), victim.kill, *words, parts=case.part)
        yield case.lost(), said.stderr


def two_writers(case: Case, tries: int) -> Iterator[tuple[int, str]]:
    """Two processes begin at the same moment."""
    for _ in range(tries):
        shutil.rmtree(case.out, ignore_errors=True)
        command = [sys.executable, "-c", BALANCE, str(case.part), "0", *case.words(case.out)]
        both = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in "ab"]
        said = [process.communicate(timeout=300)[1] for process in both]
        refused = [err for process, err in zip(both, said, strict=True) if process.returncode]
        yield case.lost(), "".join(refused)


JUMPING = """
import itertools, random, time
real = time.time
time.time = lambda: real() + random.uniform(-1e9, 1e9)
stamp = time.strftime
time.strftime = lambda form, at=None: stamp(form, time.gmtime(random.uniform(0, 4e9)))
"""


def clock(case: Case, tries: int) -> Iterator[tuple[int, str]]:
    """The clock jumps by decades at every look, and the process is killed, too."""
    for _ in range(tries):
        shutil.rmtree(case.out, ignore_errors=True)
        command = [sys.executable, "-c", JUMPING + BALANCE, str(case.part), "0", *case.words(case.out)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        yield case.lost(), done.stderr


def manifest(case: Case, tries: int, change: Callable[[str], str]) -> Iterator[tuple[int, str]]:
    """A manifest that cannot be used: the command refuses, and nothing is touched."""
    for _ in range(tries):
        case.fresh()
        file = case.out / "manifest.json"
        right = file.read_text()
        file.write_text(change(right))
        before = digests(case.out)
        said = case.play()
        untouched = said.returncode == 2 and digests(case.out) == before
        file.write_text(right)
        yield (case.lost() if untouched else GAMES[case.game]), said.stderr


def another_version(text: str) -> str:
    key = random.choice(["layout", "rules_version", "columns"])
    return json.dumps({**json.loads(text), key: {} if key == "columns" else 99})


def link(case: Case, tries: int) -> Iterator[tuple[int, str]]:
    """A folder of the run that is a link to another run's."""
    for _ in range(tries):
        shutil.rmtree(case.out, ignore_errors=True)
        case.stop(signal.SIGKILL, lambda: sealed_parts(case.out) > 2)
        other = case.folder / "right"
        before = digests(other)
        table = random.choice(["games", "seats", "turns", "cards", "checksums"])
        shutil.rmtree(case.out / table)
        (case.out / table).symlink_to(other / table)
        said = case.play().stderr
        harmed = digests(other) != before
        (case.out / table).unlink()
        yield (GAMES[case.game] if harmed else case.lost()), said


FAULTS: dict[str, Callable[[Case, int], Iterator[tuple[int, str]]]] = {
    "kill -9": lambda case, tries: kill(case, tries, signal.SIGKILL),
    "SIGTERM": lambda case, tries: kill(case, tries, signal.SIGTERM),
    "Ctrl-C": lambda case, tries: kill(case, tries, signal.SIGINT),
    "disk full": full,
    "disk read only": read_only,
    "clock jumps": clock,
    "two writers": two_writers,
    "worker killed": lambda case, tries: on_cluster(case, tries, scheduler=False),
    "scheduler killed": lambda case, tries: on_cluster(case, tries, scheduler=True),
    "a bit flipped in a part": lambda case, tries: spoil(case, tries, flip),
    "part cut off": lambda case, tries: spoil(case, tries, cut),
    "part missing": lambda case, tries: spoil(case, tries, Path.unlink),
    "manifest damaged": lambda case, tries: manifest(case, tries, lambda text: text[: random.randrange(len(text) - 3)]),
    "manifest of another version": lambda case, tries: manifest(case, tries, another_version),
    "table is a link to another run": link,
}


def try_all(root: Path, kills: int, more: int, only: str) -> Iterator[Row]:
    """Every fault in every game: so many kills in all, and every other fault so often in each game."""
    cases = []
    for game in GAMES:
        case = Case(game, root / game)
        case.folder.mkdir()
        made = balance(*case.words(case.folder / "right"), parts=case.part)
        assert made.returncode == 0, made.stderr
        case.right = digests(case.folder / "right")
        cases.append(case)
    for fault, trial in FAULTS.items():
        if only not in fault:
            continue
        row = Row(fault)
        for case in cases:
            tries = -(-kills // len(cases)) if fault == "kill -9" else more
            for lost, said in trial(case, tries):
                row.add(lost, said, root)
        yield row


def main() -> None:
    """Print the table, fault by fault."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--tries", type=int, default=5, help="of each other fault, in each game")
    options.add_argument("--only", default="", help="the faults whose names hold this word")
    options.add_argument("--folder", type=Path)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    random.seed(asked.seed)
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        print(f"{'fault':32}{'tried':>6}{'games lost':>12}  what the user saw", flush=True)
        for row in try_all(Path(folder), asked.kills, asked.tries, asked.only):
            seen = sorted(row.saw.items(), key=lambda pair: -pair[1])
            for at, (line, times) in enumerate(seen):
                left = f"{row.fault:32}{row.tried:>6}{row.lost:>12,}" if at == 0 else " " * 50
                print(f"{left}  {times:>3} x {line}", flush=True)


if __name__ == "__main__":
    main()
