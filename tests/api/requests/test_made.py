"""What a POST made has an address, a PATCH answers with the new ETag and honours If-Match."""

import pytest
from django.core.cache import cache

from tests.api.rows import filled
from tests.api.table import TABLE
from tests.api.world import ROAD, WHO
from tests.database import rolled_back
from tests.flows.records import SECOND_BY_ROAD, ptn

# What has no address of its own, and where it is found.
IN_A_LIST = {
    "accounts": "me/",
    "adjustments": "events/<slug>/adjustments/",
    "announcements": "events/<slug>/announcements/",
    "challenges": "events/<slug>/challenges/",
    "club-invitations": "clubs/<slug>/invitations/",
    "club-members": "clubs/<slug>/members/",
    "event-invitations": "events/<slug>/invitations/",
    "event-links": "events/<slug>/links/show/",
    "own-calendar": "me/calendar/",
    "own-devices": "me/notices/devices/",
    "own-tokens": "me/tokens/",
    "player-invitations": "players/<id>/invitations/",
}
ASKING = "site_staff"


@pytest.mark.slow
def test_what_was_made_can_be_asked_for(world):
    client, silent, led = world.clients[ASKING], {}, 0
    for (name, method), rows in TABLE.items():
        for row in rows:
            if method != "post" or "201" not in row.statuses:
                continue
            cache.clear()
            with rolled_back():
                answer = client.post(
                    "/api/v1/" + row.path.format(**world.ids),
                    filled(row.body, world.ids),
                    format="json",
                )
                if answer.status_code != 201:
                    continue
                if "Location" not in answer:
                    silent[name] = IN_A_LIST.get(name)
                    continue
                led += 1
                made = client.get(answer["Location"])
                assert made.status_code == 200, (name, answer["Location"])
    assert silent == IN_A_LIST
    assert led > 8


def test_a_game_that_was_sent_before_is_200(world):
    body = {"pairing": world.ids["open_pairing"], "number": 1, "record": ROAD}
    first, again = (
        world.clients["player"].post("/api/v1/games/", body, format="json") for _ in range(2)
    )
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]
    casual = {"record": ptn(SECOND_BY_ROAD)} | {
        side: world.players[who].public_id
        for side, who in (("first", "player"), ("second", "opponent"))
    }
    first, again = (
        world.clients["player"].post("/api/v1/games/", casual, format="json") for _ in range(2)
    )
    assert (first.status_code, again.status_code) == (201, 200)


PATCHES = [name for name, method in TABLE if method == "patch"]


@pytest.mark.parametrize("name", PATCHES)
def test_a_patch_takes_the_etag_of_a_get_and_answers_with_the_new_one(world, name):
    row = TABLE[name, "patch"][0]
    client = world.clients[WHO[row.statuses.split().index("200")]]
    address = "/api/v1/" + row.path.format(**world.ids)
    body = filled(row.body, world.ids)
    before = client.get(address)["ETag"]
    answer = client.patch(address, body, format="json", headers={"If-Match": before})
    assert answer.status_code == 200, answer.content
    assert answer["ETag"] == client.get(address)["ETag"] != before
    late = client.patch(address, body, format="json", headers={"If-Match": before})
    assert (late.status_code, late.json()["code"]) == (412, "stale")
    for headers in ({"If-Match": "*"}, {"If-Match": f'"other", {answer["ETag"]}'}, {}):
        kept = client.patch(address, body, format="json", headers=headers)
        assert kept.status_code == 200, headers
