"""Headers and statuses of the operations, read from what the views are.

What views do not say by themselves is in the tables below; tests compare them with real answers.
"""

from collections.abc import Iterable
from typing import Any

from rest_framework.generics import GenericAPIView

from config.access.rate_limits import EXPORTS, FILES, FORMATS, OUTLOOKS, SEARCH_PARAMETER
from config.api.document.addresses import address_at
from config.idempotency import MAX_KEY_LENGTH
from tournaments.serializers.problem import MEDIA_TYPE

Schema = dict[str, Any]

# 201 without an address: what was made is part of a list, or its secret is in this answer only.
WITHOUT_LOCATION = frozenset(
    {
        *("accounts_create", "tokens_create", "links_create"),
        *("members_create", "adjustments_create", "announcements_create"),
        *("me_calendar_renew", "me_devices_add"),
        "challenges_create",
        *("webhooks_ping", "webhooks_redeliver", "deliveries_redeliver"),
        *("players_invitations_create", "clubs_invitations_create", "events_invitations_create"),
    }
)
# Where a record is proved, or something that it needs may be missing.
UNPROVEN = frozenset({"verify_record", "games_create"})
# Where `follow=1` leads to the process that serves followers.
FOLLOWED = "changes_list"
# Operations that take no key and may still find another state than they need.
CONFLICTS = frozenset({"players_invitations_create", "links_mail"})

REQUEST_HEADERS: dict[str, tuple[str, Schema]] = {
    "Idempotency-Key": (
        "The same request with the same key within a day gets the first answer.",
        {"type": "string", "maxLength": MAX_KEY_LENGTH},
    ),
    "If-Match": (
        "The ETag of what is changed: 412 if it has changed since. `*` or none: not compared.",
        {"type": "string"},
    ),
    "If-None-Match": (
        "The ETag of the answer that is known: 304 while it is the same.",
        {"type": "string"},
    ),
}
ANSWER_HEADERS: dict[str, tuple[str, Schema]] = {
    "ETag": ("Of this answer, for `If-None-Match` and `If-Match`.", {"type": "string"}),
    "Idempotent-Replayed": (
        "`true`: the stored answer to the first request with this key.",
        {"type": "string", "enum": ["true"]},
    ),
    "Link": ("The next and the previous page (RFC 8288), where there are any.", {"type": "string"}),
    "Location": (
        "The address of what was made, or of where to go on.",
        {"type": "string", "format": "uri"},
    ),
    "RateLimit-Limit": (
        "Requests in a window of a minute, where they are counted.",
        {"type": "integer"},
    ),
    "RateLimit-Remaining": ("Requests that are left in the window.", {"type": "integer"}),
    "RateLimit-Reset": ("Seconds until the next window.", {"type": "integer"}),
    "Retry-After": ("Seconds until it may be tried again.", {"type": "integer"}),
}
RATE_LIMITS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
REFUSALS = {
    "409": "The current state forbids it, or the `Idempotency-Key` was used for another request.",
    "412": "`If-Match` names another version than the current one.",
    "422": "The record is not proved, or something that it needs is missing.",
    "429": "Too many requests.",
    "503": "With `follow=1`: no process serves followers here. Else an outage, with `Retry-After`.",
}


def add_exchange(result: Schema, **_made_by: object) -> Schema:
    """Add headers, and the statuses that come with them."""
    components = result["components"]
    components["headers"] = {
        name: {"description": text, "schema": schema}
        for name, (text, schema) in ANSWER_HEADERS.items()
    }
    components["parameters"] = {
        name: {"name": name, "in": "header", "description": text, "schema": schema}
        for name, (text, schema) in REQUEST_HEADERS.items()
    }
    for path, methods in result["paths"].items():
        view = getattr(address_at(path).callback, "cls", None)
        for method, operation in methods.items():
            _complete(operation, method, view, path)
    return result


def _complete(operation: Schema, method: str, view: Any, path: str) -> None:
    name = operation["operationId"]
    made = {status: each for status, each in operation["responses"].items() if status[:1] == "2"}
    if method == "get":
        _take(operation, "If-None-Match")
        _send(made.values(), "ETag")
        unchanged = {"description": "Nothing has changed since that ETag."}
        operation["responses"]["304"] = unchanged
        _send([unchanged], "ETag")
        if issubclass(view, GenericAPIView):
            _send(made.values(), "Link")
    if method == "patch":
        _take(operation, "If-Match")
        _send(made.values(), "ETag")
        _refuse(operation, "412")
    if method != "get" and view.takes_key:
        _take(operation, "Idempotency-Key")
        _send(made.values(), "Idempotent-Replayed")
    if method != "get" and (view.takes_key or name in CONFLICTS):
        _refuse(operation, "409")
    if name not in WITHOUT_LOCATION:
        _send((each for status, each in made.items() if status in ("201", "202")), "Location")
    if name in UNPROVEN:
        _refuse(operation, "422")
    if name == FOLLOWED:
        operation["responses"]["307"] = {"description": "With `follow=1`: where changes are sent."}
        _send([operation["responses"]["307"]], "Location")
        _refuse(operation, "503", "Retry-After")
    _send([operation["responses"]["default"]], "Retry-After")
    if is_counted(operation, method, path):
        _refuse(operation, "429", "Retry-After")
        _send(operation["responses"].values(), *RATE_LIMITS)


def is_counted(operation: Schema, method: str, path: str) -> bool:
    """Whether requests may be counted: writes, searches and files."""
    asked = {
        each["name"]: each.get("schema", {})
        for each in operation.get("parameters", [])
        if "name" in each
    }
    as_file = set(FORMATS) & set(asked.get("format", {}).get("enum", ()))
    named_file = path.endswith(FILES) or f"api:{address_at(path).name}" in EXPORTS | OUTLOOKS
    return method != "get" or SEARCH_PARAMETER in asked or bool(as_file) or named_file


def _take(operation: Schema, header: str) -> None:
    parameters = operation.setdefault("parameters", [])
    parameters.append({"$ref": f"#/components/parameters/{header}"})


def _send(answers: Iterable[Schema], *headers: str) -> None:
    for answer in answers:
        for header in headers:
            found = answer.setdefault("headers", {})
            found[header] = {"$ref": f"#/components/headers/{header}"}


def _refuse(operation: Schema, status: str, *headers: str) -> None:
    problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
    refusal: Schema = {"description": REFUSALS[status], "content": {MEDIA_TYPE: problem}}
    _send([refusal], *headers)
    operation["responses"][status] = refusal
