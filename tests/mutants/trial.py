"""One mutant after the other takes the place of its module, and the tests for it run."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.mutants.changes import Mutant
from tests.mutants.choice import chosen_tests
from tests.mutants.forks import status_within
from tests.mutants.notes import Notes
from tests.paths import ROOT

OUTPUT = ROOT / "output.txt"
DATABASE = ROOT / "tests.sqlite3"
KEPT_DATABASE = ROOT / "tests.sqlite3.kept"
# A mutant may be slower than the code; one that takes longer than this never ends.
PATIENCE = 5
LEAST_SECONDS = 20
SURVIVED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


class Trial:
    """What the tests are known to call, and the files that a mutant changes."""

    def __init__(self, notes: Notes, names: list[str]) -> None:
        self.notes = notes
        self.names = names

    @property
    def tests(self) -> dict[str, dict]:
        """What is known of the tests that may run."""
        known = self.notes.tests
        return {name: known[name] for name in self.names if name in known}

    def unknown_tests(self) -> list[str]:
        """The tests that have to be noted."""
        return [name for name in self.names if not self.notes.holds(name)]

    def end_recording(self, process: int, seconds: float) -> None:
        """Wait for the tests without a mutant, which have to pass."""
        if status_within(process, seconds) not in SURVIVED:
            sys.exit(f"The tests fail without a mutant:\n{OUTPUT.read_text()[-3000:]}")
        self.notes.read()
        if DATABASE.exists():
            shutil.copy2(DATABASE, KEPT_DATABASE)
        # What is compiled from a mutant must not be taken for the module later.
        sys.dont_write_bytecode = True

    @contextmanager
    def planted(self, mutant: Mutant) -> Iterator[list[str]]:
        """The names of the tests for a mutant, which takes the place of its module inside."""
        module = ROOT / mutant.path
        before, times = module.read_bytes(), module.stat()
        if KEPT_DATABASE.exists():
            shutil.copy2(KEPT_DATABASE, DATABASE)
        else:
            DATABASE.unlink(missing_ok=True)
        module.write_text(mutant.text, encoding="utf-8")
        try:
            yield chosen_tests(self.tests, mutant, in_process=self.notes.in_process)
        finally:
            module.write_bytes(before)
            os.utime(module, ns=(times.st_atime_ns, times.st_mtime_ns))

    def is_found(self, process: int, names: list[str]) -> bool:
        """Whether a test fails in the process, or does not end."""
        seconds = sum(self.tests[name]["seconds"] for name in names)
        return status_within(process, LEAST_SECONDS + PATIENCE * seconds) not in SURVIVED


def order_items(items: list, names: list[str]) -> None:
    """Keep the named tests only, in the order of their names."""
    order = {name: at for at, name in enumerate(names)}
    items[:] = sorted(
        (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
    )
