"""The two parts of a proof: what everybody reads, and what only staff read.

Only staff know who is kept apart. The public document has a salted hash in place of the list, and
reasons and warnings that do not depend on it. The staff part has the list, the salt, and the
reasons and warnings in full. Together they are the whole document, which is paired again.

Documents before version 4 are one piece: others than staff read them without the list.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from tournaments.pairing.drafts.public_reasons import public_reasons

if TYPE_CHECKING:
    from tournaments.models import Round

SPLIT_SINCE = 4  # the version of a document from which on it has two parts


class Parts(NamedTuple):
    """document: for everybody. staff: for staff."""

    document: dict[str, Any]
    staff: dict[str, Any]


class ShownProof(NamedTuple):
    """A proof as one reader sees it.

    hash: of this document. staff: the staff part; None for others and for old documents.
    redacted: an old document, of which who is kept apart was left out; the stored hash is of the
    whole.
    """

    document: dict[str, Any]
    hash: str
    staff: dict[str, Any] | None
    redacted: bool


def digest(document: Mapping[str, Any]) -> str:
    """SHA-256 of the JSON text with sorted keys and without spaces."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()


def has_parts(document: Mapping[str, Any]) -> bool:
    return bool(document.get("version", 1) >= SPLIT_SINCE)


def split(whole: Mapping[str, Any], *, salt: str) -> Parts:
    """A whole document of version 4 or later as its two parts."""
    staff: dict[str, Any] = {
        "salt": salt,
        "forbidden": whole["input"]["forbidden"],
        "why": whole["why"],
        "warnings": whole.get("warnings"),
        "edits": [edit.get("warnings") for edit in whole["edits"]],
    }
    document = _without_apart(whole)
    document["input"]["forbidden"] = {"sha256": digest(staff)}
    return Parts(document, staff)


def join(document: Mapping[str, Any], staff: Mapping[str, Any] | None) -> dict[str, Any]:
    """The whole document; one of an old version is whole already."""
    if staff is None or not has_parts(document):
        return dict(document)
    return _with(
        document,
        forbidden=staff["forbidden"],
        why=staff["why"],
        warnings=staff["warnings"],
        edits=staff["edits"],
    )


def whole_proof(round_: Round) -> dict[str, Any]:
    """The whole proof of a round, for staff and for checking; empty if the round has none."""
    return join(round_.proof or {}, round_.proof_staff)


def public_proof(document: Mapping[str, Any]) -> dict[str, Any]:
    """A stored document as everybody may read it."""
    if not document or has_parts(document):
        return dict(document)
    found = _without_apart(document)
    found["input"].pop("forbidden", None)
    return found


def shown_proof(round_: Round, *, for_staff: bool) -> ShownProof:
    """What a reader sees of the proof of a round."""
    document = dict(round_.proof or {})
    if has_parts(document):
        staff = round_.proof_staff if for_staff else None
        return ShownProof(document, round_.proof_hash, staff, redacted=False)
    if for_staff:
        return ShownProof(document, round_.proof_hash, None, redacted=False)
    # The stored hash is not shown: with a few guesses it would tell who is kept apart.
    public = public_proof(document)
    return ShownProof(public, digest(public), None, redacted=True)


def staff_part_differs(document: Mapping[str, Any], staff: Mapping[str, Any] | None) -> bool:
    """Whether the staff part is not the one whose hash the public document has."""
    if not has_parts(document):
        return staff is not None
    return staff is None or digest(staff) != document["input"]["forbidden"]["sha256"]


def _without_apart(document: Mapping[str, Any]) -> dict[str, Any]:
    """A copy with reasons and warnings for everybody; `input.forbidden` is left to the caller."""
    why = document.get("why") or {}
    public = {
        "round": public_reasons(why.get("round", [])),
        "pairs": [public_reasons(reasons) for reasons in why.get("pairs", [])],
    }
    told = [edit.get("warnings") for edit in document.get("edits", [])]
    return _with(
        document,
        forbidden=document["input"].get("forbidden", []),
        why=public if why else None,
        warnings=_public_or_none(document.get("warnings")),
        edits=[_public_or_none(warnings) for warnings in told],
    )


def _with(
    document: Mapping[str, Any], *, forbidden: Any, why: Any, warnings: Any, edits: list[Any]
) -> dict[str, Any]:
    """A copy with these parts; those that are None are absent in it."""
    found = {key: value for key, value in document.items() if key not in ("why", "warnings")}
    found["input"] = {**document["input"], "forbidden": forbidden}
    found |= {"why": why} if why is not None else {}
    found |= {"warnings": warnings} if warnings is not None else {}
    if "edits" in document:
        # A document that was tampered with may have more edits; checking it says so.
        padded = [*edits, *(None for _edit in document["edits"])]
        found["edits"] = [
            {**edit, "warnings": told} if told is not None else dict(edit)
            for edit, told in zip(document["edits"], padded, strict=False)
        ]
    return found


def _public_or_none(reasons: list[Any] | None) -> list[Any] | None:
    return None if reasons is None else public_reasons(reasons)
