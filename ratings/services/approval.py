"""Approve clubs and events for rating, and undo approvals.

Games of events without approval are held postings, which no list counts. An approval counts them,
and undoing it holds them again.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils import timezone

from ratings.models import RatedGame
from ratings.services import postings
from ratings.services.pools import ensure_default_pools
from tournaments.actor import Actor
from tournaments.execution.transactions import in_transaction
from tournaments.selectors.events import approval as approved
from tournaments.services.events import approval

if TYPE_CHECKING:
    from tournaments.models import Club, Event

# Rows for each statement; SQLite limits the number of parameters.
BATCH = 500


@in_transaction
def approve_club(*, actor: Actor, club_id: int) -> "Club":
    """Let the games of a club's events change ratings, including earlier ones. Idempotent.

    Casual games whose players are now both in approved clubs count too. Locks Club, Events,
    JournalHead, Pools.
    """
    club, events = approval.set_club_approval(actor=actor, club_id=club_id, approved=True)
    _post_again(_of_events(events), _casual(club, held=True))
    return club


@in_transaction
def undo_club_approval(*, actor: Actor, club_id: int) -> "Club":
    """Undo the approval of a club: its games no longer change ratings. Locks as `approve_club`.

    Events approved on their own and members of other approved clubs still count.
    """
    club, events = approval.set_club_approval(actor=actor, club_id=club_id, approved=False)
    _hold(_of_events(events), _casual(club, held=False))
    return club


@in_transaction
def approve_event(*, actor: Actor, event_id: int) -> "Event":
    """Let the games of an event change ratings, including earlier ones. Idempotent.

    Locks Event, JournalHead, Pools.
    """
    event = approval.set_event_approval(actor=actor, event_id=event_id, approved=True)
    _post_again(_of_events([event_id]))
    return event


@in_transaction
def undo_event_approval(*, actor: Actor, event_id: int) -> "Event":
    """Undo the approval of an event. It still counts if its club is approved.

    :raises DomainError: it counts by its club alone.
    """
    event = approval.set_event_approval(actor=actor, event_id=event_id, approved=False)
    if not approved.counting_reason(event):
        _hold(_of_events([event_id]))
    return event


def _of_events(event_ids: Iterable[int]) -> "QuerySet[RatedGame]":
    return RatedGame.objects.filter(event__in=list(event_ids))


def _casual(club: "Club", *, held: bool) -> "QuerySet[RatedGame]":
    """The casual games of a club's members whose `held` no longer matches their clubs' approval.

    Games of members who have left counted by this club too.
    """
    members = approved.past_and_present_members(club)
    rows = RatedGame.objects.filter(
        Q(held=True) if held else Q(voided_at__isnull=True),
        by_players=True,
        pk__in=RatedGame.objects.filter(postings__player__in=members).values("pk"),
    ).prefetch_related("postings__player")
    seats = {game.pk: _players(game) for game in rows}
    trusted = approved.players_of_approved_clubs({one for each in seats.values() for one in each})
    chosen = [pk for pk, players in seats.items() if (players <= trusted) == held]
    return RatedGame.objects.filter(pk__in=chosen)


def _players(game: RatedGame) -> set[int]:
    seats = game.postings.all()
    return {seat.player.merged_into_id or seat.player_id for seat in seats}


def _post_again(*chosen: "QuerySet[RatedGame]") -> None:
    """Count these held games."""
    games = [game for rows in chosen for game in rows.filter(held=True).select_related("event")]
    _update(games, held=False, voided_at=None)
    pools = ensure_default_pools((each.game, each.size) for each in games)
    postings.bump_pools(games, pools=pools)


def _hold(*chosen: "QuerySet[RatedGame]") -> None:
    """Hold these games until they are approved again."""
    live = {"voided_at__isnull": True}
    games = [game for rows in chosen for game in rows.filter(**live).select_related("event")]
    _update(games, held=True, voided_at=timezone.now())
    postings.bump_pools(games)


def _update(games: list[RatedGame], **columns: object) -> None:
    for at in range(0, len(games), BATCH):
        ids = [game.pk for game in games[at : at + BATCH]]
        RatedGame.objects.filter(pk__in=ids).update(**columns)
