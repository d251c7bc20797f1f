"""Answers and requests have named fields, and codes are enums with names."""

from typing import Any

import pytest

from config.api.document.enums import NAMES, schemas_with_codes
from config.api.document.value_names import name_of
from tests.api.document.reading import made_document
from tests.api.document.shapes import KEYS_ARE_DATA

# Fields of these names that are no set of codes.
NO_CODES = {
    "CardVerdict.result": "places by seat, as text",
    "VerifiedCards.result": "places by seat, as text",
    "GameOut.result": "of Tak a code, of cards places as text",
    "GameFullOut.result": "of Tak a code, of cards places as text",
    "SlotOut.result": "of Tak a code, of cards places as text, else the kind",
    "ResultRow.state": "of an exported file, and not read",
    "PublicationOut.kind": "with the number of a stage",
}


@pytest.fixture(scope="module")
def schemas():
    return made_document()["components"]["schemas"]


def fields_of(schemas):
    for name, component in schemas.items():
        for field, schema in component.get("properties", {}).items():
            yield name, field, schema


def is_open(schema):
    inner = schema.get("items", schema)
    named = inner.get("properties") or {"$ref", "allOf", "anyOf", "oneOf"} & inner.keys()
    return inner.get("type") == "object" and not named


def test_every_object_has_named_fields(schemas):
    found = {field for _name, field, schema in fields_of(schemas) if is_open(schema)}
    assert found == set(KEYS_ARE_DATA)


def test_states_kinds_results_and_systems_are_enums(schemas):
    free = {
        f"{name.removeprefix('Patched').removesuffix('Request')}.{field}"
        for name, field, schema in fields_of(schemas)
        if field in ("state", "kind", "result", "system") and schema.get("type") == "string"
        if "enum" not in schema
    }
    assert free == set(NO_CODES)


def test_every_name_of_codes_is_used_and_no_codes_have_two_names(schemas):
    named = {name for name, component in schemas.items() if "enum" in component}
    assert named == set(NAMES)
    sets = [frozenset(map(str, codes)) for codes in NAMES.values()]
    assert len(set(sets)) == len(sets)


def test_values_that_are_no_names_have_some():
    """As `VALUE_1` they would mean nothing in a generated client."""
    document = made_document()
    poor: list[str] = []
    named = 0
    for schema in schemas_with_codes(document):
        names: Any = schema.get("x-enum-varnames") or schema["enum"]
        poor += [name for name in names if not str(name).isidentifier()]
        assert len(set(names)) == len(schema["enum"])
        named += "x-enum-varnames" in schema
    assert poor == []
    assert named
    result = document["components"]["schemas"]["TakResult"]
    assert result["x-enum-varnames"][result["enum"].index("R-0")] == "FIRST_BY_ROAD"
    assert result["x-enum-varnames"][result["enum"].index("0-F")] == "SECOND_BY_FLATS"
    assert name_of("BH/C1") == "BH_C1"
    assert name_of("-starts_on") == "STARTS_ON_DESCENDING"


def test_the_states_of_an_event_are_those_of_the_code(schemas):
    assert schemas["EventState"]["enum"] == ["draft", "registration", "running", "finished"]
    state = schemas["EventOut"]["properties"]["state"]
    assert state["allOf"] == [{"$ref": "#/components/schemas/EventState"}]
