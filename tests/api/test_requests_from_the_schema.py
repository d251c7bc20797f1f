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
from tests.api.test_permissions import made as made
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
def written():
    """The document of all addresses that the table has."""
    document = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)
    return json.dumps(document, default=str)


@pytest.fixture(scope="module")
def document(written, service):
    schema = schemathesis.openapi.from_dict(json.loads(written))
    schema.app = service
    return schema


@pytest.fixture(scope="module")
def document_of_whole_answers(written, service):
    """Without what is not sent to be drawn: headers, and `fields`, for a part of an answer is less
    than the document says.
    """
    cut = json.loads(written)
    shared = {f"#/components/parameters/{n}": p for n, p in cut["components"]["parameters"].items()}
    for operation in (each for path in cut["paths"].values() for each in path.values()):
        asked = [shared.get(each.get("$ref"), each) for each in operation.get("parameters", [])]
        operation["parameters"] = [
            each for each in asked if each["in"] != "header" and each["name"] != "fields"
        ]
    schema = schemathesis.openapi.from_dict(cut)
    schema.app = service
    return schema


@pytest.fixture(scope="module")
def service():
    # The requests are part of the test's transaction, as those of Django's own client are.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_answers_are_as_the_document_says(world, document_of_whole_answers):
    """As somebody who may do much; a real thing stands in each gap of an address."""
    document = document_of_whole_answers
    secret = world.clients[ASKING]._credentials["HTTP_AUTHORIZATION"]
    paths, wrong = _paths(world.ids), []
    for operation in (found.ok() for found in document.get_all_operations()):
        path = paths.get((operation.path, operation.method))
        if path is None:
            continue
        for case in _cases(operation, resolve(path.partition("?")[0]).kwargs):
            case.headers = {"Authorization": secret}
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
    operations = (found.ok() for found in document.get_all_operations())
    for turn, operation in enumerate(operations):
        path = paths.get((operation.path, operation.method))
        if path is None:
            continue
        for query in _hostile_queries(operation, turn):
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


def _hostile_queries(operation: Any, turn: int) -> Iterator[dict[str, str]]:
    """Each parameter with every other text, the same one of another operation with the others."""
    for at, parameter in enumerate(operation.query, start=turn):
        for text in hostile.QUERY_TEXTS[at % 2 :: 2]:
            yield {parameter.name: text}


def _faults(case: Any, answer: Any) -> list[Any]:
    held_to = HELD_TO[1:] if answer.status_code == 503 else HELD_TO  # an outage may be declared
    try:
        case.validate_response(answer, checks=held_to)
    except FailureGroup as found:
        told = [(fault.title, fault.message[:500]) for fault in found.exceptions]
        return [(case.operation.label, case.query, case.body, answer.status_code, told)]
    return []


def _cases(operation: Any, gaps: dict[str, Any]) -> list[Any]:
    """Requests to an address, no two alike: one where nothing is taken, and so nothing wrong."""
    if not [*operation.query, *operation.body]:
        return [operation.Case(path_parameters=gaps)]
    found = [
        case
        for mode in GenerationMode
        for case in _drawn(operation.as_strategy(generation_mode=mode, path_parameters=gaps))
    ]
    return list({repr((case.query, case.body, case.media_type)): case for case in found}.values())


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
