"""Every GET has an ETag, is 304 while nothing changed, and can have some of its fields.

Every PATCH takes the ETag as `If-Match`, and none needs it.
"""

import json
from typing import Any

import pytest
from django.core.cache import cache

from config.api.urls import urlpatterns
from tests.api.rows import filled
from tests.api.table import TABLE
from tests.database import rolled_back
from tournaments.api.view import ApiView

ASKING = "site_staff"
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
        path = "/api/v1/" + TABLE[name, "get"][0].path.format(**world.ids)
        glue = "&" if "?" in path else "?"
        return world.clients[ASKING].get(f"{path}{glue}{query}" if query else path, headers=headers)

    return get


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


@pytest.fixture
def patch(world):
    def send(name, **headers):
        row = TABLE[name, "patch"][0]
        path, body = "/api/v1/" + row.path.format(**world.ids), filled(row.body, world.ids)
        client = world.clients[ASKING]
        cache.clear()
        return client.patch(path, body, format="json", headers=headers), client.get(path)

    return send


@pytest.mark.parametrize("name", sorted(name for name, method in TABLE if method == "patch"))
def test_a_patch_takes_the_etag_that_was_read(world, patch, name):
    with rolled_back():
        refused, before = patch(name, **{"If-Match": '"other"'})
        assert (refused.status_code, refused.json()["code"]) == (412, "stale")
        changed, after = patch(name, **{"If-Match": before["ETag"]})
        assert changed.status_code == 200
        assert changed["ETag"] == after["ETag"] != before["ETag"]
        late, now = patch(name, **{"If-Match": before["ETag"]})
        assert (late.status_code, now["ETag"]) == (412, after["ETag"])
    for headers in ({}, {"If-Match": "*"}):
        with rolled_back():
            assert patch(name, **headers)[0].status_code == 200
