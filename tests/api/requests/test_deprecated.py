"""What goes out of use is said in headers and in the OpenAPI document, by an example."""

from dataclasses import replace
from datetime import date

import pytest
from django.test import override_settings
from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.response import Response

from config.api.document import addresses
from tournaments.api.view import ApiView
from tournaments.serializers.base import Out
from tournaments.serializers.deprecation import Deprecation

OLD = Deprecation(date(2026, 1, 1), date(2027, 2, 1), "https://docs.example/")


@extend_schema_serializer(deprecate_fields=["nick"])
class ExampleOut(Out):
    name = serializers.CharField()
    nick = serializers.CharField()


class Example(ApiView):
    """POST is deprecated, and a field of the answer to GET."""

    permission_classes = [AllowAny]
    deprecations = {"POST": OLD, "GET": replace(OLD, fields=("nick",))}

    @extend_schema(responses=ExampleOut)
    def get(self, request):
        return Response({"name": "Ada", "nick": "ada"}, headers={"Link": '<x>; rel="next"'})

    @extend_schema(request=None, responses=ExampleOut)
    def post(self, request):
        return Response({"name": "Ada", "nick": "ada"})

    @extend_schema(request=None, responses=ExampleOut)
    def patch(self, request):
        return Response({"name": "Ada", "nick": "ada"})


# The name of an address whose scope the document knows.
api = ([path("example/", Example.as_view(), name="players")], "api")
urlpatterns = [
    path("api/v1/", include(api)),
    # The document names the addresses of consent and tokens.
    path("", include("config.pages.urls")),
    path("", include("config.oauth.urls")),
]


@pytest.fixture(autouse=True)
def _own_urls():
    with override_settings(ROOT_URLCONF=__name__):
        addresses._addresses.cache_clear()
        yield
    addresses._addresses.cache_clear()


@pytest.mark.parametrize("method", ["get", "head", "post"])
def test_answers_say_since_when_and_until_when(client, method):
    answer = getattr(client, method)("/api/v1/example/")
    assert answer["Deprecation"] == "@1767225600"
    assert answer["Sunset"] == "Mon, 01 Feb 2027 00:00:00 GMT"
    links = answer["Link"].split(", ")
    assert links[-1] == '<https://docs.example/>; rel="deprecation"; type="text/html"'
    assert len(links) == (1 if method == "post" else 2)


def test_what_is_in_use_says_nothing(client):
    answer = client.patch("/api/v1/example/")
    assert not {"Deprecation", "Sunset", "Link"} & set(answer.headers)


def test_the_document_says_so():
    document = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)
    operations = document["paths"]["/api/v1/example/"]
    assert operations["post"]["deprecated"] is True
    assert not any("deprecated" in operations[method] for method in ("get", "patch"))
    fields = document["components"]["schemas"]["ExampleOut"]["properties"]
    assert (fields["nick"].get("deprecated"), fields["name"].get("deprecated")) == (True, None)
