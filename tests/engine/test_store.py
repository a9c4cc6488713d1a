"""A run in an object store: the same rows, the same commands, and troubles told in words."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import polars as pl
import pytest

from balance.analysis.database import Database
from balance.common.errors import InputError
from balance.engine.playing.runner import simulate
from balance.engine.runs import objects, scratch
from balance.engine.runs.objects import ObjectStore
from balance.engine.runs.run import MANIFEST, Run, RunError, create_run, mark, open_run
from balance.engine.runs.store import Url, place
from balance.engine.runs.stores import open_store
from helpers.command_line import balance as command
from helpers.command_line import refused
from helpers.object_store import BUCKET, SECRET, free_port, object_store
from helpers.run_tools import balance, balance_until, limit_parts, played, simulate_words, small_plan

pytestmark = pytest.mark.slow

GAMES, PART = 300, 100


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with object_store() as address:
        yield address


@pytest.fixture(scope="module")
def local(tmp_path_factory) -> Run:
    """The run as it should be."""
    with pytest.MonkeyPatch.context() as patch:
        limit_parts(patch, PART)
        return played(tmp_path_factory.mktemp("local") / "run", games=GAMES)


@pytest.fixture(scope="module")
def stored(server, local) -> Run:
    """The same run, played into the store. Nobody may change it."""
    with pytest.MonkeyPatch.context() as patch:
        limit_parts(patch, PART)
        return simulate(small_plan(games=GAMES), url("stored"), workers=2)


def url(name: str) -> Url:
    """A place in the store."""
    where = place(f"s3://{BUCKET}/runs/{name}")
    assert isinstance(where, Url)
    return where


def assert_same_files(run: Run, local: Run) -> None:
    """Both runs have the same parts with the same bytes, and manifests that differ only in times."""
    mine, others = open_run(run.path), open_run(local.path)
    assert mine.complete
    for table in others.tables():
        names = sorted(others.store.names(table))
        assert sorted(mine.store.names(table)) == names
        for name in names:
            assert mine.store.read(f"{table}/{name}") == others.store.read(f"{table}/{name}"), (table, name)
    times = {"created": "", "finished": ""}
    assert {**mine.manifest, **times} == {**others.manifest, **times}


def locks(where: Url) -> list[str]:
    """The locks that lie there."""
    return [name for name in open_store(where).names("") if name.startswith(".lock")]


# ---------------------------------------------------------------- what a URL may be


def test_a_url_is_read_and_shown_as_it_was_typed():
    text = "s3://lab/runs/a?endpoint_override=localhost:9000&scheme=http"
    where = place(text)
    assert where == Url("s3", "lab", "runs/a", (("endpoint_override", "localhost:9000"), ("scheme", "http")))
    assert str(where) == text
    assert str(where / "fairy") == "s3://lab/runs/a/fairy?endpoint_override=localhost:9000&scheme=http"
    assert where.name == "a"
    assert str(place("gs://lab/runs/a/")) == "gs://lab/runs/a"
    assert place("runs/fairy/a") == Path("runs/fairy/a")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("s4://lab/a", "there is no kind of object store 's4'\n  allowed: s3, gs\n  did you mean 's3'?"),
        ("http://lab/a", "there is no kind of object store 'http'\n  allowed: s3, gs"),
        ("s3://lab", "s3://lab: names no folder in a bucket\n  allowed: s3://BUCKET/FOLDER/RUN"),
        ("s3:///a", "s3:///a: names no folder in a bucket\n  allowed: s3://BUCKET/FOLDER/RUN"),
        ("s3://lab/a/../b", "s3://lab/a/../b: names no folder in a bucket\n  allowed: s3://BUCKET/FOLDER/RUN"),
        (
            "s3://lab/a?endpoint=x",
            "there is no option of s3:// URLs 'endpoint'\n"
            "  allowed: endpoint_override, scheme, region, anonymous\n  did you mean 'endpoint_override'?",
        ),
        ("s3://lab/a?scheme=ftp", "s3://lab/a: option scheme (found 'ftp')\n  allowed: https, http"),
        ("s3://lab/a?region=", "s3://lab/a: option region (found '')\n  allowed: a value"),
    ],
)
def test_a_url_that_cannot_be_is_told(text, says):
    with pytest.raises(InputError) as told:
        place(text)
    assert str(told.value) == says


@pytest.mark.parametrize(
    "text",
    [
        "s3://KEY:hush@lab/a",
        "s3://lab/a?secret_key=hush",
        "gs://lab/a?access_token=hush",
        "s3://lab/a?endpoint_override=KEY:hush@minio.local:9000",
        "s3://lab/a?KEY:hush@minio.local",
    ],
)
def test_credentials_in_a_url_are_refused_and_not_shown(text):
    for words in (["query", text, "SELECT 1"], ["simulate", "fairy", "--out", text], ["report", text]):
        said = "\n".join(refused(*words))
        assert "credentials do not belong into a URL" in said
        assert "hush" not in said


# ---------------------------------------------------------------- the same rows


def test_a_run_in_a_store_has_the_same_bytes(stored, local):
    assert_same_files(stored, local)
    assert stored.games_done() == GAMES
    assert locks(stored.path) == []


def test_a_run_in_a_store_answers_like_a_local_one(stored, local):
    sql = "SELECT agent, count(*), sum(score), avg(turns) FROM seats JOIN games USING (game_no) GROUP BY 1 ORDER BY 1"
    for words in (["query", sql], ["replay", 299], ["replay", "closest"]):
        said = [command(words[0], run.path, *words[1:]) for run in (stored, local)]
        assert said[0] == said[1], words
        assert said[0].code == 0
    said = command("compare", stored.path, local.path, "--fail-on-difference", "--no-report")
    assert said.code == 0, said
    assert "all 300 games are alike, cell by cell" in said.out


@pytest.mark.usefixtures("blank_charts")
@pytest.mark.nightly  # by day it answers queries and comparisons, which read it in the same way
def test_a_report_of_a_run_in_a_store(stored, tmp_path, monkeypatch):
    monkeypatch.setattr("balance.report.build.cached_experiments", lambda *_, **__: pl.DataFrame())
    said = command("report", stored.path, "--out", tmp_path)
    assert said.code == 0, said
    assert said.err.splitlines()[-1].endswith("writing the page")
    page = (tmp_path / "fairy.html").read_text()
    assert f"balance replay {stored.path} " in page
    assert SECRET not in page


def test_parts_that_are_not_copied_are_read_in_place(stored, local, monkeypatch):
    monkeypatch.setattr(scratch, "MOST_BYTES", 0)
    sql = "SELECT seat, sum(turns.score), count(*) FROM turns JOIN seats USING (game_no, seat) GROUP BY 1 ORDER BY 1"
    answers = []
    for run in (stored, local):
        with Database(run, threads=4) as database:
            answers.append(database.query(sql).rows())
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_text('parts://manifest.json')",
        "SELECT * FROM read_text('s3://lab/runs/stored/manifest.json')",
        "SELECT * FROM read_csv('/etc/passwd')",
        "COPY games TO 'parts://games/part-00000000.parquet'",
        "COPY games TO 'parts://games/new.parquet'",
    ],
)
def test_a_query_reads_and_writes_nothing_else(stored, local, sql):
    refused("query", stored.path, sql)
    beside = refused("query", stored.path, "SELECT * FROM read_text('parts://turns/../manifest.json')")
    assert "Permission Error" in beside[0]
    assert_same_files(stored, local)


def test_secrets_are_nowhere_in_a_run(stored):
    assert SECRET not in json.dumps(dict(open_run(stored.path).manifest))


# ---------------------------------------------------------------- resumed


@pytest.mark.nightly
def test_a_killed_run_goes_on_at_once_on_the_same_machine(server, local):
    where = url("killed")
    words = simulate_words(Path("x"), GAMES, "--workers", "2")
    words[words.index("x")] = str(where)

    def moment() -> bool:
        return len(open_store(where).names("games")) > 0

    killed = balance_until(moment, signal.SIGKILL, *words, parts=PART)
    assert killed.returncode == -signal.SIGKILL
    again = balance(*words, parts=PART)
    assert (again.returncode, SECRET in again.stderr) == (0, False), again.stderr
    assert_same_files(open_run(where), local)
    assert locks(where) == []


def test_what_was_never_sealed_is_written_over(server, local, monkeypatch):
    limit_parts(monkeypatch, PART)
    where = url("leftovers")
    run = create_run(where, small_plan(games=GAMES))
    with run.store.write("turns/part-00000001.parquet") as file:
        file.write(b"half a part")
    assert run.done_chunks() == []
    assert_same_files(simulate(small_plan(games=GAMES), where), local)


def test_a_run_killed_as_it_began_leaves_its_place_free(server, local, monkeypatch):
    limit_parts(monkeypatch, PART)
    where = url("begun")
    with open_store(where).write(".lock-0123") as file:
        file.write(b"{}")
    monkeypatch.setattr(objects, "STALE_SECONDS", 0)
    assert_same_files(simulate(small_plan(games=GAMES), where), local)


def test_a_place_with_something_else_is_not_touched(server):
    where = url("foreign")
    with open_store(where / "deep").write("thesis.txt") as file:
        file.write(b"precious")
    with pytest.raises(RunError, match="is not empty and holds no run"):
        simulate(small_plan(), where)
    assert open_store(where).names("deep") == ["thesis.txt"]


# ---------------------------------------------------------------- two writers


def test_a_second_writer_is_refused_while_the_first_is_at_work(server):
    where = url("twice")
    run = create_run(where, small_plan())
    with open_store(where).lock():
        with pytest.raises(RunError, match=r"another process is writing this run \(process \d+ on .*\)\.\nWait for it"):
            simulate(small_plan(), where)
        assert len(locks(where)) == 1, "the refused one leaves no lock"
    assert run.done_chunks() == []
    assert simulate(small_plan(), where).complete
    assert locks(where) == []


def test_a_lock_that_is_not_renewed_goes_stale_by_the_clock_of_the_store(server, monkeypatch):
    where = url("stale")
    store = ObjectStore(where)
    with store.write(".lock-elsewhere") as file:
        file.write(b'{"host": "elsewhere", "process": 7}')
    with pytest.raises(BlockingIOError, match="process 7 on elsewhere"), store.lock():
        pass
    monkeypatch.setattr(objects, "STALE_SECONDS", 1)
    monkeypatch.setattr(time, "time", lambda: 0.0)  # our own clock does not matter
    time.sleep(2.1)
    with store.lock():
        assert len(locks(where)) == 1
        assert locks(where) != [".lock-elsewhere"]


def test_a_lock_is_renewed_while_its_owner_works(server, monkeypatch):
    where = url("renewed")
    monkeypatch.setattr(objects, "BEAT_SECONDS", 0.2)
    store = ObjectStore(where)
    with store.lock():
        (name,) = locks(where)
        before = store._info(name).mtime_ns
        time.sleep(1.5)
        assert store._info(name).mtime_ns > before


def test_two_writers_at_once_do_no_harm(server, local, monkeypatch):
    """As when a lock was taken for stale, by whatever clock: every row is there in the end."""
    limit_parts(monkeypatch, PART)
    monkeypatch.setattr(objects, "STALE_SECONDS", -1)
    where = url("both")
    plan = small_plan(games=GAMES)
    create_run(where, plan)
    writers = [threading.Thread(target=simulate, args=(plan, where)) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert_same_files(open_run(where), local)
    late = Run(where, {**open_run(where).manifest, "complete": False})
    assert mark(late).complete, "who is stopped after the other finished does not say it is unfinished"


# ---------------------------------------------------------------- troubles


def test_troubles_of_a_store_are_told_in_words(server, monkeypatch):
    assert refused("simulate", "fairy", "--games", 10, "--out", "s3://nobody/a") == [
        "balance: s3://nobody/a: there is no bucket nobody."
    ]
    nowhere = f"s3://{BUCKET}/nowhere"
    assert refused("query", nowhere, "SELECT 1")[0] == f"balance: {nowhere}: no run here (there is no manifest.json)."
    begun = time.monotonic()
    lines = refused("query", f"s3://{BUCKET}/a?endpoint_override=127.0.0.1:{free_port()}&scheme=http", "SELECT 1")
    assert lines[0].endswith(": the object store does not answer.")
    assert time.monotonic() - begun < 60
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{free_port()}")
    lines = refused("report", f"s3://{BUCKET}/b")
    assert SECRET not in "\n".join(lines)


class Denying(BaseHTTPRequestHandler):
    """A store that lets nobody in."""

    def do_GET(self) -> None:  # the name is http.server's
        body = b"<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"
        self.send_response(403)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815
    do_PUT = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


def test_denied_access_is_told_with_where_credentials_come_from(server):
    with ThreadingHTTPServer(("127.0.0.1", 0), Denying) as denying:
        threading.Thread(target=denying.serve_forever, daemon=True).start()
        where = f"s3://{BUCKET}/denied?endpoint_override=127.0.0.1:{denying.server_port}&scheme=http"
        said = [refused(*words) for words in (["query", where, "SELECT 1"], ["simulate", "fairy", "--out", where])]
        denying.shutdown()
    for lines in said:
        assert lines[0] == f"balance: {where}: access is denied."
        assert "AWS_ACCESS_KEY_ID" in lines[1]
        assert SECRET not in "\n".join(lines)


def test_the_words_of_a_store_show_no_password(monkeypatch):
    """As an endpoint that is named in the environment may hold one."""
    says = ObjectStore(Url("s3", "lab", "a"))._words("no route to http://KEY:hush@minio.local:9000/lab")
    assert says == "the object store refuses: no route to http://***@minio.local:9000/lab"


def test_a_part_that_cannot_be_read_any_more_is_told(server, monkeypatch):
    limit_parts(monkeypatch, PART)
    where = url("lost")
    run = simulate(small_plan(games=GAMES), where)

    def gone(self, name):
        raise objects.StoreError(f"{self.url}: the object store does not answer.")

    with Database(run) as database:
        monkeypatch.setattr(ObjectStore, "read", gone)
        with pytest.raises(objects.StoreError, match=r"^s3://.*does not answer\.$"):
            database.frame("SELECT sum(score) FROM turns")
        with pytest.raises(objects.StoreError, match=r"^s3://.*does not answer\.$"):
            database.query("SELECT sum(score) FROM seats")


def test_a_part_that_is_not_what_was_written_is_told_and_played_again(server, local, monkeypatch):
    limit_parts(monkeypatch, PART)
    where = url("harmed")
    run = simulate(small_plan(games=GAMES), where)
    name = "turns/part-00000001.parquet"
    with run.store.write(name) as file:
        file.write(run.store.read("turns/part-00000000.parquet"))
    said = rf"^{where}: the run is damaged: {name} is not what was written\.\nDelete it there"
    with Database(run) as database, pytest.raises(RunError, match=said):
        database.frame("SELECT sum(score) FROM turns")
    run.store.delete(name)
    with pytest.raises(RunError, match=f"{name} is missing"):
        Database(run)
    assert_same_files(simulate(small_plan(games=GAMES), where), local)


def test_the_manifest_is_one_object(stored):
    assert MANIFEST in open_store(stored.path).names("")


@pytest.mark.nightly
def test_a_store_of_google_without_credentials_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(objects, "CONNECT_SECONDS", 1)
    monkeypatch.setenv("HOME", str(tmp_path))
    lines = refused("query", "gs://lab/a?endpoint_override=127.0.0.1:1&scheme=http", "SELECT 1")
    assert lines[0].startswith("balance: gs://lab/a?endpoint_override=127.0.0.1:1&scheme=http: ")
    assert "access is denied" in lines[0] or "does not answer" in lines[0]
