"""Imports that a worker runs: batch by batch, each stored with the progress that it makes.

A worker that holds an import has it until `ends_at`, and says so anew with each batch. Whoever
takes it after that goes on behind the last stored batch.
"""

import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone, translation

from engine.errors import RecordError
from engine.proving import Proof, prove_all
from games.models import Import, ImportPart, ImportRefusal
from games.playtak.files import is_address_list, split_records
from games.services.playtak.pasted import read_all_pasted
from games.services.records.import_batches import ImportResult
from games.services.records.imports import BATCH, RULES, import_batch, import_into_event
from ratings.services import new_postings
from tournaments.actor import Actor
from tournaments.choices import JobStatus
from tournaments.errors import DomainError
from tournaments.execution.moments import has_come
from tournaments.serializers.problem import problem_of_record, problem_of_refusal

# Then other tasks of the queue have their turn.
SLICE_SECONDS = 20.0
HOLD = timedelta(minutes=2)
RESEND_AFTER = timedelta(seconds=30)  # what no worker took by then
MOST_ATTEMPTS = 3
EVENT_BATCH = 20  # records: each is a result, with transactions of its own kind
ADDRESS_BATCH = 8  # of a list: the server of each may take 8 seconds, HOLD is two minutes


class _TakenOver(Exception):
    """The import was cancelled, or is held by another worker."""


def run_import(import_id: int, *, seconds: float = SLICE_SECONDS) -> bool:
    """Prove and store games of an import for some time; returns whether some are left.

    Does nothing if the import is over, or another worker has it.
    """
    job = _claim(import_id)
    if job is None:
        return False
    ends, pools = time.monotonic() + seconds, set[int]()
    try:
        with translation.override(job.language or None):
            for _stored in _store_batches(job, pools):
                if time.monotonic() >= ends:
                    _let_go(job, JobStatus.WAITING)
                    return True
        _let_go(job, JobStatus.DONE)
    except _TakenOver:
        pass
    except BaseException:
        _let_go(job, JobStatus.FAILED)
        raise
    finally:
        new_postings.rate_later(pools)
    return False


def lost_imports(now: datetime) -> list[int]:
    """Imports whose message or worker was lost; those that were lost too often fail."""
    lost = _is_lost(now)
    Import.objects.filter(lost, attempts__gte=MOST_ATTEMPTS).update(state=JobStatus.FAILED)
    is_old = has_come("at", now - RESEND_AFTER, within=RESEND_AFTER)
    unclaimed = is_old & Q(state=JobStatus.WAITING, is_complete=True)
    found = Import.objects.filter(unclaimed | lost)
    return list(found.order_by("pk").values_list("pk", flat=True))


def _is_lost(now: datetime) -> Q:
    return Q(state=JobStatus.RUNNING) & has_come("ends_at", now, within=HOLD)


def _claim(import_id: int) -> Import | None:
    now = timezone.now()
    free = Q(state=JobStatus.WAITING, is_complete=True)
    lost = _is_lost(now) & Q(attempts__lt=MOST_ATTEMPTS)
    claimed = Import.objects.filter(free | lost, pk=import_id).update(
        state=JobStatus.RUNNING, ends_at=now + HOLD, attempts=F("attempts") + 1
    )
    return Import.objects.select_related("event").get(pk=import_id) if claimed else None


def _hold(job: Import, **changes: object) -> None:
    """Hold the import for longer. :raises _TakenOver: it is no longer held."""
    held = Import.objects.filter(pk=job.pk, state=JobStatus.RUNNING, ends_at=job.ends_at)
    job.ends_at = timezone.now() + HOLD
    if not held.update(ends_at=job.ends_at, **changes):
        raise _TakenOver


def _let_go(job: Import, state: str) -> None:
    held = Import.objects.filter(pk=job.pk, state=JobStatus.RUNNING, ends_at=job.ends_at)
    total = job.done if state == JobStatus.DONE else None
    held.update(state=state, total=total)


def _store_batches(job: Import, pools: set[int]) -> Iterator[None]:
    """Store the games of all parts that are left; each batch is one transaction."""
    while (part := job.parts.order_by("number").first()) is not None:
        following = job.parts.filter(number__gt=part.number).order_by("number").first()
        goes_on = following is not None and following.name == part.name
        games = split_records(part.text)
        size = _batch_size(job, part)
        rest = games.pop() if goes_on else ""
        while part.done < len(games):
            _store_batch(job, part, games[part.done : part.done + size], pools)
            yield
        with transaction.atomic():
            _hold(job)
            if following is not None and goes_on:
                following.text, following.first = rest + following.text, part.first + part.done
                following.save(update_fields=["text", "first"])
            part.delete()


def _batch_size(job: Import, part: ImportPart) -> int:
    if is_address_list(part.text):
        return ADDRESS_BATCH
    return BATCH if job.event is None else EVENT_BATCH


def _store_batch(job: Import, part: ImportPart, records: Sequence[str], pools: set[int]) -> None:
    read = read_all_pasted(records)
    proofs = read.proofs(prove_all(read.records, RULES))
    with transaction.atomic():
        results = _import(job, read.records, proofs, pools)
        totals = dict(job.report[0]) if job.report else {}
        for result in results:
            totals[result.kind] = totals.get(result.kind, 0) + 1
        job.report, job.done = [totals], job.done + len(records)
        job.read += sum(map(len, records))
        _hold(job, report=job.report, done=job.done, read=job.read, attempts=0)
        ImportRefusal.objects.bulk_create(
            ImportRefusal(source=job, file=part.name, number=number, problem=_problem(refused))
            for number, result in enumerate(results, start=part.first + part.done + 1)
            if (refused := result.error) is not None
        )
        part.done += len(records)
        part.save(update_fields=["done"])


def _import(
    job: Import, records: Sequence[str], proofs: list[Proof], pools: set[int]
) -> list[ImportResult]:
    actor = Actor.from_json(job.actor)
    if job.event is None:
        return import_batch(actor, records, proofs, dry_run=job.dry_run, pools=pools)
    slug = job.event.slug
    return [
        _submit(actor, slug, record, proof, dry_run=job.dry_run)
        for record, proof in zip(records, proofs, strict=True)
    ]


def _submit(actor: Actor, slug: str, record: str, proof: Proof, *, dry_run: bool) -> ImportResult:
    """Submit one record of an event; a refusal is in the result."""
    if isinstance(proof, RecordError):
        return ImportResult("refused", error=proof)
    try:
        with transaction.atomic():
            return import_into_event(actor, slug, record, proof, dry_run=dry_run)
    except DomainError as refused:
        return ImportResult("refused", error=refused, verdict=proof)


def _problem(error: RecordError | DomainError) -> dict[str, object]:
    if isinstance(error, RecordError):
        return problem_of_record(error)
    return problem_of_refusal(error)
