"""Strikes at the processes of the service: ended, hung, doubled, with a wrong clock."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from tests.faults.clock import Clock, compiler
from tests.faults.strikes.acting import (
    LONG_SECONDS,
    OUTAGE_SECONDS,
    Act,
    Strike,
    Struck,
    kill,
    stopped,
)
from tests.paths import ROOT

# Parts of the titles of processes (config/running/forks.py).
ANY_WORKER = "roadhouse: worker"
WORKER = (f"{ANY_WORKER} with beat",)
RATINGS_WORKER = (f"{ANY_WORKER} of ratings",)
WEB = ("roadhouse: web server",)


def kill_first(*words: str) -> Act:
    """Kill the main process of a program."""
    return lambda struck: kill(struck.world.processes(*words)[:1])


def kill_children(*words: str) -> Act:
    return lambda struck: kill(struck.world.processes(*words)[1:])


def kill_all(struck: Struck) -> None:
    kill(struck.world.processes(*WEB))
    kill(struck.world.processes(ANY_WORKER))


def kill_often(*words: str) -> Act:
    """Kill a program again and again, each time as soon as it is there."""

    def act(struck: Struck) -> None:
        for _ in range(3):
            kill(struck.world.processes(*words))
            time.sleep(struck.random.uniform(1, 3))

    return act


def kill_any(struck: Struck) -> None:
    """Twenty times one process of web or workers, whatever it does at that moment."""
    for _ in range(20):
        running = [*struck.world.processes(*WEB), *struck.world.processes(ANY_WORKER)]
        if running:
            kill([struck.random.choice(running)])
        time.sleep(struck.random.uniform(0.2, 1.5))


def hang_workers(struck: Struck) -> None:
    pids = struck.world.processes(ANY_WORKER)
    with stopped(pids):
        time.sleep(LONG_SECONDS)


def add_second_beat(struck: Struck) -> None:
    schedule = f"--schedule={struck.world.var_dir / 'beat-2'}"
    command = [sys.executable, "-m", "celery", "-A", "config", "beat", schedule, "--pidfile="]
    env, none = struck.world.env, subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=none, stderr=none)
    time.sleep(3 * OUTAGE_SECONDS)
    process.terminate()
    process.wait()


def migrate_twice_and_be_killed(struck: Struck) -> None:
    def migrate(seconds: float) -> None:
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        process = subprocess.Popen(command, cwd=ROOT, env=struck.world.env)
        time.sleep(seconds)
        process.kill()
        process.wait()

    with ThreadPoolExecutor(3) as hands:
        list(hands.map(migrate, [struck.random.uniform(1, 5) for _ in range(3)]))


def set_clock_wrong(struck: Struck) -> None:
    """Restart with a clock that is two hours ahead, then two hours behind, then right."""
    clock = Clock(struck.world.folder / "clock")
    struck.world.restart(clock.env)
    for hours in (2, -2, 0):
        clock.set_hours(hours)
        time.sleep(OUTAGE_SECONDS)
    struck.world.restart()


STRIKES: dict[str, Strike] = {
    "web": Strike("the web server is killed", kill_first(*WEB)),
    "web_children": Strike("the processes of the web server are killed", kill_children(*WEB)),
    "worker": Strike("the worker of standings and beat is killed", kill_first(*WORKER)),
    "worker_children": Strike("its processes are killed", kill_children(*WORKER)),
    "ratings_worker": Strike("the worker of ratings is killed", kill_first(*RATINGS_WORKER)),
    "worker_often": Strike("the worker is killed three times in a row", kill_often(*WORKER)),
    "all_processes": Strike("web server and workers are killed at once", kill_all),
    "workers_hang": Strike("no worker takes anything for a minute", hang_workers),
    "any_process": Strike("one process after another is killed, twenty by chance", kill_any),
    "two_beats": Strike("two beats run for half a minute", add_second_beat),
    "migrations": Strike("three migrations at once are killed", migrate_twice_and_be_killed),
    "clock": Strike(
        "the clock is two hours ahead, then back",
        set_clock_wrong,
        missing="" if compiler() else "no compiler of C is installed (Debian: gcc)",
    ),
}
