"""The day of a game lies between 1990 and tomorrow, whichever way it is sent."""

from datetime import date, datetime, timedelta
from datetime import timezone as fixed_zone
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games import services
from games.models import Game
from games.services.records.dates import DateOutOfRange, check_day, latest_day
from games.services.records.imports import import_record
from tests.builders import (
    actor_of,
    make_event,
    make_player,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import api_client
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.slots import submit
from tournaments.actor import Actor
from tournaments.models import Result

pytestmark = pytest.mark.django_db
WRONG = ["1989-12-31", "0001-01-01", "9999-12-31"]


CLAIM = {"result": "R-0", "reserves": {"first": {"stones": 4, "capstones": 0}}}


def tomorrow_of(hours: int) -> date:
    zone = fixed_zone(timedelta(hours=hours))
    return datetime.now(zone).date() + timedelta(days=1)


@pytest.fixture
def first(boss):
    return published_round(make_event(slug="spring", games=1, organiser=boss))


def refused(answer, field, day):
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (400, "date_out_of_range"), problem
    assert problem["detail"].startswith(f"{field}: {day} is not between 1990-01-01 and ")


def test_the_first_and_the_last_day_are_taken():
    check_day(date(1990, 1, 1), field="played_on")
    check_day(latest_day(), field="played_on")
    for day in (date(1989, 12, 31), latest_day() + timedelta(days=1)):
        with pytest.raises(DateOutOfRange):
            check_day(day, field="played_on")


def test_tomorrow_is_that_of_the_event_else_of_where_the_day_begins_first():
    assert latest_day() == tomorrow_of(14)
    for name in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Jerusalem"):
        here = timezone.now().astimezone(ZoneInfo(name)).date()
        assert latest_day(name) == here + timedelta(days=1)


@pytest.mark.parametrize("day", WRONG)
def test_by_the_api_with_a_record_and_with_a_claim(first, day):
    player = players_at(first)[0]
    sent = {"pairing": pairing_at(first).pk, "number": 1, "played_on": day}
    for more in ({"record": ptn(FIRST_BY_ROAD)}, CLAIM):
        answer = api_client(player.user).post("/api/v1/games/", {**sent, **more}, format="json")
        refused(answer, "played_on", day)
    assert not Game.objects.exists()


@pytest.mark.parametrize("day", WRONG)
def test_by_the_date_tag_of_a_record(first, day):
    player = players_at(first)[0]
    sent = {
        "pairing": pairing_at(first).pk,
        "number": 1,
        "record": ptn(FIRST_BY_ROAD, Date=day.replace("-", ".")),
    }
    refused(api_client(player.user).post("/api/v1/games/", sent, format="json"), "Date", day)
    assert not Game.objects.exists()
    # A day that is given counts instead of the tag.
    given = {**sent, "played_on": "2026-05-01"}
    assert api_client(player.user).post("/api/v1/games/", given, format="json").status_code == 201
    assert Game.objects.get().played_on == date(2026, 5, 1)


@pytest.mark.parametrize("day", WRONG)
def test_of_a_game_outside_an_event(day):
    ann, bea = make_player("Ann"), make_player("Bea")
    sent = {
        "first": ann.public_id,
        "second": bea.public_id,
        "record": ptn(FIRST_BY_ROAD, Date=day.replace("-", ".")),
    }
    refused(api_client(ann.user).post("/api/v1/games/", sent, format="json"), "Date", day)
    assert not Game.objects.exists()


@pytest.mark.parametrize("query", ["", "?dry_run=1"])
def test_in_bulk_each_row_says_so(boss, first, query):
    pairings = [pairing_at(first, table).pk for table in (1, 2)]
    rows = [
        {"pairing": pairings[0], **CLAIM, "played_on": WRONG[2]},
        {"pairing": pairings[1], "record": ptn(FIRST_BY_ROAD, Date="1812.06.24")},
    ]
    answer = api_client(boss).post(
        f"/api/v1/events/spring/rounds/1/results/{query}", {"results": rows}, format="json"
    )
    errors = [row["error"] for row in answer.json()["rows"]]
    assert [error["code"] for error in errors] == ["date_out_of_range"] * 2
    assert [error["detail"].split(":")[0] for error in errors] == ["played_on", "Date"]
    assert not Result.objects.exists()


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize("slug", ["", "spring"])
def test_of_an_import(first, slug, dry_run):
    names = [player.name for player in players_at(first)]
    if slot_at(first).first_seat == 2:
        names.reverse()
    record = ptn(FIRST_BY_ROAD, Player1=names[0], Player2=names[1], Date="1066.10.14")
    with pytest.raises(DateOutOfRange, match="Date: 1066-10-14 is not between 1990-01-01 and"):
        import_record(actor=Actor("import"), record=record, event_slug=slug, dry_run=dry_run)
    assert not Game.objects.exists()


def test_rows_that_are_there_stay(first):
    mover = players_at(first)[slot_at(first).first_seat - 1]
    other = next(player for player in players_at(first) if player != mover)
    game = submit(actor_of(mover), slot_at(first), record=ptn(FIRST_BY_ROAD))
    Game.objects.update(played_on=date(1066, 10, 14))
    services.confirm_game(actor=actor_of(other), game_id=game.pk)
    kept = Game.objects.get()
    assert (kept.state, kept.played_on) == ("confirmed", date(1066, 10, 14))
