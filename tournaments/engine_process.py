"""Runs the Swiss engine in a child process with time and memory limits.

The child (`pairing_child`) and everything it started are killed when time is up, when the pairing
is cancelled and when this process fails. Its answer is validated before it is used.
"""

from __future__ import annotations

import json
import math
import os
import resource
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournaments.errors import DomainError
from tournaments.pairing.interface import RunEngine
from tournaments.pairing.swiss.report import players_and_next_round

PROJECT_ROOT = Path(__file__).resolve().parent.parent
POLL_SECONDS = 0.2  # the longest delay before a cancel or the end of the child is noticed
MAX_LINE_BYTES = 4096  # of what the child prints; a longer one is no progress line
MAX_ANSWER_BYTES = 64 * 1024**2  # bytes; the answer for 1,000 players has less than one million

_answering: ContextVar[RunEngine | None] = ContextVar("engine", default=None)

FAILURES = {
    "late": _("it took longer than {seconds} seconds"),
    "died": _("it broke off with exit code {exit_code}"),
    "malformed": _("its answer made no sense"),
}


class PairingEngineFailed(DomainError):
    """The engine failed, not the tournament; `reason` is a key of FAILURES."""

    code = "pairing_engine_failed"
    kind = "unavailable"
    message = _(
        "The pairing program gave no round: {why}. Nothing was changed. Try again, or pair the "
        "round by hand."
    )

    def __init__(self, reason: str, **details: object) -> None:
        why = str(FAILURES[reason]).format(**details)
        super().__init__(reason=reason, why=why, **details)


class PairingCancelled(DomainError):
    code = "pairing_cancelled"
    message = _("The pairing was cancelled. Nothing was changed.")


@contextmanager
def answered_by(engine: RunEngine) -> Iterator[None]:
    """Have this engine pair meanwhile, in this process and without limits: for small rounds."""
    token = _answering.set(engine)
    try:
        yield
    finally:
        _answering.reset(token)


def run_engine(report: str, *, meetings: int = 1, exact: bool = False) -> Mapping[str, Any]:
    """Pair the round after the last one of a report, within the usual limits.

    :raises PairingEngineFailed: the engine was late, died or gave an invalid answer.
    """
    return limited_engine()(report, meetings=meetings, exact=exact)


def limited_engine(
    *,
    on_progress: Callable[[int], None] | None = None,
    keep_going: Callable[[], bool] | None = None,
    time_limit_seconds: float = 120,
    memory_bytes: int = 2 * 1024**3,
    command: Sequence[str] = (),
) -> RunEngine:
    """An engine that reports its progress in percent and stops once `keep_going` returns False.

    The time limit holds for each call, in wall time and in processor time. The engine raises
    PairingEngineFailed, or PairingCancelled if `keep_going` stopped it. command: what is run
    instead of PAIRING_COMMAND of the settings.
    """
    return _answering.get() or _LimitedEngine(
        on_progress or (lambda percent: None),
        keep_going or (lambda: True),
        time_limit_seconds,
        memory_bytes,
        tuple(command or settings.PAIRING_COMMAND),
    )


@dataclass(frozen=True, slots=True)
class _LimitedEngine:
    on_progress: Callable[[int], None]
    keep_going: Callable[[], bool]
    time_limit_seconds: float
    memory_bytes: int
    command: tuple[str, ...]

    def __call__(self, report: str, *, meetings: int = 1, exact: bool = False) -> Mapping[str, Any]:
        request = {"report": report, "meetings": meetings, "exact": exact}
        with tempfile.TemporaryFile() as request_file, tempfile.TemporaryFile() as answer_file:
            request_file.write(json.dumps(request).encode())
            request_file.seek(0)
            with self._child(request_file, answer_file) as child:
                self._watch(child)
            if child.returncode:
                raise PairingEngineFailed("died", exit_code=child.returncode)
            answer_file.seek(0)
            return _validated_answer(answer_file.read(), report)

    @contextmanager
    def _child(
        self, request_file: IO[bytes], answer_file: IO[bytes]
    ) -> Iterator[subprocess.Popen[bytes]]:
        """The running child with its limits; its process group is killed on exit."""
        child = subprocess.Popen(
            self.command,
            stdin=request_file,
            stdout=answer_file,
            stderr=subprocess.PIPE,
            cwd=PROJECT_ROOT,
            env={"PATH": os.defpath, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
            start_new_session=True,
        )
        try:
            self._limit(child.pid)
            yield child
        finally:
            if child.returncode is None:
                with suppress(ProcessLookupError):
                    os.killpg(child.pid, signal.SIGKILL)
                child.wait()
            assert child.stderr is not None
            child.stderr.close()

    def _limit(self, pid: int) -> None:
        seconds = math.ceil(self.time_limit_seconds) + 1
        limits = {
            resource.RLIMIT_AS: self.memory_bytes,
            resource.RLIMIT_CPU: seconds,
            resource.RLIMIT_FSIZE: MAX_ANSWER_BYTES,
            resource.RLIMIT_CORE: 0,
        }
        with suppress(ProcessLookupError):
            for what, most in limits.items():
                resource.prlimit(pid, what, (most, most))

    def _watch(self, child: subprocess.Popen[bytes]) -> None:
        """Wait for the child and forward its progress.

        :raises PairingEngineFailed: the time is up. :raises PairingCancelled: `keep_going` said so.
        """
        assert child.stderr is not None
        source, line = child.stderr.fileno(), b""
        deadline = time.monotonic() + self.time_limit_seconds
        while child.poll() is None:
            if time.monotonic() > deadline:
                raise PairingEngineFailed("late", seconds=round(self.time_limit_seconds))
            if not self.keep_going():
                raise PairingCancelled
            if select.select([source], [], [], POLL_SECONDS)[0]:
                chunk = os.read(source, MAX_LINE_BYTES)
                if not chunk:  # closed: the child is about to end
                    time.sleep(POLL_SECONDS / 10)
                *lines, line = (line[-MAX_LINE_BYTES:] + chunk).split(b"\n")
                for percent in filter(None, map(_read_progress, lines)):
                    self.on_progress(percent)


def _read_progress(line: bytes) -> int | None:
    """The percentage in a progress line; None for any other line."""
    try:
        percent = json.loads(line)["progress"]
    except (ValueError, KeyError, TypeError):
        return None
    return percent if isinstance(percent, int) and 0 <= percent <= 100 else None


def _validated_answer(text: bytes, report: str) -> Mapping[str, Any]:
    """The decoded answer to this report.

    :raises PairingEngineFailed: not JSON, wrong round, or unknown players.
    """
    players, number = players_and_next_round(report)
    try:
        answer = json.loads(text)
        sound = answer["round"] == number and isinstance(answer["engine"], str)
        if "refused" in answer:
            sound = sound and isinstance(answer["refused"], str)
        else:
            sound = sound and _is_matching(answer["pairs"], players)
            sound = sound and all(map(_is_bracket, answer["brackets"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        sound = False
    if not sound:
        raise PairingEngineFailed("malformed")
    result: Mapping[str, Any] = answer
    return result


def _is_matching(pairs: Sequence[Sequence[int]], players: frozenset[int]) -> bool:
    """Whether nobody is paired twice and at most one player has the bye (opponent 0)."""
    seated = [number for first, second in pairs for number in (first, second)]
    seen = set(seated)
    byes = seated.count(0)
    return (
        seen <= players | {0}
        and byes == sum(second == 0 for _first, second in pairs) <= 1
        and len(seated) == len(seen)
    )


def _is_bracket(bracket: Mapping[str, Any]) -> bool:
    return (
        isinstance(bracket["score_x2"], int)
        and all(isinstance(bracket[key], list) for key in ("competitors", "pairs", "downfloaters"))
        and all(len(pair) == 4 for pair in bracket["pairs"])
        and isinstance(bracket["quality"], dict)
    )
