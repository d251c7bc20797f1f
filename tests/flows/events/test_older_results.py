"""After a correction of an earlier round a draft says that it was made from older results and
offers to pair again; publishing it asks. By service, API, desk and admin."""

import pytest
from django.urls import reverse

from tests.builders import (
    context_of,
    decide,
    decide_round,
    entry_of,
    make_event,
    make_user,
    proof_of,
    published_round,
    re_pair_round,
    slot_at,
    tak_facts,
)
from tests.clients import text_of, url_of
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.integrity import check_event
from tournaments.models import Event, JournalLine, Round, User
from tournaments.pairing.drafts.stale import have_results_changed
from tournaments.proof.proof import read_state
from tournaments.services.entries import absences
from tournaments.services.events import adjustments
from tournaments.services.rounds import pairing_jobs, results, rounds
from tournaments.services.rounds.results import Outcome
from tournaments.services.rounds.rounds import DraftIsStale


def make_world():
    boss = make_user("boss")
    event = make_event(organiser=boss, slug="cup", games=1, entries=5, stages=[{"system": "swiss"}])
    decide_round(published_round(event))
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    return boss, event


@pytest.fixture
def boss(made):
    return made[0]


@pytest.fixture
def event(made):
    """Five players, one game a match; round 1 is won by who moved first, round 2 is a draft."""
    return made[1]


def draft_of(event: Event) -> Round:
    return event.rounds.select_related("stage").get(number=2)


def correct(event: Event, result: str = "0-R") -> None:
    """Table 1 of round 1 ended otherwise."""
    slot = slot_at(event.rounds.get(number=1))
    outcome = Outcome("played", result, None, tak_facts(result))
    results.record_result(
        actor=SYSTEM, context=context_of(slot), outcome=outcome, reason="misread slip"
    )


def publish(event: Event, **said: bool) -> Round:
    return rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=2, **said)


def test_a_draft_is_as_fresh_as_the_results_it_was_paired_from(event, django_assert_num_queries):
    draft = draft_of(event)
    event.refresh_from_db()
    assert draft.results_version == event.results_version
    with django_assert_num_queries(1):
        assert not selectors.draft_is_stale(draft)
    correct(event)
    assert selectors.draft_is_stale(draft)
    correct(event, "R-0")
    assert not selectors.draft_is_stale(draft), "the results are those it was paired from"


def test_a_draft_paired_before_versions_were_kept_is_compared_by_its_proof(event):
    Round.objects.filter(number=2).update(results_version=None)
    assert not selectors.draft_is_stale(draft_of(event))
    correct(event)
    assert selectors.draft_is_stale(draft_of(event))


def test_publishing_a_stale_draft_asks_and_pairing_again_answers(event):
    correct(event)
    with pytest.raises(DraftIsStale):
        publish(event)
    assert draft_of(event).state == "draft"
    again = re_pair_round(
        actor=SYSTEM, event_id=event.pk, number=2, reason="a result was corrected"
    )
    assert not selectors.draft_is_stale(again)
    assert publish(event).state == "published"
    assert check_event(event.pk) == []


def test_a_stale_draft_is_published_as_it_is_by_who_says_so(event):
    correct(event)
    assert publish(event, stale=True).state == "published"
    assert not selectors.draft_is_stale(draft_of(event)), "a published round is never stale"
    assert check_event(event.pk) == [], "the proof still holds: it names what was seen"


def test_a_round_taken_back_to_a_draft_is_not_stale_for_that(event):
    publish(event)
    rounds.unpublish_round(actor=SYSTEM, event_id=event.pk, number=2, reason="too soon")
    assert not selectors.draft_is_stale(draft_of(event))
    correct(event)
    assert selectors.draft_is_stale(draft_of(event))


def test_a_penalty_changes_what_was_counted_and_a_later_absence_does_not(event):
    entry = entry_of(event, 2)
    absences.add_absence(actor=SYSTEM, entry_id=entry.pk, from_round=3, to_round=3)
    assert not selectors.draft_is_stale(draft_of(event))
    adjustments.adjust_points(
        actor=SYSTEM, entry_id=entry.pk, after_round=1, points_x2=-1, reason="late to the hall"
    )
    assert selectors.draft_is_stale(draft_of(event))


def test_a_berger_table_needs_no_results():
    event = make_event(games=1, slug="league")
    decide_round(published_round(event))
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    correct(event)
    assert publish(event).state == "published"


def test_where_board_plus_reserve_ranks_a_corrected_reserve_is_an_older_result():
    """Paired by match points: the draft is the same, but it was made from other results."""
    event = make_event(
        slug="board",
        games=1,
        entries=5,
        match={"rank_by": "board_plus_reserve"},
        stages=[{"system": "swiss", "options": {"rounds": 2}}],
    )
    first = published_round(event)
    decide_round(first)
    draft = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    slot = slot_at(first)
    more = Outcome("played", "R-0", None, tak_facts("R-0", left=20))
    results.record_result(actor=SYSTEM, context=context_of(slot), outcome=more, reason="recounted")
    assert selectors.draft_is_stale(draft)
    seats = {
        frozenset(p.seats.values_list("entry__number", flat=True)) for p in draft.pairings.all()
    }
    again = re_pair_round(
        actor=SYSTEM, event_id=event.pk, number=2, reason="a reserve was corrected"
    )
    assert seats == {
        frozenset(p.seats.values_list("entry__number", flat=True)) for p in again.pairings.all()
    }
    assert publish(event).state == "published"


def test_a_bye_of_the_earlier_round_and_a_forfeit_are_results_too():
    """Five entries: the bye and a forfeit pair as wins; the forfeit corrected makes it stale."""
    event = make_event(
        slug="board",
        games=1,
        entries=5,
        match={"rank_by": "board_plus_reserve"},
        stages=[{"system": "swiss", "options": {"rounds": 3}}],
    )
    first = published_round(event)
    decide(slot_at(first, 1))
    forfeit = Outcome("forfeit", "", 1, {})
    results.record_result(actor=SYSTEM, context=context_of(slot_at(first, 2)), outcome=forfeit)
    draft = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    bye = first.pairings.get(kind="bye_allocated").seats.get().entry.number
    met = {frozenset(p.seats.values_list("entry__number", flat=True)) for p in draft.pairings.all()}
    opponent = next(next(iter(pair - {bye})) for pair in met if bye in pair)
    winners = {
        slot_at(first, table).pairing.seats.get(order=order).entry.number
        for table, order in ((1, slot_at(first, 1).first_seat), (2, 1))
    }
    assert opponent in winners, "who had the bye meets a winner"
    turned = Outcome("forfeit", "", 2, {})
    results.record_result(
        actor=SYSTEM,
        context=context_of(slot_at(first, 2)),
        outcome=turned,
        reason="the other one was away",
    )
    assert selectors.draft_is_stale(draft)


def test_other_tie_breaks_pair_nobody_else(event):
    seen = read_state(proof_of(draft_of(event))["input"])
    state, _version = selectors.event_state(event.pk)
    assert not have_results_changed(seen, state, system="swiss")
    event.match["tiebreaks"] = ["WIN"]
    event.save()
    state, _version = selectors.event_state(event.pk)
    assert not have_results_changed(seen, state, system="swiss")
    event.match["postponed"] = "win"
    event.save()
    state, _version = selectors.event_state(event.pk)
    assert have_results_changed(seen, state, system="swiss")


def test_the_api_answers_409_until_the_caller_confirms(event, client, boss):
    client.force_login(boss)
    at = "/api/v1/events/cup/rounds/2/"
    assert client.get(at).json()["stale"] is False
    correct(event)
    assert client.get(at).json()["stale"] is True
    listed = client.get("/api/v1/events/cup/rounds/").json()["results"]
    assert [row["stale"] for row in listed] == [False, True]
    refused = client.post(f"{at}publish/", {}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "draft_is_stale")
    done = client.post(f"{at}publish/", {"stale": True}, content_type="application/json")
    assert (done.status_code, done.json()["state"]) == (200, "published")
    assert done.json()["stale"] is False


def test_the_desk_says_so_and_offers_to_pair_again(event, client, boss):
    client.force_login(boss)
    draft, desk = (url_of("manage-draft", "cup", 2), url_of("manage", "cup"))
    assert "made from older results" not in text_of(client.get(draft))
    assert "Publish round 2" in text_of(client.get(desk))
    correct(event)
    page = text_of(client.get(draft))
    assert "made from older results" in page
    assert "Pair again from the current results" in page
    assert "Publish round 2 as it is" in page
    before = text_of(client.get(desk))
    assert "paired from older results" in before
    assert "Publish round 2" not in before
    refused = client.post(draft, {"do": "publish"})  # the page was opened before the correction
    assert refused.status_code == 422
    assert "paired from older results" in text_of(refused, 422)
    seed = proof_of(draft_of(event))["seed"]
    client.post(draft, {"do": "again", "seed": seed, "reason": "Results have changed"})
    assert "made from older results" not in text_of(client.get(draft))
    assert JournalLine.objects.filter(
        action="round.withdrawn", text="Results have changed"
    ).exists()
    client.post(draft, {"do": "publish"})
    assert draft_of(event).state == "published"


def test_the_desk_publishes_it_as_it_is_when_told(event, client, boss):
    client.force_login(boss)
    correct(event)
    draft = url_of("manage-draft", "cup", 2)
    client.post(draft, {"do": "publish", "stale": "1"})
    assert draft_of(event).state == "published"


def test_the_admin_shows_it_and_asks_by_an_action_of_its_own(event, client):
    client.force_login(User.objects.create_superuser("director", password="x"))
    page = reverse("admin:tournaments_round_changelist")
    correct(event)
    assert "from older results" in text_of(client.get(page)).lower()
    chosen = {"_selected_action": [draft_of(event).pk], "confirmed": "yes"}
    said = text_of(client.post(page, {"action": "publish", **chosen}, follow=True))
    assert "paired from older results" in said
    assert draft_of(event).state == "draft"
    client.post(page, {"action": "publish_stale", **chosen})
    assert draft_of(event).state == "published"


def test_the_proof_of_a_fresh_draft_is_not_read_to_publish_it(event, monkeypatch):
    def differs_from_proof(*_read: object) -> bool:
        raise AssertionError("the proof was read")

    monkeypatch.setattr(selectors, "differs_from_proof", differs_from_proof)
    assert publish(event).state == "published"
