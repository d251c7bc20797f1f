"""What happens on a ladder when days are over: challenges without an answer, and inactivity.

Games that are not played in time are ruled by `games.services.rulings.lateness`.
"""

from datetime import datetime, timedelta

from tournaments.actor import SYSTEM
from tournaments.choices import ChallengeState, EventStatus, StageStatus
from tournaments.execution.transactions import in_transaction
from tournaments.models import Challenge, Entry, RungDrop, Stage
from tournaments.selectors.ladder.facts import decided_at
from tournaments.selectors.ladder.situation import LadderNow, ladder_now, last_published
from tournaments.services import journal
from tournaments.services.events.states import lock_event
from tournaments.services.ladder.challenges import close_challenge
from tournaments.services.rounds.results import bump_results
from tournaments.state import DECIDED, DROPPED, LADDER


def overdue_challenges(now: datetime) -> list[int]:
    """Open challenges of running events whose time to answer is over."""
    rows = Challenge.objects.filter(
        state=ChallengeState.OPEN, answer_by__lt=now, stage__event__state=EventStatus.RUNNING
    )
    return list(rows.order_by("answer_by", "pk").values_list("pk", flat=True))


@in_transaction
def expire_challenge(*, challenge_id: int, now: datetime) -> bool:
    """A challenge without an answer: the challenger moves as if it had won. Idempotent.

    Locks Event. Returns whether it ran out now.
    """
    event_id = Challenge.objects.values_list("stage__event", flat=True).get(pk=challenge_id)
    lock_event(event_id)
    found = Challenge.objects.select_related("stage__event", "challenger", "challenged").get(
        pk=challenge_id
    )
    if found.state != ChallengeState.OPEN or found.answer_by >= now:
        return False
    close_challenge(SYSTEM, found, ChallengeState.EXPIRED, "challenge.expired")
    bump_results(event_id)
    return True


def ladders_with_inactivity() -> list[int]:
    """Running stages whose entries go down if they do not play."""
    rows = Stage.objects.filter(
        system=LADDER, state=StageStatus.RUNNING, event__state=EventStatus.RUNNING
    ).exclude(options__inactive_days=None)
    return [
        stage.pk for stage in rows.order_by("pk") if stage.options.get("inactive_days") is not None
    ]


@in_transaction
def drop_inactive(*, stage_id: int, now: datetime) -> int:
    """Each entry that has not played for `inactive_days` goes down a rung; returns how many.

    Counted from its last match or its last drop, or else from the first match of the ladder, so on
    a ladder without a match nobody goes down. The lowest ones move first. Idempotent. Locks Event.
    """
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    lock_event(stage.event_id)
    dropped = 0
    while (mine := _longest_inactive(stage, now)) is not None:
        entry, below = mine
        RungDrop.objects.create(
            stage=stage,
            entry=entry,
            below=below,
            at=now,
            after_round=last_published(stage.event),
        )
        journal.write_event(
            SYSTEM,
            stage.event,
            "ladder.dropped",
            subject=f"entry:{entry.pk}",
            after={"entry": entry.number, "below": below.number},
        )
        dropped += 1
    if dropped:
        bump_results(stage.event_id)
    return dropped


def _longest_inactive(stage: Stage, now: datetime) -> tuple[Entry, Entry] | None:
    """The lowest entry that has to go down now, and the one it goes below."""
    ladder = ladder_now(stage.event, stage, now)
    days = ladder.terms.inactive
    since = _active_since(ladder, stage)
    if days is None or not since:
        return None
    limit = now - timedelta(days=days)
    order = ladder.ranking.order
    playing = ladder.situation.playing
    for rung in range(len(order) - 2, -1, -1):
        entry = order[rung]
        if entry not in playing and since[entry] <= limit:
            rows = {row.number: row for row in stage.event.entries.all()}
            return rows[entry], rows[order[rung + 1]]
    return None


def _active_since(ladder: LadderNow, stage: Stage) -> dict[int, datetime]:
    """Since when each entry has not played; empty before the first match of the ladder."""
    first = min(decided_at(stage).values(), default=None)
    if first is None:
        return {}
    since = dict.fromkeys(ladder.ranking.order, first)
    for fact in ladder.state.ladder:
        at = datetime.fromisoformat(fact.at)
        who = {DECIDED: (fact.challenger, fact.challenged), DROPPED: (fact.challenger,)}
        for entry in who.get(fact.kind, ()):
            if entry in since:
                since[entry] = max(since[entry], at)
    return since
