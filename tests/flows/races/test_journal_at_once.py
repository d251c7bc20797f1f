"""Sixteen writers of one journal: no line is lost, none is refused, and the chain does not fork."""

import os
import subprocess
import sys

import pytest

from tests.database import at_once, needs_server
from tests.paths import ROOT
from tests.processes.journal_writer import EACH, WRITERS, said_by_chain, write


@needs_server
@pytest.mark.django_db(transaction=True)
def test_sixteen_writers_on_a_server():
    at_once(write, times=WRITERS, threads=WRITERS)
    assert said_by_chain() == {"lines": WRITERS * EACH, "writers": WRITERS, "differences": []}


@pytest.mark.slow
def test_sixteen_writers_of_a_sqlite_file(tmp_path):
    url = f"sqlite:///{tmp_path / 'journal.sqlite3'}"
    environment = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(tmp_path), "REDIS_URL": ""}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, "-m", "tests.processes.journal_writer"]
    said = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    wanted = {"lines": WRITERS * EACH, "writers": WRITERS, "differences": []}
    assert (said.stdout.strip(), said.stderr) == (str(wanted), "")
