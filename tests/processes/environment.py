"""Processes that tests start, with an environment of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
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


def manage_each(var_dir: Path, *commands: Sequence[str], **given: str) -> list[tuple[int, str]]:
    """Of commands of manage.py in one process: the exit code of each, and what it prints."""
    words = json.dumps([[str(word) for word in command] for command in commands])
    done = run_python(var_dir, "-m", "tests.processes.commands", words, **given)
    assert done.returncode == 0, done.stdout + done.stderr
    return [(code, said) for code, said in json.loads(done.stdout)]
