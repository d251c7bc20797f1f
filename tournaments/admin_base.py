"""What all admin pages share: facts are shown, and changed through services only.

Nothing is deleted, and nothing that was counted or computed is edited. An action makes one service
call per row; a refused row is reported and the others continue.
"""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ActionForm
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

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
    """A form whose row a service creates, in `call_service`."""

    request: HttpRequest
    created: Model

    def call_service(self, actor: Actor, given: dict[str, Any]) -> Model:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Call the service here: a refusal becomes an error above the form."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.created = self.call_service(actor_of(self.request), given)
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
