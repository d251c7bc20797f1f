"""Unusual games of a rating list, for arbiters to review."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account.signing_in import actor_of
from config.pages.player.ratings import pool_context
from games import flags
from ratings import selectors
from tournaments.errors import NotAllowed


def pool_flags(request: HttpRequest, slug: str) -> HttpResponse:
    pool = selectors.pool_by_slug(slug)
    event = request.GET.get("event") or None
    try:
        found = flags.pool_flags(actor_of(request), slug, event)
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from error
    context = {"flags": found, "event": event}
    return render(
        request, "pages/player/pool_flags.html", pool_context(request, pool, "flags") | context
    )
