"""From the first who asks to the last who comes late, and how a start or an end is taken back."""

from collections import Counter
from datetime import date

import pytest

from ratings import services as ratings
from ratings.models import PlayerRating, Pool
from tests.api.world import client_of
from tests.builders import (
    actor_of,
    context_of,
    decide_round,
    drafted_round,
    finish_round,
    make_entry,
    make_event,
    make_player,
    make_user,
    published_round,
    slot_at,
)
from tests.database import at_once, needs_server
from tournaments import recompute, selectors
from tournaments.actor import SYSTEM
from tournaments.errors import DomainError
from tournaments.models import Absence, Entry, JournalLine, Publication, StageEntry
from tournaments.pairing import SYSTEMS
from tournaments.services import journal_checks
from tournaments.services.entries import absences, entries
from tournaments.services.entries.entries import EventBegun
from tournaments.services.entries.late_entries import NoLateEntries
from tournaments.services.events import events
from tournaments.services.events.states import EventHasRounds, WrongState
from tournaments.services.rounds import pairing_jobs, results, rounds
from tournaments.services.rounds.drafts import RoundBreaksRules
from tournaments.services.rounds.results import Outcome
from tournaments.services.stages import stages


def come_late(event, rating=None, name=""):
    """Staff enter a player while the event runs."""
    player = make_player(name)
    entry = entries.enter(actor=SYSTEM, event_id=event.pk, player_id=player.pk, rating=rating)
    event.refresh_from_db()
    return entry


def account(player):
    return client_of(player.user.username)


def post(client, address, body=None):
    return client.post(f"/api/v1/events/cup/{address}", body or {}, format="json")


def play_round(event):
    decide_round(published_round(event), favourites=True)


def swiss(**more):
    options = {"system": "swiss", "options": {"rounds": 4}}
    return make_event(games=1, **{"entries": 6, "stages": [options], **more})


def names(event):
    return {entry.number: entry.player_id for entry in selectors.event_entries(event)}


def test_an_event_with_a_limit_and_a_waiting_list_over_the_api():
    boss = make_user("boss")
    event = make_event(
        entries=0, state="registration", organiser=boss, registration={"limit": 1}, slug="cup"
    )
    players = [make_player(name) for name in ("Ada", "Bo")]
    ada, bo = map(account, players)
    organiser = client_of("boss")
    mine, waiting = (post(one, "entries/").json() for one in (ada, bo))
    assert (mine["state"], waiting["state"]) == ("in", "waiting")
    listed = [[e["name"] for e in who.get("/api/v1/events/cup/entries/").json()["results"]]
              for who in (ada, bo, organiser)]  # fmt: skip
    assert listed == [["Ada"], ["Ada", "Bo"], ["Ada", "Bo"]]
    assert post(bo, f"entries/{mine['id']}/cancel/").status_code == 403
    gone = post(ada, f"entries/{mine['id']}/cancel/").json()
    now = bo.get(f"/api/v1/events/cup/entries/{waiting['id']}/").json()
    assert (gone["state"], now["state"]) == ("cancelled", "in")
    closed = {"registration": {"closes_at": "2020-01-01T00:00:00Z"}}
    changed = organiser.patch("/api/v1/events/cup/", closed, format="json").json()
    assert changed["registration"]["limit"] == 1
    refused = post(ada, "entries/")
    assert (refused.status_code, refused.json()["code"]) == (409, "registration_closed")
    assert journal_checks.check_scope(f"event:{event.slug}") == []


def test_staff_approve_over_the_api_and_a_refusal_says_why():
    boss = make_user("boss")
    make_event(
        entries=0, state="registration", organiser=boss, registration={"approval": True}, slug="cup"
    )
    ada = account(make_player("Ada"))
    organiser = client_of("boss")
    asked = post(ada, "entries/").json()
    entry = f"entries/{asked['id']}"
    at = f"/api/v1/events/cup/{entry}"
    assert asked["state"] == "applied"
    assert account(make_player()).get(f"{at}/").status_code == 404
    assert post(organiser, f"{entry}/refuse/").status_code == 400
    assert post(organiser, f"{entry}/refuse/", {"reason": "Ask me."}).json()["state"] == "refused"
    assert post(organiser, f"{entry}/approve/").json()["state"] == "in"
    changed = organiser.patch(f"{at}/", {"family": "Reed", "rating": 1500}, format="json").json()
    assert (changed["family"], changed["rating"]) == ("Reed", 1500)
    assert ada.get(f"{at}/").json()["family"] is None
    assert organiser.patch(f"{at}/", {"state": "in"}, format="json").status_code == 400


@pytest.mark.django_db(transaction=True)
@needs_server
@pytest.mark.parametrize(("waiting_list", "others"), [(True, "waiting"), (False, "event_full")])
def test_many_players_take_the_last_places_at_once(waiting_list, others):
    limits = {"limit": 3, "waiting_list": waiting_list}
    event = make_event(entries=1, state="registration", registration=limits)
    players = [make_player() for _ in range(8)]

    def take(number):
        try:
            return make_entry(event, players[number]).state
        except DomainError as refusal:
            return refusal.code

    assert Counter(at_once(take, times=8)) == {"in": 2, others: 6}
    assert event.entries.filter(state="in").count() == 3
    assert journal_checks.check_scope(f"event:{event.slug}") == []


@pytest.mark.django_db(transaction=True)
@needs_server
def test_two_who_cancel_at_once_let_two_in():
    event = make_event(entries=0, state="registration", registration={"limit": 2})
    came = [make_entry(event) for _ in range(5)]
    at_once(
        lambda number: entries.cancel_entry(
            actor=actor_of(came[number].player), entry_id=came[number].pk
        ),
        times=2,
    )
    states = [Entry.objects.get(pk=entry.pk).state for entry in came]
    assert states == ["cancelled", "cancelled", "in", "in", "waiting"]


def test_who_is_not_checked_in_is_left_out_at_the_start():
    limits = {"check_in": True, "limit": 3}
    event = make_event(entries=0, state="registration", registration=limits)
    came = [make_entry(event, make_player(name)) for name in ("Ada", "Bo", "Cleo", "Dag", "Eli")]
    assert [entry.state for entry in came] == ["in", "in", "in", "waiting", "waiting"]
    for entry in (came[0], came[1], came[4]):  # Eli waits, and is there
        entries.check_in(actor=SYSTEM, entry_id=entry.pk)
    events.start(actor=SYSTEM, event_id=event.pk)
    now = [Entry.objects.get(pk=entry.pk) for entry in came]
    assert [entry.state for entry in now] == ["in", "in", "cancelled", "waiting", "in"]
    assert [entry.number for entry in now] == [1, 2, None, None, 3]
    line = JournalLine.objects.get(action="event.running")
    assert line.after
    assert line.after["left_out"] == [came[2].pk]
    assert JournalLine.objects.filter(action="entry.left_out").count() == 1


def test_the_organiser_may_begin_with_those_who_are_still_on_the_way():
    event = make_event(entries=3, state="registration", registration={"check_in": True})
    with pytest.raises(DomainError, match="at least two"):
        events.start(actor=SYSTEM, event_id=event.pk)
    assert event.entries.filter(state="in").count() == 3  # a refusal left nobody out
    events.start(actor=SYSTEM, event_id=event.pk, include_absent=True)
    assert event.entries.filter(number__isnull=False).count() == 3


def test_once_it_has_begun_a_player_withdraws_and_does_not_cancel():
    event = make_event(entries=3)
    with pytest.raises(EventBegun):
        entries.cancel_entry(actor=SYSTEM, entry_id=event.entries.get(number=3).pk)
    with pytest.raises(WrongState):
        make_entry(event)


def test_who_comes_late_to_a_swiss_has_missed_the_rounds_before():
    """Two rounds were played; the third is the first of the newcomer."""
    event = swiss(match={"late_x2": 1})
    for _ in range(2):
        play_round(event)
    event.refresh_from_db()
    before = event.results_version
    late = come_late(event, rating=2500)
    assert (late.number, late.state) == (7, "in")
    assert StageEntry.objects.get(entry=late).seed == 7
    absence = Absence.objects.get(entry=late)
    assert (absence.kind, absence.from_round, absence.to_round) == ("late", 1, 2)
    assert event.results_version == before + 1
    recompute.refresh_standings(event.pk)
    row = {row["entry"]: row for row in selectors.standings_document(event)["rows"]}[7]
    assert row["match_points_x2"] == 2  # half a point for each of the two
    made = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    seated = {seat.entry.number for pairing in made.pairings.all() for seat in pairing.seats.all()}
    assert 7 in seated
    line = JournalLine.objects.filter(action="entry.added").latest("pk")
    assert line.after
    assert line.after["missed"] == {"from": 1, "to": 2, "points_x2": 1}


def test_a_late_entry_before_the_first_round_has_missed_nothing():
    event = swiss()
    late = come_late(event, rating=2500)
    assert late.number == 7  # numbers are given once
    assert not Absence.objects.exists()


def test_who_comes_late_to_a_second_stage_has_missed_its_rounds_alone():
    first = {"system": "monrad", "options": {"rounds": 1}}
    second = {"system": "monrad", "options": {"rounds": 3, "places": 4}}
    event = make_event(games=1, entries=6, stages=[first, second])
    finish_round(published_round(event), favourites=True)
    begun = stages.begin_next_stage(actor=SYSTEM, event_id=event.pk, ties="lot", seed=1)
    early = come_late(event)
    assert not Absence.objects.filter(entry=early).exists()
    play_round(event)
    late = come_late(event)
    missed = Absence.objects.get(entry=late)
    assert (missed.from_round, missed.to_round) == (2, 2)
    seeds = StageEntry.objects.filter(stage=begun).order_by("pk").values_list("seed", flat=True)
    assert (list(seeds), late.number) == ([1, 2, 3, 4, 5, 6], 8)


def test_who_came_late_to_a_stage_that_is_taken_back_asks_again_and_joins_it_anew():
    both = [{"system": "round_robin"}, {"system": "monrad"}]
    event = make_event(games=1, entries=2, stages=both)
    finish_round(published_round(event), favourites=True)
    stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    late = come_late(event)
    stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="one more is to play")
    states = event.entries.order_by("pk").values_list("state", "number")
    assert list(states) == [("in", 1), ("in", 2), ("applied", None)]
    with pytest.raises(NoLateEntries):
        entries.approve_entry(actor=SYSTEM, entry_id=late.pk)
    begun = stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    assert entries.approve_entry(actor=SYSTEM, entry_id=late.pk).number == 3
    assert begun.stage_entries.get(entry=late).seed == 3
    assert published_round(event).seats.filter(entry=late).exists()
    assert journal_checks.check_scope(f"event:{event.slug}") == []


def test_a_second_stage_takes_late_entries_until_it_is_drawn_itself():
    first = {"system": "monrad", "options": {"rounds": 1}}
    event = make_event(
        games=1, entries=4, stages=[first, {"system": "round_robin", "options": {"places": 4}}]
    )
    finish_round(published_round(event), favourites=True)
    stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    assert come_late(event).number == 5
    drafted_round(event)
    with pytest.raises(NoLateEntries) as refused:
        come_late(event)
    assert refused.value.details == {"stage": 2, "system": "round_robin", "rounds": 1}


def test_a_late_entry_missed_neither_a_draft_nor_a_round_that_is_withdrawn():
    """What staff noted stays, and so does what was missed in another event."""
    options = {"system": "monrad", "options": {"rounds": 4}}
    event, other = (make_event(games=1, entries=4, stages=[options]) for _ in range(2))
    away = event.entries.get(number=4)
    absences.add_absence(actor=SYSTEM, entry_id=away.pk, from_round=2, to_round=3)
    for each in (event, other, other):
        play_round(each)
    drafted_round(event)
    before, elsewhere = come_late(event), come_late(other)

    def missed():
        rows = Absence.objects.filter(entry__event__in=[event, other], cancelled_at=None)
        return [(row.entry, row.from_round, row.to_round) for row in rows.order_by("pk")]

    rest = [(away, 2, 3), (before, 1, 1), (elsewhere, 1, 2)]
    assert missed() == rest
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=2)
    published_round(event)
    after = come_late(event)
    assert missed() == [*rest, (after, 1, 2)]
    rounds.withdraw_round(actor=SYSTEM, event_id=event.pk, number=2, reason="once more")
    assert missed() == [*rest, (after, 1, 1)]


def test_a_draft_that_was_made_without_the_late_entry_is_not_published():
    event = swiss()
    draft = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    come_late(event)
    with pytest.raises(RoundBreaksRules, match="Entry 7"):
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=draft.number)


def test_a_player_who_comes_while_the_round_is_being_paired_is_in_it(monkeypatch):
    """The pairing reads the event, somebody enters, and what it made is thrown away."""
    event = make_event(games=1, entries=4, stages=[{"system": "monrad"}])
    plain, seen = SYSTEMS["monrad"], []

    def interrupted(state, **how):
        seen.append(len(state.entrants))
        if len(seen) == 1:
            come_late(event)
        return plain(state, **how)

    monkeypatch.setitem(SYSTEMS, "monrad", interrupted)
    made = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    assert seen == [4, 5]
    assert sum(pairing.seats.count() for pairing in made.pairings.all()) == 5


@pytest.mark.parametrize(
    ("system", "options"), [("round_robin", {}), ("knockout", {}), ("double_elimination", {})]
)
def test_what_is_drawn_once_for_all_takes_nobody_after_its_first_round(system, options):
    event = make_event(games=1, entries=4, stages=[{"system": system, "options": options}])
    assert come_late(event).number == 5
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    count = Entry.objects.count()
    with pytest.raises(NoLateEntries, match=system):
        come_late(event)
    assert Entry.objects.count() == count  # nothing half done
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=1)
    assert come_late(event).number == 6
    assert published_round(event).pairings.exists()


def test_a_late_entry_joins_the_smallest_group():
    groups = [{"system": "swiss", "options": {"groups": 2, "rounds": 3}}]
    event = make_event(games=1, entries=7, stages=groups)
    sizes = Counter(StageEntry.objects.values_list("group", flat=True))
    smallest = min(sizes, key=lambda group: (sizes[group], group))
    late = come_late(event)
    assert StageEntry.objects.get(entry=late).group == smallest


@pytest.mark.parametrize(
    ("rating", "points_x2"), [(2500, 10), (1800, 10), (1650, 6), (1400, 2), (1399, 0), (None, 0)]
)
def test_a_late_entry_to_a_mcmahon_begins_where_its_rating_puts_it(rating, points_x2):
    """The field goes from 1300 to 1800: five grades of 100, the bar and the floor as they began.

    Counted down from the bar, a grade begun counting whole, in half points: 1650 is in the
    second grade below it, (5 - 2) * 2 = 6; 1400 in the fourth, 1399 in the fifth.
    """
    event = make_event(games=1, entries=0, state="registration", stages=[{"system": "mcmahon"}])
    for own in (1800, 1700, 1500, 1300):
        player = make_player()
        entries.enter(actor=SYSTEM, event_id=event.pk, player_id=player.pk, rating=own)
    events.start(actor=SYSTEM, event_id=event.pk)
    late = come_late(event, rating=rating)
    assert StageEntry.objects.get(entry=late).start_points_x2 == points_x2


def test_a_start_that_is_taken_back_and_made_again_gives_the_same_numbers():
    event = swiss()
    numbers = names(event)
    late = come_late(event, rating=1)
    events.back_to_registration(actor=SYSTEM, event_id=event.pk)
    assert set(names(event)) == {None}
    entries.cancel_entry(actor=SYSTEM, entry_id=late.pk)
    events.start(actor=SYSTEM, event_id=event.pk)
    now = names(event)
    now.pop(None)
    assert now == numbers
    play_round(event)
    with pytest.raises(EventHasRounds):
        events.back_to_registration(actor=SYSTEM, event_id=event.pk)
    assert journal_checks.check_scope(f"event:{event.slug}") == []


def test_a_start_that_is_taken_back_leaves_the_byes_that_were_asked_for():
    event = swiss(entries=3)
    entry = event.entries.get(number=3)
    absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=1)
    events.back_to_registration(actor=SYSTEM, event_id=event.pk)
    events.start(actor=SYSTEM, event_id=event.pk)
    assert not published_round(event).seats.filter(entry=entry).exists()


def test_a_finished_event_is_reopened_corrected_and_finished_again():
    event = make_event(entries=2, games=1)
    round_ = published_round(event)
    decide_round(round_, "R-0")
    events.finish(actor=SYSTEM, event_id=event.pk)
    first = Publication.objects.get(kind="final")
    events.reopen(actor=SYSTEM, event_id=event.pk, reason="It was the other way round.")
    facts = {"result": "0-R", "size": 5, "score": {"first": 0, "second": 29}}
    results.record_result(
        actor=SYSTEM,
        context=context_of(slot_at(round_)),
        outcome=Outcome("played", "0-R", None, facts),
        reason="It was the other way round.",
    )
    events.finish(actor=SYSTEM, event_id=event.pk)
    old, new = Publication.objects.filter(kind="final").order_by("version")
    assert (old.pk, old.sha256) == (first.pk, first.sha256)
    assert old.document["rows"][0]["entry"] != new.document["rows"][0]["entry"]
    assert [line.action for line in JournalLine.objects.filter(action__startswith="event.f")] == [
        "event.finished",
        "event.finished",
    ]


def test_the_start_takes_the_rating_of_the_list_but_not_over_the_one_that_staff_gave():
    event = make_event(entries=2, state="registration")
    listed, stated = event.entries.order_by("pk")
    pool = Pool.objects.create(slug="tak", counts={"game": "tak"}, system="glicko", parameters={})
    for entry in (listed, stated):
        PlayerRating.objects.create(
            pool=pool, epoch=1, player=entry.player, rating=1800, deviation=50, games=9,
            last_on=date(2026, 5, 1),
        )  # fmt: skip
    entries.edit_entry(actor=SYSTEM, entry_id=stated.pk, changes={"rating": 2600})
    ratings.start_event(actor=SYSTEM, event_id=event.pk)
    for entry in (listed, stated):
        entry.refresh_from_db()
    assert (listed.number, listed.rating) == (2, 1800)
    assert (stated.number, stated.rating, stated.rating_source) == (1, 2600, "given")
