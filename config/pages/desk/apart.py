"""Who is kept apart, and the penalties and bonuses of an event: what the staff decided."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.pages.desk.base import (
    Desk,
    number_in,
    number_or_none,
    open_desk,
    staff_page,
)
from tournaments import selectors
from tournaments.errors import DomainError, InvalidInput
from tournaments.selectors.people.apart import CLUB, FAMILY
from tournaments.services.entries import apart as services

STATES = ("in", "waiting", "applied")


@staff_page
def apart(request: HttpRequest, slug: str) -> HttpResponse:
    """The pairs and rules, with a form for each kind."""
    opened = open_desk(request, slug, "players", verb="apart.view")
    error, status, do = "", 200, ""
    if request.method == "POST":
        do = request.POST.get("do", "")
        try:
            messages.success(request, _act(request, opened, do))
            return redirect("pages:manage-apart", slug=slug)
        except DomainError as refused:
            error, status = str(refused), 422
    context = (
        opened.context
        | _shown(opened)
        | {
            "error": error,
            "failed": do if error else "",
            "typed": request.POST if error else {},
            "typed_entries": request.POST.getlist("entry") if error else [],
        }
    )
    return render(request, "pages/desk/apart.html", context, status=status)


@staff_page
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """All penalties and bonuses; they are given on the card of a player."""
    opened = open_desk(request, slug, "players")
    context = opened.context | {"rows": selectors.adjustments(opened.event)}
    return render(request, "pages/desk/points.html", context)


def _act(request: HttpRequest, opened: Desk, do: str) -> str:
    given, who = request.POST, {"actor": opened.actor, "event_id": opened.event.pk}
    last_round = number_or_none(given.get("last_round"), _("Round"))
    if do == "pair":
        services.keep_apart(**who, entries=_entries(request), last_round=last_round)
        return _("They are kept apart.")
    if do == "meet":
        services.let_meet(**who, entries=_entries(request))
        return _("They may meet.")
    if do == CLUB:
        services.keep_club_apart(**who, club=given.get("club", ""), last_round=last_round)
        return _("The rule holds.")
    if do == FAMILY:
        services.keep_family_apart(**who, family=given.get("family", ""), last_round=last_round)
        return _("The rule holds.")
    if do == "end":
        kind = given.get("kind", "")
        services.end_apart_rule(**who, kind=kind, key=given.get("key", ""))
        return _("The rule is gone.")
    raise InvalidInput(field="do", problem=_("there is no such button"))


def _entries(request: HttpRequest) -> list[int]:
    return [number_in(text, _("Player")) for text in request.POST.getlist("entry")]


def _shown(opened: Desk) -> dict[str, Any]:
    """The pairs and rules in words. Two queries beside those of the entries and clubs."""
    entries = selectors.visible_entries(opened.event, opened.actor)
    names = {entry.pk: selectors.resolve(entry.player).name for entry in entries}
    clubs = {club.slug: club.name for club in selectors.clubs()}
    kept = selectors.kept_apart(opened.event)
    return {
        "pairs": [
            pair | {"names": [names.get(pk, str(pk)) for pk in pair["entries"]]}
            for pair in kept["pairs"]
        ],
        "rules": [
            rule | {"name": clubs.get(rule["key"], rule["key"]) if rule["key"] else ""}
            for rule in kept["rules"]
        ],
        "people": [
            {"id": entry.pk, "name": names[entry.pk]} for entry in entries if entry.state in STATES
        ],
        "families": sorted({entry.family for entry in entries if entry.family}),
        "clubs": sorted(clubs.items(), key=lambda club: selectors.name_key(club[1])),
        "finished": opened.event.state == "finished",
    }
