"""Drafts edited by hand: judged as a whole, and warned of what the system would not have done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, proof, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.models import Event, Round
from tournaments.pairing import PLAYOFF, PairedRound, PairingRefused, Reason
from tournaments.pairing.drafts.check import find_problems, find_warnings
from tournaments.pairing.drafts.comparison import compare_with_engine
from tournaments.pairing.drafts.edit_kinds import Edit, edit_as_dict, read_edits
from tournaments.pairing.drafts.edits import EDITED_BY_HAND, apply_edits
from tournaments.proof_parts import whole_proof
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
    kind = "conflict"
    message = _("Nobody changed the draft of round {round} by hand.")


class EditImpossible(DomainError):
    code = "edit_impossible"
    kind = "conflict"
    message = _("{why}")


@dataclass(frozen=True, slots=True)
class Edited:
    """A draft after its edits, or as it would be. problems: of a preview only, else refused."""

    round: Round
    paired: PairedRound
    problems: list[Reason]
    warnings: list[Reason]


def edit_draft(
    *,
    actor: Actor,
    event_id: int,
    number: int,
    edits: Sequence[Mapping[str, Any]],
    reason: str = "",
    preview: bool = False,
) -> Edited:
    """Change a draft by hand, by all of these edits or none. Locks GameSlots, Round, Event.

    preview: say what would come of it; nothing is changed.

    :raises InvalidInput: an edit cannot be read.
    :raises EditImpossible: an edit has no meaning where it stands.
    :raises RoundBreaksRules: somebody would sit twice, or have no place, and the like.
    :raises NotDraft: the round is published.
    """
    asked = _read(edits)
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "round.edit", event)
        seen = _draft(event, number)
        state, version = selectors.event_state(event_id)
        edited = _edited(seen, state, asked)
        if preview:
            return edited
        if edited.problems:
            drafts.refuse(number, edited.problems)
        document = proof.with_edits(_proof(seen), asked, edited.warnings)
        with transaction.atomic():
            round_, event = lock_round(actor, "round.edit", event_id, number, slots=True)
            if (round_.pk, round_.state, round_.proof_hash) != (seen.pk, "draft", seen.proof_hash):
                continue
            if event.results_version != version:
                continue
            _write(actor, round_, edited, document, asked, reason)
            return Edited(round_, edited.paired, [], edited.warnings)


def undo_edits(*, actor: Actor, event_id: int, number: int) -> Edited:
    """Take back the edits of a draft that were last made together. Locks GameSlots, Round, Event.

    :raises NothingEdited: no hand changed the draft.
    :raises RoundBreaksRules: what the draft was before is no round any more.
    :raises NotDraft: the round is published.
    """
    while True:
        event = selectors.event_by_id(event_id)
        permissions.require(actor, "round.edit", event)
        seen = _draft(event, number)
        if not _proof(seen).get("edits"):
            raise NothingEdited(round=number)
        state, version = selectors.event_state(event_id)
        document = proof.without_last_edits(_proof(seen))
        paired = proof.edited_round(document)
        drafts.check_rules(state, paired, by_hand=True)
        with transaction.atomic():
            round_, event = lock_round(actor, "round.edit", event_id, number, slots=True)
            if (round_.pk, round_.state, round_.proof_hash) != (seen.pk, "draft", seen.proof_hash):
                continue
            if event.results_version != version:
                continue
            _rewrite(round_, paired, document)
            after = {"proof": round_.proof_hash}
            before = {"proof": seen.proof_hash}
            drafts.journal_round(actor, "round.edit_undone", round_, before=before, after=after)
            return Edited(round_, paired, [], proof.warnings_of(document))


def _read(edits: Sequence[Mapping[str, Any]]) -> tuple[Edit, ...]:
    if not edits:
        raise InvalidInput(field="edits", problem=_("at least one"))
    try:
        return read_edits(edits)
    except PairingRefused as refused:
        problem = drafts.translated(Reason(refused.code, refused.params))
        raise InvalidInput(field="edits", problem=problem) from refused


def _draft(event: Event, number: int) -> Round:
    round_ = Round.objects.select_related("event").filter(event=event, number=number).first()
    if round_ is None:
        raise NotFound(what="round", key=number)
    if round_.state != "draft":
        raise NotDraft(round=number, state=round_.state)
    if round_.kind == PLAYOFF:
        raise DrawnByLot(round=number)
    return round_


def _proof(round_: Round) -> dict[str, Any]:
    return whole_proof(round_)


def _edited(round_: Round, state: EventState, asked: Sequence[Edit]) -> Edited:
    """What the edits make of the draft as its proof has it, in the state as it is now."""
    document = _proof(round_)
    try:
        paired = apply_edits(proof.edited_round(document), asked)
    except PairingRefused as refused:
        why = drafts.translated(Reason(refused.code, refused.params))
        raise EditImpossible(why=why, reason=refused.code, **refused.params) from refused
    problems = find_problems(state, paired, by_hand=True)
    if problems:
        return Edited(round_, paired, problems, [])
    touched = {
        entry for p in paired.pairings if EDITED_BY_HAND in p.explanation for entry in p.seats
    }
    told = find_warnings(state, paired, touched=touched)
    if document["engine"] != "manual":
        better = compare_with_engine(state, paired, proof.proposed_round(document))
        told += [better] if better else []
    return Edited(round_, paired, [], told)


def _write(
    actor: Actor,
    round_: Round,
    edited: Edited,
    document: dict[str, Any],
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


def _rewrite(round_: Round, paired: PairedRound, document: dict[str, Any]) -> None:
    try:
        drafts.rewrite_draft(round_, paired, document)
    except ProtectedError as kept:
        raise RoundHasGames(round=round_.number) from kept
