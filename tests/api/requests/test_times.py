"""A time without its offset is refused wherever one is taken, and a time is set for its game."""

import pytest
from django.utils import timezone

from games import services as games
from tests.api.world import make_event, make_people, seat_together
from tests.builders import make_event as build_event
from tests.builders import make_user, published_round
from tests.clients import api_client
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.services.events import roles

NAIVE = "2036-12-01T19:00:00"


@pytest.fixture
def world(db):
    return make_people()


@pytest.mark.parametrize(
    ("address", "body", "field"),
    [
        ("pairings/{pairing}/time/", {"number": 1, "play_at": NAIVE}, "play_at"),
        ("events/spring/rounds/{round}/times/", {"closes_at": NAIVE}, "closes_at"),
        ("events/spring/rounds/{round}/times/", {"opens_at": NAIVE}, "opens_at"),
        ("events/spring/rounds/{round}/postpone/", {"until": NAIVE, "reason": "snow"}, "until"),
        ("pairings/{pairing}/no-show/", {"seats": [1], "noticed_at": NAIVE}, "noticed_at"),
        (
            "pairings/{pairing}/rule/",
            {"number": 1, "outcome": {"kind": "postponed", "until": NAIVE}, "reason": "snow"},
            "outcome.until",
        ),
        (
            "pairings/{pairing}/rule/preview/",
            {"number": 1, "outcome": {"kind": "double_forfeit", "noticed_at": NAIVE}},
            "outcome.noticed_at",
        ),
    ],
)
def test_a_time_without_its_offset_is_refused(world, address, body, field):
    make_event(world, "spring", until="published")
    pairing = seat_together(world, "spring")
    path = address.format(pairing=pairing["id"], round=pairing["round"])
    answer = world.clients["organiser"].post(f"/api/v1/{path}", body, format="json")
    assert answer.status_code == 400
    assert [(e["field"], e["code"]) for e in answer.json()["errors"]] == [(field, "naive")]


@pytest.mark.parametrize("name", ["opens_at", "closes_at"])
def test_the_times_of_the_registration_too(world, name):
    make_event(world, "open", until="registration")
    body = {"registration": {name: NAIVE}}
    answer = world.clients["organiser"].patch("/api/v1/events/open/", body, format="json")
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert (error["field"], error["code"]) == (f"registration.{name}", "naive")


def test_a_service_refuses_what_no_serializer_has_seen():
    pairing = published_round(build_event(entries=2)).pairings.get()
    with pytest.raises(InvalidInput) as refused:
        games.rule_slot(
            actor=SYSTEM, pairing_id=pairing.pk, number=1, reason="snow",
            outcome={"kind": "postponed", "until": NAIVE},
        )  # fmt: skip
    assert refused.value.details["problem_code"] == "naive"


def test_the_time_of_a_second_game_is_its_own_and_the_answer_has_its_games():
    event = build_event(entries=2)
    pairing = published_round(event).pairings.get()
    staff = make_user()
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=staff.pk, role="arbiter")
    first = games.submit_game(
        actor=SYSTEM, pairing_id=pairing.pk, number=1, claim={"result": "R-0"}
    )
    when = timezone.now().replace(microsecond=0)
    answer = api_client(staff).post(
        f"/api/v1/pairings/{pairing.pk}/time/",
        {"number": 2, "play_at": when.isoformat()},
        format="json",
    )
    assert answer.status_code == 200, answer.content
    one, two = answer.json()["slots"]
    assert (one["number"], one["play_at"], one["games"]) == (1, None, [first.public_id])
    assert (two["number"], two["play_at"], two["games"]) == (2, when.isoformat(), [])
