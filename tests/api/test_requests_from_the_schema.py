"""Requests made from the OpenAPI document, of what it allows and of what it does not.

None of them breaks the service, and what is answered is what the document says.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks
from schemathesis.core.failures import FailureGroup

from config.api.urls import urlpatterns
from tests import hostile
from tests.api.table import TABLE
from tests.api.test_permissions import world as world
from tests.api.world import WHO

pytestmark = pytest.mark.slow

GAP = re.compile(r"<(?:\w+:)?(\w+)>")
ASKING = "organiser"
EXAMPLES = 5  # of what the document allows, and as many of what it does not
HELD_TO = [
    checks.not_a_server_error,
    checks.response_schema_conformance,
    checks.content_type_conformance,
    checks.status_code_conformance,
]


@pytest.fixture(scope="module")
def document():
    """Of all addresses that the table has, with the service behind it."""
    written = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(written, default=str)))
    schema.app = get_wsgi_application()
    # The requests are part of the test's transaction, as those of Django's own client are.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield schema
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_answers_are_as_the_document_says(world, document):
    """As somebody who may do much; a real thing stands in each gap of an address."""
    secret = world.clients[ASKING]._credentials["HTTP_AUTHORIZATION"]
    paths, wrong = _paths(world.ids), []
    for operation in (found.ok() for found in document.get_all_operations()):
        path = paths.get((operation.path, operation.method))
        if path is None:
            continue
        for case in _cases(operation):
            case.path_parameters = resolve(path.partition("?")[0]).kwargs
            case.headers = {"Authorization": secret}
            case.query.pop("fields", None)  # a part of an answer is less than the document says
            with transaction.atomic():
                answer = case.call()
                transaction.set_rollback(True)
            if answer.content or answer.status_code >= 500:  # a list of no lines has no type
                wrong += _faults(case, answer)
    assert wrong == []


def test_hostile_values_are_refused_as_the_document_says(world, document):
    """Each parameter of every operation. Bodies: tests/flows/hostile/test_hostile_requests.py."""
    secret = world.clients[ASKING]._credentials["HTTP_AUTHORIZATION"]
    paths, wrong, count = _paths(world.ids), [], 0
    for operation in (found.ok() for found in document.get_all_operations()):
        path = paths.get((operation.path, operation.method))
        if path is None:
            continue
        for query in _hostile_queries(operation):
            case = operation.Case(
                path_parameters=resolve(path.partition("?")[0]).kwargs,
                headers={"Authorization": secret},
                query=query,
            )
            cache.clear()
            with transaction.atomic():
                answer = case.call()
                transaction.set_rollback(True)
            count += 1
            if answer.content or answer.status_code >= 500:
                wrong += _faults(case, answer)
    assert count > 1000
    assert wrong == []


def _hostile_queries(operation: Any) -> Iterator[dict[str, str]]:
    for parameter in operation.query:
        for text in hostile.QUERY_TEXTS:
            yield {parameter.name: text}


def _faults(case: Any, answer: Any) -> list[Any]:
    try:
        case.validate_response(answer, checks=HELD_TO)
    except FailureGroup as found:
        told = [(fault.title, fault.message[:500]) for fault in found.exceptions]
        return [(case.operation.label, case.query, case.body, answer.status_code, told)]
    return []


def _cases(operation: Any) -> list[Any]:
    """Requests to an address; to one that takes nothing none can be wrong."""
    return [
        case
        for mode in GenerationMode
        for case in _drawn(operation.as_strategy(generation_mode=mode))
    ]


def _drawn(strategy: Any) -> list[Any]:
    found: list[Any] = []

    @settings(
        max_examples=EXAMPLES, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(strategy)
    def draw(case: Any) -> None:
        found.append(case)

    with suppress(Unsatisfiable):
        draw()
    return found


def _paths(ids: dict[str, Any]) -> dict[tuple[str, str], str]:
    """The address of each operation of the document that this asker may open, if any."""
    written = {
        str(each.name): "/api/v1/" + GAP.sub(r"{\1}", str(each.pattern)) for each in urlpatterns
    }
    mine = WHO.index(ASKING)
    return {
        (written[name], method): "/api/v1/"
        + min(rows, key=lambda row: row.statuses.split()[mine]).path.format(**ids)
        for (name, method), rows in TABLE.items()
    }
