"""Folders and files that only their owner can read: the database, keys, broker files."""

from pathlib import Path

OWNER_ONLY_FOLDER, OWNER_ONLY_FILE = 0o700, 0o600


def make_private_folder(path: Path) -> None:
    """Create the folder, or restrict the mode of an existing one."""
    path.mkdir(parents=True, exist_ok=True, mode=OWNER_ONLY_FOLDER)
    _restrict_mode(path, OWNER_ONLY_FOLDER)


def make_private_file(path: Path) -> None:
    """Create an empty file, or restrict its mode. SQLite copies it to its side files."""
    path.touch(mode=OWNER_ONLY_FILE)
    _restrict_mode(path, OWNER_ONLY_FILE)


def _restrict_mode(path: Path, mode: int) -> None:
    try:
        if path.stat().st_mode & 0o777 != mode:
            path.chmod(mode)
    except PermissionError:
        pass  # owned by another user, such as a service manager
