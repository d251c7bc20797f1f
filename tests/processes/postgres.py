"""A PostgreSQL of one test, with settings of its own, where its programs are installed."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from config.broker import free_port

ROLE = "roadhouse"


def program(name: str) -> str:
    """The path of a program of PostgreSQL; skips the test with a word where it is missing."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    path = str(found[0]) if found else shutil.which(name)
    if not path:
        pytest.skip(f"PostgreSQL is not installed: no {name} (Debian: apt install postgresql)")
    return path


def as_ordinary_user(*command: str) -> None:
    """Run a program that refuses to run as root."""
    nobody = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
    done = subprocess.run(
        command,
        cwd="/",
        user=nobody.pw_uid if nobody else None,
        group=nobody.pw_gid if nobody else None,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout


@contextmanager
def folder_of_ordinary_user() -> Iterator[Path]:
    """Not below pytest's own, which it closes to other users again and again."""
    with tempfile.TemporaryDirectory(prefix="postgres-") as name:
        if os.geteuid() == 0:
            shutil.chown(name, "nobody")
        yield Path(name)


def make_cluster(data: Path) -> None:
    as_ordinary_user(
        program("initdb"), "-D", str(data), "-U", ROLE, "--auth=trust", "--encoding=UTF8",
        "--no-sync",
    )  # fmt: skip


@contextmanager
def running_cluster(data: Path, **settings: str) -> Iterator[str]:
    """Start a cluster, on a port of its own; the URL of its database `postgres`."""
    port = free_port()
    options = {"listen_addresses": "127.0.0.1", "fsync": "off", "shared_buffers": "32MB"}
    text = " ".join(_option(name, value) for name, value in {**options, **settings}.items())
    start = f"-p {port} -k {data.parent} {text}"
    control = program("pg_ctl")
    log = str(data.parent / "log")
    as_ordinary_user(control, "-D", str(data), "-l", log, "-w", "-o", start, "start")
    try:
        yield f"postgres://{ROLE}@127.0.0.1:{port}/postgres"
    finally:
        if (data / "postmaster.pid").exists():
            as_ordinary_user(control, "-D", str(data), "-m", "immediate", "stop")


@contextmanager
def own_postgres(**settings: str) -> Iterator[str]:
    """A new cluster, and the URL of its database."""
    with folder_of_ordinary_user() as folder:
        make_cluster(folder / "data")
        with running_cluster(folder / "data", **settings) as url:
            yield url


def _option(name: str, value: str) -> str:
    quoted = value.replace("'", "'\\''")
    return f"-c {name}='{quoted}'"
