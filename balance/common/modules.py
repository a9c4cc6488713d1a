"""Python files that somebody names: read and run as modules of their own."""

from __future__ import annotations

import ast
import functools
import sys
import zlib
from collections.abc import Callable, Collection
from pathlib import Path
from types import ModuleType

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
            if package.resolve() != PACKAGE.resolve():
                new = {package.with_suffix(".py"), *package.rglob("*.py")} - found
                found |= new
                trees += map(_parsed, new)
    return sorted(other for other in found - {file} if other.is_file())


def _imported(tree: ast.Module) -> set[str]:
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

    Raises what its code raises.
    """
    module = ModuleType(f"{path.stem} in {path.parent}")
    module.__file__ = str(path)
    if module.__name__ in sys.modules:  # it was edited, and what it imports may have been, too
        _forget(sources(path)[1:])
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    sys.modules[module.__name__] = module  # kernels and data classes look themselves up there
    exec(compile(source, str(path), "exec"), vars(module))
    return module


def _forget(files: Collection[Path]) -> None:
    """Let modules be imported anew."""
    for name, module in [*sys.modules.items()]:
        if Path(getattr(module, "__file__", None) or "") in files:
            del sys.modules[name]
