"""Check-in: a list of the players with a button each."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from config.pages.desk.base import Desk, get_entry_or_404, open_desk, staff_page
from config.pages.desk.players import line_of
from config.pages.desk.undo import undo_context
from config.pages.forms import Form, NumberField, TextField
from tournaments import selectors
from tournaments.choices import EntryStatus
from tournaments.services.entries import entries
from tournaments.services.entries.registration import registration_settings

PRESENT = (EntryStatus.IN, EntryStatus.WAITING)


class CheckInForm(Form):
    entry = NumberField(gettext_lazy("Player"))
    do = TextField(required=False)


@staff_page
def checkin(request: HttpRequest, slug: str) -> HttpResponse:
    opened = open_desk(request, slug, "players")
    if request.method == "POST":
        form = CheckInForm(request.POST)
        if not form.submit(_check_in, desk=opened):  # the line itself shows a success
            messages.error(request, form.problems[0])
        # The list is long, so return to the name that was pressed.
        return redirect(
            f"{reverse('pages:manage-checkin', args=[slug])}#e{request.POST.get('entry', '')}"
        )
    found = selectors.visible_entries(opened.event, opened.actor).filter(state__in=PRESENT)
    entries = list(found.prefetch_related("absences"))
    entries.sort(key=lambda entry: selectors.name_key(selectors.resolve(entry.player).name))
    context = {
        **undo_context(opened),
        "entries": [line_of(entry) for entry in entries],
        "here": sum(entry.checked_in_at is not None for entry in entries),
        "open": opened.before_start,
        "leaves_out": registration_settings(opened.event.registration)["check_in"],
    }
    return opened.render("checkin.html", context)


def _check_in(*, desk: Desk, entry: int, do: str) -> None:
    found = get_entry_or_404(desk, entry)
    entries.check_in(actor=desk.actor, entry_id=found.pk, undo=do == "undo")
