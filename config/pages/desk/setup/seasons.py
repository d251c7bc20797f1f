"""The seasons of a club: beginning one, its name, and what of its events counts."""

from itertools import count
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.account.signing_in import actor_of
from config.pages.desk.base import number_or_none, staff_page
from config.pages.names import isolate
from config.planning import address_of
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.services.events import seasons
from tournaments.services.people import people
from tournaments.standings.season import COLUMNS

LONGEST_NAME = 100
COUNTED = {
    "match_points": gettext_lazy("match points"),
    "game_points": gettext_lazy("game points"),
    "board_plus_reserve": gettext_lazy("board plus reserve"),
    "wins": gettext_lazy("wins"),
}


@staff_page
def club_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """Who runs the club finds its seasons here; nobody else finds the page."""
    actor = actor_of(request)
    try:
        club = selectors.get_club(slug)
        permissions.require(actor, "series.edit", club)
    except DomainError as error:
        raise Http404(str(error)) from error
    refused = ""
    if request.method == "POST":
        try:
            messages.success(request, _done(request, actor, club))
            return redirect("pages:club-seasons", slug=slug)
        except DomainError as error:
            refused = str(error)
    context = {
        "section": "clubs",
        "club": club,
        "seasons": [_shown(row, request) for row in selectors.series_of(club)],
        "columns": [(code, COUNTED[code]) for code in COLUMNS],
        "fresh": request.POST if refused and not request.POST.get("series") else {},
        "typed": request.POST,
        "refused": refused,
    }
    return render(request, "pages/desk/setup/seasons.html", context, status=422 if refused else 200)


def _done(request: HttpRequest, actor: Actor, club: Any) -> str:
    """One season begun or changed, by the id that the form has or has not."""
    name = " ".join(request.POST.get("name", "").split())
    if not name or len(name) > LONGEST_NAME:
        raise InvalidInput(field=_("Name"), problem=_("missing or too long"))
    best = number_or_none(request.POST.get("best"), _("Best events that count"))
    scoring = {"by": request.POST.get("by", ""), "best": best}
    series_id = number_or_none(request.POST.get("series"), _("Season"))
    if series_id is None:
        return _begun(actor, club, name, scoring)
    if not selectors.series_of(club).filter(pk=series_id).exists():
        raise InvalidInput(field=_("Season"), problem=_("there is no such one here"))
    changes = {"name": name, "scoring": scoring}
    seasons.edit_series(actor=actor, series_id=series_id, changes=changes)
    return _("Kept.")


def _begun(actor: Actor, club: Any, name: str, scoring: dict[str, Any]) -> str:
    """The address is made of the name; of one that is taken with a number behind it."""
    wanted = address_of(name, None)
    for number in count(1):
        slug = wanted if number == 1 else f"{wanted}-{number}"
        try:
            seasons.create_series(
                actor=actor, club_id=club.pk, slug=slug, name=name, scoring=scoring
            )
            break
        except people.SlugTaken:
            continue
    return _("%(name)s has begun. Each event chooses its season in its settings.") % {
        "name": isolate(name)
    }


def _shown(row: Any, request: HttpRequest) -> dict[str, Any]:
    """A season with what is stored; or what was typed for it and refused."""
    if request.POST.get("series") == str(row.pk):
        typed = request.POST
        now = {name: typed.get(name, "") for name in ("name", "by", "best")}
    else:
        now = {"name": row.name, **selectors.series_document(row)["scoring"]}
    return {"id": row.pk, "slug": row.slug, "events": row.events.count(), **now}
