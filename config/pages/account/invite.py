"""The page of an invitation: what it offers, and accepting it."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.access import invitations
from config.models import Invitation
from config.pages.account.signing_in import actor_of
from config.pages.names import isolate
from config.pages.secret_pages import private_page, refuse_code
from tournaments import selectors
from tournaments.errors import DomainError

_OFFERS = {
    "arbiter": gettext_lazy("Be an arbiter of %(name)s"),
    "organiser": gettext_lazy("Be an organiser of %(name)s"),
    "owner": gettext_lazy("Be an owner of %(name)s"),
    "": gettext_lazy("Be %(name)s here"),
}
_MEANS = {
    "arbiter": gettext_lazy("Arbiters pair rounds, enter results and rule on disputes."),
    "organiser": gettext_lazy("Organisers plan events, pair rounds and rule on disputes."),
    "owner": gettext_lazy("Owners do all that organisers do, and choose who is staff."),
    "": gettext_lazy("The player's games and ratings then belong to your account."),
}


@private_page
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Show what an invitation offers; accepting it needs an account."""
    found = invitations.invitation_of_code(code, timezone.now())
    if found is None:
        return refuse_code(request, str(invitations.BadInvitation()), _refused)
    if request.method == "POST":
        return _accept(request, code)
    player = selectors.player_of(request.user.pk) if request.user.is_authenticated else None
    context = {
        "section": "me",
        "code": code,
        "offer": _OFFERS[found.role] % {"name": isolate(_name(found))},
        "means": _MEANS[found.role],
        "by": found.issued_by.get_username() if found.issued_by else "",
        "expires_at": found.expires_at,
        "here": reverse("pages:invite", args=[code]),
        # An account has one player, so an account with a player cannot claim another.
        "taken_by": player if found.player_id is not None else None,
    }
    return render(request, "pages/account/invite.html", context)


@login_required(login_url="pages:login")
def _accept(request: HttpRequest, code: str) -> HttpResponse:
    try:
        taken = invitations.accept(actor=actor_of(request), code=code, now=timezone.now())
    except DomainError as error:
        return _refused(request, str(error), HTTPStatus.CONFLICT)
    messages.success(request, _("Accepted."))
    if taken.event is not None:
        return redirect("pages:event-staff", slug=taken.event.slug)
    if taken.club is not None:
        return redirect("pages:club-staff", slug=taken.club.slug)
    return redirect("pages:me")


def _refused(request: HttpRequest, problem: str, status: int) -> HttpResponse:
    context = {"section": "me", "problem": problem}
    return render(request, "pages/account/invite.html", context, status=status)


def _name(found: Invitation) -> str:
    return str(next(row.name for row in (found.event, found.club, found.player) if row))
