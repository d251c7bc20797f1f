"""Processes that tests start, with an environment of their own."""

import os
import subprocess
import sys
from pathlib import Path

from config.environment import NAMES
from tests.paths import ROOT


def bare_environment(**given: str) -> dict[str, str]:
    """That of this process without our variables and without a `.env`, and what is given."""
    ours = {*NAMES, "DJANGO_SETTINGS_MODULE"}
    others = {name: value for name, value in os.environ.items() if name not in ours}
    return {**others, "ENV_FILE": "", **given}


def run_python(var_dir: Path, *command: str, **given: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the project, by default on SQLite in `var_dir`, until it ends."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=bare_environment(**{"VAR_DIR": str(var_dir), **given}),
        capture_output=True,
        text=True,
        timeout=600,
    )


def manage(var_dir: Path, *command: str, **given: str) -> str:
    """What a manage.py command prints. It has to end well."""
    done = run_python(var_dir, "manage.py", *command, **given)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
