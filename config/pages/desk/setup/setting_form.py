"""A form made of a table of settings.

The name of a field is the path of its setting: "match-games" is `games` of `match`.
"""

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from datetime import datetime
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from config.pages.forms import Form, set_zone, words_of

Settings = dict[str, Any]  # a document, or the values of a form by field


class SettingBoundField(BoundField):
    form: "SettingsForm"

    @property
    def stored_now(self) -> str:
        """The stored value in words, if somebody else changed it while the form was open."""
        if not self.form.is_stale or not self.form.is_bound:
            return ""
        stored = self.form.initial.get(self.name)
        if isinstance(self.field, forms.BooleanField):
            words = _("yes") if stored else _("no")
            return "" if bool(self.data) == bool(stored) else words
        text = self.field.prepare_value(stored)
        text = "" if text is None else str(text)
        if text == str(self.data or ""):
            return ""
        return str(words_of(self.field, text))


class SettingsForm(Form):
    """Settings with their stored values; those that are fixed are shown and cannot be changed."""

    bound_field_class = SettingBoundField
    is_stale = False

    def __init__(
        self,
        fields: Mapping[str, forms.Field],
        stored: Settings,
        *,
        is_fixed: Callable[[str], bool] = lambda _name: False,
        data: Mapping[str, str] | None = None,
        zone: str = "UTC",
        auto_id: str = "f-%s",
    ) -> None:
        super().__init__(initial=flatten(fields, stored), auto_id=auto_id)
        self.fixed = Form(initial=self.initial, auto_id=auto_id)
        for name, field in deepcopy(dict(fields)).items():
            field.disabled = is_fixed(name)
            (self.fixed if field.disabled else self).fields[name] = field
        set_zone(self.fields, zone)
        set_zone(self.fixed.fields, zone)
        if data is not None:
            self.bind(data)

    def rows(self, names: Iterable[str]) -> list[BoundField]:
        return [self[name] if name in self.fields else self.fixed[name] for name in names]

    def values(self) -> Settings:
        """The cleaned values as the document that services take."""
        return nest(self.fields, self.cleaned_data)


def nest(fields: Mapping[str, forms.Field], cleaned: Settings) -> Settings:
    """A document of settings from cleaned values, by the paths of their fields."""
    document: Settings = {}
    for name, field in fields.items():
        value = cleaned[name]
        if value is None and getattr(field, "omit_empty", False):
            continue
        *path, last = name.split("-")
        place = document
        for step in path:
            place = place.setdefault(step, {})
        place[last] = value.isoformat() if isinstance(value, datetime) else value
    return document


def flatten(names: Iterable[str], document: Settings) -> Settings:
    """The values of a document of settings, by the names of their fields."""
    found: Settings = {}
    for name in names:
        value: Any = document
        for step in name.split("-"):
            value = value.get(step) if isinstance(value, Mapping) else None
        found[name] = value
    return found
