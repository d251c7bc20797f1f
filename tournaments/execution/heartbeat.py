"""A thread that says again and again that some work goes on, until it or its process ends."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connections

log = logging.getLogger(__name__)
EVERY_SECONDS = 5.0
LOST_SECONDS = 15  # work without a heartbeat for so long has lost its process


@contextmanager
def heartbeat(beat: Callable[[], object]) -> Iterator[None]:
    """Call `beat` every few seconds; it has a connection of its own, and may fail now and then."""
    is_over = threading.Event()

    def repeat() -> None:
        while not is_over.wait(EVERY_SECONDS):
            try:
                beat()
            except DatabaseError as error:
                log.warning("a heartbeat failed: %s", error)
            finally:
                connections.close_all()

    threading.Thread(target=repeat, daemon=True).start()
    try:
        yield
    finally:
        is_over.set()
