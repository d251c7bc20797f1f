"""The page of a signed-in player: open games, sending results, roles."""

from collections.abc import Callable, Iterable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import TextInput
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from config.pages.account.signing_in import actor_of, own_player_or_404
from config.pages.annotations import Context
from config.pages.answers import message_outcome
from config.pages.desk.staff import my_roles
from config.pages.event.rolling.ladder_page import my_challenges
from config.pages.forms import Form, TextField
from config.pages.game.game_rows import game_rows
from config.pages.game.sending import SendOutcome, send_result
from config.pages.live import live_page
from config.pages.me import my_clubs, my_table
from config.pages.me.agreed_times import settle_time
from config.pages.me.my_rating import my_rating
from config.pages.me.my_stakes import change_bids
from config.pages.offline.kept import kept_form
from games import selectors as games
from ratings import selectors as ratings
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.limits import NAME
from tournaments.selectors import SlotContext
from tournaments.services.people.naming import rename_player
from tournaments.services.people.people import create_player, set_sort_name

LATEST = 6  # own games shown
TOP = "#main"  # messages are shown there


class PlayerForm(Form):
    name = TextField(
        gettext_lazy("The name you play under"),
        max_length=NAME,
        widget=TextInput(attrs={"autocomplete": "name"}),
    )


class NameForm(Form):
    name = TextField(gettext_lazy("Name"), max_length=NAME, required=False)
    sort_name = TextField(
        gettext_lazy("Sort name"),
        gettext_lazy(
            "How the name is read, as Tanaka Aiko for 田中 愛子; lists by name follow it. "
            "Empty: as it is written."
        ),
        required=False,
        max_length=NAME,
        widget=TextInput(attrs={"dir": "auto"}),
    )


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
@live_page(_facts, is_public=False)
def me(request: HttpRequest) -> HttpResponse:
    return _page(request, SendOutcome())


@login_required(login_url="pages:login")
@kept_form
def submit(request: HttpRequest, slot_id: int) -> HttpResponse:
    """Send a record or a claim for one of my slots, or preview it."""
    if request.method != "POST":  # reload of a returned form, as by changing the language
        return redirect("pages:me")
    sent = send_result(actor_of(request), _seen_slot(request, slot_id), request)
    if sent.form:
        return _page(request, sent, status=422 if sent.refused else 200)
    messages.success(request, sent.message)
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
    slot = tournaments.slot_context_by_id(slot_id)
    permissions.require_draft_access(actor_of(request), slot, what="slot", key=slot_id)
    return slot


def _done(request: HttpRequest, act: Callable[[], str]) -> HttpResponse:
    message_outcome(request, act)
    return redirect("pages:me")


@require_POST
@login_required(login_url="pages:login")
def become_player(request: HttpRequest) -> HttpResponse:
    """Create the player of this account."""
    actor, form = actor_of(request), PlayerForm(request.POST)
    if form.submit(create_player, actor=actor, user_id=actor.user_id):
        messages.success(request, _("You are a player here now. Enter an event to play."))
    else:
        messages.error(request, form.problems[0])
    return redirect("pages:me")


@require_POST
@login_required(login_url="pages:login")
def read_name(request: HttpRequest) -> HttpResponse:
    """Set the name and the sort name of my player."""
    actor, player = actor_of(request), own_player_or_404(request)
    form = NameForm(request.POST)
    if form.submit(_set_names, actor=actor, player_id=player.pk):
        messages.success(request, _("Saved."))
    else:
        messages.error(request, form.problems[0])
    return redirect("pages:me")


def _set_names(*, actor: Actor, player_id: int, name: str, sort_name: str) -> None:
    """An empty name stays as it is."""
    if name:
        rename_player(actor=actor, player_id=player_id, name=name)
    set_sort_name(actor=actor, player_id=player_id, sort_name=sort_name)


def _page(request: HttpRequest, sent: SendOutcome, status: int = 200) -> HttpResponse:
    actor = actor_of(request)
    user_id = actor.user_id or 0
    player = tournaments.player_of(user_id)
    context: Context = {"section": "me", "player": player, "roles": my_roles(user_id)}
    if player is None:
        context["form"] = PlayerForm()
    else:
        context["form"] = NameForm(initial={"name": player.name, "sort_name": player.sort_name})
        mine = games.visible_games(actor, player_id=player.public_id)
        context["rows"] = game_rows(games.for_display(mine)[:LATEST])
        context["rating"] = my_rating(actor, player)
        context["challenges"] = my_challenges(actor)
        context |= my_clubs.clubs_context(player)
        context |= my_table.my_table_context(
            actor,
            slots=tournaments.open_slots_of(player.pk),
            waiting=games.waiting_for(player.pk),
            ruled=tournaments.ruled_slots_of(player.pk),
            sent=sent,
            time_zone=player.time_zone,
        )
    return render(request, "pages/me/me.html", context, status=status)
