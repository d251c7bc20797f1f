"""Categories as staff make them, and what players say of themselves before the start."""

import pytest
from django.db import transaction

from tests.builders import acting, make_event, make_player, make_user
from tests.database import just_before_lock
from tournaments import limits
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed, NotFound
from tournaments.models import Category, CategoryMember, Event, JournalLine
from tournaments.services.entries import entries
from tournaments.services.events.states import WrongState
from tournaments.services.people.forgetting import forget_player
from tournaments.services.prizes import categories

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Before its start, with one entry."""
    return make_event(entries=1, state="registration")


def make(event, name="Some", kind="women", **more):
    return categories.make_category(actor=SYSTEM, event_id=event.pk, name=name, kind=kind, **more)


def edit(category, **changes):
    return categories.edit_category(actor=SYSTEM, category_id=category.pk, changes=changes)


def remove(category):
    categories.remove_category(actor=SYSTEM, category_id=category.pk)


def set_member(category, entry, *, actor=SYSTEM, member=True):
    return categories.set_member(
        actor=actor, category_id=category.pk, entry_id=entry.pk, member=member
    )


def finish(event):
    Event.objects.filter(pk=event.pk).update(state="finished")


def test_the_journal_has_what_a_category_was_and_is_and_not_its_name(event):
    low = make(event, " Low  ratings ", "rating", limit=1500)
    for _again in range(2):
        edit(low, limit=1600, published=False)
    edit(low, name="Below 1600")
    remove(low)
    lines = JournalLine.objects.filter(subject=f"category:{low.pk}").order_by("seq")
    made = {"kind": "rating", "limit": 1500, "published": True}
    edited = made | {"limit": 1600, "published": False}
    assert [(line.action, line.before, line.after, line.text) for line in lines] == [
        ("category.made", None, made, "Low ratings"),
        ("category.edited", made, edited | {"renamed": False}, "Low ratings"),
        ("category.edited", edited, edited | {"renamed": True}, "Below 1600"),
        ("category.removed", edited, None, "Below 1600"),
    ]
    assert not Category.objects.exists()


def test_two_edits_at_once_both_hold_and_what_was_removed_stays_away(event):
    low = make(event, "Low", "rating", limit=1500)
    row = Category.objects.filter(pk=low.pk)
    with just_before_lock(lambda: row.update(limit=1600)):
        edit(low, name="Lower")
    assert row.values_list("name", "limit").get() == ("Lower", 1600)
    for change in (lambda: edit(low, name="Lowest"), lambda: remove(low)):
        with pytest.raises(NotFound), transaction.atomic(), just_before_lock(row.delete):
            change()


def test_names_of_categories_are_unlike_within_the_event(event):
    low = make(event, "Low")
    with pytest.raises(categories.CategoryNameTaken):
        make(event, "Low")
    with pytest.raises(InvalidInput) as refused:
        make(event, "  ")
    assert refused.value.details["field"] == "name"
    assert edit(low, name="Low") == low
    assert make(make_event(entries=0, state="registration"), "Low").pk != low.pk


@pytest.mark.parametrize(
    ("about", "field"),
    [
        ({"kind": "old"}, "kind"),
        ({"kind": "rating", "limit": -1}, "limit"),
        ({"kind": "rating", "limit": limits.MAX_INTEGER + 1}, "limit"),
        ({"kind": "newcomer"}, "limit"),
        ({"kind": "own", "limit": 0}, "limit"),
        ({"name": "x" * (limits.NAME + 1)}, "name"),
    ],
)
def test_a_category_that_makes_no_sense_is_refused_by_name(event, about, field):
    with pytest.raises(InvalidInput) as refused:
        make(event, **about)
    assert refused.value.details["field"] == field


def test_edits_keep_to_what_can_be_changed(event):
    low = make(event, kind="rating", limit=0)
    with pytest.raises(InvalidInput) as refused:
        edit(low, kind="own")
    assert refused.value.details["field"] == "kind"
    with pytest.raises(InvalidInput):
        edit(low, limit=None)
    assert edit(low, limit=limits.MAX_INTEGER).limit == limits.MAX_INTEGER


def test_an_event_has_as_many_categories_as_the_limit_says(event, monkeypatch):
    monkeypatch.setattr(limits, "CATEGORIES", 1)
    make(event, "One")
    with pytest.raises(categories.TooManyCategories) as refused:
        make(event, "Two")
    assert refused.value.details == {"most": 1}


def test_players_say_of_themselves_what_only_they_can_say(event):
    women, own = make(event), make(event, "Locals", "own")
    hidden = make(event, "Hidden", "own", published=False)
    young = make(event, "Young", "junior", limit=2010, published=False)
    entry = event.entries.get()
    me = acting(entry.player.user)
    for category in (women, young):
        assert set_member(category, entry, actor=me)
        assert not set_member(category, entry, actor=me)
    with pytest.raises(NotAllowed):
        set_member(own, entry, actor=me)
    with pytest.raises(NotFound):  # nobody learns that it is there
        set_member(hidden, entry, actor=me)
    with pytest.raises(NotAllowed):
        set_member(women, entry, actor=acting(make_user()))
    assert set_member(women, entry, actor=me, member=False)
    assert not set_member(women, entry, actor=me, member=False)
    assert [row.category for row in CategoryMember.objects.all()] == [young]
    lines = JournalLine.objects.filter(subject=f"entry:{entry.pk}", action__startswith="category.")
    assert [(line.action, line.text) for line in lines.order_by("seq")] == [
        ("category.joined", "Some"),
        ("category.joined", "Young"),
        ("category.left", "Some"),
    ]


def test_only_entries_of_the_event_are_members(event):
    women = make(event)
    other = make_event(entries=1, state="registration").entries.get()
    with pytest.raises(NotFound):
        set_member(women, other)


def test_nothing_changes_once_the_event_is_over(event):
    women, entry = make(event), event.entries.get()
    finish(event)
    for refused in (
        lambda: make(event, "Late"),
        lambda: edit(women, name="Late"),
        lambda: categories.remove_category(actor=SYSTEM, category_id=women.pk),
        lambda: set_member(women, entry),
    ):
        with pytest.raises(WrongState):
            refused()


def test_what_staff_chose_stays_when_a_player_is_forgotten(event):
    women, own = make(event), make(event, "Locals", "own")
    entry = event.entries.get()
    other = entries.enter(actor=SYSTEM, event_id=event.pk, player_id=make_player().pk)
    for category in (women, own):
        for each in (entry, other):
            set_member(category, each)
    forget_player(actor=SYSTEM, player=entry.player.public_id)
    kept = CategoryMember.objects.order_by("category__name", "entry")
    assert [(row.category, row.entry) for row in kept] == [
        (own, entry),
        (own, other),
        (women, other),
    ]
    lines = JournalLine.objects.filter(action="category.joined").order_by("seq")
    assert [line.text for line in lines] == ["", "Some", "", "Locals"]
