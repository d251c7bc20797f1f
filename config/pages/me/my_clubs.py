"""The clubs of a signed-in player: asking to join, consenting, leaving."""

from collections.abc import Iterable
from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from config.pages.account.signing_in import actor_of, own_player_or_404
from config.pages.annotations import Club, Context, Player
from config.pages.answers import message_outcome
from config.pages.forms import Form, Text, ValueChoiceField
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.services.people import members


class ClubForm(Form):
    """club: the slug of the club to ask."""

    def __init__(self, clubs: Iterable[Club], *data: object) -> None:
        super().__init__(*data)
        choices: list[tuple[str, Text]] = [("", gettext_lazy("choose"))]
        choices += [(club.slug, club.name) for club in clubs]
        self.fields["club"] = ValueChoiceField(gettext_lazy("Club"), choices=choices, required=True)


def clubs_context(player: Player) -> Context:
    """The clubs that list a player, those that are asked, and a form for the others."""
    memberships = list(selectors.memberships_of(player))
    requests = list(selectors.requests_of_player(player))
    known = {member.club_id for member in memberships} | {asked.club_id for asked in requests}
    others = selectors.clubs().exclude(pk__in=known)
    return {
        "memberships": memberships,
        "requests": requests,
        "club_form": ClubForm(others) if others else None,
    }


@require_POST
@login_required(login_url="pages:login")
def ask_club(request: HttpRequest) -> HttpResponse:
    """Ask the club that was chosen on the own page."""
    actor, player = actor_of(request), own_player_or_404(request)
    form = ClubForm(selectors.clubs(), request.POST)

    def act() -> str:
        form.require_valid()
        return _ask(actor, selectors.get_club(form.cleaned_data["club"]), player.pk)

    message_outcome(request, act)
    return redirect("pages:me")


@require_POST
@login_required(login_url="pages:login")
def answer_club(request: HttpRequest, slug: str) -> HttpResponse:
    """A button beside a club: ask, take that back, confirm a membership, or leave."""
    actor, player = actor_of(request), own_player_or_404(request)
    act = CLUB_ACTS.get(request.POST.get("do", ""), _leave)
    message_outcome(request, partial(act, actor, selectors.get_club(slug), player.pk))
    return redirect("pages:me")


def _ask(actor: Actor, club: Club, player_id: int) -> str:
    member = members.ask_to_join(actor=actor, club_id=club.pk, player_id=player_id)
    return _("You are a member.") if member else _("The club was asked, and answers.")


def _cancel(actor: Actor, club: Club, player_id: int) -> str:
    members.cancel_request(actor=actor, club_id=club.pk, player_id=player_id)
    return _("The club is not asked any more.")


def _consent(actor: Actor, club: Club, player_id: int) -> str:
    members.consent_to_club(actor=actor, club_id=club.pk, player_id=player_id)
    return _("You are a member.")


def _leave(actor: Actor, club: Club, player_id: int) -> str:
    members.leave_club(actor=actor, club_id=club.pk, player_id=player_id)
    return _("You are no member now.")


CLUB_ACTS = {"ask": _ask, "cancel": _cancel, "consent": _consent, "leave": _leave}
