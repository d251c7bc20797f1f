"""The root of the API: links to everything else."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.api.document.stored import document
from tournaments.api.renderers import JsonRenderer
from tournaments.api.view import ApiView, refuse_other_version
from tournaments.serializers.base import Out

NAMES = (
    *("me", "players", "clubs", "events", "pairings", "games", "pools"),
    *("changes", "verify", "rules", "keys", "schema"),
)


class RootOut(Out):
    """The addresses of the lists, and of the page that shows this document."""

    def get_fields(self) -> dict[str, Any]:
        return {
            name: serializers.URLField(help_text=f"The address of `{name}/`.")
            for name in (*NAMES, "docs")
        }


class Root(ApiView):
    permission_classes = [AllowAny]

    @extend_schema(responses=RootOut)
    def get(self, request: Request) -> Response:
        found = {name: reverse(f"api:{name}", request=request) for name in NAMES}
        return Response(found | {"docs": reverse("docs", request=request)})


class Schema(SpectacularAPIView):
    """The OpenAPI document, as YAML or JSON. Refusals are problem documents in JSON."""

    parameters = frozenset({"format", "lang"})

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        unknown = sorted(request.query_params.keys() - self.parameters)
        if unknown:
            problem = ErrorDetail(str(_("There is no such field.")), code="unknown_field")
            raise ValidationError({name: [problem] for name in unknown})

    def _get_schema_response(self, request: Request) -> HttpResponse:
        form = request.accepted_renderer
        media_type = form.media_type + (f"; charset={form.charset}" if form.charset else "")
        name = f'inline; filename="{spectacular_settings.TITLE}.{form.format}"'
        body = document(form.format)
        return HttpResponse(body, content_type=media_type, headers={"Content-Disposition": name})

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            answer.accepted_renderer = JsonRenderer()
        return answer


def conditional_document(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorator: an ETag of the content, 304 and 412, as the other addresses have them."""

    @conditional_page
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(request, *args, **kwargs)

    @wraps(view)
    def refuse_in_json(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        found = answer(request, *args, **kwargs)
        if isinstance(found, SimpleTemplateResponse):  # which is compared once it is rendered
            found = found.render()
        is_refused = found.status_code == HTTPStatus.PRECONDITION_FAILED
        return refuse_other_version() if is_refused else found

    return refuse_in_json
