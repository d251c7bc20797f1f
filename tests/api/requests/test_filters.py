"""What lists can be asked for: each filter keeps the rows that it names, each order is total."""

from datetime import date
from typing import Any

import pytest
from django.core.cache import cache

from config.api.urls import urlpatterns
from games.models import Game
from ratings.recompute import replay_stale_pools
from tests.api.table import TABLE
from tournaments.models import Club, Entry, Event, Membership

VIEWS: dict[str, Any] = {
    str(each.name): getattr(each.callback, "cls", None) for each in urlpatterns
}
ORDERED = [
    (name, order)
    for name, view in sorted(VIEWS.items())
    for order in getattr(view, "orderings", ())
]


@pytest.fixture(autouse=True)
def _different_events(world):
    """Events with dates, boards and clubs that differ."""
    Event.objects.filter(slug="spring").update(
        starts_on=date(2026, 3, 1), club=Club.objects.get(slug="club")
    )
    Event.objects.filter(slug="board").update(
        starts_on=date(2026, 5, 1), ruleset={"name": "standard", "size": 6}
    )


@pytest.fixture
def rows(world):
    def read(address, who="site_staff"):
        cache.clear()
        answer = world.clients[who].get(f"/api/v1/{address.format(**world.ids)}")
        assert answer.status_code == 200, answer.content
        return answer.json()["results"]

    return read


def test_events(rows, world):
    def slugs(query):
        return {row["slug"] for row in rows(f"events/?limit=500&{query}")}

    everything = slugs("")
    assert slugs("club=club") == {"spring"}
    assert slugs("size=6") == {"board"}
    assert slugs("size=5") == everything - {"board"}
    assert slugs("date_from=2026-03-01&date_to=2026-03-01") == {"spring"}
    assert slugs("date_from=2026-03-02") == {"board"}
    assert slugs("date_to=2026-04-30") == {"spring"}
    assert slugs("state=registration") == {"open", "asked"}
    assert {"spring", "board"} <= slugs("player={player}")
    assert slugs("player={newcomer}") == set()
    assert "counting" in slugs("pool=tak") < everything


def test_games(rows, world):
    def ids(query):
        return {row["id"] for row in rows(f"games/?limit=500&{query}")}

    counted, waiting = world.ids["counted"], world.ids["game"]
    Game.objects.filter(public_id=counted).update(played_on=date(2026, 2, 3))
    Game.objects.filter(public_id=waiting).update(played_on=None)
    assert {counted, waiting} == ids("")
    assert ids("pool=tak") == ids("state=confirmed") == {counted}
    assert ids("club=club") == ids("event=spring") == {waiting}
    assert ids("size=5") == ids("game=tak") == {counted, waiting}
    assert ids("size=6") == ids("game=taki") == set()
    assert ids("date_from=2026-02-03&date_to=2026-02-03") == {counted}
    assert ids("date_from=2026-02-04") == ids("date_to=2026-02-02") == set()
    for order, expected in (("played_on", [waiting, counted]), ("-played_on", [counted, waiting])):
        assert [row["id"] for row in rows(f"games/?ordering={order}")] == expected


def test_pairings(rows):
    def events(query):
        return {row["event"] for row in rows(f"pairings/?limit=500&{query}")}

    assert events("club=club") == {"spring"}
    assert events("size=6") == {"board"}
    assert "spring" in events("size=5")
    assert events("date_from=2026-03-01&date_to=2026-03-01") == {"spring"}
    assert events("date_from=2026-02-28&date_to=2026-02-28") == set()
    rounds = [row["round"] for row in rows("pairings/?event=spring&ordering=-round")]
    assert rounds == sorted(rounds, reverse=True)


def test_players_and_clubs(rows, world):
    def names(query):
        return [row["name"] for row in rows(f"players/?limit=500&{query}")]

    assert sorted(names("club=club")) == ["of_club", "opponent", "player", "third"]
    assert set(names("pool=tak")) <= {"player", "opponent", "third"}
    everybody = names("ordering=name")
    assert everybody == sorted(names(""), key=str.lower)
    assert names("ordering=-name") == everybody[::-1]
    assert [row["slug"] for row in rows("clubs/?player={third}")] == ["club"]
    assert rows("clubs/?player={newcomer}") == []


def test_players_of_a_rating_list(rows, world):
    replay_stale_pools()
    opponent = world.ids["opponent"]
    Membership.objects.exclude(player__public_id=opponent).delete()
    for address in ("pools/tak/ratings/", "pools/tak/leaderboard/"):
        rated = {row["player"] for row in rows(address)}
        assert {opponent, world.ids["player"]} <= rated
        assert {row["id"] for row in rows("players/?pool=tak")} == rated
        assert [row["player"] for row in rows(f"{address}?club=club")] == [opponent]
    assert [row["name"] for row in rows("players/?pool=tak&club=club")] == ["opponent"]


def test_entries_and_rounds(rows, world):
    entries = "events/spring/entries/"
    assert len(rows(f"{entries}?state=in")) == 3
    assert rows(f"{entries}?state=waiting") == []
    Entry.objects.filter(event__slug="spring", player=world.players["third"]).update(rating=1700)
    best = rows(f"{entries}?ordering=-rating")[0]
    assert (best["name"], best["rating"]) == ("third", 1700)
    numbers = [row["number"] for row in rows(f"{entries}?ordering=-number")]
    assert numbers == [3, 2, 1]
    assert len(rows(f"{entries}?club=club")) == 3
    assert rows(f"{entries}?club=none") == []
    assert [row["number"] for row in rows("events/paired/rounds/?state=draft")] == [1]
    assert rows("events/paired/rounds/?state=draft", who="stranger") == []


def test_pools(rows):
    def slugs(query):
        return {row["slug"] for row in rows(f"pools/?{query}")}

    assert slugs("game=tak") == slugs("size=5") == {"tak", "tak-5"}
    assert slugs("size=6") == {"tak"}
    assert slugs("game=taki") == set()


@pytest.mark.parametrize(("name", "order"), ORDERED)
@pytest.mark.parametrize("sign", ["", "-"])
def test_pages_in_an_order_have_every_row_once(world, rows, name, order, sign):
    path = TABLE[name, "get"][0].path.partition("?")[0].format(**world.ids)
    query = f"{path}?ordering={sign}{order}"
    whole = rows(f"{query}&limit=500")
    seen, page = [], world.clients["site_staff"].get(f"/api/v1/{query}&limit=2").json()
    while True:
        seen += page["results"]
        if page["next"] is None:
            break
        before = page
        page = world.clients["site_staff"].get(page["next"]).json()
        back = world.clients["site_staff"].get(page["previous"]).json()
        assert back["results"] == before["results"]
    assert seen == whole
    assert rows(f"{path}?ordering={sign or '-'}{order}&limit=500") == whole[:: 1 if sign else -1]


def test_each_order_of_a_list_is_declared(world):
    for name, view in VIEWS.items():
        if not getattr(view, "orderings", None):
            continue
        path = TABLE[name, "get"][0].path.partition("?")[0].format(**world.ids)
        refused = world.clients["site_staff"].get(f"/api/v1/{path}?ordering=colour")
        assert refused.status_code == 400
        choices = view.asks().fields["ordering"].choices
        assert {choice.removeprefix("-") for choice in choices} == set(view.orderings)
