"""Personal links: the bearer of a code acts for one entry of one event, without an account."""

import re
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from config.models import PersonalLink
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.columns import ALPHABET
from tournaments.errors import DomainError, NotFound
from tournaments.services import journal
from tournaments.services.events.states import WrongState, lock_event

LETTERS = 16  # of thirty: 78 bits, and no more to type from paper
GROUP = 4
# Keyed by the secret key of the service: what lies in the database is of no use without it.
SALT = "config.access.links"
ISSUED_WHILE = ("registration", "running")
# How long a link still opens after its event was finished.
KEPT_FOR = timedelta(days=30)


class BadLink(DomainError):
    code = "bad_link"
    kind = "missing"
    message = _("This link is not valid. A newer one may have taken its place; ask the organiser.")


class EventOver(DomainError):
    code = "event_over"
    kind = "missing"
    message = _("The event of this link is over.")


@transaction.atomic
def issue_links(
    *, actor: Actor, event_id: int, entry_ids: Iterable[int] | None = None
) -> list[tuple[int, str]]:
    """Make new links for entries of an event, by default for all; older ones end.

    Returns (entry id, code) in the order of the entries. The codes are never seen again.
    Locks Event.
    """
    event = lock_event(event_id)
    permissions.require(actor, "link.issue", event)
    if event.state not in ISSUED_WHILE:
        raise WrongState(state=event.state)
    chosen = _chosen(event_id, entry_ids)
    _end(chosen)
    codes = [(entry_id, new_code()) for entry_id in chosen]
    PersonalLink.objects.bulk_create(
        PersonalLink(entry_id=entry_id, digest=_digest(code)) for entry_id, code in codes
    )
    _note(actor, "links.issued", event.slug, chosen)
    return codes


@transaction.atomic
def revoke_links(
    *, actor: Actor, event_id: int, entry_ids: Iterable[int] | None = None
) -> list[int]:
    """End the links of entries, by default of all; returns whose. Repeating it is harmless.

    Locks Event.
    """
    event = lock_event(event_id)
    permissions.require(actor, "link.issue", event)
    ended = _end(_chosen(event_id, entry_ids))
    if ended:
        _note(actor, "links.revoked", event.slug, ended)
    return ended


def entry_of_code(code: str, now: datetime) -> tournaments.LinkEntry:
    """Whose link a code is. Case and dashes do not matter.

    Codes are compared as keyed digests, looked up by an index: how long that takes says nothing
    about a code.

    :raises BadLink: there is no such link, it was revoked, or its entry is no longer in the event.
    :raises EventOver: its event has been finished for a month.
    """
    typed = plain(code)
    live = PersonalLink.objects.filter(revoked_at__isnull=True)
    link = live.filter(digest=_digest(typed)).first() if len(typed) == LETTERS else None
    entry = tournaments.get_link_entry(link.entry_id) if link is not None else None
    if entry is None:
        raise BadLink()
    if entry.finished_at is not None and now - entry.finished_at > KEPT_FOR:
        raise EventOver()
    return entry


def live_links(event_id: int) -> dict[int, datetime]:
    """Which entries of an event have a link, and since when."""
    live = PersonalLink.objects.filter(entry__event_id=event_id, revoked_at__isnull=True)
    return dict(live.values_list("entry_id", "issued_at"))


def new_code() -> str:
    """A code as it is printed: groups of letters that cannot be taken for each other."""
    letters = "".join(secrets.choice(ALPHABET) for _each in range(LETTERS))
    return "-".join(letters[at : at + GROUP] for at in range(0, LETTERS, GROUP))


def plain(code: str) -> str:
    """What of a typed code counts."""
    return re.sub(r"[\s\u2010-\u2015_-]", "", code).lower()


def _digest(code: str) -> str:
    return salted_hmac(SALT, plain(code), algorithm="sha256").hexdigest()


def _chosen(event_id: int, entry_ids: Iterable[int] | None) -> list[int]:
    """:raises NotFound: one of them is no entry of this event that may have a link."""
    there = [entry.pk for entry in tournaments.linkable_entries(event_id)]
    if entry_ids is None:
        return there
    wanted = set(entry_ids)
    for unknown in sorted(wanted - set(there)):
        raise NotFound(what="entry", key=unknown)
    return [entry_id for entry_id in there if entry_id in wanted]


def _end(entry_ids: list[int]) -> list[int]:
    live = PersonalLink.objects.filter(entry_id__in=entry_ids, revoked_at__isnull=True)
    ended = sorted(live.values_list("entry_id", flat=True))
    live.update(revoked_at=timezone.now())
    return ended


def _note(actor: Actor, action: str, slug: str, entry_ids: list[int]) -> None:
    journal.write(actor, action, scope=f"event:{slug}", subject=slug, after={"entries": entry_ids})
