"""Answers are the JSON that the REST framework writes, of whatever values they are made."""

import json
from collections import namedtuple
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from uuid import UUID

import pytest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.renderers import JSONRenderer

from tests.examples import examples
from tournaments.api.renderers import JsonRenderer
from tournaments.choices import RoundStatus

Pair = namedtuple("Pair", "first second")
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text()
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=20,
)
PLUS_TWO = timezone(timedelta(hours=2))


@given(JSON)
@examples(300)
def test_any_json_is_what_the_framework_writes(value):
    written = JsonRenderer().render(value)
    assert read(written) == read(JSONRenderer().render(value))


def read(written):
    """The values with their types and the order of keys: 1, 1.0 and true are not the same."""
    return repr(json.loads(written)) if written else ""


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"b": 1, "a": [0.1, None, True]}, '{"b":1,"a":[0.1,null,true]}'),
        (Decimal("1.50"), "1.5"),
        (datetime(2026, 3, 1, 18, 30, 0, 5, tzinfo=UTC), '"2026-03-01T18:30:00.000005Z"'),
        (datetime(2026, 3, 1, 18, tzinfo=PLUS_TWO), '"2026-03-01T18:00:00+02:00"'),
        ((date(2026, 3, 1), time(18, 30)), '["2026-03-01","18:30:00"]'),
        (timedelta(minutes=1), '"60.0"'),
        (UUID(int=1), '"00000000-0000-0000-0000-000000000001"'),
        ([RoundStatus.DRAFT, SafeString("<b>")], '["draft","<b>"]'),
        ({RoundStatus.DRAFT: 1, 2: 3}, '{"draft":1,"2":3}'),
        ((Pair(1, "é"), {4}), '[[1,"é"],[4]]'),
        ({"rows": (at for at in (1, 2)), 3: 10**30}, '{"rows":[1,2],"3":1' + 30 * "0" + "}"),
        ("line\u2028, \u2029 end", '"line\\u2028, \\u2029 end"'),
        (gettext_lazy("Some fields are wrong."), '"Some fields are wrong."'),
        (None, ""),
    ],
)
def test_other_values_are_written_as_the_framework_writes_them(value, written):
    assert JsonRenderer().render(value).decode() == written


def test_json_that_is_read_by_people_is_indented():
    written = JsonRenderer().render({"a": 1}, "application/json; indent=2")
    assert written == b'{\n  "a": 1\n}'


@dataclass
class Row:
    number: int


@pytest.mark.parametrize("value", [Row(1), object()])
def test_what_is_no_json_is_refused(value):
    with pytest.raises(TypeError):
        JsonRenderer().render([value])


def test_half_a_surrogate_pair_is_refused():
    with pytest.raises(UnicodeEncodeError):
        JsonRenderer().render(["\ud800"])
