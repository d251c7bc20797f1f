"""Approve events and clubs for rating, and undo it; for site staff."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Club, Event
from config.pages.answers import message_outcome
from ratings import services as ratings
from tournaments import permissions, selectors

SERVICES: dict[str, tuple[Callable[..., object], Callable[..., object]]] = {
    "event": (ratings.approve_event, ratings.undo_event_approval),
    "club": (ratings.approve_club, ratings.undo_club_approval),
}


@require_POST
@login_required(login_url="pages:login")
def approve_event(request: HttpRequest, slug: str) -> HttpResponse:
    return _approve_or_undo(request, "event", selectors.get_event(slug, actor_of(request)))


@require_POST
@login_required(login_url="pages:login")
def approve_club(request: HttpRequest, slug: str) -> HttpResponse:
    return _approve_or_undo(request, "club", selectors.get_club(slug))


def _approve_or_undo(request: HttpRequest, kind: str, row: Event | Club) -> HttpResponse:
    actor, is_undo = actor_of(request), request.POST.get("do") == "undo"
    if not permissions.may(actor, f"{kind}.approve", row):
        raise Http404

    def act() -> str:
        SERVICES[kind][is_undo](actor=actor, **{f"{kind}_id": row.pk})
        return _("The approval is taken back.") if is_undo else _("Approved for rating.")

    message_outcome(request, act)
    return redirect(f"pages:{kind}", slug=row.slug)
