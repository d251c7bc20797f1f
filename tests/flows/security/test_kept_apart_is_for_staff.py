"""Who is kept apart, and who is one family: staff read it, nobody else does, at no address."""

import json
import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.db import connection
from rest_framework.test import APIClient

from tests.builders import entry_of, make_event, make_user, published_round
from tests.clients import text_of, url_of
from tests.database import rolled_back
from tests.flows.events import draft_world
from tests.flows.events.draft_world import DraftWorld
from tests.flows.events.test_drafts_are_hidden import FORMATS, Answer, Asked, ask, describe
from tests.flows.security.addresses import every_address
from tournaments.actor import SYSTEM
from tournaments.api.lists import ListApiView
from tournaments.integrity import check_event
from tournaments.models import Entry, ForbiddenPair, KeptApart, Pairing, Round
from tournaments.proof.hashing import document_hash
from tournaments.proof.parts import whole_proof
from tournaments.services import teams
from tournaments.services.entries import apart
from tournaments.services.prizes import categories
from tournaments.services.rounds import rounds

SWISS = [{"system": "swiss", "options": {"rounds": 3, "top_moves": "first"}}]
FAMILY = "Montague of Verona"


@pytest.fixture
def cup():
    """A Swiss of six in which 1 and 4, who would meet in round 1, are kept apart."""
    event = make_event(slug="cup", entries=6, games=1, stages=SWISS, organiser=make_user("olga"))
    apart.keep_apart(
        actor=SYSTEM, event_id=event.pk, entries=[entry_of(event, 1).pk, entry_of(event, 4).pk]
    )
    Entry.objects.filter(event=event, number__in=[2, 3]).update(family=FAMILY)
    apart.keep_family_apart(actor=SYSTEM, event_id=event.pk, family=FAMILY)
    return event


@pytest.fixture
def first(cup):
    return published_round(cup)


@pytest.fixture
def readers(cup):
    """Staff, a player of the event, somebody without an account."""
    found = {"staff": cup.roles.get().user, "player": entry_of(cup, 1).player.user, "nobody": None}
    clients = {}
    for who, user in found.items():
        clients[who] = APIClient()
        if user:
            clients[who].force_login(user)
    return clients


def proof_for(client):
    return client.get("/api/v1/events/cup/rounds/1/proof/").json()


def test_the_published_proof_has_a_salted_hash_in_place_of_who_is_kept_apart(first, readers):
    seen = {who: proof_for(client) for who, client in readers.items()}
    documents = [answer["document"] for answer in seen.values()]
    assert documents[0] == documents[1] == documents[2]
    hashes = {answer["hash"] for answer in seen.values()}
    assert hashes == {document_hash(documents[0])} == {first.proof_hash}
    assert documents[0]["input"]["forbidden"].keys() == {"sha256"}
    assert (seen["player"]["staff"], seen["nobody"]["staff"]) == (None, None)
    staff = seen["staff"]["staff"]
    pairs = [(pair["low"], pair["high"]) for pair in staff["forbidden"]]
    assert pairs == [(1, 4), (2, 3)]
    assert len(staff["salt"]) == 32
    assert document_hash(staff) == documents[0]["input"]["forbidden"]["sha256"]


def test_two_rounds_that_keep_the_same_apart_have_other_hashes(first):
    before = first.proof["input"]["forbidden"]
    rounds.withdraw_round(actor=SYSTEM, event_id=first.event_id, number=1, reason="again")
    again = published_round(first.event).proof or {}
    assert again["input"]["forbidden"] != before


def test_reasons_that_depend_on_it_are_neutral_for_others(first, readers):
    pairing = Pairing.objects.get(round=first, seats__entry__number=1)
    addresses = [
        f"/api/v1/pairings/{pairing.pk}/why/",
        url_of("event-proof", "cup", 1),
        url_of("why", "cup", 1, pairing.pk),
    ]
    for address in addresses:
        full = text_of(readers["staff"].get(address))
        assert "but the organiser keeps them apart" in full, address
        for who in ("player", "nobody"):
            text = text_of(readers[who].get(address))
            assert "apart" not in text, (who, address)
            assert "not_above_forbidden" not in text
            if "proof" not in address:  # the page of the whole round has every name
                assert "entry 4" not in text
                assert entry_of(first.event, 4).player.name not in text
            assert "by the rules of pairing another opponent is better" in text


def test_the_page_lists_them_for_staff_alone(first, readers):
    address = url_of("event-proof", "cup", 1)
    text = text_of(readers["staff"].get(address))
    assert "Kept apart" in text
    assert first.proof_staff["salt"] in text
    assert first.proof_staff["salt"] not in text_of(readers["nobody"].get(address))


def test_the_report_file_has_them_for_staff_alone(cup, readers):
    texts = {w: text_of(c.get("/api/v1/events/cup/report/")) for w, c in readers.items()}
    assert texts["player"] == texts["nobody"]
    lines = texts["staff"].splitlines()
    assert [line for line in lines if not line.startswith("260")] == texts["nobody"].splitlines()
    assert sum(line.startswith("260") for line in lines) == 2


def test_both_parts_are_checked(cup, first):
    assert check_event(cup.pk) == []
    staff = {**first.proof_staff, "forbidden": []}
    Round.objects.update(proof_staff=staff)
    assert check_event(cup.pk) == ["cup: round 1: the part of the proof for staff was changed"]
    Round.objects.update(proof_staff=None)
    assert check_event(cup.pk) == ["cup: round 1: the part of the proof for staff was changed"]


def test_a_proof_from_before_the_parts_is_shown_without_them_and_says_so(cup, first, readers):
    old = {**whole_proof(first), "version": 3}
    Round.objects.update(proof=old, proof_staff=None, proof_hash=document_hash(old))
    assert check_event(cup.pk) == []
    full = proof_for(readers["staff"])
    assert (full["document"], full["hash"], full["redacted"]) == (old, document_hash(old), False)
    for who in ("player", "nobody"):
        seen = proof_for(readers[who])
        assert (seen["holds"], seen["redacted"], seen["staff"]) == (True, True, None)
        assert "forbidden" not in json.dumps(seen)
        assert seen["hash"] == document_hash(seen["document"]) != document_hash(old)
        page = text_of(readers[who].get(url_of("event-proof", "cup", 1)))
        assert "only staff read it" in page
        assert "keeps them apart" not in page


# What differs between any two rounds: salts, what is made of them, and the time of day.
PASSING = re.compile(rb"[0-9a-f]{32,64}|\d\d:\d\d(:\d\d(\.\d+)?)?|\d{8}T\d{6}Z")


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


def answers(world: DraftWorld, people: tuple[str, ...], *, with_apart: bool) -> dict[str, Answer]:
    """Every answer by its question; what differs anyway is left out."""
    found: dict[str, Answer] = {}
    with rolled_back():
        apart_in(world)
        if not with_apart:  # the same counters and journal, but nobody is kept apart
            ForbiddenPair.objects.all().delete()
            KeptApart.objects.all().delete()
            Entry.objects.update(family="")
        published(world)
        for asked in readings(world, people):
            answer = ask(world, asked)
            key = re.sub(r"/\d+/", "/n/", f"{asked.who} {asked.accept} {asked.path}")
            headers = tuple(h for h in answer.headers if h[0] not in ("ETag", "Content-Length"))
            found[key] = Answer(answer.status, headers, PASSING.sub(b"#", answer.body))
    return found


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="a server numbers the rows of the second event on"
)
@pytest.mark.slow
@pytest.mark.parametrize("people", [("anonymous", "player"), ("stranger",)])
def test_no_address_tells_others_that_somebody_is_kept_apart(db, no_log, known_askers, people):
    world = draft_world.make_world()
    seen = answers(world, people, with_apart=True)
    plain = answers(world, people, with_apart=False)
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
def test_the_same_walk_finds_it_for_staff(db, no_log, known_askers):
    world = draft_world.make_world()
    seen = answers(world, ("organiser",), with_apart=True)
    found = {key.split("/")[-2] for key, answer in seen.items() if FAMILY.encode() in answer.body}
    assert found >= {"apart", "entries", "players", "journal"}
