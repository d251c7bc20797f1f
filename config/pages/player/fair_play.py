"""Unusual games of a rating list, for arbiters to review."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account.signing_in import actor_of
from config.pages.player.ratings import open_pool, pool_context
from games import flags
from tournaments.errors import NotAllowed, NotFound


def pool_flags(request: HttpRequest, slug: str) -> HttpResponse:
    pool = open_pool(slug)
    event = request.GET.get("event") or None
    try:
        found = flags.pool_flags(actor_of(request), slug, event)
    except NotFound as error:
        raise Http404(str(error)) from error
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from error
    context = {"flags": found, "event": event}
    return render(
        request, "pages/player/pool_flags.html", pool_context(request, pool, "flags") | context
    )
