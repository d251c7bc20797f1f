"""Who is kept apart, and who is one family: staff read it, nobody else does, at no address."""

import json

import pytest
from rest_framework.test import APIClient

from tests.builders import entry_of, make_event, make_user, published_round
from tests.clients import text_of, url_of
from tournaments.actor import SYSTEM
from tournaments.integrity import check_event
from tournaments.models import Entry, Pairing, Round
from tournaments.proof.hashing import document_hash
from tournaments.proof.parts import whole_proof
from tournaments.services.entries import apart
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
