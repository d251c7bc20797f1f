"""How a round was paired: the proof as a page and as an address, and what a change of it shows."""

import json

import pytest
from django.core.cache import cache

from tests.builders import (
    context_of,
    decide_round,
    make_event,
    played_round,
    published_round,
    slot_at,
)
from tests.clients import text_of
from tournaments import integrity, selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.models import Pairing, Round
from tournaments.services.rounds import pairing_jobs, results, rounds
from tournaments.services.rounds.results import Outcome

SWISS = [{"system": "swiss", "options": {"rounds": 3, "top_moves": "first"}}]


@pytest.fixture
def second_round():
    """A Swiss of five after round 1, with round 2 published."""
    event = make_event(slug="proved", entries=5, games=1, stages=SWISS)
    played_round(event, favourites=True)
    return event, published_round(event)


def page(client, number=2):
    return client.get(f"/events/proved/rounds/{number}/proof/")


def test_the_page_pairs_the_round_again_and_tells_why(client, second_round):
    text = text_of(page(client))
    assert "paired again: the same" in text
    assert "gacrux" in text
    assert "floated down to \N{FIRST STRONG ISOLATE}" in text
    assert "\N{FIRST STRONG ISOLATE}Ada\N{POP DIRECTIONAL ISOLATE}" in text
    assert "entry 1" not in text.lower()


def test_the_address_says_the_same_with_the_whole_document(client, second_round):
    answer = client.get("/api/v1/events/proved/rounds/2/proof/").json()
    assert (answer["holds"], answer["differences"]) == (True, [])
    assert answer["document"]["engine"] == "swiss"
    assert answer["hash"] == second_round[1].proof_hash
    assert "Ada" not in json.dumps(answer)


def test_the_reasons_of_a_pairing_have_an_address(client, second_round):
    pairing = Pairing.objects.get(round=second_round[1], table=1)
    answer = client.get(f"/api/v1/pairings/{pairing.pk}/why/").json()
    assert next(reason["code"] for reason in answer["reasons"]) == "swiss_dutch"
    assert all(reason["text"].endswith(".") for reason in answer["reasons"])


def test_a_later_correction_of_an_earlier_round_leaves_the_proof_as_it_is(client, second_round):
    event, round_ = second_round
    slot = slot_at(Round.objects.get(event=event, number=1))
    before = round_.proof
    results.record_result(
        actor=SYSTEM,
        context=context_of(slot),
        outcome=Outcome("forfeit", winner=2),
        reason="wrong slip",
    )
    round_.refresh_from_db()
    assert round_.proof == before
    assert integrity.round_differences(round_) == []
    assert "paired again: the same" in text_of(page(client))


def test_pairs_that_were_changed_in_the_database_are_found(client, second_round):
    _event, round_ = second_round
    bye = Pairing.objects.get(round=round_, kind="bye_allocated").seats.get()
    other = Pairing.objects.get(round=round_, table=1).seats.get(order=1)
    entry, bye.entry = bye.entry, other.entry
    bye.leg = 2  # nobody sits twice in a leg: out of the way first
    bye.save()
    other.entry = entry
    other.save()
    cache.clear()
    text = text_of(page(client))
    assert "paired again: not the same" in text
    assert "the pairings are not those that were proved" in text


def test_a_proof_that_was_changed_is_found(second_round):
    _event, round_ = second_round
    round_.proof["seed"] = 99
    round_.save()
    assert integrity.round_differences(round_) == ["the proof was changed"]


def test_the_proof_of_a_draft_is_for_nobody(client, second_round):
    event, round_ = second_round
    decide_round(round_)
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    assert page(client, 3).status_code == 404
    assert client.get("/api/v1/events/proved/rounds/3/proof/").status_code == 404
    assert len(selectors.event_rounds(event, ANONYMOUS)) == 2


def test_a_round_by_hand_says_so(client):
    event = make_event(slug="proved", entries=4)
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk, by_hand=[[4, 1], [2, 3]])
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    text = text_of(page(client, 1))
    assert "Pairings by hand" in text
    assert "paired again: the same" in text
