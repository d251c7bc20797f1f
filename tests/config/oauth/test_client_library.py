"""A chat bot with a client library that is not ours finds its way, against the running service.

It knows the address of the service, its id and its secret, and maps its chat users to players.
"""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

from tests.builders import acting, make_user
from tests.config.oauth.programs import BACK, make_program
from tournaments.services.people import people

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class Person:
    """A browser that follows what pages tell it, up to the address of the bot."""

    def __init__(self, service: str) -> None:
        self.service, self.browser = service, requests.Session()

    def open(self, address: str) -> str:
        self.page = self.browser.get(address)
        assert self.page.status_code == 200
        return self.page.text

    def send(self, **form: str) -> str:
        """Send the form of the page; returns where it leads to."""
        token = CSRF.search(self.page.text)
        assert token is not None
        body = {"csrfmiddlewaretoken": token[1], **form}
        answer = self.browser.post(self.page.url, body, allow_redirects=False)
        assert answer.status_code == 302, answer.text
        return str(answer.headers["Location"])

    def consent(self, question: str, do: str) -> str:
        """Sign in, and answer the question of the bot."""
        self.open(question)
        follow = parse_qs(urlsplit(self.page.url).query)["next"][0]
        there = self.send(username="ada", password="correct horse", next=follow)
        assert "Chat bot" in self.open(self.service + there)
        return self.send(do=do)


@pytest.mark.parametrize("kind", ["confidential", "public"])
def test_a_bot_knows_and_acts_for_who_allowed_it(live_server, kind):
    ada = make_user("ada")
    people.create_player(actor=acting(ada), name="Ada", user_id=ada.pk)
    program = make_program(kind, name="Chat bot")
    found = requests.get(f"{live_server.url}/.well-known/oauth-authorization-server").json()
    bot = OAuth2Session(
        program.application.client_id,
        program.secret or None,
        token_endpoint_auth_method="client_secret_basic" if program.secret else "none",
        revocation_endpoint_auth_method="client_secret_basic" if program.secret else "none",
        redirect_uri=BACK,
        scope="play",
        code_challenge_method="S256",
        token_endpoint=found["token_endpoint"],
    )
    verifier = generate_token(48)
    question, state = bot.create_authorization_url(
        found["authorization_endpoint"], code_verifier=verifier
    )
    back = Person(live_server.url).consent(question, "allow")
    assert parse_qs(urlsplit(back).query)["iss"] == [found["issuer"]]
    bot.fetch_token(authorization_response=back, code_verifier=verifier, state=state)
    me = bot.get(f"{live_server.url}/api/v1/me/").json()
    assert (me["user"], me["player"]["name"], me["scopes"]) == ("ada", "Ada", ["play"])
    handles = f"{live_server.url}/api/v1/players/{me['player']['id']}/handles/"
    assert bot.post(handles, json={"site": "discord", "name": "ada"}).status_code == 201
    old = bot.token
    bot.refresh_token()
    assert bot.token["access_token"] != old["access_token"]
    assert bot.get(f"{live_server.url}/api/v1/me/").status_code == 200
    bot.revoke_token(found["revocation_endpoint"], bot.token["access_token"])
    assert bot.get(f"{live_server.url}/api/v1/me/").status_code == 401


def test_a_bot_is_told_that_it_was_declined(live_server):
    make_user("ada")
    program = make_program(name="Chat bot")
    bot = OAuth2Session(
        program.application.client_id, redirect_uri=BACK, scope="play", code_challenge_method="S256"
    )
    question, state = bot.create_authorization_url(
        f"{live_server.url}/oauth/authorize/", code_verifier=generate_token(48)
    )
    told = parse_qs(urlsplit(Person(live_server.url).consent(question, "decline")).query)
    assert told == {"error": ["access_denied"], "state": [state], "iss": [live_server.url]}
