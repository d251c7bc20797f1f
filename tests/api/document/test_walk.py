"""Every status and header that the document declares is met by a real request, or has a reason.

Each answer is compared with the document: status, headers, media type, fields.
"""

from datetime import UTC, datetime

import pytest
import time_machine
from django.db import OperationalError, connection

from tests.api.document.example_rows import example_rows
from tests.api.document.example_world import world_of_the_examples
from tests.api.document.reading import made_document
from tests.api.document.walk import Walk, ask_in_every_way, ask_too_often, refusals
from tests.api.rows import Row
from tests.api.world import ILLEGAL, ROAD
from tests.database import rolled_back

NOW = datetime(2026, 4, 18, 19, tzinfo=UTC)  # the windows of the limits end by the clock
FOLLOW = Row("changes/?follow=1", "")
GAME = {"pairing": "{pairing}", "number": 1}
# What the examples do not meet, by operation: who asks what.
MORE = {
    "games_create": [
        ("player", Row("games/", "", {"record": ILLEGAL, **GAME})),
        ("player", Row("games/", "", {"record": ROAD, **GAME})),
        ("player", Row("games/", "", {"record": ROAD, **GAME})),
    ],
    "players_invitations_create": [
        ("organiser", Row("players/{player}/invitations/", "", {})),
    ],
}
MAILED = Row("events/spring/links/mail/", "", {})
# What no request here meets, by operation.
REASONS = {
    # No mail server is set up where the tests run; tests/config/access/ has one.
    "links_mail": {"200", "Idempotent-Replayed"},
    # A worker that takes longer than the answer waits: tests/api/test_idempotency.py loses one.
    "rounds_create": {"202"},
    "rounds_re_pair": {"202"},
    # The walk sends no files: tests/games/sheets/ does.
    "sheets_attach": {"201", "Location", "429", "Retry-After"},
}


@pytest.fixture(scope="module")
def document():
    return made_document()


@pytest.fixture
def walk(db, document):
    with time_machine.travel(NOW, tick=False):
        yield Walk(world_of_the_examples(), document)


@pytest.mark.slow
def test_every_declared_status_and_header_is_met(walk, settings):
    rows = example_rows()
    for name, (who, row) in rows.items():
        ask_in_every_way(walk, name, who, row)
    for name, who, row in refusals():
        with rolled_back():
            walk.ask(name, who, row)
    for name, asked in MORE.items():
        with rolled_back():
            for who, row in asked:
                walk.ask(name, who, row)
    for settings.FOLLOW_URL in ("", "https://tak.example.org/follow/"):
        walk.ask("changes_list", "anonymous", FOLLOW)
    ask_too_often(walk, {**rows, "links_mail": ("organiser", MAILED)})
    assert walk.wrong == []
    assert walk.not_met() == REASONS


def lost(execute, sql, params, many, context):
    raise OperationalError("server is gone") from ConnectionError("connection refused")


@pytest.mark.slow
def test_an_outage_is_answered_as_declared_anywhere(walk):
    for client in walk.world.clients.values():
        client.raise_request_exception = False  # what no view expects is answered by the handler
    for name, (who, row) in example_rows().items():
        with connection.execute_wrapper(lost):
            walk.ask(name, who, row)
    assert walk.wrong == []
