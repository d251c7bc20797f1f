"""The machine or container that this process runs on, and how many processes suit it."""

import os
import sys
from pathlib import Path

# The cores that this process may use; the system says which only on Linux.
CORES = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
SMALL_BYTES = 1_500_000_000
CGROUP = Path("/sys/fs/cgroup/memory.max")


def memory_bytes(cgroup: Path = CGROUP) -> int:
    """The memory of the machine, or what its container may use of it."""
    of_machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        return min(of_machine, int(cgroup.read_text()))
    except (OSError, ValueError):  # no container; no limit
        return of_machine


def web_processes(cores: int, memory: int) -> int:
    """Each takes up to 110 MB; a machine with one core gains nothing by a second."""
    return 1 if memory < SMALL_BYTES else min(2, cores)


def queue_processes(memory: int) -> int:
    """Of a worker, 40 MB each. Of two, one goes on while the other is busy for long."""
    return 1 if memory < SMALL_BYTES else 2
