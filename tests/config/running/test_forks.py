"""A copy of a process runs a function, with nothing of what that one has open.

Each test starts a process of its own: that of the tests may have threads, and is not to be copied.
"""

import signal

import pytest

from tests.processes.environment import run_python

BEGINNING = """
import os, signal, subprocess, sys, threading, time
from pathlib import Path
from config.running.forks import Forked
"""


def run(folder, *lines):
    """What a process that runs these lines writes."""
    done = run_python(folder, "-c", BEGINNING + "\n".join(lines))
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize(("end", "code"), [("None", 0), ("0", 0), ("7", 7), ("'No.'", 1)])
def test_its_exit_code_is_that_of_the_function(tmp_path, end, code):
    done = run(tmp_path, f"print(Forked(lambda: sys.exit({end}), 'a test').wait())")
    assert done.stdout == f"{code}\n"
    assert done.stderr == ("No.\n" if code == 1 else "")


def test_an_exception_ends_the_child_alone(tmp_path):
    done = run(tmp_path, "print(Forked(lambda: 1 / 0, 'a test').wait())")
    assert done.stdout == "1\n"
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_what_its_parent_is_about_to_write_is_written_once(tmp_path):
    done = run(tmp_path, "print('before')", "Forked(lambda: print('in it'), 'a test').wait()")
    assert done.stdout == "before\nin it\n"


def test_it_holds_no_file_of_its_parent_and_reads_nothing(tmp_path):
    done = run(
        tmp_path,
        "lock = open(os.environ['VAR_DIR'] + '/lock', 'w')",
        "see = lambda: print(sorted(map(int, os.listdir('/dev/fd'))), os.read(0, 1))",
        "Forked(see, 'a test').wait()",
    )
    assert done.stdout == "[0, 1, 2, 3] b''\n"  # 3 is the list itself


def test_it_has_a_group_and_a_title_of_its_own(tmp_path):
    done = run(
        tmp_path,
        "title = lambda: Path('/proc/self/cmdline').read_bytes().rstrip(b'\\0').decode()",
        "see, before = lambda: print(os.getsid(0) == os.getpid(), title()), title()",
        "Forked(see, 'roadhouse: a test').wait()",
        "print(title() == before)",
    )
    assert done.stdout == "True roadhouse: a test\nTrue\n"


def test_signals_do_in_it_what_they_do_in_a_new_process(tmp_path):
    done = run(
        tmp_path,
        "numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)",
        "for each in numbers: signal.signal(each, lambda *_: None)",
        "see = lambda: print(*map(signal.getsignal, numbers), signal.pthread_sigmask(0, ()))",
        "Forked(see, 'a test').wait()",
    )
    usual = signal.default_int_handler, signal.SIG_DFL, signal.SIG_DFL
    assert done.stdout.split() == [*" ".join(map(str, usual)).split(), "set()"]


def test_it_is_waited_for_and_stopped_as_a_subprocess_is(tmp_path):
    done = run(
        tmp_path,
        "child = Forked(lambda: time.sleep(60), 'a test')",
        "try: child.wait(0.0)",
        "except subprocess.TimeoutExpired: print('it runs', child.poll())",
        "child.terminate()",
        "print(child.wait(), child.poll())",
    )
    assert done.stdout == "it runs None\n-15 -15\n"


def test_it_ends_when_its_parent_is_killed(tmp_path):
    done = run(
        tmp_path,
        "child = Forked(lambda: Forked(lambda: time.sleep(60), 'a test').wait(), 'a test')",
        "tree = f'/proc/{child.pid}/task/{child.pid}/children'",
        "while not (found := Path(tree).read_text().split()): time.sleep(0.01)",
        "time.sleep(0.5)",
        "child.send_signal(signal.SIGKILL)",
        "child.wait()",
        "end = time.monotonic() + 30",
        "state = lambda: Path(f'/proc/{found[0]}/stat').read_text().split()[2]",
        "try:",
        "    while state() != 'Z' and time.monotonic() < end: time.sleep(0.01)",
        "except OSError: pass",
        "print(time.monotonic() < end)",
    )
    assert done.stdout == "True\n"


def test_a_process_with_threads_is_not_copied(tmp_path):
    done = run(
        tmp_path,
        "threading.Thread(target=time.sleep, args=(0.2,)).start()",
        "try: Forked(print, 'a test')",
        "except RuntimeError as error: print(error)",
    )
    assert done.stdout == "The child would lack the threads of this process.\n"


LOADED = """
import os, threading
from config.running import own_process
own_process.set_up_process()
before = os.listdir("/dev/fd")
from config.running import project
project.load()
from django.db import connections
open_ones = [each for each in connections.all(initialized_only=True) if each.connection]
from config.celery import app
pools = [app.__dict__.get("pool"), app.amqp.__dict__.get("producer_pool")]
print(threading.active_count(), os.listdir("/dev/fd") == before, open_ones, pools)
"""


@pytest.mark.slow
def test_the_loaded_project_has_no_thread_file_or_connection(tmp_path):
    """Whatever it had, its copies would share."""
    done = run_python(tmp_path, "-c", LOADED)
    assert done.stdout == "1 True [] [None, None]\n", done.stderr
