"""One id for a request: in the response, in the log, and in the tasks that it sends."""

import io
import json
import logging
from types import SimpleNamespace

import pytest

from config.logs.formatters import make_formatter
from config.middleware.request_ids import short_address
from config.worker import request_ids as task_ids
from tests.clients import text_of
from tournaments.actor import SYSTEM
from tournaments.models import JournalLine
from tournaments.services.journal import write_event
from tournaments.services.journal_checks import check_scope
from tournaments.services.request_ids import current_request_id, request_id_set


@pytest.fixture
def access(settings, caplog):
    """The lines of the access log."""
    settings.ACCESS_LOG = True
    log = logging.getLogger("roadhouse.access")
    log.addHandler(caplog.handler)
    yield caplog
    log.removeHandler(caplog.handler)


def access_lines(access) -> list[logging.LogRecord]:
    return [record for record in access.records if record.name == "roadhouse.access"]


def line_of(kind: str, logger: str = "games") -> str:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(make_formatter(kind))
    record = logging.LogRecord(logger, logging.ERROR, __file__, 1, "lost %s", ("a game",), None)
    record.plies = 7
    handler.emit(record)
    return out.getvalue()


def test_a_response_says_the_id_of_its_request(client):
    given = client.get("/healthz", headers={"X-Request-ID": "from-the-proxy.1"})
    assert given.headers["X-Request-ID"] == "from-the-proxy.1"
    ids = {client.get("/healthz").headers["X-Request-ID"] for _ in range(3)}
    assert len(ids) == 3
    assert current_request_id() == ""


@pytest.mark.parametrize(
    "bad", ["short", "with space in it", 'quote"quote"', "x" * 65, "a\u2028bcdefgh"]
)
def test_an_id_that_would_break_a_line_is_replaced(client, bad):
    answer = client.get("/healthz", headers={"X-Request-ID": bad})
    assert len(answer.headers["X-Request-ID"]) == 32


def test_lines_have_the_id():
    with request_id_set("abcdefgh"):
        assert " ERROR games [abcdefgh]: lost a game\n" in line_of("text")
    assert " ERROR games: lost a game\n" in line_of("text")


def test_json_lines_are_objects():
    with request_id_set("abcdefgh"):
        line = json.loads(line_of("json"))
    assert line.pop("time")
    assert line == {
        "level": "ERROR", "logger": "games", "message": "lost a game", "plies": 7,
        "request_id": "abcdefgh",
    }  # fmt: skip


@pytest.mark.django_db
def test_the_access_log_has_neither_queries_nor_whole_addresses(client, access):
    text_of(client.get("/players/?q=Ada", REMOTE_ADDR="203.0.113.77"))
    (line,) = access_lines(access)
    shown = make_formatter("text").format(line)
    assert "GET /players/ 200 " in shown
    assert shown.endswith(" 203.0.113.0")
    assert "Ada" not in shown


@pytest.mark.django_db
def test_the_access_log_has_no_secret(client, access):
    client.get("/e/2abc-d3ef-gh4j-kmn5/")
    (line,) = access_lines(access)
    for kind in ("text", "json"):
        assert "/e/…" in make_formatter(kind).format(line).replace("\\u2026", "…")
        assert "2abc" not in make_formatter(kind).format(line)


@pytest.mark.django_db
def test_what_django_says_of_a_missing_page_has_the_id(client, caplog):
    given = client.get("/nowhere/", headers={"X-Request-ID": "abcdefgh"})
    assert given.status_code == 404
    (line,) = [record for record in caplog.records if record.name == "django.request"]
    assert "[abcdefgh]" in make_formatter("text").format(line)
    shown = json.loads(make_formatter("json").format(line))
    assert shown["request_id"] == "abcdefgh"
    assert "request" not in shown


def test_without_the_setting_there_is_no_access_log(client, access, settings):
    settings.ACCESS_LOG = False
    client.get("/healthz")
    assert access_lines(access) == []


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0"),
        ("2001:db8:1:2::/64", "2001:db8:1::"),
        ("2001:db8:1:2:3::4", "2001:db8:1::"),
        ("nonsense", ""),
    ],
)
def test_of_an_address_its_network_is_left(address, network):
    assert short_address(address) == network


def test_a_task_has_the_id_of_the_request_that_sent_it():
    headers: dict[str, object] = {}
    with request_id_set("abcdefgh"):
        task_ids.send_id(headers=headers)
    task = SimpleNamespace(request=SimpleNamespace(**headers))
    task_ids.enter_request(task=task, task_id="1")
    assert current_request_id() == "abcdefgh"
    task_ids.leave_request(task_id="1")
    assert current_request_id() == ""


@pytest.mark.django_db
def test_the_journal_has_the_id_beside_its_chain(event):
    with request_id_set("abcdefgh"):
        write_event(SYSTEM, event, "event.renamed")
    line = JournalLine.objects.latest("pk")
    assert line.request_id == "abcdefgh"
    JournalLine.objects.filter(pk=line.pk).update(request_id="ijklmnop")
    assert check_scope(line.scope) == []
