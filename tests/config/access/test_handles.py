"""Names of players elsewhere: found in any case, changed and removed, never taken over."""

import pytest

from tests.api.world import make_people
from tournaments.actor import SYSTEM
from tournaments.models import JournalLine
from tournaments.services.people import handles, merging


@pytest.fixture
def world():
    made = make_people()
    for who, name in (("player", "Ada Reed"), ("opponent", "Bo")):
        player = made.players[who]
        handles.add_handle(actor=SYSTEM, player_id=player.pk, site="discord", name=name)
    return made


def found(world, text):
    answer = world.clients["anonymous"].get("/api/v1/players/", {"handle": text})
    assert answer.status_code == 200
    return [row["name"] for row in answer.json()["results"]]


def address(world, who):
    return f"/api/v1/players/{world.players[who].public_id}/handles/"


def listed(world, who):
    return world.clients["anonymous"].get(address(world, who)).json()["results"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("discord:ada reed", ["player"]),
        ("discord:ADA  REED", ["player"]),
        ("discord:ada", []),
        ("playtak:ada reed", []),
    ],
)
def test_a_player_is_found_by_a_handle(world, text, names):
    assert found(world, text) == names


@pytest.mark.parametrize("text", ["ada", "discord:", ""])
def test_what_is_no_handle_is_refused(world, text):
    answer = world.clients["anonymous"].get("/api/v1/players/", {"handle": text})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "handle"


def test_a_handle_of_a_merged_record_finds_who_stayed(world):
    newcomer = world.players["newcomer"]
    handles.add_handle(actor=SYSTEM, player_id=newcomer.pk, site="playtak", name="N")
    merging.merge(actor=SYSTEM, player=newcomer.public_id, into=world.players["player"].public_id)
    assert found(world, "playtak:n") == ["player"]
    assert [row["name"] for row in listed(world, "player")] == ["ada reed", "n"]


def test_the_owner_changes_and_removes_a_handle(world):
    client, [row] = world.clients["player"], listed(world, "player")
    one = f"{address(world, 'player')}{row['id']}/"
    changed = client.patch(one, {"site": "discord", "name": "Adah"}, format="json")
    assert changed.json() == {"id": row["id"], "site": "discord", "name": "adah"}
    assert (found(world, "discord:ada reed"), found(world, "discord:adah")) == ([], ["player"])
    assert client.post(f"{one}remove/", {}, format="json").status_code == 204
    assert listed(world, "player") == []
    lines = JournalLine.objects.filter(scope="site").order_by("seq")
    actions = list(lines.values_list("action", flat=True))
    assert actions[-2:] == ["handle.changed", "handle.removed"]


def test_nobody_takes_the_handle_of_another(world):
    client, [row] = world.clients["player"], listed(world, "player")
    taken = {"site": "discord", "name": "BO"}
    one = f"{address(world, 'player')}{row['id']}/"
    answers = [
        client.post(address(world, "player"), taken, format="json"),
        client.patch(one, taken, format="json"),
    ]
    assert [each.status_code for each in answers] == [409, 409]
    assert {each.json()["code"] for each in answers} == {"handle_taken"}
    theirs = listed(world, "opponent")[0]["id"]
    for own, status in (("player", 404), ("opponent", 403)):
        other = f"{address(world, own)}{theirs}/remove/"
        assert client.post(other, {}, format="json").status_code == status
    assert found(world, "discord:bo") == ["opponent"]
