"""The base of every form of a page, and the fields that Django does not have.

A page renders a form with `{{ form }}`, or one of its fields with `{{ form.name.as_field_group }}`.
Both use `pages/parts/field.html`.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.pages.templatetags.roadhouse import plain_points
from tournaments.errors import DomainError, InvalidInput
from tournaments.limits import LARGEST

Text = str | Promise
Choices = Iterable[tuple[Any, Text]]
T = TypeVar("T")
LOCAL_MOMENT = "%Y-%m-%dT%H:%M"  # as browsers send a `datetime-local`
MOST_POINTS = 9_999


class Renderer(DjangoTemplates):
    form_template_name = "pages/parts/form.html"
    field_template_name = "pages/parts/field.html"


class Form(forms.Form):
    """A form whose refusals by services become errors of its fields.

    zone: the time zone of the moments in it.
    """

    def __init__(self, *args: Any, zone: str = "UTC", **options: Any) -> None:
        super().__init__(*args, **options)
        set_zone(self.fields, zone)

    def bind(self, data: Mapping[str, str]) -> None:
        """Read the form from a request; a field that the request leaves out keeps its value."""
        kept = {
            bound.html_name: bound.value() or ""
            for bound in self
            if not isinstance(bound.field, forms.BooleanField)
        }
        self.data = {**kept, **{name: data[name] for name in data}}
        self.is_bound = True

    def submit(self, action: Callable[[dict[str, Any]], T]) -> T | None:
        """Call a service with the cleaned values; None if the form or the service refuses."""
        if not self.is_valid():
            return None
        try:
            return action(self.cleaned_data)
        except DomainError as error:
            self.add_refusal(error)
            return None

    def add_refusal(self, error: DomainError) -> None:
        """Show a refusal at the field that it names, else above the form."""
        setting = str(error.details.get("field", "")).replace(".", "-")
        if setting in self.fields and isinstance(error, InvalidInput):
            self.add_error(setting, str(error.details["problem"]))
        else:
            self.add_error(None, str(error))

    @property
    def problems(self) -> list[str]:
        """All errors, each with the label of its field."""
        return [
            str(InvalidInput(field=label, problem=problem)) if label else str(problem)
            for name, problems in self.errors.items()
            for label in [self.fields[name].label if name in self.fields else ""]
            for problem in problems
        ]


def set_zone(fields: Mapping[str, forms.Field], zone: str) -> None:
    """Let the moments among the fields be typed and shown in a time zone."""
    for field in fields.values():
        if isinstance(field, MomentField):
            field.zone = zone


def forms_by_button(
    request: HttpRequest, classes: Mapping[str, type[Form]], **options: Any
) -> dict[str, Form]:
    """One form for each value of `do`; the form that was sent is bound to the request."""
    sent = request.POST.get("do") if request.method == "POST" else None
    return {
        do: made(request.POST if do == sent else None, auto_id=f"{do}-%s", **options)
        for do, made in classes.items()
    }


class NumberField(forms.IntegerField):
    """A whole number that the database can hold."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def __init__(
        self, *, min_value: int = -LARGEST, max_value: int = LARGEST, **options: Any
    ) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **options)


class HoursField(forms.FloatField):
    """Hours or minutes, with a decimal point or comma; whole ones as int."""

    widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def to_python(self, value: object) -> Any:
        number = super().to_python(str(value or "").replace(",", "."))
        return int(number) if number is not None and number.is_integer() else number


class HalfPointsField(forms.CharField):
    """Half points from what people type: 1, ½, 0.5, 1½, 1.5; below 0 with a minus.

    omit_empty: a setting that is left out of the stored document if the field is empty.
    """

    widget = forms.TextInput(attrs={"autocomplete": "off"})
    default_error_messages = {  # as Django's fields declare them
        "points": _("points, as 1, ½ or 1.5"),
        "large": _("a smaller number"),
    }

    def __init__(self, *, omit_empty: bool = False, **options: Any) -> None:
        self.omit_empty = omit_empty
        super().__init__(
            empty_value=None, required=options.pop("required", not omit_empty), **options
        )

    def to_python(self, value: object) -> Any:
        text = super().to_python(value)
        if text is None:
            return None
        text = text.replace(",", ".").replace("\N{MINUS SIGN}", "-")
        sign = -1 if text.startswith("-") else 1
        text = text.lstrip("+-")
        if text.endswith("½"):
            text = (text[:-1] or "0") + ".5"
        whole, _dot, part = text.partition(".")
        if part not in ("", "0", "5") or not (whole.isascii() and whole.isdecimal()):
            raise ValidationError(self.error_messages["points"], code="points")
        if int(whole[:9]) > MOST_POINTS:
            raise ValidationError(self.error_messages["large"], code="large")
        return sign * (2 * int(whole) + (part == "5"))

    def prepare_value(self, value: Any) -> Any:
        return plain_points(value) if isinstance(value, int) else value


class DayField(forms.DateField):
    """A calendar day."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(**{"widget": widget, "input_formats": ["%Y-%m-%d"], **options})


class MomentField(forms.DateTimeField):
    """A moment, typed and shown in the time zone of the event."""

    zone = "UTC"
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})

    def to_python(self, value: object) -> datetime | None:
        text = str(value or "").strip()
        if not text:
            return None
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None
        return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(self.zone))

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, datetime):
            return value.astimezone(ZoneInfo(self.zone)).strftime(LOCAL_MOMENT)
        return value


class ValueChoiceField(forms.ChoiceField):
    """A choice among values of any type, each sent as its text; the empty text is a choice too."""

    def __init__(self, *, choices: Choices, **options: Any) -> None:
        listed = [(as_text(value), value, words) for value, words in choices]
        self.values = {text: value for text, value, _words in reversed(listed)}
        required = "" not in self.values
        super().__init__(
            choices=[(text, words) for text, _value, words in listed],
            **{"required": required, **options},
        )

    def clean(self, value: Any) -> Any:
        return self.values.get(super().clean(value))

    def prepare_value(self, value: Any) -> str:
        return as_text(value)


def as_text(value: object) -> str:
    return "" if value is None else str(value)


class ListField(forms.CharField):
    """Values with commas between them, each read by a field of its own."""

    def __init__(self, *, item: forms.Field | None = None, **options: Any) -> None:
        self.item = item or forms.CharField()
        super().__init__(required=False, **options)

    def to_python(self, value: object) -> Any:
        texts = [text.strip() for text in str(value or "").split(",")]
        return [self.item.clean(text) for text in texts if text]

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
