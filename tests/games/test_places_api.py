"""Places over HTTP: sent, agreed, entered at the desk, ruled; and shares of a point as read."""

import pytest

from tests.api.world import client_of
from tests.builders import make_event, make_user, pairing_at, players_at, published_round
from tests.clients import text_of
from tournaments.models import User
from tournaments.recompute import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return Evening()


class Evening:
    """Seven players of Taki at two tables; clients by table and seat, and the organiser's."""

    def __init__(self):
        organiser = make_user("olga")
        self.event = make_event(
            game="taki", entries=7, games=1, match={"points": {"per_game": True}, "tiebreaks": []},
            confirm={"policy": "majority"}, organiser=organiser, slug="cards",
            stages=[{"system": "tables", "options": {"sizes": [4, 3]}}],
        )  # fmt: skip
        self.round = published_round(self.event)
        self.boss = client_of("olga")
        self.ids = {table: pairing_at(self.round, table).pk for table in (1, 2)}

    def seat(self, table, order):
        player = players_at(self.round, table)[order - 1]
        return client_of(User.objects.get(player=player).username)


def post(client, address, body=None, *, status=200):
    answer = client.post(f"/api/v1/{address}", body or {}, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_places_are_sent_and_agreed(evening):
    body = {"pairing": evening.ids[2], "number": 1, "places": [1, 2.5, 2.5]}
    game = post(evening.seat(2, 1), "games/", body, status=201)
    assert game["claim"] == {"places": [1, 2.5, 2.5]}
    for order in (2, 3):
        game = post(evening.seat(2, order), f"games/{game['id']}/confirm/")
    assert game["state"] == "confirmed"
    pairing = evening.boss.get(f"/api/v1/pairings/{evening.ids[2]}/").json()
    assert pairing["slots"][0]["result"] == "1-2.5-2.5"
    assert pairing["slots"][0]["score"]["points_x2"] == [4, 1, 1]


def test_wrong_places_are_refused_where_they_are_wrong(evening):
    body = {"pairing": evening.ids[2], "number": 1, "places": [1, 2, 4]}
    problem = post(evening.seat(2, 1), "games/", body, status=400)
    assert problem["code"] == "invalid"
    assert problem["detail"] == "places.3: 4 cannot be: with 2 seats before it, it is 3"


def test_the_desk_enters_a_round_of_tables(evening):
    rows = [{"table": 1, "places": [1, 2, 3, 4]}, {"table": 2, "cards_left": [0, 7, 7]}]
    post(evening.boss, "events/cards/rounds/1/results/", {"results": rows})
    refresh_standings(evening.event.pk)
    rows = evening.boss.get("/api/v1/events/cards/standings/").json()["rows"]
    assert [row["primary_x2"] for row in rows] == [2, 2, "4/3", "2/3", "1/2", "1/2", 0]
    cells = evening.boss.get("/api/v1/events/cards/crosstable/").json()["rows"]
    assert "4/3" in [row["cells"][0]["points_x2"] for row in cells]


def test_a_table_is_ruled_by_places(evening):
    outcome = {"kind": "adjudicated", "places": [3, 1, 2]}
    body = {"number": 1, "outcome": outcome, "reason": "the lights went out"}
    pairing = post(evening.boss, f"pairings/{evening.ids[2]}/rule/", body)
    assert pairing["slots"][0]["score"]["points_x2"] == [0, 4, 2]


def test_the_pages_show_shares_of_a_point(evening, client):
    rows = [{"table": 1, "places": [1, 2, 3, 4]}, {"table": 2, "places": [1, 2, 2]}]
    post(evening.boss, "events/cards/rounds/1/results/", {"results": rows})
    refresh_standings(evening.event.pk)
    for address in ("standings", "crosstable", "rounds/1"):
        page = client.get(f"/events/cards/{address}/")
        assert page.status_code == 200
        assert "⅔" in text_of(page)
