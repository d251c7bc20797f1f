"""What all admin pages share: facts are shown, and changed through services only.

Nothing is deleted, and nothing that was counted or computed is edited. An action makes one service
call per row; a refused row is reported and the others continue.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import JSONField, Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.actor import Actor
from tournaments.admin.codes import filters_in_words, in_words
from tournaments.admin.parts import filters_of, parts_of
from tournaments.errors import DomainError, InvalidInput

Text = str | Promise
INNER_COLUMNS = (
    "_version", "_hash", "hash", "salt", "sha256", "import_key", "folded_name", "folded_sort_name",
    "folded_place",
)  # fmt: skip

if TYPE_CHECKING:  # only the stubs' classes take a parameter
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
    ModelForm = forms.ModelForm[Any]
else:
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline
    ModelForm = forms.ModelForm


class ReasonForm(forms.Form):
    """What actions ask for; an action shows the fields that it names in `asks`."""

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
    """A fact or a derived table. Only its actions change anything, through services.

    Every `row_action` of a class is one of its actions, in their order in the class.
    paths: the lookups that lead from a row to its event, club, player and so on, see `admin_parts`.
    prefetch, deferred: what the lists and `__str__` need, and the large columns they do not.
    """

    show_full_result_count = False
    list_per_page = 50
    paths: ClassVar[Mapping[str, str]] = {}
    prefetch: ClassVar[tuple[str, ...]] = ()
    deferred: ClassVar[tuple[str, ...]] = ()
    questions: type[forms.Form] = ReasonForm
    # Other addresses of a row, such as the desk of an event, with their texts.
    links: Callable[[Any], list[tuple[Text, str]]] | None = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "actions" not in vars(cls):
            own = [name for name, value in vars(cls).items() if hasattr(value, "is_row_action")]
            cls.actions = tuple(dict.fromkeys([*(cls.actions or ()), *own]))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request).prefetch_related(*self.prefetch)
        return rows.defer(*self.deferred) if self.deferred else rows

    def get_list_filter(self, request: HttpRequest) -> Any:
        own: Any = super().get_list_filter(request)
        return [*filters_of(self.paths), *filters_in_words(self.model, own)]

    def get_list_display(self, request: HttpRequest) -> Any:
        return in_words(self.model, super().get_list_display(request))

    def rows_of(self, rows: QuerySet[Any], kind: str, pk: int) -> QuerySet[Any]:
        """The rows that belong to this event, club, player and so on."""
        return rows.filter(**{self.paths[kind]: pk})

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Titled by what it lists."""
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return in_words(self.model, super().get_readonly_fields(request, obj))

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Documents, hashes and versions come last, folded away."""
        shown: list[Any] = list(self.get_fields(request, obj))
        if obj is None:
            return [(None, {"fields": shown})]
        inner = [name for name in shown if self._is_inner(name)]
        outer = in_words(self.model, [name for name in shown if name not in inner])
        folded = (_("As stored"), {"fields": inner, "classes": ["collapse"]})
        return [(None, {"fields": outer}), *([folded] if inner else [])]

    def _is_inner(self, name: str) -> bool:
        if name not in {column.name for column in self.opts.fields}:
            return False
        column = self.opts.get_field(name)
        return isinstance(column, JSONField) or name.endswith(INNER_COLUMNS)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> Any:
        """With the parts of the row, its other addresses, and what can be done with it."""
        row = options.get("obj")
        if row is not None:
            context |= {
                "parts": parts_of(self.admin_site, request, row),
                "links": self.links(row) if self.links else [],
                "row_actions": self.get_action_choices(request, []),
            }
        return super().render_change_form(request, context, *args, **options)


class ReadOnlyInline(TabularInline):
    extra = 0
    can_delete = False
    show_change_link = True
    related: ClassVar[Sequence[str]] = ()
    prefetch: ClassVar[Sequence[str]] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = super().get_queryset(request).prefetch_related(*self.prefetch)
        return rows.select_related(*self.related) if self.related else rows

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Those of the class, else all columns but the key and the row that the page shows."""
        all_columns = [
            column.name
            for column in self.opts.fields
            if not column.primary_key and column.related_model is not self.parent_model
        ]
        return in_words(self.model, self.fields or all_columns)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """All are shown only; Django asks for those that are no columns of the table."""
        shown = [name for name in self.get_fields(request, obj) if callable(name)]
        return [*super().get_readonly_fields(request, obj), *shown]

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def read_only_inline(
    model: type[Model],
    *fields: str,
    related: Sequence[str] = (),
    prefetch: Sequence[str] = (),
    **columns: Callable[[Any, Any], object],
) -> type[ReadOnlyInline]:
    """An inline of these fields, or of all; a field in `columns` is computed by it.

    related, prefetch: what its rows and their names read.
    """
    body = {"model": model, "fields": fields or None, "related": related, "prefetch": prefetch}
    computed = {**columns, "readonly_fields": tuple(columns)}
    return type(f"{model.__name__}Inline", (ReadOnlyInline,), {**body, **computed})


class ServiceForm(ModelForm):
    """A form whose row a service creates, in `call_service`."""

    request: HttpRequest
    created: Model

    def call_service(self, actor: Actor, given: dict[str, object]) -> Model:
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Call the service here: a refusal becomes an error of the form."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self.created = self.call_service(actor_of(self.request), given)
            except DomainError as refusal:
                self.add_refusal(refusal)
        return given

    def add_refusal(self, refusal: DomainError) -> None:
        """Show a refusal at the field that it names, else above the form."""
        field = self.field_of(str(refusal.details.get("field", "")))
        if isinstance(refusal, InvalidInput) and field in self.fields:
            self.add_error(field, str(refusal.details["problem"]))
        else:
            self.add_error(None, forms.ValidationError(str(refusal), code=refusal.code))

    def field_of(self, setting: str) -> str:
        """The field of a setting that a service names; "" or another text if it has none."""
        return setting.replace(".", "-")

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
        self,
        request: HttpRequest,
        obj: Model | None = None,
        change: bool = False,
        **options: object,
    ) -> Any:
        if obj is not None:  # read-only: the fields of the form do not apply
            return super().get_form(request, obj, change, form=forms.ModelForm, **options)
        form = super().get_form(request, obj, change, **options)
        return type("FormWithRequest", (form,), {"request": request})

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        return form.created

    def save_model(self, request: HttpRequest, obj: Model, form: object, change: bool) -> None:
        """The service has saved it."""

    def save_related(
        self, request: HttpRequest, form: object, formsets: object, change: bool
    ) -> None:
        """Nothing: the service has saved it."""

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """Without formsets: inlines are read-only."""
        return super().construct_change_message(request, form, [], add)
