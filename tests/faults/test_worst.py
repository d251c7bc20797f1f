"""Three of the worst strikes, in every run of .ci/run; `make faults` has all of them."""

import subprocess
import sys

import pytest

from tests.faults.servers import has_servers
from tests.paths import ROOT

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.long]
WORST = ("redis", "backends", "worker_children")


@pytest.mark.skipif(not has_servers(), reason="PostgreSQL or Redis is not installed here")
def test_the_worst_strikes_lose_nothing():
    command = [sys.executable, "-m", "tests.faults", "--kind=postgresql", "--players=12"]
    done = subprocess.run(
        [*command, "--rounds=2", *WORST], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
