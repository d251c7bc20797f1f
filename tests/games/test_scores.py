"""A game is shown with the score of its event, and everywhere it opens to what it is made of."""

import pytest

from games import services
from tests.builders import actor_of, make_event, pairing_at, players_at, published_round
from tests.clients import text_of, tidy, url_of
from tests.flows.records import FIRST_BY_ROAD, ptn
from tournaments.actor import SYSTEM
from tournaments.recompute import refresh_standings

pytestmark = pytest.mark.django_db
EVERY = {"methods": ["downing", "middletown", "tarway"]}
# The record ends in row 1: five single flats in a line, no capstone placed, 16 stones and the
# capstone left: 25 + 17, by Downing 25 + 2 * 17, by all three 25 + 2 * 2 * 2 * 17.
PLAIN, BY_DOWNING, BY_ALL = 42, 59, 161


class Played:
    """An event of two players and one game, whose first player won by a straight road."""

    def __init__(self, *, sent=True, confirmed=True, claim=None, **match):
        self.event = make_event(slug="cup", entries=2, games=1, match=match)
        round_ = published_round(self.event)
        self.pairing = pairing_at(round_)
        one, two = players_at(round_)
        self.first, self.second = (one, two) if self.slot.first_seat == 1 else (two, one)
        if sent:
            self.game = services.submit_game(
                actor=actor_of(self.first),
                pairing_id=self.pairing.pk,
                number=1,
                record="" if claim else ptn(FIRST_BY_ROAD),
                claim=claim,
            )
        if sent and confirmed:
            services.confirm_game(actor=actor_of(self.second), game_id=self.game.pk)
            refresh_standings(self.event.pk)

    @property
    def slot(self):
        return self.pairing.slots.get()

    @property
    def winner(self):
        return self.pairing.seats.get(order=self.slot.first_seat).entry.number


def texts(line):
    return [line["text"], *(text for child in line["children"] for text in texts(child))]


@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        ({}, PLAIN),
        ({"methods": ["downing"]}, BY_DOWNING),
        (EVERY, BY_ALL),
        (EVERY | {"combine": "max"}, BY_DOWNING),
    ],
)
def test_the_api_gives_a_game_the_score_of_its_event(client, scoring, points):
    played = Played(scoring=scoring)
    game = client.get(f"/api/v1/games/{played.game.public_id}/").json()
    assert game["score"] == {"first": points, "second": 0}
    assert game["score_at_least"] is False
    assert game["scored"]["board"] + game["scored"]["factor"] * game["scored"]["reserve"] == points
    assert game["explanation"]["text"] == f"Score of the winner: {points}"
    listed = client.get("/api/v1/games/?event=cup").json()["results"][0]
    assert listed["score"] == {"first": points, "second": 0}
    assert "explanation" not in listed
    slot = client.get(f"/api/v1/pairings/{played.pairing.pk}/").json()["slots"][0]
    assert slot["score"]["board"] == {"first": points, "second": 0}
    assert slot["score"]["scored"] == game["scored"]


def test_a_number_of_the_standings_opens_to_board_reserve_road_and_factor(client):
    played = Played(scoring=EVERY, rank_by="board_plus_reserve", tiebreaks=["BPR"])
    answer = client.get(f"/api/v1/events/cup/standings/{played.winner}/").json()
    score, tie_break = answer["lines"]
    game = score["children"][0]["children"][0]
    assert game["text"] == "Round 1, game 1: 161"
    assert texts(game)[1:] == [
        "Board, 5 by 5 spaces: 25",
        "Pieces left, times the factor: 136",
        "Pieces left, stones 16 and capstones 1: 17",
        "Factor, all multiplied: ×8",
        "Downing’s rules, a straight road: ×2",
        "Length of the road a1 b1 c1 d1 e1: 5",
        "Middletown rules, won without placing a capstone: ×2",
        "Tarway rules, a road of single pieces: ×2",
        "Length of the road a1 b1 c1 d1 e1: 5",
    ]
    assert tie_break["children"] == [game]
    page = text_of(client.get(url_of("derivation", "cup", played.winner)))
    assert "Round 1, game 1: 161" in page
    assert "Length of the road a1 b1 c1 d1 e1: 5" in page


def test_the_scores_of_an_event_say_how_each_game_came_about(client):
    played = Played(scoring=EVERY)
    match = client.get("/api/v1/events/cup/scores/").json()["matches"][0]
    (game,) = match["games"]
    assert game["number"] == 1
    assert game["first_seat"] == played.slot.first_seat
    assert (game["board"], game["reserve"], game["factor"]) == (25, 17, 8)
    assert [factor["method"] for factor in game["factors"]] == EVERY["methods"]
    assert match["bpr"][game["first_seat"] - 1] == 161


def test_scores_behind_the_results_open_no_game(client):
    played = Played(scoring=EVERY)
    services.void_result(actor=SYSTEM, game_id=played.game.pk, reason="sent by mistake")
    document = client.get("/api/v1/events/cup/scores/").json()
    assert document["fresh"] is False
    assert [match["games"] for match in document["matches"]] == [None]


def test_the_page_of_a_game_shows_the_score_of_the_event_and_its_parts(client):
    played = Played(scoring={"methods": ["downing"]})
    page = tidy(text_of(client.get(url_of("game", played.game.public_id))))
    assert "Score of the winner: 59" in page
    assert "Scored by board plus reserve and Downing’s rules." in page
    assert "Downing’s rules, a straight road: ×2" in page
    assert '<dt class="at-end">score</dt><dd class="at-end">59</dd>' in page


def test_a_claim_scores_what_is_known_of_it(client):
    """Nobody said how the road lay, or what was left: the squares of the board count at least."""
    played = Played(claim={"result": "R-0"}, scoring={"methods": ["downing"]})
    game = client.get(f"/api/v1/games/{played.game.public_id}/").json()
    assert game["score"] == {"first": 25, "second": 0}
    assert game["score_at_least"] is True
    assert game["scored"]["unknown"] == ["board_plus_reserve", "downing"]
    page = text_of(client.get(url_of("game", played.game.public_id)))
    assert "Score of the winner: at least 25" in page


def test_who_confirms_a_game_reads_the_score_of_the_event(client):
    played = Played(confirmed=False, scoring={"methods": ["downing"]})
    client.force_login(played.second.user)
    page = text_of(client.get(url_of("me")))
    assert "By board plus reserve and Downing’s rules you score 0 and" in page
    assert "25 + 2 × 17 = 59" in page.replace("\xa0", " ")


def test_who_checks_a_record_before_sending_reads_the_score_of_the_event(client):
    played = Played(sent=False, scoring={"methods": ["downing"]})
    client.force_login(played.second.user)
    answer = client.post(
        url_of("submit", played.slot.pk), {"record": ptn(FIRST_BY_ROAD), "do": "check"}
    )
    assert "25 + 2 × 17 = 59" in text_of(answer).replace("\xa0", " ")


def test_a_casual_game_has_the_plain_score(client):
    played = Played(confirmed=False)
    casual = services.submit_casual(
        actor=actor_of(played.first),
        record=ptn(FIRST_BY_ROAD),
        first_id=played.first.pk,
        second_id=played.second.pk,
    )
    game = client.get(f"/api/v1/games/{casual.public_id}/").json()
    assert game["score"] == {"first": PLAIN, "second": 0}
