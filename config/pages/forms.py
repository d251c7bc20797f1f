"""The base of every form of a page, and the fields that Django does not have.

A page renders a form with `{{ form }}`, or one of its fields with `{{ form.name.as_field_group }}`.
Both use `pages/parts/field.html`.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, time
from typing import Any, ClassVar, NamedTuple
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.pages.templatetags.roadhouse import plain_points
from tournaments.errors import DomainError, InvalidInput
from tournaments.limits import MAX_INTEGER

Text = str | Promise
Choices = Iterable[tuple[object, Text]]
LOCAL_MOMENT = "%Y-%m-%dT%H:%M"  # as browsers send a `datetime-local`
POINTS_DIGITS = 4


class Renderer(DjangoTemplates):
    form_template_name = "pages/parts/form.html"
    field_template_name = "pages/parts/field.html"


class Form(forms.Form):
    """A form whose refusals by services become errors of its fields.

    zone: the time zone of the moments in it.
    """

    result: Any = None
    names_in_services: ClassVar[Mapping[str, str]] = {}  # fields that services name otherwise

    def __init__(self, *args: Any, zone: str = "UTC", **options: Any) -> None:
        super().__init__(*args, **options)
        set_zone(self.fields, zone)

    def bind(self, data: Mapping[str, str]) -> None:
        """Read the form from a request; a field that the request leaves out keeps its value."""
        kept = {
            bound.html_name: "" if bound.value() is None else bound.value()
            for bound in self
            if not isinstance(bound.field, forms.BooleanField)
        }
        self.data = {**kept, **{name: data[name] for name in data}}
        self.is_bound = True

    def submit(self, service: Callable[..., object], **fixed: object) -> bool:
        """Call a service with `fixed` and the cleaned fields; False if either refuses.

        What the service returns is in `result`.
        """
        if not self.is_valid():
            return False
        try:
            self.result = service(**fixed, **self.cleaned_data)
        except DomainError as error:
            self.add_refusal(error)
            return False
        return True

    def require_valid(self) -> None:
        """:raises InvalidInput: with the first error, for pages that show it as a message."""
        if not self.is_valid():
            name, problems = next(iter(self.errors.items()))
            raise InvalidInput(field=self.fields[name].label, problem=problems[0])

    def add_refusal(self, error: DomainError) -> None:
        """Show a refusal at the field that it names, else above the form."""
        named = str(error.details.get("field", ""))
        setting = self.names_in_services.get(named, named.replace(".", "-"))
        if setting in self.fields and isinstance(error, InvalidInput):
            self.add_error(setting, str(error.details["problem"]))
        else:
            self.add_error(None, str(error))

    @property
    def problems(self) -> list[str]:
        """All errors, each with the label of its field."""
        return [
            self._with_label(name, str(problem))
            for name, problems in self.errors.items()
            for problem in problems
        ]

    def _with_label(self, name: str, problem: str) -> str:
        label = self.fields[name].label if name in self.fields else ""
        return str(InvalidInput(field=label, problem=problem)) if label else problem


def set_zone(fields: Mapping[str, forms.Field], zone: str) -> None:
    """Let the moments among the fields be typed and shown in a time zone."""
    for field in fields.values():
        if isinstance(field, MomentField):
            field.zone = zone


class ZonedForm(Form):
    """A form whose moments say in which time zone they are."""

    def __init__(self, *args: Any, zone: str, **options: Any) -> None:
        super().__init__(*args, zone=zone, **options)
        for field in self.fields.values():
            if isinstance(field, MomentField):
                hint = field.help_text
                field.help_text = format_lazy("{} · {}", zone, hint) if hint else zone


class Action(NamedTuple):
    """A button: its value of `do` names it, and its form has the arguments of its service.

    done: the message after it, unless the service returns one.
    """

    form: type[Form]
    service: Callable[..., object]
    done: Text = ""


class ActionForms(dict[str, Form]):
    """The forms of a page by their actions; `sent` is the one in the request, and bound."""

    def __init__(self, request: HttpRequest, actions: Mapping[str, Action], **options: Any) -> None:
        is_post = request.method == "POST"
        self.actions, self.do = actions, request.POST.get("do", "") if is_post else ""
        super().__init__()
        for do, action in actions.items():
            data = request.POST if do == self.do else None
            self[do] = action.form(data, auto_id=f"{do}-%s", **options)
        self.sent = self.get(self.do)
        self.problems: list[str] = []
        if is_post and not self.sent:
            self.problems = [str(_("there is no such button"))]

    def run(self, **fixed: object) -> str:
        """Do what was sent; returns the message, which is empty if it was refused."""
        if self.sent is None:
            return ""
        action = self.actions[self.do]
        if not self.sent.submit(action.service, **fixed):
            self.problems = self.sent.problems
            return ""
        result = self.sent.result
        return result if isinstance(result, str) else str(action.done)

    def run_with_messages(self, request: HttpRequest, **fixed: object) -> None:
        """As `run`, for a view that redirects: the next page shows what came of it."""
        if done := self.run(**fixed):
            messages.success(request, done)
        for problem in self.problems:
            messages.error(request, problem)


class Labelled:
    """Label and hint come first, so that a table of fields is short.

    defaults: of the other options.
    """

    defaults: ClassVar[Mapping[str, object]] = {}

    def __init__(self, label: Text = "", hint: Text = "", **options: Any) -> None:
        super().__init__(**{**self.defaults, "label": label, "help_text": hint, **options})


class TextField(Labelled, forms.CharField):
    pass


class FlagField(Labelled, forms.BooleanField):
    defaults = {"required": False}


class NumberField(Labelled, forms.IntegerField):
    """A whole number that the database can hold, in ASCII digits."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    defaults = {"min_value": -MAX_INTEGER, "max_value": MAX_INTEGER}

    def to_python(self, value: object) -> int | None:
        if not str(value).isascii():
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class HoursField(Labelled, forms.FloatField):
    """Hours or minutes, with a decimal point or comma; whole ones as int."""

    widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def to_python(self, value: object) -> Any:
        number = super().to_python(str(value or "").replace(",", "."))
        return int(number) if number is not None and number.is_integer() else number


class HalfPointsField(TextField):
    """Half points from what people type: 1, ½, 0.5, 1½, 1.5; below 0 with a minus.

    omit_empty: a setting that is left out of the stored document if the field is empty.
    """

    widget = forms.TextInput(attrs={"autocomplete": "off"})
    default_error_messages = {  # as Django's fields declare them
        "points": _("points, as 1, ½ or 1.5"),
        "large": _("a smaller number"),
    }

    def __init__(
        self, label: Text = "", hint: Text = "", *, omit_empty: bool = False, **options: Any
    ) -> None:
        self.omit_empty = omit_empty
        required = {"required": not omit_empty}
        super().__init__(label, hint, empty_value=None, **{**required, **options})

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
        if len(whole) > POINTS_DIGITS:
            raise ValidationError(self.error_messages["large"], code="large")
        return sign * (2 * int(whole) + (part == "5"))

    def prepare_value(self, value: object) -> object:
        return plain_points(value) if isinstance(value, int) else value


class DayField(Labelled, forms.DateField):
    """A calendar day."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    defaults = {"input_formats": ["%Y-%m-%d"]}


class ClockField(Labelled, forms.TimeField):
    """A time of day, to the minute."""

    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    defaults = {"input_formats": ["%H:%M"]}

    def prepare_value(self, value: object) -> object:
        return f"{value:%H:%M}" if isinstance(value, time) else value


class MomentField(Labelled, forms.DateTimeField):
    """A moment, typed and shown in the time zone of the event."""

    zone = "UTC"
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})

    def to_python(self, value: object) -> datetime | None:
        text = str(value or "").strip()
        if not text:
            return None
        try:
            moment = datetime.fromisoformat(text)
            return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(self.zone))
        except (ValueError, OSError, LookupError):  # not a time, or not a zone
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None

    def prepare_value(self, value: object) -> object:
        if isinstance(value, datetime):
            return value.astimezone(ZoneInfo(self.zone)).strftime(LOCAL_MOMENT)
        return value


class ValueChoiceField(Labelled, forms.ChoiceField):
    """A choice among values of any type, each sent as its text; the empty text is a choice too."""

    def __init__(
        self, label: Text = "", hint: Text = "", *, choices: Choices, **options: Any
    ) -> None:
        self.values: dict[str, Any] = {}
        listed: list[tuple[str, Text]] = []
        for value, words in choices:
            text = as_text(value)
            self.values.setdefault(text, value)
            listed.append((text, words))
        required = {"required": "" not in self.values}
        super().__init__(label, hint, choices=listed, **{**required, **options})

    def add_empty_choice(self, words: Text) -> None:
        """Let the field be empty: its value is then the empty text."""
        if "" not in self.values:
            self.values = {**self.values, "": ""}
            listed: Any = self.choices
            self.choices = [("", words), *listed]

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        return self.values.get(text, text)

    def prepare_value(self, value: object) -> str:
        return as_text(value)


def as_text(value: object) -> str:
    return "" if value is None else str(value)


def words_of(field: forms.Field, value: Any) -> Text:
    """The words of a choice; every other value as it is."""
    words: Text = dict(getattr(field, "choices", ())).get(value, value)
    return words


class ListField(TextField):
    """Values with commas between them, each read by a field of its own."""

    def __init__(
        self, label: Text = "", hint: Text = "", *, item: forms.Field | None = None, **options: Any
    ) -> None:
        self.item = item or TextField()
        super().__init__(label, hint, required=False, **options)

    def to_python(self, value: object) -> Any:
        texts = [text.strip() for text in str(value or "").split(",")]
        return [self.item.clean(text) for text in texts if text]

    def prepare_value(self, value: object) -> object:
        if not isinstance(value, list | tuple):
            return value
        return ", ".join(str(self.item.prepare_value(each)) for each in value)
