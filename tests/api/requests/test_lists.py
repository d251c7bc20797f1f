"""Every list pages in one way; NDJSON and CSV have every row; unknown parameters are refused."""

import csv
import io
import json
from typing import Any

import pytest
from django.core.cache import cache

from config.api.urls import urlpatterns
from tests.api.rows import filled
from tests.api.table import TABLE
from tests.clients import text_of
from tournaments.api.lists import ROWS_AT_ONCE, ListApiView
from tournaments.api.view import ApiView
from tournaments.models import Player

ASKING = "site_staff"
VIEWS: dict[str, Any] = {
    str(pattern.name): getattr(pattern.callback, "view_class", object) for pattern in urlpatterns
}
LISTS = {
    name
    for name, view in VIEWS.items()
    if issubclass(view, ListApiView) and view.pagination_class and (name, "get") in TABLE
}
DETAILS = {
    name
    for name, view in VIEWS.items()
    if (name, "get") in TABLE and "limit" not in getattr(view, "common_parameters", {"limit"})
}


@pytest.fixture
def ask(world):
    """The answer to a GET of an address of the table, with more in its query."""

    def get(name, query=""):
        cache.clear()  # hundreds of requests from one address
        path = TABLE[name, "get"][0].path.format(**world.ids)
        return world.clients[ASKING].get(with_query(f"/api/v1/{path}", query))

    return get


def with_query(address, query):
    return f"{address}{'&' if '?' in address else '?'}{query}" if query else address


def errors_of(answer):
    found = answer.json() if answer.status_code == 400 else {}
    return [(error["field"], error["code"]) for error in found.get("errors", [])]


@pytest.mark.slow
def test_pages_of_one_row_have_the_rows_of_the_whole_list(world, ask):
    wrong, longest = [], 0
    for name in sorted(LISTS):
        whole = ask(name).json()
        assert set(whole) == {"next", "previous", "results"}, name
        seen, page = [], ask(name, "limit=1")
        for _row in whole["results"]:
            assert page.status_code == 200, (name, page.content)
            seen += page.json()["results"]
            if page.json()["next"] is None:
                break
            page = world.clients[ASKING].get(page.json()["next"])
        longest = max(longest, len(seen))
        if seen != whole["results"]:
            wrong.append(name)
    assert wrong == []
    assert longest > 5


@pytest.mark.parametrize("limit", ["abc", "0", "501", "-1", "1.5", "", "9" * 30, "٣"])
def test_a_limit_is_a_number_of_rows(ask, limit):
    asked = {name: errors_of(ask(name, f"limit={limit}")) for name in sorted(LISTS)}
    assert {name: said for name, said in asked.items() if said != [("limit", "out_of_range")]} == {}


def test_a_cursor_of_another_list_is_refused(ask):
    strange = ("nonsense", "cGxhY2U9eA==", "bz0x" * 60)
    codes = {
        (name, cursor): ask(name, f"cursor={cursor}").json().get("code")
        for name in sorted(LISTS)
        for cursor in strange
    }
    assert {asked for asked, code in codes.items() if code != "invalid_cursor"} == set()


@pytest.mark.slow
def test_ndjson_and_csv_have_every_row(ask):
    for name in sorted(LISTS):
        rows = ask(name, "limit=500").json()["results"]
        lines = ask(name, "format=ndjson")
        assert [json.loads(line) for line in lines.content.splitlines()] == rows, name
        sheet = ask(name, "format=csv")
        assert sheet["Content-Type"] == "text/csv; charset=utf-8"
        cells = list(csv.reader(io.StringIO(text_of(sheet), newline="")))
        assert len(cells) - 1 == len(rows), name


def test_every_address_refuses_parameters_that_it_does_not_know(world):
    silent = []
    for (name, method), rows in TABLE.items():
        if not issubclass(VIEWS[name], ApiView):
            continue
        cache.clear()
        address = with_query("/api/v1/" + rows[0].path.format(**world.ids), "colour=red")
        body = filled(rows[0].body, world.ids)
        more = {} if method == "get" else {"format": "json"}
        answer = getattr(world.clients[ASKING], method)(address, body, **more)
        if errors_of(answer) != [("colour", "unknown_field")]:
            silent.append((name, method, answer.status_code))
    assert silent == []


def test_an_answer_that_is_no_list_has_no_pages(ask):
    paged = [name for name in sorted(DETAILS) if ask(name, "limit=1").status_code != 400]
    assert paged == []


@pytest.mark.parametrize("form", ["ndjson", "csv"])
def test_a_long_list_is_read_in_parts_while_it_is_sent(
    client, db, form, django_assert_max_num_queries
):
    Player.objects.bulk_create(
        Player(public_id=f"p{number:05}", name=f"Player {number}")
        for number in range(2 * ROWS_AT_ONCE + 1)
    )
    answer = client.get(f"/api/v1/players/?format={form}")
    assert answer.streaming
    with django_assert_max_num_queries(3):
        lines = b"".join(answer.streaming_content).splitlines()
    assert len(lines) == Player.objects.count() + (form == "csv")
