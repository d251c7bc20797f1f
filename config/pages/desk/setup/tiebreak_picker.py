"""The field of the tie-breaks: each by its name with a line about it, and the place it has."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from config.pages.desk.setup.tiebreak_order import arrange
from config.pages.desk.setup.tiebreak_words import EXPLANATIONS
from config.pages.forms import ListField, Text
from tournaments import limits
from tournaments.standings.tiebreaks.registry import MESSAGES

PLACES = 8  # offered at least


class TiebreakRow(NamedTuple):
    """place: from 1, 0 if it is not used. html_name: of its choice."""

    code: str
    title: str
    explanation: Text
    place: int
    html_name: str


class TiebreakPicker(forms.Widget):
    template_name = "pages/desk/parts/tiebreak_picker.html"
    use_fieldset = True

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        chosen = [code for code in read_codes(value) if code in MESSAGES]
        codes = [*chosen, *(code for code in MESSAGES if code not in chosen)]
        rows = [
            TiebreakRow(
                code,
                _(MESSAGES[code]),
                EXPLANATIONS[code],
                place if place <= len(chosen) else 0,
                place_name(name, code),
            )
            for place, code in enumerate(codes, start=1)
        ]
        most = min(max(PLACES, len(chosen) + 1), limits.TIEBREAKS)
        return super().get_context(name, value, attrs) | {
            "before": ",".join(chosen),
            "before_name": before_name(name),
            "chosen": rows[: len(chosen)],
            "others": rows[len(chosen) :],
            "places": range(1, most + 1),
        }

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> Any:
        """The codes with commas: as they were sent so, or from the places."""
        if before_name(name) not in data:
            return data.get(name)
        before = read_codes(data[before_name(name)])
        places = {code: _place(data.get(place_name(name, code))) for code in MESSAGES}
        return ", ".join(arrange(before, places))

    def value_omitted_from_data(self, data: Mapping[str, Any], files: object, name: str) -> bool:
        return before_name(name) not in data and name not in data


class TiebreaksField(ListField):
    def __init__(self, label: Text, hint: Text) -> None:
        super().__init__(
            label, hint, widget=TiebreakPicker, template_name="pages/desk/parts/tiebreaks.html"
        )


def before_name(name: str) -> str:
    return f"{name}-before"


def place_name(name: str, code: str) -> str:
    return f"{name}-place-{code}"


def read_codes(value: object) -> list[str]:
    return [text.strip() for text in str(value or "").split(",") if text.strip()]


def _place(text: object) -> int | None:
    digits = str(text or "")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 4 else None
