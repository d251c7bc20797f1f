"""Categories, prizes and fees of an event: who sets them, who sees them, what is forgotten."""

from typing import Any

import pytest

from ratings.selectors import prizes as read
from tests.builders import (
    acting,
    decide_round,
    entry_of,
    make_event,
    make_user,
    published_round,
)
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.limits import MOST_MONEY
from tournaments.models import CategoryMember, JournalLine
from tournaments.recompute import refresh_standings
from tournaments.selectors.prizes.fees import entry_fee, fees_document
from tournaments.services.entries import entries
from tournaments.services.events.states import WrongState
from tournaments.services.people.forgetting import forget_player
from tournaments.services.prizes import categories, fees, plans
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db
EUR: dict[str, Any] = {"currency": "EUR"}


def make_world():
    boss = make_user("boss")
    event = make_event(organiser=boss)
    decide_round(published_round(event))
    refresh_standings(event.pk)
    event.refresh_from_db()
    return event, acting(boss)


@pytest.fixture
def played(made):
    """Four players after one round; numbers 1 and 2 by their ratings at the top."""
    return made


def test_prizes_are_provisional_then_final(played):
    event, boss = played
    plans.set_prizes(
        actor=boss, event_id=event.pk, fund=1000, **EUR,
        prizes=[{"place": 1, "share": 2}, {"place": 2, "share": 1}],
    )  # fmt: skip
    found = read.prizes_document(event)
    assert (found["state"], found["total"], found["given"]) == ("provisional", 1000, 1000)
    assert [each["amount"] for each in found["prizes"]] == [667, 333]
    assert {reason["code"] for each in found["awards"] for reason in each["reasons"]} >= {"shared"}


def test_a_category_has_its_own_places_and_prizes(played):
    event, boss = played
    own = categories.make_category(actor=boss, event_id=event.pk, name="Locals", kind="own")
    chosen = [entry_of(event, number) for number in (3, 4)]
    for entry in chosen:
        assert categories.set_member(actor=boss, category_id=own.pk, entry_id=entry.pk, member=True)
    assert not categories.set_member(
        actor=boss, category_id=own.pk, entry_id=chosen[0].pk, member=True
    )
    table = read.category_standings(event, own.pk, staff=False)
    assert {row["entry"] for row in table["rows"]} == {3, 4}
    assert table["rows"][0]["rank"] == 1
    prizes = [{"place": 1, "amount": 500}, {"category": own.pk, "place": 1, "amount": 90}]
    plans.set_prizes(actor=boss, event_id=event.pk, ties="tie_break", prizes=prizes, **EUR)
    assert sum(each["amount"] for each in read.prizes_document(event)["awards"]) == 590
    with pytest.raises(categories.CategoryHasPrizes):
        categories.remove_category(actor=boss, category_id=own.pk)
    with pytest.raises(categories.CategoryNotPublished):
        categories.edit_category(actor=boss, category_id=own.pk, changes={"published": False})


def test_data_decides_and_nobody_is_added(played):
    event, boss = played
    low = categories.make_category(
        actor=boss, event_id=event.pk, name="Low", kind="rating", limit=10**4
    )
    entry = entry_of(event, 1)
    with pytest.raises(categories.CategoryByData):
        categories.set_member(actor=boss, category_id=low.pk, entry_id=entry.pk, member=True)
    new = categories.make_category(
        actor=boss, event_id=event.pk, name="New", kind="newcomer", limit=1
    )
    assert len(read.category_view(event, new.pk, staff=True)["members"]) == 4


def test_an_unpublished_category_is_for_staff(played):
    event, boss = played
    own = categories.make_category(
        actor=boss, event_id=event.pk, name="Hidden", kind="own", published=False
    )
    assert read.category_views(event, staff=False) == []
    with pytest.raises(NotFound):
        read.category_view(event, own.pk, staff=False)
    with pytest.raises(categories.CategoryNotPublished):
        plans.set_prizes(
            actor=boss, event_id=event.pk, **EUR,
            prizes=[{"category": own.pk, "place": 1, "amount": 5}],
        )  # fmt: skip


@pytest.mark.parametrize(
    ("about", "field"),
    [
        ({"currency": "euro"}, "currency"),
        ({"ties": "lot"}, "ties"),
        ({"fund": 0}, "fund"),
        ({"prizes": [{"place": 2, "amount": 5}]}, "prizes"),
        ({"prizes": [{"place": 1, "amount": 5}, {"place": 2, "amount": 6}]}, "prizes"),
        ({"prizes": [{"place": 1, "share": 5}]}, "prizes"),
        ({"fund": 100, "prizes": [{"place": 1, "amount": 5}]}, "prizes"),
        ({"prizes": [{"place": 1, "amount": 10**10}]}, "prizes"),
    ],
)
def test_wrong_prizes_are_refused(played, about, field):
    event, boss = played
    plan: dict[str, Any] = {"currency": "EUR", "prizes": [{"place": 1, "amount": 5}], **about}
    with pytest.raises(InvalidInput) as refused:
        plans.set_prizes(actor=boss, event_id=event.pk, **plan)
    assert refused.value.details["field"] == field


def test_prizes_set_twice_write_one_line_and_an_empty_list_removes_them(played):
    event, boss = played
    for _again in range(2):
        plans.set_prizes(actor=boss, event_id=event.pk, prizes=[{"place": 1, "amount": 5}], **EUR)
    assert JournalLine.objects.filter(action="prizes.planned").count() == 1
    plans.set_prizes(actor=boss, event_id=event.pk, prizes=[], **EUR)
    assert read.prizes_document(event)["currency"] is None


def test_only_staff_plan(played):
    event, _boss = played
    stranger = acting(make_user("stranger"))
    with pytest.raises(NotAllowed):
        plans.set_prizes(actor=stranger, event_id=event.pk, prizes=[], **EUR)
    with pytest.raises(NotAllowed):
        categories.make_category(actor=stranger, event_id=event.pk, name="x", kind="own")
    with pytest.raises(NotAllowed):
        fees.set_fee(actor=stranger, event_id=event.pk, amount=1, currency="EUR")


def test_players_say_it_of_themselves_before_the_start_only(played):
    event, boss = played
    women = categories.make_category(actor=boss, event_id=event.pk, name="Women", kind="women")
    entry = entry_of(event, 1)
    me = entry.player.user
    assert me is not None
    said: dict[str, Any] = {"category_id": women.pk, "entry_id": entry.pk, "member": True}
    with pytest.raises(WrongState):
        categories.set_member(actor=acting(me), **said)
    with pytest.raises(NotAllowed):
        categories.set_member(actor=acting(make_user("other")), **said)
    assert categories.set_member(actor=boss, **said)


def test_what_somebody_said_is_forgotten_with_them(played):
    event, boss = played
    women = categories.make_category(actor=boss, event_id=event.pk, name="Women", kind="women")
    entry = entry_of(event, 2)
    categories.set_member(actor=boss, category_id=women.pk, entry_id=entry.pk, member=True)
    line = JournalLine.objects.get(action="category.joined")
    assert (line.text, line.before, line.after) == ("Women", None, None)
    site = make_user("site", staff=True)
    forget_player(actor=acting(site), player=entry.player.public_id)
    line.refresh_from_db()
    assert line.text == ""
    assert not CategoryMember.objects.exists()
    assert read.category_view(event, women.pk, staff=True)["members"] == []


def test_fees_are_kept_by_hand(played):
    event, boss = played
    first, second = entry_of(event, 1), entry_of(event, 2)
    with pytest.raises(fees.NoFee):
        fees.set_entry_fee(actor=boss, entry_id=first.pk, state="paid")
    fees.set_fee(actor=boss, event_id=event.pk, amount=500, currency="EUR")
    for _again in range(2):
        fees.set_entry_fee(actor=boss, entry_id=first.pk, state="paid")
    fees.set_entry_fee(actor=boss, entry_id=second.pk, state="waived")
    fees.set_fee(actor=boss, event_id=event.pk, amount=700, currency="EUR")
    totals = fees_document(event)["totals"]
    assert totals["paid"] == {"entries": 1, "amount": 500}
    assert totals["open"] == {"entries": 2, "amount": 1400}
    assert entry_fee(second)["state"] == "waived"
    with pytest.raises(fees.FeesSettled):
        fees.set_fee(actor=boss, event_id=event.pk, amount=7, currency="ILS")
    assert JournalLine.objects.filter(action="fee.entry").count() == 2


def test_who_paid_and_cancelled_stays_in_the_list_of_fees_and_who_only_cancelled_does_not():
    event = make_event(entries=3, state="registration")
    paid, gone, here = event.entries.order_by("pk")
    fees.set_fee(actor=SYSTEM, event_id=event.pk, amount=500, currency="EUR")
    fees.set_entry_fee(actor=SYSTEM, entry_id=paid.pk, state="paid")
    for entry in (paid, gone):
        entries.cancel_entry(actor=SYSTEM, entry_id=entry.pk)
    rows = {row["entry_id"]: row["state"] for row in fees_document(event)["entries"]}
    assert rows == {paid.pk: "paid", here.pk: "open"}


@pytest.mark.parametrize("amount", [-1, MOST_MONEY + 1])
def test_a_fee_is_no_debt_and_no_number_without_end(played, amount):
    event, boss = played
    with pytest.raises(InvalidInput) as refused:
        fees.set_fee(actor=boss, event_id=event.pk, amount=amount, currency="EUR")
    assert refused.value.details["field"] == "amount"
    for _again in range(2):
        fees.set_fee(actor=boss, event_id=event.pk, amount=0, currency="EUR")
    fees.set_fee(actor=boss, event_id=event.pk, amount=MOST_MONEY, currency="EUR")
    told = JournalLine.objects.filter(action="fee.set").order_by("seq")
    assert list(told.values_list("after__amount", flat=True)) == [0, MOST_MONEY]


def test_final_prizes_cannot_be_changed(played):
    event, boss = played
    plans.set_prizes(actor=boss, event_id=event.pk, prizes=[{"place": 1, "amount": 5}], **EUR)
    rounds.close_round(actor=boss, event_id=event.pk, number=1)
    event.state = "finished"
    event.save()
    refresh_standings(event.pk)
    assert read.prizes_document(event)["state"] == "final"
    with pytest.raises(WrongState):
        plans.set_prizes(actor=boss, event_id=event.pk, prizes=[], **EUR)


def test_a_category_has_a_limit_if_its_kind_has_one(played):
    event, boss = played
    for kind, limit, why in (("women", 5, "has none"), ("junior", None, "from 0")):
        with pytest.raises(InvalidInput, match=why):
            categories.make_category(
                actor=boss, event_id=event.pk, name="Some", kind=kind, limit=limit
            )
