"""Events in which lists of entries and of results meet everything there is, for test_lists.py."""

from typing import Any

from ratings.models import PlayerRating, Pool
from ratings.services import ensure_default_pools
from tests.builders import (
    acting,
    decide,
    make_event,
    make_player,
    players_at,
    published_round,
    slot_at,
)
from tests.flows.records import FIRST_BY_ROAD, ILLEGAL
from tests.slots import submit
from tournaments.actor import SYSTEM
from tournaments.models import Entry, Player
from tournaments.services.people import handles, merging, people


def entry_world(boss, *, state):
    """An event and rows about it that are good, wrong, or depend on the rows before them."""
    running: dict[str, Any] = {"stages": [{"system": "mcmahon"}]} if state == "running" else {}
    event = make_event(slug="spring", organiser=boss, entries=4, state=state, size=5, **running)
    if state == "running":
        published_round(event)
    known, nick, other, asked = (make_player(name) for name in ("Known", "Nick", "Old", "Asked"))
    handles.add_handle(actor=SYSTEM, player_id=nick.pk, site="playtak", name="Rook_Hook")
    for name in ("Noa Bar", "noa bar"):
        make_player(name)
    merging.merge(actor=SYSTEM, player=other.public_id, into=make_player("True").public_id)
    mine = people.create_player(actor=acting(boss), name="Mine")
    rate(known, 1432.4)
    rate(mine, 1511.0)
    Entry.objects.create(
        event=event, player=asked, state="refused", rating=7, rating_source="given"
    )
    inside = event.entries.order_by("pk")[0].player
    return event, [
        {"player": known.public_id},
        {"name": "known"},
        {"name": "KNOWN", "family": "Bat"},
        {"player": "none"},
        {"player": other.public_id, "fixed_table": 3},
        {"name": "Noa Bar", "new": True},
        {"name": "Dana", "new": True, "rating": 1650},
        {"name": "dana "},
        {"handle": "x:y", "name": "DANA"},
        {"handle": "playtak: rook_hook", "rating": 1700},
        {"handle": "playtak:neu", "name": "Neu", "new": True},
        {"handle": "playtak:NEU"},
        {"name": "neu"},
        {"player": asked.public_id},
        {"name": "asked", "rating": 8, "family": "Cat"},
        {"player": mine.public_id, "family": "Bat"},
        {"player": inside.public_id, "rating": 1999, "fixed_table": 2},
        {"name": "Too strong", "new": True, "rating": 10**6},
        {"name": "Nobody"},
        {"name": "  ", "new": True},
        {"nick": "x"},
    ]


def rate(player, rating):
    ensure_default_pools([("tak", 5)])
    for pool in Pool.objects.filter(slug="tak-5"):
        PlayerRating.objects.create(
            pool=pool, epoch=pool.epoch, player=player, rating=rating, deviation=80, games=9,
            last_on="2026-01-05",
        )  # fmt: skip


def result_world(boss, *, system, match):
    """A round of four tables and rows about it: new results, corrections, wrong ones.

    Who enters them sits at the last table; at the third a game was sent.
    """
    event = make_event(
        slug="spring", organiser=boss, entries=8, size=5, stages=[{"system": system}],
        match={"games": 2, **match},
    )  # fmt: skip
    round_ = published_round(event)
    decide(slot_at(round_, 2), "R-0")
    sender = players_at(round_, 3)[0]
    assert sender.user
    submit(
        acting(sender.user),
        slot_at(round_, 3),
        claim={"result": "R-0", "reserves": {"first": {"stones": 3, "capstones": 0}}},
    )
    seated = players_at(round_, 4)[0]
    Player.objects.filter(pk=seated.pk).update(user=boss)
    left = {"reserves": {"first": {"stones": 4, "capstones": 0}}}
    lost = {"reserves": {"second": {"stones": 2, "capstones": 0}}}
    return event, [
        {"table": 1, "result": "R-0", **left},
        {"table": 1, "number": 2, "result": "0-F", **lost, "played_on": "2026-02-03"},
        {"table": 1, "number": 2, "record": FIRST_BY_ROAD},
        {"table": 1, "number": 2, "record": ILLEGAL},
        {"table": 1, "result": "R-0", "calls": ["first"], **left},
        {"table": 1, "result": "R-0", "played_on": "1900-01-01", **left},
        {"table": 1, "number": 3, "result": "R-0", **left},
        {"table": 2, "result": "R-0"},
        {"table": 2, "result": "0-R", **lost},
        {"table": 2, "result": "0-R", **lost, "reason": "read wrongly"},
        {"table": 2, "number": 2, "kind": "forfeit", "winner": 2, "reason": "did not come"},
        {"table": 2, "number": 2, "kind": "forfeit", "winner": 3, "reason": "did not come"},
        {"table": 2, "number": 2, "kind": "cancelled"},
        {"table": 3, "result": "R-0", **left},
        {"table": 3, "kind": "adjudicated", "result": "0-1", **lost, "reason": "clock"},
        {"table": 3, "number": 2, "kind": "adjudicated", "result": "1/2-1/2", "reason": "agreed"},
        {"table": 3, "number": 2, "kind": "double_forfeit", "reason": "both"},
        {"table": 3, "number": 2, "result": "road"},
        {"table": 4, "result": "R-0", **left},
        {"table": 4, "number": 2, "kind": "cancelled", "reason": "fire"},
        {"table": 9, "result": "R-0"},
    ]
