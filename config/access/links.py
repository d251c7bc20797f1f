"""Personal links: a code that lets a player act for an entry without an account."""

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

LETTERS = 16  # of an alphabet of thirty: 78 bits
GROUP_LETTERS = 4
# Digests are keyed by SECRET_KEY, so the database alone does not open a link.
SALT = "config.access.links"
ISSUABLE_STATES = ("registration", "running")
# How long links work after their event is finished.
VALID_AFTER_FINISH = timedelta(days=30)


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
    """Create links for entries of an event, by default all; their older links are revoked.

    Returns (entry id, code) in the order of the entries. The codes are not stored.
    Locks Event.
    """
    event = lock_event(event_id)
    permissions.require(actor, "link.issue", event)
    if event.state not in ISSUABLE_STATES:
        raise WrongState(state=event.state)
    chosen = _select_entries(event_id, entry_ids)
    _revoke(chosen)
    codes = [(entry_id, new_code()) for entry_id in chosen]
    PersonalLink.objects.bulk_create(
        PersonalLink(entry_id=entry_id, digest=_digest(code)) for entry_id, code in codes
    )
    _write_journal(actor, "links.issued", event.slug, chosen)
    return codes


@transaction.atomic
def revoke_links(
    *, actor: Actor, event_id: int, entry_ids: Iterable[int] | None = None
) -> list[int]:
    """Revoke the links of entries, by default all; returns their ids. Repeating it changes nothing.

    Locks Event.
    """
    event = lock_event(event_id)
    permissions.require(actor, "link.issue", event)
    ended = _revoke(_select_entries(event_id, entry_ids))
    if ended:
        _write_journal(actor, "links.revoked", event.slug, ended)
    return ended


def entry_of_code(code: str, now: datetime) -> tournaments.LinkEntry:
    """The entry of a code. Case and dashes do not matter.

    Codes are looked up by keyed digests, so response times reveal nothing about them.

    :raises BadLink: there is no such link, it was revoked, or its entry is no longer in the event.
    :raises EventOver: its event has been finished for a month.
    """
    typed = normalize_code(code)
    live = PersonalLink.objects.filter(revoked_at__isnull=True)
    link = live.filter(digest=_digest(typed)).first() if len(typed) == LETTERS else None
    entry = tournaments.get_link_entry(link.entry_id) if link is not None else None
    if entry is None:
        raise BadLink()
    if entry.finished_at is not None and now - entry.finished_at > VALID_AFTER_FINISH:
        raise EventOver()
    return entry


def live_links(event_id: int) -> dict[int, datetime]:
    """When links were issued, by entry id."""
    live = PersonalLink.objects.filter(entry__event_id=event_id, revoked_at__isnull=True)
    return dict(live.values_list("entry_id", "issued_at"))


def new_code() -> str:
    """A code in groups of letters that are not easily confused."""
    letters = "".join(secrets.choice(ALPHABET) for _each in range(LETTERS))
    return "-".join(letters[at : at + GROUP_LETTERS] for at in range(0, LETTERS, GROUP_LETTERS))


def normalize_code(code: str) -> str:
    """A typed code without spaces and dashes, in lower case."""
    return re.sub(r"[\s\u2010-\u2015_-]", "", code).lower()


def _digest(code: str) -> str:
    return salted_hmac(SALT, normalize_code(code), algorithm="sha256").hexdigest()


def _select_entries(event_id: int, entry_ids: Iterable[int] | None) -> list[int]:
    """:raises NotFound: one of them is not an entry of this event that can have a link."""
    linkable = [entry.pk for entry in tournaments.linkable_entries(event_id)]
    if entry_ids is None:
        return linkable
    wanted = set(entry_ids)
    for unknown in sorted(wanted - set(linkable)):
        raise NotFound(what="entry", key=unknown)
    return [entry_id for entry_id in linkable if entry_id in wanted]


def _revoke(entry_ids: list[int]) -> list[int]:
    live = PersonalLink.objects.filter(entry_id__in=entry_ids, revoked_at__isnull=True)
    ended = sorted(live.values_list("entry_id", flat=True))
    live.update(revoked_at=timezone.now())
    return ended


def _write_journal(actor: Actor, action: str, slug: str, entry_ids: list[int]) -> None:
    journal.write(actor, action, scope=f"event:{slug}", subject=slug, after={"entries": entry_ids})
