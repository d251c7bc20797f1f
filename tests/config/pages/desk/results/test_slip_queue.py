"""What the queue of slips asks of the server: one line, once."""

import pytest
from django.urls import reverse

from tests.builders import acting, make_event, make_user, published_round
from tournaments.models import Event, Result
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss():
    return make_user("boss")


@pytest.fixture
def desk(client, boss):
    published_round(make_event(organiser=boss, slug="cup", games=1))
    client.force_login(boss)
    return client


def send(desk, line, key="one"):
    headers = {"Idempotency-Key": key}
    address = reverse("pages:manage-slip", args=["cup"])
    return desk.post(address, {"line": line, "round": "1"}, headers=headers)


def test_a_saved_line_says_its_table(desk):
    answer = send(desk, "1r")
    assert answer.status_code == 200
    assert "Table 1" in answer.json()["text"]
    assert Result.objects.get().slot.pairing.table == 1


def test_a_line_sent_twice_is_saved_once(desk):
    first, second = send(desk, "1r"), send(desk, "1r")
    assert second.status_code == 200
    assert second.json() == first.json()
    assert Result.objects.count() == 1


def test_a_refused_line_says_why_and_may_be_sent_again(desk):
    for _attempt in range(2):
        answer = send(desk, "99r")
        assert answer.status_code == 422
        assert "no table 99" in answer.json()["text"]
    assert not Result.objects.exists()


def test_a_line_is_never_sent_by_an_address(desk):
    assert desk.get(reverse("pages:manage-slip", args=["cup"])).status_code == 405


def test_a_typed_u_leaves_what_is_more_than_a_result(desk, boss):
    for line in ("1r", "2r"):
        assert send(desk, line, key=line).status_code == 200
    closed = rounds.close_round(actor=acting(boss), event_id=Event.objects.get().pk, number=1)
    answer = send(desk, "u")
    assert answer.status_code == 422
    assert "not a result" in answer.json()["text"]
    closed.refresh_from_db()
    assert closed.state == "closed"
    assert Result.objects.filter(current=True).count() == 2
