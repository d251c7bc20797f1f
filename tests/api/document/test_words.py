"""Every operation, field and parameter of the document says what it is."""

import re

import pytest

from config.api.document.hooks import component_names
from config.api.document.words import fields, operations, tags
from config.api.urls import urlpatterns
from tests.api.document.reading import made_document, operations_of, parameters_of
from tournaments.serializers.base import Strict


@pytest.fixture(scope="module")
def document():
    return made_document()


def test_every_operation_has_a_name_a_summary_and_a_description(document):
    found = list(operations_of(document))
    wordless = [
        (method, path)
        for path, method, operation in found
        if not (operation["summary"] and operation["description"] and operation["tags"] != [""])
    ]
    assert wordless == [], "write them in config/api/document/operations/"
    ids = [operation["operationId"] for *_where, operation in found]
    assert len(set(ids)) == len(ids)
    assert [name for name in ids if not re.fullmatch(r"[a-z]+(_[a-z]+)+", name)] == []
    assert {tag for *_where, each in found for tag in each["tags"]} == {t.name for t in tags()}


def test_operations_are_named_by_noun_and_verb(document):
    at = {(path, method): each["operationId"] for path, method, each in operations_of(document)}
    assert at["/api/v1/events/", "get"] == "events_list"
    assert at["/api/v1/events/{slug}/rounds/{number}/publish/", "post"] == "rounds_publish"
    assert at["/api/v1/games/{public_id}/confirm/", "post"] == "games_confirm"


def test_every_field_says_what_it_is(document):
    silent = [
        f"{name}.{field}"
        for name, component in document["components"]["schemas"].items()
        for field, schema in component.get("properties", {}).items()
        if not schema.get("description")
    ]
    assert silent == [], "by help_text, or in config/api/document/fields.toml"


def test_every_parameter_says_what_it_is(document):
    silent = [
        (path, parameter["name"])
        for path, _method, operation in operations_of(document)
        for parameter in parameters_of(operation, document)
        if not parameter.get("description")
    ]
    assert silent == [], "by help_text, or in config/api/document/fields.toml"


def test_no_words_are_left_over(document):
    """Of an operation, a component or a field that is no longer there."""
    names = {str(pattern.name) for pattern in urlpatterns}
    made = {operation["operationId"] for *_where, operation in operations_of(document)}
    unmade = [words for words in operations().values() if words.operation_id not in made]
    assert unmade == []
    assert {name for name, _method in operations()} <= names
    shown = {
        (known, field, schema["description"])
        for name, component in document["components"]["schemas"].items()
        for known in component_names(name)
        for field, schema in component.get("properties", {}).items()
    }
    shown |= {
        ("parameters", parameter["name"], parameter["description"])
        for *_where, operation in operations_of(document)
        for parameter in parameters_of(operation, document)
    }
    written = {
        (name, field, text) for name, words in fields().items() for field, text in words.items()
    }
    assert written - shown == set()


def test_docstrings_of_base_classes_do_not_show(document):
    inner = (Strict.__doc__ or "").split(".")[0]
    shown = [
        name
        for name, component in document["components"]["schemas"].items()
        if inner in component.get("description", "")
    ]
    assert shown == []
