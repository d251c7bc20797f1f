"""Clubs."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Club
from config.pages.event.event_rows import event_rows
from config.pages.live import stored_page
from config.pages.site_facts import site_facts
from tournaments import permissions, selectors
from tournaments.actor import Actor


@stored_page(site_facts)
def club_list(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/player/clubs.html", {"clubs": selectors.clubs()})


@stored_page(site_facts)
def club(request: HttpRequest, slug: str) -> HttpResponse:
    actor, found = actor_of(request), selectors.get_club(slug)
    events = selectors.visible_events(actor).filter(club=found)
    may_edit = permissions.may(actor, "club.edit", found)
    context = {
        "club": found,
        "rows": event_rows(events.select_related("club").order_by("-starts_on", "pk")),
        "series": selectors.series_of(found),
        "may_season": permissions.may(actor, "series.edit", found),
        "may_edit": may_edit,
        "may_ask": _may_ask(actor, found),
        "waiting": selectors.requests_to_join(found).count() if may_edit else 0,
        "members": [selectors.resolve(each.player) for each in selectors.members_of(found)],
    }
    return render(request, "pages/player/club.html", context)


def _may_ask(actor: Actor, found: Club) -> bool:
    """Whether the reader is a player whom the club does not list, and who has not asked it."""
    player = selectors.player_of(actor.user_id or 0)
    if player is None:
        return False
    rows = (selectors.memberships_of(player), selectors.requests_of_player(player))
    return not any(each.filter(club=found).exists() for each in rows)
