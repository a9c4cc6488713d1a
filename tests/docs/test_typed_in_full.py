"""Every command on a page is typed as it stands there, by a shell, page by page and in its order."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from balance.engine.runs.run import open_run
from balance.engine.runs.store import place
from helpers.cards import frozen_cards
from helpers.dask_cluster import AMONG_US
from helpers.object_store import object_store
from helpers.pages import DOCS, PAGES, ROOT, fences, name, shell_lines
from helpers.typed import BESIDE, CLUSTER, left_running, typed, write_piece

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

LESS = (
    (r"^balance simulate .*--until", "--games 3000"),
    (r"^balance simulate .*--scheduler", "--games 300000"),  # two parts
    (r"^balance simulate heroes --players 4 --games 19", ""),  # a decision of its last game is looked at
    (r"^balance simulate", "--games 300"),
    (r"^balance compare (?!runs|s3)", "--max-games 1000"),
    (r"^balance (power|sensitivity)", "--max-games 200"),
    (r"^balance report(?! runs/fairy/)", "--power off"),
    (r"^balance tune", "--max-time 5"),
    (r"^balance strength", "--games 20 --ahead 2 --playouts 16 --regret 2"),
    (r"^balance baseline", "--games 1000 --power off"),
    (r"^balance check", "--power off"),
    (r"^balance history", "--games 300"),
    (r"^balance bisect", "--games 2000"),
    (r"^dask scheduler", f"{' '.join(AMONG_US)} --port 0"),
    (r"^dask worker", f"{' '.join(AMONG_US)} --nworkers 2 --local-directory ."),
)
"""How much less is played, or who listens, by what is typed: the first that fits. Somebody who reads has hours."""
FOUND = {"check": 1, "bisect": 1}
"""Commands that may find something, or nothing to search in a short history, and what they then end with."""
MINIO = "minio.local:9000"
"""The store of a page, in whose place is one on this machine."""
SCHEDULER = "10.0.0.1:8786"
"""The address on the page of the cluster, in whose place is the one that a scheduler prints."""
HISTORY = ("7", "8", "9", "10", "8", "7", "9", "10", "7", "8", "9", "7")
"""What a Catch was worth, version by version."""


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with what pages take for granted: cards with a history, an edit, targets, styles and runs."""
    folder = tmp_path_factory.mktemp("given") / "here"
    folder.mkdir()
    table = frozen_cards().read_text(encoding="utf-8")
    for number, points in enumerate(HISTORY):
        (folder / "cards.csv").write_text(table.replace(",fairy,7,key=catch,", f",fairy,{points},key=catch,"))
        steps = ["git init -q"] * (number == 0) + ["git add cards.csv", f"git commit -qm 'A Catch is worth {points}'"]
        typed("\n".join([*steps, *["git tag v1.0"] * (number == 3)]), folder, folder)
    (folder / "edited.csv").write_text(table.replace(",fairy,7,key=catch,", ",fairy,9,key=catch,"))
    (folder / "targets.toml").write_text('[[target]]\ngame = "fairy"\ngames = 1000\nlength = { at_least = 2 }\n')
    (folder / "my-styles.toml").write_text(fences(DOCS / "how-to" / "own-play-style.md", "toml")[0])
    (folder / "strong.toml").write_text('[tuned]\ngame = "fairy"\nweights = { ev = 1 }\n')
    (folder / "mine.toml").write_text('[mine]\ngame = "heroes"\nslip = 0.1\n')
    (folder / "docs").symlink_to(DOCS)
    (folder / "tests").symlink_to(ROOT / "tests")
    (folder / "my-scenarios").mkdir()
    shutil.copy(ROOT / "tests" / "scenarios" / "fairy" / "example-01-only-higher.json", folder / "my-scenarios")
    shutil.copy(ROOT / "tests" / "scenarios" / "fairy" / "cards.csv", folder / "my-scenarios")
    for run in ("fairy/first", "fairy/small", "fairy_school/first", "heroes/2026-11-26T09-00-00Z"):
        typed(f"balance simulate {run.partition('/')[0]} --games 300 --out runs/{run} -q", folder, folder)
    return folder


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """The host of a store on this machine, which has the bucket of the pages."""
    with object_store("my-bucket") as address:
        yield address.removeprefix("http://")


def less(script: str) -> str:
    """The lines, and with each how much less is played."""
    lines = [re.sub(r"\s+#.*", "", line) for line in script.splitlines()]
    more = [next((words for begin, words in LESS if re.search(begin, line)), "") for line in lines]
    return "\n".join(map(" ".join, zip(lines, more, strict=True)))


TYPED = [page for page in PAGES if page != CLUSTER and any(line.startswith("balance") for line in shell_lines(page))]


@pytest.mark.parametrize("page", TYPED, ids=name)
def test_every_command_of_a_page_runs_as_it_is_typed(page: Path, given: Path, bucket: str, tmp_path: Path):
    home = tmp_path / "home"
    shutil.copytree(given, home / "here", symlinks=True)
    here = home / "here"
    for line in shell_lines(page):
        if line.startswith("class "):
            write_piece(here, line)
        elif line.startswith("cd "):
            here = (here / line[3:].replace("~", str(home))).resolve()
        elif line.split()[0] not in BESIDE:
            done = typed(less(line).replace(MINIO, bucket), here, home)
            fine = (0, FOUND.get(line.split()[1]))
            only_no_baseline = done.returncode == 2 and "reference figures" in done.stdout and "FAIL" not in done.stdout
            assert done.returncode in fine or only_no_baseline, (less(line), done.stdout, done.stderr)
            assert "Internal error" not in done.stderr
            assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encrypted", [False, True], ids=["tcp", "tls"])
def test_a_cluster_plays_as_it_is_typed(encrypted: bool, tmp_path: Path):
    """Each block on a machine of its own, with its own environment: the scheduler, workers, whoever plays."""
    blocks = fences(CLUSTER, "sh")
    machines = [block for block in blocks if re.search("^(balance|dask) ", block, re.MULTILINE)]
    scheduler, workers, player = machines[3:] if encrypted else machines[:3]
    made = tmp_path / "made"
    made.mkdir()
    if encrypted:
        (certificate,) = [block for block in blocks if block.startswith("openssl")]
        assert typed(certificate, made, tmp_path).returncode == 0
    first, second, third = (shutil.copytree(made, tmp_path / name) for name in ("first", "second", "third"))
    with (
        object_store("my-bucket"),
        left_running(less(scheduler), first, first, r"Scheduler at: +\w+://(\S+)") as said,
        left_running(less(workers).replace(SCHEDULER, said[1]), second, second, "Registered to"),
    ):
        done = typed(less(player).replace(SCHEDULER, said[1]), third, third)
        assert done.returncode == 0, (done.stdout, done.stderr)
        run = open_run(place("s3://my-bucket/runs/large"))
        assert run.complete
        assert (run.games_done(), len(run.store.names("games"))) == (300_000, 2)


def test_there_are_pages_to_try():
    assert len(TYPED) > 12
