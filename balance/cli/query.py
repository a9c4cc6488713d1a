"""`balance query`: SQL over a run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from balance.cli.app import app
from balance.cli.options import RunArgument

FORMATS = ("table", "csv", "json", "parquet")
SHOWN_ROWS = 1000


@app.command()
def query(
    run: RunArgument,
    sql: Annotated[str, typer.Argument(metavar='"SQL"', help="One SELECT over games, seats, turns, cards.")],
    fmt: Annotated[str, typer.Option("--format", help="table, csv, json or parquet.")] = "table",
    output: Annotated[Path | None, typer.Option("--output", help="File to write; default: the terminal.")] = None,
) -> None:
    """SQL (DuckDB) over a run's tables; read only."""
    from balance.analysis.database import Database
    from balance.engine.errors import unknown
    from balance.engine.run import open_run

    if fmt not in FORMATS:
        raise unknown("format", fmt, FORMATS)
    with Database(open_run(run)) as database:
        database.lock()
        frame = database.ask(sql)
    write(frame, fmt, output)


def write(frame, fmt: str, output: Path | None) -> None:
    """The rows of ``frame`` in a format, to a file or to standard output."""
    from balance.engine.errors import InputError, Problem

    if fmt == "parquet" and output is None:
        raise InputError([Problem(says="--format parquet needs --output FILE")])
    if output is None:
        if fmt == "table":
            show(frame)
        else:
            sys.stdout.write(frame.write_csv() if fmt == "csv" else frame.write_json() + "\n")
        return
    try:
        with open(output, "wb") as file:
            if fmt == "parquet":
                frame.write_parquet(file)
            elif fmt == "json":
                frame.write_json(file)
            else:
                frame.write_csv(file)
    except OSError as error:
        raise InputError([Problem(says=f"cannot be written: {error.strerror}", file=str(output))]) from None


def show(frame) -> None:
    """The first rows as a table."""
    from balance.cli.console import console, table

    numbers = [name for name, dtype in frame.schema.items() if dtype.is_numeric()]
    cells = [["" if cell is None else cell for cell in row] for row in frame.head(SHOWN_ROWS).rows()]
    out = console()
    out.print(table("", frame.columns, cells, right=numbers))
    rest = frame.height - SHOWN_ROWS
    out.print(f"{frame.height:,} rows" + (f", the first {SHOWN_ROWS:,} shown: --output FILE keeps all" if rest > 0 else ""))
