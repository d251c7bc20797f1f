"""`fields` keeps some fields of an answer, `expand` adds the objects it names."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.exceptions import ValidationError

from tests.api.world import ROAD, make_event, make_people, seat_together
from tournaments.serializers.partial import keep_fields, parse_fields

NAMES = st.sampled_from("abc")
DATA = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=12,
)


@pytest.fixture
def world(db):
    world = make_people()
    make_event(world, "spring", until="published")
    return world


@pytest.fixture
def read(world):
    return lambda address, **headers: world.clients["anonymous"].get(
        f"/api/v1/{address}", headers=headers
    )


def change(world, query="", **changes):
    boss = world.clients["organiser"]
    return boss.patch(f"/api/v1/events/spring/{query}", changes, format="json")


def kept(data, fields):
    return keep_fields(data, parse_fields(fields))


def test_fields_are_kept_in_the_order_of_the_answer():
    data = {"a": 1, "b": {"c": 2, "d": 3}, "e": [{"f": 4, "g": 5}, {"f": 6, "g": 7}]}
    assert kept(data, "e.f,a") == {"a": 1, "e": [{"f": 4}, {"f": 6}]}
    assert list(kept(data, "b,a")) == ["a", "b"]
    assert kept(data, "b,b.c") == {"b": {"c": 2}}


def test_of_a_page_the_rows_have_the_fields():
    page = {"next": None, "previous": None, "results": [{"a": 1, "b": 2}]}
    assert kept(page, "b") == {"next": None, "previous": None, "results": [{"b": 2}]}
    assert kept([{"a": 1}, {"a": None, "b": 2}], "b") == [{}, {"b": 2}]


@pytest.mark.parametrize(("fields", "named"), [("x", "x"), ("a.x", "a.x"), ("a,b.y.z", "b.y")])
def test_a_field_that_nothing_has_is_refused(fields, named):
    with pytest.raises(ValidationError) as refused:
        kept({"a": {"c": 1}, "b": [{"y1": {}}]}, fields)
    assert named in str(refused.value.detail)


def test_where_there_is_nothing_every_field_may_be_asked_for():
    assert kept({"results": []}, "x") == {"results": []}
    assert kept({"a": None, "b": []}, "a.x,b.y") == {"a": None, "b": []}


@pytest.mark.parametrize("text", ["", ",", "a,", "a..b", ".a", "a b", "a;b", "é", "a" * 1001])
def test_what_is_no_name_is_refused(text):
    with pytest.raises(ValidationError):
        parse_fields(text)


@given(DATA, st.lists(st.lists(NAMES, min_size=1, max_size=3).map(".".join), min_size=1))
def test_what_is_kept_is_part_of_the_answer(data, paths):
    try:
        part = kept(data, ",".join(paths))
    except ValidationError:
        return
    assert is_part(part, data)


def is_part(part, whole):
    if isinstance(part, dict):
        return all(name in whole and is_part(part[name], whole[name]) for name in part)
    if isinstance(part, list):
        return len(part) == len(whole) and all(map(is_part, part, whole))
    return part == whole


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("events/spring/", "slug,name"),  # stored
        ("events/spring/rounds/1/", "number,pairings.slots.state"),
        ("events/spring/entries/", "number,player"),
        ("players/", "id"),
        ("players/?limit=2&format=ndjson", "id"),
        ("players/?format=ndjson", "id"),
    ],
)
def test_an_answer_has_the_fields_that_are_asked_for(read, address, fields):
    query = f"{address}{'&' if '?' in address else '?'}fields={fields}"
    first, whole = read(query), read(address)
    again = read(query)
    assert again.content == first.content
    assert len(first.content) < len(whole.content)
    assert {first["ETag"], again["ETag"]} == {first["ETag"]} != {whole["ETag"]}
    unchanged = read(query, **{"If-None-Match": first["ETag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert read(query, **{"If-None-Match": whole["ETag"]}).status_code == 200
    assert read(address, **{"If-None-Match": whole["ETag"]}).status_code == 304
    if "ndjson" not in address:
        assert first.json() == kept(whole.json(), fields)


def test_fields_of_a_stored_answer_change_with_it(world, read):
    query = "events/spring/?fields=name"
    first = read(query)
    boss = world.clients["organiser"]
    assert (
        boss.patch("/api/v1/events/spring/", {"name": "Second"}, format="json").status_code == 200
    )
    changed = read(query, **{"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed.json()) == (200, {"name": "Second"})
    assert change(world, venue="Hall").status_code == 200
    fresh = read(query)
    assert (fresh.json(), "v" in fresh["ETag"]) == ({"name": "Second"}, True)


@pytest.mark.parametrize("cached", [True, False])
def test_what_cannot_be_kept_is_refused(read, cached):
    if cached:
        read("events/spring/")
    for query in ("events/spring/?fields=colour", "events/spring/?fields=", "events/?fields=a b"):
        refused = read(query)
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "fields"), query
    for query in ("players/?fields=id&format=csv", "players/?fields=x&format=ndjson"):
        assert read(query).status_code == 400
    assert read("events/spring/").status_code == 200


def test_writes_have_no_fields_to_choose(world, read):
    assert change(world, "?fields=name", name="x").status_code == 400
    assert read("events/spring/").json()["name"] == "spring"


def submit(world, pairing):
    sent = world.clients["player"].post(
        "/api/v1/games/", {"pairing": pairing["id"], "number": 1, "record": ROAD}, format="json"
    )
    assert sent.status_code == 201
    return sent.json()["id"]


def test_pairings_have_the_players_and_games_they_name(world, read):
    pairing = seat_together(world, "spring")
    game = submit(world, pairing)
    shown = read(f"games/?event=spring&player={world.players['player'].public_id}").json()
    row = next(row for row in shown["results"] if row["id"] == game)
    known = {row["id"]: row for row in read("players/").json()["results"]}
    players = [known[seat["player"]] for seat in pairing["seats"]]
    number = pairing["round"]
    for address, pick in (
        (f"pairings/{pairing['id']}/", lambda answer: answer),
        (f"pairings/?event=spring&round={number}", lambda answer: by_id(answer["results"])),
        (f"events/spring/rounds/{number}/", lambda answer: by_id(answer["pairings"])),
    ):

        def by_id(rows):
            return next(each for each in rows if each["id"] == pairing["id"])

        glue = "&" if "?" in address else "?"
        plain = pick(read(address).json())
        both = pick(read(f"{address}{glue}expand=players,games").json())
        assert both == {**plain, "players": players, "games": [row]}
        assert pick(read(f"{address}{glue}expand=players").json()) == {**plain, "players": players}
        assert read(f"{address}{glue}expand=clubs").status_code == 400


def test_what_is_expanded_changes_with_what_it_names(world, read):
    pairing = seat_together(world, "spring")
    address = f"pairings/{pairing['id']}/?expand=players,games&fields=players,games.state"
    before = read(address)
    submit(world, pairing)
    after = read(address, **{"If-None-Match": before["ETag"]})
    assert after.json()["games"] == [{"state": "submitted"}]
    named = world.clients["player"].post(
        f"/api/v1/players/{world.players['player'].public_id}/name/", {"name": "Ada"}, format="json"
    )
    assert named.status_code == 200
    renamed = read(address, **{"If-None-Match": after["ETag"]})
    assert "Ada" in {player["name"] for player in renamed.json()["players"]}


def test_more_pairings_are_expanded_by_as_many_queries(world, read):
    def queries(address):
        cache.clear()
        with CaptureQueriesContext(connection) as found:
            assert read(address).status_code == 200
        return len(found)

    submit(world, seat_together(world, "spring"))
    few = queries("pairings/?expand=players,games")
    make_event(world, "second", until="published")
    submit(world, seat_together(world, "second"))
    assert queries("pairings/?expand=players,games") == few
