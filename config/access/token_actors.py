"""Who acts by a token: an account by its own, or by that of an application it allowed to.

Tickets are short-lived stand-ins for a token, in an address to which a request is redirected.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.core import signing
from django.db.models import Q

from config.access import tokens
from config.oauth.consents import find_access, usable_consents
from config.oauth.secrets import ACCESS
from tournaments.actor import Actor

if TYPE_CHECKING:
    from tournaments.models import User

SALT, LIFE = "config.access.ticket", timedelta(minutes=1)


def find_actor(secret: str) -> tuple["User", Actor] | None:
    """The account and the actor of a token, which was used now; None if it does not work."""
    if secret.startswith(ACCESS):
        return find_access(secret)
    token = tokens.live_token(secret)
    if token is None:
        return None
    tokens.update_last_used(token)
    return token.user, Actor.of_token(token)


def has_token(actor: Actor) -> bool:
    """Whether the actor uses a token, by which it may stop to be who it is."""
    return actor.token_id is not None or actor.application_id is not None


def write_ticket(actor: Actor) -> str:
    """A ticket of an actor with a token."""
    named = [actor.token_id, actor.user_id, actor.application_id, actor.scopes]
    return signing.dumps(named, salt=SALT)


def actor_of_ticket(ticket: str) -> Actor | None:
    """The actor that a ticket stands for, while its token lives."""
    try:
        token_id, user_id, application_id, scopes = signing.loads(ticket, salt=SALT, max_age=LIFE)
    except signing.BadSignature:
        return None
    actor = Actor(
        "user",
        user_id=user_id,
        token_id=token_id,
        scopes=None if scopes is None else tuple(scopes),
        application_id=application_id,
    )
    return actor if living({actor}) else None


def living(actors: Iterable[Actor]) -> set[Actor]:
    """Those whose token still lives; of an application: what its account allowed. Two queries."""
    asked = set(actors)
    by_token = {actor.token_id for actor in asked if actor.token_id}
    pairs = {(each.user_id, each.application_id) for each in asked if each.application_id}
    live = set(tokens.live_tokens().filter(pk__in=by_token).values_list("pk", flat=True))
    wanted = Q(pk__in=[])
    for user_id, application_id in pairs:
        wanted |= Q(user=user_id, application=application_id)
    consents = usable_consents().filter(wanted)
    allowed = set(consents.values_list("user_id", "application_id"))
    return {
        actor
        for actor in asked
        if actor.token_id in live or (actor.user_id, actor.application_id) in allowed
    }
