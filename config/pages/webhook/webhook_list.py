"""The webhooks of an event, a club or one's own player, and a form for a new one."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from config.pages.account.signing_in import actor_of, own_player_or_404
from config.pages.desk.base import refused_as_404, staff_page
from config.pages.webhook.webhook_form import WebhookForm
from config.webhooks import webhooks
from tournaments import permissions, selectors
from tournaments.actor import Actor


@dataclass(frozen=True, slots=True)
class Owner:
    """What the webhooks of a page are of. home: the page that leads here."""

    kind: str
    row: Any
    section: str
    home: str


@staff_page
def event_webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    actor = actor_of(request)
    with refused_as_404():
        event = selectors.get_event(slug, actor)
    return _page(request, Owner("event", event, "desk", reverse("pages:manage", args=[slug])))


@staff_page
def club_webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    with refused_as_404():
        club = selectors.get_club(slug)
    return _page(request, Owner("club", club, "clubs", reverse("pages:club", args=[slug])))


@staff_page
def own_webhooks(request: HttpRequest) -> HttpResponse:
    """The page is missing for an account without a player."""
    player = own_player_or_404(request)
    return _page(request, Owner("player", player, "me", reverse("pages:me")))


def _page(request: HttpRequest, owner: Owner) -> HttpResponse:
    actor = actor_of(request)
    with refused_as_404():
        permissions.require(actor, webhooks.VERBS[owner.kind], owner.row)
    form = WebhookForm(request.POST or None)
    site = request.build_absolute_uri("/").rstrip("/")
    made, secret, status = None, "", 200
    if request.method == "POST":
        if form.submit(_add, actor=actor, owner=owner, site=site):
            (made, secret), form = form.result, WebhookForm()
        else:
            status = 422
    context = {
        "section": owner.section,
        "owner": owner,
        "form": form,
        "made": made,
        "secret": secret,
        "webhooks": webhooks.webhooks_of(actor, owner.kind, owner.row.pk),
    }
    return render(request, "pages/webhook/list.html", context, status=status)


def _add(*, actor: Actor, owner: Owner, site: str, **chosen: Any) -> Any:
    return webhooks.add_webhook(
        actor=actor,
        kind=owner.kind,
        target=owner.row,
        chosen=webhooks.Settings(**chosen),
        site=site,
    )
