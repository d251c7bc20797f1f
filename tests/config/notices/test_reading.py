"""What happens in an event is told once, to those it concerns, and to nobody of their own act."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.access.closing import close_account
from config.access.links import issue_links
from config.models import Notice
from config.notices.own_settings import change_settings
from config.notices.reading import KEPT, READER, forget_notices_before
from games import services as games
from tests.builders import (
    acting,
    actor_of,
    decide_round,
    drafted_round,
    entry_of,
    finish_round,
    make_event,
    make_player,
    make_user,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.config.notices.conftest import notified_of, said, tell
from tournaments.actor import Actor
from tournaments.models import FeedReader, User
from tournaments.services.entries import entries
from tournaments.services.events import announcements, events
from tournaments.services.rounds import rounds, times

pytestmark = pytest.mark.django_db
EVENT = {"games": 1}
WON = {"result": "R-0"}


@pytest.fixture
def pair(round_):
    """The players of table 1, who moves first at the front."""
    tell()
    Notice.objects.all().delete()
    players = players_at(round_)
    return players if slot_at(round_).first_seat == 1 else players[::-1]


def submit(actor, round_, claim=WON):
    return games.submit_game(actor=actor, pairing_id=pairing_at(round_).pk, number=1, claim=claim)


def test_a_published_round_is_told_to_its_players(event, boss, round_):
    tell()
    first, second = players_at(round_)
    if slot_at(round_).first_seat == 2:
        first, second = second, first
    assert said(first.user) == [f"Round 1: table 1, you move first, against {second.name}."]
    assert said(second.user) == [f"Round 1: table 1, you move second, against {first.name}."]
    assert notified_of(boss) == []


def test_a_draft_is_told_to_nobody(event):
    drafted_round(event)
    tell()
    assert not Notice.objects.exists()


def test_a_withdrawn_round_is_told_to_who_was_told_of_it(event, boss, round_):
    tell()
    rounds.unpublish_round(
        actor=acting(boss), event_id=event.pk, number=round_.number, reason="wrong"
    )
    tell()
    assert notified_of(players_at(round_)[0].user) == ["paired", "unpaired"]


def test_a_result_waits_then_counts(round_, pair):
    first, second = pair
    game = submit(actor_of(first), round_)
    tell()
    assert (notified_of(first.user), notified_of(second.user)) == ([], ["waits"])
    games.confirm_game(actor=actor_of(second), game_id=game.pk)
    tell()
    assert notified_of(first.user) == ["counts"]
    assert said(first.user) == [f"The result of your game with {second.name} counts: R-0."]
    assert notified_of(second.user) == ["waits"]


def test_a_player_who_uses_a_link_is_not_told_of_the_own_act(event, boss, round_, pair):
    first, second = pair
    entry = next(e for e in event.entries.all() if e.player_id == first.pk)
    assert dict(issue_links(actor=acting(boss), event_id=event.pk))[entry.pk]
    submit(Actor("link", entry_id=entry.pk), round_)
    tell()
    assert (notified_of(first.user), notified_of(second.user)) == ([], ["waits"])


def test_a_dispute_is_told_to_the_staff_and_a_ruling_to_the_players(boss, round_, pair):
    first, second = pair
    game = submit(actor_of(first), round_)
    games.dispute_game(actor=actor_of(second), game_id=game.pk, text="no")
    tell()
    assert notified_of(first.user) == ["disputed"]
    assert notified_of(boss) == ["disputed_staff"]
    assert Notice.objects.get(user=boss).urgent
    games.rule_slot(
        actor=acting(boss),
        pairing_id=pairing_at(round_).pk,
        number=1,
        outcome={"kind": "forfeit", "winner": 1},
        reason="late",
    )
    tell()
    assert notified_of(first.user)[-1] == notified_of(second.user)[-1] == "ruled"
    assert "counts" not in notified_of(first.user)


def test_times_are_told_to_the_other(round_, pair):
    first, second = pair
    when = timezone.now() + timedelta(days=2)
    slot = slot_at(round_)
    times.propose_time(actor=actor_of(first), slot_id=slot.pk, play_at=when, now=timezone.now())
    times.accept_time(actor=actor_of(second), slot_id=slot.pk, now=timezone.now())
    tell()
    assert notified_of(second.user) == ["time_proposed"]
    assert notified_of(first.user) == ["time_agreed"]


def test_a_closed_round_tells_everybody_their_place(event, boss, round_):
    finish_round(round_)
    tell()
    places = {notice.data["rank"] for notice in Notice.objects.filter(what="closed")}
    assert Notice.objects.filter(what="closed").count() == 4
    assert 1 in places
    winner = Notice.objects.filter(what="closed", data__rank=1)[0]
    assert "Round 1 is over. You are number 1 of 4. Points: 1." in said(winner.user)


def test_a_place_from_the_waiting_list(boss):
    event = make_event(
        organiser=boss, slug="cup", state="registration", entries=4, registration={"limit": 4}
    )
    late = make_player("Late")
    entries.enter(actor=actor_of(late), event_id=event.pk, player_id=late.pk)
    tell()
    Notice.objects.all().delete()
    leaving = event.entries.order_by("pk")[0]
    entries.cancel_entry(actor=actor_of(leaving.player), entry_id=leaving.pk)
    tell()
    assert notified_of(late.user) == ["promoted"]
    assert Notice.objects.count() == 1


def test_an_announcement_is_told_to_whom_it_was_for(event, boss, round_):
    tell()
    Notice.objects.all().delete()
    announcements.announce(actor=acting(boss), event_id=event.pk, text="Bring clocks.")
    tell()
    assert Notice.objects.filter(what="announced").count() == 4
    assert said(players_at(round_)[0].user) == ["The staff say: Bring clocks."]


def test_a_task_that_runs_twice_tells_once(event, round_):
    tell()
    before = Notice.objects.count()
    FeedReader.objects.filter(name=READER).update(position=0)  # as if a backup was restored
    tell()
    assert Notice.objects.count() == before == 4


def test_a_kind_that_is_switched_off_is_not_told(event):
    ada = entry_of(event, 1).player
    change_settings(actor=actor_of(ada), off_page=["round_published"])
    published_round(event)
    tell()
    assert notified_of(ada.user) == []
    assert Notice.objects.count() == 3


def test_who_has_left_is_told_nothing(event):
    ada = entry_of(event, 1).player
    User.objects.filter(player=ada).update(is_active=False)
    published_round(event)
    tell()
    assert Notice.objects.count() == 3


def test_closing_an_account_deletes_its_notices(event, round_):
    tell()
    ada = players_at(round_)[0]
    change_settings(actor=actor_of(ada), off_page=[])
    close_account(actor=actor_of(ada), password="correct horse")
    assert not Notice.objects.filter(user=ada.user_id).exists()
    assert not hasattr(ada.user, "notice_settings")


def test_old_notices_are_deleted(event, round_):
    tell()
    old = Notice.objects.order_by("pk")[0]
    Notice.objects.filter(pk=old.pk).update(at=timezone.now() - KEPT - timedelta(days=1))
    assert forget_notices_before(timezone.now() - KEPT) == 1
    assert Notice.objects.count() == 3


def test_an_event_without_players_and_a_finished_one(event, boss, round_):
    decide_round(round_)
    rounds.close_round(actor=acting(boss), event_id=event.pk, number=1)
    for _round in range(2):
        finish_round(published_round(event))
    events.finish(actor=acting(boss), event_id=event.pk)
    tell()
    assert notified_of(players_at(round_)[0].user)[-1] == "finished"


def test_a_stranger_is_told_nothing(event, round_):
    stranger = make_user()
    tell()
    assert notified_of(stranger) == []
