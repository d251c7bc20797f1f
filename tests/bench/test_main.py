"""What `make bench` runs and what it names: every figure is reachable by a command that exists."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import bench
from bench import scale_bench
from bench.__main__ import APART

FOLDER = Path(bench.__path__[0])
# They make something, or measure one thing of a game or of a file.
OF_OTHER_PAGES = {
    "bench.__main__",
    "bench.gamnon_endings",
    "bench.rated.files",
    "bench.rated.history",
    "bench.simulate",
}


def test_what_is_run_apart_exists():
    for command in APART:
        _python, _m, module, *words = command.split()
        assert importlib.util.find_spec(module), command
        if module == "bench.scale_bench":
            assert set(words) - {"--large"} <= scale_bench.PARTS.keys()


def test_every_program_of_the_benchmarks_is_run_or_named():
    """`make bench` runs the modules that end in _bench; the others that can be run are listed."""
    named = {command.split()[2] for command in APART} | OF_OTHER_PAGES
    for path in FOLDER.rglob("*.py"):
        if path.stem.endswith("_bench") or 'if __name__ == "__main__"' not in path.read_text():
            continue
        module = ".".join(("bench", *path.relative_to(FOLDER).with_suffix("").parts))
        assert module in named, module


def test_the_list_is_printed():
    shown = subprocess.run(
        [sys.executable, "-m", "bench", "list"], check=True, capture_output=True, text=True
    ).stdout
    assert [line.split("  ")[0] for line in shown.splitlines()] == list(APART)
