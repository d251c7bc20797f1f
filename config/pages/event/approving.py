"""Approve events and clubs for rating, and undo it; for site staff."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.pages.account.signing_in import actor_of
from ratings import services as ratings
from tournaments import permissions, selectors
from tournaments.errors import DomainError


@require_POST
@login_required(login_url="pages:login")
def approve_event(request: HttpRequest, slug: str) -> HttpResponse:
    actor = actor_of(request)
    try:
        event = selectors.get_event(slug, actor)
        permissions.require(actor, "event.approve", event)
    except DomainError as error:
        raise Http404(str(error)) from error
    services = (ratings.approve_event, ratings.undo_event_approval)
    return _approve_or_undo(request, services, {"event_id": event.pk}, "pages:event", slug)


@require_POST
@login_required(login_url="pages:login")
def approve_club(request: HttpRequest, slug: str) -> HttpResponse:
    actor = actor_of(request)
    try:
        club = selectors.get_club(slug)
        permissions.require(actor, "club.approve", club)
    except DomainError as error:
        raise Http404(str(error)) from error
    services = (ratings.approve_club, ratings.undo_club_approval)
    return _approve_or_undo(request, services, {"club_id": club.pk}, "pages:club", slug)


def _approve_or_undo(
    request: HttpRequest,
    services: tuple[Callable[..., object], Callable[..., object]],
    row: dict[str, Any],
    to: str,
    slug: str,
) -> HttpResponse:
    """Approve or undo, depending on the button, and report the outcome."""
    approve, undo = services
    is_undo = request.POST.get("do") == "undo"
    try:
        (undo if is_undo else approve)(actor=actor_of(request), **row)
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, _("The approval is taken back.") if is_undo else _("Approved for rating.")
        )
    return redirect(to, slug=slug)
