"""Python files that somebody names: read and run as modules of their own."""

from __future__ import annotations

import ast
import functools
import sys
import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from balance.common.errors import InputError, Problem
from balance.common.files import fingerprint, read_file
from balance.common.places import PACKAGE

LARGEST_SOURCE = 1_000_000
"""Bytes."""
OURS = tuple(PACKAGE / name for name in ("common", "engine", "cards", "analysis", "judging"))
"""The code that answers depend on, beside the game's own."""
ENDINGS = (".py", ".sql")


def read_source(path: Path) -> str:
    """The text of a Python file. Raises InputError where it cannot be read."""
    try:
        return read_file(path, LARGEST_SOURCE).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        message = f"cannot be read: {getattr(error, 'strerror', None) or 'this is not UTF-8 text'}"
        raise InputError([Problem(message, file=str(path), allowed="a Python file with a game in it")]) from None


def sources(root: Path) -> list[Path]:
    """What the code of a folder, or of a file, is made of: a file goes with all beside it that it imports."""
    return [root] if root.is_dir() else [root, *_imports(root, _parsed(root))]


def code_fingerprint(*roots: Path) -> str:
    """What tells all code that answers depend on from other code: ours, and that of a game, its ``roots``.

    To be asked as the game is loaded: what is edited later is not what plays. Of ours it is read once.
    """
    return f"{_our_fingerprint()} {fingerprint([file for root in roots for file in sources(root)], ENDINGS)}"


@functools.cache
def _our_fingerprint() -> str:
    return fingerprint(OURS, ENDINGS)


def code_checksum(path: Path, source: str) -> int:
    """A number that changes with what the code of a file says, and of all beside it that it imports, and not with
    comments. Raises SyntaxError."""
    tree = ast.parse(source, str(path))
    checksum = zlib.crc32(ast.dump(tree).encode())
    for other in _imports(path, tree):
        checksum = zlib.crc32(ast.dump(_parsed(other)).encode(), checksum)
    return checksum


def _imports(file: Path, tree: ast.Module) -> list[Path]:
    """The files of the modules and packages beside a file that it imports, or that one of these imports."""
    found = {file}
    trees = [tree]
    while trees:
        for name in _imported(trees.pop()):
            package = file.parent / name
            if not PACKAGE.resolve().is_relative_to(package.resolve()):  # ours, or the folder of our project
                new = {package.with_suffix(".py"), *package.rglob("*.py")} - found
                found |= new
                trees += map(_parsed, new)
    return sorted(other for other in found - {file} if other.is_file())


def _imported(tree: ast.AST) -> set[str]:
    """The first names of what is imported: of ``import rules.phase`` it is ``rules``."""
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:  # packages are taken whole
            names.append(node.module)
    return {name.partition(".")[0] for name in names}


def _parsed(file: Path) -> ast.Module:
    """The code of a file; none where it cannot be read, and so not be imported."""
    try:
        return ast.parse(file.read_bytes(), str(file))
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def line_of(source: str, name: str, word: str = "") -> int:
    """Where code says something: the line of a function or class, of what is assigned, or of a word in that; else 1."""
    line = 1
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            line = node.lineno
        elif isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in node.targets
        ):
            words = [part.lineno for part in ast.walk(node) if isinstance(part, ast.Constant) and part.value == word]
            line = words[0] if words else node.lineno
    return line


def last_class(module: ModuleType, is_wanted: Callable[[type], bool]) -> type | None:
    """The last class of this sort that a module defines itself."""
    own = [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]
    return next((kind for kind in reversed(own) if is_wanted(kind)), None)


@functools.cache
def run_source(path: Path, source: str) -> ModuleType:
    """The module that a file's text makes, run once; it may import what stands beside the file.

    Of modules of one name beside several files, each file has its own. Raises what its code raises, and InputError
    where it, or such a file, would import one later and could get another's.
    """
    module = ModuleType(f"{path.stem} in {path.parent}")
    module.__file__ = str(path)
    beside = sources(path)[1:]
    if module.__name__ in sys.modules:  # it was edited, and what it imports may have been, too
        _forget(path.parent, _names(path, beside))
    _make_room(path, beside)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    sys.modules[module.__name__] = module  # kernels and data classes look themselves up there
    finder = _Beside(path.parent, _names(path, beside))
    sys.meta_path.insert(0, finder)
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    finally:
        sys.meta_path.remove(finder)
    return module


_beside: dict[Path, Sequence[Path]] = {}
"""By file that was run, the files beside it that it imports."""


class _Beside(MetaPathFinder):
    """Finds what stands beside a file, whatever has that name in other folders."""

    def __init__(self, folder: Path, names: Collection[str]):
        self.folder = folder
        self.names = names

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """Where the module stands; None, so that others look for it, where nothing there has that name.

        And where it is a folder without __init__.py: a package that is installed counts more.
        """
        if fullname not in self.names:
            return None
        spec = PathFinder.find_spec(fullname, [str(self.folder)])
        elsewhere = None if spec and spec.loader else PathFinder.find_spec(fullname)
        return None if elsewhere and elsewhere.loader else spec


def _names(path: Path, beside: Iterable[Path]) -> set[str]:
    """The first names of these modules beside a file; what Python's own are called, those are."""
    first = {file.relative_to(path.parent).parts[0].removesuffix(".py") for file in beside}
    return first - sys.stdlib_module_names


def _make_room(path: Path, beside: Sequence[Path]) -> None:
    """Forget modules of other files that have the names of those beside this one. Raises InputError."""
    _beside[path] = beside
    names = _names(path, beside)
    for other, files in _beside.items():
        shared = names & _names(other, files) if other.parent != path.parent else set()
        for file in [path, *beside, other, *files] if shared else ():
            for name in sorted(_imported_later(_parsed(file)) & shared):
                message = f"imports {name} in a function, and another game has a module of that name, too"
                allowed = "an import at the top of the file, or another name"
                raise InputError([Problem(message, file=str(file), allowed=allowed)])
        _forget(other.parent, shared)


def _imported_later(tree: ast.Module) -> set[str]:
    """The first names of what functions import when they are called."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {name for function in functions for name in _imported(function)}


def _forget(folder: Path, names: Collection[str]) -> None:
    """Let modules and packages of these names that stand in a folder be imported anew."""
    for name, module in [*sys.modules.items()]:
        first = name.partition(".")[0]
        if first in names:
            places = (getattr(module, "__file__", None) or "", *getattr(module, "__path__", ()))
            there = folder / first
            if any(Path(place) == there.with_suffix(".py") or Path(place).is_relative_to(there) for place in places):
                del sys.modules[name]
