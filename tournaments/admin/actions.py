"""Admin actions that call one service for each selected row, with a confirmation if needed."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.admin_base import actor_of, text_of
from tournaments.errors import DomainError

Words = str | Promise
Action = Callable[[Any, HttpRequest, QuerySet[Any]], HttpResponse | None]
REVOKE_QUESTION = _("What is revoked stays revoked; a new one can be given. Revoke it?")
CONFIRMED = "confirmed"
NOT_REPEATED = ("csrfmiddlewaretoken", "select_across", ACTION_CHECKBOX_NAME)


def event_key(event: Any) -> dict[str, Any]:
    return {"event_id": event.pk}


def entry_key(entry: Any) -> dict[str, Any]:
    return {"entry_id": entry.pk}


def round_key(round_: Any) -> dict[str, Any]:
    return {"event_id": round_.event_id, "number": round_.number}


def row_action(
    label: Words,
    service: Callable[..., object],
    key: Callable[[Any], dict[str, Any]],
    *,
    reason: bool = False,
    fields: Callable[[HttpRequest], dict[str, Any]] | None = None,
    confirm: Words = "",
    permissions: Sequence[str] = (),
) -> Action:
    """An admin action that makes one service call per row, in the order of their primary keys.

    key: the arguments that name the row. reason: pass the typed reason. fields: further arguments,
    read for each row, so that a wrong one is reported. confirm: ask this before anything is done.
    """

    def call(request: HttpRequest, row: Any) -> None:
        given = fields(request) if fields else {}
        if reason:
            given["reason"] = text_of(request, "reason")
        service(actor=actor_of(request), **key(row), **given)

    def action(page: Any, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
        if confirm and CONFIRMED not in request.POST:
            return _confirmation(page, request, rows, label, confirm)
        done = 0
        for row in rows.order_by("pk"):
            try:
                call(request, row)
            except DomainError as refusal:
                page.message_user(request, f"{row}: {refusal}", messages.ERROR)
            else:
                done += 1
        if done:
            text = ngettext("{done} row done.", "{done} rows done.", done).format(done=done)
            page.message_user(request, text, messages.SUCCESS)
        return None

    describe: Any = admin.action(description=cast("str", label), permissions=permissions or None)
    return cast("Action", describe(action))


def _confirmation(
    page: Any, request: HttpRequest, rows: QuerySet[Any], label: Words, question: Words
) -> HttpResponse:
    """The form of the action again, with its rows and every typed field."""
    rows = rows.order_by("pk")
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NOT_REPEATED
        for value in values
    ]
    context = {
        **page.admin_site.each_context(request),
        "title": label,
        "opts": page.opts,
        "question": question,
        "rows": rows,
        "fields": [*fields, *((ACTION_CHECKBOX_NAME, row.pk) for row in rows), (CONFIRMED, "yes")],
    }
    return TemplateResponse(request, "admin/confirm_action.html", context)


def add_actions(model: str, **actions: Action) -> None:
    """Add actions of a higher app to the page of a lower one. model: "app.Model"."""
    page = admin.site.get_model_admin(apps.get_model(model))
    for name, action in actions.items():
        setattr(type(page), name, action)
    page.actions = (*(page.actions or ()), *actions)
