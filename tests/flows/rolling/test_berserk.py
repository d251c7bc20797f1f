"""Berserk in an arena: a player halves the own time, by page and API, and the point is counted."""

import random

import pytest
from django.utils import timezone

from games.services.archives import Choices, export_event, read_proved, take_archive
from tests.builders import actor_of, decide, entry_of, make_event
from tests.clients import api_client, signed_in, text_of
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.choices import FINISHED_SLOTS
from tournaments.errors import NotAllowed
from tournaments.integrity import check_event
from tournaments.models import GameSlot, JournalLine, Seat
from tournaments.recompute import refresh_standings
from tournaments.selectors.ladder.arenas import running_arenas
from tournaments.services.arena import passes
from tournaments.services.arena.berserk import (
    MatchHasBegun,
    NoBerserk,
    NothingToPlay,
    go_berserk,
)

pytestmark = pytest.mark.django_db
ON = {"system": "arena", "options": {"berserk": True}}


@pytest.fixture
def rush():
    event = make_event(slug="rush", entries=4, games=1, stages=[ON])
    run_pass()
    return event


def run_pass():
    (stage,) = running_arenas()
    return passes.run_pass(stage_id=stage, now=timezone.now())


def seat_of(event, number):
    """The seat in which the entry plays now."""
    slots = GameSlot.objects.exclude(state__in=FINISHED_SLOTS)
    return Seat.objects.get(entry=entry_of(event, number), pairing__slots__in=slots)


def halve(event, number, **about):
    actor = about.pop("actor", None) or actor_of(entry_of(event, number).player)
    pairing = about.pop("pairing_id", None) or seat_of(event, number).pairing_id
    return go_berserk(actor=actor, event_id=event.pk, pairing_id=pairing, **about)


def points_of(event):
    refresh_standings(event.pk)
    rows = selectors.standings_document(event)["rows"]
    return {row["entry"]: row["points"] for row in rows}


def win(event, number):
    seat = seat_of(event, number)
    slot = seat.pairing.slots.get()
    decide(slot, "R-0" if slot.first_seat == seat.order else "0-R")


def test_a_win_with_half_the_time_gives_one_point_more(rush):
    halve(rush, 1)
    before = JournalLine.objects.count()
    halve(rush, 1)
    assert JournalLine.objects.count() == before, "pressed twice, stored once"
    win(rush, 1)
    assert points_of(rush)[1] == "3"
    assert check_event(rush.pk) == []


def test_it_is_taken_back_by_the_player_or_by_staff_until_something_is_sent(rush):
    pairing = halve(rush, 1).pairing_id
    assert halve(rush, 1, undo=True).berserk_at is None
    halve(rush, 1, actor=SYSTEM, entry_id=entry_of(rush, 1).pk)
    actions = JournalLine.objects.filter(action__startswith="arena.")
    assert list(actions.order_by("seq").values_list("action", flat=True)) == [
        "arena.berserk",
        "arena.berserk_undone",
        "arena.berserk",
    ]
    GameSlot.objects.filter(pairing=pairing).update(state="reported")
    with pytest.raises(MatchHasBegun):
        halve(rush, 1, undo=True)
    GameSlot.objects.filter(pairing=pairing).update(state="open")
    win(rush, 1)
    with pytest.raises(NothingToPlay):
        halve(rush, 1, pairing_id=pairing)


def test_nobody_halves_the_time_of_another(rush):
    mine, theirs = seat_of(rush, 1), entry_of(rush, 2)
    with pytest.raises(NotAllowed):
        halve(rush, 1, actor=actor_of(theirs.player), entry_id=mine.entry_id)
    other = Seat.objects.exclude(pairing=mine.pairing_id).filter(round=mine.round_id)[0]
    with pytest.raises(NothingToPlay):
        halve(rush, 1, pairing_id=other.pairing_id)


def test_it_is_off_unless_the_option_is_set(client):
    event = make_event(slug="calm", entries=2, games=1, stages=[{"system": "arena"}])
    run_pass()
    with pytest.raises(NoBerserk):
        halve(event, 1)
    page = text_of(signed_in(entry_of(event, 1).player.user).get("/events/calm/arena/"))
    assert "Berserk" not in page


def test_the_buttons_of_my_table_and_of_the_arena(rush):
    player, pairing = entry_of(rush, 1).player, seat_of(rush, 1).pairing_id
    browser = signed_in(player.user)
    for path in ("/me/", "/events/rush/arena/"):
        page = text_of(browser.get(path))
        assert 'value="berserk"' in page
        assert f'name="pairing_id" value="{pairing}"' in page
    browser.post("/events/rush/arena/", {"do": "berserk", "pairing_id": pairing})
    assert seat_of(rush, 1).berserk_at is not None
    for path in ("/me/", "/events/rush/arena/"):
        assert 'value="whole"' in text_of(browser.get(path))
    other = Seat.objects.exclude(entry__player=player).get(pairing=pairing).entry.player
    assert "plays with half the time" in text_of(signed_in(other.user).get("/me/"))
    browser.post("/events/rush/arena/", {"do": "whole", "pairing_id": pairing})
    assert seat_of(rush, 1).berserk_at is None


def test_the_api_halves_it(rush):
    pairing = seat_of(rush, 1).pairing_id
    api = api_client(entry_of(rush, 1).player.user)
    answer = api.post("/api/v1/events/rush/arena/berserk/", {"pairing_id": pairing}, format="json")
    assert answer.status_code == 200
    assert answer.json()["entry"] == 1
    assert answer.json()["berserk_at"]
    at = seat_of(rush, 1).berserk_at.isoformat()
    seats = api.get(f"/api/v1/pairings/{pairing}/").json()["seats"]
    assert [seat["berserk_at"] for seat in seats if seat["entry"] == 1] == [at]
    assert [seat["berserk_at"] for seat in seats if seat["entry"] != 1] == [None]


def test_an_archive_carries_it_and_the_stream_of_passes_is_computed_again(rush):
    chance = random.Random(3)
    for _pass in range(6):
        for slot in list(GameSlot.objects.exclude(state__in=FINISHED_SLOTS).order_by("pk")):
            seat = slot.pairing.seats.order_by("order")[chance.randrange(2)]
            halve(rush, seat.entry.number)
            decide(slot, chance.choice(("R-0", "0-R", "1/2-1/2")))
        run_pass()
    assert check_event(rush.pk) == []
    found = read_proved(export_event(actor=SYSTEM, slug="rush"))
    take_archive(actor=SYSTEM, archive=found, choices=Choices(slug="taken"))
    taken = Seat.objects.filter(round__event__slug="taken", berserk_at__isnull=False)
    here = Seat.objects.filter(round__event=rush, berserk_at__isnull=False)
    columns = ("round__number", "order", "entry__number", "berserk_at")
    assert set(taken.values_list(*columns)) == set(here.values_list(*columns)) != set()
