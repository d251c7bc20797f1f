"""An event, played by a program in TypeScript against types made from the document, over HTTP.

Skipped where npm is missing or has no way to its packages.
"""

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from config.access.tokens import create_token
from config.management.commands.check_event import find_differences
from tests.builders import make_user
from tournaments.models import Event
from tournaments.recompute import refresh_standings

HERE = Path(__file__).parent / "typescript"
LOCK = HERE / "package-lock.json"
# Errors of npm that say that our own files are wrong; others say what it could not reach.
OUR_FAULTS = ("EUSAGE", "EINTEGRITY", "ERESOLVE", "EJSONPARSE")
SLUG = "swiss-of-four"


def run(*command, folder, **environment):
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True,
        timeout=300,
    )  # fmt: skip


def checked(done):
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]
    return done.stdout


@pytest.fixture
def folder(request):
    """The program with its packages, which stay for the next run while the lock is the same."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("npm and node are not installed (Debian: apt install npm)")
    digest = hashlib.sha256(LOCK.read_bytes()).hexdigest()[:16]
    folder = request.config.cache.mkdir(f"typescript-client-{digest}")
    shutil.copytree(HERE, folder, dirs_exist_ok=True)
    if not (folder / "node_modules" / ".package-lock.json").exists():  # npm writes it last
        done = run("npm", "ci", folder=folder)
        if done.returncode and not any(fault in done.stderr for fault in OUR_FAULTS):
            pytest.skip(f"npm cannot fetch its packages: {done.stderr[-300:]}")
        checked(done)
    return folder


@pytest.fixture
def program(folder, document_file):
    """The compiled program: its types fit those of the document."""
    tools = folder / "node_modules" / ".bin"
    checked(
        run(
            tools / "openapi-typescript", document_file, "--output", "roadhouse.ts",
            "--default-non-nullable=false", folder=folder,
        )
    )  # fmt: skip
    shutil.rmtree(folder / "made", ignore_errors=True)
    checked(run(tools / "tsc", "--project", ".", folder=folder))
    return folder / "made" / "play.js"


def test_the_lock_has_hashes_and_no_addresses():
    packages = json.loads(LOCK.read_text())["packages"]
    locked = [each for name, each in packages.items() if name]
    assert locked
    assert all("integrity" in each and "version" in each for each in locked)
    assert "resolved" not in LOCK.read_text()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_swiss_of_four(program, live_server):
    """The better entry, which has the lower number, wins every game."""
    user = make_user("boss")
    _token, secret = create_token(username=user.username, scopes=("play", "organise"))

    def step(name):
        return checked(
            run(
                "node", program, name, live_server.url, SLUG,
                folder=program.parent, ROADHOUSE_TOKEN=secret,
            )
        )  # fmt: skip

    step("play")
    event = Event.objects.get(slug=SLUG)
    refresh_standings(event.pk)  # no worker runs here
    printed = json.loads(step("finish"))
    assert list(find_differences(event.pk)) == []
    rows = [(row["rank"], row["name"], row["points"], row["wins"]) for row in printed["rows"]]
    assert rows[0] == (1, "Ada", "2", 2)
    assert rows[-1] == (4, "Dov", "0", 0)
    event.refresh_from_db()
    held = event.standings.document["rows"]
    assert printed["fresh"]
    assert printed["version"] == event.results_version
    assert [(row["entry"], row["primary_x2"]) for row in printed["rows"]] == [
        (row["entry"], row["primary_x2"]) for row in held
    ]
