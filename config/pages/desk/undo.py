"""The button Undo of the desk: what it would take back, in words, and taking it back."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from config.pages.desk.base import Desk, number_in, open_desk, staff_page
from config.pages.desk.journal import lines_of
from games.undo.actions import StaffAction
from games.undo.undo import last_action, undo_action, undoable_actions
from tournaments import selectors
from tournaments.errors import DomainError

# Where the reader came from, and goes back to.
PAGES = ("manage", "manage-results", "manage-checkin", "manage-players", "manage-rounds")
OF_ROUNDS = ("manage-draft", "manage-round")


class Undo(NamedTuple):
    """line: of the journal; who did what: its words."""

    line: int
    who: str
    what: str


def undo_of(desk: Desk) -> dict[str, Any]:
    """What the button needs, for the context of a page that has it."""
    action = last_action(desk.actor, desk.event)
    return {"undo": _told(desk, action) if action else None}


@staff_page
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back what the button told, and go back to its page."""
    desk = open_desk(request, slug, "desk")
    if request.method == "POST":
        try:
            messages.success(request, _undone(request, desk))
        except DomainError as refused:
            messages.error(request, str(refused))
    return _back(request, desk)


def _back(request: HttpRequest, desk: Desk) -> HttpResponse:
    """To the page that the button stood on; a round may be gone, or no draft any more."""
    page, slug = request.POST.get("next", ""), desk.event.slug
    if page in OF_ROUNDS:
        numbers = {str(row.number): row for row in selectors.event_rounds(desk.event, desk.actor)}
        row = numbers.get(request.POST.get("number", ""))
        if row is None:
            return redirect("pages:manage-rounds", slug)
        return redirect(f"pages:{OF_ROUNDS[row.state != 'draft']}", slug, row.number)
    return redirect(f"pages:{page if page in PAGES else PAGES[0]}", slug)


def undo_last(desk: Desk) -> str:
    """Take back the last action, whatever it is; what to say of it.

    :raises DomainError: there is none, or it cannot be taken back.
    """
    action = last_action(desk.actor, desk.event)
    if action is None:
        return _("There is nothing to undo.")
    return _take_back(desk, action.line.seq, _told(desk, action))


def _undone(request: HttpRequest, desk: Desk) -> str:
    line = number_in(request.POST.get("line"), "line")
    actions = {action.line.seq: action for action in undoable_actions(desk.event)}
    return _take_back(desk, line, _told(desk, actions[line]) if line in actions else None)


def _take_back(desk: Desk, line: int, told: Undo | None) -> str:
    undo_action(actor=desk.actor, event_id=desk.event.pk, line=line)
    return _("Undone: %(what)s.") % {"what": told.what if told else line}


def _told(desk: Desk, action: StaffAction) -> Undo:
    (line,) = lines_of(desk.event, [action.line])
    return Undo(action.line.seq, line.who, line.what)
