"""What a worker of a cluster does: it looks whether it can play a run, and plays parts of it.

A process that plays has compiled code of its own, for nobody knows which disks the machines share, and two processes
that write one cache can break it. Kernels are bound to their cache as they are imported, so nothing here imports the
rules before it has taken its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from balance.common.cache import CACHE_VARIABLE, cache_root, make_private
from balance.common.errors import BalanceError
from balance.common.files import fingerprint
from balance.common.modules import sources
from balance.common.places import PACKAGE
from balance.common.system import lock
from balance.common.version import __version__
from balance.engine.runs.store import place

CHANGING = ("games_done", "complete", "finished")
"""What a manifest says of the moment; all the rest stays."""

_taking = threading.Lock()
_compiling = threading.Lock()
_table = threading.local()
_held: list[Any] = []
"""The lock of this process's cache, open as long as the process lives."""


def take_own_cache() -> None:
    """Give this process a folder of its own for compiled code, before anything is bound to another."""
    with _taking:
        if "balance.engine.kernels.kernel" in sys.modules:
            return
        base = cache_root()
        try:
            folder = _free_folder(base / "workers")
        except OSError:
            folder = Path(tempfile.mkdtemp(prefix="balance-"))
        _copy_compiled(base, folder)
        os.environ[CACHE_VARIABLE] = str(folder)
        cache_root.cache_clear()


def _free_folder(folder: Path) -> Path:
    """The first folder that no other process has, so that the next cluster finds what this one compiled."""
    number = 1
    while True:
        mine = folder / f"{socket.gethostname()}-{number}"
        make_private(mine)
        file = open(mine / "lock", "w")  # noqa: SIM115 (held as long as we live)
        try:
            lock(file, wait=False)
        except BlockingIOError:
            file.close()
            number += 1
            continue
        _held.append(file)
        return mine


def _copy_compiled(base: Path, folder: Path) -> None:
    """Take over what was compiled on this machine before: a copy is quicker than compiling."""
    for ready in base.glob("*/*.ready"):
        with suppress(OSError):  # another process may be removing it
            if not (folder / ready.parent.name).exists():
                unfinished = folder / f".{ready.parent.name}"
                shutil.rmtree(unfinished, ignore_errors=True)
                shutil.copytree(ready.parent, unfinished)
                unfinished.rename(folder / ready.parent.name)


def requirements(run: Any) -> dict[str, str]:
    """What must be the same wherever parts of this run are played."""
    from balance.engine.game import game_of
    from balance.engine.kernels.kernel import package_root

    game = game_of(run.manifest)
    loop = Path(sys.modules[game.play_games.__module__].__file__ or "")
    ours = (PACKAGE / name for name in ("common", "engine", "cards"))
    code = dict.fromkeys((*ours, *sources(package_root(loop)), *sources(game.folder.resolve())))
    asked = json.dumps({key: value for key, value in run.manifest.items() if key not in CHANGING}, sort_keys=True)
    return {
        "run": hashlib.sha256(asked.encode()).hexdigest()[:16],
        "balance": __version__,
        **{name: version(name) for name in ("numba", "numpy", "polars")},
        "code": fingerprint(code)[:16],
    }


def look(where: str, required: Mapping[str, str]) -> str | None:
    """What keeps this worker from playing the run at ``where``, in words; None: nothing."""
    take_own_cache()
    from balance.engine.runs.run import RunError, open_run

    try:
        run = open_run(place(where))
    except RunError:
        return _cannot_see(where)
    except BalanceError as error:
        return str(error)
    try:
        versions = requirements(run)
    except BalanceError as error:
        return f"has another version of balance: {error}"
    for name, wanted in required.items():
        if versions[name] == wanted:
            continue
        if name == "run":
            return _cannot_see(where)
        if name == "code":
            return f"has another state of balance {__version__} or of the game: install the same everywhere"
        return f"has {name} {versions[name]}, and here is {wanted}: install the same version everywhere"
    return None


def _cannot_see(where: str) -> str:
    return f"does not see the run in {where}: --out must be a folder that all machines share, or an object store"


def play(where: str, required: Mapping[str, str], chunk: int) -> dict[str, Any]:
    """Play and write one part. Returns ``trouble`` in words, or ``seconds``, and ``ready``: those to get ready."""
    take_own_cache()
    from balance.engine.playing.runner import play_part

    begun = time.perf_counter()
    try:
        batch, run = _seat(where, required)
        ready = time.perf_counter()
        play_part(batch, run, chunk, lambda games: None)
    except BalanceError as error:
        return {"trouble": str(error)}
    except OSError as error:
        return {"trouble": f"Writing failed on {socket.gethostname()}: {error.strerror or error}."}
    return {"ready": ready - begun, "seconds": time.perf_counter() - ready}


def _seat(where: str, required: Mapping[str, str]) -> tuple[Any, Any]:
    """This thread's table and the run, made again for another run. Raises BalanceError where it cannot play it."""
    key = where, required["run"]
    if getattr(_table, "key", None) != key:
        from balance.engine.game.plan import plan_from_manifest
        from balance.engine.playing.game_batch import GameBatch
        from balance.engine.playing.runner import Watcher, compile_rules
        from balance.engine.runs.run import open_run

        _table.key = _table.made = None
        trouble = look(where, required)
        if trouble:
            raise BalanceError(f"A worker on {socket.gethostname()} {trouble}.")
        run = open_run(place(where))
        plan = plan_from_manifest(run.manifest)
        with _compiling:
            compile_rules(plan, Watcher())
        _table.made = GameBatch(plan), run
        _table.key = key
    return _table.made
