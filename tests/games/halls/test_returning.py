"""What a hall brings back is merged at the server, once and whole, or refused."""

from dataclasses import replace
from datetime import date

import pytest

from games import services
from games.models import HallReturn, HallState, HallTake
from games.services.halls import release_hall, take_event
from games.services.halls.reading import facts_here
from games.services.halls.returning import (
    CannotBeMerged,
    HallEnded,
    MergeDiffers,
    NoSuchAnswer,
    NoSuchQuestion,
    OtherHall,
)
from games.services.records.evidence import open_dispute
from ratings.models import RatedGame
from tests.builders import (
    acting,
    context_of,
    drafted_round,
    entry_of,
    make_user,
    pairing_at,
    published_round,
    slot_at,
)
from tests.database import rolled_back
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.games.halls.returns import (
    actions_of,
    archives_after,
    brought_back,
    play,
    rename,
    returned,
    with_part,
)
from tests.slots import enter_result, postpone, rule, submit
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import NotAllowed
from tournaments.models import JournalLine
from tournaments.services.archives.changes import RoundHasResults
from tournaments.services.entries.apart import keep_apart
from tournaments.services.events import events

pytestmark = pytest.mark.django_db


def part(event):
    """Keep two players apart, which is not merged."""
    pair = [entry_of(event, number).pk for number in (1, 2)]
    keep_apart(actor=SYSTEM, event_id=event.pk, entries=pair)


def test_what_was_played_in_the_hall_counts_here_once(cup_in_hall):
    back = brought_back(play)
    before, version = len(actions_of(cup_in_hall)), cup_in_hall.results_version
    done = returned(back)
    assert (done.is_known, done.is_written, done.unanswered) == (False, True, ())
    assert done.event.results_version > version
    assert facts_here(cup_in_hall) == done.merged.facts
    assert not cup_in_hall.rounds.exclude(state="closed").exists()
    game = slot_at(cup_in_hall.rounds.get(number=2)).games.get()
    assert game.state == "confirmed"
    rated = RatedGame.objects.filter(event=cup_in_hall, voided_at=None)
    assert rated.count() == 2
    assert actions_of(cup_in_hall)[before:] == [
        "hall.returned", "round.published", "round.closed", "result.recorded", "result.recorded",
    ]  # fmt: skip
    after = JournalLine.objects.get(action="hall.returned").after or {}
    assert after["sha256"] == back.sha256
    assert "round:2" in after["taken"]

    again = returned(back)
    assert (again.is_known, again.is_written) == (True, False)
    assert HallReturn.objects.count() == 1
    assert len(actions_of(cup_in_hall)) == before + 5


def test_a_dry_run_says_what_would_come_and_writes_nothing(cup_in_hall):
    before = facts_here(cup_in_hall)
    found = returned(brought_back(play, rename), dry_run=True)
    assert not found.is_written
    assert {"setting:name", "round:2"} <= {*found.merged.taken}
    assert facts_here(cup_in_hall) == before
    assert not HallReturn.objects.exists()


def test_nothing_is_written_while_a_question_has_no_answer(cup_in_hall):
    back = brought_back(play, rename)
    rename(cup_in_hall, "Club cup")
    before = facts_here(cup_in_hall)
    asked = returned(back)
    assert [each.key for each in asked.unanswered] == ["setting:name"]
    assert not asked.is_written
    assert facts_here(cup_in_hall) == before
    with pytest.raises(NoSuchAnswer, match="setting:name"):
        returned(back, setting_name="club")
    with pytest.raises(NoSuchQuestion, match="setting:venue"):
        returned(back, setting_name="hall", setting_venue="hall")
    assert returned(back, setting_name="hall").event.name == "Hall cup"
    assert HallReturn.objects.get().answers == {"setting:name": "hall"}


def test_a_hall_returns_again_with_what_it_did_since(cup_in_hall):
    first, further = archives_after(rename, play)
    assert returned(first).event.name == "Hall cup"
    rename(cup_in_hall, "Club cup")
    done = returned(further)
    assert done.unanswered == ()
    assert done.event.name == "Club cup"
    assert done.event.rounds.count() == 2
    assert HallTake.objects.get().state == HallState.RETURNED


def test_after_a_return_the_event_may_go_to_another_hall(cup_in_hall):
    first, further = archives_after(rename, play)
    returned(first)
    take_event(actor=SYSTEM, slug="cup")
    with pytest.raises(HallEnded):
        returned(further)
    states = HallTake.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [HallState.ENDED, HallState.OUT]


def test_a_round_in_which_something_was_sent_here_is_not_replaced(cup_in_hall):
    back = brought_back(play)
    submit(SYSTEM, slot_at(published_round(cup_in_hall, seed=1)), record=FIRST_BY_ROAD)
    assert [each.key for each in returned(back).unanswered] == ["round:2"]
    with pytest.raises(RoundHasResults):
        returned(back, round_2="hall")
    assert returned(back, round_2="server").is_written
    assert slot_at(cup_in_hall.rounds.get(number=2)).games.count() == 1


def test_a_copy_of_the_hall_that_went_another_way_is_refused(cup_in_hall):
    one, other = brought_back(rename), brought_back(play)
    returned(one)
    with pytest.raises(OtherHall):
        returned(other)


def test_another_installation_cannot_return_for_a_hall(cup_in_hall):
    first, further = archives_after(rename, play)
    returned(first)
    with pytest.raises(OtherHall):
        returned(replace(further, public="another key"))


def test_after_a_release_it_is_too_late(cup_in_hall):
    back = brought_back(play)
    release_hall(actor=SYSTEM, slug="cup")
    with pytest.raises(HallEnded):
        returned(back)


def test_only_organisers_return_a_hall(cup_in_hall):
    with pytest.raises(NotAllowed):
        returned(brought_back(play), actor=acting(make_user()))


@pytest.mark.parametrize(
    ("part_name", "held"),
    [
        ("stakes.json", {"accounts": [], "transfers": [{"amount": 1}], "bids": []}),
        ("challenges.ndjson", [{"entry": 1}]),
    ],
)
def test_coins_and_challenges_of_a_hall_may_be_left_there(cup_in_hall, part_name, held):
    back = with_part(brought_back(rename), part_name, held)
    with pytest.raises(CannotBeMerged, match=r"cannot be brought back: stakes\."):
        returned(back)
    assert returned(back, leave=["stakes"]).event.name == "Hall cup"


def test_what_is_not_merged_is_named_unless_it_is_left(cup_in_hall):
    back = brought_back(part, rename)
    with pytest.raises(CannotBeMerged, match=r"apart\.kept"):
        returned(back)
    with pytest.raises(CannotBeMerged):
        returned(back, leave=["stakes"])
    assert returned(back, leave=["apart"]).is_written


def test_a_draft_at_the_server_is_asked_about(cup_in_hall):
    back = brought_back(play)
    drafted_round(cup_in_hall)
    assert [each.key for each in returned(back).unanswered] == ["round:2"]
    returned(back, round_2="hall")
    assert cup_in_hall.rounds.get(number=2).state == "closed"


def confirm(slot):
    services.confirm_game(actor=SYSTEM, game_id=slot.games.get().pk)


def adjudicate(slot):
    rule(slot, {"kind": "adjudicated", "result": "R-0"}, reason="seen")


@pytest.mark.parametrize("decide", [confirm, adjudicate])
def test_a_result_of_the_hall_is_rated_on_the_day_it_was_played(cup_in_hall, decide):
    """Of a record by its tag, of a result by what the desk said."""

    def play_on_two_days(event):
        round_ = published_round(event)
        seat = pairing_at(round_).seats.get(order=1)
        submit(
            Actor("link", entry_id=seat.entry_id),
            slot_at(round_),
            record=ptn(FIRST_BY_ROAD, Date="2026.01.05"),
        )
        decide(slot_at(round_))
        day = date(2026, 1, 6)
        enter_result(slot_at(round_, 2), {"result": "F-0"}, played_on=day)

    back = brought_back(play_on_two_days)
    assert {row["played_on"] for row in back.facts.parts["rated_games.ndjson"]} == {
        "2026-01-05", "2026-01-06",
    }  # fmt: skip
    with rolled_back():
        returned(back)
        assert days_rated(cup_in_hall) == [date(2026, 1, 5), date(2026, 1, 6)]
    # Where the hall rates no games only the record says its day.
    returned(with_part(back, "rated_games.ndjson", []))
    assert days_rated(cup_in_hall)[0] == date(2026, 1, 5)
    assert days_rated(cup_in_hall)[1] > date(2026, 1, 6)


def days_rated(event):
    rated = RatedGame.objects.filter(event=event, voided_at=None).order_by("played_on")
    return list(rated.values_list("played_on", flat=True))


def test_what_the_hall_takes_back_is_no_longer_rated(cup_in_hall):
    def pair_and_decide(event):
        round_ = published_round(event)
        for table in (1, 2):
            enter_result(slot_at(round_, table), {"result": "F-0"})

    def take_back(event):
        round_ = event.rounds.get(number=2)
        postpone(slot_at(round_, 1), None)
        open_dispute(SYSTEM, context_of(slot_at(round_, 2)), None, text="it was a draw")

    first, further = archives_after(pair_and_decide, take_back)
    returned(first)
    assert len(days_rated(cup_in_hall)) == 2
    before = len(actions_of(cup_in_hall))
    returned(further)
    assert len(days_rated(cup_in_hall)) == 1
    assert actions_of(cup_in_hall)[before:] == ["hall.returned", "result.withdrawn"]


def test_the_feed_says_that_the_hall_finished_the_event_and_went_on(cup_in_hall):
    def reopen(event):
        events.reopen(actor=SYSTEM, event_id=event.pk, reason="one more round")

    first, further = archives_after(finish, reopen)
    before, published = len(actions_of(cup_in_hall)), cup_in_hall.publications.count()
    assert returned(first).event.state == "finished"
    assert returned(further).event.state == "running"
    assert actions_of(cup_in_hall)[before:] == [
        "hall.returned", "event.finished", "hall.returned", "event.reopened",
    ]  # fmt: skip
    assert cup_in_hall.publications.count() == published + 1


def finish(event):
    events.finish(actor=SYSTEM, event_id=event.pk)


def test_what_was_left_in_the_hall_once_is_not_asked_about_again(cup_in_hall):
    first, further = archives_after(part, rename)
    returned(first, leave=["apart"])
    assert returned(further).event.name == "Hall cup"


def test_a_fact_that_is_not_stored_here_stops_the_return(cup_in_hall):
    back = brought_back(rename)
    about = {**back.facts.parts["event.json"], "colour": "red"}
    with pytest.raises(MergeDiffers, match="setting:colour"):
        returned(with_part(back, "event.json", about))
    cup_in_hall.refresh_from_db()
    assert cup_in_hall.name == "Cup"
