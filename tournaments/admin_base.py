"""What every page of the admin shares: it shows facts, and changes them through services only.

Nothing is deleted here, and nothing that was counted or computed is edited. An action asks for
one service call per row; what a service refuses is said for that row and the others go on.
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
    """Beside the list of actions: why."""

    reason = forms.CharField(required=False, label=_("Reason:"))


class RoundForm(ReasonForm):
    """And which round, counted through the event."""

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
    """Give the page of a lower app what only a higher one can do. model: "app.Model"."""
    page = admin.site.get_model_admin(apps.get_model(model))
    page.actions = (*(page.actions or ()), *actions)


def for_each_row(
    modeladmin: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    rows: "QuerySet[Any]",
    ask: Callable[[Actor, Any], object],
) -> None:
    """Make one service call per row, in the order of their keys, and say how each went."""
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
    """A fact or a derived table: to be looked at. Its actions ask services."""

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
    """A form whose row a service makes: `ask` says which, from the cleaned fields."""

    request: HttpRequest
    made: Model

    def ask(self, actor: Actor, given: dict[str, Any]) -> Model:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Ask the service here, where a refusal is still a sentence above the form."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.made = self.ask(actor_of(self.request), given)
            except DomainError as refusal:
                raise forms.ValidationError(str(refusal), code=refusal.code) from refusal
        return given

    def _post_clean(self) -> None:
        """The service made the row: nothing of this form is a row of its own."""


class ServiceAdmin(ReadOnlyAdmin):
    """Rows are added through a service, by `form`, a ServiceForm; those that stand are shown."""

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
        if obj is not None:  # shown, not edited: the form's own fields are of no use
            return super().get_form(request, obj, change, form=forms.ModelForm, **options)
        form = super().get_form(request, obj, change, **options)
        return type("FormOfRequest", (form,), {"request": request})

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        return form.made

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        """The service has saved it."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """There is nothing related."""

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """The rows below a page are only shown: none of them was saved with it."""
        return super().construct_change_message(request, form, [], add)
