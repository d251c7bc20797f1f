"""Whom a challenge on a ladder concerns, for notices."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.choices import ChallengeState, EventStatus
from tournaments.errors import get_row
from tournaments.models import Challenge, Entry
from tournaments.selectors.people.people import accounts_of_people, resolve


class ChallengeSide(NamedTuple):
    """player: the public id. user_id: the account; None: the player has none."""

    player: str
    user_id: int | None


class ChallengeForNotices(NamedTuple):
    id: int
    event_slug: str
    is_open: bool
    answer_by: datetime
    challenger: ChallengeSide
    challenged: ChallengeSide


def challenge_for_notices(challenge_id: int) -> ChallengeForNotices:
    """:raises NotFound: there is none any more."""
    return _for_notices(get_row(_rows(), "challenge", pk=challenge_id))


def challenges_due(after: datetime, until: datetime) -> list[ChallengeForNotices]:
    """Open challenges of running events that are to be answered in a span of time."""
    rows = _rows().filter(
        state=ChallengeState.OPEN,
        answer_by__gt=after,
        answer_by__lte=until,
        stage__event__state=EventStatus.RUNNING,
    )
    return [_for_notices(row) for row in rows.order_by("answer_by", "pk")]


def _rows() -> "QuerySet[Challenge]":
    return Challenge.objects.select_related(
        "stage__event", "challenger__player__merged_into", "challenged__player__merged_into"
    )


def _for_notices(row: Challenge) -> ChallengeForNotices:
    return ChallengeForNotices(
        row.pk,
        row.stage.event.slug,
        row.state == ChallengeState.OPEN,
        row.answer_by,
        _side(row.challenger),
        _side(row.challenged),
    )


def _side(entry: Entry) -> ChallengeSide:
    accounts = accounts_of_people({entry.pk: entry.player})
    return ChallengeSide(resolve(entry.player).public_id, accounts.get(entry.pk))
