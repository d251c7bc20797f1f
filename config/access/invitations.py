"""Invitations: a link, used once, that makes its bearer staff or gives them their player.

Only the digest of a link's secret is kept. An invitation stands on the word of who made it: if they
may no longer give what it promises, it is worth nothing.
"""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.access.tokens import digest
from config.models import Invitation
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotAllowed, NotFound
from tournaments.services import journal
from tournaments.services.events import roles
from tournaments.services.people import people
from tournaments.wording import one_of_message

SECRET_BYTES = 24  # 192 bits
DAYS, MOST_DAYS = 14, 60
# What may be invited to, and the verb that giving it needs.
VERBS = {"event": "event.edit", "club": "club.edit", "player": "player.invite"}
ROLES = {"event": roles.EVENT_ROLES, "club": roles.CLUB_ROLES, "player": ("",)}


class BadInvitation(DomainError):
    """Unknown, used, revoked and expired look the same, so that guessing teaches nothing."""

    code = "bad_invitation"
    kind = "missing"
    message = _("This invitation is not valid. It may be used, taken back or too old; ask again.")


@transaction.atomic
def invite(
    *, actor: Actor, kind: str, target_id: int, role: str = "", days: int = DAYS
) -> tuple[Invitation, str]:
    """Invite somebody to an event or a club (with a role), or to claim a player.

    Returns the invitation and its secret, which is never seen again.

    :raises PlayerTaken: the player has an account.
    """
    target = _target(kind, target_id)
    permissions.require(actor, VERBS[kind], target)
    if actor.user_id is None:  # it stands on somebody's word
        raise NotAllowed(verb=VERBS[kind])
    if role not in ROLES[kind]:
        raise InvalidInput(field="role", problem=one_of_message(ROLES[kind]))
    if not 1 <= days <= MOST_DAYS:
        raise InvalidInput(field="days", problem=_("from 1 to {most}").format(most=MOST_DAYS))
    if kind == "player" and tournaments.accounts_of(target):
        raise people.PlayerTaken(player=target.public_id)
    secret = secrets.token_urlsafe(SECRET_BYTES)
    made = Invitation.objects.create(
        **{f"{kind}_id": target.pk},
        digest=digest(secret),
        role=role,
        expires_at=timezone.now() + timedelta(days=days),
        issued_by_id=actor.user_id,
    )
    _note(actor, "invitation.issued", made, {"kind": kind, "role": role, "days": days})
    return made, secret


@transaction.atomic
def accept(*, actor: Actor, code: str, now: datetime) -> Invitation:
    """Take what an invitation offers, for the actor's account. Locks Invitation, then as granting.

    Accepting again what one accepted is harmless.

    :raises BadInvitation: it is unknown, used by somebody else, revoked, expired or groundless.
    :raises AccountTaken: the account is a player already, and this would be another.
    """
    if actor.kind != "user" or actor.user_id is None:
        raise NotAllowed(verb="invitation.accept")
    permissions.require(actor, "invitation.accept", None)
    found = Invitation.objects.select_for_update().filter(digest=digest(code)).first()
    if found is None or (found.used_by_id != actor.user_id and not is_live(found, now)):
        raise BadInvitation()
    if found.used_at is not None:
        return found
    _give(found, actor.user_id)
    found.used_at, found.used_by_id = now, actor.user_id
    found.save(update_fields=["used_at", "used_by"])
    _note(actor, "invitation.accepted", found, {"user": actor.user_id, "role": found.role})
    return found


@transaction.atomic
def revoke_invitation(*, actor: Actor, invitation_id: int) -> Invitation:
    """Take an invitation back. Repeating it is harmless; what was accepted stays.

    Locks Invitation.
    """
    found = Invitation.objects.select_for_update().filter(pk=invitation_id).first()
    if found is None:
        raise NotFound(what="invitation", key=invitation_id)
    kind, target_id = target_of(found)
    permissions.require(actor, VERBS[kind], _target(kind, target_id))
    if found.revoked_at is None and found.used_at is None:
        found.revoked_at = timezone.now()
        found.save(update_fields=["revoked_at"])
        _note(actor, "invitation.revoked", found, None)
    return found


def invitation_of_code(code: str, now: datetime) -> Invitation | None:
    """The invitation of a secret, if it may still be accepted."""
    rows = Invitation.objects.select_related("event", "club", "player", "issued_by")
    found = rows.filter(digest=digest(code)).first()
    return found if found is not None and is_live(found, now) else None


def require_live(code: str, now: datetime) -> None:
    """:raises BadInvitation: the code is that of no open invitation."""
    if invitation_of_code(code, now) is None:
        raise BadInvitation()


def invitations_to(kind: str, target_id: int) -> "QuerySet[Invitation]":
    """Every invitation to one thing, the newest first."""
    rows = Invitation.objects.filter(**{f"{kind}_id": target_id})
    return rows.select_related("event", "club", "player", "used_by", "issued_by").order_by("-pk")


def is_live(found: Invitation, now: datetime) -> bool:
    return state_of(found, now) == "open" and _is_grounded(found)


def state_of(found: Invitation, now: datetime) -> str:
    """open, used, revoked or expired."""
    if found.used_at is not None:
        return "used"
    if found.revoked_at is not None:
        return "revoked"
    return "open" if found.expires_at > now else "expired"


def target_of(found: Invitation) -> tuple[str, int]:
    """What it invites to: event, club or player, and its id."""
    for kind in VERBS:
        target_id = getattr(found, f"{kind}_id")
        if target_id is not None:
            return kind, target_id
    raise AssertionError("the database lets no invitation be to nothing")


def _is_grounded(found: Invitation) -> bool:
    """Whether who invited may still give what they promised."""
    if found.issued_by_id is None:
        return False
    kind, target_id = target_of(found)
    return permissions.may(_issuer(found), VERBS[kind], _target(kind, target_id))


def _issuer(found: Invitation) -> Actor:
    return Actor("user", user_id=found.issued_by_id)


def _give(found: Invitation, user_id: int) -> None:
    """On the issuer's word: the journal names them as who gave it."""
    kind, target_id = target_of(found)
    by = _issuer(found)
    if kind == "event":
        roles.grant_event_role(actor=by, event_id=target_id, user_id=user_id, role=found.role)
    elif kind == "club":
        roles.grant_club_role(actor=by, club_id=target_id, user_id=user_id, role=found.role)
    else:
        player = _target(kind, target_id)
        people.claim_player(actor=by, player_id=player.pk, user_id=user_id)


def _target(kind: str, target_id: int):  # type: ignore[no-untyped-def]
    """The event, club or player (who they turned out to be)."""
    if kind == "event":
        return tournaments.event_by_id(target_id)
    if kind == "club":
        return tournaments.club_by_id(target_id)
    return tournaments.player_by_id(target_id)


def _note(actor: Actor, action: str, found: Invitation, after: object) -> None:
    """In the chain of the event or club; claims of players in the site's."""
    kind, target_id = target_of(found)
    target = _target(kind, target_id)
    scope = "site" if kind == "player" else f"{kind}:{target.slug}"
    if kind == "player" and isinstance(after, dict):
        after = {**after, "player": target.public_id}
    journal.write(actor, action, scope=scope, subject=f"invitation:{found.pk}", after=after)
