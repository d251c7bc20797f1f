"""The Undo button of the desk."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from config.pages.desk.base import Desk, open_desk, parse_number, staff_page
from config.pages.desk.journal import journal_rows
from games.undo.actions import StaffAction
from games.undo.undo import last_action, undo_action, undoable_actions
from tournaments import selectors
from tournaments.errors import DomainError

# Pages that have the button, as URL names; the form says which one to return to.
PAGES = ("manage", "manage-results", "manage-checkin", "manage-players", "manage-rounds")
ROUND_PAGES = ("manage-draft", "manage-round")


class Undo(NamedTuple):
    """line: its number in the journal."""

    line: int
    who: str
    what: str


def undo_context(desk: Desk) -> dict[str, Any]:
    """The context of the button."""
    action = last_action(desk.actor, desk.event)
    return {"undo": _describe(desk, action) if action else None}


@staff_page
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the line that the button named, and return to its page."""
    desk = open_desk(request, slug, "desk")
    if request.method == "POST":
        try:
            messages.success(request, _undo(request, desk))
        except DomainError as refused:
            messages.error(request, str(refused))
    return _redirect_back(request, desk)


def _redirect_back(request: HttpRequest, desk: Desk) -> HttpResponse:
    """To the page of the button. Its round may be deleted, or no longer a draft."""
    page, slug = request.POST.get("next", ""), desk.event.slug
    if page in ROUND_PAGES:
        numbers = {str(row.number): row for row in selectors.event_rounds(desk.event, desk.actor)}
        row = numbers.get(request.POST.get("number", ""))
        if row is None:
            return redirect("pages:manage-rounds", slug)
        return redirect(f"pages:{ROUND_PAGES[row.state != 'draft']}", slug, row.number)
    return redirect(f"pages:{page if page in PAGES else PAGES[0]}", slug)


def undo_last_act(desk: Desk) -> str:
    """Undo the last action. Returns the message to show.

    :raises DomainError: it cannot be undone.
    """
    action = last_action(desk.actor, desk.event)
    if action is None:
        return _("There is nothing to undo.")
    return _undo_line(desk, action.line.seq, _describe(desk, action))


def _undo(request: HttpRequest, desk: Desk) -> str:
    line = parse_number(request.POST.get("line"), "line")
    actions = {action.line.seq: action for action in undoable_actions(desk.event)}
    return _undo_line(desk, line, _describe(desk, actions[line]) if line in actions else None)


def _undo_line(desk: Desk, line: int, description: Undo | None) -> str:
    undo_action(actor=desk.actor, event_id=desk.event.pk, line=line)
    return _("Undone: %(what)s.") % {"what": description.what if description else line}


def _describe(desk: Desk, action: StaffAction) -> Undo:
    (line,) = journal_rows(desk.event, [action.line])
    return Undo(action.line.seq, line.who, line.what)
