"""At no address do others learn that somebody is kept apart: the same round is published with and
without it, and everything is read.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest
from django.db import connection

from tests.builders import entry_of, published_round
from tests.database import rolled_back
from tests.flows.events import draft_world
from tests.flows.events.draft_world import DraftWorld
from tests.flows.events.test_drafts_are_hidden import FORMATS, Answer, Asked, ask, describe
from tests.flows.security.addresses import every_address
from tests.kept.queries import Changes, noted_queries
from tournaments.actor import SYSTEM
from tournaments.api.lists import ListApiView
from tournaments.models import Entry, ForbiddenPair, KeptApart, Pairing
from tournaments.services import teams
from tournaments.services.entries import apart
from tournaments.services.prizes import categories

FAMILY = "Montague of Verona"
# What differs between any two rounds: salts, what is made of them, and the time of day.
PASSING = re.compile(rb"[0-9a-f]{32,64}|\d\d:\d\d(:\d\d(\.\d+)?)?|\d{8}T\d{6}Z")


make_world = draft_world.make_world


@pytest.fixture
def world(db, made_world, no_log, known_askers):
    """One world for all walks; each of them takes its round back."""
    return made_world


def apart_in(world: DraftWorld) -> None:
    """Keep some apart whom the second round does not bring together anyway."""
    met = seats_without(world)
    pairs = ([a, b] for a in range(1, 6) for b in range(a + 1, 6))
    chosen = next(pair for pair in pairs if pair not in met)
    ids = [entry_of(world.cup, number).pk for number in chosen]
    Entry.objects.filter(pk__in=ids).update(family=FAMILY)
    apart.keep_family_apart(actor=SYSTEM, event_id=world.cup.pk, family=FAMILY)
    apart.keep_apart(actor=SYSTEM, event_id=world.cup.pk, entries=ids)


def seats_without(world: DraftWorld) -> list[list[int]]:
    """The entries at each table of the second round when nobody is kept apart."""
    with rolled_back():
        round_ = published_round(world.cup)
        seated = [
            [seat.entry.number or 0 for seat in pairing.seats.select_related("entry")]
            for pairing in Pairing.objects.filter(round=round_)
        ]
    return [sorted(numbers) for numbers in seated]


def published(world: DraftWorld) -> None:
    """What stands for the drafts of `draft_world`: the second round, published."""
    round_ = published_round(world.cup)
    pairing = Pairing.objects.filter(round=round_, kind="match").order_by("table")[0]
    category = categories.make_category(
        actor=SYSTEM, event_id=world.cup.pk, name="chosen", kind="own"
    )
    world.draft = {
        "event": world.cup, "round": round_, "entry": entry_of(world.cup, 2),
        "pairing": pairing, "slot": pairing.slots.order_by("number")[0],
        "webhook": draft_world.webhook_of(world.boss, world.cup), "category": category,
        "team": teams.make_team(actor=SYSTEM, event_id=world.cup.pk, name="Owls"),
    }  # fmt: skip


def readings(world: DraftWorld, people: tuple[str, ...]) -> Iterator[Asked]:
    values = draft_world.values_of(world)
    for address in every_address():
        view = getattr(address.view, "cls", None)
        paths = () if address.in_admin else dict.fromkeys(address.filled(values))
        for path, who in product(paths, people):
            yield Asked(who, "get", path)
            if view is not None and issubclass(view, ListApiView):
                for accept in FORMATS:
                    yield Asked(who, "get", path, accept=accept)


@contextmanager
def round_two(world: DraftWorld, *, with_apart: bool) -> Iterator[None]:
    """With the second round published, and somebody kept apart or nobody."""
    with rolled_back():
        apart_in(world)
        if not with_apart:  # the same counters and journal, but nobody is kept apart
            ForbiddenPair.objects.all().delete()
            KeptApart.objects.all().delete()
            Entry.objects.update(family="")
        published(world)
        yield


def key_of(asked: Asked) -> str:
    return re.sub(r"/\d+/", "/n/", f"{asked.who} {asked.accept} {asked.path}")


def answer_to(world: DraftWorld, asked: Asked) -> Answer:
    """What differs anyway is left out."""
    answer = ask(world, asked)
    headers = tuple(h for h in answer.headers if h[0] not in ("ETag", "Content-Length"))
    return Answer(answer.status, headers, PASSING.sub(b"#", answer.body))


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="a server numbers the rows of the second event on"
)
@pytest.mark.slow
@pytest.mark.parametrize("people", [("anonymous", "player"), ("stranger",)])
def test_no_address_tells_others_that_somebody_is_kept_apart(world, people):
    """Without anybody kept apart a request is sent again where a query of it has other rows."""
    seen, queries = {}, {}
    with round_two(world, with_apart=True):
        for asked in readings(world, people):
            with noted_queries() as queries[key_of(asked)]:
                seen[key_of(asked)] = answer_to(world, asked)
        changes = Changes(queries.values())
    plain = {}
    with round_two(world, with_apart=False):
        changes.find()
        for asked in readings(world, people):
            key = key_of(asked)
            is_as_before = key in seen and not changes.may_change(queries[key])
            plain[key] = seen[key] if is_as_before else answer_to(world, asked)
    assert len(seen) > 200
    differing = [
        (Asked("", "get", key), seen[key], plain[key])
        for key in seen
        if key in plain and seen[key] != plain[key]
    ]
    assert seen.keys() == plain.keys()
    assert not differing, describe(differing)
    assert not [key for key, answer in seen.items() if FAMILY.encode() in answer.body]


@pytest.mark.slow
def test_the_same_walk_finds_it_for_staff(world):
    shown_at = {"apart", "entries", "players", "journal"}
    found = set()
    with round_two(world, with_apart=True):
        for asked in readings(world, ("organiser",)):
            place = asked.path.split("/")[-2]
            if place in shown_at and FAMILY.encode() in answer_to(world, asked).body:
                found.add(place)
    assert found == shown_at
