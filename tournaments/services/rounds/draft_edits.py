"""Edit drafts by hand. Edits are checked as a whole; deviations from the system give warnings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus
from tournaments.errors import DomainError, InvalidInput, get_row
from tournaments.models import Event, Round
from tournaments.pairing import PLAYOFF, PairedRound, PairingRefused, Reason
from tournaments.pairing.drafts.check import find_problems, find_warnings
from tournaments.pairing.drafts.comparison import compare_with_engine
from tournaments.pairing.drafts.edit_kinds import Edit, edit_as_dict, read_edits
from tournaments.pairing.drafts.edits import EDITED_BY_HAND, apply_edits
from tournaments.proof import proof
from tournaments.proof.parts import whole_proof
from tournaments.services.rounds import drafts
from tournaments.services.rounds.rounds import (
    DrawnByLot,
    NotDraft,
    RoundHasGames,
    lock_round,
)
from tournaments.state import EventState


class NothingEdited(DomainError):
    code = "nothing_edited"
    message = _("Nobody changed the draft of round {round} by hand.")


class EditImpossible(DomainError):
    code = "edit_impossible"
    message = _("{why}")


@dataclass(frozen=True, slots=True)
class EditedDraft:
    """problems: of a preview only; otherwise they refuse the edits."""

    round: Round
    paired: PairedRound
    problems: list[Reason]
    warnings: list[Reason]


def edit_draft(
    *,
    actor: Actor,
    event_id: int,
    number: int,
    edits: Sequence[Mapping[str, object]],
    reason: str = "",
    preview: bool = False,
) -> EditedDraft:
    """Apply all of these edits to a draft, or none. Locks GameSlots, Round, Event.

    preview: return the result without a change.

    :raises InvalidInput: an edit cannot be read.
    :raises EditImpossible: an edit cannot be applied to the pairings before it.
    :raises RoundBreaksRules: an entry would sit twice, have no place, or the like.
    :raises NotDraft: the round is published.
    """
    asked = _read(edits)
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "round.edit", event)
        seen = _draft(event, number)
        state, version = selectors.event_state(event_id)
        edited = _apply_edits(seen, state, asked)
        if preview:
            return edited
        if edited.problems:
            drafts.refuse_round(number, edited.problems)
        document = proof.with_edits(whole_proof(seen), asked, edited.warnings)
        with transaction.atomic():
            round_, event = lock_round(actor, "round.edit", event_id, number, slots=True)
            if not _is_same_draft(round_, seen):
                continue
            if event.results_version != version:
                continue
            _write(actor, round_, edited, document, asked, reason)
            return EditedDraft(round_, edited.paired, [], edited.warnings)


def undo_edits(*, actor: Actor, event_id: int, number: int) -> EditedDraft:
    """Undo the last group of edits of a draft. Locks GameSlots, Round, Event.

    :raises NothingEdited: the draft has no edits.
    :raises RoundBreaksRules: the earlier draft is no valid round any more.
    :raises NotDraft: the round is published.
    """
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "round.edit", event)
        seen = _draft(event, number)
        if not whole_proof(seen).get("edits"):
            raise NothingEdited(round=number)
        state, version = selectors.event_state(event_id)
        document = proof.without_last_edits(whole_proof(seen))
        paired = proof.edited_round(document)
        drafts.check_rules(state, paired, by_hand=True)
        with transaction.atomic():
            round_, event = lock_round(actor, "round.edit", event_id, number, slots=True)
            if not _is_same_draft(round_, seen):
                continue
            if event.results_version != version:
                continue
            _rewrite(round_, paired, document)
            after = {"proof": round_.proof_hash}
            before = {"proof": seen.proof_hash}
            drafts.journal_round(actor, "round.edit_undone", round_, before=before, after=after)
            return EditedDraft(round_, paired, [], proof.warnings_of(document))


def _is_same_draft(round_: Round, seen: Round) -> bool:
    same = (round_.pk, round_.proof_hash) == (seen.pk, seen.proof_hash)
    return same and round_.state == RoundStatus.DRAFT


def _read(edits: Sequence[Mapping[str, object]]) -> tuple[Edit, ...]:
    if not edits:
        raise InvalidInput(field="edits", problem=_("at least one"))
    try:
        return read_edits(edits)
    except PairingRefused as refused:
        problem = drafts.translate_reason(Reason(refused.code, refused.params))
        raise InvalidInput(field="edits", problem=problem) from refused


def _draft(event: Event, number: int) -> Round:
    round_ = get_row(Round.objects.select_related("event"), "round", number=number, event=event)
    if round_.state != RoundStatus.DRAFT:
        raise NotDraft(round=number, state=round_.state)
    if round_.kind == PLAYOFF:
        raise DrawnByLot(round=number)
    return round_


def _apply_edits(round_: Round, state: EventState, asked: Sequence[Edit]) -> EditedDraft:
    """Apply edits to the draft in the proof of a round, and check the result against `state`."""
    document = whole_proof(round_)
    try:
        paired = apply_edits(proof.edited_round(document), asked)
    except PairingRefused as refused:
        why = drafts.translate_reason(Reason(refused.code, refused.params))
        raise EditImpossible(why=why, reason=refused.code, **refused.params) from refused
    problems = find_problems(state, paired, by_hand=True)
    if problems:
        return EditedDraft(round_, paired, problems, [])
    touched = {
        entry for p in paired.pairings if EDITED_BY_HAND in p.explanation for entry in p.seats
    }
    found = find_warnings(state, paired, touched=touched)
    if document["engine"] != "manual":
        better = compare_with_engine(state, paired, proof.proposed_round(document))
        found += [better] if better else []
    return EditedDraft(round_, paired, [], found)


def _write(
    actor: Actor,
    round_: Round,
    edited: EditedDraft,
    document: dict[str, object],
    asked: Sequence[Edit],
    reason: str,
) -> None:
    before = round_.proof_hash
    _rewrite(round_, edited.paired, document)
    drafts.journal_round(
        actor,
        "round.edited",
        round_,
        before={"proof": before},
        after={
            "proof": round_.proof_hash,
            "edits": [edit_as_dict(edit) for edit in asked],
            "warnings": [warning.code for warning in edited.warnings],
        },
        text=reason,
    )


def _rewrite(round_: Round, paired: PairedRound, document: dict[str, object]) -> None:
    try:
        drafts.rewrite_draft(round_, paired, document)
    except ProtectedError as kept:
        raise RoundHasGames(round=round_.number) from kept
