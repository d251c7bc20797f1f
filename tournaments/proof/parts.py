"""The public part and the staff part of a proof.

Only staff may see which entries are kept apart. The public document has a salted hash instead of
the list, and reasons and warnings that do not depend on it. The staff part has the list, the salt
and the full reasons and warnings. Both together are the complete document, which is paired again.

Documents before version 4 have one part; readers who are not staff get them without the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tournaments.documents import Document
from tournaments.pairing.drafts.public_reasons import public_reasons
from tournaments.proof.hashing import document_hash

if TYPE_CHECKING:
    from tournaments.models import Round

SPLIT_SINCE = 4  # document version


class ProofParts(NamedTuple):
    """document: public. staff: for staff only."""

    document: Document
    staff: Document


class VisibleProof(NamedTuple):
    """A proof as one reader may see it.

    hash: of `document`. staff: None for other readers and for old documents. redacted: an old
    document without the forbidden pairs; its stored hash covers the complete document.
    """

    document: Document
    hash: str
    staff: Document | None
    redacted: bool


def has_parts(document: Mapping[str, Any]) -> bool:
    return bool(document.get("version", 1) >= SPLIT_SINCE)


def split(whole: Mapping[str, Any], *, salt: str) -> ProofParts:
    """Split a complete document of version 4 or later."""
    staff: Document = {
        "salt": salt,
        "forbidden": whole["input"]["forbidden"],
        "why": whole["why"],
        "warnings": whole.get("warnings"),
        "edits": [edit.get("warnings") for edit in whole["edits"]],
    }
    document = _public_copy(whole)
    document["input"]["forbidden"] = {"sha256": document_hash(staff)}
    return ProofParts(document, staff)


def join(document: Mapping[str, Any], staff: Mapping[str, Any] | None) -> Document:
    """The complete document; an old version is complete already."""
    if staff is None or not has_parts(document):
        return dict(document)
    return _copy_with(
        document,
        forbidden=staff["forbidden"],
        why=staff["why"],
        warnings=staff["warnings"],
        edits=staff["edits"],
    )


def whole_proof(round_: Round) -> Document:
    """The complete proof of a round, for staff and checks; empty if there is none."""
    return join(round_.proof or {}, round_.proof_staff)


def public_proof(document: Mapping[str, object]) -> Document:
    """A stored document without anything reserved for staff."""
    if not document or has_parts(document):
        return dict(document)
    found = _public_copy(document)
    found["input"].pop("forbidden", None)
    return found


def visible_proof(round_: Round, *, for_staff: bool) -> VisibleProof:
    document = dict(round_.proof or {})
    if has_parts(document):
        staff = round_.proof_staff if for_staff else None
        return VisibleProof(document, round_.proof_hash, staff, redacted=False)
    if for_staff:
        return VisibleProof(document, round_.proof_hash, None, redacted=False)
    # The stored hash is hidden: guessing against it would reveal who is kept apart.
    public = public_proof(document)
    return VisibleProof(public, document_hash(public), None, redacted=True)


def is_staff_part_changed(document: Mapping[str, Any], staff: Mapping[str, Any] | None) -> bool:
    """Whether the staff part differs from the hash in the public document."""
    if not has_parts(document):
        return staff is not None
    return staff is None or document_hash(staff) != document["input"]["forbidden"]["sha256"]


def _public_copy(document: Mapping[str, Any]) -> Document:
    """A copy with public reasons and warnings; the caller replaces `input.forbidden`."""
    why = document.get("why") or {}
    public = {
        "round": public_reasons(why.get("round", [])),
        "pairs": [public_reasons(reasons) for reasons in why.get("pairs", [])],
    }
    edit_warnings = [edit.get("warnings") for edit in document.get("edits", [])]
    return _copy_with(
        document,
        forbidden=document["input"].get("forbidden", []),
        why=public if why else None,
        warnings=_public_or_none(document.get("warnings")),
        edits=[_public_or_none(warnings) for warnings in edit_warnings],
    )


def _copy_with(
    document: Mapping[str, Any], *, forbidden: Any, why: Any, warnings: Any, edits: list[Any]
) -> Document:
    """A copy with these parts; parts that are None are left out."""
    found = {key: value for key, value in document.items() if key not in ("why", "warnings")}
    found["input"] = {**document["input"], "forbidden": forbidden}
    found |= {"why": why} if why is not None else {}
    found |= {"warnings": warnings} if warnings is not None else {}
    if "edits" in document:
        # A document that was tampered with may have more edits; the check reports it.
        padded = [*edits, *(None for _edit in document["edits"])]
        found["edits"] = [
            {**edit, "warnings": stored} if stored is not None else dict(edit)
            for edit, stored in zip(document["edits"], padded, strict=False)
        ]
    return found


def _public_or_none(reasons: list[Any] | None) -> list[Any] | None:
    return None if reasons is None else public_reasons(reasons)
