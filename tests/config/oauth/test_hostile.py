"""What an attacker, or a careless program, tries at the doors of OAuth 2."""

import base64
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Grant

from config.models import Application, Consent
from config.oauth.redirect_uris import read_redirect_uris
from tests.builders import make_user
from tests.clients import signed_in, text_of
from tests.config.oauth.programs import (
    AUTHORIZE,
    BACK,
    INTROSPECT,
    REVOKE,
    TOKEN,
    VERIFIER,
    challenge_of,
    make_program,
    status_of,
    told,
)
from tournaments.errors import DomainError

KINDS = ("confidential", "public")
OTHER_VERIFIER = VERIFIER[::-1]


@pytest.fixture
def ada():
    return make_user("ada")


@pytest.mark.parametrize(
    "uri",
    [
        "https://bot.example/back/",
        "https://bot.example/back/../other",
        "https://bot.example/back?more=1",
        "https://bot.example/back?",
        "https://bot.example/back#part",
        "https://bot.example/back#",
        "https://bot.example/Back",
        "https://bot.example/%62ack",
        "https://bot.example:8443/back",
        "https://bot.example.evil.example/back",
        "https://evil.example/back",
        "https://bot.example@evil.example/back",
        "https://ada@bot.example/back",
        "https://evil.example\\@bot.example/back",
        "https://bot.example\\.evil.example/back",
        "http://bot.example/back",
        "//bot.example/back",
        "/back",
        "javascript:alert(1)//bot.example/back",
        "https://bot.example/back https://evil.example/",
        "",
    ],
)
@pytest.mark.parametrize("do", ["allow", "decline", ""])
def test_nobody_is_sent_to_an_address_that_is_not_registered(ada, uri, do):
    program = make_program(redirect_uris=[BACK, "https://bot.example/second"])
    client, address = signed_in(ada), program.address(redirect_uri=uri)
    answer = client.post(address, {"do": do}) if do else client.get(address)
    page = text_of(answer, 400)
    assert "evil.example" not in page.replace("%", "").split("</nav>")[-1].split("<footer")[0]
    assert not Grant.objects.exists()


@pytest.mark.parametrize("twice", ["redirect_uri", "client_id", "scope", "response_type"])
def test_a_parameter_stands_once(ada, twice):
    asked = make_program().question()
    query = f"{urlencode(asked)}&{urlencode({twice: asked[twice]})}"
    assert signed_in(ada).get(f"{AUTHORIZE}?{query}").status_code == 400


@pytest.mark.parametrize("query", ["", "client_id=nobody", "client_id=%zz", "%ff=%ff", "a=" * 99])
def test_a_request_of_nobody_is_answered_with_a_page(client, query):
    answer = client.get(f"{AUTHORIZE}?{query}")
    assert (answer.status_code, answer["X-Frame-Options"]) == (400, "DENY")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": VERIFIER, "code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": "S512"}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge": "a" * 500}, "invalid_request"),
        ({"scope": "site"}, "invalid_scope"),
        ({"scope": "write"}, "invalid_scope"),
        ({"scope": "play openid"}, "invalid_scope"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code token"}, "unauthorized_client"),
        ({"response_type": None}, "unsupported_response_type"),
    ],
)
def test_a_wrong_request_is_told_to_the_program_and_gives_no_code(ada, changes, error):
    program = make_program("public")
    for do in ("allow", "decline"):
        answer = program.answer_of(ada, do, **changes)
        assert answer["error"] in (error, "invalid_request")
        assert (answer["state"], answer["iss"]) == ("kept", "http://testserver")
    assert not Consent.objects.exists()
    assert not Grant.objects.exists()


def test_a_wrong_request_leads_nobody_away_who_is_not_signed_in(client):
    answer = client.get(make_program().address(scope="site"))
    page = text_of(answer, 400)
    assert f'href="{BACK}?error=invalid_scope' in page


def test_declining_gives_nothing(ada):
    answer = make_program().answer_of(ada, "decline")
    assert answer == {"error": "access_denied", "state": "kept", "iss": "http://testserver"}
    assert not Consent.objects.exists()


@pytest.mark.parametrize("state", ["<script>", "a&code=x", "x" * 1000, "\u200f state", "%"])
def test_the_state_comes_back_as_it_was_sent(ada, state):
    program = make_program()
    assert program.answer_of(ada, state=state)["state"] == state
    answer = program.answer_of(ada, "decline", state=state)
    assert answer["state"] == state
    assert "code" not in answer


def test_nothing_is_allowed_without_the_button(ada):
    """Neither by a GET, nor by a POST of another site, nor by one that presses nothing."""
    program = make_program()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert strict.get(program.address() + "&do=allow").status_code == 200
    assert strict.post(program.address(), {"do": "allow"}).status_code == 403
    assert signed_in(ada).post(program.address(), {}).status_code == 200
    assert not Consent.objects.exists()
    assert not Grant.objects.exists()


def test_it_is_asked_again_each_time(ada):
    program = make_program()
    program.tokens_of(ada)
    for more in ("", "&approval_prompt=auto", "&prompt=none"):
        assert signed_in(ada).get(program.address() + more).status_code == 200


def test_who_is_not_signed_in_signs_in_first(client, ada):
    program = make_program()
    for send in (client.get, client.post):
        answer = send(program.address())
        assert answer.status_code == 302
        assert answer["Location"].startswith("/login/?next=/oauth/authorize/")
    sent = {"username": "ada", "password": "correct horse"}
    back = client.post(answer["Location"], {**sent, "next": program.address()})
    assert back["Location"] == program.address()
    assert told(client.post(back["Location"], {"do": "allow"}))["code"]


def test_the_page_may_lead_to_the_program_only_and_is_not_framed(ada):
    page = signed_in(ada).get(make_program().address())
    assert "form-action 'self' https://bot.example;" in page["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
    assert "no-store" in page["Cache-Control"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_code_is_used_once(ada, kind):
    program = make_program(kind)
    code = program.code_of(ada)
    assert program.exchange(code).status_code == 200
    again = program.exchange(code)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert not AccessToken.objects.exists()  # the first use is not trusted any more either


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "changes",
    [
        {"code_verifier": None},
        {"code_verifier": ""},
        {"code_verifier": OTHER_VERIFIER},
        {"code_verifier": challenge_of(VERIFIER)},
        {"redirect_uri": "https://bot.example/second"},
        {"redirect_uri": "https://evil.example/"},
        {"code": "guess"},
        {"code": ""},
        {"client_id": "nobody"},
        {"grant_type": "password", "username": "ada", "password": "correct horse"},
        {"grant_type": "client_credentials"},
        {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "x"},
        {"grant_type": "urn:ietf:params:oauth:grant-type:device_code"},
        {"grant_type": "implicit"},
        {"grant_type": None},
    ],
)
def test_what_gives_no_token(ada, kind, changes):
    program = make_program(kind, redirect_uris=[BACK, "https://bot.example/second"])
    body = {"grant_type": "authorization_code", "code": program.code_of(ada), "redirect_uri": BACK}
    answer = program.send(TOKEN, **{**body, "code_verifier": VERIFIER, **changes})
    assert answer.json()["error"]
    assert not AccessToken.objects.exists()


def test_an_old_code_gives_no_token(ada):
    program = make_program()
    code = program.code_of(ada)
    Grant.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert program.exchange(code).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("other", KINDS)
def test_a_program_uses_neither_codes_nor_tokens_of_another(ada, kind, other):
    program, thief = make_program(kind), make_program(other)
    tokens = program.tokens_of(ada)
    assert thief.exchange(program.code_of(ada)).json()["error"] == "invalid_grant"
    assert thief.renew(tokens["refresh_token"]).json()["error"] == "invalid_grant"
    for which in ("access_token", "refresh_token"):
        assert thief.send(REVOKE, token=tokens[which]).status_code == 200
        assert thief.send(INTROSPECT, token=tokens[which]).json() == {"active": False}
    assert status_of(tokens["access_token"]) == 200
    assert program.renew(tokens["refresh_token"]).status_code == 200


@pytest.mark.parametrize("secret", ["", "guess", "digest", None])
@pytest.mark.parametrize("by_header", [True, False])
def test_a_program_with_a_secret_needs_it(ada, secret, by_header):
    program = make_program()
    tokens, code = program.tokens_of(ada), program.code_of(ada)
    told_secret = program.application.client_secret if secret == "digest" else secret
    client_id = program.application.client_id
    pair = base64.b64encode(f"{client_id}:{told_secret}".encode()).decode()
    client = Client(headers={"authorization": f"Basic {pair}"} if by_header else {})
    given = {} if by_header else {"client_id": client_id, "client_secret": told_secret}
    given = {name: value for name, value in given.items() if value is not None}
    renewing = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    exchanging = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
    for address, body in [
        (TOKEN, renewing),
        (TOKEN, {**exchanging, "code_verifier": VERIFIER}),
        (REVOKE, {"token": tokens["access_token"]}),
        (INTROSPECT, {"token": tokens["access_token"]}),
    ]:
        answer = client.post(address, {**body, **given})
        assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    assert status_of(tokens["access_token"]) == 200


def test_a_program_sends_its_secret_by_header(ada):
    program = make_program()
    pair = f"{program.application.client_id}:{program.secret}"
    header = f"Basic {base64.b64encode(pair.encode()).decode()}"
    body = {"grant_type": "authorization_code", "redirect_uri": BACK, "code_verifier": VERIFIER}
    answer = Client(headers={"authorization": header}).post(
        TOKEN, {**body, "code": program.code_of(ada)}
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("scope", ["play club", "club", "write", "site", "play read"])
def test_renewing_widens_no_scope(ada, scope):
    program = make_program()
    tokens = program.tokens_of(ada, scope="play")
    answer = program.renew(tokens["refresh_token"], scope=scope)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_scope")


def test_renewing_may_narrow_it(ada):
    program = make_program()
    tokens = program.tokens_of(ada, scope="play club")
    narrow = program.renew(tokens["refresh_token"], scope="club").json()
    assert narrow["scope"] == "club"
    assert program.renew(narrow["refresh_token"], scope="play").status_code == 400


@pytest.mark.parametrize("which", ["refresh_token", "code"])
def test_only_an_access_token_opens_the_api(ada, which):
    program = make_program()
    tokens = {**program.tokens_of(ada), "code": program.code_of(ada)}
    assert status_of(tokens[which]) == 401
    assert Client().get(f"/api/v1/me/?access_token={tokens['access_token']}").status_code == 401


@pytest.mark.parametrize("address", [TOKEN, REVOKE, INTROSPECT])
def test_the_doors_for_programs_take_no_get_and_no_query(client, address):
    assert client.get(address).status_code == 405
    for query in ("?%zz", "?token=x", "?grant_type=refresh_token"):
        answer = client.post(address + query, {"token": "x", "grant_type": "refresh_token"})
        assert answer.json()["error"]


@pytest.mark.parametrize(
    "uri",
    [
        "http://bot.example/back",
        "http://127.0.0.1.evil.example/",
        "http://localhost.evil.example/",
        "http://0.0.0.0/",
        "https://ada@bot.example/",
        "https://bot.example/#part",
        "https://bot.example/#",
        "https://*.bot.example/",
        "https://bot.example;script-src/",
        "https://bot.example/\\evil",
        "https://bot.example:99999/",
        "https://[::1/",
        "https://bot exämple/",
        "https://bücher.example/",
        "https:///back",
        "javascript:alert(1)",
        "data:text/html,x",
        "com.example.bot:/back",
        "ftp://bot.example/",
        "/back",
        "https://bot.example/" + "a" * 500,
    ],
)
def test_addresses_that_are_not_registered(uri):
    with pytest.raises(DomainError):
        read_redirect_uris([BACK, uri])


@pytest.mark.parametrize("uris", [[], ["", " "], [f"https://bot.example/{n}" for n in range(11)]])
def test_an_application_has_one_to_ten_addresses(uris):
    with pytest.raises(DomainError):
        read_redirect_uris(uris)


OWN = ["http://127.0.0.1/back", "http://127.0.0.1:8400/back", "http://[::1]/back"]


@pytest.mark.parametrize("registered", OWN)
def test_a_program_on_ones_own_machine_chooses_its_port(ada, registered):
    program = make_program("public", redirect_uris=[registered])
    host = registered.partition("//")[2].partition("/")[0]
    bare = host if host.startswith("[") else host.partition(":")[0]
    client, uri = signed_in(ada), f"http://{bare}:53123/back"
    page = client.get(program.address(redirect_uri=uri))
    allowed = "http:" if bare.startswith("[") else f"http://{bare}:53123"
    assert f"form-action 'self' {allowed};" in page["Content-Security-Policy"]
    answer = client.post(program.address(redirect_uri=uri), {"do": "allow"})
    assert answer["Location"].startswith(f"{uri}?")
    code = answer["Location"].partition("code=")[2].partition("&")[0]
    assert program.exchange(code, redirect_uri=uri).status_code == 200


def test_the_name_of_a_program_is_text(ada):
    program = make_program(name="<script>alert(1)</script>\u202e")
    page = text_of(signed_in(ada).get(program.address()))
    assert "<script>alert(1)" not in page
    assert "<bdi>&lt;script&gt;" in page


def test_the_tables_of_the_library_refuse_what_we_do_not_offer(ada):
    application = make_program().application
    application.full_clean()
    application.redirect_uris = "javascript:alert(1)"
    with pytest.raises(ValidationError):
        application.full_clean()
    assert {row.authorization_grant_type for row in Application.objects.all()} == {
        "authorization-code"
    }
