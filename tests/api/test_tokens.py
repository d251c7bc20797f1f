"""Tokens: shown once, kept as a digest, narrowed by scopes, refused when dead."""

import hashlib
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from config.access.tokens import MAX_TOKENS, create_token
from config.models import ApiToken
from tests.api.world import client_of
from tests.clients import text_of


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


def test_a_write_looks_for_its_token_once(ann):
    writer = client_of("ann", "write")
    with CaptureQueriesContext(connection) as asked:
        answer = writer.post("/api/v1/players/", {"name": "Noa"}, format="json")
    assert answer.status_code == 201
    looked = [query for query in asked if 'FROM "config_apitoken"' in query["sql"]]
    assert len(looked) == 1


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


def command(*words):
    out = StringIO()
    call_command("token", *words, stdout=out)
    return out.getvalue()


def test_the_command_makes_a_token_for_some_days(ann):
    secret = command("create", "--user", "ann", "--days", "3").strip()
    token = ApiToken.objects.get()
    assert token.expires_at is not None
    assert timedelta(days=2) < token.expires_at - timezone.now() <= timedelta(days=3)
    assert me(secret).status_code == 200
    with pytest.raises(CommandError, match="1 to"):
        command("create", "--user", "ann", "--days", "0")


def test_the_command_lists_tokens_without_their_secrets_and_revokes_one(ann):
    desk = command("create", "--user", "ann", "--name", "desk", "--scopes", "read").strip()
    phone = command("create", "--user", "ann", "--name", "phone").strip()
    lines = command("list", "--user", "ann").splitlines()
    assert [line.split("\t")[-1] for line in lines] == ["phone", "desk"]
    assert desk not in "".join(lines)
    number = lines[1].split("\t")[0]
    assert "revoked" in command("revoke", "--user", "ann", number)
    command("revoke", "--user", "ann", number)  # a second time changes nothing
    assert (me(desk).status_code, me(phone).status_code) == (401, 200)
    assert "revoked" in command("list", "--user", "ann").splitlines()[1]


def test_the_command_revokes_no_token_of_another_account(ann):
    get_user_model().objects.create_user(username="ben")
    token, secret = create_token(username="ann")
    with pytest.raises(CommandError, match="no token"):
        command("revoke", "--user", "ben", str(token.pk))
    assert me(secret).status_code == 200


def test_an_account_makes_lists_and_revokes_its_tokens(ann):
    client = client_of("ann")
    asked = {"name": "wall", "scopes": ["read"], "days": 30}
    made = client.post("/api/v1/me/tokens/", asked, format="json")
    assert (made.status_code, made["Cache-Control"]) == (201, "no-store")
    secret = made.json()["token"]
    assert me(secret).json()["scopes"] == ["read"]
    listed = client.get("/api/v1/me/tokens/").json()["results"]
    assert [(row["name"], "token" in row) for row in listed] == [("wall", False), ("", False)]
    address = f"/api/v1/me/tokens/{made.json()['id']}/revoke/"
    assert client.post(address, {}, format="json").json()["revoked_at"]
    assert me(secret).status_code == 401
    assert len(client.get("/api/v1/me/tokens/").json()["results"]) == 1


def test_a_token_of_somebody_else_is_not_there(ann):
    get_user_model().objects.create_user(username="ben")
    token, _secret = create_token(username="ann")
    address = f"/api/v1/me/tokens/{token.pk}/revoke/"
    assert client_of("ben").post(address, {}, format="json").status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


@pytest.mark.parametrize("scopes", [None, ["write"], ["read", "write"]])
def test_a_narrow_token_makes_none_that_may_do_more(ann, scopes):
    asked = {"name": "x"} | ({"scopes": scopes} if scopes else {})
    answer = client_of("ann", "read").post("/api/v1/me/tokens/", asked, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_not_held")
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(("days", "status"), [(None, 403), (4, 403), (3, 403), (2, 201), (1, 201)])
def test_a_token_makes_none_that_ends_later(ann, days, status):
    _token, secret = create_token(username="ann", days=3)
    asked = {"name": "x"} | ({"days": days} if days else {})
    answer = client_with(secret).post("/api/v1/me/tokens/", asked, format="json")
    assert answer.status_code == status
    assert status == 201 or answer.json()["code"] == "longer_lived"


def test_a_narrow_token_revokes_none_that_may_do_more(ann):
    wide, _secret = create_token(username="ann", scopes=("play", "club"))
    same, _secret = create_token(username="ann", scopes=("play",))
    client = client_of("ann", "play")
    statuses = [
        client.post(f"/api/v1/me/tokens/{token.pk}/revoke/", {}, format="json").status_code
        for token in (wide, same)
    ]
    assert statuses == [403, 200]


def test_an_account_has_a_share_of_tokens(ann):
    client = client_of("ann")
    for _number in range(MAX_TOKENS - 1):
        create_token(username="ann")
    answer = client.post("/api/v1/me/tokens/", {"name": "x"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tokens")


class TestPage:
    address = "/me/tokens/"

    def test_who_is_not_logged_in_is_sent_to_log_in(self, client):
        answer = client.get(self.address)
        assert (answer.status_code, answer["Location"]) == (302, "/login/?next=/me/tokens/")

    def test_a_token_is_made_shown_once_and_revoked(self, client, ann):
        client.force_login(ann)
        asked = {"do": "create", "name": "<b>wall</b>", "scope": "read", "days": "30"}
        page = client.post(self.address, asked)
        secret = page.context["secret"]
        assert (page.status_code, "no-store" in page["Cache-Control"]) == (200, True)
        assert secret in text_of(page)
        assert me(secret).json()["scopes"] == ["read"]
        again = text_of(client.get(self.address))
        assert "read what I may read" in again
        assert secret not in again
        assert "&lt;b&gt;wall" in again
        token = ApiToken.objects.get()
        client.post(self.address, {"do": "revoke", "token": token.pk})
        assert me(secret).status_code == 401

    def test_a_token_has_the_scopes_that_are_ticked(self, client, ann):
        client.force_login(ann)
        asked = {"do": "create", "name": "bot", "scope": ["organise", "play"], "days": "30"}
        page = client.post(self.address, asked)
        assert me(page.context["secret"]).json()["scopes"] == ["organise", "play"]
        shown = text_of(client.get(self.address))
        assert "play for me: entries, games, times, byes" in shown
        assert "everything that I may do ·" not in shown

    @pytest.mark.parametrize(
        "wrong", [{"name": ""}, {"days": "0"}, {"days": "x"}, {"scope": "y"}, {"scope": []}]
    )
    def test_what_is_wrong_is_said_at_its_field(self, client, ann, wrong):
        client.force_login(ann)
        page = client.post(
            self.address, {"do": "create", "name": "n", "days": "3", "scope": "play"} | wrong
        )
        assert page.status_code == 422
        assert list(page.context["form"].errors) == list(wrong)
        assert not ApiToken.objects.exists()

    @pytest.mark.parametrize("number", ["", "x", "9" * 400])
    def test_a_number_that_is_no_token_revokes_nothing(self, client, ann, number):
        client.force_login(ann)
        create_token(username="ann")
        assert client.post(self.address, {"do": "revoke", "token": number}).status_code == 302
        assert ApiToken.objects.get().revoked_at is None
