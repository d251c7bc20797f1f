"""What Prometheus reads, and who may."""

import ipaddress
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.urls import resolve
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from config.access.tokens import create_token
from config.metrics import tasks
from config.models import Delivery, Webhook
from tests.builders import make_user
from tests.clients import text_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def samples(text: str) -> dict[tuple[str, tuple[str, ...]], float]:
    return {
        (sample.name, tuple(value for _name, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
def allowed(settings):
    settings.METRICS_NETWORKS = (ipaddress.ip_network("127.0.0.0/8"),)


def bearer(user) -> dict[str, str]:
    _token, secret = create_token(username=user.username, name="prometheus")
    return {"Authorization": f"Bearer {secret}"}


def test_it_is_for_site_staff(client):
    staff = make_user("site", staff=True)
    assert client.get("/metrics").status_code == 403
    assert client.get("/metrics", headers=bearer(make_user("ada"))).status_code == 403
    assert client.get("/metrics", headers={"Authorization": "Bearer rh_wrong"}).status_code == 403
    assert "roadhouse_stale_tables" in text_of(client.get("/metrics", headers=bearer(staff)))


@pytest.mark.parametrize(
    ("address", "status"), [("127.0.0.1", 200), ("203.0.113.9", 403), ("::1", 403)]
)
def test_or_for_an_allowed_network(client, allowed, address, status):
    assert client.get("/metrics", REMOTE_ADDR=address).status_code == status


def test_any_name_of_the_host_will_do(client, allowed):
    text_of(client.get("/metrics", headers={"Host": "web:8000"}))


def test_stale_tables_are_counted(client, allowed, event):
    Event.objects.update(results_version=1, standings_version=1)
    before = samples(text_of(client.get("/metrics")))
    Event.objects.filter(pk=event.pk).update(results_version=2)
    after = samples(text_of(client.get("/metrics")))
    name = ("roadhouse_stale_tables", ("standings",))
    assert after[name] == before[name] + 1


def test_webhooks_that_are_due_are_counted(client, allowed, event):
    hook = Webhook.objects.create(event=event, made_by=make_user(), host="x.org")
    Delivery.objects.create(webhook=hook, action="a", due_at=timezone.now() - timedelta(minutes=5))
    Delivery.objects.create(webhook=hook, action="a", due_at=timezone.now() + timedelta(minutes=5))
    found = samples(text_of(client.get("/metrics")))
    assert found["roadhouse_outbox", ()] == 1
    assert 300 <= found["roadhouse_outbox_oldest_seconds", ()] < 400


def test_the_times_of_tasks_are_shared_by_the_cache(client, allowed, settings):
    settings.METRICS = True
    task = SimpleNamespace(name="tournaments.jobs.pair_round")
    for number in ("1", "2"):
        tasks.note_start(task_id=number)
        tasks.note_end(task=task, task_id=number)
    found = samples(text_of(client.get("/metrics")))
    assert found["roadhouse_task_seconds_count", (task.name,)] == 2
    assert found["roadhouse_task_seconds_sum", (task.name,)] >= 0


def test_requests_are_counted_by_the_name_of_their_address(client, allowed, settings):
    settings.MIDDLEWARE = ["config.metrics.requests.CountRequests", *settings.MIDDLEWARE]
    view = resolve("/players/").view_name
    name = ("roadhouse_request_seconds_count", ("GET", "200", view))
    before = samples(text_of(client.get("/metrics"))).get(name, 0)
    text_of(client.get("/players/"))
    client.get("/e/2abc-d3ef-gh4j-kmn5/")
    text = text_of(client.get("/metrics"))
    assert samples(text)[name] == before + 1
    assert samples(text)["roadhouse_queries_total", (view,)] > 0
    assert "2abc" not in text


def test_without_the_setting_nothing_is_counted(settings):
    assert "config.metrics.requests.CountRequests" not in settings.MIDDLEWARE
    settings.METRICS = False
    tasks.note_start(task_id="3")
    tasks.note_end(task=SimpleNamespace(name="tournaments.jobs.pair_round"), task_id="3")
    assert tasks.task_times() == {}
