"""The code of a personal link, sent as a bearer, acts for its entry and for nothing else."""

import pytest
from rest_framework.test import APIClient

from config.access import links
from config.access.guess_limits import CODES
from config.access.links import issue_links, revoke_links
from tests.api.rows import filled
from tests.api.table import TABLE
from tests.api.table_world import world_of_the_table
from tests.api.world import ROAD, make_event, make_people, seat_together
from tests.database import rolled_back
from tournaments.models import Entry, JournalLine

# What the entry of a link may write, and what needs no account at all.
ALLOWED = {
    "games", "game-confirm", "game-dispute", "pairing-time", "pairing-bids-undo",
    "category-members", "entry-bye", "entry-bye-cancel", "entry-cancel", "entry-return",
    "entry-withdraw", "verify",
}  # fmt: skip


def link_client(code):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {code}")
    return client


def code_of(world, slug, who):
    event = world.events[slug]
    entry = Entry.objects.get(event=event, player=world.players[who])
    [(_entry, code)] = issue_links(
        actor=world.actor("organiser"), event_id=event.pk, entry_ids=[entry.pk]
    )
    return entry, code


@pytest.fixture
def world():
    made = make_people()
    make_event(made, "cup", until="published")
    return made


@pytest.fixture
def pairing(world):
    return seat_together(world, "cup")


def post(client, address, body=None):
    return client.post(f"/api/v1/{address}", body or {}, format="json")


def test_a_player_without_an_account_plays_by_the_api(world, pairing):
    entry, code = code_of(world, "cup", "player")
    _other, their_code = code_of(world, "cup", "opponent")
    mine, theirs = link_client(code), link_client(their_code.upper().replace("-", ""))
    body = {"pairing": pairing["id"], "number": 1, "record": ROAD}
    made = post(mine, "games/", body)
    assert made.status_code == 201
    game = f"games/{made.json()['id']}"
    assert post(mine, f"{game}/confirm/").status_code == 403
    assert post(theirs, f"{game}/confirm/").status_code == 200
    left = post(
        mine, f"events/cup/entries/{entry.pk}/withdraw/", {"from_round": pairing["round"] + 1}
    )
    assert left.status_code == 200
    written = JournalLine.objects.filter(actor__kind="link", actor__entry=entry.pk)
    assert {line.action for line in written} >= {"game.submitted"}


def test_a_bye_is_asked_for_and_taken_back(world):
    make_event(world, "open", until="registration")
    entry, code = code_of(world, "open", "player")
    address = f"events/open/entries/{entry.pk}/bye/"
    statuses = [
        post(link_client(code), each, {"round": 1}).status_code
        for each in (address, f"{address}cancel/")
    ]
    assert statuses == [200, 200]


def test_a_time_is_agreed_and_a_game_disputed(world, pairing):
    mine = link_client(code_of(world, "cup", "player")[1])
    theirs = link_client(code_of(world, "cup", "opponent")[1])
    asked = {"number": 1, "play_at": "2036-12-01T19:00:00+01:00"}
    address = f"pairings/{pairing['id']}/time/"
    assert post(mine, address, asked).status_code == 200
    assert post(theirs, address, {"number": 1, "answer": "yes"}).status_code == 200
    game = post(mine, "games/", {"pairing": pairing["id"], "number": 1, "record": ROAD}).json()
    assert post(theirs, f"games/{game['id']}/dispute/", {"text": "a draw"}).status_code == 200


def test_others_entries_and_events_are_refused(world, pairing):
    make_event(world, "other", until="published")
    mine = link_client(code_of(world, "cup", "player")[1])
    theirs = Entry.objects.get(event__slug="cup", player=world.players["opponent"])
    elsewhere = Entry.objects.get(event__slug="other", player=world.players["player"])
    body = {"from_round": 2}
    for slug, entry in (("cup", theirs), ("other", elsewhere)):
        address = f"events/{slug}/entries/{entry.pk}/withdraw/"
        assert post(mine, address, body).status_code == 403
    assert mine.get("/api/v1/me/").status_code == 403
    assert post(mine, "me/tokens/", {"name": "x"}).status_code == 403
    assert post(mine, "players/", {"name": "Noa"}).status_code == 403


@pytest.mark.slow
def test_a_link_writes_only_what_an_entry_may(no_log):
    world = world_of_the_table()
    clients = [
        link_client(code_of(world, slug, "player")[1])
        for slug in ("open", "started", "spring", "board", "untouched")
    ]
    written = set()
    for (name, method), rows in TABLE.items():
        for row in rows:
            if method == "get":
                continue
            for client in clients:
                with rolled_back():
                    address = "/api/v1/" + row.path.format(**world.ids)
                    body = filled(row.body, world.ids)
                    answer = getattr(client, method)(address, body, format="json")
                if answer.status_code < 300:
                    written.add(name)
    # The only game that waits in this world was submitted by the entry itself.
    assert written == (ALLOWED - {"game-confirm"}) | {"accounts"}, "anybody may sign up"


def test_a_revoked_link_is_401(world):
    entry, code = code_of(world, "cup", "player")
    client = link_client(code)
    assert client.get("/api/v1/events/cup/").status_code == 200
    revoke_links(actor=world.actor("organiser"), event_id=entry.event_id, entry_ids=[entry.pk])
    answer = client.get("/api/v1/events/cup/")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_a_link_ends_with_its_event(world, monkeypatch):
    def over(_code, _now):
        raise links.EventOver

    _entry, code = code_of(world, "cup", "player")
    monkeypatch.setattr(links, "entry_of_code", over)
    assert link_client(code).get("/api/v1/events/cup/").status_code == 401


def test_wrong_codes_are_counted_and_right_ones_always_work(world):
    _entry, code = code_of(world, "cup", "player")
    wrong = link_client("2abc-d3ef-gh4j-kmn5")
    statuses = [wrong.get("/api/v1/events/cup/").status_code for _each in range(CODES.free + 3)]
    assert set(statuses[: CODES.free]) == {401}
    assert statuses[-1] == 429
    assert link_client(code).get("/api/v1/events/cup/").status_code == 200


def test_a_link_reads_its_private_event(world):
    make_event(world, "secret", until="published", visibility="private")
    _entry, code = code_of(world, "secret", "player")
    assert link_client(code).get("/api/v1/events/secret/").status_code == 200
    assert APIClient().get("/api/v1/events/secret/").status_code == 404


def test_a_repeated_request_of_a_link_is_answered_once(world, pairing):
    client = link_client(code_of(world, "cup", "player")[1])
    body = {"pairing": pairing["id"], "number": 1, "record": ROAD}
    first, again = (
        client.post("/api/v1/games/", body, format="json", HTTP_IDEMPOTENCY_KEY="k")
        for _each in range(2)
    )
    assert (first.status_code, again["Idempotent-Replayed"]) == (201, "true")
