"""Who is here: a long list, one press each, and how many."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from config.pages.desk.base import (
    Desk,
    entry_of,
    number_in,
    open_desk,
    pressed,
    staff_page,
)
from config.pages.desk.players import line_of
from config.pages.desk.undo import undo_of
from tournaments import selectors
from tournaments.services.entries import entries
from tournaments.services.entries.registration import registration_settings

PRESENT = ("in", "waiting")


@staff_page
def checkin(request: HttpRequest, slug: str) -> HttpResponse:
    opened = open_desk(request, slug, "players")
    if request.method == "POST":
        pressed(request, lambda: _press(request, opened), "pages:manage-checkin", slug)
        # Back to the name that was pressed: the list is long.
        return redirect(
            f"{reverse('pages:manage-checkin', args=[slug])}#e{request.POST.get('entry', '')}"
        )
    found = selectors.visible_entries(opened.event, opened.actor).filter(state__in=PRESENT)
    lines = [line_of(opened, entry) for entry in found.prefetch_related("absences")]
    lines.sort(key=lambda line: selectors.name_key(line["name"]))
    context = (
        opened.context
        | undo_of(opened)
        | {
            "entries": lines,
            "here": sum(line["checked_in_at"] is not None for line in lines),
            "open": opened.event.state in ("draft", "registration"),
            "leaves_out": registration_settings(opened.event.registration)["check_in"],
        }
    )
    return render(request, "pages/desk/checkin.html", context)


def _press(request: HttpRequest, opened: Desk) -> None:
    """Nothing is said: the line itself shows it."""
    found = entry_of(opened, number_in(request.POST.get("entry"), _("Player")))
    undo = request.POST.get("do") == "undo"
    entries.check_in(actor=opened.actor, entry_id=found.pk, undo=undo)
