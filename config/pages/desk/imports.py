"""Many players or results from a file: tried first, then done. For staff."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of
from config.pages.event.event_rows import Event
from config.pages.event.events import open_event
from config.pages.forms import FlagField, Form, TextField
from games.api import bulk_results as results
from ratings.api import bulk as entries
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.api.bulk import Given
from tournaments.csv_rows import decode_utf8
from tournaments.errors import DomainError

SHOWN_NUL = "\N{SYMBOL FOR NULL}"
MOST_SHOWN = 200  # letters of a row
PLAYERS = "players"


class ImportedRow(NamedTuple):
    """A row as it was read, and its outcome. kind: ok, quiet (skipped) or bad."""

    number: int
    text: str
    kind: str
    words: str


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
        _("the first one names the columns, as: name, new"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 10, "dir": "auto", "spellcheck": "false", "autocapitalize": "off"}
        ),
    )
    all_or_nothing = FlagField(_("All or nothing: when one line is refused, none is done"))

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

    def add_refusal(self, error: DomainError) -> None:
        self.add_error("text", str(error))


@login_required(login_url="pages:login")
def event_import(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "import")
    actor = actor_of(request)
    if not permissions.may(actor, "entry.add", found):
        raise PermissionDenied
    listed = selectors.event_rounds(found, actor).exclude(state="draft")
    rounds = list(listed.values_list("number", flat=True))
    form = ImportForm(rounds, *((request.POST, request.FILES) if request.method == "POST" else ()))
    dry_run = request.POST.get("do") != "do"
    if form.is_bound and form.submit(_run, form=form, actor=actor, event=found, dry_run=dry_run):
        context |= form.result
    status = 422 if form.errors else 200
    context |= {"rounds": rounds, "form": form}
    return render(request, "pages/desk/import.html", context, status=status)


def _run(
    *, form: ImportForm, actor: Actor, event: Event, dry_run: bool, what: str, **given: Any
) -> dict[str, Any]:
    data = form.read_text().encode()
    how = {"dry_run": dry_run, "all_or_nothing": given["all_or_nothing"]}
    if what.isdecimal() and len(what) < 6:
        rows = results.read_results(data)
        report = results.enter_rows(actor, event, int(what), rows, **how)
    else:
        rows = entries.read_entries(data)
        report = entries.enter_rows(actor, event, rows, **how)
    return {"report": report, "lines": _lines(rows, report)}


def _lines(given: Sequence[Given], report: dict[str, Any]) -> list[ImportedRow]:
    return [
        ImportedRow(row["line"], _cells(each.row), *_outcome(row, report))
        for each, row in zip(given, report["rows"], strict=True)
    ]


def _outcome(row: dict[str, Any], report: dict[str, Any]) -> tuple[str, str]:
    if row["skipped"]:
        return "quiet", gettext("nothing to do")
    if row["error"]:
        return "bad", row["error"]["detail"]
    if report["undone"]:
        return "quiet", gettext("undone with the others")
    return "ok", gettext("can be done") if report["dry_run"] else gettext("done")


def _cells(row: Any) -> str:
    values = row.values() if isinstance(row, dict) else [row]
    return " · ".join(str(value) for value in values if value != "")[:MOST_SHOWN]
