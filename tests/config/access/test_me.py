"""What the API says of the own account."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api.world import ROAD, make_event, make_people, seat_together
from tournaments.models import GameSlot, Round


@pytest.fixture
def world():
    made = make_people()
    make_event(made, "cup", until="published")
    return made


def me(world, who, **headers):
    return world.clients[who].get("/api/v1/me/", **headers)


def test_opponents_have_ids_and_the_player_a_zone(world):
    pairing = seat_together(world, "cup")
    player = world.players["player"]
    player.time_zone = "Asia/Tokyo"
    player.save()
    said = me(world, "player").json()
    assert said["time_zone"] == "Asia/Tokyo"
    slot = next(slot for slot in said["open_slots"] if slot["pairing"] == pairing["id"])
    seat = next(seat for seat in pairing["seats"] if seat["name"] == "opponent")
    assert slot["opponents"] == ["opponent"]
    assert slot["opponent_players"] == [
        {"seat": seat["order"], "player": world.players["opponent"].public_id, "name": "opponent"}
    ]


def test_staff_see_disputed_and_late_games(world):
    make_event(world, "else", until="published", by="other_organiser")
    pairing = seat_together(world, "cup")
    assert me(world, "organiser").json()["to_judge"] == []
    asked = {"pairing": pairing["id"], "number": 1, "record": ROAD}
    game = world.clients["player"].post("/api/v1/games/", asked, format="json").json()["id"]
    text = {"text": "a draw"}
    world.clients["opponent"].post(f"/api/v1/games/{game}/dispute/", text, format="json")
    for who in ("organiser", "arbiter"):
        [found] = me(world, who).json()["to_judge"]
        assert (found["event"], found["pairing"], found["state"]) == (
            "cup", pairing["id"], "disputed",
        )  # fmt: skip
        assert {each["name"] for each in found["players"]} == {"player", "opponent"}
    assert me(world, "player").json()["to_judge"] == []
    assert me(world, "stranger").json()["to_judge"] == []


def test_a_game_is_late_when_its_round_has_closed(world):
    Round.objects.filter(event__slug="cup").update(closes_at=timezone.now() - timedelta(hours=1))
    late = me(world, "organiser").json()["to_judge"]
    assert [each["state"] for each in late] == ["open"]
    GameSlot.objects.update(due_at=timezone.now() + timedelta(days=1))
    assert me(world, "organiser").json()["to_judge"] == []


def test_nothing_new_is_304(world):
    first = me(world, "player")
    again = me(world, "player", HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
