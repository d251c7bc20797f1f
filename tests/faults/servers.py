"""An own PostgreSQL and an own Redis, which can be killed, hung and started again."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psycopg
import redis

from config.broker import free_port

PATIENCE_SECONDS = 60.0
ORDINARY = "nobody"  # PostgreSQL refuses to run as root
MOST_CONNECTIONS = 60


def wait_until(done: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if done():
            return True
        time.sleep(0.1)
    return False


class Postgres:
    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder / "postgres", free_port()
        self.url = f"postgres://roadhouse@127.0.0.1:{self.port}/roadhouse"
        self.folder.mkdir()
        if os.getuid() == 0:
            shutil.chown(self.folder, ORDINARY)
        self._run("initdb", "-U", "roadhouse", "--auth=trust", "--encoding=UTF8", "--no-sync")
        self.start()
        with self.connect("postgres") as connection:
            connection.execute("CREATE DATABASE roadhouse")

    def start(self) -> None:
        options = (
            f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off "
            f"-c max_connections={MOST_CONNECTIONS}"
        )
        self._run("pg_ctl", "-l", str(self.folder / "log"), "-w", "-o", options, "start")

    def stop(self, mode: str) -> None:
        """mode: `fast` ends what runs, `immediate` is a crash."""
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def is_running(self) -> bool:
        try:
            self._run("pg_ctl", "status")
        except subprocess.CalledProcessError:
            return False
        return True

    def connect(self, database: str = "roadhouse") -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user="roadhouse", dbname=database, autocommit=True
        )

    def end_backends(self) -> None:
        with self.connect() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )

    def signal_all(self, number: signal.Signals) -> None:
        """To the server and all of its processes."""
        main = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        for pid in (main, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def _run(self, program: str, *arguments: str) -> None:
        command = [_postgres_binary(program), "-D", str(self.folder / "data"), *arguments]
        if os.getuid() == 0:
            command = ["runuser", "-u", ORDINARY, "--", *command]
        subprocess.run(
            command, check=True, cwd="/", stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )


class Redis:
    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder / "redis-server", free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.folder.mkdir()
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--save", "", "--dir", str(self.folder)],
            stdout=subprocess.DEVNULL,
        )
        assert wait_until(self._answers)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def client(self) -> "redis.Redis":
        return redis.Redis(port=self.port, socket_timeout=5)

    def _answers(self) -> bool:
        try:
            return bool(self.client().ping())
        except redis.RedisError:
            return False


def _postgres_binary(program: str) -> str:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), reverse=True)
    return str(found[0]) if found else str(shutil.which(program))


def has_servers() -> bool:
    """Whether PostgreSQL and Redis are installed here, and an account to run the first."""
    is_there = Path(_postgres_binary("initdb")).exists() and shutil.which("redis-server")
    names = {entry.pw_name for entry in pwd.getpwall()}
    return bool(is_there) and (os.getuid() != 0 or ORDINARY in names)
