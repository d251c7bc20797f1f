"""What an entry still needs, by API: the answer, what is refused, what is stored."""

import pytest

from ratings import recompute as ratings_recompute
from tests.builders import (
    decide,
    decide_round,
    drafted_round,
    entry_of,
    make_event,
    played_round,
    published_round,
    slot_at,
)
from tests.ratings.builders import play
from tournaments import recompute, selectors
from tournaments.outlook.completions import even_chances
from tournaments.outlook.places import without_facts
from tournaments.outlook.simulate import simulate_ways
from tournaments.selectors.events.outlook import REASONS, Chances

ROUND_ROBIN = [{"system": "round_robin"}]
SWISS = [{"system": "swiss", "options": {"rounds": 3, "top_moves": "first"}}]


def _event(slug="cup", *, rounds=2, entries=4, stages=ROUND_ROBIN, **more):
    """Favourites win; the last round is published."""
    event = make_event(slug=slug, entries=entries, games=1, stages=stages, **more)
    for _round in range(rounds):
        played_round(event, favourites=True)
    published_round(event)
    recompute.refresh_standings(event.pk)
    return event


def _ask(client, event, number=1, query=""):
    entry = entry_of(event, number).pk
    return client.get(f"/api/v1/events/{event.slug}/entries/{entry}/outlook/{query}")


def test_all_ways_of_the_last_round(client):
    event = _event(match={"tiebreaks": ["DE", "SB"]})
    answer = _ask(client, event).json()
    assert (answer["method"], answer["ways"], answer["seed"]) == ("exact", 9, None)
    assert answer["pool"] is None
    assert sum(row["chance"] for row in answer["places"]) == pytest.approx(1, abs=1e-3)
    assert {row["error"] for row in answer["places"]} == {None}
    event.refresh_from_db()
    assert answer["version"] == event.results_version
    assert answer["needs"][0]["own"][0]["result"] == "win"
    assert [line["code"] for line in answer["explanation"]] == ["all_ways", "ranked", "if_played"]


def test_conditions_name_the_games_of_others(client):
    """Four in a round robin: the favourites 1 and 2 have two points each, 3 and 4 none."""
    event = _event(rounds=2)
    table = {row["entry"]: row["primary_x2"] for row in selectors.standings_document(event)["rows"]}
    top = sorted(table, key=lambda entry: -table[entry])
    said = [_ask(client, event, number).json() for number in top]
    found = [
        condition
        for answer in said
        for need in answer["needs"]
        for alternative in need["alternatives"]
        for condition in alternative
    ]
    assert found
    for condition in found:
        assert set(condition["results"]) < {"first", "draw", "second"}
        assert condition["text"].startswith("Round 3: ")


def test_a_place_may_be_asked_for(client):
    event = _event()
    answer = _ask(client, event, 4, "?place=4").json()
    assert answer["target"] == {"place": 4, "status": "clinched", "chance": 1.0, "error": None}
    refused = _ask(client, event, 4, "?place=5")
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "place")
    assert _ask(client, event, 4, "?place=none").status_code == 400


def test_a_swiss_is_played_by_chance_and_can_be_replayed(client):
    event = _event("swiss", rounds=1, entries=8, stages=SWISS)
    answer = _ask(client, event).json()
    assert (answer["method"], answer["after_round"], answer["is_final"]) == ("simulated", 3, True)
    assert answer["seed"] is not None
    assert answer["places"][0]["error"] > 0
    codes = [line["code"] for line in answer["explanation"]]
    assert codes[:2] == ["sampled", "rounds_paired_simply"]
    assert {need["status"] for need in answer["needs"]} == {"chance"}
    state, _version = selectors.event_state(event.pk)
    again = simulate_ways(
        without_facts(state),
        lambda _first, _second: (0.49, 0.02, 0.49),
        samples=answer["ways"],
        seed=answer["seed"],
        rounds=1,
    )
    assert [round(each, 4) for each in again.place_chances(1).values()] == [
        row["chance"] for row in answer["places"]
    ]


def test_a_computed_outlook_is_kept_while_no_result_changes():
    event, calls = _event(), []

    def chances_of(first, second):
        calls.append((first, second))
        return even_chances(first, second)

    first = selectors.entry_outlook(event, 1, Chances(chances_of))
    asked = len(calls)
    other = selectors.entry_outlook(event, 2, Chances(chances_of), place=2)
    assert asked == len(calls) > 0
    assert first["version"] == other["version"]
    decide(slot_at(event.rounds.get(number=3)))
    event.refresh_from_db()
    assert selectors.entry_outlook(event, 1, Chances(chances_of))["ways"] == 3
    assert len(calls) > asked


def test_the_rating_list_gives_the_chances(client):
    """Bo has beaten Ada many times before: with ratings Bo is likelier to win the event."""
    event = _event(rounds=0)
    even = {number: _ask(client, event, number).json()["target"]["chance"] for number in (1, 2)}
    ada, bo = (entry_of(event, number).player for number in (1, 2))
    for day in range(1, 13):
        play(f"before-{day}", (bo, ada), 1.0, day=day)
    ratings_recompute.replay_stale_pools()
    rated = {number: _ask(client, event, number).json() for number in (1, 2)}
    assert rated[1]["pool"] == "tak-5"
    assert rated[2]["target"]["chance"] > even[2] + 0.1
    assert rated[1]["target"]["chance"] < even[1] - 0.1


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda: make_event(slug="none", entries=4, stages=ROUND_ROBIN), "outlook_no_round"),
        (lambda: _over(), "outlook_nothing_open"),
        (
            lambda: _event(rounds=0, match={"rank_by": "board_plus_reserve"}),
            "outlook_board_points",
        ),
    ],
)
def test_refusals_have_a_reason(client, made, reason):
    answer = _ask(client, made())
    assert answer.status_code == 409
    problem = answer.json()
    assert (problem["code"], problem["params"]["reason"]) == ("no_outlook", reason)
    assert problem["detail"] == problem["params"]["why"] != ""
    assert reason in REASONS


def _over():
    event = make_event(slug="over", entries=4, games=1, stages=ROUND_ROBIN)
    for _round in range(3):
        played_round(event)
    return event


def test_a_drafted_round_does_not_show(client):
    event = _event("swiss", rounds=1, entries=8, stages=SWISS)
    decide_round(event.rounds.get(number=2))
    before = _ask(client, event).json()
    drafted_round(event)
    assert _ask(client, event).json() == before
    hidden = make_event(slug="hidden", entries=4, state="draft")
    assert client.get(f"/api/v1/events/{hidden.slug}/entries/1/outlook/").status_code == 404


def test_the_standings_say_what_is_certain(client):
    event = _event()
    rows = client.get("/api/v1/events/cup/standings/").json()["rows"]
    marks = {row["entry"]: row["certain"]["first"] for row in rows if "certain" in row}
    assert set(marks.values()) <= {"clinched", "eliminated"}
    assert marks[rows[-1]["entry"]] == "eliminated"
    round_ = event.rounds.get(number=3)
    for table in (1, 2):
        decide(slot_at(round_, table))
    recompute.refresh_standings(event.pk)
    rows = client.get("/api/v1/events/cup/standings/").json()["rows"]
    assert [row for row in rows if "certain" in row] == []
