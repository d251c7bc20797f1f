"""Rounds that stay open for days: players of two zones agree on a time, or somebody is late."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games import jobs
from games import services as games
from games.models import Ruling
from games.services.rulings import lateness
from tests.builders import (
    acting,
    actor_of,
    finish_round,
    make_event,
    make_user,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import api_client
from tests.flows.records import FIRST_BY_ROAD
from tests.slots import enter_result
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.integrity import check_event
from tournaments.models import GameSlot, JournalLine, Result, Round
from tournaments.selectors.rounds import late
from tournaments.services.events import events
from tournaments.services.people import people
from tournaments.services.rounds import deadlines, pairing_jobs, rounds, times
from tournaments.services.rounds.times import (
    GameIsOver,
    NoProposal,
    OwnProposal,
    ProposalPast,
    TimeOutside,
)
from tournaments.services.stages import stages

DAY = timedelta(days=1)
WEEK = 7 * DAY
A_WEEK = [{"system": "round_robin", "options": {"days": 7}}]


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def staff():
    return acting(make_user())


def league(**settings):
    """An event of one-game matches with rounds of a week; the first is published."""
    event = make_event(games=1, stages=A_WEEK, **settings)
    return event, published_round(event)


def open_for(round_):
    return round_.closes_at - round_.opens_at


class Game:
    """The game of a table, with what its players do about it."""

    def __init__(self, round_, table=1):
        self.first, self.second = players_at(round_, table)
        self.pairing, self.slot_id = pairing_at(round_, table), slot_at(round_, table).pk

    @property
    def slot(self):
        return GameSlot.objects.get(pk=self.slot_id)

    @property
    def agreed(self):
        slot = self.slot
        return slot.play_at if slot.proposed_by is None else None

    def propose(self, who, play_at, now):
        return times.propose_time(
            actor=actor_of(who), slot_id=self.slot_id, play_at=play_at, now=now
        )

    def accept(self, who, now):
        return times.accept_time(actor=actor_of(who), slot_id=self.slot_id, now=now)

    def decline(self, who):
        return times.decline_time(actor=actor_of(who), slot_id=self.slot_id)


# --- the round is open for days


def test_a_published_round_closes_after_the_days_of_its_stage(now):
    _event, round_ = league()
    assert timedelta() <= round_.opens_at - now < timedelta(minutes=5)
    assert open_for(round_) == WEEK
    assert set(GameSlot.objects.values_list("due_at", flat=True)) == {round_.closes_at}


def test_without_days_a_round_has_no_end():
    round_ = published_round(make_event())
    assert round_.closes_at is None
    assert set(GameSlot.objects.values_list("due_at", flat=True)) == {None}


def test_the_days_may_change_for_the_rounds_to_come():
    event, round_ = league()
    stages.edit_stage(actor=SYSTEM, event_id=event.pk, number=1, options={"days": 14})
    finish_round(round_)
    second = published_round(event)
    assert open_for(second) == 2 * WEEK
    for days in (0, 366, True, "7"):
        with pytest.raises(InvalidInput, match="days"):
            stages.edit_stage(actor=SYSTEM, event_id=event.pk, number=1, options={"days": days})


def test_the_organiser_moves_the_end_and_what_is_due_then_moves_along(staff):
    event, round_ = league()
    mine, other = slot_at(round_, 1), slot_at(round_, 2)
    later = round_.closes_at + 3 * DAY
    own = round_.closes_at + 9 * DAY
    postpone(other, own)
    for _twice in range(2):
        deadlines.set_round_times(
            actor=SYSTEM, event_id=event.pk, number=1, opens_at=round_.opens_at, closes_at=later
        )
    mine.refresh_from_db()
    other.refresh_from_db()
    assert (mine.due_at, other.due_at) == (later, own)
    postpone(other, None)
    deadlines.set_round_times(
        actor=SYSTEM, event_id=event.pk, number=1, opens_at=None, closes_at=later + DAY
    )
    other.refresh_from_db()
    assert other.due_at is None, "postponed until nobody knows when"
    assert JournalLine.objects.filter(action="round.times").count() == 2
    with pytest.raises(InvalidInput):
        deadlines.set_round_times(
            actor=SYSTEM, event_id=event.pk, number=1, opens_at=later, closes_at=later
        )
    with pytest.raises(NotAllowed):
        deadlines.set_round_times(actor=staff, event_id=event.pk, number=1)


def test_times_set_for_a_draft_hold_when_it_is_published(now):
    event = make_event(games=1, stages=A_WEEK)
    draft = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    end = now + 30 * DAY
    deadlines.set_round_times(
        actor=SYSTEM, event_id=event.pk, number=1, opens_at=now + DAY, closes_at=end
    )
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    draft.refresh_from_db()
    assert (draft.opens_at, draft.closes_at) == (now + DAY, end)
    assert set(GameSlot.objects.values_list("due_at", flat=True)) == {end}


def test_a_round_taken_back_and_published_again_has_its_days_again(now):
    event, round_ = league()
    rounds.unpublish_round(actor=SYSTEM, event_id=event.pk, number=1, reason="a wrong list")
    round_.refresh_from_db()
    assert (round_.opens_at, round_.closes_at) == (None, None)
    again = rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert open_for(again) == WEEK
    assert set(GameSlot.objects.values_list("due_at", flat=True)) == {again.closes_at}


def postpone(slot, until):
    games.rule_slot(
        actor=SYSTEM,
        pairing_id=slot.pairing_id,
        number=slot.number,
        outcome={"kind": "postponed", "until": until},
        reason="travelling",
    )


@pytest.mark.slow
def test_nohat_four_matches_each_in_one_round_of_two_weeks(now):
    nohat = [{"system": "swiss", "options": {"rounds": 2, "legs": [4, 1], "days": 14}}]
    event = make_event(entries=8, games=2, stages=nohat)
    round_ = published_round(event)
    assert (round_.legs, open_for(round_)) == (4, 14 * DAY)
    assert GameSlot.objects.filter(pairing__round=round_, due_at=round_.closes_at).count() == 32
    assert late.late_slots(event, now + 13 * DAY) == []
    first_leg = round_.pairings.get(leg=1, table=1)
    games.enter_result(actor=SYSTEM, pairing_id=first_leg.pk, number=1, claim=WON)
    after = late.late_slots(event, now + 15 * DAY)
    assert len(after) == 31
    assert {slot.leg for slot in after} == {1, 2, 3, 4}
    assert check_event(event.pk) == []


WON = {"result": "F-0", "reserves": {"first": {"stones": 4, "capstones": 0}}}


# --- players agree on a time


def test_one_proposes_and_the_other_agrees(now):
    _event, round_ = league()
    game = Game(round_)
    game.propose(game.first, now + DAY, now)
    assert (game.slot.play_at, game.slot.proposed_by, game.agreed) == (now + DAY, 1, None)
    for _twice in range(2):
        game.propose(game.first, now + DAY, now)
    with pytest.raises(OwnProposal):
        game.accept(game.first, now)
    for _twice in range(2):
        game.accept(game.second, now)
    assert game.agreed == now + DAY
    actions = JournalLine.objects.filter(subject=f"slot:{game.slot_id}").order_by("seq")
    assert list(actions.values_list("action", flat=True)) == ["time.proposed", "time.agreed"]


def test_a_proposal_is_answered_by_another_and_by_a_no(now):
    _event, round_ = league()
    game = Game(round_)
    game.propose(game.first, now + DAY, now)
    game.propose(game.second, now + 2 * DAY, now)
    assert (game.slot.play_at, game.slot.proposed_by) == (now + 2 * DAY, 2)
    game.decline(game.first)
    assert (game.slot.play_at, game.slot.proposed_by) == (None, None)
    game.propose(game.first, now + DAY, now)
    game.decline(game.first)
    assert game.slot.play_at is None, "one takes the own proposal back"
    with pytest.raises(NoProposal):
        game.accept(game.second, now)


def test_two_who_propose_the_same_agree(now):
    _event, round_ = league()
    game = Game(round_)
    game.propose(game.first, now + DAY, now)
    game.propose(game.second, now + DAY, now)
    assert game.agreed == now + DAY


def test_a_time_lies_between_now_and_the_end_of_the_round(now):
    _event, round_ = league()
    game = Game(round_)
    for moment in (now, now - DAY, round_.closes_at + timedelta(seconds=1)):
        with pytest.raises(TimeOutside):
            game.propose(game.first, moment, now)
    with pytest.raises(InvalidInput, match="play_at"):
        game.propose(game.first, datetime(2030, 1, 1, 12), now)
    game.propose(game.first, round_.closes_at, now)
    with pytest.raises(ProposalPast):
        game.accept(game.second, now + 8 * DAY)


def test_only_who_plays_agrees_and_only_while_there_is_a_game(now, staff):
    _event, round_ = league()
    game = Game(round_)
    for actor in (staff, SYSTEM):
        with pytest.raises(NotAllowed):
            times.propose_time(actor=actor, slot_id=game.slot_id, play_at=now + DAY, now=now)
    games.enter_result(actor=SYSTEM, pairing_id=game.pairing.pk, number=1, claim=WON)
    with pytest.raises(GameIsOver):
        game.propose(game.first, now + DAY, now)


def test_a_personal_link_agrees_too(now):
    _event, round_ = league()
    game = Game(round_)
    entry = game.pairing.seats.get(order=1).entry
    link = Actor("link", entry_id=entry.pk)
    times.propose_time(actor=link, slot_id=game.slot_id, play_at=now + DAY, now=now)
    assert game.slot.proposed_by == 1


def test_staff_set_a_time_even_after_the_end_and_the_game_is_due_then(now):
    organiser = make_user()
    event, round_ = league(organiser=organiser)
    game = Game(round_)
    after = round_.closes_at + DAY
    times.set_time(actor=acting(organiser), slot_id=game.slot_id, play_at=after)
    assert (game.agreed, game.slot.due_at) == (after, after)
    open_late = late.late_slots(event, round_.closes_at + timedelta(hours=1))
    assert [slot.slot_id for slot in open_late] == [slot_at(round_, 2).pk]
    with pytest.raises(NotAllowed):
        times.set_time(actor=actor_of(game.first), slot_id=game.slot_id, play_at=None)


# --- the addresses: each in one's own zone


def test_players_of_two_zones_agree_through_the_api():
    event, round_ = league(time_zone="Europe/Warsaw")
    game = Game(round_)
    tokyo, berlin = api_client(game.first.user), api_client(game.second.user)
    path = f"/api/v1/players/{game.first.public_id}/"
    assert tokyo.patch(path, {"time_zone": "Asia/Tokyo"}, format="json").json()["time_zone"]
    assert tokyo.patch(path, {"time_zone": "Mars/Base"}, format="json").status_code == 400
    assert berlin.patch(path, {"time_zone": "UTC"}, format="json").status_code == 403
    assert tokyo.get(path).json()["time_zone"] == "Asia/Tokyo"
    assert berlin.get(path).json()["time_zone"] is None

    evening = (timezone.now() + 3 * DAY).astimezone(ZoneInfo("Asia/Tokyo")).replace(microsecond=0)
    time = f"/api/v1/pairings/{game.pairing.pk}/time/"
    naive = {"number": 1, "play_at": evening.replace(tzinfo=None).isoformat()}
    assert tokyo.post(time, naive, format="json").status_code == 400
    both = {"number": 1, "play_at": evening.isoformat(), "answer": "yes"}
    assert tokyo.post(time, both, format="json").status_code == 400
    asked = {"number": 1, "play_at": evening.isoformat()}
    (slot,) = tokyo.post(time, asked, format="json").json()["slots"]
    warsaw = evening.astimezone(ZoneInfo("Europe/Warsaw"))
    assert (slot["play_at"], slot["proposed_by"]) == (warsaw.isoformat(), 1)
    (mine,) = tokyo.get("/api/v1/me/").json()["open_slots"]
    assert (mine["play_at"], mine["play_at_event"]) == (evening.isoformat(), warsaw.isoformat())
    assert mine["time_zone"] == "Asia/Tokyo"
    (theirs,) = berlin.get("/api/v1/me/").json()["open_slots"]
    assert (theirs["play_at"], theirs["proposed_by"]) == (warsaw.isoformat(), 1)
    (slot,) = berlin.post(time, {"number": 1, "answer": "yes"}, format="json").json()["slots"]
    assert slot["proposed_by"] is None
    shown = api_client(game.first.user).get(f"/api/v1/events/{event.slug}/rounds/1/").json()
    assert datetime.fromisoformat(shown["closes_at"]) == round_.closes_at


# --- who is late, and what happens then


def test_who_is_late_and_what_was_done_about_it(now):
    event, round_ = league(entries=8)
    silent, agreed, reported = (Game(round_, table) for table in (1, 2, 3))
    silent.propose(silent.first, now + DAY, now)
    agreed.propose(agreed.first, now + DAY, now)
    agreed.accept(agreed.second, now)
    games.submit_game(
        actor=actor_of(reported.first), pairing_id=reported.pairing.pk, number=1,
        record=FIRST_BY_ROAD,
    )  # fmt: skip
    assert lateness.late_games(actor=SYSTEM, event=event, now=now + 6 * DAY) == []
    found = {
        game.slot.table: (game.slot.done, [seat.order for seat in game.late], game.slot.since)
        for game in lateness.late_games(actor=SYSTEM, event=event, now=now + 8 * DAY)
    }
    end = round_.closes_at
    assert found == {
        1: ("proposed", [2], end),
        2: ("agreed", [1, 2], end),
        3: ("reported", [2], end),
        4: ("nothing", [1, 2], end),
    }


def test_a_proposal_of_a_day_before_the_end_is_in_time_and_a_later_one_is_not():
    event, round_ = league()
    end = round_.closes_at
    for table, made_at in ((1, end - DAY), (2, end - DAY + timedelta(seconds=1))):
        game = Game(round_, table)
        game.propose(game.first, end, made_at)
    found = {slot.table: slot.in_time for slot in late.late_slots(event, end + DAY)}
    assert found == {1: True, 2: False}


def test_the_list_is_for_staff():
    organiser = make_user()
    event, round_ = league(organiser=organiser)
    Round.objects.filter(pk=round_.pk).update(closes_at=timezone.now() - DAY)
    GameSlot.objects.update(due_at=None)
    path = f"/api/v1/events/{event.slug}/late/"
    assert api_client(players_at(round_)[0].user).get(path).status_code == 403
    client = APIClient()
    client.force_authenticate(organiser)
    rows = client.get(path).json()["results"]
    assert [(row["table"], row["done"], len(row["late"])) for row in rows] == [
        (1, "nothing", 2), (2, "nothing", 2),
    ]  # fmt: skip


def test_who_waited_for_an_answer_wins_and_where_nobody_asked_both_lose(now):
    event, round_ = league(entries=8, match={"late": "forfeit"})
    silent, reported, too_late = (Game(round_, table) for table in (1, 2, 3))
    silent.propose(silent.second, now + DAY, now)
    games.submit_game(
        actor=actor_of(reported.first), pairing_id=reported.pairing.pk, number=1,
        record=FIRST_BY_ROAD,
    )  # fmt: skip
    # Proposed an hour before the end: nobody has to be awake for that.
    last_hour = round_.closes_at - timedelta(hours=1)
    too_late.propose(too_late.first, round_.closes_at, last_hour)
    assert rule(now + 6 * DAY) == 0
    assert rule(now + 8 * DAY) == 3
    assert rule(now + 8 * DAY) == 0, "once is enough"
    ended = {
        table: (slot_at(round_, table).state, *result_of(slot_at(round_, table)))
        for table in (1, 2, 3, 4)
    }
    assert ended == {
        1: ("decided", "forfeit", "seat-2"),
        2: ("reported", "", ""),
        3: ("decided", "double_forfeit", ""),
        4: ("decided", "double_forfeit", ""),
    }
    ruling = Ruling.objects.get(slot=silent.slot_id)
    assert (ruling.actor["kind"], ruling.outcome["cause"]) == ("system", "late")
    assert round_.closes_at.isoformat() in ruling.reason
    assert check_event(event.pk) == []


def rule(now):
    return sum(lateness.rule_late(slot_id=slot, now=now) for slot in lateness.late_slots(now))


def result_of(slot):
    result = Result.objects.filter(slot=slot, current=True).first()
    return (result.kind, result.outcome) if result else ("", "")


def test_nothing_happens_where_the_event_does_not_say_so(now):
    _event, round_ = league()
    assert rule(now + 30 * DAY) == 0
    slot = slot_at(round_)
    assert not lateness.rule_late(slot_id=slot.pk, now=now + 30 * DAY)


def test_the_setting_is_one_of_two():
    with pytest.raises(InvalidInput, match=r"match\.late"):
        make_event(state="draft", match={"late": "shoot"})


def test_it_may_be_switched_on_while_the_event_runs_with_a_reason(now):
    event, _round = league()
    events.edit_event(
        actor=SYSTEM, event_id=event.pk, changes={"match": {"late": "forfeit"}}, reason="agreed"
    )
    assert rule(now + 8 * DAY) == 2


def test_a_postponed_game_is_the_arbiters_and_listed_when_its_time_is_over(now):
    event, round_ = league(match={"late": "forfeit"})
    slot = slot_at(round_)
    postpone(slot, now + 20 * DAY)
    assert rule(now + 8 * DAY) == 1, "the other table"
    assert late.late_slots(event, now + 8 * DAY) == []
    (row,) = late.late_slots(event, now + 21 * DAY)
    assert (row.slot_id, row.done) == (slot.pk, "postponed")
    assert rule(now + 21 * DAY) == 0
    assert not lateness.rule_late(slot_id=slot.pk, now=now + 21 * DAY)


def test_a_result_that_comes_before_the_ruling_stands(now):
    _event, round_ = league(match={"late": "forfeit"})
    slot = slot_at(round_)
    waiting = lateness.late_slots(now + 8 * DAY)
    enter_result(slot, WON)
    assert slot.pk in waiting
    assert not lateness.rule_late(slot_id=slot.pk, now=now + 8 * DAY)
    assert result_of(slot) == ("played", "F-0")


def test_the_job_rules_what_is_due_now():
    _event, round_ = league(match={"late": "forfeit"})
    assert jobs.rule_late() == 0
    GameSlot.objects.filter(pairing__round=round_).update(due_at=timezone.now())
    assert jobs.rule_late() == 2


def test_a_zone_is_the_players_own(now):
    _event, round_ = league()
    (first, second) = players_at(round_)
    people.set_time_zone(actor=actor_of(first), player_id=first.pk, time_zone="Asia/Tokyo")
    people.set_time_zone(actor=actor_of(first), player_id=first.pk, time_zone="")
    with pytest.raises(NotAllowed):
        people.set_time_zone(actor=actor_of(second), player_id=first.pk, time_zone="UTC")
    assert JournalLine.objects.filter(action="player.time_zone").count() == 2
