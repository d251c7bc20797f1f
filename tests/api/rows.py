"""One row of the table of who gets which answer, and the rows of statuses that recur."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    path: str
    statuses: str  # one for each of WHO
    body: Any = None


Line = tuple[Any, ...]  # name of the address, method, and the values of its Row


def table_of(*lines: Line) -> dict[tuple[str, str], list[Row]]:
    """The rows of each address and method."""
    table: dict[tuple[str, str], list[Row]] = {}
    for name, method, *row in lines:
        table.setdefault((name, method), []).append(Row(*row))
    return table


def everyone(status: int) -> str:
    return " ".join([str(status)] * 8)


ALL = everyone(200)
#            anon stra play oppo arbi orga othe site
NEW_DEVICE = {  # a browser; the keys are those of an example in RFC 8291
    "endpoint": "https://93.184.215.14/push/1",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6"
    "-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
SIGNED_IN = "401 201 201 201 201 201 201 201"
STAFF_200 = "401 403 403 403 200 200 403 200"
STAFF_201 = "401 403 403 403 201 201 403 201"
OWNER_200 = "401 403 403 403 403 200 403 200"
SITE_200 = "401 403 403 403 403 403 403 200"
SITE_409 = "401 403 403 403 403 403 403 409"
OF_SITE = "401 404 404 404 404 404 404 200"  # of what only site staff see
READ_STAFF = "403 403 403 403 200 200 403 200"
HIDDEN = "404 404 200 200 200 200 404 200"
# Of an entry that its player, the stranger, and staff see.
APPLICANT = "401 403 404 404 200 200 404 200"
SELF_200 = "401 403 200 403 200 200 403 200"
DRAFT_RULED = "401 404 404 404 409 409 404 409"
OWN_APPLICATION = "401 404 200 404 404 404 404 404"
NOT_THERE = "401 403 403 403 404 403 404 404"  # of the event `else`
DRAFT_ROUND = "404 404 404 404 200 200 404 200"


def filled(body: Any, ids: Mapping[str, Any]) -> Any:
    """A body with each {name} replaced by the id of that name."""
    if isinstance(body, dict):
        return {key: filled(value, ids) for key, value in body.items()}
    if isinstance(body, list):
        return [filled(value, ids) for value in body]
    return ids.get(body[1:-1], body) if isinstance(body, str) and body[:1] == "{" else body
