"""Proofs of rounds, and the reasons of pairings."""

from tournaments.actor import Actor
from tournaments.errors import NotFound, get_row
from tournaments.models import Event, Pairing, Round
from tournaments.pairing import Reason
from tournaments.proof import proof
from tournaments.proof.parts import public_proof, whole_proof
from tournaments.selectors.events.events import event_rounds
from tournaments.selectors.rounds.pairings import visible_pairings


def get_proved_round(event: Event, number: int, actor: Actor) -> Round:
    """A round with a proof; drafts only for staff. :raises NotFound: there is none."""
    round_ = event_rounds(event, actor).filter(number=number).first()
    if round_ is None or not round_.proof:
        raise NotFound(what="round", key=number)
    return round_


def visible_pairing(pairing_id: int, actor: Actor) -> Pairing:
    """With its round and event; the proof of the round is read when it is used.

    :raises NotFound: there is no such pairing, or the actor may not see it.
    """
    found = visible_pairings(actor).select_related("round__event")
    return get_row(found.defer("round__proof", "round__proof_staff"), "pairing", pk=pairing_id)


def reasons_of(pairing: Pairing, *, for_staff: bool) -> list[Reason]:
    """The reasons of the round, then those of the pairing; two queries.

    Empty for pairings by hand. for_staff: include reasons that depend on forbidden pairs.
    """
    seats = pairing.seats.order_by("order").values_list("entry__number", flat=True)
    numbers = tuple(number or 0 for number in seats)
    stored = pairing.round
    document = whole_proof(stored) if for_staff else public_proof(stored.proof or {})
    return proof.reasons_of(document, numbers, pairing.leg)


def is_by_hand(round_: Round) -> bool:
    """Whether the organiser made or edited a round."""
    document = round_.proof or {}
    return document.get("engine") == "manual" or bool(document.get("edits"))
