"""`manage.py doctor` says what to do, and fails for failures only."""

import io
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.utils import timezone

from config.doctor import database, machine, processes
from config.doctor.findings import Level
from config.environment import QUEUES
from config.health import heartbeats
from tournaments.models import FailedTask

pytestmark = pytest.mark.django_db


@pytest.fixture
def whole(settings, tmp_path):
    """A service with which all is well, but for mail and backups, which are not set."""
    settings.VAR_DIR = tmp_path
    for name in ("SECRET_KEY_FILE", "SIGNING_KEY_FILE"):
        path = tmp_path / name.lower()
        path.touch(mode=0o600)
        setattr(settings, name, path)
    heartbeats.note_alive([*QUEUES, heartbeats.BEAT])
    settings.MAIL, settings.BACKUP_DIR = False, None
    return tmp_path


def levels(found) -> set[tuple[str, str]]:
    return {(finding.level.value, finding.subject) for finding in found}


def run() -> str:
    out = io.StringIO()
    call_command("doctor", stdout=out)
    return out.getvalue()


def test_warnings_are_no_failure(whole):
    said = run()
    assert "warning  mail: no server. Set EMAIL_HOST" in said
    assert "warning  backups: none are made by night. Set BACKUP_DIR" in said
    assert "ok       migrations: all applied" in said
    assert "Failures: 0, warnings: " in said


def test_a_failure_ends_it_with_1(whole, settings):
    settings.SECRET_KEY = "short"
    with pytest.raises(CommandError, match="Failures: 1") as failed:
        run()
    assert failed.value.returncode == 1


def test_a_file_that_others_can_read_is_named(whole):
    (whole / "secret_key_file").chmod(0o644)
    (finding,) = machine.check_files()
    assert finding.level is Level.FAILURE
    assert f"chmod 600 {whole / 'secret_key_file'}" in finding.advice


@pytest.mark.parametrize(("local", "level"), [(True, "warning"), (False, "failure")])
def test_without_workers_a_public_server_fails(whole, settings, local, level):
    settings.ON_ONE_MACHINE = local
    cache.clear()
    assert {(level, "workers"), (level, "beat")} <= levels(processes.check_processes())


def test_a_mail_server_that_is_down_is_a_failure(whole, settings):
    settings.MAIL, settings.EMAIL_HOST, settings.EMAIL_PORT = True, "127.0.0.1", 1
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert levels(machine.check_mail()) == {("failure", "mail")}


def test_an_old_backup_is_a_failure_and_a_new_one_is_fine(whole, settings):
    settings.BACKUP_DIR, settings.BACKUP_RECIPIENTS = whole, ("age1abc",)
    assert levels(machine.check_backups()) == {("warning", "backups")}
    for days, level in ((2, "failure"), (0, "ok")):
        at = timezone.now() - timedelta(days=days)
        (whole / f"roadhouse-{at:%Y%m%d-%H%M%S}.backup.age").touch()
        assert levels(machine.check_backups()) == {(level, "backups")}


def test_failing_tasks_are_counted(whole):
    now = timezone.now()
    FailedTask.objects.create(
        name="a", failures=1, first_failed_at=now, failed_at=now, retry_at=now
    )
    assert ("warning", "tasks") in levels(database.check_work())


def test_little_space_is_said(whole, monkeypatch):
    monkeypatch.setattr(machine, "LITTLE_SPACE", 10**18)
    assert levels(machine.check_disk()) == {("warning", "disk")}
    monkeypatch.setattr(machine, "NO_SPACE", 10**18)
    assert levels(machine.check_disk()) == {("failure", "disk")}
