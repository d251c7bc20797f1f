"""`python -m tests.controls [APP.MODEL...]`: takes away one lock after another and runs the tests
of what happens at once. Prints which of them fail; a lock without any has no control.

On PostgreSQL (DATABASE_URL), since SQLite has one lock for all writers. Races are a matter of
chance: a lock is tried several times until a test fails.
"""

import re
import subprocess
import sys

from tests.paths import ROOT

TRIES = 3
TESTS = ["tests/flows/races"]
LOCKED = (
    "tournaments.Event", "tournaments.Round", "tournaments.GameSlot", "tournaments.Player",
    "tournaments.Club", "tournaments.JournalHead", "tournaments.FeedState", "games.Game",
    "games.WagerAccount", "ratings.Pool",
)  # fmt: skip
FAILED = re.compile(r"^(?:FAILED|ERROR) \S+::(\w+)", re.MULTILINE)


def main() -> int:
    without_control = 0
    for label in sys.argv[1:] or LOCKED:
        failed = failing_without(label)
        without_control += not failed
        print(f"{label}: {', '.join(failed) or 'no test fails'}", flush=True)
    return int(bool(without_control))


def failing_without(label: str) -> list[str]:
    for _ in range(TRIES):
        command = [
            sys.executable, "-m", "pytest", "-n", "0", "-q", "--create-db", "-p",
            "tests.controls.without_lock", f"--without-lock={label}", *TESTS,
        ]  # fmt: skip
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if found := sorted(set(FAILED.findall(done.stdout))):
            return found
    return []


if __name__ == "__main__":
    sys.exit(main())
