"""Problem documents (RFC 9457)."""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from engine.errors import FIRST_PLAYER_ERROR, LINE_ERROR, SECOND_PLAYER_ERROR, RecordError
from tournaments.errors import DomainError, InvalidInput
from tournaments.wording import refusal_sentence

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:roadhouse:problem:"
STATUS = {
    "invalid": HTTPStatus.BAD_REQUEST,
    "forbidden": HTTPStatus.FORBIDDEN,
    "missing": HTTPStatus.NOT_FOUND,
    "conflict": HTTPStatus.CONFLICT,
    "gone": HTTPStatus.GONE,
    "stale": HTTPStatus.PRECONDITION_FAILED,
    "unproven": HTTPStatus.UNPROCESSABLE_ENTITY,
    "unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
}

Document = dict[str, Any]


class FieldErrorOut(serializers.Serializer[Any]):
    field = serializers.CharField()
    code = serializers.CharField()
    detail = serializers.CharField()


@extend_schema_serializer(component_name="Problem")
class ProblemOut(serializers.Serializer[Any]):
    """`errors` only for wrong fields; `ply`, `move`, `tps` only for records."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable: for programs.")
    detail = serializers.CharField(help_text="For people, in their language.")
    params = serializers.DictField(required=False)
    errors = FieldErrorOut(many=True, required=False)  # type: ignore[assignment]  # our field
    ply = serializers.IntegerField(required=False, allow_null=True)
    move = serializers.CharField(required=False, allow_null=True)
    tps = serializers.CharField(required=False, allow_null=True)
    line = serializers.IntegerField(required=False, allow_null=True)


def document(status: int, code: str, detail: str, **more: object) -> Document:
    return {
        "type": f"{TYPE}{code}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
        "detail": detail,
        **more,
    }


def problem_of_record(error: RecordError) -> Document:
    """A refused record, with ply, move and the position before it."""
    where: Document = {"ply": error.ply, "move": error.move, "tps": error.tps}
    if error.line is not None:
        where["line"] = error.line
    return document(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        error.code,
        sentence(error),
        **where,
        params=_plain(error.params),
    )


def problem_of_refusal(error: DomainError) -> Document:
    params = _plain({name: error.details[name] for name in error.details if name != "problem_code"})
    field = str(error.details.get("field", error.field))
    more = {"errors": [_of_field(error, field)]} if field else {}
    return document(STATUS[error.kind], error.code, str(error), params=params, **more)


def _of_field(error: DomainError, field: str) -> Document:
    """The field that a service refuses, in the shape of serializer errors."""
    detail = error.details.get("problem") if isinstance(error, InvalidInput) else error
    code = error.details.get("problem_code", error.code)
    words = str(detail).removeprefix(f"{field}: ")
    return {"field": field, "code": str(code), "detail": capfirst(words)}


def sentence(error: RecordError) -> str:
    """A record error with its place, in the active language."""
    text = refusal_sentence(error)
    if error.ply is not None:
        side = error.side or 2 - error.ply % 2
        place = _(FIRST_PLAYER_ERROR) if side == 1 else _(SECOND_PLAYER_ERROR)
        number = error.move_number or (error.ply + 1) // 2
        return place.format(number=number, move=error.move or "", sentence=text)
    if error.line is not None:
        return _(LINE_ERROR).format(line=error.line, sentence=text)
    return text[:1].upper() + text[1:]


def _plain(values: dict[str, object]) -> dict[str, object]:
    return {name: _plain_value(value) for name, value in values.items()}


def _plain_value(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [_plain_value(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
