"""Imports that are asked for on a page or by API: their files are stored, a worker does the rest.

A large archive comes in parts: an import that is not complete takes more files until it is started.
Sending the same games again is harmless: what is known is not stored twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import jobs
from games.models import Import, ImportPart
from games.playtak.files import is_address_list
from games.services.records.import_log import SOURCE_LENGTH
from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import JobStatus
from tournaments.enqueue import enqueue
from tournaments.errors import DomainError, NotAllowed, NotFound, get_row

if TYPE_CHECKING:
    from tournaments.models import Event

MOST_ADDRESSES = 1_000  # sent at once: the server of each is asked
ACTIVE_STATES = (JobStatus.WAITING, JobStatus.RUNNING)


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file of games (`split_records`), or a part of one: files in a row with one name are one."""

    name: str
    text: str


class ImportHasBegun(DomainError):
    code = "import_has_begun"
    message = _("This import takes no more files. Send them as another one.")


class ImportUnderWay(DomainError):
    code = "import_under_way"
    message = _("Another import of this event is not done yet. Wait for it, or cancel it.")


class ImportTooLarge(DomainError):
    code = "import_too_large"
    kind = "invalid"
    message = _("An import takes at most {most} million characters. Send the rest as another one.")


class TooManyAddresses(DomainError):
    code = "too_many_addresses"
    kind = "invalid"
    message = _("A list may have {most} addresses. Send the rest as another import.")


class NothingToImport(DomainError):
    code = "nothing_to_import"
    kind = "invalid"
    message = _("The import has no files.")


def request_import(
    *,
    actor: Actor,
    files: Sequence[RecordFile],
    event_id: int | None = None,
    dry_run: bool = False,
    is_complete: bool = True,
) -> Import:
    """Store the files of an import. A complete one is begun by the next free worker.

    event_id: the event to whose open games the records belong; None: casual games.

    :raises ImportUnderWay: the event has another import.
    :raises TooManyAddresses: of games at playtak.
    """
    event = None if event_id is None else selectors.event_by_id(event_id)
    _require_importer(actor, event)
    try:
        with transaction.atomic():
            asked = Import.objects.create(
                actor=actor.as_json(),
                event=event,
                source=", ".join(dict.fromkeys(file.name for file in files))[:SOURCE_LENGTH],
                state=JobStatus.WAITING,
                dry_run=dry_run,
                is_complete=False,
                language=get_language() or "",
            )
            _add_parts(asked, files)
            if is_complete:
                _begin(asked)
    except IntegrityError as taken:
        raise ImportUnderWay from taken
    return asked


@transaction.atomic
def add_import_files(*, actor: Actor, import_id: int, files: Sequence[RecordFile]) -> Import:
    """Add files to an import that is not complete. Locks Import.

    :raises ImportHasBegun: it is complete, or over.
    """
    asked = _lock(actor, import_id)
    if asked.is_complete or asked.state != JobStatus.WAITING:
        raise ImportHasBegun
    _add_parts(asked, files)
    return asked


@transaction.atomic
def start_import(*, actor: Actor, import_id: int) -> Import:
    """Have an import run that is complete now, or go on where it failed. Locks Import.

    Repeating it is harmless.
    """
    asked = _lock(actor, import_id)
    if asked.state in (JobStatus.WAITING, JobStatus.FAILED) and asked.parts.exists():
        try:
            with transaction.atomic():
                _begin(asked)
        except IntegrityError as taken:
            raise ImportUnderWay from taken
    return asked


@transaction.atomic
def cancel_import(*, actor: Actor, import_id: int) -> Import:
    """Stop an import; what it has stored stays. Locks Import. Repeating it is harmless."""
    asked = _lock(actor, import_id)
    if asked.state in (*ACTIVE_STATES, JobStatus.FAILED):
        asked.state = JobStatus.CANCELLED
        asked.save(update_fields=["state"])
        asked.parts.all().delete()
    return asked


def list_imports(actor: Actor, event: "Event | None" = None) -> "QuerySet[Import]":
    """The imports of an event, or all, the latest first."""
    _require_importer(actor, event)
    imports = Import.objects.select_related("event").order_by("-pk")
    return imports if event is None else imports.filter(event=event)


def get_import(actor: Actor, import_id: int) -> Import:
    """:raises NotFound: there is no such import, or the actor may not see it."""
    return _visible(actor, get_row(Import.objects.select_related("event"), "import", pk=import_id))


def _require_importer(actor: Actor, event: "Event | None") -> None:
    """:raises NotAllowed: the actor is not staff of the event, or of the site."""
    verb = "import.run" if event is None else "event.import"
    permissions.require(actor, verb, event)


def _visible(actor: Actor, found: Import) -> Import:
    try:
        _require_importer(actor, found.event)
    except NotAllowed as refused:
        raise NotFound(what="import", key=found.pk) from refused
    return found


def _lock(actor: Actor, import_id: int) -> Import:
    rows = Import.objects.select_related("event").select_for_update(of=("self",))
    return _visible(actor, get_row(rows, "import", pk=import_id))


def _add_parts(asked: Import, files: Sequence[RecordFile]) -> None:
    addresses = sum(file.text.count("\n") for file in files if is_address_list(file.text))
    if addresses > MOST_ADDRESSES:
        raise TooManyAddresses(most=MOST_ADDRESSES)
    last = asked.parts.order_by("-number").first()
    names = ([last.name] if last else []) + [file.name for file in files]
    asked.files += len(_without_repeats(names)) - bool(last)
    asked.size += sum(len(file.text) for file in files)
    most = limits.IMPORT if asked.event_id is None else limits.EVENT_IMPORT
    if asked.size > most:
        raise ImportTooLarge(most=most // 1_000_000)
    asked.save(update_fields=["files", "size"])
    following = (asked.parts.aggregate(last=Max("number"))["last"] or 0) + 1
    ImportPart.objects.bulk_create(
        ImportPart(source=asked, number=number, name=file.name, text=file.text)
        for number, file in enumerate(files, start=following)
    )


def _without_repeats(names: Sequence[str]) -> list[str]:
    return [name for at, name in enumerate(names) if at == 0 or name != names[at - 1]]


def _begin(asked: Import) -> None:
    """:raises NothingToImport: it has no files."""
    if not asked.files:
        raise NothingToImport
    asked.is_complete, asked.state, asked.attempts = True, JobStatus.WAITING, 0
    asked.save(update_fields=["is_complete", "state", "attempts"])
    enqueue(jobs.run_import, asked.pk)
