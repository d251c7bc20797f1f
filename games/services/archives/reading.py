"""Read an archive that is to be taken in, and prove it. Writes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.archive import format as archive
from games.archive.format import Parts
from games.archive.verify import MALFORMED, find_differences, open_sealed
from tournaments.errors import DomainError
from tournaments.proof import parts as proof_parts
from tournaments.selectors.events.archive import EventFacts

NUL = rb"\u0000"
MOST_SHOWN = 10  # differences in a refusal
OWN_PARTS = (archive.MANIFEST, archive.SIGNATURE, archive.SEALS)
# What archives lack that were written before they could be taken in.
NEEDED = ("stages.ndjson", "absences.ndjson", "disputes.ndjson")


class NotAnArchive(DomainError):
    code = "not_an_archive"
    kind = "invalid"
    message = _("This is no archive of an event: {problem}")


class ArchiveDiffers(DomainError):
    code = "archive_differs"
    kind = "unproven"
    message = _("The archive does not follow from what it holds: {differences}")


class ArchiveTooOld(DomainError):
    code = "archive_too_old"
    message = _("This archive lacks {part}. Export the event again with a newer version.")


class StaffPartMissing(DomainError):
    code = "staff_part_missing"
    message = _(
        "The part for staff of round {round} was removed from this archive. Without it the round "
        "could not be proved here."
    )


@dataclass(frozen=True, slots=True)
class ProvedArchive:
    """sha256: of the manifest. key, public: the key that signed. journal: as it was."""

    facts: EventFacts
    sha256: str
    key: str
    public: str
    journal: str

    @property
    def slug(self) -> str:
        return str(self.facts.parts["event.json"]["slug"])

    @property
    def head(self) -> str:
        return self.facts.parts["event.json"]["journal"] or ""


def read_proved(data: bytes, *, public: str = "", most: int = archive.MAX_BYTES) -> ProvedArchive:
    """The archive, proved as `python -m games.archive verify` does.

    public: the key that must have signed it. most: bytes, also of what is unpacked.

    :raises NotAnArchive: it cannot be read, or is too large.
    :raises ArchiveDiffers: something does not follow.
    :raises ArchiveTooOld, StaffPartMissing: it has too little for another installation.
    """
    try:
        parts = archive.read_archive(data, most=most)
        _require_storable(parts)
        found = find_differences(parts, public=public)
        if found:
            raise ArchiveDiffers(differences="; ".join(found[:MOST_SHOWN]))
        for name in NEEDED:
            if name not in parts:
                raise ArchiveTooOld(part=name)
        return _proved(parts)
    except archive.BadArchive as error:
        raise NotAnArchive(problem=str(error)) from error
    except MALFORMED as error:
        raise NotAnArchive(problem=f"{type(error).__name__} {error}") from error


def _proved(parts: Parts) -> ProvedArchive:
    sealed, _differences = open_sealed(parts)
    signature = archive.read_json(parts, archive.SIGNATURE)
    _require_staff_parts(archive.read_lines(parts, "rounds.ndjson"), sealed)
    names = [name for name in parts if name not in OWN_PARTS and "/" not in name]
    return ProvedArchive(
        facts=EventFacts({name: _value(parts, name) for name in names}, sealed),
        sha256=archive.digest(parts[archive.MANIFEST]),
        key=str(signature["key"]),
        public=str(signature["public"]),
        journal=parts["journal.ndjson"].decode(),
    )


def _require_staff_parts(rounds: list[Any], sealed: Mapping[str, Any]) -> None:
    for row in rounds:
        if proof_parts.has_parts(row["proof"]) and f"staff:{row['round']}" not in sealed:
            raise StaffPartMissing(round=row["round"])


def _require_storable(parts: Parts) -> None:
    """:raises BadArchive: a text has a character that databases do not store."""
    for name, data in parts.items():
        if NUL in data:
            raise archive.BadArchive(f"{name} holds the character NUL.")


def _value(parts: Parts, name: str) -> Any:
    read = archive.read_lines if name.endswith(".ndjson") else archive.read_json
    return read(parts, name)
