"""Middleware that refuses malformed requests before anything else reads them.

- charsets other than UTF-8 in headers (see header_charsets.py);
- bodies that are too large, also chunked ones;
- null characters in paths, queries, cookies and forms, which PostgreSQL cannot store.

JSON is checked by its parser (`tournaments/api/strict_json.py`).
"""

import io
from collections.abc import Callable, Iterator

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.middleware import header_charsets
from config.middleware.refusals import Refusal, language_of, refuse
from tournaments import limits

LARGE_BODIES = frozenset(
    {
        "api:entries-bulk", "api:round-results", "api:imports", "api:event-imports",
        "api:import-files", "api:archives", "api:archive-preview", "pages:event-import",
        "pages:manage-new", "pages:imports", "pages:manage-records", "pages:take-archive",
    }
)  # fmt: skip
# Photos of score sheets.
PHOTOS = frozenset({"api:pairing-sheets", "pages:slot-sheets"})
# Forms with the record of a game.
RECORD_FORMS = frozenset({"pages:verify", "pages:submit", "pages:personal-submit"})
# Fields that report null characters themselves, with the line, by form.
REPORTS_NULLS = {"pages:event-import": "text"}
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
MAX_PART_HEADER = 4096  # bytes; the limit of Django
MAX_PART_LINES = 10
MAX_PARTS = 1_002  # Django reads a thousand
NO_ADDRESS = Refusal(404, "not_found", _("There is no such address."))
UNREADABLE = Refusal(400, "invalid", _("The form cannot be read."))
Response = Callable[[HttpRequest], HttpResponseBase]


class CheckRequests:
    def __init__(self, get_response: Response) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            for check in CHECKS:
                check(request)
        except Refusal as refusal:
            with translation.override(language_of(request)):
                return refuse(request, refusal)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, object]
    ) -> HttpResponseBase | None:
        """404 for ids that exceed the range of the database."""
        if any(type(value) is int and value > limits.MAX_ID for value in kwargs.values()):
            return refuse(request, NO_ADDRESS)
        return None


def check_text_types(request: HttpRequest) -> None:
    for name in header_charsets.WITH_PARAMETERS:
        check = header_charsets.is_utf8_list if name == "HTTP_ACCEPT" else header_charsets.is_utf8
        if not check(str(request.META.get(name) or "")):
            raise Refusal(415, "charset_not_taken", _("Only UTF-8 is taken."))


def check_address(request: HttpRequest) -> None:
    """Null characters are 404 in the path, 400 in the query and in cookies."""
    if _is_unstorable(request.path_info):
        raise NO_ADDRESS
    try:
        query = request.GET
    except SuspiciousOperation as error:  # too many fields
        raise Refusal(400, "invalid", _("The query is too long.")) from error
    if any(_is_unstorable(text) for text in _form_texts(query)):
        raise Refusal(400, "invalid", _("Null characters are not allowed."))
    if any(_is_unstorable(text) for text in request.COOKIES.values()):
        raise Refusal(400, "invalid", _("Null characters are not allowed."))


def check_body_size(request: HttpRequest) -> None:
    """Refuse a large body by its length; a chunked body is read up to the limit."""
    if "chunked" in str(request.META.get("HTTP_TRANSFER_ENCODING", "")).lower():
        _read_chunks(request)
        return
    length = str(request.META.get("CONTENT_LENGTH") or "0")
    if not (length.isascii() and length.isdigit()) or len(length) > 18:
        raise Refusal(400, "invalid", _("The length of the body is not a number."))
    if int(length) > settings.FORM_BODY_BYTES and int(length) > max_bytes(request):
        raise _too_large(request)


def check_form(request: HttpRequest) -> None:
    if request.content_type not in FORMS or request.method not in ("POST", "PUT", "PATCH"):
        return
    try:
        body = request.body
        if request.content_type == FORMS[1]:
            _check_parts(body, (request.content_params or {}).get("boundary", ""))
        form = request.POST
        names = [str(name or "") for name in _file_names(request)]
    except RequestDataTooBig as error:
        raise _too_large(request) from error
    except (SuspiciousOperation, MultiPartParserError, UnreadablePostError) as error:
        raise UNREADABLE from error
    own = REPORTS_NULLS.get(_url_name(request))
    if any(_is_unstorable(text) for text in [*_form_texts(form, skip_field=own), *names]):
        raise Refusal(400, "invalid", _("Null characters are not allowed."))


CHECKS = (check_text_types, check_address, check_body_size, check_form)


def max_bytes(request: HttpRequest) -> int:
    """The maximum size of the body, by address."""
    name = _url_name(request)
    if name in PHOTOS:
        return int(settings.PHOTO_BODY_BYTES)
    if name in LARGE_BODIES:
        return int(settings.LARGE_BODY_BYTES)
    is_form = request.content_type in FORMS and name not in RECORD_FORMS
    return int(settings.FORM_BODY_BYTES if is_form else settings.SMALL_BODY_BYTES)


def _url_name(request: HttpRequest) -> str:
    try:
        return resolve(request.path_info).view_name
    except Resolver404:
        return ""


def _read_chunks(request: HttpRequest) -> None:
    """Read a chunked body; the server must mark its end (wsgi.input_terminated)."""
    source = request.META.get("wsgi.input")
    if source is None or not request.META.get("wsgi.input_terminated"):
        raise Refusal(411, "length_required", _("Say how long the body is: Content-Length."))
    most = max_bytes(request)
    body = source.read(most + 1)
    if len(body) > most:
        raise _too_large(request)
    request.META["CONTENT_LENGTH"] = str(len(body))
    assert isinstance(request, WSGIRequest)
    request._stream = io.BytesIO(body)


def _too_large(request: HttpRequest) -> Refusal:
    text = _("The body is too large: at most {most} kB are taken here.")
    return Refusal(413, "too_large", format_lazy(text, most=max_bytes(request) // 1000))


def _check_parts(body: bytes, boundary: object) -> None:
    """Check the headers of the parts of a multipart form."""
    separator = b"--" + str(boundary).encode("utf-8", "replace")
    if body.count(separator) > MAX_PARTS:
        raise UNREADABLE
    for part in body.split(separator):
        head = part[:MAX_PART_HEADER].partition(b"\r\n\r\n")[0]
        lines = head.decode("latin-1").split("\r\n")
        if len(lines) > MAX_PART_LINES and b"\r\n\r\n" in part[:MAX_PART_HEADER]:
            raise UNREADABLE
        if not all(header_charsets.is_utf8_part(line) for line in lines[: MAX_PART_LINES + 1]):
            raise Refusal(415, "charset_not_taken", _("Only UTF-8 is taken."))


def _file_names(request: HttpRequest) -> Iterator[object]:
    for _field, files in request.FILES.lists():
        for file in files:
            yield getattr(file, "name", "")


def _form_texts(form: QueryDict, *, skip_field: str | None = None) -> Iterator[str]:
    """The names and values of a form. skip_field: a field whose values are left out."""
    for name, values in form.lists():
        yield name
        if name != skip_field:
            yield from values


def _is_unstorable(text: str) -> bool:
    """Whether a text has a null character or a lone surrogate."""
    if "\0" in text:
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
