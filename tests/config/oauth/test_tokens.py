"""A program gets tokens of those who allow it, and acts for them."""

import hashlib
from datetime import timedelta

import pytest
from django.utils import timezone
from oauth2_provider.models import AccessToken, Grant, RefreshToken

from config.access.accounts import after_password_change
from config.access.closing import close_account
from config.jobs import forget_tokens_of_applications
from config.models import Consent, UsedCode
from config.oauth.applications import remove_application, switch_application
from config.oauth.consents import revoke_consent
from tests.builders import acting, make_player, make_user
from tests.config.oauth.programs import bearer, make_program, status_of
from tournaments.actor import SYSTEM, Actor
from tournaments.models import JournalLine

KINDS = ("confidential", "public")


@pytest.fixture
def ada():
    player = make_player("Ada")
    assert player.user is not None
    return player.user


@pytest.mark.parametrize("kind", KINDS)
def test_who_allowed_it_is_said_by_me(ada, kind):
    program = make_program(kind)
    answer = program.answer_of(ada)
    assert answer["state"] == "kept"
    assert answer["iss"] == "http://testserver"
    given = program.exchange(answer["code"])
    assert (given.status_code, given["Cache-Control"]) == (200, "no-store")
    tokens = given.json()
    assert {name: tokens[name] for name in ("token_type", "scope", "expires_in")} == {
        "token_type": "Bearer", "scope": "play", "expires_in": 3600,
    }  # fmt: skip
    me = bearer(tokens["access_token"]).get("/api/v1/me/").json()
    assert me["user"] == ada.get_username()
    assert me["player"]["name"] == "Ada"
    assert me["scopes"] == ["play"]
    assert me["application"] == program.application.client_id


def test_only_digests_are_stored(ada):
    program = make_program()
    tokens = program.tokens_of(ada)
    program.application.refresh_from_db()
    assert program.application.client_secret == digest(program.secret)
    (access,), (refresh,) = AccessToken.objects.all(), RefreshToken.objects.all()
    assert (access.token, access.token_checksum) == ("", digest(tokens["access_token"]))
    assert (refresh.token, refresh.token_checksum) == ("", digest(tokens["refresh_token"]))
    assert not Grant.objects.exists()


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_journal_says_which_application_acted(ada):
    program = make_program(name="Chat bot")
    client = bearer(program.tokens_of(ada, scope="organise")["access_token"])
    made = client.post("/api/v1/events/", {"slug": "spring", "name": "Spring"}, format="json")
    assert made.status_code == 201
    line = JournalLine.objects.get(action="event.created")
    assert line.actor["user"] == ada.pk
    assert line.actor["application"] == program.application.pk
    assert Actor.from_json(line.actor).application_id == program.application.pk
    shown = client.get("/api/v1/events/spring/journal/").json()["results"][0]
    assert shown["by"] == {"kind": "user", "name": "Ada", "application": "Chat bot"}


def test_a_line_of_an_account_alone_names_no_application(ada):
    program = make_program()
    program.tokens_of(ada)
    line = JournalLine.objects.get(action="account.application_allowed")
    assert line.after == {"application": program.application.pk, "scopes": ["play"]}
    assert "application" not in line.actor


def test_a_scope_allows_what_it_says_and_no_more(ada):
    client = bearer(make_program().tokens_of(ada, scope="play")["access_token"])
    refused = client.post("/api/v1/events/", {"slug": "x", "name": "X"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    handle = {"site": "discord", "name": "ada"}
    player = ada.player.public_id
    added = client.post(f"/api/v1/players/{player}/handles/", handle, format="json")
    assert added.status_code == 201


def test_without_a_scope_it_reads(ada):
    assert make_program().tokens_of(ada, scope=None)["scope"] == "read"


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("get", "me/tokens/"),
        ("post", "me/tokens/"),
        ("post", "me/tokens/1/revoke/"),
        ("get", "me/applications/"),
        ("get", "applications/"),
        ("post", "applications/"),
        ("post", "me/close/"),
    ],
)
def test_an_application_touches_neither_tokens_nor_the_account(ada, method, address):
    bodies = {
        "me/tokens/": {"name": "x", "scopes": ["read"]},
        "applications/": {
            "name": "x",
            "redirect_uris": ["https://x.example/"],
            "client_type": "public",
        },
        "me/close/": {"password": "correct horse"},
    }
    scope = "read play organise club"
    client = bearer(make_program().tokens_of(ada, scope=scope)["access_token"])
    body = bodies.get(address, {}) if method == "post" else None
    answer = getattr(client, method)(f"/api/v1/{address}", body, format="json")
    assert answer.status_code == 403
    assert answer.json()["code"] in ("not_for_applications", "scope_not_held")


@pytest.mark.parametrize("kind", KINDS)
def test_a_refresh_token_is_used_once(ada, kind):
    program = make_program(kind)
    first = program.tokens_of(ada)
    second = program.renew(first["refresh_token"]).json()
    assert status_of(second["access_token"]) == 200
    assert status_of(first["access_token"]) == 401
    assert second["refresh_token"] != first["refresh_token"]
    # Whoever sends it again has stolen it, or was robbed: the whole chain ends.
    again = program.renew(first["refresh_token"])
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert status_of(second["access_token"]) == 401
    assert program.renew(second["refresh_token"]).status_code == 400


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_program_gives_its_tokens_back(ada, kind, which):
    program = make_program(kind)
    tokens = program.tokens_of(ada)
    assert program.send("/api/oauth/revoke/", token=tokens[which]).status_code == 200
    assert status_of(tokens["access_token"]) == 401
    assert program.renew(tokens["refresh_token"]).status_code == 400
    assert Consent.objects.get().revoked_at is not None


def revoked_by_owner(user, application):
    revoke_consent(actor=acting(user), client_id=application.client_id)


def new_password(user, application):
    user.set_password("another horse")
    user.save()
    after_password_change(user)


def closed(user, application):
    close_account(actor=acting(user), password="correct horse")


def made_inactive(user, application):
    type(user).objects.filter(pk=user.pk).update(is_active=False)


def removed_by_maker(user, application):
    maker = acting(application.user)
    remove_application(actor=maker, client_id=application.client_id)


def maker_closed(user, application):
    close_account(actor=acting(application.user), password="correct horse")


def switched_off(user, application):
    switch_application(actor=SYSTEM, application_id=application.pk, on=False)


def expired(user, application):
    past = timezone.now() - timedelta(days=365)
    AccessToken.objects.update(expires=past)


@pytest.mark.parametrize(
    "end",
    [
        revoked_by_owner,
        new_password,
        closed,
        made_inactive,
        removed_by_maker,
        maker_closed,
        switched_off,
        expired,
    ],
)
def test_what_ends_tokens(ada, end):
    program = make_program()
    tokens, code = program.tokens_of(ada), program.code_of(ada)
    end(ada, program.application)
    assert status_of(tokens["access_token"]) == 401
    assert program.renew(tokens["refresh_token"]).json()["error"]
    if end is not expired:
        assert program.exchange(code).json()["error"]


def test_what_was_switched_off_works_again_when_it_is_switched_on(ada):
    program = make_program()
    token = program.tokens_of(ada)["access_token"]
    site = acting(make_user(staff=True))
    for on, status in ((False, 401), (False, 401), (True, 200)):
        switch_application(actor=site, application_id=program.application.pk, on=on)
        assert status_of(token) == status
    done = JournalLine.objects.filter(action__startswith="application.switched")
    assert done.count() == 2


def test_others_go_on_when_one_takes_it_back(ada):
    program, bo = make_program(), make_user("bo")
    first, second = program.tokens_of(ada), program.tokens_of(bo)
    revoke_consent(actor=acting(ada), client_id=program.application.client_id)
    assert status_of(first["access_token"]) == 401
    assert status_of(second["access_token"]) == 200


def test_a_second_consent_adds_to_the_first(ada):
    program = make_program()
    play = program.tokens_of(ada, scope="play")
    program.tokens_of(ada, scope="club")
    assert Consent.objects.get().scopes == ["club", "play"]
    # The tokens that it has are not widened.
    assert bearer(play["access_token"]).get("/api/v1/me/").json()["scopes"] == ["play"]


def test_it_is_noted_when_it_was_used(ada):
    token = make_program().tokens_of(ada)["access_token"]
    assert Consent.objects.get().last_used_at is None
    status_of(token)
    first = Consent.objects.get().last_used_at
    status_of(token)
    assert Consent.objects.get().last_used_at == first is not None


def test_what_has_expired_is_forgotten(ada):
    program, other = make_program(), make_program()
    program.tokens_of(ada)
    other.tokens_of(ada)
    long_ago = timezone.now() - timedelta(days=365)
    AccessToken.objects.filter(application=program.application).update(expires=long_ago)
    forget_tokens_of_applications()
    assert [row.application for row in AccessToken.objects.all()] == [other.application]
    assert [row.application for row in RefreshToken.objects.all()] == [other.application]
    live = Consent.objects.filter(revoked_at=None)
    assert [row.application for row in live] == [other.application]


def test_a_program_asks_what_its_token_is_worth(ada):
    program = make_program()
    token = program.tokens_of(ada)["access_token"]
    found = program.send("/api/oauth/introspect/", token=token).json()
    assert found["active"] is True
    assert found["username"] == ada.get_username()
    assert found["scope"] == "play"
    assert found["exp"] - found["iat"] == pytest.approx(3600, abs=2)
    revoke_consent(actor=acting(ada), client_id=program.application.client_id)
    ended = program.send("/api/oauth/introspect/", token=token).json()
    assert ended["active"] is False


def test_the_metadata_name_every_door(client):
    answer = client.get("/.well-known/oauth-authorization-server")
    assert answer["Access-Control-Allow-Origin"] == "*"
    found = answer.json()
    assert found["issuer"] == "http://testserver"
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert found["scopes_supported"] == ["read", "play", "organise", "club"]
    doors = {name: found[f"{name}_endpoint"] for name in ("token", "revocation", "introspection")}
    for address in doors.values():
        assert client.post(address.removeprefix("http://testserver")).json()["error"]
    assert found["authorization_endpoint"] == "http://testserver/oauth/authorize/"


def test_a_code_that_is_used_twice_ends_what_it_gave(ada):
    """RFC 6749, 4.1.2: somebody else has it. Also what was renewed since."""
    program, other = make_program(), make_program("public")
    code, kept = program.code_of(ada), program.tokens_of(ada)["access_token"]
    first = program.exchange(code).json()
    renewed = program.renew(first["refresh_token"]).json()
    assert other.exchange(code).json()["error"] == "invalid_grant"
    assert status_of(renewed["access_token"]) == 200  # another application ends nothing
    again = program.exchange(code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert status_of(first["access_token"]) == status_of(renewed["access_token"]) == 401
    assert program.renew(renewed["refresh_token"]).json()["error"] == "invalid_grant"
    assert status_of(kept) == 200  # of another code


def test_two_at_once_with_one_code_get_tokens_once(ada):
    """Both have found the code; the later one ends what the earlier one got."""
    program = make_program()
    code = program.code_of(ada)
    grant = Grant.objects.get(code=code)
    first = program.exchange(code).json()
    grant.save(force_insert=True)  # as the later one has read it
    assert program.exchange(code).json()["error"] == "invalid_grant"
    assert status_of(first["access_token"]) == 401
    assert not AccessToken.objects.exists()


def test_used_codes_are_forgotten_after_a_day(ada):
    program = make_program()
    program.tokens_of(ada)
    forget_tokens_of_applications()
    assert UsedCode.objects.count() == 1
    UsedCode.objects.update(forgotten_at=timezone.now() - timedelta(seconds=1))
    forget_tokens_of_applications()
    assert not UsedCode.objects.exists()
