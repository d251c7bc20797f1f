"""Rounds: paired as a draft with its proof, published, closed."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, proof, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, NotFound
from tournaments.models import Event, GameSlot, Pairing, Round, Seat, Stage
from tournaments.pairing import SYSTEMS, PairedRound, PairingRefused
from tournaments.pairing import Pairing as Proposed
from tournaments.pairing.explain import MESSAGES
from tournaments.services import journal, publications
from tournaments.services.events import WrongState, locked
from tournaments.services.results import bump_results
from tournaments.state import first_seat_of_game


class NoNextRoundYet(DomainError):
    code = "no_next_round_yet"
    kind = "conflict"
    message = _("No next round yet: {undecided} games of earlier rounds have no result.")


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


class RoundImpossible(DomainError):
    code = "round_impossible"
    kind = "conflict"
    message = _("{why}")


def pair_round(*, actor: Actor, event_id: int, seed: int = 0) -> Round:
    """Pair the next round as a draft that only staff see. Locks Event for the writing only.

    :raises DraftExists: a draft waits already.
    :raises NoNextRoundYet: games of published rounds are undecided and not postponed.
    :raises RoundImpossible: the pairing system has no such round.
    """
    while True:
        event = selectors.event_by_id(event_id)
        _check_may_pair(actor, event)
        state, version = selectors.event_state(event_id)
        stage = selectors.current_stage(event)
        if stage is None:
            raise NotFound(what="stage", key=event.slug)
        try:
            paired = SYSTEMS[stage.system](state, seed=seed)
        except PairingRefused as refused:
            why = gettext(MESSAGES[refused.code]).format(**refused.params)
            raise RoundImpossible(why=why, reason=refused.code) from refused
        with transaction.atomic():
            event = locked(event_id)
            _check_may_pair(actor, event)
            if event.results_version == version:
                document = proof.build(system=stage.system, seed=seed, state=state, paired=paired)
                return _write_draft(actor, event, stage, paired, document)


def _check_may_pair(actor: Actor, event: Event) -> None:
    permissions.require(actor, "round.pair", event)
    if event.state != "running":
        raise WrongState(state=event.state)
    draft = event.rounds.filter(state="draft").first()
    if draft is not None:
        raise DraftExists(round=draft.number)
    undecided = GameSlot.objects.filter(pairing__round__event=event)
    count = undecided.exclude(state__in=["decided", "postponed"]).count()
    if count:
        raise NoNextRoundYet(undecided=count)


def _write_draft(
    actor: Actor, event: Event, stage: Stage, paired: PairedRound, document: dict[str, Any]
) -> Round:
    round_ = Round.objects.create(
        stage=stage,
        event=event,
        number=paired.round,
        legs=paired.legs,
        proof=document,
        proof_hash=proof.digest(document),
    )
    by_number = dict(event.entries.filter(number__isnull=False).values_list("number", "pk"))
    games = event.match.get("games", 1)
    for proposed in paired.pairings:
        _write_pairing(round_, proposed, by_number, games)
    _journal(actor, "round.paired", round_, after={"proof": round_.proof_hash})
    return round_


def _write_pairing(
    round_: Round, proposed: Proposed, entries: dict[int | None, int], games: int
) -> None:
    """A pairing with its seats, and for a match its slots with the first move alternating."""
    pairing = Pairing.objects.create(
        round=round_, leg=proposed.leg, table=proposed.table, kind=proposed.kind
    )
    Seat.objects.bulk_create(
        Seat(pairing=pairing, order=order, entry_id=entries[number], round=round_, leg=proposed.leg)
        for order, number in enumerate(proposed.seats, start=1)
    )
    if proposed.kind == "match":
        seats = len(proposed.seats)
        GameSlot.objects.bulk_create(
            GameSlot(
                pairing=pairing,
                number=number,
                first_seat=first_seat_of_game(
                    first_seat=proposed.first_seat, number=number, seats=seats
                ),
            )
            for number in range(1, games + 1)
        )


@transaction.atomic
def publish_round(*, actor: Actor, event_id: int, number: int) -> Round:
    """Show a draft to everybody: from now on its games can be reported. Locks Round, Event.

    Repeating it is harmless.
    """
    round_ = _locked_round(event_id, number)
    event = locked(event_id)
    permissions.require(actor, "round.publish", event)
    if round_.state != "draft":
        return round_
    round_.state = "published"
    round_.save(update_fields=["state"])
    _journal(actor, "round.published", round_, after={"proof": round_.proof_hash})
    bump_results(event_id)
    return round_


def close_round(*, actor: Actor, event_id: int, number: int) -> Round:
    """End a round and keep the table after it as a Publication. Locks Round, Event.

    Postponed games may stay open. Repeating it is harmless.

    :raises RoundUndecided: games that are not postponed have no result.
    """
    while True:
        made = publications.table_now(event_id)
        with transaction.atomic():
            round_ = _locked_round(event_id, number)
            event = locked(event_id)
            permissions.require(actor, "round.close", event)
            if round_.state == "closed":
                return round_
            if round_.state == "draft":
                raise WrongState(state=round_.state)
            slots = GameSlot.objects.filter(pairing__round=round_)
            undecided = slots.exclude(state__in=["decided", "postponed"]).count()
            if undecided:
                raise RoundUndecided(round=number, undecided=undecided)
            if event.results_version != made.version:
                continue
            publications.publish(event, made, kind="standings", after_round=number)
            round_.state = "closed"
            round_.save(update_fields=["state"])
            _journal(actor, "round.closed", round_)
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
    _journal(actor, "round.discarded", round_, before={"proof": round_.proof_hash})
    round_.delete()


def _locked_round(event_id: int, number: int) -> Round:
    found = Round.objects.select_for_update(of=("self",)).filter(event_id=event_id, number=number)
    round_ = found.select_related("event").first()
    if round_ is None:
        raise NotFound(what="round", key=number)
    return round_


def _journal(
    actor: Actor, action: str, round_: Round, *, before: Any = None, after: Any = None
) -> None:
    journal.write(
        actor,
        action,
        scope=f"event:{round_.event.slug}",
        subject=f"round:{round_.number}",
        before=before,
        after=after,
    )
