"""Why a pairing is as it is, from the proof of its round."""

from tournaments import proof
from tournaments.actor import Actor
from tournaments.errors import NotFound
from tournaments.models import Event, Pairing, Round
from tournaments.pairing import Reason
from tournaments.selectors.events import event_rounds
from tournaments.selectors.pairings import visible_pairings


def proved_round(event: Event, number: int, actor: Actor) -> Round:
    """A round with its proof; drafts only for staff. :raises NotFound: there is none to see."""
    round_ = event_rounds(event, actor).filter(number=number).first()
    if round_ is None or not round_.proof:
        raise NotFound(what="round", key=number)
    return round_


def pairing_reasons(pairing_id: int, actor: Actor) -> list[Reason]:
    """Empty where a hand and not a system put these seats together.

    :raises NotFound: there is no such pairing, or the actor may not see it.
    """
    found = visible_pairings(actor).filter(pk=pairing_id).select_related("round").first()
    if found is None:
        raise NotFound(what="pairing", key=pairing_id)
    return reasons_of(found)


def reasons_of(pairing: Pairing) -> list[Reason]:
    """The reasons of a pairing's round, then its own; one query."""
    seats = pairing.seats.order_by("order").values_list("entry__number", flat=True)
    numbers = tuple(number or 0 for number in seats)
    return proof.reasons_of(pairing.round.proof or {}, numbers, pairing.leg)


def is_by_hand(round_: Round) -> bool:
    """Whether the organiser made or edited a round, and not a system alone."""
    document = round_.proof or {}
    return document.get("engine") == "manual" or bool(document.get("edits"))
