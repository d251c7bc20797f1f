"""Forks a pairing child for each Swiss round of the tests, so that none imports the engine again.

The child does what `tournaments.pairing_child` does; only its start is cheaper.
`python -m tests.processes.pairing_server N` accepts clients on the listening socket N until its
standard input ends.
"""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.paths import ROOT
from tournaments import pairing_child

CLIENT = Path(__file__).with_name("pairing_client.py")


@contextmanager
def pairing_server(address: Path) -> Iterator[tuple[str, ...]]:
    """A running server; gives the command that pairs a round with it."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(address))
        listening.listen(32)
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.processes.pairing_server", str(listening.fileno())],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            pass_fds=[listening.fileno()],
        )
    try:
        yield (sys.executable, "-I", "-S", str(CLIENT), str(address))
    finally:
        server.communicate()


def serve(listening: socket.socket) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the children
    while sys.stdin not in select.select([listening, sys.stdin], [], [])[0]:
        client, _address = listening.accept()
        if os.fork() == 0:
            _pair(client)
        client.close()


def _pair(client: socket.socket) -> None:
    """In the forked child: read and write where the client would."""
    code = b"1"
    try:
        _message, files, _flags, _sender = socket.recv_fds(client, 1, 3)
        for number, file in enumerate(files):
            os.dup2(file, number)
        pairing_child.main()
        sys.stderr.flush()
        code = b"0"
    finally:
        client.send(code)
        os._exit(0)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
