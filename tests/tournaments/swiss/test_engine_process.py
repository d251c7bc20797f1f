"""The engine's process: its answers are believed only when sound, and nothing of it is left."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import config.settings
from tests.tournaments.playing import make_entrants
from tournaments.engine_process import (
    PairingCancelled,
    PairingEngineFailed,
    answered_by,
    limited_engine,
    run_engine,
)
from tournaments.pairing.swiss.report import EngineInput
from tournaments.pairing_child import pair_report, run_here
from tournaments.state import Entrant, EventState, Played, Slot, SlotResult
from tournaments.trf.write import write_report

FOUR = EventState(make_entrants(4), 3)
REPORT = write_report(EngineInput(FOUR, (), "w").build_report())
SOUND = {"engine": "gacrux 0", "round": 1, "pairs": [[1, 3], [4, 2]], "brackets": []}

# The limits come from outside, a moment after the start.
LIMITED = (
    "import resource",
    "while resource.RLIM_INFINITY in resource.getrlimit(resource.RLIMIT_FSIZE): time.sleep(0.01)",
)


@pytest.fixture(autouse=True)
def _own_process(settings):
    """As in production: other tests share a server that is cheaper to start a child of."""
    settings.PAIRING_COMMAND = config.settings.PAIRING_COMMAND


def child(*lines: str) -> Sequence[str]:
    """A program in the place of the engine."""
    return (sys.executable, "-c", "\n".join(("import os, sys, time", *lines)))


def saying(said: object) -> Sequence[str]:
    text = said if isinstance(said, str) else json.dumps(said)
    return child(f"sys.stdout.write({text!r})")


def children() -> set[str]:
    """Processes of this one, the ended but unburied included."""
    found = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text()
    return set(found.split())


def test_another_engine_answers_without_a_process_of_its_own() -> None:
    broken = limited_engine(command=child("sys.exit(3)"))
    with pytest.raises(PairingEngineFailed):
        broken(REPORT)
    with answered_by(run_here):
        answered = limited_engine(command=child("sys.exit(3)"))(REPORT)
    assert answered == run_engine(REPORT)


def test_the_process_answers_like_the_engine() -> None:
    heard: list[int] = []
    assert limited_engine(on_progress=heard.append)(REPORT) == pair_report(REPORT)
    assert heard[-1] == 100
    assert run_engine(REPORT)["pairs"] == [[1, 3], [4, 2]]


def test_two_who_have_met_are_refused_and_with_two_meetings_paired() -> None:
    won = Slot(1, result=SlotResult("played", "", (2, 0)))
    two = EventState((Entrant(1), Entrant(2)), 3, 1, (Played(1, (1, 2), (won,)),))
    report = write_report(EngineInput(two, (), "w").build_report())
    assert run_engine(report)["refused"] == "no_legal_pairing"
    assert run_engine(report, meetings=2)["pairs"] == [[2, 1]]


def test_a_valid_answer_is_accepted_despite_other_output() -> None:
    noise = child(
        "print('babble', '{\"progress\": 7}', sep='\\n', file=sys.stderr)",
        f"print({json.dumps(SOUND)!r})",
    )
    heard: list[int] = []
    assert limited_engine(command=noise, on_progress=heard.append)(REPORT) == SOUND


@pytest.mark.parametrize(
    "said",
    [
        "",
        "no JSON",
        "[]",
        "[" * 100_000,
        {"round": 1},
        {**SOUND, "round": 2},
        {**SOUND, "pairs": [[1, 3], [4, 3]]},
        {**SOUND, "pairs": [[1, 3], [4, 9]]},
        {**SOUND, "pairs": [[1, 0], [2, 0]]},
        {**SOUND, "pairs": [[0, 1]]},
        {**SOUND, "pairs": [[1, 2, 3]]},
        {**SOUND, "pairs": 5},
        {**SOUND, "brackets": [{}]},
        {**SOUND, "brackets": None},
        {**SOUND, "refused": 7},
    ],
)
def test_an_invalid_answer_is_refused(said: object) -> None:
    with pytest.raises(PairingEngineFailed) as failed:
        limited_engine(command=saying(said))(REPORT)
    assert failed.value.details["reason"] == "malformed"
    assert "made no sense" in str(failed.value)


@pytest.mark.parametrize(
    ("lines", "exit_code"),
    [
        (("sys.exit(3)",), 3),
        (("raise ValueError",), 1),
        (("os.kill(os.getpid(), 9)",), -9),
        ((*LIMITED, "bytearray(2 * 1024**3)"), 1),  # more memory than it may have
        ((*LIMITED, "os.write(1, bytes(100 * 1024**2))", "sys.exit(os.write(1, b'x'))"), 1),
    ],
)
def test_the_exit_code_of_a_dead_child_is_reported(lines: tuple[str, ...], exit_code: int) -> None:
    before = children()
    with pytest.raises(PairingEngineFailed) as failed:
        limited_engine(command=child(*lines), memory_bytes=1024**3)(REPORT)
    assert failed.value.details["reason"] == "died"
    assert failed.value.details["exit_code"] == exit_code
    assert children() == before


@pytest.mark.parametrize(
    "lines",
    [
        ("time.sleep(600)",),
        ("while True: pass",),
        ("while True: print('noise', file=sys.stderr)",),
        ("os.close(2)", "time.sleep(600)"),
    ],
)
def test_a_late_child_is_killed_and_reaped(lines: tuple[str, ...]) -> None:
    before = children()
    with pytest.raises(PairingEngineFailed) as failed:
        limited_engine(command=child(*lines), time_limit_seconds=0.3)(REPORT)
    assert failed.value.details["reason"] == "late"
    assert children() == before


def test_processes_of_the_child_are_killed_too(tmp_path: Path) -> None:
    pid_file, partial = tmp_path / "pid", tmp_path / "pid.partial"
    lines = (
        "import subprocess",
        f"started = subprocess.Popen([{sys.executable!r}, '-c', 'import time; time.sleep(600)'])",
        f"open({str(partial)!r}, 'w').write(str(started.pid))",
        f"os.rename({str(partial)!r}, {str(pid_file)!r})",
        "time.sleep(600)",
    )
    with pytest.raises(PairingCancelled):
        limited_engine(command=child(*lines), keep_going=lambda: not pid_file.exists())(REPORT)
    assert is_gone(int(pid_file.read_text()))


def is_gone(pid: int) -> bool:
    """Whether a process has ended; its new parent may take a moment to bury it."""
    for _ in range(50):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


def test_a_cancel_kills_the_child() -> None:
    before, asked = children(), []

    def keep_going() -> bool:
        asked.append(True)
        return len(asked) < 3

    with pytest.raises(PairingCancelled):
        limited_engine(command=child("time.sleep(600)"), keep_going=keep_going)(REPORT)
    assert children() == before


def test_a_failing_progress_callback_kills_the_child() -> None:
    def fail(percent: int) -> None:
        raise OSError(percent)

    before = children()
    lines = ("print('{\"progress\": 5}', file=sys.stderr, flush=True)", "time.sleep(600)")
    with pytest.raises(OSError, match="5"):
        limited_engine(command=child(*lines), on_progress=fail)(REPORT)
    assert children() == before


def test_the_child_gets_a_clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "ours")
    told = {**SOUND, "engine": "none"}
    lines = ("import json", f"print(json.dumps({told!r} | {{'engine': str(dict(os.environ))}}))")
    said: Mapping[str, Any] = limited_engine(command=child(*lines))(REPORT)
    assert "SECRET_KEY" not in said["engine"]
    assert "PATH" in said["engine"]


def test_the_child_needs_no_django() -> None:
    lines = "import sys, tournaments.pairing_child; print('django' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", lines], capture_output=True, check=True, text=True)
    assert said.stdout.strip() == "False"
