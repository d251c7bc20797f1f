"""Every GET has an ETag, is 304 while nothing changed, and can have some of its fields."""

import json
from typing import Any

import pytest
from django.core.cache import cache

from config.api.urls import urlpatterns
from tests.api.table import TABLE
from tests.api.world import WHO
from tournaments.api.view import ApiView

VIEWS: dict[str, Any] = {
    str(each.name): getattr(each.callback, "cls", object) for each in urlpatterns
}
NAMES = sorted(
    name for name, method in TABLE if method == "get" and issubclass(VIEWS[name], ApiView)
)


@pytest.fixture
def read(world):
    def get(name, query="", **headers):
        cache.clear()  # hundreds of requests from one address
        row = TABLE[name, "get"][0]
        path = "/api/v1/" + row.path.format(**world.ids)
        statuses = zip(WHO, row.statuses.split(), strict=True)
        client = world.clients[[who for who, status in statuses if status == "200"][-1]]
        glue = "&" if "?" in path else "?"
        return client.get(f"{path}{glue}{query}" if query else path, headers=headers)

    return get


@pytest.mark.slow
def test_what_has_not_changed_is_not_sent_again(read):
    wrong = []
    for name in NAMES:
        first = read(name)
        again = read(name, **{"If-None-Match": first.get("ETag", "")})
        other = read(name, **{"If-None-Match": '"other"'})
        got = (first.status_code, again.status_code, again.content, other.status_code)
        if got != (200, 304, b"", 200):
            wrong.append((name, *got))
    assert wrong == []


@pytest.mark.slow
def test_every_answer_of_json_can_have_some_of_its_fields(read):
    wrong: list[tuple[object, ...]] = []
    for name in NAMES:
        if not VIEWS[name].has_fields:
            assert read(name, "fields=id").status_code == 400
            continue
        whole = read(name).json()
        is_page = set(whole) <= {"next", "previous", "results"}
        rows = whole["results"] if is_page else [whole]
        if not rows:
            continue
        field = next(iter(rows[0]))
        part = json.loads(read(name, f"fields={field}").content)
        found = part["results"] if is_page else [part]
        if found != [{field: row[field]} for row in rows]:
            wrong.append((name, field, part))
        if read(name, "fields=no_such_field").status_code != 400:
            wrong.append((name, "no_such_field"))
    assert wrong == []
