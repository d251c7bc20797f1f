"""Who asks, read from the database once: in a walk each request is rolled back, so sessions and
accounts stay as they are. Reading them is a quarter of what a request costs that is refused.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from typing import Any
from unittest.mock import patch

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.db import SessionStore


@contextmanager
def read_once() -> Iterator[None]:
    """Each session and account that is there is read once; each request has a copy of it."""
    sessions: dict[Any, Any] = {}
    accounts: dict[Any, Any] = {}
    load, get_user = SessionStore.load, ModelBackend.get_user

    def load_once(store: SessionStore) -> Any:
        key = store.session_key
        found = sessions.get(key) or load(store)
        if found:
            sessions[key] = found
        return deepcopy(found)

    def get_user_once(backend: ModelBackend, user_id: Any) -> Any:
        found = accounts.get(user_id) or get_user(backend, user_id)
        if found is not None:
            accounts[user_id] = found
        return copy(found)

    with (
        patch.object(SessionStore, "load", load_once),
        patch.object(ModelBackend, "get_user", get_user_once),
    ):
        yield
