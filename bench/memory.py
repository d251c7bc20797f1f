"""The memory of a running service: `python -m bench.memory PID`, of the process that `make` runs.

Prints a line for each process below it and their sum: MB of `Pss`, by which memory that several
processes share is divided among them, so the sum is what the whole service takes. Linux only.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")
SHOWN = 60  # characters of a command line
ASKED_MB = 400


def family(pid: int, proc: Path = PROC) -> list[int]:
    """A process and all below it that are still there."""
    children: dict[int, list[int]] = {}
    for path in proc.glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(") ")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        children.setdefault(parent, []).append(int(path.parent.name))
    found = [pid]
    for one in found:
        found += sorted(children.get(one, []))
    return found


def pss(pid: int, proc: Path = PROC) -> int:
    """Bytes of a process."""
    lines = (proc / str(pid) / "smaps_rollup").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def command_line(pid: int, proc: Path = PROC) -> str:
    return (proc / str(pid) / "cmdline").read_text().replace("\0", " ").strip()


def report(pid: int, proc: Path = PROC) -> Iterator[str]:
    total = 0
    for one in family(pid, proc):
        used = pss(one, proc)
        total += used
        yield f"{one:>8} {used / 1e6:>8.1f} MB  {command_line(one, proc)[:SHOWN]}"
    yield f"{'sum':>8} {total / 1e6:>8.1f} MB  asked: under {ASKED_MB} MB"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for line in report(int(sys.argv[1])):
        print(line)


if __name__ == "__main__":
    main()
