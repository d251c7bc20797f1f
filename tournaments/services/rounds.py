"""Rounds once they are drafted: published, closed, discarded."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, NotFound
from tournaments.models import FINISHED_SLOTS, GameSlot, Round
from tournaments.services import drafts, publications
from tournaments.services.events import WrongState, locked
from tournaments.services.results import bump_results


class DraftExists(DomainError):
    code = "draft_exists"
    kind = "conflict"
    message = _("Round {round} is a draft: publish or discard it first.")


class NotDraft(DomainError):
    code = "not_draft"
    kind = "conflict"
    message = _("Round {round} is {state} and no longer a draft.")


class RoundUndecided(DomainError):
    code = "round_undecided"
    kind = "conflict"
    message = _("Round {round} cannot be closed: {undecided} games have no result.")


def publish_round(*, actor: Actor, event_id: int, number: int) -> Round:
    """Show a draft to everybody: from now on its games can be reported. Locks Round, Event.

    Repeating it is harmless.

    :raises RoundBreaksRules: whoever made it; the draft stays.
    """
    while True:
        state, version = selectors.event_state(event_id)
        with transaction.atomic():
            round_ = _locked_round(event_id, number)
            event = locked(event_id)
            permissions.require(actor, "round.publish", event)
            if round_.state != "draft":
                return round_
            if event.results_version != version:
                continue
            by_hand = selectors.is_by_hand(round_)
            drafts.check_rules(state, drafts.proposed_round(round_), by_hand=by_hand)
            round_.state = "published"
            round_.save(update_fields=["state"])
            drafts.journal_round(
                actor, "round.published", round_, after={"proof": round_.proof_hash}
            )
            bump_results(event_id)
            return round_


def close_round(*, actor: Actor, event_id: int, number: int) -> Round:
    """End a round and keep the table after it as a Publication. Locks Round, Event.

    Postponed games may stay open. Repeating it is harmless.

    :raises RoundUndecided: games that are not postponed have no result.
    """
    while True:
        made = publications.table_after(event_id, number)
        with transaction.atomic():
            round_ = _locked_round(event_id, number)
            event = locked(event_id)
            permissions.require(actor, "round.close", event)
            if round_.state == "closed":
                return round_
            if round_.state == "draft":
                raise WrongState(state=round_.state)
            slots = GameSlot.objects.filter(pairing__round=round_)
            undecided = slots.exclude(state__in=[*FINISHED_SLOTS, "postponed"]).count()
            if undecided:
                raise RoundUndecided(round=number, undecided=undecided)
            if event.results_version != made.version:
                continue
            publications.publish(event, made, after_round=number)
            round_.state = "closed"
            round_.save(update_fields=["state"])
            drafts.journal_round(actor, "round.closed", round_)
            return round_


@transaction.atomic
def discard_draft(*, actor: Actor, event_id: int, number: int) -> None:
    """Throw a draft away. Locks Round, Event.

    :raises NotDraft: it was published.
    """
    round_ = _locked_round(event_id, number)
    event = locked(event_id)
    permissions.require(actor, "round.pair", event)
    if round_.state != "draft":
        raise NotDraft(round=number, state=round_.state)
    drafts.journal_round(actor, "round.discarded", round_, before={"proof": round_.proof_hash})
    round_.delete()


def _locked_round(event_id: int, number: int) -> Round:
    found = Round.objects.select_for_update(of=("self",)).filter(event_id=event_id, number=number)
    round_ = found.select_related("event").first()
    if round_ is None:
        raise NotFound(what="round", key=number)
    return round_
