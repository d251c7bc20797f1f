"""The celery application, with the tasks in `tasks.py` and `jobs.py` of each app."""

import os

from celery import Celery

from config.worker.limited_task import LimitedTask

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("roadhouse", task_cls=LimitedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(related_name="jobs")
