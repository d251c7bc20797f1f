"""Requests to every operation of the document, for each status that it declares."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.core.cache import cache

from config.access.rate_limits import EXPORT, OUTLOOK, SCHEMA, SEARCH, VERIFY, WRITE, count_request
from config.api.document.words import operations
from tests.api.document.answers import differences
from tests.api.document.reading import operations_of, parameters_of
from tests.api.rows import Row, filled
from tests.api.table import TABLE
from tests.api.world import WHO, World
from tests.database import rolled_back

Schema = dict[str, Any]
ANYBODY = "anonymous"


class Walk:
    """Asks, and notes what was met and what was not as the document says."""

    def __init__(self, world: World, document: Schema) -> None:
        self.world, self.document = world, document
        self.met: dict[str, set[str]] = defaultdict(set)  # by operation, statuses and headers
        self.wrong: list[Any] = []
        self.operations = {
            each["operationId"]: (method, each) for _path, method, each in operations_of(document)
        }

    def ask(self, name: str, who: str, row: Row, **headers: str) -> Any:
        cache.clear()  # hundreds of requests from one address
        return self.ask_counted(name, who, row, **headers)

    def ask_counted(self, name: str, who: str, row: Row, **headers: str) -> Any:
        method, operation = self.operations[name]
        path = "/api/v1/" + row.path.format(**self.world.ids)
        options = {} if method == "get" else {"format": "json"}
        answer = getattr(self.world.clients[who], method)(
            path, filled(row.body, self.world.ids), headers=headers, **options
        )
        for fault in differences(answer, operation, self.document):
            self.wrong.append((name, who, path, headers, fault))
        sent = {name for name in self.document["components"]["headers"] if name in answer}
        self.met[name] |= {str(answer.status_code), *sent}
        return answer

    def declares(self, name: str, status: str) -> bool:
        return status in self.operations[name][1]["responses"]

    def parameters(self, name: str) -> set[str]:
        operation = self.operations[name][1]
        return {each["name"] for each in parameters_of(operation, self.document)}

    def not_met(self) -> dict[str, set[str]]:
        """Statuses and headers that an operation declares; only those that have some."""
        found = {
            name: _declared(operation) - self.met[name]
            for name, (_method, operation) in self.operations.items()
        }
        return {name: rest for name, rest in found.items() if rest}


def _declared(operation: Schema) -> set[str]:
    """Statuses and headers. `Link` is there where a list has more pages, as `answers` checks."""
    answers = {status: each for status, each in operation["responses"].items() if status.isdigit()}
    headers = {name for each in answers.values() for name in each.get("headers", {})}
    return set(answers) | headers - {"Link"}


def also(row: Row, query: str) -> Row:
    return replace(row, path=f"{row.path}{'&' if '?' in row.path else '?'}{query}")


def ask_in_every_way(walk: Walk, name: str, who: str, row: Row) -> None:
    """A good request, and what follows from it: 304, 412, 409 of a key, 400, other media types."""
    with rolled_back():
        first = walk.ask(name, who, row)
        if "ETag" in first and walk.declares(name, "304"):
            walk.ask(name, who, row, **{"If-None-Match": first["ETag"]})
    with rolled_back():
        walk.ask(name, who, also(row, "no_such_parameter=1"))
        if walk.declares(name, "412"):
            walk.ask(name, who, row, **{"If-Match": '"of-yesterday"'})
    if "limit" in walk.parameters(name):
        walk.ask(name, who, also(row, "limit=1"))
    said = walk.operations[name][1]["responses"].get(str(first.status_code), {})
    for media in said.get("content", {}):
        with rolled_back():
            walk.ask(name, who, row, Accept=media)
    if "Idempotency-Key" in walk.parameters(name):
        with rolled_back():  # twice with a key, and another request with it
            for asked in (row, row, also(row, "format=json")):
                walk.ask(name, who, asked, **{"Idempotency-Key": "once"})


def ask_too_often(walk: Walk, rows: dict[str, tuple[str, Row]]) -> None:
    """429 of everything that is counted, from an address that has used up every limit."""
    cache.clear()
    for rate in (EXPORT, OUTLOOK, SCHEMA, SEARCH, VERIFY, WRITE):
        for _time in range(rate.most):
            count_request(rate, "address:127.0.0.1")
    for name, (_who, row) in rows.items():
        if walk.declares(name, "429"):
            query = "q=ada" if "q" in walk.parameters(name) else "format=csv"
            asked = also(row, query) if "format" in walk.parameters(name) else row
            walk.ask_counted(name, ANYBODY, asked)


def refusals() -> Iterator[tuple[str, str, Row]]:
    """Operation, who asks and the row, of each refusal that the table of requests has."""
    for (address, method), rows in TABLE.items():
        words = operations().get((address, method))
        if words is None:
            continue
        for row in rows:
            statuses = row.statuses.split()
            for status in sorted({each for each in statuses if each >= "400"}):
                yield words.operation_id, WHO[statuses.index(status)], row
