"""The celery application, with the tasks in `tasks.py` and `jobs.py` of each app."""

import gc
import importlib
import os

from celery import Celery
from celery.schedules import crontab
from celery.signals import worker_init

from config.worker.heartbeat import Heartbeat
from config.worker.limited_task import LimitedTask

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


@worker_init.connect
def share_memory(**_signal: object) -> None:
    """Keep the collectors of children from touching, and so copying, what they share."""
    gc.freeze()


# They connect to the signals of celery.
for name in ("config.worker.request_ids", "config.metrics.tasks"):
    importlib.import_module(name)
app = Celery("roadhouse", task_cls=LimitedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
# Whole histories are rated at night.
app.conf.beat_schedule["ratings.tasks.rebuild_by_night"] = {
    "task": "ratings.tasks.rebuild_by_night",
    "schedule": crontab(hour="3", minute="*/10"),
}
# One backup a day; the later ones of these do something if the first could not.
app.conf.beat_schedule["config.jobs.back_up_by_night"] = {
    "task": "config.jobs.back_up_by_night",
    "schedule": crontab(hour="2", minute="*/20"),
}
app.steps["consumer"].add(Heartbeat)
app.autodiscover_tasks()
app.autodiscover_tasks(related_name="jobs")
