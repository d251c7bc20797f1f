"""What all admin pages share: facts are shown, and changed through services only.

Nothing is deleted, and nothing that was counted or computed is edited. An action makes one service
call per row; a refused row is reported and the others continue.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME, ActionForm
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput

if TYPE_CHECKING:  # only the stubs' classes take a parameter
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
    ModelForm = forms.ModelForm[Any]
else:
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline
    ModelForm = forms.ModelForm

Words = str | Promise
Action = Callable[[Any, HttpRequest, QuerySet[Any]], HttpResponse | None]
REVOKE_QUESTION = _("What is revoked stays revoked; a new one can be given. Revoke it?")
CONFIRMED = "confirmed"
NOT_REPEATED = ("csrfmiddlewaretoken", "select_across", ACTION_CHECKBOX_NAME)


class ReasonForm(ActionForm):
    """The fields beside the list of actions."""

    reason = forms.CharField(required=False, label=_("Reason:"))


class RoundForm(ReasonForm):
    """round: its number within the event."""

    round = forms.IntegerField(required=False, label=_("Round:"), min_value=1)


def actor_of(request: HttpRequest) -> Actor:
    return Actor("user", user_id=request.user.pk)


def text_of(request: HttpRequest, name: str) -> str:
    return request.POST.get(name, "").strip()


def number_of(request: HttpRequest, name: str) -> int:
    """:raises InvalidInput: the action's field holds no number."""
    text = text_of(request, name)
    if not text.isascii() or not text.isdigit():
        raise InvalidInput(field=name, problem=_("give a number"))
    return int(text)


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


class ReadOnlyAdmin(ModelAdmin):
    """A fact or a derived table. Only its actions change anything, through services."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyInline(TabularInline):
    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ServiceForm(ModelForm):
    """A form whose row a service creates, in `save_by_service`."""

    request: HttpRequest
    created: Model

    def save_by_service(self, actor: Actor, given: dict[str, Any]) -> Model:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Call the service here: a refusal becomes an error above the form."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.created = self.save_by_service(actor_of(self.request), given)
            except DomainError as refusal:
                raise forms.ValidationError(str(refusal), code=refusal.code) from refusal
        return given

    def _post_clean(self) -> None:
        """Nothing: the service has created and checked the row."""


class ServiceAdmin(ReadOnlyAdmin):
    """Rows are added by `form`, through a service. Existing rows are read-only."""

    form: type[ServiceForm]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return admin.ModelAdmin.has_add_permission(self, request)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        if obj is None:
            return list(self.form.base_fields)
        return [column.name for column in self.opts.fields if column.name != "id"]

    def get_inlines(self, request: HttpRequest, obj: Model | None) -> Any:
        return super().get_inlines(request, obj) if obj is not None else ()

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **options: Any
    ) -> Any:
        if obj is not None:  # read-only: the fields of the form do not apply
            return super().get_form(request, obj, change, form=forms.ModelForm, **options)
        form = super().get_form(request, obj, change, **options)
        return type("FormWithRequest", (form,), {"request": request})

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        return form.created

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        """The service has saved it."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Nothing: the service has saved it."""

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """Without formsets: inlines are read-only."""
        return super().construct_change_message(request, form, [], add)
