"""Personal links: a code that lets a player act for an entry without an account."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.access.link_codes import LETTERS, derive_code, digest_of, new_serial, normalize_code
from config.models import PersonalLink
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.choices import EventStatus
from tournaments.errors import DomainError, NotFound
from tournaments.execution.transactions import in_transaction
from tournaments.services import journal
from tournaments.services.events.states import WrongState, lock_event

ISSUABLE_STATES = (EventStatus.REGISTRATION, EventStatus.RUNNING)
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


@in_transaction
def issue_links(
    *, actor: Actor, event_id: int, entry_ids: Iterable[int] | None = None
) -> list[tuple[int, str]]:
    """Create links for entries of an event, by default all; their older links are revoked.

    Returns (entry id, code) in the order of the entries. Only serials and digests are stored.
    Locks Event.
    """
    event = lock_event(event_id)
    permissions.require(actor, "link.issue", event)
    if event.state not in ISSUABLE_STATES:
        raise WrongState(state=event.state)
    chosen = select_entries(event_id, entry_ids)
    _revoke(chosen)
    made = [_make_link(entry_id) for entry_id in chosen]
    PersonalLink.objects.bulk_create(made)
    write_journal(actor, "links.issued", event.slug, chosen)
    return [(link.entry_id, derive_code(link.entry_id, link.serial)) for link in made]


@in_transaction
def show_links(
    *, actor: Actor, event_id: int, entry_ids: Iterable[int] | None = None
) -> list[tuple[int, str]]:
    """The codes of the live links of entries, by default all, in the order of the entries.

    Each showing is one line of the journal. Links without a serial and links from before a change
    of SECRET_KEY are left out. Locks Event.
    """
    event = lock_event(event_id)
    permissions.require(actor, "link.issue", event)
    chosen = select_entries(event_id, entry_ids)
    links = {link.entry_id: link for link in live_links(event_id)}
    codes = [
        (entry_id, code)
        for entry_id in chosen
        if entry_id in links and (code := code_of_link(links[entry_id]))
    ]
    if codes:
        write_journal(actor, "links.shown", event.slug, [entry_id for entry_id, _code in codes])
    return codes


@in_transaction
def revoke_links(
    *, actor: Actor, event_id: int, entry_ids: Iterable[int] | None = None
) -> list[int]:
    """Revoke the links of entries, by default all; returns their ids. Repeating it changes nothing.

    Locks Event.
    """
    event = lock_event(event_id)
    permissions.require(actor, "link.issue", event)
    ended = _revoke(select_entries(event_id, entry_ids))
    if ended:
        write_journal(actor, "links.revoked", event.slug, ended)
    return ended


def entry_of_code(code: str, now: datetime) -> tournaments.LinkEntry:
    """The entry of a code. Case and dashes do not matter.

    Codes are looked up by keyed digests, so response times reveal nothing about them.

    :raises BadLink: there is no such link, it was revoked, or its entry is no longer in the event.
    :raises EventOver: its event has been finished for a month.
    """
    typed = normalize_code(code)
    live = PersonalLink.objects.filter(revoked_at__isnull=True)
    link = live.filter(digest=digest_of(typed)).first() if len(typed) == LETTERS else None
    entry = tournaments.get_link_entry(link.entry_id) if link is not None else None
    if entry is None:
        raise BadLink()
    if entry.finished_at is not None and now - entry.finished_at > VALID_AFTER_FINISH:
        raise EventOver()
    return entry


def link_actor(entry: tournaments.LinkEntry) -> Actor:
    return Actor("link", entry_id=entry.entry_id)


def live_links(event_id: int) -> "QuerySet[PersonalLink]":
    """The links of an event that are not revoked; at most one for each entry."""
    return PersonalLink.objects.filter(entry__event_id=event_id, revoked_at__isnull=True)


def code_of_link(link: PersonalLink) -> str:
    """The code of a link; empty if it cannot be derived."""
    code = derive_code(link.entry_id, link.serial) if link.serial else ""
    return code if code and digest_of(code) == link.digest else ""


def _make_link(entry_id: int) -> PersonalLink:
    serial = new_serial()
    digest = digest_of(derive_code(entry_id, serial))
    return PersonalLink(entry_id=entry_id, serial=serial, digest=digest)


def select_entries(event_id: int, entry_ids: Iterable[int] | None) -> list[int]:
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


def write_journal(actor: Actor, action: str, slug: str, entry_ids: list[int]) -> None:
    journal.write(actor, action, scope=f"event:{slug}", subject=slug, after={"entries": entry_ids})
