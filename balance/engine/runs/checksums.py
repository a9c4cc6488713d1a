"""Whether the parts of a run are still what was written: a checksum of every part, and what every part must look like.

``checksums/part-00000007.sha256`` holds a line for each table's part 7, in the form that ``sha256sum --check`` reads
from the run's folder. It is written last: a part without one was in flight when its writer was killed. The manifest
says that checksums were recorded: then a part of a complete run that has none is damaged, whatever it holds. Runs of
early versions do not say so, and their parts without a checksum are only looked at.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from balance.common.errors import BalanceError, plain
from balance.engine.game import game_of
from balance.engine.runs.run import CHECKSUMS, Run, RunError, part_file

REMEMBERED = 1 << 17
"""Parts whose checksum is worked out once in a process, as long as they keep their size and time."""
UNREADABLE = (ValueError, pa.ArrowException, pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What readers of Parquet raise at bytes that nobody wrote; ValueError where a name is not text."""


def checksum_name(chunk: int) -> str:
    """Where in its run the checksums of part ``chunk`` are."""
    return f"{CHECKSUMS}/part-{chunk:08d}.sha256"


def write_checksums(run: Run, chunk: int, sums: Mapping[str, str]) -> None:
    """Store the SHA-256 of the part of every table."""
    lines = [f"{sums[table]}  {part_file(table, chunk)}\n" for table in run.tables()]
    with run.store.write(checksum_name(chunk)) as file:
        file.write("".join(lines).encode("ascii"))


def read_checksums(text: str) -> dict[str, str]:
    """The SHA-256 of files by name. Raises ValueError for what is no such list."""
    pairs = (line.split("  ", 1) for line in text.splitlines())
    return {name: digest for digest, name in pairs}


def damage(run: Run, chunk: int, certain: bool = False) -> str | None:
    """What is wrong with part ``chunk``, naming the file; None for one that is whole.

    Parts of a run that never recorded checksums are looked at all the same: with ``certain`` they are not whole.
    """
    assert isinstance(run.path, Path)
    try:
        known = read_checksums((run.path / checksum_name(chunk)).read_text(encoding="ascii"))
    except FileNotFoundError:
        known = None
    except (OSError, ValueError):
        return f"{checksum_name(chunk)} cannot be read"
    if known is None and (certain or run.recorded):
        return f"{checksum_name(chunk)} is missing"
    for table in reversed(run.tables()):
        name = part_file(table, chunk)
        try:
            if known is not None and _digest(run.path / name) != known.get(name):
                return f"{name} is not what was written"
            if not _looks_right(run, table, chunk):
                return f"{name} holds other games or columns than it should"
            if known is None:
                pl.read_parquet_schema(run.path / name)
        except FileNotFoundError:
            return f"{name} is missing"
        except (*UNREADABLE, OSError):
            return f"{name} cannot be read"
    return None


def damaged(run: Run, chunks: Iterable[int], certain: bool = False) -> dict[int, str]:
    """What is wrong with those of these parts that are damaged.

    In an object store only missing ones are: to read all parts costs time and money. ``Copies`` looks at what it reads.
    """
    chunks = list(chunks)
    if not isinstance(run.path, Path):
        return _missing(run, chunks)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        damages = pool.map(lambda chunk: damage(run, chunk, certain), chunks)
    return {chunk: what for chunk, what in zip(chunks, damages, strict=True) if what}


def _missing(run: Run, chunks: Sequence[int]) -> dict[int, str]:
    there = {folder: run.numbers(folder) for folder in (*run.tables(), CHECKSUMS)}
    lost = {chunk: checksum_name(chunk) for chunk in chunks if run.recorded and chunk not in there[CHECKSUMS]}
    for table in run.tables():
        lost |= {chunk: part_file(table, chunk) for chunk in chunks if chunk not in there[table]}
    return {chunk: f"{name} is missing" for chunk, name in lost.items()}


def unrecorded(run: Run) -> int:
    """How many parts have no checksum because they were written before checksums were recorded."""
    return 0 if run.recorded else len(set(run.done_chunks()) - run.numbers(CHECKSUMS))


def check_parts(run: Run, chunks: Iterable[int]) -> None:
    """Raise RunError, which names the first one, when some of these parts are damaged, or links to something else."""
    _refuse_links(run)
    damages = list(damaged(run, chunks).values())
    if damages:
        more = f", and {len(damages) - 1:,} more" if len(damages) > 1 else ""
        where = plain(str(run.path))
        message = f"{where}: the run is damaged: {damages[0]}{more}."
        raise RunError(f"{message}\nThe command that played it, with --out {where}, plays again what it must.")


def _refuse_links(run: Run) -> None:
    """Whatever reads a run opens nothing outside of it, wherever a link in it leads."""
    if not isinstance(run.path, Path):
        return
    home = run.path.resolve()
    for table in run.tables():
        folder = run.path / table
        inside = os.scandir(folder) if folder.is_dir() else ()
        links = [Path(entry) for entry in inside if entry.is_symlink()]
        for link in [folder, *links] if folder.is_symlink() else links:
            if not link.resolve().is_relative_to(home):
                name = plain(str(link.relative_to(run.path)))
                where = plain(str(run.path))
                message = f"{where}: {name} is a link out of the run, and nothing is read through such links."
                raise RunError(f"{message}\nPut there what it leads to.")


def take_away_damaged(run: Run) -> list[str]:
    """Let the damaged parts be as if they had never been played. Returns what is wrong with each, in words.

    Of a run that is not complete a part without a checksum goes, too, without a word: its writer was killed.
    """
    damages = damaged(run, run.done_chunks(), certain=not run.complete)
    for chunk in damages:
        run.store.delete(part_file("games", chunk))
    return [what for chunk, what in damages.items() if run.complete or run.store.exists(checksum_name(chunk))]


def _digest(path: Path) -> str:
    now = path.stat()
    return _digest_of(path, now.st_ino, now.st_size, now.st_mtime_ns)


@functools.lru_cache(REMEMBERED)
def _digest_of(path: Path, *state: int) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _looks_right(run: Run, table: str, chunk: int) -> bool:
    """The columns that the manifest names, and in the games table just the games of this part."""
    with open(f"{run.path}/{part_file(table, chunk)}", "rb") as file:
        if pq.read_schema(file).names != [*run.manifest["columns"].get(table, ()), *run.written_too(table)]:
            return False
        if table != "games":
            return True
        file.seek(0)
        # By this thread alone: threads that PyArrow starts may still be there when Python ends, which aborts it.
        numbers = pq.ParquetFile(file).read(columns=["game_no"], use_threads=False)["game_no"].to_numpy()
    first = chunk * run.games_per_part
    wanted = np.arange(first, first + run.games_in(chunk))
    # Not every game of a match is played, but at least its first; and every number comes once, in order.
    try:
        match_games = game_of(run.manifest).games_of_a_match(run.manifest["settings"])
    except BalanceError:  # nobody can say without the game: the part's first game is the first of a match
        match_games = run.games_per_part
    in_order = bool((np.diff(numbers) > 0).all()) and np.isin(numbers, wanted).all()
    return bool(in_order and np.isin(wanted[wanted % match_games == 0], numbers).all())
