"""The players of an event as its staff see them: the list, adding somebody, and the card of one.

What an entry can be told stands in entry_acts.py.
"""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.desk.base import (
    Desk,
    entry_of,
    number_or_none,
    open_desk,
    staff_page,
)
from config.pages.desk.entry_acts import ROUNDS_AWAY, act_on
from config.pages.names import isolate
from config.planning import Person, enter_person
from tournaments import permissions, selectors
from tournaments.errors import DomainError, InvalidInput
from tournaments.services.entries.registration import settings_of

LONGEST_NAME, NEW = 100, "new"
WORDS = {
    "applied": gettext_lazy("asked to enter"),
    "waiting": gettext_lazy("on the waiting list"),
    "in": gettext_lazy("plays"),
    "refused": gettext_lazy("refused"),
    "cancelled": gettext_lazy("cancelled"),
}


class Added(NamedTuple):
    """What was typed to add somebody; choices where several people bear the name."""

    name: str = ""
    rating: str = ""
    choices: tuple[Any, ...] = ()
    error: str = ""


@staff_page
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who ever asked to enter; adding somebody is a form of this page."""
    opened = open_desk(request, slug, "players")
    added = Added()
    if request.method == "POST":
        added = _add(request, opened)
        if not added.error:
            return redirect("pages:manage-players", slug=slug)
    context = opened.context | {
        "entries": [line_of(opened, entry) for entry in _all_entries(opened)],
        "added": added,
        "may_link": permissions.may(opened.actor, "link.issue", opened.event),
        "before_start": opened.event.state in ("draft", "registration"),
        "finished": opened.event.state == "finished",
        "check_in": settings_of(opened.event.registration)["check_in"],
    }
    status = 422 if added.error else 200
    return render(request, "pages/desk/players.html", context, status=status)


@staff_page
def entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """The card of one player of the event: all that can be done with the entry."""
    opened = open_desk(request, slug, "players")
    found = entry_of(opened, entry_id)
    error, status, do = "", 200, ""
    if request.method == "POST":
        do = request.POST.get("do", "")
        try:
            said = act_on(request, opened, found, do)
            messages.success(request, said)
            return redirect("pages:manage-entry", slug=slug, entry_id=entry_id)
        except DomainError as refused:
            error, status = str(refused), 422
    context = (
        opened.context
        | _card(opened, found)
        | {
            "error": error,
            "failed": do if error else "",
            "typed": request.POST if error else {},
        }
    )
    return render(request, "pages/desk/entry.html", context, status=status)


@staff_page
def press(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """A button beside a name in the list: the card's, and back to the list."""
    opened = open_desk(request, slug, "players")
    found = entry_of(opened, entry_id)
    if request.method == "POST":
        try:
            messages.success(request, act_on(request, opened, found, request.POST.get("do", "")))
        except DomainError as refused:
            messages.error(request, str(refused))
    return redirect("pages:manage-players", slug=slug)


def _all_entries(opened: Desk) -> Any:
    return selectors.seen_entries(opened.event, opened.actor).prefetch_related("absences")


def line_of(opened: Desk, found: Any) -> dict[str, Any]:
    """An entry as a line of the list and the head of its card."""
    player = selectors.resolve(found.player)
    return {
        "id": found.pk,
        "number": found.number,
        "name": player.name,
        "sort_name": player.sort_name,
        "public_id": player.public_id,
        "state": found.state,
        "words": WORDS.get(found.state, found.state),
        "rating": found.rating,
        "checked_in_at": found.checked_in_at,
        "fixed_table": found.fixed_table,
        "family": found.family,
        "away": [
            ROUNDS_AWAY[row.kind](row.from_round, row.to_round)
            for row in sorted(found.absences.all(), key=lambda row: row.pk)
            if row.cancelled_at is None
        ],
    }


def _card(opened: Desk, found: Any) -> dict[str, Any]:
    event, actor = opened.event, opened.actor
    numbers = [each.number for each in selectors.event_rounds(event, actor)]
    absences = [row for row in selectors.absences_of(found) if row["cancelled_at"] is None]
    return {
        "entry": line_of(opened, found),
        "may_read_as": permissions.may(actor, "player.sort_name", selectors.resolve(found.player)),
        "absences": [
            row | {"words": ROUNDS_AWAY[row["kind"]](row["from_round"], row["to_round"])}
            for row in absences
        ],
        "points": [row for row in selectors.adjustments(event) if row["entry"] == found.pk],
        "next_round": max(numbers, default=0) + 1,
        "last_round": max(numbers, default=0),
        "before_start": event.state in ("draft", "registration"),
        "running": event.state == "running",
    }


def _add(request: HttpRequest, opened: Desk) -> Added:
    """Enter somebody by name: the one who bears it, the one chosen of several, or a new player."""
    typed = " ".join(request.POST.get("name", "").split())
    rating, who = request.POST.get("rating", ""), request.POST.get("who", "")
    try:
        if not typed or len(typed) > LONGEST_NAME:
            raise InvalidInput(field=_("Name"), problem=_("missing or too long"))
        given = number_or_none(rating, _("Rating"))
        found = [selectors.player_by_id(pk) for pk in selectors.find_players_by_name(typed)]
        if len(found) > 1 and not who:
            error = _("Several players are called that. Say who it is.")
            return Added(typed, rating, tuple(found), error)
        player = selectors.get_player(who) if who not in ("", NEW) else None
        if player is None and found and who != NEW:
            player = found[0]
        person = Person(player.name, player.public_id) if player else Person(typed)
        made = enter_person(
            actor=opened.actor, event_id=opened.event.pk, person=person, rating=given
        )
        words = WORDS.get(made.state, made.state)
        messages.success(
            request, _("%(name)s: %(state)s.") % {"name": isolate(person.name), "state": words}
        )
    except DomainError as refused:
        return Added(typed, rating, (), str(refused))
    return Added()
