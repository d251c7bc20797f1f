"""A clock that a strike sets for the processes of the service: `clock.c`, loaded before libc."""

import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".c")
WORD_BYTES = 8


def compiler() -> str | None:
    return shutil.which("gcc") or shutil.which("cc")


class Clock:
    """env: a process that has it reads this clock."""

    def __init__(self, folder: Path) -> None:
        self._offset, library = folder / "offset", folder / "clock.so"
        folder.mkdir()
        self.set_hours(0)
        command = [str(compiler()), "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE)]
        subprocess.run(command, check=True)
        self.env = {"LD_PRELOAD": str(library), "CLOCK_OFFSET_FILE": str(self._offset)}

    def set_hours(self, hours: int) -> None:
        """Hours from the right time. In place: processes have mapped the file."""
        seconds = (hours * 3600).to_bytes(WORD_BYTES, "little", signed=True)
        if self._offset.exists():
            with self._offset.open("r+b") as file:
                file.write(seconds)
        else:
            self._offset.write_bytes(seconds)
