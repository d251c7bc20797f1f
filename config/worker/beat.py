"""Beat sends the repairs again and again, whatever the clock of its machine says."""

import time
from typing import Any

from celery.beat import PersistentScheduler
from django.db import connections

from config.health import heartbeats
from tournaments.enqueue import claim_sending

# A message that no worker has taken is not sent again before.
RESEND_SECONDS = 60
JUMP_SECONDS = 1.0


class Scheduler(PersistentScheduler):
    """Celery's, which would wait until a clock that was put back has caught up."""

    _noted_at = 0.0
    _clock_offset = 0.0

    def setup_schedule(self) -> None:
        super().setup_schedule()
        self._forget_future_runs()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        if abs(_clock_offset() - self._clock_offset) > JUMP_SECONDS:
            self._forget_future_runs()
        if time.monotonic() - self._noted_at >= heartbeats.EVERY_SECONDS:
            self._noted_at = time.monotonic()
            heartbeats.note_alive([heartbeats.BEAT])
        connections.close_all()  # of a cache in the database
        return float(super().tick(*args, **kwargs))

    def apply_async(
        self, entry: Any, producer: Any = None, advance: bool = True, **kwargs: Any
    ) -> Any:
        """Send a task unless its last message still waits for a worker."""
        if not claim_sending(entry.task, (), seconds=RESEND_SECONDS):
            return None
        return super().apply_async(entry, producer=producer, advance=advance, **kwargs)

    def _forget_future_runs(self) -> None:
        """Sort all entries again, none of which has run later than now."""
        self._clock_offset = _clock_offset()
        for entry in self.schedule.values():
            now = entry.default_now()
            entry.last_run_at = min(entry.last_run_at or now, now)
        self._heap = None


def _clock_offset() -> float:
    """Changes only when the clock of the machine is put forward or back."""
    return time.time() - time.monotonic()
