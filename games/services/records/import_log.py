"""The stored progress of an import, which site staff see in the admin."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from games.models import Import
from games.services.records.import_batches import ImportResult
from tournaments.actor import Actor
from tournaments.choices import JobStatus

SOURCE_LENGTH = 200


class ImportLog:
    """The number of results of each kind so far, saved after each batch."""

    def __init__(self, row: Import | None) -> None:
        self.row = row
        self.totals: Counter[str] = Counter()

    def add(self, results: Sequence[ImportResult]) -> None:
        self.totals.update(result.kind for result in results)
        if self.row is not None:
            self.row.done, self.row.report = self.totals.total(), [dict(self.totals)]
            self.row.save(update_fields=["done", "report"])


@contextmanager
def import_log(actor: Actor, source: str) -> Iterator[ImportLog]:
    """The log of one import; nothing is written without a source."""
    source = source[:SOURCE_LENGTH]
    if not source:
        yield ImportLog(None)
        return
    # A killed import cannot mark itself as failed; the next import of the same source does.
    running = Import.objects.filter(source=source, state=JobStatus.RUNNING, ends_at=None)
    running.update(state=JobStatus.FAILED)
    row = Import.objects.create(actor=actor.as_json(), source=source, state=JobStatus.RUNNING)
    state = JobStatus.FAILED
    try:
        yield ImportLog(row)
        state = JobStatus.DONE
    finally:
        row.state, row.total = state, row.done if state == JobStatus.DONE else None
        row.save(update_fields=["state", "total"])
