"""A player's own entry on the page of an event: enter, cancel, ask for a bye, withdraw."""

from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context, Document, Entry, Event, Player
from config.pages.answers import message_outcome
from config.pages.me import absences
from ratings import services as ratings
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus, EventStatus
from tournaments.errors import NotFound
from tournaments.services.entries import entries, registration
from tournaments.wording import join_with_commas

ENTRY_SENTENCES = {
    EntryStatus.APPLIED: gettext_lazy("You have asked to play. The organiser answers."),
    EntryStatus.WAITING: gettext_lazy("You are on the waiting list."),
    EntryStatus.IN: gettext_lazy("You play in this event."),
    EntryStatus.REFUSED: gettext_lazy("The organiser did not accept your entry."),
    EntryStatus.CANCELLED: gettext_lazy("You have taken your entry back."),
}
HOLDING_STATES = (EntryStatus.APPLIED, EntryStatus.WAITING, EntryStatus.IN)


def registration_panel(event: Event, actor: Actor) -> Context:
    """The registration of an event, and what this reader can do in it."""
    settings = registration.registration_settings(event.registration)
    player = selectors.player_of(actor.user_id) if actor.user_id else None
    mine = _own_entry(event, actor, player)
    state = mine.state if mine else ""
    linked = selectors.get_link_entry(mine.pk) if mine and state in HOLDING_STATES else None
    is_running = event.state == EventStatus.RUNNING
    is_open = event.state == EventStatus.REGISTRATION
    return {
        "open": is_open,
        "note": settings["note"],
        "limit": settings["limit"],
        "waiting": len(selectors.waiting_list(event)) if is_open else 0,
        "opens_at": _if_future(settings["opens_at"]),
        "closes_at": _parse_time(settings["closes_at"]),
        "conditions": _conditions(settings),
        "message": ENTRY_SENTENCES[EntryStatus(mine.state)] if mine else "",
        "may_enter": is_open and player is not None and state not in HOLDING_STATES,
        "may_cancel": is_open and state in HOLDING_STATES,
        "needs_player": is_open and actor.user_id is not None and player is None,
        "away": absences.absence_panel(linked) if linked and is_running else None,
    }


@require_POST
@login_required(login_url="pages:login")
def change_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Handle the buttons of the panel for the player of this account."""
    actor = actor_of(request)
    event = selectors.get_event(slug, actor)
    message_outcome(request, lambda: _change_entry(event, actor, request.POST))
    return redirect("pages:event", slug=slug)


def _change_entry(event: Event, actor: Actor, form: QueryDict) -> str:
    player = selectors.player_of(actor.user_id) if actor.user_id else None
    if form.get("do") == "enter":
        if player is None:
            raise NotFound(what="player", key=actor.user_id)
        entered = ratings.enter_event(actor=actor, event_id=event.pk, player_id=player.pk)
        return str(ENTRY_SENTENCES[EntryStatus(entered.state)])
    mine = _own_entry(event, actor, player)
    linked = selectors.get_link_entry(mine.pk) if mine else None
    if mine is None or linked is None:
        raise NotFound(what="entry", key=event.slug)
    if form.get("do") == "cancel":
        entries.cancel_entry(actor=actor, entry_id=mine.pk)
        return str(ENTRY_SENTENCES[EntryStatus.CANCELLED])
    return absences.change_absence(actor, linked, form)


def _own_entry(event: Event, actor: Actor, player: Player | None) -> Entry | None:
    if player is None:
        return None
    mine = Q(player=player) | Q(player__merged_into=player)
    return selectors.visible_entries(event, actor).filter(mine).first()


def _conditions(settings: Document) -> list[str]:
    """The conditions of entry, one sentence each."""
    sentences = []
    if settings["clubs"]:
        sentences.append(
            _("For members of: %(clubs)s") % {"clubs": join_with_commas(settings["clubs"])}
        )
    least, most = settings["rating_min"], settings["rating_max"]
    if least is not None:
        sentences.append(_("For ratings from %(least)d") % {"least": least})
    if most is not None:
        sentences.append(_("For ratings up to %(most)d") % {"most": most})
    if not settings["unrated"]:
        sentences.append(_("For players with a rating"))
    if settings["approval"]:
        sentences.append(_("The organiser accepts each entry"))
    if settings["check_in"]:
        sentences.append(_("Check in at the table before the start, or your place goes to another"))
    return sentences


def _parse_time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _if_future(text: str | None) -> datetime | None:
    time = _parse_time(text)
    return time if time is not None and time > timezone.now() else None
