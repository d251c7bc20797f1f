"""The files for containers, systemd and proxies name what exists, and their programs take them."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from config import environment
from config.running import __main__ as running
from config.running import probe
from tests.paths import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service.get("image") == "roadhouse"}
UNITS = sorted((ROOT / "deploy" / "systemd").glob("*.service"))


def needs(program: str):
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")


def run(*command: str | Path) -> None:
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=120, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_queue_has_a_worker_in_compose_and_in_systemd():
    served = [queue for each in OURS.values() for queue in each["command"][4:]]
    assert sorted(served) == sorted(environment.QUEUES)
    target = (ROOT / "deploy" / "systemd" / "roadhouse.target").read_text()
    assert sorted(re.findall(r"worker@(\w+)", target)) == sorted(environment.QUEUES)


@pytest.mark.parametrize("name", sorted(OURS.keys() - {"setup"}))
def test_a_container_runs_a_process_of_ours(name):
    command = OURS[name]["command"]
    assert command[:3] == ["python", "-m", "config.running"]
    assert running.read_arguments(command[3:])
    assert OURS[name]["healthcheck"]["test"][:4] == ["CMD", "python", "-m", probe.__name__]


@pytest.mark.parametrize("name", sorted(OURS))
def test_a_container_may_do_little(name):
    service = OURS[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["env_file"] == ".env"
    given = service["environment"]
    assert given.keys() <= set(environment.NAMES)
    filled = {key: re.sub(r"\$\{.*?\}", "secret", value) for key, value in given.items()}
    key = "kZ8-vT3_qLw5xR9bN1mC7yH4gJ2fD6sA0pE_uIoK8wVtX3zQ5-and-more"
    environment.read_environment({**filled, "SECRET_KEY": key, "ALLOWED_HOSTS": "x.org"})


def test_the_image_is_of_no_superuser_and_holds_no_secret():
    text = (ROOT / "Dockerfile").read_text()
    assert re.search(r"^USER roadhouse$", text, re.M)
    assert {".env", "var", ".git"} <= set((ROOT / ".dockerignore").read_text().split())


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_runs_a_process_of_ours(path):
    (command,) = re.findall(r"^ExecStart=(.*)$", path.read_text(), re.M)
    parts = command.replace("%i", "ratings").split()
    assert parts[:3] == ["/opt/roadhouse/.venv/bin/python", "-m", "config.running"]
    assert running.read_arguments(parts[3:])


@needs("systemd-analyze")
def test_systemd_takes_the_units(tmp_path):
    for path in (ROOT / "deploy" / "systemd").iterdir():
        text = path.read_text().replace("/opt/roadhouse/.venv/bin/python", "/usr/bin/env")
        (tmp_path / path.name.replace("@", "@bulk")).write_text(text)
    run("systemd-analyze", "verify", *tmp_path.glob("*.service"))


@needs("caddy")
def test_caddy_takes_its_file():
    run("caddy", "validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile")


@needs("nginx")
@needs("openssl")
def test_nginx_takes_its_file(tmp_path):
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    run(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=tak.example.org",
        "-keyout", key, "-out", certificate,
    )  # fmt: skip
    site = (ROOT / "deploy" / "nginx.conf").read_text()
    site = site.replace("/etc/letsencrypt/live/tak.example.org", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ {site} }}"
    )
    run("nginx", "-t", "-c", tmp_path / "nginx.conf")


def has_compose() -> bool:
    docker = shutil.which("docker")
    return (
        bool(docker)
        and not subprocess.run([str(docker), "compose", "version"], capture_output=True).returncode
    )


@pytest.mark.skipif(not has_compose(), reason="docker compose is not installed")
def test_docker_takes_compose_yaml(tmp_path):
    (tmp_path / "env").write_text("POSTGRES_PASSWORD=x\n")
    run(
        "docker", "compose", "--env-file", tmp_path / "env", "config", "--no-interpolate", "--quiet"
    )
