"""Invitations: links that can be used once, to become staff or to claim a player.

Only the digest of the secret is stored. An invitation is valid only while its issuer has the
permission to grant what it offers.
"""

import secrets
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.access.tokens import digest
from config.models import Invitation
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotAllowed, NotFound
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.events import roles
from tournaments.services.people import people
from tournaments.wording import one_of_message

SECRET_BYTES = 24  # 192 bits
DEFAULT_DAYS, MAX_DAYS = 14, 60
# By kind of target: the permission that the issuer needs.
PERMISSIONS = {"event": "event.edit", "club": "club.edit", "player": "player.invite"}
OPEN, USED, REVOKED, EXPIRED = STATES = ("open", "used", "revoked", "expired")
ROLES = {"event": roles.EVENT_ROLES, "club": roles.CLUB_ROLES, "player": ("",)}


class BadInvitation(DomainError):
    """Unknown, used, revoked and expired codes look the same, so that guessing reveals nothing."""

    code = "bad_invitation"
    kind = "missing"
    message = _("This invitation is not valid. It may be used, taken back or too old; ask again.")


@in_transaction
def invite(
    *, actor: Actor, kind: str, target_id: int, role: str = "", days: int = DEFAULT_DAYS
) -> tuple[Invitation, str]:
    """Invite somebody to an event or a club (with a role), or to claim a player.

    Returns the invitation and its secret, which is never seen again.

    :raises PlayerTaken: the player has an account.
    """
    target = _target(kind, target_id)
    permissions.require(actor, PERMISSIONS[kind], target)
    if actor.user_id is None:  # an invitation needs an issuer
        raise NotAllowed(verb=PERMISSIONS[kind])
    if role not in ROLES[kind]:
        raise InvalidInput(field="role", problem=one_of_message(ROLES[kind]))
    if not 1 <= days <= MAX_DAYS:
        raise InvalidInput(field="days", problem=_("from 1 to {most}").format(most=MAX_DAYS))
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
    _write_journal(actor, "invitation.issued", made, {"kind": kind, "role": role, "days": days})
    return made, secret


@in_transaction
def accept(*, actor: Actor, code: str, now: datetime) -> Invitation:
    """Grant the actor what the invitation offers. Repeating it changes nothing.

    Locks Invitation, then as the granting service.

    :raises BadInvitation: it is unknown, used by somebody else, revoked, expired or void.
    :raises AccountTaken: the account has another player already.
    """
    if actor.kind != "user" or actor.user_id is None:
        raise NotAllowed(verb="invitation.accept")
    permissions.require(actor, "invitation.accept", None)
    invitation = Invitation.objects.select_for_update().filter(digest=digest(code)).first()
    if invitation is None or (
        invitation.used_by_id != actor.user_id and not is_live(invitation, now)
    ):
        raise BadInvitation()
    if invitation.used_at is not None:
        return invitation
    _grant(invitation, actor.user_id)
    invitation.used_at, invitation.used_by_id = now, actor.user_id
    invitation.save(update_fields=["used_at", "used_by"])
    _write_journal(
        actor, "invitation.accepted", invitation, {"user": actor.user_id, "role": invitation.role}
    )
    return invitation


@in_transaction
def revoke_invitation(*, actor: Actor, invitation_id: int) -> Invitation:
    """Revoke an invitation that is not accepted yet. Repeating it changes nothing.

    Locks Invitation.
    """
    invitation = Invitation.objects.select_for_update().filter(pk=invitation_id).first()
    if invitation is None:
        raise NotFound(what="invitation", key=invitation_id)
    kind, target_id = target_of(invitation)
    permissions.require(actor, PERMISSIONS[kind], _target(kind, target_id))
    if invitation.revoked_at is None and invitation.used_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        _write_journal(actor, "invitation.revoked", invitation, None)
    return invitation


def invitation_of_code(code: str, now: datetime) -> Invitation | None:
    """The invitation of a secret, if it may still be accepted."""
    rows = Invitation.objects.select_related("event", "club", "player", "issued_by")
    invitation = rows.filter(digest=digest(code)).first()
    return invitation if invitation is not None and is_live(invitation, now) else None


def require_live(code: str, now: datetime) -> None:
    """:raises BadInvitation: the code is not that of an open invitation."""
    if invitation_of_code(code, now) is None:
        raise BadInvitation()


def invitations_to(kind: str, target_id: int) -> "QuerySet[Invitation]":
    """All invitations to a target, newest first."""
    rows = Invitation.objects.filter(**{f"{kind}_id": target_id})
    return rows.select_related("event", "club", "player", "used_by", "issued_by").order_by("-pk")


def is_live(invitation: Invitation, now: datetime) -> bool:
    return state_of(invitation, now) == OPEN and _issuer_may_grant(invitation)


def state_of(invitation: Invitation, now: datetime) -> str:
    """One of STATES."""
    if invitation.used_at is not None:
        return USED
    if invitation.revoked_at is not None:
        return REVOKED
    return OPEN if invitation.expires_at > now else EXPIRED


def target_of(invitation: Invitation) -> tuple[str, int]:
    """The kind of target (event, club or player) and its id."""
    for kind in PERMISSIONS:
        target_id = getattr(invitation, f"{kind}_id")
        if target_id is not None:
            return kind, target_id
    raise AssertionError("a constraint requires a target")


def _issuer_may_grant(invitation: Invitation) -> bool:
    """Whether the issuer still has the permission to grant it."""
    if invitation.issued_by_id is None:
        return False
    kind, target_id = target_of(invitation)
    return permissions.may(_issuer(invitation), PERMISSIONS[kind], _target(kind, target_id))


def _issuer(invitation: Invitation) -> Actor:
    return Actor("user", user_id=invitation.issued_by_id)


def _grant(invitation: Invitation, user_id: int) -> None:
    """Granted in the name of the issuer."""
    kind, target_id = target_of(invitation)
    by = _issuer(invitation)
    if kind == "event":
        roles.grant_event_role(actor=by, event_id=target_id, user_id=user_id, role=invitation.role)
    elif kind == "club":
        roles.grant_club_role(actor=by, club_id=target_id, user_id=user_id, role=invitation.role)
    else:
        player = _target(kind, target_id)
        people.claim_player(actor=by, player_id=player.pk, user_id=user_id)


def _target(kind: str, target_id: int):  # type: ignore[no-untyped-def]
    """The event, club or player; of a merged player the one it was merged into."""
    if kind == "event":
        return tournaments.event_by_id(target_id)
    if kind == "club":
        return tournaments.club_by_id(target_id)
    return tournaments.player_by_id(target_id)


def _write_journal(actor: Actor, action: str, invitation: Invitation, after: object) -> None:
    """In the journal of the event or club; for players in that of the site."""
    kind, target_id = target_of(invitation)
    target = _target(kind, target_id)
    scope = "site" if kind == "player" else f"{kind}:{target.slug}"
    if kind == "player" and isinstance(after, dict):
        after = {**after, "player": target.public_id}
    journal.write(actor, action, scope=scope, subject=f"invitation:{invitation.pk}", after=after)
