"""Which mutants are tried: the arguments of the command, and the sample that they draw."""

import argparse
import random
import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from tests.mutants.changes import Mutant, mutants_of
from tests.mutants.targets import responsible_tests
from tests.paths import ROOT


def arguments(about: str | None) -> argparse.Namespace:
    """What the command was given."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=about)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="modules or folders of them")
    parser.add_argument("--sample", type=int, default=40, help="how many mutants (40); 0: all")
    parser.add_argument("--seed", type=int, default=1, help="another one draws others (1)")
    parser.add_argument(
        "--only", nargs="+", metavar="PATH", help="only mutants of these, by the notes on all"
    )
    parser.add_argument("--lines", help="only mutants of these lines, such as 12 or 12-30")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="instead of those in targets.py")
    parser.add_argument(
        "--in-process", action="store_true", help="leave out tests that only start a process"
    )
    return parser.parse_args()


def drawn_mutants(given: argparse.Namespace) -> dict[tuple[str, ...], list[Mutant]]:
    """The sample that the arguments ask for, by the folders of tests that have to find it."""
    mutants = [
        mutant
        for path in modules(given.only or given.paths)
        for mutant in mutants_of(path, (ROOT / path).read_text(encoding="utf-8"))
        if _is_within(mutant, given.lines)
    ]
    by_tests: dict[tuple[str, ...], list[Mutant]] = {}
    for mutant in sample(mutants, given.sample, given.seed):
        tests = tuple(given.tests or responsible_tests(mutant.path))
        if not tests:
            sys.exit(f"{mutant.path}: say which tests have to find its mutants: --tests PATH")
        by_tests.setdefault(tests, []).append(mutant)
    return by_tests


def modules(paths: Iterable[str]) -> list[str]:
    """The modules below `paths`, relative to the project."""
    found: set[Path] = set()
    for path in paths:
        place = (ROOT / path).resolve()
        if not place.exists():
            sys.exit(f"{path}: there is no such file or folder")
        found |= {place} if place.is_file() else set(place.rglob("*.py"))
    return sorted(
        str(place.relative_to(ROOT)) for place in found if "migrations" not in place.parts
    )


def _is_within(mutant: Mutant, lines: str | None) -> bool:
    if lines is None:
        return True
    first, _, last = lines.partition("-")
    return int(first) <= mutant.line <= int(last or first)


def sample(mutants: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """One mutant of each of `size` equal parts of the list, so each module has its share."""
    if not 0 < size < len(mutants):
        return mutants
    draw = random.Random(seed)
    cuts = [at * len(mutants) // size for at in range(size + 1)]
    return [mutants[draw.randrange(first, last)] for first, last in pairwise(cuts)]
