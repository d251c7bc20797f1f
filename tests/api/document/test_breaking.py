"""The document breaks no program that was written for the last release, unless CHANGELOG says so.

`make released` makes the present document that of the last release.
"""

import copy
import json
import os
import re
from pathlib import Path

import pytest

from tests.api.document.breaking import breaking_changes, contract_of
from tests.api.document.reading import made_document

RELEASED = Path(__file__).parent / "released.json"
CHANGELOG = Path(__file__).parents[3] / "CHANGELOG.md"

PUBLISH = "POST /api/v1/events/{slug}/rounds/{number}/publish/"
BULK = "GET /api/v1/events/"


def test_what_breaks_programs_is_named_in_the_changelog():
    now = contract_of(made_document())
    if os.environ.get("WRITE_RELEASED"):
        RELEASED.write_text(json.dumps(now, indent=0, sort_keys=True) + "\n")
    unreleased = re.split(r"(?m)^## ", CHANGELOG.read_text())[1]
    before = json.loads(RELEASED.read_text())
    unnamed = [
        (name, how) for name, how in breaking_changes(before, now) if f"`{name}`" not in unreleased
    ]
    assert unnamed == [], "name each under Unreleased of CHANGELOG.md, in backticks, or undo it"


@pytest.fixture
def contract():
    return contract_of(made_document())


def changes_by(contract, change):
    changed = copy.deepcopy(contract)
    change(changed)
    return list(breaking_changes(contract, changed))


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda c: c["operations"].pop(PUBLISH), PUBLISH),
        (lambda c: c["operations"][PUBLISH].update(id="rounds_show"), PUBLISH),
        (lambda c: c["operations"][PUBLISH].update(takes={"application/json": "X"}), PUBLISH),
        (lambda c: c["operations"][PUBLISH]["answers"].pop("200"), PUBLISH),
        (lambda c: c["operations"][BULK]["parameters"].pop("state"), f"{BULK} state"),
        (
            lambda c: c["operations"][BULK]["parameters"].update(
                year={"type": "integer", "required": True}
            ),
            f"{BULK} year",
        ),
        (lambda c: c["components"]["EventOut"]["fields"].pop("venue"), "EventOut.venue"),
        (
            lambda c: c["components"]["EventOut"]["fields"].update(venue="integer"),
            "EventOut.venue",
        ),
        (lambda c: c["components"]["EventOut"]["required"].remove("venue"), "EventOut.venue"),
        (
            lambda c: c["components"]["EventInRequest"]["required"].append("venue"),
            "EventInRequest.venue",
        ),
        (
            lambda c: c["components"]["EventState"].update(type="one of draft, running"),
            "EventState",
        ),
    ],
)
def test_each_kind_of_breaking_change_is_found(contract, change, name):
    assert [found for found, _how in changes_by(contract, change)] == [name]


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c["operations"].update({"GET /api/v1/new/": c["operations"][BULK]}),
        lambda c: c["operations"][BULK]["parameters"].update(
            year={"type": "integer", "required": False}
        ),
        lambda c: c["components"]["EventOut"]["fields"].update(more="string"),
        lambda c: c["components"]["EventOut"]["required"].append("more"),
        lambda c: c["components"]["EventInRequest"]["fields"].update(more="string"),
        lambda c: c["components"]["EventInRequest"]["required"].remove("name"),
        lambda c: c["components"]["EventState"].update(
            type=c["components"]["EventState"]["type"] + ", paused"
        ),
    ],
)
def test_what_is_added_breaks_nothing(contract, change):
    assert changes_by(contract, change) == []
