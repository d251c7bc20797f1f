"""The staff of an event or a club: the list, invitations, removing. One page for both."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from config.access import invitations
from config.pages.account.signing_in import actor_of
from config.pages.annotations import Club, Event
from config.pages.desk.base import refused_as_404, staff_page
from config.pages.forms import Action, ActionForms, Form, NumberField, TextField
from tournaments import permissions, selectors
from tournaments.actor import Actor
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


class RevokeForm(Form):
    """id: of an invitation."""

    id = NumberField()

    def clean(self) -> dict[str, object]:
        return {"invitation_id": self.cleaned_data.get("id")}


class RemoveForm(Form):
    """id: of a user."""

    id = NumberField()
    role = TextField(required=False)

    def clean(self) -> dict[str, object]:
        return {"user_id": self.cleaned_data.get("id"), "role": self.cleaned_data.get("role")}


class Body(NamedTuple):
    """An event or a club: what the staff is of. club: of an event; its staff are staff here too."""

    kind: str
    row: Event | Club
    url: str
    home: str
    club: Club | None = None


class MyRole(NamedTuple):
    name: str
    url: str
    staff_url: str
    role: str


@staff_page
def event_staff(request: HttpRequest, slug: str) -> HttpResponse:
    return _staff(request, lambda actor: event_body(slug, actor))


@staff_page
def club_staff(request: HttpRequest, slug: str) -> HttpResponse:
    return _staff(request, lambda _actor: _club_body(slug))


def event_body(slug: str, actor: Actor) -> Body:
    event = selectors.get_event(slug, actor)
    return Body(
        "event",
        event,
        reverse("pages:event-staff", args=[slug]),
        reverse("pages:event", args=[slug]),
        event.club,
    )


def my_roles(user_id: int) -> list[MyRole]:
    """Where a user is staff, for the user's own page."""
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
    with refused_as_404():
        body = find(actor)
        permissions.require(actor, "staff.view", body.row)
    sent = ActionForms(request, _actions(body))
    roles_here = invitations.ROLES[body.kind]
    sent["invite"].fields["role"] = forms.ChoiceField(
        label=gettext_lazy("As"),
        choices=[(role, ROLE_WORDS[role]) for role in roles_here],
        initial=roles_here[0],
        widget=forms.RadioSelect,
    )
    url = ""
    if request.method == "POST":
        done = sent.run(actor=actor)
        for problem in sent.problems:
            messages.error(request, problem)
        if not done or sent.do != "invite":
            if done:
                messages.success(request, done)
            return redirect(body.url)
        url = request.build_absolute_uri(reverse("pages:invite", args=[done]))
    context = _context(actor, body, url) | {"forms": sent}
    return render(request, "pages/desk/staff.html", context)


def _actions(body: Body) -> dict[str, Action]:
    remove: Callable[..., None] = (
        partial(roles.revoke_event_role, event_id=body.row.pk)
        if body.kind == "event"
        else partial(roles.revoke_club_role, club_id=body.row.pk)
    )
    return {
        "invite": Action(Form, partial(_invite, body)),
        "revoke": Action(
            RevokeForm,
            invitations.revoke_invitation,
            gettext_lazy("Taken back. The link opens nothing any more."),
        ),
        "remove": Action(RemoveForm, remove, gettext_lazy("Removed.")),
    }


def _invite(body: Body, *, actor: Actor, role: str) -> str:
    """Returns the code of the new invitation, which is shown this once."""
    _made, code = invitations.invite(actor=actor, kind=body.kind, target_id=body.row.pk, role=role)
    return code


def _context(actor: Actor, body: Body, url: str) -> dict[str, object]:
    may_edit = permissions.may(actor, invitations.PERMISSIONS[body.kind], body.row)
    now, club = timezone.now(), body.club
    return {
        "section": "desk" if body.kind == "event" else "clubs",
        "body": body,
        "may_edit": may_edit,
        "new_url": url,
        "days": invitations.DEFAULT_DAYS,
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


def _member(row: dict[str, object], actor: Actor) -> dict[str, object]:
    return {
        **row,
        "words": ROLE_WORDS[str(row["role"])],
        "me": row["user"] == actor.user_id,
    }
