"""Files of archives, as commands read and write them."""

import os
from pathlib import Path

from django.core.management.base import CommandError

from games.archive.format import MAX_BYTES


def read_archive_file(path: Path) -> bytes:
    """:raises CommandError: there is no such file (exit code 2), or it is too large (1)."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise CommandError(f"{path}: it is too large.", returncode=1)
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=2) from error


def write_archive_file(path: Path, data: bytes) -> None:
    """Write a file whole, for its owner alone: it holds names.

    :raises CommandError: it cannot be written (exit code 2).
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=2) from error
