"""Who is staff of an event or a club: seeing it, inviting, taking back. The same page for both."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.access import invitations
from config.pages.account.signing_in import actor_of
from config.pages.secret_pages import private_page
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.services.events import roles

ROLE_WORDS = {
    "arbiter": gettext_lazy("arbiter"),
    "organiser": gettext_lazy("organiser"),
    "owner": gettext_lazy("owner"),
}
STATE_WORDS = {
    "open": gettext_lazy("not used yet"),
    "used": gettext_lazy("accepted"),
    "revoked": gettext_lazy("taken back"),
    "expired": gettext_lazy("too old"),
}
SHOWN_INVITATIONS = 30


class Body(NamedTuple):
    """An event or a club, as what it is staffed."""

    kind: str
    row: Any
    url: str
    home: str


class MyRole(NamedTuple):
    name: str
    url: str
    staff_url: str
    role: str


@login_required(login_url="pages:login")
@private_page
def event_staff(request: HttpRequest, slug: str) -> HttpResponse:
    return _staff(request, lambda actor: event_body(slug, actor))


@login_required(login_url="pages:login")
@private_page
def club_staff(request: HttpRequest, slug: str) -> HttpResponse:
    return _staff(request, lambda _actor: _club_body(slug))


def event_body(slug: str, actor: Actor) -> Body:
    event = selectors.get_event(slug, actor)
    return Body(
        "event",
        event,
        reverse("pages:event-staff", args=[slug]),
        reverse("pages:event", args=[slug]),
    )


def my_roles(user_id: int) -> list[MyRole]:
    """Where a user is staff, as the user's own page lists it."""
    held = selectors.roles_of_user(user_id)
    events = [("event", each["event"], each) for each in held["events"]]
    clubs = [("club", each["club"], each) for each in held["clubs"]]
    return [
        MyRole(
            name=each["name"],
            url=reverse("pages:manage" if kind == "event" else "pages:club", args=[slug]),
            staff_url=reverse(f"pages:{kind}-staff", args=[slug]),
            role=str(ROLE_WORDS.get(each["role"], each["role"])),
        )
        for kind, slug, each in clubs + events
    ]


def _club_body(slug: str) -> Body:
    club = selectors.get_club(slug)
    return Body(
        "club", club, reverse("pages:club-staff", args=[slug]), reverse("pages:club", args=[slug])
    )


def _staff(request: HttpRequest, find: Callable[[Actor], Body]) -> HttpResponse:
    actor = actor_of(request)
    try:
        body = find(actor)
        permissions.require(actor, "staff.view", body.row)
    except DomainError as error:
        raise Http404(str(error)) from error
    url = ""
    if request.method == "POST":
        try:
            url = _done(request, actor, body)
        except DomainError as error:
            messages.error(request, str(error))
        if not url:
            return redirect(body.url)
    return render(request, "pages/desk/staff.html", _context(actor, body, url))


def _done(request: HttpRequest, actor: Actor, body: Body) -> str:
    """Do what the form asks; returns the link of a new invitation, which is shown this once."""
    form = request.POST
    if form.get("do") == "invite":
        _made, code = invitations.invite(
            actor=actor, kind=body.kind, target_id=body.row.pk, role=form.get("role", "")
        )
        return request.build_absolute_uri(reverse("pages:invite", args=[code]))
    number = _number(form.get("id", ""))
    if form.get("do") == "revoke":
        invitations.revoke_invitation(actor=actor, invitation_id=number)
        messages.success(request, _("Taken back. The link opens nothing any more."))
    elif form.get("do") == "remove":
        _remove(actor, body, user_id=number, role=form.get("role", ""))
        messages.success(request, _("Removed."))
    return ""


def _remove(actor: Actor, body: Body, *, user_id: int, role: str) -> None:
    if body.kind == "event":
        roles.revoke_event_role(actor=actor, event_id=body.row.pk, user_id=user_id, role=role)
    else:
        roles.revoke_club_role(actor=actor, club_id=body.row.pk, user_id=user_id, role=role)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise InvalidInput(field="id", problem=_("a number"))
    return int(text)


def _context(actor: Actor, body: Body, url: str) -> dict[str, Any]:
    may_edit = permissions.may(actor, invitations.VERBS[body.kind], body.row)
    now = timezone.now()
    club = body.row.club if body.kind == "event" else None
    return {
        "section": "events" if body.kind == "event" else "clubs",
        "body": body,
        "may_edit": may_edit,
        "new_url": url,
        "days": invitations.DAYS,
        "roles": [(role, ROLE_WORDS[role]) for role in invitations.ROLES[body.kind]],
        "staff": [_member(row, actor) for row in selectors.staff_list(body.row)],
        "club": club,
        "club_staff": [_member(row, actor) for row in selectors.staff_list(club)] if club else [],
        "invitations": [
            {
                "id": each.pk,
                "role": ROLE_WORDS.get(each.role, each.role),
                "state": STATE_WORDS[invitations.state_of(each, now)],
                "open": invitations.state_of(each, now) == "open",
                "expires_at": each.expires_at,
                "used_by": each.used_by.get_username() if each.used_by else "",
            }
            for each in invitations.invitations_to(body.kind, body.row.pk)[:SHOWN_INVITATIONS]
        ],
    }


def _member(row: dict[str, Any], actor: Actor) -> dict[str, Any]:
    return {
        **row,
        "words": ROLE_WORDS.get(row["role"], row["role"]),
        "me": row["user"] == actor.user_id,
    }
