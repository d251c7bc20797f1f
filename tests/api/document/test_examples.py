"""The examples of the document are what the service takes and answers.

`WRITE_EXAMPLES=1` writes those that have another shape than the service has now.
"""

import json
import os

import pytest

from config.api.document.examples import FILE, examples
from tests.api.document.conformity import faults_of, unnamed_fields
from tests.api.document.example_rows import NOT_SENT, example_rows
from tests.api.document.example_world import world_of_the_examples
from tests.api.document.reading import made_document, operations_of
from tests.api.document.shapes import same_shape, steady
from tests.api.rows import filled
from tests.api.test_permissions import ask

JSON = "application/json"
PROBLEM = "application/problem+json"


@pytest.fixture(scope="module")
def document():
    return made_document()


@pytest.mark.slow
def test_every_request_and_answer_has_an_example_that_fits(document):
    wrong = []
    for path, _method, operation in operations_of(document):
        if operation["operationId"] in NOT_SENT:
            continue
        parts = [operation.get("requestBody", {})]
        parts += [answer for status, answer in operation["responses"].items() if status == "200"]
        for content in [part.get("content", {}).get(JSON) for part in parts]:
            if content is None:
                continue
            if "example" not in content:
                wrong.append((path, operation["operationId"], "no example"))
                continue
            found = faults_of(content["example"], content["schema"], document)
            wrong += [(path, operation["operationId"], each) for each in found]
    assert not wrong, "run: make examples\n" + "\n".join(map(str, wrong))


@pytest.mark.slow
def test_examples_are_what_the_service_answers(db, document):
    world = world_of_the_examples()
    played, wrong = {}, []
    by_id = {operation["operationId"]: operation for *_where, operation in operations_of(document)}
    for name, (who, row) in example_rows().items():
        method = next(m for _p, m, each in operations_of(document) if each["operationId"] == name)
        answer = ask(world, who, method, row)
        made = {"status": answer.status_code}
        if row.body is not None:
            made["request"] = filled(row.body, world.ids)
        if answer.content and JSON in answer.get("Content-Type", ""):
            made["answer"] = json.loads(answer.content)
        operation = by_id[name]
        wrong += [(name, *fault) for fault in _faults(made, answer, operation, document)]
        known = examples().get(name, {})
        if (
            known.keys() == made.keys()
            and _looks_alike(known, made, operation, document)
            and _fits(known, operation, document)
        ):
            played[name] = known
        else:
            played[name] = steady(made)
            wrong.append((name, "another shape", known, made))
    if os.environ.get("WRITE_EXAMPLES"):
        FILE.write_text(json.dumps(played, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
    assert not wrong, "run: make examples\n" + "\n".join(map(str, wrong))


def _looks_alike(known, made, operation, document):
    if known["status"] != made["status"]:
        return False
    schema = _schema(made["status"], operation)
    return same_shape(known.get("request"), made.get("request"), {}, document) and same_shape(
        known.get("answer"), made.get("answer"), schema, document
    )


def _fits(known, operation, document):
    schema = _schema(known["status"], operation)
    return not schema or not faults_of(known.get("answer"), schema, document)


def _schema(status, operation):
    content = operation["responses"].get(str(status), {}).get("content", {})
    return content.get(JSON, {}).get("schema", {})


def _faults(made, answer, operation, document):
    """What the answer has that the document does not say, and the other way round."""
    said = operation["responses"].get(str(made["status"]))
    if said is None or made["status"] >= 300:
        yield "status", made["status"], answer.content[:300]
        return
    schema = said.get("content", {}).get(JSON, {}).get("schema")
    if "answer" in made and schema:
        yield from faults_of(made["answer"], schema, document)[:3]
        yield from unnamed_fields(made["answer"], schema, document)[:3]
    declared = set(said.get("headers", {}))
    sent = {name for name in document["components"]["headers"] if name in answer}
    if sent - declared:
        yield "undeclared headers", sent - declared
    if missing := (declared & {"ETag", "Location"}) - sent:
        yield "headers that are not sent", missing


def test_an_example_has_the_fields_of_the_answer(document):
    """A field may be left out only where the document says that it may."""
    entry = {"$ref": "#/components/schemas/EntryOut"}
    required = document["components"]["schemas"]["EntryOut"]["required"]
    whole = dict.fromkeys(required, "text")
    assert same_shape(whole, whole, entry, document)
    less = {name: text for name, text in whole.items() if name != required[0]}
    assert not same_shape(less, whole, entry, document)
    assert not same_shape(whole, less, entry, document)
    assert not same_shape({**whole, "unknown": 1}, whole, entry, document)
    assert not same_shape([less], [whole], {"type": "array", "items": entry}, document)
    pairing = {"$ref": "#/components/schemas/PairingOut"}
    assert same_shape({"id": 1, "players": []}, {"id": 1}, pairing, document)
    assert not same_shape({"number": 1}, {"number": 1, "seed": 2}, {}, document)
