"""Fields that a record and a buffer share, declared once: what a game keeps of a row while it is played, and logs then.

    HIT = {"victim": np.int8, "hit": (np.int8, 4)}
    NOW = record(**kept(HIT), frames=np.int64)
    TURNS = block(game_no=np.int64, **HIT)

    @copies(HIT)
    def log_hit(turns, n, now):
        "The opponent who was hit."

The dtypes are those of the buffer, ``(dtype, n)`` for n columns of one kind; a record keeps whole numbers of 64 bits.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from balance.engine.kernels.kernel import kernel

Fields = dict[str, Any]


def kept(*groups: Fields) -> Fields:
    """The same fields as a record has them."""
    return {
        name: (np.int64, spec[1]) if isinstance(spec, tuple) else np.int64
        for group in groups
        for name, spec in group.items()
    }


def copies(*groups: Fields) -> Callable[[Callable], Any]:
    """Make of ``function(columns, n, values)``, which has no body, the kernel that copies the fields into row ``n``."""

    def decorate(function: Callable) -> Any:
        columns, n, values = inspect.signature(function).parameters
        statements = "\n    ".join(_statements(groups, columns, n, values))
        source = f"def {function.__name__}({columns}, {n}, {values}):\n    {statements}\n"
        made: dict[str, Any] = {"__name__": function.__module__}
        exec(compile(source, function.__code__.co_filename, "exec"), made)  # as dataclasses make their methods
        copier = made[function.__name__]
        copier.__doc__ = function.__doc__
        return kernel(copier)

    return decorate


def _statements(groups: tuple[Fields, ...], columns: str, n: str, values: str) -> Iterator[str]:
    for group in groups:
        for name, spec in group.items():
            if isinstance(spec, tuple):
                yield f"for i in range({spec[1]}): {columns}.{name}[i, {n}] = {values}.{name}[i]"
            else:
                yield f"{columns}.{name}[{n}] = {values}.{name}"
