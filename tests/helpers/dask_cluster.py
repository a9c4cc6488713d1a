"""A Dask cluster on this machine, for the tests: a scheduler and workers, each a process that may be killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from helpers.object_store import free_port
from helpers.own_process import modules_from

AMONG_US = ("--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0")
"""Reached from this machine only."""


class DaskCluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path, certificates: Mapping[str, str] | None = None):
        self.folder = folder
        self.certificates = dict(certificates or {})
        """Dask's settings for them; none: nothing is encrypted."""
        protocol = "tls" if certificates else "tcp"
        self.address = f"{protocol}://127.0.0.1:{free_port()}"
        self.workers: list[subprocess.Popen] = []
        port = self.address.rpartition(":")[2]
        self.scheduler = self._start("scheduler", "--protocol", protocol, "--port", port, *AMONG_US)

    def _start(self, *words: str, **environment: str) -> subprocess.Popen:
        command = [sys.executable, "-m", "dask", *words]
        env = os.environ | modules_from() | environment
        env |= {
            f"DASK_{name.replace('.', '__').replace('-', '_').upper()}": to for name, to in self.certificates.items()
        }
        with open(self.folder / "dask.log", "ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=env)

    def add_worker(self, threads: int = 1, **environment: str) -> subprocess.Popen:
        """One more worker, at work as soon as it finds the scheduler."""
        words = ("--nthreads", str(threads), "--no-nanny", *AMONG_US, "--local-directory", str(self.folder))
        self.workers.append(self._start("worker", self.address, *words, **environment))
        return self.workers[-1]

    def wait(self) -> None:
        """Until the scheduler listens and all workers have joined it."""
        import dask
        from distributed import Client

        end = time.monotonic() + 90
        while not self._listens():
            assert self.scheduler.poll() is None, self.log()
            assert time.monotonic() < end, self.log()
            time.sleep(0.1)
        if self.workers:
            with dask.config.set(self.certificates), Client(self.address, set_as_default=False, timeout=30) as client:
                client.wait_for_workers(len(self.workers), timeout=90)

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", int(self.address.rpartition(":")[2])), timeout=1).close()
        except OSError:
            return False
        return True

    def log(self) -> str:
        """What the processes said."""
        return (self.folder / "dask.log").read_text()

    def close(self) -> None:
        """End all processes."""
        for process in (*self.workers, self.scheduler):
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait()


TLS = "distributed.comm.tls"


def settings_of(certificate: Path, key: Path) -> dict[str, str]:
    """Dask's settings for one certificate that is shared by all, and is its own authority."""
    each = {
        f"{TLS}.{who}.{what}": str(file)
        for who in ("scheduler", "worker", "client")
        for what, file in (("cert", certificate), ("key", key))
    }
    return {f"{TLS}.ca-file": str(certificate), **each}


@contextmanager
def dask_cluster(folder: Path, *threads: int, certificates: Mapping[str, str] | None = None) -> Iterator[DaskCluster]:
    """A cluster with a worker for each of these numbers of threads; encrypted with ``certificates``."""
    cluster = DaskCluster(folder, certificates)
    try:
        for count in threads:
            cluster.add_worker(count)
        cluster.wait()
        yield cluster
    finally:
        cluster.close()
