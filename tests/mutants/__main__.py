"""`python -m tests.mutants PATH... [--sample N] [--seed N]`: prints the mutants no test finds.

A mutant is one small change of one module, such as `<` for `<=`. Nothing in the working tree is
changed: the tests run in a copy.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kept.databases import KEPT_IN as MIGRATED_IN
from tests.mutants.notes import KEPT_IN
from tests.mutants.sampling import arguments
from tests.paths import ROOT, SHARED


@contextmanager
def copied_project() -> Iterator[Path]:
    """The files of the working tree that git knows or would add, in a folder of their own.

    What is known of the tests stays in the working tree, and the migrated database comes along.
    """
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    ).stdout.decode()  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copy = Path(name) / ROOT.name
        for path in filter(None, listed.split("\0")):
            if (ROOT / path).is_file():
                (copy / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / path, copy / path)
        (copy / ".venv").symlink_to(ROOT / ".venv")
        if SHARED.exists():
            (copy.parent / SHARED.name).symlink_to(SHARED)
        KEPT_IN.mkdir(parents=True, exist_ok=True)
        (copy / "var").mkdir()
        (copy / "var" / "mutants").symlink_to(KEPT_IN)
        if MIGRATED_IN.exists():
            shutil.copytree(MIGRATED_IN, copy / "var" / "tests")
        yield copy


if __name__ == "__main__":
    arguments(__doc__)  # A wrong one is refused before anything is copied.
    with copied_project() as copy:
        command = [sys.executable, "-m", "tests.mutants.trials", *sys.argv[1:]]
        sys.exit(subprocess.run(command, cwd=copy, check=False).returncode)
