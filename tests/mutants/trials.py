"""Tries mutants in the copy of the project that it is started in, each in a process of its own.

All tests are collected once. For a mutant inside a function a process is forked, which gets the
changed function and runs the tests that call it. What is done when a module is imported, such as
making a table, needs a process that has imported nothing of the project yet.
"""

import importlib
import json
import os
import sys
from collections.abc import Iterable
from functools import partial

import pytest

from tests.mutants.changes import Mutant
from tests.mutants.collected import Collected
from tests.mutants.forks import forked, leave
from tests.mutants.notes import Notes
from tests.mutants.sampling import arguments, drawn_mutants, modules
from tests.mutants.trial import OUTPUT, Trial, order_items
from tests.paths import ROOT

QUICK = "not slow"
# What takes long to import and is no part of the project: imported before the forks.
WARM = (
    "django.test", "django.db.models", "django.forms", "celery",
    "hypothesis.strategies", "networkx",
)  # fmt: skip
OPTIONS = (
    "-x", "-q", "-s", "--no-header", "--tb=line", "-p", "no:randomly", "-p", "no:cacheprovider",
    "-W", "ignore::pytest.PytestAssertRewriteWarning", "-n", "0", "-m", QUICK,
    "--reuse-db", "--ds=tests.mutants.settings",
)  # fmt: skip
ANSWERS = ROOT / "answers.txt"


class Chosen:
    """A plugin of pytest: the named tests only, in the order of their names."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def pytest_collection_modifyitems(self, items):
        order_items(items, self.names)


def run_pytest(paths: Iterable[str], plugin: object) -> int:
    """Run the tests in `paths`, stopping at the first that fails."""
    return pytest.main([*OPTIONS, *paths], plugins=[plugin])


def tell(mutant: Mutant, found: bool) -> None:
    """Keep the answer for `main`; it may be another process that asks."""
    with ANSWERS.open("a") as answers:
        answers.write(f"{json.dumps([str(mutant), found])}\n")
    if not found:
        print(mutant, flush=True)


def try_functions(folders: tuple[str, ...], mutants: list[Mutant], notes: Notes) -> None:
    """Try the mutants of functions, in a process that collects the tests."""
    process = os.fork()
    if not process:
        plugin = Collected(mutants, notes, tell)
        status = run_pytest(folders, plugin)
        leave(status if plugin.is_fork else 0)
    if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]):
        sys.exit("The tests could not be collected.")


def try_imports(folders: tuple[str, ...], mutants: list[Mutant], notes: Notes) -> None:
    """Try mutants of what is done by importing."""
    sys.dont_write_bytecode = True
    notes.read()
    trial = Trial(notes, notes.within(folders))
    for mutant in mutants:
        with trial.planted(mutant) as names:
            files = sorted({name.partition("::")[0] for name in names})
            process = forked(partial(run_pytest, files, Chosen(names)), OUTPUT)
            tell(mutant, trial.is_found(process, names))


def main() -> int:
    """Print the mutants that no test found, and how many were found."""
    given = arguments(None)
    by_tests = drawn_mutants(given)
    notes = Notes(modules(given.paths), in_process=given.in_process)
    for name in WARM:
        importlib.import_module(name)
    ANSWERS.touch()
    for folders, mutants in by_tests.items():
        try_functions(folders, mutants, notes)
        tried = {json.loads(line)[0] for line in ANSWERS.read_text().splitlines()}
        imported = [mutant for mutant in mutants if str(mutant) not in tried]
        try_imports(folders, imported, notes)
    answers = [json.loads(line)[1] for line in ANSWERS.read_text().splitlines()]
    print(f"{sum(answers)} of {len(answers)} mutants found")
    return int(not all(answers))


if __name__ == "__main__":
    sys.exit(main())
