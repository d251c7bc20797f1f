"""Folders that tests read files from."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Sources and real games, beside a checkout of maintainers; tests that need them skip without.
SHARED = ROOT.parent / "shared"
