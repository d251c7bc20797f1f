"""Many players or results from a file, on a page: tried first, then done. For staff."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.pages.account.signing_in import actor_of
from config.pages.event.event_rows import Event
from config.pages.event.events import open_event
from games.api import bulk_results as results
from ratings.api import bulk as entries
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.api.bulk import Given
from tournaments.csv_rows import decoded
from tournaments.errors import DomainError

SHOWN_NUL = "\N{SYMBOL FOR NULL}"
MOST_SHOWN = 200  # letters of a row
Run = Callable[..., dict[str, Any]]


class Line(NamedTuple):
    """A row as it was read, and what became of it. kind: ok, passed over (quiet) or bad."""

    number: int
    text: str
    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What the form says. what: "players", or the number of a round."""

    what: str = "players"
    text: str = ""
    all_or_nothing: bool = False
    dry_run: bool = True

    @property
    def round_number(self) -> int | None:
        return int(self.what) if self.what.isdecimal() and len(self.what) < 6 else None


class NoFile(DomainError):
    code = "no_file"
    kind = "invalid"
    message = _("Choose a file, or paste its lines.")


class FileTooLarge(DomainError):
    code = "too_large"
    kind = "invalid"
    message = _("The file is too large. Send it in parts.")


@login_required(login_url="pages:login")
def event_import(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "import")
    actor = actor_of(request)
    if not permissions.may(actor, "entry.add", found):
        raise PermissionDenied
    rounds = selectors.event_rounds(found, actor).exclude(state="draft")
    context |= {"rounds": list(rounds.values_list("number", flat=True)), "asked": Asked()}
    status = 200
    if request.method == "POST":
        asked = Asked(
            what=request.POST.get("what", "players"),
            text=request.POST.get("text", ""),
            all_or_nothing="all_or_nothing" in request.POST,
            dry_run=request.POST.get("do") != "do",
        )
        try:
            asked = _with_file(asked, request.FILES.get("file"))
            context |= _run(actor, found, asked)
        except DomainError as refused:
            context["error"] = str(refused)
            status = 422
        context["asked"] = replace(asked, text=asked.text.replace("\0", SHOWN_NUL))
    return render(request, "pages/desk/import.html", context, status=status)


def _with_file(asked: Asked, file: Any) -> Asked:
    """The text of a file that was chosen goes before what stands in the form."""
    if file is not None:
        if file.size > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0):
            raise FileTooLarge
        asked = replace(asked, text=decoded(file.read()))
    decoded(asked.text.encode())  # says on which line text that was pasted cannot be read
    if not asked.text.strip():
        raise NoFile
    return asked


def _run(actor: Actor, found: Event, asked: Asked) -> dict[str, Any]:
    data = asked.text.encode()
    how = {"dry_run": asked.dry_run, "all_or_nothing": asked.all_or_nothing}
    number = asked.round_number
    if number is None:
        given = entries.read_entries(data)
        report = entries.enter_rows(actor, found, given, **how)
    else:
        given = results.read_results(data)
        report = results.enter_rows(actor, found, number, given, **how)
    return {"report": report, "lines": _lines(given, report)}


def _lines(given: Sequence[Given], report: dict[str, Any]) -> list[Line]:
    return [
        Line(row["line"], _cells(each.row), *_said(row, report))
        for each, row in zip(given, report["rows"], strict=True)
    ]


def _said(row: dict[str, Any], report: dict[str, Any]) -> tuple[str, str]:
    if row["skipped"]:
        return "quiet", _("nothing to do")
    if row["error"]:
        return "bad", row["error"]["detail"]
    if report["undone"]:
        return "quiet", _("undone with the others")
    return "ok", _("can be done") if report["dry_run"] else _("done")


def _cells(row: Any) -> str:
    values = row.values() if isinstance(row, dict) else [row]
    return " · ".join(str(value) for value in values if value != "")[:MOST_SHOWN]
