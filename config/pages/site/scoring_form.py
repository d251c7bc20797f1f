"""The form fields that choose how a game of Tak is scored."""

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from config.pages.forms import Form
from config.pages.site.rule_texts.scoring import METHOD_NAMES
from engine.tak.scoring import BASE, OPTIONS, Scoring

METHOD_HINTS = {
    "downing": _("a straight road doubles the reserve"),
    "middletown": _("a win without the capstone doubles it"),
    "tarway": _("a road of single pieces doubles it, one of stacks trebles it"),
}


def method_choices() -> list[tuple[str, SafeString]]:
    option = '{} <span class="hint">{}</span>'
    return [
        (code, format_html(option, METHOD_NAMES[code], hint)) for code, hint in METHOD_HINTS.items()
    ]


class KnownChoices(forms.MultipleChoiceField):
    """Values that are no choice are left out."""

    def to_python(self, value: object) -> list[str]:
        return [each for each in super().to_python(value) if self.valid_value(each)]


class ScoringForm(Form):
    scoring = KnownChoices(
        label=_("Board plus reserve, and also"),
        required=False,
        choices=method_choices,
        widget=forms.CheckboxSelectMultiple,
    )
    combine = forms.ChoiceField(
        label=_("If several apply"),
        required=False,
        choices=[("multiply", _("multiply")), ("max", _("the larger one counts"))],
    )
    scope = forms.ChoiceField(
        label=_("Middletown: without the capstone means"),
        required=False,
        choices=[("not_placed", _("none placed")), ("not_in_road", _("none in the road"))],
    )
    capless = forms.ChoiceField(
        label=_("Middletown: a set without capstones"),
        required=False,
        choices=[("no_bonus", _("gives no bonus")), ("bonus", _("gives the bonus"))],
    )
    reserve = forms.ChoiceField(
        label=_("Pieces left that count for board and reserve"),
        required=False,
        choices=[("all_pieces", _("stones and capstones")), ("stones_only", _("stones"))],
    )

    @property
    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in OPTIONS]

    @property
    def chosen(self) -> Scoring:
        """The scoring; invalid values count as their default."""
        given = self.cleaned_data if self.is_bound else {}
        options = {name: given[name] for name in OPTIONS if given.get(name)}
        return Scoring((BASE, *given.get("scoring", ())), **options)

    @property
    def is_plain(self) -> bool:
        return self.chosen == Scoring()
