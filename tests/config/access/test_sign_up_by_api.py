"""Signing up by API: as open, as closed and as limited as the page."""

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from config.access.guess_limits import SIGN_UPS
from tests.builders import make_user

ASKED = {"username": "noa", "password": "hedgehog-piano", "name": "Noa Reed"}


@pytest.fixture(autouse=True)
def _somebody_was_here_before():
    make_user("first")


def sign_up(**changes):
    return APIClient().post("/api/v1/accounts/", ASKED | changes, format="json")


def has_account():
    return get_user_model().objects.filter(username="noa").exists()


def test_an_account_with_its_player():
    answer = sign_up()
    assert (answer.status_code, answer.json()["user"]) == (201, "noa")
    assert answer.json()["player"]["name"] == "Noa Reed"
    assert get_user_model().objects.get(username="noa").check_password(ASKED["password"])


def test_an_account_without_a_player():
    assert sign_up(name="").json()["player"] is None


@pytest.mark.parametrize(
    ("changes", "status"), [({"password": "12345678"}, 400), ({"username": "FIRST"}, 409)]
)
def test_what_is_wrong_is_refused(changes, status):
    assert sign_up(**changes).status_code == status
    assert not has_account()


@pytest.mark.parametrize(
    ("setting", "value", "code"),
    [
        ("SIGN_UP", "closed", "sign_up_closed"),
        ("SIGN_UP", "invited", "invitation_needed"),
        ("REQUIRE_EMAIL", True, "verified_on_page"),
    ],
)
def test_where_the_page_refuses_the_api_does(settings, setting, value, code):
    setattr(settings, setting, value)
    answer = sign_up()
    assert (answer.status_code, answer.json()["code"]) == (403, code)
    assert not has_account()


def test_many_accounts_from_one_address_are_429():
    for _each in range(SIGN_UPS.most):
        SIGN_UPS.take("127.0.0.1")
    answer = sign_up()
    assert answer.status_code == 429
    assert "Retry-After" in answer
    assert not has_account()
