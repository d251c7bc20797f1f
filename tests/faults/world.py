"""One service with its servers: started by `config.run`, which starts again what ends."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from config import environment
from config.broker import free_port
from tests.faults.disk import Disk, can_mount
from tests.faults.servers import Postgres, Redis, wait_until
from tests.paths import ROOT

SERVER, EMBEDDED = "postgresql", "sqlite"
START_SECONDS = 180.0


class World:
    """kind: on PostgreSQL and Redis, or on SQLite with what `make` has of its own."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind, self.folder, self.port = kind, folder, free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        folder.chmod(0o711)  # PostgreSQL runs as somebody else
        self.disk = Disk(folder / "disk") if can_mount() else None
        data = self.disk.folder if self.disk else folder
        self.var_dir = data / "var"
        self.postgres: Postgres | None = None
        try:
            if kind == SERVER:
                self.postgres = Postgres(data)
        except BaseException:
            if self.disk:
                self.disk.close()
            raise
        self.redis = Redis(folder) if kind == SERVER else None
        self.env = {k: v for k, v in os.environ.items() if k not in environment.NAMES}
        self.env |= {"VAR_DIR": str(self.var_dir), "PORT": str(self.port), "DEMO": "0"}
        self.env |= {"WEBHOOKS_TO_OWN_NETWORKS": "1", "WEBHOOKS_BY_HTTP": "1"}
        if self.postgres and self.redis:
            self.env |= {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url}
        self.process = self._start({})
        if not wait_until(self.is_ready, START_SECONDS):
            said = f"{self.readiness()}\n{self.log.read_text()}"
            self.close()
            raise RuntimeError(said)

    def _start(self, more: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "config.run"],
            cwd=ROOT,
            env={**self.env, **more},
            stdout=self.log.open("ab"),
            stderr=subprocess.STDOUT,
        )

    def restart(self, more: Mapping[str, str] = MappingProxyType({})) -> None:
        """Stop the service and start it anew. more: for the environment of its processes."""
        self._stop()
        self.process = self._start(more)
        wait_until(self.is_ready, START_SECONDS)

    def _stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def close(self) -> None:
        self._stop()
        if self.postgres and self.redis:
            self.postgres.stop("immediate")
            self.redis.kill()
        if self.disk:
            self.disk.close()

    def is_ready(self) -> bool:
        return all(answer == "ok" for answer in self.readiness().values())

    def readiness(self) -> dict[str, str]:
        """What `/readyz` says."""
        try:
            with urllib.request.urlopen(f"{self.base}/readyz", timeout=5) as answer:
                found: dict[str, str] = json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                found = json.load(error)
        except (OSError, ValueError) as error:
            return {"web": type(error).__name__}
        return found

    def processes(self, *words: str) -> list[int]:
        """The processes of the service whose command has all of these words, oldest first."""
        found = []
        for pid in _descendants(self.process.pid):
            command = _command_of(pid)
            if all(word in command for word in words):
                found.append(pid)
        return sorted(found)

    def manage(self, *command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT, env=self.env | {"REDIS_URL": self.redis.url if self.redis else ""},
            capture_output=True, text=True, check=False,
        )  # fmt: skip


def _descendants(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    children = [int(each) for each in text.split()]
    return children + [each for child in children for each in _descendants(child)]


def _command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""
