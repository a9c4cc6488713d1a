"""A run on a Dask cluster: the same files as of this machine, whoever dies on the way, and troubles told in words."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import dask
import pytest

from balance.engine.playing import cluster as clusters
from balance.engine.playing import worker
from balance.engine.playing.cluster import ClusterError, check_workers, cluster, connect
from balance.engine.playing.runner import Interrupted, Watcher, simulate
from balance.engine.runs.run import Run, clear_leftovers, create_run, open_run
from balance.engine.runs.store import place
from balance.judging.until import Until, Wish
from helpers.command_line import balance, refused
from helpers.dask_cluster import DaskCluster, dask_cluster, settings_of
from helpers.object_store import BUCKET, free_port, object_store
from helpers.own_process import modules_from
from helpers.run_tools import finished, limit_parts, played, sealed_parts, small_plan

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),  # Dask's own
]

GAMES, PART = 2400, 200


@pytest.fixture(autouse=True)
def small_parts(monkeypatch) -> None:
    limit_parts(monkeypatch, PART)


@pytest.fixture(scope="module")
def local(tmp_path_factory) -> Run:
    """The run as it should be, played by this machine."""
    with pytest.MonkeyPatch.context() as patch:
        limit_parts(patch, PART)
        return played(tmp_path_factory.mktemp("local") / "run", workers=2, games=GAMES)


@pytest.fixture(scope="module")
def pair(tmp_path_factory) -> Iterator[DaskCluster]:
    """Two workers with one thread each. Nobody may harm them."""
    with dask_cluster(tmp_path_factory.mktemp("pair"), 1, 1) as machines:
        yield machines


def on(machines: DaskCluster, out, watcher: Watcher | None = None, **changes) -> Run:
    """``small_plan`` played on the cluster."""
    return simulate(small_plan(**{"games": GAMES, **changes}), out, watcher=watcher, executor=cluster(machines.address))


def assert_same_files(run: Run, local: Run) -> None:
    """The same parts with the same bytes, and manifests that differ only in times."""
    for table in local.tables():
        names = sorted(local.store.names(table))
        assert sorted(run.store.names(table)) == names
        for name in names:
            assert run.store.read(f"{table}/{name}") == local.store.read(f"{table}/{name}"), (table, name)
    times = {"created": "", "finished": ""}
    assert {**open_run(run.path).manifest, **times} == {**local.manifest, **times}


class After(Watcher):
    """Does something when so many games were played."""

    def __init__(self, games: int, act: Callable[[], object]):
        self.games, self.act, self.heard = games, act, 0
        self.said: list[str] = []

    def played(self, games: int) -> None:
        before, self.heard = self.heard, self.heard + games
        if before < self.games <= self.heard:
            self.act()

    def stopping(self) -> None:
        self.said.append("stopping")


# ---------------------------------------------------------------- the same run


def test_a_run_on_a_cluster_has_the_same_bytes(pair, local, tmp_path):
    watcher = After(0, lambda: None)
    run = on(pair, tmp_path / "run", watcher)
    assert_same_files(finished(run.path), local)
    assert watcher.heard == GAMES


@pytest.mark.nightly
def test_two_threads_per_worker_and_an_object_store(local, tmp_path):
    with object_store(), dask_cluster(tmp_path, 2) as machines:
        run = on(machines, place(f"s3://{BUCKET}/runs/cluster"))
        assert_same_files(run, local)


def test_a_run_that_ends_by_itself_ends_with_the_same_part(pair, tmp_path):
    wishes, plan = [Wish("seat_win_share", None, 0.1)], small_plan(games=GAMES)
    local = simulate(plan, tmp_path / "local", goal=Until(wishes, plan))
    assert PART < local.manifest["games"] < GAMES - 4 * PART  # so that there is more in flight when it ends
    run = simulate(plan, tmp_path / "run", goal=Until(wishes, plan), executor=cluster(pair.address))
    assert_same_files(finished(run.path), finished(local.path))


def test_the_command_plays_on_a_cluster(pair, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["simulate", "fairy", "--games", 600, "--out", "here", "--scheduler", pair.address]
    said = balance(*words)
    assert said.code == 0, said
    assert re.fullmatch(r"Fairy: 600 games in .* \(.* games/s\): here\n  cards: .*\n", said.out)
    assert "already complete" in balance(*words).out
    assert refused(*words, "--workers", 2) == [
        "balance: --workers is for this machine, and --scheduler for others",
        "  allowed: one of the two",
    ]


# ---------------------------------------------------------------- deaths


@pytest.mark.nightly  # by day parts are lost, and the scheduler is
def test_a_worker_that_is_killed_costs_nothing(local, tmp_path):
    with dask_cluster(tmp_path, 1, 1) as machines:
        kill = After(PART * 3, machines.workers[0].kill)
        run = on(machines, tmp_path / "run", kill)
    assert machines.workers[0].returncode == -signal.SIGKILL
    assert_same_files(finished(run.path), local)


@pytest.mark.nightly
def test_a_lost_scheduler_is_told_and_the_rest_is_played_here(local, tmp_path):
    out = tmp_path / "run"
    with dask_cluster(tmp_path, 1) as machines, pytest.raises(ClusterError) as told:
        on(machines, out, After(PART * 3, machines.scheduler.kill))
    lines = str(told.value).splitlines()
    assert lines[0] == f"The scheduler at {machines.address} does not answer any more."
    assert re.fullmatch(rf"Stopped\. [\d,]+ of 2,400 games are safe in {out}\.", lines[1])
    assert lines[2] == f"The same command with --out {out} plays the rest."
    assert not open_run(out).complete
    assert sealed_parts(out) >= 3
    assert_same_files(finished(played(out, games=GAMES).path), local)


def test_a_scheduler_that_hangs_is_told_while_a_run_is_played_and_before(tmp_path, monkeypatch):
    """Stopped, its process keeps all connections and says nothing."""
    monkeypatch.setattr(clusters, "ANSWER_SECONDS", 1)
    monkeypatch.setattr(clusters, "LOST_SECONDS", 2)
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 3)
    with dask_cluster(tmp_path, 1) as machines:
        client = connect(machines.address)
        says = re.escape(f"The scheduler at {machines.address} does not answer any more.")
        with pytest.raises(ClusterError, match=says):
            on(machines, tmp_path / "run", After(PART, lambda: machines.scheduler.send_signal(signal.SIGSTOP)))
        with pytest.raises(ClusterError, match=says):
            check_workers(client, machines.address, str(tmp_path), {})
        monkeypatch.setattr(clusters, "LOOK_SECONDS", 1)
        monkeypatch.setattr(clusters, "threads_of", lambda client, *seconds: 1)
        with pytest.raises(ClusterError, match=f"Not all workers .* at {machines.address} answer: waited 1 seconds"):
            check_workers(client, machines.address, str(tmp_path), {})
        machines.scheduler.send_signal(signal.SIGCONT)
        client.close()
    assert not open_run(tmp_path / "run").complete


@pytest.mark.nightly
def test_workers_that_are_gone_for_good_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(clusters, "WITHOUT_WORKERS_SECONDS", 2)
    with dask_cluster(tmp_path, 1) as machines, pytest.raises(ClusterError, match="has no workers: start some") as told:
        on(machines, tmp_path / "run", After(PART, machines.workers[0].kill))
    assert len(str(told.value).splitlines()) == 3


def test_parts_that_do_not_appear_are_played_again(pair, local, tmp_path):
    """As when a worker's disk lost them."""
    out = tmp_path / "run"
    removed: list[str] = []

    def remove() -> None:
        first = sorted((out / "games").glob("part-*.parquet"))[0]
        first.unlink()
        removed.append(first.name)

    run = on(pair, out, After(PART * 2, remove))
    assert len(removed) == 1
    assert_same_files(finished(run.path), local)


# ---------------------------------------------------------------- stopped by the user


def test_ctrl_c_stores_the_parts_in_flight(pair, local, tmp_path):
    out = tmp_path / "run"
    stop = After(PART * 2, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(Interrupted) as told:
        on(pair, out, stop)
    assert stop.said == ["stopping"]
    assert f"{stop.heard:,} of 2,400 games are safe" in str(told.value)
    assert open_run(out).games_done() == stop.heard < GAMES
    assert_same_files(finished(on(pair, out).path), local)


# ---------------------------------------------------------------- told before anything is played


def test_a_cluster_that_cannot_play_is_told_in_words(tmp_path, monkeypatch):
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 2)
    monkeypatch.setattr(clusters, "WITHOUT_WORKERS_SECONDS", 1)
    nobody = f"tcp://127.0.0.1:{free_port()}"
    words = ["simulate", "fairy", "--games", 300, "--out", tmp_path / "run", "--scheduler"]
    assert refused(*words, nobody) == [
        f"balance: no Dask scheduler answers at {nobody}.",
        "Start one with `dask scheduler`; it prints its address.",
    ]
    with dask_cluster(tmp_path) as machines:
        says = f"The scheduler at {machines.address} has no workers: start some with `dask worker {machines.address}`."
        assert refused(*words, machines.address) == [f"balance: {says}"]
    assert open_run(tmp_path / "run").games_done() == 0


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("foo", "foo: is not the address of a Dask scheduler."),
        ("nonsense://x:8786", "nonsense://x:8786: is not the address of a Dask scheduler."),
        ("tcp://10.0.0.1:99999", "tcp://10.0.0.1:99999: is not the address of a Dask scheduler."),
        ("tcp://me:hush@10.0.0.1:8786", "tcp://***@10.0.0.1:8786: is not the address of a Dask scheduler."),
        ("tcp://no.such.invalid:8786", "tcp://no.such.invalid:8786: there is no machine no.such.invalid."),
    ],
)
def test_an_address_is_checked_before_anything_starts(tmp_path, address, says):
    words = ["simulate", "fairy", "--out", tmp_path / "run", "--scheduler", address]
    assert refused(*words) == [f"balance: {says}", clusters.ADDRESSES]
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("greeting", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_a_server_that_is_no_scheduler_is_told_apart(greeting):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with server.accept()[0] as line:
                line.sendall(greeting)

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(ClusterError, match="something answers there that is not a Dask scheduler"):
            cluster(f"tcp://127.0.0.1:{server.getsockname()[1]}")


def test_a_machine_that_does_not_answer_is_not_waited_for_long(monkeypatch):
    """Neither who says its number, nor its port: an encrypted one waits for us to begin."""
    monkeypatch.setattr(clusters, "ANSWER_SECONDS", 0.2)
    begun = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(ClusterError, match="is not a Dask scheduler"):
        cluster(f"tcp://127.0.0.1:{silent.getsockname()[1]}")

    def slow(*_, **__):
        time.sleep(5)
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    with pytest.raises(ClusterError, match="no Dask scheduler answers at tcp://far:8786"):
        cluster("tcp://far:8786")
    assert time.monotonic() - begun < 20


# ---------------------------------------------------------------- encrypted


def certificate(folder: Path, name: str) -> dict[str, str]:
    """Dask's settings for a certificate made here."""
    files = folder / f"{name}.pem", folder / f"{name}-key.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}"]
    subprocess.run([*words, "-out", str(files[0]), "-keyout", str(files[1])], check=True, capture_output=True)
    return settings_of(*files)


@pytest.mark.nightly
def test_a_run_on_an_encrypted_cluster_has_the_same_bytes(local, tmp_path):
    ours, others = certificate(tmp_path, "ours"), certificate(tmp_path, "others")
    with dask_cluster(tmp_path, 1, certificates=ours) as machines:
        with pytest.raises(ClusterError, match="encrypted, and Dask is not told which certificates to use"):
            on(machines, tmp_path / "run")
        with dask.config.set(others), pytest.raises(ClusterError, match="no encrypted connection: "):
            on(machines, tmp_path / "run")
        unencrypted = machines.address.replace("tls://", "tcp://")
        with pytest.raises(ClusterError, match="something answers there that is not a Dask scheduler"):
            cluster(unencrypted)
        assert not (tmp_path / "run").exists()
        with dask.config.set(ours):
            assert_same_files(finished(on(machines, tmp_path / "run").path), local)


def no_balance(folder: Path) -> None:
    """A place in which nobody has installed it."""
    (folder / "balance.py").write_text("raise ModuleNotFoundError('no balance here', name='balance')\n")


def another_balance(folder: Path) -> None:
    """A copy that somebody has edited."""
    source = Path(clusters.__file__).parents[2]
    shutil.copytree(source, folder / "balance", ignore=shutil.ignore_patterns("__pycache__"))
    changed = folder / "balance/games/fairy/log.py"
    changed.write_text(changed.read_text() + "\n# another state\n")


NO_BALANCE = (no_balance, "has no balance: install it there, the same version as here.")
ANOTHER_BALANCE = (another_balance, "has another state of balance ")


@pytest.mark.nightly
@pytest.mark.parametrize(("install", "says"), [NO_BALANCE, ANOTHER_BALANCE])
def test_workers_without_balance_or_with_another_are_told(tmp_path, install, says):
    there = tmp_path / "there"
    there.mkdir()
    install(there)
    with dask_cluster(tmp_path) as machines:
        machines.add_worker(**modules_from(there))
        machines.wait()
        with pytest.raises(ClusterError, match=re.escape(says)) as told:
            on(machines, tmp_path / "run")
    assert str(told.value).startswith("The worker at tcp://127.0.0.1:")
    assert open_run(tmp_path / "run").games_done() == 0


def test_without_dask_one_message_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = ["simulate", "fairy", "--out", tmp_path / "run", "--scheduler", "tcp://127.0.0.1:8786"]
    (line,) = refused(*words)
    assert line == "balance: --scheduler needs Dask, which is not installed: pip install 'tabletop-balance[cluster]'"
    assert not (tmp_path / "run").exists()


# ---------------------------------------------------------------- what a worker sees


def test_a_worker_says_what_keeps_it_from_playing(tmp_path):
    run = create_run(tmp_path / "run", small_plan())
    where, required = str(run.path), worker.requirements(run)
    assert worker.look(where, required) is None
    unseen = ": --out must be a folder that all machines share, or an object store"
    assert worker.look(str(tmp_path / "x"), required) == f"does not see the run in {tmp_path / 'x'}{unseen}"
    assert worker.look(where, {**required, "run": "another"}) == f"does not see the run in {where}{unseen}"
    assert worker.look(where, {**required, "polars": "0.1"}).startswith("has polars ")
    assert worker.look(where, {**required, "balance": "99"}).startswith("has balance ")
    assert "another state of balance" in worker.look(where, {**required, "code": "0"})


def test_what_goes_wrong_on_a_worker_comes_back_in_words(tmp_path, monkeypatch):
    run = create_run(tmp_path / "run", small_plan())
    where, required = str(run.path), worker.requirements(run)
    assert "does not see the run" in worker.play(str(tmp_path / "x"), required, 0)["trouble"]
    clear_leftovers(run)
    assert worker.play(where, required, 0).keys() == {"ready", "seconds"}
    (run.path / "cards").rename(run.path / "elsewhere")
    trouble = worker.play(where, required, 1)["trouble"]
    assert re.fullmatch(r"Writing failed on .*: No such file or directory\.", trouble)


@pytest.mark.nightly
def test_every_process_has_a_cache_of_its_own(tmp_path, monkeypatch):
    base = tmp_path / "base"
    (base / "fairy-0123").mkdir(parents=True)
    (base / "fairy-0123" / "play_games.ready").write_text("")
    (base / "fairy-4567").mkdir()
    first, second = (worker._free_folder(base / "workers") for _ in range(2))
    try:
        assert first != second
        worker._copy_compiled(base, first)
        assert sorted(path.name for path in first.iterdir()) == ["fairy-0123", "lock"]
    finally:
        for _ in range(2):
            worker._held.pop().close()
    assert worker._free_folder(base / "workers") == first, "the next process finds what this one compiled"
    worker._held.pop().close()
