"""Records of cards over HTTP: proved without storing, sent for a table, and what events say."""

import pytest
from rest_framework.test import APIClient

from config.demo.card_records import taki_record
from games.models import Game
from tests.api.world import client_of
from tests.builders import make_event, make_user, pairing_at, players_at, published_round
from tests.engine.gamnon.records import FULL_GAME
from tests.engine.taki.test_examples import EXAMPLE_1
from tournaments.models import User

pytestmark = pytest.mark.django_db


def verify(body, *, status=200):
    answer = APIClient().post("/api/v1/verify/", body, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_record_of_cards_is_proved_and_not_stored():
    said = verify({"game": "taki", "record": EXAMPLE_1})
    assert (said["places"], said["cards_left"]) == ({"A": 1, "B": 2}, {"A": 0, "B": 6})
    assert (said["rules"], said["index"]) == ("blog", 0)
    said = verify({"game": "gamnon", "record": FULL_GAME})
    assert said["places"] == {"A": 2.5, "B": 1, "C": 2.5}
    assert not Game.objects.exists()


def test_the_rules_are_a_name_an_object_or_the_record_s_own():
    for rules in ("publisher", {"name": "publisher"}):
        said = verify({"game": "taki", "record": EXAMPLE_1, "rules": rules})
        assert said["ruleset"]["last_card_penalty"] == 4
    stated = EXAMPLE_1.replace("start:", "opt: ruleset=publisher\nstart:")
    assert verify({"game": "taki", "record": stated})["rules"] == "publisher"
    problem = verify({"game": "taki", "record": stated, "rules": "blog"}, status=422)
    assert (problem["code"], problem["line"]) == ("wrong_option", 6)


def test_a_wrong_record_is_a_problem_with_line_token_hand_and_top():
    wrong = EXAMPLE_1.replace("B G1", "B B3")
    problem = verify({"game": "taki", "record": wrong}, status=422)
    assert (problem["code"], problem["line"], problem["move"]) == ("card_does_not_match", 11, "B3")
    assert problem["detail"].startswith("Line 11: B3 does not match G7.")
    assert problem["params"]["hand"] == "B3 G4 BD YS Y6 G1 Y9"
    assert "G1" in problem["params"]["legal"]


@pytest.mark.parametrize("record", ["", "taki/1", "\0" * 200, "[" * 5000, "A" * 200_000])
@pytest.mark.parametrize("game", ["taki", "gamnon"])
def test_hostile_records_are_problems(game, record):
    status = 400 if not record.strip("\0") else 422
    assert verify({"game": game, "record": record}, status=status)["code"]


class Evening:
    def __init__(self, **settings):
        self.organiser = make_user("olga")
        self.event = make_event(
            game="taki", entries=4, games=1, match={"points": {"per_game": True}, "tiebreaks": []},
            organiser=self.organiser, slug="cards",
            stages=[{"system": "tables", "options": {"sizes": [4]}}], **settings,
        )  # fmt: skip
        self.round = published_round(self.event)

    def seat(self, order):
        player = players_at(self.round)[order - 1]
        return client_of(User.objects.get(player=player).username)

    def send(self, order, record, *, status=201):
        body = {"pairing": pairing_at(self.round).pk, "number": 1, "record": record}
        answer = self.seat(order).post("/api/v1/games/", body, format="json")
        assert answer.status_code == status, answer.content
        return answer.json()


def test_a_record_is_sent_for_a_table_and_confirmed():
    evening = Evening()
    names = [player.name for player in players_at(evening.round)]
    game = evening.send(2, taki_record(names, seed="api"))
    assert (game["state"], game["proven"], len(game["places"])) == ("submitted", True, 4)
    assert game["verdict"]["seats"] == [1, 2, 3, 4]
    assert sorted(game["cards_left"])[0] == 0
    assert game["result"] == "-".join(f"{place:g}" for place in game["places"])
    for order in (1, 3):
        path = f"/api/v1/games/{game['id']}/confirm/"
        game = evening.seat(order).post(path, {}, format="json").json()
    assert game["state"] == "confirmed"
    (slot,) = client_of("olga").get(f"/api/v1/pairings/{game['pairing']}/").json()["slots"]
    assert slot["result"] == game["result"]
    assert slot["score"]["points_x2"] == [int(8 - 2 * place) for place in game["places"]]


def test_a_record_that_does_not_fit_the_table_is_a_problem():
    evening = Evening()
    problem = evening.send(1, taki_record(["A", "B", "C"], seed="api"), status=422)
    assert (problem["code"], problem["params"]) == ("seats_differ", {"found": 3, "expected": 4})
    problem = evening.send(1, "taki/1\nplayers: A B C D\nfirst: Z", status=422)
    assert (problem["code"], problem["line"]) == ("taki_unknown_player", 3)
    assert not Game.objects.exists()


def test_games_outside_an_event_are_of_tak():
    user = client_of(make_user().username)
    player = user.post("/api/v1/players/", {"name": "Noa"}, format="json").json()["id"]
    body = {"first": player, "second": player, "record": EXAMPLE_1, "game": "taki"}
    answer = user.post("/api/v1/games/", body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def plan(status=201, **settings):
    make_user("olga") if not User.objects.filter(username="olga").exists() else None
    body = {"slug": f"e{User.objects.count()}", "name": "Evening", **settings}
    answer = client_of("olga").post("/api/v1/events/", body, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_an_event_writes_out_all_its_rules():
    event = plan(game="taki", ruleset={"name": "publisher", "play_on": True})
    assert event["ruleset"]["last_card_window"] == "before_next_act"
    assert (event["ruleset"]["play_on"], event["ruleset"]["deck"]) == (True, 116)
    assert event["warnings"] == []


@pytest.mark.parametrize(
    ("game", "ruleset"),
    [
        ("taki", {"name": "standard"}),
        ("taki", {"size": 6}),
        ("taki", {"deck": [116]}),
        ("gamnon", {"name": "blog"}),
        ("gamnon", {"packs": 0}),
        ("gamnon", {"refill_sources": {}}),
    ],
)
def test_rules_that_do_not_exist_are_refused(game, ruleset):
    problem = plan(400, game=game, ruleset=ruleset)
    assert problem["detail"].startswith("ruleset: ")


def test_an_event_of_gamnon_is_told_at_which_tables_games_seldom_end():
    event = plan(game="gamnon", stages=[{"system": "tables", "options": {"sizes": [3]}}])
    assert event["warnings"] == []
    read = client_of("olga").get(f"/api/v1/events/{event['slug']}/").json()
    assert read["warnings"] == []
    sizes = {"system": "tables", "options": {"sizes": [3, 5, 4]}}
    four, five = plan(game="gamnon", slug="many", stages=[sizes])["warnings"]
    assert four.startswith("Tables of 4: ")
    assert "55 of 100 played at random and 25 of 100" in four
    assert five.startswith("Tables of 5: ")
    assert plan(game="taki", slug="taki", stages=[sizes])["warnings"] == []
