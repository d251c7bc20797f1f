"""A program changes the password of its account, as the page does."""

import pytest

from config.models import ApiToken
from tests.api.world import client_of
from tests.builders import make_user
from tests.clients import signed_in
from tournaments.models import JournalLine

OLD, NEW = "correct horse", "hedgehog-piano"
ADDRESS = "/api/v1/me/password/"


@pytest.fixture
def user():
    user = make_user("ada")
    user.set_password(OLD)
    user.save()
    return user


def change(client, password=OLD, new_password=NEW, **headers):
    body = {"password": password, "new_password": new_password}
    return client.post(ADDRESS, body, format="json", headers=headers)


def test_a_new_password_ends_every_token_and_session(user):
    browser, other, mine = signed_in(user), client_of("ada"), client_of("ada")
    assert change(mine).status_code == 204
    user.refresh_from_db()
    assert user.check_password(NEW)
    assert not ApiToken.objects.filter(revoked_at=None).exists()
    for client in (mine, other, browser):
        assert client.get("/api/v1/me/").status_code == 401
    assert JournalLine.objects.filter(action="account.new_password").count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"password": "wrong"}, "password"),
        ({"new_password": "ada"}, "new_password"),
        ({"new_password": "12345678"}, "new_password"),
    ],
)
def test_a_wrong_or_a_weak_password_changes_nothing(user, body, field):
    refused = change(client_of("ada"), **body)
    assert refused.status_code == 400
    assert [error["field"] for error in refused.json()["errors"]] == [field]
    user.refresh_from_db()
    assert user.check_password(OLD)


def test_guesses_are_slowed_down_with_a_key_too(user):
    client = client_of("ada")
    for _number in range(6):
        assert change(client, "wrong").status_code == 400
    assert change(client).status_code == 400  # not even looked at
    refused = change(client, **{"Idempotency-Key": "k"})
    assert refused.json()["code"] == "idempotency_key_not_taken"


def test_a_narrowed_token_does_not_change_it(user):
    refused = change(client_of("ada", "play", "organise"))
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_not_held")
