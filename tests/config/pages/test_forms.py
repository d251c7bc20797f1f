"""The fields that Django does not have, and the one template of a field."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError

from config.pages.forms import (
    Form,
    HalfPointsField,
    ListField,
    MomentField,
    NumberField,
    TextField,
    ValueChoiceField,
)
from tournaments.errors import InvalidInput


@pytest.mark.parametrize(
    ("typed", "points_x2"),
    [
        ("1", 2),
        ("½", 1),
        ("0.5", 1),
        ("1½", 3),
        ("1,5", 3),
        ("-1", -2),
        ("−½", -1),
        ("9999", 19998),
    ],
)
def test_half_points_are_read_as_people_type_them(typed, points_x2):
    assert HalfPointsField().clean(typed) == points_x2


@pytest.mark.parametrize("typed", ["", "much", "1.2", "1/2", "10000", "000000000123456"])
def test_other_points_are_refused(typed):
    with pytest.raises(ValidationError):
        HalfPointsField().clean(typed)


def test_a_moment_is_typed_and_shown_in_the_zone_of_its_form():
    class MomentForm(Form):
        at = MomentField()

    form = MomentForm({"at": "2026-07-01T18:00"}, zone="Asia/Jerusalem")
    assert form.is_valid()
    # Source: summer time of Israel is three hours ahead of UTC.
    assert form.cleaned_data["at"] == datetime(2026, 7, 1, 15, tzinfo=UTC)
    shown = MomentForm(initial={"at": form.cleaned_data["at"]}, zone="Asia/Jerusalem")
    assert 'value="2026-07-01T18:00"' in str(shown["at"])


def test_a_choice_among_values_gives_the_value():
    field = ValueChoiceField(choices=[(None, "none"), (True, "yes"), (5, "five")])
    assert [field.clean(text) for text in ("", "True", "5")] == [None, True, 5]
    with pytest.raises(ValidationError):
        field.clean("6")


def test_a_list_has_commas():
    assert ListField(item=NumberField()).clean(" 2, 1,") == [2, 1]
    assert ListField().clean("") == []


def test_a_field_names_its_hint_and_its_error():
    class NameForm(Form):
        name = TextField("Name", "as on the badge")

    def refuse(**_given):
        raise InvalidInput(field="name", problem="taken")

    form = NameForm({"name": "<Ada>"})
    assert not form.submit(refuse)
    page = str(form)
    assert '<label for="id_name">Name</label>' in page
    assert 'aria-describedby="id_name_helptext id_name_error"' in page
    assert 'aria-invalid="true"' in page
    assert 'value="&lt;Ada&gt;"' in page
    assert form.problems == ["Name: taken"]


def test_what_a_request_leaves_out_keeps_its_value():
    class KomiForm(Form):
        komi = NumberField("Komi", initial=0)
        name = TextField("Name")

    form = KomiForm()
    form.bind({"name": "Ada"})
    assert form.is_valid()
    assert form.cleaned_data == {"komi": 0, "name": "Ada"}
