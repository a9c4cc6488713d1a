"""A run on disk: a manifest and whole parts. A reader never sees half a part; a killed run can go on."""

from __future__ import annotations

import errno
import functools
import hashlib
import json
import platform
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl

from balance.common.errors import BalanceError, plain
from balance.common.files import parsed
from balance.common.places import MANIFEST, run_folders
from balance.common.version import __version__
from balance.engine.game import Game, Plan
from balance.engine.game.columns import WRITTEN_TOO
from balance.engine.game.log import kept_tables, parquet
from balance.engine.game.plan import stored_columns
from balance.engine.kernels.buffers import BLOCK_ROWS
from balance.engine.runs.store import Folder, Place, Store
from balance.engine.runs.stores import open_store

LAYOUT = 1
"""Version of the folder's layout; a run of another layout is refused with a clear word."""
CHECKSUMS = "checksums"
"""The folder of what tells whether the parts are still what was written (see ``checksums``)."""
WRITTEN = "written_too"
"""What the manifest calls the columns that the parts have beside those of ``columns``; runs of early versions: none."""
PART = re.compile(r"part-(\d{8})\.(parquet|sha256)")
UNFINISHED_MANIFEST = re.compile(rf"\.{MANIFEST}\.[\w-]+\.tmp")
MOST_GAMES_PER_PART = 250_000
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where there is no room."""

MANIFEST_KINDS: dict[str, Any] = {
    **dict.fromkeys(("game", "variant", "log", "created"), str),
    **dict.fromkeys(("games", "games_per_part", "players", "seed", "rules_version"), int),
    **dict.fromkeys(("complete", "fixed_seats"), bool),
    **dict.fromkeys(("settings", "cards", "versions", "columns"), dict),
    "styles": list,
    "agents": (str, list),
}
"""What a manifest must say at least, and of which kind."""
STYLE_KEYS = {"name", "weights", "knobs"}


class RunError(BalanceError):
    """A run folder cannot be used as asked."""


@dataclass(frozen=True)
class Run:
    """Where a run lies and what its manifest says."""

    path: Place
    manifest: Mapping[str, Any]

    @property
    def store(self) -> Store:
        """What reads and writes there."""
        return open_store(self.path)

    @property
    def complete(self) -> bool:
        """Whether every game of the run is on disk."""
        return bool(self.manifest["complete"])

    @property
    def recorded(self) -> bool:
        """Whether every part has a checksum, so that one without is damaged. Runs of early versions do not say so."""
        return CHECKSUMS in self.manifest

    def has_rules_of(self, game: Game) -> bool:
        """Whether the game is played by the rules of this run today, so that its games can be played again."""
        return bool(self.manifest["rules_version"] == game.rules_version)

    def has_code_of(self, game: Game) -> bool:
        """Whether the code of this run plays today, so that the rest can be played; not so of early versions' runs."""
        return bool(self.manifest.get("code") == game.code)

    @property
    def games_per_part(self) -> int:
        """Games in every part but the last."""
        return int(self.manifest["games_per_part"])

    def parts(self, table: str) -> list[Any]:
        """The table's parts in game order, of finished chunks only."""
        return [self.path / table / part_name(chunk) for chunk in self.done_chunks()]

    def sources(self, table: str, wanted: slice) -> list[Any]:
        """Some of the table's parts as Polars reads them: of a store, their content."""
        chunks = self.chunks() if self.complete else self.done_chunks()
        return [self.store.source(part_file(table, chunk)) for chunk in chunks[wanted]]

    def chunks(self) -> range:
        """The numbers of all parts the run will have."""
        return range(-(-int(self.manifest["games"]) // self.games_per_part))

    def done_chunks(self) -> list[int]:
        """The parts that are whole on disk: the games table is written after the others, and then the checksums.

        A complete run has all of them: the first one that is missing is named, too, and noticed where it is read.
        So is one that lost its checksum; in a run that is still played such a part is in work.
        """
        sealed = self.numbers("games")
        if self.recorded and not self.complete:
            sealed &= self.numbers(CHECKSUMS)
        chunks = sorted(chunk for chunk in sealed if chunk in self.chunks())
        if self.complete and len(chunks) < len(self.chunks()):
            there = set(chunks)
            return sorted([*chunks, next(chunk for chunk in self.chunks() if chunk not in there)])
        return chunks

    def numbers(self, folder: str) -> set[int]:
        """The numbers of the parts that have a file in a folder of the run."""
        matches = (PART.fullmatch(name) for name in self.store.names(folder))
        return {int(match[1]) for match in matches if match}

    def games_in(self, chunk: int) -> int:
        """How many games part ``chunk`` holds."""
        return min(self.games_per_part, int(self.manifest["games"]) - chunk * self.games_per_part)

    def games_done(self) -> int:
        """How many games are on disk."""
        return sum(self.games_in(chunk) for chunk in self.done_chunks())

    def written_too(self, table: str) -> list[str]:
        """The columns of the table's parts that only other tools read: see WRITTEN_TOO."""
        columns_written = self.manifest.get(WRITTEN)
        columns = columns_written.get(table) if isinstance(columns_written, dict) else None
        return list(columns) if isinstance(columns, list) else []

    def tables(self) -> tuple[str, ...]:
        """The tables this run has on disk."""
        return kept_tables(self.manifest["log"])

    def folders(self) -> tuple[str, ...]:
        """The folders with a file for every part."""
        return *self.tables(), CHECKSUMS


def part_name(chunk: int) -> str:
    """The file name of a part."""
    return f"part-{chunk:08d}.parquet"


def for_others(run: Run, table: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of a part as they are written: with the columns that nobody but other tools reads (see WRITTEN_TOO).

    Only those that the run was begun with: all its parts have the same columns.
    """
    known = WRITTEN_TOO.get(table, {})
    return frame.with_columns(
        pl.sql_expr(sql).cast(dtype).alias(name)
        for name, (sql, dtype) in known.items()
        if name in run.written_too(table)
    )


def write_part(frame: pl.DataFrame, store: Store, name: str) -> str:
    """Write one part whole or not at all. Returns the SHA-256 of the file."""
    content = parquet(frame)
    with store.write(name) as file:
        file.write(content)
    return hashlib.sha256(content).hexdigest()


def part_file(table: str, chunk: int) -> str:
    """Where a part lies in its run."""
    return f"{table}/{part_name(chunk)}"


def open_run(path: Place) -> Run:
    """The run at ``path``. Raises RunError where there is none or its manifest cannot be read."""
    _see_that_it_is_text(path)
    shown = plain(str(path))
    try:
        manifest = parsed(lambda: json.loads(open_store(path).read(MANIFEST).decode("utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        raise RunError(f"{shown}: no run here (there is no {MANIFEST}).\n`balance runs` lists the runs.") from None
    except OSError as error:
        raise RunError(f"{shown}: {MANIFEST} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise RunError(f"{shown}: {MANIFEST} is damaged: {error}.") from None
    if not isinstance(manifest, dict) or manifest.get("layout") != LAYOUT:
        raise RunError(f"{shown}: the run was made by another version of balance (or not by balance at all).")
    for name, kind in MANIFEST_KINDS.items():
        value = manifest.get(name)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise RunError(f"{shown}: {MANIFEST} is damaged: {name} is missing or of the wrong kind.")
    styles = all(isinstance(style, dict) and style.keys() >= STYLE_KEYS for style in manifest["styles"])
    if not styles or not isinstance(manifest["cards"].get("text"), str):
        raise RunError(f"{shown}: {MANIFEST} is damaged: {'the card table' if styles else 'a style'} is not whole.")
    agents = manifest["agents"]
    if isinstance(agents, list) and not all(isinstance(word, str) for word in agents):
        raise RunError(f"{shown}: {MANIFEST} is damaged: agents are {plain(str(agents))[:60]}.")
    for name in ("games", "games_per_part", "log_every"):
        number = manifest.get(name, 1)
        if type(number) is not int or number < 1:
            raise RunError(f"{shown}: {MANIFEST} is damaged: {name} is {plain(str(number))[:60]}.")
    return Run(path, manifest)


def _see_that_it_is_text(path: Place) -> None:
    """Raise RunError for a path that readers of Parquet could not open again: theirs are text."""
    try:
        str(path.resolve()).encode()
    except UnicodeEncodeError:
        message = f"{plain(str(path))}: a name in the path of this run is not UTF-8 text."
        raise RunError(f"{message}\nRename that folder, or choose another --out.") from None


def create_run(path: Place, plan: Plan, until: Sequence[str] | None = None) -> Run:
    """Make the folder of a new run with its manifest. Raises RunError when that is impossible.

    ``until``: the run ends when these wishes are fulfilled (see ``shortened``), or with the games of the plan.
    """
    _see_that_it_is_text(path)
    manifest = {
        "layout": LAYOUT,
        "balance": __version__,
        **plan.identity(),
        **({} if plan.game.file is None else {"file": str(plan.game.file)}),
        "styles": [
            {
                **style.as_json(),
                **style.as_written(),
                "about": style.about,
                "script": style.script,
                "in_mixed": style.in_mixed,
            }
            for style in plan.styles
        ],
        "games_per_part": games_per_part(plan),
        "columns": stored_columns(plan),
        "cards": {"sha256": plan.card_table.sha256, "text": plan.card_table.text},
        "code": plan.game.code,
        "versions": versions(),
        "created": now(),
        "finished": None,
        "games_done": 0,
        "complete": False,
        CHECKSUMS: "sha256",
        WRITTEN: {table: list(columns) for table, columns in WRITTEN_TOO.items()},
        **({} if until is None else {"until": {"wishes": list(until), "games_at_most": plan.games}}),
    }
    run = Run(path, manifest)
    with writing(path):
        run.store.prepare([""])
    with locked(path), writing(path):
        if run.store.exists(MANIFEST):  # somebody else began here a moment ago
            raise RunError(f"{plain(str(path))}: another process has just begun a run here. Choose another --out.")
        write_manifest(run)
    return run


@contextmanager
def writing(path: Place) -> Iterator[None]:
    """Say in words that the run's folder cannot be written."""
    try:
        yield
    except OSError as error:
        message = f"{plain(str(path))}: the run cannot be written here: {error.strerror}."
        advice = advice_for(error.errno)
        raise RunError(f"{message}\n{advice} or choose another --out, then repeat the command.") from None


def advice_for(number: int | None) -> str:
    """What to do when the system says this about a file to be written."""
    return "Make room" if number in FULL else "Put that right"


def is_free(path: Place) -> bool:
    """Whether a new run may begin here: nothing is there, or only what a run left that was killed as it began."""
    return open_store(path).is_free(UNFINISHED_MANIFEST)


def write_manifest(run: Run) -> None:
    """Replace the manifest on disk at once by this one."""
    with run.store.write(MANIFEST) as file:
        file.write((json.dumps(run.manifest, indent=1) + "\n").encode())


def mark(run: Run, complete: bool = False) -> Run:
    """Store how far the run has come."""
    done = Run(run.path, {**run.manifest, "complete": False}).games_done()
    complete = complete or done == run.manifest["games"]  # a second writer of a store may have played the rest
    finished = now() if complete else None
    run = Run(run.path, {**run.manifest, "games_done": done, "complete": complete, "finished": finished})
    write_manifest(run)
    return run


def recorded(run: Run) -> Run:
    """The run, which says from now on that each of its parts has a checksum."""
    if not run.recorded:
        run = Run(run.path, {**run.manifest, CHECKSUMS: "sha256"})
        write_manifest(run)
    return run


def shortened(run: Run, parts: int) -> Run:
    """The run with its first parts alone, as if no more had been asked for; what was played beyond them is removed."""
    games = min(parts * run.games_per_part, int(run.manifest["games"]))
    run = Run(run.path, {**run.manifest, "games": games})
    with writing(run.path):
        write_manifest(run)
        for folder in reversed(run.folders()):
            for name in run.store.names(folder):
                match = PART.fullmatch(name)
                if match and int(match[1]) not in run.chunks():
                    run.store.delete(f"{folder}/{name}")
    return run


def same_request(run: Run, plan: Plan, until: Sequence[str] | None = None) -> bool:
    """Whether the run on disk is of this plan, with these wishes, and its parts fit our buffers.

    Whatever code played it: whether the rest can be played, ``Run.has_code_of`` says.
    """
    identity = json.loads(json.dumps(plan.identity()))
    stored = {key: run.manifest.get(key) for key in identity}
    stored["log_every"] = run.manifest.get("log_every", 1)
    stored["styles"] = [{key: style[key] for key in STYLE_KEYS} for style in run.manifest["styles"]]
    wished = run.manifest.get("until")
    wished = wished if isinstance(wished, dict) else {}
    if until is not None:
        stored["games"] = wished.get("games_at_most")
    same_wishes = wished.get("wishes") == (None if until is None else list(until))
    same_log = run.manifest.get("columns") == stored_columns(plan)
    return stored == identity and same_wishes and same_log and run.games_per_part <= _most_per_part(plan)


def games_per_part(plan: Plan) -> int:
    """Games per part: as many as always fit the buffers, rounded down to a round number and to whole matches.

    What looks at a run part by part would take a match that two parts share for two.
    """
    return max(1, _most_per_part(plan) // plan.match_games) * plan.match_games


def _most_per_part(plan: Plan) -> int:
    """As many games as always fit the buffers, rounded down to a round number. Runs of early versions have so many."""
    most = plan.game.rows_per_game(plan, plan.cards)
    fit = min(MOST_GAMES_PER_PART, *(BLOCK_ROWS // max(1, most[table]) for table in kept_tables(plan.log)))
    unit = 10 ** max(0, len(str(fit)) - 2)
    return fit // unit * unit


def versions() -> dict[str, str]:
    """The versions of what produced the rows, and of what judges by them."""
    names = ("numba", "numpy", "scipy", "cma", "polars", "pyarrow", "duckdb")
    return {"python": platform.python_version(), **{name: _installed(name) for name in names}}


@functools.cache
def _installed(name: str) -> str:
    """The version of a package, which is read once: it stands in a file of hundreds of lines."""
    return version(name)


def now() -> str:
    """The time, UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


@contextmanager
def locked(path: Place) -> Iterator[None]:
    """Hold the run against a second writer; see ``Store.lock``."""
    with ExitStack() as held:
        with writing(path):
            try:
                held.enter_context(open_store(path).lock())
            except BlockingIOError as other:
                who = "" if other.errno else f" ({other})"
                raise RunError(
                    f"{plain(str(path))}: another process is writing this run{who}."
                    "\nWait for it, or choose another --out."
                ) from None
        yield


def is_locked(path: Place) -> bool:
    """Whether some process of this machine is writing the run in a folder at this moment."""
    return isinstance(path, Path) and Folder(path).is_locked()


def clear_leftovers(run: Run) -> None:
    """Make ready to write, without the half-written files that a killed process left.

    Parts that were never sealed stay, and are written over when their games are played again. They may be in work: a
    cluster's worker that lost its scheduler finishes its part, and seals it. Raises RunError where a folder is a link:
    what is behind it may belong to another run.
    """
    for name in run.folders():
        folder = run.path / name
        if isinstance(folder, Path) and folder.is_symlink():
            message = (
                f"{plain(str(run.path))}: {name} is a link to another folder, and nothing is written through links."
            )
            raise RunError(f"{message}\nPut the folder itself there, or choose another --out.")
    run.store.prepare(["", *run.folders()])


def all_runs(root: Path) -> list[Run]:
    """The runs under ``root``, oldest first; folders that are none are passed over."""
    runs, _ = runs_and_others(root)
    return runs


def runs_and_others(root: Path) -> tuple[list[Run], dict[str, str]]:
    """The runs under ``root``, oldest first; and by folder why others with a manifest cannot be opened."""
    runs, others = [], {}
    for folder in run_folders(root):
        try:
            runs.append(open_run(folder))
        except RunError as error:
            others[str(folder)] = str(error)
    return sorted(runs, key=lambda run: str(run.manifest.get("created"))), others
