"""A worker says that it takes messages, see `config/health/heartbeats.py`.

It starts its beat again when that has ended. What a worker had taken when it was killed is sent
again at once.
"""

from typing import Any

from celery import bootsteps
from celery.worker.components import Beat
from django.db import connections

from config.health import heartbeats
from tournaments.enqueue import forget_sent


class Heartbeat(bootsteps.StartStopStep):
    """Runs in the loop that takes messages, while it is connected to the broker."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: object) -> None:
        super().__init__(consumer, **options)
        self._entry: Any = None

    def start(self, consumer: Any) -> None:
        forget_sent()
        keep_alive(consumer)
        self._entry = consumer.timer.call_repeatedly(
            heartbeats.EVERY_SECONDS, keep_alive, (consumer,)
        )

    def stop(self, consumer: Any) -> None:
        if self._entry is not None:
            self._entry.cancel()
            self._entry = None


def keep_alive(consumer: Any) -> None:
    """Say which queues are served, and start a beat that has ended again."""
    for step in consumer.controller.steps:
        if isinstance(step, Beat) and not step.obj.is_alive():
            step.obj = step.create(consumer.controller)
            step.start(consumer.controller)
    heartbeats.note_alive(consumer.app.amqp.queues.consume_from)
    connections.close_all()  # of a cache in the database; children must not inherit it
