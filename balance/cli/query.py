"""`balance query`: SQL over a run."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from balance.cli.app import app
from balance.cli.options import RunArgument, positive_number

if TYPE_CHECKING:
    from polars import DataFrame

    from balance.engine.runs.run import Run

FORMATS = ("table", "csv", "json", "parquet")
SHOWN_ROWS = 1000


SqlArgument = Annotated[
    str, typer.Argument(metavar="SQL", help="One SELECT over games, seats, turns, cards, power, card_table.")
]
FormatOption = Annotated[
    str | None,
    typer.Option("--format", metavar="FORMAT", help="table, csv, json or parquet; default: as FILE ends, or table."),
]
OutputOption = Annotated[
    Path | None, typer.Option("--output", metavar="FILE", help="File to write; default: the terminal.")
]
QuietRowsOption = Annotated[bool, typer.Option("--quiet", "-q", help="Hide the number of rows written.")]
TimeoutOption = Annotated[
    float | None, typer.Option("--timeout", metavar="SECONDS", parser=positive_number, help="Time limit (seconds).")
]


@app.command()
def query(
    run: RunArgument,
    sql: SqlArgument,
    fmt: FormatOption = None,
    output: OutputOption = None,
    quiet: QuietRowsOption = False,
    timeout: TimeoutOption = None,
) -> None:
    """SQL (DuckDB) over a run's tables; read only.

    Seats count from 0 in data and from 1 for people: seat 0 of a table is player 1 of a replay and a report.
    """
    from balance.cli import apart

    apart.work_apart(timeout, output)  # before the threads of what is imported below
    from balance.api.find_run import find_run
    from balance.api.runs import Run
    from balance.common.errors import InputError, Problem, plain, unknown

    if fmt is None:
        ending = output.suffix.removeprefix(".").lower() if output else ""
        fmt = ending if ending in FORMATS else "table"
    if fmt not in FORMATS:
        raise unknown("format", fmt, FORMATS)
    if fmt == "parquet" and output is None:
        raise InputError([Problem("--format parquet needs --output FILE")])
    found = find_run(run)
    if output is not None:
        spare(found, output)
    with closing(Run(found)) as opened:
        rows = opened.rows(sql)
        if output is not None:
            count = save(rows, fmt, output)
            if not quiet:
                typer.echo(f"{plain(str(output))}: {rows_text(count)}", err=True)
        elif fmt == "table":
            show(rows)
        else:
            print_rows(rows, fmt)


def spare(run: Run, output: Path) -> None:
    """Refuse to write over a file that the run is made of."""
    from balance.common.errors import InputError, Problem
    from balance.common.places import MANIFEST
    from balance.engine.runs.store import LOCK

    there = output.resolve()
    own = [MANIFEST, LOCK, *run.folders()]
    if isinstance(run.path, Path) and any(there.is_relative_to((run.path / name).resolve()) for name in own):
        message = "belongs to the run that is asked: it is not overwritten"
        raise InputError([Problem(message, file=str(output), allowed="a file outside of the run")])


def print_rows(rows: Iterator[DataFrame], fmt: str) -> None:
    """All rows on standard output."""
    from balance.cli.console import emit

    for text in as_csv(rows) if fmt == "csv" else as_json(rows):
        emit(text)


def as_csv(rows: Iterator[DataFrame]) -> Iterator[str]:
    """The rows as CSV, piece by piece."""
    for number, frame in enumerate(rows):
        yield frame.write_csv(include_header=number == 0)


def as_json(rows: Iterator[DataFrame]) -> Iterator[str]:
    """The rows as a JSON list, one object per line, piece by piece."""
    before = "[\n"
    for frame in rows:
        # Text may hold what else ends a line for Python, such as U+2028.
        for line in frame.write_ndjson().removesuffix("\n").split("\n") if frame.height else ():
            yield before + line
            before = ",\n"
    yield "\n]\n" if before == ",\n" else "[]\n"


def save(rows: Iterator[DataFrame], fmt: str, output: Path) -> int:
    """All rows into a file, which is written whole or not at all. Returns how many rows these are."""
    from balance.cli.console import aligned
    from balance.common.files import output_file

    count = 0

    def counted() -> Iterator[DataFrame]:
        nonlocal count
        for frame in rows:
            count += frame.height
            yield frame

    batches = counted()
    with output_file(output) as file:
        if fmt == "parquet":
            save_parquet(batches, file)
        elif fmt == "table":
            import polars as pl

            frame = pl.concat(list(batches))
            file.writelines(f"{line}\n".encode() for line in aligned(frame.columns, cells(frame), numbers(frame)))
        else:
            file.writelines(text.encode() for text in (as_csv(batches) if fmt == "csv" else as_json(batches)))
    return count


def save_parquet(rows: Iterator[DataFrame], file: IO[bytes]) -> None:
    """All rows as one Parquet file."""
    import polars as pl
    import pyarrow.parquet as pq

    level = pl.CompatLevel.oldest()
    first = next(rows).to_arrow(compat_level=level)
    with pq.ParquetWriter(file, first.schema, compression="zstd") as writer:
        for frame in rows:
            writer.write_table(frame.to_arrow(compat_level=level))


def show(rows: Iterator[DataFrame]) -> None:
    """The first rows as a table; on a terminal that is too narrow for it, one column per line."""
    from balance.cli.console import aligned, one_per_line, say

    frame, height = first_rows(rows)
    lines = list(aligned(frame.columns, cells(frame), numbers(frame)))
    if sys.stdout.isatty() and max(map(len, lines)) > shutil.get_terminal_size().columns:
        lines = list(one_per_line(frame.columns, cells(frame)))
    for line in lines:
        print(line)
    more = f", the first {SHOWN_ROWS:,} shown: --output FILE keeps all" if height > SHOWN_ROWS else ""
    say(f"{rows_text(height)}{more}")


def rows_text(count: int) -> str:
    """So many rows."""
    return f"{count:,} row{'' if count == 1 else 's'}"


def first_rows(rows: Iterator[DataFrame]) -> tuple[DataFrame, int]:
    """The rows to be shown, and how many there are in all."""
    import polars as pl

    kept, height = [], 0
    for frame in rows:
        if height < SHOWN_ROWS:
            kept.append(frame.head(SHOWN_ROWS - height))
        height += frame.height
    return pl.concat(kept), height


def cells(frame: DataFrame) -> list[list[Any]]:
    """The cells of a frame as they are shown: nothing for a missing value, six digits of a broken number."""

    def shown(cell: Any) -> Any:
        if isinstance(cell, float):
            return f"{cell:.6g}" if abs(cell) < 1e6 else cell
        return "" if cell is None else cell

    return [[shown(cell) for cell in row] for row in frame.iter_rows()]


def numbers(frame: DataFrame) -> list[str]:
    """The names of the columns that hold numbers."""
    return [name for name, dtype in frame.schema.items() if dtype.is_numeric()]
