"""Every field of an answer is in the OpenAPI document, and every field of the document is sent."""

import json
import re

import pytest
from django.core.cache import cache
from drf_spectacular.generators import SchemaGenerator

from config.api.urls import urlpatterns
from tests.api.rows import filled
from tests.api.table import TABLE
from tests.database import rolled_back
from tournaments.models import Event
from tournaments.recompute import refresh_standings

ASKING = "site_staff"
GAP = re.compile(r"<(?:\w+:)?(\w+)>")
PATHS = {str(each.name): "/api/v1/" + GAP.sub(r"{\1}", str(each.pattern)) for each in urlpatterns}


@pytest.fixture(scope="module")
def document():
    written = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)
    return json.loads(json.dumps(written, default=str))


def resolved(document, schema):
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for part in schema.get("allOf", ()):
        schema = {**resolved(document, part), **{k: v for k, v in schema.items() if k != "allOf"}}
    return schema


def differences(document, schema, value, at):
    """Fields that are sent and not declared, or declared as required and not sent."""
    schema = resolved(document, schema)
    if isinstance(value, list) and "items" in schema:
        for each in value[:5]:
            yield from differences(document, schema["items"], each, f"{at}[]")
    elif isinstance(value, dict) and "properties" in schema:
        declared = schema["properties"]
        yield from (
            f"{at}.{name} is not declared" for name in sorted(value.keys() - declared.keys())
        )
        missing = set(schema.get("required", ())) - value.keys()
        yield from (f"{at}.{name} is not sent" for name in sorted(missing))
        for name in declared.keys() & value.keys():
            yield from differences(document, declared[name], value[name], f"{at}.{name}")


@pytest.mark.slow
def test_answers_have_the_fields_that_are_declared(world, document):
    for event in Event.objects.exclude(entries__number=None):
        refresh_standings(event.pk)
    wrong, seen = set(), 0
    for (name, method), rows in TABLE.items():
        for row in rows:
            if not {"200", "201"} & set(row.statuses.split()) or name == "schema":
                continue
            cache.clear()
            path = "/api/v1/" + row.path.format(**world.ids)
            more = {} if method == "get" else {"format": "json"}
            with rolled_back():
                ask = getattr(world.clients[ASKING], method)
                answer = ask(path, filled(row.body, world.ids), **more)
            if answer.status_code not in (200, 201) or "json" not in answer["Content-Type"]:
                continue
            operation = document["paths"][PATHS[name]][method]
            content = operation["responses"][str(answer.status_code)]["content"]
            seen += 1
            wrong |= set(
                differences(document, content["application/json"]["schema"], answer.json(), name)
            )
    assert sorted(wrong) == []
    assert seen > 100
