"""What followers of the feed cost: `python -m bench.followers [FOLLOWERS]`.

Starts the process that serves them on a database of its own, lets them follow, and writes changes.
"""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import django
from django.core.management import call_command

from bench.memory import pss
from config.broker import free_port
from tests.paths import ROOT

EVENTS, SECONDS = 100, 10.0  # one change each tenth of a second
MB, TICKS = 2**20, os.sysconf("SC_CLK_TCK")


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def wait_for_port(port: int) -> None:
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)


async def follow(port: int, seen: list[str]) -> None:
    """Count the changes that come."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /follow/ HTTP/1.1\r\nHost: x\r\n\r\n")
    while line := await reader.readline():
        if line.startswith(b"event: "):
            seen.append(line.decode())


def write_changes() -> None:
    from tournaments.models import Change
    from tournaments.services.feed.numbering import number_changes

    for _each in range(EVENTS):
        Change.objects.create(kind="rating_list", action="list.published", pool="tak")
        number_changes()
        time.sleep(SECONDS / EVENTS)


async def measure(pid: int, port: int, followers: int) -> None:
    print(f"no follower: {pss(pid) / MB:.0f} MB")
    seen: list[str] = []
    following = [asyncio.create_task(follow(port, seen)) for _each in range(followers)]
    await asyncio.sleep(3)
    before = processor_seconds(pid)
    await asyncio.sleep(SECONDS)
    quiet = (processor_seconds(pid) - before) / SECONDS
    print(f"{followers} followers: {pss(pid) / MB:.0f} MB, {quiet:.1%} of a core while quiet")
    before = processor_seconds(pid)
    await asyncio.to_thread(write_changes)
    await asyncio.sleep(3)
    busy = processor_seconds(pid) - before
    print(f"{EVENTS} changes to each: {len(seen)} events, {busy:.2f} s of processor time")
    print(f"after that: {pss(pid) / MB:.0f} MB")
    for task in following:
        task.cancel()


def main(followers: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VAR_DIR=folder, DATABASE_URL="", REDIS_URL="", FOLLOWERS=str(followers))
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("createcachetable")
        port = free_port()
        environment = {**os.environ, "FOLLOW_PORT": str(port)}
        environment.pop("DJANGO_SETTINGS_MODULE")
        command = [sys.executable, "-m", "config.running", "follow"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment)
        try:
            wait_for_port(port)
            asyncio.run(measure(process.pid, port, followers))
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 100)
