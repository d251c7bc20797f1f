"""Write changes to the feed, in the transaction of their facts."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tournaments.actor import Actor
from tournaments.choices import ChangeKind
from tournaments.enqueue import enqueue_once
from tournaments.models import Change
from tournaments.services.feed import actions
from tournaments.services.feed.numbering import number_changes

if TYPE_CHECKING:
    from tournaments.chain.witness import Witness
    from tournaments.services.journal import Note


def write_notes(noted: Iterable[tuple[Actor, "Note"]]) -> None:
    """Write what the feed has of these lines of journals. At most one statement for a batch."""
    _write([change for actor, note in noted if (change := actions.change_of(actor, note))])


def write_standings(event_slug: str, **data: Any) -> None:
    """Say that the table of an event is another one."""
    action = actions.STANDINGS_REFRESHED
    _write([Change(kind=ChangeKind.STANDINGS, action=action, event=event_slug, data=data)])


def write_witness(witness: "Witness") -> None:
    """Publish the signed head of the journal of an event, so that others keep it."""
    _topic, _colon, slug = witness.scope.partition(":")
    data = {"witness": str(witness)}
    _write([Change(kind=ChangeKind.JOURNAL, action=actions.JOURNAL_SIGNED, event=slug, data=data)])


def write_ratings(pool_slug: str, **data: Any) -> None:
    """Say that the ratings of a pool are up to date again."""
    action = actions.LIST_REFRESHED
    _write([Change(kind=ChangeKind.RATING_LIST, action=action, pool=pool_slug, data=data)])


def _write(changes: Sequence[Change]) -> None:
    if changes:
        Change.objects.bulk_create(changes)
        enqueue_once(number_changes)
