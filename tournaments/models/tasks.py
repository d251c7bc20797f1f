"""Tasks that ran out of time."""

from django.db import models
from django.db.models import Q

from tournaments.columns import code


class FailedTask(models.Model):
    """A task that failed or ran out of time; the row is deleted once it succeeds.

    subject: its arguments, such as the id of an event. error: the class of the error; empty: it ran
    out of time.
    """

    name = code()
    subject = code(blank=True)
    task_id = code(blank=True, help_text="Of the last attempt.")
    error = code(blank=True, db_default="")
    failures = models.PositiveIntegerField(default=0)
    first_failed_at = models.DateTimeField(help_text="Since when it has not been done.")
    failed_at = models.DateTimeField()
    retry_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name", "subject"], name="one_failure_per_task"),
            models.CheckConstraint(condition=Q(failures__gte=1), name="a_failed_task_failed"),
        ]

    def __str__(self) -> str:
        return f"{self.name}({self.subject})"
