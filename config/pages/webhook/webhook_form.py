"""The settings of a webhook as a form."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy

from config.pages.forms import Form, Text, TextField, ValueChoiceField
from config.webhooks.choices import Format
from config.webhooks.webhooks import KINDS
from tournaments.choices import ChangeKind
from tournaments.outgoing.addresses import LONGEST_URL

KIND_WORDS: dict[str, Text] = {
    ChangeKind.EVENT: gettext_lazy("the event: registration, start, stages, end"),
    ChangeKind.REGISTRATION: gettext_lazy("players who enter or withdraw"),
    ChangeKind.ROUND: gettext_lazy("rounds and their pairings"),
    ChangeKind.PAIRING: gettext_lazy("times of games, and the state of each game"),
    ChangeKind.GAME: gettext_lazy("games that players report"),
    ChangeKind.RESULT: gettext_lazy("results"),
    ChangeKind.ANNOUNCEMENT: gettext_lazy("announcements to everybody"),
    ChangeKind.STANDINGS: gettext_lazy("standings"),
    ChangeKind.JOURNAL: gettext_lazy("signed ends of the journal"),
}
USUAL_KINDS = (ChangeKind.EVENT, ChangeKind.ROUND, ChangeKind.RESULT)


class WebhookForm(Form):
    url = TextField(
        gettext_lazy("Address that is posted to"),
        gettext_lazy("begins with https://"),
        max_length=LONGEST_URL,
        widget=forms.URLInput(attrs={"dir": "ltr", "autocomplete": "off"}),
    )
    format = ValueChoiceField(gettext_lazy("What is posted"), choices=Format.choices)
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("About what"),
        choices=[(kind, KIND_WORDS[kind]) for kind in KINDS],
        initial=USUAL_KINDS,
        widget=forms.CheckboxSelectMultiple,
    )
    language = ValueChoiceField(
        gettext_lazy("Language of messages in a chat"), choices=settings.LANGUAGES
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["language"].initial = get_language()

    def clean_kinds(self) -> tuple[str, ...]:
        """All that there are, also later ones, where all are chosen."""
        chosen = self.cleaned_data["kinds"]
        return () if len(chosen) == len(KINDS) else tuple(chosen)
