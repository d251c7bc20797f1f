"""Admin actions that call one service for each selected row, after a question on a page."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from django import forms
from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.admin.base import actor_of, text_of
from tournaments.errors import DomainError

Words = str | Promise
Action = Callable[[Any, HttpRequest, QuerySet[Any]], HttpResponse | None]
REVOKE_QUESTION = gettext_lazy("What is revoked stays revoked; a new one can be given. Revoke it?")
QUESTION = gettext_lazy("Nothing is changed yet. Do this?")
CONFIRMED = "confirmed"
BACK = "back"  # sent by the page of a row, which is shown again afterwards
NOT_REPEATED = ("csrfmiddlewaretoken", "select_across", ACTION_CHECKBOX_NAME)
NAMED = 5  # rows that a message names


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
    asks: Sequence[str] = (),
    fields: Callable[[HttpRequest], dict[str, Any]] | None = None,
    confirm: Words = QUESTION,
    permissions: Sequence[str] = (),
) -> Action:
    """An admin action that makes one service call per row, in the order of their primary keys.

    key: the arguments that name the row. confirm: the question of the page that comes first. asks:
    the fields of the admin's `questions` on that page. reason: ask for a reason and pass it.
    fields: further arguments, read for each row, so that a wrong one is reported.
    """
    asked = (*asks, "reason") if reason else tuple(asks)

    def call(request: HttpRequest, row: object) -> None:
        given = fields(request) if fields else {}
        if reason:
            given["reason"] = text_of(request, "reason")
        service(actor=actor_of(request), **key(row), **given)

    def action(page: Any, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
        if CONFIRMED not in request.POST:
            return _confirmation(page, request, rows, label, confirm, asked)
        done = []
        for row in rows.order_by("pk"):
            try:
                call(request, row)
            except DomainError as refusal:
                page.message_user(request, f"{row}: {refusal}", messages.ERROR)
            else:
                done.append(str(row))
        if done:
            page.message_user(request, _done_text(label, done), messages.SUCCESS)
        return _page_of_row(page, request, rows)

    describe: Any = admin.action(description=cast("str", label), permissions=permissions or None)
    described = describe(action)
    described.is_row_action = True
    return cast("Action", described)


def _done_text(label: Words, done: Sequence[str]) -> str:
    """What was done to which rows; of many only the first are named."""
    named = ", ".join(done[:NAMED])
    more = len(done) - NAMED
    if more > 0:
        others = ngettext("and %(n)d more", "and %(n)d more", more) % {"n": more}
        named = f"{named} {others}"
    return _("Done: %(action)s. %(rows)s") % {"action": label, "rows": named}


def _page_of_row(page: Any, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
    """Back to the page that the action was sent from; None: the list."""
    row = rows.first() if BACK in request.POST else None
    if row is None:
        return None
    names = page.opts
    return redirect(f"admin:{names.app_label}_{names.model_name}_change", row.pk)


def _confirmation(
    page: Any,
    request: HttpRequest,
    rows: QuerySet[Any],
    label: Words,
    question: Words,
    asked: Sequence[str],
) -> HttpResponse:
    """The question, the rows, and the fields that the action asks for."""
    rows = rows.order_by("pk")
    form = _asked_form(page.questions, request, asked)
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NOT_REPEATED and name not in form.fields
        for value in values
    ]
    names = page.opts
    context = {
        **page.admin_site.each_context(request),
        "title": label,
        "opts": names,
        "question": question,
        "rows": rows,
        "form": form,
        "back_url": reverse(f"admin:{names.app_label}_{names.model_name}_changelist"),
        "fields": [*fields, *((ACTION_CHECKBOX_NAME, row.pk) for row in rows), (CONFIRMED, "yes")],
    }
    return TemplateResponse(request, "admin/confirm_action.html", context)


def _asked_form(
    questions: type[forms.Form], request: HttpRequest, asked: Sequence[str]
) -> forms.Form:
    """Only the fields that are asked for, filled in with what was sent."""
    form = questions(initial={name: request.POST.get(name, "") for name in asked})
    for name in set(form.fields) - set(asked):
        del form.fields[name]
    return form


def add_actions(model: str, **actions: Action) -> None:
    """Add actions of a higher app to the page of a lower one. model: "app.Model"."""
    page = admin.site.get_model_admin(apps.get_model(model))
    for name, action in actions.items():
        setattr(type(page), name, action)
    page.actions = (*(page.actions or ()), *actions)
