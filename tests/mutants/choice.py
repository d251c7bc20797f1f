"""Which tests run with a mutant, in which order."""

from tests.mutants.changes import Mutant


def chosen_tests(tests: dict[str, dict], mutant: Mutant, *, in_process: bool = False) -> list[str]:
    """The names of the tests for a mutant: those that are close to it and quick come first.

    A change inside a function is seen by tests that run its line and by tests that start a
    process; a change of a table or a default by any. `tests` is what the recorder noted.

    in_process: leave out the tests that only start a process; what they start does not run the
    module.
    """
    distances = {name: _distance(test, mutant) for name, test in tests.items()}
    seen_from = (0,) if in_process else (0, 2)
    return sorted(
        (name for name, distance in distances.items() if not mutant.first or distance in seen_from),
        key=lambda name: (distances[name], tests[name]["seconds"]),
    )


def _distance(test: dict, mutant: Mutant) -> int:
    lines = test["lines"].get(mutant.path, [])
    if any(mutant.first_run <= line <= mutant.last_run for line in lines):
        return 0
    if lines:
        return 1
    return 2 if test["starts_process"] else 3
