"""Drafts that were paired from older results."""

from tournaments.choices import RoundStatus
from tournaments.models import Event, Round
from tournaments.pairing.drafts.stale import have_results_changed
from tournaments.proof import proof
from tournaments.proof.parts import whole_proof
from tournaments.selectors.events.state import event_state
from tournaments.state import EventState


def draft_is_stale(round_: Round) -> bool:
    """Whether results have changed since a draft was paired; False for published rounds.

    One query if nothing happened since, else about ten.
    """
    if round_.state != RoundStatus.DRAFT or not round_.proof:
        return False
    now = Event.objects.values_list("results_version", flat=True).get(pk=round_.event_id)
    if round_.results_version == now:
        return False
    state, _version = event_state(round_.event_id, stage_number=round_.stage.number)
    return differs_from_proof(round_, state)


def differs_from_proof(round_: Round, state: EventState) -> bool:
    """Whether the results of this state differ from those in the proof of a draft."""
    document = whole_proof(round_)
    seen = proof.read_state(document["input"])
    return have_results_changed(seen, state, system=document["engine"])
