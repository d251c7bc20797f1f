"""Closing one's own account, by page and by API."""

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from config.access.guess_limits import OLD_PASSWORDS
from config.access.tokens import create_token
from tests.builders import make_event
from tournaments.actor import SYSTEM
from tournaments.models import JournalLine, Player
from tournaments.services.people import people

PASSWORD = "hedgehog-piano"


@pytest.fixture
def ann():
    user = get_user_model().objects.create_user(
        username="ann", password=PASSWORD, email="ann@tak.example"
    )
    people.create_player(actor=SYSTEM, name="Ann Reed", user_id=user.pk)
    return user


def close(user, password=PASSWORD, scopes=()):
    client = APIClient()
    _token, secret = create_token(username=user.username, scopes=scopes)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client.post("/api/v1/me/close/", {"password": password}, format="json"), client


def is_closed(user):
    user.refresh_from_db()
    return not user.is_active


def test_the_account_is_erased_and_the_player_stays(ann):
    answer, client = close(ann)
    assert answer.status_code == 204
    assert is_closed(ann)
    assert (ann.username, ann.email, ann.has_usable_password()) == (f"closed-{ann.pk}", "", False)
    assert Player.objects.get(name="Ann Reed").user is None
    assert client.get("/api/v1/me/").status_code == 401
    assert JournalLine.objects.filter(action="account.closed").count() == 1


def test_the_page_asks_for_the_password_and_signs_out(client, ann):
    client.force_login(ann)
    wrong = client.post("/me/close/", {"password": "a guess"})
    assert (wrong.status_code, is_closed(ann)) == (422, False)
    assert client.post("/me/close/", {"password": PASSWORD}).status_code == 302
    assert is_closed(ann)
    assert client.get("/me/").status_code == 302


def test_guesses_at_the_password_are_slowed_down(ann):
    for _each in range(OLD_PASSWORDS.free + 1):
        assert close(ann, "a guess")[0].status_code == 400
    assert close(ann)[0].status_code == 400  # the right one has to wait too
    assert not is_closed(ann)


@pytest.mark.parametrize("scopes", [("read",), ("play", "organise", "club", "site")])
def test_a_narrow_token_closes_nothing(ann, scopes):
    assert close(ann, scopes=scopes)[0].json()["code"] == "scope_not_held"
    assert not is_closed(ann)


def test_staff_give_their_roles_to_others_first(ann):
    make_event(organiser=ann, slug="cup")
    answer, _client = close(ann)
    assert (answer.status_code, answer.json()["code"]) == (409, "still_staff")
    assert not is_closed(ann)


def test_site_staff_do_not_close_their_account(ann):
    get_user_model().objects.filter(pk=ann.pk).update(is_staff=True)
    assert close(ann)[0].json()["code"] == "still_staff"
