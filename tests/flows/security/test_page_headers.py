"""Every answer has the content policy and the headers beside it, and no page needs more.

Each file is throttled too: every address is asked here anyway.

The addresses are found by walking the resolver, as in test_drafts_are_hidden.py.
"""

import functools
import logging
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from secrets import token_urlsafe

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from rest_framework.test import APIClient

from config.middleware.page_headers import policy_text
from config.middleware.server_errors import server_error
from tests.clients import text_of, url_of
from tests.flows.events import draft_world
from tests.flows.security.addresses import every_address
from tests.flows.security.test_rate_limits import is_file, is_throttled
from tournaments.api.lists import ListApiView
from tournaments.models import User

READERS = ("anonymous", "organiser", "root")
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
FORMATS = ("csv", "ndjson")
REFERRERS = {"same-origin", "strict-origin", "no-referrer"}


@pytest.fixture(scope="module")
def quiet():
    logging.disable(logging.CRITICAL)  # hundreds of refusals
    yield
    logging.disable(logging.NOTSET)


# Those inside a script or a comment too: none is wanted there either.
TAG = re.compile(r"""<[a-z](?:[^"'>]|"[^"]*"|'[^']*')*>""", re.IGNORECASE)


class Inline(HTMLParser):
    """Collects what a strict content policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag, attrs):
        about = dict(attrs)
        data = about.get("type") == "application/json"
        if tag == "style" or (tag == "script" and not about.get("src") and not data):
            self.found.append(f"<{tag}>")
        self.found += [
            f"<{tag} {name}={value}>"
            for name, value in attrs
            if name == "style"
            or name.startswith(("on", "hx-on"))
            or (value or "").strip().lower().startswith("javascript:")
        ]
        if tag in ("script", "link", "img", "iframe", "form", "base"):
            address = about.get("src") or about.get("action") or ""
            if tag == "link" and about.get("rel") in ("stylesheet", "icon"):
                address = about.get("href") or ""
            self.found += [address] if "//" in address or tag == "base" else []


def inline(text):
    """What a page has inside. Pages have most of their tags in common: each is parsed once."""
    return [found for tag in dict.fromkeys(TAG.findall(text)) for found in inline_of(tag)]


@functools.cache
def inline_of(tag):
    parser = Inline()
    parser.feed(tag)
    return parser.found


def wrong_headers(response):
    """The headers of an answer that are not as they should be, with their values."""
    got = response.headers
    framed = getattr(response, "xframe_options_exempt", False)
    right = {
        "Content-Security-Policy": {
            policy_text(framed=framed, is_inert=is_inert) for is_inert in {False, framed}
        },
        "X-Content-Type-Options": {"nosniff"},
        "Referrer-Policy": REFERRERS,
        "Cross-Origin-Opener-Policy": {"same-origin"},
        "Cross-Origin-Resource-Policy": {"cross-origin" if framed else "same-origin"},
    }
    if got.get("Content-Type", "").startswith("image/"):
        right["Cross-Origin-Resource-Policy"] = {"cross-origin"}
    if not framed:
        right["X-Frame-Options"] = {"DENY"}
    found = {name: got.get(name) for name, values in right.items() if got.get(name) not in values}
    if "camera=()" not in got.get("Permissions-Policy", ""):
        found["Permissions-Policy"] = got.get("Permissions-Policy")
    return found


def asked(values):
    """Every address as each reader asks it; lists as files too."""
    for address in every_address():
        view = getattr(address.view, "cls", None)
        is_list = view is not None and issubclass(view, ListApiView)
        for path in address.filled(values):
            yield from ((address, path, who) for who in READERS)
            if is_list:
                yield from ((address, f"{path}?format={kind}", "organiser") for kind in FORMATS)


@pytest.mark.slow
def test_every_address_has_the_headers_no_page_has_a_script_inside_and_files_are_throttled(
    quiet, known_askers
):
    world = draft_world.make_world_with_drafts()
    root = User.objects.create_superuser("root")
    world.clients["root"] = APIClient()
    world.clients["root"].force_login(root)
    values = draft_world.values_of(world)
    wrong, pages, framed, files = [], 0, set(), set()
    for address, path, who in asked(values):
        cache.clear()  # else some would be refused
        response = world.clients[who].get(path)
        wrong += [(path, who, each) for each in wrong_headers(response).items()]
        if getattr(response, "xframe_options_exempt", False):
            framed.add(address.pattern)
        kind = response.headers.get("Content-Type", "")
        if "html" in kind or "svg" in kind:
            pages += 1
            text = text_of(response, response.status_code)  # pages of errors too
            wrong += [(path, who, each) for each in inline(text)]
        if who == "organiser" and is_file(response):
            files.add(address.pattern)
            wrong += [] if is_throttled(response) else [(path, who, "not throttled")]
    assert wrong == []
    assert pages > 300
    assert len(files) > 20
    assert framed == {"games/<str:public_id>/embed/", "events/<slug:slug>/embed/"}


def test_the_policy_is_strict():
    assert policy_text() == STRICT
    assert policy_text(framed=True) == STRICT.removesuffix("; frame-ancestors 'none'")
    inert = policy_text(is_inert=True)
    for directive in ("script-src", "connect-src", "worker-src", "form-action"):
        assert f"{directive} 'none'" in inert


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "/nothing/here/"),
        ("get", "/api/v1/nothing/here/"),
        ("put", "/login/"),
        ("post", "/i18n/setlang/"),
        ("get", "/admin/"),
        ("get", "/static/roadhouse/roadhouse.css"),
        ("get", "/static/roadhouse/mark.svg"),
    ],
)
def test_what_is_not_a_page_has_them_too(method, path):
    response = getattr(Client(), method)(path)
    response.close()
    found = wrong_headers(response)
    found.pop("X-Frame-Options", None)  # files have the policy's own word for it
    assert found == {}


def test_a_form_without_its_token_is_refused_with_them():
    response = Client(enforce_csrf_checks=True).post(url_of("login"), {})
    assert response.status_code == 403
    assert wrong_headers(response) == {}
    assert inline(text_of(response, 403)) == []


def test_the_page_of_a_fault_has_its_style_in_a_file():
    text = text_of(server_error(RequestFactory().get("/")), 500)
    assert inline(text) == []
    assert finders.find("roadhouse/error.css")
    assert 'href="/static/roadhouse/error.css"' in text


@pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
def test_the_pages_of_errors_have_nothing_inside(name):
    assert inline(render_to_string(name, request=RequestFactory().get("/"))) == []


def test_the_script_of_the_documentation_is_a_file(client):
    script = client.get("/api/docs/", {"script": ""})
    assert script["Content-Type"] == "application/javascript"
    assert "SwaggerUIBundle({" in text_of(script)


def test_this_test_finds_what_a_policy_forbids():
    hostile = (
        '<style></style><p style="x"><a onclick="x" href=" JavaScript:x"><script>x</script>'
        '<script src="https://example.org/x.js"></script><base href="/x">'
        "<i title=\"a>b's\" onclick='x'>"
    )
    assert len(inline(hostile)) == 8
    assert inline('<script type="application/json">{}</script><script src="/x.js">') == []


def test_the_headers_come_before_all_else():
    """So that refusals of other middleware and files carry them too."""
    assert settings.MIDDLEWARE[:2] == [
        "config.middleware.request_ids.RequestIds",
        "config.middleware.page_headers.PageHeaders",
    ]


@pytest.mark.slow
def test_the_check_of_a_public_server_finds_nothing(tmp_path):
    public = {
        "DEBUG": "0", "SECRET_KEY": token_urlsafe(64), "ALLOWED_HOSTS": "tak.example",
        "VAR_DIR": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path}/check.sqlite3",
        "PATH": os.environ["PATH"],
    }  # fmt: skip
    command = (sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=public, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout
