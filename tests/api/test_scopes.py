"""A scope allows the writes that the schema says, and no other."""

import json

import pytest
from django.core.cache import cache
from django.core.management import call_command

from config.api.scopes import SCOPES_BY_NAME, WRITES
from tests.api.rows import filled
from tests.api.table import TABLE
from tests.api.table_world import world_of_the_table
from tests.api.world import ROAD, WHO, client_of, make_event, make_people, seat_together
from tests.database import rolled_back
from tournaments.permissions.scopes import (
    SCOPE_BY_VERB,
    SCOPES,
    VERBS_BY_SCOPE,
    covers,
    is_within,
)
from tournaments.permissions.verbs import ROLES_BY_VERB

WRITING = [scope for scope in SCOPES if scope not in ("read", "write")]
# The table has only refusals of these.
MADE_BY_NOBODY = {
    "event-undo",
    "stage-undo",
    "round-reopen",
    "event-links-mail",
    "pairing-sheets",  # the table sends no file
}
# One of its scopes is enough, which one depends on what the webhook is of: here of an event.
OF_AN_EVENT = {
    *("webhook", "webhook-remove", "webhook-rotate", "webhook-ping"),
    *("webhook-redeliver", "delivery-redeliver"),
    # Of staff here: nobody is captain, and who sent the photo is not known.
    *("team-lineup", "sheet-remove"),
}


def test_every_verb_has_one_scope():
    assert set(SCOPE_BY_VERB) == set(ROLES_BY_VERB)
    assert sum(map(len, VERBS_BY_SCOPE.values())) == len(SCOPE_BY_VERB)


@pytest.mark.parametrize("verb", ROLES_BY_VERB)
def test_write_is_every_scope_and_every_scope_reads(verb):
    assert covers(("write",), verb)
    assert covers(WRITING, verb)
    assert covers(("play",), verb) == (SCOPE_BY_VERB[verb] in ("read", "play"))
    assert not covers(("read",), verb) or SCOPE_BY_VERB[verb] == "read"


@pytest.mark.parametrize(
    ("wanted", "held", "fits"),
    [
        (("play",), ("play", "club"), True),
        (("read",), ("play",), True),
        (("play", "club"), ("play",), False),
        ((), ("write",), True),
        (("write",), ("play", "organise", "club", "site"), False),
        ((), None, True),
    ],
)
def test_what_is_within_what(wanted, held, fits):
    assert is_within(wanted, held) == fits


def test_every_write_has_its_scope():
    names = [name for listed in WRITES.values() for name in listed.split()]
    assert len(names) == len(set(names))
    assert set(names) == {name for name, method in TABLE if method != "get"}


def test_the_schema_says_the_scope_of_every_operation(tmp_path):
    target = tmp_path / "schema.json"
    call_command("spectacular", file=str(target), format="openapi-json")
    paths = json.loads(target.read_text())["paths"]
    operations = [each for methods in paths.values() for each in methods.values()]
    assert all("x-scopes" in each for each in operations)
    published = paths["/api/v1/events/{slug}/rounds/{number}/publish/"]["post"]
    assert published["x-scopes"] == ["organise"]
    assert "`organise`" in published["description"]
    assert paths["/api/v1/pairings/{pairing_id}/time/"]["post"]["x-scopes"] == ["play", "organise"]


@pytest.mark.slow
def test_each_write_takes_its_scopes_and_no_other(no_log):
    world = world_of_the_table()
    narrow = {(who, scope): client_of(who, scope) for who in WHO[1:] for scope in WRITING}
    wrong = []
    for (name, method), rows in TABLE.items():
        needed = SCOPES_BY_NAME.get(name)
        if method == "get" or not needed or name in MADE_BY_NOBODY:
            continue
        asked = [(row, who) for row in rows for who in _who_succeed(row)]
        taken = {
            scope
            for scope in WRITING
            if any(_send(world, narrow[who, scope], method, row) < 300 for row, who in asked)
        }
        taken |= _conflicts(world, narrow, method, rows, taken)
        expected = {"organise"} if name in OF_AN_EVENT else set(needed) - {"write"}
        if taken != expected:
            wrong.append((name, method, sorted(taken), needed))
    assert not wrong, "\n".join(map(str, wrong))


def _who_succeed(row):
    """The first of those who succeed, and the last, who has more roles."""
    found = [who for who, status in zip(WHO, row.statuses.split(), strict=True) if status[0] == "2"]
    found = [who for who in found if who != "anonymous"]
    return dict.fromkeys([*found[:1], *found[-1:]])


def _conflicts(world, narrow, method, rows, taken):
    """The scopes that reach a conflict, of an address that the table never brings further."""
    if taken or not any("409" in row.statuses for row in rows):
        return set()
    return {
        scope
        for scope in WRITING
        if any(_send(world, narrow["player", scope], method, row) == 409 for row in rows)
    }


def _send(world, client, method, row):
    cache.clear()
    with rolled_back():
        address = "/api/v1/" + row.path.format(**world.ids)
        return getattr(client, method)(
            address, filled(row.body, world.ids), format="json"
        ).status_code


class TestPlaying:
    """With `play` alone one plays for oneself, also as an organiser."""

    @pytest.fixture
    def game(self):
        world = make_people()
        make_event(world, "cup", until="published")
        pairing = seat_together(world, "cup")
        asked = {"pairing": pairing["id"], "number": 1, "record": ROAD}
        made = world.clients["player"].post("/api/v1/games/", asked, format="json")
        return f"/api/v1/games/{made.json()['id']}/confirm/"

    @pytest.mark.parametrize(
        ("who", "scopes", "status"),
        [
            ("opponent", ["play"], 200),
            ("organiser", ["play"], 403),
            ("organiser", ["organise"], 403),
            ("organiser", ["play", "organise"], 200),
            ("site_staff", ["play", "organise"], 403),
            ("site_staff", ["play", "site"], 200),
        ],
    )
    def test_confirming(self, game, who, scopes, status):
        assert client_of(who, *scopes).post(game, {}, format="json").status_code == status
