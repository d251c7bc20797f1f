"""A program that acts for people: it asks, exchanges codes, renews and gives back its tokens."""

import base64
import hashlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client
from rest_framework.test import APIClient

from config.models import Application
from config.oauth.applications import register_application
from tests.builders import acting, make_user
from tests.clients import signed_in
from tournaments.models import User

BACK = "https://bot.example/back"
VERIFIER = "a-verifier-that-is-as-long-as-it-has-to-be-43-letters"
AUTHORIZE, TOKEN = "/oauth/authorize/", "/api/oauth/token/"
REVOKE, INTROSPECT = "/api/oauth/revoke/", "/api/oauth/introspect/"


def challenge_of(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


@dataclass
class Program:
    application: Application
    secret: str

    def question(self, **changes: Any) -> dict[str, Any]:
        """The parameters of an authorization request; None leaves one out."""
        asked = {
            "response_type": "code",
            "client_id": self.application.client_id,
            "redirect_uri": BACK,
            "scope": "play",
            "state": "kept",
            "code_challenge": challenge_of(VERIFIER),
            "code_challenge_method": "S256",
            **changes,
        }
        return {name: value for name, value in asked.items() if value is not None}

    def address(self, **changes: Any) -> str:
        return f"{AUTHORIZE}?{urlencode(self.question(**changes))}"

    def answer_of(self, user: User, do: str = "allow", **changes: Any) -> dict[str, str]:
        """What the program is told after this user pressed a button."""
        return told(signed_in(user).post(self.address(**changes), {"do": do}))

    def code_of(self, user: User, **changes: Any) -> str:
        return self.answer_of(user, **changes)["code"]

    def send(self, address: str, **body: Any) -> Any:
        given = {"client_id": self.application.client_id, "client_secret": self.secret or None}
        sent = {name: value for name, value in {**given, **body}.items() if value is not None}
        return Client().post(address, sent)

    def exchange(self, code: str, **changes: Any) -> Any:
        body = {"code": code, "redirect_uri": BACK, "code_verifier": VERIFIER, **changes}
        return self.send(TOKEN, grant_type="authorization_code", **body)

    def renew(self, refresh: str, **changes: Any) -> Any:
        return self.send(TOKEN, grant_type="refresh_token", refresh_token=refresh, **changes)

    def tokens_of(self, user: User, **changes: Any) -> dict[str, Any]:
        answer = self.exchange(self.code_of(user, **changes))
        assert answer.status_code == 200, answer.content
        found: dict[str, Any] = answer.json()
        return found


def told(answer: Any) -> dict[str, str]:
    """The parameters with which a browser is sent back to the program."""
    assert answer.status_code == 302, answer.content[-2000:]
    parts = urlsplit(answer["Location"])
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == BACK
    return {name: values[0] for name, values in parse_qs(parts.query).items()}


def make_program(
    client_type: str = "confidential", *, maker: User | None = None, **about: Any
) -> Program:
    """A program registered by somebody, or by this maker."""
    asked = {"name": "Bot", "redirect_uris": [BACK], **about}
    actor = acting(maker or make_user())
    return Program(*register_application(actor=actor, client_type=client_type, **asked))


def bearer(token: str) -> APIClient:
    """A client of the API that sends this token."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


def status_of(token: str) -> int:
    """The status with which the API answers who this token is."""
    return int(bearer(token).get("/api/v1/me/").status_code)
