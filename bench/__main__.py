"""Run every benchmark of this folder: each module's `figures()` gives (what, measured, peer).

`python -m bench list` prints the others, which want a server, a service or much time.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench

# Not run by `make bench`: what each wants.
APART = {
    "python -m bench.scale_bench append --large": "minutes: one game more in large lists",
    "python -m bench.scale_bench rows": "a minute: bytes of the ledger",
    "python -m bench.scale_bench stored": "a minute: bytes of a game of an event",
    "python -m bench.scale_bench pages": "minutes: pages rendered after a result, by entries",
    "python -m bench.scale_bench standings pairing replay --large": "minutes: the larger sizes",
    "python -m bench.rating_database 100000": "minutes: a list rated from scratch",
    "python -m bench.imports_bench 100000": "four minutes of a core: a large import",
    "python -m bench.watchers_bench 100": "a minute: open pages of one event, by their number",
    "python -m bench.followers 1000": "who follows the feed",
    "python -m bench.load.servers": "PostgreSQL: what a request and a result cost the servers",
    "python -m bench.load.workers": "PostgreSQL: jobs a second of 1 to 8 workers of a queue",
    "python -m bench.load.fill": "PostgreSQL, Redis, locust: see bench/load/locustfile.py",
    "python -m bench.memory PID": "a running service: its memory",
}


def main() -> None:
    if sys.argv[1:] == ["list"]:
        list_apart()
        return
    print(f"{'figure':<52}{'measured':>24}  {'beside'}")
    for module in sorted(pkgutil.iter_modules(bench.__path__), key=lambda found: found.name):
        if module.name.endswith("_bench"):
            for what, measured, beside in importlib.import_module(f"bench.{module.name}").figures():
                print(f"{what:<52}{measured:>24}  {beside}", flush=True)
    print("\nNot run here:")
    list_apart()


def list_apart() -> None:
    for command, what in APART.items():
        print(f"{command:<62}{what}")


if __name__ == "__main__":
    main()
