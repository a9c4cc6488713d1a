"""Records, bits, and the cache of compiled code, which is never trusted when any source has changed."""

from __future__ import annotations

import ast
import errno
import importlib
import os
import pkgutil
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from types import CodeType, FunctionType

import numpy as np
import pytest
from numba.core import types
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary

import balance.games
from balance.common import cache
from balance.engine import kernels
from balance.engine.kernels import kernel
from balance.engine.kernels.kernel import lowest_bit, new, package_root, popcount, record, rows
from balance.engine.runs.run import open_run
from helpers.own_process import modules_from
from helpers.run_tools import assert_same_rows, played, tables

PACKAGE = Path(balance.__file__).parent
KERNELS = PACKAGE / "engine" / "kernels"

# ---------------------------------------------------------------- records


@pytest.mark.parametrize(
    "name", ["flags", "round", "size", "max", "sum", "sort", "shape", "T", "item", "copy", "dtype"]
)
def test_a_field_may_not_be_called_like_something_of_numpy(name):
    with pytest.raises(ValueError, match=f"record field '{name}' is also a NumPy attribute: choose another name"):
        record(score=np.int64, **{name: np.int64})


def test_a_record_reads_like_an_object():
    card = record(cost=np.int64, tags=(np.int64, 3))
    state = new(record(turn=np.int64, card=(card, 2)))
    state.turn += 1
    state.card[1].cost = 5
    state.card[1].tags[2] = 7
    assert (state.turn, state.card[0].cost, state.card[1].cost) == (1, 0, 5)
    assert list(state.card[1].tags) == [0, 0, 7]
    table = rows(card, 4)
    table[3].cost = 9
    assert table["cost"].tolist() == [0, 0, 0, 9]


def test_copying_a_record_copies_all_of_it():
    state = new(record(turn=np.int64, hand=(np.int64, 3)))
    state.hand[:] = 4, 5, 6
    copied = state.copy()
    state.hand[0] = 1
    assert (type(copied), copied.dtype, copied.hand.tolist()) == (type(state), state.dtype, [4, 5, 6])
    copied.turn = 7
    assert (state.turn, copied.turn) == (0, 7)


def test_bits_are_counted_and_found():
    for word in (0, 1, 6, 1 << 62, (1 << 63) - 1, -1, -(1 << 63)):
        assert popcount(word) == (word & (1 << 64) - 1).bit_count()
    for bit in range(63):
        assert lowest_bit((1 << bit) | (1 << 62)) == bit


# ---------------------------------------------------------------- compiling


@kernel.kernel
def plus(number, more):
    return number + more


@kernel.kernel
def plus_three(number):
    return plus(plus(number, 1), 2)


def test_a_kernel_is_called_from_python_and_from_kernels():
    assert plus_three(4) == 7
    assert plus(4, 5) == 9
    assert plus_three(-1) == 2


def test_a_constant_of_a_caller_makes_no_second_version():
    for constant in (1, 2):
        plus.get_call_template((types.int64, types.literal(constant)), {})
    assert plus.inner(True).signatures == [(types.int64, types.int64)]


def test_what_tests_call_by_itself_is_not_optimised_and_whole_games_are():
    """Optimised, a loop that adds twos is no loop, so that the compiler knows it to end."""

    def play_games(games):
        total = 0
        for _ in range(games):
            total += 2
        return total

    both = [kernel.kernel(play_games), kernel.kernel(renamed(play_games, "one_rule"))]
    for function in both:
        function._cache = NullCache()  # what comes from there cannot be looked into
    assert [compiled(21) for compiled in both] == [42, 42]
    assert ["mustprogress" in "".join(compiled.inspect_llvm().values()) for compiled in both] == [True, False]


def renamed(function, name: str):
    """The same function by another name."""
    return FunctionType(function.__code__.replace(co_name=name, co_qualname=name), globals(), name)


@kernel.kernel
def half(number):
    return number // 2


@kernel.kernel
def quarter(number):
    return half(half(number))


def test_what_kernels_call_is_made_machine_code_in_their_callers_alone(monkeypatch):
    made = []
    make = JITCodeLibrary._finalize_final_module
    monkeypatch.setattr(
        JITCodeLibrary, "_finalize_final_module", lambda library: (made.append(library.name), make(library))
    )
    monkeypatch.setattr(quarter, "_cache", NullCache())
    assert quarter(13) == 3
    assert [name for name in made if name in ("half", "quarter")] == ["quarter"]


SHORT, LONG = record(cards=np.int64), record(cards=np.int64, seats=np.int64)


@kernel.kernel
def count_cards(box):
    return box.cards


@kernel.kernel
def count_all(box):
    return count_cards(box)


def test_a_record_that_begins_like_another_is_not_taken_for_it():
    """Numba would use what was compiled for the shorter one, and warn."""
    for kind in (SHORT, LONG):
        box = new(kind)
        box.cards = 3
        assert count_all(box) == 3
        assert count_cards(box) == 3
    assert kernel.PLAIN or kernel.signatures(count_cards) == 2


# ---------------------------------------------------------------- where compiled code is kept


def test_a_games_code_is_kept_apart_from_the_engines():
    fairy = PACKAGE / "games" / "fairy"
    assert package_root(KERNELS / "rng.py") == KERNELS
    assert package_root(fairy / "play.py") == fairy
    assert kernel.cache_folder(fairy) != kernel.cache_folder(KERNELS)


def names_read_by(code: CodeType) -> set[str]:
    """The global names that a function and the functions inside it use."""
    return set(code.co_names).union(*(names_read_by(part) for part in code.co_consts if isinstance(part, CodeType)))


@pytest.mark.slow
def test_kernels_read_nothing_that_their_fingerprint_leaves_out():
    """A constant from elsewhere would be compiled in, and an edit of it would go unnoticed."""
    strangers = []
    for package in (balance.games, kernels):
        for module_info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            module = importlib.import_module(module_info.name)
            functions = [value.py_func for value in vars(module).values() if hasattr(value, "py_func")]
            own = [function for function in functions if function.__module__ == module_info.name]
            read = set().union(*(names_read_by(function.__code__) for function in own))
            watched = ("balance.engine.kernels", ".".join(module_info.name.split(".")[:3]))
            for node in ast.walk(ast.parse(Path(module.__file__).read_text())):
                if isinstance(node, ast.ImportFrom) and not node.module.startswith(watched):
                    strangers += [
                        f"{module_info.name}: {node.module}.{name.name}"
                        for name in node.names
                        if node.module.startswith("balance") and (name.asname or name.name) in read
                    ]
    assert strangers == []


def test_equal_sources_in_two_places_do_not_share_compiled_code(tmp_path):
    """Numba keeps them apart by their paths, so a copy that was never compiled must not pass for compiled."""
    folders = []
    for name in ("one", "two"):
        root = tmp_path / name / "game"
        root.mkdir(parents=True)
        (root / "rules.py").write_text("A = 1\n")
        folders.append(kernel.cache_folder.__wrapped__(root))
    assert folders[0] != folders[1]


def test_a_game_of_another_package_is_the_whole_package(tmp_path):
    deep = tmp_path / "their_game" / "rules"
    deep.mkdir(parents=True)
    for folder in (deep, deep.parent):
        (folder / "__init__.py").touch()
    assert package_root(deep / "phase.py") == deep.parent


@pytest.fixture
def no_folder(tmp_path) -> Path:
    """A path below a file, where not even root can make a folder."""
    (tmp_path / "file").touch()
    return tmp_path / "file" / "cache"


def root_with(monkeypatch, own: Path | None, home: Path, temporary: Path) -> Path:
    """The root of the cache under these surroundings."""
    monkeypatch.delenv(cache.CACHE_VARIABLE, raising=False)
    if own:
        monkeypatch.setenv(cache.CACHE_VARIABLE, str(own))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.setattr(cache.tempfile, "tempdir", str(temporary))
    return cache.cache_root.__wrapped__()


def test_the_cache_is_where_the_variable_says_else_in_the_users_cache_folder(tmp_path, monkeypatch):
    assert root_with(monkeypatch, tmp_path / "own", tmp_path / "home", tmp_path) == tmp_path / "own"
    assert root_with(monkeypatch, None, tmp_path / "home", tmp_path) == tmp_path / "home" / "balance"


def test_a_cache_that_cannot_be_written_is_passed_over(tmp_path, monkeypatch, no_folder):
    assert root_with(monkeypatch, no_folder, tmp_path / "home", tmp_path) == tmp_path / "home" / "balance"
    last = root_with(monkeypatch, no_folder, no_folder, tmp_path)
    assert last == tmp_path / f"balance-{os.getuid()}"
    assert stat.S_IMODE(last.stat().st_mode) == 0o700


@pytest.mark.parametrize("trap", ["open to all", "a link", "a file"])
def test_a_temporary_cache_that_others_could_have_made_is_not_trusted(tmp_path, monkeypatch, no_folder, trap):
    shared = tmp_path / f"balance-{os.getuid()}"
    if trap == "a link":
        (tmp_path / "elsewhere").mkdir()
        shared.symlink_to(tmp_path / "elsewhere")
    elif trap == "a file":
        shared.touch()
    else:
        shared.mkdir()
        shared.chmod(0o777)
    root = root_with(monkeypatch, no_folder, no_folder, tmp_path)
    assert root.parent == tmp_path
    assert root != shared
    assert stat.S_IMODE(root.stat().st_mode) == 0o700


def open_to(folder: Path, mode: int) -> Path:
    """A folder with these permissions, whatever the umask."""
    folder.mkdir()
    folder.chmod(mode)
    return folder


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777])
def test_a_cache_that_others_may_write_to_is_refused_wherever_it_is_named(tmp_path, monkeypatch, capsys, mode):
    own = open_to(tmp_path / "own", mode)
    assert root_with(monkeypatch, own, tmp_path / "home", tmp_path) == tmp_path / "home" / "balance"
    says = f"others may write to it. Run `chmod go-w {own}`, or name a folder of your own in BALANCE_CACHE_DIR."
    assert capsys.readouterr().err == f"balance: compiled code is not kept in {own}: {says}\n"
    open_to(tmp_path / "users", 0o755)
    users = open_to(tmp_path / "users" / "balance", mode)
    assert root_with(monkeypatch, own, users.parent, tmp_path) == tmp_path / f"balance-{os.getuid()}"
    assert f"is not kept in {users}: " in capsys.readouterr().err


def test_a_cache_that_others_may_put_another_in_the_place_of_is_refused(tmp_path, monkeypatch, capsys):
    """Unless the folder above is sticky, as /tmp is: there everybody renames his own only."""
    own = open_to(open_to(tmp_path / "all", 0o777) / "own", 0o700)
    assert root_with(monkeypatch, own, tmp_path / "home", tmp_path) == tmp_path / "home" / "balance"
    assert f"others may write to {own.parent}. Run `chmod o-w {own.parent}`" in capsys.readouterr().err
    own.parent.chmod(0o1777)
    assert root_with(monkeypatch, own, tmp_path / "home", tmp_path) == own
    assert capsys.readouterr().err == ""


def test_a_cache_of_somebody_else_is_refused(tmp_path, monkeypatch, capsys):
    own, uid = open_to(tmp_path / "own", 0o700), os.getuid()
    monkeypatch.setattr(cache.os, "getuid", lambda: uid + 1)
    assert root_with(monkeypatch, own, tmp_path / "home", tmp_path).name.startswith("balance-")
    assert f"compiled code is not kept in {own}: it belongs to another user" in capsys.readouterr().err


def test_folders_made_for_the_cache_are_open_to_nobody_else(tmp_path, monkeypatch):
    before = os.umask(0)
    try:
        own = root_with(monkeypatch, tmp_path / "new" / "own", tmp_path / "home", tmp_path)
    finally:
        os.umask(before)
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (own, own.parent)] == [0o700, 0o700]


def test_old_generations_are_removed(tmp_path):
    for age in range(6):
        for game in ("fairy", "fairy_school", "kernels"):
            folder = tmp_path / f"{game}-{age:016x}"
            folder.mkdir()
            os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    kernel._prune(tmp_path / f"fairy-{5:016x}")
    left = sorted(path.name for path in tmp_path.glob("fairy-*"))
    assert left == [f"fairy-{age:016x}" for age in (0, 1, 2, 5)]  # the present one, and the newest others
    assert len(list(tmp_path.glob("fairy_school-*"))) == len(list(tmp_path.glob("kernels-*"))) == 6


# ---------------------------------------------------------------- code of several processes

SHARED = """
from balance.engine.kernels.kernel import kernel

@kernel
def count(s, n):
""" + "".join(f"    s.mine = (s.mine * {factor} + n) % {10**6 + factor}\n" for factor in range(2, 42))
"""What two games call, too long to become a part of its callers."""

CALLER = """
import numpy as np
from balance.engine.kernels.kernel import kernel, new, record
from shared import count

STATE = record({fields})

@kernel
def play(s):
    count(s, 1)
    count(s, 2)

def played():
    s = new(STATE)
    play(s)
    return int(s.mine), int(s.others)
"""


@pytest.mark.slow
def test_code_that_two_processes_compiled_goes_together_in_a_third(tmp_path):
    """The records of both games have as many fields, and each process numbers from 1 what it compiles."""
    (tmp_path / "shared.py").write_text(SHARED)
    for game, fields in (("one", "mine=np.int64, others=np.int64"), ("two", "others=np.int64, mine=np.int64")):
        (tmp_path / f"{game}.py").write_text(CALLER.format(fields=fields))

    def played(*games: str) -> list[str]:
        code = f"import {', '.join(games)}\nfor game in ({', '.join(games)},): print(game.played())"
        return output(python(tmp_path, code)).splitlines()

    alone = [*played("one"), *played("two")]
    assert alone[0] == alone[1]
    assert played("one", "two") == alone


# ---------------------------------------------------------------- damaged files

TWICE = """
from balance.engine.kernels.kernel import kernel

@kernel
def twice(number):
    return 2 * number
"""


@pytest.fixture
def twice(tmp_path, monkeypatch):
    """Makes a kernel, each time as a new process would: bound to the same files."""
    monkeypatch.setattr(kernel, "cache_root", lambda: tmp_path / "cache")
    monkeypatch.setattr(kernel, "cache_folder", kernel.cache_folder.__wrapped__)
    (tmp_path / "a_game").mkdir()
    (tmp_path / "a_game" / "twice.py").write_text(TWICE)
    monkeypatch.syspath_prepend(str(tmp_path / "a_game"))

    def make():
        sys.modules.pop("twice", None)
        return importlib.import_module("twice").twice

    yield make
    sys.modules.pop("twice", None)


def flip(file: Path) -> None:
    """One bit is another one."""
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 4
    file.write_bytes(content)


def become_a_folder(file: Path) -> None:
    """Not even a file."""
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("harm", [flip, lambda file: file.write_bytes(b""), lambda file: file.write_bytes(b"old")])
def test_damaged_code_is_compiled_again_and_said_once(twice, tmp_path, capsys, harm, suffix):
    assert twice()(4) == 8
    assert capsys.readouterr().err == ""
    (file,) = (tmp_path / "cache").rglob(f"*.{suffix}")
    harm(file)
    again = twice()
    assert not again._cache.intact()
    assert again(4) == 8
    assert capsys.readouterr().err == f"balance: compiled code in {file} is damaged: it is compiled again.\n"
    once_more = twice()
    assert once_more._cache.intact()
    assert once_more(4) == 8
    assert sum(once_more._cache_hits.values()) == 1
    assert capsys.readouterr().err == ""


def test_code_that_cannot_be_kept_runs_all_the_same(twice, tmp_path, capsys):
    assert twice()(4) == 8
    become_a_folder(next((tmp_path / "cache").rglob("*.nbi")))
    assert twice()(4) == 8
    said = capsys.readouterr().err.splitlines()
    assert ["it is compiled again" in said[0], "compiled code cannot be kept in" in said[1]] == [True, True]


def test_where_the_disk_is_too_full_to_say_that_all_is_compiled_it_is_compiled_again(twice, monkeypatch):
    def full(path: Path, text: str) -> None:
        path.touch()  # the name is there, the text is not
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    function = twice()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        with kernel.compiling(function):
            assert function(4) == 8
    assert not kernel.is_compiled(function)
    with kernel.compiling(function):
        pass
    assert kernel.is_compiled(function)


def test_a_file_that_is_not_there_is_compiled_without_a_word(twice, tmp_path, capsys):
    assert twice()(4) == 8
    next((tmp_path / "cache").rglob("*.nbc")).unlink()
    assert twice()(4) == 8
    assert capsys.readouterr().err == ""


def test_code_under_another_key_is_not_taken(twice, tmp_path):
    """Two processes that write at once can leave an index that points to the other's code."""
    assert (twice()(4), twice()(0.5)) == (8, 1.0)
    file, other = (tmp_path / "cache").rglob("*.nbc")
    file.write_bytes(other.read_bytes())
    assert (twice()(4), twice()(0.5)) == (8, 1.0)


# ---------------------------------------------------------------- an edit anywhere is noticed

SHUFFLE = """
from balance.engine.kernels.kernel import cache_folder, new, package_root
from balance.engine.game.plan import Request, make_plan
from balance.engine.kernels.rng import start_streams
from balance.games.fairy import rules
from pathlib import Path
plan = make_plan(Request("fairy", games=1, cards=Path("cards.csv")))
s, t = new(plan.game.state_record), plan.table()
start_streams(s, 1, 2, 3)
rules.shuffle_deck(s, t)
print(cache_folder(package_root(Path(rules.__file__))).name, *s.order[:t.cards])
"""
"""One kernel of the game that calls kernels of the engine: prints the cache folder and a shuffled deck."""

SIMULATE = """
import sys
from balance.cli import main
sys.argv = ["balance", "simulate", "fairy", "--games", "200", "--cards", "cards.csv", "--out", sys.argv[1]]
main()
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory) -> Path:
    """A copy of the package that may be edited."""
    folder = tmp_path_factory.mktemp("copied")
    shutil.copytree(PACKAGE, folder / "balance", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE.parent / "cards.csv", folder)
    return folder


def python(folder: Path, script: str, *words: str) -> subprocess.Popen:
    """Run a script with what lies in ``folder``, compiled code kept beside it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment |= modules_from(folder) | {cache.CACHE_VARIABLE: str(folder / "cache")}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", script, *words]
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def output(process: subprocess.Popen) -> str:
    """What a process printed. It must end well."""
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out


def edit(file: Path, old: str, new: str) -> None:
    """Change a source so that its size and its time stay as they were: what Numba looks at."""
    before = file.stat()
    text = file.read_text()
    assert text.count(old) == 1
    assert len(old) == len(new)
    file.write_text(text.replace(old, new))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


ALGEBRA = """
import sys
import numpy as np
from balance.engine.kernels.kernel import kernel

@kernel
def more(a):
    return a + 1

@kernel
def product(a, b):
    return np.dot(a, b)

print(more(1), "scipy.linalg" in sys.modules, product(np.arange(3.0), np.ones(3)))
"""


@pytest.mark.slow
def test_linear_algebra_is_loaded_for_a_kernel_that_uses_it(tmp_path):
    (tmp_path / "algebra.py").write_text(ALGEBRA)
    folder = PACKAGE.parent
    environment = modules_from(folder) | {cache.CACHE_VARIABLE: str(tmp_path / "cache")}
    command = [sys.executable, str(tmp_path / "algebra.py")]
    printed = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["2", "False", "3.0"]


MILL = """
from balance import kernel
from helper import BONUS

@kernel
def worth(eyes):
    return eyes + BONUS
"""

WORTH = """
from balance.common.modules import read_source, run_source
from pathlib import Path
file = Path("mill.py").resolve()
print(run_source(file, read_source(file)).worth(10))
"""


@pytest.mark.slow
def test_an_edit_of_a_module_beside_a_file_gives_new_results(tmp_path):
    """Of a module that is imported, and of one that this imports."""
    (tmp_path / "mill.py").write_text(MILL)
    (tmp_path / "helper.py").write_text("from numbers_of.coins import BONUS\n")
    (tmp_path / "numbers_of").mkdir()
    (tmp_path / "numbers_of" / "coins.py").write_text("BONUS = 1\n")

    def worth() -> int:
        with python(tmp_path, WORTH) as process:
            return int(output(process))

    assert worth() == 11
    edit(tmp_path / "numbers_of" / "coins.py", "1", "2")
    assert worth() == 12
    (tmp_path / "helper.py").write_text("BONUS = 7\n")
    assert worth() == 17


@pytest.mark.slow
def test_an_edit_in_the_engine_gives_new_results_and_a_new_cache_folder(copied):
    folder, *deck = output(python(copied, SHUFFLE)).split()
    source = copied / "balance/engine/kernels/piles.py"
    edit(source, "for i in range(1, count):\n        j = below", "for i in range(2, count):\n        j = below")
    edited_folder, *edited_deck = output(python(copied, SHUFFLE)).split()
    assert edited_folder != folder
    assert edited_deck != deck
    assert sorted(edited_deck) == sorted(deck)
    edit(source, "for i in range(2, count):", "for i in range(1, count):")
    assert output(python(copied, SHUFFLE)).split() == [folder, *deck]


@pytest.mark.nightly
@pytest.mark.slow
def test_two_processes_may_compile_at_once_and_it_is_announced_only_the_first_time(copied):
    """An edited game in the copy: nobody has compiled it yet."""
    edit(copied / "balance/games/fairy/rules.py", "(s.score[seat] >= t.target)", "(s.score[seat] >  t.target)")
    both = [python(copied, SIMULATE, f"run{number}") for number in range(2)]
    announced = "Compiling the rules of Fairy (first time only)\n"
    for process in both:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert err in (announced, "")
        assert out.startswith("Fairy: 200 games in ")
    code = {path: path.stat().st_mtime_ns for path in (copied / "cache").rglob("*.nb?")}
    third = python(copied, SIMULATE, "run2")
    out, err = third.communicate(timeout=120)
    assert (third.returncode, err) == (0, "")
    assert code == {path: path.stat().st_mtime_ns for path in (copied / "cache").rglob("*.nb?")}
    runs = [open_run(copied / f"run{number}") for number in range(3)]
    assert_same_rows(runs[0], runs[1])
    assert_same_rows(runs[0], runs[2])
    unedited = played(copied / "unedited", games=200, seed=1)
    assert tables(unedited)["games"]["at_target"].sum() > tables(runs[0])["games"]["at_target"].sum()
