"""Compiled functions ("kernels") and the records they work on: this module and those beside it alone import Numba.

Numba notices an edit of the file a kernel stands in, but not of the files it calls into. So every
game's compiled code lives in a cache folder named after the content of all sources it is made
from; an edit anywhere gives a new folder, and an old one is never trusted by mistake.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import mmap
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from balance.common.cache import cache_root, make_private
from balance.common.files import fingerprint
from balance.common.modules import sources
from balance.common.system import lock as hold

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "").strip() not in ("", "0")
"""True when kernels run as ordinary Python (NUMBA_DISABLE_JIT=1): slow, but a debugger can follow.

Then Numba is not even imported, which takes half a second.
"""

if not PLAIN:
    import numba
    from numba.core import types
    from numba.extending import intrinsic

    from balance.engine.kernels.numba_patches import UNCHANGED, KernelCompiler, adapt_numba, with_inner
    from balance.engine.kernels.sealed import SealedCache

KERNELS_FOLDER = Path(__file__).parent
PACKAGE = KERNELS_FOLDER.parents[1]
"""All that comes with balance itself."""
LARGE = 1 << 22
"""Bytes of a record from which NumPy asks for large pages."""
KEPT_GENERATIONS = 3
"""Folders of older compiled code kept beside the present one, per game."""

if PLAIN:
    # The random streams wrap around at 64 bits by design; compiled code does so silently.
    np.seterr(over="ignore")


# ---------------------------------------------------------------- records


class Record(np.void):  # type: ignore[misc]  # as np.record does
    """One record, a view of where it lies. The fields of all record types are its attributes.

    NumPy's own records (np.record) look every name up again in Python, which takes five times as long.
    """

    __slots__ = ()

    def copy(self) -> Any:  # type: ignore[override]  # a record has no order of memory
        """The same in memory of its own: copied as bytes, where NumPy would go from field to field."""
        return np.frombuffer(bytearray(self), self.dtype)[0]  # type: ignore[call-overload]


def record(**fields: Any) -> np.dtype:
    """A record type: named fields that read like attributes, compiled and in plain Python alike.

    Each field is a dtype or ``(dtype, shape)``. A name that NumPy uses itself (``max``, ``flags``,
    ``round`` ...) is refused with ValueError, because plain Python would find NumPy's meaning first.
    """
    taken = [name for name in fields if hasattr(np.void, name) or hasattr(np.ndarray, name)]
    if taken:
        raise ValueError(f"record field {taken[0]!r} is also a NumPy attribute: choose another name")
    for name in fields:
        setattr(Record, name, property(itemgetter(name), _putter(name)))
    listed = [(name, *spec) if isinstance(spec, tuple) else (name, spec) for name, spec in fields.items()]
    return np.dtype((Record, np.dtype(listed, align=True)))


def _putter(name: str) -> Callable[[Record, Any], None]:
    def put(record: Record, value: Any) -> None:
        record[name] = value

    return put


def new(dtype: np.dtype) -> Any:
    """One record of ``dtype``, all zeros. Memory for a large one is taken page by page as it is written to.

    NumPy asks for pages of 2 MB, all of which are cleared, and a short game writes the beginning of every column alone.
    """
    if dtype.itemsize < LARGE or sys.platform == "win32":  # which has no such maps
        return np.zeros(1, dtype)[0]
    return np.ndarray(1, dtype, mmap.mmap(-1, dtype.itemsize, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))[0]


def rows(dtype: np.dtype, count: int) -> Any:
    """``count`` records of ``dtype``, all zeros, indexable by a kernel."""
    return np.zeros(count, dtype)


# ---------------------------------------------------------------- the compiled-code cache


def package_root(file: Path) -> Path:
    """The folder whose sources are compiled together with ``file``: the engine's kernels, or one game.

    Climbs to the outermost package, but stops below a package called ``games`` that holds many. A file that is in no
    package stands for itself, with what it imports (see ``sources``).
    """
    folder = file.resolve().parent
    if not (folder / "__init__.py").exists():
        return file.resolve()
    if folder == KERNELS_FOLDER.resolve():
        return folder
    while (folder.parent / "__init__.py").exists() and folder.parent.name != "games":
        folder = folder.parent
    return folder


@functools.cache
def cache_folder(root: Path) -> Path:
    """Where the kernels of the package in ``root`` are kept: named after all they are compiled from, and where."""
    digest = hashlib.sha256()
    where = str(root.resolve())
    for part in (where, numba.__version__, np.__version__, platform.python_version(), platform.machine()):
        digest.update(part.encode() + b"\0")
    config: Any = numba.config
    digest.update(f"{config.BOUNDSCHECK}{UNCHANGED}".encode())
    digest.update(fingerprint(dict.fromkeys((KERNELS_FOLDER.resolve(), *sources(root.resolve())))).encode())
    folder = cache_root() / f"{root.name}-{digest.hexdigest()[:16]}"
    make_private(folder)
    _prune(folder)
    return folder


def _prune(folder: Path) -> None:
    """Remove older generations of this package's compiled code, the newest few apart."""
    older = [p for p in folder.parent.glob(folder.name.rsplit("-", 1)[0] + "-*") if p.is_dir() and p != folder]

    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    for stale in sorted(older, key=age, reverse=True)[KEPT_GENERATIONS:]:
        shutil.rmtree(stale, ignore_errors=True)


def is_compiled(function: Callable) -> bool:
    """Whether an earlier process left ``function``'s compiled code in the cache, and all of it is as it was written."""
    if PLAIN or not hasattr(function, "py_func"):  # it is no kernel
        return True
    cache = getattr(function, "_cache", None)
    return _marker(function).exists() and (cache is None or cache.intact())


def source_size(function: Callable) -> int:
    """Bytes of the sources that are compiled with ``function``: about what compiling them takes goes by."""
    folder = package_root(Path(sys.modules[function.__module__].__file__ or ""))
    texts = (file.read_bytes() for file in folder.rglob("*.py"))
    return sum(len(text) for text in texts if b"@kernel" in text)


@contextmanager
def compiling(function: Callable) -> Iterator[None]:
    """Hold the cache while ``function`` compiles: two processes writing one cache would break it."""
    if PLAIN:
        yield
        return
    marker = _marker(function)
    marker.parent.mkdir(parents=True, exist_ok=True)
    with open(marker.parent / "lock", "w") as lock:
        hold(lock)
        gc.disable()  # millions of pieces are made and kept: looking for rubbish among them again and again finds none
        try:
            yield
        finally:
            gc.enable()
    try:
        marker.write_text(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
    except OSError:  # as on a full disk: then it is compiled again next time, which was said where the code is kept
        marker.unlink(missing_ok=True)


def _marker(function: Callable) -> Path:
    source = Path(sys.modules[function.__module__].__file__ or "")
    return cache_folder(package_root(source)) / f"{function.__name__}.ready"


def kernel(function: Callable) -> Any:
    """Compile ``function`` on first use, keep it in the cache, and release the GIL while it runs.

    In a game from outside every index is checked, and a wrong one is an IndexError that knows its file and line:
    elsewhere it would write over whatever lies there. NUMBA_BOUNDSCHECK=0 takes the checks away.
    """
    if PLAIN:
        return function
    adapt_numba()
    njit: Any = numba.njit
    config: Any = numba.config
    # How every kernel is compiled. None makes an array, so nobody counts references (``_nrt``).
    options: Any = {"error_model": "numpy", "_nrt": False} | ({} if UNCHANGED else {"pipeline_class": KernelCompiler})
    file = Path(function.__code__.co_filename).resolve()
    checked = not file.is_relative_to(PACKAGE.resolve())
    called_from_python = njit(nogil=True, boundscheck=checked, **options)(function)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(package_root(file)))
    try:
        called_from_python._cache = SealedCache(function)
    finally:
        config.CACHE_DIR = before

    @functools.cache
    def called_from_kernels(checked: bool) -> Any:
        return njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, boundscheck=checked, **options)(function)

    return with_inner(called_from_python, called_from_kernels, checked)


def signatures(function: Any) -> int:
    """How many versions of a kernel this process has compiled or loaded (0 in plain Python)."""
    return 0 if PLAIN else len(function.signatures)


# ---------------------------------------------------------------- bits


def _plain_popcount(word: int) -> int:
    return (int(word) & 0xFFFFFFFFFFFFFFFF).bit_count()


if PLAIN:
    popcount: Any = _plain_popcount
else:

    @intrinsic
    def _count_ones(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @kernel
    def _popcount(word):
        return _count_ones(np.int64(word))  # type: ignore[call-arg]

    popcount = _popcount
"""How many bits of a 64-bit word are set: the size of a set of at most 64 things."""


@kernel
def lowest_bit(word):
    """The number of the lowest set bit of ``word`` (which is not 0)."""
    return popcount((word & -word) - 1)
