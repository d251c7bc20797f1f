"""The form that imports players or results; it asks what columns are, and who a name means."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.pages.desk.people.suggestions import NEW, Suggestion
from config.pages.forms import FlagField, Form, TextField
from tournaments.csv_files.rows import CsvColumns, decode_utf8, heading_key, read_headings
from tournaments.errors import DomainError

SHOWN_NUL = "\N{SYMBOL FOR NULL}"
PLAYERS = "players"
COLUMN = "column-"  # the names of the fields that say what a column is
WHO = "who-"  # the names of the fields that say who somebody is
LEFT_OUT = "-"
COLUMN_LABELS = {
    "player": _("Player (an id)"),
    "name": _("Name"),
    "handle": _("Handle (site:name)"),
    "new": _("New player (yes)"),
    "rating": _("Rating"),
    "club": _("Club"),
    "family": _("Family"),
    "fixed_table": _("Fixed table"),
    "table": _("Table"),
    "result": _("Result"),
}


class NoFile(DomainError):
    code = "no_file"
    kind = "invalid"
    message = _("Choose a file, or paste its lines.")


class FileTooLarge(DomainError):
    code = "too_large"
    kind = "invalid"
    message = _("The file is too large. Send it in parts.")


class ImportForm(Form):
    """The text of a file takes precedence over the field `text`.

    what: PLAYERS, or the number of the round whose results are sent.
    """

    what = TextField(_("What the file holds"), required=False)
    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=_("File"),
        help_text=_("CSV, as a spreadsheet saves it (CSV UTF-8)"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )
    text = TextField(
        _("Or its lines"),
        _("the first one names the columns, as: name, rating, club; a comma or tab between them"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 10, "dir": "auto", "spellcheck": "false", "autocapitalize": "off"}
        ),
    )
    create = FlagField(_("Make players of names that nobody has"), initial=True)
    all_or_nothing = FlagField(_("All or nothing: when one line is refused, none is done"))

    column_fields: Sequence[forms.BoundField] = ()
    who_fields: Sequence[forms.BoundField] = ()
    spellings: Mapping[str, Sequence[Suggestion]] = {}

    def __init__(self, rounds: list[int], *args: Any) -> None:
        super().__init__(*args, auto_id="%s")
        self.fields["text"].validators = []  # `decode_utf8` refuses NUL, and names its line
        results = [(n, gettext("Results of round %(number)s") % {"number": n}) for n in rounds]
        self.fields["what"].widget = forms.Select(choices=[(PLAYERS, _("Players")), *results])

    def read_text(self) -> str:
        """The text that was sent; the page shows it in `text`, so that it can be sent again."""
        file, text = self.cleaned_data["file"], str(self.cleaned_data["text"])
        if file is not None:
            if file.size > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0):
                raise FileTooLarge
            text = decode_utf8(file.read())
        sent = {name: self.data[name] for name in self.data}
        self.data = {**sent, "text": text.replace("\0", SHOWN_NUL)}
        decode_utf8(text.encode())  # pasted text too: the error names the line
        if not text.strip():
            raise NoFile
        return text

    def columns(self, known: CsvColumns) -> CsvColumns:
        """The columns, and what the sender says of headings that are not known."""
        chosen = {
            name.removeprefix(COLUMN): str(value)
            for name, value in self.data.items()
            if name.startswith(COLUMN) and value in (LEFT_OUT, *known.fields)
        }
        fields = {key: "" if value == LEFT_OUT else value for key, value in chosen.items()}
        return replace(known, chosen=fields, first_is_row="first_is_row" in self.data)

    def ask_columns(self, columns: CsvColumns, data: bytes) -> None:
        """Add a field for each column, and one for a first line that is no headings."""
        labels = {name: COLUMN_LABELS.get(name, name) for name in columns.fields}
        choices = [("", _("choose")), *labels.items(), (LEFT_OUT, _("nothing: leave it out"))]
        for heading in read_headings(data, columns):
            known = heading.field
            name = COLUMN + heading_key(heading.text)
            self.fields[name] = forms.ChoiceField(
                label=heading.text,
                help_text=", ".join(cell for cell in heading.samples if cell),
                choices=choices,
                required=False,
                initial=LEFT_OUT if known == "" else known,
            )
            self.data = {name: self.fields[name].initial or "", **self.data}
        self.fields["first_is_row"] = FlagField(_("The first line is a line of the list too"))
        self.column_fields = [self[name] for name in self.fields if name.startswith(COLUMN)]

    def ask_who(self, spellings: Mapping[str, Sequence[Suggestion]]) -> None:
        """Add a field for each name that nobody has, but somebody in another spelling."""
        self.spellings = spellings
        for name, found in spellings.items():
            known = [(each.player.public_id, each.text) for each in found]
            choices = [("", _("choose")), *known, (NEW, _("somebody new"))]
            self.fields[who_field(name)] = forms.ChoiceField(
                label=name, choices=choices, required=False
            )
        self.who_fields = [self[name] for name in self.fields if name.startswith(WHO)]

    def who_is(self, name: str) -> str:
        """A public id of those who may be meant, NEW, or "" if the sender has not said it."""
        answer = str(self.data.get(who_field(name), ""))
        known = {each.player.public_id for each in self.spellings[name]}
        return answer if answer in {NEW, *known} else ""

    @property
    def asks_who(self) -> bool:
        return not all(map(self.who_is, self.spellings))

    def add_refusal(self, error: DomainError) -> None:
        self.add_error("text", str(error))


def who_field(name: str) -> str:
    """Of a name, not of a line: an answer stays with its name if lines are added."""
    return WHO + sha256(name.encode()).hexdigest()[:16]
