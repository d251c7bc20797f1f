"""Base classes of API views: the actor, the event in the address, pages of lists, ETags.

Not here: errors, which the exception handler in `config` turns into problem documents.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from http import HTTPStatus
from typing import Any, cast

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from tournaments import selectors
from tournaments.actor import ANONYMOUS, Actor
from tournaments.api.renderers import JsonRenderer
from tournaments.api.stored_answers import AnswerSlot, with_etag
from tournaments.api.strict_json import StrictJson
from tournaments.documents import Document
from tournaments.errors import OtherVersion
from tournaments.execution.transactions import in_transaction
from tournaments.models import Event
from tournaments.name_locks import LockKind, lock_name
from tournaments.serializers import problem
from tournaments.serializers.base import Nothing, Out, Strict
from tournaments.serializers.deprecation import Deprecation
from tournaments.serializers.partial import PARAMETER, Kept, keep_fields, parse_fields

READS = ("GET", "HEAD")
UNKNOWN_VERSION = -1
VERSION = re.compile(r'(?:W/)?"v([0-9]{1,10})-')


def actor_of(request: Request) -> Actor:
    """The actor that a credential stands for, else the account of the session."""
    if isinstance(request.auth, Actor):
        return request.auth
    user_id = request.user.pk
    return ANONYMOUS if user_id is None else Actor("user", user_id=user_id)


class ApiView(APIView):
    # GET has an ETag, and answers 304 if the client has the current version. PATCH answers with the
    # new ETag, and 412 if `If-Match` names another one than the current.
    compares_versions = False  # PATCH looks at `If-Match` by itself
    slot: AnswerSlot | None = None  # of an answer that is stored, see stored_answers.py
    # Writes take an `Idempotency-Key`; False: it is refused, because the answer or the body holds a
    # secret, or nothing is changed.
    takes_key = True
    # POST commits what it began, noted by `note_early`, and waits for a worker before it answers.
    answers_after_commit = False
    deprecations: Mapping[str, Deprecation] = {}  # by method
    # What may be asked in the query of a GET, and of a POST; `asked` is what is. Anything else is
    # refused.
    asks: type[Strict] = Nothing
    asks_on_post: type[Strict] = Nothing
    common_parameters = frozenset({"format"})
    asked: Document
    has_fields = True  # GET answers JSON, of which `fields` keeps some
    kept: Kept = {}  # the fields of a GET that are asked for; empty: all
    parser_classes = [StrictJson]

    @cached_property
    def actor(self) -> Actor:
        return actor_of(self.request)

    @cached_property
    def event(self) -> Event:
        """The event that `slug` in the address names. :raises NotFound: the actor sees none."""
        return selectors.get_event(self.kwargs["slug"], self.actor)

    def body(self, shape: type[Strict]) -> Document:
        return _checked(shape, self.request.data)

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        if request.method != "PATCH":
            return super().dispatch(request, *args, **kwargs)
        _keep_body(request)
        return _dispatch_patch(type(self), request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if getattr(self, str(request.method).lower(), None) is None:
            return  # 405
        shape = self.asks_on_post if request.method == "POST" else self.asks
        may_keep = self.has_fields and request.method in READS
        known = self.common_parameters | ({PARAMETER} if may_keep else set())
        given = {k: v for k, v in request.query_params.items() if k not in known}
        # Most requests ask nothing: a serializer would cost as much as a 304.
        self.asked = _checked(shape, given) if given or shape is not Nothing else {}
        if may_keep and PARAMETER in request.query_params:
            self.kept = _kept_fields(request)
        if request.method == "PATCH" and not self.compares_versions:
            self._require_current(request)

    def created(self, data: object, address: str, **named: object) -> Response:
        """201 with the address of what was made."""
        url = reverse(f"api:{address}", kwargs=named, request=self.request)
        return Response(data, status=HTTPStatus.CREATED, headers={"Location": url})

    def note_early(self, answer: Response) -> None:
        """What a repeated request with this `Idempotency-Key` gets if this one is never answered.

        It is written in the transaction that is open.
        """
        note = getattr(cast(Any, self.request)._request, "note_early", None)
        if note is not None:
            content = JsonRenderer().render(answer.data)
            early = HttpResponse(content, "application/json", answer.status_code)
            early["Location"] = answer["Location"]
            note(early)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        deprecated = self.deprecations.get("GET" if request.method == "HEAD" else request.method)
        if deprecated is not None:
            deprecated.mark(answer)
        if answer.status_code != HTTPStatus.OK:
            return answer
        if request.method == "PATCH":
            with_etag(answer, self._current_etag())
        elif request.method in READS and not answer.streaming and "ETag" not in answer:
            return self._with_condition(answer)
        return answer

    def _with_condition(self, answer: Any) -> Any:
        """The answer, or the fields of it that are asked for, with its ETag; or 304."""
        if not isinstance(answer, Response):
            return self._conditional(answer) or answer
        prefix = self.etag_prefix(answer.data)
        if self.kept:
            if self.slot is not None:  # what is stored is the whole answer
                self._etag_of(JsonRenderer().render(answer.data), prefix)
                self.slot = None
            try:
                answer.data = keep_fields(answer.data, self.kept)
            except ValidationError as unknown:
                return super().finalize_response(self.request, self.handle_exception(unknown))
        answer.add_post_render_callback(lambda made: self._conditional(made, prefix))
        return answer

    def etag_prefix(self, data: Document) -> str:
        """A readable part of the ETag, before the hash of the content."""
        return ""

    def answer_to_condition(
        self, etag: str, response: HttpResponse | None = None
    ) -> HttpResponse | None:
        """304 or 412 if the request asks for that, else `response`."""
        request = cast(Any, self.request)._request
        found = get_conditional_response(request, etag=etag, response=response)
        if found is not None and found.status_code == HTTPStatus.PRECONDITION_FAILED:
            return refuse_other_version()
        return found

    def _require_current(self, request: Request) -> None:
        """:raises OtherVersion: `If-Match` names a version that is not the current one."""
        header = request.headers.get("If-Match", "")
        if header and header.strip() != "*" and self._current_etag() not in parse_etags(header):
            raise OtherVersion

    def _current_etag(self) -> str:
        """The ETag that GET has now."""
        view: Any = type(self)()
        view.request, view.kwargs, view.asked = self.request, self.kwargs, {}
        answer = view.get(self.request, **self.kwargs)
        if not isinstance(answer, Response):  # it was stored
            return str(answer["ETag"])
        content, prefix = JsonRenderer().render(answer.data), view.etag_prefix(answer.data)
        return cast("str", view._etag_of(content, prefix))

    def _etag_of(self, content: bytes, prefix: str) -> str:
        etag = f'"{prefix}{hashlib.sha256(content).hexdigest()[:32]}"'
        if self.slot is not None:
            self.slot.store(etag, content)
        return etag

    def _conditional(self, response: HttpResponse, prefix: str = "") -> HttpResponse | None:
        etag = self._etag_of(response.content, prefix)
        return self.answer_to_condition(etag, with_etag(response, etag))


def refuse_other_version() -> JsonResponse:
    """412: `If-Match` names another version than the answer has."""
    refused = problem.problem_of_refusal(OtherVersion())
    return JsonResponse(refused, status=refused["status"], content_type=problem.MEDIA_TYPE)


class ActionApiView(ApiView):
    # A POST that calls one service, for the event in the address unless `key` names another row.
    # Class arguments: `does` is the service, `takes` the shape of the body, `gives` that of the
    # answer, with its status; None: no content.
    takes: type[Strict] = Nothing
    gives: type[Out] | None = None
    status = 200
    does: Callable[..., Any]

    def __init_subclass__(
        cls,
        does: Callable[..., Any] | None = None,
        takes: type[Strict] = Nothing,
        gives: type[Out] | None = None,
        status: int = 200,
    ) -> None:
        super().__init_subclass__()
        cls.takes, cls.gives, cls.status = takes, gives or cls.gives, status
        if does is not None:
            cls.does = staticmethod(does)
            responses = {status: cls.gives} if cls.gives else {204: None}
            extend_schema_view(post=extend_schema(request=takes, responses=responses))(cls)

    def post(self, request: Request, **address: str | int) -> Response:
        data = self.body(self.takes)
        done = self.does(actor=self.actor, **self.key(), **data)
        if self.gives is None:
            return Response(status=204)
        answer = self.gives(self.shown(done)).data
        name, gaps = self.address_of(done)
        if name:
            return self.created(answer, name, **gaps)
        return Response(answer, status=self.status)

    def key(self) -> dict[str, Any]:
        """The arguments of the service that name the row."""
        return {"event_id": self.event.pk}

    def address_of(self, done: Any) -> tuple[str, dict[str, Any]]:
        """Where what the service made can be asked for: the name of the address and its gaps."""
        return "", {}

    def shown(self, done: Any) -> object:
        """What the answer shows after the service returned `done`."""
        return done


def _keep_body(request: HttpRequest) -> bytes:
    """Read the body, so that it can be parsed again."""
    return request.body


@in_transaction
def _dispatch_patch(
    shape: type[ApiView], request: HttpRequest, *args: Any, **kwargs: Any
) -> HttpResponseBase:
    """Compare, change and answer in one transaction, one at a time at an address.

    If the transaction is run again, it is by a new view, which has read nothing yet.
    """
    lock_name(LockKind.PATCHED_ADDRESS, request.path)
    view = shape()
    view.setup(request, *args, **kwargs)
    answer = APIView.dispatch(view, request, *args, **kwargs)
    if answer.status_code >= HTTPStatus.BAD_REQUEST:
        transaction.set_rollback(True)
    return answer


def _kept_fields(request: Request) -> Kept:
    """:raises ValidationError: these are no names, or the answer is a file for spreadsheets."""
    if request.accepted_renderer.format not in ("json", "ndjson"):
        problem = _("Only JSON has some of its fields.")
        raise ValidationError({PARAMETER: [ErrorDetail(str(problem), code="json_only")]})
    return parse_fields(request.query_params[PARAMETER])


def _checked(shape: type[Strict], data: Any) -> Document:
    """:raises ValidationError: the data has not this shape."""
    serializer = shape(data=data)
    serializer.is_valid(raise_exception=True)
    return cast("Document", serializer.validated_data)


def version_prefix(version: int) -> str:
    return f"v{version}-"


def expected_version(request: Request) -> int | None:
    """The version in `If-Match`; None without the header or for `*`.

    An ETag in another form gives UNKNOWN_VERSION, which no row has.
    """
    header = request.headers.get("If-Match", "")
    etags = parse_etags(header)
    if not header or etags == ["*"]:
        return None
    found = [VERSION.match(etag) for etag in etags]
    return next((int(match[1]) for match in found if match), UNKNOWN_VERSION)
