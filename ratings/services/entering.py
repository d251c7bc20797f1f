"""Entering an event and starting it: the two that read a rating."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import ngettext_lazy

from ratings import selectors
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services.entries import entries, entry_rules
from tournaments.services.entries.entry_lists import (
    EntryList,
    ListedEntry,
    read_known,
    write_entries,
)
from tournaments.services.entries.waiting_list import entries_not_checked_in
from tournaments.services.events import events as event_services
from tournaments.wording import join_with_and

if TYPE_CHECKING:
    from tournaments.models import Entry, Event


class NotCheckedIn(DomainError):
    """entries: their ids."""

    code = "not_checked_in"
    message = ngettext_lazy(
        "{names} is not checked in. Nothing has started yet.",
        "{names} are not checked in. Nothing has started yet.",
        "count",
    )


def enter_event(
    *, actor: Actor, event_id: int, player_id: int, given: int | None = None
) -> "Entry":
    """Enter a player with the rating of the pool that fits the event; returns the Entry.

    given: the rating that staff state instead.
    """
    event = tournament_selectors.event_by_id(event_id)
    rating, source = given, entry_rules.GIVEN
    if given is None:
        rating, source = selectors.entry_rating(
            game=event.game, size=event.ruleset.get("size"), player_id=player_id
        )
    return entries.enter(
        actor=actor, event_id=event_id, player_id=player_id, rating=rating, rating_source=source
    )


def entry_list(*, actor: Actor, event_id: int, rows: Sequence[ListedEntry]) -> EntryList:
    """Read, in a few queries, what judging these rows of a list of entries needs.

    :raises NotAllowed: the actor is not staff of the event.
    """
    known = read_known(event_id, rows)
    ratings = selectors.entry_ratings(
        game=known.event.game,
        size=known.event.ruleset.get("size"),
        player_ids=known.known_players.players,
    )
    return EntryList(actor, known, ratings)


@in_transaction
def enter_players(*, actor: Actor, event_id: int, rows: Sequence[ListedEntry]) -> None:
    """Enter all of a list or nobody, by bulk statements. For staff. Locks Event.

    :raises DomainError: a row is refused.
    """
    judging = entry_list(actor=actor, event_id=event_id, rows=rows)
    plans = [judging.judge(row) for row in rows]
    write_entries(actor=actor, known=judging.known, rows=rows, plans=plans)


def start_event(
    *,
    actor: Actor,
    event_id: int,
    include_absent: bool = False,
    pool: str | None = None,
    not_checked_in: Collection[int] | None = None,
) -> "Event":
    """Start an event: the ratings of its entries are read once more and frozen.

    pool: the slug of the list that seeds it, instead of the one that fits; who is not in it has
    no rating then. A rating that staff gave stays as it is. not_checked_in: the ids of the entries
    that the actor knows not to be checked in; None: any.

    :raises NotFound: there is no such list.
    :raises NotCheckedIn: other entries are not checked in, and absent ones are not included.
    """
    event = tournament_selectors.event_by_id(event_id)
    if not_checked_in is not None and not include_absent:
        _require_known(entries_not_checked_in(event), not_checked_in)
    seeding = None if pool is None else selectors.pool_by_slug(pool)
    ratings: dict[int, tuple[int | None, str]] = {}
    for entry in tournament_selectors.event_entries(event).exclude(rating_source=entry_rules.GIVEN):
        if seeding is not None:
            ratings[entry.pk] = selectors.rating_in([seeding], entry.player_id)
            continue
        found = selectors.entry_rating(
            game=event.game, size=event.ruleset.get("size"), player_id=entry.player_id
        )
        if found[0] is not None:
            ratings[entry.pk] = found
    return event_services.start(
        actor=actor, event_id=event_id, ratings=ratings, include_absent=include_absent
    )


def _require_known(missing: Sequence["Entry"], known: Collection[int]) -> None:
    """:raises NotCheckedIn: others than the known entries are missing."""
    ids = [entry.pk for entry in missing]
    if set(ids) - set(known):
        names = join_with_and(tournament_selectors.resolve(each.player).name for each in missing)
        raise NotCheckedIn(names=names, count=len(ids), entries=ids)
