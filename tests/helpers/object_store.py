"""An object store on this machine, for the tests: an S3 server in a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from pyarrow import fs

from balance.engine.runs.stores import _object_store

BUCKET = "lab"
SECRET = "a-very-secret-word"
OWN = ("AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL_S3")


def free_port() -> int:
    """A port where nobody listens."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


@contextmanager
def object_store(bucket: str = BUCKET) -> Iterator[str]:
    """The address of a running store with one bucket; the environment names it and holds credentials for it."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    variables = {"AWS_ENDPOINT_URL": address, "AWS_ACCESS_KEY_ID": "AKIATEST", "AWS_SECRET_ACCESS_KEY": SECRET}
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with patch.dict(os.environ, variables):
            for name in OWN:
                os.environ.pop(name, None)
            _wait_for(server, port)
            fs.S3FileSystem(endpoint_override=address, allow_bucket_creation=True).create_dir(bucket)
            yield address
    finally:
        server.terminate()
        server.wait()
        _object_store.cache_clear()  # the next one has another port


def _wait_for(server: subprocess.Popen, port: int) -> None:
    end = time.monotonic() + 90
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if server.poll() is not None or time.monotonic() > end:
                raise AssertionError("the object store did not start") from None
            time.sleep(0.1)
