"""Health checks of containers: `python -m config.running.probe`, with an address that has to
answer, or with the names of queues or `beat`, whose heartbeats have to be there."""

import os
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence

SECONDS = 4


def is_answering(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=SECONDS):  # nosec  # an address of compose.yaml
            return True
    except OSError:
        return False


def are_alive(names: Sequence[str]) -> bool:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.health.heartbeats import find_lost  # needs the settings

    return not find_lost(names)


if __name__ == "__main__":
    given = sys.argv[1:]
    good = is_answering(given[0]) if given[0].startswith("http") else are_alive(given)
    sys.exit(not good)
