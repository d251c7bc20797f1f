"""Tasks that failed or ran out of time."""

from django.contrib import admin

from tournaments import models
from tournaments.admin.base import ReadOnlyAdmin


@admin.register(models.FailedTask)
class FailedTaskAdmin(ReadOnlyAdmin):
    """Rows are deleted when the task succeeds."""

    list_display = (
        "name",
        "subject",
        "error",
        "failures",
        "first_failed_at",
        "failed_at",
        "retry_at",
    )
    list_filter = ("name",)
    search_fields = ("name", "subject")
