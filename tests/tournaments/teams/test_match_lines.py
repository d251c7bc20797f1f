"""The results of a whole match of teams in one line at the desk, and by one request."""

import pytest
from rest_framework.test import APIClient

from config.pages.desk.results.slip_parser import OtherBoards, parse_match
from games.models import Dispute
from games.undo.undo import last_action, undo_action
from tests.builders import acting, make_user, published_round, slot_at
from tests.clients import text_of, url_of
from tests.tournaments.teams.test_events import in_teams
from tournaments.models import Result, Team

KEPT = {"Roadhouse-Kept": "1"}


def dealt(line, **waiting):
    found = parse_match(line)
    assert found is not None
    return found.deal({int(board[1:]): games for board, games in waiting.items()})


def test_a_part_for_each_board_however_it_is_written():
    expected = {1: "r", 2: "t", 3: "d"}
    for line in ("3: r t d", "3:rtd", "3 : r, t, d", "3：r t d"):
        assert dealt(line, b1=1, b2=1, b3=1) == expected
    assert dealt("3: rt dd", b1=2, b2=2) == {1: "rt", 2: "dd"}
    assert dealt("3: r t d d", b1=2, b2=2) == {1: "rt", 2: "dd"}
    assert dealt("3: r12.1 . -1", b1=1, b2=1, b4=1) == {1: "r12.1", 4: "-1"}
    assert dealt("3: 1 0 ½", b1=1, b2=1, b3=1) == {1: "1", 2: "0", 3: "1⁄2"}
    assert dealt("3: c 0 7, c 4 0", b1=1, b2=1) == {1: "c 0 7", 2: "c 4 0"}


def test_a_line_for_other_boards_is_refused():
    for line in ("3: r t", "3: r t d e", "3: r . "):
        with pytest.raises(OtherBoards, match="boards 1, 2, 4"):
            dealt(line, b1=1, b2=1, b4=1)


def test_a_line_of_a_table_is_not_of_a_match():
    assert [parse_match(line) for line in ("3r", "3 1r", "u", "", ":")] == [None] * 5


@pytest.fixture
def boss(db):
    return make_user("boss")


@pytest.fixture
def round_(boss):
    """Owls 1 3 5, Crows 2 4 6 on two boards."""
    return published_round(in_teams(slug="cup", organiser=boss))


@pytest.fixture
def desk(client, boss):
    client.force_login(boss)
    return client


def send(desk, line, key="a", **headers):
    address = url_of("manage-slip", "cup")
    headers["Idempotency-Key"] = key
    return desk.post(address, {"line": line, "round": "1"}, headers=headers)


def counted(round_, board):
    found = Result.objects.filter(slot=slot_at(round_, board), current=True).first()
    return found and found.outcome


def test_the_preview_says_what_the_line_means_and_enter_saves_it(desk, round_):
    address = f"{url_of('manage-say', 'cup')}?round=1&line=1:+r+d"
    page = text_of(desk.get(address), 200)
    first, second = round_.team_matches.get().first, round_.team_matches.get().second
    assert str(first) in page
    assert "Board 1" in page
    assert "by road" in page
    assert "a draw" in page
    assert not Result.objects.exists()
    answer = send(desk, "1: r d")
    assert answer.status_code == 200
    text = answer.json()["text"].translate(dict.fromkeys((0x2066, 0x2067, 0x2068, 0x2069)))
    assert text == f"Match 1: {first} 1½, {second} ½"
    assert [counted(round_, board) for board in (1, 2)] == ["R-0", "1/2-1/2"]


def test_first_named_is_the_team_named_first_on_every_board(desk, round_):
    send(desk, "1: r r")
    # On board 2 the other team moves first.
    assert [counted(round_, board) for board in (1, 2)] == ["R-0", "0-R"]


def test_a_match_whose_seats_a_draft_turned_is_read_by_teams(desk, round_, boss):
    match = round_.team_matches.get()
    slot = slot_at(round_, 1)
    seats = list(slot.pairing.seats.order_by("order"))
    for seat, order in zip(seats, (8, 9), strict=True):
        seat.order = order
        seat.save()
    for seat, order in zip(seats, (2, 1), strict=True):
        seat.order = order
        seat.save()
    send(desk, "1: r d")
    winner = slot.pairing.seats.get(order=2).entry.team_member.team
    assert winner == match.first
    assert counted(round_, 1) == "0-R", "seat 1 still moves first"


def test_one_board_refused_saves_none_and_is_named(desk, round_):
    for line, why in (("1: r x", "Board 2: “x”"), ("1: r rt", "Board 2: Table 2 waits for 1")):
        answer = send(desk, line, key=line)
        assert answer.status_code == 422
        assert why in answer.json()["text"]
    assert not Result.objects.exists()
    answer = send(desk, "7: r r", key="other")
    assert "no match 7" in answer.json()["text"]


def test_who_did_not_come_and_a_board_that_still_plays(desk, round_):
    assert send(desk, "1: -2 .").status_code == 200
    assert Result.objects.get().kind == "forfeit"
    assert send(desk, "1: d", key="b").status_code == 200
    assert counted(round_, 2) == "1/2-1/2"
    assert "all its results" in send(desk, "1: d", key="c").json()["text"]


def test_undo_takes_back_the_whole_line(desk, round_, boss):
    send(desk, "1: r d")
    actor, event = acting(boss), round_.event
    last = last_action(actor, event)
    assert last is not None
    undo_action(actor=actor, event_id=event.pk, line=last.line.seq)
    assert not Result.objects.filter(current=True).exists()


def test_a_line_that_a_device_kept_is_compared_with_what_counts(desk, round_):
    assert send(desk, "1: r d", **KEPT).json()["state"] == "saved"
    again = send(desk, "1: r d", key="b", **KEPT).json()
    assert (again["state"], "entered already" in again["text"]) == ("saved", True)
    other = send(desk, "1: r r", key="c", **KEPT).json()
    assert other["state"] == "disputed"
    assert Dispute.objects.get().slot == slot_at(round_, 2)
    assert counted(round_, 2) == "1/2-1/2"


def test_a_kept_line_about_half_of_a_match_is_typed_again(desk, round_):
    send(desk, "1: r .")
    answer = send(desk, "1: r d", key="b", **KEPT)
    assert answer.status_code == 422
    assert "not clear which boards" in answer.json()["text"]


def test_the_page_of_results_says_which_match_a_table_is_of(desk, round_):
    page = text_of(desk.get(url_of("manage-results", "cup")), 200)
    assert "Match 1:" in page
    assert 'data-boards="2"' in page


def post(boss, results):
    client = APIClient()
    client.force_authenticate(boss)
    address = "/api/v1/events/cup/team-matches/1/1/results/"
    return client.post(address, {"results": results}, format="json")


def test_one_request_enters_a_match(round_, boss):
    said = post(boss, [{"board": 1, "result": "R-0"}, {"board": 2, "result": "F-0"}]).json()
    assert [team["game_points_x2"] for team in said["teams"]] == [2, 2]
    assert [counted(round_, board) for board in (1, 2)] == ["R-0", "F-0"]


def test_a_refused_request_enters_nothing(round_, boss):
    one = {"board": 1, "result": "R-0"}
    for other, code in (
        ({"board": 2, "places": [1, 2]}, "board_refused"),
        ({"board": 3, "result": "R-0"}, "not_found"),
        ({"board": 1, "result": "F-0"}, "invalid"),
        ({"board": 2}, "invalid"),
    ):
        said = post(boss, [one, other])
        assert said.json()["code"] == code
    assert not Result.objects.exists()
    assert Team.objects.count() == 2
