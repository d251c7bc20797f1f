"""PostgreSQL, without a question before each request whether the connection still lives.

Django asks `SELECT 1`, which costs as much as the query that finds a page unchanged. A server that
ends a connection sends a message or closes it, so there is something to read from a dead one.
Nothing is to be read either if the server vanished without a word: that is asked now and then.
"""

import select
import time

from django.db.backends.postgresql import base

ASK_SECONDS = 5.0


class DatabaseWrapper(base.DatabaseWrapper):
    _asked_at = 0.0  # by time.monotonic

    def connect(self) -> None:
        super().connect()
        self._asked_at = time.monotonic()

    def is_usable(self) -> bool:
        now = time.monotonic()
        answered = now - self._asked_at < ASK_SECONDS and not self.errors_occurred
        if answered and self._is_silent():
            return True
        self._asked_at = now
        return bool(super().is_usable())

    def _is_silent(self) -> bool:
        """Whether there is nothing to read, as between two queries on a connection that lives."""
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return not poll.poll(0)
