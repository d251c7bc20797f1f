"""Challenges on a ladder: made, accepted, declined, withdrawn. Each locks Event."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import permissions
from tournaments.actor import Actor
from tournaments.choices import ChallengeState, StageStatus
from tournaments.documents import Document
from tournaments.errors import DomainError, InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Challenge, Entry, Event, Pairing, Stage
from tournaments.pairing import Reason
from tournaments.selectors.ladder.situation import (
    current_ladder,
    entry_names,
    ladder_now,
    last_published,
    own_entry,
)
from tournaments.services import journal
from tournaments.services.events.states import lock_event, require_running
from tournaments.services.rounds.at_once import pair_at_once
from tournaments.services.rounds.drafts import translate_reason
from tournaments.services.rounds.results import bump_results
from tournaments.standings.ladder.challenging import LadderTerms


class NoLadder(DomainError):
    code = "no_ladder"
    message = _("No ladder is being played in this event, so there are no challenges in it.")


class MayNotChallenge(DomainError):
    code = "may_not_challenge"
    message = _("{why}")


class ChallengeAnswered(DomainError):
    code = "challenge_answered"
    message = _("This challenge is not open any more: it is {state}.")


@in_transaction
def make_challenge(
    *, actor: Actor, event_id: int, entry_id: int, challenger_id: int | None = None
) -> Challenge:
    """Challenge the entry `entry_id`. Locks Event. Repeating it is harmless while it is open.

    challenger_id: the entry that challenges; None: that of the actor.

    :raises NoLadder: the current stage is no ladder.
    :raises MayNotChallenge: with the reason, a code of `challenging.MESSAGES`.
    """
    event = lock_event(event_id)
    challenger = _challenger(actor, event, challenger_id)
    permissions.require(actor, "entry.challenge", challenger)
    stage = require_ladder(event)
    challenged = get_row(event.entries, "entry", pk=entry_id)
    known = Challenge.objects.filter(
        stage=stage, challenger=challenger, challenged=challenged, state=ChallengeState.OPEN
    ).first()
    if known is not None:
        return known
    now = timezone.now()
    _require_allowed(event, stage, challenger, challenged)
    made = Challenge.objects.create(
        stage=stage,
        challenger=challenger,
        challenged=challenged,
        made_at=now,
        answer_by=now + timedelta(days=LadderTerms.of(stage.options).answer),
    )
    _journal(actor, "challenge.made", made)
    return made


@in_transaction
def accept_challenge(*, actor: Actor, event_id: int, challenge_id: int) -> Challenge:
    """Accept a challenge: its match is published as a round. Locks Event.

    Repeating it is harmless.

    :raises ChallengeAnswered: it was answered otherwise, withdrawn, or ran out.
    :raises RoundBreaksRules: one of the two is absent now, or has another match to play.
    """
    found = _open_challenge(actor, "entry.answer", event_id, challenge_id)
    if found.state == ChallengeState.ACCEPTED:
        return found
    _require_open(found)
    stage = found.stage
    pair = (found.challenger.number or 0, found.challenged.number or 0)
    round_ = pair_at_once(actor=actor, event=stage.event, stage=stage, by_hand=[pair])
    found.pairing = Pairing.objects.get(round=round_)
    _close(actor, found, ChallengeState.ACCEPTED, "challenge.accepted")
    return found


@in_transaction
def decline_challenge(*, actor: Actor, event_id: int, challenge_id: int) -> Challenge:
    """Decline a challenge: the challenger moves as if it had won. Locks Event.

    Repeating it is harmless.
    """
    found = _open_challenge(actor, "entry.answer", event_id, challenge_id)
    if found.state == ChallengeState.DECLINED:
        return found
    _require_open(found)
    _close(actor, found, ChallengeState.DECLINED, "challenge.declined")
    bump_results(event_id)
    return found


@in_transaction
def withdraw_challenge(*, actor: Actor, event_id: int, challenge_id: int) -> Challenge:
    """Take back a challenge that has no answer; nobody moves. Locks Event.

    Repeating it is harmless.
    """
    found = _open_challenge(actor, "entry.challenge", event_id, challenge_id)
    if found.state == ChallengeState.WITHDRAWN:
        return found
    _require_open(found)
    _close(actor, found, ChallengeState.WITHDRAWN, "challenge.withdrawn")
    return found


def require_ladder(event: Event) -> Stage:
    """:raises NoLadder: the current stage of a running event is no ladder."""
    require_running(event)
    stage = current_ladder(event)
    if stage is None or stage.state != StageStatus.RUNNING:
        raise NoLadder
    return stage


def close_challenge(actor: Actor, found: Challenge, state: str, action: str) -> None:
    """Store the end of a challenge. The Event is locked."""
    _close(actor, found, state, action)


def _challenger(actor: Actor, event: Event, challenger_id: int | None) -> Entry:
    if challenger_id is not None:
        return get_row(event.entries.select_related("player"), "entry", pk=challenger_id)
    mine = own_entry(event, actor)
    if mine is None:
        problem = _("the entry that challenges: you have none in this event")
        raise InvalidInput(field="challenger_id", problem=problem)
    return mine


def _require_allowed(event: Event, stage: Stage, challenger: Entry, challenged: Entry) -> None:
    now = ladder_now(event, stage, timezone.now())
    numbers = (challenger.number or 0, challenged.number or 0)
    for number in numbers:
        if number not in now.ranking.order:
            raise MayNotChallenge(why=_("Both have to be on the ladder."), reason="not_on_ladder")
    found = now.obstacle(*numbers)
    if found is not None:
        names = entry_names(event)
        why = translate_reason(Reason(found.code, found.params), names)
        raise MayNotChallenge(why=why, reason=found.code)


def _open_challenge(actor: Actor, verb: str, event_id: int, challenge_id: int) -> Challenge:
    """The challenge, under the lock of its event, if the actor may do this with it."""
    event = lock_event(event_id)
    rows = Challenge.objects.filter(stage__event=event).select_related(
        "stage__event", "challenger__player", "challenged__player"
    )
    found = get_row(rows, "challenge", pk=challenge_id)
    mine = found.challenger if verb == "entry.challenge" else found.challenged
    permissions.require(actor, verb, mine)
    if found.state == ChallengeState.OPEN:
        require_running(event)
    return found


def _require_open(found: Challenge) -> None:
    if found.state != ChallengeState.OPEN:
        raise ChallengeAnswered(state=ChallengeState(found.state).label)


def _close(actor: Actor, found: Challenge, state: str, action: str) -> None:
    found.state, found.answered_at = state, timezone.now()
    found.after_round = last_published(found.stage.event)
    found.save(update_fields=["state", "answered_at", "after_round", "pairing"])
    _journal(actor, action, found)


def _journal(actor: Actor, action: str, found: Challenge) -> None:
    after: Document = {
        "challenge": found.pk,
        "challenger": found.challenger.number,
        "challenged": found.challenged.number,
    }
    if found.pairing_id is not None and action == "challenge.accepted":
        after["pairing"] = found.pairing_id
    journal.write_event(
        actor, found.stage.event, action, subject=f"entry:{found.challenged_id}", after=after
    )
