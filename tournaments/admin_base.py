"""Base classes of the admin: facts are shown read-only and changed through services.

Nothing is deleted, and counted or computed data is not edited. An action makes one service call
per row; a refusal is reported for its row and the other rows continue.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import Model, QuerySet
from django.http import HttpRequest
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


class ReasonForm(ActionForm):
    reason = forms.CharField(required=False, label=_("Reason:"))


class RoundForm(ReasonForm):
    round = forms.IntegerField(required=False, label=_("Round:"), min_value=1)


def actor_of(request: HttpRequest) -> Actor:
    return Actor("user", user_id=request.user.pk)


def reason_of(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()


def number_of(request: HttpRequest, name: str) -> int:
    """:raises InvalidInput: the field beside the actions holds no number."""
    given = request.POST.get(name, "").strip()
    if not given.isascii() or not given.isdigit():
        raise InvalidInput(field=name, problem=_("give a number"))
    return int(given)


def add_actions(model: str, *actions: Callable[..., None]) -> None:
    """Add actions of a higher app to the admin page of a lower app. model: "app.Model"."""
    page = admin.site.get_model_admin(apps.get_model(model))
    page.actions = (*(page.actions or ()), *actions)


def for_each_row(
    modeladmin: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    rows: "QuerySet[Any]",
    ask: Callable[[Actor, Any], object],
) -> None:
    """Make one service call per row, ordered by key, and report each refusal."""
    actor, done = actor_of(request), 0
    for row in rows.order_by("pk"):
        try:
            ask(actor, row)
        except DomainError as refusal:
            modeladmin.message_user(request, f"{row}: {refusal}", messages.ERROR)
        else:
            done += 1
    if done:
        text = ngettext("{done} row done.", "{done} rows done.", done).format(done=done)
        modeladmin.message_user(request, text, messages.SUCCESS)


class ReadOnlyAdmin(ModelAdmin):
    """A read-only page; its actions call services."""

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
    """A form whose row is created by the service call in `call_service`."""

    request: HttpRequest
    created: Model

    def call_service(self, actor: Actor, given: dict[str, Any]) -> Model:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Call the service during validation, so that a refusal becomes a form error."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.created = self.call_service(actor_of(self.request), given)
            except DomainError as refusal:
                raise forms.ValidationError(str(refusal), code=refusal.code) from refusal
        return given

    def _post_clean(self) -> None:
        """The service created the row, so the form builds no instance."""


class ServiceAdmin(ReadOnlyAdmin):
    """Rows are added through `form`, a ServiceForm; existing rows are read-only."""

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
        if obj is not None:  # existing rows are read-only, so the form has no fields
            return super().get_form(request, obj, change, form=forms.ModelForm, **options)
        form = super().get_form(request, obj, change, **options)
        return type("FormOfRequest", (form,), {"request": request})

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        return form.created

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        """The service has already saved the row."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """There are no related rows to save."""

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """Inline rows are read-only, so formsets are left out of the message."""
        return super().construct_change_message(request, form, [], add)
