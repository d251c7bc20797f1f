"""Changes reach webhooks once each, in order, whatever fails in between."""

import json
import threading
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from config import jobs
from config.models import Delivery, Webhook
from config.webhooks import delivering, fan_out, messages, notices, schedule, webhooks, writing
from config.webhooks.choices import DeliveryState, Off
from tests.builders import acting, make_club, make_event, make_user, published_round
from tests.config.webhooks.deliveries import actions, deliver, states
from tournaments.actor import SYSTEM
from tournaments.models import Change, FeedReader
from tournaments.outgoing.sending import Answer
from tournaments.selectors.events import feed
from tournaments.services.entries import absences
from tournaments.services.events import events, roles
from tournaments.services.feed.numbering import number_changes
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db
REFUSED = Answer(1, 500, "busy")
NO_ANSWER = Answer(1, problem="timed_out")


def test_a_change_is_posted_once_and_signed(add, event, receiver):
    webhook = add(kinds=("round",))
    published_round(event)
    deliver(receiver)
    deliver(receiver)
    public = [m for m in receiver.messages if json.loads(m.body)["type"] == "round.published"]
    assert len(public) == 1
    assert public[0].url == "https://hooks.example/here"
    said = Verifier(add.secret).verify(public[0].body, dict(public[0].headers))
    change = Change.objects.get(action="round.published")
    assert said["timestamp"] == change.at.isoformat()
    assert said["data"]["subject"] == "/api/v1/events/cup/rounds/1/"
    assert set(states(webhook)) == {DeliveryState.DELIVERED}


def test_it_begins_with_what_comes_after_it_is_made(event, add, receiver):
    published_round(event)
    number_changes()
    add()
    deliver(receiver)
    assert receiver.messages == []


def test_the_maker_alone_decides_what_it_sees(add, event, receiver):
    """Staff see drafts, a player none."""
    player = event.entries.get(number=1).player
    of_staff = add()
    of_player = add("player", player, by=player.user)
    published_round(event)
    deliver(receiver)
    assert "round.paired" in actions(of_staff)
    assert "round.published" in actions(of_staff)
    assert "round.paired" not in actions(of_player)


def test_chats_are_told_what_is_public_and_can_be_said(add, event, receiver):
    webhook = add(format="discord")
    published_round(event)
    deliver(receiver)
    assert actions(webhook) == ["round.published"]


def test_an_event_that_is_hidden_before_it_is_sent_vanishes(event, receiver, add):
    """From a player's webhook; its staff still see it."""
    player = event.entries.get(number=1).player
    entries_player = event.entries.get(number=1)
    webhook = add("player", player, by=player.user, kinds=("registration",))
    absences.withdraw_entry(actor=SYSTEM, entry_id=entries_player.pk, from_round=1)
    number_changes()
    fan_out.fan_out()
    assert states(webhook) == [DeliveryState.WAITING]
    entries_player.delete()
    type(event).objects.filter(pk=event.pk).update(visibility="private")
    delivering.deliver_due(send=receiver)
    assert states(webhook) == [DeliveryState.HIDDEN]
    assert receiver.messages == []


def test_a_club_gets_the_changes_of_its_events_only(boss, add, receiver):
    club, other = make_club(owner=boss), make_club()
    webhook = add("club", club, kinds=("event",))
    ours = make_event(club_id=club.pk, entries=2, state="registration")
    make_event(club_id=other.pk, entries=2, state="registration")
    deliver(receiver)
    lanes = set(Delivery.objects.filter(webhook=webhook).values_list("lane", flat=True))
    assert lanes == {ours.slug}


def test_a_failure_holds_back_its_own_event_only(boss, add, receiver):
    club = make_club(owner=boss)
    webhook = add("club", club, kinds=("event",))
    first = make_event(club_id=club.pk, entries=2, state="registration", slug="first")
    number_changes()
    fan_out.fan_out()
    receiver.answers = [REFUSED]
    delivering.deliver_due(send=receiver)
    make_event(club_id=club.pk, entries=2, state="registration", slug="second")
    events.start(actor=SYSTEM, event_id=first.pk)
    deliver(receiver)
    by_lane = {
        lane: [*Delivery.objects.filter(lane=lane).order_by("pk").values_list("state", flat=True)]
        for lane in ("first", "second")
    }
    assert set(by_lane["first"]) == {DeliveryState.WAITING}
    assert set(by_lane["second"]) == {DeliveryState.DELIVERED}
    with time_machine.travel(timezone.now() + timedelta(seconds=6)):
        delivering.deliver_due(send=receiver)
    assert set(states(webhook)) == {DeliveryState.DELIVERED}
    sent = [json.loads(message.body)["data"] for message in receiver.messages]
    in_first = [each["cursor"] for each in sent if each["event"] == "first"]
    assert in_first[0] == in_first[1]  # the one that failed came first, again
    positions = [feed.read_cursor(cursor) for cursor in in_first]
    assert positions == sorted(positions)


def test_the_message_is_the_same_when_it_is_sent_again(add, event, receiver):
    add(kinds=("round",))
    published_round(event)
    receiver.answers = [NO_ANSWER]
    deliver(receiver)
    with time_machine.travel(timezone.now() + timedelta(seconds=6)):
        delivering.deliver_due(send=receiver)
    assert receiver.ids[0] == receiver.ids[1]
    assert receiver.messages[0].body == receiver.messages[1].body
    assert receiver.ids[2] != receiver.ids[0]


def test_a_worker_that_dies_while_sending_loses_nothing(add, event, receiver):
    webhook = add(kinds=("round",))
    published_round(event)
    number_changes()
    fan_out.fan_out()
    waiting = len(states(webhook))

    def dies(_message):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        delivering.deliver_due(send=dies)
    delivering.deliver_due(send=receiver)
    assert receiver.messages == []  # it is held for the other, which may still be sending
    with time_machine.travel(timezone.now() + delivering.HELD + timedelta(seconds=1)):
        delivering.deliver_due(send=receiver)
    assert len(receiver.messages) == waiting
    assert set(states(webhook)) == {DeliveryState.DELIVERED}


def test_a_fan_out_that_dies_is_done_again_whole(add, event, monkeypatch):
    """The cursor moves in the transaction that makes the deliveries."""
    webhook = add()
    published_round(event)
    number_changes()

    class Died(Exception):
        pass

    def dies(*_args, **_more):
        raise Died

    with monkeypatch.context() as patched:
        patched.setattr(FeedReader, "save", dies)
        with pytest.raises(Died):
            fan_out.fan_out()
    assert states(webhook) == []
    assert fan_out.fan_out() > 0
    made = len(states(webhook))
    assert made > 0
    assert fan_out.fan_out() == 0
    assert len(states(webhook)) == made


def test_a_slow_receiver_holds_up_nobody_else(add, event, boss):
    """Many hang; one that answers gets all that it waits for meanwhile."""
    for _each in range(4):
        add(kinds=("round",), url="https://slow.example/")
    quick = add(kinds=("round",), url="https://quick.example/")
    published_round(event)
    number_changes()
    fan_out.fan_out()
    waiting, done = len(states(quick)), threading.Event()
    reached = []

    def send(message):
        if "slow" in message.url:
            assert done.wait(20)  # until the quick one has everything
            return Answer(5000, problem="timed_out")
        reached.append(message)
        if len(reached) == waiting:
            done.set()
        return Answer(1, 200)

    delivering.deliver_due(send=send)
    assert len(reached) == waiting > 1


def test_receivers_that_failed_never_take_all_places(add, event, monkeypatch):
    monkeypatch.setattr(delivering, "AT_ONCE", 4)
    monkeypatch.setattr(delivering, "TROUBLED_AT_ONCE", 2)
    for _each in range(4):
        add(kinds=("round",))
    Webhook.objects.update(failing_since=timezone.now())
    published_round(event)
    number_changes()
    fan_out.fan_out()
    running, most, two = [], [], threading.Event()

    def send(message):
        running.append(message)
        most.append(len(running))
        if len(running) == 2:
            two.set()
        two.wait(10)
        running.remove(message)
        return REFUSED

    delivering.deliver_due(send=send)
    assert max(most) == 2


def test_two_workers_do_not_send_to_one_receiver_at_once(add, event, receiver):
    add(kinds=("round",))
    published_round(event)
    number_changes()
    fan_out.fan_out()
    Webhook.objects.update(held_until=timezone.now() + timedelta(minutes=1))
    delivering.deliver_due(send=receiver)
    assert receiver.messages == []


def test_ten_attempts_in_three_days_then_it_is_switched_off_and_the_maker_is_told(
    add, event, receiver, settings, boss
):
    settings.MAIL = True
    type(boss).objects.filter(pk=boss.pk).update(email="boss@example.org")
    webhook = add(kinds=("round",))
    published_round(event)
    receiver.answers = [REFUSED] * 50
    number_changes()
    fan_out.fan_out()
    start = timezone.now()
    at = start
    for attempts, delay in enumerate((timedelta(), *schedule.DELAYS), start=1):
        at += delay * 1.1 + timedelta(seconds=1)
        with time_machine.travel(at, tick=False):
            delivering.deliver_due(send=receiver)
        assert len(receiver.messages) == attempts
    webhook.refresh_from_db()
    assert webhook.off == Off.FAILING
    assert timedelta(days=3) < at - start < timedelta(days=4)
    assert states(webhook)[0] == DeliveryState.FAILED
    assert set(states(webhook)[1:]) == {DeliveryState.DROPPED}
    assert (notices.tell_makers(), notices.tell_makers()) == (1, 0)
    assert mail.outbox[0].to == ["boss@example.org"]
    assert f"https://tak.example/webhooks/{webhook.pk}/" in mail.outbox[0].body


def test_one_bad_message_among_good_ones_does_not_switch_it_off(add, receiver):
    webhook = add()
    now = timezone.now()
    Delivery.objects.create(webhook=webhook, action="x", lane="cup", attempts=9, position=None)
    Webhook.objects.filter(pk=webhook.pk).update(failing_since=now - timedelta(days=1))
    receiver.answers = [REFUSED]
    delivering.deliver_due(send=receiver)
    webhook.refresh_from_db()
    assert (webhook.off, states(webhook)) == ("", [DeliveryState.FAILED])


@pytest.mark.parametrize(
    ("format_", "status", "off"),
    [
        ("standard", 410, Off.GONE),
        ("standard", 404, ""),
        ("discord", 404, Off.GONE),
        ("slack", 410, Off.GONE),
    ],
)
def test_gone_switches_it_off_at_once(add, event, receiver, format_, status, off):
    webhook = add(kinds=("round",), format=format_)
    published_round(event)
    receiver.answers = [Answer(1, status, "")]
    deliver(receiver)
    webhook.refresh_from_db()
    assert webhook.off == off


def test_a_maker_who_is_no_longer_staff_sees_nothing_more(add, event, boss, receiver):
    webhook = add(kinds=("round",))
    published_round(event)
    number_changes()
    fan_out.fan_out()
    heir = make_user()
    roles.grant_event_role(actor=SYSTEM, event_id=event.pk, user_id=heir.pk, role="organiser")
    roles.revoke_event_role(actor=SYSTEM, event_id=event.pk, user_id=boss.pk, role="organiser")
    delivering.deliver_due(send=receiver)
    webhook.refresh_from_db()
    assert (webhook.off, receiver.messages) == (Off.MAKER, [])


def test_retry_after_is_waited_for(add, event, receiver):
    webhook = add(kinds=("round",))
    published_round(event)
    receiver.answers = [Answer(1, 429, "", retry_after=600)]
    deliver(receiver)
    due = Delivery.objects.filter(webhook=webhook).order_by("pk")[0].due_at
    assert due - timezone.now() > timedelta(minutes=9)


def test_a_test_and_sending_again_wait_for_nothing(add, event, boss, receiver):
    webhook = add(kinds=("round",))
    published_round(event)
    receiver.answers = [REFUSED]
    deliver(receiver)
    actor = acting(boss)
    webhooks.request_test(actor=actor, webhook_id=webhook.pk)
    delivering.deliver_due(send=receiver)
    assert json.loads(receiver.messages[-1].body)["type"] == "ping"
    receiver.answers = [REFUSED] * 3
    failing = Delivery.objects.filter(webhook=webhook).order_by("pk")[0]
    Delivery.objects.filter(pk=failing.pk).update(state=DeliveryState.FAILED)
    assert webhooks.request_again(actor=actor, webhook_id=webhook.pk) == 1
    delivering.deliver_due(send=receiver)
    failing.refresh_from_db()
    assert failing.state == DeliveryState.FAILED  # tried once
    webhooks.request_again(actor=actor, webhook_id=webhook.pk, delivery_id=failing.pk)
    receiver.answers = []
    delivering.deliver_due(send=receiver)
    failing.refresh_from_db()
    assert failing.state == DeliveryState.DELIVERED


def test_switched_on_again_it_begins_with_what_comes_next(add, event, boss, receiver):
    webhook, actor = add(kinds=("round",)), acting(boss)
    webhooks.change_webhook(actor=actor, webhook_id=webhook.pk, active=False)
    made = published_round(event)
    deliver(receiver)
    webhooks.change_webhook(actor=actor, webhook_id=webhook.pk, active=True)
    assert deliver(receiver) is False
    assert receiver.messages == []
    for pairing in made.pairings.all():
        pairing.slots.update(state="decided")
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    deliver(receiver)
    assert actions(webhook) == ["round.closed"]


def test_the_old_secret_signs_for_a_day_too(add, event, boss, receiver):
    webhook, actor = add(kinds=("round",)), acting(boss)
    old = add.secret
    _webhook, new = webhooks.rotate_secret(actor=actor, webhook_id=webhook.pk)
    webhooks.request_test(actor=actor, webhook_id=webhook.pk)
    deliver(receiver)
    for secret in (old, new):
        Verifier(secret).verify(receiver.messages[0].body, dict(receiver.messages[0].headers))
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        webhooks.request_test(actor=actor, webhook_id=webhook.pk)
        deliver(receiver)
    assert receiver.messages[-1].headers["webhook-signature"].count("v1,") == 1


def test_the_database_alone_gives_away_neither_address_nor_secret(add, settings):
    webhook = add(url="https://hooks.example/token-in-the-path")
    stored = json.dumps({f.name: str(getattr(webhook, f.name)) for f in webhook._meta.fields})
    assert "token-in-the-path" not in stored
    assert add.secret not in stored
    assert webhook.host == "hooks.example"
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key" * 9
    assert webhooks.url_of(webhook) == ""
    settings.SECRET_KEY_FALLBACKS = [old]
    assert webhooks.url_of(webhook) == "https://hooks.example/token-in-the-path"


def test_after_a_change_of_the_key_it_is_off_until_its_address_is_given_again(
    add, event, receiver, settings, boss
):
    webhook = add(kinds=("round",))
    published_round(event)
    settings.SECRET_KEY = "another key" * 9
    deliver(receiver)
    webhook.refresh_from_db()
    assert (webhook.off, receiver.messages) == (Off.KEY, [])


def test_a_message_that_cannot_be_written_fails_alone(add, event, receiver, monkeypatch, caplog):
    add(kinds=("round",), format="discord")
    good = add(kinds=("round",))
    published_round(event)

    def broken(*_args, **_more):
        raise KeyError("a fault in a text")

    monkeypatch.setitem(messages.TEXTS, "round.published", broken)
    deliver(receiver)
    assert set(states(good)) == {DeliveryState.DELIVERED}
    assert Delivery.objects.get(state=DeliveryState.FAILED).problem == writing.NOT_WRITTEN


def test_deliveries_are_forgotten_after_thirty_days(add, event, receiver):
    webhook = add(kinds=("round",))
    published_round(event)
    deliver(receiver)
    assert jobs.forget_old_deliveries() == 0
    with time_machine.travel(timezone.now() + timedelta(days=30, minutes=1)):
        assert jobs.forget_old_deliveries() > 0
    assert states(webhook) == []


def test_without_webhooks_the_feed_is_passed_over(event):
    published_round(event)
    number_changes()
    assert fan_out.fan_out() == 0
    reader = FeedReader.objects.get(name=webhooks.READER)
    assert reader.position == Change.objects.order_by("-position")[0].position
