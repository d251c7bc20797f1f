"""What `make bench` runs and what it names: every figure is reachable by a command that exists."""

import importlib.util
import pkgutil
import subprocess
import sys

import bench
from bench import scale_bench
from bench.__main__ import APART


def test_what_is_run_apart_exists():
    for command in APART:
        _python, _m, module, *words = command.split()
        assert importlib.util.find_spec(module), command
        if module == "bench.scale_bench":
            assert set(words) - {"--large"} <= scale_bench.PARTS.keys()


def test_every_program_of_the_benchmarks_is_run_or_named():
    """A module without figures() that can be run is in the list."""
    named = {command.split()[2] for command in APART} | {"bench.simulate"}
    for found in pkgutil.walk_packages(bench.__path__, "bench."):
        if found.ispkg or found.name.endswith(("_bench", "__main__", "locustfile")):
            continue
        source = importlib.util.find_spec(found.name).loader.get_source(found.name)
        if '__name__ == "__main__"' in source:
            assert found.name in named | OF_OTHER_PAGES, found.name


# Described on other pages: they make or measure one thing of a game or of a file.
OF_OTHER_PAGES = {"bench.gamnon_endings", "bench.rated.files", "bench.rated.history"}


def test_the_list_is_printed():
    shown = subprocess.run(
        [sys.executable, "-m", "bench", "list"], check=True, capture_output=True, text=True
    ).stdout
    assert [line.split("  ")[0] for line in shown.splitlines()] == list(APART)
