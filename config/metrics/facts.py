"""What is read from the database and the broker when Prometheus asks."""

from collections.abc import Callable, Iterable, Iterator

import redis
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric, SummaryMetricFamily

from config.backups.nightly import newest_backup
from config.metrics.queues import oldest_seconds, queue_lengths
from config.metrics.tasks import task_times
from config.models import Delivery
from config.webhooks.choices import DeliveryState
from ratings.recompute import stale_pools
from tournaments.selectors.operations import waiting_work


class Facts:
    """A collector of prometheus_client. A part that does not answer is left out."""

    def collect(self) -> Iterator[Metric]:
        for read in (_work, _outbox, _queues, _tasks, _backups):
            yield from _answers(read)


def _answers(read: Callable[[], Iterable[Metric]]) -> list[Metric]:
    try:
        return list(read())
    except (DatabaseError, redis.RedisError, OSError):
        return []


def _work() -> Iterator[Metric]:
    work = waiting_work()
    stale = GaugeMetricFamily("roadhouse_stale_tables", "Tables to refresh.", labels=["table"])
    stale.add_metric(["standings"], work.stale_events)
    stale.add_metric(["ratings"], len(stale_pools()))
    yield stale
    yield GaugeMetricFamily("roadhouse_pairings_waiting", "Pairings to make.", work.pairings)
    yield GaugeMetricFamily(
        "roadhouse_pairing_oldest_seconds", "Age of the oldest of them.", work.pairing_seconds
    )
    yield GaugeMetricFamily("roadhouse_failed_tasks", "Tasks that fail.", work.failed_tasks)


def _outbox() -> Iterator[Metric]:
    """Webhooks to send that are due."""
    now = timezone.now()
    due = Delivery.objects.filter(state=DeliveryState.WAITING, due_at__lte=now)
    found = due.aggregate(number=Count("pk"), at=Min("due_at"))
    yield GaugeMetricFamily("roadhouse_outbox", "Webhooks to send.", found["number"])
    age = (now - found["at"]).total_seconds() if found["at"] else 0.0
    yield GaugeMetricFamily("roadhouse_outbox_oldest_seconds", "Since when the oldest is due.", age)


def _queues() -> Iterator[Metric]:
    lengths = GaugeMetricFamily("roadhouse_queue_length", "Messages waiting.", labels=["queue"])
    for queue, length in queue_lengths().items():
        lengths.add_metric([queue], length)
    yield lengths
    ages = GaugeMetricFamily(
        "roadhouse_queue_oldest_seconds", "Age of the oldest message.", labels=["queue"]
    )
    for queue, seconds in oldest_seconds().items():
        ages.add_metric([queue], seconds)
    yield ages


def _tasks() -> Iterator[Metric]:
    times = SummaryMetricFamily(
        "roadhouse_task_seconds", "Tasks that ended and how long they took.", labels=["task"]
    )
    for name, (count, seconds) in task_times().items():
        times.add_metric([name], count_value=count, sum_value=seconds)
    yield times


def _backups() -> Iterator[Metric]:
    newest = newest_backup(settings.BACKUP_DIR) if settings.BACKUP_DIR else None
    if newest is not None:
        age = (timezone.now() - newest).total_seconds()
        yield GaugeMetricFamily("roadhouse_backup_age_seconds", "Age of the newest.", age)
