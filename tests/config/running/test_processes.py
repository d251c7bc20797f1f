"""Processes that end by themselves are started again, later and later while they fail at once."""

import signal
import sys
import time

import pytest

from config.running.processes import (
    LONGEST_PAUSE_SECONDS,
    CannotRun,
    Program,
    Service,
    pause_before,
)

SLEEPER = Program("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"])
FAILS_AT_ONCE = Program("failure", [sys.executable, "-c", "raise SystemExit(3)"])
PATIENCE_SECONDS = 30


@pytest.fixture
def service(monkeypatch):
    monkeypatch.setattr("config.running.processes.FIRST_PAUSE_SECONDS", 0.01)
    made = Service()
    yield made
    made.stop()


def watch_until(service, done):
    end = time.monotonic() + PATIENCE_SECONDS
    while not done():
        assert time.monotonic() < end
        service.restart_ended()
        time.sleep(0.01)


def test_a_killed_process_is_started_again(service, capsys):
    service.start(SLEEPER)
    [watched] = service.watched
    killed = watched.process
    killed.send_signal(signal.SIGKILL)
    watch_until(service, lambda: watched.process is not killed)
    assert watched.process.poll() is None
    assert "THE SLEEPER ENDED BY ITSELF (exit code -9)" in capsys.readouterr().err


def test_one_that_fails_at_its_start_is_started_less_and_less_often(service, capsys):
    service.start(FAILS_AT_ONCE)
    [watched] = service.watched
    watch_until(service, lambda: watched.failed_starts == 6)
    said = capsys.readouterr().err
    assert "5 times in a row soon after its start; it is started again in 0.04 s" in said
    assert "6 times in a row soon after its start; it is started again in 0.08 s" in said


def test_one_that_has_run_for_long_is_started_at_once(service, monkeypatch):
    monkeypatch.setattr("config.running.processes.SETTLED_SECONDS", 0.0)
    service.start(FAILS_AT_ONCE)
    [watched] = service.watched
    first = watched.process
    watch_until(service, lambda: watched.process is not first)
    assert watched.failed_starts == 0


def test_pauses_double_from_the_fourth_up_to_a_minute():
    pauses = [pause_before(failed) for failed in range(15)]
    assert pauses[:7] == [0.5, 0.5, 0.5, 0.5, 1.0, 2.0, 4.0]
    assert pauses[-1] == LONGEST_PAUSE_SECONDS == max(pauses)


def test_before_the_service_is_open_an_end_is_an_error(service):
    service.start(FAILS_AT_ONCE)
    service.watched[0].process.wait()
    with pytest.raises(CannotRun, match=r"The failure ended by itself \(exit code 3\)"):
        service.require_alive()
