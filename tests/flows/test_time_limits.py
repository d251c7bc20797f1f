"""A task that runs too long is stopped, kept for staff, rests, and stops nobody else."""

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from typing import Any

import pytest
from billiard.exceptions import SoftTimeLimitExceeded
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from redis.exceptions import RedisError

from config.celery import app
from config.worker import limits
from config.worker.limited_task import record_failure
from ratings import recompute
from ratings import services as ratings
from ratings import tasks as rating_tasks
from ratings.models import Pool
from ratings.refusals import REPLAY
from tests.builders import make_event, make_user
from tests.clients import signed_in, text_of
from tests.kept.databases import put_migrated_into
from tests.paths import ROOT
from tests.processes.environment import bare_environment
from tournaments import tasks
from tournaments.execution.leases import lease
from tournaments.models import Event, FailedTask
from tournaments.services import task_failures

PATIENCE_SECONDS = 180
NAME = "tournaments.tasks.refresh_standings"


def test_every_task_has_limits_of_its_own():
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith(("celery.", "tests."))}
    assert ours == set(limits.LIMITS)
    for name in ours:
        task: Any = app.tasks[name]
        assert (task.soft_time_limit, task.time_limit) == limits.LIMITS[name]
        assert 0 < task.soft_time_limit < task.time_limit


def key_of(what, args):
    task: Any = tasks.refresh_standings
    return task._key(what, args)


def stopped(task, *args):
    record_failure(sender=task, exception=SoftTimeLimitExceeded(), args=args)


@pytest.mark.django_db
def test_a_task_rests_twice_as_long_each_time_up_to_an_hour(time_machine):
    time_machine.move_to("2026-05-01T12:00:00Z", tick=False)
    rests = []
    for _ in range(9):
        stopped(tasks.refresh_standings, 7)
        kept = FailedTask.objects.get()
        rests.append((kept.retry_at - timezone.now()) // timedelta(minutes=1))
    assert rests == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert (kept.name, kept.subject, kept.failures) == (NAME, "7", 9)


@pytest.mark.django_db
def test_a_task_that_rests_is_not_run_and_not_sent_and_others_are(time_machine):
    time_machine.move_to("2026-05-01T12:00:00Z", tick=False)
    slow, quick = make_event(entries=2), make_event(entries=2)
    stopped(tasks.refresh_standings, slow.pk)
    assert tasks.repair_standings() == [quick.pk]
    for event in (slow, quick):
        tasks.refresh_standings.apply(args=(event.pk,))
    assert stale() == [slow.pk]
    time_machine.move_to("2026-05-01T12:01:01Z", tick=False)
    assert tasks.repair_standings() == [slow.pk]
    tasks.refresh_standings.apply(args=(slow.pk,))
    assert stale() == []
    assert not FailedTask.objects.exists(), "done after all"


def stale():
    events = Event.objects.order_by("pk")
    return [each.pk for each in events if each.standings_version != each.results_version]


@pytest.mark.django_db
def test_a_rating_list_that_ran_out_of_time_rests_too():
    make_event(entries=2)
    ratings.ensure_default_pools([("tak", 5)])
    first, second = rating_tasks.repair_pools()
    stopped(rating_tasks.replay_pool, first)
    assert FailedTask.objects.get().name == REPLAY
    assert rating_tasks.repair_pools() == [second]


@pytest.mark.django_db
def test_a_rating_list_that_ran_out_of_time_says_so_to_everybody_and_since_when(time_machine):
    time_machine.move_to("2026-05-01T12:00:00Z", tick=False)
    make_event(entries=2)
    ratings.ensure_default_pools([("tak", 5)])
    pool_id = rating_tasks.repair_pools()[0]
    slug = Pool.objects.get(pk=pool_id).slug
    boss = signed_in(make_user("boss", staff=True))
    reader = signed_in(make_user("reader"))
    said = "could not be rebuilt since May 1, 2026 12:00 (UTC); site staff have"

    def says(client, address):
        return said in " ".join(text_of(client.get(address)).split())

    of_list, lists, desk = f"/ratings/{slug}/", "/ratings/", "/manage/"
    assert not any(says(boss, page) for page in (of_list, lists, desk))
    stopped(rating_tasks.replay_pool, pool_id)
    time_machine.move_to("2026-05-01T13:00:00Z", tick=False)
    stopped(rating_tasks.replay_pool, pool_id)  # it has not been done since the first time
    assert all(says(client, page) for client in (boss, Client()) for page in (of_list, lists))
    assert (says(boss, desk), says(reader, desk)) == (True, False)
    problem = Client().get(f"/api/v1/pools/{slug}/").json()["problem"]
    assert "since 2026-05-01T12:00:00+00:00; site staff" in problem
    recompute.replay_stale_pools()
    assert not any(says(boss, page) for page in (of_list, lists, desk))
    assert Client().get(f"/api/v1/pools/{slug}/").json()["problem"] == ""


@pytest.mark.django_db
def test_what_runs_already_is_not_run_beside_itself_but_after_it():
    event = make_event(entries=2)
    with lease(key_of("running", (event.pk,))):
        tasks.refresh_standings.apply(args=(event.pk,))
        assert stale() == [event.pk]
        assert cache.get(key_of("again", (event.pk,)))
    tasks.refresh_standings.apply(args=(event.pk,))
    assert stale() == []
    assert not cache.get(key_of("again", (event.pk,)))


@pytest.mark.django_db
def test_a_task_that_fails_is_tried_at_once_then_rests(time_machine):
    time_machine.move_to("2026-05-01T12:00:00Z", tick=False)
    rests = []
    for _ in range(4):
        record_failure(sender=tasks.refresh_standings, exception=ValueError(), args=(1,))
        kept = FailedTask.objects.get()
        rests.append((kept.retry_at - timezone.now()) // timedelta(minutes=1))
    assert (kept.error, rests) == ("ValueError", [0, 1, 2, 4])


@pytest.mark.django_db
def test_an_outage_is_no_failure_of_the_task():
    for error in (RedisError(), OperationalError("the connection is lost")):
        record_failure(sender=tasks.refresh_standings, exception=error, args=(1,))
    assert not FailedTask.objects.exists()


@pytest.mark.django_db
def test_a_repair_is_shown_when_it_fails_but_never_rests():
    for _ in range(3):
        record_failure(sender=tasks.repair_standings, exception=ValueError(), args=())
    kept = FailedTask.objects.get()
    assert kept.failures == 3
    assert kept.retry_at <= timezone.now()


@pytest.mark.django_db
def test_one_that_cannot_be_computed_stops_no_other():
    def run(number):
        if number == 2:
            raise ValueError
        return number

    assert task_failures.run_each("games.jobs.rule_late", [1, 2, 3], run) == [1, 3]
    assert str(FailedTask.objects.get()) == "games.jobs.rule_late(2)"
    assert task_failures.run_each("games.jobs.rule_late", [2], lambda number: number) == [2]
    assert not FailedTask.objects.exists(), "done after all"


@pytest.mark.django_db
def test_an_outage_stops_all_and_is_nobodys_failure():
    def run(number):
        raise OperationalError("the connection is lost")

    with pytest.raises(OperationalError):
        task_failures.run_each("games.jobs.rule_late", [1, 2], run)
    assert not FailedTask.objects.exists()


@pytest.mark.django_db
def test_staff_see_it_on_the_desk_and_in_the_admin():
    boss = make_user("boss")
    event = make_event(entries=2, organiser=boss)
    stopped(tasks.refresh_standings, event.pk)
    client = signed_in(boss)
    assert "The table could not be computed" in text_of(client.get(f"/manage/{event.slug}/"))
    assert "could not be computed" not in text_of(Client().get(f"/events/{event.slug}/"))
    admin = get_user_model().objects.create_superuser(username="admin", password="x")
    client.force_login(admin)
    page = text_of(client.get("/admin/tournaments/failedtask/"))
    assert NAME in page


@pytest.mark.django_db
def test_one_attempt_counts_once_though_a_worker_tells_a_hard_limit_twice():
    for _ in range(2):
        task_failures.record_failure(name=NAME, args=[3], now=timezone.now(), task_id="a")
    assert FailedTask.objects.get().failures == 1
    task_failures.record_failure(name=NAME, args=[3], now=timezone.now(), task_id="b")
    assert FailedTask.objects.get().failures == 2


@pytest.mark.django_db
def test_a_failure_is_in_the_log(caplog):
    task_failures.record_failure(name=NAME, args=[3], now=timezone.now())
    (line,) = caplog.records
    assert line.levelname == "ERROR"
    assert f"{NAME}(3) ran out of time (1 in a row)" in line.getMessage()


# --- with a real worker -----------------------------------------------------------------------
@pytest.mark.slow
def test_a_worker_outlives_tasks_that_never_end(tmp_path):
    """Both of its processes are taken by tasks that never end; others are done nevertheless."""
    env = bare_environment(VAR_DIR=str(tmp_path), DJANGO_SETTINGS_MODULE="config.settings")
    put_migrated_into(tmp_path)
    run(env, "manage.py", "migrate", "--verbosity", "0")
    run(env, "manage.py", "createcachetable")
    worker = subprocess.Popen(
        [sys.executable, "-m", "celery", "--quiet", "-A", "tests.flows.slow_tasks", "worker",
         "--queues=standings", "--concurrency=2", "--loglevel=WARNING"],
        cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        send(env, "spin.delay(1); deaf.delay(2); short.delay(3)")
        assert wait_until((tmp_path / "done-3").exists)
        assert wait_until(lambda: failures(env) == "tests.deaf(2) 1\ntests.spin(1) 1\n")
        send(env, "spin.delay(1); deaf.delay(2); short.delay(4)")
        assert wait_until((tmp_path / "done-4").exists)
    finally:
        said = end(worker)
    begun = {path.name: path.read_text() for path in tmp_path.glob("begun-*")}
    assert begun == {"begun-spin-1": "x", "begun-deaf-2": "x"}, "they rest"
    assert said.count("ran out of time (1 in a row)") == 2


def end(worker):
    """Its errors, after its end. A worker that does not end when asked to is killed.

    Its children too: they hold the other end of its errors.
    """
    worker.send_signal(signal.SIGTERM)
    try:
        return worker.communicate(timeout=PATIENCE_SECONDS)[1]
    except subprocess.TimeoutExpired:
        os.killpg(worker.pid, signal.SIGKILL)
        return worker.communicate()[1]


def run(env, *command):
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def send(env, what):
    run(env, "-c", f"from tests.flows.slow_tasks import deaf, short, spin; {what}")


def failures(env):
    return run(
        env,
        "-c",
        "import django; django.setup()\n"
        "from tournaments.models import FailedTask\n"
        "for kept in FailedTask.objects.order_by('name'): print(kept, kept.failures)",
    )


def wait_until(done):
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if done():
            return True
        time.sleep(0.2)
    return False
