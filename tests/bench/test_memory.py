"""The memory of a service: the sum over a process and all below it, and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import memory


@pytest.fixture
def proc(tmp_path):
    """Processes 10 with children 11 and 12, 13 below 12; 20 is of somebody else."""

    def add(pid, parent, kilobytes, name):
        folder = tmp_path / str(pid)
        folder.mkdir()
        (folder / "stat").write_text(f"{pid} (a (b) c) S {parent} 1 1")
        (folder / "smaps_rollup").write_text(
            f"0-f ---p 00000000 00:00 0 [rollup]\nRss: 9999 kB\nPss: {kilobytes} kB\nPss_Anon: 1 kB"
        )
        (folder / "cmdline").write_text(f"python\0-m\0{name}\0")

    add(10, 1, 1000, "config.run")
    add(11, 10, 2000, "gunicorn")
    add(12, 10, 3000, "celery")
    add(13, 12, 4000, "celery")
    add(20, 1, 9000, "other")
    return tmp_path


def test_all_below_a_process_are_summed(proc):
    assert memory.family(10, proc) == [10, 11, 12, 13]
    *each, total = memory.report(10, proc)
    assert [line.split()[-1] for line in each] == ["config.run", "gunicorn", "celery", "celery"]
    assert total.split()[:2] == ["sum", "10.2"]


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="Linux only")
def test_a_child_of_a_real_process_is_found():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert child.pid in memory.family(os.getpid())
        assert memory.pss(child.pid) > 100_000
        child.communicate(b"\n")


def test_it_asks_for_a_process():
    shown = subprocess.run([sys.executable, "-m", "bench.memory"], capture_output=True, text=True)
    assert shown.returncode == 1
    assert "PID" in shown.stderr
