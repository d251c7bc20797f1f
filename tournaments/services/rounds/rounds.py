"""The states of a round: publish, close, discard, and back while nothing depends on it."""

from typing import NamedTuple

from django.db import transaction
from django.db.models import ProtectedError, QuerySet
from django.db.models.deletion import Collector
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import FINISHED_SLOTS, RoundStatus, SlotStatus, StageStatus
from tournaments.errors import DomainError, require_found
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.execution.transactions import in_transaction
from tournaments.models import Event, GameSlot, Round
from tournaments.services.entries import late_entries
from tournaments.services.events import publications
from tournaments.services.events.states import (
    WrongState,
    lock_event,
    require_reason,
    require_running,
)
from tournaments.services.rounds import deadlines, drafts
from tournaments.services.rounds.results import bump_results

# Source and target state; None: the round is deleted. Pairing creates drafts.
ROUND_TRANSITIONS: dict[str, tuple[str, str | None]] = {
    "publish": (RoundStatus.DRAFT, RoundStatus.PUBLISHED),
    "close": (RoundStatus.PUBLISHED, RoundStatus.CLOSED),
    "reopen": (RoundStatus.CLOSED, RoundStatus.PUBLISHED),
    "unpublish": (RoundStatus.PUBLISHED, RoundStatus.DRAFT),
    "discard": (RoundStatus.DRAFT, None),
}
# Slots without a report.
UNREPORTED = (SlotStatus.OPEN, SlotStatus.POSTPONED)


class DraftExists(DomainError):
    code = "draft_exists"
    message = _("Round {round} is a draft: publish or discard it first.")


class NotDraft(DomainError):
    code = "not_draft"
    message = _("Round {round} is {state} and no longer a draft.")


class DraftIsStale(DomainError):
    code = "draft_is_stale"
    message = _(
        "Round {round} was paired from older results: they have changed since. Pair it again, or "
        "confirm that it is published as it is."
    )


class WrongRoundState(WrongState):
    """The code is that of WrongState; the message names the round."""

    message = _("Round {round} is {state}; this can be done with a {needed} round only.")


class RoundHasGames(DomainError):
    code = "round_has_games"
    message = _("Games of round {round} were reported, ruled or decided: correct those instead.")


class RoundIsKept(RoundHasGames):
    """The code is that of RoundHasGames; the round has only records that do not count."""

    message = _(
        "Round {round} stays: its games hold bids of coins, records or results, even those that "
        "were taken back. Correct those instead."
    )


class LaterRound(DomainError):
    code = "later_round"
    message = _("Round {later} was made after round {round}: take that one back first.")


class StageGoneOn(DomainError):
    code = "stage_gone_on"
    message = _("Round {round} decided who plays in the next stage: take that stage back first.")


class DrawnByLot(DomainError):
    code = "drawn_by_lot"
    message = _("Round {round} is a play-off, drawn by lot. Withdraw it and order it again.")


class RoundUndecided(DomainError):
    code = "round_undecided"
    message = ngettext_lazy(
        "Round {round} cannot be closed: {undecided} game has no result.",
        "Round {round} cannot be closed: {undecided} games have no result.",
        "undecided",
    )


def publish_round(*, actor: Actor, event_id: int, number: int, stale: bool = False) -> Round:
    """Publish a draft; its games can be reported then. Locks GameSlots, Round, Event.

    stale: publish it although results have changed since it was paired. Repeating it is harmless.

    :raises RoundBreaksRules: the draft breaks a rule of its system.
    :raises DraftIsStale: results have changed since it was paired, and `stale` is False.
    """
    permissions.require(actor, "round.publish", selectors.event_by_id(event_id))
    while True:
        checked = _check_draft(event_id, number, stale=stale)
        with transaction.atomic():
            round_, event = lock_round(actor, "round.publish", event_id, number, slots=True)
            if round_.state != RoundStatus.DRAFT:
                return round_
            if (event.results_version, round_.proof_hash) != checked.versions:
                continue
            if checked.refusal is not None:
                raise checked.refusal
            round_.state = RoundStatus.PUBLISHED
            round_.save(update_fields=["state"])
            deadlines.set_default_times(round_, now=timezone.now())
            drafts.journal_round(
                actor, "round.published", round_, after={"proof": round_.proof_hash}
            )
            bump_results(event_id)
            return round_


class _DraftCheck(NamedTuple):
    """versions: results_version and proof hash of the draft that was checked."""

    versions: tuple[int, str]
    refusal: DomainError | None = None


def _check_draft(event_id: int, number: int, *, stale: bool) -> _DraftCheck:
    """Check a draft without locks; with a thousand players this takes long."""
    state, version = selectors.event_state(event_id)
    found = Round.objects.filter(event_id=event_id, number=number, state=RoundStatus.DRAFT)
    round_ = found.select_related("event", "stage").first()
    if round_ is None:
        return _DraftCheck((version, ""))  # decided under the lock
    versions = (version, round_.proof_hash)
    by_hand = selectors.is_by_hand(round_)
    seen = drafts.state_for_round(round_, state)
    try:
        drafts.check_rules(seen, drafts.stored_round(round_), by_hand=by_hand)
    except drafts.RoundBreaksRules as refused:
        return _DraftCheck(versions, refused)
    # The proof holds all rounds before: it is read only if something happened since.
    changed = round_.results_version != version
    if changed and not stale and selectors.differs_from_proof(round_, state):
        return _DraftCheck(versions, DraftIsStale(round=number))
    return _DraftCheck(versions)


def close_round(*, actor: Actor, event_id: int, number: int) -> Round:
    """Close a round and publish the table after it. Locks Round, Event.

    Postponed games may stay open. Repeating it is harmless.

    :raises RoundUndecided: games that are not postponed have no result.
    """
    while True:
        table = publications.compute_table_after(event_id, number)
        with transaction.atomic():
            round_, event = lock_round(actor, "round.close", event_id, number)
            if not _can_transition(round_, "close"):
                return round_
            slots = GameSlot.objects.filter(pairing__round=round_)
            undecided = slots.exclude(state__in=[*FINISHED_SLOTS, SlotStatus.POSTPONED]).count()
            if undecided:
                raise RoundUndecided(round=number, undecided=undecided)
            if event.results_version != table.version:
                continue
            publications.publish_table(event, table, after_round=number)
            round_.state = RoundStatus.CLOSED
            round_.save(update_fields=["state"])
            drafts.journal_round(actor, "round.closed", round_)
            return round_


@in_transaction
def reopen_round(*, actor: Actor, event_id: int, number: int, reason: str) -> Round:
    """Reopen a closed round; its published table stays. Locks Round, Event.

    Closing it again publishes the table of that time. Repeating it is harmless.

    :raises LaterRound: a later round is published.
    """
    round_, event = lock_round(actor, "round.reopen", event_id, number)
    require_reason(reason)
    if not _can_transition(round_, "reopen"):
        return round_
    require_last(event, round_, drafts_too=False)
    round_.state = RoundStatus.PUBLISHED
    round_.save(update_fields=["state"])
    drafts.journal_round(actor, "round.reopened", round_, text=reason)
    return round_


@in_transaction
def unpublish_round(*, actor: Actor, event_id: int, number: int, reason: str) -> Round:
    """Make a published round a draft again. Locks GameSlots, Round, Event.

    Repeating it is harmless.

    :raises RoundHasGames: a game is decided or reported.
    :raises LaterRound: a later round exists.
    """
    round_, event = lock_round(actor, "round.unpublish", event_id, number, slots=True)
    require_reason(reason)
    if not _can_transition(round_, "unpublish"):
        return round_
    _require_nothing_after(event, round_)
    round_.state = RoundStatus.DRAFT
    round_.save(update_fields=["state"])
    deadlines.clear_default_times(round_, now=timezone.now())
    drafts.journal_round(
        actor, "round.unpublished", round_, before={"proof": round_.proof_hash}, text=reason
    )
    bump_results(event_id)
    return round_


@in_transaction
def withdraw_round(*, actor: Actor, event_id: int, number: int, reason: str) -> None:
    """Delete a round, published or not. Locks GameSlots, Round, Event.

    The journal keeps its proof.

    :raises RoundHasGames: as for `unpublish_round`.
    :raises LaterRound: as for `unpublish_round`.
    """
    round_, event = lock_round(actor, "round.unpublish", event_id, number, slots=True)
    require_reason(reason)
    was_public = round_.state != RoundStatus.DRAFT
    if was_public:
        _can_transition(round_, "unpublish")
        _require_nothing_after(event, round_)
    drafts.journal_round(
        actor,
        "round.withdrawn",
        round_,
        before={
            "state": round_.state,
            "proof": round_.proof_hash,
            "document": round_.proof,
            **({"staff": round_.proof_staff} if round_.proof_staff else {}),
        },
        text=reason,
    )
    _delete(round_)
    if was_public:
        bump_results(event_id)


@in_transaction
def discard_draft(*, actor: Actor, event_id: int, number: int) -> None:
    """Delete a draft. Locks GameSlots, Round, Event.

    :raises NotDraft: the round is published.
    :raises RoundHasGames: it was published before, and its games have reports.
    """
    round_, _event = lock_round(actor, "round.pair", event_id, number, slots=True)
    if round_.state != RoundStatus.DRAFT:
        raise NotDraft(round=number, state=round_.state)
    drafts.journal_round(actor, "round.discarded", round_, before={"proof": round_.proof_hash})
    _delete(round_)


def lock_round(
    actor: Actor, verb: str, event_id: int, number: int, *, slots: bool = False
) -> tuple[Round, Event]:
    """Lock a round and its event until the transaction ends.

    Permission is checked first, so drafts stay hidden. slots: lock the slots of the round first,
    for services that delete or hide them.

    :raises NotFound: there is no such round.
    """
    permissions.require(actor, verb, selectors.event_by_id(event_id))
    if slots:
        held = GameSlot.objects.select_for_update(of=("self",)).order_by("pk")
        ours = held.filter(pairing__round__event=event_id, pairing__round__number=number)
        list(ours.values_list("pk", flat=True))
    found = _LOCKED.first(event_id=event_id, number=number)
    return require_found(found, "round", number), lock_event(event_id)


def _locked(event_id: int, number: int) -> "QuerySet[Round]":
    found = Round.objects.select_for_update(of=("self",)).select_related("event", "stage")
    return found.filter(event_id=event_id, number=number)


_LOCKED = CompiledQuery(_locked, event_id=int, number=int)


def _can_transition(round_: Round, name: str) -> bool:
    """False if the round is in the target state already. :raises WrongRoundState: in another."""
    needed, target = ROUND_TRANSITIONS[name]
    if round_.state == target:
        return False
    if round_.state != needed:
        raise WrongRoundState(round=round_.number, state=round_.state, needed=needed)
    return True


def require_last(event: Event, round_: Round, *, drafts_too: bool) -> None:
    """Refuse while a later round or stage depends on the round."""
    require_running(event)
    later = event.rounds.filter(number__gt=round_.number).order_by("number")
    last = later.first() if drafts_too else later.exclude(state=RoundStatus.DRAFT).first()
    if last is not None:
        raise LaterRound(round=round_.number, later=last.number)
    if round_.stage.state != StageStatus.RUNNING:
        raise StageGoneOn(round=round_.number)


def _require_nothing_after(event: Event, round_: Round) -> None:
    require_last(event, round_, drafts_too=True)
    slots = GameSlot.objects.filter(pairing__round=round_)
    if slots.exclude(state__in=UNREPORTED).exists():
        raise RoundHasGames(round=round_.number)
    try:
        # Results, also withdrawn ones, and rows of other apps protect the round.
        Collector(using=round_._state.db or "default").collect([round_])
    except ProtectedError as kept:
        raise RoundIsKept(round=round_.number) from kept


def _delete(round_: Round) -> None:
    try:
        round_.delete()
    except ProtectedError as kept:
        raise RoundIsKept(round=round_.number) from kept
    late_entries.end_missed_rounds(round_.event_id, before=round_.number)
