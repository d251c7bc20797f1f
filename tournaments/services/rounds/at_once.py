"""A round that is paired and published in one step: an accepted challenge, a pass of an arena."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus
from tournaments.errors import DomainError
from tournaments.models import Event, Round, Stage
from tournaments.pairing import SYSTEMS, PairingRefused, Reason
from tournaments.pairing.round_count import require_round_left
from tournaments.pairing.systems.arena import stored_input
from tournaments.proof import proof
from tournaments.services.rounds import deadlines, drafts, lots
from tournaments.services.rounds.results import bump_results
from tournaments.services.rounds.rounds import DraftExists
from tournaments.state import ARENA


class CannotPairNow(DomainError):
    code = "cannot_pair_now"
    message = _("{why}")


def pair_at_once(
    *, actor: Actor, event: Event, stage: Stage, by_hand: Sequence[tuple[int, int]] = ()
) -> Round:
    """Pair and publish the next round of a stage without common rounds. The Event is locked.

    by_hand: challenges by entry numbers; empty: the system pairs.

    :raises DraftExists: staff have a draft.
    :raises CannotPairNow: the system refuses.
    :raises RoundBreaksRules: a rule is broken: somebody is absent, or still plays.
    """
    draft = event.rounds.filter(state=RoundStatus.DRAFT).first()
    if draft is not None:
        raise DraftExists(round=draft.number)
    lot = lots.choose_lot(None)
    state, _version = selectors.event_state(event.pk, stage_number=stage.number)
    state = replace(state, by_hand=tuple(by_hand))
    try:
        require_round_left(state)
        paired = SYSTEMS[stage.system](state, seed=lot.seed)
    except PairingRefused as refused:
        why = drafts.translate_reason(Reason(refused.code, refused.params))
        raise CannotPairNow(why=why, reason=refused.code) from refused
    drafts.check_rules(state, paired, by_hand=False)
    document = proof.build(
        system=stage.system,
        seed=lot.seed,
        state=stored_input(state) if stage.system == ARENA else state,
        paired=paired,
    )
    document = proof.with_seed_origin(document, lot.origin)
    made = drafts.write_draft(actor, stage, paired, document)
    lots.journal_lot(actor, event, f"round:{made.number}", lot)
    made.state = RoundStatus.PUBLISHED
    made.save(update_fields=["state"])
    deadlines.set_default_times(made, now=timezone.now())
    drafts.journal_round(actor, "round.published", made, after={"proof": made.proof_hash})
    bump_results(event.pk)
    return made
