"""A record is verified by a chosen scoring: TAK-8.8 through the API and on the page."""

import re

import pytest
from rest_framework.test import APIClient

from tests.api.world import ROAD
from tests.clients import text_of, url_of
from tests.engine.tak.test_scoring import CASES, MIXED, SINGLES, STACKS

# The winner has 18 stones on the board, so that three and the capstone are left: R = 4. The high
# stack on a5 belongs to no road.
HIGH = "1" * 13
RECORDS = {
    SINGLES: f'[Size "5"]\n[TPS "{HIGH},x4/x5/1,1,1,1,x/2,2,2,x2/x5 1 20"]\ne3',
    STACKS: f'[Size "5"]\n[TPS "{HIGH},x4/x5/21,21,21,21,x/x4,21/x5 1 20"]\n2e2+',
    MIXED: f'[Size "5"]\n[TPS "{HIGH},x4/x5/21,1,1,1,x/x5/x5 1 20"]\ne3',
}
RECORD_CASES = [(RECORDS[start], scoring, points) for start, scoring, points in CASES]


def ask(**body):
    return APIClient().post("/api/v1/verify/", body, format="json")


def fields(scoring):
    """What the form of the page sends for the text of a scoring."""
    parts = [part.partition("=") for part in scoring.split(",")]
    options = {name: value for name, equals, value in parts if equals}
    return {"scoring": [name for name, equals, _value in parts if not equals], **options}


@pytest.mark.parametrize(("record", "scoring", "points"), RECORD_CASES)
def test_the_check_cases_through_the_api(record, scoring, points):
    answer = ask(record=record, scoring=scoring).json()
    assert answer["score"] == {"first": points, "second": 0}
    made = answer["scored"]
    assert (made["board"], made["reserve"]) == (25, 4)
    assert made["board"] + made["factor"] * made["reserve"] == points
    assert answer["explanation"]["text"] == f"Score of the winner: {points}"


@pytest.mark.parametrize(("record", "scoring", "points"), RECORD_CASES)
def test_the_check_cases_on_the_page(client, record, scoring, points):
    page = text_of(client.post(url_of("verify"), {"record": record, **fields(scoring)}), 200)
    assert f"Score of the winner: {points}" in page
    assert f'<dd class="at-end">{points}</dd>' in page


def test_four_by_four_with_four_left_scores_twenty(client):
    """004: 盤の点数が16点、駒の点数が4点."""
    record = '[Size "4"]\n[TPS "1111111,x3/x4/1,1,1,x/2,2,2,x 1 20"]\nd2'
    answer = ask(record=record, scoring="board_plus_reserve").json()
    assert answer["score"] == {"first": 20, "second": 0}
    page = text_of(client.post(url_of("verify"), {"record": record}), 200)
    assert "Score of the winner: 20" in page


def test_without_a_scoring_the_answer_is_as_before():
    answer = ask(record=ROAD).json()
    assert answer["score"] == {"first": 42, "second": 0}
    assert not {"scored", "explanation"} & answer.keys()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"scoring": "luck"}, "There is no scoring called luck."),
        ({"scoring": "downing,combine=add"}, "The scoring's option combine has no value add."),
        ({"scoring": "downing,colour=red"}, "A scoring has no option colour."),
        ({"scoring": ""}, "This field may not be blank."),
        ({"scoring": ["downing"]}, "Not a valid string."),
        ({"scoring": "downing", "game": "taki"}, "Only games of Tak have a scoring."),
    ],
)
def test_a_scoring_that_does_not_exist_is_a_field_error(body, problem):
    response = ask(record=ROAD, **body)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == ["scoring"]
    assert problem in text_of(response, 400)


def test_the_form_keeps_what_was_chosen_and_ignores_what_it_cannot_send(client):
    asked = {"record": ROAD, "scoring": ["tarway", "<b>"], "combine": "max", "scope": "<i>"}
    page = text_of(client.post(url_of("verify"), asked), 200)
    boxes = dict(re.findall(r'<input type="checkbox" name="scoring" value="(\w+)"([^>]*)>', page))
    assert boxes["tarway"].endswith(" checked")
    assert "checked" not in boxes["downing"]
    assert '<option value="max" selected>' in page
    # Of a list in which nothing is chosen a browser shows the first.
    scope = re.search(r'<select name="scope".*?</select>', page, re.DOTALL)
    assert scope
    assert re.findall(r'<option value="(\w+)"', scope[0])[0] == "not_placed"
    assert "selected" not in scope[0]
    assert "<b>" not in page
    assert "<i>" not in page


def test_a_game_that_goes_on_has_no_score(client):
    page = text_of(client.post(url_of("verify"), {"record": '[Size "5"]\n1. a1 e5'}), 200)
    assert "Nobody won" not in page
    assert '<dd class="at-end">' not in page
