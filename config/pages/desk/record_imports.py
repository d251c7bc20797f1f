"""Records of many games from PTN files: sent here, stored by a worker. For staff."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Event
from config.pages.desk.base import open_desk, refused_as_404, staff_page
from config.pages.forms import FlagField, Form, TextField
from games.import_summary import percent_read, summary_of
from games.models import Import
from games.services.records import import_requests
from games.services.records.import_requests import ACTIVE_STATES, RecordFile
from tournaments import permissions
from tournaments.actor import Actor
from tournaments.choices import JobStatus
from tournaments.csv_files.rows import decode_utf8
from tournaments.limits import IMPORT_FILES

REFRESH_SECONDS = 3
MOST_SHOWN = 50  # imports, and refusals
STATES = {
    JobStatus.WAITING: _("It waits for a worker."),
    JobStatus.RUNNING: _("It is being read."),
    JobStatus.DONE: _("It is done."),
    JobStatus.FAILED: _("It failed. What is stored stays, and it can go on."),
    JobStatus.CANCELLED: _("It was cancelled. What is stored stays."),
}
PASTED = _("pasted text")
TAKES_MORE = _("It takes more files, by API, until it is started.")


class SeveralFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One file or several."""

    widget = SeveralFiles(attrs={"accept": ".ptn,.txt,text/plain", "multiple": True})

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        sent = data if isinstance(data, Sequence) else [data] if data else []
        if len(sent) > IMPORT_FILES:
            problem = _("At most %(most)s files at once.")
            raise forms.ValidationError(problem, params={"most": IMPORT_FILES})
        return [super(FilesField, self).clean(each, initial) for each in sent]


class RecordsForm(Form):
    sent = FilesField(
        label=_("PTN files"),
        required=False,
        allow_empty_file=True,
        help_text=_("Each may hold many games; together at most 2.5 MB at once"),
    )
    pasted = TextField(
        _("Or pasted"),
        _("PTN, or addresses of games at playtak, one a line"),
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 4, "spellcheck": "false", "autocapitalize": "off", "dir": "ltr"}
        ),
    )
    dry_run = FlagField(_("Only try it: prove the games, and store none"))


@staff_page
def site_imports(request: HttpRequest) -> HttpResponse:
    """Casual games; for site staff."""
    actor = actor_of(request)
    with refused_as_404():
        permissions.require(actor, "import.run", None)
    return _imports(request, actor, None, {})


@staff_page
def event_imports(request: HttpRequest, slug: str) -> HttpResponse:
    """Games of an event; for its staff."""
    desk = open_desk(request, slug, "results", verb="event.import")
    return _imports(request, desk.actor, desk.event, desk.context)


@staff_page
def import_detail(request: HttpRequest, import_id: int) -> HttpResponse:
    actor = actor_of(request)
    with refused_as_404():
        found = import_requests.get_import(actor, import_id)
        if request.POST.get("do") == "start":
            import_requests.start_import(actor=actor, import_id=found.pk)
        elif request.POST.get("do") == "cancel":
            import_requests.cancel_import(actor=actor, import_id=found.pk)
    if request.method == "POST":
        return redirect("pages:import", import_id=found.pk)
    refusals = found.refusals.order_by("pk")
    context = _row(found) | {
        "refusals": refusals[:MOST_SHOWN],
        "more_refusals": max(refusals.count() - MOST_SHOWN, 0),
        "percent": percent_read(found),
        "is_active": found.state in ACTIVE_STATES,
        "may_go_on": found.state == JobStatus.FAILED or not found.is_complete,
        "section": "desk",
    }
    answer = render(request, "pages/desk/import_detail.html", context)
    if context["is_active"]:
        answer["Refresh"] = str(REFRESH_SECONDS)
    return answer


def _imports(
    request: HttpRequest, actor: Actor, event: Event | None, context: dict[str, object]
) -> HttpResponse:
    form = RecordsForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if form.is_bound and form.submit(_request, actor=actor, event=event):
        return redirect("pages:import", import_id=form.result.pk)
    found = import_requests.list_imports(actor, event)[:MOST_SHOWN]
    base = "base.html" if event is None else "pages/desk/base.html"
    context = {"section": "desk", "base": base, **context, "form": form, "event": event}
    context["imports"] = [_row(each) for each in found]
    status = 422 if form.is_bound else 200
    return render(request, "pages/desk/record_imports.html", context, status=status)


def _request(
    *,
    actor: Actor,
    event: Event | None,
    sent: "list[UploadedFile[Any]]",
    pasted: str,
    dry_run: bool,
) -> Import:
    files = [RecordFile(str(file.name), decode_utf8(file.read())) for file in sent]
    if pasted.strip():
        files.append(RecordFile(str(PASTED), pasted.replace("\r\n", "\n")))
    return import_requests.request_import(
        actor=actor,
        files=files,
        event_id=None if event is None else event.pk,
        dry_run=dry_run,
    )


def _row(found: Import) -> dict[str, object]:
    return {
        "import": found,
        "event": found.event,
        "state": STATES[JobStatus(found.state)] if found.is_complete else TAKES_MORE,
        "summary": summary_of(found),
    }
