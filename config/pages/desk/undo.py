"""The Undo button of the desk."""

from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.desk.journal import journal_rows
from config.pages.forms import Form, NumberField
from games.undo.actions import StaffAction
from games.undo.decisions import DECISIONS
from games.undo.undo import last_action, undo_action, undoable_actions
from tournaments import selectors
from tournaments.choices import RoundStatus
from tournaments.errors import DomainError

# Pages that have the button, as URL names; the form says which one to return to.
PAGES = ("manage", "manage-results", "manage-checkin", "manage-players", "manage-rounds")
ROUND_PAGES = ("manage-draft", "manage-round")


NOTHING_TO_UNDO = gettext_lazy("There is nothing to undo.")


class NotAResult(DomainError):
    code = "not_a_result"
    message = gettext_lazy(
        "The last change is not a result: {what}. Press Undo below to take it back."
    )


class Undo(NamedTuple):
    """line: its number in the journal. of_result: a result was entered, ruled or voided."""

    line: int
    who: str
    what: str
    of_result: bool


def undo_context(desk: Desk) -> dict[str, object]:
    """The context of the button."""
    return {"undo": _last_undo(desk)}


class UndoForm(Form):
    """line: its number in the journal."""

    line = NumberField(widget=forms.HiddenInput)


@staff_page
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the line that the button named, and return to its page."""
    desk = open_desk(request, slug, "desk")
    if request.method == "POST":
        form = UndoForm(request.POST)
        if form.submit(_undo, desk=desk):
            messages.success(request, form.result)
        for problem in form.problems:
            messages.error(request, problem)
    return _redirect_back(desk)


def _redirect_back(desk: Desk) -> HttpResponse:
    """To the page of the button. Its round may be deleted, or no longer a draft."""
    sent, slug = desk.request.POST, desk.event.slug
    page = sent.get("next", "")
    if page not in ROUND_PAGES:
        return redirect(f"pages:{page if page in PAGES else PAGES[0]}", slug)
    for row in selectors.event_rounds(desk.event, desk.actor):
        if str(row.number) == sent.get("number"):
            is_draft = row.state == RoundStatus.DRAFT
            return redirect(f"pages:{ROUND_PAGES[not is_draft]}", slug, row.number)
    return redirect("pages:manage-rounds", slug)


def last_result(desk: Desk) -> Undo | None:
    """What a typed `u` undoes.

    :raises NotAResult: the last action is more than a result.
    """
    last = _last_undo(desk)
    if last and not last.of_result:
        raise NotAResult(what=last.what)
    return last


def undo_last_result(desk: Desk) -> str:
    """Returns the message to show.

    :raises DomainError: as `last_result`, or it cannot be undone.
    """
    last = last_result(desk)
    return _undo_line(desk, last.line, last) if last else str(NOTHING_TO_UNDO)


def _last_undo(desk: Desk) -> Undo | None:
    action = last_action(desk.actor, desk.event)
    return _describe(desk, action) if action else None


def _undo(*, desk: Desk, line: int) -> str:
    actions = {action.line.seq: action for action in undoable_actions(desk.event)}
    return _undo_line(desk, line, _describe(desk, actions[line]) if line in actions else None)


def _undo_line(desk: Desk, line: int, description: Undo | None) -> str:
    undo_action(actor=desk.actor, event_id=desk.event.pk, line=line)
    return _("Undone: %(what)s.") % {"what": description.what if description else line}


def _describe(desk: Desk, action: StaffAction) -> Undo:
    (line,) = journal_rows(desk.event, [action.line])
    return Undo(action.line.seq, line.who, line.what, action.line.action in DECISIONS)
