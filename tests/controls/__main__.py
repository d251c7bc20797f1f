"""`python -m tests.controls [APP.MODEL...]`: takes away one lock after another and runs tests of
what happens at once, until one fails. A lock without which none fails has no control.

On PostgreSQL (DATABASE_URL), since SQLite has one lock for all writers. Races are a matter of
chance, so each test is tried several times.
"""

import re
import subprocess
import sys

from tests.paths import ROOT

TRIES = 3
RACES = "tests/flows/races"
TESTS = {
    "tournaments.Event": f"{RACES}/test_races.py",
    "tournaments.Round": f"{RACES}/test_rounds_at_once.py",
    "tournaments.GameSlot": f"{RACES}/test_races_at_a_table.py",
    "tournaments.Player": f"{RACES}/test_people_at_once.py",
    "tournaments.Club": "tests/flows/security/test_invited.py",
    "tournaments.JournalHead": f"{RACES}/test_journal_at_once.py",
    "tournaments.FeedState": f"{RACES}/test_changes_at_once.py",
    "games.Game": f"{RACES}/test_people_at_once.py",
    "ratings.Pool": f"{RACES}/test_ratings_races.py",
    "config.Invitation": "tests/flows/security/test_invited.py",
}
FAILED = re.compile(r"^(?:FAILED|ERROR) \S+::(\w+)", re.MULTILINE)


def main() -> int:
    found = {label: failing_without(label) for label in sys.argv[1:] or TESTS}
    return int(None in found.values())


def failing_without(label: str) -> str | None:
    """The first test that fails without the lock."""
    command = [
        sys.executable, "-m", "pytest", "-n", "0", "-q", "-x", "--create-db", "-p",
        "tests.controls.without_lock", f"--without-lock={label}", TESTS[label],
    ]  # fmt: skip
    for _ in range(TRIES):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if found := FAILED.search(done.stdout):
            print(f"{label}: {found[1]} fails", flush=True)
            return found[1]
    print(f"{label}: no test fails", flush=True)
    return None


if __name__ == "__main__":
    sys.exit(main())
