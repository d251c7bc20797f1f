"""What the first middleware refuses, before anything of a request is read."""

import io
import json
import resource
import subprocess
import sys
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.test import Client
from django.urls import NoReverseMatch, reverse

from config.middleware import request_checks
from config.wsgi import application
from tests.clients import text_of
from tests.paths import ROOT

pytestmark = pytest.mark.django_db
PROBLEM = "application/problem+json"
CODECS = ("punycode", "idna", "zlib", "hex", "uu", "utf-7", "utf-16", "latin-1", "none", "utf-8x")
API, PAGE = "/api/v1/verify/", "/verify/"


def post(path: str, body: bytes, content_type: str) -> Any:
    """Through the door of the web server: the test client makes its requests of another class."""
    said: list[Any] = []
    environ = {
        "REQUEST_METHOD": "POST", "PATH_INFO": path, "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body),
        "SERVER_NAME": "x", "SERVER_PORT": "80", "wsgi.url_scheme": "http",
        "HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1",
    }  # fmt: skip
    start: Any = lambda *given: said.append(given)  # noqa: E731
    answer: Any = application(environ, start)
    assert said[0][0].startswith(str(answer.status_code))
    return answer


def refused(response: Any, status: int, code: str, path: str) -> None:
    assert response.status_code == status, response.content[:300]
    if path.startswith("/api/"):
        assert response["Content-Type"] == PROBLEM
        assert json.loads(response.content)["code"] == code
    else:
        assert response["Content-Type"].startswith("text/html")
        assert b"<h1>" in response.content


# --- charsets ---------------------------------------------------------------------------------
@pytest.mark.parametrize("path", [API, PAGE])
@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize(
    "content_type",
    [
        "application/json; charset={}",
        'application/x-www-form-urlencoded; charset="{}"',
        "text/csv;CHARSET={}",
        "application/json; x*={}''a",
        "application/json; a=b; charset = {}",
        "application/json; charset*0={}",
        "application/json; x'*={}'y",
        "application/json; charset*0*={}''a; b=c",
    ],
)
def test_no_charset_but_utf_8_is_taken(path, codec, content_type):
    """Django parses the type before any middleware runs: a raw error of the server otherwise."""
    answer = post(path, b"{}", content_type.format(codec))
    refused(answer, 415, "charset_not_taken", path)


@pytest.mark.parametrize("charset", ["", "; charset=utf-8", '; charset="UTF-8"', "; charset=utf8"])
def test_utf_8_and_no_charset_at_all_are_taken(charset):
    body = json.dumps({"record": "1. a1"}).encode()
    assert post(API, body, f"application/json{charset}").status_code == 422  # it was read


def multipart(head: str) -> tuple[bytes, str]:
    lines = ["--mark", head, "", "1. a1", "--mark--", ""]
    return "\r\n".join(lines).encode(), "multipart/form-data; boundary=mark"


@pytest.mark.parametrize(
    "head",
    [
        "Content-Disposition: form-data; name*=punycode''record",
        "Content-Disposition: form-data; name=\"file\"; filename*=idna''x",
        "Content-Disposition: form-data; name=\"file\"; filename*=hex''x",
        'Content-Disposition: form-data; name="file"; filename* = "zlib \'\'x"',
        'Content-Disposition: form-data; name="record"\r\nContent-Type: text/plain; charset=hex',
    ],
)
def test_parts_of_forms_are_held_to_the_same(head):
    body, kind = multipart(head)
    refused(post(PAGE, body, kind), 415, "charset_not_taken", PAGE)


def test_a_file_name_in_utf_8_is_taken():
    head = (
        'Content-Disposition: form-data; name="file"; filename="x"; filename*=UTF-8\'\'%C3%A9.csv'
    )
    body, kind = multipart(head)
    assert post("/e/", body, kind).status_code == 422  # a form without a code


@pytest.mark.parametrize("accept", ["text/html;q*=punycode''x", "a/b; x'*=utf-8'y"])
def test_the_other_headers_with_parameters_too(accept):
    answer = Client().get("/api/v1/events/", headers={"Accept": accept})
    refused(answer, 415, "charset_not_taken", "/api/")


@pytest.mark.slow
def test_a_long_body_in_a_slow_codec_is_not_decoded():
    """In a process that may compute for ten seconds: punycode needs the square of the length."""
    script = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "body = b'record=' + b'a-9' * 120_000\n"
        "kind = 'application/x-www-form-urlencoded; charset=punycode'\n"
        "print(Client().generic('POST', '/verify/', body, content_type=kind).status_code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "tests.settings", "PATH": "/usr/bin:/bin"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (10, 10)),
        capture_output=True,
        text=True,
    )
    assert done.stdout == "415\n", done.stderr[-500:]


# --- sizes ------------------------------------------------------------------------------------
class Unread(io.RawIOBase):
    """A body that nobody may read."""

    def read(self, *args: Any) -> bytes:
        raise AssertionError("the body was read")

    readline = read


def ask(path: str, **environ: Any) -> Any:
    given = {"wsgi.input": Unread(), "CONTENT_TYPE": "application/x-www-form-urlencoded", **environ}
    return Client(raise_request_exception=False).post(path, **given)


@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
@pytest.mark.parametrize("path", ["/e/", API, "/login/", "/nothing/", "/admin/login/"])
def test_a_form_that_is_too_large_is_refused_unread(path, kind):
    for length in (150_000_000, settings.FORM_BODY_BYTES + 1):
        answer = ask(path, CONTENT_LENGTH=str(length), CONTENT_TYPE=kind)
        refused(answer, 413, "too_large", path)


def test_a_body_that_is_too_large_is_refused_unread():
    for length in (150_000_000, settings.SMALL_BODY_BYTES + 1):
        answer = ask(API, CONTENT_LENGTH=str(length), CONTENT_TYPE="application/json")
        refused(answer, 413, "too_large", API)


def test_a_form_with_a_record_has_room_for_the_longest():
    record = "♥" * 33_000  # of 100 kB; nine letters a sign in a form
    answer = Client().post("/verify/", {"record": record, "game": "taki"})
    assert answer.status_code == 422
    body = f"record={quote(record)}"
    assert len(body) > settings.FORM_BODY_BYTES
    form = "application/x-www-form-urlencoded"
    for path, status in (
        ("/verify/", 422),
        ("/me/slots/1/", 302),  # to sign in
        ("/e/2abc-d3ef-gh4j-kmn5/slots/1/", 404),
    ):
        assert Client().post(path, body, content_type=form).status_code == status


def test_files_and_lists_of_many_rows_have_more_room():
    for name in sorted(request_checks.LARGE_BODIES):
        kwargs = {"slug": "x", "number": 1}
        path = _path(name, kwargs)
        small = ask(path, CONTENT_LENGTH="7", **{"wsgi.input": io.BytesIO(b"a=b&c=d")})
        assert small.status_code == (401 if name.startswith("api:") else 302)  # nobody is signed in
        refused(
            ask(path, CONTENT_LENGTH=str(settings.LARGE_BODY_BYTES + 1)), 413, "too_large", path
        )


def _path(name: str, kwargs: dict[str, Any]) -> str:
    for given in (kwargs, {"slug": "x"}, {"import_id": 1}, {}):
        try:
            return reverse(name, kwargs=given)
        except NoReverseMatch:
            continue
    raise AssertionError(name)


@pytest.mark.parametrize(
    ("length", "status"),
    [(settings.SMALL_BODY_BYTES, 422), (settings.SMALL_BODY_BYTES + 1, 413), (10**8, 413)],
)
def test_a_body_in_pieces_is_read_up_to_the_limit(length, status):
    read: list[int] = []

    class Pieces(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            read.append(size or 0)
            return super().read(size)

    body = b'{"record": "1. a1"}'.ljust(min(length, settings.SMALL_BODY_BYTES + 10))
    given: dict[str, Any] = {
        "wsgi.input": Pieces(body), "wsgi.input_terminated": True, "CONTENT_LENGTH": "",
        "HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_TYPE": "application/json",
    }  # fmt: skip
    answer = Client().post(API, **given)
    assert answer.status_code == status
    assert max(read) <= settings.SMALL_BODY_BYTES + 1


def test_a_body_in_pieces_whose_end_the_server_does_not_mark_is_refused_unread():
    refused(ask(API, HTTP_TRANSFER_ENCODING="chunked"), 411, "length_required", API)


@pytest.mark.parametrize("length", ["-1", "x", "²", "٣", "1" * 5000, "1e3"])
def test_a_length_that_is_no_number_is_refused(length):
    refused(ask(API, CONTENT_LENGTH=length), 400, "invalid", API)


# --- text -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/games/%00/", 404),
        ("/games/%00/", 404),
        ("/e/%00/", 404),
        ("/events/?q=%00", 400),
        ("/api/v1/players/?q=%00", 400),
        ("/api/v1/players/?%00=1", 400),
        ("/events/99999999999999999999999/", 404),
        ("/pairings/99999999999999999999999/", 404),
        ("/api/v1/pairings/99999999999999999999999/", 404),
        ("/events/?" + "a=1&" * 5000, 400),
    ],
)
def test_null_characters_and_ids_that_no_database_holds(path, status):
    answer = Client().get(path)
    assert answer.status_code == status
    assert answer["Content-Type"].startswith(PROBLEM if path.startswith("/api/") else "text/html")


def test_a_cookie_with_a_null_character_is_refused():
    client = Client()
    refused(client.get("/", headers={"Cookie": r'sessionid="\000"'}), 400, "invalid", "/")


def test_the_answer_is_in_the_language_of_the_reader():
    answer = Client().get("/events/?q=%00", headers={"Accept-Language": "he"})
    assert 'lang="he" dir="rtl"' in text_of(answer, 400)


@pytest.mark.slow
# --- no debug page ----------------------------------------------------------------------------
def test_a_club_on_its_own_laptop_sees_no_debug_page():
    script = (
        "import logging, django; django.setup()\n"
        "from django.conf import settings\n"
        "from django.test import Client\n"
        "from django.urls import path\n"
        "from config import urls\n"
        "def broken(request): raise ValueError('inside')\n"
        "urls.urlpatterns.insert(0, path('broken/', broken))\n"
        "client = Client(raise_request_exception=False, headers={'host': 'localhost'})\n"
        "lost, fault = client.get('/no/such/page/'), client.get('/broken/')\n"
        "assert settings.ON_ONE_MACHINE and not settings.DEBUG\n"
        "print(lost.status_code, b'Nothing at this address' in lost.content, b'urlpatterns' in "
        "lost.content.lower())\n"
        "print(fault.status_code, b'Something broke here' in fault.content, b'inside' in "
        "fault.content)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "tests.settings", "DEBUG": "1", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == ["404 True False", "500 True False"], done.stderr[-800:]
    assert "Traceback" in done.stderr
    assert "ValueError: inside" in done.stderr
