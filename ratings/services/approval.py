"""Approving clubs and events for rating: their games enter the ledger, or leave it.

A game of an event that is not approved is kept as a held posting, which no list counts. Approving
counts it as it is; taking the approval back holds it again.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from ratings.models import RatedGame
from ratings.services import postings
from ratings.services.pools import ensure_default_pools
from tournaments.actor import Actor
from tournaments.selectors.events import approval as approved
from tournaments.services.events import approval

# Rows that one statement names; SQLite takes no more than some thousands.
AT_ONCE = 500


@transaction.atomic
def approve_club(*, actor: Actor, club_id: int) -> Any:
    """Let the games of a club's events change ratings, those played before too.

    Casual games count too whose two players are of approved clubs now. Repeating it is harmless.
    Locks Club, Events, JournalHead, Pools.
    """
    club, events = approval.set_club_approval(actor=actor, club_id=club_id, approved=True)
    _post_again(_of_events(events), _casual(club, held=True))
    return club


@transaction.atomic
def undo_club_approval(*, actor: Actor, club_id: int) -> Any:
    """Take the approval of a club back: its games no longer change ratings. Locks as approving.

    Events that site staff approved by themselves, and members of other approved clubs, still count.
    """
    club, events = approval.set_club_approval(actor=actor, club_id=club_id, approved=False)
    _hold(_of_events(events), _casual(club, held=False))
    return club


@transaction.atomic
def approve_event(*, actor: Actor, event_id: int) -> Any:
    """Let the games of an event change ratings, those played before too. Repeating is harmless.

    Locks Event, JournalHead, Pools.
    """
    event = approval.set_event_approval(actor=actor, event_id=event_id, approved=True)
    _post_again(_of_events([event_id]))
    return event


@transaction.atomic
def undo_event_approval(*, actor: Actor, event_id: int) -> Any:
    """Take the approval of an event back. It counts on where its club is approved.

    :raises DomainError: it counts by its club alone.
    """
    event = approval.set_event_approval(actor=actor, event_id=event_id, approved=False)
    if not approved.counting_reason(event):
        _hold(_of_events([event_id]))
    return event


def _of_events(event_ids: Iterable[int]) -> "QuerySet[RatedGame]":
    return RatedGame.objects.filter(event__in=list(event_ids))


def _casual(club: Any, *, held: bool) -> "QuerySet[RatedGame]":
    """The casual games of the members of a club that are, or are not, held, against the clubs.

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
    """Count held games."""
    games = [game for rows in chosen for game in rows.filter(held=True).select_related("event")]
    for game, size in sorted({(each.game, each.size) for each in games}, key=repr):
        ensure_default_pools(game=game, size=size)
    _update(games, held=False, voided_at=None)
    postings.bump_pools(games)


def _hold(*chosen: "QuerySet[RatedGame]") -> None:
    """Count these games no longer, until they are approved again."""
    live = {"voided_at__isnull": True}
    games = [game for rows in chosen for game in rows.filter(**live).select_related("event")]
    _update(games, held=True, voided_at=timezone.now())
    postings.bump_pools(games)


def _update(games: list[RatedGame], **columns: Any) -> None:
    for at in range(0, len(games), AT_ONCE):
        ids = [game.pk for game in games[at : at + AT_ONCE]]
        RatedGame.objects.filter(pk__in=ids).update(**columns)
