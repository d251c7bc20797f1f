"""Admin actions that call one service for each selected row."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from tournaments.actor import Actor
from tournaments.admin_base import for_each_row

Action = Callable[[Any, HttpRequest, "QuerySet[Any]"], None]


def row_action(description: Any, call: Callable[[Actor, Any, HttpRequest], object]) -> Action:
    """Make an admin action that calls `call(actor, row, request)` for each row."""

    @admin.action(description=description)
    def action(modeladmin: Any, request: HttpRequest, rows: "QuerySet[Any]") -> None:
        for_each_row(modeladmin, request, rows, lambda actor, row: call(actor, row, request))

    return action
