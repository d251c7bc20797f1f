"""Rounds once they are drafted: published, closed, discarded, and back again where nothing hangs
on it. ROUND_TRANSITIONS is the whole table.
"""

from typing import NamedTuple

from django.db import transaction
from django.db.models import ProtectedError
from django.db.models.deletion import Collector
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import EventStatus, RoundStatus, SlotStatus, StageStatus
from tournaments.errors import DomainError, NotFound
from tournaments.models import FINISHED_SLOTS, Event, GameSlot, Round
from tournaments.services.events import publications
from tournaments.services.events.states import ReasonNeeded, WrongState, lock_event
from tournaments.services.rounds import deadlines, drafts
from tournaments.services.rounds.results import bump_results

# From which state to which; None: the round is gone. Pairing makes a draft.
ROUND_TRANSITIONS: dict[str, tuple[str, str | None]] = {
    "publish": (RoundStatus.DRAFT, RoundStatus.PUBLISHED),
    "close": (RoundStatus.PUBLISHED, RoundStatus.CLOSED),
    "reopen": (RoundStatus.CLOSED, RoundStatus.PUBLISHED),
    "unpublish": (RoundStatus.PUBLISHED, RoundStatus.DRAFT),
    "discard": (RoundStatus.DRAFT, None),
}
# Slots of which nobody has said yet how they ended.
UNREPORTED = (SlotStatus.OPEN, SlotStatus.POSTPONED)


class DraftExists(DomainError):
    code = "draft_exists"
    kind = "conflict"
    message = _("Round {round} is a draft: publish or discard it first.")


class NotDraft(DomainError):
    code = "not_draft"
    kind = "conflict"
    message = _("Round {round} is {state} and no longer a draft.")


class DraftIsStale(DomainError):
    code = "draft_is_stale"
    kind = "conflict"
    message = _(
        "Round {round} was paired from older results: they have changed since. Pair it again, or "
        "confirm that it is published as it is."
    )


class WrongRoundState(WrongState):
    """The code is that of WrongState; the sentence is about the round."""

    message = _("Round {round} is {state}; this can be done with a {needed} round only.")


class RoundHasGames(DomainError):
    code = "round_has_games"
    kind = "conflict"
    message = _("Games of round {round} were reported, ruled or decided: correct those instead.")


class RoundIsKept(RoundHasGames):
    """The code is that of RoundHasGames; what keeps it counts no more, and stays on record."""

    message = _(
        "Round {round} stays: its games hold bids of coins, records or results, even those that "
        "were taken back. Correct those instead."
    )


class LaterRound(DomainError):
    code = "later_round"
    kind = "conflict"
    message = _("Round {later} was made after round {round}: take that one back first.")


class StageGoneOn(DomainError):
    code = "stage_gone_on"
    kind = "conflict"
    message = _("Round {round} decided who plays in the next stage: take that stage back first.")


class DrawnByLot(DomainError):
    code = "drawn_by_lot"
    kind = "conflict"
    message = _("Round {round} is a play-off, drawn by lot. Withdraw it and order it again.")


class RoundUndecided(DomainError):
    code = "round_undecided"
    kind = "conflict"
    message = ngettext_lazy(
        "Round {round} cannot be closed: {undecided} game has no result.",
        "Round {round} cannot be closed: {undecided} games have no result.",
        "undecided",
    )


def publish_round(*, actor: Actor, event_id: int, number: int, stale: bool = False) -> Round:
    """Show a draft to everybody: from now on its games can be reported.

    stale: publish it although results have changed since it was paired.
    Locks GameSlots, Round, Event.

    Repeating it is harmless.

    :raises RoundBreaksRules: whoever made it; the draft stays.
    :raises DraftIsStale: results have changed since it was paired, and `stale` is not said.
    """
    permissions.require(actor, "round.publish", selectors.event_by_id(event_id))
    while True:
        judged = _judge_draft(event_id, number, stale=stale)
        with transaction.atomic():
            round_, event = lock_round(actor, "round.publish", event_id, number, slots=True)
            if round_.state != RoundStatus.DRAFT:
                return round_
            if (event.results_version, round_.proof_hash) != judged.of:
                continue
            if judged.refusal is not None:
                raise judged.refusal
            round_.state = RoundStatus.PUBLISHED
            round_.save(update_fields=["state"])
            deadlines.set_default_times(round_, now=timezone.now())
            drafts.journal_round(
                actor, "round.published", round_, after={"proof": round_.proof_hash}
            )
            bump_results(event_id)
            return round_


class _Judged(NamedTuple):
    """Why a draft may not be published, if so; `of`: the results and the proof that were read."""

    of: tuple[int, str]
    refusal: DomainError | None = None


def _judge_draft(event_id: int, number: int, *, stale: bool) -> _Judged:
    """Judge a draft before anything is locked: of a thousand players it takes a while."""
    state, version = selectors.event_state(event_id)
    found = Round.objects.filter(event_id=event_id, number=number, state=RoundStatus.DRAFT)
    round_ = found.select_related("event", "stage").first()
    if round_ is None:
        return _Judged((version, ""))  # what is there when the round is locked decides
    of = (version, round_.proof_hash)
    by_hand = selectors.is_by_hand(round_)
    seen = drafts.state_for_round(round_, state)
    try:
        drafts.check_rules(seen, drafts.stored_round(round_), by_hand=by_hand)
    except drafts.RoundBreaksRules as refused:
        return _Judged(of, refused)
    if not stale and selectors.differs_from_proof(round_, state):
        return _Judged(of, DraftIsStale(round=number))
    return _Judged(of)


def close_round(*, actor: Actor, event_id: int, number: int) -> Round:
    """End a round and keep the table after it as a Publication. Locks Round, Event.

    Postponed games may stay open. Repeating it is harmless.

    :raises RoundUndecided: games that are not postponed have no result.
    """
    while True:
        made = publications.compute_table_after(event_id, number)
        with transaction.atomic():
            round_, event = lock_round(actor, "round.close", event_id, number)
            if not _can_transition(round_, "close"):
                return round_
            slots = GameSlot.objects.filter(pairing__round=round_)
            undecided = slots.exclude(state__in=[*FINISHED_SLOTS, SlotStatus.POSTPONED]).count()
            if undecided:
                raise RoundUndecided(round=number, undecided=undecided)
            if event.results_version != made.version:
                continue
            publications.publish_table(event, made, after_round=number)
            round_.state = RoundStatus.CLOSED
            round_.save(update_fields=["state"])
            drafts.journal_round(actor, "round.closed", round_)
            return round_


@transaction.atomic
def reopen_round(*, actor: Actor, event_id: int, number: int, reason: str) -> Round:
    """Take back that a round is closed; its Publication stays. Locks Round, Event.

    Closing it again publishes the table as it is then. Repeating it is harmless.

    :raises LaterRound: a later one was published.
    """
    round_, event = lock_round(actor, "round.reopen", event_id, number)
    _require_reason(reason)
    if not _can_transition(round_, "reopen"):
        return round_
    _require_last(event, round_, drafts_too=False)
    round_.state = RoundStatus.PUBLISHED
    round_.save(update_fields=["state"])
    drafts.journal_round(actor, "round.reopened", round_, text=reason)
    return round_


@transaction.atomic
def unpublish_round(*, actor: Actor, event_id: int, number: int, reason: str) -> Round:
    """Make a published round a draft again, seen by staff only. Locks GameSlots, Round, Event.

    Repeating it is harmless.

    :raises RoundHasGames: of some game it is known already how it ended, or somebody says so.
    :raises LaterRound: a later one exists.
    """
    round_, event = lock_round(actor, "round.unpublish", event_id, number, slots=True)
    _require_reason(reason)
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


@transaction.atomic
def withdraw_round(*, actor: Actor, event_id: int, number: int, reason: str) -> None:
    """Take a round back altogether, published or not. Locks GameSlots, Round, Event.

    The journal keeps its proof, so that what was withdrawn can still be proved.

    :raises RoundHasGames: as for `unpublish_round`.
    :raises LaterRound: as for `unpublish_round`.
    """
    round_, event = lock_round(actor, "round.unpublish", event_id, number, slots=True)
    _require_reason(reason)
    shown = round_.state != RoundStatus.DRAFT
    if shown:
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
    if shown:
        bump_results(event_id)


@transaction.atomic
def discard_draft(*, actor: Actor, event_id: int, number: int) -> None:
    """Throw a draft away. Locks GameSlots, Round, Event.

    :raises NotDraft: it was published.
    :raises RoundHasGames: it was published once, and things were said about its games.
    """
    round_, _event = lock_round(actor, "round.pair", event_id, number, slots=True)
    if round_.state != RoundStatus.DRAFT:
        raise NotDraft(round=number, state=round_.state)
    drafts.journal_round(actor, "round.discarded", round_, before={"proof": round_.proof_hash})
    _delete(round_)


def lock_round(
    actor: Actor, verb: str, event_id: int, number: int, *, slots: bool = False
) -> tuple[Round, Event]:
    """A round and its event, locked until the transaction ends; before them the round's slots.

    Who may not is told so before the round is looked for: nobody learns of a draft this way.
    Slots are locked by whoever takes away what a result could be written to.

    :raises NotFound: there is no such round.
    """
    permissions.require(actor, verb, selectors.event_by_id(event_id))
    if slots:
        held = GameSlot.objects.select_for_update(of=("self",)).order_by("pk")
        ours = held.filter(pairing__round__event=event_id, pairing__round__number=number)
        list(ours.values_list("pk", flat=True))
    found = Round.objects.select_for_update(of=("self",)).filter(event_id=event_id, number=number)
    round_ = found.select_related("event", "stage").first()
    if round_ is None:
        raise NotFound(what="round", key=number)
    return round_, lock_event(event_id)


def _can_transition(round_: Round, way: str) -> bool:
    """Whether a way is still to be gone; False once the round is there."""
    needed, to = ROUND_TRANSITIONS[way]
    if round_.state == to:
        return False
    if round_.state != needed:
        raise WrongRoundState(round=round_.number, state=round_.state, needed=needed)
    return True


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise ReasonNeeded


def _require_last(event: Event, round_: Round, *, drafts_too: bool) -> None:
    """Nothing was made since that depends on the round."""
    if event.state != EventStatus.RUNNING:
        raise WrongState(state=event.state)
    later = event.rounds.filter(number__gt=round_.number).order_by("number")
    last = later.first() if drafts_too else later.exclude(state=RoundStatus.DRAFT).first()
    if last is not None:
        raise LaterRound(round=round_.number, later=last.number)
    if round_.stage.state != StageStatus.RUNNING:
        raise StageGoneOn(round=round_.number)


def _require_nothing_after(event: Event, round_: Round) -> None:
    _require_last(event, round_, drafts_too=True)
    slots = GameSlot.objects.filter(pairing__round=round_)
    if slots.exclude(state__in=UNREPORTED).exists():
        raise RoundHasGames(round=round_.number)
    try:
        # Results protect it, even those taken back, and whatever other apps keep about its games.
        Collector(using=round_._state.db or "default").collect([round_])
    except ProtectedError as kept:
        raise RoundIsKept(round=round_.number) from kept


def _delete(round_: Round) -> None:
    try:
        round_.delete()
    except ProtectedError as kept:
        raise RoundIsKept(round=round_.number) from kept
