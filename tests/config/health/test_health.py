"""Probes are answered whatever the host they name, and within two seconds whatever hangs."""

import threading

import pytest
from django.conf import settings as project
from django.core.cache import cache
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings

from config.health import checks, heartbeats
from config.health.checks import HANGS, OK, Check, Unfit

QUEUES = ["bulk", "pairing", "ratings", "standings", "webhooks"]


@pytest.fixture
def by_address(settings):
    """A probe of a public server that names only an address, without https."""
    settings.ALLOWED_HOSTS = ["tak.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    return Client(headers={"Host": "10.0.0.7:8000"})


def test_healthz_needs_no_database_no_host_and_no_https(by_address):
    answer = by_address.get("/healthz")  # a query would fail: the test has no database
    assert (answer.status_code, answer.json()) == (200, {"status": OK})
    assert answer["Cache-Control"] == "no-store"
    assert by_address.post("/healthz").status_code == 405
    assert by_address.get("/events/").status_code == 400


@pytest.mark.django_db
def test_readyz_names_what_fails(by_address):
    cache.clear()
    answer = by_address.get("/readyz")
    assert answer.status_code == 503
    said = answer.json()
    assert list(said) == ["status", "database", "migrations", "broker", "workers", "beat"]
    assert said["status"] == "unready"
    assert said["workers"] == "fails: no worker for bulk, pairing, ratings, standings, webhooks"
    assert said["beat"] == "fails: no heartbeat"


def test_a_worker_is_alive_for_its_queues():
    heartbeats.note_alive(["standings", heartbeats.BEAT])
    assert heartbeats.find_lost(QUEUES) == ["bulk", "pairing", "ratings", "webhooks"]
    assert heartbeats.find_lost([heartbeats.BEAT]) == []
    cache.clear()
    assert heartbeats.find_lost([heartbeats.BEAT]) == [heartbeats.BEAT]


def test_a_check_that_hangs_is_named_and_not_begun_again():
    begun, over = [], threading.Event()

    def hang():
        begun.append(1)
        over.wait(20)

    check = Check(hang)
    for _ in range(3):
        check.begin()
        assert check.wait(0.02) == HANGS
    over.set()
    assert check.wait(20) == OK
    assert begun == [1]
    check.begin()
    assert check.wait(20) == OK
    assert begun == [1, 1]


def test_a_part_that_is_unfit_says_why():
    def fail():
        raise Unfit("3 to apply")

    check = Check(fail)
    check.begin()
    assert check.wait(20) == "fails: 3 to apply"


@pytest.mark.skipif(project.REDIS_URL != "", reason="it is the check of the broker in files")
def test_a_broker_in_files_is_written_to(tmp_path):
    queue = tmp_path / "queue"
    with override_settings(CELERY_BROKER_TRANSPORT_OPTIONS={"data_folder_out": str(queue)}):
        checks.check_broker()
        assert not list(tmp_path.iterdir())
        queue.mkdir()
        queue.with_name("ready").mkdir()
        with pytest.raises(OSError, match="Is a directory"):
            checks.check_broker()


@pytest.mark.django_db
def test_a_migration_that_is_not_applied_is_counted():
    checks.check_migrations()
    MigrationRecorder.Migration.objects.filter(app="games", name="0001_initial").delete()
    with pytest.raises(Unfit, match="1 to apply"):
        checks.check_migrations()
