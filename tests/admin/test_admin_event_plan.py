"""The admin's form of a new event: planned whole, with its stages and staff, or not at all."""

from typing import Any

import pytest
from django.urls import reverse

from tests.builders import make_user
from tests.clients import signed_in
from tournaments.models import Event, User

pytestmark = pytest.mark.django_db
ADD = reverse("admin:tournaments_event_add")
NEW = {"slug": "cup", "name": "Cup", "visibility": "public", "time_zone": "UTC", "game": "tak"}


@pytest.fixture
def desk() -> Any:
    return signed_in(User.objects.create_superuser("director", password="x"))


def errors(answer: Any) -> Any:
    """Of the fields of the form, which is shown again."""
    assert answer.status_code == 200
    return answer.context["adminform"].form.errors


def stages_of(event: Event) -> list[tuple[str, Any, Any]]:
    listed = event.stages.order_by("number")
    return [
        (each.system, each.options.get("rounds"), each.options.get("places")) for each in listed
    ]


def test_an_event_is_planned_with_its_stages_and_staff_and_opened(desk):
    arbiter, helper = make_user("arbiter"), make_user("helper")
    done = desk.post(ADD, NEW | {
        "stages-1-system": "swiss", "stages-1-rounds": "5",
        "stages-2-system": "knockout", "stages-2-places": "4",
        "arbiters": [arbiter.pk, helper.pk], "organisers": [helper.pk], "opens": "on",
    })  # fmt: skip
    assert done.status_code == 302
    event = Event.objects.get()
    assert stages_of(event) == [("swiss", 5, None), ("knockout", None, 4)]
    held = set(event.roles.values_list("user__username", "role"))
    assert held == {
        ("director", "organiser"), ("helper", "organiser"),
        ("arbiter", "arbiter"), ("helper", "arbiter"),
    }  # fmt: skip
    assert event.state == "registration"


def test_a_kind_brings_its_stages_and_points(desk):
    done = desk.post(ADD, NEW | {"preset": "swiss-knockout", "match-games": "1"})
    assert done.status_code == 302
    event = Event.objects.get()
    assert [system for system, _rounds, _places in stages_of(event)] == ["swiss", "knockout"]
    assert event.match["tiebreaks"] == ["BH/C1", "BH", "SB"]
    assert (event.match["games"], event.state) == (1, "draft")


def test_an_address_is_made_from_the_name_and_one_that_is_taken_is_refused(desk):
    assert desk.post(ADD, NEW | {"slug": "", "name": "Lantern Open"}).status_code == 302
    assert Event.objects.get().slug == "lantern-open"
    refused = desk.post(ADD, NEW | {"slug": "lantern-open"})
    assert "slug" in errors(refused)
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"preset": "taki-tables"}, "preset"),
        ({"preset": "swiss", "stages-1-system": "swiss"}, "preset"),
        ({"stages-2-system": "knockout"}, "stages-2-system"),
        ({"stages-1-rounds": "3"}, "stages-1-system"),
        ({"stages-1-system": "swiss", "stages-1-rounds": "0"}, "stages-1-rounds"),
        ({"stages-1-system": "knockout", "stages-1-groups": "2"}, "stages-1-groups"),
        (
            {"stages-1-system": "swiss", "stages-2-system": "knockout", "stages-2-days": "999"},
            "stages-2-days",
        ),
        ({"match-games": "11"}, "match-games"),
        ({"tak-size": "9"}, "tak-size"),
        ({"match-stakes-scheme": "university", "match-stakes-ante": "-1"}, "match-stakes-scheme"),
    ],
)
def test_a_bad_combination_is_an_error_of_its_field_and_nothing_is_made(desk, given, field):
    user = make_user("helper")
    refused = desk.post(ADD, NEW | given | {"opens": "on", "arbiters": [user.pk]})
    assert field in errors(refused)
    assert not Event.objects.exists()


def test_a_role_for_nobody_leaves_no_event_behind(desk):
    refused = desk.post(ADD, NEW | {"arbiters": ["9999"], "opens": "on"})
    assert "arbiters" in errors(refused)
    assert not Event.objects.exists()
