"""Tokens: shown once, kept as a digest, narrowed by scopes, refused when dead."""

import hashlib
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.test import APIClient

from config.models import ApiToken
from config.tokens import create_token
from tests.api.world import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return get_user_model().objects.create_user(username="ann")


def client_with(secret, word="Bearer"):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"{word} {secret}")
    return client


def me(secret):
    return client_with(secret).get("/api/v1/me/")


def test_the_command_prints_a_token_that_works(ann):
    out = StringIO()
    call_command("token", "create", "--user", "ann", "--name", "desk", stdout=out)
    secret = out.getvalue().strip()
    assert secret.startswith("rh_")
    assert me(secret).json()["user"] == "ann"
    token = ApiToken.objects.get()
    assert token.digest == hashlib.sha256(secret.encode()).hexdigest()
    assert secret not in str(vars(token))
    assert token.last_used_at is not None


def test_the_command_refuses_unknown_users_and_scopes(ann):
    with pytest.raises(CommandError, match="no user ben"):
        call_command("token", "create", "--user", "ben")
    with pytest.raises(CommandError, match="no scope fly"):
        call_command("token", "create", "--user", "ann", "--scopes", "read", "fly")


def test_a_token_that_may_only_read_writes_nothing(ann):
    reader = client_of("ann", "read")
    assert reader.get("/api/v1/events/").status_code == 200
    assert reader.get("/api/v1/me/").json()["scopes"] == ["read"]
    answer = reader.post("/api/v1/players/", {"name": "Noa"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    writer = client_of("ann", "write")
    assert writer.post("/api/v1/players/", {"name": "Noa"}, format="json").status_code == 201


@pytest.mark.parametrize("kill", ["revoke", "expire", "switch off"])
def test_a_dead_token_is_refused(ann, kill):
    token, secret = create_token(username="ann")
    assert me(secret).status_code == 200
    past = timezone.now() - timedelta(seconds=1)
    if kill == "revoke":
        token.revoked_at = past
    if kill == "expire":
        token.expires_at = past
    token.save()
    if kill == "switch off":
        ann.is_active = False
        ann.save()
    assert me(secret).status_code == 401


@pytest.mark.parametrize("header", ["", "a b", "ü"])
def test_a_malformed_header_is_refused(ann, header):
    assert client_with(header).get("/api/v1/me/").status_code == 401


def test_another_scheme_is_not_ours(ann):
    _token, secret = create_token(username="ann")
    assert client_with(secret, "bearer").get("/api/v1/me/").status_code == 200
    assert client_with(secret, "Basic").get("/api/v1/me/").status_code == 401
