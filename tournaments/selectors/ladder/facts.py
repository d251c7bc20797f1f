"""What happened on a ladder, from its rows to the facts that the ranking is folded from."""

from collections.abc import Iterator
from datetime import UTC, datetime

from django.db.models import Max

from tournaments.choices import ChallengeState, RoundStatus
from tournaments.models import Challenge, Pairing, Result, RungDrop, Seat, Stage
from tournaments.state import CONCEDED, DECIDED, DROPPED, LADDER, PLAYOFF, LadderFact

# Challenges that the challenged conceded.
CONCEDED_STATES = (ChallengeState.DECLINED, ChallengeState.EXPIRED)


def ladder_facts(stage: Stage) -> tuple[LadderFact, ...]:
    """The facts of a ladder in order of time; none of another system. Four queries.

    A match is decided when the last of its games got its first result: corrections keep that time.
    """
    if stage.system != LADDER:
        return ()
    found = [*_conceded(stage), *_dropped(stage), *_decided(stage)]
    return tuple(sorted(found, key=lambda fact: (fact.at, fact.round, fact.challenger)))


def decided_at(stage: Stage) -> dict[int, datetime]:
    """When each pairing of a stage got its last first result, by pairing."""
    results = Result.objects.filter(revision=1, slot__pairing__round__stage=stage)
    rows = results.values_list("slot__pairing").annotate(at=Max("at"))
    return dict(rows.order_by("slot__pairing"))


def _decided(stage: Stage) -> Iterator[LadderFact]:
    times = decided_at(stage)
    seats: dict[int, list[int]] = {}
    rows = Seat.objects.filter(pairing__in=times).order_by("pairing_id", "order")
    for pairing_id, entry in rows.values_list("pairing_id", "entry__number"):
        seats.setdefault(pairing_id, []).append(entry or 0)
    published = Pairing.objects.filter(pk__in=times).exclude(round__state=RoundStatus.DRAFT)
    regular = published.exclude(round__kind=PLAYOFF)
    for pk, number in regular.values_list("pk", "round__number"):
        if len(seats[pk]) == 2:
            challenger, challenged = seats[pk]
            yield LadderFact(_iso(times[pk]), DECIDED, challenger, challenged, number)


def _conceded(stage: Stage) -> Iterator[LadderFact]:
    rows = Challenge.objects.filter(stage=stage, state__in=CONCEDED_STATES)
    columns = ("answered_at", "challenger__number", "challenged__number", "after_round")
    for at, challenger, challenged, after_round in rows.values_list(*columns):
        yield LadderFact(_iso(at), CONCEDED, challenger or 0, challenged or 0, after_round)


def _dropped(stage: Stage) -> Iterator[LadderFact]:
    rows = RungDrop.objects.filter(stage=stage)
    columns = ("at", "entry__number", "below__number", "after_round")
    for at, entry, below, after_round in rows.values_list(*columns):
        yield LadderFact(_iso(at), DROPPED, entry or 0, below or 0, after_round)


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")
