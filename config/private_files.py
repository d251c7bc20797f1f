"""Folders and files that only their owner may read: the database, the keys, the broker's files."""

from pathlib import Path

OWNER_ONLY_FOLDER, OWNER_ONLY_FILE = 0o700, 0o600


def make_private_folder(path: Path) -> None:
    """Make the folder, or close one of ours that others could open."""
    path.mkdir(parents=True, exist_ok=True, mode=OWNER_ONLY_FOLDER)
    _close(path, OWNER_ONLY_FOLDER)


def make_private_file(path: Path) -> None:
    """Make an empty file, or close one of ours; SQLite gives its side files the same mode."""
    path.touch(mode=OWNER_ONLY_FILE)
    _close(path, OWNER_ONLY_FILE)


def _close(path: Path, mode: int) -> None:
    try:
        if path.stat().st_mode & 0o777 != mode:
            path.chmod(mode)
    except PermissionError:
        pass  # somebody else's folder, such as one that a service manager made: theirs to close
