"""A small disk in memory, which a test can fill. Only root may mount one."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

MEGABYTES = 400


class Disk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        options = f"size={MEGABYTES}m,mode=755"
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        subprocess.run(command, check=True, capture_output=True)

    @contextmanager
    def filled(self) -> Iterator[None]:
        """As long as it lasts, no page of it is free."""
        path = self.folder / "full"
        try:
            with path.open("wb", buffering=0) as file:
                for block in (1 << 20, os.sysconf("SC_PAGE_SIZE")):
                    with suppress(OSError):
                        while True:
                            file.write(bytes(block))
            yield
        finally:
            path.unlink()

    def close(self) -> None:
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


@cache
def can_mount() -> bool:
    with tempfile.TemporaryDirectory(prefix="mount-") as folder:
        try:
            Disk(Path(folder)).close()
        except (OSError, subprocess.CalledProcessError):
            return False
    return True
