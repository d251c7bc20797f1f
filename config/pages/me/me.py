"""The page of a signed-in player: open games, sending results, roles."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.pages.account.signing_in import actor_of
from config.pages.desk.staff import my_roles
from config.pages.game.game_rows import game_rows
from config.pages.game.sending import SendOutcome, send_result
from config.pages.live import live_page
from config.pages.me import my_table
from config.pages.me.agreed_times import settle_time
from config.pages.me.my_rating import my_rating
from config.pages.me.my_stakes import change_bids
from games import selectors as games
from ratings import selectors as ratings
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.errors import DomainError, NotFound
from tournaments.selectors import SlotContext
from tournaments.services.people import members
from tournaments.services.people.people import create_player, set_sort_name

LATEST = 6  # own games shown
TOP = "#main"  # messages are shown there


def _facts(request: HttpRequest) -> Iterable[object]:
    """The events and rating lists of the player."""
    actor = actor_of(request)
    player = tournaments.player_of(actor.user_id or 0)
    if player is None:
        return ()
    entered = tournaments.entered_events(tournaments.readable_events(actor), player.public_id)
    events = list(entered.order_by("pk"))
    versions = [(each.pk, each.results_version, each.standings_version) for each in events]
    lengths = tournaments.journal_lengths(events)
    return (*versions, *lengths.items(), *ratings.list_versions(player.pk))


@login_required(login_url="pages:login")
@live_page(_facts)
def me(request: HttpRequest) -> HttpResponse:
    return _page(request, SendOutcome())


@login_required(login_url="pages:login")
def submit(request: HttpRequest, slot_id: int) -> HttpResponse:
    """Send a record or a claim for one of my slots, or preview it."""
    if request.method != "POST":  # reload of a returned form, as by changing the language
        return redirect("pages:me")
    try:
        context = tournaments.slot_context_by_id(slot_id)
        permissions.require_draft_access(actor_of(request), context, what="slot", key=slot_id)
    except NotFound as error:
        raise Http404(str(error)) from error
    sent = send_result(actor_of(request), context, request)
    if sent.fields:
        return _page(request, sent, status=422 if sent.refused else 200)
    messages.success(request, sent.words)
    return redirect(reverse("pages:me") + TOP)


@require_POST
@login_required(login_url="pages:login")
def agree_time(request: HttpRequest, slot_id: int) -> HttpResponse:
    """Propose when to play one of my slots, or answer a proposal."""
    slot = _seen_slot(request, slot_id)
    return _done(
        request, lambda: settle_time(actor_of(request), slot, request.POST, now=timezone.now())
    )


@require_POST
@login_required(login_url="pages:login")
def bids(request: HttpRequest, slot_id: int) -> HttpResponse:
    """Enter the bids of one of my slots, agree to them or undo them."""
    slot = _seen_slot(request, slot_id)
    return _done(request, lambda: change_bids(actor_of(request), slot, request.POST))


def _seen_slot(request: HttpRequest, slot_id: int) -> SlotContext:
    try:
        slot = tournaments.slot_context_by_id(slot_id)
        permissions.require_draft_access(actor_of(request), slot, what="slot", key=slot_id)
    except NotFound as error:
        raise Http404(str(error)) from error
    return slot


def _done(request: HttpRequest, act: Callable[[], str]) -> HttpResponse:
    """Run the action and report success or refusal."""
    try:
        messages.success(request, act())
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("pages:me")


@require_POST
@login_required(login_url="pages:login")
def become_player(request: HttpRequest) -> HttpResponse:
    """Create the player of this account."""
    actor = actor_of(request)
    try:
        create_player(actor=actor, name=request.POST.get("name", "")[:100], user_id=actor.user_id)
        messages.success(request, _("You are a player here now. Enter an event to play."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("pages:me")


@require_POST
@login_required(login_url="pages:login")
def read_name(request: HttpRequest) -> HttpResponse:
    """Set the sort name of my player."""
    actor = actor_of(request)
    player = tournaments.player_of(actor.user_id or 0)
    if player is None:
        raise Http404
    sort_name = request.POST.get("sort_name", "")[:100]
    set_sort_name(actor=actor, player_id=player.pk, sort_name=sort_name)
    messages.success(request, _("Kept."))
    return redirect("pages:me")


@require_POST
@login_required(login_url="pages:login")
def answer_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm the membership that a club lists, or leave the club."""
    actor = actor_of(request)
    player = tournaments.player_of(actor.user_id or 0)
    if player is None:
        raise Http404
    try:
        club = tournaments.get_club(slug)
        about: dict[str, Any] = {"actor": actor, "club_id": club.pk, "player_id": player.pk}
        if request.POST.get("do") == "consent":
            members.consent_to_club(**about)
            messages.success(request, _("You are a member."))
        else:
            members.leave_club(**about)
            messages.success(request, _("You are no member now."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("pages:me")


def _page(request: HttpRequest, sent: SendOutcome, status: int = 200) -> HttpResponse:
    actor = actor_of(request)
    user_id = actor.user_id or 0
    player = tournaments.player_of(user_id)
    context: dict[str, Any] = {"section": "me", "player": player, "roles": my_roles(user_id)}
    if player is not None:
        mine = games.visible_games(actor, player_id=player.public_id)
        context["rows"] = game_rows(games.for_display(mine)[:LATEST])
        context["rating"] = my_rating(actor, player)
        context["memberships"] = tournaments.memberships_of(player)
        context |= my_table.my_table_context(
            actor,
            slots=tournaments.open_slots_of(player.pk),
            waiting=games.waiting_for(player.pk),
            urls=my_table.FormUrls(
                submit=lambda slot_id: reverse("pages:submit", args=[slot_id]),
                answer=lambda public_id: reverse("pages:answer", args=[public_id]),
                time=lambda slot_id: reverse("pages:time", args=[slot_id]),
                bids=lambda slot_id: reverse("pages:bids", args=[slot_id]),
            ),
            sent=sent,
            time_zone=player.time_zone,
        )
    return render(request, "pages/me/me.html", context, status=status)
